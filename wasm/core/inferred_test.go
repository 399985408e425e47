package core

import (
	"slices"
	"testing"
)

// TestCopiedInferred copies a methane whose bonds were found by distance, but for one that
// somebody stated, into its own document, another one and none: what was a guess stays one.
func TestCopiedInferred(t *testing.T) {
	c := New(Options{})
	openMethane(t, c)
	var change changeAnswer
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"set_order","bonds":[0,2],"orders":[2]}]}`, nil, &change)
	var copied struct{ Structure structureHead }
	arrays := func() Bufs {
		bufs := do(t, c, "edit.copy", `{"atoms":[3,0,2]}`, nil, &copied)
		own := Bufs{}
		for name, buf := range bufs {
			switch buf := buf.(type) {
			case []uint8:
				own[name] = slices.Clone(buf)
			case []uint32:
				own[name] = slices.Clone(buf)
			case []float64:
				own[name] = slices.Clone(buf)
			}
		}
		own["inferred"] = []uint8{0, 1}
		return own
	}
	marks := func(where string, want ...uint8) {
		t.Helper()
		var answer struct{ Bonds int }
		got, _ := do(t, c, "edit.inferred", `{}`, nil, &answer)["inferred"].([]uint8)
		if !slices.Equal(got, want) || len(want) > 0 && answer.Bonds == 0 {
			t.Errorf("%s: got %v, want %v", where, got, want)
		}
	}
	first := arrays()
	if got := first["bonds"].([]uint32); !slices.Equal(got, []uint32{0, 1, 0, 2}) {
		t.Fatalf("copy: got bonds %v, want those of the document in their order", got)
	}
	const head = `{"atoms":3,"bonds":2,"cell":null}`
	paste := `{"label":"Paste 3 atoms","author":"person","ops":[{"op":"add_fragment","name":"copy"}],"fragment":` + head + `}`
	do(t, c, "edit.apply", paste, arrays(), &change)
	if change.State.Bonds != 6 || len(change.State.Steps) != 3 || *change.Added != [2]int{5, 8} {
		t.Errorf("paste: got %d bonds in %d steps, added %v", change.State.Bonds, len(change.State.Steps), change.Added)
	}
	marks("paste", 1, 0, 1, 1, 0, 1)
	before := hashOf(t, c)
	do(t, c, "edit.undo", `{}`, nil, &change)
	marks("undo", 1, 0, 1, 1)
	do(t, c, "edit.redo", `{}`, nil, &change)
	marks("redo", 1, 0, 1, 1, 0, 1)
	if got := hashOf(t, c); got != before {
		t.Error("redo: another document")
	}
	saved := do(t, c, "project.save", `{}`, nil, nil)["text"].([]byte)
	do(t, c, "project.open", `{}`, Bufs{"data": slices.Clone(saved)}, &change)
	marks("project", 1, 0, 1, 1, 0, 1)

	do(t, c, "edit.open", `{"name":"pasted","source":{"kind":"new","label":"Paste 3 atoms"},"structure":`+head+`}`, first, &change)
	if change.State.Bonds != 2 || len(change.State.Steps) != 1 {
		t.Errorf("a new document: got %d bonds, %d steps", change.State.Bonds, len(change.State.Steps))
	}
	marks("a new document", 0, 1)
}
