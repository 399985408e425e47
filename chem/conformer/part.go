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

	loose *perceive.Molecule // p without bonds to rings that metals bind; nil: there are none
	rings []hapticRing       // those

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
		part.p, part.s = atomsOf(p, part.atoms), &stereo.Set{}
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

// atomsOf returns some atoms of p as a molecule without bonds.
func atomsOf(p *perceive.Molecule, atoms []int) *perceive.Molecule {
	q := &perceive.Molecule{Mol: &mol.Mol{}, Origin: atoms, Valence: make([]int, len(atoms)), Radicals: make([]int, len(atoms))}
	for k, i := range atoms {
		q.Mol.Atoms = append(q.Mol.Atoms, p.Mol.Atoms[i])
		q.Valence[k], q.Radicals[k] = p.Valence[i], p.Radicals[i]
	}
	return q
}

// loosen gives components with rings that metals bind the molecules that are relaxed.
func (b *Builder) loosen() {
	if b.haptics == nil {
		return
	}
	of := make([]*part, len(b.p.Mol.Atoms))
	index := make([]int, len(b.p.Mol.Atoms))
	for _, part := range b.parts {
		for k, i := range part.atoms {
			of[i], index[i] = part, k
		}
	}
	for _, r := range b.haptics.rings {
		part := of[r.metal]
		local := hapticRing{index[r.metal], append([]int(nil), r.atoms...), r.stated}
		renumber(local.atoms, index)
		part.rings = append(part.rings, local)
	}
	q := b.haptics.loose
	for _, part := range b.parts {
		switch {
		case part.rings == nil:
		case part.same:
			part.loose = q
		default:
			part.loose = atomsOf(q, part.atoms)
			for k, bond := range q.Mol.Bonds {
				if of[bond.A] != part {
					continue
				}
				bond.A, bond.B = index[bond.A], index[bond.B]
				part.loose.Mol.Bonds = append(part.loose.Mol.Bonds, bond)
				part.loose.AromaticBonds = append(part.loose.AromaticBonds, q.AromaticBonds[k])
			}
			part.loose.Rings = ring.Find(part.loose.Mol)
		}
	}
}

func renumber(atoms, index []int) {
	for k, a := range atoms {
		if a >= 0 {
			atoms[k] = index[a]
		}
	}
}
