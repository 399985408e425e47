package fingerprint_test

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/fingerprint"
	"github.com/molsmith/molsmith/chem/smiles"
)

// How alike aspirin and salicylic acid are, and what benzene is made of.
func Example() {
	aspirin, err := smiles.Perceive("CC(=O)Oc1ccccc1C(=O)O")
	if err != nil {
		panic(err)
	}
	salicylic, err := smiles.Perceive("Oc1ccccc1C(=O)O")
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.3f\n", fingerprint.Tanimoto(fingerprint.ECFP4(aspirin), fingerprint.ECFP4(salicylic)))

	benzene, err := smiles.Perceive("c1ccccc1")
	if err != nil {
		panic(err)
	}
	fmt.Println(fingerprint.ECFP4(benzene).OnBits())
	counts := fingerprint.Morgan(benzene, 2)
	for i, id := range counts.IDs {
		fmt.Println(id, counts.Times[i])
	}
	// Output:
	// 0.448
	// [389 1088 1873]
	// 98513984 6
	// 2763854213 6
	// 3218693969 6
}
