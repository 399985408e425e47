package core

import (
	"slices"
	"testing"
)

// TestWatchedAtoms goes through steps that take, add and move rows, back and forth: the atoms
// that the page watches are found again, and those that went are when they are back.
func TestWatchedAtoms(t *testing.T) {
	c := New(Options{})
	openMethane(t, c)
	start := []uint32{0, 3, 4}
	var change changeAnswer
	see := func(cmd, request string, watch []uint32, want ...uint32) {
		t.Helper()
		bufs := Bufs{}
		if watch != nil {
			bufs["watch"] = watch
		}
		out := do(t, c, cmd, request, bufs, &change)
		if got := out["watched"].([]uint32); !slices.Equal(got, want) {
			t.Errorf("%s %s: got %v, want %v", cmd, request, got, want)
		}
	}
	// One hydrogen goes and a measured one moves and is another element, all in one step.
	see("edit.apply", `{"label":"","author":"person","ops":[{"op":"delete_atoms","atoms":[1]},{"op":"move_atoms","atoms":[4],"by":[0,1,0]},{"op":"set_element","atoms":[4],"elements":[6]}]}`, start, 0, 2, 3)
	see("edit.undo", `{}`, nil, start...)
	see("edit.redo", `{}`, nil, 0, 2, 3)
	see("edit.undo", `{}`, nil, start...)
	see("edit.remove", `{"atoms":[3],"bonds":[],"fill":false}`, nil, 0, lost, 3)
	// Another list keeps what is lost for the moment.
	see("edit.element", `{"atoms":[0],"element":7}`, []uint32{stays | 1, 0, 99}, lost, 0, lost)
	see("edit.undo", `{}`, nil, lost, 0, lost)
	see("edit.undo", `{}`, nil, 3, 0, lost)
	see("edit.apply", `{"label":"","author":"person","ops":[{"op":"set_cell","cell":[9,0,0,0,9,0,0,0,9]},{"op":"supercell","matrix":[1,0,0,0,1,0,0,0,1]}]}`, nil, lost, lost, lost)
	see("edit.undo", `{}`, nil, 3, 0, lost)
}
