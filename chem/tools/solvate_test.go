package tools

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/contract"
)

// cubic is the cell of a cube.
func cubic(edge float64) *[9]float64 { return &[9]float64{edge, 0, 0, 0, edge, 0, 0, 0, edge} }

// parameters is the cell of edges and angles.
func parameters(t testing.TB, a, b, c, alpha, beta, gamma float64) *[9]float64 {
	t.Helper()
	made, err := cell.FromParameters(a, b, c, alpha, beta, gamma)
	if err != nil {
		t.Fatal(err)
	}
	v := made.Vectors()
	return &v
}

// documentOf is a molecule of the library, with its atoms moved, in a cell.
func documentOf(t testing.TB, id string, at geom.Vec3, box *[9]float64) *contract.Structure {
	t.Helper()
	entry, ok := library.ByID(id)
	if !ok {
		t.Fatal(id)
	}
	c := newComponent(entry.Name, entry.Mol())
	s := assemble([]copies{{component: c, count: 1}}, slices.Clone(c.atoms.Positions))
	for i := range s.Elements {
		geom.Put(s.Positions, i, geom.At(s.Positions, i).Add(at))
	}
	s.Cell = box
	return &s
}

func empty(box *[9]float64) *contract.Structure {
	return &contract.Structure{Elements: []uint8{}, Positions: []float64{}, Bonds: [][2]uint32{}, Cell: box}
}

// runOn runs a tool on a document. rest are further arguments.
func runOn(t testing.TB, tool string, document *contract.Structure, rest string) (*contract.Outcome, error) {
	t.Helper()
	return Registry().Lookup(tool).RunOn(t.Context(), json.RawMessage("{"+rest+"}"), document, nil)
}

func mustOn(t testing.TB, tool string, document *contract.Structure, rest string) *contract.Outcome {
	t.Helper()
	out, err := runOn(t, tool, document, rest)
	if err != nil {
		t.Fatalf("%s: %v", rest, err)
	}
	return out
}

const water = `"solvent":{"name":"Water","smiles":"O"},"seed":2`

// everything says whether every seed runs, not a sample.
func everything() bool { return os.Getenv("MOLSMITH_FULL") != "" }

// checkAround compares every added atom with those of the document and of the other
// molecules, images included, and returns the smallest distance.
func checkAround(t testing.TB, document, added *contract.Structure, tolerance float64) float64 {
	t.Helper()
	if *added.Cell != *document.Cell {
		t.Fatalf("cell: got %v, want %v", *added.Cell, *document.Cell)
	}
	c, err := cell.New(*added.Cell)
	if err != nil {
		t.Fatal(err)
	}
	least := math.Inf(1)
	for i := range added.Elements {
		p := geom.At(added.Positions, i)
		for j := range document.Elements {
			least = min(least, c.Distance(p, geom.At(document.Positions, j)))
		}
		for j := range i {
			if added.Molecules[i] != added.Molecules[j] {
				least = min(least, c.Distance(p, geom.At(added.Positions, j)))
			}
		}
	}
	if least < tolerance {
		t.Errorf("an added atom is %.4f Å from another, want at least %g", least, tolerance)
	}
	return least
}

// TestSolvateValues holds the values of the contract's reference server.
func TestSolvateValues(t *testing.T) {
	twelve := mustOn(t, "solvate", empty(cubic(12)), water)
	if n := len(twelve.Result.Structure.Elements); n != 3*57 {
		t.Errorf("water in an empty cube of 12 Å: got %d atoms, want 57 molecules", n)
	}
	for _, c := range []struct {
		name      string
		document  *contract.Structure
		low, high float64
	}{
		{"an empty cube of 10 Å", empty(cubic(10)), 1000, 1000},
		{"methane in a cube of 20 Å", documentOf(t, "methane", geom.Vec3{X: 10, Y: 10, Z: 10}, cubic(20)), 7900, 8000},
	} {
		r := mustOn(t, "solvate", c.document, water).Result
		free, _ := r.Provenance.Get("freeVolume")
		if v := free.(float64); v < c.low || v > c.high {
			t.Errorf("%s: %v Å³ free, want %g to %g", c.name, v, c.low, c.high)
		}
	}
}

func TestSolvate(t *testing.T) {
	document := documentOf(t, "methane", geom.Vec3{X: 10, Y: 10, Z: 10}, cubic(20))
	document.ResidueIDs = []int32{7, 7, 7, 41, 7}
	out := mustOn(t, "solvate", document, water)
	s := &out.Result.Structure
	n := len(s.Elements) / 3
	if math.Abs(float64(n)-0.0334276*7968) > 2 {
		t.Errorf("got %d waters", n)
	}
	checkAround(t, document, s, 2)
	checkRigid(t, s)
	if s.Molecules[0] != 0 || int(s.Molecules[3*n-1]) != n-1 {
		t.Errorf("molecules %d … %d, want 0 … %d", s.Molecules[0], s.Molecules[3*n-1], n-1)
	}
	if s.ResidueIDs[0] != 42 || int(s.ResidueIDs[3*n-1]) != 41+n || s.ResidueNames[0] != "WATE" {
		t.Errorf("residues %s %d … %d, want WATE 42 … %d", s.ResidueNames[0], s.ResidueIDs[0], s.ResidueIDs[3*n-1], 41+n)
	}
	if !slices.Equal(s.AtomNames[:3], []string{"O1", "H1", "H2"}) || len(s.Bonds) != 2*n || s.FormalCharges != nil {
		t.Errorf("names %q, %d bonds, charges %v", s.AtomNames[:3], len(s.Bonds), s.FormalCharges)
	}
	if out.Result.Name != "water-solvent" || len(out.Result.Warnings) != 0 {
		t.Errorf("name %q, warnings %q", out.Result.Name, out.Result.Warnings)
	}
	// The density is that of all atoms in the cell.
	want := (16.043 + float64(n)*18.015) / 0.602214076 / 8000
	if got, _ := out.Result.Provenance.Get("density"); math.Abs(got.(float64)/want-1) > 1e-6 {
		t.Errorf("density %v, want %.6f", got, want)
	}
	for _, part := range []string{fmt.Sprintf("added %d WATE (%d atoms)", n, 3*n), "0 pierced rings", "smallest distance between molecules 2.0"} {
		if !strings.Contains(out.Text, part) {
			t.Errorf("summary %q lacks %q", out.Text, part)
		}
	}
	if err := contract.ValidateStructure(s); err != nil {
		t.Error(err)
	}
}

// TestSolvateMoved moves the solute by random vectors, out of the cell too: the number
// of molecules does not change, and nothing clashes.
func TestSolvateMoved(t *testing.T) {
	moves := 6
	if everything() {
		moves = 50
	}
	for _, box := range []*[9]float64{cubic(20), parameters(t, 20, 22, 24, 72, 110, 95)} {
		counts := map[int]int{}
		for k := range moves {
			r := rng.New(uint64(k))
			document := documentOf(t, "toluene", r.Direction().Scale(60*r.Float64()), box)
			s := mustOn(t, "solvate", document, water).Result.Structure
			counts[len(s.Elements)]++
			checkAround(t, document, &s, 2)
		}
		if len(counts) != 1 {
			t.Errorf("atoms added and how often: %v, want one number", counts)
		}
	}
}
