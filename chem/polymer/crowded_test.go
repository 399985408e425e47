package polymer_test

import (
	"testing"

	"github.com/molsmith/molsmith/chem/polymer"
)

// Long side groups find room in the push, not by going back again and again: chains of
// lauryl methacrylate would take minutes otherwise.
func TestLongSideGroups(t *testing.T) {
	const length = 25
	r := repeat(unit(t, monomer{"lauryl methacrylate", "CC(C)C(=O)OCCCCCCCCCCCC", 0, 1}), length)
	c, err := polymer.Grow(background, r, polymer.Options{Seed: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkChain(t, r, c)
	if c.Backtracked > 8*length {
		t.Errorf("%d units were taken back for a chain of %d", c.Backtracked, length)
	}
}
