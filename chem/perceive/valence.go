package perceive

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
)

// Metal says whether the valence model counts element z as a metal, to which
// ligands bind by dative bonds.
func Metal(z uint8) bool { return !nonmetals[z] }

var nonmetals = [256]bool{
	0: true, 1: true, 2: true, 5: true, 6: true, 7: true, 8: true, 9: true, 10: true,
	14: true, 15: true, 16: true, 17: true, 18: true, 33: true, 34: true, 35: true, 36: true,
	52: true, 53: true, 54: true, 85: true, 86: true,
}

// early says whether element z stands to the left of carbon's group or behaves so:
// its charge lowers the number of bonds.
func early(z uint8) bool {
	switch {
	case z == 3, z == 4, z == 5, z >= 11 && z <= 13, z >= 19 && z <= 22, z >= 30 && z <= 32,
		z >= 37 && z <= 41, z >= 48 && z <= 51, z >= 55 && z <= 61, z == 72, z == 73,
		z >= 80 && z <= 83, z >= 87 && z <= 93, z >= 104:
		return true
	}
	return false
}

// contribution is twice what bond b adds to the valence of atom i.
func contribution(b *mol.Bond, i int) int {
	if b.Order == mol.Dative && b.A == i {
		return 0
	}
	return int(twiceOrder[b.Order])
}

// twiceOrder is twice what each bond order adds to the valence of an atom, of the
// acceptor for dative bonds.
var twiceOrder = [256]uint8{
	mol.Single: 2, mol.Double: 4, mol.Triple: 6, mol.Aromatic: 3, mol.Dative: 2, mol.Quadruple: 8,
}

// twiceOrders is twice the sum of the bond orders of atom i.
func (w *work) twiceOrders(i int) int {
	sum := 0
	for _, next := range w.adjacency.Of(i) {
		sum += contribution(&w.m.Bonds[next.Bond], i)
	}
	return sum
}

// sumOrders fills twice.
func (w *work) sumOrders() {
	clear(w.twice)
	for k := range w.m.Bonds {
		b := &w.m.Bonds[k]
		c := int(twiceOrder[b.Order])
		w.twice[b.B] += c
		if b.Order != mol.Dative {
			w.twice[b.A] += c
		}
	}
}

// aromaticAtom says whether atom i or one of its bonds is stated as aromatic.
func (w *work) aromaticAtom(i int) bool { return w.stated != nil && w.stated[i] }

// isoelectronic is the element whose valences an atom takes: its own when there is
// no rule for it, else the one with as many electrons as the charged atom.
func isoelectronic(a *mol.Atom) int {
	if v := elements[a.Element].valences; len(v) == 1 && v[0] == -1 {
		return int(a.Element)
	}
	return min(max(int(a.Element)-int(a.Charge), 0), elem.Max)
}

// hypervalentAnion says whether an atom keeps its own valences although its charge
// makes it isoelectronic to a halogen or noble gas: negative P, S, As and Se.
func hypervalentAnion(z uint8, like int) bool {
	return like > 16 && (z == 15 || z == 16) || like > 34 && (z == 33 || z == 34)
}

// bondValence is the valence of atom i from its bonds and stated hydrogens. An
// aromatic bond counts one and a half; a sum that passes an allowed valence by no
// more than that is taken to be a matter of where the double bonds lie.
func (w *work) bondValence(i int) int { return w.valenceOf(i, w.twiceOrders(i)) }

// valenceOf is bondValence for an atom whose orders sum up to half of twice.
func (w *work) valenceOf(i, twice int) int {
	a := &w.m.Atoms[i]
	twice += 2 * int(a.Hydrogens)
	if !w.aromaticAtom(i) {
		return (twice + 1) / 2
	}
	allowed := elements[isoelectronic(a)].valences
	if allowed[0] != -1 && twice > 2*allowed[0] {
		below := allowed[0]
		for _, v := range allowed {
			if v == -1 || 2*v > twice {
				break
			}
			below = v
		}
		if twice-2*below <= 3 {
			twice = 2 * below
		}
	}
	return (twice + 1) / 2
}

// valences fills twice, explicit and implicit, and refuses atoms with too many bonds.
func (w *work) valences() *Error {
	w.sumOrders()
	for i := range w.m.Atoms {
		a := &w.m.Atoms[i]
		explicit := w.valenceOf(i, w.twice[i])
		w.explicit[i] = explicit
		// Most atoms are of elements with one valence and have no charge.
		if most := only(a.Element); explicit <= most && a.Charge == 0 && a.Radical == mol.NoRadical {
			if !a.NoImplicit {
				w.implicit[i] = most - explicit
			}
			continue
		}
		if a.Element > 0 && int(a.Charge) > int(a.Element) {
			return &Error{Kind: ChargeOutOfRange, Atoms: []int{i}}
		}
		if limit := maxValence(a); limit >= 0 && explicit > limit {
			return w.tooMany(i, limit)
		}
		implicit, ok := w.impliedHydrogens(i, explicit)
		if !ok {
			return w.tooMany(i, maxValence(a))
		}
		w.implicit[i] = implicit
	}
	return nil
}

// maxValence is the largest valence atom a may have; -1: any.
func maxValence(a *mol.Atom) int {
	own := elements[a.Element].valences
	like := isoelectronic(a)
	allowed := elements[like].valences
	limit, shift := allowed[len(allowed)-1], 0
	if hypervalentAnion(a.Element, like) {
		limit, shift = own[len(own)-1], int(a.Charge)
	}
	if a.Element == 1 && a.Charge == -1 {
		limit = 2 // the bridging hydride of [H-][H]
	}
	if limit < 0 || own[len(own)-1] < 0 {
		return -1
	}
	return limit + shift
}

func (w *work) tooMany(i, limit int) *Error {
	a := &w.m.Atoms[i]
	charge := ""
	if a.Charge != 0 {
		charge = fmt.Sprintf(" and charge %+d", a.Charge)
	}
	allowed := "its allowed valences do not include that"
	if limit >= 0 && w.explicit[i] > limit {
		allowed = fmt.Sprintf("it can have at most %d", limit)
	}
	return &Error{Kind: BadValence, Atoms: []int{i}, Msg: fmt.Sprintf("valence %d%s; %s", w.explicit[i], charge, allowed)}
}

// impliedHydrogens is the number of hydrogens that fill the smallest fitting
// valence of atom i, whose bonds and stated hydrogens make up the valence explicit;
// ok is false when no allowed valence fits.
func (w *work) impliedHydrogens(i, explicit int) (n int, ok bool) {
	a := &w.m.Atoms[i]
	if a.NoImplicit || a.Element == 0 {
		return 0, true
	}
	used := explicit + a.Radical.Electrons()
	if used == 0 && a.Element == 1 {
		if a.Charge == 0 {
			return 1, true
		}
		return 0, a.Charge == 1 || a.Charge == -1
	}
	like := isoelectronic(a)
	if like == 0 {
		return 0, true
	}
	usual := elements[like].valences[0]
	if usual == -1 {
		return 0, true
	}
	own := elements[a.Element].valences
	if hypervalentAnion(a.Element, like) {
		like = int(a.Element)
		used -= int(a.Charge)
	}
	allowed := elements[like].valences
	if w.aromaticAtom(i) {
		if used <= usual {
			return usual - used, true
		}
		for _, v := range allowed {
			if v == used {
				return 0, true
			}
		}
		return 0, false
	}
	for _, v := range allowed {
		if v >= 0 && used <= v {
			return v - used, true
		}
	}
	return 0, allowed[len(allowed)-1] == -1 || own[len(own)-1] <= 0
}

// radicalElectrons is the number of unpaired electrons of atom i. Only an atom
// whose hydrogens are stated in full can lack some.
func (w *work) radicalElectrons(i int) int {
	a := &w.m.Atoms[i]
	if a.Radical != mol.NoRadical {
		return a.Radical.Electrons()
	}
	if !a.NoImplicit || a.Element == 0 {
		return 0
	}
	e := &elements[a.Element]
	outer, charge := int(e.outer), int(a.Charge)
	if e.valences[0] == -1 {
		if w.adjacency.Degree(i) > 0 {
			return 0
		}
		return max(outer-charge, 0) % 2
	}
	total := w.twice[i]/2 + int(a.Hydrogens)
	shell := 8
	if a.Element <= 2 {
		shell = 2
	}
	n := shell - outer - total + charge // elements to the right of carbon
	if n < 0 {
		n = 0
		if len(e.valences) > 1 {
			for _, v := range e.valences {
				if v-total+charge >= 0 {
					n = v - total + charge
					break
				}
			}
		}
	}
	if left := outer - total - charge; left >= 0 { // elements to its left
		n = min(n, left)
	}
	return n
}

// ImpliedHydrogens returns, for each atom of m, the hydrogens it has beyond stated
// ones and hydrogen atoms. It does not change m, which must pass Check, and does not
// look for Kekulé forms. The error is an *Error.
func ImpliedHydrogens(m *mol.Mol) ([]int, error) {
	w := newWork(m)
	w.prepare()
	if err := w.valences(); err != nil {
		err.Msg = err.text(m, nil)
		return nil, err
	}
	return w.implicit, nil
}
