package minimize_test

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/minimize"
)

// bowl is (x − 3)² + 10 (y + 1)².
type bowl struct{}

func (bowl) Evaluate(x, g []float64) float64 {
	dx, dy := x[0]-3, x[1]+1
	if g != nil {
		g[0], g[1] = 2*dx, 20*dy
	}
	return dx*dx + 10*dy*dy
}

func ExampleRun() {
	x := []float64{0, 0}
	result, err := minimize.Run(context.Background(), bowl{}, x, minimize.Options{Gradient: 1e-6})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.4f %.4f, converged: %t\n", x[0], x[1], result.Converged)
	// Output: 3.0000 -1.0000, converged: true
}
