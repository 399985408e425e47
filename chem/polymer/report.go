package polymer

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/pack"
	"github.com/molsmith/molsmith/chem/parallel"
)

// sight is how far contacts are looked for, Å.
const sight = 4

// crowd is what a report is made from: all atoms of all chains.
type crowd struct {
	atoms     []mol.Atom
	bonds     []mol.Bond
	adjacency mol.Adjacency
	chain     []int32 // of each atom
	unit      []int32 // of each atom, counted through the chain with its caps
	rings     [][]int32
	periodic  *cell.Cell
	workers   int
}

// newCrowd puts the chains of a grower together; the error is ctx's.
func newCrowd(ctx context.Context, rows []*layout, periodic *cell.Cell) (*crowd, []*graph, error) {
	c := &crowd{periodic: periodic}
	graphs := make([]*graph, len(rows))
	for s, l := range rows {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		// The graph counts from 0, whatever the layout does.
		base := l.start[0]
		graphs[s] = l.graph(false)
		m := graphs[s].p.Mol
		c.atoms = append(c.atoms, m.Atoms...)
		for _, b := range m.Bonds {
			c.bonds = append(c.bonds, mol.Bond{A: b.A + base, B: b.B + base, Order: b.Order})
		}
		for _, k := range graphs[s].owner {
			c.chain, c.unit = append(c.chain, int32(s)), append(c.unit, k)
		}
		for k, p := range l.pieces {
			for _, atoms := range p.rings {
				ring := make([]int32, len(atoms))
				for i, a := range atoms {
					ring[i] = int32(l.atom(k, a))
				}
				c.rings = append(c.rings, ring)
			}
		}
	}
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	c.adjacency = (&mol.Mol{Atoms: c.atoms, Bonds: c.bonds}).Neighbors()
	return c, graphs, ctx.Err()
}

// contacts are the smallest distances of a geometry, Å.
type contacts struct{ heavy, closest, between float64 }

// measure finds the smallest distances and the pierced rings at positions x.
func (c *crowd) measure(ctx context.Context, x []float64) (contacts, []piercing, error) {
	near := contacts{math.Inf(1), math.Inf(1), math.Inf(1)}
	g, err := grid.New(c.periodic, x, sight)
	if err != nil {
		return near, nil, err
	}
	const block = 4096 // atoms
	parts := make([]contacts, (len(c.atoms)+block-1)/block)
	parallel.Do(parallel.Workers(c.workers), len(parts), func(b int) {
		part := near
		if ctx.Err() == nil {
			for i := b * block; i < min((b+1)*block, len(c.atoms)); i++ {
				g.Near(geom.At(x, i), func(j int, d geom.Vec3, d2 float64) bool {
					if j >= i && d2 > 0 {
						c.compare(&part, x, i, j, d, math.Sqrt(d2))
					}
					return true
				})
			}
		}
		parts[b] = part
	})
	for _, part := range parts {
		near.heavy, near.closest, near.between = min(near.heavy, part.heavy), min(near.closest, part.closest), min(near.between, part.between)
	}
	if ctx.Err() != nil {
		return near, nil, ctx.Err()
	}
	return near, c.pierced(g, x), nil
}

// compare takes the distance r of atom i from an image of j, at d, into account.
func (c *crowd) compare(near *contacts, x []float64, i, j int, d geom.Vec3, r float64) {
	heavy := r < near.heavy && c.atoms[i].Element > 1 && c.atoms[j].Element > 1
	if !heavy && r >= near.closest && r >= near.between {
		return
	}
	same := c.chain[i] == c.chain[j] && geom.At(x, j).Sub(geom.At(x, i)).Sub(d).Norm2() < 1e-6
	if heavy && !(same && c.bonded(i, j)) {
		near.heavy = r
	}
	if apart := c.unit[i] - c.unit[j]; r < near.closest && (!same || apart > 1 || apart < -1) {
		near.closest = r
	}
	if !same && r < near.between {
		near.between = r
	}
}

// bonded says whether fewer than four bonds lead from atom i to j.
func (c *crowd) bonded(i, j int) bool {
	for _, u := range c.adjacency.Of(i) {
		if u.Atom == j {
			return true
		}
		for _, v := range c.adjacency.Of(u.Atom) {
			if v.Atom == j {
				return true
			}
			for _, w := range c.adjacency.Of(v.Atom) {
				if w.Atom == j {
					return true
				}
			}
		}
	}
	return false
}

// inverts says whether an atom with three neighbors turns inside out by itself, as amines do:
// it has no configuration to keep.
func (c *crowd) inverts(i int) bool { return c.atoms[i].Element == 7 && c.adjacency.Degree(i) == 3 }

// piercing is a ring with a bond through it.
type piercing struct {
	ring  int
	atoms [2]int32  // of the bond
	shift geom.Vec3 // from the bond to its image in the ring
}

// pierced lists the rings with a bond through them, each once.
func (c *crowd) pierced(g *grid.Grid, x []float64) (found []piercing) {
	var corners []geom.Vec3
	for r, ring := range c.rings {
		center := c.center(x, r)
		corners = corners[:0]
		for _, a := range ring {
			corners = append(corners, geom.At(x, int(a)).Sub(center))
		}
		g.Near(center, func(j int, d geom.Vec3, d2 float64) bool {
			if d2 > 9 { // one end of a bond through the ring is nearer
				return true
			}
			shift := center.Add(d).Sub(geom.At(x, j))
			for _, b := range c.adjacency.Of(j) {
				if shift.Norm2() < 1e-6 && (in(ring, j) || in(ring, b.Atom)) {
					continue
				}
				if pack.Crosses(d, geom.At(x, b.Atom).Sub(geom.At(x, j)), corners) {
					found = append(found, piercing{r, [2]int32{int32(j), int32(b.Atom)}, shift})
					return false
				}
			}
			return true
		})
	}
	return found
}

// center is the middle of a ring.
func (c *crowd) center(x []float64, r int) (center geom.Vec3) {
	for _, a := range c.rings[r] {
		center = center.Add(geom.At(x, int(a)))
	}
	return center.Scale(1 / float64(len(c.rings[r])))
}

func in(ring []int32, i int) bool {
	for _, a := range ring {
		if int(a) == i {
			return true
		}
	}
	return false
}
