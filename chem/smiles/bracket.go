package smiles

import (
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
)

// bracket reads an atom in brackets.
func (s *scanner) bracket() *ParseError {
	a := &s.read
	*a = atom{at: s.pos}
	a.NoImplicit = true
	s.pos++
	if err := s.isotope(a); err != nil {
		return err
	}
	if err := s.symbol(a); err != nil {
		return err
	}
	if err := s.chirality(a); err != nil {
		return err
	}
	if err := s.hcount(a); err != nil {
		return err
	}
	if err := s.charge(a); err != nil {
		return err
	}
	if err := s.class(a); err != nil {
		return err
	}
	if !s.got(']') {
		if s.pos == len(s.text) {
			return fail(a.at, "this bracket is not closed; expected ']' before the end")
		}
		return s.unexpected("']'; in brackets come isotope, symbol, chirality, hydrogens, charge and :map in this order")
	}
	s.to.atom(a)
	return nil
}

func (s *scanner) isotope(a *atom) *ParseError {
	start := s.pos
	value, n := s.number(4)
	if n > 0 && value > maxIsotope || n == 4 {
		return fail(start, "the isotope is out of range; the limit is %d", maxIsotope)
	}
	a.Isotope = uint16(value)
	return nil
}

// symbol reads an element symbol, an aromatic one, a wildcard or # and a number.
func (s *scanner) symbol(a *atom) *ParseError {
	start := s.pos
	first, second := s.peek(), s.ahead(1)
	switch {
	case first == '*':
		s.pos++
		return nil
	case first == '#':
		s.pos++
		value, n := s.number(3)
		if n == 0 || value == 0 || value > elem.Max {
			return fail(start, "expected an atomic number from 1 to %d after '#'", elem.Max)
		}
		a.Element = uint8(value)
		return nil
	case first >= 'a' && first <= 'z':
		return s.aromaticSymbol(a)
	case first < 'A' || first > 'Z':
		if s.pos == len(s.text) {
			return fail(a.at, "this bracket is not closed; expected an element symbol and ']'")
		}
		return s.unexpected("an element symbol")
	}
	if first == 'U' && second == 'u' {
		for _, old := range oldSymbols {
			if strings.HasPrefix(s.text[s.pos:], old.symbol) {
				a.Element = old.z
				s.pos += 3
				return nil
			}
		}
	}
	if second >= 'a' && second <= 'z' {
		if z, ok := elem.Number(s.text[s.pos : s.pos+2]); ok {
			a.Element = z
			s.pos += 2
			return nil
		}
	}
	z, ok := elem.Number(s.text[s.pos : s.pos+1])
	if !ok {
		return fail(start, "%q is no element symbol", s.text[s.pos:s.pos+1])
	}
	a.Element = z
	s.pos++
	return nil
}

// oldSymbols are systematic names that are still met for named elements.
var oldSymbols = []struct {
	symbol string
	z      uint8
}{{"Uut", 113}, {"Uup", 115}}

func (s *scanner) aromaticSymbol(a *atom) *ParseError {
	a.Aromatic = true
	two := [2]byte{s.peek(), s.ahead(1)}
	for i := range aromaticPairs {
		if pair := &aromaticPairs[i]; pair.symbol == two {
			a.Element = pair.z
			s.pos += 2
			return nil
		}
	}
	if a.Element = organic[two[0]]; a.Element == 0 {
		return fail(s.pos, "%q is no aromatic symbol; expected b, c, n, o, p, s, se, as, te or si", s.peek())
	}
	s.pos++
	return nil
}

// aromaticPairs are the aromatic symbols of two letters.
var aromaticPairs = [...]struct {
	symbol [2]byte
	z      uint8
}{{[2]byte{'s', 'e'}, 34}, {[2]byte{'a', 's'}, 33}, {[2]byte{'t', 'e'}, 52}, {[2]byte{'s', 'i'}, 14}}

// chirality reads @, @@ and the classes @TH, @AL, @SP, @TB and @OH with a number.
func (s *scanner) chirality(a *atom) *ParseError {
	start := s.pos
	if !s.got('@') {
		return nil
	}
	a.class, a.permutation = mol.Tetrahedral, 1
	if s.got('@') {
		a.permutation, a.plain = 2, true
		return nil
	}
	if len(s.text)-s.pos < 2 || classOf(s.text[s.pos:s.pos+2]) == 0 {
		a.plain = true
		return nil
	}
	name := s.text[s.pos : s.pos+2]
	a.class = classOf(name)
	s.pos += 2
	value, n := s.number(2)
	if n == 0 {
		return nil // a class alone means its first permutation
	}
	if most := a.class.Permutations(); value < 1 || value > most {
		return fail(start, "@%s%d: the permutations of @%s are 1 to %d", name, value, name, most)
	}
	a.permutation = uint8(value)
	return nil
}

func classOf(name string) mol.Class {
	switch name {
	case "TH":
		return mol.Tetrahedral
	case "AL":
		return mol.Allene
	case "SP":
		return mol.SquarePlanar
	case "TB":
		return mol.TrigonalBipyramidal
	case "OH":
		return mol.Octahedral
	}
	return 0
}

func (s *scanner) hcount(a *atom) *ParseError {
	start := s.pos
	if !s.got('H') {
		return nil
	}
	value, n := s.number(3)
	if n == 0 {
		value = 1
	}
	if value > maxHCount {
		return fail(start, "the number of hydrogens is out of range; the limit is %d", maxHCount)
	}
	a.Hydrogens = uint8(value)
	return nil
}

// charge reads a sign with a number, one sign or two equal signs.
func (s *scanner) charge(a *atom) *ParseError {
	start := s.pos
	sign := s.peek()
	if sign != '+' && sign != '-' {
		return nil
	}
	s.pos++
	value, n := s.number(3)
	switch {
	case n == 0 && s.got(sign):
		value = 2
	case n == 0:
		value = 1
	}
	if value > maxCharge {
		return fail(start, "the charge is out of range; the limit is %d", maxCharge)
	}
	if sign == '-' {
		value = -value
	}
	a.Charge = int8(value)
	return nil
}

// class reads an atom map number.
func (s *scanner) class(a *atom) *ParseError {
	start := s.pos
	if !s.got(':') {
		return nil
	}
	value, n := s.number(10)
	if n == 0 {
		return s.unexpected("the atom map number")
	}
	if value > maxMap {
		return fail(start, "the atom map number is out of range; the limit is %d", maxMap)
	}
	a.Map = value
	return nil
}
