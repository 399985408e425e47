package conformer

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/minimize"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// RelaxTogether relaxes many molecules that feel each other: p, a complete molecule of
// any number of components and atoms, from the geometry x, which it does not change. All
// have one force field, MMFF94s, or UFF where MMFF94 lacks parameters; note says so, and
// that UFF has no charges. The error is that of Optimize, a *ForceError also for a network
// whose bonds run through the cell without end.
func RelaxTogether(ctx context.Context, p *perceive.Molecule, x []float64, o OptimizeOptions) (r *Relaxation, force Force, note string, err error) {
	whole, err := Whole(o.Cell, p.Mol, x)
	if err != nil {
		return nil, Auto, "", err
	}
	field, force, note, err := fieldTogether(p, whole, o)
	if err != nil {
		return nil, Auto, "", err
	}
	if r, err = relaxation(ctx, field, p, whole, o, &minimize.Workspace{}); err != nil {
		return nil, Auto, "", err
	}
	r.beside(whole, x)
	return r, force, note, nil
}

// fieldTogether chooses the force field of many molecules.
func fieldTogether(p *perceive.Molecule, x []float64, o OptimizeOptions) (forcefield.Model, Force, string, error) {
	if h := findHaptics(p, false); h != nil {
		field, err := hapticField(h.loose, h.rings, UFF, x, o)
		return field, UFF, h.note(p.Mol), err
	}
	field, first := newField(p, MMFF94s, x, o)
	if first == nil {
		bond := estimatedBond(field, p)
		if bond == nil {
			return field, MMFF94s, "", nil
		}
		first = &ForceError{Force: MMFF94s, Atoms: bond, bond: true}
	}
	field, err := newField(p, UFF, x, o)
	if err != nil {
		return nil, Auto, "", err
	}
	return field, UFF, fmt.Sprintf("MMFF94 has no parameters for %s; UFF is used for all, which has no charges.", blame(p.Mol, first)), nil
}

// sameImage is how far the vector of a bond may be from its shortest image, Å.
const sameImage = 1e-6

// Whole returns the positions x with each molecule in one piece: atoms are beside those
// they are bonded to, the first of each molecule stays. Without a cell it is x. The error
// is a *ForceError that names an atom of a network, which has no such form.
func Whole(c *cell.Cell, m *mol.Mol, x []float64) ([]float64, error) {
	if c == nil {
		return x, nil
	}
	whole := append([]float64(nil), x...)
	adjacency := m.Neighbors()
	done := make([]bool, len(m.Atoms))
	var queue []int
	for i := range m.Atoms {
		if done[i] {
			continue
		}
		done[i] = true
		queue = append(queue[:0], i)
		for k := 0; k < len(queue); k++ {
			at := geom.At(whole, queue[k])
			for _, next := range adjacency.Of(queue[k]) {
				d := geom.At(whole, next.Atom).Sub(at)
				near := c.MinImage(d)
				switch far := near.Sub(d).Norm() > sameImage; {
				case !done[next.Atom]:
					done[next.Atom] = true
					queue = append(queue, next.Atom)
					if far {
						geom.Put(whole, next.Atom, at.Add(near))
					}
				case far:
					return nil, &ForceError{Atoms: []int{queue[k], next.Atom}, Msg: fmt.Sprintf(
						"the bond between %s and %s joins a molecule to its own image; networks without end cannot be relaxed", m.Label(queue[k]), m.Label(next.Atom))}
				}
			}
		}
	}
	return whole, nil
}
