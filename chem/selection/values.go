package selection

import (
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
)

// symbols reads symbols of elements that stand without the word element.
func (p *parser) symbols() *node {
	n := &node{kind: text, word: "element", at: p.pos}
	for {
		spelled := p.word()
		z, ok := elem.Number(spelled)
		if !ok {
			break
		}
		n.patterns = append(n.patterns, spelled)
		n.elements[z] = true
		p.pos += len(spelled)
		n.length = p.pos - n.at
		at := p.pos
		if p.separator(); p.next() == 0 || !letter(p.next()) {
			p.pos = at
			break
		}
	}
	return n
}

// texts reads the values of a word of text.
func (p *parser) texts(n *node) *node {
	n.kind = text
	out := n
	switch at := p.pos; p.op() {
	case "", "=":
	case "!=":
		out = &node{kind: not, left: n}
	default:
		p.pos = at
		p.fail(p.pos, 0, "“"+n.word+"” is a text: list the values, as in "+n.word+" "+example[n.word], "")
		return n
	}
	for must := true; p.err == nil; must = p.separator() {
		p.space()
		at := p.pos
		value, ok := p.value()
		if !ok {
			if must && len(n.patterns) == 0 {
				p.fail(p.pos, 0, "a value is expected after “"+n.word+"”, as in "+n.word+" "+example[n.word], "")
			} else if must {
				p.fail(p.pos, 0, "a value is expected after the separator", "")
			}
			break
		}
		if n.word == "element" {
			p.element(n, value, at)
		}
		n.patterns = append(n.patterns, value)
	}
	return out
}

var example = map[string]string{"element": "C N", "name": "CA", "resname": "WAT", "chain": "A"}

// element adds an element by symbol, number, name or pattern of symbols.
func (p *parser) element(n *node, value string, at int) {
	if strings.ContainsAny(value, "*?") {
		for z := uint8(1); z <= elem.Max; z++ {
			if matches(value, elem.Symbol(z)) {
				n.elements[z] = true
			}
		}
		return
	}
	z, _, _, ok := elem.Parse(value)
	if !ok {
		z = named(value)
	}
	if z == 0 {
		suggestion := ""
		// "element CA1" is an atom's name more likely.
		if first, _, _, ok := elem.Parse(value[:min(1, len(value))]); ok && len(value) > 1 {
			suggestion = "element " + elem.Symbol(first) + " or name " + value
		}
		p.fail(at, len(value), "“"+clip(value)+"” is not an element", suggestion)
		return
	}
	n.elements[z] = true
}

// numbers reads a comparison or ranges.
func (p *parser) numbers(n *node, whole bool) *node {
	if p.comparing() {
		p.comparison(n)
		return n
	}
	n.kind = numeric
	for must := true; p.err == nil; must = p.separator() {
		p.space()
		at := p.pos
		r, ok := p.span()
		if !ok {
			if must && p.err == nil {
				p.fail(p.pos, 0, "a number or a comparison is expected after “"+clip(strings.TrimPrefix(n.word, "\x00"))+"”", "")
			}
			break
		}
		if whole && (r.from != float64(int64(r.from)) || r.to != float64(int64(r.to))) {
			p.fail(at, p.pos-at, "“"+n.word+"” takes whole numbers", "")
		}
		if r.from > r.to {
			p.fail(at, p.pos-at, "the range runs backward", number(r.to)+"-"+number(r.from))
		}
		n.ranges = append(n.ranges, r)
	}
	return n
}

// span reads a number or a range of numbers.
func (p *parser) span() (span, bool) {
	from, ok := p.number()
	if !ok {
		return span{}, false
	}
	at := p.pos
	// "1-20", "1:20", "1 - 20", "1 to 20"; the 5 of "1 -5" is negative and another number.
	switch spaced := p.next() == 0 || p.pos > at; {
	case p.next() == ':', p.next() == '-' && (!spaced || p.pos+1 < len(p.text) && p.text[p.pos+1] == ' '):
		p.pos++
	case p.take("to"):
	default:
		p.pos = at
		return span{from, from}, true
	}
	to, ok := p.number()
	if !ok {
		p.fail(p.pos, 0, "the range has no end", "")
	}
	return span{from, to}, true
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
