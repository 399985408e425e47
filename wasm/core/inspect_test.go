package core

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestInspect(t *testing.T) {
	c := New(Options{})
	openBox(t, c)
	var got inspectAnswer
	do(t, c, "edit.inspect", `{}`, Bufs{"atoms": []uint32{3, 4, 5}}, &got)
	if got.Formula != "H2O" || math.Abs(got.Mass-18.015) > 0.01 || got.Charge != 0 {
		t.Errorf("a water: got %s, %.3f g/mol, charge %d", got.Formula, got.Mass, got.Charge)
	}
	if got.ResidueName == nil || *got.ResidueName != "WATE" || got.ResidueID == nil || got.AtomName != nil || !slices.Equal(got.Mixed, []string{"atomName"}) {
		t.Errorf("labels of a water: got %+v", got)
	}
	var atom struct{ Position [3]float64 }
	do(t, c, "edit.atom", `{"atom":7}`, nil, &atom)
	got = inspectAnswer{}
	do(t, c, "edit.inspect", `{}`, Bufs{"atoms": []uint32{7}}, &got)
	if got.Center != atom.Position || got.AtomName == nil || len(got.Mixed) != 0 {
		t.Errorf("one atom at %v: got %+v", atom.Position, got)
	}
	got = inspectAnswer{}
	do(t, c, "edit.inspect", `{}`, Bufs{"atoms": []uint32{0, 3}}, &got)
	if !slices.Equal(got.Mixed, []string{"residueId"}) {
		t.Errorf("oxygens of two waters differ in %v, want residueId", got.Mixed)
	}
	do(t, c, "edit.inspect", `{}`, Bufs{"atoms": []uint32{}}, &got)
	if f := fails(t, c, "edit.inspect", `{}`, Bufs{"atoms": []uint32{300}}); !strings.Contains(f.Message, "atom 300 is not in the document, which has 300 atoms") {
		t.Errorf("an atom that is not there: got %q", f.Message)
	}
}
