package perceive_test

import (
	"testing"

	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
)

// TestHybridization: the values are RDKit's (2026.09.1). A digit is the number of p
// orbitals in use, s none, d and o are sp³d and sp³d², q square planar, ? none known;
// the second row marks the atoms with a conjugated bond.
func TestHybridization(t *testing.T) {
	tests := []struct{ smiles, orbitals, conjugated string }{
		{"C", "3", "."},
		{"CC(=O)NC", "32223", ".***."},
		{"c1ccoc1", "22222", "*****"},
		{"C#CC=C", "1122", "****"},
		{"[Na+]", "s", "."},
		{"[Fe+2]", "2", "."},
		{"S(F)(F)(F)(F)(F)F", "o333333", "......."},
		{"P(Cl)(Cl)(Cl)(Cl)Cl", "d33333", "......"},
		{"C[N+](C)(C)C", "33333", "....."},
		{"[CH3]", "3", "."},
		{"Cl[Pt@SP1](Cl)(N)N", "3q333", "....."},
		{"C=CSC", "2233", "...."},
		{"OC(=O)c1ccccc1", "222222222", "*********"},
		{"[H][H]", "ss", ".."},
		{"*", "?", "."},
		{"B", "2", "."},
		{"CS(=O)C", "3323", "...."},
	}
	letters := map[perceive.Hybridization]byte{
		perceive.Unhybridized: '?', perceive.S: 's', perceive.SP: '1', perceive.SP2: '2', perceive.SP3: '3',
		perceive.SP3D: 'd', perceive.SP3D2: 'o', perceive.SP2D: 'q',
	}
	for _, c := range tests {
		p, err := smiles.Perceive(c.smiles)
		if err != nil {
			t.Fatal(err)
		}
		atoms, conjugated := p.Hybridization()
		var orbitals, marks []byte
		for i, h := range atoms {
			orbitals = append(orbitals, letters[h])
			mark := byte('.')
			if conjugated[i] {
				mark = '*'
			}
			marks = append(marks, mark)
		}
		if string(orbitals) != c.orbitals || string(marks) != c.conjugated {
			t.Errorf("%s: got %s %s, want %s %s", c.smiles, orbitals, marks, c.orbitals, c.conjugated)
		}
	}
}
