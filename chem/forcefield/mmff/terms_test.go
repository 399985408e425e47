package mmff

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/forcefield/mmff/typing"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/internal/oracle"
)

// interactions is a row of mmff94-terms.jsonl.gz: atoms, class, parameters and energies
// as the original program printed them.
type interactions struct {
	Name    string
	Bond    [][6]float64  // i j class r0 kb E
	Angle   [][7]float64  // i j k class theta0 ka E
	Strbend [][6]float64  // i j k class constant of ij, E
	Oop     [][7]float64  // i j k l angle koop E; j is the center
	Tors    [][10]float64 // i j k l class angle V1 V2 V3 E
}

// graphOf is the graph that New searches.
func graphOf(t *testing.T, r *molecule) *graph {
	t.Helper()
	p, _, err := hydrogen.FromMol(r.mol(t))
	if err != nil {
		t.Fatal(err)
	}
	typed, err := typing.Type(p)
	if err != nil {
		t.Fatal(err)
	}
	g, err := newGraph(p, typed, MMFF94)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestInteractions: every interaction of Halgren's suite has the class and parameters
// that the original program used.
func TestInteractions(t *testing.T) {
	molecules := map[string]*molecule{}
	oracle.Each(t, "mmff94-validation.jsonl.gz", 450, func(r validation) {
		if r.Variant == "MMFF94" {
			molecules[r.Name] = &r.molecule
		}
	})
	counts := [5]int{}
	// same compares printed numbers, which have three decimals.
	same := func(name, what string, row, got, want []float64) {
		for k := range got {
			if !(math.Abs(got[k]-want[k]) <= 0.00051) {
				t.Errorf("%s: %s %v: got %v, want %v", name, what, row, got, want)
				return
			}
		}
	}
	oracle.Each(t, "mmff94-terms.jsonl.gz", 300, func(r interactions) {
		m := molecules[r.Name]
		if m == nil {
			t.Errorf("%s: no such molecule", r.Name)
			return
		}
		g := graphOf(t, m)
		bond := func(a, b float64) int {
			k := g.bondBetween(int(a), int(b))
			if k < 0 {
				t.Fatalf("%s: no bond between %v and %v", r.Name, a, b)
			}
			return k
		}
		for _, w := range r.Bond {
			k := bond(w[0], w[1])
			s := g.stretch[k]
			same(r.Name, "bond", w[:], []float64{float64(g.classes[k]), s.r0, s.kb}, w[2:5])
		}
		for _, w := range r.Angle {
			b := g.findAngle(int(w[0]), int(w[1]), int(w[2]), bond(w[0], w[1]), bond(w[1], w[2]))
			same(r.Name, "angle", w[:], []float64{float64(b.class), b.theta0, b.ka}, w[3:6])
		}
		for _, w := range r.Strbend {
			i, j, k := int(w[0]), int(w[1]), int(w[2])
			ij, jk := bond(w[0], w[1]), bond(w[1], w[2])
			s, _, class := g.findStretchBend(i, j, k, ij, jk, g.findAngle(i, j, k, ij, jk).class)
			same(r.Name, "stretch-bend", w[:], []float64{float64(class), s}, w[3:5])
		}
		for _, w := range r.Oop {
			koop, ok := g.findOutOfPlane(int(w[0]), int(w[1]), int(w[2]), int(w[3]))
			if !ok {
				t.Errorf("%s: out-of-plane %v has no parameters", r.Name, w)
			}
			same(r.Name, "out-of-plane", w[:], []float64{koop}, w[5:6])
		}
		for _, w := range r.Tors {
			v, class := g.findTorsion(int(w[0]), int(w[1]), int(w[2]), int(w[3]), bond(w[0], w[1]), bond(w[1], w[2]), bond(w[2], w[3]))
			same(r.Name, "torsion", w[:], []float64{float64(class), v[0], v[1], v[2]}, []float64{w[4], w[6], w[7], w[8]})
		}
		checkCounts(t, g, &r)
		for k, n := range []int{len(r.Bond), len(r.Angle), len(r.Strbend), len(r.Oop), len(r.Tors)} {
			counts[k] += n
		}
	})
	t.Logf("%d bonds, %d angles, %d stretch-bend, %d out-of-plane, %d torsions", counts[0], counts[1], counts[2], counts[3], counts[4])
}

// checkCounts: the field has no interaction that the original program lacks.
func checkCounts(t *testing.T, g *graph, r *interactions) {
	var f Field
	f.addBonds(g)
	f.addAngles(g)
	f.addTorsions(g)
	coupled, planes, twists := 0, 0, 0
	for i := range f.angles {
		for _, s := range [2]float64{f.angles[i].s1, f.angles[i].s2} {
			if s != 0 {
				coupled++
			}
		}
	}
	for _, w := range r.Oop {
		if w[5] != 0 {
			planes++
		}
	}
	for _, w := range r.Tors {
		if w[6] != 0 || w[7] != 0 || w[8] != 0 {
			twists++
		}
	}
	got := [5]int{len(f.bonds), len(f.angles) + len(f.linear), coupled, 3 * len(f.planes), len(f.twists)}
	if want := [5]int{len(r.Bond), len(r.Angle), len(r.Strbend), planes, twists}; got != want {
		t.Errorf("%s: %v bonds, angles, stretch-bend, out-of-plane and torsions, want %v", r.Name, got, want)
	}
}
