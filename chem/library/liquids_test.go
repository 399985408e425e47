package library

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/smiles"
)

// TestLiquids holds the table to what LiquidOf reads it as: every SMILES canonical
// and without configurations, no molecule twice, densities of liquids.
func TestLiquids(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(liquidsTSV), "\n")
	if got := lines[0]; got != "name\tsmiles\tdensity_g_cm3\ttemperature_C" {
		t.Fatalf("columns: got %q", got)
	}
	for _, line := range lines[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 4 {
			t.Fatalf("%q: got %d columns, want 4", line, len(f))
		}
		p, err := smiles.Perceive(f[1])
		if err != nil {
			t.Fatalf("%s: %v", f[0], err)
		}
		canonical, err := smiles.CanonicalOf(p, nil)
		if err != nil || canonical != f[1] {
			t.Errorf("%s: got %q (%v), want the canonical %q", f[0], f[1], err, canonical)
		}
		density, err := strconv.ParseFloat(f[2], 64)
		if err != nil || density < 0.5 || density > 14 {
			t.Errorf("%s: got density %q", f[0], f[2])
		}
		temperature, err := strconv.ParseFloat(f[3], 64)
		if err != nil || temperature < 0 || temperature > 50 {
			t.Errorf("%s: got temperature %q", f[0], f[3])
		}
		if got, ok := LiquidOf(canonical); !ok || got != (Liquid{f[0], density, temperature}) {
			t.Errorf("%s: found %+v, %v", f[0], got, ok)
		}
	}
	if got, want := len(liquids()), len(lines)-1; got != want {
		t.Errorf("liquids: got %d, want %d different ones", got, want)
	}
	if got, ok := LiquidOf("CCCCCCCCCCCCCCCCCCCCCCC"); ok {
		t.Errorf("a wax: got %+v, want none", got)
	}
}

// TestLiquidsAgreeWithThePresets: the two tables state the same densities.
func TestLiquidsAgreeWithThePresets(t *testing.T) {
	compared := 0
	for _, e := range All() {
		if e.Density == 0 || e.Repeat != "" {
			continue
		}
		p, err := smiles.Perceive(e.SMILES)
		if err != nil {
			t.Fatal(err)
		}
		canonical, err := smiles.CanonicalOf(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		l, ok := LiquidOf(canonical)
		if !ok {
			continue
		}
		compared++
		if l.Temperature == e.Temperature && math.Abs(l.Density-e.Density) > 0.003 {
			t.Errorf("%s: got %v g/cm³ among the presets and %v among the liquids", e.Name, e.Density, l.Density)
		}
	}
	if compared < 20 {
		t.Errorf("compared %d liquids, want at least 20", compared)
	}
}
