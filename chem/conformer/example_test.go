package conformer_test

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/conformer"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

// From a SMILES to a geometry.
func ExampleBuilder_Generate() {
	p, err := smiles.Perceive("c1ccccc1")
	if err != nil {
		fmt.Println(err)
		return
	}
	full, set := hydrogen.Add(p, stereo.Find(p))
	b, err := conformer.New(full, set, conformer.Auto)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := b.Generate(context.Background(), 42, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d atoms, %s, C–C %.2f Å\n", len(c.X)/3, b.Force(), geom.At(c.X, 0).Sub(geom.At(c.X, 1)).Norm())
	// Output: 12 atoms, MMFF94s, C–C 1.39 Å
}
