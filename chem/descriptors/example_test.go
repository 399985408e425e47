package descriptors_test

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/descriptors"
	"github.com/molsmith/molsmith/chem/smarts"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

// The properties of paracetamol.
func ExampleCalculate() {
	p, err := smiles.Perceive("CC(=O)Nc1ccc(O)cc1")
	if err != nil {
		panic(err)
	}
	v, err := descriptors.Calculate(p, smarts.NewTarget(p, nil))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.3f g/mol, logP %.2f, TPSA %.2f Å²\n", v.Weight, v.LogP, v.TPSA)
	fmt.Println(v.HBD, "donors,", v.HBA, "acceptors,", v.RotatableBonds, "rotatable bond")
	// Output:
	// 151.165 g/mol, logP 1.35, TPSA 49.33 Å²
	// 2 donors, 2 acceptors, 1 rotatable bond
}

// How hard nicotine is to make, from 1 to 10.
func ExampleSynthetic() {
	p, err := smiles.Perceive("CN1CCC[C@H]1c1cccnc1")
	if err != nil {
		panic(err)
	}
	score, err := descriptors.Synthetic(p, stereo.Find(p))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.2f\n", score)
	// Output: 2.50
}
