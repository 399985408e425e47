package stereo

import (
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// centers collects the stated configurations of atoms that can have one.
func (f *finder) centers() []mol.Center {
	var list []mol.Center
	for _, c := range f.m.Centers {
		if c.Class == mol.Tetrahedral && (!f.tetrahedral(c.Atom) || f.trigonal(c.Atom)) {
			continue
		}
		if len(c.Ligands) > c.Class.Sites() {
			continue
		}
		if c.Class == mol.Allene && !f.axis(&c) {
			continue
		}
		c.Ligands = slices.Clone(c.Ligands)
		list = append(list, c)
	}
	sorting.By(list, func(a, b mol.Center) int { return a.Atom - b.Atom })
	return list
}

// axis says whether c is in the middle of cumulated double bonds, with two ligands at
// each end that are not both hydrogens.
func (f *finder) axis(c *mol.Center) bool {
	if len(c.Ligands) != 4 || c.Ligands[0] == c.Ligands[1] || c.Ligands[2] == c.Ligands[3] {
		return false
	}
	return !slices.ContainsFunc(f.adjacency.Of(c.Atom), func(next mol.Neighbor) bool { return slices.Contains(c.Ligands, next.Atom) })
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
			if f.m.Bonds[next.Bond].A == i {
				continue // i is a donor, whose metal is no ligand of it; the metal counts its donors
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
	switch valence := f.p.Valence[i]; a.Element {
	case 7:
		return f.heldNitrogen(i, degree)
	case 15, 33:
		return true
	case 16, 34:
		return degree == 3 && (valence == 4 || valence == 3 && a.Charge == 1)
	}
	return false
}

// trigonal says whether atom i has three ligands and no lone pair, so that they are in a
// plane, as in bis(methylene)phosphoranes. RDKit counts such phosphorus, arsenic, sulfur
// and selenium as possible centers, but keeps no configuration of them.
func (f *finder) trigonal(i int) bool {
	a := &f.m.Atoms[i]
	switch a.Element {
	case 15, 16, 33, 34:
		lone := perceive.OuterElectrons(a.Element) - int(a.Charge) - f.p.Valence[i]
		return f.adjacency.Degree(i)+int(a.Hydrogens) == 3 && lone < 2
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
	rings := f.ringsOf(i)
	return len(rings) > 0 && len(f.p.Rings.Relevant[rings[0]]) == 3 && !f.conjugated(i)
}

// conjugated says whether a neighbor of atom i has a multiple bond that flattens i. The
// double bonds of sulfur and of heavier atoms do not.
func (f *finder) conjugated(i int) bool {
	for _, next := range f.adjacency.Of(i) {
		if f.m.Atoms[next.Atom].Element > 8 {
			continue
		}
		for _, far := range f.adjacency.Of(next.Atom) {
			if f.m.Bonds[far.Bond].Order != mol.Single {
				return true
			}
		}
	}
	return false
}

// heldNitrogen says whether the rings of a three-coordinate nitrogen keep it from
// turning inside out: it is a bridgehead and not flat, as that of a lactam is.
func (f *finder) heldNitrogen(i, degree int) bool {
	if degree != 3 || f.m.Atoms[i].Hydrogens > 0 {
		return false
	}
	for _, next := range f.adjacency.Of(i) {
		if f.m.Bonds[next.Bond].Order != mol.Dative && !f.p.Rings.BondInRing(next.Bond) {
			return false
		}
	}
	return f.bridgehead(i) && !f.conjugated(i)
}

// bridgehead says whether each ring of atom i, which has three bonds in rings, shares at
// least two bonds with another of them.
func (f *finder) bridgehead(i int) bool {
	rings, neighbors := f.ringsOf(i), f.adjacency.Of(i)
	absent := make([]int, len(rings)) // the neighbor in rings that each ring leaves out
	count := make([]int, len(neighbors))
	for n, r := range rings {
		number := f.markRing(r)
		for k, next := range neighbors {
			if f.seen[next.Atom] != number && f.p.Rings.BondInRing(next.Bond) {
				absent[n] = k
			}
		}
		count[absent[n]]++
	}
	for n, r := range rings {
		// Rings by the same two bonds of i share these.
		if count[absent[n]] == 1 && !f.overlaps(r, rings) {
			return false
		}
	}
	return len(rings) > 0
}

// markRing begins a search that has met the atoms of a relevant ring.
func (f *finder) markRing(ring int32) int32 {
	number := f.search()
	for _, a := range f.p.Rings.Relevant[ring] {
		f.seen[a] = number
	}
	return number
}

// overlaps says whether ring r shares two bonds with another one of rings. Two atoms of
// it that are neighbors in another relevant ring are neighbors in r as well.
func (f *finder) overlaps(r int32, rings []int32) bool {
	number := f.markRing(r)
	for _, q := range rings {
		if q == r {
			continue
		}
		ring := f.p.Rings.Relevant[q]
		shared, last := 0, ring[len(ring)-1]
		for _, a := range ring {
			if f.seen[a] == number && f.seen[last] == number {
				shared++
			}
			last = a
		}
		if shared >= 2 {
			return true
		}
	}
	return false
}
