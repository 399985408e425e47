package crystal

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/structure"
)

// Void is a place between atoms that is farther from all of them than any place near it.
type Void struct {
	Position geom.Vec3
	Radius   float64 // Å to the nearest atom
	Touching int     // atoms at that distance
}

// Limits of the search for voids.
const (
	maxVoid = 12.0 // Å; farther from all atoms there is no void but vacuum
	// maxMeetings bounds the neighbors of all atoms that are looked at.
	maxMeetings = 5e8
	touching    = 0.05 // Å
	oneVoid     = 0.1  // Å; nearer voids are one
	// sameVoid is how far in Å the better place of a void may be: corners that are seen as
	// enclosed by atoms a little farther than those that touch them.
	sameVoid = 0.5
)

// Voids returns the places for interstitials: centers of the largest empty spheres, from the
// largest down, those with a radius of at least least Å. They are the corners of the
// Voronoi cells of the atoms from which no way leads farther from the atoms that touch the
// sphere. Places nearer than 0.1 Å to each other are one.
func Voids(ctx context.Context, s *structure.Structure, least float64) ([]Void, error) {
	c, err := source(s)
	if err != nil {
		return nil, err
	}
	if s.Len() == 0 || !(least > 0 && least <= maxVoid) {
		return nil, refuse("the radius of a void is %g Å: give up to %g, in a structure with atoms", least, maxVoid)
	}
	// No larger than the largest sphere that a crystal of this density has.
	reach := min(maxVoid, 1.6*geom.Pow(c.Volume()/float64(s.Len()), 1./3)+1.5)
	around := 33.6 * reach * reach * reach / c.Volume() * float64(s.Len()) // atoms within twice that
	if c.Volume() < float64(s.Len()) || float64(s.Len())*(1+around) > maxMeetings {
		return nil, &refusal{ErrTooManyAtoms, "the cell has too many atoms, or more than one in an Å³, to search for voids"}
	}
	g, err := grid.New(&c, s.Positions, 2*reach)
	if err != nil {
		return nil, refuse("the voids: %v", err)
	}
	var found []Void
	var z voronoiCell
	for i := range s.Len() {
		if i%64 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		at := geom.At(s.Positions, i)
		z.build(g, at, reach)
		for _, v := range z.corners(least, reach) {
			if toward := z.touching(v); enclosed(toward) {
				found = append(found, Void{Position: c.Wrap(at.Add(v)), Radius: v.Norm(), Touching: len(toward)})
			}
		}
	}
	return distinctVoids(&c, g, found)
}

// enclosed says whether every direction comes nearer to one of the unit vectors: the origin
// is inside their hull, and not on its boundary. If it were not, a plane through two of
// them would have none on one side.
func enclosed(toward []geom.Vec3) bool {
	const straight = 1e-3
	spread := false
	for i, v := range toward {
		for _, w := range toward[:i] {
			u := v.Cross(w)
			if u.Norm() < straight {
				continue
			}
			spread = true
			u = u.Unit()
			above, below := false, false
			for _, x := range toward {
				d := u.Dot(x)
				above = above || d > straight
				below = below || d < -straight
			}
			if !above || !below {
				return false
			}
		}
	}
	return spread
}

// distinctVoids sorts voids, those of one size in the order they came, and leaves out those
// that others are.
func distinctVoids(c *cell.Cell, atoms *grid.Grid, list []Void) ([]Void, error) {
	order := make([]int32, len(list))
	for i := range order {
		order[i] = int32(i)
	}
	sorting.Stable(order, func(a, b int32) int {
		switch d := list[b].Radius - list[a].Radius; {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	for i := 0; i < len(order); {
		k := i + 1
		for k < len(order) && list[order[k-1]].Radius-list[order[k]].Radius < 1e-3 {
			k++
		}
		sorting.By(order[i:k], func(a, b int32) int { return int(a - b) })
		i = k
	}
	positions := make([]float64, 0, 3*len(list))
	for _, k := range order {
		p := list[k].Position
		positions = append(positions, p.X, p.Y, p.Z)
	}
	g, err := grid.New(c, positions, sameVoid)
	if err != nil {
		return nil, refuse("the voids: %v", err)
	}
	var out []Void
	kept := make([]bool, len(order))
	for i, k := range order {
		v := &list[k]
		known := false
		g.Near(v.Position, func(j int, way geom.Vec3, d2 float64) bool {
			known = kept[j] && (d2 < oneVoid*oneVoid || open(atoms, v, way))
			return !known
		})
		if !known {
			kept[i] = true
			out = append(out, *v)
		}
	}
	return out, nil
}

// open says whether no atom is nearer to the way from a void than to the void.
func open(atoms *grid.Grid, v *Void, way geom.Vec3) bool {
	for _, part := range [3]float64{0.25, 0.5, 0.75} {
		free := true
		atoms.Near(v.Position.AddScaled(part, way), func(_ int, _ geom.Vec3, d2 float64) bool {
			free = d2 > (v.Radius-1e-6)*(v.Radius-1e-6)
			return free
		})
		if !free {
			return false
		}
	}
	return true
}

// leastVoid is the radius in Å of the smallest void that LargestVoids gives.
const leastVoid = 0.8

// LargestVoids returns so many places for interstitials, from the largest void down.
func LargestVoids(ctx context.Context, s *structure.Structure, count int) ([]Void, error) {
	if count < 1 || count > MaxAtoms {
		return nil, refuse("%d voids: give 1 to %d", count, MaxAtoms)
	}
	list, err := Voids(ctx, s, leastVoid)
	if err != nil {
		return nil, err
	}
	if len(list) < count {
		return nil, &refusal{ErrNotFound, fmt.Sprintf("there are %d voids with a radius of %g Å or more, fewer than the %d that are asked for", len(list), leastVoid, count)}
	}
	return list[:count], nil
}
