package core

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/library"
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

// TestSelectCaffeine: the residue that the README and the documentation of selections name in
// their example is that of the caffeine which the page puts in water as an example.
func TestSelectCaffeine(t *testing.T) {
	c := New(Options{})
	entry, ok := library.ByID("caffeine")
	if !ok {
		t.Fatal("the library has no caffeine")
	}
	var placed struct{ Structure any }
	bufs := do(t, c, "molecule.place", text(t, map[string]string{"molblock": entry.Molblock(), "name": entry.Name}), nil, &placed)
	do(t, c, "edit.open", text(t, map[string]any{"name": "caffeine", "source": map[string]string{"kind": "new"}, "structure": placed.Structure}), bufs, nil)
	for _, file := range []string{"../../README.md", "../../docs/selection.md"} {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		example := regexp.MustCompile(`water and within 3\.5 of \((resname \w+)\)`).FindSubmatch(page)
		if example == nil {
			t.Errorf("%s has no example with a residue", file)
			continue
		}
		out := do(t, c, "edit.select", text(t, map[string]string{"query": string(example[1])}), nil, nil)
		if got, _ := out["atoms"].([]uint32); len(got) != 24 {
			t.Errorf("%s: %q selects %d atoms of caffeine, want 24", file, example[1], len(got))
		}
	}
}
