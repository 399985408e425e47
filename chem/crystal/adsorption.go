package crystal

import (
	"context"
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/structure"
)

// Kinds of adsorption sites.
const (
	Top    = "top"    // above an atom
	Bridge = "bridge" // above the middle of two neighbors
	Hollow = "hollow" // above the middle of three or more
)

// AdsorptionSite is a place above a surface.
type AdsorptionSite struct {
	Kind     string
	Position geom.Vec3 // Å; as high as the mean of its atoms
	Atoms    []int32   // of the surface, around it
	Below    float64   // Å down to the first atom right under a hollow or bridge; 0: none
	// Class is the same for sites that are equal by symmetry, from 0 in the order of the
	// list; in slabs whose symmetry is not found, for those with alike surroundings.
	Class int
}

// Sites says which atoms of a slab make the surface.
type Sites struct {
	// Depth is how far below the highest atom an atom may lie and count, in Å; 0: 1. Larger
	// values take in the troughs of open surfaces and lower atoms of oxides.
	Depth     float64
	Tolerance float64 // of the symmetry search; 0: DefaultTolerance
}

// Limits of adsorption.
const (
	leastVacuum     = 3.0 // Å
	maxSurfaceAtoms = 1000
	longestBridge   = 6.0 // Å
	// covered is the part of the sum of two covalent radii within which, seen from above, an
	// atom hides a lower one.
	covered = 0.5
	// rightUnder is how far beside a site in Å an atom counts as under it.
	rightUnder = 0.4
)

// Find returns the sites of the upper side of s, a slab with its surface parallel to the
// first two vectors: tops, then bridges, then hollows. They are the corners, edges and faces of
// the Delaunay net of the surface atoms seen along the normal, in which four or more
// atoms on one circle make one hollow.
func (o *Sites) Find(ctx context.Context, s *structure.Structure) ([]AdsorptionSite, error) {
	f, err := o.surface(s)
	if err != nil {
		return nil, err
	}
	var sites []AdsorptionSite
	for k, i := range f.atoms {
		sites = append(sites, AdsorptionSite{Kind: Top, Position: geom.At(s.Positions, int(i)), Atoms: []int32{i}})
		if k%64 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
	}
	var bridges, hollows []AdsorptionSite
	for k := range f.atoms {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		corners, neighbors := f.voronoi(k)
		for c := range corners {
			next := corners[(c+1)%len(corners)]
			x, y := next.at[0]-corners[c].at[0], next.at[1]-corners[c].at[1]
			if by := corners[c].by; by >= 0 && x*x+y*y > 0.01 && neighbors[by].d2 < longestBridge*longestBridge {
				q := neighbors[by]
				middle := [2]float64{(f.at[k][0] + q.at[0]) / 2, (f.at[k][1] + q.at[1]) / 2}
				bridges = f.add(bridges, Bridge, middle, []int{k, q.atom})
			}
			hollows = f.hollow(hollows, k, corners[c].at)
		}
	}
	sites = append(append(sites, bridges...), hollows...)
	down := f.downward()
	for i := range sites {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if sites[i].Kind != Top {
			sites[i].Below = f.below(s, &sites[i], down)
		}
	}
	if err := o.classes(ctx, s, f, sites); err != nil {
		return nil, err
	}
	return sites, nil
}

// hollow adds the site at a corner of the Voronoi cell of surface atom k: the atoms as far
// from the corner as that one.
func (f *surface) hollow(list []AdsorptionSite, k int, at [2]float64) []AdsorptionSite {
	x, y := at[0]-f.at[k][0], at[1]-f.at[k][1]
	var atoms []int
	for _, q := range f.around(at, math.Sqrt(x*x+y*y)+0.1) {
		atoms = append(atoms, q.atom)
	}
	return f.add(list, Hollow, at, atoms)
}

// add appends a site unless it is in the list.
func (f *surface) add(list []AdsorptionSite, kind string, at [2]float64, atoms []int) []AdsorptionSite {
	height := 0.0
	site := AdsorptionSite{Kind: kind}
	for _, k := range atoms {
		height += f.height[k] / float64(len(atoms))
		site.Atoms = append(site.Atoms, f.atoms[k])
	}
	site.Position = f.e1.Scale(at[0]).AddScaled(at[1], f.e2).AddScaled(height, f.normal)
	// Into the cell sideways.
	g := f.cell.Fractional(site.Position)
	site.Position = site.Position.Sub(f.cell.Shift(int(math.Floor(g.A+faceEdge)), int(math.Floor(g.B+faceEdge)), 0))
	for i := range list {
		p := f.flat(list[i].Position.Sub(site.Position))
		if d := f.nearestImage(p); d[0]*d[0]+d[1]*d[1] < 0.01 && math.Abs(list[i].Position.Sub(site.Position).Dot(f.normal)) < 0.1 {
			return list
		}
	}
	return append(list, site)
}

// downward returns all atoms from the highest to the lowest.
func (f *surface) downward() []int32 {
	order := make([]int32, len(f.all))
	for i := range order {
		order[i] = int32(i)
	}
	sorting.Stable(order, func(a, b int32) int {
		switch d := f.all[b] - f.all[a]; {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	return order
}

// below returns the distance down to the highest atom right under a site, 0 when there is
// none among the atoms of downward.
func (f *surface) below(s *structure.Structure, site *AdsorptionSite, downward []int32) float64 {
	h := site.Position.Dot(f.normal)
	for _, i := range downward {
		down := h - f.all[i]
		if down <= 0.2 {
			continue
		}
		d := f.nearestImage(f.flat(geom.At(s.Positions, int(i)).Sub(site.Position)))
		if d[0]*d[0]+d[1]*d[1] < rightUnder*rightUnder {
			return down
		}
	}
	return 0
}

// surface finds the atoms below the vacuum that nothing covers.
func (o *Sites) surface(s *structure.Structure) (*surface, error) {
	c, err := source(s)
	if err != nil {
		return nil, err
	}
	depth := o.Depth
	if depth == 0 {
		depth = 1
	}
	switch {
	case s.Len() == 0:
		return nil, refuse("there are no atoms")
	case !(depth > 0 && depth <= 20):
		return nil, refuse("the depth is %g Å: give up to 20", o.Depth)
	}
	f := &surface{cell: c}
	f.frame()
	top, err := f.heights(s)
	if err != nil {
		return nil, err
	}
	var candidates []int32
	for i, h := range f.all {
		if h > top-depth {
			candidates = append(candidates, int32(i))
		}
	}
	if len(candidates) > maxSurfaceAtoms {
		return nil, &refusal{ErrTooManyAtoms, "the surface has more than 1000 atoms: take a smaller cell"}
	}
	for _, i := range candidates {
		p := geom.At(s.Positions, int(i))
		hidden := false
		for _, j := range candidates {
			if f.all[j] > f.all[i]+0.3 {
				d := f.nearestImage(f.flat(geom.At(s.Positions, int(j)).Sub(p)))
				r := covered * (elem.CovalentRadius(s.Elements[i]) + elem.CovalentRadius(s.Elements[j]))
				hidden = hidden || d[0]*d[0]+d[1]*d[1] < r*r
			}
		}
		if !hidden {
			f.atoms = append(f.atoms, i)
			f.at = append(f.at, f.flat(p))
			f.height = append(f.height, f.all[i])
		}
	}
	return f, nil
}

// frame finds the normal and the vectors in the plane.
func (f *surface) frame() {
	c := &f.cell
	f.e1 = c.Vector(0).Unit()
	f.normal = c.Vector(0).Cross(c.Vector(1)).Unit()
	if c.Vector(2).Dot(f.normal) < 0 {
		f.normal = f.normal.Neg()
	}
	f.e2 = f.normal.Cross(f.e1)
	f.a, f.b = f.flat(c.Vector(0)), f.flat(c.Vector(1))
	short := layerCell{a: f.a, b: f.b}
	short.shorten()
	f.p, f.q = short.a, short.b
	f.total = c.Vector(2).Dot(f.normal)
}

// heights fills the heights of all atoms, those above the vacuum a cell lower, and returns
// the largest. The vacuum is the widest gap.
func (f *surface) heights(s *structure.Structure) (top float64, err error) {
	f.all = make([]float64, s.Len())
	order := make([]float64, s.Len())
	for i := range order {
		h := geom.At(s.Positions, i).Dot(f.normal)
		f.all[i] = h
		order[i] = h - math.Floor(h/f.total)*f.total
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
	gap, under := order[0]+f.total-order[len(order)-1], order[len(order)-1]
	for i := 1; i < len(order); i++ {
		if d := order[i] - order[i-1]; d > gap {
			gap, under = d, order[i-1]
		}
	}
	if gap < leastVacuum {
		return 0, refuse("the widest gap between atoms along the normal is %.1f Å: a surface needs %g Å of vacuum above it", gap, leastVacuum)
	}
	// Where most atoms are as given, the surface is where they are.
	base := math.Inf(-1)
	for _, h := range f.all {
		if r := h - math.Floor(h/f.total)*f.total; math.Abs(r-under) < 1e-6 || f.total-math.Abs(r-under) < 1e-6 {
			base = max(base, h)
		}
	}
	for i, h := range f.all {
		f.all[i] = h - math.Ceil((h-base-1e-6)/f.total)*f.total
	}
	return base, nil
}

// classes numbers the sites that operations of the slab bring onto each other.
func (o *Sites) classes(ctx context.Context, s *structure.Structure, f *surface, sites []AdsorptionSite) error {
	parent := make([]int, len(sites))
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	y, err := FindSymmetry(ctx, s, o.Tolerance)
	if err := ctx.Err(); err != nil {
		return err
	}
	if err != nil { // a slab too large for the search, as a rule
		first := map[string]int{}
		for i := range sites {
			k, known := first[sites[i].likeness(s)]
			if !known {
				k = i
				first[sites[i].likeness(s)] = i
			}
			parent[i] = k
		}
	} else {
		at := make([]cell.Fractional, len(sites))
		kinds := make([]uint8, len(sites))
		for i := range sites {
			at[i] = f.cell.Fractional(sites[i].Position)
			kinds[i] = uint8(min(len(sites[i].Atoms), 200)) // 1, 2, and 3 or more
		}
		find := newSites(&f.cell, kinds, at, 0.2)
		// The motions of the primitive cell and its three translations make all operations.
		l := &y.lattice.cell
		motions := append([]motion(nil), y.group...)
		for k := range 3 {
			m := motion{rotation: [9]int{1, 0, 0, 0, 1, 0, 0, 0, 1}}
			m.move[k] = 1
			motions = append(motions, m)
		}
		for k := range motions {
			m := &motions[k]
			for i := range sites {
				g := rotate(&m.rotation, l.Fractional(sites[i].Position))
				g.A, g.B, g.C = g.A+m.move[0], g.B+m.move[1], g.C+m.move[2]
				// Upside down a motion brings the site to the other surface.
				if j, _ := find.find(f.cell.Fractional(l.Cartesian(g)), kinds[i]); j >= 0 && root(i) != root(j) {
					parent[max(root(i), root(j))] = min(root(i), root(j))
				}
			}
		}
	}
	number := map[int]int{}
	for i := range sites {
		r := root(i)
		if _, known := number[r]; !known {
			number[r] = len(number)
		}
		sites[i].Class = number[r]
	}
	return nil
}

// likeness tells sites apart by the elements around and the atom below.
func (x *AdsorptionSite) likeness(s *structure.Structure) string {
	var around elem.Counts
	for _, i := range x.Atoms {
		around[s.Elements[i]]++
	}
	return fmt.Sprint(x.Kind, " ", around.Formula(), " ", math.Round(10*x.Below))
}

// Spread chooses count of the sites in the list of their numbers, as far apart from each other
// as going from one to the farthest next gives, and returns the least distance in Å.
func Spread(s *structure.Structure, sites []AdsorptionSite, of []int, count int) (chosen []int, apart float64, err error) {
	c, err := source(s)
	if err != nil {
		return nil, 0, err
	}
	if count < 1 || count > len(of) {
		return nil, 0, refuse("%d of %d sites: give 1 to %d", count, len(of), len(of))
	}
	for _, k := range of {
		if k < 0 || k >= len(sites) {
			return nil, 0, refuse("there is no site %d", k+1)
		}
	}
	distance := make([]float64, len(of))
	for i := range distance {
		distance[i] = math.Inf(1)
	}
	// One site is as far from others as from its own images.
	apart = min(c.Vector(0).Norm(), c.Vector(1).Norm(), c.Vector(0).Add(c.Vector(1)).Norm(), c.Vector(0).Sub(c.Vector(1)).Norm())
	next := 0
	for len(chosen) < count {
		chosen = append(chosen, of[next])
		p := sites[of[next]].Position
		if len(chosen) > 1 {
			apart = min(apart, distance[next])
		}
		distance[next] = -1
		far := next
		for i, k := range of {
			if distance[i] >= 0 {
				distance[i] = min(distance[i], c.Distance(p, sites[k].Position))
				if distance[far] < 0 || distance[i] > distance[far]+1e-6 {
					far = i
				}
			}
		}
		next = far
	}
	return chosen, apart, nil
}
