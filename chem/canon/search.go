package canon

import (
	"encoding/binary"
	"slices"
)

// Labeling is a numbering of the atoms of a Graph that does not depend on the order in
// which they were given.
type Labeling struct {
	// Rank is the number of each atom, from 0.
	Rank []int
	// Certificate describes the graph and its configurations in terms of the ranks. It
	// is equal for two graphs exactly when they are the same molecule.
	Certificate []byte
}

// Classes returns, for each atom, a number that is equal for atoms that the sorting by
// neighbors and configurations does not tell apart; it depends on the molecule only.
// Atoms that symmetry makes equal have equal numbers. It also returns the
// configurations, counted in the order in which SetStereo added them, that have two
// ligands of one number, so that they may make no difference.
func (g *Graph) Classes() (class []int, open []int) {
	p := newPartition(g)
	p.refineAll()
	class = make([]int, len(p.cell))
	for i, c := range p.cell {
		class[i] = int(c)
	}
	if p.discrete() { // refining ends before it asks the configurations
		return class, nil
	}
	return class, p.unknown()
}

// unknown are the configurations that split nothing.
func (p *partition) unknown() []int {
	var list []int
	for k, known := range p.known {
		if !known {
			list = append(list, k)
		}
	}
	return list
}

// Label numbers the atoms. It returns ErrTooSymmetric when the searches in g take more
// than their limit.
func (g *Graph) Label() (*Labeling, error) {
	s := &search{p: newPartition(g)}
	s.p.refineAll()
	err := s.run()
	if g.spent += s.p.work; err != nil {
		return nil, err
	}
	rank := make([]int, len(s.best.rank))
	for i, r := range s.best.rank {
		rank[i] = int(r)
	}
	return &Labeling{rank, s.best.certificate}, nil
}

// search walks the tree of choices. All choices above the current level were the first
// ones of first, the first leaf.
type search struct {
	p           *partition
	path        []node
	first, best *leaf
	orbit       []int32 // union-find over the symmetries found so far
	symmetries  [][]int32
}

// node is a cell that is being taken apart.
type node struct {
	atoms  []int32 // of the cell
	next   int     // first that was not tried
	chosen int32
	log    int    // length of the log before the choice
	trace  uint64 // before the choice
	cell   int32
	tried  []int32
}

// leaf is a complete numbering.
type leaf struct {
	rank        []int32
	chosen      []int32
	traces      []uint64 // after each choice
	certificate []byte
}

func (s *search) run() error {
	for {
		if s.p.work+s.p.g.spent > maxWork {
			return ErrTooSymmetric
		}
		if backTo := s.descend(); backTo >= 0 {
			s.path = s.path[:backTo]
		}
		if !s.advance() {
			return nil
		}
	}
}

// descend goes down from the current partition to a leaf, or to a node that cannot be
// better. It returns the level whose choice is to be changed next, or -1 for the last.
func (s *search) descend() int {
	for {
		level := len(s.path)
		if level > 0 && s.worse(level) {
			return -1
		}
		if s.p.discrete() {
			return s.leaf(s.p.trace)
		}
		if (s.first == nil || level >= len(s.first.chosen)) && s.p.settled() {
			mark, trace := len(s.p.log), s.p.trace
			for from := s.p.tied(0); from >= 0; from = s.p.tied(from) {
				s.p.setApart(s.p.order[from+s.p.size[from]-1])
			}
			back := s.leaf(trace)
			s.p.undo(mark)
			s.p.trace = trace
			return back
		}
		from := int32(0)
		if level > 0 {
			from = s.path[level-1].cell
		}
		cell := s.p.tied(from)
		atoms := slices.Clone(s.p.order[cell : cell+s.p.size[cell]])
		s.path = append(s.path, node{atoms: atoms, log: len(s.p.log), trace: s.p.trace, cell: cell})
		s.choose()
	}
}

// choose takes the next atom of the last node.
func (s *search) choose() {
	n := &s.path[len(s.path)-1]
	n.chosen = n.atoms[n.next]
	n.next++
	n.tried = append(n.tried, n.chosen)
	s.p.setApart(n.chosen)
}

// worse says whether no leaf below the current partition can come before the best one:
// leaves are compared by what happened on the way first.
func (s *search) worse(level int) bool {
	if s.best == nil {
		return false
	}
	for k := range level {
		trace := s.p.trace
		if k+1 < level {
			trace = s.path[k+1].trace
		}
		if k >= len(s.best.traces) || trace < s.best.traces[k] {
			return false
		}
		if trace > s.best.traces[k] {
			return !s.like(s.first, level)
		}
	}
	return false
}

// like says whether the way to the current partition looks like the way to a leaf.
func (s *search) like(l *leaf, level int) bool {
	if len(l.traces) < level {
		return false
	}
	for k := range level {
		trace := s.p.trace
		if k+1 < level {
			trace = s.path[k+1].trace
		}
		if trace != l.traces[k] {
			return false
		}
	}
	return true
}

// leaf compares a complete numbering with the first and the best one; trace is that of
// the last choice. It returns what descend does.
func (s *search) leaf(trace uint64) int {
	n := len(s.p.order)
	s.p.work += 4 * n
	l := &leaf{rank: slices.Clone(s.p.cell), certificate: s.p.g.certificate(s.p.cell)}
	for k := range s.path {
		l.chosen = append(l.chosen, s.path[k].chosen)
		if k > 0 {
			l.traces = append(l.traces, s.path[k].trace)
		}
	}
	if len(s.path) > 0 {
		l.traces = append(l.traces, trace)
	}
	if s.first == nil {
		s.first, s.best = l, l
		s.orbit = make([]int32, n)
		for i := range s.orbit {
			s.orbit[i] = int32(i)
		}
		return -1
	}
	for _, known := range [2]*leaf{s.first, s.best} {
		if slices.Equal(known.certificate, l.certificate) {
			s.symmetry(known, l)
			for k := range l.chosen {
				if k >= len(known.chosen) || known.chosen[k] != l.chosen[k] {
					return k + 1
				}
			}
			return -1
		}
	}
	if before(l, s.best) {
		s.best = l
	}
	return -1
}

func before(a, b *leaf) bool {
	if c := slices.Compare(a.traces, b.traces); c != 0 {
		return c < 0
	}
	return slices.Compare(a.certificate, b.certificate) < 0
}

// symmetry notes that two numberings give the same graph.
func (s *search) symmetry(a, b *leaf) {
	image := make([]int32, len(a.rank))
	byRank := make([]int32, len(a.rank))
	for i, r := range b.rank {
		byRank[r] = int32(i)
	}
	for i, r := range a.rank {
		image[i] = byRank[r]
	}
	s.symmetries = append(s.symmetries, image)
	for i, k := range image {
		join(s.orbit, int32(i), k)
	}
}

func find(parent []int32, i int32) int32 {
	for parent[i] != i {
		parent[i] = parent[parent[i]]
		i = parent[i]
	}
	return i
}

func join(parent []int32, a, b int32) {
	a, b = find(parent, a), find(parent, b)
	if a != b {
		parent[max(a, b)] = min(a, b)
	}
}

// advance changes the last choice that has another one worth trying; false: none.
func (s *search) advance() bool {
	for len(s.path) > 0 {
		level := len(s.path) - 1
		n := &s.path[level]
		s.p.undo(n.log)
		s.p.trace = n.trace
		orbit := s.orbit
		if !s.onFirst(level) {
			orbit = s.fixing(level)
		}
		for n.next < len(n.atoms) {
			again := slices.ContainsFunc(n.tried, func(i int32) bool {
				return find(orbit, i) == find(orbit, n.atoms[n.next])
			})
			s.p.work += len(n.tried)
			if !again {
				s.choose()
				return true
			}
			n.next++
		}
		s.path = s.path[:level]
	}
	return false
}

// onFirst says whether the choices above a level are those of the first leaf.
func (s *search) onFirst(level int) bool {
	for k := range level {
		if k >= len(s.first.chosen) || s.path[k].chosen != s.first.chosen[k] {
			return false
		}
	}
	return true
}

// fixing is the orbits of the symmetries that keep all choices above a level.
func (s *search) fixing(level int) []int32 {
	orbit := make([]int32, len(s.orbit))
	for i := range orbit {
		orbit[i] = int32(i)
	}
	for _, image := range s.symmetries {
		fixes := true
		for k := range level {
			fixes = fixes && image[s.path[k].chosen] == s.path[k].chosen
		}
		if !fixes {
			continue
		}
		s.p.work += len(image)
		for i, k := range image {
			join(orbit, int32(i), k)
		}
	}
	s.p.work += len(orbit)
	return orbit
}

// certificate describes g when the atoms are numbered by rank: for each atom its
// properties, its configuration and the bonds to atoms of lower number.
func (g *Graph) certificate(rank []int32) []byte {
	byRank := make([]int32, len(rank))
	for i, r := range rank {
		byRank[r] = int32(i)
	}
	b := make([]byte, 0, 16*len(rank)+5*len(g.near))
	var keys []uint32
	for _, i := range byRank {
		b = binary.BigEndian.AppendUint64(b, g.color[i])
		b = binary.AppendUvarint(b, g.label[i])
		number := uint8(0)
		if k := g.at[i]; k >= 0 {
			number, _ = g.value(&g.elements[k], rank)
		}
		keys = keys[:0]
		for _, next := range g.neighbors(i) {
			if rank[next.atom] < rank[i] {
				keys = append(keys, uint32(rank[next.atom])<<8|uint32(next.code))
			}
		}
		slices.Sort(keys)
		b = append(b, number)
		b = binary.AppendUvarint(b, uint64(len(keys)))
		for _, key := range keys {
			b = binary.BigEndian.AppendUint32(b, key)
		}
	}
	return b
}
