package hydrogen

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
)

// directions fills p.toward with the unit vectors of n new hydrogens of atom i.
func (p *placer) directions(i, n int, length float64) {
	s := p.surroundings(i, n)
	known := len(p.spokes)
	switch {
	case s.shape == crowded || known+n > 4 || known < p.adjacency.Degree(i) || s.shape == linear && known+n > 2 || s.shape == flat && known+n > 3:
		p.gaps(n)
	case known == 0:
		p.alone(s, n)
	case known == 1:
		p.around(i, s, n, length)
	case known == 2:
		p.besideTwo(i, s, n, length)
	default:
		p.besideThree(i, length)
	}
}

// alone places the hydrogens of an atom without neighbors.
func (p *placer) alone(s surroundings, n int) {
	x := geom.Vec3{X: 1}
	switch {
	case n == 1:
		p.toward = append(p.toward, x)
	case n == 2 && s.shape == linear:
		p.toward = append(p.toward, x, x.Neg())
	case n == 2:
		sin, cos := math.Sincos(s.angle / 2)
		p.toward = append(p.toward, geom.Vec3{X: sin, Y: cos}, geom.Vec3{X: -sin, Y: cos})
	default:
		p.toward = append(p.toward, geom.Vec3{Z: 1})
		sin, cos := math.Sincos(s.angle)
		turn := apart(s, n)
		for k := range n - 1 {
			y, x := math.Sincos(float64(k) * turn)
			p.toward = append(p.toward, geom.Vec3{X: sin * x, Y: sin * y, Z: cos})
		}
	}
}

// apart is the angle, seen along a bond of the atom, between two of its other ligands,
// of which there are n new ones.
func apart(s surroundings, n int) float64 {
	cos := math.Cos(s.angle)
	switch {
	case s.shape == flat:
		return math.Pi
	case s.angle == sp3Angle || n > 3:
		return 120 * degree
	}
	// Three bonds with equal angles between them: the cosine rule on the sphere.
	return math.Acos(cos / (1 + cos))
}

// around places n hydrogens of an atom with one neighbor: on a cone around that bond,
// turned so that they keep away from what the neighbor carries.
func (p *placer) around(i int, s surroundings, n int, length float64) {
	u := p.spokes[0]
	if s.shape == linear {
		p.toward = append(p.toward, u.Neg())
		return
	}
	neighbor := p.adjacency.Of(i)[0].Atom
	v, double := p.reference(neighbor, i, u)
	w := u.Cross(v)
	sin, cos := math.Sincos(s.angle)
	turn := apart(s, n)
	// Turned about the bond by 0 a hydrogen eclipses the reference.
	best, least := 0, math.Inf(1)
	candidates, step := 6, 60*degree
	if s.shape == flat || s.in {
		candidates, step = 2, math.Pi // in the plane of the neighbor
	}
	trial := make([]geom.Vec3, n)
	for k := range candidates {
		for h := range trial {
			y, x := math.Sincos(float64(k)*step + float64(h)*turn)
			trial[h] = u.Scale(cos).AddScaled(sin*x, v).AddScaled(sin*y, w)
		}
		c := p.crowding(i, length, trial...)
		if s.in && double && k == 0 {
			c = 0 // acids have their hydrogen beside the double-bonded oxygen
		}
		if c < least-1e-9 {
			best, least = k, c
		}
	}
	for h := range n {
		y, x := math.Sincos(float64(best)*step + float64(h)*turn)
		p.toward = append(p.toward, u.Scale(cos).AddScaled(sin*x, v).AddScaled(sin*y, w))
	}
}

// reference returns a unit vector at right angles to u, the direction from atom i to its
// neighbor: that of another ligand of the neighbor. double says that the ligand is a
// terminal atom with a double bond.
func (p *placer) reference(neighbor, i int, u geom.Vec3) (v geom.Vec3, double bool) {
	at := p.m.Atoms[neighbor].Pos
	found := false
	for _, next := range p.adjacency.Of(neighbor) {
		if next.Atom == i {
			continue
		}
		d := p.m.Atoms[next.Atom].Pos.Sub(at)
		d = d.AddScaled(-d.Dot(u), u)
		if d.Norm2() < 1e-3 {
			continue
		}
		terminal := p.m.Bonds[next.Bond].Order == mol.Double && p.adjacency.Degree(next.Atom) == 1 && p.m.Atoms[next.Atom].Element == 8
		if !found || terminal && !double {
			v, double, found = d.Unit(), terminal, true
		}
	}
	if !found {
		for _, h := range p.added[p.of[neighbor].first:p.of[neighbor].end] {
			d := h.Sub(at)
			d = d.AddScaled(-d.Dot(u), u)
			if d.Norm2() > 1e-3 {
				return d.Unit(), false
			}
		}
		v = u.Perpendicular()
	}
	return v, double
}

// besideTwo places one or two hydrogens of an atom with two neighbors.
func (p *placer) besideTwo(i int, s surroundings, n int, length float64) {
	sum := p.spokes[0].Add(p.spokes[1])
	normal := p.spokes[0].Cross(p.spokes[1])
	if sum.Norm2() < 1e-3 || normal.Norm2() < 1e-6 { // in a line
		p.gaps(n)
		return
	}
	back, normal := sum.Unit().Neg(), normal.Unit()
	half := sum.Norm() / 2 // cosine of half the angle between the neighbors
	switch {
	case s.shape == flat:
		p.toward = append(p.toward, back)
	case n == 2:
		sin, cos := math.Sincos(107 * degree / 2)
		p.toward = append(p.toward, back.Scale(cos).AddScaled(sin, normal), back.Scale(cos).AddScaled(-sin, normal))
	default:
		along := math.Cos(s.angle) / -half
		along = min(along, 0.95)
		across := math.Sqrt(1 - along*along)
		one, other := back.Scale(along).AddScaled(across, normal), back.Scale(along).AddScaled(-across, normal)
		if p.crowding(i, length, other) < p.crowding(i, length, one)-1e-9 {
			one = other
		}
		p.toward = append(p.toward, one)
	}
}

// besideThree places the fourth ligand of an atom: between the direction opposite the
// sum of the other three and that with equal angles to them, which differ in strained
// rings; on the freer side when the three are in a plane with the atom.
func (p *placer) besideThree(i int, length float64) {
	sum := p.spokes[0].Add(p.spokes[1]).Add(p.spokes[2])
	normal := p.spokes[1].Sub(p.spokes[0]).Cross(p.spokes[2].Sub(p.spokes[0])).Unit()
	if normal == (geom.Vec3{}) {
		p.gaps(1)
		return
	}
	d := normal.Dot(sum)
	if d > 1e-6 || math.Abs(d) <= 1e-6 && p.crowding(i, length, normal.Neg()) < p.crowding(i, length, normal)-1e-9 {
		normal = normal.Neg()
	}
	p.toward = append(p.toward, normal.AddScaled(-1, sum.Scale(min(1, 1/sum.Norm()))).Unit())
}

// gaps places n hydrogens in the widest gaps that the neighbors and earlier hydrogens
// leave: of 400 directions spread evenly over the sphere the one farthest from all.
func (p *placer) gaps(n int) {
	const directions = 400
	for range n {
		var best geom.Vec3
		least := math.Inf(1)
		for k := range directions {
			v := geom.Spread(k, directions)
			closest := -1.0
			for _, u := range p.spokes {
				closest = max(closest, u.Dot(v))
			}
			for _, u := range p.toward {
				closest = max(closest, u.Dot(v))
			}
			if closest < least-1e-9 {
				best, least = v, closest
			}
		}
		p.toward = append(p.toward, best)
	}
}
