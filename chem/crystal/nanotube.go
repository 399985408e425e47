package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/structure"
)

// Limits of tubes and ribbons.
const (
	MaxIndex   = 100
	MaxRepeats = 10_000
	MaxBond    = 5 // Å
)

// carbonBond is the C–C distance of graphene in Å.
const carbonBond = 1.42

// Nanotube is a honeycomb sheet rolled up so that the vector n·a + m·b of the sheet goes once
// around (Saito, Dresselhaus and Dresselhaus, Physical Properties of Carbon Nanotubes, 1998).
type Nanotube struct {
	N, M     int
	Length   int      // repeats along the axis
	Elements [2]uint8 // of the two sites of the sheet; 0: carbon
	Bond     float64  // Å; 0: 1.42
	Vacuum   float64  // Å beside the tube; 0: 10
	Bonds    bool     // join neighbors
}

// Radius returns the radius in Å.
func (o *Nanotube) Radius() float64 {
	n, m := float64(o.N), float64(o.M)
	return o.bond() * math.Sqrt(3*(n*n+n*m+m*m)) / (2 * math.Pi)
}

func (o *Nanotube) bond() float64 {
	if o.Bond == 0 {
		return carbonBond
	}
	return o.Bond
}

// Build returns the tube along z in a cell with vacuum around it; periodic along z. In a tube
// of one repeat two neighbors may be images of one atom: only one of their bonds has a place in
// a Structure.
func (o *Nanotube) Build() (*structure.Structure, error) {
	elements, err := honeycomb(o.Elements, o.bond(), &o.Vacuum)
	if err != nil {
		return nil, err
	}
	n, m := o.N, o.M
	switch {
	case n < 0 || m < 0 || n > MaxIndex || m > MaxIndex || n+m == 0:
		return nil, refuse("the tube (%d, %d): give indices from 0 to %d, not both 0", n, m, MaxIndex)
	case o.Length < 1 || o.Length > MaxRepeats:
		return nil, refuse("%d repeats: give 1 to %d", o.Length, MaxRepeats)
	case o.Radius() < 1:
		return nil, refuse("the tube (%d, %d) has a radius of %.2f Å: less than 1 Å is no tube", n, m, o.Radius())
	}
	vacuum := o.Vacuum
	if vacuum == 0 {
		vacuum = 10
	}
	// The shortest vector at right angles to n, m is (2m + n, −(2n + m)) / d.
	d := gcd(2*m+n, 2*n+m)
	t := [2]int{-(2*m + n) / d, (2*n + m) / d}
	if count := 2 * float64(n*t[1]-m*t[0]) * float64(o.Length); count > MaxAtoms {
		return nil, tooMany(count)
	}
	if most := maxEntry / max(-t[0], t[1]); o.Length > most {
		return nil, refuse("%d repeats: the tube (%d, %d) takes up to %d", o.Length, n, m, most)
	}
	l, err := newSublattice([9]int{n, m, 0, t[0] * o.Length, t[1] * o.Length, 0, 0, 0, 1}, MaxAtoms/2)
	if err != nil {
		return nil, err
	}
	b := o.bond()
	period := b * math.Sqrt(3*float64(t[0]*t[0]+t[0]*t[1]+t[1]*t[1]))
	height := period * float64(o.Length)
	radius := o.Radius()
	edge := 2 * (radius + vacuum)
	s := &structure.Structure{Cell: &[9]float64{edge, 0, 0, 0, edge, 0, 0, 0, height}}
	det := float64(l.det)
	for _, p := range l.points {
		for site := range 2 {
			// In thirds: the second site lies at (1/3, 1/3) for vectors at 60°.
			x, y := float64(p[0])+float64(site)/3, float64(p[1])+float64(site)/3
			// x, y = u·(n, m) + v·(t·length)
			u := (x*float64(l.rows[4]) - y*float64(l.rows[3])) / det
			v := (y*float64(l.rows[0]) - x*float64(l.rows[1])) / det
			v -= math.Floor(v + 1e-9)
			angle := 2 * math.Pi * u
			s.Positions = append(s.Positions, edge/2+radius*math.Cos(angle), edge/2+radius*math.Sin(angle), v*height)
			s.Elements = append(s.Elements, elements[site])
		}
	}
	if o.Bonds {
		for i, p := range l.points {
			for _, q := range [3][2]int{{0, 0}, {-1, 0}, {0, -1}} {
				j := l.find([3]int{int(p[0]) + q[0], int(p[1]) + q[1], 0})
				s.Bonds = append(s.Bonds, [2]uint32{uint32(2 * i), uint32(2*j + 1)})
			}
		}
		s.Bonds = unique(s.Bonds)
	}
	return s, nil
}

// honeycomb checks what tubes and ribbons share.
func honeycomb(elements [2]uint8, bond float64, vacuum *float64) ([2]uint8, error) {
	for i, z := range elements {
		if z == 0 {
			elements[i] = 6
		} else if elem.Symbol(z) == "" {
			return elements, refuse("element %s is not known", [2]string{"A", "B"}[i])
		}
	}
	switch {
	case !(bond > 0.5 && bond <= MaxBond):
		return elements, refuse("the bond length is %g Å: give 0.5 to %d", bond, MaxBond)
	case !(*vacuum >= 0 && *vacuum <= MaxVacuum):
		return elements, refuse("the vacuum is %g Å: give 0 to %d", *vacuum, MaxVacuum)
	}
	return elements, nil
}

// unique returns bonds in order, each once, without those of an atom with its own image.
func unique(bonds [][2]uint32) [][2]uint32 {
	for i, b := range bonds {
		bonds[i] = [2]uint32{min(b[0], b[1]), max(b[0], b[1])}
	}
	sorting.By(bonds, func(a, b [2]uint32) int {
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		return int(a[1]) - int(b[1])
	})
	out := bonds[:0]
	for i, b := range bonds {
		if b[0] != b[1] && (i == 0 || b != bonds[i-1]) {
			out = append(out, b)
		}
	}
	return out
}

// Ribbon is a strip of a honeycomb sheet in the xz plane, periodic along z.
type Ribbon struct {
	Armchair bool     // else zigzag edges
	Width    int      // dimer lines (armchair) or zigzag chains across, as ribbons are named
	Length   int      // repeats along the axis
	Elements [2]uint8 // of the two sites; 0: carbon
	Bond     float64  // Å; 0: 1.42
	Vacuum   float64  // Å on all sides but the ends; 0: 10
	Hydrogen bool     // a hydrogen at each atom of the edge
	Bonds    bool     // join neighbors
}

// edgeHydrogen is the distance of hydrogens at the edge in Å, that of benzene.
const edgeHydrogen = 1.09

// Build returns the ribbon, hydrogens last.
func (o *Ribbon) Build() (*structure.Structure, error) {
	b := o.Bond
	if b == 0 {
		b = carbonBond
	}
	elements, err := honeycomb(o.Elements, b, &o.Vacuum)
	if err != nil {
		return nil, err
	}
	least := 1
	if o.Armchair {
		least = 2
	}
	switch {
	case o.Width < least || o.Width > MaxRepeats:
		return nil, refuse("the ribbon is %d lines wide: give %d to %d", o.Width, least, MaxRepeats)
	case o.Length < 1 || o.Length > MaxRepeats:
		return nil, refuse("%d repeats: give 1 to %d", o.Length, MaxRepeats)
	case 2*(float64(o.Width)+2)*float64(o.Length) > MaxAtoms:
		return nil, tooMany(2 * float64(o.Width) * float64(o.Length))
	}
	vacuum := o.Vacuum
	if vacuum == 0 {
		vacuum = 10
	}
	h := b * math.Sqrt(3) / 2
	period := 2 * h
	if o.Armchair {
		period = 3 * b
	}
	s := &structure.Structure{}
	add := func(z uint8, x, along float64) {
		s.Elements = append(s.Elements, z)
		s.Positions = append(s.Positions, x, vacuum, along)
	}
	for k := range o.Length {
		z0 := period * float64(k)
		for i := range o.Width {
			odd := float64(i % 2)
			if o.Armchair {
				// Lines b/2·√3 apart; those between are moved by half a repeat.
				x := float64(i) * h
				add(elements[i%2], x, z0+b-odd*b/2)
				add(elements[1-i%2], x, z0+2*b+odd*b/2)
			} else {
				x := 1.5 * b * float64(i)
				add(elements[0], x, z0+odd*h)
				add(elements[1], x+b/2, z0+(1-odd)*h)
			}
		}
	}
	height := period * float64(o.Length)
	width := 0.0
	for i := range s.Len() {
		width = max(width, s.Positions[3*i])
	}
	s.Cell = &[9]float64{width + 2*vacuum + 100, 0, 0, 0, 2*vacuum + 100, 0, 0, 0, height} // wide while neighbors are sought
	o.edges(s, b)
	low, high := math.Inf(1), math.Inf(-1)
	for i := range s.Len() {
		low, high = min(low, s.Positions[3*i]), max(high, s.Positions[3*i])
	}
	for i := range s.Len() {
		s.Positions[3*i] += vacuum - low
	}
	s.Cell[0], s.Cell[4] = high-low+2*vacuum, 2*vacuum
	return s, nil
}

// edges joins the atoms and gives those of the edge their hydrogen.
func (o *Ribbon) edges(s *structure.Structure, b float64) {
	n := s.Len()
	c, err := cell.New(*s.Cell)
	if err != nil {
		return // not reached: all lengths were checked
	}
	at := make([]cell.Fractional, n)
	for i := range at {
		at[i] = c.Fractional(geom.At(s.Positions, i))
	}
	find := newSites(&c, make([]uint8, n), at, b/10)
	h := b * math.Sqrt(3) / 2
	ways := [4][3]geom.Vec3{
		{{Z: b}, {X: h, Z: -b / 2}, {X: -h, Z: -b / 2}}, {{Z: -b}, {X: h, Z: b / 2}, {X: -h, Z: b / 2}}, // armchair
		{{X: -b}, {X: b / 2, Z: h}, {X: b / 2, Z: -h}}, {{X: b}, {X: -b / 2, Z: h}, {X: -b / 2, Z: -h}}, // zigzag
	}
	var bonds [][2]uint32
	for i := range n {
		// Two atoms a line or chain: of the first, then of the second sublattice, but armchair
		// lines between, which are turned around.
		kind := i % 2
		if o.Armchair {
			kind = (i + i/2%o.Width) % 2
		} else {
			kind += 2
		}
		p := geom.At(s.Positions, i)
		var missing geom.Vec3
		open := 0
		for _, way := range ways[kind] {
			if j, _ := find.find(c.Fractional(p.Add(way)), 0); j >= 0 {
				bonds = append(bonds, [2]uint32{uint32(i), uint32(j)})
			} else {
				missing = missing.Add(way)
				open++
			}
		}
		if open > 0 && o.Hydrogen {
			q := p.AddScaled(edgeHydrogen, missing.Unit())
			s.Positions = append(s.Positions, q.X, q.Y, q.Z)
			s.Elements = append(s.Elements, 1)
			bonds = append(bonds, [2]uint32{uint32(i), uint32(s.Len() - 1)})
		}
	}
	if o.Bonds {
		s.Bonds = unique(bonds)
	}
}
