package mol

import "testing"

func TestLabel(t *testing.T) {
	m := &Mol{Atoms: []Atom{{Element: 6}, {}, {Element: 17}}}
	for _, c := range []struct {
		atoms []int
		want  string
	}{
		{[]int{0}, "atom 0 (C)"},
		{[]int{1, 0}, "atoms 1 (*) and 0 (C)"},
		{[]int{0, 1, 2}, "atoms 0 (C), 1 (*) and 2 (Cl)"},
	} {
		if got := m.Label(c.atoms...); got != c.want {
			t.Errorf("Label(%v): got %q, want %q", c.atoms, got, c.want)
		}
	}
}
