package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
)

// maxLooks bounds the places that a symmetry search looks at, some seconds of work; errTooSlow
// says that it ended there.
const maxLooks = 50_000_000

var errTooSlow error = &refusal{ErrTooManyAtoms, "the search for symmetry takes too long"}

var unturned = [9]int{1, 0, 0, 0, 1, 0, 0, 0, 1}

// moved is an operation applied to a point.
func moved(w *[9]int, t, f cell.Fractional) cell.Fractional {
	g := rotate(w, f)
	return cell.Fractional{A: g.A + t.A, B: g.B + t.B, C: g.C + t.C}
}

// jump is a prime above MaxSearchAtoms, so that steps of it come to all atoms.
const jump = 618_041

// failure is where an operation was found to be none of the structure.
type failure struct {
	atom int             // it brings this atom
	hole cell.Fractional // to this place, where none of its element is
}

// mapped says whether an operation brings every atom onto one of its element, and notes which
// in to. A defect makes all operations but its own fail at the same atom, or those whose image is at
// the same place: these are looked at first, and then all, in an order that jumps.
func (s *sites) mapped(w *[9]int, t cell.Fractional, to []int32) bool {
	n := len(s.at)
	maps := func(i int) bool {
		*s.left--
		at := moved(w, t, s.at[i])
		k, _ := s.find(at, s.elements[i])
		to[i] = int32(k)
		if k < 0 {
			s.failures[s.fail%len(s.failures)] = failure{i, at}
			s.fail++
		}
		return k >= 0
	}
	inverse := adjugateOf(w)
	sign := determinant(w)
	for k := range inverse {
		inverse[k] *= sign
	}
	for k := range min(s.fail, len(s.failures)) {
		f := s.failures[k]
		if !maps(f.atom) {
			return false
		}
		back := rotate(&inverse, from(t, f.hole))
		if i, _ := s.find(back, s.elements[f.atom]); i >= 0 && !maps(i) {
			return false
		}
	}
	for k, i := 0, 0; k < n; k, i = k+1, (i+jump)%n {
		if !maps(i) {
			return false
		}
	}
	return true
}

// translationGroup is the group that translations generate which were found to map a structure
// onto itself, as far as no sum of them can be none of it.
type translationGroup struct {
	orbit  []int   // images of the first atom; the k-th by the k-th translation
	parent []int32 // of each but the first: the one before
	by     []int32 // and the generator that makes it of that
	known  []bool  // of each atom: it is an image, and its translation maps all atoms without proof
	member []bool  // of each atom: it is an image
	maps   [][]int32
	to     []int32 // for the next
}

func newTranslationGroup(first, atoms int) *translationGroup {
	g := &translationGroup{orbit: []int{first}, parent: []int32{-1}, by: []int32{-1}, known: make([]bool, atoms), member: make([]bool, atoms), to: make([]int32, atoms)}
	g.known[first], g.member[first] = true, true
	return g
}

// add takes in the translation to atom i, whose map is g.to.
func (g *translationGroup) add(find *sites, at []cell.Fractional, i int) {
	if g.member[i] {
		return
	}
	g.maps = append(g.maps, g.to)
	g.to = make([]int32, len(g.to))
	m := int32(len(g.maps) - 1)
	for k, n := 0, len(g.orbit); k < n; k++ {
		for from := k; ; from = len(g.orbit) - 1 {
			j := int(g.maps[m][g.orbit[from]])
			if g.member[j] {
				break
			}
			g.member[j] = true
			g.orbit = append(g.orbit, j)
			g.parent = append(g.parent, int32(from))
			g.by = append(g.by, m)
		}
	}
	// Each translation is close to one of a lattice, by off, and each atom close to a place of that
	// lattice, by spread. A sum of translations then misses the atoms by no more than off and twice
	// the spread.
	n := len(g.orbit)
	c := find.cell
	rows := [][3]int{{n, 0, 0}, {0, n, 0}, {0, 0, n}}
	ideal := make([]cell.Fractional, n)
	off := make([]float64, n)
	home := at[g.orbit[0]]
	for k, j := range g.orbit {
		d := from(home, at[j])
		x := [3]float64{math.Round(d.A * float64(n)), math.Round(d.B * float64(n)), math.Round(d.C * float64(n))}
		ideal[k] = cell.Fractional{A: x[0] / float64(n), B: x[1] / float64(n), C: x[2] / float64(n)}
		rows = append(rows, [3]int{int(x[0]), int(x[1]), int(x[2])})
		if off[k] = c.Distance(c.Cartesian(d), c.Cartesian(ideal[k])); off[k] > find.tolerance {
			return
		}
	}
	if basis := span(rows); determinant(&basis) != n*n {
		return
	}
	done := make([]bool, len(at))
	images := make([]int, len(g.orbit))
	spread := 0.0
	for a := range at {
		if done[a] {
			continue
		}
		for k := range images {
			images[k] = a
			if k > 0 {
				images[k] = int(g.maps[g.by[k]][images[g.parent[k]]])
			}
			b := images[k]
			done[b] = true
			spread = max(spread, c.Distance(c.Cartesian(from(at[a], at[b])), c.Cartesian(ideal[k])))
		}
	}
	for k, j := range g.orbit {
		g.known[j] = g.known[j] || off[k]+2*spread < 0.999*find.tolerance
	}
}
