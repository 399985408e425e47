package tools

import (
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/pack"
	"github.com/molsmith/molsmith/contract"
)

func TestProofWords(t *testing.T) {
	counts := []proofCount{{"water", "WATE", 380}, {"ethanol", "ETHA", 20}}
	for _, c := range []struct {
		name     string
		proof    proof
		summary  string
		warnings []string
	}{
		{"as asked", proof{closest: 2.0001, worstA: 3, worstB: 7, density: 0.98, counts: counts}, "smallest distance between molecules 2.00 Å (periodic), 0 pierced rings", nil},
		{"no cell, one molecule", proof{closest: math.Inf(1)}, "0 pierced rings", nil},
		{"no cell", proof{closest: 2.5, worstB: 1}, "smallest distance between molecules 2.50 Å, 0 pierced rings", nil},
		{"too close", proof{closest: 1.62, worstA: 379, worstB: 380, density: 1, counts: counts}, "1.62 Å (periodic)",
			[]string{"minimum distance of 2 Å was not reached: the closest atoms of different molecules are 1.62 Å apart, between molecule 380 (water) and molecule 381 (ethanol)."}},
		{"own image", proof{closest: 1.9, density: 1, counts: counts}, "1.90", []string{"between molecule 1 (water) and its own image."}},
		{"before", proof{closest: 1.9, worstA: -1, worstB: 399, density: 1, counts: counts}, "1.90", []string{"between an atom that was there before and molecule 400 (ethanol)."}},
		{"a ring", proof{closest: 2, density: 1, counts: counts, pierced: 1}, ", 1 pierced ring", []string{"1 ring is pierced"}},
		{"rings", proof{closest: 2, density: 1, counts: counts, pierced: 2}, ", 2 pierced rings", []string{"2 rings are pierced"}},
	} {
		if got := c.proof.summary(); !strings.Contains(got, c.summary) {
			t.Errorf("%s: got summary %q, want %q in it", c.name, got, c.summary)
		}
		got := c.proof.warnings(2)
		if len(got) != len(c.warnings) {
			t.Fatalf("%s: got warnings %q, want %q", c.name, got, c.warnings)
		}
		for i, w := range c.warnings {
			if !strings.Contains(got[i], w) {
				t.Errorf("%s: got warning %q, want %q in it", c.name, got[i], w)
			}
		}
	}
}

func TestProofRecord(t *testing.T) {
	p := proof{closest: 2.00004, density: 0.98123456780000001, pierced: 1, counts: []proofCount{{"water", "WATE", 380}, {"ethanol", "ETHA", 20}}}
	var recorded contract.Provenance
	p.record(&recorded)
	for key, want := range map[string]any{"closestDistance": 2.0, "density": 0.9812345678, "piercedRings": int64(1), "counts": "380 WATE, 20 ETHA"} {
		if got, _ := recorded.Get(key); got != want {
			t.Errorf("%s: got %v, want %v", key, got, want)
		}
	}
	if back := recordedProof(&recorded); back.closest != 2 || back.density != 0.9812345678 || back.pierced != 1 {
		t.Errorf("read back: got %+v", back)
	}
	var alone contract.Provenance
	(&proof{closest: math.Inf(1)}).record(&alone)
	if _, ok := alone.Get("closestDistance"); ok {
		t.Error("an infinite distance was recorded: JSON has no such number")
	}
	if back := recordedProof(&alone); !math.IsInf(back.closest, 1) || back.density != 0 {
		t.Errorf("read back of one molecule in no cell: got %+v", back)
	}
}

// TestProofDensity: 32 waters in an oblique cell of 1000 Å³.
func TestProofDensity(t *testing.T) {
	got := densityOf(32*18.015, &[9]float64{10, 0, 0, 3, 10, 0, -2, 4, 10})
	if want := 32 * 18.015 / 602.214076; math.Abs(got/want-1) > 1e-12 {
		t.Errorf("got %v g/cm³, want %v", got, want)
	}
}

func TestProofOfPacked(t *testing.T) {
	list := []copies{{component: &component{name: "methane"}, count: 2}, {component: &component{name: "methanol"}, count: 3, residue: "METH"}}
	p := packedProof(&pack.Result{Closest: 2.5, WorstA: 1, WorstB: 4, Pierced: 2}, list)
	if p.closest != 2.5 || p.worstA != 1 || p.worstB != 4 || p.pierced != 2 {
		t.Errorf("got %+v", p)
	}
	// The name that was asked for stays, the derived one gives way.
	if want := (proofCount{"methane", "MET2", 2}); p.counts[0] != want {
		t.Errorf("got %+v, want %+v", p.counts[0], want)
	}
	if want := (proofCount{"methanol", "METH", 3}); p.counts[1] != want {
		t.Errorf("got %+v, want %+v", p.counts[1], want)
	}
}
