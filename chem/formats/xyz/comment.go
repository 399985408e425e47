package xyz

import (
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/formats/format"
)

// comment is what a comment line says about its frame.
type comment struct {
	extended   bool   // it has a Lattice or Properties key
	title      string // the whole line
	name       string // of an extended file
	lattice    *[9]float64
	pbc        *[3]bool
	properties []property // nil: species and pos
	warnings   []string
}

// Limits on what a comment line may hold: its characters, and the columns that
// Properties may announce.
const (
	maxComment = 1 << 20
	maxColumns = 1000
)

// parseComment reads a comment line. The error is about Lattice or Properties;
// anything else that does not parse is a warning or free text.
func parseComment(line string) (c comment, err error) {
	for _, kv := range pairs(line) {
		switch strings.ToLower(kv.key) {
		case "lattice":
			c.extended = true
			if c.lattice, err = parseLattice(kv.value); err != nil {
				return c, err
			}
		case "properties":
			c.extended = true
			if c.properties, err = parseProperties(kv.value); err != nil {
				return c, err
			}
		case "pbc":
			if c.pbc = parsePBC(kv.value); c.pbc == nil {
				c.warnings = append(c.warnings, "pbc is not three of T and F and is ignored")
			}
		case "name", "title":
			c.name = kv.value
		}
	}
	if !c.extended {
		// A plain file's comment is free text that may hold an equals sign.
		return comment{title: strings.TrimSpace(line)}, nil
	}
	c.title = strings.TrimSpace(line)
	return c, nil
}

type pair struct{ key, value string }

// pairs splits a comment line into key=value pairs. Values may be quoted or
// stand in braces or brackets. A bare word is a key whose value is true, spelled "T".
func pairs(line string) []pair {
	var list []pair
	for {
		line = strings.TrimLeft(line, " \t")
		if line == "" {
			return list
		}
		end := strings.IndexAny(line, "= \t")
		if line[0] == '"' || line[0] == '\'' {
			_, rest := value(line)
			line = rest // a quoted bare word says nothing
			continue
		}
		if end < 0 {
			return append(list, pair{line, "T"})
		}
		key := line[:end]
		rest := strings.TrimLeft(line[end:], " \t")
		if rest == "" || rest[0] != '=' {
			list = append(list, pair{key, "T"})
			line = rest
			continue
		}
		var v string
		v, line = value(strings.TrimLeft(rest[1:], " \t"))
		list = append(list, pair{key, v})
	}
}

// value splits off the value at the start of a text. A quote or bracket that is
// never closed reaches to the end of the line.
func value(text string) (v, rest string) {
	if text == "" {
		return "", ""
	}
	switch open := text[0]; open {
	case '"', '\'':
		var b strings.Builder
		for i := 1; i < len(text); i++ {
			switch {
			case text[i] == '\\' && i+1 < len(text):
				i++
				b.WriteByte(text[i])
			case text[i] == open:
				return b.String(), text[i+1:]
			default:
				b.WriteByte(text[i])
			}
		}
		return b.String(), ""
	case '{', '[':
		depth := 0
		for i := range len(text) {
			switch text[i] {
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return text[1:i], text[i+1:]
				}
			}
		}
		return text[1:], ""
	}
	if end := strings.IndexAny(text, " \t"); end >= 0 {
		return text[:end], text[end:]
	}
	return text, ""
}

// words splits the inside of an array value: blanks, commas and inner brackets
// all separate.
func words(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t,[]{}", c) })
}

type commentError string

func (e commentError) Error() string { return string(e) }

func parseLattice(text string) (*[9]float64, error) {
	list := words(text)
	if len(list) != 9 {
		return nil, commentError("Lattice holds " + strconv.Itoa(len(list)) + " numbers; it needs 9, three vectors one after the other")
	}
	var v [9]float64
	for i, word := range list {
		x, ok := format.Number([]byte(word))
		if !ok {
			return nil, commentError("Lattice: expected a number, found " + format.Excerpt([]byte(word)))
		}
		v[i] = x
	}
	return &v, nil
}

func parsePBC(text string) *[3]bool {
	list := words(text)
	if len(list) == 1 && len(list[0]) == 3 { // TTF
		list = strings.Split(list[0], "")
	}
	if len(list) == 1 {
		list = []string{list[0], list[0], list[0]}
	}
	if len(list) != 3 {
		return nil
	}
	var pbc [3]bool
	for i, word := range list {
		v, ok := format.Logical([]byte(word))
		if !ok {
			return nil
		}
		pbc[i] = v
	}
	return &pbc
}

func parseProperties(text string) ([]property, error) {
	parts := strings.Split(text, ":")
	if len(parts)%3 != 0 {
		return nil, commentError("Properties must be triples name:type:columns, found " + format.Excerpt([]byte(text)))
	}
	var list []property
	total := 0
	var positions, species bool
	for i := 0; i < len(parts); i += 3 {
		name, kind := parts[i], parts[i+1]
		columns, err := strconv.Atoi(parts[i+2])
		switch {
		case name == "":
			return nil, commentError("Properties holds an entry without a name")
		case len(kind) != 1 || !strings.Contains("RISL", kind):
			return nil, commentError("Properties: the type of " + format.Excerpt([]byte(name)) + " must be R, I, S or L, found " + format.Excerpt([]byte(kind)))
		case err != nil || columns < 1 || columns > maxColumns:
			return nil, commentError("Properties: the number of columns of " + format.Excerpt([]byte(name)) + " must be from 1 to 1000, found " + format.Excerpt([]byte(parts[i+2])))
		}
		if total += columns; total > maxColumns {
			return nil, commentError("Properties announces more than 1000 columns")
		}
		p := property{name: name, kind: kind[0], columns: columns, role: roleOf(name, kind[0], columns)}
		switch p.role {
		case rolePosition:
			if positions {
				p.role = roleScalar
			}
			positions = true
		case roleSpecies, roleNumber:
			species = true
		}
		list = append(list, p)
	}
	if !positions {
		return nil, commentError("Properties names no positions (pos:R:3)")
	}
	if !species {
		return nil, commentError("Properties names no elements (species:S:1 or Z:I:1)")
	}
	return list, nil
}
