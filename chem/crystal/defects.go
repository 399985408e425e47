package crystal

import (
	"context"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/structure"
)

// Vacancies removes atoms.
type Vacancies struct {
	Element uint8   // of the atoms; 0: any
	Count   int     // how many
	Apart   float64 // least distance of two vacancies in Å; 0: none
	Seed    uint64
}

// Build removes atoms that the seed chooses, with their bonds.
func (o *Vacancies) Build(ctx context.Context, s *structure.Structure) (*Built, error) {
	var c *cell.Cell
	if s.Cell != nil {
		lattice, err := source(s)
		if err != nil {
			return nil, err
		}
		c = &lattice
	}
	var candidates []int32
	for i, z := range s.Elements {
		if o.Element == 0 || z == o.Element {
			candidates = append(candidates, int32(i))
		}
	}
	switch {
	case o.Count < 1 || o.Count > len(candidates):
		return nil, refuse("%d vacancies among %d atoms: give 1 to %d", o.Count, len(candidates), len(candidates))
	case !(o.Apart >= 0 && o.Apart <= 1000):
		return nil, refuse("the distance of vacancies is %g Å: give 0 to 1000", o.Apart)
	case o.Apart > 0 && float64(o.Count)*float64(len(candidates)) > 1e8:
		return nil, refuse("%d vacancies are too many to keep apart among %d atoms", o.Count, len(candidates))
	}
	r := rng.New(o.Seed)
	r.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
	keep := make([]bool, s.Len())
	for i := range keep {
		keep[i] = true
	}
	var chosen []int32
	for _, k := range candidates {
		if len(chosen) == o.Count {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		near := false
		for _, j := range chosen {
			if o.Apart == 0 {
				break
			}
			d := geom.At(s.Positions, int(j)).Sub(geom.At(s.Positions, int(k)))
			if c != nil {
				d = c.MinImage(d)
			}
			near = near || d.Norm() < o.Apart
		}
		if !near {
			chosen = append(chosen, k)
			keep[k] = false
		}
	}
	if len(chosen) < o.Count {
		return nil, &refusal{ErrNotFound, "the vacancies do not fit so far apart: give fewer, or a smaller distance"}
	}
	return subset(identity(s), keep), nil
}

// identity is s as made of itself.
func identity(s *structure.Structure) *Built {
	b := &Built{Structure: s, Turn: geom.Identity(), Images: 1, Origin: make([]int32, s.Len()), Image: make([][3]int32, s.Len())}
	for i := range b.Origin {
		b.Origin[i] = int32(i)
	}
	return b
}

// Insert returns s with atoms of an element at the given places: interstitials. They have no
// bonds. Places less than closest Å from an atom are refused.
func Insert(s *structure.Structure, element uint8, places []geom.Vec3) (*Built, error) {
	if elem.Symbol(element) == "" {
		return nil, refuse("the element is not known")
	}
	if s.Len()+len(places) > MaxAtoms {
		return nil, tooMany(float64(s.Len() + len(places)))
	}
	b := identity(s)
	n := s.Len()
	origin := append([]int32(nil), b.Origin...)
	for range places {
		origin = append(origin, 0) // replaced below
	}
	if n == 0 {
		return nil, refuse("there are no atoms")
	}
	copies := make([]int32, len(origin))
	for i := n; i < len(origin); i++ {
		copies[i] = int32(i - n + 1)
	}
	t := gather(s, origin, copies)
	t.Cell, t.Bonds, t.BondOrders = s.Cell, s.Bonds, s.BondOrders
	copy(t.Positions, s.Positions)
	for k, p := range places {
		i := n + k
		geom.Put(t.Positions, i, p)
		t.Elements[i] = element
		if t.AtomNames != nil {
			t.AtomNames[i] = elem.Symbol(element)
		}
		if t.FormalCharges != nil {
			t.FormalCharges[i] = 0
		}
		for c := range t.Scalars {
			t.Scalars[c].Values[i] = 0
		}
		b.Origin = append(b.Origin, -1)
		b.Image = append(b.Image, [3]int32{})
	}
	b.Structure = t
	if s.Cell != nil {
		c, err := source(s)
		if err != nil {
			return nil, err
		}
		if i, j, d := nearestPair(&c, t.Positions, closest); i >= 0 && max(i, j) >= n {
			return nil, refuse("an atom would be %.2f Å from atom %d: choose another place", d, min(i, j))
		}
	}
	return b, nil
}
