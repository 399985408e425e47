package polymer_test

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/conformer"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/polymer"
	"github.com/molsmith/molsmith/chem/smiles"
)

// Polyethylene of five units: the two carbons of ethane give up a hydrogen each.
func ExampleGrow() {
	p, _ := smiles.Perceive("CC")
	ethane, stereo := hydrogen.Add(p, nil)
	builder, _ := conformer.New(ethane, stereo, conformer.Auto)
	geometry, _ := builder.Generate(context.Background(), 1, nil)
	chain, err := polymer.Grow(context.Background(), polymer.Request{
		Kinds:    []polymer.Unit{{Molecule: ethane, Positions: geometry.X, Head: 0, HeadLeaves: 2, Tail: 1, TailLeaves: 5}},
		Sequence: []int{0, 0, 0, 0, 0},
	}, polymer.Options{Seed: 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(chain.Mol.Formula(), chain.First, len(chain.Junctions))
	// Output: C10H22 [0 7 13 19 25 32] 4
}

// Four such chains in a cell: the report says how near they come.
func ExampleFill() {
	p, _ := smiles.Perceive("CC")
	ethane, _ := hydrogen.Add(p, nil)
	builder, _ := conformer.New(ethane, nil, conformer.Auto)
	geometry, _ := builder.Generate(context.Background(), 1, nil)
	chain := polymer.Request{
		Kinds:    []polymer.Unit{{Molecule: ethane, Positions: geometry.X, Head: 0, HeadLeaves: 2, Tail: 1, TailLeaves: 5}},
		Sequence: make([]int, 10),
	}
	box, _ := cell.FromParameters(14, 14, 14, 90, 90, 90)
	melt, err := polymer.Fill(context.Background(), box, []polymer.Request{chain, chain, chain, chain}, polymer.Options{Seed: 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d chains, %.2f g/cm³, apart: %t, pierced rings: %d\n", len(melt.Chains), melt.Density, melt.Between > 1.8, melt.Pierced)
	// Output: 4 chains, 0.68 g/cm³, apart: true, pierced rings: 0
}
