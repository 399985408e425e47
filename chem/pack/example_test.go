package pack_test

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/pack"
)

// Fill an oblique periodic cell with water; no two molecules, images included,
// are closer than 2 Å.
func Example() {
	c, err := cell.FromParameters(20, 20, 22, 90, 90, 120)
	if err != nil {
		fmt.Println(err)
		return
	}
	water := pack.Species{
		Positions: []float64{0, -0.3906, 0, 0.7570, 0.1953, 0, -0.7570, 0.1953, 0},
		Count:     250,
	}
	box, err := pack.Box(context.Background(), c, []pack.Species{water}, pack.Options{Tolerance: 2, Seed: 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(box.Positions)/3, "atoms, converged:", box.Converged)
	// Output: 750 atoms, converged: true
}

// A density that no arrangement has is refused before any work.
func ExampleFeasible() {
	c, err := cell.FromParameters(10, 10, 10, 90, 90, 90)
	if err != nil {
		fmt.Println(err)
		return
	}
	argon := pack.Species{Positions: []float64{0, 0, 0}, Count: 100}
	fmt.Println(pack.Feasible(c, []pack.Species{argon}, pack.Options{Tolerance: 3}))
	// Output: the molecules cannot fit: atoms 3 Å apart take 1414 Å³ of the cell's 1000 Å³ (141 %, at most 70 % is possible): lower the density, use fewer molecules or a larger cell, or a smaller minimum distance (tolerance)
}
