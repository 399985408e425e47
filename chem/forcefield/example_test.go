package forcefield_test

import (
	"context"
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/minimize"
)

// spring holds two atoms at distance 1.
type spring struct{}

func (spring) Evaluate(x, g []float64) float64 {
	d := [3]float64{x[3] - x[0], x[4] - x[1], x[5] - x[2]}
	r := math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
	if g != nil {
		for k := range d {
			g[3+k] = 2 * (r - 1) * d[k] / r
			g[k] = -g[3+k]
		}
	}
	return (r - 1) * (r - 1)
}

func (spring) Until(context.Context) {}

func (s spring) Terms(x []float64) []forcefield.Term {
	return []forcefield.Term{{Name: "bond", Energy: s.Evaluate(x, nil)}}
}

func ExampleRestrain() {
	x := []float64{0, 0, 0, 1.2, 0, 0}
	m, err := forcefield.Restrain(spring{}, 2, []forcefield.Restraint{forcefield.Distance(0, 1, 2, 3, 1000)})
	if err != nil {
		fmt.Println(err)
		return
	}
	first := []bool{true, true, true} // the coordinates of the first atom stay
	if _, err := minimize.Run(context.Background(), m, x, minimize.Options{Fixed: first}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f %.2f\n", x[0], x[3])
	// Output: 0.00 2.00
}
