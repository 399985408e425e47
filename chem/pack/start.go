package pack

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/parallel"
	"github.com/molsmith/molsmith/chem/rng"
)

// Random streams of a run. Each class of molecules has its own: class k takes
// orderStream + k, and its molecule i takes moleculeStream·(k+1) + i.
const (
	relaxStream = iota
	rescueStream
	orderStream
	moleculeStream = 1 << 32
)

// slot is a part of the cell, in fractional coordinates.
type slot struct{ low, edge [3]float64 }

// at returns the place in the slot that u, from 0 to 1 in each direction, names.
func (s *slot) at(u [3]float64) cell.Fractional {
	return cell.Fractional{A: s.low[0] + s.edge[0]*u[0], B: s.low[1] + s.edge[1]*u[1], C: s.low[2] + s.edge[2]*u[2]}
}

// room is the part of a cell that molecules are placed in.
type room struct {
	cell *cell.Cell
	slot slot
}

func wholeCell(c *cell.Cell) room { return room{c, slot{edge: [3]float64{1, 1, 1}}} }

// random returns a place in the room.
func (r *room) random(from *rng.Rand) geom.Vec3 {
	u := [3]float64{from.Float64(), from.Float64(), from.Float64()}
	return r.cell.Cartesian(r.slot.at(u))
}

// scatter gives every molecule a place in the room and a rotation. The room is cut in two
// again and again, each part in proportion to the molecules it will hold, down
// to one molecule per slot; the molecule lies anywhere in its slot. So the
// density is even on every scale, but there is no lattice: the cuts are off the
// middle by a random amount, and the place in the slot is uniform. Neighbors in
// space come out as neighbors in the order of molecules.
//
// Around an obstacle there are spare slots, as many as it covers: molecules in
// covered slots go to free spare ones.
func scatter(room room, molecules []molecule, around *obstacle, seed, class uint64) []molecule {
	order := rng.Stream(seed, orderStream+class)
	blank := &shape{volume: meanVolume(molecules)}
	for range around.spareSlots(&room, len(molecules), &order) {
		molecules = append(molecules, molecule{shape: blank})
	}
	order.Shuffle(len(molecules), func(i, j int) { molecules[i], molecules[j] = molecules[j], molecules[i] })

	sum := make([]float64, len(molecules)+1) // of volumes before each
	for i := range molecules {
		sum[i+1] = sum[i] + molecules[i].shape.volume
	}
	slots := make([]slot, len(molecules))
	d := divider{heights: room.cell.Heights(), sum: sum, slots: slots, random: &order}
	d.divide(0, len(molecules), room.slot)

	for i := range molecules {
		r := rng.Stream(seed, moleculeStream*(class+1)+uint64(i))
		u := [3]float64{r.Float64(), r.Float64(), r.Float64()}
		m := &molecules[i]
		m.center = room.cell.Cartesian(slots[i].at(u))
		m.rotation = r.Rotation()
		m.scale = m.shape.embryo
	}
	if around != nil {
		return around.occupyFree(molecules, blank, &order)
	}
	return molecules
}

func meanVolume(molecules []molecule) float64 {
	sum := 0.0
	for i := range molecules {
		sum += molecules[i].shape.volume
	}
	return sum / float64(len(molecules))
}

// divider cuts the cell into slots.
type divider struct {
	heights [3]float64
	sum     []float64
	slots   []slot
	random  *rng.Rand
}

// divide gives the slots lo … hi−1 the part s of the cell, cut across its
// longest side. Cuts in the middle would put the slots of 2ⁿ molecules on a
// lattice, which the structure factor of the packed liquid still shows.
func (d *divider) divide(lo, hi int, s slot) {
	if hi-lo == 1 {
		d.slots[lo] = s
		return
	}
	n := hi - lo
	mid := lo + n/2
	if spread := n / 4; spread > 0 {
		mid += d.random.Intn(2*spread+1) - spread
	}
	share := (d.sum[mid] - d.sum[lo]) / (d.sum[hi] - d.sum[lo])
	axis := 0
	for k := 1; k < 3; k++ {
		if s.edge[k]*d.heights[k] > s.edge[axis]*d.heights[axis] {
			axis = k
		}
	}
	left, right := s, s
	left.edge[axis] *= share
	right.edge[axis] -= left.edge[axis]
	right.low[axis] += left.edge[axis]
	d.divide(lo, mid, left)
	d.divide(mid, hi, right)
}

const (
	spreadSweeps = 4
	// coreFraction is the part of the cell that the cores fill: a dense but
	// still disordered fluid of hard spheres.
	coreFraction = 0.40
)

// spread moves the centers apart, within their slabs, until spheres about them, the cores, hardly
// overlap. It is much cheaper than to let whole molecules find out the same.
func spread(ctx context.Context, frame *cell.Cell, molecules []molecule, fixed []float64, opt Options, workers int) error {
	tolerance := opt.Tolerance
	n := len(molecules)
	radii := make([]float64, n+len(fixed)/3)
	longest := 0.0
	for i := range radii {
		radii[i] = tolerance / 2
		if i < n {
			radii[i] = molecules[i].shape.core
			longest = max(longest, radii[i])
		}
	}
	now := make([]float64, 3*n, 3*len(radii))
	for i := range molecules {
		geom.Put(now, i, molecules[i].center)
	}
	now = append(now, fixed...)
	g, err := grid.New(frame, now, longest+max(longest, tolerance/2))
	if err != nil {
		return err
	}
	before := make([]float64, len(now))
	const piece = 512
	for sweep := range spreadSweeps {
		if sweep > 0 {
			g.Update(now, workers)
		}
		for i := range radii {
			home, _ := g.Home(i)
			geom.Put(now, i, home)
		}
		copy(before, now)
		parallel.Do(workers, (n+piece-1)/piece, func(k int) {
			if ctx.Err() != nil {
				return
			}
			lo, hi := k*piece, min((k+1)*piece, n)
			for i := lo; i < hi; i++ {
				p := pushedApart(g, i, lo, hi, radii, now, before)
				if w := molecules[i].shape.walls; w != nil {
					p = w.within(p)
				}
				geom.Put(now, i, opt.Region.within(p))
			}
		})
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	for i := range molecules {
		molecules[i].center = geom.At(now, i)
	}
	return nil
}

// pushedApart returns where sphere i goes to get away from those it overlaps.
// Spheres lo … hi−1 are where they are now, others where they were before.
func pushedApart(g *grid.Grid, i, lo, hi int, radii, now, before []float64) geom.Vec3 {
	p := geom.At(now, i)
	at := g.Cell(i)
	var push geom.Vec3
	contacts := 0
	for k := range g.Rows() {
		row := g.Row(at, k)
		for n := range row {
			image := &row[n]
			j := int(image.Index)
			current := before
			if j >= lo && j < hi {
				current = now
			}
			d := p.Sub(geom.At(current, j))
			if image.Shift != 0 {
				d = d.Sub(g.ShiftOf(image).Vector)
			}
			want := radii[i] + radii[j]
			d2 := d.Norm2()
			if d2 >= want*want || d2 == 0 {
				continue
			}
			length := math.Sqrt(d2)
			push = push.AddScaled((want-length)/length, d)
			contacts++
		}
	}
	// One contact is resolved at once, several by their mean; the factor is the
	// best over-relaxation found for fluids.
	return p.AddScaled(1/(0.5+0.4*float64(contacts)), push)
}
