package format

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
)

// ParseError says where a file is wrong and what was expected there.
type ParseError struct {
	Line int // from 1
	Msg  string
}

func (e *ParseError) Error() string { return "line " + strconv.Itoa(e.Line) + ": " + e.Msg }

// Lines hands out the lines of a text, whatever ends them: LF, CRLF or CR.
type Lines struct {
	N    int // number of the line handed out last, from 1
	data []byte
	pos  int
	cr   bool
}

// Left is the number of bytes behind the line handed out last.
func (l *Lines) Left() int { return len(l.data) - l.pos }

// Back hands out the line that starts at a mark of Mark next.
func (l *Lines) Back(mark Mark) { l.pos, l.N = mark.pos, mark.n }

// Mark is the place before the next line.
func (l *Lines) Mark() Mark { return Mark{l.pos, l.N} }

// Mark is a place between two lines.
type Mark struct{ pos, n int }

// Errorf returns a *ParseError for the line handed out last.
func (l *Lines) Errorf(format string, args ...any) error {
	return &ParseError{Line: l.N, Msg: fmt.Sprintf(format, args...)}
}

// Ends returns the error of a file that ends where something is expected.
func (l *Lines) Ends(what string) error {
	return &ParseError{Line: l.N + 1, Msg: "the file ends where " + what + " is expected"}
}

// NewLines returns the lines of a text; a byte order mark at its start is skipped.
func NewLines(data []byte) Lines {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	return Lines{data: data, cr: bytes.IndexByte(data, '\n') < 0}
}

// Next returns the next line without its end; ok is false after the last.
func (l *Lines) Next() (line []byte, ok bool) {
	if l.pos >= len(l.data) {
		return nil, false
	}
	end := byte('\n')
	if l.cr {
		end = '\r'
	}
	l.N++
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

// Word splits off the first word of a line; blanks and tabs separate.
func Word(line []byte) (first, rest []byte) {
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

// Blank says whether a line holds nothing but blanks.
func Blank(line []byte) bool {
	first, _ := Word(line)
	return len(first) == 0
}

// Number reads a finite decimal number. Exponents may be written with e, E, d,
// D (Fortran) or *^ (Mathematica).
func Number(text []byte) (x float64, ok bool) {
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

// Integer reads a decimal integer.
func Integer(text []byte) (n int64, ok bool) {
	n, err := strconv.ParseInt(string(text), 10, 64)
	return n, err == nil && len(text) > 0
}

// Logical reads a truth value in any spelling that the format allows, and 0 or 1.
func Logical(text []byte) (v, ok bool) {
	switch string(text) {
	case "T", "t", "True", "true", "TRUE", "1":
		return true, true
	case "F", "f", "False", "false", "FALSE", "0":
		return false, true
	}
	return false, false
}

// Excerpt quotes the start of a text for an error message.
func Excerpt(text []byte) string {
	const most = 24
	text = bytes.TrimSpace(text)
	if len(text) > most {
		return strconv.Quote(string(text[:most]) + "…")
	}
	return strconv.Quote(string(text))
}
