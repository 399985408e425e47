package depict

import "math"

// outline draws a cage of two bridgeheads and three bridges in the plane: the bridges
// with more atoms and substituents as a polygon, the third across it, bent or in a
// zigzag so that its atoms are told apart. It returns false for other cages, and for
// those that are too small to hold a bridge.
func (b *block) outline(atoms []int) bool {
	in := make([]bool, len(b.atoms))
	for _, a := range atoms {
		in[a] = true
	}
	var heads []int
	for _, a := range atoms {
		degree := 0
		for _, x := range b.next[a] {
			if in[x] {
				degree++
			}
		}
		switch degree {
		case 2:
		case 3:
			heads = append(heads, a)
		default:
			return false
		}
	}
	if len(heads) != 2 {
		return false
	}
	var bridges [3][]int
	n := 0
	for _, x := range b.next[heads[0]] {
		if !in[x] {
			continue
		}
		if x == heads[1] || n == 3 {
			return false // fused, no bridge
		}
		from, at := heads[0], x
		for at != heads[1] {
			bridges[n] = append(bridges[n], at)
			next := -1
			for _, y := range b.next[at] {
				if in[y] && y != from {
					next = y
				}
			}
			if next < 0 || next == heads[0] {
				return false
			}
			from, at = at, next
		}
		n++
	}
	if n != 3 {
		return false
	}
	inner := 0
	load := func(bridge []int) int {
		sum := 4 * len(bridge)
		for _, a := range bridge {
			sum += 2 * b.outer[a]
			for _, x := range b.next[a] {
				if !in[x] {
					sum += 3
				}
			}
		}
		return sum
	}
	for i := range bridges {
		if load(bridges[i]) < load(bridges[inner]) {
			inner = i
		}
	}
	if len(atoms) == 7 && len(bridges[0])*len(bridges[1])*len(bridges[2]) == 4 {
		b.norbornane(heads, &bridges)
		return true
	}
	left, right, across := bridges[(inner+1)%3], bridges[(inner+2)%3], bridges[inner]
	if len(across) > 2 || min(len(left), len(right)) < 2 || len(left)+len(right) < 4+len(across)%2 {
		return false
	}
	ring := append([]int{heads[0]}, left...)
	ring = append(ring, heads[1])
	for i := len(right) - 1; i >= 0; i-- {
		ring = append(ring, right[i])
	}
	b.polygon(ring)
	p, q := b.pos[heads[0]], b.pos[heads[1]]
	middle, axis := p.mid(q), p.toward(q)
	side := axis.left()
	if middle.norm() > 0.1 { // toward the middle of the polygon
		side = middle.scale(-1).unit()
	}
	if len(across) == 1 {
		bend := 0.3
		if d := p.distance(q); d < 2 {
			bend = max(bend, math.Sqrt(1-d*d/4)*0.8)
		}
		b.pos[across[0]] = middle.add(side.scale(bend))
		return true
	}
	slant := axis.scale(0.2).add(axis.left().scale(0.32))
	b.pos[across[0]] = middle.sub(slant)
	b.pos[across[1]] = middle.add(slant)
	return true
}

// outlines says whether outline can draw one of the units.
func (b *block) outlines(units [][]int) bool {
	for _, rings := range units {
		if len(rings) == 2 && b.outline(b.union(rings)) {
			b.usual = 0
			return true
		}
	}
	return false
}

// norbornane draws bicyclo[2.2.1]heptane as it is usually seen: the one-atom bridge on
// top, one of the others in front.
func (b *block) norbornane(heads []int, bridges *[3][]int) {
	b.pos[heads[0]], b.pos[heads[1]] = Point{-0.75, 0.25}, Point{0.75, 0.1}
	b.usual++
	places := [2][2]Point{{{-0.75, -0.7}, {0.15, -0.95}}, {{0, -0.25}, {0.95, -0.75}}}
	k := 0
	for _, bridge := range bridges {
		if len(bridge) == 1 {
			b.pos[bridge[0]] = Point{-0.05, 0.85}
			continue
		}
		b.pos[bridge[0]], b.pos[bridge[1]] = places[k][0], places[k][1]
		k++
	}
}
