package tacticity_test

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/conformer"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/polymer/tacticity"
	"github.com/molsmith/molsmith/chem/smiles"
)

// The center of a propylene unit and its opposite.
func Example() {
	p, err := smiles.Perceive("CCC")
	if err != nil {
		panic(err)
	}
	full, set := hydrogen.Add(p, nil)
	b, err := conformer.New(full, set, conformer.Auto)
	if err != nil {
		panic(err)
	}
	c, err := b.Generate(context.Background(), 1, nil)
	if err != nil {
		panic(err)
	}
	u, err := tacticity.Find(full, c.X, tacticity.Links{Head: 0, Tail: 1, HeadLeaves: 3, TailLeaves: 6})
	if err != nil {
		panic(err)
	}
	opposite, _, ok := u.Invert(c.X, func(int) bool { return true })
	s := u.Sites[0]
	sign := func(x []float64) int { return s.Sign(func(i int) geom.Vec3 { return geom.At(x, i) }) }
	fmt.Println("center", s.Atom, "with methyl", s.Larger, "and hydrogen", s.Smaller)
	fmt.Println("inverted:", ok, sign(c.X) == -sign(opposite))
	// Output:
	// center 1 with methyl 2 and hydrogen 7
	// inverted: true true
}
