package library

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/structure"
)

func TestData(t *testing.T) {
	all := All()
	if len(all) != 90 {
		t.Fatalf("got %d entries, want 90", len(all))
	}
	if n := bytes.Count(presetsSDF, []byte("$$$$\n")); n != len(all) {
		t.Fatalf("got %d blocks, want %d", n, len(all))
	}
	first := []string{"water", "ammonia", "methane", "carbon-dioxide", "methanol", "ethanol", "benzene", "hydrogen", "nitrogen", "oxygen"}
	for i, id := range first {
		if all[i].ID != id {
			t.Errorf("entry %d: got %s, want %s", i, all[i].ID, id)
		}
	}
	names := map[string]bool{}
	for _, e := range all {
		if names[e.ID] || names[e.Name] || e.ID == "" || e.Name == "" || e.Group == "" || e.SMILES == "" {
			t.Errorf("%s: a field is missing or not unique in %+v", e.ID, e)
		}
		names[e.ID], names[e.Name] = true, true
	}
	want := []string{"Basic", "Gases", "Solvents", "Electrolyte solvents", "Ions", "Monomers", "Polymer units", "Amino acids", "Solutes", "Drugs"}
	got := Groups()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("groups: got %q, want %q", got, want)
	}
}

// TestGeometry checks every molecule against its description and against plain
// chemistry, so that a slip in the data cannot pass.
func TestGeometry(t *testing.T) {
	for _, e := range All() {
		rec := e.Record()
		m := rec.Mol
		if rec.Dimension != "3D" || len(rec.Warnings) > 0 || rec.Truncated || m.Name != e.Name {
			t.Errorf("%s: got dimension %q, name %q, warnings %q", e.ID, rec.Dimension, m.Name, rec.Warnings)
		}
		if len(m.Atoms) != e.Atoms {
			t.Errorf("%s: got %d atoms, want %d", e.ID, len(m.Atoms), e.Atoms)
		}
		formula := m.Formula()
		switch q := m.Charge(); {
		case q == 1:
			formula += "+"
		case q == -1:
			formula += "-"
		case q != 0:
			formula += fmt.Sprintf("%+d", q)
		}
		if formula != e.Formula || m.Charge() != e.Charge {
			t.Errorf("%s: got formula %s and charge %d, want %s and %d", e.ID, formula, m.Charge(), e.Formula, e.Charge)
		}
		if n := mol.ImplicitHydrogens(m); n != 0 {
			t.Errorf("%s: %d hydrogens are missing", e.ID, n)
		}
		if err := mol.CheckValence(m); err != nil {
			t.Errorf("%s: %v", e.ID, err)
		}
		if _, n := m.Components(); n != 1 {
			t.Errorf("%s: got %d fragments, want 1", e.ID, n)
		}
		checkDistances(t, e.ID, m)
		if e.Repeat != "" {
			for _, link := range [2]int{e.Head, e.Tail} {
				if link < 0 || link >= len(m.Atoms) || !hasHydrogen(m, link) {
					t.Errorf("%s: link atom %d has no hydrogen to give up", e.ID, link)
				}
			}
			if e.Head == e.Tail || strings.Count(e.Repeat, "*") != 2 {
				t.Errorf("%s: the ends of the unit are wrong: %+v", e.ID, e)
			}
		}
		if e.Density != 0 && (e.Density < 0.5 || e.Density > 1.6 || e.Temperature < 20 || e.Temperature > 40) {
			t.Errorf("%s: density %g at %g °C", e.ID, e.Density, e.Temperature)
		}
	}
}

func hasHydrogen(m *mol.Mol, i int) bool {
	for _, b := range m.Bonds {
		if (b.A == i || b.B == i) && m.Atoms[b.Other(i)].Element == 1 {
			return true
		}
	}
	return false
}

// checkDistances: bonds are 0.72 to 1.35 times the sum of the covalent radii
// (hydrogen's own molecule apart), all other pairs are at least 1.45 Å apart,
// the centroid is at the origin.
func checkDistances(t *testing.T, id string, m *mol.Mol) {
	bonded := map[[2]int]bool{}
	for _, b := range m.Bonds {
		bonded[[2]int{min(b.A, b.B), max(b.A, b.B)}] = true
	}
	var center geom.Vec3
	for i := range m.Atoms {
		center = center.Add(m.Atoms[i].Pos)
		for j := i + 1; j < len(m.Atoms); j++ {
			d := m.Atoms[i].Pos.Sub(m.Atoms[j].Pos).Norm()
			sum := elem.CovalentRadius(m.Atoms[i].Element) + elem.CovalentRadius(m.Atoms[j].Element)
			switch ratio := d / sum; {
			case bonded[[2]int{i, j}] && (ratio < 0.72 || ratio > 1.35) && id != "hydrogen":
				t.Errorf("%s: bond %d–%d is %.3f Å, %.2f times the covalent sum", id, i+1, j+1, d, ratio)
			case !bonded[[2]int{i, j}] && d < 1.45:
				t.Errorf("%s: atoms %d and %d are %.3f Å apart without a bond", id, i+1, j+1, d)
			}
		}
	}
	if c := center.Scale(1 / float64(len(m.Atoms))); c.Norm() > 4e-4 {
		t.Errorf("%s: the centroid is at %v", id, c)
	}
}

func TestWaterGeometry(t *testing.T) {
	e, _ := ByID("water")
	a := e.Mol().Atoms
	if d := a[0].Pos.Sub(a[1].Pos).Norm(); math.Abs(d-0.9572) > 1e-4 {
		t.Errorf("O–H: got %.4f Å, want 0.9572", d)
	}
	if angle := geom.Angle(a[1].Pos, a[0].Pos, a[2].Pos) * 180 / math.Pi; math.Abs(angle-104.52) > 0.02 {
		t.Errorf("H–O–H: got %.3f°, want 104.52", angle)
	}
}

func TestMolblock(t *testing.T) {
	for _, e := range All() {
		block := e.Molblock()
		rec, err := molfile.Read([]byte(block))
		if err != nil || len(rec.Warnings) > 0 || rec.Dimension != "3D" {
			t.Fatalf("%s: %v %q", e.ID, err, rec.Warnings)
		}
		want := e.Mol()
		for i, a := range rec.Mol.Atoms {
			if a != want.Atoms[i] {
				t.Errorf("%s: atom %d: got %+v, want %+v", e.ID, i+1, a, want.Atoms[i])
			}
		}
		if !slices.Equal(rec.Mol.Bonds, want.Bonds) {
			t.Errorf("%s: bonds differ", e.ID)
		}
	}
}

// TestThroughFormats: every preset survives a mol file, and every format that can be
// written takes it, those of crystals in a cell.
func TestThroughFormats(t *testing.T) {
	for _, e := range All() {
		s := structure.FromMol(e.Mol())
		text, report, err := formats.Write("mol", s, formats.Options{Name: e.Name})
		if err != nil || len(report.Losses) > 0 {
			t.Fatalf("%s: %+v, %v", e.ID, report, err)
		}
		file, err := formats.Read(e.ID+".mol", text)
		if err != nil || !reflect.DeepEqual(file.Structure, s) || len(file.Warnings) > 0 {
			t.Errorf("%s: got %+v, %v", e.ID, file, err)
		}
		crystals := map[string]bool{"poscar": true, "cif": true} // they say what has a cell
		for _, info := range formats.List() {
			if _, _, err := formats.Write(info.ID, s, formats.Options{}); (err != nil) != crystals[info.ID] {
				t.Errorf("%s as %s: %v", e.ID, info.ID, err)
			}
		}
		inCell := *s
		inCell.Cell = &[9]float64{40, 0, 0, 0, 40, 0, 0, 0, 40}
		for id := range crystals {
			if _, _, err := formats.Write(id, &inCell, formats.Options{}); err != nil {
				t.Errorf("%s in a cell as %s: %v", e.ID, id, err)
			}
		}
	}
}

func TestLookUp(t *testing.T) {
	if e, ok := BySMILES("O"); !ok || e.ID != "water" {
		t.Errorf("O: got %s, want water", e.ID)
	}
	if e, ok := BySMILES("CCO"); !ok || e.ID != "ethanol" {
		t.Errorf("CCO: got %s, want ethanol (the polymer unit comes later)", e.ID)
	}
	if e, ok := BySMILES("OCC"); ok {
		t.Errorf("OCC: got %s, want none: another spelling", e.ID)
	}
	if e, ok := ByID("Water"); ok {
		t.Errorf("id Water: got %s, want none", e.ID)
	}
}

func TestFind(t *testing.T) {
	tests := []struct {
		query, group string
		limit        int
		want         string // ids, "…" when more follow
	}{
		{"water", "", 0, "water"},
		{"WATER", "", 0, "water"},
		{" H2O ", "", 1, "water"},
		{"h2o", "", 1, "water"},
		{"THF", "", 0, "thf"},
		{"glucose", "", 0, "beta-d-glucose"},
		{"methan", "", 0, "methane methanol …"},
		{"O", "", 2, "water …"},
		{"", "", 3, "water ammonia methane"},
		{"", "drugs", 0, "…"},
		{"ethyl", "Solvents", 0, "…"},
		{"LiPF6", "", 0, ""},
		{"water", "Ions", 0, ""},
		{"", "no such group", 0, ""},
	}
	for _, c := range tests {
		var ids []string
		for _, e := range Find(c.query, c.group, c.limit) {
			ids = append(ids, e.ID)
			if c.group != "" && !strings.EqualFold(c.group, e.Group) {
				t.Errorf("Find(%q, %q): %s is in group %s", c.query, c.group, e.ID, e.Group)
			}
		}
		got := strings.Join(ids, " ")
		prefix, open := strings.CutSuffix(c.want, "…")
		if open && (!strings.HasPrefix(got, prefix) || got == "") || !open && got != c.want {
			t.Errorf("Find(%q, %q, %d): got %q, want %q", c.query, c.group, c.limit, got, c.want)
		}
	}
	if got := len(Find("", "", 0)); got != 90 {
		t.Errorf("blank query: got %d, want 90", got)
	}
}

func TestAllIsACopy(t *testing.T) {
	All()[0].ID = "changed"
	if All()[0].ID != "water" {
		t.Error("a change of the result changed the library")
	}
}

func ExampleFind() {
	for _, e := range Find("carbonate", "Electrolyte solvents", 2) {
		fmt.Printf("%s, %s, %g g/cm³ at %g °C\n", e.Name, e.Formula, e.Density, e.Temperature)
	}
	// Output:
	// Ethylene carbonate, C3H4O3, 1.321 g/cm³ at 40 °C
	// Propylene carbonate, C4H6O3, 1.2 g/cm³ at 25 °C
}
