package crystal

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/structure"
)

// PlaneTolerance is how far apart in Å atoms may lie along the normal and count as one
// plane, where Terminations is given 0.
const PlaneTolerance = 0.1

// Termination is one of the places where a crystal can be cut along a plane.
type Termination struct {
	Shift  float64 // for Slab.Shift
	Top    string  // formula of the highest plane in one cell of the surface
	Bottom string  // formula of the lowest plane
	Gap    float64 // Å between the two planes that the cut parts
	Broken int     // bonds that it cuts, in one cell of the surface
	// Mirror is the termination that a slab of this one is when it is turned over: its
	// own place in the list when top and bottom are alike, −1 when no operation of the
	// crystal turns the plane over.
	Mirror int
}

// Terminations returns the different cuts along a plane, from the one at Shift 0 on: all
// that no operation of the crystal brings onto each other. Slabs of whole layers have the
// composition of the crystal whatever their termination. Atoms within planes of each
// other along the normal, in Å, are one plane; 0 means PlaneTolerance. tolerance is that of the
// symmetry search.
func Terminations(ctx context.Context, s *structure.Structure, miller [3]int, planes, tolerance float64) ([]Termination, error) {
	if planes == 0 {
		planes = PlaneTolerance
	}
	if !(planes > 0 && planes <= 10) {
		return nil, refuse("the distance of atoms in a plane is %g Å: give up to 10", planes)
	}
	o := Slab{Miller: miller, Layers: 1}
	k, err := o.prepare(s)
	if err != nil {
		return nil, err
	}
	y, err := FindSymmetry(ctx, s, tolerance)
	if err != nil {
		return nil, err
	}
	m := y.heightMaps(k)
	list := k.planes(planes)
	bonds := k.spans()
	var out []Termination
	var cuts []float64
	for i := range list {
		below := &list[(i+len(list)-1)%len(list)]
		gap := list[i].low - below.high
		if i == 0 {
			gap++
		}
		at := list[i].low - gap/2
		known := false
		for _, other := range cuts {
			known = known || m.equal(at, other, 1)
		}
		if known {
			continue
		}
		shift := one(-at)
		if i == 0 && list[0].low >= 0 {
			shift = 0
		}
		broken := 0
		for _, b := range bonds {
			broken += abs(int(math.Floor(b[1]-at)) - int(math.Floor(b[0]-at)))
		}
		cuts = append(cuts, at)
		out = append(out, Termination{
			Shift: shift, Top: below.formula(k), Bottom: list[i].formula(k), Gap: gap * k.vectors[2].Z, Broken: broken, Mirror: -1,
		})
	}
	for i := range out {
		for j := range out {
			if m.equal(cuts[i], cuts[j], -1) {
				out[i].Mirror = j
				break
			}
		}
	}
	return out, nil
}

// layer is a plane of atoms: from low to high in units of the repeat.
type layer struct {
	low, high float64
	atoms     []int32
}

func (l *layer) formula(k *cut) string {
	var counts elem.Counts
	for _, i := range l.atoms {
		counts[k.source.Elements[i]]++
	}
	return counts.Formula()
}

// planes sorts the atoms of a repeat into planes from the bottom up, at least one gap of
// more than the tolerance apart. Crystals without such gaps are parted at the widest one.
func (k *cut) planes(tolerance float64) []layer {
	order := make([]int32, len(k.heights))
	for i := range order {
		order[i] = int32(i)
	}
	sorting.Stable(order, func(a, b int32) int {
		switch d := k.heights[a] - k.heights[b]; {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	limit := tolerance / k.vectors[2].Z
	// Begin above the widest gap if the wrap is none, else above the wrap.
	n := len(order)
	gap := func(i int) float64 { // below atom i of the order
		if i == 0 {
			return k.heights[order[0]] + 1 - k.heights[order[n-1]]
		}
		return k.heights[order[i]] - k.heights[order[i-1]]
	}
	start := 0
	for i := range n {
		if gap(start) <= limit && gap(i) > gap(start)+1e-9 {
			start = i
		}
	}
	var list []layer
	for i := range n {
		at := (start + i) % n
		h := k.heights[order[at]]
		if start > 0 && at >= start {
			h-- // the planes begin below the wrap
		}
		if i == 0 || gap(at) > limit {
			list = append(list, layer{low: h})
		}
		l := &list[len(list)-1]
		l.high, l.atoms = h, append(l.atoms, order[at])
	}
	return list
}

// spans returns the heights of both ends of each bond, in repeats.
func (k *cut) spans() [][2]float64 {
	off := offsets(k.source, &k.cell)
	out := make([][2]float64, len(off))
	for b, bond := range k.source.Bonds {
		u, v := bond[0], bond[1]
		rise := k.floors[v][2] - k.floors[u][2]
		for r := range 3 {
			rise += int(off[b][r]) * k.inverse[3*r+2]
		}
		out[b] = [2]float64{k.heights[u], k.heights[v] + float64(rise)}
	}
	return out
}

// heightMaps are what the operations of a crystal make of heights above a plane that
// they keep: h becomes sign·h + move, up to whole steps.
type heightMaps struct {
	step  float64 // in repeats
	edge  float64 // what counts as equal
	moves []heightMap
}

type heightMap struct{ sign, move float64 }

func (y *Symmetry) heightMaps(k *cut) *heightMaps {
	// The heights of the vectors of the source, then of the primitive cell.
	var normal, n [3]float64
	for i := range 3 {
		normal[i] = float64(k.inverse[3*i+2])
	}
	v := &y.lattice.vectors
	for i := range 3 {
		for j := range 3 {
			n[i] += v[3*i+j] * normal[j]
		}
	}
	// All are multiples of 1/count.
	count := float64(y.lattice.count)
	g := 0
	var whole [3]int
	for i := range 3 {
		whole[i] = int(math.Round(n[i] * count))
		g = gcd(g, whole[i])
	}
	m := &heightMaps{step: float64(g) / count, edge: min(0.02*float64(g)/count, 4*y.Tolerance/k.vectors[2].Z+1e-6)}
	for _, o := range y.group {
		var image [3]int
		for c := range 3 {
			for r := range 3 {
				image[c] += whole[r] * o.rotation[3*r+c]
			}
		}
		sign := 0.0
		switch image {
		case whole:
			sign = 1
		case [3]int{-whole[0], -whole[1], -whole[2]}:
			sign = -1
		default:
			continue
		}
		move := 0.0
		for c := range 3 {
			move += n[c] * o.move[c]
		}
		m.moves = append(m.moves, heightMap{sign, move})
	}
	return m
}

// equal says whether an operation of a sign brings height a to height b.
func (m *heightMaps) equal(a, b, sign float64) bool {
	for _, o := range m.moves {
		if o.sign == sign && far((o.sign*a+o.move-b)/m.step)*m.step <= m.edge {
			return true
		}
	}
	return false
}
