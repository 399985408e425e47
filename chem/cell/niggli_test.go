package cell

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/rng"
)

// TestNiggliOracle compares with the edges and angles on which spglib and ASE agree.
func TestNiggliOracle(t *testing.T) {
	rows := 0
	oracle.Each(t, "crystals.jsonl.gz", 60, func(text json.RawMessage) {
		var r struct {
			ID, Op   string
			Input    json.RawMessage
			Expected struct {
				Parameters [6]float64 `json:"cell_parameters"`
				Volume     float64
			}
		}
		var in struct {
			Parameters [6]float64 `json:"cell_parameters"`
		}
		if err := json.Unmarshal(text, &struct{ Op *string }{&r.Op}); err != nil {
			t.Fatal(err)
		}
		if r.Op != "niggli" {
			return
		}
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(r.Input, &in); err != nil {
			t.Fatal(err)
		}
		rows++
		p := in.Parameters
		c, err := FromParameters(p[0], p[1], p[2], p[3], p[4], p[5])
		if err != nil {
			t.Fatal(err)
		}
		n, _ := c.Niggli()
		l, a := n.Parameters()
		for i := range 3 {
			if math.Abs(l[i]-r.Expected.Parameters[i]) > 1e-3 || math.Abs(a[i]-r.Expected.Parameters[3+i]) > 1e-2 {
				t.Errorf("%s: got %v %v, want %v", r.ID, l, a, r.Expected.Parameters)
				break
			}
		}
	})
	if rows < 4 {
		t.Errorf("got %d rows", rows)
	}
}

// TestNiggliUnique: any basis of a lattice gives one cell, and the cell of that cell is
// itself. Among the lattices are those with equal edges, right angles and 60°.
func TestNiggliUnique(t *testing.T) {
	r := rng.New(5)
	special := [][9]float64{
		{0, 2, 2, 2, 0, 2, 2, 2, 0}, {-2, 2, 2, 2, -2, 2, 2, 2, -2}, {3, 0, 0, 0, 3, 0, 0, 0, 3}, {3, 0, 0, 0, 4, 0, 0, 0, 5},
		{3, 0, 0, -1.5, 1.5 * math.Sqrt(3), 0, 0, 0, 5}, {3, 0, 0, 0, 3, 0, 1.5, 1.5, 4}, {3, 1, 0, 3, -1, 0, 0, 0, 4}, {5, 0, 0, 0, 6, 0, -2, 0, 7},
	}
	for try := range 600 {
		v := geom.Mat3(special[try%len(special)])
		if try%3 == 0 {
			for i := range v {
				v[i] = 10*r.Float64() - 5
			}
		}
		c, err := NewEitherHand(v)
		if err != nil || c.Volume() < 1 {
			continue
		}
		n, m := c.Niggli()
		l, a := n.Parameters()
		if !n.RightHanded() || math.Abs(n.Volume()-c.Volume()) > 1e-9*c.Volume() {
			t.Fatalf("%v: volume %g becomes %g", v, c.Volume(), n.Volume())
		}
		for i := range 3 {
			row := c.Cartesian(Fractional{float64(m[3*i]), float64(m[3*i+1]), float64(m[3*i+2])})
			if row.Sub(n.Vector(i)).Norm() > 1e-9 {
				t.Fatalf("%v: matrix %v does not give %v", v, m, n.Vectors())
			}
		}
		if again, same := n.Niggli(); true {
			l2, a2 := again.Parameters()
			if !close3(l, l2) || !close3(a, a2) {
				t.Fatalf("%v: %v %v becomes %v %v by %v", v, l, a, l2, a2, same)
			}
		}
		// Another basis of the lattice.
		u := v
		for range 6 {
			i, j := r.Intn(3), r.Intn(3)
			if k := float64(r.Intn(5) - 2); i != j {
				for x := range 3 {
					u[3*i+x] += k * u[3*j+x]
				}
			}
		}
		other, err := NewEitherHand(u)
		if err != nil {
			continue
		}
		o, _ := other.Niggli()
		l2, a2 := o.Parameters()
		if !close3(l, l2) || !close3(a, a2) {
			t.Fatalf("%v: %v %v, from another basis %v %v", v, l, a, l2, a2)
		}
		// Niggli's conditions: all angles acute or none, a ≤ b ≤ c.
		acute, obtuse := 0, 0
		for _, x := range a {
			if x < 90-1e-3 {
				acute++
			} else {
				obtuse++
			}
		}
		if acute != 0 && acute != 3 || l[0] > l[1]+1e-4 || l[1] > l[2]+1e-4 {
			t.Fatalf("%v: %v %v is no Niggli cell", v, l, a)
		}
	}
}

func close3(x, y [3]float64) bool {
	for i := range 3 {
		if math.Abs(x[i]-y[i]) > 1e-3 {
			return false
		}
	}
	return true
}
