package cml

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/formats/format"
)

// Limits of a document.
const (
	maxDepth      = 256 // elements inside each other
	maxAttributes = 1000
)

// attribute is one of an element, without the prefix of a name space.
type attribute struct{ name, value string }

// scanner takes a document apart: elements, their attributes and their text. It knows the
// five entities of XML and characters by number; documents that define others are refused.
type scanner struct {
	data  []byte
	pos   int
	stack []string
	text  []byte // since the last tag

	name       string      // of the tag read last
	attributes []attribute // of a start tag
	closes     bool        // a start tag that ends itself
}

// errorf returns an error for the line of the place in data.
func (s *scanner) errorf(text string, args ...any) error {
	return &format.ParseError{Line: 1 + bytes.Count(s.data[:min(s.pos, len(s.data))], []byte{'\n'}), Msg: fmt.Sprintf(text, args...)}
}

// kind is what next met.
type kind uint8

const (
	atEnd kind = iota
	startTag
	endTag
)

// next reads up to the next tag.
func (s *scanner) next() (kind, error) {
	if s.closes { // its end tag
		s.closes = false
		s.stack = s.stack[:len(s.stack)-1]
		return endTag, nil
	}
	s.text = s.text[:0]
	for {
		open := bytes.IndexByte(s.data[s.pos:], '<')
		if open < 0 {
			rest := s.data[s.pos:]
			s.pos = len(s.data)
			if len(s.stack) > 0 {
				return atEnd, s.errorf("the file ends inside the element %s", s.stack[len(s.stack)-1])
			}
			if len(bytes.TrimSpace(rest)) > 0 {
				return atEnd, s.errorf("expected the end of the file, found %s", format.Excerpt(rest))
			}
			return atEnd, nil
		}
		s.text = append(s.text, s.data[s.pos:s.pos+open]...)
		s.pos += open
		rest := s.data[s.pos:]
		skip := ""
		switch {
		case bytes.HasPrefix(rest, []byte("<!--")):
			skip = "-->"
		case bytes.HasPrefix(rest, []byte("<?")):
			skip = "?>"
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			end := bytes.Index(rest, []byte("]]>"))
			if end < 0 {
				return atEnd, s.errorf("the CDATA section has no end")
			}
			s.text = append(s.text, rest[len("<![CDATA["):end]...)
			s.pos += end + 3
			continue
		case bytes.HasPrefix(rest, []byte("<!")):
			if err := s.declaration(rest); err != nil {
				return atEnd, err
			}
			continue
		case bytes.HasPrefix(rest, []byte("</")):
			return s.end(rest)
		default:
			return s.start()
		}
		end := bytes.Index(rest, []byte(skip))
		if end < 0 {
			return atEnd, s.errorf("expected %s before the end of the file", skip)
		}
		s.pos += end + len(skip)
	}
}

// declaration passes over <!DOCTYPE …>.
func (s *scanner) declaration(rest []byte) error {
	depth := 0
	for i, c := range rest {
		switch c {
		case '[':
			depth++
		case ']':
			depth--
		case '<':
			if bytes.HasPrefix(rest[i:], []byte("<!ENTITY")) {
				return s.errorf("the document defines entities, which are not read")
			}
		case '>':
			if depth <= 0 {
				s.pos += i + 1
				return nil
			}
		}
	}
	return s.errorf("the declaration has no end")
}

func (s *scanner) end(rest []byte) (kind, error) {
	close := bytes.IndexByte(rest, '>')
	if close < 0 {
		return atEnd, s.errorf("the file ends in an end tag")
	}
	s.name = local(strings.TrimSpace(string(rest[2:close])))
	if n := len(s.stack); n == 0 || s.stack[n-1] != s.name {
		return atEnd, s.errorf("the end tag %s closes no element", format.Shown(s.name))
	}
	s.stack = s.stack[:len(s.stack)-1]
	s.pos += close + 1
	return endTag, nil
}

// local is a name without its name space.
func local(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }

func (s *scanner) start() (kind, error) {
	s.pos++ // <
	name := s.word()
	if name == "" {
		return atEnd, s.errorf("expected the name of an element behind <")
	}
	s.name = local(name)
	if len(s.stack) == maxDepth {
		return atEnd, s.errorf("more than %d elements stand inside each other", maxDepth)
	}
	s.stack = append(s.stack, s.name)
	s.attributes = s.attributes[:0]
	for {
		s.blank()
		rest := s.data[s.pos:]
		switch {
		case len(rest) == 0:
			return atEnd, s.errorf("the file ends in the tag of %s", format.Shown(s.name))
		case rest[0] == '>':
			s.pos++
			return startTag, nil
		case bytes.HasPrefix(rest, []byte("/>")):
			s.pos += 2
			s.closes = true
			return startTag, nil
		}
		if err := s.attribute(); err != nil {
			return atEnd, err
		}
	}
}

func (s *scanner) attribute() error {
	name := s.word()
	s.blank()
	if name == "" || s.pos >= len(s.data) || s.data[s.pos] != '=' {
		return s.errorf("expected an attribute of %s, as in id=\"a1\"", format.Shown(s.name))
	}
	s.pos++
	s.blank()
	if s.pos >= len(s.data) || s.data[s.pos] != '"' && s.data[s.pos] != '\'' {
		return s.errorf("expected the value of %s in quotes", format.Shown(name))
	}
	quote := s.data[s.pos]
	end := bytes.IndexByte(s.data[s.pos+1:], quote)
	if end < 0 {
		return s.errorf("the value of %s has no end", format.Shown(name))
	}
	value, err := s.decode(s.data[s.pos+1 : s.pos+1+end])
	if err != nil {
		return err
	}
	s.pos += end + 2
	if len(s.attributes) == maxAttributes {
		return s.errorf("the element %s has more than %d attributes", format.Shown(s.name), maxAttributes)
	}
	s.attributes = append(s.attributes, attribute{local(name), value})
	return nil
}

// word reads a name.
func (s *scanner) word() string {
	from := s.pos
	for s.pos < len(s.data) && strings.IndexByte(" \t\r\n=/>\"'<", s.data[s.pos]) < 0 {
		s.pos++
	}
	return string(s.data[from:s.pos])
}

func (s *scanner) blank() {
	for s.pos < len(s.data) && strings.IndexByte(" \t\r\n", s.data[s.pos]) >= 0 {
		s.pos++
	}
}

// decode replaces entities.
func (s *scanner) decode(text []byte) (string, error) {
	if bytes.IndexByte(text, '&') < 0 {
		return string(text), nil
	}
	var b []byte
	for i := 0; i < len(text); i++ {
		if text[i] != '&' {
			b = append(b, text[i])
			continue
		}
		end := bytes.IndexByte(text[i:], ';')
		if end < 0 || end > 12 {
			return "", s.errorf("expected ; behind an entity, found %s", format.Excerpt(text[i:]))
		}
		name := string(text[i+1 : i+end])
		i += end
		switch name {
		case "lt":
			b = append(b, '<')
		case "gt":
			b = append(b, '>')
		case "amp":
			b = append(b, '&')
		case "quot":
			b = append(b, '"')
		case "apos":
			b = append(b, '\'')
		default:
			number, base := strings.TrimPrefix(name, "#"), 10
			if strings.HasPrefix(number, "x") {
				number, base = number[1:], 16
			}
			code, err := strconv.ParseUint(number, base, 21)
			if err != nil || name == number {
				return "", s.errorf("the entity %s is not known", format.Shown(name))
			}
			b = append(b, string(rune(code))...)
		}
	}
	return string(b), nil
}

// get returns the value of an attribute, "" when the element has none.
func get(list []attribute, names ...string) string {
	for _, a := range list {
		for _, name := range names {
			if a.name == name {
				return a.value
			}
		}
	}
	return ""
}
