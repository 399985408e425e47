package cell_test

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// Two atoms near opposite corners of a hexagonal cell are neighbors.
func Example() {
	c, err := cell.FromParameters(10, 10, 12, 90, 90, 120)
	if err != nil {
		fmt.Println(err)
		return
	}
	a := c.Cartesian(cell.Fractional{A: 0.05, B: 0.05, C: 0.02})
	b := c.Cartesian(cell.Fractional{A: 0.95, B: 0.95, C: 0.98})
	fmt.Printf("%.3f Å apart in a cell of %.1f Å³\n", c.Distance(a, b), c.Volume())
	// Output: 1.109 Å apart in a cell of 1039.2 Å³
}

// A left-handed set of vectors is refused with the remedy.
func ExampleNew() {
	_, err := cell.New([9]float64{0, 10, 0, 10, 0, 0, 0, 0, 10})
	fmt.Println(err)
	// Output: the cell vectors are left-handed: swap two vectors
}

// Wrap brings a point into the cell.
func ExampleCell_Wrap() {
	c, _ := cell.New([9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10})
	fmt.Println(c.Wrap(geom.Vec3{X: -1, Y: 12, Z: 5}))
	// Output: {9 2 5}
}
