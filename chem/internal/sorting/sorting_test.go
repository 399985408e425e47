package sorting

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

type pair struct{ key, place int }

func byKey(a, b pair) int { return cmp.Compare(a.key, b.key) }

// Both sort, at lengths on either side of every change of method; Stable keeps the
// order of equals.
func TestSort(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, 2, 5, 12, 13, 50, 1000} {
		for keys := range 4 {
			list := make([]pair, n)
			for i := range list {
				list[i] = pair{random.IntN(1 + keys*keys*keys*10), i}
			}
			want := slices.Clone(list)
			slices.SortStableFunc(want, byKey)
			stable := slices.Clone(list)
			Stable(stable, byKey)
			if !slices.Equal(stable, want) {
				t.Errorf("%d elements: Stable gives %v, want %v", n, stable, want)
			}
			sorted := slices.Clone(list)
			By(sorted, byKey)
			if !slices.IsSortedFunc(sorted, byKey) {
				t.Errorf("%d elements: By gives %v", n, sorted)
			}
			Stable(sorted, func(a, b pair) int { return cmp.Or(byKey(a, b), cmp.Compare(a.place, b.place)) })
			if !slices.Equal(sorted, want) {
				t.Errorf("%d elements: By loses elements: %v", n, sorted)
			}
		}
	}
}

func BenchmarkSort(b *testing.B) {
	random := rand.New(rand.NewPCG(3, 4))
	for name, n := range map[string]int{"8": 8, "100": 100} {
		list := make([]pair, n)
		for i := range list {
			list[i] = pair{random.IntN(1000), i}
		}
		work := make([]pair, n)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				copy(work, list)
				By(work, byKey)
			}
		})
		b.Run(name+" slices", func(b *testing.B) {
			for b.Loop() {
				copy(work, list)
				slices.SortFunc(work, byKey)
			}
		})
	}
}
