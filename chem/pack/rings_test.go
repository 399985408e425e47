package pack

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// TestPiercings puts a stick through a benzene ring, beside it, and through it
// across a face of the cell.
func TestPiercings(t *testing.T) {
	c, err := cell.New([9]float64{12, 0, 0, 3, 12, 0, 0, 0, 12})
	if err != nil {
		t.Fatal(err)
	}
	benzene, _ := molecules(t, "benzene", 1)
	stick := Species{Positions: []float64{-0.8, 0, 0, 0.8, 0, 0}, Bonds: [][2]int{{0, 1}}, Count: 1}
	normal := func() geom.Vec3 {
		a, b := geom.At(benzene.Positions, 0), geom.At(benzene.Positions, 1)
		return a.Sub(geom.Centroid(benzene.Positions)).Cross(b.Sub(geom.Centroid(benzene.Positions))).Unit()
	}()
	along := func(n geom.Vec3) geom.Quat { // turns x to n
		return geom.AxisAngle(geom.Vec3{X: 1}.Cross(n), geom.Angle(geom.Vec3{X: 1}, geom.Vec3{}, n))
	}
	inPlane := geom.At(benzene.Positions, 0).Sub(geom.Centroid(benzene.Positions)).Unit()
	for _, x := range []struct {
		name  string
		at    geom.Vec3 // of the stick from the ring's center
		turn  geom.Quat
		bonds bool
		want  int
	}{
		{"through the center", geom.Vec3{}, along(normal), true, 1},
		{"off the center", inPlane.Scale(0.8), along(normal), true, 1},
		{"through, in another cell", c.Shift(1, 0, -1), along(normal), true, 1},
		{"outside the ring", inPlane.Scale(1.6), along(normal), true, 0},
		{"above the ring", normal.Scale(0.9), along(normal), true, 0},
		{"in the plane of the ring", geom.Vec3{}, along(inPlane), true, 0},
		{"bonds not given", geom.Vec3{}, along(normal), false, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			species := []Species{benzene, stick}
			if !x.bonds {
				species[1].Bonds = nil
			}
			shapes, _, err := prepare(c, species, Options{Tolerance: 1})
			if err != nil {
				t.Fatal(err)
			}
			ring := molecule{shape: &shapes[0], rotation: geom.Quat{W: 1}, scale: 1, center: geom.Vec3{X: 0.2, Y: 0.1, Z: 11.8}}
			bond := molecule{shape: &shapes[1], rotation: x.turn, scale: 1, center: ring.center.Add(x.at), output: 1}
			s, err := newSystem(c, 1, 1, shapes, []molecule{ring, bond}, nil)
			if err != nil {
				t.Fatal(err)
			}
			found, err := s.piercings(t.Context())
			if err != nil || len(found) != x.want {
				t.Errorf("got piercings %v (error %v), want %d", found, err, x.want)
			}
			given := &Result{}
			owner := s.output(&c, c.Shift(0, 1, 0), species, given)
			if n, err := s.pierced(t.Context(), given.Positions, nil, owner); err != nil || n != x.want {
				t.Errorf("on the positions that are given out: got %d (error %v), want %d", n, err, x.want)
			}
			for _, p := range found {
				if p != (piercing{ring: 0, bond: 1}) {
					t.Errorf("got %+v, want ring 0 and bond 1", p)
				}
			}
		})
	}
}

// TestPierceable: a carbon–carbon bond fits through a benzene ring only at
// tolerances below about 1.8 Å.
func TestPierceable(t *testing.T) {
	benzene, _ := molecules(t, "benzene", 1)
	s := newShape(&benzene, 2)
	topology, err := newTopology(s.sites, benzene.Bonds)
	if err != nil {
		t.Fatal(err)
	}
	if len(topology.rings) != 1 || topology.girth < 1.39 || topology.girth > 1.40 {
		t.Fatalf("benzene: got rings %v of girth %v, want one of 1.397", topology.rings, topology.girth)
	}
	for tolerance, want := range map[float64]bool{1.0: true, 1.6: true, 1.8: false, 2.0: false} {
		if got := topology.pierceable(1.54, tolerance); got != want {
			t.Errorf("pierceable at %v Å: got %v, want %v", tolerance, got, want)
		}
	}
}

// TestUnthread starts from an arrangement that keeps the tolerance but has a bond
// through a ring.
func TestUnthread(t *testing.T) {
	c, err := cell.New([9]float64{9, 0, 0, 0, 9, 0, 0, 0, 9})
	if err != nil {
		t.Fatal(err)
	}
	ring := Species{Count: 1}
	for k := range 8 {
		p := geom.AxisAngle(geom.Vec3{Z: 1}, float64(k)*math.Pi/4).Matrix()
		v := p.MulVec(geom.Vec3{X: 1.9})
		ring.Positions = append(ring.Positions, v.X, v.Y, v.Z)
		ring.Bonds = append(ring.Bonds, [2]int{k, (k + 1) % 8})
	}
	stick := Species{Positions: []float64{0, 0, -0.75, 0, 0, 0.75}, Bonds: [][2]int{{0, 1}}, Count: 1}
	shapes, _, err := prepare(c, []Species{ring, stick}, Options{Tolerance: 2})
	if err != nil {
		t.Fatal(err)
	}
	center := geom.Vec3{X: 8.5, Y: 4, Z: 4}
	s, err := newSystem(c, 2, 1, shapes, []molecule{
		{shape: &shapes[0], center: center, rotation: geom.Quat{W: 1}, scale: 1},
		{shape: &shapes[1], center: center, rotation: geom.Quat{W: 1}, scale: 1, output: 1},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := &run{ctx: t.Context(), system: s}
	random := rng.New(1)
	s.wakeAll()
	settled, err := r.settle(&random)
	if err != nil || !settled || r.reinserted != 0 {
		t.Fatalf("the threaded arrangement: got settled %v, %d reinserted, error %v; want it clear as it is", settled, r.reinserted, err)
	}
	if n, err := r.unthread(false, &random); n != 1 || err != nil || r.reinserted != 0 {
		t.Errorf("unsettled: got %d pierced, %d reinserted, error %v; want 1 counted, none moved", n, r.reinserted, err)
	}
	if n, err := r.unthread(true, &random); n != 0 || err != nil || r.reinserted == 0 {
		t.Errorf("settled: got %d pierced, %d reinserted, error %v; want none after reinserting", n, r.reinserted, err)
	}
}

// TestNoPiercedRings packs rings and chains at a tolerance at which their bonds
// can pass through rings.
func TestNoPiercedRings(t *testing.T) {
	species, volume := mixture(t, 0.75, part{"benzene", 60}, part{"hexane", 60})
	c := cube(t, volume)
	for seed := range uint64(12) {
		r := mustPack(t, c, species, Options{Tolerance: 1.2, Seed: seed})
		if !r.Converged || r.Pierced != 0 {
			t.Errorf("seed %d: got converged %v, %d pierced rings, want none", seed, r.Converged, r.Pierced)
		}
	}
}
