package embed

import (
	"context"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// TestTable: every row has its four atoms and a term.
func TestTable(t *testing.T) {
	for _, c := range []struct {
		name  string
		table []preference
		rows  int
	}{{"chains", chainTable(), 368}, {"large rings", largeTable(), 368}, {"small rings", smallTable(), 105}} {
		if len(c.table) != c.rows {
			t.Errorf("%s: got %d rows, want %d", c.name, len(c.table), c.rows)
		}
		for k, p := range c.table {
			seen := map[int]bool{}
			for _, a := range p.atom {
				seen[a] = true
				if a >= p.query.Atoms() {
					t.Errorf("%s, row %d: %s has no atom %d", c.name, k, p.query, a)
				}
			}
			if len(seen) != 4 || p.height == [6]float64{} {
				t.Errorf("%s, row %d: %s has the atoms %v and heights %v", c.name, k, p.query, p.atom, p.height)
			}
		}
	}
	first := chainTable()[3]
	if first.atom != [4]int{0, 1, 2, 3} || first.height != [6]float64{-78.2} {
		t.Errorf("the first row of chains: got %v %v", first.atom, first.height)
	}
}

func TestMappedAtoms(t *testing.T) {
	tests := []struct {
		pattern string
		want    [4]int
	}{
		{"[O:1]=[C:2]!@;-[O:3]~[CH0:4]", [4]int{0, 1, 2, 3}},
		{"N[C:2](=[O:1])!@;-[CH2:3][N:4]", [4]int{2, 1, 3, 4}},
		{"[$([CX3]([C])([H])):1]=[CX3:2]([H])!@;-[CH1:3](C)[Cl:4]", [4]int{0, 1, 3, 5}},
	}
	for _, c := range tests {
		if got := mappedAtoms(c.pattern); got != c.want {
			t.Errorf("%s: got %v, want %v", c.pattern, got, c.want)
		}
	}
}

// TestTorsionTerm compares the polynomial with the cosines it stands for.
func TestTorsionTerm(t *testing.T) {
	height := [6]float64{1.5, -2, 0, 4, -0.5, 3}
	term := newTorsion(0, 1, 2, 3, &height)
	for k := range 36 {
		phi := float64(k) * math.Pi / 18
		x := []float64{1, 1, 0, 0, 0, 0, 0, 0, 1.5, math.Cos(phi), math.Sin(phi), 2}
		// Atom a is turned by 45° about the axis.
		angle := phi - math.Pi/4
		want := 0.0
		for n, v := range height {
			want += math.Abs(v)/2 + v/2*math.Cos(float64(n+1)*angle)
		}
		if got := term.evaluate(x, make([]float64, 12)); math.Abs(got-want) > 1e-9 {
			t.Errorf("at %.0f°: got %.12f, want %.12f", phi*180/math.Pi, got, want)
		}
	}
}

// TestSmooth: upper bounds obey the triangle inequality, and no bounds cross.
func TestSmooth(t *testing.T) {
	for _, smi := range []string{"CCCCCC", "c1ccccc1C(=O)NC", "C1C2CC3CC1CC(C2)C3", "F/C=C/C#CC"} {
		p, s := molecule(t, smi)
		top, err := newTopology(p, s)
		if err != nil {
			t.Fatal(err)
		}
		for level := range strictness {
			b := top.newBounds(context.Background(), level)
			for i := range b.n {
				for j := range i {
					at := pairIndex(i, j)
					if b.lo[at] > b.hi[at] || b.lo[at] <= 0 || b.hi[at] >= noUpper {
						t.Errorf("%s, level %d: atoms %d and %d are between %.3f and %.3f Å", smi, level, j, i, b.lo[at], b.hi[at])
					}
					for _, k := range top.of(i) {
						if int(k) == j || top.degree(int(k)) < 2 || b.kind[at] != farPair {
							continue
						}
						if way := b.hi[pairIndex(i, int(k))] + b.hi[pairIndex(int(k), j)]; b.hi[at] > way+1e-9 {
							t.Errorf("%s, level %d: atoms %d and %d are up to %.3f Å apart, by atom %d up to %.3f", smi, level, j, i, b.hi[at], k, way)
						}
					}
				}
			}
		}
	}
}

// TestProject: exact distances give back the figure they were taken from.
func TestProject(t *testing.T) {
	const n = 20
	random := rng.New(5)
	x := make([]float64, 3*n)
	for i := range x {
		x[i] = 6 * random.Float64() * float64(1+i%3) // three different extents
	}
	b := &bounds{n: n}
	for i := range n {
		for j := range i {
			d := distance(x, i, j)
			b.lo, b.hi = append(b.lo, d), append(b.hi, d)
		}
	}
	w := work{x: make([]float64, 4*n), metric: make([]float64, n*n), mean: make([]float64, n), block: make([]float64, columns*n), image: make([]float64, columns*n)}
	if !w.project(b, &random) {
		t.Fatal("the metric matrix has less than three positive eigenvalues")
	}
	for i := range n {
		for j := range i {
			s := 0.0
			for k := range 4 {
				d := w.x[4*i+k] - w.x[4*j+k]
				s += d * d
			}
			if got, want := math.Sqrt(s), distance(x, i, j); math.Abs(got-want) > 1e-3*want+1e-3 {
				t.Fatalf("atoms %d and %d: got %.5f Å, want %.5f", j, i, got, want)
			}
		}
	}
}

// TestLengths compares bond lengths with experiment.
func TestLengths(t *testing.T) {
	tests := []struct {
		smi    string
		bond   int
		length float64
	}{
		{"CC", 0, 1.535}, {"C=C", 0, 1.339}, {"C#C", 0, 1.203}, {"c1ccccc1", 0, 1.397}, {"C=O", 0, 1.21}, {"CC(=O)NC", 2, 1.37},
		{"C[Si](C)(C)C", 0, 1.87}, {"CBr", 0, 1.94}, {"C[Hg]C", 0, 2.09},
	}
	for _, c := range tests {
		p, s := molecule(t, c.smi)
		top, err := newTopology(p, s)
		if err != nil {
			t.Fatal(err)
		}
		if got := top.length[c.bond]; math.Abs(got-c.length) > 0.06 {
			t.Errorf("%s, bond %d: got %.3f Å, want %.3f", c.smi, c.bond, got, c.length)
		}
	}
}

// TestShapes: the largest and the smallest angle at an atom, in degrees, as VSEPR has it.
func TestShapes(t *testing.T) {
	tests := []struct {
		smi             string
		atom            int
		smallest, large float64
	}{
		{"O", 0, 105, 105}, {"N", 0, 106, 106}, {"O=S=O", 1, 118, 118}, {"O=C=O", 1, 180, 180}, {"F[Xe]F", 1, 180, 180},
		{"F[Xe](F)(F)F", 1, 90, 180}, {"FS(F)(F)F", 1, 90, 180}, {"FI(F)(F)(F)F", 1, 90, 180}, {"FS(F)(F)(F)(F)F", 1, 90, 180},
		{"FP(F)(F)(F)F", 1, 90, 180}, {"FB(F)F", 1, 120, 120}, {"C[N+](C)(C)C", 1, 109, 111}, {"N[Pt](N)(Cl)Cl", 1, 90, 180},
		{"C[Zn]C", 1, 180, 180}, {"Cl[Sn]Cl", 1, 118, 118}, {"CS(C)=O", 1, 95, 107}, {"[CH3]", 0, 109, 110},
	}
	for _, c := range tests {
		p, s := molecule(t, c.smi)
		x, err := embed(context.Background(), p, s, 1)
		if err != nil {
			t.Errorf("%s: %v", c.smi, err)
			continue
		}
		top, err := newTopology(p, s)
		if err != nil {
			t.Fatal(err)
		}
		least, most := 180.0, 0.0
		of := top.of(c.atom)
		for a := range of {
			for b := range a {
				angle := geom.Angle(geom.At(x, int(of[a])), geom.At(x, c.atom), geom.At(x, int(of[b]))) / degree
				least, most = min(least, angle), max(most, angle)
			}
		}
		if math.Abs(least-c.smallest) > 8 || math.Abs(most-c.large) > 8 {
			t.Errorf("%s: the angles at atom %d are %.0f° to %.0f°, want %.0f° to %.0f°", c.smi, c.atom, least, most, c.smallest, c.large)
		}
	}
}
