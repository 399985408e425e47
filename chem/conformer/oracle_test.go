package conformer

import (
	"math"
	"os"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
)

// full says that every row is wanted.
var full = os.Getenv("MOLSMITH_FULL") != ""

// tally counts what the geometries of a set of molecules are like.
type tally struct {
	rows, failed, otherMolecule, outliers, strained int
	unconverged                                     int
}

// judge makes a geometry and counts its faults; nil when there is none.
func (n *tally) judge(t *testing.T, text string, r *ranges, force Force) *Conformer {
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
		n.otherMolecule++
		t.Errorf("%s: %v", text, err)
	}
	if !c.Converged {
		n.unconverged++
		t.Logf("%s: not converged", text)
	}
	if len(c.Faults) > 0 {
		n.strained++
		t.Logf("%s: %v", text, c.Faults)
	}
	if b.Force() != UFF {
		if list := r.outliers(p, c.X); len(list) > 0 {
			n.outliers++
			t.Logf("%s: %v", text, list)
		}
	}
	return c
}

// TestConformers: the molecules of conformers.jsonl.gz, with the energies of RDKit's
// geometries, one try each.
func TestConformers(t *testing.T) {
	r, n := readRanges(t), tally{}
	var above []float64
	row := 0
	oracle.Each(t, "conformers.jsonl.gz", 300, func(ref reference) {
		if row++; !full && row%10 != 0 {
			return
		}
		force := Auto
		if ref.Min != nil {
			force = MMFF94
		}
		c := n.judge(t, ref.Smi, r, force)
		if c != nil && ref.Min != nil {
			above = append(above, c.Energy-ref.Min.E.Total)
			if d := c.Energy - ref.Min.E.Total; math.Abs(d) > 15 {
				t.Logf("%s: %.1f kcal/mol above the reference", ref.Smi, d)
			}
		}
	})
	slices.Sort(above)
	t.Logf("%+v, median energy %+.2f kcal/mol", n, above[len(above)/2])
}

// TestMolecules: 1000 molecules of the reference set with at most 100 heavy atoms.
func TestMolecules(t *testing.T) {
	r, n := readRanges(t), tally{}
	row := 0
	oracle.Molecules(t, func(m oracle.Molecule) {
		if m.Heavy > 100 {
			return
		}
		if row++; row%3 != 0 || row > 3000 || !full && row%30 != 0 {
			return
		}
		if p, _ := complete(t, m.Smi); !slices.ContainsFunc(p.Mol.Atoms, func(a mol.Atom) bool { return a.Element == 0 }) {
			n.judge(t, m.Smi, r, Auto)
		}
	})
	t.Logf("%+v", n)
}
