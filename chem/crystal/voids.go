package crystal

import (
	"context"
	"fmt"
	"math"

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
	maxVoid = 12.0 // Å; what is farther from all atoms is not looked for
	// vacuum is the width in Å of a gap along a normal of the cell, without any atom, in
	// which voids are not looked for: it is outside of a slab, a sheet or a particle.
	vacuum = 6.0
	// maxMeetings bounds the neighbors of all atoms that are looked at.
	maxMeetings = 2e7
	touching    = 0.05 // Å
	oneVoid     = 0.1  // Å; nearer voids are one
	// sameVoid is how far in Å the better place of a void may be: corners that are seen as
	// enclosed by atoms a little farther than those that touch them.
	sameVoid = 0.5
)

// Voids returns the places for interstitials: centers of the largest empty spheres, from the
// largest down, those with a radius from least to 12 Å. They are the corners of the
// Voronoi cells of the atoms from which no way leads farther from the atoms that touch the
// sphere. Places nearer than 0.1 Å to each other are one, and so are those up to 0.5 Å from
// a larger one with no narrower place between. Those of one size come in the order of their
// fractional coordinates. ctx is looked at.
func Voids(ctx context.Context, s *structure.Structure, least float64) ([]Void, error) {
	c, err := source(s)
	if err != nil {
		return nil, err
	}
	if s.Len() == 0 || !(least > 0 && least <= maxVoid) {
		return nil, refuse("the radius of a void is %g Å: give up to %g, in a structure with atoms", least, maxVoid)
	}
	n := neighborhood{frame: c.Reduced(), positions: s.Positions}
	if c.Volume() < float64(s.Len()) {
		return nil, &refusal{ErrTooManyAtoms, "there is more than one atom in an Å³: that is too many to search for voids"}
	}
	outside := gaps(&c, s)
	// Nearly all cells of a dense crystal end here; the others are made anew with more neighbors.
	first := min(4, 1.2*geom.Pow(c.Volume()/float64(s.Len()), 1./3)+0.5)
	var found []Void
	var z voronoiCell
	met := 0
	for i := range s.Len() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at := geom.At(s.Positions, i)
		reach := first
		for {
			g, err := n.within(2*reach + touching)
			if err != nil {
				return nil, err
			}
			z.build(g, at, maxVoid)
			if met += len(z.neighbors); met > maxMeetings {
				return nil, &refusal{ErrTooManyAtoms, "there are too many atoms, or too many close to each other, to search for voids"}
			}
			if reach == maxVoid || z.farthest2() <= reach*reach {
				break
			}
			reach = min(maxVoid, 2*reach)
		}
		for _, v := range z.corners(least, reach) {
			if toward := z.touching(v); enclosed(toward) {
				if f := tidy(c.Fractional(at.Add(v))); !outside.have(f) {
					found = append(found, Void{Position: c.Cartesian(f), Radius: v.Norm(), Touching: len(toward)})
				}
			}
		}
	}
	return distinctVoids(ctx, &c, &n, found)
}

// neighborhood has grids of the atoms, one for each reach that was asked for.
type neighborhood struct {
	frame     cell.Cell
	positions []float64
	cutoffs   []float64
	grids     []*grid.Grid
}

// within returns a grid whose searches reach so far, or farther.
func (n *neighborhood) within(cutoff float64) (*grid.Grid, error) {
	for k, have := range n.cutoffs {
		if have >= cutoff {
			return n.grids[k], nil
		}
	}
	g, err := grid.New(&n.frame, n.positions, cutoff)
	if err != nil {
		return nil, refuse("the cell is too thin to search for voids: %v", err)
	}
	n.cutoffs, n.grids = append(n.cutoffs, cutoff), append(n.grids, g)
	return g, nil
}

// gaps are the widest gaps between atoms along the three axes that are vacuum, in fractions
// of the cell; a gap may go over its end.
func gaps(c *cell.Cell, s *structure.Structure) (found gapList) {
	heights := c.Heights()
	order := make([]float64, s.Len())
	for axis := range 3 {
		for i := range order {
			f := c.Fractional(geom.At(s.Positions, i))
			x := [3]float64{f.A, f.B, f.C}[axis]
			order[i] = x - math.Floor(x)
		}
		sorting.By(order, func(a, b float64) int {
			switch {
			case a < b:
				return -1
			case a > b:
				return 1
			}
			return 0
		})
		from, width := order[len(order)-1], order[0]+1-order[len(order)-1]
		for i := 1; i < len(order); i++ {
			if d := order[i] - order[i-1]; d > width {
				from, width = order[i-1], d
			}
		}
		// A crystal of one layer of atoms has a gap of its whole height, and is none of one in vacuum.
		if width*heights[axis] > vacuum {
			found = append(found, gap{axis, from, width})
		}
	}
	return found
}

type gap struct {
	axis        int
	from, width float64
}

type gapList []gap

func (l gapList) have(f cell.Fractional) bool {
	for _, g := range l {
		x := [3]float64{f.A, f.B, f.C}[g.axis] - g.from
		if x -= math.Floor(x); x < g.width {
			return true
		}
	}
	return false
}

// tidy brings a place into the cell and rounds it: places that symmetry puts on a face or on
// each other are there whatever the last digits are.
func tidy(f cell.Fractional) cell.Fractional {
	round := func(x float64) float64 {
		x = math.Round(x*1e11) / 1e11
		return x - math.Floor(x) + 0
	}
	return cell.Fractional{A: round(f.A), B: round(f.B), C: round(f.C)}
}

// straight is the sine of the angle by which a direction may lie out of a plane and count as
// in it.
const straight = 1e-3

// enclosed says whether every direction comes nearer to one of the unit vectors: the origin
// is inside their hull, and not on its boundary. Some of them are looked at; as long as
// they leave a side empty, the one that lies farthest on that side comes to them.
func enclosed(toward []geom.Vec3) bool {
	some := append([]geom.Vec3(nil), toward[:min(4, len(toward))]...)
	for {
		u, empty := emptySide(some)
		if !empty {
			return true
		}
		best, most := -1, straight
		for i, x := range toward {
			if d := u.Dot(x); d > most {
				best, most = i, d
			}
		}
		if best < 0 {
			return false
		}
		some = append(some, toward[best])
	}
}

// emptySide returns the normal of a plane through the origin above which none of the vectors
// lies. When there is one, there is one through two of them, or all lie on a line.
func emptySide(some []geom.Vec3) (u geom.Vec3, empty bool) {
	spread := false
	for i, v := range some {
		for _, w := range some[:i] {
			u := v.Cross(w)
			if u.Norm() < straight {
				continue
			}
			spread = true
			u = u.Unit()
			above, below := false, false
			for _, x := range some {
				d := u.Dot(x)
				above = above || d > straight
				below = below || d < -straight
			}
			switch {
			case !above:
				return u, true
			case !below:
				return u.Neg(), true
			}
		}
	}
	if spread {
		return u, false
	}
	v := some[0]
	if u = v.Cross(geom.Vec3{X: 1}); u.Norm() < 0.5 {
		u = v.Cross(geom.Vec3{Y: 1})
	}
	return u.Unit(), true
}

// distinctVoids sorts voids, those of one size by their places in the cell, and leaves out
// those that others are.
func distinctVoids(ctx context.Context, c *cell.Cell, n *neighborhood, list []Void) ([]Void, error) {
	sorting.Stable(list, func(a, b Void) int {
		switch d := b.Radius - a.Radius; {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	positions := make([]float64, 0, 3*len(list))
	for i := 0; i < len(list); {
		k := i + 1
		for k < len(list) && list[k-1].Radius-list[k].Radius < 1e-3 {
			k++
		}
		sorting.Stable(list[i:k], func(a, b Void) int {
			p, q := placeKey(c, a.Position), placeKey(c, b.Position)
			for axis := range 3 {
				switch d := p[axis] - q[axis]; {
				case d < 0:
					return -1
				case d > 0:
					return 1
				}
			}
			return 0
		})
		i = k
	}
	for i := range list {
		p := list[i].Position
		positions = append(positions, p.X, p.Y, p.Z)
	}
	g, err := grid.New(&n.frame, positions, sameVoid)
	if err != nil {
		return nil, refuse("the cell is too thin to search for voids: %v", err)
	}
	var out []Void
	kept := make([]bool, len(list))
	for i := range list {
		if i%256 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		v := &list[i]
		atoms, err := n.within(v.Radius)
		if err != nil {
			return nil, err
		}
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

// placeKey tells places apart that are 1e-5 of the cell from each other. Simple fractions lie far
// from where it changes.
func placeKey(c *cell.Cell, p geom.Vec3) [3]float64 {
	f := tidy(c.Fractional(p))
	return [3]float64{math.Floor(f.A*1e5 + 0.3719), math.Floor(f.B*1e5 + 0.3719), math.Floor(f.C*1e5 + 0.3719)}
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
