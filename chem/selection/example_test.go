package selection_test

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/selection"
	"github.com/molsmith/molsmith/chem/structure"
)

// The hydrogens of water, and what is wrong with an expression that cannot be read.
func ExampleParse() {
	water := &structure.Structure{
		Elements:  []uint8{8, 1, 1, 11},
		Positions: []float64{0, 0, 0, 0.96, 0, 0, -0.24, 0.93, 0, 0, 0, 5},
		Bonds:     [][2]uint32{{0, 1}, {0, 2}},
	}
	q, err := selection.Parse("hydrogen and bonded to O")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := q.Select(water, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Atoms)

	_, err = selection.Parse("hydrogne and bonded to O")
	fmt.Println(err)
	// Output:
	// [1 2]
	// “hydrogne” is not a word of a selection: did you mean hydrogen?
}
