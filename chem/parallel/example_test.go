package parallel_test

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/parallel"
)

// Each piece has its own place; the sum runs over the places in order.
func ExampleDo() {
	sums := make([]int, 4)
	parallel.Do(parallel.Workers(0), len(sums), func(i int) {
		for x := 25*i + 1; x <= 25*(i+1); x++ {
			sums[i] += x
		}
	})
	fmt.Println(sums, sums[0]+sums[1]+sums[2]+sums[3])
	// Output: [325 950 1575 2200] 5050
}
