// Package cif reads crystals from the files of crystallography (CIF 1.1, and of CIF 2.0
// what such files use) and writes them without symmetry. It also has the scanner for
// all files of that grammar, mmCIF among them.
//
//	file  = { block }
//	block = "data_" name { item | loop | "save_" … }
//	item  = tag value
//	loop  = "loop_" tag { tag } { value }         one value a tag and row
//	tag   = "_" non-blanks
//	value = non-blanks | 'text' | "text" | ";" at the start of a line, text, ";" at the
//	        start of a line | '''text''' | [ values ] | { values }
//
// Words are separated by blanks and ends of lines, "#" begins a comment, reserved words
// and tags are the same in any letter case. A value "?" is unknown, "." has no meaning or
// its default. Source: S. R. Hall, F. H. Allen, I. D. Brown, Acta Cryst. A47 (1991) 655;
// International Tables for Crystallography G (2006), 2.2.
package cif

import (
	"bytes"
	"strings"

	"github.com/molsmith/molsmith/chem/formats/format"
)

// Value is a value of the file. Text is part of the file's bytes.
type Value struct {
	Text   []byte
	Quoted bool
	At     int // where it begins
}

// Wrong is the error of a sink that belongs to another place than the last word.
func Wrong(at int, message string) error { return &misplaced{at, message} }

type misplaced struct {
	at      int
	message string
}

func (m *misplaced) Error() string { return m.message }

// Known says whether the value is given: neither "?" nor ".".
func (v Value) Known() bool {
	return v.Quoted || len(v.Text) != 1 || v.Text[0] != '?' && v.Text[0] != '.'
}

// Sink takes what Scan finds. Tags are in lower case.
type Sink interface {
	Block(name Value) error
	Item(tag string, v Value) error
	// Loop begins a loop; the rows of one that is not wanted are skipped.
	Loop(tags []string) (wanted bool)
	// Row is a row of the wanted loop; values are valid until it returns.
	Row(values []Value) error
	End() error
}

// maxTags is the largest number of columns of a loop.
const maxTags = 1000

// Scan reads a file into a sink. The notes say what was mended: one sentence each, at
// most ten. Errors are *format.ParseError; those of the sink get the line of the
// last word, or of their place (Wrong).
func Scan(data []byte, sink Sink) (notes []string, err error) {
	s := &scanner{data: bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), sink: sink}
	s.second = bytes.HasPrefix(s.data, []byte(`#\#CIF_2`))
	return s.notes, s.file()
}

type scanner struct {
	data   []byte
	pos    int
	start  int  // of the word that next returned
	second bool // CIF 2.0
	sink   Sink
	notes  []string
	row    []Value
}

// kinds of words
type kind uint8

const (
	end kind = iota
	blockWord
	loopWord
	tagWord
	valueWord
)

func (s *scanner) errorf(text string, args ...any) error { return s.errorAt(s.start, text, args...) }

func (s *scanner) errorAt(pos int, text string, args ...any) error {
	return (&format.Lines{N: s.line(pos)}).Errorf(text, args...)
}

// line is the number of the line at a position.
func (s *scanner) line(pos int) int {
	before := s.data[:min(pos, len(s.data))]
	if n := bytes.Count(before, []byte("\n")); n > 0 || bytes.IndexByte(s.data, '\n') >= 0 {
		return n + 1
	}
	return bytes.Count(before, []byte("\r")) + 1
}

func (s *scanner) note(text string) {
	if len(s.notes) < 10 {
		s.notes = append(s.notes, text)
	}
}

func (s *scanner) file() error {
	inBlock := false
	k, v, err := s.next()
	for err == nil {
		switch k {
		case end:
			if !inBlock {
				return s.errorf("the file ends where data_ and the name of a block are expected")
			}
			if err = s.sink.End(); err == nil {
				return nil
			}
		case blockWord:
			inBlock = true
			if err = s.sink.Block(v); err == nil {
				k, v, err = s.next()
			}
		case loopWord, tagWord:
			if !inBlock {
				inBlock = true
				s.note("the file has no data_ line before its first item")
				err = s.sink.Block(Value{At: v.At})
			}
			if err == nil && k == loopWord {
				k, v, err = s.loop()
			} else if err == nil {
				k, v, err = s.item(v)
			}
		default:
			if !inBlock {
				return s.errorf("expected data_ and the name of a block, found %s", format.Excerpt(v.Text))
			}
			return s.errorf("expected a data name, found the value %s", format.Excerpt(v.Text))
		}
	}
	switch e := err.(type) {
	case *format.ParseError:
		return err
	case *misplaced:
		return s.errorAt(e.at, "%s", e.message)
	}
	return s.errorf("%v", err)
}

// item reads the value of a tag, and the word behind it.
func (s *scanner) item(tag Value) (kind, Value, error) {
	name := strings.ToLower(string(tag.Text))
	k, v, err := s.next()
	if err != nil {
		return k, v, err
	}
	if k != valueWord {
		s.note("the data name " + name + " has no value")
		return k, v, s.sink.Item(name, Value{Text: []byte("?"), At: tag.At})
	}
	if err := s.sink.Item(name, v); err != nil {
		return k, v, err
	}
	return s.next()
}

// loop reads the tags and rows of a loop, and the word behind them.
func (s *scanner) loop() (kind, Value, error) {
	var tags []string
	k, v, err := s.next()
	for ; err == nil && k == tagWord; k, v, err = s.next() {
		if len(tags) == maxTags {
			return k, v, s.errorf("a loop has more than %d data names", maxTags)
		}
		tags = append(tags, strings.ToLower(string(v.Text)))
	}
	if err != nil {
		return k, v, err
	}
	if len(tags) == 0 {
		return k, v, s.errorf("expected a data name after loop_")
	}
	wanted := s.sink.Loop(tags)
	if cap(s.row) < len(tags) {
		s.row = make([]Value, len(tags))
	}
	row := s.row[:len(tags)]
	n, last := 0, 0
	for ; err == nil && k == valueWord; k, v, err = s.next() {
		row[n], last = v, v.At
		if n++; n < len(tags) {
			continue
		}
		n = 0
		if wanted {
			if err := s.sink.Row(row); err != nil {
				return k, v, err
			}
		}
	}
	switch {
	case err != nil:
	case n > 0 && wanted:
		err = s.errorAt(last, "the loop of %s ends within a row: %d of %d values", tags[0], n, len(tags))
	case n > 0:
		s.note("the loop of " + tags[0] + " ends within a row")
	}
	return k, v, err
}

// next reads a word. Frames of dictionaries, nested loops and the global blocks of STAR
// hold nothing that is read here; what is inside is read as if it were outside.
func (s *scanner) next() (k kind, v Value, err error) {
	for {
		k, v, err = s.word()
		if k != valueWord || v.Quoted || !outside(v.Text) {
			return k, v, err
		}
	}
}

func outside(word []byte) bool {
	switch word[0] | 0x20 {
	case 's':
		return len(word) >= 5 && bytes.EqualFold(word[:5], []byte("save_")) || bytes.EqualFold(word, []byte("stop_"))
	case 'g':
		return bytes.EqualFold(word, []byte("global_"))
	}
	return false
}

func (s *scanner) word() (kind, Value, error) {
	data := s.data
	for s.pos < len(data) {
		c := data[s.pos]
		if c == '#' {
			if i := bytes.IndexAny(data[s.pos:], "\r\n"); i >= 0 {
				s.pos += i
			} else {
				s.pos = len(data)
			}
			continue
		}
		if c > ' ' {
			break
		}
		s.pos++
	}
	s.start = s.pos
	if s.pos == len(data) {
		return end, Value{}, nil
	}
	switch c := data[s.pos]; {
	case c == ';' && (s.pos == 0 || data[s.pos-1] == '\n' || data[s.pos-1] == '\r'):
		return s.text()
	case c == '\'' || c == '"':
		return s.quoted(c)
	case s.second && (c == '[' || c == '{'):
		return s.list()
	}
	for s.pos < len(data) && data[s.pos] > ' ' {
		s.pos++
	}
	word := data[s.start:s.pos]
	switch word[0] {
	case '_':
		return tagWord, Value{word, false, s.start}, nil
	case 'd', 'D':
		if len(word) >= 5 && bytes.EqualFold(word[:5], []byte("data_")) {
			return blockWord, Value{word[5:], false, s.start}, nil
		}
	case 'l', 'L':
		if bytes.EqualFold(word, []byte("loop_")) {
			return loopWord, Value{At: s.start}, nil
		}
	}
	return valueWord, Value{word, false, s.start}, nil
}

// text reads a text field.
func (s *scanner) text() (kind, Value, error) {
	from := s.pos + 1
	for at := from; ; {
		i := bytes.IndexByte(s.data[at:], ';')
		if i < 0 {
			return end, Value{}, s.errorf("the text that begins here with ; is not closed")
		}
		at += i
		if c := s.data[at-1]; at > from && (c == '\n' || c == '\r') {
			s.pos = at + 1
			return valueWord, Value{bytes.TrimSpace(s.data[from:at]), true, s.start}, nil
		}
		at++
	}
}

// quoted reads a text in quotes; a quote inside is one that no blank follows.
func (s *scanner) quoted(mark byte) (kind, Value, error) {
	data := s.data
	if three := []byte{mark, mark, mark}; s.second && bytes.HasPrefix(data[s.pos:], three) {
		from := s.pos + 3
		i := bytes.Index(data[from:], three)
		if i < 0 {
			return end, Value{}, s.errorf("the text that begins here with three quotes is not closed")
		}
		s.pos = from + i + 3
		return valueWord, Value{data[from : from+i], true, s.start}, nil
	}
	from := s.pos + 1
	for at := from; at < len(data) && data[at] != '\n' && data[at] != '\r'; at++ {
		if data[at] == mark && (at+1 == len(data) || data[at+1] <= ' ' || s.second) {
			s.pos = at + 1
			return valueWord, Value{data[from:at], true, s.start}, nil
		}
	}
	to := len(data)
	if i := bytes.IndexAny(data[from:], "\r\n"); i >= 0 {
		to = from + i
	}
	s.note("a quote is not closed in its line; the text is read to the end of the line")
	s.pos = to
	return valueWord, Value{bytes.TrimSpace(data[from:to]), true, s.start}, nil
}

// list skips a list or table of CIF 2.0 and returns it as one text.
func (s *scanner) list() (kind, Value, error) {
	depth := 0
	for at := s.pos; at < len(s.data); at++ {
		switch c := s.data[at]; c {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				v := Value{s.data[s.pos : at+1], true, s.start}
				s.pos = at + 1
				return valueWord, v, nil
			}
		case '\'', '"':
			if i := bytes.IndexByte(s.data[at+1:], c); i >= 0 {
				at += 1 + i
			}
		}
	}
	return end, Value{}, s.errorf("the list that begins here is not closed")
}
