package rng_test

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/rng"
)

// A die thrown by a seeded generator falls the same way on every machine.
func Example() {
	r := rng.New(2026)
	for range 6 {
		fmt.Print(1+r.Intn(6), " ")
	}
	fmt.Println()
	// Output: 3 4 5 5 1 3
}

// Each piece of a divided task takes its own stream.
func ExampleStream() {
	for piece := range uint64(2) {
		r := rng.Stream(2026, piece)
		fmt.Printf("%.6f\n", r.Float64())
	}
	// Output:
	// 0.412870
	// 0.363320
}
