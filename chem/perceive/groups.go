package perceive

import "github.com/molsmith/molsmith/chem/mol"

// separateCharges gives groups that have an uncharged, hypervalent spelling their
// charge-separated form: nitro groups and N-oxides, azides and diazo groups,
// phosphaalkene oxides, oxyacids of the halogens.
func (w *work) separateCharges() {
	var pentavalent []int
	for i := range w.m.Atoms {
		if a := &w.m.Atoms[i]; a.Element == 7 && a.Charge == 0 && w.bondValence(i) == 5 {
			pentavalent = append(pentavalent, i)
			w.shift(i, 8, mol.Double, mol.Single)
		}
	}
	for _, i := range pentavalent {
		w.shift(i, 7, mol.Triple, mol.Double)
	}
	for i := range w.m.Atoms {
		switch w.m.Atoms[i].Element {
		case 15:
			w.separatePhosphorus(i)
		case 17, 35, 53:
			w.separateHalogen(i)
		}
	}
}

// shift moves one electron pair of the first bond of the given order from atom i
// to an uncharged neighbor of element z.
func (w *work) shift(i int, z uint8, from, to mol.Order) {
	for _, next := range w.adjacency.Of(i) {
		other, bond := &w.m.Atoms[next.Atom], &w.m.Bonds[next.Bond]
		if other.Element == z && other.Charge == 0 && bond.Order == from {
			bond.Order = to
			w.m.Atoms[i].Charge = 1
			other.Charge = -1
			return
		}
	}
}

func (w *work) separatePhosphorus(i int) {
	if w.m.Atoms[i].Charge != 0 || w.adjacency.Degree(i) != 3 || w.bondValence(i) != 5 {
		return
	}
	oxygen, carbon := false, false
	for _, next := range w.adjacency.Of(i) {
		if w.m.Bonds[next.Bond].Order != mol.Double {
			continue
		}
		switch other := &w.m.Atoms[next.Atom]; {
		case other.Element == 8 && other.Charge == 0:
			oxygen = true
		case (other.Element == 6 || other.Element == 7) && w.adjacency.Degree(next.Atom) >= 2:
			carbon = true
		}
	}
	if oxygen && carbon {
		w.shift(i, 8, mol.Double, mol.Single)
	}
}

func (w *work) separateHalogen(i int) {
	a := &w.m.Atoms[i]
	if v := w.bondValence(i); a.Charge != 0 || v != 3 && v != 5 && v != 7 {
		return
	}
	for _, next := range w.adjacency.Of(i) {
		if w.m.Atoms[next.Atom].Element != 8 {
			return
		}
	}
	for _, next := range w.adjacency.Of(i) {
		if bond := &w.m.Bonds[next.Bond]; bond.Order == mol.Double {
			bond.Order = mol.Single
			w.m.Atoms[next.Atom].Charge = -1
			a.Charge++
		}
	}
}

// saturatedLigand says whether atom i has more bonds than its valence allows, or
// is an aromatic atom with four neighbors as in a metallocene.
func (w *work) saturatedLigand(i int) bool {
	a := &w.m.Atoms[i]
	if Metal(a.Element) || a.Element == 0 || a.Element == 1 || a.Element == 2 || a.Element == 9 || a.Element == 10 {
		return false
	}
	near := false
	for _, next := range w.adjacency.Of(i) {
		near = near || Metal(w.m.Atoms[next.Atom].Element)
	}
	like := int(a.Element) - int(a.Charge)
	if !near || like <= 0 || like >= len(elements) {
		return false
	}
	allowed := elements[like].valences
	limit := allowed[len(allowed)-1]
	if limit <= 0 {
		return false
	}
	explicit := w.bondValence(i)
	if explicit != limit || !a.Aromatic {
		return explicit > limit
	}
	implicit, _ := w.impliedHydrogens(i, explicit)
	return w.adjacency.Degree(i)+int(a.Hydrogens)+implicit == 4
}
