package crystal

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/internal/sorting"
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
func (o *Vacancies) Build(s *structure.Structure) (*Built, error) {
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

// Void is a place between atoms that is farther from all of them than any place near it.
type Void struct {
	Position geom.Vec3
	Radius   float64 // Å to the nearest atom
	Touching int     // atoms at that distance
}

// Limits of the search for voids.
const (
	voidStep   = 0.4 // Å between the samples
	maxSamples = 4_000_000
	// maxMeetings bounds the distances that all samples measure.
	maxMeetings = 5e8
	maxVoid     = 12.0 // Å; farther from all atoms there is no void but vacuum
	touching    = 0.05 // Å
)

// Voids returns the places for interstitials: centers of the largest empty spheres, from the
// largest down, those with a radius of at least least Å. Places nearer than 0.1 Å to each
// other are one.
func Voids(ctx context.Context, s *structure.Structure, least float64) ([]Void, error) {
	c, err := source(s)
	if err != nil {
		return nil, err
	}
	if s.Len() == 0 || !(least > 0 && least <= maxVoid) {
		return nil, refuse("the radius of a void is %g Å: give up to %g, in a structure with atoms", least, maxVoid)
	}
	frame := c.Reduced()
	h := frame.Heights()
	var n [3]int
	total := 1.0
	for k := range 3 {
		n[k] = int(math.Ceil(h[k]/voidStep)) + 1
		total *= float64(n[k])
	}
	if total > maxSamples {
		return nil, &refusal{ErrTooManyAtoms, "the cell is too large to search for voids: take a smaller one"}
	}
	// Samples within the largest sphere that a crystal of this density has.
	reach := min(maxVoid, 1.6*geom.Pow(c.Volume()/float64(s.Len()), 1./3)+1.5)
	if near := float64(s.Len()) * 4.2 * reach * reach * reach / c.Volume(); c.Volume() < float64(s.Len()) || total*(1+near) > maxMeetings {
		return nil, &refusal{ErrTooManyAtoms, "the cell has too many atoms, or more than one in an Å³, to search for voids"}
	}
	g, err := grid.New(&c, s.Positions, reach)
	if err != nil {
		return nil, refuse("the voids: %v", err)
	}
	distance := func(p geom.Vec3) float64 {
		best := reach * reach
		g.Near(p, func(_ int, _ geom.Vec3, d2 float64) bool {
			best = min(best, d2)
			return true
		})
		return math.Sqrt(best)
	}
	field := make([]float32, int(total))
	at := func(i, j, k int) int { return (i*n[1]+j)*n[2] + k }
	point := func(i, j, k int) geom.Vec3 {
		return frame.Cartesian(cell.Fractional{A: float64(i) / float64(n[0]), B: float64(j) / float64(n[1]), C: float64(k) / float64(n[2])})
	}
	for i := range n[0] {
		for j := range n[1] {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for k := range n[2] {
				field[at(i, j, k)] = float32(distance(point(i, j, k)))
			}
		}
	}
	var found []Void
	for i := range n[0] {
		for j := range n[1] {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for k := range n[2] {
				here := field[at(i, j, k)]
				if float64(here) < least-voidStep || float64(here) >= reach-1e-3 {
					continue
				}
				top := true
				for a := -1; a <= 1 && top; a++ {
					for b := -1; b <= 1 && top; b++ {
						for d := -1; d <= 1 && top; d++ {
							top = field[at((i+a+n[0])%n[0], (j+b+n[1])%n[1], (k+d+n[2])%n[2])] <= here
						}
					}
				}
				if top {
					found = append(found, climb(point(i, j, k), g, distance))
				}
			}
		}
	}
	return distinctVoids(&c, g, found, least), nil
}

// climb moves a point away from the atoms: along the shortest vector in the hull of the
// directions away from those that are nearest, which is the steepest way up (Demyanov and
// Malozemov, Introduction to Minimax, 1974).
func climb(p geom.Vec3, g *grid.Grid, distance func(geom.Vec3) float64) Void {
	best := distance(p)
	var away []geom.Vec3
	for step, n := voidStep/2, 0; step > 1e-5 && n < 500; n++ {
		away = away[:0]
		g.Near(p, func(_ int, d geom.Vec3, d2 float64) bool {
			if math.Sqrt(d2) < best+2*step {
				away = append(away, d.Neg().Unit())
			}
			return true
		})
		q := p.AddScaled(step, shortest(away).Unit())
		if d := distance(q); d > best+step/100 { // less is a way along a ridge that ends
			p, best = q, d
		} else {
			step /= 2
		}
	}
	return Void{Position: p, Radius: best}
}

// shortest returns the point of the hull of vectors that is nearest to the origin, nearly:
// each step goes toward the vector that is farthest back (Gilbert, SIAM J. Control 1966, 4, 61).
func shortest(vectors []geom.Vec3) geom.Vec3 {
	if len(vectors) == 0 {
		return geom.Vec3{}
	}
	at := vectors[0]
	for range 100 {
		back := vectors[0]
		for _, v := range vectors {
			if v.Dot(at) < back.Dot(at) {
				back = v
			}
		}
		d := back.Sub(at)
		gain := -d.Dot(at)
		if gain < 1e-6 {
			break
		}
		at = at.AddScaled(min(1, gain/d.Norm2()), d)
	}
	return at
}

// distinctVoids sorts voids and leaves out those that others are.
func distinctVoids(c *cell.Cell, g *grid.Grid, list []Void, least float64) []Void {
	sorting.Stable(list, func(a, b Void) int {
		switch {
		case a.Radius > b.Radius+1e-3:
			return -1
		case a.Radius < b.Radius-1e-3:
			return 1
		}
		return 0
	})
	var out []Void
	for _, v := range list {
		known := v.Radius < least
		for k := range out {
			known = known || c.Distance(out[k].Position, v.Position) < 0.1
		}
		if known {
			continue
		}
		v.Position = c.Wrap(v.Position)
		g.Near(v.Position, func(_ int, _ geom.Vec3, d2 float64) bool {
			if math.Sqrt(d2) < v.Radius+touching {
				v.Touching++
			}
			return true
		})
		out = append(out, v)
	}
	return out
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
