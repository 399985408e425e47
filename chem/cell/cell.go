// Package cell describes periodic cells of any shape: lattice vectors, cell
// parameters, fractional coordinates, wrapping and minimum images.
//
// Lengths are in Å. Angles are in degrees at the surface. Cartesian points are
// geom.Vec3, fractional ones are Fractional, so that the two cannot be mixed.
package cell

import (
	"errors"
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// Limits of a cell that New accepts.
const (
	MaxLength = 1e7  // Å, of one lattice vector
	MinLength = 1e-3 // Å, of the shortest one that the lattice has
	MinShape  = 1e-6 // volume / (|a|·|b|·|c|); flatter cells count as degenerate
)

// Errors of New and FromParameters; test with errors.Is.
var (
	ErrDegenerate = errors.New("the cell vectors do not span a volume")
	ErrLeftHanded = errors.New("the cell vectors are left-handed: swap two vectors")
)

// Fractional is a point in units of the lattice vectors.
type Fractional struct{ A, B, C float64 }

// Cell is a periodic cell. Make one with New, NewEitherHand or FromParameters;
// it does not change afterward and may be shared between goroutines.
type Cell struct {
	vectors    geom.Mat3 // rows a, b, c
	inverse    geom.Mat3
	volume     float64 // signed: negative when left-handed
	orthogonal bool    // every vector lies along its own axis

	reduced    geom.Mat3 // shortest basis of the same lattice
	toReduced  geom.Mat3 // inverse of reduced
	innerLimit float64   // squared; a vector no longer than this is its own minimum image
	shifts     [13]geom.Vec3
}

// New returns the cell with the row-major lattice vectors v. It refuses
// vectors that are not finite, too long or too short, degenerate (ErrDegenerate) or
// left-handed (ErrLeftHanded).
func New(v [9]float64) (Cell, error) {
	c, err := NewEitherHand(v)
	if err == nil && c.volume < 0 {
		return Cell{}, ErrLeftHanded
	}
	return c, err
}

// NewEitherHand is New for cells that are only shown or measured: left-handed
// vectors are accepted. Volume and heights are positive for them too.
func NewEitherHand(v [9]float64) (Cell, error) {
	m := geom.Mat3(v)
	product := 1.0
	for i, name := range [3]string{"a", "b", "c"} {
		row := m.Row(i)
		length := row.Norm()
		switch {
		case math.IsNaN(length) || math.IsInf(length, 0) || length > MaxLength:
			return Cell{}, fmt.Errorf("cell vector %s has length %g Å: it must be finite and at most %g Å", name, length, MaxLength)
		case length == 0:
			return Cell{}, fmt.Errorf("cell vector %s is zero: %w", name, ErrDegenerate)
		}
		product *= length
	}
	c := Cell{vectors: m, volume: m.Det()}
	if math.Abs(c.volume) < MinShape*product {
		return Cell{}, ErrDegenerate
	}
	var ok bool
	if c.inverse, ok = m.Inverse(); !ok {
		return Cell{}, ErrDegenerate
	}
	c.orthogonal = m[1] == 0 && m[2] == 0 && m[3] == 0 && m[5] == 0 && m[6] == 0 && m[7] == 0
	c.reduce()
	if d := c.ShortestVector(); !(d >= MinLength) {
		return Cell{}, fmt.Errorf("the cell repeats every %g Å: it must be at least %g Å", d, MinLength)
	}
	return c, nil
}

// FromParameters returns the right-handed cell with edges a, b, c in Å and
// angles alpha (b∧c), beta (a∧c), gamma (a∧b) in degrees, a along x and b in
// the xy plane. Angles of 60°, 90° and 120° have exact cosines, so that a cell
// of right angles is exactly orthogonal. Triples of angles that no
// parallelepiped has are refused.
func FromParameters(a, b, c, alpha, beta, gamma float64) (Cell, error) {
	for _, p := range []struct {
		name  string
		value float64
	}{{"a", a}, {"b", b}, {"c", c}} {
		if !(p.value > 0) || p.value > MaxLength {
			return Cell{}, fmt.Errorf("cell edge %s is %g Å: it must be above 0 and at most %g Å", p.name, p.value, MaxLength)
		}
	}
	for _, p := range []struct {
		name  string
		value float64
	}{{"alpha", alpha}, {"beta", beta}, {"gamma", gamma}} {
		if !(p.value > 0 && p.value < 180) {
			return Cell{}, fmt.Errorf("cell angle %s is %g°: it must lie between 0° and 180°", p.name, p.value)
		}
	}
	ca, cb, cg := cosDegrees(alpha), cosDegrees(beta), cosDegrees(gamma)
	sg := 1.0
	if cg != 0 {
		sg = math.Sqrt((1 - cg) * (1 + cg))
	}
	x := cb
	y := (ca - cb*cg) / sg
	z2 := 1 - x*x - y*y
	if !(z2*sg*sg > MinShape*MinShape) {
		return Cell{}, fmt.Errorf("no cell has the angles %g°, %g°, %g°: each must be less than the sum of the other two, and all three together less than 360°", alpha, beta, gamma)
	}
	return New([9]float64{a, 0, 0, b * cg, b * sg, 0, c * x, c * y, c * math.Sqrt(z2)})
}

// cosDegrees returns the cosine of an angle in degrees, exact at 60, 90 and 120.
func cosDegrees(angle float64) float64 {
	switch angle {
	case 60:
		return 0.5
	case 90:
		return 0
	case 120:
		return -0.5
	}
	return math.Cos(angle * (math.Pi / 180))
}

// Vectors returns the row-major lattice vectors, exactly as given.
func (c *Cell) Vectors() [9]float64 { return c.vectors }

// Vector returns lattice vector 0 (a), 1 (b) or 2 (c).
func (c *Cell) Vector(i int) geom.Vec3 { return c.vectors.Row(i) }

// Orthogonal reports whether a, b and c lie exactly along x, y and z.
func (c *Cell) Orthogonal() bool { return c.orthogonal }

// RightHanded reports whether a, b, c form a right-handed system.
func (c *Cell) RightHanded() bool { return c.volume > 0 }

// Volume returns the volume in Å³.
func (c *Cell) Volume() float64 { return math.Abs(c.volume) }

// Parameters returns the edge lengths in Å and the angles alpha, beta, gamma in
// degrees. An angle between exactly perpendicular vectors is exactly 90.
func (c *Cell) Parameters() (lengths, angles [3]float64) {
	for i := range 3 {
		lengths[i] = c.vectors.Row(i).Norm()
		u, v := c.vectors.Row((i+1)%3), c.vectors.Row((i+2)%3)
		angles[i] = 90
		if dot := u.Dot(v); dot != 0 {
			angles[i] = math.Atan2(u.Cross(v).Norm(), dot) * (180 / math.Pi)
		}
	}
	return lengths, angles
}

// Heights returns the distances in Å between opposite faces: along the normals
// of the planes bc, ca and ab. They, not the edges, limit what fits into a cell.
func (c *Cell) Heights() [3]float64 {
	var h [3]float64
	for i := range 3 {
		h[i] = c.Volume() / c.vectors.Row((i+1)%3).Cross(c.vectors.Row((i+2)%3)).Norm()
	}
	return h
}

// Fractional returns the fractional coordinates of p, not wrapped.
func (c *Cell) Fractional(p geom.Vec3) Fractional {
	m := &c.inverse
	return Fractional{
		p.X*m[0] + p.Y*m[3] + p.Z*m[6],
		p.X*m[1] + p.Y*m[4] + p.Z*m[7],
		p.X*m[2] + p.Y*m[5] + p.Z*m[8],
	}
}

// Cartesian returns the point with fractional coordinates f.
func (c *Cell) Cartesian(f Fractional) geom.Vec3 {
	m := &c.vectors
	return geom.Vec3{
		X: f.A*m[0] + f.B*m[3] + f.C*m[6],
		Y: f.A*m[1] + f.B*m[4] + f.C*m[7],
		Z: f.A*m[2] + f.B*m[5] + f.C*m[8],
	}
}

// Shift returns i·a + j·b + k·c.
func (c *Cell) Shift(i, j, k int) geom.Vec3 {
	return c.Cartesian(Fractional{float64(i), float64(j), float64(k)})
}

// Wrap returns the image of p whose fractional coordinates lie in [0, 1). A
// point already there is returned unchanged, bit for bit.
func (c *Cell) Wrap(p geom.Vec3) geom.Vec3 {
	// Rounding can leave a point just outside after one shift; the second or
	// third is then at most one vector.
	for range 3 {
		f := c.Fractional(p)
		n := Fractional{math.Floor(f.A), math.Floor(f.B), math.Floor(f.C)}
		if n == (Fractional{}) {
			break
		}
		p = p.Sub(c.Cartesian(n))
	}
	return p
}
