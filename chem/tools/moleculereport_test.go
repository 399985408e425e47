package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/contract"
)

// report runs molecule_report and reads its answer as a row of the reference data.
func report(t *testing.T, text string) (row oracle.Molecule) {
	t.Helper()
	args, err := json.Marshal(reportArguments{SMILES: text})
	if err != nil {
		t.Fatal(err)
	}
	out, err := Registry().Lookup("molecule_report").Run(context.Background(), args, nil)
	if err != nil {
		t.Errorf("%s: %v", text, err)
		return row
	}
	if err := json.Unmarshal(out.Value, &row); err != nil {
		t.Fatalf("%s: %v in %s", text, err, out.Value)
	}
	return row
}

// unlike are the values in which RDKit is wrong or says less; every other one of every
// molecule is equal.
var unlike = map[string][]string{
	// Configurations of two double bonds, or of a double bond and a center, at opposite
	// atoms of a ring, which RDKit drops.
	"D0778": {"ez"}, "D2597": {"cip", "ez"}, "D2723": {"cip", "ez", "brics_frags"},
	// RDKit lists stated centers that are none, their ligands being alike.
	"D0509": {"unspecified"}, "D1804": {"unspecified"},
}

// TestReportOracle compares every value of every reference molecule. Scaffolds are
// compared in chem/descriptors, canonical SMILES in chem/smiles.
func TestReportOracle(t *testing.T) {
	labels := 0
	oracle.Molecules(t, func(want oracle.Molecule) {
		got := report(t, want.Smi)
		fail := func(name string, g, w any) {
			if !slices.Contains(unlike[want.ID], name) {
				t.Errorf("%s %s: %s: got %v, want %v", want.ID, want.Smi, name, g, w)
			}
		}
		near := func(name string, g, w, tolerance float64) {
			if !(math.Abs(g-w) <= tolerance) {
				fail(name, g, w)
			}
		}
		for name, v := range map[string][2]int{
			"charge": {got.Charge, want.Charge}, "heavy": {got.Heavy, want.Heavy}, "atoms": {got.Atoms, want.Atoms},
			"graph_atoms": {got.GraphAtoms, want.GraphAtoms}, "bonds": {got.Bonds, want.Bonds},
			"rings": {got.Rings, want.Rings}, "arom_rings": {got.AromRings, want.AromRings},
			"spiro": {got.Spiro, want.Spiro}, "bridgehead": {got.Bridgehead, want.Bridgehead},
			"stereo_centers": {got.StereoCenters, want.StereoCenters}, "unspecified_centers": {got.UnspecifiedCenters, want.UnspecifiedCenters},
			"hbd": {got.HBD, want.HBD}, "hba": {got.HBA, want.HBA},
			"lip_hbd": {got.LipHBD, want.LipHBD}, "lip_hba": {got.LipHBA, want.LipHBA}, "rotb": {got.RotB, want.RotB},
		} {
			if v[0] != v[1] {
				fail(name, v[0], v[1])
			}
		}
		if got.Formula != want.Formula {
			fail("formula", got.Formula, want.Formula)
		}
		near("mw", got.MW, want.MW, 1e-4)
		near("exact", got.Exact, want.Exact, 1e-4)
		near("logp", got.LogP, want.LogP, 1e-4)
		near("mr", got.MR, want.MR, 1e-4)
		near("tpsa", got.TPSA, want.TPSA, 1e-4)
		near("fsp3", got.FSP3, want.FSP3, 1e-5)
		if want.QED != nil {
			near("qed", *got.QED, *want.QED, 1e-3)
		}
		if want.SA != nil {
			near("sa", *got.SA, *want.SA, 0.01)
		}
		for name, v := range map[string][2][]int{
			"ring_sizes": {got.RingSizes, want.RingSizes}, "arom_atoms": {got.AromAtoms, want.AromAtoms}, "ecfp4": {got.ECFP4, want.ECFP4},
			"unspecified": {slices.Concat(got.Unspecified...), slices.Concat(want.Unspecified...)},
		} {
			if !slices.Equal(v[0], v[1]) {
				fail(name, v[0], v[1])
			}
		}
		labels += len(want.CIP) + len(want.EZ)
		if !slices.Equal(got.CIP, want.CIP) {
			fail("cip", got.CIP, want.CIP)
		}
		if !slices.Equal(got.EZ, want.EZ) {
			fail("ez", got.EZ, want.EZ)
		}
		if want.PainsA == nil { // RDKit 2022 could not read it
			return
		}
		for name, v := range map[string][2][]string{
			"pains_a": {got.PainsA, want.PainsA}, "pains_b": {got.PainsB, want.PainsB}, "pains_c": {got.PainsC, want.PainsC}, "brenk": {got.Brenk, want.Brenk},
		} {
			if !slices.Equal(v[0], v[1]) {
				fail(name, v[0], v[1])
			}
		}
		byAtoms := func(a, b oracle.BRICSBond) int { return cmp.Or(a.A-b.A, a.B-b.B) }
		slices.SortFunc(got.BRICS, byAtoms)
		slices.SortFunc(want.BRICS, byAtoms)
		if !slices.Equal(got.BRICS, want.BRICS) {
			fail("brics", got.BRICS, want.BRICS)
		}
		if got, want := respelled(t, got.BRICSFrags), respelled(t, want.BRICSFrags); !slices.Equal(got, want) {
			fail("brics_frags", got, want)
		}
	})
	if labels < 1900 {
		t.Errorf("got %d labels in all, want 1900 or more", labels)
	}
}

// respelled returns the sorted canonical SMILES of molecules.
func respelled(t *testing.T, texts []string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = canonicalOf(t, text)
	}
	slices.Sort(list)
	return list
}

func canonicalOf(t testing.TB, text string) string {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if text, err = smiles.Canonical(p); err != nil {
		t.Fatal(err)
	}
	return text
}

// TestReportPicture: the picture is drawn when it is asked for, and refused for more
// atoms than one can see.
func TestReportPicture(t *testing.T) {
	var a struct{ SVG string }
	if err := json.Unmarshal(mustCall(t, "molecule_report", `{"smiles":"OCC","svg":true}`).Value, &a); err != nil || !strings.HasPrefix(a.SVG, "<svg") {
		t.Errorf("got %q (%v), want a picture", a.SVG, err)
	}
	if got := string(mustCall(t, "molecule_report", `{"smiles":"OCC"}`).Value); strings.Contains(got, "svg") {
		t.Errorf("got %s, want no picture", got)
	}
	_, err := call(t, "molecule_report", `{"svg":true,"smiles":"`+strings.Repeat("C", 1001)+`"}`)
	if e := (*contract.Error)(nil); !errors.As(err, &e) || e.Code != contract.MoleculeTooLarge || e.Details != (limitFault{1000, 1001}) {
		t.Errorf("got %+v, want MOLECULE_TOO_LARGE", err)
	}
}
