package molfile

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
)

// program is written when a record does not name one.
const program = "Molsmith"

// NameLength is the longest line of the header, in bytes.
const NameLength = 80

// Write returns the mol block of rec, lines ended by LF, coordinates with four
// decimals. It is V3000 when rec.V3000 is set or V2000 cannot hold the molecule: more
// than 999 atoms or bonds, dative bonds, a map number or a number of bonds that does
// not fit its column, coordinates beyond theirs. It fails when no mol block can hold
// the molecule: quadruple bonds and bonds without an order, charges beyond ±15, atoms
// without an element, mass numbers beyond 999, a graph that does not pass Check. Data
// items are left out (see Writer). rec is not changed.
//
// Configurations that are stated by m.Centers or m.CisTrans alone are not drawn: wedges
// are written where bonds carry them.
func Write(rec *Record) ([]byte, error) {
	m := rec.Mol
	switch {
	case len(m.Atoms) > MaxAtoms:
		return nil, fmt.Errorf("a mol block holds at most %d atoms; this molecule has %d", MaxAtoms, len(m.Atoms))
	case len(m.Bonds) > MaxBonds:
		return nil, fmt.Errorf("a mol block holds at most %d bonds; this molecule has %d", MaxBonds, len(m.Bonds))
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	used := bondSums(m)
	if err := writable(m); err != nil {
		return nil, err
	}
	b := make([]byte, 0, 256+80*len(m.Atoms)+24*len(m.Bonds))
	b = append(b, headerText(m.Name, NameLength)...)
	b = append(b, '\n')
	b = appendProgram(b, rec)
	b = append(b, headerText(rec.Comment, NameLength)...)
	b = append(b, '\n')
	if rec.V3000 || !fits(m, used) {
		b = appendV3000(b, rec, used)
	} else {
		b = appendV2000(b, rec, used)
	}
	return append(b, "M  END\n"...), nil
}

// writable refuses what neither version of the format can say.
func writable(m *mol.Mol) error {
	for i := range m.Atoms {
		switch a := &m.Atoms[i]; {
		case a.Element == 0:
			return fmt.Errorf("atom %d has no element; a mol block of a structure needs one", i+1)
		case a.Charge < -15 || a.Charge > 15:
			return fmt.Errorf("atom %d has charge %+d; a mol block holds charges from -15 to 15", i+1, a.Charge)
		case a.Isotope > 999:
			return fmt.Errorf("atom %d has mass number %d; a mol block holds at most 999", i+1, a.Isotope)
		case a.Map < 0 || a.Map > 999_999_999:
			return fmt.Errorf("atom %d has map number %d; a mol block holds numbers from 0 to 999999999", i+1, a.Map)
		}
		for _, x := range position(&m.Atoms[i]) {
			if !(x > -1e9 && x < 1e9) {
				return fmt.Errorf("atom %d: coordinate %g does not fit a mol block (-1e9 to 1e9 Å)", i+1, x)
			}
		}
	}
	for k, b := range m.Bonds {
		switch b.Order {
		case mol.Quadruple:
			return fmt.Errorf("bond %d is a quadruple bond, which mol blocks do not have", k+1)
		case mol.Any:
			return fmt.Errorf("bond %d has no order; a mol block of a structure needs one", k+1)
		}
	}
	return nil
}

// FitsV2000 says whether a V2000 mol block holds m, so that Write need not choose V3000.
// m must pass Check.
func FitsV2000(m *mol.Mol) bool { return fits(m, bondSums(m)) }

// fits says whether the fixed columns hold m; used are the sums of bond orders.
func fits(m *mol.Mol, used []int) bool {
	if len(m.Atoms) > MaxAtomsV2000 || len(m.Bonds) > MaxBondsV2000 {
		return false
	}
	for i := range m.Atoms {
		a := &m.Atoms[i]
		if a.Map > 999 || a.Hydrogens > 0 && used[i]+int(a.Hydrogens) > 14 {
			return false
		}
		for _, x := range position(a) {
			// Ten columns hold −9999.9999 to 99999.9999.
			if !(x > -9999.99995 && x < 99999.99995) {
				return false
			}
		}
	}
	for _, b := range m.Bonds {
		if b.Order == mol.Dative {
			return false
		}
	}
	return true
}

func position(a *mol.Atom) [3]float64 { return [3]float64{a.Pos.X, a.Pos.Y, a.Pos.Z} }

// appendV2000 writes the counts line and the tables behind it.
func appendV2000(b []byte, rec *Record, used []int) []byte {
	m := rec.Mol
	b = appendRight(b, len(m.Atoms), 3)
	b = appendRight(b, len(m.Bonds), 3)
	b = append(b, "  0  0"...)
	if rec.Chiral {
		b = append(b, "  1"...)
	} else {
		b = append(b, "  0"...)
	}
	b = append(b, "  0            999 V2000\n"...)
	for i := range m.Atoms {
		b = appendAtom(b, &m.Atoms[i], used[i])
	}
	for _, bond := range m.Bonds {
		b = appendRight(b, bond.A+1, 3)
		b = appendRight(b, bond.B+1, 3)
		b = appendRight(b, int(bond.Order), 3)
		b = appendRight(b, stereoCode(bond), 3)
		b = append(b, '\n')
	}
	b = appendProperty(b, "M  CHG", m.Atoms, func(a *mol.Atom) int { return int(a.Charge) })
	b = appendProperty(b, "M  RAD", m.Atoms, func(a *mol.Atom) int { return int(a.Radical) })
	return appendProperty(b, "M  ISO", m.Atoms, func(a *mol.Atom) int { return int(a.Isotope) })
}

// appendProgram writes line 2: blank initials, the program, a blank date (a
// block must not depend on the clock), the dimension code.
func appendProgram(b []byte, rec *Record) []byte {
	name := headerText(rec.Program, 8)
	if name == "" {
		name = program
	}
	b = append(b, "  "...)
	b = append(b, name...)
	for n := len(name); n < 8; n++ {
		b = append(b, ' ')
	}
	if rec.Dimension == "2D" || rec.Dimension == "3D" {
		b = append(b, "          "...)
		b = append(b, rec.Dimension...)
	}
	return append(b, '\n')
}

// headerText fits a text into a header line of at most most bytes.
func headerText(s string, most int) string {
	s = text([]byte(s))
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return text([]byte(s[:most]))
}

func appendAtom(b []byte, a *mol.Atom, used int) []byte {
	for _, x := range position(a) {
		start := len(b)
		b = append(b, "          "...)
		var digits [32]byte
		number := appendCoordinate(digits[:0], x)
		copy(b[start+10-len(number):], number)
	}
	symbol := elem.Symbol(a.Element)
	b = append(b, ' ')
	b = append(b, symbol...)
	for n := len(symbol); n < 3; n++ {
		b = append(b, ' ')
	}
	b = append(b, " 0"...)
	b = appendRight(b, chargeCode(a), 3)
	b = append(b, "  0  0  0"...)
	b = appendRight(b, valenceField(a, used), 3)
	b = append(b, "  0  0  0"...)
	b = appendRight(b, a.Map, 3)
	return append(b, "  0  0\n"...)
}

// appendCoordinate writes four decimals and never -0.
func appendCoordinate(b []byte, x float64) []byte {
	return strconv.AppendFloat(b, math.Round(x*1e4)/1e4+0, 'f', 4, 64)
}

// chargeCode is the atom block's code for the charge. M  CHG repeats it for
// readers that know it and carries the charges that have no code.
func chargeCode(a *mol.Atom) int {
	switch {
	case a.Charge == 0 && a.Radical == mol.Doublet:
		return 4
	case a.Charge == 0 || a.Charge > 3 || a.Charge < -3:
		return 0
	}
	return 4 - int(a.Charge)
}

// valenceField states the number of bonds where the usual valence must not add
// hydrogens; 15 stands for none.
func valenceField(a *mol.Atom, used int) int {
	total := used + int(a.Hydrogens)
	switch {
	case !a.NoImplicit && a.Hydrogens == 0 || total > 14:
		return 0
	case total == 0:
		return 15
	}
	return total
}

func stereoCode(b mol.Bond) int {
	switch {
	case b.Order == mol.Single && b.Stereo == mol.WedgeUp:
		return 1
	case b.Order == mol.Single && b.Stereo == mol.WedgeEither:
		return 4
	case b.Order == mol.Single && b.Stereo == mol.WedgeDown:
		return 6
	case b.Order == mol.Double && b.Stereo == mol.CisTransEither:
		return 3
	}
	return 0
}

// appendProperty writes the atoms with a value other than 0 as property lines
// of at most eight pairs, the limit of the format.
func appendProperty(b []byte, tag string, atoms []mol.Atom, value func(*mol.Atom) int) []byte {
	var listed []int
	for i := range atoms {
		if value(&atoms[i]) != 0 {
			listed = append(listed, i)
		}
	}
	for len(listed) > 0 {
		n := min(len(listed), 8)
		b = append(b, tag...)
		b = appendRight(b, n, 3)
		for _, i := range listed[:n] {
			b = appendRight(b, i+1, 4)
			b = appendRight(b, value(&atoms[i]), 4)
		}
		b = append(b, '\n')
		listed = listed[n:]
	}
	return b
}

// appendRight writes n right-aligned in the given width.
func appendRight(b []byte, n, width int) []byte {
	var digits [20]byte
	number := strconv.AppendInt(digits[:0], int64(n), 10)
	for k := len(number); k < width; k++ {
		b = append(b, ' ')
	}
	return append(b, number...)
}
