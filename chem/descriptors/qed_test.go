package descriptors

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/smarts"
	"github.com/molsmith/molsmith/chem/smiles"
)

func TestQEDFormula(t *testing.T) {
	tests := []struct {
		name string
		p    Druglikeness
		want float64
	}{
		{"aspirin", Druglikeness{180.159, 1.3101, 4, 1, 63.60, 2, 1, 2}, 0.5501},
		{"benzene", Druglikeness{78.114, 1.6866, 0, 0, 0, 0, 1, 0}, 0.4426},
	}
	for _, c := range tests {
		if got := c.p.QED(); math.Abs(got-c.want) > 5e-5 {
			t.Errorf("%s: got %.6f, want %.4f", c.name, got, c.want)
		}
	}
}

func TestCountForQED(t *testing.T) {
	tests := []struct {
		smiles                   string
		acceptors, rings, alerts int
	}{
		{"CC(=O)Oc1ccccc1C(=O)O", 4, 1, 2},
		{"c1ccccc1", 0, 1, 0},
		{"C1CCCCC1", 0, 0, 0},
		{"c1ccc2c(c1)CCCC2", 0, 1, 0},       // the saturated ring goes
		{"c1ccc2c(c1)Cc1ccccc1-2", 0, 3, 0}, // CH2 has aromatic neighbors only
		{"F.F.F.F", 0, 0, 1},
		{"[13CH4]", 0, 0, 1}, // aliphatic carbon with a label
		{"CN", 1, 0, 0},
	}
	for _, c := range tests {
		p, err := smiles.Perceive(c.smiles)
		if err != nil {
			t.Fatal(err)
		}
		var got Druglikeness
		if err := got.CountForQED(p, smarts.NewTarget(p, nil)); err != nil {
			t.Errorf("%s: %v", c.smiles, err)
		}
		if got.Acceptors != c.acceptors || got.AromaticRings != c.rings || got.Alerts != c.alerts {
			t.Errorf("%s: got %d acceptors, %d rings, %d alerts, want %d, %d, %d", c.smiles, got.Acceptors, got.AromaticRings, got.Alerts, c.acceptors, c.rings, c.alerts)
		}
	}
}

// TestQEDOracle gives QED RDKit's own descriptors, so that it tests only what is here.
func TestQEDOracle(t *testing.T) {
	rows := 0
	oracle.Molecules(t, func(row oracle.Molecule) {
		if row.QED == nil {
			return // RDKit 2022 could not read it
		}
		p, err := smiles.Perceive(row.Smi)
		if err != nil {
			t.Fatal(err)
		}
		d := Druglikeness{Weight: row.MW, LogP: row.LogP, Donors: row.HBD, TPSA: row.TPSA, Rotatable: row.RotB}
		if err := d.CountForQED(p, smarts.NewTarget(p, nil)); err != nil {
			t.Errorf("%s %s: %v", row.ID, row.Smi, err)
		}
		rows++
		if got := d.QED(); math.Abs(got-*row.QED) > 1e-4 {
			t.Errorf("%s %s: got %.6f, want %.6f (%+v)", row.ID, row.Smi, got, *row.QED, d)
		}
	})
	if rows < 3000 {
		t.Errorf("got %d rows with a QED, want 3000 or more", rows)
	}
}

func TestQEDError(t *testing.T) {
	if err := qedError(smarts.ErrSteps); !errors.Is(err, smarts.ErrSteps) {
		t.Errorf("got %v, want smarts.ErrSteps inside", err)
	}
}

func ExampleDruglikeness() {
	p, err := smiles.Perceive("CC(=O)Oc1ccccc1C(=O)O")
	if err != nil {
		fmt.Println(err)
		return
	}
	aspirin := Druglikeness{Weight: 180.159, LogP: 1.3101, Donors: 1, TPSA: 63.6, Rotatable: 2}
	if err := aspirin.CountForQED(p, smarts.NewTarget(p, nil)); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d acceptors, %d aromatic ring, %d alerts: %.3f\n", aspirin.Acceptors, aspirin.AromaticRings, aspirin.Alerts, aspirin.QED())
	// Output: 4 acceptors, 1 aromatic ring, 2 alerts: 0.550
}
