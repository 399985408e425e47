package xyz

import (
	"bytes"
	"math"
	"strconv"
)

// lines hands out the lines of a text, whatever ends them: LF, CRLF or CR.
type lines struct {
	data []byte
	pos  int
	n    int // number of the line handed out last, from 1
	cr   bool
}

func newLines(data []byte) lines {
	return lines{data: data, cr: bytes.IndexByte(data, '\n') < 0}
}

// next returns the next line without its end; ok is false after the last.
func (l *lines) next() (line []byte, ok bool) {
	if l.pos >= len(l.data) {
		return nil, false
	}
	end := byte('\n')
	if l.cr {
		end = '\r'
	}
	l.n++
	rest := l.data[l.pos:]
	i := bytes.IndexByte(rest, end)
	if i < 0 {
		l.pos = len(l.data)
		return rest, true
	}
	l.pos += i + 1
	if i > 0 && rest[i-1] == '\r' {
		i--
	}
	return rest[:i], true
}

// word splits off the first word of a line; blanks and tabs separate.
func word(line []byte) (first, rest []byte) {
	i := 0
	for i < len(line) && isBlank(line[i]) {
		i++
	}
	j := i
	for j < len(line) && !isBlank(line[j]) {
		j++
	}
	return line[i:j], line[j:]
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

func blankLine(line []byte) bool {
	first, _ := word(line)
	return len(first) == 0
}

// number reads a finite decimal number. Exponents may be written with e, E, d,
// D (Fortran) or *^ (Mathematica).
func number(text []byte) (x float64, ok bool) {
	if len(text) == 0 || len(text) > 60 {
		return 0, false
	}
	plain := true
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9', c == '.', c == '-', c == '+', c == 'e', c == 'E':
		case c == 'd', c == 'D', c == '*', c == '^':
			plain = false
		default:
			return 0, false // NaN, Inf, hexadecimal
		}
	}
	if !plain {
		text = bytes.Replace(text, []byte("*^"), []byte("e"), 1)
		if i := bytes.IndexAny(text, "dD"); i >= 0 {
			text = bytes.Clone(text)
			text[i] = 'e'
		}
	}
	x, err := strconv.ParseFloat(string(text), 64)
	return x, err == nil && !math.IsInf(x, 0)
}

// integer reads a decimal integer.
func integer(text []byte) (n int64, ok bool) {
	n, err := strconv.ParseInt(string(text), 10, 64)
	return n, err == nil && len(text) > 0
}

// logical reads a truth value in any spelling that the format allows, and 0 or 1.
func logical(text []byte) (v, ok bool) {
	switch string(text) {
	case "T", "t", "True", "true", "TRUE", "1":
		return true, true
	case "F", "f", "False", "false", "FALSE", "0":
		return false, true
	}
	return false, false
}

// excerpt quotes the start of a text for an error message.
func excerpt(text []byte) string {
	const most = 24
	text = bytes.TrimSpace(text)
	if len(text) > most {
		return strconv.Quote(string(text[:most]) + "…")
	}
	return strconv.Quote(string(text))
}
