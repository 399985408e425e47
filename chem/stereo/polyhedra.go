package stereo

import (
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
)

const (
	opposite  = -0.9     // cosine below which two ligands face each other, about 154°
	cosSeesaw = -0.17365 // cos 100°
)

// polyhedron states atom i of a 3D geometry when two of its ligands face each other, so
// that it is a square, a trigonal bipyramid or an octahedron, and says whether it is.
// Corners may be free where the others still tell the figure: a T, a seesaw (with an angle
// of more than 100° a bipyramid, else an octahedron), a square pyramid. The lighter
// elements, up to silicon, are left to the tetrahedron, as in RDKit.
func (d *drawing) polyhedron(i int) bool {
	neighbors := d.adjacency.Of(i)
	n := len(neighbors)
	if n < 3 || n > 6 || d.m.Atoms[i].Element < 15 || d.hydrogens[i] > 0 {
		return false
	}
	var at [6]geom.Vec3
	for k, next := range neighbors {
		at[k] = d.m.Atoms[next.Atom].Pos.Sub(d.m.Atoms[i].Pos).Unit()
	}
	partner := [6]int{-1, -1, -1, -1, -1, -1}
	var axes [3][2]int
	pairs := 0
	for k := range n {
		for l := range k {
			if at[k].Dot(at[l]) >= opposite {
				continue
			}
			if partner[k] >= 0 || partner[l] >= 0 {
				return false
			}
			partner[k], partner[l] = l, k
			axes[pairs] = [2]int{l, k}
			pairs++
		}
	}
	// turns says whether b comes before c counterclockwise, seen from a.
	turns := func(a, b, c int) bool { return at[a].Dot(at[b].Cross(at[c])) > 0 }
	// rest are the ligands that face none.
	var rest []int
	for k := range n {
		if partner[k] < 0 {
			rest = append(rest, k)
		}
	}
	if len(rest) > 1 && !turns(axes[0][0], rest[0], rest[1]) {
		rest[0], rest[1] = rest[1], rest[0]
	}
	c := mol.Center{Atom: i, Permutation: 1}
	// The corners are those of permutation 1, in its order: around the square, or from
	// the top around the axis to the bottom. free ones are left out, see Renumber.
	const free = -1
	var corners []int
	switch {
	case n <= 4 && pairs == n-2: // a square or a T
		c.Class = mol.SquarePlanar
		if n == 3 {
			axes[1] = [2]int{rest[0], free}
		}
		corners = []int{axes[0][0], axes[1][0], axes[0][1], axes[1][1]}
	case n == 4 && pairs == 1 && at[rest[0]].Dot(at[rest[1]]) > cosSeesaw:
		c.Class = mol.Octahedral
		corners = []int{axes[0][0], rest[0], rest[1], free, free, axes[0][1]}
	case n == 4 && pairs == 1:
		c.Class = mol.TrigonalBipyramidal
		corners = []int{axes[0][0], rest[0], rest[1], free, axes[0][1]}
	case n == 5 && pairs == 1:
		c.Class = mol.TrigonalBipyramidal
		corners = []int{axes[0][0], rest[0], rest[1], rest[2], axes[0][1]}
	case n == 6 && pairs == 3, n == 5 && pairs == 2:
		c.Class = mol.Octahedral
		a, b, x := axes[2], axes[0], axes[1]
		if n == 5 {
			a = [2]int{rest[0], free}
		}
		if !turns(a[0], b[0], x[0]) {
			x[0], x[1] = x[1], x[0]
		}
		corners = []int{a[0], b[0], x[0], b[1], x[1], a[1]}
	default:
		return false
	}
	var order []int // of the corners: those with a ligand, then free ones
	for k, corner := range corners {
		if corner != free {
			order = append(order, k)
			c.Ligands = append(c.Ligands, neighbors[corner].Atom)
		}
	}
	for k, corner := range corners {
		if corner == free {
			order = append(order, k)
		}
	}
	c.Permutation = mol.Renumber(c.Class, 1, order)
	d.m.Centers = append(d.m.Centers, c)
	return true
}
