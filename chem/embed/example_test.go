package embed_test

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/embed"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

func Example() {
	m, err := smiles.Parse("F/C=C/F")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := perceive.Sanitize(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := embed.New(hydrogen.Add(p, stereo.Find(p)))
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := e.Embed(context.Background(), 1, embed.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d atoms, C=C %.1f Å, F to F %.0f Å\n", len(x)/3,
		geom.At(x, 1).Sub(geom.At(x, 2)).Norm(), geom.At(x, 0).Sub(geom.At(x, 3)).Norm())
	// Output: 6 atoms, C=C 1.3 Å, F to F 4 Å
}
