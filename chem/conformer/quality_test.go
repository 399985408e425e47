package conformer

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

// complete reads a SMILES as a complete molecule.
func complete(t testing.TB, text string) (*perceive.Molecule, *stereo.Set) {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return hydrogen.Add(p, stereo.Find(p))
}

// reference is a row of conformers.jsonl.gz: one geometry by RDKit's ETKDGv3, brought to
// its MMFF94 minimum.
type reference struct {
	Smi   string
	N     int
	ETKDG struct{ OK bool }
	Min   *struct {
		Converged bool
		XYZ       [][3]float64
		E         struct{ Total float64 }
	}
}

// positions returns the geometry, nil when there is none.
func (r *reference) positions() []float64 {
	if r.Min == nil {
		return nil
	}
	x := make([]float64, 0, 3*len(r.Min.XYZ))
	for _, at := range r.Min.XYZ {
		x = append(x, at[:]...)
	}
	return x
}

// ranges are the values of bonds and angles by class over MMFF94 minima
// (geometry-stats.json): count, least, 1 %, median, 99 %, largest.
type ranges struct {
	Bond, Angle map[string][6]float64
}

func readRanges(t testing.TB) *ranges {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "internal", "oracle", "testdata", "geometry-stats.json"))
	if err != nil {
		t.Fatal(err)
	}
	r := &ranges{}
	if err := json.Unmarshal(b, r); err != nil {
		t.Fatal(err)
	}
	return r
}

// classes names the atoms of a molecule as geometry-stats.json does: element,
// hybridization, charge.
func classes(p *perceive.Molecule) []string {
	hybrid, _ := p.Hybridization()
	names := make([]string, len(hybrid))
	for i := range p.Mol.Atoms {
		a := &p.Mol.Atoms[i]
		names[i] = elem.Symbol(a.Element)
		if a.Element == 1 {
			continue
		}
		switch {
		case a.Aromatic:
			names[i] += "ar"
		case hybrid[i] == perceive.SP:
			names[i] += "sp"
		case hybrid[i] == perceive.SP2:
			names[i] += "sp2"
		case hybrid[i] == perceive.SP3:
			names[i] += "sp3"
		default:
			names[i] += "?"
		}
		if a.Charge != 0 {
			names[i] += fmt.Sprintf("%+d", a.Charge)
		}
	}
	return names
}

// outlier is a bond or an angle outside the range of its class.
type outlier struct {
	class     string
	atoms     []int   // of a bond, of an angle, of a ring
	value     float64 // Å or degrees
	low, high float64
}

func (o outlier) String() string {
	return fmt.Sprintf("%s of atoms %v: %.3f, range %.3f to %.3f", o.class, o.atoms, o.value, o.low, o.high)
}

// outliers lists the bonds and angles of a geometry that are outside the ranges.
func (r *ranges) outliers(p *perceive.Molecule, x []float64) []outlier {
	names := classes(p)
	var list []outlier
	for k, b := range p.Mol.Bonds {
		a, c := names[b.A], names[b.B]
		if a > c {
			a, c = c, a
		}
		symbol := map[mol.Order]string{mol.Single: "-", mol.Double: "=", mol.Triple: "#"}[b.Order]
		if p.AromaticBonds[k] {
			symbol = ":"
		}
		class := a + " " + symbol + " " + c
		d := geom.At(x, b.A).Sub(geom.At(x, b.B)).Norm()
		if v, ok := r.Bond[class]; ok && (d < v[1] || d > v[5]) {
			list = append(list, outlier{class, []int{b.A, b.B}, d, v[1], v[5]})
		}
	}
	// The size of the smallest ring of the middle atom, 0 unless a ring holds all three.
	common := func(a, b, c int) int {
		smallest, together := 0, false
		for _, ring := range p.Rings.Relevant {
			if slices.Contains(ring, b) {
				if smallest == 0 {
					smallest = len(ring)
				}
				together = together || slices.Contains(ring, a) && slices.Contains(ring, c)
			}
		}
		if !together {
			return 0
		}
		return smallest
	}
	adjacency := p.Mol.Neighbors()
	for i := range p.Mol.Atoms {
		beside := adjacency.Of(i)
		for k, one := range beside {
			for _, other := range beside[:k] {
				class := names[i]
				if n := common(one.Atom, i, other.Atom); n > 0 {
					class += fmt.Sprintf(" in-ring-%d", n)
				}
				angle := angleAt(x, one.Atom, i, other.Atom)
				if v, ok := r.Angle[class]; ok && (angle < v[1] || angle > v[5]) {
					list = append(list, outlier{class, []int{other.Atom, i, one.Atom}, angle, v[1], v[5]})
				}
			}
		}
	}
	return list
}

// sameMolecule says how a geometry read as a file differs from the molecule that was
// asked for: canonical SMILES, with the configurations that were asked.
func sameMolecule(p *perceive.Molecule, s *stereo.Set, x []float64) error {
	want, err := smiles.CanonicalOf(p, s)
	if err != nil {
		return nil // too symmetric for a canonical form
	}
	m := p.Mol.Clone()
	for i := range m.Atoms {
		m.Atoms[i].Pos = geom.At(x, i)
	}
	for k := range m.Bonds {
		m.Bonds[k].Stereo = mol.NoStereo
	}
	stereo.FromGeometry(m)
	asked := make([]bool, len(m.Atoms))
	for _, c := range s.Centers {
		if z := p.Mol.Atoms[c.Atom].Element; c.Class == mol.Allene || c.Class == mol.Tetrahedral && len(c.Ligands) == 3 && z != 16 && z != 34 {
			return nil // coordinates are not read for these
		}
		asked[c.Atom] = true
	}
	m.Centers = slices.DeleteFunc(m.Centers, func(c mol.Center) bool { return !asked[c.Atom] })
	bonds := make([]bool, len(m.Bonds))
	for _, c := range s.Bonds {
		bonds[c.Bond] = true
	}
	m.CisTrans = slices.DeleteFunc(m.CisTrans, func(c mol.CisTrans) bool { return !bonds[c.Bond] })
	full := *p
	full.Mol = m
	got, err := smiles.CanonicalOf(&full, stereo.Find(&full))
	if err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("got %s, want %s", got, want)
	}
	return nil
}

// hydrogenBonded says whether a contact closer than 0.7 of the van der Waals radii is
// there, which contacts lets pass as a hydrogen bond.
func (c *checks) hydrogenBonded(x []float64) bool {
	strict := *c
	strict.donated = make([]bool, len(c.donated))
	return c.contacts(x) == nil && strict.contacts(x) != nil
}

// The rules of these tests are those that made the ranges: the reference itself is inside.
// Nothing in it is closer than 0.7 of the van der Waals radii but hydrogen bonds, which is
// why they are let pass.
func TestReference(t *testing.T) {
	r := readRanges(t)
	rows, bonded, closest := 0, 0, 1.0
	oracle.Each(t, "conformers.jsonl.gz", 300, func(row reference) {
		if row.Min == nil || !row.Min.Converged {
			return
		}
		p, s := complete(t, row.Smi)
		x := row.positions()
		for _, o := range r.outliers(p, x) {
			rounded := 0.001 // as the positions are
			if len(o.atoms) == 3 {
				rounded = 0.1
			}
			if o.value < o.low-rounded || o.value > o.high+rounded {
				t.Errorf("%s: %s", row.Smi, o)
			}
		}
		if err := sameMolecule(p, s, x); err != nil {
			t.Errorf("%s: %v", row.Smi, err)
		}
		part := split(p, s)[0]
		if f := part.check(x); f != nil && f.what != bentRing {
			t.Errorf("%s: %s", row.Smi, f.text(p, part))
		}
		rows++
		if part.checks.hydrogenBonded(x) {
			bonded++
			strict := *part.checks
			strict.donated = make([]bool, len(strict.donated))
			f := strict.contacts(x)
			closest = min(closest, f.value/(strict.radii[f.atoms[0]]+strict.radii[f.atoms[1]]))
		}
	})
	t.Logf("%d of %d have hydrogen bonds closer than 0.7, the closest at %.3f", bonded, rows, closest)
	if bonded*10 < rows || closest < hydrogenBond || closest > hydrogenBond+0.05 {
		t.Errorf("%d of %d have hydrogen bonds closer than 0.7, the closest at %.3f; want one in 10 and just above %v", bonded, rows, closest, hydrogenBond)
	}
}

var background = context.Background()
