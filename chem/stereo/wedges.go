package stereo

import (
	"math"

	"github.com/molsmith/molsmith/chem/mol"
)

// Tolerances of wedges, on unit vectors.
const (
	overlap = 1e-3    // squared distance of two ligands that lie on each other
	tShape  = 0.01745 // sin 1°: two ligands of three that lie in a line
	short   = 0.02    // length of a bond that is none, against the atom's longest
)

// spoke is a drawn bond of a center.
type spoke struct {
	atom int
	x, y float64 // unit vector; zero when a wedged ligand lies on the center
	z    float64 // 1: in front of the paper, -1: behind, 0: in it
}

// cross is the z component of the vector product, the sine of the angle from s to t.
func cross(s, t spoke) float64 { return s.x*t.y - s.y*t.x }

// wedgedCenters states the atoms at the narrow ends of wedges.
func (d *drawing) wedgedCenters() {
	if !wedged(d.m) {
		return
	}
	narrow := make([]bool, len(d.m.Atoms))
	for _, b := range d.m.Bonds {
		if b.Stereo == mol.WedgeUp || b.Stereo == mol.WedgeDown {
			narrow[b.A] = true
		}
	}
	d.countHydrogens()
	for i, ok := range narrow {
		if ok {
			d.wedgedCenter(i)
		}
	}
}

func (d *drawing) wedgedCenter(i int) {
	if d.manyHydrogens(i) || d.wavy(i) {
		return
	}
	var room [4]spoke
	spokes, ok := d.spokes(i, room[:0])
	if !ok {
		return
	}
	turn := 0
	for k := range spokes {
		if spokes[k].z == 0 {
			continue
		}
		says := 0
		if len(spokes) == 3 {
			says = turnOfThree(spokes, k)
		} else {
			says = turnOfFour(spokes, k)
		}
		if says*turn < 0 {
			return // one wedge contradicts another
		}
		if turn == 0 {
			turn = says
		}
	}
	if turn == 0 {
		return
	}
	ligands := make([]int, len(spokes), 4)
	for k := range spokes {
		ligands[k] = spokes[k].atom
	}
	d.state(i, ligands, turn > 0)
}

// spokes returns the bonds of atom i as directions; ok is false when the atom is no
// center that wedges can describe or ligands lie on the center or on each other.
func (d *drawing) spokes(i int, list []spoke) (_ []spoke, ok bool) {
	neighbors := d.adjacency.Of(i)
	if len(neighbors) < 3 || len(neighbors) > 4 {
		return nil, false
	}
	center := &d.m.Atoms[i]
	longest := 0.0
	for _, next := range neighbors {
		b := &d.m.Bonds[next.Bond]
		if b.Order != mol.Single && center.Element != 15 && center.Element != 16 {
			return nil, false
		}
		v := d.m.Atoms[next.Atom].Pos.Sub(center.Pos)
		s := spoke{atom: next.Atom, x: v.X, y: v.Y}
		if b.A == i {
			switch b.Stereo {
			case mol.WedgeUp:
				s.z = 1
			case mol.WedgeDown:
				s.z = -1
			}
		}
		longest = max(longest, math.Sqrt(s.x*s.x+s.y*s.y))
		list = append(list, s)
	}
	for k := range list {
		s := &list[k]
		length := math.Sqrt(s.x*s.x + s.y*s.y)
		if length <= short*longest {
			if s.z == 0 {
				return nil, false
			}
			s.x, s.y = 0, 0
			continue
		}
		s.x /= length
		s.y /= length
	}
	for k, s := range list {
		for _, t := range list[:k] {
			if dx, dy := s.x-t.x, s.y-t.y; dx*dx+dy*dy < overlap {
				return nil, false
			}
		}
	}
	return list, true
}

// turnOfThree says how the other two and the ligand that is not drawn turn seen from
// ligand k: 1 counterclockwise, -1 clockwise, 0 in doubt. It is the sign of the triple
// product with k alone out of the paper. Where the other two are in a line (drawn like
// a T, which IUPAC rule ST-1.2.12 calls misleading but which is common at ring
// fusions), they are taken to point away from k's side.
func turnOfThree(s []spoke, k int) int {
	a, b, c := s[k], s[(k+1)%3], s[(k+2)%3]
	area := cross(b, c)
	if math.Abs(area) < tShape {
		area += cross(a, spoke{x: c.x - b.x, y: c.y - b.y})
		if math.Abs(area) < tShape {
			return 0
		}
	}
	return sign(area * a.z)
}

// turnOfFour says how the others turn seen from ligand k, compared with their order in
// s: 1 counterclockwise, -1 clockwise, 0 in doubt.
func turnOfFour(s []spoke, k int) int {
	var others [3]spoke
	n := 0
	for j := range s {
		if j != k {
			others[n] = s[j]
			n++
		}
	}
	p := spoke{x: others[1].x - others[0].x, y: others[1].y - others[0].y}
	q := spoke{x: others[2].x - others[0].x, y: others[2].y - others[0].y}
	area := cross(p, q)
	if math.Abs(area) < 0.01 {
		return 0
	}
	if k%2 == 1 { // bringing k to the front is an odd permutation
		area = -area
	}
	return sign(area * s[k].z)
}

func sign(x float64) int {
	if x < 0 {
		return -1
	}
	return 1
}
