package embed

import (
	"strconv"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// topology is what bounds and terms are made of: neighbors in flat arrays, the shape of
// every atom, bond lengths, angles and the configuration asked for.
type topology struct {
	p *perceive.Molecule
	s *stereo.Set
	n int

	start    []int32 // per atom and one more, into neighbor and bond
	neighbor []int32
	bond     []int32 // index of the bond to that neighbor

	rings     [][]int   // those that shape angles and torsions
	bondRings [][]int32 // per bond, indices into rings

	shape  []shape
	hybrid []uint8 // 1 sp, 2 sp², 3 sp³; 0 for others
	site   []int8  // per entry of neighbor: place on the polyhedron of its center

	length []float64 // per bond, Å
	// Angles of atom i are the pairs (x, y), x > y, of its neighbor list, at
	// angleStart[i] + x(x−1)/2 + y.
	angleStart []int32
	angle      []angleRange

	turn    []int8 // per bond: 1 cis, −1 trans for the first ligands of its ends, 0 not stated
	volumes []volume
}

// angleRange is the range of a bond angle in radians and the size of the smallest ring
// it is in, 0 for none.
type angleRange struct {
	lo, hi float64
	ring   int32
}

// maxRings bounds the rings that are looked at. Cages with more have only the rings of
// one basis used.
const maxRings = 400

func newTopology(p *perceive.Molecule, s *stereo.Set) (*topology, error) {
	n := len(p.Mol.Atoms)
	t := &topology{p: p, s: s, n: n}
	if s == nil {
		t.s = &stereo.Set{}
	}
	if n > MaxAtoms {
		return nil, &Error{Atoms: []int{MaxAtoms}, Msg: "the molecule has " + strconv.Itoa(n) + " atoms with hydrogens; embedding takes at most " + strconv.Itoa(MaxAtoms)}
	}
	for i := range p.Mol.Atoms {
		if p.Mol.Atoms[i].Hydrogens > 0 {
			return nil, fault(p.Mol, []int{i}, "", " has hydrogens that are no atoms; add them before embedding")
		}
	}
	t.connect()
	if of, k := p.Mol.Components(); k > 1 {
		for i := range of {
			if of[i] > 0 {
				return nil, fault(p.Mol, []int{0, i}, "", " are in different components; embed them one at a time")
			}
		}
	}
	t.takeRings()
	t.addShapes()
	t.addLengths()
	t.addAngles()
	if err := t.addTurns(); err != nil {
		return nil, err
	}
	t.addVolumes()
	return t, nil
}

func (t *topology) connect() {
	bonds := t.p.Mol.Bonds
	t.start = make([]int32, t.n+1)
	for k := range bonds {
		t.start[bonds[k].A+1]++
		t.start[bonds[k].B+1]++
	}
	for i := range t.n {
		t.start[i+1] += t.start[i]
	}
	t.neighbor, t.bond = make([]int32, 2*len(bonds)), make([]int32, 2*len(bonds))
	at := append([]int32(nil), t.start[:t.n]...)
	for k := range bonds {
		a, b := bonds[k].A, bonds[k].B
		t.neighbor[at[a]], t.bond[at[a]] = int32(b), int32(k)
		at[a]++
		t.neighbor[at[b]], t.bond[at[b]] = int32(a), int32(k)
		at[b]++
	}
}

// of returns the neighbors of atom i.
func (t *topology) of(i int) []int32 { return t.neighbor[t.start[i]:t.start[i+1]] }

func (t *topology) degree(i int) int { return int(t.start[i+1] - t.start[i]) }

func (t *topology) element(i int) uint8 { return t.p.Mol.Atoms[i].Element }

// bondBetween returns the bond of two neighbors, −1 when they are none.
func (t *topology) bondBetween(i, j int) int {
	for k := t.start[i]; k < t.start[i+1]; k++ {
		if int(t.neighbor[k]) == j {
			return int(t.bond[k])
		}
	}
	return -1
}

func (t *topology) takeRings() {
	t.rings = t.p.Rings.Relevant
	if len(t.rings) > maxRings {
		t.rings = t.p.Rings.Basis
	}
	t.bondRings = make([][]int32, len(t.p.Mol.Bonds))
	for r, ring := range t.rings {
		last := ring[len(ring)-1]
		for _, i := range ring {
			if k := t.bondBetween(last, i); k >= 0 {
				t.bondRings[k] = append(t.bondRings[k], int32(r))
			}
			last = i
		}
	}
}

// commonRing returns the smallest ring with all of the bonds, −1 when there is none.
func (t *topology) commonRing(bonds ...int32) int {
	best := -1
	for _, r := range t.bondRings[bonds[0]] {
		if best >= 0 && len(t.rings[best]) <= len(t.rings[r]) {
			continue
		}
		in := true
		for _, k := range bonds[1:] {
			in = in && contains(t.bondRings[k], r)
		}
		if in {
			best = int(r)
		}
	}
	return best
}

func contains(list []int32, v int32) bool {
	for _, w := range list {
		if w == v {
			return true
		}
	}
	return false
}

// ringSize is the size of a ring that commonRing returned, 0 for none.
func (t *topology) ringSize(r int) int {
	if r < 0 {
		return 0
	}
	return len(t.rings[r])
}

// bondOrder is the order as lengths and torsions need it.
func (t *topology) bondOrder(k int) mol.Order {
	if t.p.AromaticBonds[k] {
		return mol.Aromatic
	}
	return t.p.Mol.Bonds[k].Order
}

// multiple says whether a bond has pi electrons.
func (t *topology) multiple(k int) bool {
	switch t.bondOrder(k) {
	case mol.Double, mol.Triple, mol.Aromatic, mol.Quadruple:
		return true
	}
	return false
}

// radius is the van der Waals radius in Å, that of metals held back because ligands
// come closer.
func (t *topology) radius(i int) float64 {
	z := t.element(i)
	if z == 0 {
		z = 6
	}
	r := elem.VdwRadius(z)
	if r > 2.1 || r == 0 {
		r = 2.1
	}
	return r
}
