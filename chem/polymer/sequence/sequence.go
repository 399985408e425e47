// Package sequence says in which order the repeat units of a chain follow each other:
// written out as text, or made by a rule. Kinds of units are numbers from 0, in text the
// letters from A.
//
//	sequence = 1*item
//	item     = ( letter / "(" sequence ")" ) [ count ]
//	letter   = "A" … "Z", one for each kind
//	count    = 1*digit, at least 1
//
// "A10B5" is a block of ten and one of five, "(AB)5" alternates, "A(BA2)3C" is A, three
// times BAA, C. Blanks, hyphens, commas and dots between items mean nothing.
package sequence

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/rng"
)

// Limits of a text.
const (
	MaxBytes = 20_000
	MaxDepth = 16 // of parentheses inside each other
)

// Error says where and why a text is no sequence.
type Error struct {
	Offset int // byte in the text, counted from 0; its length when something is missing at the end
	Msg    string
}

func (e *Error) Error() string { return fmt.Sprintf("character %d: %s", e.Offset+1, e.Msg) }

// Shares divides n units by weights, which are not negative and finite: each kind gets
// its part rounded down, and what is left goes to the largest remainders, earlier kinds
// first. It returns nil when no weight is positive.
func Shares(weights []float64, n int) []int {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	if !(total > 0) || total > 1e300 {
		return nil
	}
	counts := make([]int, len(weights))
	order := make([]int, len(weights))
	rest := make([]float64, len(weights))
	left := n
	for i, w := range weights {
		part := w / total * float64(n)
		counts[i] = min(int(part), left)
		rest[i] = part - float64(counts[i])
		order[i] = i
		left -= counts[i]
	}
	sorting.Stable(order, func(a, b int) int {
		switch {
		case rest[a] > rest[b]:
			return -1
		case rest[a] < rest[b]:
			return 1
		}
		return 0
	})
	for k := 0; left > 0; k = (k + 1) % len(order) {
		if weights[order[k]] > 0 {
			counts[order[k]]++
			left--
		}
	}
	return counts
}

// Blocks returns counts[0] units of kind 0, then counts[1] of kind 1, and so on.
func Blocks(counts []int) []int {
	var list []int
	for kind, n := range counts {
		for range n {
			list = append(list, kind)
		}
	}
	return list
}

// Alternating returns n units that go through the kinds again and again.
func Alternating(kinds, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i % kinds
	}
	return list
}

// Random returns the units of Blocks in random order: the counts are exact, the places
// are not.
func Random(counts []int, r *rng.Rand) []int {
	list := Blocks(counts)
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// Meso returns which of n dyads are meso, in random order: the whole number of them that
// is nearest to the fraction, halves up.
func Meso(n int, fraction float64, r *rng.Rand) []bool {
	list := make([]bool, n)
	for i := range min(n, max(0, int(fraction*float64(n)+0.5))) {
		list[i] = true
	}
	r.Shuffle(n, func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}
