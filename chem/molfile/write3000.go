package molfile

import (
	"strconv"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
)

// v30 starts each line of a V3000 table.
const v30 = "M  V30 "

// appendV3000 writes the counts line of V2000, which is empty, and the V3000 table.
func appendV3000(b []byte, rec *Record, used []int) []byte {
	m := rec.Mol
	b = append(b, "  0  0  0     0  0            999 V3000\n"...)
	b = append(b, v30+"BEGIN CTAB\n"+v30+"COUNTS "...)
	b = strconv.AppendInt(b, int64(len(m.Atoms)), 10)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(len(m.Bonds)), 10)
	if rec.Chiral {
		b = append(b, " 0 0 1\n"...)
	} else {
		b = append(b, " 0 0 0\n"...)
	}
	if len(m.Atoms) > 0 {
		b = append(b, v30+"BEGIN ATOM\n"...)
		for i := range m.Atoms {
			b = appendAtomV3000(b, &m.Atoms[i], i, used[i])
		}
		b = append(b, v30+"END ATOM\n"...)
	}
	if len(m.Bonds) > 0 {
		b = append(b, v30+"BEGIN BOND\n"...)
		for k, bond := range m.Bonds {
			b = append(b, v30...)
			for _, n := range [4]int{k + 1, int(bond.Order), bond.A + 1, bond.B + 1} {
				b = strconv.AppendInt(b, int64(n), 10)
				b = append(b, ' ')
			}
			if n := stereoCode(bond); n > 0 {
				b = append(b, "CFG="...)
				b = append(b, [7]byte{1: '1', 3: '2', 4: '2', 6: '3'}[n]) // from V2000's codes
			} else {
				b = b[:len(b)-1]
			}
			b = append(b, '\n')
		}
		b = append(b, v30+"END BOND\n"...)
	}
	return append(b, v30+"END CTAB\n"...)
}

func appendAtomV3000(b []byte, a *mol.Atom, i, used int) []byte {
	start := len(b)
	b = append(b, v30...)
	b = strconv.AppendInt(b, int64(i+1), 10)
	b = append(b, ' ')
	b = append(b, elem.Symbol(a.Element)...)
	for _, x := range position(a) {
		b = append(b, ' ')
		b = appendCoordinate(b, x)
	}
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(a.Map), 10)
	key := func(name string, value int) {
		if value != 0 {
			b = append(b, name...)
			b = strconv.AppendInt(b, int64(value), 10)
		}
	}
	key(" CHG=", int(a.Charge))
	key(" RAD=", int(a.Radical))
	key(" MASS=", int(a.Isotope))
	if total := used + int(a.Hydrogens); a.NoImplicit || a.Hydrogens > 0 {
		if total == 0 {
			total = noBonds
		}
		key(" VAL=", total)
	}
	return append(wrap(b, start), '\n')
}

// wrap breaks the line that starts at byte start after the 79th character, where the
// format asks for a continuation.
func wrap(b []byte, start int) []byte {
	const most = 79
	if len(b)-start <= most {
		return b
	}
	at := start + most - 1
	for b[at] != ' ' {
		at--
	}
	rest := string(b[at+1:])
	b = append(b[:at+1], "-\n"+v30...)
	return append(b, rest...)
}
