package tools

import (
	"fmt"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// chainOf writes arguments of polymer_chain for a monomer as SMILES with link points, or
// with head 0 and tail 1.
func chainOf(smiles string, length int, rest string) string {
	if rest != "" {
		rest = "," + rest
	}
	return fmt.Sprintf(`{"monomer":{"name":"unit","smiles":%q},"head":0,"tail":1,"seed":7,"length":%d%s}`, smiles, length, rest)
}

// formulaOf is the formula of a result.
func formulaOf(s *contract.Structure) string {
	return (&structure.Structure{Elements: s.Elements}).Formula()
}

// shownSMILES is the canonical SMILES of a result, configurations read from its positions.
func shownSMILES(t testing.TB, s *contract.Structure) string {
	t.Helper()
	m := (&structure.Structure{Elements: s.Elements, Positions: s.Positions, Bonds: s.Bonds, BondOrders: s.BondOrders, FormalCharges: s.FormalCharges}).Mol()
	for i := range m.Atoms {
		m.Atoms[i].Pos = geom.At(s.Positions, i)
	}
	stereo.FromGeometry(m)
	p, err := perceive.Sanitize(m)
	if err != nil {
		t.Fatal(err)
	}
	text, err := smiles.Canonical(p)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func canonicalOfText(t testing.TB, text string) string {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatal(text, err)
	}
	if text, err = smiles.Canonical(p); err != nil {
		t.Fatal(err)
	}
	return text
}

// number reads a number of a provenance.
func number(t testing.TB, r *contract.BuilderResult, key string) float64 {
	t.Helper()
	v, ok := r.Provenance.Get(key)
	if !ok {
		t.Fatalf("the provenance has no %s: %v", key, r.Provenance)
	}
	switch n := v.(type) {
	case float64:
		return n
	case int64:
		return float64(n)
	}
	t.Fatalf("%s is %T", key, v)
	return 0
}

// said reads a text of a provenance, "" when it is absent.
func said(r *contract.BuilderResult, key string) string {
	v, _ := r.Provenance.Get(key)
	text, _ := v.(string)
	return text
}

// libraryBlock is the mol block of an entry of the library.
func libraryBlock(t testing.TB, id string) string {
	t.Helper()
	entry, ok := library.ByID(id)
	if !ok {
		t.Fatalf("the library has no %s", id)
	}
	return entry.Molblock()
}
