package conformer

import (
	"context"
	"errors"
	"slices"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/stereo/cip"
)

// Choice is a configuration that a geometry has and its molecule does not state.
type Choice struct {
	// Atoms are the center, or the two ends of a double bond, 0-based.
	Atoms []int
	// Label is its descriptor, R, S, r, s, E or Z; "" where the rules give none within
	// their limits.
	Label string
}

// Chosen returns the configurations that the geometry x has and the molecule leaves open:
// those of tetrahedral centers, then those of double bonds. An amine's nitrogen, which
// inverts, has none.
func (b *Builder) Chosen(x []float64) []Choice {
	p, found := b.solid(x)
	centers, bonds := b.open(found)
	if len(centers)+len(bonds) == 0 {
		return nil
	}
	labels, err := cip.Label(p, found)
	if limit := (*cip.LimitError)(nil); err != nil && !errors.As(err, &limit) {
		labels = cip.Labels{}
	}
	label := func(list []string, k int) string {
		if k < len(list) {
			return list[k]
		}
		return ""
	}
	var list []Choice
	for _, c := range centers {
		list = append(list, Choice{[]int{c.Atom}, label(labels.Atoms, c.Atom)})
	}
	for _, c := range bonds {
		bond := p.Mol.Bonds[c.Bond]
		list = append(list, Choice{[]int{bond.A, bond.B}, label(labels.Bonds, c.Bond)})
	}
	return list
}

// solid returns the molecule with the positions x and the configuration that they have.
func (b *Builder) solid(x []float64) (*perceive.Molecule, *stereo.Set) {
	p := *b.p
	p.Mol = p.Mol.Clone()
	for i := range p.Mol.Atoms {
		p.Mol.Atoms[i].Pos = geom.At(x, i)
	}
	for k := range p.Mol.Bonds {
		p.Mol.Bonds[k].Stereo = mol.NoStereo
	}
	stereo.FromGeometry(p.Mol)
	return &p, stereo.Find(&p)
}

// open returns what of a configuration the molecule does not state. Both lists are sorted.
func (b *Builder) open(found *stereo.Set) (centers []mol.Center, bonds []mol.CisTrans) {
	stated := make(map[int]bool, len(b.s.Centers))
	for _, c := range b.s.Centers {
		stated[c.Atom] = true
	}
	for _, c := range found.Centers {
		if c.Class == mol.Tetrahedral && !stated[c.Atom] && !(slices.Contains(found.Coupled, c.Atom) && b.forced(c.Atom)) {
			centers = append(centers, c)
		}
	}
	clear(stated)
	for _, c := range b.s.Bonds {
		stated[c.Bond] = true
	}
	for _, c := range found.Bonds {
		if !stated[c.Bond] {
			bonds = append(bonds, c)
		}
	}
	return centers, bonds
}

// forced says whether rings leave a coupled center no choice, as at the bridgeheads of
// norbornane and in cubane.
func (b *Builder) forced(atom int) bool {
	const small = 8 // atoms; larger rings have room for a ligand inside
	var around [][]int
	tight := 0
	for _, ring := range b.p.Rings.Relevant {
		if len(ring) > small || !slices.Contains(ring, atom) {
			continue
		}
		if len(ring) <= 5 {
			tight++
		}
		for _, other := range around {
			shared := 0
			for _, i := range ring {
				if slices.Contains(other, i) {
					shared++
				}
			}
			if shared > 2 {
				return true
			}
		}
		around = append(around, ring)
	}
	return tight > 2
}

// settle returns a builder of the molecule with the configuration that Generate gives it
// for a seed; b when c, a geometry of it, shows that nothing is open.
func (b *Builder) settle(ctx context.Context, seed uint64, c *Conformer) (*Builder, error) {
	_, found := b.solid(c.X)
	if centers, bonds := b.open(found); len(centers)+len(bonds) == 0 || b.haptics != nil {
		return b, nil
	}
	c, err := b.Generate(ctx, seed, nil)
	if err != nil {
		return nil, err
	}
	_, found = b.solid(c.X)
	centers, bonds := b.open(found)
	s := &stereo.Set{Centers: append(centers, b.s.Centers...), Bonds: append(bonds, b.s.Bonds...)}
	sorting.By(s.Centers, func(a, b mol.Center) int { return a.Atom - b.Atom })
	sorting.By(s.Bonds, func(a, b mol.CisTrans) int { return a.Bond - b.Bond })
	return New(b.p, s, b.force)
}
