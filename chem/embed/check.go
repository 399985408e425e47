package embed

import (
	"math"
	"strconv"
)

// failure is what a try did not meet.
type failure struct {
	reason reason
	atoms  []int
}

// reason orders failures by how much they tell a person.
type reason uint8

const (
	noFailure reason = iota
	notFinite
	badContact
	badDistances
	badAngle
	badBond
	badShape
	badTurn
	badCenter
)

// What a bond and a 1-3 distance may be outside their bounds, in Å. Force fields mend
// that much.
const (
	bondSlack  = 0.12
	angleSlack = 0.18
)

// handed says whether the volumes asked for have their sign.
func (e *Embedder) handed(x []float64, dim int) failure {
	for k := range e.t.volumes {
		if v := &e.t.volumes[k]; v.size(x, dim) < 0.6*v.min {
			return failure{badCenter, []int{int(v.center)}}
		}
	}
	return failure{}
}

// size is the signed volume.
func (v *volume) size(x []float64, dim int) float64 {
	return v.sign * triple(x, dim, int(v.d), int(v.a), int(v.b), int(v.c))
}

// triple is the triple product of the vectors from o to a, b and c.
func triple(x []float64, dim, o, a, b, c int) float64 {
	var p [3][3]float64
	for k, i := range [3]int{a, b, c} {
		for l := range 3 {
			p[k][l] = x[dim*i+l] - x[dim*o+l]
		}
	}
	return p[0][0]*(p[1][1]*p[2][2]-p[1][2]*p[2][1]) + p[0][1]*(p[1][2]*p[2][0]-p[1][0]*p[2][2]) + p[0][2]*(p[1][0]*p[2][1]-p[1][1]*p[2][0])
}

func distance(x []float64, i, j int) float64 {
	dx, dy, dz := x[3*i]-x[3*j], x[3*i+1]-x[3*j+1], x[3*i+2]-x[3*j+2]
	return math.Sqrt(dx*dx + dy*dy + dz*dz)
}

// check looks whether coordinates are a sound molecule with the configuration asked for.
func (e *Embedder) check(x []float64, b *bounds) failure {
	for _, v := range x {
		if v-v != 0 {
			return failure{reason: notFinite}
		}
	}
	if f := e.handed(x, 3); f.reason != noFailure {
		return f
	}
	if f := e.turned(x); f.reason != noFailure {
		return f
	}
	at := 0
	for i := range e.t.n {
		for j := range i {
			d := distance(x, i, j)
			lo, hi, kind := b.lo[at], b.hi[at], b.kind[at]
			at++
			switch kind {
			case bondPair:
				if d < lo-bondSlack || d > hi+bondSlack {
					return failure{badBond, []int{j, i}}
				}
			case anglePair:
				if d < lo-angleSlack || d > hi+angleSlack {
					return failure{badAngle, []int{j, i}}
				}
			default:
				if d < 0.65*lo {
					return failure{badContact, []int{j, i}}
				}
			}
		}
	}
	return e.shaped(x)
}

// turned says whether stated double bonds have their ligands on the sides asked for.
func (e *Embedder) turned(x []float64) failure {
	t := e.t
	for k, b := range t.p.Mol.Bonds {
		if t.turn[k] == 0 {
			continue
		}
		for _, a := range t.of(b.A) {
			for _, d := range t.of(b.B) {
				if int(a) == b.B || int(d) == b.A {
					continue
				}
				side := t.side(k, int(a), b.A, b.B, int(d))
				if float64(side)*cosTorsion(x, int(a), b.A, b.B, int(d)) < 0.5 {
					return failure{badTurn, []int{b.A, b.B}}
				}
			}
		}
	}
	return failure{}
}

// cosTorsion is the cosine of the torsion a–b–c–d, 0 when three atoms are in a line.
func cosTorsion(x []float64, a, b, c, d int) float64 {
	var p, q, r [3]float64
	for k := range 3 {
		p[k] = x[3*a+k] - x[3*b+k]
		q[k] = x[3*c+k] - x[3*b+k]
		r[k] = x[3*d+k] - x[3*c+k]
	}
	m, n := cross3(&p, &q), cross3(&r, &q)
	size := math.Sqrt(dot3(&m, &m) * dot3(&n, &n))
	if size < 1e-6 {
		return 0
	}
	return dot3(&m, &n) / size
}

func cross3(a, b *[3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// shaped says whether sp² atoms lie in the plane of their neighbors and sp³ atoms inside
// the tetrahedron of theirs.
func (e *Embedder) shaped(x []float64) failure {
	t := e.t
	for i := range t.n {
		of := t.of(i)
		switch {
		case t.shape[i] == trigonal && len(of) == 3 && !t.bowl(i):
			if math.Abs(unitTriple(x, i, int(of[0]), int(of[1]), int(of[2]))) > 0.35 {
				return failure{badShape, []int{i}}
			}
		case t.shape[i] == tetrahedral && len(of) == 4 && !t.inverted(i):
			if !e.inside(x, i, of) {
				return failure{badShape, []int{i}}
			}
		}
	}
	return failure{}
}

// unitTriple is the triple product of the directions of three neighbors.
func unitTriple(x []float64, o, a, b, c int) float64 {
	return triple(x, 3, o, a, b, c) / (distance(x, o, a) * distance(x, o, b) * distance(x, o, c))
}

// inside says whether center i is in the tetrahedron of its four neighbors: every face
// has it on the inner side.
func (e *Embedder) inside(x []float64, i int, of []int32) bool {
	a, b, c, d := int(of[0]), int(of[1]), int(of[2]), int(of[3])
	whole := triple(x, 3, d, a, b, c)
	sign := math.Copysign(1, whole)
	least := 0.02
	if e.t.smallRings(i) > 0 {
		least = -0.1
	}
	return sign*unitTriple(x, i, a, b, c) > least && sign*unitTriple(x, i, a, d, b) > least &&
		sign*unitTriple(x, i, b, d, c) > least && sign*unitTriple(x, i, a, c, d) > least
}

// inverted says whether atom i is shared by so many small rings that its neighbors may
// lie on one side, as in propellanes.
func (t *topology) inverted(i int) bool { return t.smallRings(i) >= 2 }

// smallRings counts the angles of atom i in rings of three and four.
func (t *topology) smallRings(i int) int {
	small := 0
	for _, r := range t.angle[t.angleStart[i]:t.angleStart[i+1]] {
		if r.ring == 3 || r.ring == 4 {
			small++
		}
	}
	return small
}

// explain makes the error of a molecule that no try could embed.
func (e *Embedder) explain(f *failure, count int) *Error {
	tries := " in " + strconv.Itoa(count) + " tries"
	before, after := "", ""
	switch f.reason {
	case badCenter:
		after = " cannot have the configuration asked for together with the rest"
	case badTurn:
		before, after = "the double bond of ", " cannot have the configuration asked for together with the rest"
	case badShape:
		after = " cannot have its usual arrangement of neighbors"
		if len(e.t.volumes) > 0 {
			after += " with the configuration asked for"
		}
	case badBond, badAngle, badDistances:
		before, after = "the distance of ", " cannot be met together with the others"
	case badContact:
		after = " come too close"
	default:
		return &Error{Msg: "no geometry with finite coordinates was found" + tries}
	}
	return fault(e.t.p.Mol, f.atoms, before, after+tries)
}
