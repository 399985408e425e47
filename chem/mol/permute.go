package mol

import (
	"slices"
	"sync"
)

// arrangements lists, for each permutation of a class in the order of OpenSMILES
// 3.9.4 and 3.9.6, which ligand stands at which site of a fixed figure.
//
// The square has its sites in the order of the walk around it. The bipyramid has its
// poles first, then the equator, counterclockwise seen from the first pole; so has the
// octahedron, with its poles first and last.
var arrangements = map[Class][][]int{
	SquarePlanar:        squares(),
	TrigonalBipyramidal: bipyramids(),
	Octahedral:          octahedra(),
}

// rotations are, for each class, the permutations of sites that turn its figure into
// itself; two of them make all others.
var rotations = map[Class][2][]int{
	SquarePlanar:        {{1, 2, 3, 0}, {3, 2, 1, 0}},
	TrigonalBipyramidal: {{0, 1, 3, 4, 2}, {1, 0, 2, 4, 3}},
	Octahedral:          {{0, 2, 3, 4, 1, 5}, {1, 5, 2, 0, 4, 3}},
}

// squares: U, 4 and Z are the letters that a line through the ligands in their order
// writes.
func squares() [][]int { return [][]int{{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 1, 3, 2}} }

// bipyramids: each pair of poles, given by two ligands, with the others
// counterclockwise in their order and then clockwise.
func bipyramids() [][]int {
	poles := [][2]int{{0, 4}, {0, 3}, {0, 2}, {0, 1}, {1, 4}, {1, 3}, {1, 2}, {2, 4}, {2, 3}, {3, 4}}
	// The numbers of the counterclockwise and clockwise arrangement of each pair.
	numbers := [][2]int{{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 11}, {10, 12}, {13, 14}, {15, 20}, {16, 19}, {17, 18}}
	list := make([][]int, 20)
	for k, pole := range poles {
		var rest []int
		for i := range 5 {
			if i != pole[0] && i != pole[1] {
				rest = append(rest, i)
			}
		}
		list[numbers[k][0]-1] = []int{pole[0], pole[1], rest[0], rest[1], rest[2]}
		list[numbers[k][1]-1] = []int{pole[0], pole[1], rest[0], rest[2], rest[1]}
	}
	return list
}

// octahedra: the ligand orders that describe one figure, its sites a to f, as text
// with a first and b next, or f between them; the first two are the walks around the
// axis from a to f, the others follow in alphabetical order.
func octahedra() [][]int {
	orders := []string{"abcdef", "abedcf"}
	for _, head := range []string{"ab", "afb"} {
		rest := []byte("cdef")
		if head == "afb" {
			rest = []byte("cde")
		}
		for _, tail := range permutations(rest) {
			if order := head + tail; !slices.Contains(orders, order) {
				orders = append(orders, order)
			}
		}
	}
	list := make([][]int, len(orders))
	for n, order := range orders {
		list[n] = make([]int, len(order))
		for ligand, site := range []byte(order) {
			list[n][site-'a'] = ligand
		}
	}
	return list
}

// permutations of sorted letters, in alphabetical order.
func permutations(letters []byte) []string {
	if len(letters) == 0 {
		return []string{""}
	}
	var list []string
	for i, first := range letters {
		for _, rest := range permutations(slices.Concat(letters[:i], letters[i+1:])) {
			list = append(list, string(first)+rest)
		}
	}
	return list
}

// Renumber returns the permutation that states the same arrangement for the ligands in
// another order: order[i] is the old place of the new i-th ligand. Where a square,
// bipyramid or octahedron has fewer ligands than sites, the free sites count as further
// ligands after them. It panics when the class has no such permutation or fewer sites.
func Renumber(class Class, permutation uint8, order []int) uint8 {
	if class == Tetrahedral || class == Allene {
		odd := false
		for i, a := range order {
			for _, b := range order[:i] {
				odd = odd != (a < b)
			}
		}
		if odd {
			return 3 - permutation
		}
		return permutation
	}
	old := arrangements[class][permutation-1]
	var at [6]int // new place by old place
	for i := range at {
		at[i] = i
	}
	for i, k := range order {
		at[k] = i
	}
	key := 0
	for _, k := range old {
		key = 6*key + at[k]
	}
	n, ok := numbers()[class][key]
	if !ok {
		panic("mol: Renumber found no permutation")
	}
	return n
}

// numbers gives the permutation of each class by the ligands at its sites, read as
// digits, however the figure stands.
var numbers = sync.OnceValue(func() map[Class]map[int]uint8 {
	all := map[Class]map[int]uint8{}
	for class, list := range arrangements {
		all[class] = map[int]uint8{}
		for n, sites := range list {
			for _, turned := range turns(class, sites) {
				key := 0
				for _, k := range turned {
					key = 6*key + k
				}
				all[class][key] = uint8(n + 1)
			}
		}
	}
	return all
})

// turns are the ways in which a figure can stand.
func turns(class Class, sites []int) [][]int {
	all := [][]int{sites}
	for done := 0; done < len(all); done++ {
		for _, rotation := range rotations[class] {
			next := make([]int, len(sites))
			for s, from := range rotation {
				next[s] = all[done][from]
			}
			if !slices.ContainsFunc(all, func(a []int) bool { return slices.Equal(a, next) }) {
				all = append(all, next)
			}
		}
	}
	return all
}
