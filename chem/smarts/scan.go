package smarts

import (
	"fmt"
	"strings"
)

// scanner reads one SMARTS. Patterns inside $(...) are kept on a stack of their own,
// so that no text makes it call itself.
type scanner struct {
	text  string
	at    int
	open  []*builder // the pattern being read is the last one
	subs  []*pattern
	known map[string]int32 // text of a sub-pattern to its index in subs
}

// maxShared is the length up to which equal sub-patterns are made one. Comparing longer
// ones would take quadratic time when they are nested.
const maxShared = 200

// builder is a pattern that is being read.
type builder struct {
	pattern  *pattern
	start    int     // offset of its first character
	last     int32   // atom that the next bond starts at; -1: none
	branches []place // atoms at which branches are open
	rings    map[int]openRing
	closed   map[[2]int32]bool // pairs of atoms bonded by ring closures
	chains   []int32           // per atom: the atom before it in the chain; -1: none

	bonded bool // a bond is stated and waits for its atom
	kinds  kinds
	mark   mark
	bondAt int

	groups     int32
	group      int32 // open piece in parentheses; 0: none
	groupAt    int
	groupEnded bool // only a dot may follow
	fresh      bool // the last thing was the ( of a branch

	atom *atomExpr // the brackets around the $(...) that is being read
}

type place struct {
	atom int32
	at   int
}

// openRing is a ring closure that waits for its second half.
type openRing struct {
	atom   int32
	ligand int // place in the atom's ligands
	stated bool
	kinds  kinds
	mark   mark
	at     int
}

func (s *scanner) fault(at int, format string, args ...any) error {
	return &ParseError{at, fmt.Sprintf(format, args...)}
}

// peek returns the byte n places on, 0 behind the end.
func (s *scanner) peek(n int) byte {
	if s.at+n < len(s.text) {
		return s.text[s.at+n]
	}
	return 0
}

func newBuilder(start int) *builder {
	return &builder{pattern: &pattern{}, start: start, last: -1}
}

func parse(text string) (*Query, error) {
	if len(text) > MaxBytes {
		return nil, &ParseError{MaxBytes, fmt.Sprintf("the SMARTS has %d bytes; the limit is %d", len(text), MaxBytes)}
	}
	s := &scanner{text: text, known: map[string]int32{}}
	for blank(s.peek(0)) {
		s.at++
	}
	s.open = append(s.open, newBuilder(s.at))
	if err := s.smarts(); err != nil {
		return nil, err
	}
	return &Query{text: text, top: s.open[0].pattern, subs: s.subs}, nil
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// smarts reads the whole text.
func (s *scanner) smarts() error {
	for s.at < len(s.text) && !(blank(s.text[s.at]) && len(s.open) == 1) {
		b := s.open[len(s.open)-1]
		var err error
		if c := s.text[s.at]; b.groupEnded && c != '.' && !(c == ')' && len(s.open) > 1) {
			return s.fault(s.at, "expected . or the end after a component in parentheses")
		} else if c == '[' {
			err = s.openBracket(b)
		} else if c == '(' {
			err = s.openParenthesis(b)
		} else if c == ')' {
			err = s.closeParenthesis(b)
		} else if c == '.' {
			if err = s.endChain(b, "."); err == nil {
				b.last, b.groupEnded = -1, false
				s.at++
			}
		} else if strings.IndexByte("-=#$:~@/\\!&,;<", c) >= 0 {
			err = s.bond(b)
		} else if c >= '0' && c <= '9' || c == '%' {
			err = s.ring(b)
		} else {
			err = s.organic(b)
		}
		if err != nil {
			return err
		}
	}
	if len(s.open) > 1 {
		b := s.open[len(s.open)-1]
		if s.at < len(s.text) {
			return s.fault(s.at, "expected an atom, a bond or ) inside $(")
		}
		return s.fault(s.at, "expected ) to close the $( of character %d", b.start-1)
	}
	b := s.open[0]
	if len(b.branches) > 0 {
		return s.fault(s.at, "expected ) to close the ( of character %d", b.branches[len(b.branches)-1].at+1)
	}
	if b.group > 0 {
		return s.fault(s.at, "expected ) to close the ( of character %d", b.groupAt+1)
	}
	if err := s.endPattern(b); err != nil {
		return err
	}
	if name := strings.TrimLeft(s.text[s.at:], " \t\r\n"); strings.HasPrefix(name, "|") {
		return s.fault(len(s.text)-len(name), "extensions (|...|) are not read; expected a name or the end")
	}
	return nil
}

// endChain checks that nothing is missing before what follows.
func (s *scanner) endChain(b *builder, what string) error {
	switch {
	case b.bonded:
		return s.fault(s.at, "expected an atom after the bond, got %s", what)
	case b.fresh:
		return s.fault(s.at, "expected an atom or a bond at the start of a branch, got %s", what)
	case b.last < 0 && !b.groupEnded:
		return s.fault(s.at, "expected an atom, got %s", what)
	}
	return nil
}

// endPattern checks that a pattern is complete.
func (s *scanner) endPattern(b *builder) error {
	what := "the end"
	if len(s.open) > 1 {
		what = ")"
	}
	if err := s.endChain(b, what); err != nil {
		return err
	}
	first, number := len(s.text), -1
	for n, r := range b.rings {
		if r.at < first {
			first, number = r.at, n
		}
	}
	if number >= 0 {
		return s.fault(first, "ring closure %d is never closed", number)
	}
	return nil
}

func (s *scanner) openParenthesis(b *builder) error {
	switch {
	case b.bonded:
		return s.fault(s.at, "expected an atom after the bond; a branch's bond stands inside it")
	case b.fresh:
		return s.fault(s.at, "expected an atom or a bond at the start of a branch")
	case b.last >= 0:
		b.branches = append(b.branches, place{b.last, s.at})
		b.fresh = true
	case b.group > 0 || len(b.branches) > 0:
		return s.fault(s.at, "expected an atom, got (")
	default:
		b.groups++
		b.pattern.grouped = b.groups
		b.group, b.groupAt = b.groups, s.at
	}
	s.at++
	return nil
}

func (s *scanner) closeParenthesis(b *builder) error {
	if b.fresh {
		return s.fault(s.at, "expected an atom: the branch is empty")
	}
	if n := len(b.branches); n > 0 {
		if err := s.endChain(b, ")"); err != nil {
			return err
		}
		b.last = b.branches[n-1].atom
		b.branches = b.branches[:n-1]
		s.at++
		return nil
	}
	if b.group > 0 {
		if err := s.endChain(b, ")"); err != nil {
			return err
		}
		b.group, b.groupEnded, b.last = 0, true, -1
		s.at++
		return nil
	}
	if len(s.open) == 1 {
		return s.fault(s.at, "no ( is open")
	}
	if err := s.endPattern(b); err != nil {
		return err
	}
	text := s.text[b.start:s.at]
	s.at++
	s.open = s.open[:len(s.open)-1]
	return s.endSub(b, text)
}

// endSub makes the pattern that has been read a primitive of the brackets it stands in.
func (s *scanner) endSub(b *builder, text string) error {
	outer := s.open[len(s.open)-1]
	i, ok := int32(0), false
	if len(text) <= maxShared {
		i, ok = s.known[text]
	}
	if !ok {
		i = int32(len(s.subs))
		s.subs = append(s.subs, b.pattern)
		if len(text) <= maxShared {
			s.known[text] = i
		}
	}
	outer.pattern.depth = max(outer.pattern.depth, s.subs[i].depth+1)
	e := outer.atom
	outer.atom = nil
	if s.peek(0) == '_' { // RDKit's label of a sub-pattern
		s.at++
		if _, ok, err := s.number(); err != nil || !ok {
			return s.fault(s.at, "expected a number after _")
		}
	}
	e.add(literal{op: opSub, sub: i})
	return s.bracket(outer, e)
}

// organic reads an atom without brackets.
func (s *scanner) organic(b *builder) error {
	c := s.text[s.at]
	var l literal
	width := 1
	switch {
	case c == 'C' && s.peek(1) == 'l':
		l, width = ofElement(17, false), 2
	case c == 'B' && s.peek(1) == 'r':
		l, width = ofElement(35, false), 2
	case c == '*':
		l = literal{op: opTrue}
	case c == 'a':
		l = literal{op: opMask, mask: aromaticMask}
	case c == 'A':
		l = literal{op: opMask, mask: aliphaticMask}
	case c == '>':
		return s.fault(s.at, "reaction patterns are not read; expected an atom, a bond, a branch or the end")
	default:
		z, arom, ok := organicElement(c)
		if !ok {
			return s.fault(s.at, "expected an atom, a bond, a ring closure or a branch; other elements stand in brackets")
		}
		l = ofElement(z, arom)
	}
	s.at += width
	s.addAtom(b, atom{expr: []literal{l}})
	return nil
}

func organicElement(c byte) (z uint8, arom, ok bool) {
	switch c {
	case 'B', 'b':
		z = 5
	case 'C', 'c':
		z = 6
	case 'N', 'n':
		z = 7
	case 'O', 'o':
		z = 8
	case 'P', 'p':
		z = 15
	case 'S', 's':
		z = 16
	case 'F':
		z = 9
	case 'I':
		z = 53
	}
	return z, c >= 'a', z > 0
}

// addAtom adds an atom to the chain.
func (s *scanner) addAtom(b *builder, a atom) {
	i := int32(len(b.pattern.atoms))
	a.group = b.group
	if b.last >= 0 {
		k, m := singleOrAromatic, markMissing
		if b.bonded {
			k, m = b.kinds, b.mark
		}
		b.pattern.bonds = append(b.pattern.bonds, bond{b.last, i, k, m})
		before := &b.pattern.atoms[b.last]
		before.ligands = append(before.ligands, i)
		// What comes before the atom is its first ligand, then a stated hydrogen.
		a.ligands = append([]int32{b.last}, a.ligands...)
	}
	b.chains = append(b.chains, b.last)
	b.pattern.atoms = append(b.pattern.atoms, a)
	b.last, b.bonded, b.fresh = i, false, false
}

// bond reads a bond that an atom or a ring closure follows.
func (s *scanner) bond(b *builder) error {
	if b.last < 0 {
		return s.fault(s.at, "expected an atom before the bond")
	}
	b.bondAt = s.at
	k, m, err := s.bondExpr()
	b.bonded, b.kinds, b.mark, b.fresh = true, k, m, false
	if err == nil && len(b.branches) > 0 && b.branches[len(b.branches)-1].at+1 == b.bondAt {
		if c := s.peek(0); c >= '0' && c <= '9' || c == '%' {
			return s.fault(s.at, "expected an atom: a branch cannot start with a ring closure")
		}
	}
	return err
}

// ring reads one half of a ring closure.
func (s *scanner) ring(b *builder) error {
	at := s.at
	switch {
	case b.last < 0:
		return s.fault(at, "expected an atom before the ring closure")
	case b.fresh:
		return s.fault(at, "expected an atom: a branch cannot start with a ring closure")
	}
	n, err := s.ringNumber()
	if err != nil {
		return err
	}
	here := &b.pattern.atoms[b.last]
	here.rings++
	first, ok := b.rings[n]
	if !ok {
		if b.rings == nil {
			b.rings = map[int]openRing{}
		}
		r := openRing{atom: b.last, ligand: len(here.ligands), stated: b.bonded, at: at}
		if b.bonded {
			r.kinds, r.mark = b.kinds, b.mark
		}
		b.rings[n] = r
		here.ligands = append(here.ligands, 0) // known when the ring closes
		b.bonded = false
		return nil
	}
	delete(b.rings, n)
	if first.atom == b.last {
		return s.fault(at, "ring closure %d joins the atom to itself", n)
	}
	pair := [2]int32{min(first.atom, b.last), max(first.atom, b.last)}
	if b.closed[pair] || b.chains[pair[1]] == pair[0] {
		return s.fault(at, "ring closure %d joins two atoms that are bonded already", n)
	}
	if b.closed == nil {
		b.closed = map[[2]int32]bool{}
	}
	b.closed[pair] = true
	joined := bond{first.atom, b.last, singleOrAromatic, markMissing}
	switch {
	case first.stated && b.bonded && b.kinds.turned() != first.kinds:
		return s.fault(b.bondAt, "ring closure %d was opened at character %d with another bond", n, first.at+1)
	case first.stated:
		joined.kinds, joined.mark = first.kinds, first.mark
	case b.bonded:
		joined.kinds, joined.mark = b.kinds.turned(), b.mark.turned()
	}
	if joined.mark == markMissing && b.bonded {
		joined.mark = b.mark.turned()
	}
	b.pattern.bonds = append(b.pattern.bonds, joined)
	b.pattern.atoms[first.atom].ligands[first.ligand] = b.last
	here.ligands = append(here.ligands, first.atom)
	b.bonded = false
	return nil
}

// ringNumber reads 1, %12 or %(12345).
func (s *scanner) ringNumber() (int, error) {
	if s.text[s.at] != '%' {
		s.at++
		return int(s.text[s.at-1] - '0'), nil
	}
	from, digits := s.at+1, 2
	if s.peek(1) == '(' {
		from, digits = s.at+2, 5
	}
	n, i := 0, from
	for i < len(s.text) && i < from+digits && s.text[i] >= '0' && s.text[i] <= '9' {
		n = 10*n + int(s.text[i]-'0')
		i++
	}
	switch {
	case digits == 2 && i < from+2:
		return 0, s.fault(i, "expected two digits after %%")
	case digits == 5 && i == from:
		return 0, s.fault(i, "expected a ring number of up to five digits")
	case digits == 5 && (i == len(s.text) || s.text[i] != ')'):
		return 0, s.fault(i, "expected ) after a ring number of up to five digits")
	case digits == 5:
		i++
	}
	s.at = i
	return n, nil
}

// number reads digits; ok is false when there are none.
func (s *scanner) number() (n int32, ok bool, err error) {
	from := s.at
	v := 0
	for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		if v = 10*v + int(s.text[s.at]-'0'); v > maxNumber {
			return 0, false, s.fault(from, "the number is larger than %d", maxNumber)
		}
		s.at++
	}
	return int32(v), s.at > from, nil
}
