package uff_test

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/forcefield/uff"
	"github.com/molsmith/molsmith/chem/minimize"
	"github.com/molsmith/molsmith/chem/smiles"
)

func ExampleNew() {
	p, err := smiles.Perceive("Cl[Hg]Cl") // complete as it is, without hydrogens
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := uff.New(p, uff.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	x := []float64{2, 1, 0, 0, 0, 0, -2, 1, 0}
	result, err := minimize.Run(context.Background(), f, x, minimize.Options{MaxStep: 0.3})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Types(), result.Converged)
	fmt.Printf("%.2f Å, %.3f kcal/mol\n", (x[0]-x[6])/2, result.Energy)
	// Output:
	// [Cl Hg1+2 Cl] true
	// 2.37 Å, 0.000 kcal/mol
}
