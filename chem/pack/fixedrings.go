package pack

import (
	"context"
	"slices"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// mostRingBonds is the largest number of bonds of an atom that is taken for one of a
// ring: what has more is a metal or a point of a lattice, and what lies between its
// bonds is no ring that a chain could hang in.
const mostRingBonds = 4

// fixedTopology returns the rings and bonds of atoms that may be wrapped into the
// cell one by one and may be a network without end. Its rings are the smallest ones
// through each pair of bonds at an atom, which is linear in the number of atoms,
// where a basis of all rings of a network is not.
func fixedTopology(ctx context.Context, frame *cell.Cell, positions []float64, bonds [][2]int) (topology, error) {
	var t topology
	if len(bonds) == 0 {
		return t, nil
	}
	t.neighbors = make([][]int, len(positions)/3)
	step := func(a, b int) geom.Vec3 {
		return frame.MinImage(geom.At(positions, b).Sub(geom.At(positions, a)))
	}
	for _, b := range bonds {
		if b[0] != b[1] && !slices.Contains(t.neighbors[b[0]], b[1]) {
			t.neighbors[b[0]] = append(t.neighbors[b[0]], b[1])
			t.neighbors[b[1]] = append(t.neighbors[b[1]], b[0])
			t.longest = max(t.longest, step(b[0], b[1]).Norm())
		}
	}
	f := newRingFinder(t.neighbors)
	known := make(map[[maxRing]int]bool)
	for b := range f.neighbors {
		if b&1023 == 0 && ctx.Err() != nil {
			return t, ctx.Err()
		}
		next := f.neighbors[b]
		for i, a := range next {
			for _, c := range next[i+1:] {
				atoms := f.smallest(a, b, c)
				var key [maxRing]int
				copy(key[:], atoms)
				slices.Sort(key[:len(atoms)])
				if atoms == nil || known[key] {
					continue
				}
				known[key] = true
				if girth, closed := ringGirth(atoms, step); closed {
					t.rings = append(t.rings, atoms)
					t.girth = max(t.girth, girth)
				}
			}
		}
	}
	return t, nil
}

// ringGirth returns the largest distance of a ring atom from the ring's centroid,
// and whether the ring closes at all: one around the cell does not.
func ringGirth(atoms []int, step func(a, b int) geom.Vec3) (girth float64, closed bool) {
	var at, center geom.Vec3
	corners := make([]geom.Vec3, len(atoms))
	for k, a := range atoms {
		corners[k] = at
		center = center.AddScaled(1/float64(len(atoms)), at)
		at = at.Add(step(a, atoms[(k+1)%len(atoms)]))
	}
	for _, c := range corners {
		girth = max(girth, c.Sub(center).Norm())
	}
	return girth, at.Norm2() < 1
}

// ringFinder looks for small rings in a graph of any size.
type ringFinder struct {
	neighbors [][]int    // of the atoms that may be in rings
	seen      [2][]int32 // search in which an end of the path saw the atom
	parent    [2][]int32 // the atom it was seen from
	search    int32
	front     [2][]int
	next      []int
}

func newRingFinder(neighbors [][]int) *ringFinder {
	n := len(neighbors)
	f := &ringFinder{neighbors: make([][]int, n)}
	for k := range f.seen {
		f.seen[k], f.parent[k] = make([]int32, n), make([]int32, n)
	}
	// Atoms at the ends of chains are in no ring, nor are those that become ends
	// when these are left out.
	degree := make([]int, n)
	var ends []int
	for a, list := range neighbors {
		if degree[a] = len(list); degree[a] > mostRingBonds {
			degree[a] = 0
		}
	}
	out := func(a int) bool { return degree[a] < 2 }
	for a := range neighbors {
		if degree[a] != 0 {
			for _, b := range neighbors[a] {
				if len(neighbors[b]) > mostRingBonds {
					degree[a]--
				}
			}
		}
		if out(a) {
			ends = append(ends, a)
		}
	}
	for len(ends) > 0 {
		a := ends[len(ends)-1]
		ends = ends[:len(ends)-1]
		for _, b := range neighbors[a] {
			if !out(b) && len(neighbors[a]) <= mostRingBonds {
				if degree[b]--; out(b) {
					ends = append(ends, b)
				}
			}
		}
	}
	for a, list := range neighbors {
		if out(a) {
			continue
		}
		for _, b := range list {
			if !out(b) {
				f.neighbors[a] = append(f.neighbors[a], b)
			}
		}
	}
	return f
}

// smallest returns the atoms of a smallest ring through the bonds from b to a and to
// c, from b on, of at most maxRing atoms; nil when there is none. It searches from
// both ends, a bond at a time.
func (f *ringFinder) smallest(a, b, c int) []int {
	f.search++
	for k, end := range [2]int{a, c} {
		f.front[k] = append(f.front[k][:0], end)
		f.seen[k][end], f.parent[k][end] = f.search, -1
	}
	for bonds := range maxRing - 2 {
		k := bonds & 1
		f.next = f.next[:0]
		for _, x := range f.front[k] {
			for _, y := range f.neighbors[x] {
				if y == b || f.seen[k][y] == f.search {
					continue
				}
				if f.seen[1-k][y] == f.search {
					if k == 1 {
						x, y = y, x
					}
					return f.ring(b, x, y)
				}
				f.seen[k][y], f.parent[k][y] = f.search, int32(x)
				f.next = append(f.next, y)
			}
		}
		f.front[k], f.next = f.next, f.front[k]
	}
	return nil
}

// ring joins the two halves of a path, from b over x, seen from the first end, and y,
// seen from the second.
func (f *ringFinder) ring(b, x, y int) []int {
	atoms := []int{b}
	for at := x; at >= 0; at = int(f.parent[0][at]) {
		atoms = append(atoms, at)
	}
	slices.Reverse(atoms[1:])
	for at := y; at >= 0; at = int(f.parent[1][at]) {
		atoms = append(atoms, at)
	}
	return atoms
}
