package depict

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

func read(t testing.TB, text string) (*perceive.Molecule, *stereo.Set) {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p, stereo.Find(p)
}

func layout(t testing.TB, text string) (*perceive.Molecule, *stereo.Set, Coords) {
	t.Helper()
	p, s := read(t, text)
	c, err := Layout(p, s)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p, s, c
}

// drawnCis says on which sides of the double bond the ligands are drawn: cis, and
// whether that can be told.
func drawnCis(m *mol.Mol, c Coords, x mol.CisTrans) (cis, clear bool) {
	a, b := c[m.Bonds[x.Bond].A], c[m.Bonds[x.Bond].B]
	u := a.toward(b)
	first, second := u.cross(a.toward(c[x.Ligands[0]])), u.cross(b.toward(c[x.Ligands[1]]))
	return first*second > 0, math.Abs(first) > 0.1 && math.Abs(second) > 0.1
}

// drawnPermutation reads the configuration of a tetrahedral center from the picture as
// geometry in space: the wedge out of the plane, what is missing opposite to the rest.
func drawnPermutation(m *mol.Mol, c Coords, x mol.Center, w Wedge) uint8 {
	adjacency := m.Neighbors()
	ligands := x.Ligands
	if len(ligands) == 3 {
		ligands = append(append([]int(nil), ligands...), -2)
	}
	var v [4][3]float64
	var sum [3]float64
	hidden := -1
	z := -1.0
	if w.Up {
		z = 1
	}
	for i, l := range ligands {
		var at Point
		switch {
		case l >= 0:
			at = c[l]
		case l == mol.ImplicitHydrogen && w.Bond < 0:
			at = hydrogenAt(c, &adjacency, x.Atom)
		default:
			hidden = i
			continue
		}
		u := c[x.Atom].toward(at)
		v[i] = [3]float64{u.X, u.Y, 0}
		if l >= 0 && w.Bond >= 0 && m.Bonds[w.Bond].Other(x.Atom) == l || l < 0 {
			v[i][2] = z
		}
		for k := range sum {
			sum[k] += v[i][k]
		}
	}
	if hidden >= 0 {
		v[hidden] = [3]float64{-sum[0], -sum[1], -sum[2]}
	}
	if volume(v) < 0 {
		return 1
	}
	return 2
}

// checkConfiguration reports centers and double bonds that the drawing does not state
// as s does; it returns how many it compared.
func checkConfiguration(t *testing.T, name string, p *perceive.Molecule, s *stereo.Set, c Coords) (centers, bonds int) {
	t.Helper()
	for _, x := range s.Bonds {
		if x.Ligands[0] < 0 || x.Ligands[1] < 0 {
			continue
		}
		bonds++
		if cis, clear := drawnCis(p.Mol, c, x); cis != x.Cis || !clear {
			t.Errorf("%s: bond %d drawn cis %v (clear %v), want %v", name, x.Bond, cis, clear, x.Cis)
		}
	}
	for _, hydrogens := range [2]bool{true, false} {
		of := map[int]Wedge{}
		taken := map[int]bool{}
		for _, w := range Wedges(p, s, c, hydrogens) {
			of[w.From] = w
			if w.Bond >= 0 && taken[w.Bond] {
				t.Errorf("%s: bond %d has two wedges", name, w.Bond)
			}
			taken[w.Bond] = true
		}
		for _, x := range s.Centers {
			if x.Class != mol.Tetrahedral {
				continue
			}
			centers++
			w, ok := of[x.Atom]
			if !ok {
				t.Errorf("%s: center %d has no wedge (hydrogens %v)", name, x.Atom, hydrogens)
				continue
			}
			if got := drawnPermutation(p.Mol, c, x, w); got != x.Permutation {
				t.Errorf("%s: center %d is drawn as %d, want %d (hydrogens %v)", name, x.Atom, got, x.Permutation, hydrogens)
			}
		}
	}
	return centers, bonds
}

// flaws of one drawing.
type flaws struct {
	close, long, crossed bool
}

func judge(p *perceive.Molecule, c Coords) flaws {
	var f flaws
	m := p.Mol
	for i := range c {
		for j := range i {
			f.close = f.close || c[i].distance(c[j]) < 0.3
		}
	}
	for k, b := range m.Bonds {
		d := c[b.A].distance(c[b.B])
		f.long = f.long || d < 0.6 || d > 1.4
		for _, o := range m.Bonds[k+1:] {
			if b.A != o.A && b.A != o.B && b.B != o.A && b.B != o.B && crosses(c[b.A], c[b.B], c[o.A], c[o.B]) {
				f.crossed = true
			}
		}
	}
	return f
}

// TestOracle lays out every molecule of the reference data: every number finite, every
// configuration as stated, and nearly no overlaps.
func TestOracle(t *testing.T) {
	n, close, long, crossed, centers, bonds := 0, 0, 0, 0, 0, 0
	oracle.Molecules(t, func(row oracle.Molecule) {
		p, s, c := layout(t, row.Smi)
		n++
		for i, at := range c {
			if math.IsNaN(at.X+at.Y) || math.IsInf(at.X+at.Y, 0) {
				t.Fatalf("%s: atom %d is at %v", row.Smi, i, at)
			}
		}
		f := judge(p, c)
		if f.close {
			close++
			t.Logf("close: %s", row.Smi)
		}
		if f.long {
			long++
			t.Logf("long: %s", row.Smi)
		}
		if f.crossed {
			crossed++
			t.Logf("crossed: %s", row.Smi)
		}
		x, y := checkConfiguration(t, row.Smi, p, s, c)
		centers += x
		bonds += y
	})
	share := func(k int) float64 { return 100 * float64(n-k) / float64(n) }
	t.Logf("%d molecules: no atoms closer than 0.3 in %.2f %%, bonds 0.6 to 1.4 in %.2f %%, no crossed bonds in %.2f %%; %d centers, %d double bonds read back",
		n, share(close), share(long), share(crossed), centers, bonds)
	if share(close) < 99.5 || share(long) < 98.5 || share(crossed) < 96 {
		t.Error("too many flaws")
	}
	if centers < 1000 || bonds < 100 {
		t.Error("too few configurations")
	}
}
