package depict

import (
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/elem"
)

// gap between components, in bond lengths.
const gap = 1.4

// orient turns a component so that its bonds lie on the directions of upright hexagons
// and level zigzags and it is wider than high, and mirrors it so that it rises to the
// right with five-rings and heteroatoms at the right.
func (l *plan) orient(part *part) {
	if len(part.atoms) < 2 {
		return
	}
	if i := l.largestBlock(part); i >= 0 && l.blocks[i].usual > 0 && len(l.blocks[i].rings) == 2 {
		if x, _ := l.facing(part); x < 0 { // a picture that has its own up
			for _, a := range part.atoms {
				l.pos[a].X = -l.pos[a].X
			}
		}
		return
	}
	points := make([]Point, len(part.atoms))
	for i, a := range part.atoms {
		points[i] = l.pos[a]
	}
	center := centroid(points)
	best, least := 0.0, math.Inf(1)
	fold, base := l.grain(part)
	upright := math.Pi / 6
	if fold == 4 {
		upright = 0
	}
	joints, total := l.joints(part)
	for _, offset := range [...]float64{upright, math.Pi/6 - upright} {
		for k := range int(fold) / 2 {
			angle := offset - base + float64(k)*2*math.Pi/fold
			c, s := math.Cos(angle), math.Sin(angle)
			var wide, high float64
			low, top := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
			for _, p := range points {
				q := p.sub(center).turn(c, s)
				wide += q.X * q.X
				high += q.Y * q.Y
				low = Point{min(low.X, q.X), min(low.Y, q.Y)}
				top = Point{max(top.X, q.X), max(top.Y, q.Y)}
			}
			cost := (high + 0.05) / (wide + high + 0.1)
			cost += 0.5 * (top.Y - low.Y + 0.5) / (top.X - low.X + top.Y - low.Y + 1)
			if offset != upright {
				cost += 0.25
			}
			vertical := 0.0
			for _, u := range joints {
				if n := u.norm(); math.Abs(u.turn(c, s).X) < 0.2*n {
					vertical += n
				}
			}
			cost -= 0.25 * vertical / (total + 1)
			if cost < least-1e-6 {
				best, least = angle, cost
			}
		}
	}
	c, s := math.Cos(best), math.Sin(best)
	for i, a := range part.atoms {
		points[i] = points[i].sub(center).turn(c, s)
		l.pos[a] = points[i]
	}
	x, y := l.facing(part)
	for _, a := range part.atoms {
		l.pos[a] = Point{x * l.pos[a].X, y * l.pos[a].Y}
	}
}

// grain returns the direction on which most bonds of the component lie, modulo a sixth
// or a fourth of a turn, whichever suits them better; ring bonds count more.
func (l *plan) grain(part *part) (fold, angle float64) {
	var degrees [360]float64 // weight of the bonds in each direction
	for _, a := range part.atoms {
		for _, next := range l.adjacency.Of(a) {
			if next.Atom < a {
				continue
			}
			weight := 1.0
			if l.blockOf[next.Bond] >= 0 {
				weight = 2
			}
			along := turnTo(l.pos[next.Atom].sub(l.pos[a]).angle()) * 180 / math.Pi
			degrees[int(along+0.5)%360] += weight
		}
	}
	six, most := peak(&degrees, 60)
	if four, more := peak(&degrees, 90); more > 1.4*most {
		return 4, l.exact(part, four, 90)
	}
	return 6, l.exact(part, six, 60)
}

// peak returns the direction in degrees, modulo period, about which the most weight
// lies within 2°, and that weight.
func peak(degrees *[360]float64, period int) (at, weight float64) {
	for d := range period {
		sum := 0.0
		for k := d; k < 360; k += period {
			for near := -2; near <= 2; near++ {
				f := degrees[(k+near+360)%360]
				if near == 0 {
					f *= 1.01 // the middle of equals
				}
				sum += f
			}
		}
		if sum > weight+1e-9 {
			at, weight = float64(d), sum
		}
	}
	return at, weight
}

// exact returns the mean direction, in radians, of the bonds within 3° of a direction.
func (l *plan) exact(part *part, at, period float64) float64 {
	sum, count := 0.0, 0.0
	for _, a := range part.atoms {
		for _, next := range l.adjacency.Of(a) {
			if next.Atom < a {
				continue
			}
			off := turnTo(l.pos[next.Atom].sub(l.pos[a]).angle())*180/math.Pi - at
			off -= period * math.Round(off/period)
			if math.Abs(off) < 3 {
				sum += off
				count++
			}
		}
	}
	return (at + sum/max(count, 1)) * math.Pi / 180
}

// joints returns the directions of the bonds that two rings share, half as long when no
// six-membered ring is among them, and the sum of their lengths.
func (l *plan) joints(part *part) (list []Point, total float64) {
	for _, i := range l.blocksIn(part) {
		b := &l.blocks[i]
		if len(b.rings) < 2 {
			continue
		}
		six := make([]bool, len(b.atoms))
		for _, r := range b.rings {
			for _, a := range r {
				six[a] = six[a] || len(r) == 6
			}
		}
		for _, e := range b.bonds {
			if len(b.next[e[0]]) > 2 && len(b.next[e[1]]) > 2 {
				weight := 0.5
				if six[e[0]] && six[e[1]] {
					weight = 1
				}
				list = append(list, l.pos[b.atoms[e[0]]].toward(l.pos[b.atoms[e[1]]]).scale(weight))
				total += weight
			}
		}
	}
	return list, total
}

// facing returns the signs by which x and y are multiplied.
func (l *plan) facing(part *part) (x, y float64) {
	var hetero, slope, five Point
	count, fives := 0.0, 0.0
	for _, a := range part.atoms {
		p := l.pos[a]
		slope.X += p.X * p.Y
		if z := l.m.Atoms[a].Element; z != 6 && z != 1 {
			hetero = hetero.add(p)
			count++
		}
	}
	for _, i := range l.blocksIn(part) {
		b := &l.blocks[i]
		for _, r := range b.rings {
			if len(r) >= 6 || len(b.rings) == 1 {
				continue
			}
			var mid Point
			for _, j := range r {
				mid = mid.add(l.pos[b.atoms[j]])
			}
			var whole Point
			for _, a := range b.atoms {
				whole = whole.add(l.pos[a])
			}
			five = five.add(mid.scale(1 / float64(len(r))).sub(whole.scale(1 / float64(len(b.atoms)))))
			fives++
		}
	}
	x, y = 1, 1
	n := float64(len(part.atoms))
	switch {
	case fives > 0 && math.Abs(five.X/fives) > 0.3:
		if five.X < 0 {
			x = -1
		}
	case count > 0 && math.Abs(hetero.X/count) > 0.2:
		if hetero.X < 0 {
			x = -1
		}
	}
	switch {
	case math.Abs(slope.X/n) > 0.25:
		if slope.X*x < 0 {
			y = -1
		}
	case count > 0 && math.Abs(hetero.Y/count) > 0.05:
		if hetero.Y < 0 {
			y = -1
		}
	}
	return x, y
}

// blocksIn returns the ring systems of a component in order.
func (l *plan) blocksIn(part *part) []int {
	var list []int
	for _, a := range part.atoms {
		for _, b := range l.blocksAt[a] {
			if l.blocks[b].atoms[0] == a {
				list = append(list, b)
			}
		}
	}
	return list
}

// arrange sets the components side by side in rows, each row about as wide as asks a
// picture that is wider than high.
func (l *plan) arrange() {
	if len(l.parts) == 0 {
		return
	}
	type box struct{ low, high Point }
	boxes := make([]box, len(l.parts))
	area, widest := 0.0, 0.0
	for i := range l.parts {
		b := box{Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}}
		for _, a := range l.parts[i].atoms {
			p, room := l.pos[a], 0.0
			if l.m.Atoms[a].Element != 6 || l.adjacency.Degree(a) == 0 {
				room = 0.35 // half a label
			}
			b.low = Point{min(b.low.X, p.X-room), min(b.low.Y, p.Y)}
			b.high = Point{max(b.high.X, p.X+room), max(b.high.Y, p.Y)}
		}
		boxes[i] = b
		area += (b.high.X - b.low.X + gap) * (b.high.Y - b.low.Y + gap)
		widest = max(widest, b.high.X-b.low.X)
	}
	limit := max(widest+gap, 2*math.Sqrt(area))
	if len(l.parts) <= 3 {
		limit = math.Inf(1)
	}
	top, x := 0.0, 0.0
	for first := 0; first < len(l.parts); {
		last, height := first, 0.0
		for x = 0; last < len(l.parts); last++ {
			w := boxes[last].high.X - boxes[last].low.X
			if x > 0 && x+w > limit {
				break
			}
			x += w + gap
			height = max(height, boxes[last].high.Y-boxes[last].low.Y)
		}
		x = 0
		for i := first; i < last; i++ {
			b := boxes[i]
			move := Point{x - b.low.X, top - height/2 - (b.low.Y+b.high.Y)/2}
			for _, a := range l.parts[i].atoms {
				l.pos[a] = l.pos[a].add(move)
			}
			x += b.high.X - b.low.X + gap
		}
		top -= height + gap
		first = last
	}
	center := centroid(l.pos)
	for i := range l.pos {
		l.pos[i] = l.pos[i].sub(center)
	}
}

// metallic says whether an element is drawn with its ligands all around: a metal.
func metallic(z uint8) bool {
	if z == 0 || elem.Symbol(z) == "" {
		return false
	}
	return !slices.Contains([]uint8{1, 2, 5, 6, 7, 8, 9, 10, 14, 15, 16, 17, 18, 32, 33, 34, 35, 36, 51, 52, 53, 54, 85, 86}, z)
}
