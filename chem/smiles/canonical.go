package smiles

import (
	"cmp"
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/canon"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Canonical returns the SMILES of p, configurations included, that is the same for all
// ways of writing the molecule. Aromatic atoms are in lower case; for most molecules
// the text is the one RDKit writes. Components come in the order of their texts.
//
// It returns canon.ErrTooSymmetric for a molecule whose atoms cannot be numbered within
// the limit, and an error that names the double bond whose configuration the notation
// cannot hold.
func Canonical(p *perceive.Molecule) (string, error) {
	graphs := canon.Components(p)
	s := stereo.FindIn(p, graphs)
	if q := fold(p, s); q != nil {
		return Canonical(q)
	}
	return writeCanonical(p, s, graphs)
}

// fold returns p without the hydrogen atoms that only marks kept, which turned out to
// say nothing: nobody would keep them when the text is read again. nil: there are none.
func fold(p *perceive.Molecule, s *stereo.Set) *perceive.Molecule {
	if !slices.ContainsFunc(p.Mol.Atoms, func(a mol.Atom) bool { return a.Element == 1 }) {
		return nil
	}
	m := p.Mol.Clone()
	for i := range m.Atoms {
		m.Atoms[i].Aromatic = false // the orders are Kekulé's
	}
	for k := range m.Bonds {
		m.Bonds[k].Stereo = mol.NoStereo
	}
	m.Centers, m.CisTrans = s.Centers, s.Bonds
	q, err := perceive.Sanitize(m)
	if err != nil || len(q.Mol.Atoms) == len(m.Atoms) {
		return nil
	}
	return q
}

// CanonicalOf is Canonical for a molecule whose configurations are known. With nil or an
// empty set it writes none.
func CanonicalOf(p *perceive.Molecule, s *stereo.Set) (string, error) {
	if s == nil {
		s = &stereo.Set{}
	}
	graphs := canon.Components(p)
	stereo.Assign(p.Mol, s, graphs)
	return writeCanonical(p, s, graphs)
}

// writeCanonical writes p, whose components have the configurations of s.
func writeCanonical(p *perceive.Molecule, s *stereo.Set, graphs []*canon.Graph) (string, error) {
	if s.Unsettled {
		return "", canon.ErrTooSymmetric
	}
	rank := make([]int, len(p.Mol.Atoms))
	roots := make([]int, len(graphs))
	for n, g := range graphs {
		labels, err := g.Label()
		if err != nil {
			return "", err
		}
		for k, r := range labels.Rank {
			rank[g.Atoms[k]] = r
			if r == 0 {
				roots[n] = g.Atoms[k]
			}
		}
	}
	text, err := write(p, s, rank, roots)
	if err != nil || len(roots) == 1 {
		return text, err
	}
	parts := strings.Split(text, ".")
	slices.Sort(parts)
	return strings.Join(parts, "."), nil
}

// Random returns a SMILES of p, configurations included, with the atoms and components
// in an order that the generator chooses.
func Random(p *perceive.Molecule, s *stereo.Set, r *rng.Rand) (string, error) {
	rank := make([]int, len(p.Mol.Atoms))
	for i := range rank {
		k := r.Intn(i + 1)
		rank[i], rank[k] = rank[k], i
	}
	of, n := p.Mol.Components()
	roots := make([]int, n)
	for i := range roots {
		roots[i] = -1
	}
	for i, c := range of {
		if roots[c] < 0 || rank[i] < rank[roots[c]] {
			roots[c] = i
		}
	}
	sorting.By(roots, func(a, b int) int { return cmp.Compare(rank[a], rank[b]) })
	return write(p, s, rank, roots)
}

// write returns the text of the components, each walked from its root to lower ranks
// first.
func write(p *perceive.Molecule, s *stereo.Set, rank, roots []int) (string, error) {
	out := plain(p, s)
	n := len(out.Atoms)
	higherBond := func(next mol.Neighbor) int {
		return rank[next.Atom] + (16-significance(out.Bonds[next.Bond].Order))*n
	}
	tree := ranked(out, roots, func(next mol.Neighbor) int {
		if !p.Rings.BondInRing(next.Bond) {
			return rank[next.Atom] // what hangs on a ring comes before the ring
		}
		return higherBond(next)
	}, higherBond)
	if err := setMarks(s, out, tree); err != nil {
		return "", err
	}
	w := newWriter(out, tree)
	w.byTree = true
	for k, c := range out.Centers {
		w.centers[c.Atom] = k
	}
	if err := w.chains(); err != nil {
		return "", err
	}
	return w.b.String(), nil
}

func significance(o mol.Order) int {
	if o == mol.Aromatic {
		return 12
	}
	return int(o)
}

// plain is p as SMILES states it: aromatic bonds, no marks, and hydrogens only on the
// atoms that need brackets.
func plain(p *perceive.Molecule, s *stereo.Set) *mol.Mol {
	out := &mol.Mol{Atoms: slices.Clone(p.Mol.Atoms), Bonds: slices.Clone(p.Mol.Bonds), Centers: s.Centers}
	for k := range out.Bonds {
		b := &out.Bonds[k]
		b.Stereo = mol.NoStereo
		if p.AromaticBonds[k] {
			b.Order = mol.Aromatic
		}
	}
	sure := true // that bare atoms imply their hydrogens
	centers := make([]bool, len(out.Atoms))
	for _, c := range s.Centers {
		centers[c.Atom] = true
	}
	for i := range out.Atoms {
		a := &out.Atoms[i]
		a.Radical = mol.NoRadical
		switch {
		case centers[i] || p.Radicals[i] > 0 || !bare(a):
		case implies(a, p.Valence[i]) > 0:
			a.Hydrogens, a.NoImplicit = 0, false
		case implies(a, p.Valence[i]) == 0:
			a.Hydrogens, a.NoImplicit, sure = 0, false, false
		}
	}
	for k := range out.Bonds { // the ligands of metals, as RDKit writes them
		b := &out.Bonds[k]
		for _, i := range [2]int{b.A, b.B} {
			if perceive.Metal(out.Atoms[b.Other(i)].Element) {
				out.Atoms[i].Hydrogens, out.Atoms[i].NoImplicit = p.Mol.Atoms[i].Hydrogens, true
			}
		}
	}
	if sure {
		return out
	}
	implied, err := perceive.ImpliedHydrogens(out)
	for i := range out.Atoms {
		a := &out.Atoms[i]
		if !a.NoImplicit && (err != nil || implied[i] != int(p.Mol.Atoms[i].Hydrogens)) {
			a.Hydrogens, a.NoImplicit = p.Mol.Atoms[i].Hydrogens, true
		}
	}
	return out
}

// implies says whether atom a of a valence implies its hydrogens when it stands bare:
// 1: yes, -1: no, or RDKit writes them all the same; 0: the valence model has to say.
func implies(a *mol.Atom, valence int) int {
	usual := 1
	switch a.Element {
	case 0:
		return 1
	case 5, 7, 15:
		usual = 3
	case 6:
		usual = 4
	case 8, 16:
		usual = 2
	}
	switch {
	case a.Hydrogens > 0 && (a.Element == 15 || a.Element == 16) && valence > usual:
		return -1
	case a.Aromatic && a.Element != 6:
		if a.Element == 7 && a.Hydrogens > 0 {
			return -1
		}
		if a.Element == 7 {
			return 1
		}
		return 0
	case valence == usual:
		return 1
	}
	return 0
}

// bare says whether an atom needs no brackets but for its hydrogens.
func bare(a *mol.Atom) bool {
	if a.Charge != 0 || a.Isotope != 0 || a.Map != 0 {
		return false
	}
	switch a.Element {
	case 5, 6, 7, 8, 15, 16:
		return true
	case 0:
		return a.Hydrogens == 0
	case 9, 17, 35, 53:
		return !a.Aromatic
	}
	return false
}
