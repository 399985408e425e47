package mmff

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/forcefield/mmff/typing"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/smiles"
)

// TestEmpiricalRules compares interactions without a row in the tables with
// parameters of RDKit 2026.09.1. Some of the molecules exist on paper only.
func TestEmpiricalRules(t *testing.T) {
	for _, c := range []struct {
		rule, smiles string
		atoms        []int
		want         []float64 // kb r0; ka theta0; V1 V2 V3
	}{
		{"bond like one of the same elements", "C1=[NH+]N1", []int{1, 2}, []float64{2.76308378307355, 1.46}},
		{"bond like one of the same elements", "NSI", []int{1, 2}, []float64{1.9331395058899712, 2.349139798176949}},
		// RDKit reads the rows as one more and has 6.1395; measured is 4.70 md/Å
		// (Huber and Herzberg 1979).
		{"bond by Badger's rule", "FF", []int{0, 1}, []float64{4.288970, 1.48}},
		{"angle of class 1", "C#CP=P", []int{1, 2, 3}, []float64{0.6130391725339347, 120}},
		{"angle, ka in a ring of three", "BrC1CP1", []int{1, 2, 3}, []float64{0.14259147771930436, 59.4}},
		{"angle in a ring of three", "BrC1=C[SiH2]1", []int{1, 3, 2}, []float64{0.11112611296186031, 60}},
		{"angle, ka in a ring of four", "C1SSS1", []int{0, 1, 2}, []float64{1.8075136868734736, 80.2}},
		{"angle, ka", "CP(=O)=S", []int{0, 1, 2}, []float64{1.378096224403837, 98.1}},
		{"torsion (a)", "CC#CC", []int{4, 0, 1, 2}, []float64{0, 0, 0}},
		{"torsion (c), order 1", "C=CCN(N=O)C(=O)ON1C(=O)CCC1=O", []int{2, 3, 4, 5}, []float64{0, 6, 0}},
		{"torsion (c), order 1", "BrC1C2P=S12", []int{2, 3, 4, 1}, []float64{0, 7.5, 0}},
		{"torsion (c), order 0.4", "C1=[NH+]N1", []int{0, 1, 2, 5}, []float64{0, 4.8, 0}},
		{"torsion (c), order 0.4", "BrC=[SH]1=[PH]=NC1", []int{1, 2, 3, 4}, []float64{0, 3, 0}},
		{"torsion (d)", "BrO[SiH]1CC1", []int{1, 2, 3, 4}, []float64{0, 0, 0.17869209327088556}},
		{"torsion (d)", "C[SiH2][SiH3]", []int{0, 1, 2, 8}, []float64{0, 0, 0.13555555555555554}},
		{"torsion (e)", "BrC1CP1", []int{1, 2, 3, 7}, []float64{0, 0, 0.3759432581299116}},
		{"torsion (e), planar", "BrC1C2P=S12", []int{1, 2, 3, 4}, []float64{0, 0, 0}},
		{"torsion (g), lone pair", "CP(C)C=C", []int{0, 1, 3, 4}, []float64{0, 1.4230249470757705, 0}},
		{"torsion (g), lone pair", "C=C1NC=[SH]1", []int{0, 1, 2, 3}, []float64{0, 6, 0}},
		{"torsion (g), lone pair", "BrC=S1C2=NP21", []int{1, 2, 5, 4}, []float64{0, 2.25, 0}},
		{"torsion (g), order 0.15", "BrC1=C(I)N=C1", []int{1, 2, 4, 5}, []float64{0, 1.8, 0}},
		{"torsion (h)", "BrP1=NP=1", []int{0, 1, 2, 3}, []float64{0, 0, 0.9486832980505138}},
	} {
		p, err := smiles.Perceive(c.smiles)
		if err != nil {
			t.Fatal(err)
		}
		p, _ = hydrogen.Add(p, nil)
		r, err := typing.Type(p)
		if err != nil {
			t.Fatalf("%s: %v", c.smiles, err)
		}
		g, err := newGraph(p, r, MMFF94)
		if err != nil {
			t.Fatalf("%s: %v", c.smiles, err)
		}
		bonds := make([]int, 3)
		for k := range c.atoms[1:] {
			if bonds[k] = g.bondBetween(c.atoms[k], c.atoms[k+1]); bonds[k] < 0 {
				t.Fatalf("%s: atoms %d and %d are not bonded", c.smiles, c.atoms[k], c.atoms[k+1])
			}
		}
		var got []float64
		switch a := c.atoms; len(a) {
		case 2:
			got = []float64{g.stretch[bonds[0]].kb, g.stretch[bonds[0]].r0}
		case 3:
			b := g.findAngle(a[0], a[1], a[2], bonds[0], bonds[1])
			got = []float64{b.ka, b.theta0}
		case 4:
			v, _ := g.findTorsion(a[0], a[1], a[2], a[3], bonds[0], bonds[1], bonds[2])
			got = v[:]
		}
		for k, w := range c.want {
			if !(math.Abs(got[k]-w) <= 1e-6) {
				t.Errorf("%s %s %v: got %v, want %v", c.rule, c.smiles, c.atoms, got, c.want)
				break
			}
		}
	}
}
