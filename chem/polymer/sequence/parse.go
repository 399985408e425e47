package sequence

import "fmt"

// group is an open parenthesis: the units before it, and its place in the text.
type group struct{ start, offset int }

// parser reads a text from left to right.
type parser struct {
	text  string
	at    int
	kinds int
	limit int
	units []int
	open  []group
}

// Parse reads a sequence of at most limit units of some kinds, the letters from A. The
// error is an *Error.
func Parse(text string, kinds, limit int) ([]int, error) {
	if len(text) > MaxBytes {
		return nil, &Error{MaxBytes, fmt.Sprintf("the text is longer than %d characters", MaxBytes)}
	}
	p := parser{text: text, kinds: kinds, limit: limit}
	for p.skip(); p.at < len(text); p.skip() {
		if err := p.item(); err != nil {
			return nil, err
		}
	}
	switch {
	case len(p.open) > 0:
		return nil, &Error{p.open[len(p.open)-1].offset, "this parenthesis is not closed"}
	case len(p.units) == 0:
		return nil, &Error{len(text), "expected a letter, such as A10B5"}
	}
	return p.units, nil
}

// skip passes over what separates items.
func (p *parser) skip() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\n', '\r', '-', ',', '.':
			p.at++
		default:
			return
		}
	}
}

// item reads a letter, or one end of a group.
func (p *parser) item() error {
	at := p.at
	c := p.text[at]
	p.at++
	switch {
	case c >= 'A' && c <= 'Z':
		kind := int(c - 'A')
		if kind >= p.kinds {
			return &Error{at, p.missing(c)}
		}
		if len(p.units) == p.limit {
			return p.tooLong(at)
		}
		p.units = append(p.units, kind)
		return p.repeat(len(p.units)-1, at)
	case c == '(':
		if len(p.open) == MaxDepth {
			return &Error{at, fmt.Sprintf("more than %d parentheses inside each other", MaxDepth)}
		}
		p.open = append(p.open, group{len(p.units), at})
		return nil
	case c == ')':
		if len(p.open) == 0 {
			return &Error{at, "this parenthesis was not opened"}
		}
		last := p.open[len(p.open)-1]
		p.open = p.open[:len(p.open)-1]
		if last.start == len(p.units) {
			return &Error{last.offset, "there is nothing in these parentheses"}
		}
		return p.repeat(last.start, last.offset)
	case c >= '0' && c <= '9':
		return &Error{at, "a count stands behind a letter or a closing parenthesis"}
	case c >= 'a' && c <= 'z':
		return &Error{at, fmt.Sprintf("monomers are capital letters: %c", c-'a'+'A')}
	}
	return &Error{at, "expected a letter, a count or a parenthesis"}
}

// missing says which letters there are.
func (p *parser) missing(c byte) string {
	if p.kinds == 1 {
		return fmt.Sprintf("there is no monomer %c; A is the only one", c)
	}
	return fmt.Sprintf("there is no monomer %c; the last one is %c", c, 'A'+p.kinds-1)
}

func (p *parser) tooLong(at int) error {
	return &Error{at, fmt.Sprintf("the chain has more than %d units", p.limit)}
}

// repeat reads a count, if there is one, and repeats the units from start on.
func (p *parser) repeat(start, offset int) error {
	at, n := p.at, 0
	for ; p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9'; p.at++ {
		n = min(n*10+int(p.text[p.at]-'0'), p.limit+1)
	}
	switch {
	case p.at == at:
		return nil
	case n == 0:
		return &Error{at, "a count is at least 1"}
	}
	size := len(p.units) - start
	if (n-1)*size > p.limit-len(p.units) {
		return p.tooLong(offset)
	}
	for range n - 1 {
		p.units = append(p.units, p.units[start:start+size]...)
	}
	return nil
}
