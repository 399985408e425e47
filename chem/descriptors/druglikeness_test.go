package descriptors

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/smarts"
)

// qed computes all that QED needs.
func qed(t *testing.T, text string) float64 {
	t.Helper()
	p := read(t, text)
	target := smarts.NewTarget(p, nil)
	v, err := Calculate(p, target)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	d, err := v.Druglikeness(p, target)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return d.QED()
}

// TestDruglikeness: QED of RDKit 2022.09.3.
func TestDruglikeness(t *testing.T) {
	for _, c := range []struct {
		name, smiles string
		want         float64
	}{
		{"benzene", "c1ccccc1", 0.4426},
		{"ethanol", "CCO", 0.4068},
		{"aspirin", "CC(=O)Oc1ccccc1C(=O)O", 0.5501},
		{"caffeine", "Cn1cnc2c1c(=O)n(c(=O)n2C)C", 0.5385},
		{"ibuprofen", "CC(C)Cc1ccc(cc1)C(C)C(=O)O", 0.8216},
		{"metformin", "CN(C)C(=N)NC(=N)N", 0.2488},
		{"imatinib", "Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1", 0.3894},
		{"atorvastatin", "CC(C)c1c(C(=O)Nc2ccccc2)c(-c2ccccc2)c(-c2ccc(F)cc2)n1CC[C@@H](O)C[C@@H](O)CC(=O)O", 0.1628},
		{"morphine", "CN1CC[C@]23c4c5ccc(O)c4O[C@H]2[C@@H](O)C=C[C@H]3[C@H]1C5", 0.7033},
		{"penicillin G", "CC1(C)S[C@@H]2[C@H](NC(=O)Cc3ccccc3)C(=O)N2[C@H]1C(=O)O", 0.7978},
		{"nitrobenzene", "O=[N+]([O-])c1ccccc1", 0.4201},
		{"glycine", "NCC(=O)O", 0.4212},
		{"pyrrole", "c1cc[nH]c1", 0.4659},
	} {
		if got := qed(t, c.smiles); math.Abs(got-c.want) > 5.1e-5 {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestDruglikenessOracle(t *testing.T) {
	oracle.Molecules(t, func(row oracle.Molecule) {
		if row.QED == nil {
			return
		}
		if got := qed(t, row.Smi); !(math.Abs(got-*row.QED) <= 1e-4) {
			t.Errorf("%s %s: got %v, want %v", row.ID, row.Smi, got, *row.QED)
		}
	})
}
