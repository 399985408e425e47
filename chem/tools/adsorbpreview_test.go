package tools

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract"
)

// TestAdsorbPreviewIsQuick: a clump of atoms is not searched while a form is filled, and no
// reason to refuse a run; an even surface of the largest size is.
func TestAdsorbPreviewIsQuick(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	clump := &contract.Structure{Cell: &[9]float64{5, 0, 0, 0, 5, 0, 0, 0, 20}}
	for range 10_000 {
		clump.Elements = append(clump.Elements, 29)
		clump.Positions = append(clump.Positions, 5*r.Float64(), 5*r.Float64(), r.Float64())
	}
	even := &contract.Structure{Cell: &[9]float64{600, 0, 0, 0, 600, 0, 0, 0, 20}}
	for i := range maxPreviewSlab {
		even.Elements = append(even.Elements, 29)
		even.Positions = append(even.Positions, float64(3*(i%200)), float64(3*(i/200)), 0)
	}
	for want, s := range map[string]*contract.Structure{
		"not listed before a run: the atoms of the surface lie too unevenly": clump,
		"kind 0 on top of Cu (40000 sites)":                                  even,
	} {
		p := Registry().Lookup("adsorb").Preview(json.RawMessage(`{}`), s)
		if len(p.Problems) > 0 || len(p.Facts) == 0 || p.Facts[0].Value != want {
			t.Errorf("got %.300v, want %s", p, want)
		}
	}
	even.Positions[3] = 0.015 // the symmetry of a smaller one is not found for another reason
	even.Elements, even.Positions = even.Elements[:2000], even.Positions[:6000]
	even.Cell[4] = 30
	p := Registry().Lookup("adsorb").Preview(json.RawMessage(`{}`), even)
	if len(p.Facts) == 0 || !strings.Contains(p.Facts[0].Value, "alone: the symmetry is not found: atoms 0 and 1") || !strings.HasSuffix(p.Facts[0].Value, " are 0.015 Å apart)") {
		t.Errorf("got %v", p)
	}
}
