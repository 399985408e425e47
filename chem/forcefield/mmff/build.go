package mmff

import (
	"strconv"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/forcefield/mmff/typing"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Variant says which force field is meant.
type Variant uint8

const (
	// MMFF94 is the original: nitrogen beside a double bond may be pyramidal, as in a
	// molecule at rest in a vacuum.
	MMFF94 Variant = iota
	// MMFF94s has other out-of-plane and torsion parameters, which make such nitrogen
	// nearly planar, as the average over its motion is in crystal structures.
	MMFF94s
)

// Options direct New. The zero value is MMFF94 in open space without a cut-off.
type Options struct {
	Variant Variant
	// Cutoff ends the interactions of atoms that are not bonded, in Å: van der Waals
	// smoothly over its last tenth, electrostatic shifted so that force and energy are 0
	// there. 0 means no end in open space, and 12 in a periodic box.
	Cutoff float64
	// Periodic is the box whose images the atoms see, nil for open space. Molecules
	// are whole: bonded atoms are next to each other, not on two sides of the box.
	Periodic *cell.Cell
}

// maxWithoutCutoff is the largest number of atoms of a field without a cut-off, whose list
// of pairs grows with its square.
const maxWithoutCutoff = 5000

// Error says which atoms the force field cannot treat.
type Error struct {
	Atoms []int // 0-based
	Msg   string
}

func (e *Error) Error() string { return e.Msg }

// New returns the force field of p, which must have all hydrogens as atoms; it may have
// several components. The error is an *Error, or a *typing.Error when atoms have no type.
func New(p *perceive.Molecule, o Options) (*Field, error) {
	r, err := typing.Type(p)
	if err != nil {
		return nil, err
	}
	g, err := newGraph(p, r, o.Variant)
	if err != nil {
		return nil, err
	}
	n := len(g.atoms)
	f := &Field{types: r.Types, charges: r.Charges}
	f.addBonds(g)
	f.addAngles(g)
	most := f.addTorsions(g)
	t := newContactTable(g)
	f.table = t
	switch {
	case o.Cutoff != 0 || o.Periodic != nil:
		if f.near, err = newNearList(g, r.Charges, t, o); err != nil {
			return nil, err
		}
	case n > maxWithoutCutoff:
		return nil, &Error{Msg: strconv.Itoa(n) + " atoms need a cut-off; without one MMFF94 takes up to " + strconv.Itoa(maxWithoutCutoff)}
	default:
		f.pairs = newPairList(g, r.Charges, &t)
	}

	vectors := make([]geom.Vec3, 2*n+4*len(g.bonds))
	cut := func(k int) []geom.Vec3 {
		v := vectors[:k:k]
		vectors = vectors[k:]
		return v
	}
	f.position, f.force = cut(n), cut(n)
	f.unit, f.slope = cut(2*len(g.bonds)), cut(2*len(g.bonds))
	f.length = make([]length, len(g.bonds))
	f.work = make([]endWork, most)
	return f, nil
}

func (f *Field) addBonds(g *graph) {
	f.bonds, f.estimated = make([]bondTerm, len(g.bonds)), g.estimated
	for k, b := range g.bonds {
		f.bonds[k] = bondTerm{int32(b.A), int32(b.B), g.stretch[k].r0, mdyne * g.stretch[k].kb}
	}
}

// edge is the edge of bond k that starts at atom i.
func (g *graph) edge(k, i int) int32 {
	if g.bonds[k].A == i {
		return int32(2 * k)
	}
	return int32(2*k + 1)
}

func (f *Field) addAngles(g *graph) {
	angles, centers := 0, 0
	for j := range g.atoms {
		d := g.neighbors.Degree(j)
		angles += d * (d - 1) / 2
		if d == 3 {
			centers++
		}
	}
	f.angles, f.planes = make([]angleTerm, 0, angles), make([]planeTerm, 0, centers)
	for j := range g.atoms {
		near := g.neighbors.Of(j)
		linear := g.properties(j).Linear
		for m, a := range near {
			for _, b := range near[m+1:] {
				t := g.findAngle(a.Atom, j, b.Atom, a.Bond, b.Bond)
				e1, e2 := g.edge(a.Bond, j), g.edge(b.Bond, j)
				if linear {
					f.linear = append(f.linear, linearTerm{e1, e2, mdyne * t.ka})
					continue
				}
				s1, s2, _ := g.findStretchBend(a.Atom, j, b.Atom, a.Bond, b.Bond, t.class)
				// The coupling is stated per degree; 143.9325·π/180 is the paper's 2.51210.
				f.angles = append(f.angles, angleTerm{e1, e2, t.theta0 * degree, mdyne * t.ka, mdyne * s1, mdyne * s2})
			}
		}
		if len(near) == 3 {
			if k, ok := g.findOutOfPlane(near[0].Atom, j, near[1].Atom, near[2].Atom); ok && k != 0 {
				f.planes = append(f.planes, planeTerm{[3]int32{g.edge(near[0].Bond, j), g.edge(near[1].Bond, j), g.edge(near[2].Bond, j)}, mdyne * k})
			}
		}
	}
}

// addTorsions returns the largest number of ends of an axis.
func (f *Field) addTorsions(g *graph) (most int) {
	turns := make([]bool, len(g.atoms))
	for i := range turns {
		turns[i] = g.turns(i)
	}
	ends, twists := 0, 0
	for _, b := range g.bonds {
		if p, q := g.neighbors.Degree(b.A)-1, g.neighbors.Degree(b.B)-1; turns[b.A] && turns[b.B] {
			ends += p + q
			twists += p * q
		}
	}
	f.axes, f.ends, f.twists = make([]axisTerm, 0, len(g.bonds)), make([]int32, 0, ends), make([]twistTerm, 0, twists)
	for axis, b := range g.bonds {
		j, k := b.A, b.B
		if !turns[j] || !turns[k] {
			continue
		}
		first := len(f.ends)
		for _, a := range g.neighbors.Of(j) {
			if a.Bond != axis {
				f.ends = append(f.ends, g.edge(a.Bond, j))
			}
		}
		middle := len(f.ends)
		for _, d := range g.neighbors.Of(k) {
			if d.Bond != axis {
				f.ends = append(f.ends, g.edge(d.Bond, k))
			}
		}
		last := len(f.ends)
		before := len(f.twists)
		for s, start := range f.ends[first:middle] {
			for t, tip := range f.ends[middle:last] {
				bondIJ, bondKL := int(start>>1), int(tip>>1)
				i, l := g.bonds[bondIJ].Other(j), g.bonds[bondKL].Other(k)
				if i == l {
					continue
				}
				v, _ := g.findTorsion(i, j, k, l, bondIJ, axis, bondKL)
				if v == [3]float64{} {
					continue
				}
				f.twists = append(f.twists, twistTerm{
					uint16(s), uint16(middle - first + t),
					v[0]/2 + v[1] + v[2]/2, v[0]/2 - 1.5*v[2], -v[1], 2 * v[2],
				})
			}
		}
		if len(f.twists) == before {
			f.ends = f.ends[:first]
			continue
		}
		f.axes = append(f.axes, axisTerm{int32(g.edge(axis, j)), int32(first), int32(middle), int32(last), int32(len(f.twists) - before)})
		most = max(most, last-first)
	}
	return most
}
