package crystal

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/structure"
)

// Limits of a nanoparticle.
const (
	MaxFacets = 200 // with those that symmetry adds
	wideOpen  = 1e4 // half the width of a facet before others cut it, over its distance
)

// Facet is a kind of face of a crystal with its surface energy, in any unit that all share.
type Facet struct {
	Miller [3]int
	Energy float64
}

// Particle is a nanoparticle of the shape with the least surface energy (Wulff, Z. Kristallogr.
// 1901, 34, 449): each face at a distance from the center in proportion to its energy.
type Particle struct {
	Facets []Facet // of each kind one; operations of the crystal give the others
	Atoms  int     // the particle has the number nearest to it that complete shells make
	Center [3]float64
	Vacuum float64 // Å on all sides; 0: 10
}

// Wulff is a nanoparticle and its shape.
type Wulff struct {
	Built
	Faces    []Face
	Diameter float64 // Å of a sphere of the same volume of crystal
}

// Face is a kind of facet of the shape.
type Face struct {
	Miller [3]int
	Count  int     // equal faces on the particle; 0: others cover them
	Part   float64 // of the surface that they all make
}

// plane of the shape: normal·r ≤ distance.
type wulffPlane struct {
	normal   geom.Vec3
	distance float64
	kind     int
}

// Build cuts the particle out of a crystal. tolerance is that of the symmetry search, whose
// point group makes the equal faces. Center is in coordinates of the cell: 0 0 0 puts the center
// on what lies there. Atoms whose faces would be equally far come or stay away together.
func (o *Particle) Build(ctx context.Context, s *structure.Structure, tolerance float64) (*Wulff, error) {
	c, err := source(s)
	if err != nil {
		return nil, err
	}
	vacuum := o.Vacuum
	if vacuum == 0 {
		vacuum = 10
	}
	switch {
	case len(o.Facets) == 0:
		return nil, refuse("give one facet or more with its surface energy")
	case o.Atoms < 1:
		return nil, refuse("%d atoms: give 1 or more", o.Atoms)
	case o.Atoms > MaxAtoms/4:
		return nil, tooMany(4 * float64(o.Atoms))
	case !(vacuum > 0 && vacuum <= MaxVacuum):
		return nil, refuse("the vacuum is %g Å: give 0 to %d", o.Vacuum, MaxVacuum)
	}
	for _, x := range o.Center {
		if !(math.Abs(x) < 1e3) {
			return nil, refuse("the center must be numbers in units of the cell vectors")
		}
	}
	y, err := FindSymmetry(ctx, s, tolerance)
	if err != nil {
		return nil, err
	}
	planes, err := o.planes(y)
	if err != nil {
		return nil, err
	}
	faces, volume, reach, err := o.shape(planes)
	if err != nil {
		return nil, err
	}
	// The shape for twice the volume that the atoms need holds the shells around the number.
	perAtom := c.Volume() / float64(s.Len())
	scale := math.Cbrt(float64(o.Atoms)*perAtom/volume)*1.1 + 2*math.Cbrt(perAtom)/reach
	shells, err := o.shells(ctx, s, planes, scale, scale*reach)
	if err != nil {
		return nil, err
	}
	n := nearestShell(shells, o.Atoms, scale)
	if n == 0 {
		return nil, &refusal{ErrNotFound, "the shape for so few atoms holds none: give more atoms or another center"}
	}
	out := &Wulff{Faces: faces, Diameter: 2 * math.Cbrt(float64(n)*perAtom*3/(4*math.Pi))}
	out.Built = particle(s, &c, shells[:n], vacuum)
	out.Shift = out.Shift.Sub(c.Cartesian(cellPoint(o.Center)))
	return out, nil
}

// planes returns all faces of the kinds.
func (o *Particle) planes(y *Symmetry) ([]wulffPlane, error) {
	reciprocal := geom.Mat3(invert(y.cell.Vectors()))
	inverse := invert(y.lattice.vectors)
	var planes []wulffPlane
	for kind, f := range o.Facets {
		switch {
		case f.Miller == [3]int{}:
			return nil, refuse("facet %d: the Miller indices are 0 0 0", kind+1)
		case !(f.Energy > 0 && f.Energy < 1e9):
			return nil, refuse("facet %d: the surface energy is %g: it must be above 0", kind+1, f.Energy)
		}
		for _, n := range f.Miller {
			if abs(n) > MaxMiller {
				return nil, refuse("facet %d: the Miller index %d is beyond ±%d", kind+1, n, MaxMiller)
			}
		}
		// Indices in the primitive cell: those of its vectors in the source's.
		var h [3]float64
		for i := range 3 {
			for j := range 3 {
				h[i] += y.lattice.vectors[3*i+j] * float64(f.Miller[j])
			}
		}
		for _, g := range y.group {
			var image, miller [3]float64
			for col := range 3 {
				for r := range 3 {
					image[col] += h[r] * float64(g.rotation[3*r+col])
				}
			}
			for j := range 3 { // back to the source's
				for i := range 3 {
					miller[j] += inverse[3*j+i] * image[i]
				}
			}
			normal := reciprocal.MulVec(geom.Vec3{X: miller[0], Y: miller[1], Z: miller[2]}).Unit()
			known := false
			for _, p := range planes {
				known = known || p.kind == kind && p.normal.Sub(normal).Norm() < 1e-6
			}
			if !known {
				planes = append(planes, wulffPlane{normal, f.Energy, kind})
			}
		}
	}
	if len(planes) > MaxFacets {
		return nil, refuse("the facets are %d with all that symmetry makes equal: %d are allowed", len(planes), MaxFacets)
	}
	return planes, nil
}

// shape returns the faces, the volume and the largest distance of a corner of the body
// that the planes enclose.
func (o *Particle) shape(planes []wulffPlane) (faces []Face, volume, reach float64, err error) {
	total := 0.0
	for _, f := range o.Facets {
		faces = append(faces, Face{Miller: f.Miller})
	}
	least := math.Inf(1)
	for _, p := range planes {
		least = min(least, p.distance)
	}
	for i := range planes {
		corners := face(planes, i)
		if len(corners) < 3 {
			continue
		}
		var sum geom.Vec3
		for k := range corners {
			next := corners[(k+1)%len(corners)]
			sum = sum.Add(corners[k].Cross(next))
			reach = max(reach, corners[k].Norm())
		}
		area := sum.Norm() / 2
		if area < 1e-9*least*least {
			continue
		}
		total += area
		volume += area * planes[i].distance / 3
		faces[planes[i].kind].Count++
		faces[planes[i].kind].Part += area
	}
	if reach == 0 || reach > wideOpen*least/10 {
		return nil, 0, 0, refuse("the facets do not close a body: add a face that is not parallel to the others")
	}
	for i := range faces {
		faces[i].Part /= total
	}
	return faces, volume, reach, nil
}

// face returns the corners of plane i in order: a wide square cut by all other planes
// (Sutherland and Hodgman, Commun. ACM 1974, 17, 32).
func face(planes []wulffPlane, i int) []geom.Vec3 {
	p := &planes[i]
	u := p.normal.Perpendicular()
	v := p.normal.Cross(u)
	middle, wide := p.normal.Scale(p.distance), wideOpen*p.distance
	polygon := []geom.Vec3{
		middle.AddScaled(wide, u).AddScaled(wide, v), middle.AddScaled(-wide, u).AddScaled(wide, v),
		middle.AddScaled(-wide, u).AddScaled(-wide, v), middle.AddScaled(wide, u).AddScaled(-wide, v),
	}
	for j := range planes {
		q := &planes[j]
		if j == i || len(polygon) == 0 {
			continue
		}
		if q.normal.Sub(p.normal).Norm() < 1e-9 {
			if q.distance < p.distance || q.distance == p.distance && j < i {
				return nil // another kind in the same direction, nearer
			}
			continue
		}
		var kept []geom.Vec3
		for k, a := range polygon {
			b := polygon[(k+1)%len(polygon)]
			da, db := q.normal.Dot(a)-q.distance, q.normal.Dot(b)-q.distance
			if da <= 0 {
				kept = append(kept, a)
			}
			if (da < 0) != (db < 0) && da != db {
				kept = append(kept, a.AddScaled(da/(da-db), b.Sub(a)))
			}
		}
		polygon = kept
	}
	return polygon
}

// inShape is an atom of the crystal and the size of the shape whose surface it lies on.
type inShape struct {
	origin int32
	image  [3]int32
	at     geom.Vec3
	size   float64
}

// shells returns the atoms inside the shape of a size, the inner ones first; reach is the
// distance of its corners.
func (o *Particle) shells(ctx context.Context, s *structure.Structure, planes []wulffPlane, size, reach float64) ([]inShape, error) {
	c, err := source(s)
	if err != nil {
		return nil, err
	}
	middle := c.Cartesian(cellPoint(o.Center))
	h := c.Heights()
	var steps [3]int
	for k := range 3 {
		steps[k] = int(reach/h[k]) + 2
	}
	count := float64(s.Len())
	for _, n := range steps {
		count *= float64(2*n + 1)
	}
	if count > 5e7 {
		return nil, refuse("the particle is too flat or long for its crystal: give fewer atoms")
	}
	wrapped := make([]geom.Vec3, s.Len())
	for n := range wrapped {
		wrapped[n] = c.Wrap(geom.At(s.Positions, n))
	}
	base := [3]int{int(math.Floor(o.Center[0])), int(math.Floor(o.Center[1])), int(math.Floor(o.Center[2]))}
	var list []inShape
	for i := -steps[0]; i <= steps[0]; i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for j := -steps[1]; j <= steps[1]; j++ {
			for k := -steps[2]; k <= steps[2]; k++ {
				shift := c.Shift(base[0]+i, base[1]+j, base[2]+k).Sub(middle)
				for n := range s.Len() {
					at := wrapped[n].Add(shift)
					if at.Norm2() > reach*reach*1.0001 {
						continue
					}
					most := 0.0
					for p := range planes {
						most = max(most, planes[p].normal.Dot(at)/planes[p].distance)
						if most > size {
							break
						}
					}
					if most <= size {
						f := c.Fractional(at.Add(middle).Sub(geom.At(s.Positions, n)))
						list = append(list, inShape{int32(n), [3]int32{int32(math.Round(f.A)), int32(math.Round(f.B)), int32(math.Round(f.C))}, at, most})
					}
				}
			}
		}
	}
	sorting.Stable(list, func(a, b inShape) int {
		switch {
		case a.size < b.size:
			return -1
		case a.size > b.size:
			return 1
		}
		return 0
	})
	return list, nil
}

// nearestShell returns how many of the atoms make complete shells, nearest to a number.
func nearestShell(list []inShape, want int, size float64) int {
	best := 0
	for n := 1; n <= len(list); n++ {
		if n < len(list) && list[n].size-list[n-1].size <= 1e-6*size {
			continue
		}
		if best == 0 || abs(n-want) < abs(best-want) {
			best = n
		}
	}
	return best
}

// particle puts atoms into a box with vacuum around them, cell by cell of the crystal, with
// the bonds between them.
func particle(s *structure.Structure, c *cell.Cell, list []inShape, vacuum float64) Built {
	sorting.By(list, func(a, b inShape) int {
		for k := 2; k >= 0; k-- {
			if a.image[k] != b.image[k] {
				return int(a.image[k]) - int(b.image[k])
			}
		}
		return int(a.origin) - int(b.origin)
	})
	out := Built{Turn: geom.Identity(), Images: 1}
	low := geom.Vec3{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)}
	high := low.Neg()
	copies := make([]int32, len(list))
	for i, a := range list {
		out.Origin = append(out.Origin, a.origin)
		out.Image = append(out.Image, a.image)
		if i > 0 {
			copies[i] = copies[i-1]
			if list[i-1].image != a.image {
				copies[i]++
			}
		}
		low = geom.Vec3{X: min(low.X, a.at.X), Y: min(low.Y, a.at.Y), Z: min(low.Z, a.at.Z)}
		high = geom.Vec3{X: max(high.X, a.at.X), Y: max(high.Y, a.at.Y), Z: max(high.Z, a.at.Z)}
	}
	t := gather(s, out.Origin, copies)
	lift := geom.Vec3{X: vacuum, Y: vacuum, Z: vacuum}.Sub(low)
	for i, a := range list {
		geom.Put(t.Positions, i, a.at.Add(lift))
	}
	size := high.Sub(low)
	t.Cell = &[9]float64{size.X + 2*vacuum, 0, 0, 0, size.Y + 2*vacuum, 0, 0, 0, size.Z + 2*vacuum}
	out.Structure, out.Shift = t, lift
	number := make(map[[4]int32]uint32, len(list))
	for i, a := range list {
		number[[4]int32{a.origin, a.image[0], a.image[1], a.image[2]}] = uint32(i)
	}
	off := offsets(s, c)
	from := make([][]int, s.Len()) // the bonds that begin at each atom of the crystal
	for k, b := range s.Bonds {
		from[b[0]] = append(from[b[0]], k)
	}
	for i, a := range list {
		for _, k := range from[a.origin] {
			b, o := s.Bonds[k], off[k]
			if j, ok := number[[4]int32{int32(b[1]), a.image[0] + o[0], a.image[1] + o[1], a.image[2] + o[2]}]; ok {
				t.Bonds = append(t.Bonds, [2]uint32{uint32(i), j})
				if s.BondOrders != nil {
					t.BondOrders = append(t.BondOrders, s.BondOrders[k])
				}
			}
		}
	}
	return out
}

func cellPoint(f [3]float64) cell.Fractional { return cell.Fractional{A: f[0], B: f[1], C: f[2]} }
