package pack

import (
	"errors"
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
)

// Limits of a request.
const (
	MaxAtoms      = 500_000 // that move; as many again may be fixed
	MinTolerance  = 0.1     // Å
	MaxTolerance  = 20      // Å
	MaxExtent     = 1e5     // Å, of a molecule from its centroid
	maxEdge       = cell.MaxLength
	maxCoordinate = cell.MaxLength
)

// MaxFraction is the largest part of the cell that atoms with the tolerance as
// diameter may fill. Equal spheres fill 0.64 when packed at random and 0.74 at
// best; molecules of joined spheres do not do better by chance.
const MaxFraction = 0.70

// Reasons to refuse a request before any work; test with errors.Is.
var (
	ErrRequest      = errors.New("invalid packing request")
	ErrTooManyAtoms = errors.New("too many atoms")
	ErrTooThin      = errors.New("box too thin")
	ErrTooDense     = errors.New("density not possible")
)

// refusal is an error whose text is the message alone.
type refusal struct {
	reason  error
	message string
}

func (r *refusal) Error() string { return r.message }
func (r *refusal) Unwrap() error { return r.reason }

func refuse(reason error, format string, args ...any) error {
	return &refusal{reason, fmt.Sprintf(format, args...)}
}

// Feasible reports why a request cannot be packed, before any work: counts and
// numbers out of range (ErrRequest), more than MaxAtoms (ErrTooManyAtoms), a
// cell thinner than two tolerances between opposite faces (ErrTooThin), atoms
// that fill more than MaxFraction of the cell when each is a sphere of the
// tolerance (ErrTooDense). A nil error is no promise that packing will succeed.
func Feasible(c cell.Cell, species []Species, opt Options) error {
	_, _, err := prepare(c, species, opt)
	return err
}

// prepare checks a request and computes the shapes of its species. free is the volume in Å³
// that fixed atoms leave.
func prepare(c cell.Cell, species []Species, opt Options) (shapes []shape, free float64, err error) {
	if err := checkNumbers(species, opt); err != nil {
		return nil, 0, err
	}
	frame := shortestLattice(c)
	heights := frame.Heights()
	low := min(heights[0], heights[1], heights[2])
	if c.Volume() == 0 || !c.RightHanded() {
		return nil, 0, refuse(ErrRequest, "the cell is not a right-handed one")
	}
	if low < 2*opt.Tolerance {
		return nil, 0, refuse(ErrTooThin, "the box is %.1f Å thin between two opposite faces, less than twice the minimum distance of %g Å: make it larger, or the distance (tolerance) smaller", low, opt.Tolerance)
	}
	shapes = make([]shape, len(species))
	filled := 0.0
	for k := range species {
		shapes[k] = newShape(&species[k], opt.Tolerance)
		shapes[k].room = wholeCell(frame)
		if slab := species[k].Slab; slab != (Slab{}) {
			shapes[k].room = roomOf(&c, slab)
			shapes[k].walls = newWalls(&c, slab)
			if err := shapes[k].checkSlab(k, slab, opt.Tolerance); err != nil {
				return nil, 0, err
			}
		}
		if shapes[k].topology, err = newTopology(shapes[k].sites, species[k].Bonds); err != nil {
			return nil, 0, refuse(ErrRequest, "species %d: %v", k+1, err)
		}
		filled += float64(species[k].Count) * shapes[k].volume
	}
	fixedVolume := opt.FixedVolume
	if len(opt.Fixed) > 0 && fixedVolume == 0 {
		fixedVolume = unionVolume(opt.Fixed, opt.Tolerance/2)
	}
	volume, what := c.Volume(), "the cell's"
	if opt.Region != nil {
		volume, what = opt.Region.Volume, "the region's"
	}
	if opt.Region != nil && (len(opt.Region.Places) < 3 || badCoordinate(opt.Region.Places) >= 0) {
		return nil, 0, refuse(ErrRequest, "the region has no place where a molecule could start")
	}
	// What fixed atoms take is full; the rest may be filled to the limit.
	if fixedVolume > 0 {
		volume, what = max(volume-fixedVolume, 0), "the free"
	}
	if filled > MaxFraction*volume {
		return nil, 0, refuse(ErrTooDense, "the molecules cannot fit: atoms %g Å apart take %.0f Å³ of %s %.0f Å³ (%.0f %%, at most %.0f %% is possible): lower the density, use fewer molecules or a larger cell, or a smaller minimum distance (tolerance)",
			opt.Tolerance, filled, what, volume, 100*filled/max(volume, 1e-9), 100*MaxFraction)
	}
	if err := setCoresBySlab(shapes, species, volume, c.Volume(), opt.Tolerance); err != nil {
		return nil, 0, err
	}
	return shapes, volume, nil
}

func checkNumbers(species []Species, opt Options) error {
	if !(opt.Tolerance >= MinTolerance && opt.Tolerance <= MaxTolerance) {
		return refuse(ErrRequest, "the tolerance is %g Å: it must be from %g to %g Å", opt.Tolerance, MinTolerance, float64(MaxTolerance))
	}
	if len(species) == 0 {
		return refuse(ErrRequest, "there is nothing to pack: give at least one species")
	}
	total := 0
	for k := range species {
		s := &species[k]
		atoms := len(s.Positions) / 3
		switch {
		case atoms == 0 || len(s.Positions)%3 != 0:
			return refuse(ErrRequest, "species %d has %d coordinates: give x, y and z for each atom", k+1, len(s.Positions))
		case s.Count < 1:
			return refuse(ErrRequest, "species %d has the count %d: it must be at least 1", k+1, s.Count)
		case s.Count > MaxAtoms || atoms > MaxAtoms:
			total = MaxAtoms + 1
		default:
			total += s.Count * atoms
		}
		if total > MaxAtoms {
			return refuse(ErrTooManyAtoms, "the box would hold more than %d atoms: use fewer molecules", MaxAtoms)
		}
		if i := badCoordinate(s.Positions); i >= 0 {
			return refuse(ErrRequest, "atom %d of species %d has the coordinate %g Å: it must be finite and at most %g Å", i/3+1, k+1, s.Positions[i], float64(maxCoordinate))
		}
	}
	if len(opt.Fixed)%3 != 0 || len(opt.Fixed) > 3*MaxAtoms {
		return refuse(ErrRequest, "there are %d coordinates of fixed atoms: give x, y and z for each of at most %d", len(opt.Fixed), MaxAtoms)
	}
	if i := badCoordinate(opt.Fixed); i >= 0 {
		return refuse(ErrRequest, "fixed atom %d has the coordinate %g Å: it must be finite and at most %g Å", i/3+1, opt.Fixed[i], float64(maxCoordinate))
	}
	for i, b := range opt.FixedBonds {
		for _, a := range b {
			if a < 0 || a >= len(opt.Fixed)/3 {
				return refuse(ErrRequest, "bond %d of the fixed atoms names atom %d; there are %d", i+1, a+1, len(opt.Fixed)/3)
			}
		}
	}
	return nil
}

// badCoordinate returns the index of a coordinate that is not finite or too
// large, or −1.
func badCoordinate(positions []float64) int {
	for i, x := range positions {
		if !(math.Abs(x) <= maxCoordinate) {
			return i
		}
	}
	return -1
}

// shortestLattice returns the cell by its shortest vectors where that makes it
// thicker: the lattice is the same, and searches in it are cheaper.
func shortestLattice(c cell.Cell) *cell.Cell {
	r := c.Reduced()
	h, k := c.Heights(), r.Heights()
	if min(k[0], k[1], k[2]) > 1.01*min(h[0], h[1], h[2]) {
		return &r
	}
	return &c
}

// newShape centers a species and measures it.
func newShape(sp *Species, tolerance float64) shape {
	var s shape
	center := geom.Centroid(sp.Positions)
	sum, hollow := 0.0, math.Inf(1) // hollow: distance of the nearest atom
	for i := range len(sp.Positions) / 3 {
		r := geom.At(sp.Positions, i).Sub(center)
		s.sites = append(s.sites, r)
		s.radius, hollow = max(s.radius, r.Norm()), min(hollow, r.Norm())
		sum += r.Norm2()
	}
	// A rotation axis sees two thirds of the mean square distance from the
	// center. The floor keeps single atoms solvable.
	s.gyr2 = max(sum/float64(len(s.sites))*(2.0/3), 0.01)
	s.volume = unionVolume(sp.Positions, tolerance/2)
	s.embryo = 1
	if s.radius > growFrom {
		// A cage or a wide ring starts so small that nothing fits inside.
		s.embryo = min(max(embryoRadius/s.radius, 0.2), 0.6, 0.9*tolerance/hollow)
	}
	return s
}

// setCores gives each shape the radius that keeps centers apart when the cores
// of all molecules fill coreFraction of the free volume, in proportion to their
// volumes. Shapes with cores far beyond the mean are marked large.
func setCores(shapes []shape, species []Species, free, tolerance float64) {
	filled, molecules := 0.0, 0
	for k := range shapes {
		filled += float64(species[k].Count) * shapes[k].volume
		molecules += species[k].Count
	}
	radius := func(volume float64) float64 { return math.Cbrt(volume * coreFraction * (3 / (4 * math.Pi))) }
	mean := radius(free / float64(molecules))
	for k := range shapes {
		s := &shapes[k]
		core := radius(free * s.volume / filled)
		s.large = core > largeCore*mean
		s.core = min(core, s.radius+tolerance/2)
	}
}

// unionVolume returns the volume within r of any of the points, x y z each: the
// sum over points of the part of their sphere that is theirs, where a place
// within n spheres belongs to each by 1/n. The spheres are sampled by a fixed
// spiral of points, fewer for many, and of very many spheres only some are sampled;
// the error is about one percent.
func unionVolume(points []float64, r float64) float64 {
	const most = 10_000 // spheres sampled
	n := len(points) / 3
	g, err := grid.New(nil, points, r)
	if err != nil {
		return 0 // checked before: the points are finite
	}
	samples := min(max(20_000/n, 16), 200)
	offsets := make([]geom.Vec3, samples)
	for k := range offsets {
		// Radii in an order unrelated to that of the directions.
		v := math.Mod(float64(k)*math.Sqrt2, 1)
		offsets[k] = geom.Spread(k, samples).Scale(r * math.Cbrt(v))
	}
	sum, sampled := 0.0, 0
	for i := 0; i < n; i += 1 + (n-1)/most {
		sampled++
		p := geom.At(points, i)
		for _, o := range offsets {
			owners := 0
			g.Near(p.Add(o), func(int, geom.Vec3, float64) bool {
				owners++
				return true
			})
			sum += 1 / float64(max(owners, 1))
		}
	}
	return sum * float64(n) / float64(sampled) / float64(samples) * (4.0 / 3 * math.Pi) * r * r * r
}
