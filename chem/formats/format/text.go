package format

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
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
	switch strings.ToLower(string(text)) {
	case "t", "true", "1":
		return true, true
	case "f", "false", "0":
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

// Numbers reads numbers from the start of a line into list and returns how many there
// are, and what follows them.
func Numbers(line []byte, list []float64) (n int, rest []byte) {
	for n < len(list) {
		text, after := Word(line)
		x, ok := Number(text)
		if !ok {
			break
		}
		list[n] = x
		n, line = n+1, after
	}
	return n, line
}

// Text makes a line safe to keep as a title or name: valid UTF-8 without control
// characters and without blanks at its ends.
func Text(line []byte) string {
	plain := true
	for _, c := range line {
		plain = plain && c >= ' ' && c < 0x7f
	}
	if plain {
		return string(bytes.TrimSpace(line))
	}
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(string(line), "\uFFFD")))
}

// IDs finds atoms by the numbers that a file gives them.
type IDs struct {
	dense []int32 // atom plus one by number, while the numbers are small
	far   map[int64]int32
}

// NewIDs makes room for the numbers of n atoms.
func NewIDs(n int) *IDs { return &IDs{dense: make([]int32, 2*n+64)} }

// Add gives an atom its number; it says whether the number was free.
func (d *IDs) Add(id int64, atom int) bool {
	if id >= 0 && id < int64(len(d.dense)) {
		if d.dense[id] != 0 {
			return false
		}
		d.dense[id] = int32(atom + 1)
		return true
	}
	if _, taken := d.far[id]; taken {
		return false
	}
	if d.far == nil {
		d.far = map[int64]int32{}
	}
	d.far[id] = int32(atom + 1)
	return true
}

// Atom returns the atom with a number.
func (d *IDs) Atom(id int64) (atom int, ok bool) {
	at := int32(0)
	if id >= 0 && id < int64(len(d.dense)) {
		at = d.dense[id]
	} else {
		at = d.far[id]
	}
	return int(at) - 1, at != 0
}
