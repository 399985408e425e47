package embed

import (
	"math"

	"github.com/molsmith/molsmith/chem/mol"
)

// volume asks for the handedness of four points: (a−d)·((b−d)×(c−d)) times sign is to
// be at least min, in Å³. Where a center has three ligands, d is the center itself.
type volume struct {
	a, b, c, d int32
	center     int32
	sign       float64
	min        float64
}

// volumePart is the part of the ideal volume that is asked for.
const volumePart = 0.45

// addVolumes takes the stated configurations of atoms. A center that counts its ligands
// counterclockwise seen from the first, permutation 1, has a positive volume.
func (t *topology) addVolumes() {
	for _, c := range t.s.Centers {
		if !knownLigands(c.Ligands) {
			continue
		}
		switch c.Class {
		case mol.Tetrahedral, mol.Allene:
			t.addTetrahedron(&c)
		case mol.TrigonalBipyramidal, mol.Octahedral:
			t.addCorners(c.Atom)
		}
	}
}

func knownLigands(list []int) bool {
	for _, a := range list {
		if a < 0 {
			return false
		}
	}
	return true
}

func (t *topology) addTetrahedron(c *mol.Center) {
	l := c.Ligands
	if len(l) < 3 || len(l) > 4 {
		return
	}
	v := volume{a: int32(l[0]), b: int32(l[1]), c: int32(l[2]), d: int32(c.Atom), center: int32(c.Atom), sign: 1}
	if c.Permutation == 2 {
		v.sign = -1
	}
	if len(l) == 4 {
		v.d = int32(l[3])
	}
	if c.Class == mol.Allene {
		if len(l) < 4 {
			return
		}
		v.min = 2.5
	} else {
		v.min = volumePart * t.idealVolume(c.Atom, l)
	}
	t.volumes = append(t.volumes, v)
}

// idealVolume is the volume between the ligands l of a center with ideal lengths and
// angles.
func (t *topology) idealVolume(i int, l []int) float64 {
	var length [4]float64
	var place [4]int
	for k, j := range l {
		place[k] = t.place(i, j)
		if place[k] < 0 {
			return 1
		}
		length[k] = t.length[t.bondBetween(i, j)]
	}
	corner := func(a, b, c int) float64 {
		x := math.Cos(t.angleAt(i, place[a], place[b]).mid())
		y := math.Cos(t.angleAt(i, place[b], place[c]).mid())
		z := math.Cos(t.angleAt(i, place[a], place[c]).mid())
		return math.Sqrt(max(0, 1+2*x*y*z-x*x-y*y-z*z)) * length[a] * length[b] * length[c]
	}
	v := corner(0, 1, 2)
	if len(l) == 4 {
		v += corner(0, 1, 3) + corner(0, 2, 3) + corner(1, 2, 3)
	}
	return max(v, 0.3)
}

func (r *angleRange) mid() float64 { return (r.lo + r.hi) / 2 }

// addCorners asks for the handedness of a bipyramid or octahedron by the ligands at an
// end of the axis and two beside it.
func (t *topology) addCorners(i int) {
	corners := t.shape[i].corners()
	if len(corners) < 5 {
		return
	}
	place, of := t.site[t.start[i]:t.start[i+1]], t.of(i)
	for x := range of {
		for y := range x {
			for z := range y {
				p, q, r := &corners[place[x]], &corners[place[y]], &corners[place[z]]
				det := p[0]*(q[1]*r[2]-q[2]*r[1]) + p[1]*(q[2]*r[0]-q[0]*r[2]) + p[2]*(q[0]*r[1]-q[1]*r[0])
				if math.Abs(det) < 0.5 {
					continue
				}
				v := volume{a: of[x], b: of[y], c: of[z], d: int32(i), center: int32(i), sign: math.Copysign(1, det)}
				k := int(t.start[i])
				v.min = volumePart * math.Abs(det) * t.length[t.bond[k+x]] * t.length[t.bond[k+y]] * t.length[t.bond[k+z]]
				t.volumes = append(t.volumes, v)
				return
			}
		}
	}
}

// flatGroups are the groups of four that lie in a plane: sp² atoms with their three
// neighbors, and the neighbors across a double bond or the bond of an aromatic ring.
func (t *topology) flatGroups() []flat {
	var list []flat
	for i := range t.n {
		if of := t.of(i); t.shape[i] == trigonal && len(of) == 3 && !t.bowl(i) {
			list = append(list, flat{of[0], of[1], of[2], int32(i)})
		}
	}
	for k, b := range t.p.Mol.Bonds {
		if !t.multiple(k) || t.shape[b.A] != trigonal || t.shape[b.B] != trigonal || t.bowl(b.A) || t.bowl(b.B) {
			continue
		}
		if a, d := t.beside(b.A, b.B), t.beside(b.B, b.A); a >= 0 && d >= 0 && a != d {
			list = append(list, flat{a, int32(b.A), int32(b.B), d})
		}
	}
	return list
}

// beside is the first neighbor of atom i that is not j, −1 when there is none.
func (t *topology) beside(i, j int) int32 {
	for _, k := range t.of(i) {
		if int(k) != j {
			return k
		}
	}
	return -1
}
