package molfile

import (
	"bytes"
	"strconv"
)

// lines hands out the lines of a text, whatever ends them: LF, CRLF or CR.
type lines struct {
	data []byte
	pos  int
	n    int // number of the line handed out last, from 1
}

// next returns the next line without its end; ok is false after the last.
func (l *lines) next() (line []byte, ok bool) {
	if l.pos >= len(l.data) {
		return nil, false
	}
	rest := l.data[l.pos:]
	l.n++
	end := bytes.IndexAny(rest, "\r\n")
	if end < 0 {
		l.pos = len(l.data)
		return rest, true
	}
	l.pos += lineEnd(rest, end)
	return rest[:end], true
}

// columns returns the columns from..to of a line, 0-based and half open, cut at
// the end of the line and freed of blanks.
func columns(line []byte, from, to int) []byte {
	if from >= len(line) {
		return nil
	}
	return bytes.TrimSpace(line[from:min(to, len(line))])
}

// straddles says whether a word crosses the border between columns at-1 and at.
// A minus sign starts a new number.
func straddles(line []byte, at int) bool {
	return at < len(line) && !blank(line[at-1]) && !blank(line[at]) && line[at] != '-'
}

func blank(c byte) bool { return c == ' ' || c == '\t' }

// integer reads a decimal integer with an optional sign.
func integer(text []byte) (n int, ok bool) {
	if len(text) == 0 || len(text) > 9 {
		return 0, false
	}
	n, err := strconv.Atoi(string(text))
	return n, err == nil
}

// integerOrBlank reads an integer; a blank field is 0.
func integerOrBlank(text []byte) (n int, ok bool) {
	if len(text) == 0 {
		return 0, true
	}
	return integer(text)
}

// coordinate reads a finite decimal number.
func coordinate(text []byte) (x float64, ok bool) {
	if len(text) == 0 || len(text) > 40 {
		return 0, false
	}
	for _, c := range text {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, false // NaN, Inf and hexadecimal are no coordinates
		}
	}
	x, err := strconv.ParseFloat(string(text), 64)
	return x, err == nil
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
