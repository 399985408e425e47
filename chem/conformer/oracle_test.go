package conformer

import (
	"os"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
)

// full says that every row is wanted.
var full = os.Getenv("MOLSMITH_FULL") != ""

// tally counts what the geometries of a set of molecules are like.
type tally struct{ rows, failed, unconverged, hydrogenBonds, unusual int }

// judge makes a geometry as the tools do and looks at all that can be wrong with it; nil
// when there is none.
func (n *tally) judge(t *testing.T, text string, r *ranges, known *minima, force Force) *Builder {
	p, s := complete(t, text)
	n.rows++
	b, err := New(p, s, force)
	if err != nil {
		n.failed++
		t.Logf("%s: %v", text, err)
		return nil
	}
	c, err := b.Generate(background, 42, nil)
	if err != nil {
		n.failed++
		t.Logf("%s: %v", text, err)
		return nil
	}
	if !finite(c.X) {
		t.Errorf("%s: positions that are not finite", text)
		return nil
	}
	if err := sameMolecule(p, s, c.X); err != nil {
		t.Errorf("%s: %v", text, err)
	}
	if !c.Converged {
		n.unconverged++
		t.Logf("%s: not converged", text)
	}
	for _, part := range b.parts {
		x := part.of(c.X)
		if f := part.check(x); f != nil && (f.what != bentRing || b.Force() == UFF) { // the others are in the list below
			t.Errorf("%s: %s", text, f.text(p, part))
		}
		if part.checks != nil && part.checks.hydrogenBonded(x) {
			n.hydrogenBonds++
		}
	}
	if b.Force() != UFF {
		list := append(r.outliers(p, c.X), bentRings(p, c.X)...)
		n.unusual += min(1, len(list))
		known.hold(t, text, p, b.Force(), c.X, list)
	}
	return b
}

// bars holds a share of at most one in so many, and one row where there are few.
func (n *tally) bars(t *testing.T, what string, count, oneIn int) {
	t.Helper()
	if count > max(1, n.rows/oneIn) {
		t.Errorf("%s: got %d of %d, want at most one in %d", what, count, n.rows, oneIn)
	}
}

// TestConformers: the molecules of conformers.jsonl.gz, with the energies of RDKit's
// geometries in the same force field, one try each.
func TestConformers(t *testing.T) {
	r, known, n := readRanges(t), readMinima(t), tally{}
	var above []float64
	row := 0
	oracle.Each(t, "conformers.jsonl.gz", 300, func(ref reference) {
		if row++; !full && row%15 != 0 {
			return
		}
		force := Auto
		if ref.Min != nil {
			force = MMFF94
		}
		failed := n.failed
		b := n.judge(t, ref.Smi, r, known, force)
		if !ref.ETKDG.OK {
			n.failed = failed // RDKit has none either
			return
		}
		if b == nil || ref.Min == nil {
			return
		}
		c, err := b.make(background, 42, 0, 1, nil)
		if err != nil {
			t.Errorf("%s: %v", ref.Smi, err)
			return
		}
		above = append(above, c.Energy-ref.Min.E.Total)
	})
	slices.Sort(above)
	median := above[len(above)/2]
	t.Logf("%+v, median energy %+.3f kcal/mol", n, median)
	if median > 0.5 {
		t.Errorf("the median energy is %.2f kcal/mol above RDKit's, want 0.5 at most", median)
	}
	n.bars(t, "no geometry", n.failed, 200)
	n.bars(t, "not converged", n.unconverged, 100)
	// Of RDKit's minima of these molecules one in 8 has them (TestReference).
	n.bars(t, "close contacts of hydrogen bonds", n.hydrogenBonds, 5)
}

// TestMolecules: 1000 molecules of the reference set with at most 100 heavy atoms.
func TestMolecules(t *testing.T) {
	r, known, n := readRanges(t), readMinima(t), tally{}
	row := 0
	oracle.Molecules(t, func(m oracle.Molecule) {
		if m.Heavy > 100 {
			return
		}
		if row++; row%3 != 0 || row > 3000 || !full && row%45 != 0 {
			return
		}
		if p, _ := complete(t, m.Smi); !slices.ContainsFunc(p.Mol.Atoms, func(a mol.Atom) bool { return a.Element == 0 }) {
			n.judge(t, m.Smi, r, known, Auto)
		}
	})
	t.Logf("%+v", n)
	n.bars(t, "no geometry", n.failed, 200)
	n.bars(t, "not converged", n.unconverged, 100)
	n.bars(t, "close contacts of hydrogen bonds", n.hydrogenBonds, 5)
}
