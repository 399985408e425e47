package smarts

import "slices"

// Limits of the search for symmetries. Beyond them maps that are equivalent are found
// more than once, which costs time only.
const (
	maxSymmetric     = 64        // atoms of a pattern
	maxAutomorphisms = 400       // steps of one search
	maxSymmetryWork  = 1_000_000 // pairs of atoms compared for one query with all its sub-patterns
)

// breakSymmetry adds conditions to the steps so that of all maps that differ by an
// automorphism of the pattern one is left: along a chain of stabilizers, an atom is
// smallest in its orbit. An automorphism keeps the first atom when the plan is rooted
// there. Handedness and directions are not considered: searches that compare them
// leave the conditions out. What it compares is taken from work.
func (pl *plan) breakSymmetry(p *pattern, adjacent [][]half, root int32, work *int) {
	n := len(p.atoms)
	if n < 2 || n > maxSymmetric || *work <= 0 {
		return
	}
	s := &symmetry{adjacent: adjacent, color: make([]uint64, n), next: make([]uint64, n), fixed: make([]bool, n), image: make([]int32, n), taken: make([]bool, n), work: work}
	for i := range p.atoms {
		s.color[i] = uint64(slices.IndexFunc(p.atoms[:i+1], func(a atom) bool {
			return a.group == p.atoms[i].group && slices.Equal(a.program, p.atoms[i].program)
		}))
	}
	if root >= 0 {
		s.fix(root)
	}
	for {
		s.refine()
		v := s.ambiguous()
		if v < 0 {
			return
		}
		for w := range int32(n) {
			if *work <= 0 {
				return
			}
			if w == v || s.fixed[w] || s.color[w] != s.color[v] || !s.maps(v, w) {
				continue
			}
			pl.symmetric = true
			if a, b := pl.position[v], pl.position[w]; a < b {
				pl.steps[b].above = append(pl.steps[b].above, a)
			} else {
				pl.steps[a].below = append(pl.steps[a].below, b)
			}
		}
		s.fix(v)
	}
}

// symmetry searches automorphisms of a pattern that keep the fixed atoms.
type symmetry struct {
	adjacent    [][]half
	color, next []uint64 // equal for atoms that may be equivalent
	fixed       []bool
	image       []int32
	taken       []bool
	order       []int32
	budget      int
	work        *int // see breakSymmetry
}

func (s *symmetry) fix(v int32) {
	s.fixed[v] = true
	s.color[v] = mix(s.color[v] + 0x5851F42D4C957F2D)
}

// mix scatters the bits of x (the finalizer of MurmurHash3, A. Appleby, public domain).
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xFF51AFD7ED558CCD
	x ^= x >> 33
	x *= 0xC4CEB9FE1A85EC53
	return x ^ x>>33
}

// refine splits colors by those of the neighbors until their number stays the same.
func (s *symmetry) refine() {
	for colors := s.colors(); ; {
		*s.work -= len(s.adjacent)
		for i, bonds := range s.adjacent {
			sum := uint64(0)
			for _, h := range bonds {
				sum += mix(s.color[h.to] ^ uint64(h.kinds)<<40)
			}
			s.next[i] = mix(s.color[i] + 0x9E3779B97F4A7C15*sum)
		}
		s.color, s.next = s.next, s.color
		now := s.colors()
		if now <= colors {
			return
		}
		colors = now
	}
}

func (s *symmetry) colors() int {
	sorted := slices.Sorted(slices.Values(s.color))
	return len(slices.Compact(sorted))
}

// ambiguous returns the first atom that shares its color, -1 when there is none.
func (s *symmetry) ambiguous() int32 {
	for i, c := range s.color {
		if !s.fixed[i] && slices.Contains(s.color[i+1:], c) {
			return int32(i)
		}
	}
	return -1
}

// maps says whether an automorphism that keeps the fixed atoms takes v to w.
func (s *symmetry) maps(v, w int32) bool {
	s.order = s.order[:0]
	*s.work -= len(s.image)
	for i := range s.image {
		s.image[i], s.taken[i] = -1, false
	}
	for i, fixed := range s.fixed {
		if fixed {
			s.image[i], s.taken[i] = int32(i), true
		}
	}
	// Atoms in the order of a walk from v, so that each is bonded to one before.
	seen := slices.Clone(s.fixed)
	for from := -1; from < len(seen); from++ {
		start := v
		if from >= 0 {
			start = int32(from)
		}
		if seen[start] {
			continue
		}
		seen[start] = true
		s.order = append(s.order, start)
		for k := len(s.order) - 1; k < len(s.order); k++ {
			for _, h := range s.adjacent[s.order[k]] {
				if !seen[h.to] {
					seen[h.to] = true
					s.order = append(s.order, h.to)
				}
			}
		}
	}
	s.budget = maxAutomorphisms
	return s.fits(v, w) && s.assign(v, w, 1)
}

// assign sets the image of atom u and extends the map from the k-th atom on. It calls
// itself once for every atom, maxSymmetric times at most.
func (s *symmetry) assign(u, image int32, k int) bool {
	s.image[u], s.taken[image] = image, true
	if k == len(s.order) {
		return true
	}
	next := s.order[k]
	for to := range int32(len(s.image)) {
		if s.budget--; s.budget < 0 {
			break
		}
		if s.fits(next, to) && s.assign(next, to, k+1) {
			return true
		}
	}
	s.image[u], s.taken[image] = -1, false
	return false
}

// fits says whether u may be mapped to image, given the map so far.
func (s *symmetry) fits(u, image int32) bool {
	*s.work -= 1 + len(s.adjacent[u])
	if s.taken[image] || s.color[u] != s.color[image] || len(s.adjacent[u]) != len(s.adjacent[image]) {
		return false
	}
	for _, h := range s.adjacent[u] {
		if to := s.image[h.to]; to >= 0 && !slices.Contains(s.adjacent[image], half{to, h.kinds}) {
			return false
		}
	}
	return true
}
