package typing_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/forcefield/mmff/typing"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// row is a molecule of the reference data with RDKit's types and charges.
type row struct {
	Mol, Name, Variant string
	Sym                []string
	Chg                map[string]int8
	Bonds              [][4]int
	TypesRef           []uint8 `json:"types_ref"` // of the original program; 0: not printed
	Types              []uint8
	Q                  []float64
	XYZ                [][3]float64
	MMFF               *struct {
		Types []uint8
		Q     []float64
	}
}

func element(t testing.TB, symbol string) uint8 {
	t.Helper()
	z, ok := elem.Number(symbol)
	if !ok {
		t.Fatalf("no element %q", symbol)
	}
	return z
}

// molecule returns the complete molecule of a row.
func (r *row) molecule(t testing.TB) *perceive.Molecule {
	t.Helper()
	m := &mol.Mol{Atoms: make([]mol.Atom, len(r.Sym))}
	for i, symbol := range r.Sym {
		m.Atoms[i] = mol.Atom{Element: element(t, symbol), Charge: r.Chg[strconv.Itoa(i)], NoImplicit: true}
	}
	for _, b := range r.Bonds {
		m.Bonds = append(m.Bonds, mol.Bond{A: b[0], B: b[1], Order: mol.Order(b[2])})
	}
	p, _, err := hydrogen.FromMol(m)
	if err != nil {
		t.Fatalf("%s%s: %v", r.Mol, r.Name, err)
	}
	return p
}

func (r *row) check(t *testing.T, types []uint8, charges []float64) {
	t.Helper()
	name := r.Mol + r.Name
	got, err := typing.Type(r.molecule(t))
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	for i, want := range types {
		if got.Types[i] != want {
			t.Errorf("%s, atom %d: got type %d, want %d", name, i, got.Types[i], want)
		}
		if math.Abs(got.Charges[i]-charges[i]) > 1e-4 {
			t.Errorf("%s, atom %d: got charge %.5f, want %.5f", name, i, got.Charges[i], charges[i])
		}
	}
	for i, want := range r.TypesRef {
		if want != 0 && got.Types[i] != want {
			t.Errorf("%s, atom %d: got type %d, the original program has %d", name, i, got.Types[i], want)
		}
	}
}

// TestValidationSuite compares with the original program and with RDKit on Halgren's
// validation suite.
func TestValidationSuite(t *testing.T) {
	oracle.Each(t, "mmff94-validation.jsonl.gz", 400, func(r row) { r.check(t, r.Types, r.Q) })
}

// TestConformers compares with RDKit on molecules of many kinds, those that it refuses
// included.
func TestConformers(t *testing.T) {
	refused := 0
	oracle.Each(t, "conformers.jsonl.gz", 300, func(r row) {
		if r.MMFF != nil {
			r.check(t, r.MMFF.Types, r.MMFF.Q)
			return
		}
		if r.XYZ == nil { // not even embedded
			return
		}
		refused++
		if got, err := typing.Type(r.molecule(t)); err == nil {
			t.Errorf("%s: got types %v, want an error", r.Mol, got.Types)
		}
	})
	if refused == 0 {
		t.Error("no molecule without types was seen")
	}
}
