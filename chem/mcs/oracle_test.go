package mcs

import (
	"context"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
)

// steps bounds the searches of tests, so that no clock decides: about two seconds.
const steps = 20_000_000

type oracleRow struct {
	ID      string
	Mols    []string
	Results []oracleResult
}

type oracleResult struct {
	Params struct {
		AtomCompare, BondCompare               string
		RingMatchesRingOnly, CompleteRingsOnly bool
	}
	Atoms, Bonds int
	Canceled     bool // a lower bound
}

func (r *oracleResult) options() Options {
	o := Options{RingMatchesRingOnly: r.Params.RingMatchesRingOnly, CompleteRingsOnly: r.Params.CompleteRingsOnly}
	if r.Params.AtomCompare == "Any" {
		o.Atoms = AnyAtom
	}
	switch r.Params.BondCompare {
	case "Any":
		o.Bonds = AnyBond
	case "OrderExact":
		o.Bonds = ExactOrder
	}
	return o
}

func perceiveAll(t testing.TB, texts ...string) []*perceive.Molecule {
	t.Helper()
	mols := make([]*perceive.Molecule, len(texts))
	for i, text := range texts {
		p, err := smiles.Perceive(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		mols[i] = p
	}
	return mols
}

func find(t testing.TB, mols []*perceive.Molecule, o Options) Result {
	t.Helper()
	if o.Steps == 0 {
		o.Steps = steps
	}
	got, err := Find(context.Background(), mols, o)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestOracle(t *testing.T) {
	oracle.Each(t, "mcs.jsonl.gz", 60, func(row oracleRow) {
		mols := perceiveAll(t, row.Mols...)
		for _, want := range row.Results {
			o := want.options()
			got := find(t, mols, o)
			if !got.Completed {
				t.Errorf("%s %+v: not completed", row.ID, o)
			}
			switch atoms := size(got); {
			case want.Canceled && got.Bonds < want.Bonds:
				t.Errorf("%s %+v: got %d bonds, want at least %d", row.ID, o, got.Bonds, want.Bonds)
			case !want.Canceled && (atoms != want.Atoms || got.Bonds != want.Bonds):
				t.Errorf("%s %+v: got %d atoms and %d bonds, want %d and %d", row.ID, o, atoms, got.Bonds, want.Atoms, want.Bonds)
			}
			checkCommon(t, mols, o, got)
		}
	})
}
