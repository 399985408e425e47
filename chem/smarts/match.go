package smarts

import (
	"cmp"

	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// Options say what Match searches for.
type Options struct {
	// All asks for every map, not one for each set of atoms.
	All bool
	// Max bounds the number of maps; 0: no bound.
	Max int
	// Steps bounds the search: about the number of target atoms that are tried for an
	// atom of the pattern. 0: DefaultSteps.
	Steps int
	// Chirality compares the handedness of atoms (@, @@) and the directions beside
	// double bonds (/, \) with the target's configuration, also inside $(...).
	// Without it, all of them hold.
	Chirality bool
}

// Result is what Match found.
type Result struct {
	// Maps hold target atoms in the order of the pattern's atoms, sorted: by the atom
	// of the first, then of the second, and so on.
	Maps [][]int
	// Truncated says that Options.Max left some out, or that the step limit was
	// reached before this was known.
	Truncated bool
}

// Match finds where q matches in t: for each set of target atoms one map or, with
// Options.All, all maps. The maps are those that the search finds first; which one of
// several on the same atoms depends on nothing but q and t. The error is ErrSteps.
//
// Maps that differ by a symmetry of the pattern are not enumerated unless all are asked
// for. Patterns without symmetry may still have a great many maps on one set of atoms,
// as chains in cages do; the step limit ends those searches.
func (q *Query) Match(t *Target, o Options) (Result, error) {
	f := finder{all: o.All, limit: o.Max, keep: true}
	if err := q.find(t, o, &f); err != nil {
		if o.Max <= 0 || f.count < o.Max {
			return Result{}, err
		}
		f.truncated = true // the search for one more was ended
	}
	return Result{Maps: f.maps(len(q.top.atoms)), Truncated: f.truncated}, nil
}

// Has says whether q matches in t. The search stops at the first match. The error is
// ErrSteps.
func (q *Query) Has(t *Target) (bool, error) {
	if !q.top.screen.passes(t) {
		return false, nil
	}
	m := t.begin(q, Options{})
	if len(q.top.atoms) == 1 {
		a := &q.top.atoms[0]
		for i := range int32(len(t.words)) {
			if m.steps--; m.steps < 0 {
				break
			}
			if m.matches(a, i, 0) && m.steps >= 0 {
				return true, nil
			}
		}
	} else if m.search(q.top, q.top.free, -1, 0, nil) {
		return true, nil
	}
	if m.steps < 0 {
		return false, ErrSteps
	}
	return false, nil
}

// Count returns the number of sets of atoms that q matches in t. The error is ErrSteps.
func (q *Query) Count(t *Target) (int, error) {
	f := finder{}
	if err := q.find(t, Options{}, &f); err != nil {
		return 0, err
	}
	return f.count, nil
}

// First marks in dst, one entry for each target atom, the atoms that the first atom of
// q can stand for: those that $(q) would match. Other entries stay as they are. The
// error is ErrSteps; dst is not complete then.
func (q *Query) First(t *Target, dst []bool) error {
	if !q.top.screen.passes(t) {
		return nil
	}
	m := t.begin(q, Options{})
	for i := range int32(len(t.words)) {
		if m.exists(q.top, i, 0) {
			dst[i] = true
		}
		if m.steps < 0 {
			return ErrSteps
		}
	}
	return nil
}

// find runs the search of Match.
func (q *Query) find(t *Target, o Options, f *finder) error {
	if !q.top.screen.passes(t) {
		return nil
	}
	m := t.begin(q, o)
	if len(q.top.atoms) == 1 {
		f.all = true // one atom: all maps are on different sets
	}
	f.seen = &m.seen
	f.seen.reset()
	m.search(q.top, q.top.free, -1, 0, f)
	if m.steps < 0 {
		return ErrSteps
	}
	return nil
}

// finder collects the maps of a search.
type finder struct {
	all, keep bool
	limit     int
	count     int
	truncated bool
	atoms     []int32 // the maps one after the other, in the order of the pattern's atoms
	seen      *atomSets
}

// add takes one map and says whether the search shall stop.
func (f *finder) add(m *matcher, pl *plan, fr *frame) bool {
	m.steps -= 1 + len(fr.image)/4
	if !f.all && !f.seen.add(fr.image) {
		return false
	}
	if f.limit > 0 && f.count == f.limit {
		f.truncated = true
		return true
	}
	f.count++
	if f.keep {
		from := len(f.atoms)
		f.atoms = append(f.atoms, fr.image...)
		for a, at := range pl.position {
			f.atoms[from+a] = fr.image[at]
		}
	}
	return false
}

// maps returns the maps that were found, of n atoms each.
func (f *finder) maps(n int) [][]int {
	if f.count == 0 {
		return nil
	}
	flat := make([]int, len(f.atoms))
	for i, a := range f.atoms {
		flat[i] = int(a)
	}
	maps := make([][]int, f.count)
	for i := range maps {
		maps[i] = flat[i*n : (i+1)*n : (i+1)*n]
	}
	sorting.By(maps, func(a, b []int) int {
		for i := range a {
			if c := cmp.Compare(a[i], b[i]); c != 0 {
				return c
			}
		}
		return 0
	})
	return maps
}
