package tools

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	contractjson "github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/structure"
)

// waterBox returns a box that liquid_box made, and its cell.
func waterBox(t *testing.T, count string) (*structure.Structure, [9]float64) {
	t.Helper()
	out, err := Registry().Lookup("liquid_box").Run(context.Background(), json.RawMessage(
		`{"components":[{"molecule":{"name":"water","smiles":"O"},"count":`+count+`}],"density":1,"seed":42}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	s := contractjson.FromContract(&out.Result.Structure)
	return s, *s.Cell
}

func blockOf(t *testing.T, s *structure.Structure) string {
	t.Helper()
	block, err := molfile.Write(&molfile.Record{Mol: s.Mol(), Dimension: "3D"})
	if err != nil {
		t.Fatal(err)
	}
	return string(block)
}

// TestOptimizeInCell: in a cell the molecules feel their images, and those that its faces
// cut come back whole.
func TestOptimizeInCell(t *testing.T) {
	box, v := waterBox(t, "30")
	open := answered[optimizeAnswer](t, "optimize_3d", object{"molblock": blockOf(t, box), "max_gradient": 0.2})
	inCell := answered[optimizeAnswer](t, "optimize_3d", object{"molblock": blockOf(t, box), "cell": v, "max_gradient": 0.2})
	if !open.Converged || !inCell.Converged || open.MaxGradient > 0.2 || inCell.MaxGradient > 0.2 {
		t.Errorf("got converged %t with %v, and %t with %v in the cell", open.Converged, open.MaxGradient, inCell.Converged, inCell.MaxGradient)
	}
	// On all sides there are neighbors.
	if !(inCell.After < open.After-30) || inCell.After/30 < -16 || !(inCell.After < inCell.Before) {
		t.Errorf("got energy %.1f → %.1f in the cell, %.1f without; want about −13 a molecule", inCell.Before, inCell.After, open.After)
	}
	// Wrapped atom by atom it is the same box.
	wrapped := box.Clone()
	for i := range wrapped.Positions {
		edge := v[4*(i%3)]
		wrapped.Positions[i] -= edge * math.Floor(wrapped.Positions[i]/edge)
	}
	again := answered[optimizeAnswer](t, "optimize_3d", object{"molblock": blockOf(t, wrapped), "cell": v, "max_gradient": 0.2})
	if math.Abs(again.Before-inCell.Before) > 0.01 {
		t.Errorf("wrapped: energy %.3f before, want %.3f", again.Before, inCell.Before)
	}
	record, err := molfile.Read([]byte(again.Molblock))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range record.Mol.Bonds {
		if r := record.Mol.Atoms[b.A].Pos.Sub(record.Mol.Atoms[b.B].Pos).Norm(); r > 1.1 {
			t.Errorf("bond %d–%d is %.2f Å long", b.A, b.B, r)
		}
	}
}

// TestOptimizeUnconverged says how far it came, and what would help.
func TestOptimizeUnconverged(t *testing.T) {
	box, v := waterBox(t, "30")
	a := answered[optimizeAnswer](t, "optimize_3d", object{"molblock": blockOf(t, box), "cell": v, "max_iterations": 5})
	if text := strings.Join(a.Warnings, " "); a.Converged || !strings.Contains(text, "largest component of the gradient is") || !strings.Contains(text, "max_gradient 0.2") {
		t.Errorf("many molecules: got converged %t, %q", a.Converged, text)
	}
	block, _ := distorted(t, "CCCO")
	a = answered[optimizeAnswer](t, "optimize_3d", object{"molblock": block, "max_iterations": 5})
	if text := strings.Join(a.Warnings, " "); a.Converged || !strings.Contains(text, "raise max_iterations") {
		t.Errorf("one molecule: got converged %t, %q", a.Converged, text)
	}
}

// TestOptimizeCellRefusals: no cell, and a chain without end.
func TestOptimizeCellRefusals(t *testing.T) {
	chain := &structure.Structure{
		Elements:  []uint8{6, 6, 6, 6},
		Positions: []float64{0, 0, 0, 1.27, 0.85, 0, 2.55, 0, 0, 3.82, 0.85, 0},
		Bonds:     [][2]uint32{{0, 1}, {1, 2}, {2, 3}, {3, 0}},
	}
	block := blockOf(t, chain)
	for want, cell := range map[string][9]float64{
		"to its own image":   {5.1, 0, 0, 0, 15, 0, 0, 0, 15},
		"Cell has no volume": {5, 0, 0, 5, 0, 0, 0, 0, 5},
	} {
		raw, err := json.Marshal(object{"molblock": block, "cell": cell})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Registry().Lookup("optimize_3d").Run(context.Background(), raw, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("cell %v: got %v, want …%s…", cell, err, want)
		}
	}
}
