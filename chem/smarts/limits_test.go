package smarts

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// wheel is a hub of n carbons' worth of spokes: a metal bonded to n atoms.
func wheel(t testing.TB, n int) *Target {
	t.Helper()
	m := &mol.Mol{Atoms: []mol.Atom{{Element: 26, NoImplicit: true}}}
	for i := range n {
		m.Atoms = append(m.Atoms, mol.Atom{Element: 6, NoImplicit: true, Hydrogens: 3})
		m.Bonds = append(m.Bonds, mol.Bond{A: 0, B: i + 1, Order: mol.Single})
	}
	p, err := perceive.Sanitize(m)
	if err != nil {
		t.Fatal(err)
	}
	return NewTarget(p, stereo.Find(p))
}

const buckminsterfullerene = "c12c3c4c5c1c1c6c7c2c2c8c3c3c9c4c4c%10c5c5c1c1c6c6c%11c7c2c2c7c8c3c3c8c9c4c4c9c%10c5c5c1c1c6c6c%11c2c2c7c3c3c8c4c4c9c5c1c1c6c2c3c41"

// hostile are searches with a great many maps or steps. Each must end by itself or by
// the step limit; the benchmark shows how long that takes.
var hostile = []struct {
	name, smarts, smiles string
	wheel                int
}{
	{name: "chain in a cage", smarts: strings.Repeat("*~", 29) + "*", smiles: buckminsterfullerene},
	{name: "chain that a cage lacks", smarts: strings.Repeat("[R]~", 59) + "[R]~[!R]", smiles: buckminsterfullerene + ".C"},
	{name: "ring that a cage lacks", smarts: "c1" + strings.Repeat("c", 33) + "1", smiles: buckminsterfullerene},
	{name: "nested sub-patterns", smarts: strings.Repeat("[$(", 19_000) + "C" + strings.Repeat(")]", 19_000), smiles: "CCO"},
	{name: "nested sub-patterns with neighbors", smarts: strings.Repeat("[$(*~", 14_000) + "C" + strings.Repeat(")]", 14_000), smiles: "CCO"},
	{name: "nested sub-patterns in a long chain", smarts: strings.Repeat("[$(*~", 14_000) + "C" + strings.Repeat(")]", 14_000), smiles: strings.Repeat("C", 10_000)},
	{name: "many sub-patterns", smarts: "[" + strings.Repeat("$(*O),$(*N),", 8_000) + "F]", smiles: strings.Repeat("C", 10_000)},
	{name: "different sub-patterns", smarts: "[" + alternatives(6_000) + "F]", smiles: strings.Repeat("C", 10_000)},
	{name: "long pattern in a long chain", smarts: strings.Repeat("C", 9_990), smiles: strings.Repeat("C", 10_000)},
	{name: "long pattern", smarts: strings.Repeat("C", 100_000), smiles: strings.Repeat("C", 10_000)},
	{name: "long expression", smarts: "[" + strings.Repeat("#22,", 24_990) + "#22]", smiles: strings.Repeat("C", 10_000)},
	{name: "long conjunction", smarts: "[" + strings.Repeat("!#22;!#23,!#24;", 6_600) + "!#22]", smiles: strings.Repeat("C", 10_000)},
	{name: "many components", smarts: strings.TrimSuffix(strings.Repeat("C.", 5_000), "."), smiles: strings.TrimSuffix(strings.Repeat("C.", 10_000), ".")},
	{name: "many groups", smarts: strings.TrimSuffix(strings.Repeat("(C).", 5_000), "."), smiles: strings.TrimSuffix(strings.Repeat("C.", 10_000), ".")},
	{name: "groups in sub-patterns", smarts: "[$(" + strings.TrimSuffix(strings.Repeat("(C).", 5_000), ".") + ")]", smiles: strings.TrimSuffix(strings.Repeat("C.", 10_000), ".")},
	{name: "leaves of a hub", smarts: "*" + strings.Repeat("(*)", 30), wheel: 60},
	{name: "leaves that differ", smarts: "*" + strings.Repeat("(C)([#6])([H3])", 12) + "[!H3]", wheel: 60},
	{name: "symmetric sub-patterns", smarts: numbered("[$([%d*]" + strings.Repeat("(C)", 55) + ")]"), smiles: strings.Repeat("C", 10_000)},
	{name: "sub-patterns of many pieces", smarts: numbered("[$([%d*]" + strings.Repeat(".C", 60) + ")]"), smiles: strings.Repeat("C", 10_000)},
	{name: "hub", smarts: "*~*~*", wheel: 9_999},
	{name: "chiral leaves", smarts: "[C@](C)(C)(C)" + strings.Repeat("C", 40), smiles: "N[C@](F)(C)" + strings.Repeat("C(C)(C)", 300) + "C"},
	{name: "chiral atoms", smarts: "[C@]" + rings(4_000), smiles: "CC"},
	{name: "rings of one atom", smarts: "C" + rings(5_000), smiles: strings.Repeat("C", 10_000)},
	{name: "double bonds at one atom", smarts: "C" + strings.Repeat("(=C/C)", 16_000), smiles: "CC"},
}

// numbered repeats an atom with the numbers from 1 on in it as far as a SMARTS may go.
func numbered(atom string) string {
	var b strings.Builder
	for i := 1; b.Len()+len(atom)+5 < MaxBytes; i++ {
		fmt.Fprintf(&b, atom, i)
	}
	return b.String()
}

// alternatives are n different sub-patterns joined by commas.
func alternatives(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("$(*")
		for ; i > 0; i /= 5 {
			b.WriteByte("ONSPC"[i%5])
		}
		b.WriteString("),")
	}
	return b.String()
}

// rings opens n ring closures at one atom and closes them at n others.
func rings(n int) string {
	var open, closed strings.Builder
	for i := range n {
		number := "%(" + string([]byte{byte('0' + i/10000%10), byte('0' + i/1000%10), byte('0' + i/100%10), byte('0' + i/10%10), byte('0' + i%10)}) + ")"
		open.WriteString(number)
		closed.WriteString(".C" + number)
	}
	return open.String() + closed.String()
}

func TestHostile(t *testing.T) {
	for _, c := range hostile {
		t.Run(c.name, func(t *testing.T) { runHostile(t, c.smarts, c.smiles, c.wheel) })
	}
}

func BenchmarkHostile(b *testing.B) {
	for _, c := range hostile {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				runHostile(b, c.smarts, c.smiles, c.wheel)
			}
		})
	}
}

func runHostile(t testing.TB, text, smi string, spokes int) {
	if len(text) > MaxBytes {
		text = text[:MaxBytes]
	}
	var molecule *Target
	if spokes > 0 {
		molecule = wheel(t, spokes)
	} else {
		molecule = target(t, smi)
	}
	q, err := Parse(text)
	if err != nil {
		if _, ok := errors.AsType[*ParseError](err); !ok {
			t.Errorf("got error %v, want a *ParseError", err)
		}
		return
	}
	steps := func(what string, err error) {
		if err != nil && !errors.Is(err, ErrSteps) {
			t.Errorf("%s: got error %v, want none or ErrSteps", what, err)
		}
	}
	_, err = q.Match(molecule, Options{Chirality: true})
	steps("Match", err)
	_, err = q.Match(molecule, Options{All: true, Max: 10_000})
	steps("Match, all", err)
	_, err = q.Has(molecule)
	steps("Has", err)
	_, err = q.Count(molecule)
	steps("Count", err)
	steps("First", q.First(molecule, make([]bool, len(molecule.words))))
	if molecule.m.steps > DefaultSteps {
		t.Errorf("got %d steps left", molecule.m.steps)
	}
}
