package mmff_test

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/forcefield/mmff"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/smiles"
)

// The terms of the energy of a water molecule with bonds that are too long.
func ExampleNew() {
	p, err := smiles.Perceive("O")
	if err != nil {
		fmt.Println(err)
		return
	}
	complete, _ := hydrogen.Add(p, nil)
	field, err := mmff.New(complete, mmff.Options{Variant: mmff.MMFF94s})
	if err != nil {
		fmt.Println(err)
		return
	}
	x := []float64{0, 0, 0, 1, 0, 0, -0.25, 0.97, 0}
	for _, term := range field.Terms(x)[:3] {
		fmt.Printf("%s %.3f kcal/mol\n", term.Name, term.Energy)
	}
	fmt.Println("types", field.Types())
	// Output:
	// bond 1.081 kcal/mol
	// angle 0.003 kcal/mol
	// stretch-bend 0.016 kcal/mol
	// types [70 31 31]
}
