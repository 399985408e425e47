package conformer

import (
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/perceive"
)

// TestSandwich: complexes of rings, as SMILES writes them, have the metal as far from every
// atom of a ring as crystal structures have it, flat rings and the other ligands beside.
func TestSandwich(t *testing.T) {
	for _, c := range []struct {
		name, smiles string
		rings        int
		distance     float64 // Å, from the metal to atoms of rings, in crystals or the gas
		off          float64 // how far ours may be from that, Å
		angle        float64 // least, between the centers of two rings at the metal, degrees
		ligand       float64 // Å, of another ligand; 0: there is none
	}{
		{"ferrocene, ions", "[Fe+2].c1cc[cH-]c1.c1cc[cH-]c1", 2, 2.064, 0.02, 175, 0},
		{"ferrocene, Kekulé ions", "[CH-]1C=CC=C1.[CH-]1C=CC=C1.[Fe+2]", 2, 2.064, 0.02, 175, 0},
		{"ferrocene, radicals", "C1=CC=C[CH]1.C1=CC=C[CH]1.[Fe]", 2, 2.064, 0.02, 175, 0},
		{"ferrocene, bonds", "[CH-]12[CH]3=[CH]4[CH]5=[CH]1[Fe+2]23456789[CH-]1[CH]6=[CH]7[CH]8=[CH]91", 2, 2.064, 0.02, 175, 0},
		{"ferrocene, single bonds", "[CH]12[CH]3[CH]4[CH]5[CH]1[Fe]23456789[CH]1[CH]6[CH]7[CH]8[CH]91", 2, 2.064, 0.02, 175, 0},
		{"acetylferrocene", "[Fe+2].CC(=O)[c-]1cccc1.[cH-]1cccc1", 2, 2.05, 0.02, 170, 0},
		{"decamethylferrocene", "[Fe+2].C[c-]1c(C)c(C)c(C)c1C.C[c-]1c(C)c(C)c(C)c1C", 2, 2.064, 0.03, 175, 0},
		{"two ferrocenes", "[Fe+2].[Fe+2].[cH-]1cccc1.[cH-]1cccc1.[cH-]1cccc1.[cH-]1cccc1", 4, 2.064, 0.02, 0, 0},
		{"a ferrocene with phenyl groups", "[Fe+2].c1ccc(cc1)P(c1ccccc1)[c-]1cccc1.c1ccc(cc1)P(c1ccccc1)[c-]1cccc1", 2, 2.06, 0.03, 165, 0},
		{"ruthenocene", "[Ru+2].[cH-]1cccc1.[cH-]1cccc1", 2, 2.196, 0.02, 175, 0},
		{"cobaltocenium", "[Co+3].[cH-]1cccc1.[cH-]1cccc1.F[P-](F)(F)(F)(F)F", 2, 2.03, 0.04, 170, 0},
		{"dibenzenechromium", "[Cr].c1ccccc1.c1ccccc1", 2, 2.14, 0.03, 175, 0},
		{"titanocene dichloride", "Cl[Ti]12345678(Cl)(C9C1C2C3C94)C1C5C6C7C18", 2, 2.37, 0.05, 115, 2.36},
		{"benchrotrene", "[O+]#C[Cr]123456(C#[O+])C#[O+].C1%10C2C3C4C5C6%10", 1, 2.22, 0.10, 0, 1.84},
	} {
		p, s := complete(t, c.smiles)
		b, err := New(p, s, Auto)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		made, err := b.Generate(background, 1, nil)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !made.Converged || len(made.Faults) > 0 || b.Force() != UFF || !strings.Contains(strings.Join(b.Notes(), " "), "binds rings of carbon") {
			t.Errorf("%s: converged %t, faults %q, notes %q", c.name, made.Converged, made.Faults, b.Notes())
		}
		if b.haptics == nil || len(b.haptics.rings) != c.rings {
			t.Errorf("%s: got %+v, want %d rings", c.name, b.haptics, c.rings)
			continue
		}
		var centers []geom.Vec3
		for _, r := range b.haptics.rings {
			metal := geom.At(made.X, r.metal)
			var center geom.Vec3
			for _, i := range r.atoms {
				if d := geom.At(made.X, i).Sub(metal).Norm(); math.Abs(d-c.distance) > c.off {
					t.Errorf("%s: atom %d is %.3f Å from the metal, want %.3f", c.name, i, d, c.distance)
				}
				center = center.Add(geom.At(made.X, i))
			}
			if d := outOfPlane(r.atoms, made.X); d > flatRing {
				t.Errorf("%s: a ring is bent by %.3f Å", c.name, d)
			}
			centers = append(centers, center.Scale(1/float64(len(r.atoms))).Sub(metal))
		}
		if c.angle > 0 {
			if a := math.Acos(centers[0].Unit().Dot(centers[1].Unit())) * 180 / math.Pi; a < c.angle {
				t.Errorf("%s: the rings are at %.1f° about the metal, want %.0f at least", c.name, a, c.angle)
			}
		}
		if c.ligand > 0 {
			near := closestLigand(p, b.haptics.rings[0], made.X)
			if math.Abs(near-c.ligand) > 0.3 {
				t.Errorf("%s: the next ligand is at %.2f Å, want %.2f", c.name, near, c.ligand)
			}
		}
		if err := sameMolecule(p, s, made.X); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// closestLigand is the shortest bond of the metal of a ring to an atom in no ring.
func closestLigand(p *perceive.Molecule, r hapticRing, x []float64) float64 {
	least := math.Inf(1)
	for _, b := range p.Mol.Bonds {
		other := b.A + b.B - r.metal
		if (b.A != r.metal && b.B != r.metal) || p.Rings.InRing(other) {
			continue
		}
		least = min(least, geom.At(x, other).Sub(geom.At(x, r.metal)).Norm())
	}
	return least
}

// TestNoSandwich: salts that only look like one, and a geometry that is none.
func TestNoSandwich(t *testing.T) {
	for _, text := range []string{
		"[Na+].[cH-]1cccc1",
		"[Fe+2].[cH-]1cccc1.[Cl-]",
		"[Fe+2].[O-]C(=O)c1ccccc1.[O-]C(=O)c1ccccc1",
		"[Zn+2].c1ccccc1.c1ccccc1",
		"[Pd].c1ccccc1.c1ccccc1",
		"c1ccccc1[Hg]c1ccccc1",
	} {
		p, _ := complete(t, text)
		if h := findHaptics(p, true); h != nil {
			t.Errorf("%s: got %+v, want none", text, h.rings)
		}
	}
	// Ions that a file has far apart are not drawn together.
	p, s := complete(t, "[Fe+2].c1cc[cH-]c1.c1cc[cH-]c1")
	b, err := New(p, s, Auto)
	if err != nil {
		t.Fatal(err)
	}
	made, err := b.Generate(background, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	far := append([]float64(nil), made.X...)
	for i := range p.Mol.Atoms {
		if p.Mol.Atoms[i].Element == 26 {
			far[3*i] += 9
		}
	}
	r, err := b.Optimize(background, far, OptimizeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, ring := range b.haptics.rings {
		if ring.near(r.X) {
			t.Error("ions 9 Å apart became a sandwich")
		}
	}
	near, err := b.Optimize(background, made.X, OptimizeOptions{})
	if err != nil || near.Moved > 0.05 {
		t.Errorf("a sandwich relaxed again moved %.3f Å, %v", near.Moved, err)
	}
}
