package crystal

import (
	"context"
	"math"

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
	// Work bounds how many points are looked at; more is refused with ErrTooManyAtoms. 0: some
	// seconds of work.
	Work int
}

// Limits of adsorption.
const (
	leastVacuum   = 3.0 // Å
	longestBridge = 6.0 // Å
	sameSite      = 0.1 // Å, sideways and along the normal
	// covered is the part of the sum of two covalent radii within which, seen from above, an
	// atom hides a lower one.
	covered = 0.5
	// rightUnder is how far beside a site in Å an atom counts as under it.
	rightUnder = 0.4
)

// Find returns the sites of the upper side of s, a slab with its surface parallel to the
// first two vectors: tops, then bridges, then hollows. They are the corners, edges and faces of
// the Delaunay net of the surface atoms seen along the normal, in which four or more
// atoms on one circle make one hollow. alike says why the classes are those of likeness alone;
// it is empty where they are those of the symmetry of s.
func (o *Sites) Find(ctx context.Context, s *structure.Structure) (sites []AdsorptionSite, alike string, err error) {
	f, err := o.surface(ctx, s)
	if err != nil {
		return nil, "", err
	}
	if sites, err = f.sites(ctx, s); err != nil {
		return nil, "", err
	}
	alike, err = o.classes(ctx, s, f, sites)
	if err != nil {
		return nil, "", err
	}
	return sites, alike, nil
}

// sites returns all sites, without their classes.
func (f *surface) sites(ctx context.Context, s *structure.Structure) ([]AdsorptionSite, error) {
	var sites []AdsorptionSite
	for k, i := range f.atoms {
		sites = append(sites, AdsorptionSite{Kind: Top, Position: geom.At(s.Positions, int(i)), Atoms: f.atoms[k : k+1 : k+1]})
		if k%64 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
	}
	bridges, hollows := f.newSiteList(3), f.newSiteList(2)
	for k := range f.atoms {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := f.tooUneven(); err != nil {
			return nil, err
		}
		corners, neighbors := f.voronoi(k)
		for c := range corners {
			next := corners[(c+1)%len(corners)]
			x, y := next.at[0]-corners[c].at[0], next.at[1]-corners[c].at[1]
			if by := corners[c].by; by >= 0 && x*x+y*y > 0.01 && neighbors[by].d2 < longestBridge*longestBridge {
				q := neighbors[by]
				middle := [2]float64{(f.at[k][0] + q.at[0]) / 2, (f.at[k][1] + q.at[1]) / 2}
				f.add(bridges, Bridge, middle, []int{k, q.atom})
			}
			f.hollow(hollows, k, corners[c].at)
		}
	}
	sites = append(append(sites, bridges.sites...), hollows.sites...)
	columns := f.grid(len(f.all))
	for i := range f.all {
		columns.put(f.flat(geom.At(s.Positions, i)))
	}
	for i := range sites {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if sites[i].Kind != Top {
			sites[i].Below = f.below(s, &sites[i], columns)
		}
	}
	if err := f.tooUneven(); err != nil {
		return nil, err
	}
	return sites, nil
}

// hollow adds the site at a corner of the Voronoi cell of surface atom k: the atoms as far
// from the corner as that one.
func (f *surface) hollow(list *siteList, k int, at [2]float64) {
	x, y := at[0]-f.at[k][0], at[1]-f.at[k][1]
	var room [8]int
	atoms := room[:0]
	r := math.Sqrt(x*x + y*y)
	// On a wide circle the neighbors of its atoms, b away along it, are only b²/2r farther out.
	for _, q := range f.around(at, r+min(0.1, 1/r)) {
		atoms = append(atoms, q.atom)
	}
	f.add(list, Hollow, at, atoms)
}

// siteList is a list of sites by place.
type siteList struct {
	sites  []AdsorptionSite
	places *planeGrid
	atoms  []int32 // of the sites
}

// newSiteList returns an empty list for so many sites for each surface atom.
func (f *surface) newSiteList(each int) *siteList {
	n := each * len(f.atoms)
	return &siteList{sites: make([]AdsorptionSite, 0, n), places: f.grid(n), atoms: make([]int32, 0, 3*n)}
}

// add appends a site unless it is in the list.
func (f *surface) add(list *siteList, kind string, at [2]float64, atoms []int) {
	height := 0.0
	for _, k := range atoms {
		height += f.height[k] / float64(len(atoms))
	}
	site := AdsorptionSite{Kind: kind, Position: f.e1.Scale(at[0]).AddScaled(at[1], f.e2).AddScaled(height, f.normal)}
	// Into the cell sideways.
	g := f.cell.Fractional(site.Position)
	site.Position = site.Position.Sub(f.cell.Shift(int(math.Floor(g.A+faceEdge)), int(math.Floor(g.B+faceEdge)), 0))
	place := f.flat(site.Position)
	for _, i := range list.places.near(place, sameSite) {
		d := list.sites[i].Position.Sub(site.Position)
		if length2(f.nearestImage(f.flat(d))) < sameSite*sameSite && math.Abs(d.Dot(f.normal)) < sameSite {
			return
		}
	}
	from := len(list.atoms)
	for _, k := range atoms {
		list.atoms = append(list.atoms, f.atoms[k])
	}
	site.Atoms = list.atoms[from:len(list.atoms):len(list.atoms)]
	list.places.put(place)
	list.sites = append(list.sites, site)
}

// below returns the distance down to the highest atom right under a site, 0 when there is
// none; columns are the places of all atoms.
func (f *surface) below(s *structure.Structure, site *AdsorptionSite, columns *planeGrid) float64 {
	h := site.Position.Dot(f.normal)
	least := 0.0
	for _, i := range columns.near(f.flat(site.Position), rightUnder) {
		down := h - f.all[i]
		if down <= 0.2 || least > 0 && down >= least {
			continue
		}
		if length2(f.nearestImage(f.flat(geom.At(s.Positions, int(i)).Sub(site.Position)))) < rightUnder*rightUnder {
			least = down
		}
	}
	return least
}

// surface finds the atoms below the vacuum that nothing covers.
func (o *Sites) surface(ctx context.Context, s *structure.Structure) (*surface, error) {
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
	f := &surface{cell: c, limit: maxPlaneWork}
	if o.Work > 0 {
		f.limit = min(f.limit, o.Work)
	}
	f.frame()
	top, err := f.heights(s)
	if err != nil {
		return nil, err
	}
	var candidates []int32
	widest := 0.0
	for i, h := range f.all {
		if h > top-depth {
			candidates = append(candidates, int32(i))
			widest = max(widest, elem.CovalentRadius(s.Elements[i]))
		}
	}
	places := f.grid(len(candidates))
	for _, i := range candidates {
		places.put(f.flat(geom.At(s.Positions, int(i))))
	}
	f.places = f.grid(len(candidates))
	for k, i := range candidates {
		if k%64 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		if err := f.tooUneven(); err != nil {
			return nil, err
		}
		p := geom.At(s.Positions, int(i))
		at := f.flat(p)
		if f.hidden(s, i, p, candidates, places.near(at, covered*(elem.CovalentRadius(s.Elements[i])+widest))) {
			continue
		}
		f.places.put(at)
		f.atoms = append(f.atoms, i)
		f.at = append(f.at, at)
		f.height = append(f.height, f.all[i])
	}
	return f, nil
}

// hidden says whether one of the candidates that near lists covers atom i, at p.
func (f *surface) hidden(s *structure.Structure, i int32, p geom.Vec3, candidates, near []int32) bool {
	for _, k := range near {
		j := candidates[k]
		if f.all[j] > f.all[i]+0.3 {
			r := covered * (elem.CovalentRadius(s.Elements[i]) + elem.CovalentRadius(s.Elements[j]))
			if length2(f.nearestImage(f.flat(geom.At(s.Positions, int(j)).Sub(p)))) < r*r {
				return true
			}
		}
	}
	return false
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
