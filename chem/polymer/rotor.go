package polymer

import (
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
)

// bins is the number of angles at which a torsion's energy is known: every 15°.
const bins = 24

// weights are the chances of the angles of a torsion, and their running sum.
type weights struct {
	energy  [bins]float64 // kcal/mol above the least
	sum     [bins]float64 // at the temperature of growth
	barrier float64       // kcal/mol, of the torsion term alone
}

// rotor is a rotatable bond inside a piece. Angles are turns from the geometry x.
type rotor struct {
	a, b  int   // a is on the side of the root, the head or, in a start cap, the tail
	turns []int // the atoms that turn, those beyond b
	// settles are the atoms that no later rotor turns, inner the pairs of such an atom and one
	// settled before.
	settles []int
	inner   [][2]int32
	weights
}

// findRotors lists the single bonds outside rings about which a turn is more than a
// renaming of equal atoms. Sides that turn are those without the root.
func (c *piece) findRotors() {
	root := 0
	if c.head.open() {
		root = c.head.atom
	} else if c.tail.open() {
		root = c.tail.atom
	}
	distance := c.walk(root)
	for k, bond := range c.p.Mol.Bonds {
		if bond.Order != mol.Single || c.p.AromaticBonds[k] || c.p.Rings.BondInRing(k) {
			continue
		}
		a, b := bond.A, bond.B
		if distance[b] < distance[a] {
			a, b = b, a
		}
		if c.adjacency.Degree(a) < 2 || c.adjacency.Degree(b) < 2 || c.top(b, a) || c.top(a, b) {
			continue
		}
		c.rotors = append(c.rotors, rotor{a: a, b: b, turns: c.beyond(a, b)})
	}
	sorting.Stable(c.rotors, func(p, q rotor) int { return distance[p.a] - distance[q.a] })
}

// top says whether atom i, apart from its bond to from, has only like atoms that are bonded
// to nothing else and do not leave, as in a methyl group.
func (c *piece) top(i, from int) bool {
	var element uint8
	for _, b := range c.adjacency.Of(i) {
		if b.Atom == from {
			continue
		}
		z := c.p.Mol.Atoms[b.Atom].Element
		if c.adjacency.Degree(b.Atom) != 1 || element != 0 && z != element || b.Atom == c.head.leaves || b.Atom == c.tail.leaves {
			return false
		}
		element = z
	}
	return c.adjacency.Degree(i) == 4
}

// beyond lists the atoms on b's side of the bond from a, without b.
func (c *piece) beyond(a, b int) []int {
	seen := make([]bool, len(c.x))
	seen[a], seen[b] = true, true
	queue := []int{b}
	for k := 0; k < len(queue); k++ {
		for _, next := range c.adjacency.Of(queue[k]) {
			if !seen[next.Atom] {
				seen[next.Atom] = true
				queue = append(queue, next.Atom)
			}
		}
	}
	return queue[1:]
}

// turn rotates the atoms of a rotor in x by an angle.
func (r *rotor) turn(x []geom.Vec3, angle float64) {
	if angle == 0 {
		return
	}
	q := geom.AxisAngle(x[r.b].Sub(x[r.a]), angle)
	m, center := q.Matrix(), x[r.b]
	for _, i := range r.turns {
		x[i] = m.MulVec(x[i].Sub(center)).Add(center)
	}
}

// thermal is RT at 413 K, kcal/mol: the temperature at which most chain dimensions in melts are
// measured (Fetters, Lohse, Richter, Witten and Zirkel, Macromolecules 1994, 27, 4639).
const thermal = 0.8207

// settle turns energies into chances. Energies are of the bins' angles, in order.
func (w *weights) settle(energy [bins]float64, barrier float64) {
	w.barrier = barrier
	low := math.Inf(1)
	for _, e := range energy {
		low = min(low, e)
	}
	sum := 0.0
	for k, e := range energy {
		w.energy[k] = e - low
		sum += geom.Exp(-(e - low) / thermal)
		w.sum[k] = sum
	}
}

// draw returns an angle with the chance of its bin: heat 1 is that of thermal, and more makes
// the chances more alike. within spreads angles inside the bin, from 0 to 1.
func (w *weights) draw(pick, within, heat float64) float64 {
	k := 0
	if heat == 1 {
		at := pick * w.sum[bins-1]
		for k < bins-1 && w.sum[k] < at {
			k++
		}
	} else {
		var sum [bins]float64
		total := 0.0
		for k, e := range w.energy {
			total += geom.Exp(-e / (heat * thermal))
			sum[k] = total
		}
		for k < bins-1 && sum[k] < pick*total {
			k++
		}
	}
	return (float64(k) + within - 0.5) * (2 * math.Pi / bins)
}

// findInner lists the pairs of atoms that rotors may bring together. Hydrogens of large
// pieces are left out.
func (c *piece) findInner() {
	const small = 150 // atoms
	n := len(c.x)
	turning := c.turning()
	for i, by := range turning {
		if len(by) > 0 {
			r := &c.rotors[by[len(by)-1]]
			r.settles = append(r.settles, i)
		}
	}
	for i := range n {
		if n > small && c.p.Mol.Atoms[i].Element == 1 {
			continue
		}
		d := c.walk(i)
		for j := range i {
			if d[j] < far || slices.Equal(turning[i], turning[j]) || n > small && c.p.Mol.Atoms[j].Element == 1 {
				continue
			}
			pair := [2]int32{int32(i), int32(j)}
			c.inner = append(c.inner, pair)
			last := 0
			for _, by := range [2][]int{turning[i], turning[j]} {
				if len(by) > 0 {
					last = max(last, by[len(by)-1])
				}
			}
			c.rotors[last].inner = append(c.rotors[last].inner, pair)
		}
	}
}

// turning lists the rotors that turn each atom, in order.
func (c *piece) turning() [][]int {
	turning := make([][]int, len(c.x))
	for k := range c.rotors {
		for _, i := range c.rotors[k].turns {
			turning[i] = append(turning[i], k)
		}
	}
	return turning
}
