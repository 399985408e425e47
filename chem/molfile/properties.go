package molfile

import (
	"bytes"
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
)

// properties reads the lines between the bonds and M  END.
func (r *reader) properties() error {
	var ignored []string
	ignore := func(tag string) {
		if !slices.Contains(ignored, tag) && len(ignored) < 8 {
			ignored = append(ignored, tag)
		}
	}
	for range maxProperties {
		line, ok := r.next()
		if !ok || bytes.HasPrefix(line, []byte("$$$$")) || bytes.HasPrefix(line, []byte(">")) {
			r.rec.Truncated = true
			r.warn("M  END is missing: the block may be cut, and charges or isotopes may be missing")
			r.reportIgnored(ignored)
			return nil
		}
		if len(line) > maxLine {
			return r.errorf(0, "the line is longer than %d characters", maxLine)
		}
		line = r.propertyLine(bytes.TrimRight(line, " \t"))
		switch {
		case isEnd(line):
			r.reportIgnored(ignored)
			return nil
		case len(line) == 0:
		case bytes.HasPrefix(line, []byte("M  CHG")):
			r.chargeLines = true
			if err := r.atomPairs(line, "charge", -15, 15, func(a *mol.Atom, v int) { a.Charge = int8(v) }); err != nil {
				return err
			}
		case bytes.HasPrefix(line, []byte("M  RAD")):
			r.chargeLines = true
			if err := r.atomPairs(line, "radical", 0, 3, func(a *mol.Atom, v int) { a.Radical = mol.Radical(v) }); err != nil {
				return err
			}
		case bytes.HasPrefix(line, []byte("M  ISO")):
			r.isotopeLines = true
			if err := r.atomPairs(line, "mass number", 0, 999, func(a *mol.Atom, v int) { a.Isotope = uint16(v) }); err != nil {
				return err
			}
		case bytes.HasPrefix(line, []byte("M  ZBO")):
			if err := r.pairs(line, "bond", "order", r.bonds, 0, 0, func(k, _ int) { r.rec.Mol.Bonds[k].Order = mol.Any }); err != nil {
				return err
			}
		case bytes.HasPrefix(line, []byte("M  ZCH")):
			if err := r.pairs(line, "atom", "charge", r.atoms, -15, 15, func(i, v int) { put(&r.zeroCharges, i, v) }); err != nil {
				return err
			}
		case bytes.HasPrefix(line, []byte("M  HYD")):
			if err := r.pairs(line, "atom", "hydrogen count", r.atoms, 0, 14, func(i, v int) { put(&r.zeroHydrogen, i, v) }); err != nil {
				return err
			}
		case bytes.HasPrefix(line, []byte("M  SDT")) && altersStructure(columns(line, 11, 41)):
			return r.errorf(12, "the data group %s changes the structure in a way that is not supported", excerpt(columns(line, 11, 41)))
		case bytes.HasPrefix(line, []byte("M  ALS")), bytes.HasPrefix(line, []byte("M  RGP")), bytes.HasPrefix(line, []byte("M  LOG")), bytes.HasPrefix(line, []byte("M  MRV SMA")):
			return r.queryf(0, "the block is a query or a generic structure (%s); a structure needs definite atoms", line[:6])
		case bytes.HasPrefix(line, []byte("A  ")), bytes.HasPrefix(line, []byte("G  ")):
			ignore(string(line[:1]) + " (atom label)")
			r.next() // its text stands on the line below
		case bytes.HasPrefix(line, []byte("S  SKP")):
			n, ok := integer(columns(line, 6, 9))
			if !ok || n < 0 || n > maxProperties {
				return r.errorf(7, "expected the number of lines to skip, found %s", excerpt(columns(line, 6, 9)))
			}
			for range n {
				if skipped, ok := r.next(); !ok || bytes.HasPrefix(skipped, []byte("$$$$")) {
					return r.errorf(0, "the record ends inside the %d lines that S  SKP skips", n)
				}
			}
			ignore("S  SKP")
		case bytes.HasPrefix(line, []byte("V  ")):
			ignore("V (atom value)")
		case bytes.HasPrefix(line, []byte("M  ")) && len(line) >= 6:
			ignore(text(line[:6]))
		default:
			ignore("unknown lines")
		}
	}
	return r.errorf(0, "more than %d property lines follow the bonds", maxProperties)
}

// propertyLine sets two blanks behind the M of a property line that has a tab or another
// number of blanks there: charges must not get lost among unknown lines.
func (r *reader) propertyLine(line []byte) []byte {
	if len(line) < 3 || line[0] != 'M' || !blank(line[1]) {
		return line
	}
	rest := bytes.TrimLeft(line[1:], " \t")
	if bytes.HasPrefix(line, []byte("M  ")) && len(rest) == len(line)-3 {
		return line
	}
	if !isEnd(line) {
		r.outOfPlace()
	}
	return append([]byte("M  "), rest...)
}

func (r *reader) reportIgnored(tags []string) {
	if len(tags) > 0 {
		r.warn("properties that are not kept: %s", strings.Join(tags, ", "))
	}
}

// altersStructure says whether a data group of the name states orders, charges or
// hydrogens, so that it cannot be left out.
func altersStructure(name []byte) bool {
	switch string(name) {
	case "ZBO", "ZCH", "HYD":
		return true
	}
	return false
}

func put(m *map[int]int, key, value int) {
	if *m == nil {
		*m = map[int]int{}
	}
	(*m)[key] = value
}

// atomPairs is pairs for the atoms of the block.
func (r *reader) atomPairs(line []byte, what string, least, most int, set func(a *mol.Atom, v int)) error {
	return r.pairs(line, "atom", what, r.atoms, least, most, func(i, v int) { set(&r.rec.Mol.Atoms[i], v) })
}

// pairs reads a property line "M  XXXnnn aaa vvv aaa vvv …", where aaa numbers one of
// n things of a kind (atoms or bonds), and hands each value to set.
func (r *reader) pairs(line []byte, kind, what string, things, least, most int, set func(i, v int)) error {
	words := bytes.Fields(line[6:])
	n := 0
	ok := len(words) > 0
	if ok {
		n, ok = integer(words[0])
	}
	if !ok || n < 0 || len(words) != 1+2*n {
		return r.errorf(7, "expected a count and that many pairs of %s number and %s, found %s", kind, what, excerpt(line[6:]))
	}
	for k := range n {
		i, okI := integer(words[1+2*k])
		value, okV := integer(words[2+2*k])
		switch {
		case !okI || !okV:
			return r.errorf(0, "expected %s number and %s, found %s", kind, what, excerpt(bytes.Join(words[1+2*k:3+2*k], []byte(" "))))
		case i < 1 || i > things:
			return r.errorf(0, "the %s of %s %d is given; the block has %ss 1 to %d", what, kind, i, kind, things)
		case value < least || value > most:
			return r.errorf(0, "the %s of %s %d is %d; it must be from %d to %d", what, kind, i, value, least, most)
		}
		set(i-1, value)
	}
	return nil
}

// applyAtomBlock brings in what the atom lines say of charge, mass and valence.
// Charges and radicals of the atom block are void as soon as there is one M  CHG
// or M  RAD line, mass differences as soon as there is one M  ISO line.
func (r *reader) applyAtomBlock() {
	m := r.rec.Mol
	for i := range m.Atoms {
		a, l := &m.Atoms[i], r.listed[i]
		if !r.chargeLines {
			a.Charge, a.Radical = l.charge, l.radical
		}
		if r.isotopeLines || l.massDiff == 0 {
			continue
		}
		// The difference counts from the commonest isotope, as RDKit reads it; the
		// format says "from the mass in the periodic table", which differs for a
		// few heavy elements. M  ISO has no such doubt.
		mass := elem.CommonIsotope(a.Element) + l.massDiff
		if l.massDiff < -3 || l.massDiff > 4 || mass < 1 {
			r.warnAlike(oddMass, "atom %d: the mass difference %d is outside the format's range −3 to 4 and is ignored", i+1, l.massDiff)
			continue
		}
		a.Isotope = uint16(mass)
	}
	for i, q := range r.zeroCharges {
		m.Atoms[i].Charge = int8(q)
	}
	used := bondSums(m)
	for i := range m.Atoms {
		if n, ok := r.zeroHydrogen[i]; ok {
			m.Atoms[i].Hydrogens, m.Atoms[i].NoImplicit = uint8(n), true
			continue
		}
		// The valence field is the total number of bonds, implied hydrogens included.
		if v := r.listed[i].valence; v != 0 {
			m.Atoms[i].NoImplicit = true
			m.Atoms[i].Hydrogens = uint8(max(0, min(255, v-used[i])))
		}
	}
}

// bondSums adds up the bond orders of each atom; an aromatic bond counts 1.5 and
// a half is dropped, a dative bond counts at its acceptor.
func bondSums(m *mol.Mol) []int {
	sums := make([]int, len(m.Atoms))
	for _, b := range m.Bonds {
		twice := 2 * int(b.Order)
		switch b.Order {
		case mol.Aromatic:
			twice = 3
		case mol.Any:
			twice = 0
		case mol.Quadruple:
			twice = 8
		case mol.Dative:
			sums[b.B] += 2
			continue
		}
		sums[b.A] += twice
		sums[b.B] += twice
	}
	for i := range sums {
		sums[i] /= 2
	}
	return sums
}
