package selection

import "strings"

// String writes the query in the words of this package with the parentheses that show how
// it was read. What it writes reads as the same query.
func (q *Query) String() string {
	var b strings.Builder
	q.root.write(&b)
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	var chain []*node
	for n.kind == and || n.kind == or || n.kind == xor {
		chain = append(chain, n)
		n = n.left
	}
	// Each join of another kind than the one around it stands in parentheses.
	for i := range chain {
		if i > 0 && chain[i].kind != chain[i-1].kind {
			b.WriteByte('(')
		}
	}
	if len(chain) > 0 {
		n.writePart(b)
	} else {
		n.writeSingle(b)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		b.WriteString(map[kind]string{and: " and ", or: " or ", xor: " xor "}[chain[i].kind])
		chain[i].right.writePart(b)
		if i > 0 && chain[i].kind != chain[i-1].kind {
			b.WriteByte(')')
		}
	}
}

// writePart writes a node that stands inside of another.
func (n *node) writePart(b *strings.Builder) {
	switch n.kind {
	case and, or, xor, near, bonded, extend, same:
		b.WriteByte('(')
		n.write(b)
		b.WriteByte(')')
	default:
		n.writeSingle(b)
	}
}

func (n *node) writeSingle(b *strings.Builder) {
	switch n.kind {
	case not:
		b.WriteString("not ")
		n.left.writePart(b)
		return
	case near:
		b.WriteString(n.word + " " + number(n.value) + " of ")
		n.left.writePart(b)
		return
	case bonded:
		b.WriteString(map[string]string{"bonded": "bonded to ", "neighbors": "neighbors of "}[n.word])
		n.left.writePart(b)
		return
	case extend:
		b.WriteString("extend " + number(n.value) + " of ")
		n.left.writePart(b)
		return
	case same:
		b.WriteString("same " + n.word + " as ")
		n.left.writePart(b)
		return
	}
	b.WriteString(n.name())
	switch n.kind {
	case text:
		for _, p := range n.patterns {
			b.WriteByte(' ')
			b.WriteString(quoted(p))
		}
	case numeric:
		for _, r := range n.ranges {
			b.WriteString(" " + number(r.from))
			if r.to != r.from {
				b.WriteString(":" + number(r.to))
			}
		}
	case compare:
		b.WriteString(" " + n.op + " " + number(n.value))
	}
}

// name is the word of a node, of a per-atom value its name in quotes.
func (n *node) name() string {
	if scalar, ok := strings.CutPrefix(n.word, "\x00"); ok {
		return inQuotes(scalar)
	}
	return n.word
}

// quoted writes a text in quotes where it would not be read as one value without.
func quoted(value string) string {
	if value != "" && value[0] != '"' && value[0] != '\'' && !stopsValues(value) {
		s := scanner{text: value}
		if read, ok := s.value(); ok && read == value {
			return value
		}
	}
	return inQuotes(value)
}

func inQuotes(value string) string {
	if strings.Contains(value, `"`) {
		return "'" + value + "'"
	}
	return `"` + value + `"`
}
