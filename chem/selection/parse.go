package selection

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/molsmith/molsmith/chem/elem"
)

// Parse reads an expression. The error is a *ParseError.
func Parse(expression string) (*Query, error) {
	if len(expression) > MaxLength {
		return nil, &ParseError{Offset: MaxLength, Msg: "the expression is longer than " + strconv.Itoa(MaxLength) + " bytes"}
	}
	p := parser{scanner: scanner{text: expression}}
	root := p.or()
	if p.err == nil && p.next() != 0 {
		p.unexpected()
	}
	if p.err != nil {
		return nil, p.err
	}
	return &Query{root}, nil
}

type parser struct {
	scanner
	depth int
}

// unexpected is the error of something that stands after a complete expression.
func (p *parser) unexpected() {
	rest := p.rest()
	w := p.word()
	switch _, known := words[strings.ToLower(w)]; {
	case rest[0] == ')':
		p.fail(p.pos, 1, "there is no “(” for this “)”", "")
	case known || w != "" && nearest(w) == "":
		p.fail(p.pos, len(w), "“and” or “or” is missing before “"+clip(w)+"”", "")
	case w != "":
		p.fail(p.pos, len(w), "“"+clip(w)+"” is not known here", nearest(w))
	default:
		p.strange()
	}
}

// strange is the error of a character that begins nothing.
func (p *parser) strange() {
	rest := p.rest()
	_, n := utf8.DecodeRuneInString(rest)
	p.fail(p.pos, n, "“"+rest[:n]+"” has no meaning here", "")
}

// both takes one of the spellings of a word that joins two expressions.
func (p *parser) both(word, twice, once string) bool {
	for _, sign := range [...]string{twice, once} {
		if sign != "" && strings.HasPrefix(p.rest(), sign) {
			p.pos += len(sign)
			return true
		}
	}
	return p.take(word)
}

func (p *parser) or() *node {
	left := p.and()
	for p.err == nil {
		k := or
		if !p.both("or", "||", "|") {
			if k = xor; !p.take("xor") {
				break
			}
		}
		left = &node{kind: k, left: left, right: p.and()}
	}
	return left
}

func (p *parser) and() *node {
	left := p.unary()
	for p.err == nil {
		if p.both("and", "&&", "&") {
			left = &node{kind: and, left: left, right: p.unary()}
			continue
		}
		// As in "name O within 3 of water" and "chain A around 5".
		w, known := words[strings.ToLower(p.word())]
		if !known || w.class != nearWord {
			break
		}
		if n := p.near(w.name, left); n.left == left {
			left = n
		} else {
			left = &node{kind: and, left: left, right: n}
		}
	}
	return left
}

func (p *parser) unary() *node {
	if p.err != nil {
		return &node{}
	}
	if p.depth++; p.depth > MaxDepth {
		p.fail(p.pos, 0, "more than "+strconv.Itoa(MaxDepth)+" expressions are inside of each other", "")
		return &node{}
	}
	defer func() { p.depth-- }()
	if p.next() == '!' && !strings.HasPrefix(p.rest(), "!=") {
		p.pos++
		return &node{kind: not, left: p.unary()}
	}
	if p.next() == '(' {
		return p.parentheses()
	}
	spelled := p.word()
	w, known := words[strings.ToLower(spelled)]
	switch {
	case known && w.name == "not":
		p.pos += len(spelled)
		return &node{kind: not, left: p.unary()}
	case known && w.class == nearWord:
		return p.near(w.name, nil)
	case known && w.class == reachWord:
		return p.reach(spelled, w.name)
	}
	return p.primary()
}

func (p *parser) parentheses() *node {
	open := p.pos
	p.pos++
	inside := p.or()
	if p.err != nil {
		return inside
	}
	switch p.next() {
	case ')':
		p.pos++
	case 0:
		p.fail(open, 1, "this “(” is not closed", "")
	default:
		p.unexpected()
	}
	return inside
}

// near reads a word of distance and what follows it. left stands before it, if anything
// does, and is what is meant when nothing stands behind.
func (p *parser) near(name string, left *node) *node {
	n := &node{kind: near, word: name, at: p.pos, length: len(p.word())}
	p.pos += n.length
	value, ok := p.number()
	if !ok || !(value >= 0) {
		p.fail(p.pos, 0, "a distance in Å is expected after “"+name+"”", "")
		return n
	}
	n.value = value
	for _, unit := range [...]string{"Å", "Å"} { // the letter and the sign of the unit
		if strings.HasPrefix(p.rest(), unit) {
			p.pos += len(unit)
		}
	}
	of := p.take("of")
	if w, known := words[strings.ToLower(p.word())]; left != nil && !of &&
		(p.next() == 0 || p.next() == ')' || p.next() == '|' || p.next() == '&' || known && w.class == logicalWord && w.name != "not") {
		n.left = left
		return n
	}
	n.left = p.operand("atoms are expected after “of”: within " + number(value) + " of what")
	return n
}

// operand is an expression that has to follow.
func (p *parser) operand(missing string) *node {
	if p.err == nil && (p.next() == 0 || p.next() == ')') {
		p.fail(p.pos, 0, missing, "")
		return &node{}
	}
	return p.unary()
}

// sameKeys are the words that "same … as" takes.
var sameKeys = map[string]bool{
	"element": true, "name": true, "resname": true, "chain": true, "resid": true, "molecule": true, "charge": true,
}

// reach reads a word that leads from atoms to others.
func (p *parser) reach(spelled, name string) *node {
	n := &node{at: p.pos, length: len(spelled), word: name}
	p.pos += n.length
	switch name {
	case "bonded", "neighbors":
		n.kind = bonded
		if !p.take("to") {
			p.take("of")
		}
	case "extend":
		n.kind = extend
		value, ok := p.number()
		if !ok || value < 0 || value != float64(int(value)) {
			p.fail(p.pos, 0, "a whole number of bonds is expected after “"+name+"”", "")
			return n
		}
		n.value = value
		p.take("of")
	case "byres":
		n.kind, n.word = same, "residue"
	case "bymol":
		n.kind, n.word = same, "molecule"
	case "same":
		n.kind = same
		key := p.word()
		w := words[strings.ToLower(key)]
		n.word = w.name
		if strings.EqualFold(key, "residue") {
			n.word = "residue"
		} else if !sameKeys[w.name] {
			p.fail(p.pos, len(key), "“same” is followed by molecule, residue, element, name, resname, resid, chain or charge", "")
			return n
		}
		p.pos += len(key)
		if !p.take("as") {
			p.fail(p.pos, 0, "“as” is expected after “same "+key+"”", "")
			return n
		}
	}
	n.left = p.operand("atoms are expected after “" + spelled + "”")
	return n
}

func (p *parser) primary() *node {
	p.space()
	at := p.pos
	if c := p.next(); c == '"' || c == '\'' {
		return p.quoted()
	}
	spelled := p.word()
	if spelled == "" {
		return p.reversed()
	}
	w, known := words[strings.ToLower(spelled)]
	// Upper-case Y and As are elements where the words y and as cannot be meant.
	if _, symbol := elem.Number(spelled); symbol && (!known || w.class == joiningWord || w.class == realWord && !p.follows(len(spelled))) {
		return p.symbols()
	}
	if !known {
		return p.unknown(spelled)
	}
	n := &node{at: at, length: len(spelled), word: w.name}
	switch w.class {
	case groupWord:
		p.pos += len(spelled)
	case textWord:
		p.pos += len(spelled)
		return p.texts(n)
	case wholeWord, realWord:
		p.pos += len(spelled)
		return p.numbers(n, w.class == wholeWord)
	case logicalWord, joiningWord:
		if at == 0 && p.depth == 1 {
			p.fail(at, len(spelled), "an expression cannot begin with “"+spelled+"”", "")
		} else {
			p.fail(at, len(spelled), "atoms are expected before “"+spelled+"”", "")
		}
	}
	return n
}

// follows says whether a number or a comparison follows after n more bytes.
func (p *parser) follows(n int) bool {
	look := scanner{text: p.text, pos: p.pos + n}
	if look.comparing() {
		return true
	}
	_, ok := look.number()
	return ok
}

// quoted reads a per-atom value by its name in quotes and what it is compared with.
func (p *parser) quoted() *node {
	n := &node{at: p.pos}
	name, ok := p.value()
	if !ok {
		return n
	}
	n.length, n.word = p.pos-n.at, "\x00"+name
	return p.numbers(n, false)
}

// reversed reads a comparison that begins with its number: 2 < x, or 2 < x < 5.
func (p *parser) reversed() *node {
	at := p.pos
	value, ok := p.number()
	if !ok {
		if p.err == nil && p.next() == 0 {
			p.fail(p.pos, 0, "the expression ends where atoms are expected", "")
		} else if p.err == nil {
			p.strange()
		}
		return &node{}
	}
	op := p.op()
	if op == "" {
		p.fail(at, p.pos-at, "say what the number is, as in index "+number(value), "index "+number(value))
		return &node{}
	}
	p.space()
	n := &node{kind: compare, at: p.pos, value: value, op: turned[op]}
	spelled := p.word()
	w, known := words[strings.ToLower(spelled)]
	switch {
	case known && (w.class == wholeWord || w.class == realWord):
		n.word = w.name
	case !known && spelled != "":
		n.word = "\x00" + spelled
	default:
		p.fail(p.pos, len(spelled), "a value of the atoms is expected here, as in 2 < x", "")
		return n
	}
	n.length = len(spelled)
	p.pos += n.length
	if !p.comparing() {
		return n
	}
	second := &node{kind: compare, at: n.at, length: n.length, word: n.word}
	p.comparison(second)
	return &node{kind: and, left: n, right: second}
}

// turned are the comparisons seen from the other side.
var turned = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}

func (p *parser) comparison(n *node) {
	n.kind, n.op = compare, p.op()
	value, ok := p.number()
	if !ok {
		p.fail(p.pos, 0, "a number is expected after “"+n.op+"”", "")
	}
	n.value = value
}

// unknown is a word that is none of ours: the name of an element or of a per-atom value.
func (p *parser) unknown(spelled string) *node {
	if z := named(spelled); z != 0 {
		n := &node{kind: text, at: p.pos, length: len(spelled), word: "element", patterns: []string{elem.Symbol(z)}}
		n.elements[z] = true
		p.pos += len(spelled)
		return n
	}
	if p.follows(len(spelled)) {
		if close := nearest(spelled); close != "" {
			p.fail(p.pos, len(spelled), "“"+clip(spelled)+"” is not known", close)
			return &node{}
		}
		n := &node{at: p.pos, length: len(spelled), word: "\x00" + spelled}
		p.pos += len(spelled)
		return p.numbers(n, false)
	}
	suggestion := nearest(spelled)
	if suggestion == "" && len(spelled) <= 4 && spelled == strings.ToUpper(spelled) {
		suggestion = "resname " + spelled
	}
	p.fail(p.pos, len(spelled), "“"+clip(spelled)+"” is not a word of a selection", suggestion)
	return &node{}
}

// named returns the element with an English name, in any case; 0 for none.
func named(text string) uint8 {
	switch strings.ToLower(text) {
	case "aluminum":
		return 13
	case "cesium":
		return 55
	case "sulphur":
		return 16
	}
	for z := uint8(1); z <= elem.Max; z++ {
		if strings.EqualFold(text, elem.Name(z)) {
			return z
		}
	}
	return 0
}
