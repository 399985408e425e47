package forcefield

import (
	"errors"
	"math"
	"strconv"

	"github.com/molsmith/molsmith/chem/geom"
)

// Restraint pulls a distance, an angle, a torsion or the place of an atom into a
// range. Inside the range it does nothing; at a distance d from it the energy is
// Stiffness/2·d². The functions of this package make restraints; the zero value
// is none.
type Restraint struct {
	kind      kind
	atoms     [4]int
	low, high float64 // Å or radians
	stiffness float64
	point     geom.Vec3
}

type kind uint8

const (
	position kind = iota + 1
	distance
	angle
	torsion
)

// Position holds an atom within radius Å of a point; stiffness is in kcal/mol/Å².
func Position(atom int, point geom.Vec3, radius, stiffness float64) Restraint {
	return Restraint{position, [4]int{atom}, 0, radius, stiffness, point}
}

// Distance holds the distance of two atoms between low and high Å; stiffness is in
// kcal/mol/Å².
func Distance(i, j int, low, high, stiffness float64) Restraint {
	return Restraint{distance, [4]int{i, j}, low, high, stiffness, geom.Vec3{}}
}

// Angle holds the angle i–j–k between low and high degrees; stiffness is in
// kcal/mol/rad².
func Angle(i, j, k int, low, high, stiffness float64) Restraint {
	return Restraint{angle, [4]int{i, j, k}, low * degree, high * degree, stiffness, geom.Vec3{}}
}

// Torsion holds the torsion angle i–j–k–l in the range from low up to high
// degrees, which may pass 180: from 170 to 190, or from 170 to −170, is 20 degrees
// wide. Stiffness is in kcal/mol/rad².
func Torsion(i, j, k, l int, low, high, stiffness float64) Restraint {
	for high < low && high > low-360 {
		high += 360
	}
	return Restraint{torsion, [4]int{i, j, k, l}, low * degree, high * degree, stiffness, geom.Vec3{}}
}

const degree = math.Pi / 180

// check says what is wrong with a restraint of a model of n atoms.
func (r *Restraint) check(n int) error {
	if r.kind < position || r.kind > torsion {
		return errors.New("is of no kind")
	}
	atoms := r.atoms[:r.kind]
	for a, i := range atoms {
		if i < 0 || i >= n {
			return errors.New("is of atom " + strconv.Itoa(i) + ", and there are " + strconv.Itoa(n))
		}
		for _, j := range atoms[:a] {
			if i == j {
				return errors.New("has atom " + strconv.Itoa(i) + " twice")
			}
		}
	}
	if !(r.low <= r.high) || math.IsInf(r.low, 0) || r.kind == distance && r.high < 0 || r.kind == position && r.high < 0 {
		return errors.New("has no range: the lower limit must not be above the upper one")
	}
	if !(r.stiffness >= 0) || math.IsInf(r.stiffness, 1) {
		return errors.New("needs a stiffness that is not negative")
	}
	return nil
}

// Restrain returns the model m of n atoms with restraints. The error names a
// restraint, counted from 0, and what is wrong with it.
func Restrain(m Model, n int, restraints []Restraint) (Model, error) {
	for k := range restraints {
		if err := restraints[k].check(n); err != nil {
			return nil, errors.New("restraint " + strconv.Itoa(k) + " " + err.Error())
		}
	}
	if len(restraints) == 0 {
		return m, nil
	}
	return &restrained{m, append([]Restraint(nil), restraints...)}, nil
}

// restrained is a model with restraints.
type restrained struct {
	Model
	restraints []Restraint
}

func (m *restrained) Evaluate(x, g []float64) float64 {
	energy := m.Model.Evaluate(x, g)
	for k := range m.restraints {
		energy += m.restraints[k].evaluate(x, g)
	}
	return energy
}

func (m *restrained) Terms(x []float64) []Term {
	sum := 0.0
	for k := range m.restraints {
		sum += m.restraints[k].evaluate(x, nil)
	}
	return append(m.Model.Terms(x), Term{"restraints", sum})
}

// evaluate returns the energy of a restraint and adds its gradient to g.
func (r *Restraint) evaluate(x, g []float64) float64 {
	switch r.kind {
	case position:
		return r.ofPosition(x, g)
	case distance:
		return r.ofDistance(x, g)
	case angle:
		return r.ofAngle(x, g)
	}
	return r.ofTorsion(x, g)
}

// outside is how far v is from the range, with its sign.
func (r *Restraint) outside(v float64) float64 {
	switch {
	case v < r.low:
		return v - r.low
	case v > r.high:
		return v - r.high
	}
	return 0
}

func (r *Restraint) ofPosition(x, g []float64) float64 {
	v := geom.At(x, r.atoms[0]).Sub(r.point)
	length := v.Norm()
	d := r.outside(length)
	if d != 0 && g != nil {
		push(g, r.atoms[0], r.stiffness*d/length, v)
	}
	return r.stiffness / 2 * d * d
}

func (r *Restraint) ofDistance(x, g []float64) float64 {
	v := geom.At(x, r.atoms[0]).Sub(geom.At(x, r.atoms[1]))
	length := v.Norm()
	d := r.outside(length)
	if d != 0 && g != nil {
		if length < tiny {
			v, length = geom.Vec3{X: 1}, 1 // one atom upon the other: any way out
		}
		f := r.stiffness * d / length
		push(g, r.atoms[0], f, v)
		push(g, r.atoms[1], -f, v)
	}
	return r.stiffness / 2 * d * d
}

// tiny is where a length or the sine of an angle counts as zero.
const tiny = 1e-8

func (r *Restraint) ofAngle(x, g []float64) float64 {
	a, b := geom.At(x, r.atoms[0]).Sub(geom.At(x, r.atoms[1])), geom.At(x, r.atoms[2]).Sub(geom.At(x, r.atoms[1]))
	la, lb := a.Norm(), b.Norm()
	if la < tiny || lb < tiny {
		return 0
	}
	a, b = a.Scale(1/la), b.Scale(1/lb)
	cross := a.Cross(b)
	sin, cos := cross.Norm(), a.Dot(b)
	d := r.outside(math.Atan2(sin, cos))
	if d == 0 || g == nil {
		return r.stiffness / 2 * d * d
	}
	// Each end moves at right angles to its arm, in the plane of the three.
	ta, tb := b.AddScaled(-cos, a), a.AddScaled(-cos, b)
	if sin < tiny {
		// Any plane through a straight line serves to bend it.
		ta = a.Perpendicular()
		tb, sin = ta.Scale(-cos), 1
	}
	fa, fb := -r.stiffness*d/(la*sin), -r.stiffness*d/(lb*sin)
	push(g, r.atoms[0], fa, ta)
	push(g, r.atoms[2], fb, tb)
	push(g, r.atoms[1], -fa, ta)
	push(g, r.atoms[1], -fb, tb)
	return r.stiffness / 2 * d * d
}

// ofTorsion uses the derivatives of Blondel and Karplus, J. Comput. Chem. 1996,
// 17, 1132, which have no singularity in the torsion angle.
func (r *Restraint) ofTorsion(x, g []float64) float64 {
	pi, pj, pk, pl := geom.At(x, r.atoms[0]), geom.At(x, r.atoms[1]), geom.At(x, r.atoms[2]), geom.At(x, r.atoms[3])
	f, axis, h := pi.Sub(pj), pj.Sub(pk), pl.Sub(pk)
	a, b := f.Cross(axis), h.Cross(axis)
	a2, b2, length := a.Norm2(), b.Norm2(), axis.Norm()
	if a2 < tiny*tiny || b2 < tiny*tiny || length < tiny {
		return 0
	}
	phi := math.Atan2(b.Cross(a).Dot(axis)/length, a.Dot(b))
	d := r.outsideCircle(phi)
	if d == 0 || g == nil {
		return r.stiffness / 2 * d * d
	}
	s := r.stiffness * d
	fa, ha := f.Dot(axis)/(a2*length), h.Dot(axis)/(b2*length)
	push(g, r.atoms[0], -s*length/a2, a)
	push(g, r.atoms[1], s*(length/a2+fa), a)
	push(g, r.atoms[1], -s*ha, b)
	push(g, r.atoms[2], -s*fa, a)
	push(g, r.atoms[2], s*(ha-length/b2), b)
	push(g, r.atoms[3], s*length/b2, b)
	return r.stiffness / 2 * d * d
}

// outsideCircle is outside for angles: the shorter way around to the range.
func (r *Restraint) outsideCircle(phi float64) float64 {
	if r.high-r.low >= 2*math.Pi {
		return 0
	}
	const turn = 2 * math.Pi
	above := phi - r.low
	above -= turn * math.Floor(above/turn) // from low, in [0, 2π)
	over := above - (r.high - r.low)
	if over <= 0 {
		return 0
	}
	if below := turn - above; below < over {
		return -below
	}
	return over
}

// push adds f·v to the gradient of an atom.
func push(g []float64, atom int, f float64, v geom.Vec3) {
	g[3*atom] += f * v.X
	g[3*atom+1] += f * v.Y
	g[3*atom+2] += f * v.Z
}
