package mcs_test

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/mcs"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
)

func Example() {
	var mols []*perceive.Molecule
	for _, text := range []string{"CC(=O)Oc1ccccc1C(=O)O", "CC(=O)Nc1ccc(O)cc1"} { // aspirin, paracetamol
		p, err := smiles.Perceive(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		mols = append(mols, p)
	}
	r, err := mcs.Find(context.Background(), mols, mcs.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(r.Mol.Atoms), "atoms,", r.Bonds, "bonds:", r.SMARTS)
	fmt.Println("atoms of aspirin:", r.Atoms[0])
	// Output:
	// 7 atoms, 7 bonds: [#6]1:[#6]:[#6]:[#6](-[#8]):[#6]:[#6]:1
	// atoms of aspirin: [7 8 9 4 3 5 6]
}
