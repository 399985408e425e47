//go:build !race

package tools

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"testing"
)

// Nothing of one molecule stays behind for the next: after thousands of geometries the
// live heap is what it was after the first hundred. Everything that is kept on purpose
// (tables, patterns) is there by then.
func TestGeometriesLeaveNothing(t *testing.T) {
	molecules := []string{"CCO", "c1ccccc1", "CC(=O)[O-].[Na+]", "C[C@H](N)C(=O)O", "C/C=C/C", "O", "[Xe]", "C1CCOC1", "F[B-](F)(F)F", "CS(C)=O"}
	many := 1000
	if os.Getenv("MOLSMITH_FULL") != "" {
		many = 10_000
	}
	run := func(from, to int) {
		for i := from; i < to; i++ {
			args := fmt.Sprintf(`{"smiles":%q,"seed":%d}`, molecules[i%len(molecules)], i)
			if _, err := Registry().Lookup("generate_3d").Run(t.Context(), json.RawMessage(args), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // what pools held in the first is let go in the second
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	run(0, 100)
	before := live()
	run(100, many)
	if after := live(); after > before+1<<20 {
		t.Errorf("the live heap grew from %d to %d bytes over %d molecules", before, after, many-100)
	}
}
