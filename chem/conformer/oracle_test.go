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

// Margins beyond the ranges of geometry-stats.json, which are of 666 molecules: other
// conformers and molecules reach a little farther.
const (
	bondMargin  = 0.04 // Å
	angleMargin = 5.0  // degrees
)

// tally counts what the geometries of a set of molecules are like.
type tally struct{ rows, failed, outliers, bent, unconverged int }

// judge makes a geometry and looks at all that can be wrong with it; nil when there is
// none. It is one try, as the reference is. reference, unless nil, is a geometry of the
// same molecule: where its rings are bent, ours may be.
func (n *tally) judge(t *testing.T, text string, r *ranges, force Force, reference []float64) *Conformer {
	p, s := complete(t, text)
	n.rows++
	b, err := New(p, s, force)
	if err != nil {
		n.failed++
		t.Logf("%s: %v", text, err)
		return nil
	}
	c, err := b.make(background, 42, 0, 1, nil)
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
	for k, part := range b.parts {
		f := part.check(part.of(c.X))
		switch {
		case f == nil || reference != nil && k == 0 && part.check(reference) != nil:
		case f.what == bentRing && reference == nil:
			n.bent++
			t.Logf("%s: %s", text, f.text(p, part))
		default:
			t.Errorf("%s: %s", text, f.text(p, part))
		}
	}
	if b.Force() != UFF {
		if list := r.outliers(p, c.X, bondMargin, angleMargin); len(list) > 0 {
			n.outliers++
			t.Logf("%s: %v", text, list)
		}
	}
	return c
}

// bars holds a share of at most one in so many, and one row where there are few.
func (n *tally) bars(t *testing.T, what string, count, oneIn int) {
	t.Helper()
	if count > max(1, n.rows/oneIn) {
		t.Errorf("%s: got %d of %d, want at most one in %d", what, count, n.rows, oneIn)
	}
}

// TestConformers: the molecules of conformers.jsonl.gz, with the energies of RDKit's
// geometries in the same force field, one try each. A ring may be bent where RDKit's is.
func TestConformers(t *testing.T) {
	r, n := readRanges(t), tally{}
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
		c := n.judge(t, ref.Smi, r, force, ref.positions())
		if !ref.ETKDG.OK {
			n.failed = failed // RDKit has none either
		}
		if c != nil && ref.Min != nil {
			above = append(above, c.Energy-ref.Min.E.Total)
		}
	})
	slices.Sort(above)
	median := above[len(above)/2]
	t.Logf("%+v, median energy %+.3f kcal/mol", n, median)
	if median > 0.5 {
		t.Errorf("the median energy is %.2f kcal/mol above RDKit's, want 0.5 at most", median)
	}
	n.bars(t, "no geometry", n.failed, 200)
	n.bars(t, "not converged", n.unconverged, 100)
	n.bars(t, "bonds or angles out of range", n.outliers, 200)
}

// TestMolecules: 1000 molecules of the reference set with at most 100 heavy atoms.
func TestMolecules(t *testing.T) {
	r, n := readRanges(t), tally{}
	row := 0
	oracle.Molecules(t, func(m oracle.Molecule) {
		if m.Heavy > 100 {
			return
		}
		if row++; row%3 != 0 || row > 3000 || !full && row%45 != 0 {
			return
		}
		if p, _ := complete(t, m.Smi); !slices.ContainsFunc(p.Mol.Atoms, func(a mol.Atom) bool { return a.Element == 0 }) {
			n.judge(t, m.Smi, r, Auto, nil)
		}
	})
	t.Logf("%+v", n)
	n.bars(t, "no geometry", n.failed, 200)
	n.bars(t, "not converged", n.unconverged, 100)
	n.bars(t, "bonds or angles out of range", n.outliers, 60)
	// Overcrowded and helical fused rings, flavylium ions, a tropone that the model counts
	// as aromatic, an isomer of porphyrin. RDKit's MMFF94s minima of such are bent as much.
	n.bars(t, "bent aromatic rings", n.bent, 100)
}
