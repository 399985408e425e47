package forcefield

import (
	"math"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/minimize"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/smiles"
)

func complete(t *testing.T, text string) *perceive.Molecule {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatal(err)
	}
	p, _ = hydrogen.Add(p, nil)
	return p
}

// TestBlockCholesky factors random matrices and compares with what they were made
// of.
func TestBlockCholesky(t *testing.T) {
	random := rng.New(4)
	for _, n := range []int{1, 2, 5, 30} {
		var groups [][]int32
		for range 2 * n {
			g := []int32{int32(random.Intn(n)), int32(random.Intn(n)), int32(random.Intn(n))}
			slices.Sort(g)
			groups = append(groups, slices.Compact(g))
		}
		c := newBlockCholesky(n, groups)
		dense := make([]float64, 9*n*n)
		at := func(i, j int) *float64 { return &dense[3*n*i+j] }
		for i := range 3 * n {
			*at(i, i) = 0.5
			c.blocks[c.start[c.place[i/3]]][4*(i%3)] = 0.5
		}
		for _, g := range groups {
			u := make([]float64, 3*len(g))
			for k := range u {
				u[k] = random.Float64() - 0.5
			}
			for a, i := range g {
				for b, j := range g {
					block := int32(-1)
					if c.place[i] >= c.place[j] {
						block = c.find(c.place[j], c.place[i])
					}
					for p := range 3 {
						for q := range 3 {
							*at(3*int(i)+p, 3*int(j)+q) += u[3*a+p] * u[3*b+q]
							if block >= 0 {
								c.blocks[block][3*p+q] += u[3*a+p] * u[3*b+q]
							}
						}
					}
				}
			}
		}
		if !c.factor() {
			t.Fatalf("%d atoms: not positive definite", n)
		}
		v := make([]float64, 3*n)
		for i := range v {
			v[i] = random.Float64()
		}
		x := slices.Clone(v)
		c.forward(x)
		c.backward(x)
		for i := range v {
			sum := 0.0
			for j := range x {
				sum += *at(i, j) * x[j]
			}
			if math.Abs(sum-v[i]) > 1e-10 {
				t.Errorf("%d atoms: row %d of A·A⁻¹v is %g, want %g", n, i, sum, v[i])
			}
		}
	}
	c := newBlockCholesky(1, nil)
	c.blocks[0] = [9]float64{1, 0, 0, 2, 1, 0, 0, 0, 1}
	if c.factor() {
		t.Error("an indefinite matrix was factored")
	}
}

// TestBlockCholeskyLimit gives up on the couplings of a net without an end, whose factor
// would be full, and keeps those of a sheet.
func TestBlockCholeskyLimit(t *testing.T) {
	random := rng.New(7)
	var net, sheet [][]int32
	const wide = 31
	for i := range int32(wide * wide) {
		for range 4 {
			if j := int32(random.Intn(wide * wide)); i != j {
				net = append(net, []int32{min(i, j), max(i, j)})
			}
		}
		if i%wide > 0 {
			sheet = append(sheet, []int32{i - 1, i})
		}
		if i >= wide {
			sheet = append(sheet, []int32{i - wide, i})
		}
	}
	if c := newBlockCholesky(wide*wide, net); len(c.rows) != wide*wide || len(c.target) != 0 || len(c.order) != wide*wide {
		t.Errorf("a random net: %d blocks, %d products, want its diagonal of %d alone", len(c.rows), len(c.target), wide*wide)
	}
	c := newBlockCholesky(wide*wide, sheet)
	if len(c.rows) < wide*wide+len(sheet) || len(c.target) > fillLimit/10 {
		t.Errorf("a sheet: %d blocks, %d products; want all %d couplings and at most %d products", len(c.rows), len(c.target), len(sheet), fillLimit/10)
	}
}

// TestSprings: the derivatives of the internal coordinates against differences.
func TestSprings(t *testing.T) {
	x := []float64{1, 0.1, 0, 0, 0, 0, 0.2, 1.5, 0, 0.25, 1.9, -1}
	measure := map[kind]func(x []float64) float64{
		distance: func(x []float64) float64 { return geom.At(x, 0).Sub(geom.At(x, 1)).Norm() },
		angle:    func(x []float64) float64 { return -geom.Angle(geom.At(x, 0), geom.At(x, 1), geom.At(x, 2)) },
		torsion: func(x []float64) float64 {
			return geom.Dihedral(geom.At(x, 0), geom.At(x, 1), geom.At(x, 2), geom.At(x, 3))
		},
		plane: func(x []float64) float64 {
			// The height of atom 0 above the mean of the others, along the normal the
			// plane had at first.
			y := []float64{1, 0.1, 0, 0, 0, 0, 0.2, 1.5, 0, 0.25, 1.9, -1}
			n := geom.At(y, 2).Sub(geom.At(y, 1)).Cross(geom.At(y, 3).Sub(geom.At(y, 1))).Unit()
			mean := geom.At(x, 1).Add(geom.At(x, 2)).Add(geom.At(x, 3)).Scale(1. / 3)
			return geom.At(x, 0).Sub(mean).Dot(n)
		},
	}
	const h = 1e-6
	for _, kind := range []kind{distance, angle, torsion, plane} {
		sp := spring{kind: kind, atoms: [4]int32{0, 1, 2, 3}}
		var g [4]geom.Vec3
		if !sp.derivatives(x, &g) {
			t.Fatalf("kind %d has no derivatives", kind)
		}
		sign := 0.0
		for m := range sp.members() {
			for c, got := range [3]float64{g[m].X, g[m].Y, g[m].Z} {
				y := slices.Clone(x)
				y[3*m+c] += h
				up := measure[kind](y)
				y[3*m+c] -= 2 * h
				want := (up - measure[kind](y)) / (2 * h)
				if sign == 0 && math.Abs(want) > 0.1 {
					sign = math.Copysign(1, got*want) // the square has none
				}
				if math.Abs(got-sign*want) > 1e-6 && sign != 0 {
					t.Errorf("kind %d, atom %d: derivative %g, by differences %g", kind, m, got, sign*want)
				}
			}
		}
	}
}

// coil is a chain of springs of length 1.5 whose ends are pulled together.
type coil struct{ atoms int }

func (c coil) Evaluate(x, g []float64) float64 {
	sum := 0.0
	if g != nil {
		clear(g)
	}
	pull := func(i, j int, k, length float64) {
		r := Distance(i, j, length, length, k)
		sum += r.evaluate(x, g)
	}
	for i := range c.atoms {
		if i > 0 {
			pull(i, i-1, 700, 1.5)
		}
		if i > 1 {
			pull(i, i-2, 80, 2.5)
		}
		if i > 2 {
			pull(i, i-3, 2, 3)
		}
	}
	return sum
}

// TestStiffness: with the preconditioner a chain needs a fraction of the
// evaluations, fixed atoms stay, and the minimum is one of the function.
func TestStiffness(t *testing.T) {
	p, err := smiles.Perceive("CCCCCCCCCCCCCCCCCCCC") // hydrogens left out on purpose
	if err != nil {
		t.Fatal(err)
	}
	random := rng.New(3)
	start := make([]float64, 60)
	for i := range start {
		start[i] = 0.2 * random.Float64()
		if i%3 == 0 {
			start[i] += 1.3 * float64(i/3)
		}
	}
	fixed := make([]bool, 20)
	fixed[3], fixed[9] = true, true
	held := make([]bool, 60)
	for i := range held {
		held[i] = fixed[i/3]
	}
	var evaluations [2]int
	for k, preconditioner := range []minimize.Preconditioner{nil, NewStiffness(p, fixed)} {
		x := slices.Clone(start)
		got, err := minimize.Run(t.Context(), coil{20}, x, minimize.Options{Fixed: held, Gradient: 1e-4, MaxStep: 0.3, MaxIterations: 5000, Preconditioner: preconditioner})
		if err != nil || !got.Converged {
			t.Fatalf("got %+v, error %v", got, err)
		}
		evaluations[k] = got.Evaluations
		for _, i := range []int{9, 10, 11, 27, 28, 29} {
			if x[i] != start[i] {
				t.Errorf("coordinate %d of a fixed atom moved from %g to %g", i, start[i], x[i])
			}
		}
	}
	if 2*evaluations[1] > evaluations[0] {
		t.Errorf("%d evaluations with the preconditioner, %d without", evaluations[1], evaluations[0])
	}
}

// TestStiffnessAnywhere: atoms in one place, in a line, or with many neighbors.
func TestStiffnessAnywhere(t *testing.T) {
	for _, text := range []string{"C", "[He]", "C#CC#C", "c1ccc2ccccc2c1", "[Fe]123456(<-[CH]=[CH]1)(<-[CH]=[CH]2)(<-[CH]=[CH]3)(<-[CH]=[CH]4)(<-[CH]=[CH]5)<-[CH]=[CH]6", "O.O.O"} {
		p := complete(t, text)
		n := len(p.Mol.Atoms)
		line := make([]float64, 3*n)
		for i := range n {
			line[3*i] = float64(i)
		}
		for _, x := range [][]float64{make([]float64, 3*n), line, scattered(n, 8, 1)} {
			s := NewStiffness(p, nil)
			if !s.Update(x, 0) || s.Update(x, 1) {
				t.Errorf("%s: the first update counts, the second does not", text)
			}
			v := scattered(n, 1, 2)
			s.Forward(v)
			s.Backward(v)
			for i := range v {
				if v[i]-v[i] != 0 {
					t.Fatalf("%s: component %d is %g", text, i, v[i])
				}
			}
		}
	}
}
