package polymer

import (
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// far is the number of bonds from which two atoms count as not near each other.
const far = 4

// end is one side of a piece: the atom that is bonded to the next piece and the one it
// gives up for that. Sides without a neighbor have none.
type end struct {
	atom, leaves int
	// side is a neighbor of atom that torsions about the junction are counted from; none
	// when atom has no other neighbor.
	side int
}

const none = -1

// open says whether the side has a neighbor.
func (e end) open() bool { return e.atom != none }

// piece is a repeat unit or an end group, prepared for growth.
type piece struct {
	p          *perceive.Molecule
	adjacency  mol.Adjacency
	x          []geom.Vec3 // geometry, the leaving atoms where their junction goes
	given      []geom.Vec3 // as the request has it
	head, tail end
	// fromHead and fromTail are the bonds to the two ends, at most far; span those
	// between the ends.
	fromHead, fromTail []uint8
	span               int
	rings              [][]int // those of up to maxRing atoms
	class, hole        []uint8 // of the atoms and of the middles of rings, in the contact table
	rotors             []rotor
	stay               [4]places
	body               [][2]int32 // pairs of atoms that never move against each other
	inner              [][2]int32 // pairs of atoms that rotors bring together
}

// newPiece checks a unit or cap; what names it in errors.
func newPiece(what string, p *perceive.Molecule, positions []float64, head, headLeaves, tail, tailLeaves int) (*piece, error) {
	bad := func(format string, arguments ...any) error {
		return fmt.Errorf("%w: %s %s", ErrRequest, what, fmt.Sprintf(format, arguments...))
	}
	if p == nil || p.Mol == nil {
		return nil, bad("has no molecule")
	}
	n := len(p.Mol.Atoms)
	if n > MaxUnitAtoms {
		return nil, bad("has %d atoms: the limit is %d", n, MaxUnitAtoms)
	}
	if len(positions) != 3*n {
		return nil, bad("has %d coordinates for %d atoms: it needs three an atom", len(positions), n)
	}
	for i, x := range positions {
		if !(math.Abs(x) <= 1e5) {
			return nil, bad("has a coordinate of %g Å at %s: it must be finite and at most 1e5", x, p.Mol.Label(i/3))
		}
	}
	if _, parts := p.Mol.Components(); parts != 1 {
		return nil, bad("has %d molecules: a chain needs one that is bonded together", parts)
	}
	for i := range p.Mol.Atoms {
		if p.Mol.Atoms[i].Hydrogens > 0 {
			return nil, bad("lacks hydrogens at %s: every hydrogen must be an atom", p.Mol.Label(i))
		}
	}
	c := &piece{p: p, adjacency: p.Mol.Neighbors(), head: end{none, none, none}, tail: end{none, none, none}}
	for _, e := range []struct {
		name         string
		atom, leaves int
		to           *end
	}{{"head", head, headLeaves, &c.head}, {"tail", tail, tailLeaves, &c.tail}} {
		if e.atom == none {
			continue
		}
		switch {
		case e.atom < 0 || e.atom >= n:
			return nil, bad("has no atom %d for its %s: it has %d atoms, counted from 0", e.atom, e.name, n)
		case e.leaves < 0 || e.leaves >= n:
			return nil, bad("has no atom %d that its %s could give up: it has %d atoms, counted from 0", e.leaves, e.name, n)
		case c.adjacency.Degree(e.leaves) != 1 || c.adjacency.Of(e.leaves)[0].Atom != e.atom:
			return nil, bad("cannot give up %s at its %s: that must be an atom with one bond, to %s", p.Mol.Label(e.leaves), e.name, p.Mol.Label(e.atom))
		case p.Mol.Bonds[c.adjacency.Of(e.leaves)[0].Bond].Order != mol.Single:
			return nil, bad("cannot give up %s at its %s: the bond is not single", p.Mol.Label(e.leaves), e.name)
		}
		*e.to = end{e.atom, e.leaves, none}
	}
	if c.head.open() && c.tail.open() && (c.head.leaves == c.tail.leaves || c.head.leaves == c.tail.atom || c.tail.leaves == c.head.atom) {
		return nil, bad("needs two different atoms that leave, and ends that stay")
	}
	for i := range n {
		c.given = append(c.given, geom.At(positions, i))
	}
	for k, b := range p.Mol.Bonds {
		if d := c.given[b.A].Sub(c.given[b.B]).Norm(); d < 0.3 || d > 5 {
			return nil, bad("has no 3D geometry: the bond of %s is %.2f Å long (bond %d)", p.Mol.Label(b.A, b.B), d, k+1)
		}
	}
	c.x = append([]geom.Vec3(nil), c.given...)
	c.measure()
	return c, nil
}

// measure fills in what follows from the graph.
func (c *piece) measure() {
	n := len(c.x)
	from := func(e end) []uint8 {
		d := make([]uint8, n)
		for i := range d {
			d[i] = far
		}
		if !e.open() {
			return d
		}
		for i, bonds := range c.walk(e.atom) {
			d[i] = uint8(min(bonds, far))
		}
		return d
	}
	c.fromHead, c.fromTail = from(c.head), from(c.tail)
	if c.head.open() && c.tail.open() {
		c.span = c.walk(c.head.atom)[c.tail.atom]
	}
	c.head.side, c.tail.side = c.sideOf(c.head, c.tail), c.sideOf(c.tail, c.head)
	for _, atoms := range c.p.Rings.Relevant {
		if len(atoms) <= maxRing {
			c.rings = append(c.rings, atoms)
		}
	}
}

// walk returns the bonds from an atom to every other.
func (c *piece) walk(start int) []int {
	d := make([]int, len(c.x))
	for i := range d {
		d[i] = none
	}
	d[start] = 0
	queue := []int{start}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, b := range c.adjacency.Of(i) {
			if d[b.Atom] == none {
				d[b.Atom] = d[i] + 1
				queue = append(queue, b.Atom)
			}
		}
	}
	return d
}

// sideOf chooses the neighbor that torsions at an end are counted from: toward the other
// end if it can be, else a heavy one, else any that stays.
func (c *piece) sideOf(e, other end) int {
	if !e.open() {
		return none
	}
	var toward []int
	if other.open() {
		toward = c.walk(other.atom)
	}
	best, rank := none, 0
	for _, b := range c.adjacency.Of(e.atom) {
		if b.Atom == e.leaves {
			continue
		}
		r := 2
		switch {
		case toward != nil && e.atom != other.atom && toward[b.Atom] == toward[e.atom]-1:
			r = 5
		case other.open() && b.Atom == other.leaves:
			r = 4
		case c.p.Mol.Atoms[b.Atom].Element > 1:
			r = 3
		}
		if r > rank {
			best, rank = b.Atom, r
		}
	}
	return best
}
