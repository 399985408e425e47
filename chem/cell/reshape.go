package cell

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// WithParameters returns the cell that c becomes with other edges a, b, c in Å and
// angles alpha, beta, gamma in degrees: its a points along the a of c and its b into
// the same half of the plane of a and b. Other edges alone keep the directions of all
// vectors, and nothing else returns c bit for bit; other angles give a right-handed
// cell. What differs by less than a part in 1e9 is the same: the last digits of a
// number that a person read. Refusals are those of FromParameters and New.
func (c *Cell) WithParameters(edges, angles [3]float64) (Cell, error) {
	now, turned := c.Parameters()
	standard, err := FromParameters(edges[0], edges[1], edges[2], angles[0], angles[1], angles[2])
	if err != nil {
		return Cell{}, err
	}
	if near(angles[0], turned[0]) && near(angles[1], turned[1]) && near(angles[2], turned[2]) {
		v := c.vectors
		for i := range 3 {
			if !near(edges[i], now[i]) {
				for k := range 3 {
					v[3*i+k] *= edges[i] / now[i]
				}
			}
		}
		return New(v)
	}
	m := &c.vectors
	if m[1] == 0 && m[2] == 0 && m[5] == 0 && m[0] > 0 && m[4] > 0 {
		return standard, nil // turned as c is already, with its zeros exact
	}
	x := m.Row(0).Unit()
	z := m.Row(0).Cross(m.Row(1)).Unit()
	y := z.Cross(x)
	var v [9]float64
	for i := range 3 {
		r := standard.Vector(i)
		geom.Put(v[:], i, x.Scale(r.X).AddScaled(r.Y, y).AddScaled(r.Z, z))
	}
	return New(v)
}

func near(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Abs(y) }
