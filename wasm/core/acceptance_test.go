package core

import (
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/library"
)

// TestAcceptance are values that Megane's own tests ask for, where the document gives them.
func TestAcceptance(t *testing.T) {
	entry, ok := library.Named("caffeine")
	if !ok {
		t.Fatal("the library has no caffeine")
	}
	c := New(Options{})
	openFile(t, c, "caffeine.sdf", entry.Molblock())
	source := hashOf(t, c)
	var change changeAnswer
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"delete_atoms","atoms":[0]}]}`, nil, &change)
	if change.State.Atoms != 23 {
		t.Errorf("caffeine without atom 0: got %d atoms, want 23", change.State.Atoms)
	}
	// A carbonyl oxygen becomes nitrogen and gains a hydrogen.
	oxygen := -1
	for i := range 23 {
		var atom struct {
			Symbol    string
			Neighbors []int
		}
		do(t, c, "edit.atom", text(t, map[string]int{"atom": i}), nil, &atom)
		if atom.Symbol == "O" && len(atom.Neighbors) == 1 {
			oxygen = i
		}
	}
	do(t, c, "edit.element", text(t, map[string]any{"atoms": []int{oxygen}, "element": 7}), nil, &change)
	if change.State.Atoms != 24 {
		t.Errorf("O to N: got %d atoms, want 24", change.State.Atoms)
	}
	bonds := change.State.Bonds
	do(t, c, "edit.bond", `{"a":0,"b":5,"order":1}`, nil, &change)
	if s := change.State; len(s.Steps) != 3 || s.Bonds != bonds+1 && s.Bonds != bonds {
		t.Errorf("bond 0–5: got %d steps and %d bonds", len(s.Steps), s.Bonds)
	}
	do(t, c, "edit.jump", `{"steps":0}`, nil, &change)
	if hashOf(t, c) != source || len(change.State.Redo) != 3 {
		t.Error("before the first step: not the source")
	}
	var written struct{ FileName string }
	file := do(t, c, "file.write", `{"format":"xyz"}`, nil, &written)
	if !strings.HasSuffix(written.FileName, ".xyz") || !strings.HasPrefix(string(file["data"].([]uint8)), "24\n") {
		t.Errorf("saved: got %s beginning with %.10q", written.FileName, file["data"])
	}
}

// TestStretchedBondRelaxes: a distance that was set is undone exactly, and cleaning up
// brings it back to a bond.
func TestStretchedBondRelaxes(t *testing.T) {
	c := New(Options{})
	openMethane(t, c)
	measured := func() float64 {
		var m struct{ Value float64 }
		do(t, c, "edit.measure", `{"atoms":[0,1]}`, nil, &m)
		return m.Value
	}
	do(t, c, "edit.measure", `{"atoms":[0,1],"set":2.5}`, nil, nil)
	if got := measured(); math.Abs(got-2.5) > 1e-3 {
		t.Errorf("set: got %.4f Å, want 2.5", got)
	}
	var s struct{ Structure structureHead }
	arrays := do(t, c, "edit.structure", `{}`, nil, &s)
	moved := do(t, c, "structure.cleanUp", text(t, s), arrays, nil)
	atoms := moved["atoms"].([]uint32)
	request := map[string]any{"label": "Clean up", "author": "person", "ops": []any{map[string]any{"op": "replace_positions", "atoms": atoms}}}
	do(t, c, "edit.apply", text(t, request), Bufs{"positions": moved["positions"]}, nil)
	if got := measured(); got < 0.9 || got > 1.6 {
		t.Errorf("cleaned up: got %.4f Å, want 0.9 to 1.6", got)
	}
	var change changeAnswer
	do(t, c, "edit.undo", `{}`, nil, &change)
	if got := measured(); math.Abs(got-2.5) > 1e-9 || change.State.Atoms != 5 {
		t.Errorf("undone: got %.6f Å in %d atoms, want 2.5 in 5", got, change.State.Atoms)
	}
}
