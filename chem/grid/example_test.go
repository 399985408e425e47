package grid_test

import (
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
)

// All pairs of atoms closer than 3 Å, across the faces of a periodic cell.
func ExampleGrid_Pairs() {
	c, err := cell.New([9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	atoms := []float64{0.5, 5, 5, 9.5, 5, 5, 5, 5, 5}
	g, err := grid.New(&c, atoms, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	g.Pairs(func(i, j int, d geom.Vec3, d2 float64) {
		fmt.Printf("%d–%d %.2f Å\n", i, j, math.Sqrt(d2))
	})
	// Output: 0–1 1.00 Å
}
