package cell

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// TestWithParameters: the new cell has the parameters asked for and lies as the old one
// does, for cells turned in any way.
func TestWithParameters(t *testing.T) {
	r := rng.New(5)
	for range 300 {
		old := turnedCell(&r)
		edges, angles := randomParameters(&r)
		c, err := old.WithParameters(edges, angles)
		if err != nil {
			t.Fatal(err)
		}
		gotEdges, gotAngles := c.Parameters()
		for i := range 3 {
			if math.Abs(gotEdges[i]-edges[i]) > 1e-9 || math.Abs(gotAngles[i]-angles[i]) > 1e-7 {
				t.Fatalf("got %v %v, want %v %v", gotEdges, gotAngles, edges, angles)
			}
		}
		if along := c.Vector(0).Dot(old.Vector(0)) / (c.Vector(0).Norm() * old.Vector(0).Norm()); math.Abs(along-1) > 1e-12 {
			t.Errorf("a turned: the cosine to the old one is %v", along)
		}
		n := old.Vector(0).Cross(old.Vector(1))
		if off := c.Vector(1).Dot(n) / (c.Vector(1).Norm() * n.Norm()); math.Abs(off) > 1e-12 || c.Vector(0).Cross(c.Vector(1)).Dot(n) <= 0 {
			t.Errorf("b left the half plane: sine %v", off)
		}
		if !c.RightHanded() {
			t.Error("got a left-handed cell")
		}
	}
}

// TestWithParametersKeeps: what is not changed stays bit for bit.
func TestWithParametersKeeps(t *testing.T) {
	r := rng.New(6)
	for range 100 {
		old := turnedCell(&r)
		edges, angles := old.Parameters()
		same, err := old.WithParameters(edges, angles)
		if err != nil || same.Vectors() != old.Vectors() {
			t.Fatalf("nothing changed: got %v (%v), want %v", same.Vectors(), err, old.Vectors())
		}
		edges[0], angles[1] = edges[0]*(1+1e-10), angles[1]*(1-1e-10)
		if same, err = old.WithParameters(edges, angles); err != nil || same.Vectors() != old.Vectors() {
			t.Fatalf("last digits: got %v (%v), want %v", same.Vectors(), err, old.Vectors())
		}
		edges[2] *= 2
		longer, err := old.WithParameters(edges, angles)
		if err != nil {
			t.Fatal(err)
		}
		was, is := old.Vectors(), longer.Vectors()
		if [6]float64(was[:6]) != [6]float64(is[:6]) {
			t.Errorf("a and b: got %v, want %v", is[:6], was[:6])
		}
		if d := longer.Vector(2).Sub(old.Vector(2).Scale(2)).Norm(); d > 1e-12*edges[2] {
			t.Errorf("c: %v Å beside twice its old self", d)
		}
	}
	box := mustNew(t, [9]float64{10, 0, 0, 0, 12, 0, 0, 0, 14})
	got, err := box.WithParameters([3]float64{10, 12, 14}, [3]float64{90, 90, 120})
	if want := [9]float64{10, 0, 0, -6, 12 * math.Sqrt(0.75), 0, 0, 0, 14}; err != nil || got.Vectors() != want {
		t.Errorf("got %v (%v), want %v", got.Vectors(), err, want)
	}
}

func TestWithParametersRefuses(t *testing.T) {
	box := mustNew(t, [9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10})
	if _, err := box.WithParameters([3]float64{10, 10, 10}, [3]float64{30, 40, 80}); err == nil || !strings.Contains(err.Error(), "no cell has the angles 30°, 40°, 80°") {
		t.Errorf("impossible angles: got %v", err)
	}
	if _, err := box.WithParameters([3]float64{10, -1, 10}, [3]float64{90, 90, 90}); err == nil || !strings.Contains(err.Error(), "cell edge b is -1 Å") {
		t.Errorf("a negative edge: got %v", err)
	}
	left, err := NewEitherHand([9]float64{0, 10, 0, 10, 0, 0, 0, 0, 10})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := left.WithParameters([3]float64{10, 10, 20}, [3]float64{90, 90, 90}); !errors.Is(err, ErrLeftHanded) {
		t.Errorf("a left-handed cell with a longer c: got %v, want ErrLeftHanded", err)
	}
	if c, err := left.WithParameters([3]float64{10, 10, 10}, [3]float64{90, 90, 80}); err != nil || !c.RightHanded() {
		t.Errorf("a left-handed cell with another angle: got %v, want a right-handed one", err)
	}
}

func randomParameters(r *rng.Rand) (edges, angles [3]float64) {
	for {
		for i := range 3 {
			edges[i] = 2 + 30*r.Float64()
			angles[i] = 35 + 110*r.Float64()
		}
		if c, err := FromParameters(edges[0], edges[1], edges[2], angles[0], angles[1], angles[2]); err == nil && c.Volume() > 0.05*edges[0]*edges[1]*edges[2] {
			return edges, angles
		}
	}
}

// turnedCell is a cell of random shape, turned at random.
func turnedCell(r *rng.Rand) Cell {
	edges, angles := randomParameters(r)
	c, err := FromParameters(edges[0], edges[1], edges[2], angles[0], angles[1], angles[2])
	if err != nil {
		panic(err)
	}
	turn := r.Rotation().Matrix()
	var v [9]float64
	for i := range 3 {
		geom.Put(v[:], i, turn.MulVec(c.Vector(i)))
	}
	turned, err := New(v)
	if err != nil {
		panic(err)
	}
	return turned
}
