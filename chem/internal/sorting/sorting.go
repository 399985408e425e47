// Package sorting sorts as package slices does, with one copy of the algorithm for all
// types of elements. Package slices compiles one for each: forty of them were a
// thirteenth of the page's module.
package sorting

import "sort"

// few is the length up to which sorting by insertion is the fastest, and what package
// slices does as well.
const few = 12

// By sorts list by compare, which is negative when a comes before b. Elements that
// compare as equal may change places, the same way on every platform.
func By[T any](list []T, compare func(a, b T) int) {
	if len(list) <= few {
		insert(list, compare)
		return
	}
	sort.Sort(&sorter[T]{list, compare})
}

// Stable is By that keeps the order of elements that compare as equal.
func Stable[T any](list []T, compare func(a, b T) int) {
	if len(list) <= few {
		insert(list, compare)
		return
	}
	sort.Stable(&sorter[T]{list, compare})
}

func insert[T any](list []T, compare func(a, b T) int) {
	for i := 1; i < len(list); i++ {
		for k := i; k > 0 && compare(list[k], list[k-1]) < 0; k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
}

type sorter[T any] struct {
	list    []T
	compare func(a, b T) int
}

func (s *sorter[T]) Len() int           { return len(s.list) }
func (s *sorter[T]) Less(i, j int) bool { return s.compare(s.list[i], s.list[j]) < 0 }
func (s *sorter[T]) Swap(i, j int)      { s.list[i], s.list[j] = s.list[j], s.list[i] }
