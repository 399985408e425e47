package stereo

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
)

// smallRing is the largest ring whose double bonds can only be cis.
const smallRing = 7

// stated collects the configurations without asking whether they make a difference.
func (f *finder) stated() *Set {
	m := f.m
	s := &Set{Centers: f.centers()}
	given := make(map[int]mol.CisTrans, len(m.CisTrans))
	for _, c := range m.CisTrans {
		given[c.Bond] = c
	}
	for k, b := range m.Bonds {
		if b.Order != mol.Double || f.p.AromaticBonds[k] || !f.canTurn(k) {
			continue
		}
		if c, ok := given[k]; ok {
			f.nameAtoms(&c)
			s.Bonds = append(s.Bonds, c)
			continue
		}
		if b.Stereo == mol.CisTransEither {
			continue
		}
		first, up, ok := f.mark(k, b.A)
		if !ok {
			continue
		}
		second, other, ok := f.mark(k, b.B)
		if ok {
			s.Bonds = append(s.Bonds, mol.CisTrans{Bond: k, Ligands: [2]int{first, second}, Cis: up == other})
		}
	}
	return s
}

// nameAtoms replaces hydrogens that are no atoms among the ligands of c by the atom at
// the same end.
func (f *finder) nameAtoms(c *mol.CisTrans) {
	b := f.m.Bonds[c.Bond]
	for n, end := range [2]int{b.A, b.B} {
		if c.Ligands[n] >= 0 {
			continue
		}
		for _, next := range f.adjacency.Of(end) {
			if next.Bond != c.Bond {
				c.Ligands[n], c.Cis = next.Atom, !c.Cis
				break
			}
		}
	}
}

// canTurn says whether bond k has one or two ligands at each end, all in a plane, and
// is in no small ring.
func (f *finder) canTurn(k int) bool {
	for _, end := range [2]int{f.m.Bonds[k].A, f.m.Bonds[k].B} {
		if d := f.adjacency.Degree(end); d < 2 || d > 3 || d+int(f.m.Atoms[end].Hydrogens) > 3 {
			return false
		}
		if f.m.Atoms[end].Element > 7 {
			continue
		}
		for _, next := range f.adjacency.Of(end) {
			if next.Bond != k && f.m.Bonds[next.Bond].Order == mol.Double {
				return false // cumulated
			}
		}
	}
	if !f.p.Rings.BondInRing(k) {
		return true
	}
	b := f.m.Bonds[k]
	for _, r := range f.ringsOf(b.A) {
		ring := f.p.Rings.Relevant[r]
		if len(ring) > smallRing {
			break
		}
		i := slices.Index(ring, b.A)
		if i >= 0 && (ring[(i+1)%len(ring)] == b.B || ring[(i+len(ring)-1)%len(ring)] == b.B) {
			return false
		}
	}
	return true
}

// mark returns a ligand of atom i beside double bond k and whether it is above i as
// its mark says; ok is false without a mark or with two that contradict each other.
func (f *finder) mark(k, i int) (ligand int, up, ok bool) {
	for _, next := range f.adjacency.Of(i) {
		b := &f.m.Bonds[next.Bond]
		if next.Bond == k || b.Stereo != mol.Rising && b.Stereo != mol.Falling {
			continue
		}
		above := (b.Stereo == mol.Rising) == (b.A == i)
		if ok && above == up {
			return 0, false, false // both ligands on one side
		}
		if !ok {
			ligand, up, ok = next.Atom, above, true
		}
	}
	return ligand, up, ok
}

// open finds the atoms and double bonds that could have a configuration but have none:
// class tells their ligands apart.
func (f *finder) open(s *Set, class []int) {
	stated := make([]bool, len(f.m.Atoms))
	for _, c := range s.Centers {
		stated[c.Atom] = true
	}
	for i := range f.m.Atoms {
		if !stated[i] && (f.tetrahedral(i) || f.aziridine(i)) && f.different(i, -1, class) {
			s.OpenCenters = append(s.OpenCenters, i)
		}
	}
	f.openBonds(s, class)
}

func (f *finder) openBonds(s *Set, class []int) {
	next := 0
	for k, b := range f.m.Bonds {
		if next < len(s.Bonds) && s.Bonds[next].Bond == k {
			next++
			continue
		}
		if b.Order == mol.Double && !f.p.AromaticBonds[k] && f.canTurn(k) && f.different(b.A, b.B, class) && f.different(b.B, b.A, class) {
			s.OpenBonds = append(s.OpenBonds, k)
		}
	}
}

// different says whether all neighbors of atom i but one have different classes.
func (f *finder) different(i, but int, class []int) bool {
	near := f.adjacency.Of(i)
	for n, a := range near {
		for _, b := range near[:n] {
			if a.Atom != but && b.Atom != but && class[a.Atom] == class[b.Atom] {
				return false
			}
		}
	}
	return true
}
