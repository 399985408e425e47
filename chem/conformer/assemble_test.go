package conformer

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"testing"
)

// branch is the SMILES of a phenylene dendron of some generations.
func branch(generations int) string {
	at := fmt.Sprintf("%%%02d", 20+generations)
	if generations == 0 {
		return "c" + at + "ccccc" + at
	}
	next := branch(generations - 1)
	return "c" + at + "cc(-" + next + ")cc(-" + next + ")c" + at
}

// large are stiff or crowded molecules of several hundred atoms.
func large() map[string]string {
	arm := branch(4)
	return map[string]string{
		"60 phenylenes":       "c1ccc(cc1)" + strings.Repeat("-c1ccc(cc1)", 58) + "-c1ccccc1",
		"a dendrimer":         "c%10c(-" + arm + ")cc(-" + arm + ")cc%10-" + arm,
		"70 cubanes":          strings.Repeat("C12C3C4C1C5C2C3C45", 70),
		"52 styrenes":         "C" + strings.Repeat("CC(c1ccccc1)", 52) + "C",
		"50 vinylenes":        "c1ccccc1" + strings.Repeat("/C=C/c1ccc(cc1)", 50) + "C",
		"38 adamantanes":      "C" + strings.Repeat("C12CC3CC(C1)CC(C3)(C2)", 38) + "C",
		"20 chiral monomers":  "C" + strings.Repeat("C[C@H](c1ccccc1)", 20) + "C",
		"20 other enantiomer": "C" + strings.Repeat("C[C@@H](c1ccccc1)", 20) + "C",
	}
}

// TestAssemble: large molecules are put together without overlaps and with the
// configuration that was asked for.
func TestAssemble(t *testing.T) {
	for name, text := range large() {
		p, s := complete(t, text)
		b, err := New(p, s, Auto)
		if err != nil {
			t.Fatal(err)
		}
		part := b.parts[0]
		x, err := b.assemble(background, part, 42)
		if err != nil || x == nil {
			t.Errorf("%s: no geometry, %v", name, err)
			continue
		}
		again, err := b.assemble(background, part, 42)
		if err != nil || fmt.Sprint(x) != fmt.Sprint(again) {
			t.Errorf("%s: another geometry of the same seed, %v", name, err)
		}
		if f := checkBonds(p.Mol, x); f != nil {
			t.Errorf("%s: %s", name, f.text(p, part))
		}
		if f := checkStereo(p.Mol, s, x); f != nil {
			t.Errorf("%s: %s", name, f.text(p, part))
		}
		a := newAssembly(part, nil, make([]int, len(p.Mol.Atoms)))
		a.x = x
		if pairs := a.tight(overlapping); len(pairs) > 0 {
			t.Errorf("%s: %s overlap", name, p.Mol.Label(pairs[0][:]...))
		}
		if full {
			c, err := b.Generate(background, 42, nil)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if err := sameMolecule(p, s, c.X); err != nil || len(c.Faults) > 0 {
				t.Errorf("%s: %q, %v", name, c.Faults, err)
			}
		}
	}
}

// TestAssembleNot: what is too small or has no pieces is left to the embedding, and a
// context ends the work.
func TestAssembleNot(t *testing.T) {
	for _, text := range []string{"CCCCCCCC", "C1" + strings.Repeat("C", 110) + "C1"} {
		p, s := complete(t, text)
		b, err := New(p, s, Auto)
		if err != nil {
			t.Fatal(err)
		}
		if x, err := b.assemble(background, b.parts[0], 1); x != nil || err != nil {
			t.Errorf("%s: got %d coordinates, %v", text, len(x), err)
		}
	}
	p, s := complete(t, large()["52 styrenes"])
	b, err := New(p, s, Auto)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if x, err := b.assemble(ctx, b.parts[0], 1); x != nil || err == nil {
		t.Errorf("canceled: got %d coordinates, %v", len(x), err)
	}
}

// TestSameBytesAssembled: one molecule to the last bit, on every platform.
func TestSameBytesAssembled(t *testing.T) {
	p, s := complete(t, large()["20 chiral monomers"])
	b, err := New(p, s, Auto)
	if err != nil {
		t.Fatal(err)
	}
	x, err := b.assemble(background, b.parts[0], 7)
	if err != nil {
		t.Fatal(err)
	}
	sum := fnv.New64a()
	for _, v := range x {
		fmt.Fprintf(sum, "%x ", math.Float64bits(v))
	}
	if got, want := sum.Sum64(), uint64(0xb0ffbb1afe51c1e0); got != want {
		t.Errorf("got %#x, want %#x", got, want)
	}
}
