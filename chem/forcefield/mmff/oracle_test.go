package mmff

import (
	"math"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
)

// molecule is a molecule as the rows of the reference data state it.
type molecule struct {
	Sym   []string
	Chg   map[int]int
	Bonds [][4]int // atoms, Kekulé order, aromatic
}

func (r *molecule) mol(t testing.TB) *mol.Mol {
	m := &mol.Mol{Atoms: make([]mol.Atom, len(r.Sym)), Bonds: make([]mol.Bond, len(r.Bonds))}
	for i, s := range r.Sym {
		z, ok := elem.Number(s)
		if !ok {
			t.Fatalf("element %q", s)
		}
		m.Atoms[i] = mol.Atom{Element: z, Charge: int8(r.Chg[i]), NoImplicit: true}
	}
	for k, b := range r.Bonds {
		m.Bonds[k] = mol.Bond{A: b[0], B: b[1], Order: mol.Order(b[2])}
	}
	return m
}

// reference are energies of a reference program.
type reference struct{ Total, Bond, Angle, Strbend, Oop, Tors, Vdw, Ele float64 }

func flat(xyz [][3]float64) []float64 {
	x := make([]float64, 0, 3*len(xyz))
	for _, p := range xyz {
		x = append(x, p[:]...)
	}
	return x
}

func (r *molecule) field(t testing.TB, v Variant) *Field {
	t.Helper()
	p, _, err := hydrogen.FromMol(r.mol(t))
	if err != nil {
		t.Fatal(err)
	}
	f, err := New(p, Options{Variant: v})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func (e *energies) list() []float64 {
	return []float64{e.bond, e.angle, e.stretchBend, e.outOfPlane, e.torsion, e.vanDerWaals, e.electrostatic, e.sum()}
}

func (e *reference) list() []float64 {
	return []float64{e.Bond, e.Angle, e.Strbend, e.Oop, e.Tors, e.Vdw, e.Ele, e.Total}
}

var termNames = []string{"bond", "angle", "stretch-bend", "out-of-plane", "torsion", "van der Waals", "electrostatic", "total"}

// compare reports terms that differ by more than tolerance.
func compare(t *testing.T, name string, got *energies, want *reference, tolerance float64) {
	t.Helper()
	w := want.list()
	for k, e := range got.list() {
		if !(math.Abs(e-w[k]) <= tolerance) {
			t.Errorf("%s: %s: got %.6f, want %.6f", name, termNames[k], e, w[k])
		}
	}
}

func norm(g []float64) float64 {
	sum := 0.0
	for _, v := range g {
		sum += v * v
	}
	return math.Sqrt(sum)
}

// conformer is a row of conformers.jsonl.gz.
type conformer struct {
	molecule
	Mol, Smi string
	Xyz      [][3]float64
	Mmff     *struct {
		Types    []uint8
		E        reference
		Grad     []float64
		GradNorm float64 `json:"grad_norm"`
	}
	Min *struct {
		Xyz      [][3]float64
		E        reference
		GradNorm float64 `json:"grad_norm"`
	}
	TotalS   float64    `json:"mmff94s_total"`
	OopTorsS [2]float64 `json:"mmff94s_oop_tors"`
}

// collinear are molecules of the reference data with three bonded atoms within 10⁻⁵
// radians of a line, where the gradient is 10⁵ kcal/mol/Å and RDKit's, which divides by
// the sine of a torsion close to 0 or 180°, is off by up to 10 %. TestCollinear takes
// differences of the energy instead.
var collinear = []string{
	"C=CN1C(=O)CCC1=O",
	"OCC(CO)Nc1nc(SCc2cccc(F)c2F)nc3nc(NC4CC4)sc13",
	"O=C(Nc1scc(n1)[C@]12C[C@@H]3C[C@@H](C[C@@H](C3)C2)C1)c1cc2c(ccc3ccccc23)oc1=O",
}

// checkGeometry compares terms and the gradient of one geometry.
func checkGeometry(t *testing.T, f *Field, name string, xyz [][3]float64, want *reference, wantNorm float64, gradient []float64) {
	t.Helper()
	x := flat(xyz)
	g := make([]float64, len(x))
	total := f.Evaluate(x, g)
	var e energies
	f.evaluate(x, &e, false)
	compare(t, name, &e, want, 1e-3)
	if math.Abs(total-e.sum()) > 1e-9*max(1, math.Abs(total)) {
		t.Errorf("%s: energy %v with the gradient, %v without", name, total, e.sum())
	}
	if slices.Contains(collinear, name) && wantNorm > 1e5 {
		return
	}
	if n := norm(g); !(math.Abs(n-wantNorm) <= 1e-3*max(wantNorm, 0.1)) {
		t.Errorf("%s: gradient norm %g, want %g", name, n, wantNorm)
	}
	for i, w := range gradient {
		if !(math.Abs(g[i]-w) <= 1e-4*max(math.Abs(w), 1)) {
			t.Errorf("%s: gradient of coordinate %d: %g, want %g", name, i, g[i], w)
			return
		}
	}
}

// TestConformers: energies and gradients at embedded and at minimized geometries are
// RDKit's.
func TestConformers(t *testing.T) {
	oracle.Each(t, "conformers.jsonl.gz", 300, func(r conformer) {
		if r.Mmff == nil {
			return
		}
		f := r.field(t, MMFF94)
		if !slices.Equal(f.Types(), r.Mmff.Types) {
			t.Errorf("%s: types %v, want %v", r.Smi, f.Types(), r.Mmff.Types)
			return
		}
		checkGeometry(t, f, r.Smi, r.Xyz, &r.Mmff.E, r.Mmff.GradNorm, r.Mmff.Grad)
		if r.Min != nil {
			checkGeometry(t, f, r.Smi, r.Min.Xyz, &r.Min.E, r.Min.GradNorm, nil)
		}
		var e energies
		r.field(t, MMFF94s).evaluate(flat(r.Xyz), &e, false)
		want := r.Mmff.E
		want.Oop, want.Tors, want.Total = r.OopTorsS[0], r.OopTorsS[1], r.TotalS
		compare(t, r.Smi+" MMFF94s", &e, &want, 1e-3)
	})
}

// validation is a row of mmff94-validation.jsonl.gz.
type validation struct {
	molecule
	Name, Variant string
	Xyz           [][3]float64
	Types         []uint8
	E             reference
	ERef          map[string]*float64 `json:"E_ref"`
	GradNorm      float64             `json:"grad_norm"`
}

// TestValidationSuite: Halgren's suite has RDKit's energies at its coordinates, and
// within the rounding of the coordinates those of the original program.
func TestValidationSuite(t *testing.T) {
	oracle.Each(t, "mmff94-validation.jsonl.gz", 450, func(r validation) {
		v := MMFF94
		if r.Variant == "MMFF94s" {
			v = MMFF94s
		}
		f := r.field(t, v)
		checkGeometry(t, f, r.Name, r.Xyz, &r.E, r.GradNorm, nil)
		var e energies
		f.evaluate(flat(r.Xyz), &e, false)
		for k, name := range []string{"bond", "angle", "strbend", "oop", "tors", "vdw", "ele", "total"} {
			// What the log does not print, such as terms of ions without bonds, is 0 or null.
			if w := r.ERef[name]; w != nil && *w != 0 && !(math.Abs(e.list()[k]-*w) <= 0.0063) {
				t.Errorf("%s: %s: got %.5f, the original program %.5f", r.Name, name, e.list()[k], *w)
			}
		}
	})
}
