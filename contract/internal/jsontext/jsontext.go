// Package jsontext reads JSON text (RFC 8259) in place. A value is a byte slice
// of the text; nothing is copied until somebody asks for a string or a number.
//
// It is stricter than the RFC where the RFC leaves room: a member name may occur
// once per object, and nesting ends at MaxDepth.
package jsontext

import (
	"fmt"
	"unicode/utf8"
)

// MaxDepth is how deep arrays and objects may nest.
const MaxDepth = 64

// SyntaxError says where text stops being JSON.
type SyntaxError struct {
	Offset  int // bytes from the start of the text that was given
	Message string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.Message) }

// Kind is the type of a JSON value.
type Kind uint8

// The kinds of values, and Invalid for text that starts no value.
const (
	Invalid Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// KindOf tells the kind of value that starts at raw[0].
func KindOf(raw []byte) Kind {
	if len(raw) == 0 {
		return Invalid
	}
	switch c := raw[0]; {
	case c == 'n':
		return Null
	case c == 't', c == 'f':
		return Bool
	case c == '-', c >= '0' && c <= '9':
		return Number
	case c == '"':
		return String
	case c == '[':
		return Array
	case c == '{':
		return Object
	}
	return Invalid
}

// Value checks that data is exactly one JSON value with white space around it
// and returns the value without that space.
func Value(data []byte) ([]byte, error) {
	start := SkipSpace(data, 0)
	end, err := Skip(data, start)
	if err != nil {
		return nil, err
	}
	if rest := SkipSpace(data, end); rest != len(data) {
		return nil, &SyntaxError{rest, "text after the end of the value"}
	}
	return data[start:end], nil
}

// SkipSpace returns the index of the first byte at or after i that is no white space.
func SkipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}

// Skip checks the value that starts at b[i] and returns the index behind it.
func Skip(b []byte, i int) (int, error) { return skip(b, i, 0) }

func skip(b []byte, i, depth int) (int, error) {
	if i >= len(b) {
		return i, &SyntaxError{i, "unexpected end, a value is missing"}
	}
	switch KindOf(b[i:]) {
	case Null:
		return literal(b, i, "null")
	case Bool:
		if b[i] == 't' {
			return literal(b, i, "true")
		}
		return literal(b, i, "false")
	case Number:
		end, _, err := ScanNumber(b, i)
		return end, err
	case String:
		return SkipString(b, i)
	case Array:
		return skipArray(b, i, depth+1)
	case Object:
		return skipObject(b, i, depth+1)
	}
	return i, &SyntaxError{i, fmt.Sprintf("unexpected %s, a value must stand here", quoteByte(b[i]))}
}

func skipArray(b []byte, i, depth int) (int, error) {
	if depth > MaxDepth {
		return i, &SyntaxError{i, fmt.Sprintf("arrays and objects nest deeper than %d", MaxDepth)}
	}
	it := Items{b: b, i: i, depth: depth}
	for it.Next() {
	}
	return it.i, it.err
}

func skipObject(b []byte, i, depth int) (int, error) {
	if depth > MaxDepth {
		return i, &SyntaxError{i, fmt.Sprintf("arrays and objects nest deeper than %d", MaxDepth)}
	}
	it := Fields{b: b, i: i, depth: depth}
	for it.Next() {
	}
	return it.i, it.err
}

// Items walks the items of an array:
//
//	it := jsontext.ItemsOf(raw)
//	for it.Next() { use(it.Value()) }
//	err := it.Err()
type Items struct {
	b          []byte
	i, start   int
	depth      int
	open, done bool
	err        error
}

// ItemsOf starts a walk over the array raw.
func ItemsOf(raw []byte) Items { return Items{b: raw, depth: 1} }

// Next moves to the next item and reports whether there is one.
func (it *Items) Next() bool {
	if it.done || it.err != nil {
		return false
	}
	if !it.open {
		it.open = true
		it.i = SkipSpace(it.b, it.i+1)
		if it.i < len(it.b) && it.b[it.i] == ']' {
			it.i, it.done = it.i+1, true
			return false
		}
	} else {
		it.i = SkipSpace(it.b, it.i)
		switch {
		case it.i >= len(it.b):
			it.err = &SyntaxError{it.i, "unexpected end inside an array"}
			return false
		case it.b[it.i] == ']':
			it.i, it.done = it.i+1, true
			return false
		case it.b[it.i] != ',':
			it.err = &SyntaxError{it.i, fmt.Sprintf("unexpected %s, expected , or ] in an array", quoteByte(it.b[it.i]))}
			return false
		}
		it.i = SkipSpace(it.b, it.i+1)
	}
	it.start = it.i
	it.i, it.err = skip(it.b, it.i, it.depth)
	return it.err == nil
}

// Value is the text of the item Next moved to.
func (it *Items) Value() []byte { return it.b[it.start:it.i] }

// Err is the first syntax error of the walk.
func (it *Items) Err() error { return it.err }

// Fields walks the members of an object in their order, like Items. It does
// not look for repeated names; Members does.
type Fields struct {
	b              []byte
	i              int
	keyFrom, keyTo int
	start          int
	depth          int
	open, done     bool
	err            error
}

// FieldsOf starts a walk over the object raw.
func FieldsOf(raw []byte) Fields { return Fields{b: raw, depth: 1} }

// Next moves to the next member and reports whether there is one.
func (it *Fields) Next() bool {
	if !it.NextKey() {
		return false
	}
	it.i, it.err = skip(it.b, it.i, it.depth)
	return it.err == nil
}

// NextKey moves to the next member but not over its value, which starts at
// Offset. The caller reads the value and gives the index behind it to Resume.
func (it *Fields) NextKey() bool {
	if it.done || it.err != nil {
		return false
	}
	first := !it.open
	it.open = true
	if first {
		it.i++
	}
	it.i = SkipSpace(it.b, it.i)
	if it.i >= len(it.b) {
		return it.fail("unexpected end inside an object")
	}
	if it.b[it.i] == '}' {
		it.i, it.done = it.i+1, true
		return false
	}
	if !first {
		if it.b[it.i] != ',' {
			return it.fail(fmt.Sprintf("unexpected %s, expected , or } in an object", quoteByte(it.b[it.i])))
		}
		it.i = SkipSpace(it.b, it.i+1)
	}
	if it.i >= len(it.b) || it.b[it.i] != '"' {
		return it.fail("a member name in quotes is missing")
	}
	end, err := SkipString(it.b, it.i)
	if err != nil {
		it.err = err
		return false
	}
	it.keyFrom, it.keyTo = it.i+1, end-1
	it.i = SkipSpace(it.b, end)
	if it.i >= len(it.b) || it.b[it.i] != ':' {
		return it.fail("a : is missing after a member name")
	}
	it.i = SkipSpace(it.b, it.i+1)
	it.start = it.i
	return true
}

func (it *Fields) fail(message string) bool {
	it.err = &SyntaxError{it.i, message}
	return false
}

// Key is the name of the member Next moved to.
func (it *Fields) Key() string { return unquote(it.b[it.keyFrom:it.keyTo]) }

// Value is the text of the value Next moved to.
func (it *Fields) Value() []byte { return it.b[it.start:it.i] }

// Offset is where the value of the member begins in the text given to FieldsOf.
func (it *Fields) Offset() int { return it.start }

// Resume continues the walk behind a value the caller has read up to end.
func (it *Fields) Resume(end int) { it.i = end }

// End is the index behind the object once Next or NextKey has returned false.
func (it *Fields) End() int { return it.i }

// Err is the first syntax error of the walk.
func (it *Fields) Err() error { return it.err }

// Member is one name and value of an object.
type Member struct {
	Key   string
	Value []byte
}

// RepeatedError says that a name occurs twice in one object.
type RepeatedError struct{ Key string }

func (e *RepeatedError) Error() string { return fmt.Sprintf("%s occurs twice", Quote(e.Key)) }

// Members lists the members of the object raw in their order. The error is a
// *SyntaxError or a *RepeatedError.
func Members(raw []byte) ([]Member, error) {
	var list []Member
	var seen map[string]bool
	it := FieldsOf(raw)
	for it.Next() {
		m := Member{it.Key(), it.Value()}
		// Few objects have many members: compare directly until it gets long.
		if len(list) < 16 {
			for i := range list {
				if list[i].Key == m.Key {
					return nil, &RepeatedError{m.Key}
				}
			}
		} else {
			if seen == nil {
				seen = make(map[string]bool)
				for i := range list {
					seen[list[i].Key] = true
				}
			}
			if seen[m.Key] {
				return nil, &RepeatedError{m.Key}
			}
			seen[m.Key] = true
		}
		list = append(list, m)
	}
	return list, it.Err()
}

func literal(b []byte, i int, word string) (int, error) {
	if end := i + len(word); end <= len(b) && string(b[i:end]) == word {
		return end, nil
	}
	return i, &SyntaxError{i, "unexpected word; JSON knows true, false and null"}
}

// quoteByte shows one byte of the text in a message.
func quoteByte(c byte) string {
	if c >= 0x21 && c < 0x7f {
		return string(rune(c))
	}
	if c >= utf8.RuneSelf {
		return "a character outside ASCII"
	}
	return fmt.Sprintf("byte 0x%02x", c)
}
