package conformer

import (
	"context"

	"github.com/molsmith/molsmith/chem/embed"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/ring"
	"github.com/molsmith/molsmith/chem/stereo"
)

// fragment is a piece of a component between bonds that turn, with the geometry it has by
// itself. Where a bond was cut a hydrogen stands for the rest of the molecule, so that
// configurations hold.
type fragment struct {
	atoms []int     // of the component
	x     []float64 // of atoms, then of the caps
	caps  []openEnd
}

// openEnd is one end of a cut bond.
type openEnd struct {
	atom int // of the fragment, by its place in atoms
	bond int // of the component
	to   int // the fragment across
}

// cutBonds marks the single bonds of a component that turn and whose ends both have other
// neighbors. Bonds that resonance keeps flat and those of metals and of atoms with more
// than four neighbors stay.
func cutBonds(p *perceive.Molecule) []bool {
	adjacency := p.Mol.Neighbors()
	turns := func(i int) bool {
		n := adjacency.Degree(i)
		return n > 1 && n <= 4 && !perceive.Metal(p.Mol.Atoms[i].Element)
	}
	carbonyl := func(i int) bool {
		for _, next := range adjacency.Of(i) {
			z := p.Mol.Atoms[next.Atom].Element
			if p.Mol.Bonds[next.Bond].Order == mol.Double && (z == 7 || z == 8 || z == 16) {
				return true
			}
		}
		return false
	}
	flat := func(i, j int) bool {
		z := p.Mol.Atoms[j].Element
		return (z == 7 || z == 8) && carbonyl(i)
	}
	ringBond := make([]bool, len(p.Mol.Bonds))
	for _, r := range p.Rings.Basis {
		for k, i := range r {
			for _, next := range adjacency.Of(i) {
				if next.Atom == r[(k+1)%len(r)] {
					ringBond[next.Bond] = true
				}
			}
		}
	}
	cut := make([]bool, len(p.Mol.Bonds))
	for k, b := range p.Mol.Bonds {
		cut[k] = b.Order == mol.Single && !ringBond[k] && !p.AromaticBonds[k] && turns(b.A) && turns(b.B) && !flat(b.A, b.B) && !flat(b.B, b.A)
	}
	return cut
}

// fragments cuts a component at the marked bonds.
func fragments(p *perceive.Molecule, cut []bool) ([]fragment, []int) {
	of := make([]int, len(p.Mol.Atoms))
	for i := range of {
		of[i] = -1
	}
	adjacency := p.Mol.Neighbors()
	var list []fragment
	for i := range of {
		if of[i] >= 0 {
			continue
		}
		of[i] = len(list)
		f := fragment{atoms: []int{i}}
		for k := 0; k < len(f.atoms); k++ {
			for _, next := range adjacency.Of(f.atoms[k]) {
				if !cut[next.Bond] && of[next.Atom] < 0 {
					of[next.Atom] = len(list)
					f.atoms = append(f.atoms, next.Atom)
				}
			}
		}
		list = append(list, f)
	}
	for k := range list {
		f := &list[k]
		for at, i := range f.atoms {
			for _, next := range adjacency.Of(i) {
				if cut[next.Bond] {
					f.caps = append(f.caps, openEnd{at, next.Bond, of[next.Atom]})
				}
			}
		}
	}
	return list, of
}

// molecule returns the fragment as a molecule of its own, its caps behind its atoms, with
// the configuration that s asks of it.
func (f *fragment) molecule(p *perceive.Molecule, s *stereo.Set, of []int, index []int) (*perceive.Molecule, *stereo.Set) {
	q := atomsOf(p, f.atoms)
	me := of[f.atoms[0]]
	for k, i := range f.atoms {
		index[i] = k
	}
	bonds := make(map[int]int)
	for k, b := range p.Mol.Bonds {
		if of[b.A] != me || of[b.B] != me {
			continue
		}
		bonds[k] = len(q.Mol.Bonds)
		b.A, b.B = index[b.A], index[b.B]
		q.Mol.Bonds = append(q.Mol.Bonds, b)
		q.AromaticBonds = append(q.AromaticBonds, p.AromaticBonds[k])
	}
	capOf := make(map[int]int, len(f.caps)) // atom across to its cap
	for k, c := range f.caps {
		at := len(f.atoms) + k
		q.Mol.Atoms = append(q.Mol.Atoms, mol.Atom{Element: 1})
		q.Mol.Bonds = append(q.Mol.Bonds, mol.Bond{A: c.atom, B: at, Order: mol.Single})
		q.AromaticBonds = append(q.AromaticBonds, false)
		q.Valence, q.Radicals = append(q.Valence, 1), append(q.Radicals, 0)
		b := p.Mol.Bonds[c.bond]
		capOf[b.A+b.B-f.atoms[c.atom]] = at
	}
	q.Origin = make([]int, len(q.Mol.Atoms))
	for k := range q.Origin {
		q.Origin[k] = k
	}
	q.Rings = ring.Find(q.Mol)
	local := func(i int) int {
		switch {
		case i < 0:
			return i
		case of[i] == me:
			return index[i]
		}
		return capOf[i]
	}
	t := &stereo.Set{}
	for _, c := range s.Centers {
		if of[c.Atom] != me {
			continue
		}
		ligands := make([]int, len(c.Ligands))
		for k, i := range c.Ligands {
			ligands[k] = local(i)
		}
		c.Atom, c.Ligands = index[c.Atom], ligands
		t.Centers = append(t.Centers, c)
	}
	for _, c := range s.Bonds {
		if k, ok := bonds[c.Bond]; ok {
			c.Bond, c.Ligands = k, [2]int{local(c.Ligands[0]), local(c.Ligands[1])}
			t.Bonds = append(t.Bonds, c)
		}
	}
	return q, t
}

// embed gives the fragment its geometry.
func (f *fragment) embed(ctx context.Context, p *perceive.Molecule, s *stereo.Set, of, index []int, seed uint64) error {
	q, t := f.molecule(p, s, of, index)
	e, err := embed.New(q, t)
	if err != nil {
		return err
	}
	f.x, err = e.Embed(ctx, seed, embed.Options{})
	return err
}
