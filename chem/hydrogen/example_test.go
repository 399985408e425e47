package hydrogen_test

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/mol"
)

// The hydrogens of water.
func ExampleComplete() {
	m, err := hydrogen.Complete(&mol.Mol{Atoms: []mol.Atom{{Element: 8}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	angle := geom.Angle(m.Atoms[1].Pos, m.Atoms[0].Pos, m.Atoms[2].Pos)
	fmt.Printf("%s, %.4f rad\n", m.Formula(), angle)
	// Output: H2O, 1.8239 rad
}
