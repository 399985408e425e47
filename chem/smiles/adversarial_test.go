package smiles

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/mol"
)

const (
	noForm   = "no Kekulé form"
	tooDense = "too large and dense"
)

// long are texts of any size whose reading must take linear time.
var long = []struct {
	name string
	text func(size int) string
}{
	{"chain", func(n int) string { return fill(n, "", "C", "") }},
	{"comb", func(n int) string { return fill(n, "", "C(C)", "") }},
	{"deep branches", func(n int) string { return nested(n, "C(", "C", ")") }},
	{"deep comb", func(n int) string { return nested(n, "C(F)(", "C", ")") }},
	{"small rings in a chain", func(n int) string { return fill(n, "", "C1CC1", "") }},
	{"small rings at a chain", func(n int) string { return fill(n, "C", "C(C1CC1)", "") }},
	{"numbers of two digits", func(n int) string { return fill(n, "C", "C%12CCCC%12", "") }},
	{"numbers of five digits", func(n int) string { return fill(n, "C", "C%(12345)CC%(12345)", "") }},
	{"spiro rings", func(n int) string { return fill(n, "C", "C2(CC2)", "") }},
	{"peptide", func(n int) string {
		return fill(n, "N", "CC(=O)N[C@@H](C)C(=O)N[C@@H](Cc1ccccc1)C(=O)N2CCC[C@H]2C(=O)N", "C")
	}},
	{"fragments", func(n int) string { return fill(n, "C", ".C", "") }},
	{"hydrogen atoms", func(n int) string { return fill(n, "", "C([H])([H])", "") }},
	{"one ring", func(n int) string { return fill(n, "C1", "C", "C1") }},
	{"acene", func(n int) string { return lattice(2, (n/9)|1, true).text("c") }},
	{"ladder", func(n int) string { return lattice(2, n/16, false).text("C") }},
}

func TestAnySize(t *testing.T) {
	for _, kind := range long {
		text := kind.text(MaxBytes)
		if len(text) < MaxBytes/2 || len(text) > MaxBytes {
			t.Errorf("%s: the text has %d bytes", kind.name, len(text))
		}
		readHostile(t, kind.name, text, "")
	}
}

// TestHostileTexts reads what is made to be hard. Work is counted and limited, not
// timed, so the test looks at the verdict, the number of rings and the memory.
func TestHostileTexts(t *testing.T) {
	cation := func(d *drawn) string { return d.text("[C+]") } // gives no electrons to any ring
	for _, c := range []struct{ name, text, want string }{
		{"star", "*" + strings.Repeat("(C)", 33_000), ""},
		{"ligands", "[Fe]" + strings.Repeat("(N)", 33_000), ""},
		{"annulene", "c1" + strings.Repeat("c", MaxBytes-4) + "c1", ""},
		{"odd annulene", "c1" + strings.Repeat("c", MaxBytes-5) + "c1", noForm},
		{"sheet of hexagons", largest("c", func(n int) *drawn { return lattice(n, n, true).bare() }), ""},
		{"odd sheet of hexagons", lattice(101, 101, true).bare().text("c"), noForm},
		{"sheet of wildcards", largest("*", func(n int) *drawn { return lattice(n, n, true) }), ""},
		{"sheet of squares", largest("C", func(n int) *drawn { return lattice(n, n, false) }), ""},
		{"squares and octagons", largest("c", func(n int) *drawn { return squaresAndOctagons(n/2, n/2) }), ""},
		{"squares and octagons, tested to the end", squaresAndOctagons(12, 12).text("c"), ""},
		{"pentagons and heptagons", largest("c", pentagonsAndHeptagons), ""},
		{"without one end", func() string {
			d := pentagonsAndHeptagons(2000)
			d.bonds = d.bonds[:len(d.bonds)-1]
			return d.bare().text("c")
		}(), noForm},
		{"tube", largest("c", func(n int) *drawn { return tube(n, n).bare() }), ""},
		{"belt of squares", largest("C", func(n int) *drawn { return belt(n, 1) }), ""},
		{"belt of hexagons", largest("c", func(n int) *drawn { return belt(n, 2) }), ""},
		{"belt with a twist", largest("C", crossed), ""},
		{"necklace", largest("C", func(n int) *drawn { return necklace(n, 0) }), ""},
		{"many equal large rings", necklace(13, 90_000).text("C"), ""},
		{"wheel", largest("*", func(n int) *drawn {
			d := hubs(1, n)
			for i := range n {
				d.bond(1+i, 1+(i+1)%n)
			}
			return d
		}), ""},
		{"cube", largest("*", cube), ""},
		{"two hubs", largest("*", func(n int) *drawn { return hubs(2, n) }), tooDense},
		{"three hubs", largest("*", func(n int) *drawn { return hubs(3, n) }), tooDense},
		{"many long paths", largest("*", paths), tooDense},
		{"complete", largest("*", complete), ""},
		{"random, three bonds", regular(600, 3, 1).text("c"), ""},
		{"random, three bonds, large", regular(9000, 3, 1).text("C"), tooDense},
		{"random, four bonds", regular(6000, 4, 1).text("C"), ""},
		{"random, many bonds", regular(100, 36, 1).text("*"), ""},
		{"random, many bonds, large", regular(400, 36, 1).text("*"), tooDense},
		{"sets of six rings", cation(lattice(24, 26, true).bare()), ""},
		{"many systems of such", fill(60_000, "C", "."+cation(lattice(24, 26, true).bare()), ""), ""},
		{"too many of such", fill(MaxBytes, "C", "."+cation(lattice(24, 26, true).bare()), ""), tooDense},
		{"sets of six rings, dense", cation(regular(60, 3, 1)), ""},
		{"sets of six rings, too dense", cation(regular(400, 3, 1)), tooDense},
	} {
		readHostile(t, c.name, c.text, c.want)
	}
}

// readHostile wants the text to be a molecule, or to be refused with a message that
// holds refusal.
func readHostile(t *testing.T, name, text, refusal string) {
	t.Helper()
	if len(text) == 0 || len(text) > MaxBytes {
		t.Errorf("%s: the text has %d bytes; the limit is %d", name, len(text), MaxBytes)
		return
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p, err := Perceive(text)
	runtime.ReadMemStats(&after)
	if MB := (after.TotalAlloc - before.TotalAlloc) / 1_000_000; MB > 400 {
		t.Errorf("%s: got %d MB allocated in all, want at most 400", name, MB)
	}
	if fault := (*ParseError)(nil); err != nil {
		if refusal == "" || !errors.As(err, &fault) || !strings.Contains(fault.Msg, refusal) {
			t.Errorf("%s: got %v, want %q", name, err, refusal)
		}
		return
	}
	if refusal != "" {
		t.Errorf("%s: got a molecule, want %q", name, refusal)
	}
	_, parts := p.Mol.Components()
	edges := 0
	for k := range p.Mol.Bonds {
		if p.Mol.Bonds[k].Order != mol.Dative {
			edges++
		}
	}
	if want := edges - len(p.Mol.Atoms) + parts; edges == len(p.Mol.Bonds) && len(p.Rings.Basis) != want {
		t.Errorf("%s: got %d rings, want %d", name, len(p.Rings.Basis), want)
	}
}
