package descriptors

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smarts"
	"github.com/molsmith/molsmith/chem/smiles"
)

func read(t testing.TB, text string) *perceive.Molecule {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatalf("%.60s: %v", text, err)
	}
	return p
}

// TestOracle: every value of every reference molecule.
func TestOracle(t *testing.T) {
	oracle.Molecules(t, func(row oracle.Molecule) {
		p := read(t, row.Smi)
		target := smarts.NewTarget(p, nil)
		v, err := Calculate(p, target)
		if err != nil {
			t.Fatalf("%s %s: %v", row.ID, row.Smi, err)
		}
		near := func(name string, got, want, tolerance float64) {
			if !(math.Abs(got-want) <= tolerance) {
				t.Errorf("%s %s: %s: got %v, want %v", row.ID, row.Smi, name, got, want)
			}
		}
		near("weight", v.Weight, row.MW, 1e-4)
		near("exact mass", v.ExactMass, row.Exact, 1e-5)
		near("logP", v.LogP, row.LogP, 1e-4)
		near("MR", v.MR, row.MR, 1e-4)
		near("TPSA", v.TPSA, row.TPSA, 1e-4)
		near("Fsp3", v.Fsp3, row.FSP3, 1e-6)
		counts := func(name string, got, want int) {
			if got != want {
				t.Errorf("%s %s: %s: got %d, want %d", row.ID, row.Smi, name, got, want)
			}
		}
		counts("heavy atoms", v.HeavyAtoms, row.Heavy)
		counts("aromatic atoms", v.AromaticAtoms, len(row.AromAtoms))
		counts("HBD", v.HBD, row.HBD)
		counts("HBA", v.HBA, row.HBA)
		counts("Lipinski's donors", v.LipinskiHBD, row.LipHBD)
		counts("Lipinski's acceptors", v.LipinskiHBA, row.LipHBA)
		counts("rotatable bonds", v.RotatableBonds, row.RotB)
		counts("rings", v.Rings.All, row.Rings)
		counts("aromatic rings", v.Rings.Aromatic, row.AromRings)
		counts("spiro atoms", v.Rings.Spiro, row.Spiro)
		counts("bridgeheads", v.Rings.Bridgehead, row.Bridgehead)
	})
}
