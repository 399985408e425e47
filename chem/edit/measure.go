package edit

import (
	"math"
	"strconv"

	"github.com/molsmith/molsmith/chem/geom"
)

// Measure returns the distance (Å), the angle (degrees, 0 to 180) or the dihedral
// (degrees, −180 to 180, IUPAC sign) of 2, 3 or 4 atoms, by row, in that order. With
// minimumImage each is measured to the nearest image of the one before. The error is an
// *contract.Error: an atom is not there or named twice, or the value is not defined.
func (d *Document) Measure(atoms []int, minimumImage bool) (float64, error) {
	p, err := d.points(atoms, minimumImage)
	if err != nil {
		return 0, err
	}
	value := 0.0
	switch len(p) {
	case 2:
		value = p[1].Sub(p[0]).Norm()
	case 3:
		value = geom.Angle(p[0], p[1], p[2]) * 180 / math.Pi
	default:
		if straight(p[0], p[1], p[2]) || straight(p[1], p[2], p[3]) {
			return 0, invalid("the dihedral is not defined, since three of the atoms lie in a line")
		}
		value = geom.Dihedral(p[0], p[1], p[2], p[3]) * 180 / math.Pi
	}
	if !finite(value) {
		return 0, invalid("the atoms are too far from each other to measure")
	}
	return value, nil
}

// straight says whether three points lie in a line.
func straight(a, b, c geom.Vec3) bool {
	u, v := b.Sub(a), c.Sub(b)
	return u.Cross(v).Norm() <= 1e-6*u.Norm()*v.Norm()
}

// points returns where the atoms of a measurement are.
func (d *Document) points(atoms []int, minimumImage bool) ([]geom.Vec3, error) {
	if n := len(atoms); n < 2 || n > 4 {
		return nil, invalid("%d atoms are chosen; a distance has two, an angle three, a dihedral four", n)
	}
	if _, err := d.Refs(atoms); err != nil {
		return nil, err
	}
	image := func(v geom.Vec3) geom.Vec3 { return v }
	if minimumImage {
		image = minImage(&d.current)
	}
	p := make([]geom.Vec3, len(atoms))
	for k, a := range atoms {
		p[k] = geom.At(d.current.Positions, a)
		for j := range k {
			if atoms[j] == a {
				return nil, invalid("%s is named twice", d.called(a))
			}
		}
		if k > 0 {
			p[k] = p[k-1].Add(image(p[k].Sub(geom.At(d.current.Positions, atoms[k-1]))))
		}
	}
	return p, nil
}

// SetMeasure returns the step that gives a measurement a value, in the units of Measure.
// The far side of the link moves: what hangs on the last atom of a distance or an angle,
// or on the bond between the middle atoms of a dihedral. Of a link in a ring, or where the
// far side would hold an atom that stays, it is the last atom only. A molecule of its own
// moves as a whole. The error is an *contract.Error: the distance is not above 0, the
// angle not between 0 and 180°, the dihedral not finite, or the atoms lie in a line.
func (d *Document) SetMeasure(atoms []int, value float64, minimumImage bool) (Placed, error) {
	p, err := d.points(atoms, minimumImage)
	if err != nil {
		return Placed{}, err
	}
	is, err := d.Measure(atoms, minimumImage)
	if err != nil {
		return Placed{}, err
	}
	last := len(atoms) - 1
	text := strconv.FormatFloat(value, 'f', -1, 64)
	var what, unit string
	var move func(geom.Vec3) geom.Vec3
	switch {
	case !finite(value):
		return Placed{}, invalid("the value is not a finite number")
	case last == 1:
		if value <= 0 || value > maxDistance {
			return Placed{}, invalid("a distance of %s Å cannot be set; give one above 0 and up to %d Å", text, maxDistance)
		}
		what, unit = "distance", " Å"
		along := p[1].Sub(p[0]).Unit()
		if along == (geom.Vec3{}) {
			return Placed{}, invalid("the atoms are at one place, so that there is no direction to move in")
		}
		by := along.Scale(value - is)
		move = func(v geom.Vec3) geom.Vec3 { return v.Add(by) }
	case last == 2:
		if value <= 0 || value >= 180 {
			return Placed{}, invalid("an angle of %s° cannot be set; give one between 0 and 180°", text)
		}
		axis := p[0].Sub(p[1]).Cross(p[2].Sub(p[1])).Unit()
		if straight(p[0], p[1], p[2]) {
			return Placed{}, invalid("the atoms lie in a line, so that there is no plane to turn in")
		}
		what, unit, move = "angle", "°", turning(axis, p[1], value-is)
	default:
		axis := p[2].Sub(p[1])
		what, unit, move = "dihedral", "°", turning(axis, p[1], value-is)
	}
	side := d.farSide(atoms)
	label := "Set " + what
	for k, a := range atoms {
		if k == 0 {
			label += " "
		} else {
			label += "–"
		}
		label += numbered(a)
	}
	op := &ReplacePositions{Positions: make([]float64, 0, 3*len(side))}
	for _, s := range side {
		at := geom.At(d.current.Positions, s.atom)
		// A side that faces of the cell cut turns as it is when it is whole.
		from := p[last].Add(s.from)
		to := at.Add(move(from).Sub(from))
		op.Atoms = append(op.Atoms, d.refs[s.atom])
		op.Positions = append(op.Positions, to.X, to.Y, to.Z)
	}
	return Placed{Ops: []Op{op}, Label: label + " to " + text + unit}, nil
}

// maxDistance bounds what a distance can be set to, Å.
const maxDistance = 10_000

// turning is a rotation about an axis through a point, in degrees.
func turning(axis, through geom.Vec3, angle float64) func(geom.Vec3) geom.Vec3 {
	turn := geom.AxisAngle(axis, angle/180*math.Pi).Matrix()
	return func(v geom.Vec3) geom.Vec3 { return turn.MulVec(v.Sub(through)).Add(through) }
}

// offset is an atom that a measurement moves, and the way to it from the last atom along
// bonds, each to the nearest image; the last atom itself is at 0.
type offset struct {
	atom int
	from geom.Vec3
}

// farSide returns the atoms that the change of a measurement moves.
func (d *Document) farSide(atoms []int) []offset {
	last := len(atoms) - 1
	end := atoms[last]
	bonds := linksOf(&d.current)
	// The link is cut: that of the last two atoms, or the middle bond of a dihedral.
	keep, first := atoms[last-1], end
	if last == 3 {
		if _, bonded := d.orderOf(atoms[1], atoms[2]); bonded {
			keep, first = atoms[1], atoms[2]
		}
	}
	if _, bonded := d.orderOf(keep, first); !bonded {
		keep = d.behind(bonds, keep, first)
	}
	side := d.reach(bonds, first, keep)
	stays := func(a int) bool {
		for _, b := range atoms[:last] {
			if a == b && a != first {
				return true
			}
		}
		return false
	}
	at := -1
	for k, m := range side {
		if m.atom == keep || stays(m.atom) {
			return []offset{{atom: end}}
		}
		if m.atom == end {
			at = k
		}
	}
	if at < 0 {
		return []offset{{atom: end}}
	}
	way := side[at].from
	for k := range side {
		side[k].from = side[k].from.Sub(way)
	}
	return side
}

// behind returns the atom before last on a shortest way along bonds between two atoms,
// −1 when there is none: they are of two molecules.
func (d *Document) behind(bonds *links, from, to int) int {
	before := make([]int32, d.current.Len())
	before[from] = -1
	queue := []int{from}
	for at := 0; at < len(queue); at++ {
		i := queue[at]
		if i == to {
			return int(before[i]) - 1
		}
		for _, k := range bonds.of(i) {
			if next := bonds.across(k, i); before[next] == 0 {
				before[next] = int32(i) + 1
				queue = append(queue, next)
			}
		}
	}
	return -1
}

// reach returns what is bonded to an atom, directly or not, when its bond with another
// atom (−1: none) is cut. When that atom is reached all the same it is among them.
func (d *Document) reach(bonds *links, first, cut int) []offset {
	image := minImage(&d.current)
	seen := make([]bool, d.current.Len())
	seen[first] = true
	side := []offset{{atom: first}}
	for at := 0; at < len(side); at++ {
		i := side[at]
		for _, k := range bonds.of(i.atom) {
			next := bonds.across(k, i.atom)
			if seen[next] || i.atom == first && next == cut {
				continue
			}
			seen[next] = true
			v := image(geom.At(d.current.Positions, next).Sub(geom.At(d.current.Positions, i.atom)))
			side = append(side, offset{next, i.from.Add(v)})
		}
	}
	return side
}
