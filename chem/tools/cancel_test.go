package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/contract"
)

// watched is a context that counts how often it is looked at, ends at a look, and knows the longest
// time between two.
type watched struct {
	context.Context
	looks, end atomic.Int64 // end: 0 for never
	last       atomic.Int64 // ns
	longest    atomic.Int64
	started    time.Time
}

func newWatched(end int64) *watched {
	w := &watched{Context: context.Background(), started: time.Now()}
	w.end.Store(end)
	return w
}

func (w *watched) Err() error {
	now := int64(time.Since(w.started))
	if gap := now - w.last.Swap(now); gap > w.longest.Load() {
		w.longest.Store(gap)
	}
	if n, end := w.looks.Add(1), w.end.Load(); end > 0 && n >= end {
		return context.Canceled
	}
	return nil
}

// longTools are calls that may take long, by the size of what is built; sizes are such that
// they take a second or less.
var longTools = []struct {
	tool     string
	document int // Å, the edge of an empty cell; 0: none
	args     string
	sizes    [2]int // the second is twice the first
	each     int    // there is a look for every so many more
}{
	{"liquid_box", 0, `"components":[{"molecule":{"name":"Water","smiles":"O"},"count":%d}],"seed":1`, [2]int{8_000, 16_000}, 200},
	{"liquid_box", 0, `"components":[{"molecule":{"name":"Octane","smiles":"CCCCCCCC"},"count":%d}],"seed":1,"density":0.7`, [2]int{600, 1_200}, 10},
	{"solvate", 100, `"solvent":{"name":"Water","smiles":"O"},"seed":1,"amount":"count","count":%d`, [2]int{8_000, 16_000}, 200},
	{"polymer_chain", 0, `"monomer":{"name":"p","smiles":"*CC(*)C"},"head":0,"tail":1,"seed":1,"tacticity":"atactic","length":%d`, [2]int{100, 200}, 1},
	{"polymer_melt", 0, `"monomer":{"name":"p","smiles":"*CC(*)C"},"head":0,"tail":1,"seed":1,"density":0.6,"length":10,"chains":%d`, [2]int{6, 12}, 1},
}

func runWatched(t *testing.T, ctx context.Context, tool string, edge int, args string) error {
	t.Helper()
	var document *contract.Structure
	if edge > 0 {
		document = empty(cubic(float64(edge)))
	}
	_, err := Registry().Lookup(tool).RunOn(ctx, json.RawMessage("{"+args+"}"), document, nil)
	return err
}

func isCode(err error, code contract.Code) bool {
	fault := (*contract.Error)(nil)
	return errors.As(err, &fault) && fault.Code == code
}

// TestCancelAnywhere ends calls at random looks at their context. Each ends with the context's
// error after a bounded number of further looks, and the number of looks grows with the work:
// they are inside the loops, not only between the phases.
func TestCancelAnywhere(t *testing.T) {
	random := rng.New(5)
	for _, c := range longTools {
		var looks [2]int64
		for k, size := range c.sizes {
			w := newWatched(0)
			if err := runWatched(t, w, c.tool, c.document, fmt.Sprintf(c.args, size)); err != nil {
				t.Fatalf("%s: %v", c.tool, err)
			}
			looks[k] = w.looks.Load()
		}
		if more := int64(c.sizes[1] - c.sizes[0]); looks[1]-looks[0] < more/int64(c.each) {
			t.Errorf("%s: %d looks at the context, %d for twice the size", c.tool, looks[0], looks[1])
		}
		for range 6 {
			end := 1 + int64(random.Intn(int(looks[0])))
			w := newWatched(end)
			if err := runWatched(t, w, c.tool, c.document, fmt.Sprintf(c.args, c.sizes[0])); !isCode(err, contract.Cancelled) {
				t.Errorf("%s, ended at look %d of %d: %v", c.tool, end, looks[0], err)
			}
			if more := w.looks.Load() - end; more > 2_000 {
				t.Errorf("%s, ended at look %d of %d: %d looks after that", c.tool, end, looks[0], more)
			}
		}
	}
}

// TestCancelSoon measures, in the long lane, that no tool goes on for 100 ms between two looks at
// its context, for what is as large as tools build.
func TestCancelSoon(t *testing.T) {
	if !everything() {
		t.Skip("times are measured in the long lane")
	}
	for _, c := range []struct {
		name     string
		tool     string
		document int
		args     string
	}{
		{"box of water", "liquid_box", 0, `"components":[{"molecule":{"name":"Water","smiles":"O"},"count":166000}],"seed":1`},
		{"solvated", "solvate", 170, `"solvent":{"name":"Water","smiles":"O"},"seed":1`},
		{"propylene", "polymer_chain", 0, `"monomer":{"name":"p","smiles":"*CC(*)C"},"head":0,"tail":1,"seed":1,"tacticity":"atactic","length":5000`},
		{"styrene", "polymer_chain", 0, `"monomer":{"name":"p","smiles":"*CC(*)c1ccccc1"},"head":0,"tail":1,"seed":1,"length":5000`},
		{"melt of ethylene", "polymer_melt", 0, `"monomer":{"name":"p","smiles":"*CC*"},"head":0,"tail":1,"seed":1,"density":0.7,"length":500,"chains":100`},
	} {
		t.Run(c.name, func(t *testing.T) {
			// The best of some runs: a busy machine only adds to the time.
			shortest := time.Hour
			for range 3 {
				w := newWatched(0)
				if err := runWatched(t, w, c.tool, c.document, c.args); err != nil {
					t.Fatal(err)
				}
				shortest = min(shortest, time.Duration(w.longest.Load()))
				if shortest < 100*time.Millisecond {
					break
				}
			}
			if shortest >= 100*time.Millisecond {
				t.Errorf("%v between two looks", shortest)
			}
		})
	}
}
