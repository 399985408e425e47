package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// Limits of a slab.
const (
	MaxMiller = 20
	MaxLayers = 1000
	MaxVacuum = 1000 // Å
)

// Files round coordinates: an atom this far below a cut in Å counts as above it, and one
// this far outside a face, in units of the vector, as inside.
const (
	cutEdge  = 1e-3
	faceEdge = 1e-6
)

// Slab says how to cut a crystal.
type Slab struct {
	// Miller indices of the surface in the vectors of the cell that is cut. A common
	// divisor is left out: 2 0 0 is 1 0 0.
	Miller [3]int
	// Layers is the number of repeats, each as thick as the crystal takes to repeat along
	// the normal: one lattice plane of the cell.
	Layers int
	// Vacuum in Å is added on both sides; 0 keeps the crystal periodic.
	Vacuum float64
	// Shift moves the crystal up by this part of a repeat, from 0 to below 1, before the
	// cut, and so chooses the termination; see Terminations.
	Shift float64
	// Top in repeats above the lowest cut leaves out the atoms from there on, so that the
	// slab has not always whole layers; 0 leaves out none. It needs vacuum; see Symmetric.
	Top float64
	// Lateral is the matrix of a lateral supercell, rows in the two in-plane vectors;
	// zero: one cell.
	Lateral [4]int
}

// cut is a slab that was checked: the crystal in a basis with two vectors in the plane.
type cut struct {
	source  *structure.Structure
	cell    cell.Cell
	basis   [9]int // rows in the vectors of the crystal, determinant 1
	inverse [9]int // of the basis
	lateral *sublattice
	layers  int
	vectors [3]geom.Vec3 // of the basis, turned: x, then in the plane, then a repeat up
	turn    geom.Mat3    // of the crystal
	raised  geom.Vec3    // what the shift moved it by, before that
	places  []geom.Vec3  // of each atom in the lowest layer, turned
	floors  [][3]int     // what was taken from each atom to bring it there, in the basis
	heights []float64    // of each atom there, from 0 to 1
}

// Measure describes a slab that was not built.
type Measure struct {
	Atoms     int
	Thickness float64 // Å between the lowest and the highest atom
	Area      float64 // Å²
	Repeat    float64 // Å along the normal
}

// Measure says what Cut would give without building it.
func (o *Slab) Measure(s *structure.Structure) (Measure, error) {
	k, err := o.prepare(s)
	if err != nil {
		return Measure{}, err
	}
	low, high := k.span()
	return Measure{
		Atoms: s.Len() * k.layers * k.lateral.det, Thickness: high - low,
		Area: k.vectors[0].Cross(k.vectors[1]).Norm() * float64(k.lateral.det), Repeat: k.vectors[2].Z,
	}, nil
}

// Cut returns the slab, its first vector along x and its normal along z, as ASE's surface
// makes it: atoms of the lowest layer first, in the order of s. With vacuum the lowest atom
// lies at Vacuum and the third vector along z; without, the third vector is the repeat of
// the crystal, as upright as the lattice allows. Bonds that led out of the slab are dropped.
func (o *Slab) Cut(s *structure.Structure) (*Built, error) {
	k, err := o.prepare(s)
	if err != nil {
		return nil, err
	}
	b, err := k.build(o.Vacuum)
	if err != nil || o.Top == 0 {
		return b, err
	}
	if b = k.trim(b, o.Top, o.Vacuum); b.Structure.Len() == 0 {
		return nil, &refusal{ErrNotFound, "no atoms lie between the two cuts: give more layers"}
	}
	return b, nil
}

func (o *Slab) prepare(s *structure.Structure) (*cut, error) {
	c, err := source(s)
	if err != nil {
		return nil, err
	}
	switch {
	case s.Len() == 0:
		return nil, refuse("there are no atoms to cut")
	case o.Miller == [3]int{}:
		return nil, refuse("the Miller indices are 0 0 0: one must not be 0")
	case o.Layers < 1 || o.Layers > MaxLayers:
		return nil, refuse("%d layers: give 1 to %d", o.Layers, MaxLayers)
	case o.Vacuum != 0 && !(o.Vacuum >= cell.MinLength && o.Vacuum <= MaxVacuum):
		return nil, refuse("the vacuum is %g Å: give 0, or %g to %d", o.Vacuum, cell.MinLength, MaxVacuum)
	case !(o.Top >= 0 && o.Top <= float64(o.Layers)):
		return nil, refuse("the upper cut is at %g of %d layers", o.Top, o.Layers)
	case o.Top > 0 && o.Vacuum == 0:
		return nil, refuse("an upper cut needs vacuum: without, the crystal goes on")
	case !(o.Shift >= 0 && o.Shift < 1):
		return nil, refuse("the shift is %g: give 0 to below 1", o.Shift)
	}
	for _, n := range o.Miller {
		if n < -MaxMiller || n > MaxMiller {
			return nil, refuse("the Miller index %d is beyond ±%d", n, MaxMiller)
		}
	}
	l := o.Lateral
	if l == ([4]int{}) {
		l = [4]int{1, 0, 0, 1}
	}
	lateral, err := newSublattice([9]int{l[0], l[1], 0, l[2], l[3], 0, 0, 0, 1}, MaxAtoms)
	if err != nil {
		return nil, err
	}
	if l[0]*l[3]-l[1]*l[2] < 0 {
		return nil, refuse("invalid lateral matrix: swap its rows, its determinant is negative")
	}
	if n := float64(s.Len()) * float64(o.Layers) * float64(lateral.det); n > MaxAtoms {
		return nil, tooMany(n)
	}
	k := &cut{source: s, cell: c, basis: inPlane(&c, o.Miller), lateral: lateral, layers: o.Layers}
	k.place(o.Shift)
	return k, nil
}

// inPlane returns a basis of the lattice whose first two vectors lie in the plane, and
// the third one plane up: those that ASE chooses (extended Euclid; the second vector is
// the direction [0 l −k], the first the one most at right angles to it). For some
// negative indices ASE's are left-handed or point down, which mirrors the crystal or turns
// it over; these do not.
func inPlane(c *cell.Cell, miller [3]int) [9]int {
	h, k, l := miller[0], miller[1], miller[2]
	d := gcd(gcd(h, k), l)
	h, k, l = h/d, k/d, l/d
	var m [9]int
	switch {
	case k == 0 && l == 0:
		m = [9]int{0, 1, 0, 0, 0, 1, 1, 0, 0}
	case h == 0 && l == 0:
		m = [9]int{0, 0, 1, 1, 0, 0, 0, 1, 0}
	case h == 0 && k == 0:
		m = [9]int{1, 0, 0, 0, 1, 0, 0, 0, 1}
	default:
		p, q := bezout(k, l)
		a1, a2, a3 := c.Vector(0), c.Vector(1), c.Vector(2)
		u := a1.Scale(float64(k)).AddScaled(-float64(h), a2)
		v := a1.Scale(float64(l)).AddScaled(-float64(h), a3)
		w := a2.Scale(float64(l)).AddScaled(-float64(k), a3)
		now := u.Scale(float64(p)).AddScaled(float64(q), v).Dot(w)
		step := u.Scale(float64(l)).AddScaled(-float64(k), v).Dot(w)
		if math.Abs(step) > 1e-10 {
			i := -int(math.RoundToEven(now / step))
			p, q = p+i*l, q-i*k
		}
		a, b := bezout(p*k+q*l, h)
		e := gcd(k, l)
		m = [9]int{p*k + q*l, -p * h, -q * h, 0, l / e, -k / e, b, a * p, a * q}
	}
	if m[6]*h+m[7]*k+m[8]*l < 0 {
		m[6], m[7], m[8] = -m[6], -m[7], -m[8]
	}
	if determinant(&m) < 0 {
		m[0], m[1], m[2] = -m[0], -m[1], -m[2]
	}
	return m
}

// bezout returns x and y with x·a + y·b = ± the greatest common divisor.
func bezout(a, b int) (x, y int) {
	if b == 0 {
		return 1, 0
	}
	if a%b == 0 {
		return 0, 1
	}
	q := floorDiv(a, b)
	x, y = bezout(b, a-q*b)
	return y, x - y*q
}

// gcd returns the greatest common divisor of two numbers, not both 0; it is positive.
func gcd(a, b int) int {
	a, b = abs(a), abs(b)
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
