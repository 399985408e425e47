package minimize_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/forcefield/mmff"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/minimize"
	"github.com/molsmith/molsmith/chem/smiles"
)

// conformer is a geometry of RDKit's ETKDGv3 and the MMFF94 minimum RDKit found from
// there.
type conformer struct {
	Mol, Smi string
	Xyz      json.RawMessage
	Min      *struct{ E struct{ Total float64 } }
}

// numbers reads a row or the rows of a table.
func numbers(t *testing.T, text json.RawMessage) []float64 {
	t.Helper()
	var flat []float64
	if json.Unmarshal(text, &flat) == nil {
		return flat
	}
	var points [][]float64
	if err := json.Unmarshal(text, &points); err != nil {
		t.Fatal(err)
	}
	return slices.Concat(points...)
}

// TestMinima: from the same geometries as RDKit's minimizer, ours ends as low or lower
// in the median, always converges, and needs few evaluations: RDKit's BFGS takes 190
// iterations in the median, each with one energy or more and a gradient.
func TestMinima(t *testing.T) {
	step := 6
	if os.Getenv("MOLSMITH_FULL") == "1" {
		step = 1
	}
	var above, evaluations []float64
	workspace := &minimize.Workspace{}
	seen := 0
	oracle.Each(t, "conformers.jsonl.gz", 300, func(row conformer) {
		if seen++; row.Min == nil || len(row.Xyz) == 0 || seen%step != 0 {
			return
		}
		p, err := smiles.Perceive(row.Smi)
		if err != nil {
			t.Fatal(err)
		}
		p, _ = hydrogen.Add(p, nil)
		field, err := mmff.New(p, mmff.Options{})
		if err != nil {
			t.Errorf("%s: %v", row.Smi, err)
			return
		}
		x := numbers(t, row.Xyz)
		got, err := minimize.Run(t.Context(), field, x, minimize.Options{
			MaxIterations: 2000, MaxStep: 0.3, Preconditioner: forcefield.NewStiffness(p, nil), Workspace: workspace,
		})
		if err != nil || !got.Converged {
			t.Errorf("%s: got %+v, error %v", row.Smi, got, err)
		}
		above = append(above, got.Energy-row.Min.E.Total)
		evaluations = append(evaluations, float64(got.Evaluations))
	})
	if len(above) < 40 {
		t.Fatalf("only %d molecules", len(above))
	}
	slices.Sort(above)
	slices.Sort(evaluations)
	median, most := above[len(above)/2], evaluations[len(evaluations)/2]
	t.Logf("%d molecules: median energy above RDKit's %.5f kcal/mol, median of the evaluations %g", len(above), median, most)
	if median > 0 {
		t.Errorf("in the median %g kcal/mol above RDKit's minima", median)
	}
	if most > 75 {
		t.Errorf("%g evaluations in the median", most)
	}
}
