package forcefield

import (
	"testing"

	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/smiles"
)

// BenchmarkStiffness is of a molecule of 50 atoms. One Update costs about as much as one
// evaluation of MMFF94, New two.
func BenchmarkStiffness(b *testing.B) {
	p, err := smiles.Perceive("CCNC(=O)c1cc2c(c(cnc2[nH]1)c3cncc(c3)C(=O)O)n4nc(cc4C)C(F)(F)F")
	if err != nil {
		b.Fatal(err)
	}
	p, _ = hydrogen.Add(p, nil)
	x := scattered(len(p.Mol.Atoms), 10, 1)
	b.Run("New", func(b *testing.B) {
		for b.Loop() {
			NewStiffness(p, nil)
		}
	})
	s := NewStiffness(p, nil)
	b.Run("Update", func(b *testing.B) {
		for b.Loop() {
			s.Update(x, 0)
		}
	})
	b.Run("Solve", func(b *testing.B) {
		v := scattered(len(p.Mol.Atoms), 10, 2)
		for b.Loop() {
			s.Forward(v)
			s.Backward(v)
		}
	})
}
