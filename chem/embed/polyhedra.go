package embed

import (
	"math"

	"github.com/molsmith/molsmith/chem/mol"
)

// Corners of the figures in units of the bond length, in the order that permutation 1
// of OpenSMILES lists them: around the square, or from one end of the axis around it,
// counterclockwise seen from there, to the other end.
var (
	squareCorners     = [...][3]float64{{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}}
	bipyramidCorners  = [...][3]float64{{0, 0, 1}, {1, 0, 0}, {-0.5, sin60, 0}, {-0.5, -sin60, 0}, {0, 0, -1}}
	octahedronCorners = [...][3]float64{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}
)

const sin60 = 0.8660254037844386

func (s shape) corners() [][3]float64 {
	switch s {
	case square:
		return squareCorners[:]
	case bipyramid:
		return bipyramidCorners[:]
	case octahedron:
		return octahedronCorners[:]
	}
	return nil
}

// siteAngle is the angle between two corners in radians.
func (s shape) siteAngle(a, b int8) float64 {
	c := s.corners()
	p, q := c[a], c[b]
	return math.Acos(max(-1, min(1, p[0]*q[0]+p[1]*q[1]+p[2]*q[2])))
}

// placeLigands gives the neighbors of atom i their corners: those that a stated
// permutation says, else those that suit best. Ligands joined by a short path, as in
// chelates, are neighbors on the figure; lone pairs are far from each other or around
// the middle of a bipyramid.
func (t *topology) placeLigands(i int, class mol.Class) {
	s := t.shape[i]
	sites := len(s.corners())
	degree := t.degree(i)
	if degree > sites {
		t.shape[i] = cluster
		return
	}
	place := t.site[t.start[i]:t.start[i+1]]
	for _, c := range t.s.Centers {
		if c.Atom == i && class >= mol.SquarePlanar && len(c.Ligands) == degree {
			t.placeStated(i, &c, place)
			return
		}
	}
	// near says which ligands a short path joins.
	near := make([]bool, degree*degree)
	for x := range degree {
		for y := range x {
			near[x*degree+y] = t.joined(i, int(t.of(i)[x]), int(t.of(i)[y]))
		}
	}
	best := math.Inf(1)
	eachOrder(sites, func(order []int8) {
		cost := 0.0
		for x := range degree {
			for y := range x {
				if near[x*degree+y] {
					if a := s.siteAngle(order[x], order[y]); a > 1.6 {
						cost += a * a
					}
				}
			}
			// Lone pairs of a bipyramid lie around its middle, electronegative
			// ligands on its axis.
			if s == bipyramid && order[x] != 0 && order[x] != 4 {
				cost += 0.01 * negativity(t.element(int(t.of(i)[x])))
				if degree < sites {
					cost += 1
				}
			}
		}
		if s == octahedron && degree == 4 && s.siteAngle(order[4], order[5]) < 3 {
			cost += 0.5 // two lone pairs face each other
		}
		if cost < best-1e-9 {
			best = cost
			copy(place, order[:degree])
		}
	})
}

// placeStated finds the corners of a stated permutation.
func (t *topology) placeStated(i int, c *mol.Center, place []int8) {
	sites := c.Class.Sites()
	found := false
	order := make([]int, sites)
	eachOrder(sites, func(p []int8) {
		if found {
			return
		}
		for k, v := range p {
			order[k] = int(v)
		}
		// With the ligand order[k] at corner k the permutation is number 1.
		if mol.Renumber(c.Class, c.Permutation, order) != 1 {
			return
		}
		found = true
		for corner, k := range order {
			for x, j := range t.of(i) {
				if k < len(c.Ligands) && c.Ligands[k] == int(j) {
					place[x] = int8(corner)
				}
			}
		}
	})
}

// eachOrder calls f with every order of 0 … n−1, n at most 6, the smallest first.
func eachOrder(n int, f func([]int8)) {
	var p [6]int8
	for k := range p {
		p[k] = int8(k)
	}
	for {
		f(p[:n])
		// The next order: swap the last ascent with the last larger element behind it.
		k := n - 2
		for k >= 0 && p[k] > p[k+1] {
			k--
		}
		if k < 0 {
			return
		}
		l := n - 1
		for p[l] < p[k] {
			l--
		}
		p[k], p[l] = p[l], p[k]
		for a, b := k+1, n-1; a < b; a, b = a+1, b-1 {
			p[a], p[b] = p[b], p[a]
		}
	}
}

// joined says whether two neighbors of atom i are at most four bonds apart without it.
func (t *topology) joined(i, from, to int) bool {
	seen := []int32{int32(i), int32(from)}
	front := seen[1:]
	for range 4 {
		var next []int32
		for _, a := range front {
			for _, b := range t.of(int(a)) {
				if int(b) == to {
					return true
				}
				if len(seen) < 200 && !contains(seen, b) {
					seen = append(seen, b)
					next = append(next, b)
				}
			}
		}
		front = next
	}
	return false
}
