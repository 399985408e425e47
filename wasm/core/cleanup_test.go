package core

import (
	"encoding/json"
	"testing"
)

// TestCleanUp: as the page does it: the structure of the document goes to a core without
// one, what comes back is a step.
func TestCleanUp(t *testing.T) {
	c, worker := New(Options{}), New(Options{})
	openFile(t, c, "ethanol.mol", ethanolHeavy)
	do(t, c, "edit.hydrogens", `{}`, nil, nil)
	structure := func() (string, Bufs) {
		var answer struct {
			Structure json.RawMessage `json:"structure"`
		}
		bufs := do(t, c, "edit.structure", `{}`, nil, &answer)
		return string(answer.Structure), bufs
	}
	head, bufs := structure()
	bufs["positions"].([]float64)[0] -= 0.5
	bufs["atoms"] = []uint32{2}
	var report cleanUpAnswer
	out := do(t, worker, "structure.cleanUp", `{"structure":`+head+`}`, bufs, &report)
	if report.Molecules != 1 || report.Converged != 1 || report.Before == nil || report.After == nil || !(*report.After < *report.Before) {
		t.Fatalf("got %+v", report)
	}
	if n := len(out["atoms"].([]uint32)); n != 9 || len(out["positions"].([]float64)) != 27 {
		t.Errorf("got %d atoms, want 9", n)
	}
	var change changeAnswer
	request := text(t, map[string]any{"label": "Clean up", "author": "person", "ops": []map[string]any{{"op": "replace_positions", "atoms": out["atoms"]}}})
	do(t, c, "edit.apply", request, Bufs{"positions": out["positions"]}, &change)
	if len(change.State.Steps) != 2 {
		t.Errorf("got %d steps, want 2", len(change.State.Steps))
	}

	head, bufs = structure()
	do(t, worker, "structure.cleanUp", `{"structure":`+head+`,"embed":true,"seed":5}`, bufs, &report)
	if report.Molecules != 1 || report.Failed != 0 {
		t.Errorf("new conformer: got %+v", report)
	}

	// Together, one atom alone moves in the field of the others.
	head, bufs = structure()
	bufs["atoms"] = []uint32{2}
	bufs["positions"].([]float64)[6] += 0.2
	out = do(t, worker, "structure.cleanUp", `{"structure":`+head+`,"together":true}`, bufs, &report)
	if report.Molecules != 1 || report.Held != 8 || report.After == nil || !(*report.After < *report.Before) || len(out["atoms"].([]uint32)) != 1 {
		t.Errorf("together: got %+v", report)
	}

	bare := New(Options{})
	openFile(t, bare, "ethanol.mol", ethanolHeavy)
	c = bare
	head, bufs = structure()
	out = do(t, worker, "structure.cleanUp", `{"structure":`+head+`}`, bufs, &report)
	if report.Molecules != 0 || report.Incomplete != 1 || len(out["atoms"].([]uint32)) != 0 {
		t.Errorf("without hydrogens: got %+v", report)
	}
	if f := fails(t, worker, "structure.cleanUp", `{"structure":{"atoms":1,"bonds":0,"cell":null}}`, Bufs{"elements": []uint8{0}, "positions": []float64{0, 0, 0}}); f.Code != "INVALID_REQUEST" {
		t.Errorf("element 0: got %q", f.Code)
	}
}
