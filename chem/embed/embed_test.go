package embed

import (
	"context"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

// molecule is the complete molecule of a SMILES and its configuration.
func molecule(t testing.TB, smi string) (*perceive.Molecule, *stereo.Set) {
	t.Helper()
	m, err := smiles.Parse(smi)
	if err != nil {
		t.Fatalf("%s: %v", smi, err)
	}
	p, err := perceive.Sanitize(m)
	if err != nil {
		t.Fatalf("%s: %v", smi, err)
	}
	return hydrogen.Add(p, stereo.Find(p))
}

// embed makes one geometry.
func embed(ctx context.Context, p *perceive.Molecule, s *stereo.Set, seed uint64) ([]float64, error) {
	e, err := New(p, s)
	if err != nil {
		return nil, err
	}
	return e.Embed(ctx, seed, Options{})
}

func TestDeterministic(t *testing.T) {
	p, s := molecule(t, "CC(C)Cc1ccc(cc1)[C@H](C)C(=O)O")
	first, err := embed(context.Background(), p, s, 3)
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(p, s)
	if err != nil {
		t.Fatal(err)
	}
	other, err := e.Embed(context.Background(), 4, Options{})
	if err != nil {
		t.Fatal(err)
	}
	again, err := e.Embed(context.Background(), 3, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(first, again) {
		t.Error("the same seed gave other positions")
	}
	if slices.Equal(first, other) {
		t.Error("another seed gave the same positions")
	}
}
