package depict

import (
	"cmp"
	"math"

	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// relaxSteps is how often relax goes through all its distances.
const relaxSteps = 120

// tie asks for a distance between two atoms; the weight is the part of the difference
// that one step removes.
type tie struct {
	a, b           int
	length, weight float64
}

// ties lists the distances of the block: unit bonds, small rings as regular polygons,
// and angles of large rings as far as they are 120° at least.
func (b *block) ties() []tie {
	var list []tie
	for _, e := range b.bonds {
		list = append(list, tie{e[0], e[1], 1, 0.5})
	}
	for _, r := range b.rings {
		n := len(r)
		if n >= largeRing {
			continue
		}
		unit := math.Sin(math.Pi / float64(n))
		for i := range r {
			for step := 2; step <= n/2; step++ {
				j := i + step
				if 2*step == n && i >= n/2 {
					continue // the diameter, seen from its other end
				}
				list = append(list, tie{r[i], r[j%n], math.Sin(math.Pi*float64(step)/float64(n)) / unit, 0.25})
			}
		}
	}
	return list
}

// relax moves the atoms toward the distances of ties and apart from each other, by
// projecting one distance after the other.
func (b *block) relax(steps int) { b.relaxWith(b.ties(), steps, 1.2) }

// relaxWith also keeps atoms that no tie joins at least apart away from each other.
func (b *block) relaxWith(list []tie, steps int, apart float64) {
	n := len(b.atoms)
	tied := make([]bool, n*n)
	for _, t := range list {
		tied[t.a*n+t.b], tied[t.b*n+t.a] = true, true
	}
	for range steps {
		for _, t := range list {
			b.pull(t.a, t.b, t.length, t.weight)
		}
		for i := range n {
			for j := i + 1; j < n; j++ {
				if !tied[i*n+j] && b.pos[i].distance2(b.pos[j]) < apart*apart {
					b.pull(i, j, apart, 0.15)
				}
			}
		}
	}
}

// pull moves two atoms along their line toward a distance.
func (b *block) pull(i, j int, length, weight float64) {
	d := b.pos[j].sub(b.pos[i])
	r := d.norm()
	if r < 1e-6 { // on one spot: part them in a direction of their own
		d, r = direction(float64(7*i+3*j)), 1
		length += 1 // r stands for 0
	}
	move := d.scale(weight * (r - length) / (2 * r))
	b.pos[i] = b.pos[i].add(move)
	b.pos[j] = b.pos[j].sub(move)
}

// soften evens out a perspective: bonds that are very short or long, and atoms that
// nearly cover each other.
func (b *block) soften() {
	for range 60 {
		for _, e := range b.bonds {
			r := b.pos[e[0]].distance(b.pos[e[1]])
			if want := min(1.2, max(0.75, r)); want != r {
				b.pull(e[0], e[1], want, 0.5)
			}
		}
		for i := range b.atoms {
			for j := i + 1; j < len(b.atoms); j++ {
				if b.pos[i].distance2(b.pos[j]) < 0.45*0.45 {
					b.pull(i, j, 0.45, 0.5)
				}
			}
		}
	}
}

// score says how far the block is from a clean drawing: 0 for regular polygons that do
// not overlap.
func (b *block) score() float64 {
	sum := 0.0
	for _, e := range b.bonds {
		d := b.pos[e[0]].distance(b.pos[e[1]]) - 1
		sum += 4 * d * d
	}
	for _, r := range b.rings {
		n := len(r)
		if n >= largeRing {
			continue
		}
		want := 2 * math.Cos(math.Pi/float64(n))
		for i := range r {
			p, q, o := b.pos[r[i]], b.pos[r[(i+2)%n]], b.pos[r[(i+1)%n]]
			d := p.distance(q) - want
			sum += 0.5 * d * d
			if o.toward(p).dot(o.toward(q)) < -0.97 {
				sum += 1 // a stretched angle hides its atom
			}
		}
	}
	for i := range b.atoms {
		for j := i + 1; j < len(b.atoms); j++ {
			if d := b.pos[i].distance2(b.pos[j]); d < 0.36 {
				f := 1 - math.Sqrt(d)/0.6
				sum += 12 * f * f
			}
		}
	}
	for a, n := range b.outer {
		if n > 0 {
			sum += 0.8 * ghostCost(b.pos, b.bonds, ghost(b.pos, b.next[a], a), a)
		}
	}
	for k, e := range b.bonds {
		p, q := b.pos[e[0]], b.pos[e[1]]
		for a, at := range b.pos {
			if a == e[0] || a == e[1] {
				continue
			}
			if d := at.toSegment(p, q, 0.3); d < 0.3 {
				f := 1 - d/0.3
				sum += 3 * f * f
			}
		}
		for _, f := range b.bonds[k+1:] {
			if e[0] != f[0] && e[0] != f[1] && e[1] != f[0] && e[1] != f[1] && crosses(p, q, b.pos[f[0]], b.pos[f[1]]) {
				sum += 1
			}
		}
	}
	return sum
}

// ghost returns where a substituent of atom a would stand: in its largest gap.
func ghost(pos []Point, next []int, a int) Point {
	var room [8]float64
	angles := room[:0]
	for _, x := range next {
		angles = append(angles, turnTo(pos[x].sub(pos[a]).angle()))
	}
	sorting.By(angles, cmp.Compare[float64])
	start, width := largestGap(angles)
	return pos[a].add(direction(start + width/2))
}

// ghostCost says how a substituent at g on atom a would overlap with the bonds.
func ghostCost(pos []Point, bonds [][2]int, g Point, a int) float64 {
	cost := 0.0
	for _, e := range bonds {
		if e[0] == a || e[1] == a {
			continue
		}
		p, q := pos[e[0]], pos[e[1]]
		if crosses(pos[a], g, p, q) {
			cost++
		}
		if d := g.toSegment(p, q, 0.6); d < 0.6 {
			cost += 1.5 * (0.6 - d)
		}
	}
	return cost
}
