package core

import "testing"

// TestReduceWithoutMotion: atoms that only come to other images are not said to move.
func TestReduceWithoutMotion(t *testing.T) {
	c := New(Options{})
	openBuilt(t, c, `{"prototype":"wurtzite","elements":["Zn","O"],"a":3.25,"c":5.21}`)
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"supercell","matrix":[2,0,0,0,2,0,0,0,2]}]}`, nil, nil)
	for _, to := range []string{"standardized", "standardizedPrimitive", "conventional", "primitive"} {
		head, bufs := given(t, c)
		var b builtAnswer
		do(t, c, "crystal.reduce", `{"structure":`+head+`,"to":"`+to+`"}`, bufs, &b)
		if b.Structure.Atoms != 4 || len(b.Notes) != 0 {
			t.Errorf("%s: got %d atoms, notes %q; want 4 and none", to, b.Structure.Atoms, b.Notes)
		}
	}
}
