package conformance

import (
	"fmt"
	"slices"
	"testing"
)

// TestChattyServer: of many faults the first ones are kept, and the number of the rest.
func TestChattyServer(t *testing.T) {
	var r router
	for k := range 100_000 {
		r.fault("stdio.output", "line %d", k)
		if k < 3 {
			r.fault("protocol", "message %d", k)
		}
	}
	faults := r.faults()
	if len(faults) != maxFaults+3+1 {
		t.Fatalf("got %d faults: %v", len(faults), faults)
	}
	for _, want := range []fault{
		{"stdio.output", "line 0"}, {"stdio.output", fmt.Sprintf("line %d", maxFaults-1)}, {"protocol", "message 2"},
		{"stdio.output", fmt.Sprintf("%d more of this kind", 100_000-maxFaults)},
	} {
		if !slices.Contains(faults, want) {
			t.Errorf("got %v, without %v", faults, want)
		}
	}
	var steps progress
	for range 2 * maxSteps {
		steps.take(nil)
	}
	if len(steps.params) != maxSteps {
		t.Errorf("kept %d notifications", len(steps.params))
	}
}
