package embed

import (
	"context"
	"strings"
	"testing"
)

// TestStiffAndLarge: stiff molecules of many atoms, in which every one of thousands of pairs has to
// be within its bounds.
func TestStiffAndLarge(t *testing.T) {
	for name, text := range map[string]string{
		"38 adamantanes":    "C" + strings.Repeat("C12CC3CC(C1)CC(C3)(C2)", 38) + "C",
		"45 phenylalanines": "CC(=O)N" + strings.Repeat("[C@@H](Cc1ccccc1)C(=O)N", 44) + "C",
	} {
		p, s := molecule(t, text)
		e, err := New(p, s)
		if err != nil {
			t.Fatal(err)
		}
		x, err := e.Embed(context.Background(), 3, Options{})
		if err != nil {
			x, err = e.Embed(context.Background(), 3, Options{RandomStart: true})
		}
		if err != nil {
			t.Errorf("%s (%d atoms): %v", name, e.t.n, err)
			continue
		}
		if problem := misplaced(e.t.p, e.t.s, x); problem != "" {
			t.Errorf("%s: %s", name, problem)
		}
	}
}
