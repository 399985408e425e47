package core

import (
	"slices"
	"testing"
)

func TestSelect(t *testing.T) {
	c := New(Options{})
	if f := fails(t, c, "edit.select", `{"query":"all"}`, nil); f.Code != "NO_DOCUMENT" {
		t.Errorf("nothing open: got %+v", f)
	}
	openFile(t, c, "water.json", cutWater)
	var a struct {
		ReadAs  string
		Notes   []string
		Problem *selectProblem
	}
	for _, q := range []struct {
		request string
		want    []uint32
		readAs  string
	}{
		{`{"query":"O | selected"}`, []uint32{0, 2, 3}, "element O or selected"},
		{`{"query":"within 1 of index 0"}`, []uint32{0, 1, 2}, "within 1 of index 0"},
		{`{"query":"none"}`, []uint32{}, "none"},
	} {
		out := do(t, c, "edit.select", q.request, Bufs{"atoms": []uint32{2}}, &a)
		if got, _ := out["atoms"].([]uint32); !slices.Equal(got, q.want) || a.ReadAs != q.readAs || a.Problem != nil {
			t.Errorf("%s: got %v, %+v", q.request, got, a)
		}
	}
	do(t, c, "edit.select", `{"query":"chain A"}`, nil, &a)
	if want := []string{"The structure has no chains."}; !slices.Equal(a.Notes, want) {
		t.Errorf("got %q, want %q", a.Notes, want)
	}
	// Places are in the units of JavaScript: the letter before has two.
	do(t, c, "edit.select", `{"query":"\"𝛽\" > 0 or elemnt C"}`, nil, &a)
	if want := (selectProblem{textProblem{12, 6, "“elemnt” is not a word of a selection"}, "element"}); a.Problem == nil || *a.Problem != want {
		t.Errorf("got %+v, want %+v", a.Problem, want)
	}
	if f := fails(t, c, "edit.select", `{"query":"all"}`, Bufs{"atoms": []float64{1}}); f.Code != "INVALID_REQUEST" {
		t.Errorf("got %+v", f)
	}
}
