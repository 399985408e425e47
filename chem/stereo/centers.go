package stereo

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
)

// centers collects the stated configurations of atoms that can have one.
func (f *finder) centers() []mol.Center {
	var list []mol.Center
	for _, c := range f.m.Centers {
		if c.Class == mol.Tetrahedral && !f.tetrahedral(c.Atom) {
			continue
		}
		if len(c.Ligands) > c.Class.Sites() {
			continue
		}
		if c.Class == mol.Allene && len(c.Ligands) != 4 {
			continue // not in the middle of cumulated double bonds
		}
		c.Ligands = slices.Clone(c.Ligands)
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b mol.Center) int { return a.Atom - b.Atom })
	return list
}

// tetrahedral says whether atom i can be a tetrahedral center, as RDKit sees it: four
// ligands of which one may be a hydrogen, or three where the lone pair stays in place:
// at phosphorus and arsenic, at sulfur and selenium with one double bond or a positive
// charge, and at nitrogen where rings hold it.
func (f *finder) tetrahedral(i int) bool {
	a := &f.m.Atoms[i]
	if a.Aromatic || a.Element <= 1 {
		return a.Element == 0 && f.adjacency.Degree(i)+int(a.Hydrogens) == 4
	}
	degree, hydrogens := 0, int(a.Hydrogens)
	double := 0
	for _, next := range f.adjacency.Of(i) {
		switch f.m.Bonds[next.Bond].Order {
		case mol.Dative:
			if f.m.Bonds[next.Bond].A != i {
				continue // a ligand of a metal; the metal itself counts its donors below
			}
		case mol.Double:
			double++
		}
		if f.m.Atoms[next.Atom].Element == 1 && f.m.Atoms[next.Atom].Isotope == 0 {
			hydrogens++
		}
		degree++
	}
	if f.p.Mol.Atoms[i].Hydrogens > 1 || hydrogens > 1 {
		return false
	}
	switch total := degree + int(a.Hydrogens); {
	case total == 4:
		return true
	case total != 3:
		return false
	}
	switch a.Element {
	case 7:
		return f.heldNitrogen(i, degree)
	case 15, 33:
		return true
	case 16, 34:
		if degree != 3 {
			return false
		}
		valence := f.p.Valence[i]
		return valence == 4 || valence == 3 && a.Charge == 1
	}
	return false
}

// aziridine says whether atom i is a three-coordinate nitrogen in a ring of three and
// not conjugated. It turns inside out slowly; RDKit counts it as a possible center, but
// keeps no configuration of it.
func (f *finder) aziridine(i int) bool {
	a := &f.m.Atoms[i]
	if a.Element != 7 || a.Aromatic || a.Hydrogens > 0 || f.adjacency.Degree(i) != 3 {
		return false
	}
	for _, next := range f.adjacency.Of(i) {
		if f.m.Atoms[next.Atom].Element > 8 {
			continue // its double bonds do not flatten the nitrogen
		}
		for _, far := range f.adjacency.Of(next.Atom) {
			if f.m.Bonds[far.Bond].Order != mol.Single {
				return false
			}
		}
	}
	rings := f.ringsOf(i)
	return len(rings) > 0 && len(f.p.Rings.Relevant[rings[0]]) == 3
}

// heldNitrogen says whether the rings of a three-coordinate nitrogen keep it from
// turning inside out: it is a bridgehead.
func (f *finder) heldNitrogen(i, degree int) bool {
	if degree != 3 || f.m.Atoms[i].Hydrogens > 0 {
		return false
	}
	for _, next := range f.adjacency.Of(i) {
		if !f.p.Rings.BondInRing(next.Bond) {
			return false
		}
	}
	return f.bridgehead(i)
}

// bridgehead says whether two rings that share atom i, which has three bonds, share at
// least two bonds.
func (f *finder) bridgehead(i int) bool {
	rings := f.ringsOf(i)
	if len(rings) > 3 {
		return true // two of them pass i by the same two bonds
	}
	for n, r := range rings {
		number := f.search()
		for _, a := range f.p.Rings.Relevant[r] {
			f.seen[a] = number
		}
		for _, q := range rings[:n] {
			shared := 0
			for _, a := range f.p.Rings.Relevant[q] {
				if f.seen[a] == number {
					shared++
				}
			}
			if shared > 2 {
				return true
			}
		}
	}
	return false
}
