package conformer

import (
	"github.com/molsmith/molsmith/chem/embed"
	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/ring"
	"github.com/molsmith/molsmith/chem/stereo"
)

// part is a component of a molecule as a molecule of its own.
type part struct {
	p     *perceive.Molecule
	s     *stereo.Set
	atoms []int // of the whole molecule
	same  bool  // it is the whole molecule

	embedder *embed.Embedder       // made when first needed
	field    forcefield.Model      // nil: none is needed, or none has parameters
	stiff    *forcefield.Stiffness // of the field
	checks   *checks               // made when first needed
}

// whole returns the numbers in the whole molecule of atoms of the part.
func (p *part) whole(atoms []int) []int {
	list := make([]int, len(atoms))
	for k, i := range atoms {
		list[k] = p.atoms[i]
	}
	return list
}

// split returns the components of p in the order of their first atoms.
func split(p *perceive.Molecule, s *stereo.Set) []*part {
	of, n := p.Mol.Components()
	parts := make([]*part, n)
	for k := range parts {
		parts[k] = &part{}
	}
	for i, k := range of {
		parts[k].atoms = append(parts[k].atoms, i)
	}
	if n == 1 {
		parts[0].p, parts[0].s, parts[0].same = p, s, true
		return parts
	}
	index := make([]int, len(of)) // in its component
	for _, part := range parts {
		for k, i := range part.atoms {
			index[i] = k
		}
		part.p = &perceive.Molecule{
			Mol: &mol.Mol{}, Origin: part.atoms,
			Valence: make([]int, len(part.atoms)), Radicals: make([]int, len(part.atoms)),
		}
		part.s = &stereo.Set{}
		for k, i := range part.atoms {
			part.p.Mol.Atoms = append(part.p.Mol.Atoms, p.Mol.Atoms[i])
			part.p.Valence[k], part.p.Radicals[k] = p.Valence[i], p.Radicals[i]
		}
	}
	bonds := make([]int, len(p.Mol.Bonds)) // their number in the component
	for k, b := range p.Mol.Bonds {
		part := parts[of[b.A]]
		b.A, b.B = index[b.A], index[b.B]
		bonds[k] = len(part.p.Mol.Bonds)
		part.p.Mol.Bonds = append(part.p.Mol.Bonds, b)
		part.p.AromaticBonds = append(part.p.AromaticBonds, p.AromaticBonds[k])
	}
	for _, c := range s.Centers {
		part := parts[of[c.Atom]]
		c.Atom = index[c.Atom]
		c.Ligands = append([]int(nil), c.Ligands...)
		renumber(c.Ligands, index)
		part.s.Centers = append(part.s.Centers, c)
	}
	for _, c := range s.Bonds {
		part := parts[of[p.Mol.Bonds[c.Bond].A]]
		c.Bond = bonds[c.Bond]
		renumber(c.Ligands[:], index)
		part.s.Bonds = append(part.s.Bonds, c)
	}
	for _, part := range parts {
		part.p.Rings = ring.Find(part.p.Mol)
	}
	return parts
}

func renumber(atoms, index []int) {
	for k, a := range atoms {
		if a >= 0 {
			atoms[k] = index[a]
		}
	}
}
