package mol

// Neighbor is one step from an atom: the atom reached and the bond that leads
// there, indices into Mol.Atoms and Mol.Bonds.
type Neighbor struct {
	Atom, Bond int
}

// Adjacency lists the neighbors of every atom of a Mol as it was when Neighbors
// was called; it does not follow later changes.
type Adjacency struct {
	start []int // len atoms+1, into list
	list  []Neighbor
}

// Neighbors returns the neighbors of every atom in bond order. It takes linear
// time; call it once per algorithm. The graph must pass Check.
func (m *Mol) Neighbors() Adjacency {
	start := make([]int, len(m.Atoms)+2)
	for _, b := range m.Bonds {
		start[b.A+2]++
		start[b.B+2]++
	}
	for i := 2; i < len(start); i++ {
		start[i] += start[i-1]
	}
	// start[i+1] is the place of the next neighbor of atom i; when all are
	// placed it has become the first place of atom i+1.
	list := make([]Neighbor, 2*len(m.Bonds))
	for k, b := range m.Bonds {
		list[start[b.A+1]] = Neighbor{b.B, k}
		start[b.A+1]++
		list[start[b.B+1]] = Neighbor{b.A, k}
		start[b.B+1]++
	}
	return Adjacency{start: start[:len(m.Atoms)+1], list: list}
}

// Of returns the neighbors of atom i in bond order. The slice belongs to the
// Adjacency and must not be changed.
func (a *Adjacency) Of(i int) []Neighbor { return a.list[a.start[i]:a.start[i+1]:a.start[i+1]] }

// Empty says whether a is the zero value, the neighbors of no molecule.
func (a *Adjacency) Empty() bool { return a.start == nil }

// Degree returns the number of neighbors of atom i.
func (a *Adjacency) Degree(i int) int { return a.start[i+1] - a.start[i] }

// Components returns the connected component of every atom, numbered from 0 in
// the order of each component's first atom, and their number.
func (m *Mol) Components() (of []int, n int) {
	adjacency := m.Neighbors()
	of = make([]int, len(m.Atoms))
	for i := range of {
		of[i] = -1
	}
	var stack []int
	for i := range of {
		if of[i] >= 0 {
			continue
		}
		of[i] = n
		stack = append(stack[:0], i)
		for len(stack) > 0 {
			a := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, next := range adjacency.Of(a) {
				if of[next.Atom] < 0 {
					of[next.Atom] = n
					stack = append(stack, next.Atom)
				}
			}
		}
		n++
	}
	return of, n
}
