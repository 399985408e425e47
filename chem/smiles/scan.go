package smiles

import (
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/mol"
)

// sink receives what the scanner reads, in the order of the text. An error of the
// sink ends the scan.
type sink interface {
	atom(a *atom) // valid during the call
	ring(number int, b bond, at int) *ParseError
	branch()          // one starts at the last atom
	back()            // to the atom the branch started at
	dot()             // no bond to the next atom
	end() *ParseError // no more text
	bond(b bond)      // how the next atom is joined
	name(name string) // what follows the first blank
}

// atom is one atom as it stands in the text.
type atom struct {
	mol.Atom
	class       mol.Class // 0: none; Tetrahedral also for a plain @, whatever the neighbors
	plain       bool      // @ or @@ without a class
	permutation uint8
	at          int // byte of its first character
}

// bond is a bond symbol; order 0 stands for none.
type bond struct {
	order     mol.Order
	direction mol.BondStereo
	backward  bool // <-
	at        int
}

type scanner struct {
	text string
	pos  int
	to   sink
	open []int // bytes of the parentheses that are open
	read atom  // the atom that is being read
	room [16]int
}

func newScanner(text string, to sink) *scanner {
	s := &scanner{text: text, to: to}
	s.open = s.room[:0]
	return s
}

func fail(at int, format string, args ...any) *ParseError {
	return &ParseError{at, fmt.Sprintf(format, args...)}
}

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte { return s.ahead(0) }

func (s *scanner) ahead(n int) byte {
	if s.pos+n < len(s.text) {
		return s.text[s.pos+n]
	}
	return 0
}

// got consumes c when it comes next.
func (s *scanner) got(c byte) bool {
	if s.pos < len(s.text) && s.text[s.pos] == c {
		s.pos++
		return true
	}
	return false
}

// number reads up to most digits; n is how many there were. Longer ones are left.
func (s *scanner) number(most int) (value, n int) {
	for n < most && s.peek() >= '0' && s.peek() <= '9' {
		value = 10*value + int(s.peek()-'0')
		s.pos++
		n++
	}
	return value, n
}

// unexpected words a refusal of what stands at the position.
func (s *scanner) unexpected(want string) *ParseError {
	switch c := s.peek(); {
	case s.pos >= len(s.text):
		return fail(s.pos, "the text ends; expected %s", want)
	case c == '>':
		return fail(s.pos, "reactions (>) are not read; give one molecule")
	case isBlank(c):
		return fail(s.pos, "a blank; expected %s", want)
	case c >= 0x80:
		r := []rune(s.text[s.pos:min(len(s.text), s.pos+4)])[0]
		return fail(s.pos, "%q is not an ASCII character; expected %s", r, want)
	default:
		return fail(s.pos, "%q; expected %s", c, want)
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// smiles reads the whole text.
func (s *scanner) smiles() error {
	if len(s.text) > MaxBytes {
		return fail(MaxBytes, "the text has %d bytes; the limit is %d", len(s.text), MaxBytes)
	}
	for isBlank(s.peek()) {
		s.pos++
	}
	if s.pos == len(s.text) {
		return fail(s.pos, "the text is empty; expected an atom")
	}
	if err := s.chain(); err != nil {
		return err
	}
	if err := s.name(); err != nil {
		return err
	}
	if err := s.to.end(); err != nil {
		return err
	}
	return nil
}

const (
	wantAtom = "an atom"
	wantMore = "an atom, a bond, a ring number, a branch or a dot"
)

// chain reads atoms, bonds, rings and branches up to a blank or the end. Branches
// need no recursion: the sink keeps the atoms they start at.
func (s *scanner) chain() *ParseError {
	if err := s.mustAtom(); err != nil {
		return err
	}
	for s.pos < len(s.text) && !isBlank(s.peek()) {
		if err := s.step(); err != nil {
			return err
		}
	}
	if len(s.open) > 0 {
		return fail(s.open[len(s.open)-1], "this branch is not closed; expected ')' before the end")
	}
	return nil
}

// step reads what may follow an atom, a ring number or a branch.
func (s *scanner) step() *ParseError {
	switch c := s.peek(); {
	case c == '(':
		s.open = append(s.open, s.pos)
		s.pos++
		s.to.branch()
		if s.got('.') {
			s.to.dot()
			return s.mustAtom()
		}
		s.to.bond(s.bond())
		return s.mustAtom()
	case c == ')':
		if len(s.open) == 0 {
			return fail(s.pos, "')' closes no branch")
		}
		s.open = s.open[:len(s.open)-1]
		s.pos++
		s.to.back()
		return nil
	case c == '.':
		s.pos++
		s.to.dot()
		return s.mustAtom()
	}
	b := s.bond()
	if c := s.peek(); c >= '0' && c <= '9' || c == '%' {
		at := s.pos
		number, err := s.ring()
		if err != nil {
			return err
		}
		return s.to.ring(number, b, at)
	}
	s.to.bond(b)
	if b.order != 0 {
		return s.mustAtomOr("an atom or a ring number")
	}
	return s.mustAtomOr(wantMore)
}

func (s *scanner) bond() bond {
	b := bond{at: s.pos}
	switch s.peek() {
	case '-':
		b.order = mol.Single
		if s.ahead(1) == '>' {
			b.order = mol.Dative
			s.pos++
		}
	case '<':
		if s.ahead(1) != '-' {
			return b
		}
		b.order, b.backward = mol.Dative, true
		s.pos++
	case '=':
		b.order = mol.Double
	case '#':
		b.order = mol.Triple
	case '$':
		b.order = mol.Quadruple
	case ':':
		b.order = mol.Aromatic
	case '~':
		b.order = mol.Any
	case '/':
		b.order, b.direction = mol.Single, mol.Rising
	case '\\':
		b.order, b.direction = mol.Single, mol.Falling
		if s.ahead(1) == '\\' {
			s.pos++ // escaped for a string constant, as some files have it
		}
	default:
		return b
	}
	s.pos++
	return b
}

func (s *scanner) ring() (int, *ParseError) {
	start := s.pos
	if !s.got('%') {
		n, _ := s.number(1)
		return n, nil
	}
	if s.got('(') {
		n, digits := s.number(5)
		if digits == 0 || s.peek() != ')' {
			return 0, s.unexpected("one to five digits and ')' of the ring number")
		}
		s.pos++
		return n, nil
	}
	n, digits := s.number(2)
	if digits < 2 {
		if s.pos == len(s.text) {
			return 0, fail(start, "the text ends after %q; expected two digits or '(' of the ring number", s.text[start:])
		}
		return 0, s.unexpected("two digits or '(' of the ring number")
	}
	return n, nil
}

func (s *scanner) mustAtom() *ParseError { return s.mustAtomOr(wantAtom) }

func (s *scanner) mustAtomOr(want string) *ParseError {
	if s.peek() == '[' {
		return s.bracket()
	}
	a := &s.read
	*a = atom{at: s.pos}
	c := s.peek()
	switch {
	case c == '*':
	case c == 'C' && s.ahead(1) == 'l':
		a.Element = 17
		s.pos++
	case c == 'B' && s.ahead(1) == 'r':
		a.Element = 35
		s.pos++
	case organic[c] != 0:
		a.Element = organic[c]
		a.Aromatic = c >= 'a'
	case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
		return fail(s.pos, "%q is no atom outside brackets; expected %s", c, want)
	default:
		return s.unexpected(want)
	}
	s.pos++
	s.to.atom(a)
	return nil
}

// organic holds the elements that need no brackets, lower case for aromatic ones.
var organic = [256]uint8{
	'B': 5, 'C': 6, 'N': 7, 'O': 8, 'P': 15, 'S': 16, 'F': 9, 'I': 53,
	'b': 5, 'c': 6, 'n': 7, 'o': 8, 'p': 15, 's': 16,
}

// name reads what follows the first blank.
func (s *scanner) name() *ParseError {
	for isBlank(s.peek()) {
		s.pos++
	}
	if s.peek() == '|' {
		return fail(s.pos, "the extension |…| of CXSMILES is not read; leave it out")
	}
	s.to.name(strings.TrimRight(s.text[s.pos:], " \t\r\n"))
	return nil
}
