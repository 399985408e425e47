package ring

// Where the search begins and from when on it looks only for what is missing.
const (
	firstSize = 6
	manyEdges = 32 // at one atom: the search begins with triangles
	largeRing = 12
)

// addFused finds the rings of a part with more than one, at most most relevant ones
// in the molecule. Candidates are made up to a size that grows until the basis is
// full, so that a large sheet of small rings takes linear time. Large rings are looked
// for only from atoms that one which is missing must pass: the last ring of a tube or
// a belt is found in linear time too.
func (f *finder) addFused(i, most int) {
	want := f.parts[i].rank
	g := f.newGraph(i)
	basis := newEchelon(want, &f.work)
	search := newSearch(g, &f.work)
	sum := &set{words: make([]uint64, (want+63)/64)}
	above, upTo := 0, firstSize
	if search.mostEdges > manyEdges {
		upTo = 3
	}
	for basis.rank() < want {
		if above > 0 && want-basis.rank() <= mostMissing {
			search.seek(basis.missing())
			if above >= largeRing {
				search.focus()
			}
		}
		search.find(above, upTo)
		if f.work <= 0 {
			f.set.GivenUp = true
			return
		}
		for from := 0; from < len(search.families) && basis.rank() < want; {
			to := from
			for to < len(search.families) && search.families[to].size == search.families[from].size {
				to++
			}
			f.addSize(search, search.families[from:to], basis, sum, most)
			if f.work <= 0 {
				f.set.GivenUp = true
				return
			}
			from = to
		}
		if above = upTo; above < largeRing {
			upTo += max(2, upTo/4*2)
		} else {
			upTo *= 2
		}
	}
}

// addSize takes all families of one ring size. A family is relevant when its ring is
// independent of all smaller rings; it enters the basis when it is also independent
// of the equal ones taken before.
func (f *finder) addSize(search *search, families []family, basis *echelon, sum *set, most int) {
	smaller := basis.rank()
	for i := range families {
		if f.work <= 0 {
			return
		}
		one := &families[i]
		ring := search.ring(one)
		sum.clear()
		for j, a := range ring {
			b := ring[0]
			if j+1 < len(ring) {
				b = ring[j+1]
			}
			sum.flip(search.g.between(a, b))
		}
		basis.reduce(sum, smaller)
		if sum.empty() {
			continue
		}
		var mine []int
		if one.alone {
			mine = f.inMolecule(search.g, ring)
			f.addRelevant(mine, most)
		} else {
			f.addMembers(search, one, most)
		}
		if basis.rank() == cap(basis.rows) {
			continue
		}
		if basis.reduce(sum, basis.rank()); basis.add(sum) {
			if mine == nil {
				mine = f.inMolecule(search.g, ring)
			}
			f.set.Basis = append(f.set.Basis, mine)
		}
	}
}

func (f *finder) addRelevant(ring []int, most int) {
	if f.set.Truncated {
		return
	}
	f.relevant += len(ring)
	if len(f.set.Relevant) == most || f.relevant > maxRelevantAtoms {
		f.set.Truncated = true
		return
	}
	f.set.Relevant = append(f.set.Relevant, ring)
}

// addMembers adds every ring of a relevant family.
func (f *finder) addMembers(s *search, one *family, most int) {
	if f.set.Truncated {
		return
	}
	s.from(one.root, int(one.size/2))
	left := walks{s: s, end: one.p, most: most}
	right := walks{s: s, end: one.q, most: most}
	n := left.count() * right.count()
	if len(f.set.Relevant)+n > most || f.relevant+n*int(one.size) > maxRelevantAtoms {
		f.set.Truncated = true
		return
	}
	f.work -= 10 * n * int(one.size)
	for left.first(); left.ok; left.advance() {
		for right.first(); right.ok; right.advance() {
			ring := f.take(int(one.size))
			d := len(left.path)
			for i := range left.path { // from the ends to the root
				ring[d-1-i] = int(s.g.atoms[left.path[i]])
			}
			at := d
			if one.top >= 0 {
				ring[at] = int(s.g.atoms[one.top])
				at++
			}
			for i, a := range right.path[:len(right.path)-1] {
				ring[at+i] = int(s.g.atoms[a])
			}
			f.addRelevant(ring, most)
		}
	}
}

// walks goes through the shortest paths from an atom back to the root of a search.
type walks struct {
	s      *search
	end    int32
	most   int
	path   []int32 // the atoms from end to the root
	choice []int32 // which of the atoms before each is taken
	ok     bool
}

// count is the number of paths, or something above most.
func (w *walks) count() int {
	// Atoms are met by falling distance; ways is the number of paths from the end.
	ways := map[int32]int{w.end: 1}
	level := []int32{w.end}
	for len(level) > 0 && w.s.distance[level[0]] > 0 {
		var above []int32
		for _, a := range level {
			for _, b := range w.s.preceding(a) {
				if ways[b] == 0 {
					above = append(above, b)
				}
				ways[b] = min(ways[b]+ways[a], w.most+1)
			}
		}
		level = above
	}
	return ways[level[0]]
}

// first goes to the path of first choices.
func (w *walks) first() {
	w.path, w.choice = append(w.path[:0], w.end), w.choice[:0]
	w.extend()
	w.ok = true
}

// extend completes the path by first choices.
func (w *walks) extend() {
	for a := w.path[len(w.path)-1]; w.s.distance[a] > 0; {
		a = w.s.preceding(a)[0]
		w.path = append(w.path, a)
		w.choice = append(w.choice, 0)
	}
}

// advance goes to the next path, by the last choice that has an alternative.
func (w *walks) advance() {
	for len(w.choice) > 0 {
		last := len(w.choice) - 1
		w.path = w.path[:last+1]
		if before := w.s.preceding(w.path[last]); int(w.choice[last])+1 < len(before) {
			w.choice[last]++
			w.path = append(w.path, before[w.choice[last]])
			w.extend()
			return
		}
		w.choice = w.choice[:last]
	}
	w.ok = false
}
