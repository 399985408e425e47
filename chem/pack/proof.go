package pack

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/parallel"
)

// proof measures finished positions. It shares no code with the search: its
// cells, its images and its distances are its own, simpler ones.
type proof struct {
	cell      *cell.Cell
	positions []float64
	owner     []int32 // molecule of each atom; −1: fixed

	inner [3]int
	span  [3]int // cells within reach
	start []int32
	sites []proofSite // sorted by cell
}

// proofSite is an atom moved into the cell.
type proofSite struct {
	position geom.Vec3
	atom     int32
	cells    [3]int32 // lattice vectors subtracted
}

// nearest is a smallest distance between atoms of different molecules.
type nearest struct {
	distance float64
	a, b     int32 // molecules; −1: fixed
}

// measure returns the smallest distance between atoms of different molecules,
// where images of a molecule count as different from it; pairs of fixed atoms
// do not count. Every atom has its own image at the shortest lattice vector, so
// there always is one. When ctx ends it returns too early, with some distance.
func measure(ctx context.Context, c *cell.Cell, positions []float64, owner []int32, reach float64, workers int) nearest {
	best := nearest{c.ShortestVector(), owner[0], owner[0]}
	for {
		p := newProof(c, positions, owner, min(reach, best.distance))
		found := p.search(ctx, min(reach, best.distance), workers)
		if found.distance < best.distance {
			return found
		}
		if reach >= best.distance || ctx.Err() != nil {
			return best
		}
		reach *= 1.6
	}
}

// newProof sorts the atoms into cells no thinner than reach where the box is
// not, and not many more than there are atoms.
func newProof(c *cell.Cell, positions []float64, owner []int32, reach float64) *proof {
	n := len(positions) / 3
	p := &proof{cell: c, positions: positions, owner: owner}
	most := int(math.Cbrt(float64(n))) + 1
	for k, h := range c.Heights() {
		p.inner[k] = int(max(1, min(math.Floor(h/reach), float64(4*most))))
	}
	for p.inner[0]*p.inner[1]*p.inner[2] > 2*n+64 {
		for k := range p.inner {
			p.inner[k] = (p.inner[k] + 1) / 2
		}
	}
	for k, h := range c.Heights() {
		p.span[k] = int(math.Ceil(reach * float64(p.inner[k]) / h))
	}
	p.start = make([]int32, p.inner[0]*p.inner[1]*p.inner[2]+1)
	at := make([]int32, n)
	homes := make([]proofSite, n)
	for i := range n {
		q := geom.At(positions, i)
		f := c.Fractional(q)
		down := [3]float64{math.Floor(f.A), math.Floor(f.B), math.Floor(f.C)}
		u := [3]float64{f.A - down[0], f.B - down[1], f.C - down[2]}
		home := proofSite{position: q.Sub(c.Cartesian(cell.Fractional{A: down[0], B: down[1], C: down[2]})), atom: int32(i)}
		index := 0
		for k := 2; k >= 0; k-- {
			home.cells[k] = int32(down[k])
			index = index*p.inner[k] + min(int(u[k]*float64(p.inner[k])), p.inner[k]-1)
		}
		homes[i], at[i] = home, int32(index)
		p.start[index+1]++
	}
	for i := range len(p.start) - 1 {
		p.start[i+1] += p.start[i]
	}
	p.sites = make([]proofSite, n)
	next := append([]int32(nil), p.start...)
	for i, home := range homes {
		p.sites[next[at[i]]] = home
		next[at[i]]++
	}
	return p
}

// search returns the nearest pair within reach, and an infinite distance when
// there is none. Of equal distances the first in the order of cells counts.
func (p *proof) search(ctx context.Context, reach float64, workers int) nearest {
	layers := make([]nearest, p.inner[2])
	parallel.Do(workers, len(layers), func(z int) {
		if ctx.Err() != nil {
			return
		}
		best := nearest{distance: reach * (1 + 1e-12)}
		found := false
		for y := range p.inner[1] {
			for x := range p.inner[0] {
				found = p.searchCell(x, y, z, &best) || found
			}
		}
		if !found {
			best.distance = math.Inf(1)
		}
		layers[z] = best
	})
	best := layers[0]
	for _, l := range layers[1:] {
		if l.distance < best.distance {
			best = l
		}
	}
	return best
}

// searchCell compares the atoms of a cell with those of the cells that follow
// it within reach, and reports whether it found a nearer pair.
func (p *proof) searchCell(x, y, z int, best *nearest) bool {
	here := p.sitesOf(x, y, z)
	if len(here) == 0 {
		return false
	}
	found := false
	for dz := 0; dz <= p.span[2]; dz++ {
		for dy := -p.span[1]; dy <= p.span[1]; dy++ {
			for dx := -p.span[0]; dx <= p.span[0]; dx++ {
				if dz == 0 && (dy < 0 || dy == 0 && dx < 0) {
					continue // seen from the other cell
				}
				i, nx := divide(x+dx, p.inner[0])
				j, ny := divide(y+dy, p.inner[1])
				k, nz := divide(z+dz, p.inner[2])
				same := dx == 0 && dy == 0 && dz == 0
				found = p.compare(here, p.sitesOf(nx, ny, nz), [3]int32{int32(i), int32(j), int32(k)}, same, best) || found
			}
		}
	}
	return found
}

func (p *proof) sitesOf(x, y, z int) []proofSite {
	c := (z*p.inner[1]+y)*p.inner[0] + x
	return p.sites[p.start[c]:p.start[c+1]]
}

// compare measures the atoms here against those there, moved by whole lattice
// vectors.
func (p *proof) compare(here, there []proofSite, shift [3]int32, same bool, best *nearest) bool {
	v := p.cell.Shift(int(shift[0]), int(shift[1]), int(shift[2]))
	limit := best.distance * best.distance
	found := false
	for m := range here {
		a := &here[m]
		others := there
		if same {
			others = here[m+1:]
		}
		q := a.position.Sub(v)
		for n := range others {
			b := &others[n]
			d2 := b.position.Sub(q).Norm2()
			if d2 >= limit {
				continue
			}
			oa, ob := p.owner[a.atom], p.owner[b.atom]
			if oa == ob && (oa < 0 || sameCopy(a, b, &shift)) {
				continue
			}
			limit = d2
			*best = nearest{math.Sqrt(d2), oa, ob}
			found = true
		}
	}
	return found
}

// sameCopy reports whether b, moved by shift, belongs to the same copy of their
// molecule as a.
func sameCopy(a, b *proofSite, shift *[3]int32) bool {
	for k := range shift {
		if shift[k]-b.cells[k] != -a.cells[k] {
			return false
		}
	}
	return true
}

// divide returns floor(a/b) and the remainder from 0 to b−1.
func divide(a, b int) (quotient, remainder int) {
	quotient, remainder = a/b, a%b
	if remainder < 0 {
		return quotient - 1, remainder + b
	}
	return quotient, remainder
}
