package mol

import (
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
)

// usualValences are the valences that the common elements of molecules take
// when they carry no charge, smallest first; nil: no rule. Nitrogen's 5 is the
// uncharged spelling of nitro groups and azides.
func usualValences(z uint8) []int {
	switch z {
	case 5:
		return []int{3}
	case 6, 14:
		return []int{4}
	case 7, 15, 33:
		return []int{3, 5}
	case 8:
		return []int{2}
	case 16, 34, 52:
		return []int{2, 4, 6}
	case 1, 9, 17, 35, 53:
		return []int{1}
	case 2, 10, 18, 36, 54:
		return []int{0}
	}
	return nil
}

// chargedValences applies usualValences to a charged atom by the isoelectronic
// principle: a charge of +1 makes it bind like its left neighbor in the periodic
// table, −1 like its right neighbor. Elements of the second row have no d-like
// expansion, so their charged forms keep the smallest valence alone.
func chargedValences(z uint8, charge int) []int {
	if charge == 0 {
		return usualValences(z)
	}
	first, last := rowOf(z)
	like := int(z) - charge
	if z == 1 {
		return []int{0}
	}
	if like < first || like > last {
		return nil
	}
	v := usualValences(uint8(like))
	if last == 10 && len(v) > 1 {
		v = v[:1]
	}
	return v
}

// rowOf returns the p-block part of the row of element z, noble gas included,
// with its left neighbors that have a usual valence. It is empty for others.
func rowOf(z uint8) (first, last int) {
	switch {
	case z >= 5 && z <= 10:
		return 5, 10
	case z >= 13 && z <= 18:
		return 13, 18
	case z >= 31 && z <= 36:
		return 31, 36
	case z >= 49 && z <= 54:
		return 49, 54
	}
	return 1, 0
}

// metal says whether element z binds its neighbors by coordination, so that
// such a bond does not count against the neighbor's valence.
func metal(z uint8) bool {
	switch z {
	case 0, 1, 2, 5, 6, 7, 8, 9, 10, 14, 15, 16, 17, 18, 32, 33, 34, 35, 36, 51, 52, 53, 54, 85, 86:
		return false
	}
	return true
}

// ImplicitHydrogens returns how many hydrogens m implies but does not hold as
// atoms: those that are stated, and those that would fill the usual valence
// (B 3; C and Si 4; N, P and As 3 or 5; O 2; S, Se and Te 2, 4 or 6; halogens 1;
// shifted by the charge). An aromatic bond counts 1.5; aromatic atoms other than
// carbon are taken to lack none, as the notation does not say. Hydrogen, metals
// and atoms without a rule lack none.
func ImplicitHydrogens(m *Mol) int {
	missing := 0
	twice := make([]int, len(m.Atoms)) // twice the sum of bond orders
	aromatic := make([]bool, len(m.Atoms))
	for _, b := range m.Bonds {
		w := 2 * int(b.Order)
		if b.Order == Aromatic {
			w = 3
			aromatic[b.A], aromatic[b.B] = true, true
		}
		twice[b.A] += w
		twice[b.B] += w
	}
	for i := range m.Atoms {
		a := &m.Atoms[i]
		missing += int(a.Hydrogens)
		if a.NoImplicit || a.Element == 1 || aromatic[i] && a.Element != 6 {
			continue
		}
		used := twice[i]/2 + int(a.Hydrogens) + a.Radical.Electrons()
		for _, v := range chargedValences(a.Element, int(a.Charge)) {
			if v >= used {
				missing += v - used
				break
			}
		}
	}
	return missing
}

// ValenceError says that an atom has more bonds than its element can take.
type ValenceError struct {
	Atom    int // 0-based
	Element uint8
	Charge  int
	Valence int  // sum of the bond orders, the smallest reading of aromatic bonds
	Limit   int  // the largest sum the element takes with this charge
	Plain   bool // all bonds are single
}

func (e *ValenceError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s atom %d has %d bonds", strings.ToLower(elem.Name(e.Element)), e.Atom+1, e.Valence)
	if !e.Plain {
		b.WriteString(" (a double bond counts 2, a triple bond 3)")
	}
	if e.Charge != 0 {
		fmt.Fprintf(&b, " and charge %+d", e.Charge)
	}
	fmt.Fprintf(&b, "; it can have at most %d", e.Limit)
	return b.String()
}

// CheckValence returns a *ValenceError for the first atom whose bonds cannot
// all exist, nil when there is none. It refuses only what is wrong under every
// reading: bonds to metals do not count, aromatic bonds count 1, and P, S,
// halogens and heavier elements may be hypervalent. The graph must pass Check.
func CheckValence(m *Mol) error {
	valence := make([]int, len(m.Atoms))
	multiple := make([]bool, len(m.Atoms))
	for _, b := range m.Bonds {
		w := int(b.Order)
		if b.Order == Aromatic {
			w = 1
		}
		for _, i := range [2]int{b.A, b.B} {
			if !metal(m.Atoms[b.Other(i)].Element) {
				valence[i] += w
				multiple[i] = multiple[i] || b.Order != Single
			}
		}
	}
	for i := range m.Atoms {
		a := &m.Atoms[i]
		limit, ok := maxValence(a, multiple[i])
		if total := valence[i] + int(a.Hydrogens); ok && total > limit {
			return &ValenceError{Atom: i, Element: a.Element, Charge: int(a.Charge), Valence: total, Limit: limit, Plain: !multiple[i]}
		}
	}
	return nil
}

// maxValence is the largest valence of an atom, ok false where there is no rule.
func maxValence(a *Atom, multiple bool) (limit int, ok bool) {
	switch z := a.Element; {
	case z == 1:
		return 1, true
	case z == 7 && a.Charge == 0:
		// Five only as in N(=O)=O and N=N#N; four single bonds need a charge.
		if multiple {
			return 5, true
		}
		return 3, true
	case z >= 5 && z <= 9 || z == 14:
		v := chargedValences(z, int(a.Charge))
		if len(v) == 0 {
			return 0, false
		}
		return v[len(v)-1], true
	case z == 15 || z == 16 || z == 33 || z == 34 || z == 52:
		return 6, true
	case z == 17 || z == 35 || z == 53:
		return 7, true
	}
	return 0, false
}
