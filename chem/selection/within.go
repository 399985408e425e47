package selection

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// maxVisits bounds the bins that a search by distance looks at, in all.
const maxVisits = 4e9

func at(s *structure.Structure, i int) geom.Vec3 { return geom.At(s.Positions, i) }

// near sets the atoms near to those of the operand: at most value Å from one of them or
// from a periodic image of one. The atoms of the operand are near themselves; "exwithin"
// leaves them out, and "beyond" is everything else than "within".
func (e *evaluator) near(n *node, set []bool) {
	from := e.eval(n.left)
	if e.err != nil {
		return
	}
	bins, ok := newBins(e.s, e.periodic(), from, n.value)
	if !ok {
		e.fail(n, number(n.value)+" Å is too far for a cell as thin as this one", "")
		return
	}
	for i := range set {
		set[i] = from[i] || bins.near(at(e.s, i))
		switch n.word {
		case "exwithin":
			set[i] = set[i] && !from[i]
		case "beyond":
			set[i] = !set[i]
		}
	}
}

// bins hold points sorted by place, in a periodic cell or in the brick around them. They
// are at least as thick as the distance where the cell allows it, so that a search looks
// at 27 of them.
type bins struct {
	all, none bool // the answer for every point, when it is known

	frame    cell.Cell
	periodic bool
	low      geom.Vec3 // corner of a brick
	r2       float64
	dims     [3]int
	reach    [3]int // bins that a search looks at on each side

	start  []int32     // first point of each bin, and the end
	points []geom.Vec3 // inside the cell, in the order of the bins
	warm   []bool      // bins that have a point within reach
}

// newBins sorts the atoms of a structure that are in a set. ok is false for a distance that
// reaches through more images than can be looked at.
func newBins(s *structure.Structure, periodic *cell.Cell, in []bool, r float64) (b *bins, ok bool) {
	b = &bins{r2: r * r}
	count := 0
	low, high := geom.Vec3{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)}, geom.Vec3{X: math.Inf(-1), Y: math.Inf(-1), Z: math.Inf(-1)}
	for i, yes := range in {
		if !yes {
			continue
		}
		count++
		p := at(s, i)
		low = geom.Vec3{X: min(low.X, p.X), Y: min(low.Y, p.Y), Z: min(low.Z, p.Z)}
		high = geom.Vec3{X: max(high.X, p.X), Y: max(high.Y, p.Y), Z: max(high.Z, p.Z)}
	}
	if count == 0 {
		b.none = true
		return b, true
	}
	if periodic != nil {
		b.periodic = true
		b.frame = periodic.Reduced()
		// No point of space is farther from all images of another.
		if lengths, _ := b.frame.Parameters(); 2*r >= lengths[0]+lengths[1]+lengths[2] {
			b.all = true
			return b, true
		}
	} else {
		// A brick with a margin, so that every point near enough is inside.
		margin := r + 1e-3
		size := high.Sub(low)
		edges := [3]float64{size.X + 2*margin, size.Y + 2*margin, size.Z + 2*margin}
		for _, edge := range edges {
			if !(edge < cell.MaxLength) {
				return b, false
			}
		}
		// A brick may be long and flat: only its edges are used.
		b.low = geom.Vec3{X: low.X - margin, Y: low.Y - margin, Z: low.Z - margin}
		frame, err := cell.New([9]float64{max(edges[0], 1), 0, 0, 0, max(edges[1], 1), 0, 0, 0, max(edges[2], 1)})
		if err != nil {
			return b, false
		}
		b.frame = frame
	}
	b.divide(2*count+s.Len()/8+64, r)
	visits := float64(s.Len())
	for k := range 3 {
		visits *= float64(2*b.reach[k] + 1)
	}
	if visits > maxVisits {
		return b, false
	}
	b.sort(s, in, count)
	b.warmUp()
	return b, true
}

// divide chooses the numbers of bins: as many as the distance allows, and about most of
// them in all. Many empty ones are worth it, since they keep what is far from a search.
func (b *bins) divide(bins int, r float64) {
	heights := b.frame.Heights()
	most := float64(bins)
	thick := max(r, 0.1)
	for {
		total := 1.0
		for k, h := range heights {
			b.dims[k] = int(min(max(1, math.Floor(h/thick)), 4096))
			total *= float64(b.dims[k])
		}
		if total <= most {
			break
		}
		thick *= 1.25
	}
	for k, h := range heights {
		b.reach[k] = int(math.Ceil(r/(h/float64(b.dims[k])) - 1e-9))
		b.reach[k] = max(b.reach[k], 1)
	}
}

// bin returns the bin of a point, and in a periodic cell the point moved into it. inside is
// false beside a brick.
func (b *bins) bin(p geom.Vec3) (at [3]int, home geom.Vec3, inside bool) {
	f := b.frame.Fractional(p.Sub(b.low))
	frac := [3]float64{f.A, f.B, f.C}
	home = p
	for k, x := range frac {
		if !(x >= 0 && x < 1) {
			if !b.periodic {
				return at, home, false
			}
			whole := math.Floor(x)
			x -= whole
			home = home.Sub(b.frame.Vector(k).Scale(whole))
		}
		at[k] = min(b.dims[k]-1, int(x*float64(b.dims[k])))
	}
	return at, home, true
}

func (b *bins) number(at [3]int) int { return (at[2]*b.dims[1]+at[1])*b.dims[0] + at[0] }

func (b *bins) sort(s *structure.Structure, in []bool, count int) {
	b.start = make([]int32, b.dims[0]*b.dims[1]*b.dims[2]+1)
	where := make([]int32, 0, count)
	homes := make([]geom.Vec3, 0, count)
	for i, yes := range in {
		if !yes {
			continue
		}
		at, home, _ := b.bin(at(s, i))
		n := b.number(at)
		where = append(where, int32(n))
		homes = append(homes, home)
		b.start[n+1]++
	}
	for n := 1; n < len(b.start); n++ {
		b.start[n] += b.start[n-1]
	}
	next := append([]int32(nil), b.start...)
	b.points = make([]geom.Vec3, count)
	for k, n := range where {
		b.points[next[n]] = homes[k]
		next[n]++
	}
}

// warmUp marks the bins around points: most of a large structure is far from a small part
// of it and is not searched at all.
func (b *bins) warmUp() {
	b.warm = make([]bool, len(b.start)-1)
	for z := range b.dims[2] {
		for y := range b.dims[1] {
			for x := range b.dims[0] {
				n := b.number([3]int{x, y, z})
				if b.start[n] == b.start[n+1] {
					continue
				}
				b.around([3]int{x, y, z}, func(m int, _ [3]int) bool {
					b.warm[m] = true
					return false
				})
			}
		}
	}
}

// around visits the bins within reach of one, with the lattice translation of the image
// that is there, until visit returns true.
func (b *bins) around(at [3]int, visit func(bin int, shift [3]int) bool) bool {
	var image, from [3]int
	var place [3]int
	for dz := -b.reach[2]; dz <= b.reach[2]; dz++ {
		if place[2], image[2] = b.wrap(2, at[2]+dz); place[2] < 0 {
			continue
		}
		for dy := -b.reach[1]; dy <= b.reach[1]; dy++ {
			if place[1], image[1] = b.wrap(1, at[1]+dy); place[1] < 0 {
				continue
			}
			for dx := -b.reach[0]; dx <= b.reach[0]; dx++ {
				if place[0], image[0] = b.wrap(0, at[0]+dx); place[0] < 0 {
					continue
				}
				from = image
				if visit(b.number(place), from) {
					return true
				}
			}
		}
	}
	return false
}

// wrap takes a bin beside the cell to the one whose image it is; −1 beside a brick.
func (b *bins) wrap(k, at int) (bin, image int) {
	n := b.dims[k]
	if at >= 0 && at < n {
		return at, 0
	}
	if !b.periodic {
		return -1, 0
	}
	image = at / n
	if at%n < 0 {
		image--
	}
	return at - image*n, image
}

// near says whether a point is within the distance of one that was sorted, or of an image
// of it.
func (b *bins) near(p geom.Vec3) bool {
	if b.all || b.none {
		return b.all
	}
	at, home, inside := b.bin(p)
	if !inside || !b.warm[b.number(at)] {
		return false
	}
	// What is near is in the same bin more often than not.
	if b.holds(b.number(at), home) {
		return true
	}
	return b.around(at, func(n int, image [3]int) bool {
		if b.start[n] == b.start[n+1] {
			return false
		}
		q := home
		if image != [3]int{} {
			q = home.Sub(b.frame.Shift(image[0], image[1], image[2]))
		}
		return b.holds(n, q)
	})
}

func (b *bins) holds(n int, p geom.Vec3) bool {
	for _, q := range b.points[b.start[n]:b.start[n+1]] {
		if d := q.Sub(p); d.Dot(d) <= b.r2 {
			return true
		}
	}
	return false
}
