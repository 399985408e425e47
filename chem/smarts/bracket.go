package smarts

import (
	"math"

	"github.com/molsmith/molsmith/chem/elem"
)

// atomExpr is the content of brackets that is being read.
type atomExpr struct {
	start     int // offset of [
	literals  []literal
	join      join
	not       bool
	connector byte // the last connector or !, when no primitive has followed
	chirality chirality
}

// add adds a primitive with what was read before it.
func (e *atomExpr) add(l literal) {
	l.not = l.not != e.not
	l.join = e.join
	e.literals = append(e.literals, l)
	e.not, e.join, e.connector = false, joinAnd, 0
}

// openBracket reads from [ up to ] or to the pattern of a $(.
func (s *scanner) openBracket(b *builder) error {
	e := &atomExpr{start: s.at}
	s.at++
	if done, err := s.hydrogenAtom(e); err != nil || done {
		if err == nil {
			err = s.closeBracket(b, e)
		}
		return err
	}
	return s.bracket(b, e)
}

// hydrogenAtom reads [H], [2H], [H+] and the like up to ] or the colon of a map number.
func (s *scanner) hydrogenAtom(e *atomExpr) (bool, error) {
	from := s.at
	isotope, stated, err := s.number()
	if err != nil {
		return false, err
	}
	if s.peek(0) != 'H' {
		s.at = from
		return false, nil
	}
	s.at++
	var charge *literal
	if c := s.peek(0); c == '+' || c == '-' {
		l, err := s.charge()
		if err != nil {
			return false, err
		}
		charge = &l
	}
	if c := s.peek(0); c != ']' && c != ':' {
		if charge != nil {
			return false, s.fault(s.at, "expected ] after the charge of a hydrogen atom; as a count, write H1")
		}
		s.at = from
		return false, nil
	}
	e.add(bothElement(1))
	if stated {
		e.add(ofRange(propIsotope, isotope, isotope))
	}
	if charge != nil {
		e.add(*charge)
	}
	return true, nil
}

// bracket reads primitives up to ] or to the pattern of a $(.
func (s *scanner) bracket(b *builder, e *atomExpr) error {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case ']', ':':
			return s.closeBracket(b, e)
		case '!':
			e.not = !e.not
			e.connector = c
			s.at++
		case '&', ',', ';':
			if len(e.literals) == 0 || e.connector != 0 {
				return s.fault(s.at, "expected an atom primitive before %q", c)
			}
			e.connector = c
			switch c {
			case ',':
				e.join = joinOr
			case ';':
				e.join = joinLow
			}
			s.at++
		case '$':
			if s.peek(1) != '(' {
				return s.fault(s.at+1, "expected ( after $")
			}
			s.at += 2
			b.atom = e
			s.open = append(s.open, newBuilder(s.at))
			return nil
		default:
			l, err := s.primitive(e)
			if err != nil {
				return err
			}
			e.add(l)
		}
	}
	return s.fault(s.at, "expected ] to close the [ of character %d", e.start+1)
}

// closeBracket reads the map number and the ] and adds the atom.
func (s *scanner) closeBracket(b *builder, e *atomExpr) error {
	switch {
	case len(e.literals) == 0 && e.connector == 0:
		return s.fault(s.at, "expected an atom primitive: the brackets are empty")
	case e.connector != 0:
		return s.fault(s.at, "expected an atom primitive after %q", e.connector)
	}
	if s.text[s.at] == ':' {
		s.at++
		if _, ok, err := s.number(); err != nil {
			return err
		} else if !ok {
			return s.fault(s.at, "expected a map number after the colon")
		}
		if s.peek(0) != ']' {
			return s.fault(s.at, "expected ] after the map number")
		}
	}
	s.at++
	a := atom{expr: e.literals, chirality: e.chirality}
	if a.chirality != 0 && statesHydrogen(e.literals) {
		a.ligands = append(a.ligands, hydrogen)
	}
	s.addAtom(b, a)
	return nil
}

// statesHydrogen says whether the expression is a plain conjunction, as in SMILES, that
// demands one hydrogen, which then is a ligand of a stereocenter with a place among the
// others.
func statesHydrogen(expr []literal) bool {
	found := false
	for _, l := range expr {
		if l.join != joinAnd {
			return false
		}
		found = found || l.op == opMask && l.mask == hydrogenMask(1) && !l.not
	}
	return found
}

// primitive reads one primitive other than $(...).
func (s *scanner) primitive(e *atomExpr) (literal, error) {
	c := s.text[s.at]
	switch {
	case c >= '0' && c <= '9':
		return s.isotope(e)
	case c == '*':
		s.at++
		return literal{op: opTrue}, nil
	case c == '#':
		s.at++
		n, ok, err := s.number()
		if err == nil && !ok {
			err = s.fault(s.at, "expected an atomic number after #")
		}
		return bothElement(n), err
	case c == '+' || c == '-':
		return s.charge()
	case c == '@':
		return s.chiral(e)
	case c == '^':
		s.at++
		if h := s.peek(0); h < '0' || h > '5' {
			return literal{}, s.fault(s.at, "expected a hybridization from 0 to 5 after ^")
		}
		s.at++
		n := int32(s.text[s.at-1] - '0')
		return ofRange(propHybrid, n, n), nil
	}
	if l, ok := s.symbol(); ok {
		return l, nil
	}
	return s.counted(c)
}

// isotope reads a number. With the atom symbol, #n, * or H that follows it is one
// primitive, which only makes a difference after an exclamation mark.
func (s *scanner) isotope(e *atomExpr) (literal, error) {
	from := s.at
	n, _, err := s.number()
	l := ofRange(propIsotope, n, n)
	if err != nil || !e.not {
		return l, err
	}
	var next literal
	if c := s.peek(0); c == '#' || c == '*' {
		next, err = s.primitive(e)
	} else if symbol, ok := s.symbol(); ok {
		next = symbol
	} else if c == 'H' {
		next, err = s.counted(c)
	} else {
		return l, nil
	}
	switch {
	case err != nil || next.op == opTrue:
		return l, err
	case next.op == opMask:
		l.mask = next.mask
		return l, nil
	case next.prop == propElement && n <= maxIsotope && next.lo <= math.MaxUint8:
		next.prop, next.lo = propNuclide, nuclide(n, next.lo)
		next.hi = next.lo
		return next, nil
	}
	return l, s.fault(from, "expected a single primitive after !; write !$([...]) for the absence of several")
}

// maxIsotope is the largest mass number that atoms of molecules can have.
const maxIsotope = math.MaxUint16

func nuclide(isotope, element int32) int32 { return isotope<<8 | element }

// symbol reads an element symbol, A or a.
func (s *scanner) symbol() (literal, bool) {
	c, next := s.peek(0), s.peek(1)
	if next >= 'a' && next <= 'z' && c >= 'A' && c <= 'Z' {
		// [Nh] is N and h in RDKit, whose list of elements ends before nihonium.
		if z, ok := elem.Number(s.text[s.at : s.at+2]); ok && z != 113 {
			s.at += 2
			return symbolElement(z), true
		}
	}
	if c >= 'a' && c <= 'z' {
		z := uint8(0)
		switch string([]byte{c, next}) {
		case "se":
			z = 34
		case "as":
			z = 33
		case "te":
			z = 52
		case "si":
			z = 14
		}
		if z > 0 {
			s.at += 2
			return ofElement(z, true), true
		}
	}
	switch c {
	case 'A':
		s.at++
		return literal{op: opMask, mask: aliphaticMask}, true
	case 'a':
		s.at++
		return literal{op: opMask, mask: aromaticMask}, true
	case 'K', 'V', 'Y', 'W', 'U':
		z, _ := elem.Number(string(c))
		s.at++
		return symbolElement(z), true
	}
	z, arom, ok := organicElement(c)
	if ok {
		s.at++
	}
	return ofElement(z, arom), ok
}

// symbolElement is the condition of an element symbol in brackets. Those outside the
// organic subset do not say whether they are aromatic in RDKit.
func symbolElement(z uint8) literal {
	switch z {
	case 17, 35:
		return ofElement(z, false)
	}
	return bothElement(int32(z))
}

// counted reads a primitive with a number or a range.
func (s *scanner) counted(c byte) (literal, error) {
	type numbered struct {
		prop prop
		// A letter alone means 1, or at least 1.
		orMore bool
	}
	var n numbered
	switch c {
	case 'D':
		n.prop = propDegree
	case 'd':
		n.prop = propHeavy
	case 'H':
		n.prop = propHydrogens
	case 'h':
		n = numbered{propImplicit, true}
	case 'X':
		n.prop = propConnections
	case 'v':
		n.prop = propValence
	case 'R':
		n = numbered{propRings, true}
	case 'r':
		n = numbered{propSmallest, true}
	case 'k':
		n = numbered{propRings, true}
	case 'x':
		n = numbered{propRingBonds, true}
	case 'z':
		n = numbered{propHetero, true}
	case 'Z':
		n = numbered{propAliphaticHetero, true}
	default:
		return literal{}, s.fault(s.at, "expected an atom primitive or ]")
	}
	s.at++
	lo, hi, ok, err := s.amount()
	switch {
	case err != nil:
		return literal{}, err
	case !ok && n.orMore:
		return ofRange(n.prop, 1, math.MaxInt32), nil
	case !ok:
		return ofRange(n.prop, 1, 1), nil
	case c == 'k':
		return literal{op: opRing, lo: lo, hi: hi}, nil
	}
	return ofRange(n.prop, lo, hi), nil
}

// amount reads a number or a range; ok is false when there is neither. A range
// without a lower end starts below every value.
func (s *scanner) amount() (lo, hi int32, ok bool, err error) {
	if s.peek(0) != '{' {
		n, ok, err := s.number()
		return n, n, ok, err
	}
	s.at++
	lo, from, err := s.number()
	if err != nil {
		return 0, 0, false, err
	}
	if s.peek(0) != '-' {
		return 0, 0, false, s.fault(s.at, "expected - in a range such as {2-4}, {2-} or {-4}")
	}
	s.at++
	hi, to, err := s.number()
	switch {
	case err != nil:
		return 0, 0, false, err
	case !from && !to:
		return 0, 0, false, s.fault(s.at, "expected a number in the range")
	case s.peek(0) != '}':
		return 0, 0, false, s.fault(s.at, "expected } after the range")
	}
	s.at++
	if !from {
		lo = math.MinInt32
	}
	if !to {
		hi = math.MaxInt32
	}
	return lo, hi, true, nil
}

// charge reads +, ++, +2, +{1-2} and the same with -.
func (s *scanner) charge() (literal, error) {
	sign := s.text[s.at]
	from := s.at
	for s.peek(0) == sign {
		s.at++
	}
	n := int32(s.at - from)
	lo, hi := n, n
	if n == 1 {
		l, h, ok, err := s.amount()
		if err != nil {
			return literal{}, err
		}
		if ok {
			lo, hi = l, h
		}
	}
	if sign == '-' {
		lo, hi = negative(hi), negative(lo)
	}
	return ofRange(propCharge, lo, hi), nil
}

// negative is -n, where the largest number stands for the opposite of the smallest.
func negative(n int32) int32 {
	if n == math.MinInt32 {
		return math.MaxInt32
	}
	return -n
}

// chiral reads @, @@, @? and the classes @TH1 to @OH30. Only tetrahedral classes are
// compared; the others say nothing, as in RDKit.
func (s *scanner) chiral(e *atomExpr) (literal, error) {
	s.at++
	tag := counterclockwise
	if s.peek(0) == '@' {
		tag = clockwise
		s.at++
	} else if class := s.peekClass(); class != "" {
		s.at += 2
		at := s.at
		n, ok, err := s.number()
		if err != nil {
			return literal{}, err
		}
		largest := map[string]int32{"TH": 2, "AL": 2, "SP": 3, "TB": 20, "OH": 30}[class]
		if ok && (n < 1 || n > largest) {
			return literal{}, s.fault(at, "expected a number from 1 to %d after @%s", largest, class)
		}
		switch {
		case class != "TH":
			tag = 0
		case n == 2:
			tag = clockwise
		}
	}
	if s.peek(0) == '?' {
		s.at++
		if tag != 0 {
			tag |= orUnspecified
		}
	}
	if !e.not && e.chirality == 0 {
		e.chirality = tag
	}
	return literal{op: opTrue}, nil
}

// peekClass returns the chirality class at the scanner's position, "" for none.
func (s *scanner) peekClass() string {
	if s.at+2 <= len(s.text) {
		switch class := s.text[s.at : s.at+2]; class {
		case "TH", "AL", "SP", "TB", "OH":
			return class
		}
	}
	return ""
}
