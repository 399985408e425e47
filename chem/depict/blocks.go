package depict

import (
	"math"
	"slices"
)

// block is a ring system in which every two rings are joined through shared bonds.
// Its atoms keep their places relative to each other. Rings that share one atom only
// are two blocks.
type block struct {
	atoms []int // atom indices, ascending
	bonds [][2]int
	rings [][]int // indices into atoms
	pos   []Point // of atoms
	next  [][]int // neighbors within the block, indices into atoms
	outer []int   // per atom: bonds out of the block

	usual    int  // cages drawn as chemists are used to see them
	outlined bool // cages of two rings are drawn as an outline with a bridge inside
}

// largeRing is the size from which a ring is no longer drawn as a regular polygon.
const largeRing = 10

// usualBonus is what a usual picture may cost more than another one.
const usualBonus = 3

// wholeScore is the score per atom beyond which a ring system is tried in perspective
// as a whole.
const wholeScore = 0.15

// findBlocks groups the rings by shared bonds.
func (l *plan) findBlocks() {
	rings := l.rings.Basis
	l.blockOf = make([]int, len(l.m.Bonds))
	for k := range l.blockOf {
		l.blockOf[k] = -1
	}
	l.blocksAt = make([][]int, len(l.m.Atoms))
	parent := make([]int, len(rings))
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for r, atoms := range rings {
		for i, a := range atoms {
			k := l.bondBetween(a, atoms[(i+1)%len(atoms)])
			if l.blockOf[k] < 0 {
				l.blockOf[k] = r
				continue
			}
			x, y := find(l.blockOf[k]), find(r)
			parent[max(x, y)] = min(x, y)
		}
	}
	number := make([]int, len(rings))
	for r, atoms := range rings {
		root := find(r)
		if root == r {
			number[r] = len(l.blocks)
			l.blocks = append(l.blocks, block{})
		}
		b := &l.blocks[number[root]]
		b.rings = append(b.rings, slices.Clone(atoms))
		b.atoms = append(b.atoms, atoms...)
	}
	for i := range l.blocks {
		b := &l.blocks[i]
		slices.Sort(b.atoms)
		b.atoms = slices.Compact(b.atoms)
		for j, a := range b.atoms {
			l.local[a] = j
			l.blocksAt[a] = append(l.blocksAt[a], i)
		}
		for _, r := range b.rings {
			for j := range r {
				r[j] = l.local[r[j]]
			}
		}
		b.pos = make([]Point, len(b.atoms))
		b.next = make([][]int, len(b.atoms))
		b.outer = make([]int, len(b.atoms))
	}
	for k, r := range l.blockOf {
		if r < 0 {
			continue
		}
		l.blockOf[k] = number[find(r)]
		b := &l.blocks[l.blockOf[k]]
		x, _ := slices.BinarySearch(b.atoms, l.m.Bonds[k].A)
		y, _ := slices.BinarySearch(b.atoms, l.m.Bonds[k].B)
		b.bonds = append(b.bonds, [2]int{x, y})
		b.next[x] = append(b.next[x], y)
		b.next[y] = append(b.next[y], x)
	}
	for i := range l.blocks {
		b := &l.blocks[i]
		for j, a := range b.atoms {
			b.outer[j] = l.adjacency.Degree(a) - len(b.next[j])
		}
	}
}

// placeBlock finds the shape of a ring system: the polygons fused one by one; where
// that is not clean, the cages in it seen in perspective, and the best of these.
func (l *plan) placeBlock(b *block) {
	if len(b.rings) == 1 {
		l.placeRing(b, b.rings[0])
		return
	}
	units := make([][]int, len(b.rings)) // rings of each unit
	for r := range units {
		units[r] = []int{r}
	}
	l.fuse(b, units)
	n := len(b.atoms)
	if n > thorough || !l.spend(4*len(b.bonds)*n) {
		return
	}
	if b.score()+l.broken(b) < 0.02*float64(n) {
		return
	}
	if !l.spend(relaxSteps * n * n / 2) {
		return
	}
	b.relax(relaxSteps)
	best, score, usual := slices.Clone(b.pos), b.score()+l.broken(b), 0
	keep := func() {
		if s := b.score() + l.broken(b) - usualBonus*float64(b.usual); s < score-1e-6 {
			score, usual = s, b.usual
			copy(best, b.pos)
		}
	}
	cages := b.cages()
	if len(cages) < len(b.rings) && l.spend(2*embedSteps*min(n, maxCage)*min(n, maxCage)) {
		for _, b.outlined = range [2]bool{false, true} {
			b.usual = 0
			if b.outlined && !b.outlines(cages) {
				break
			}
			if l.fuse(b, cages) {
				b.soften()
				keep()
			}
		}
		b.usual = 0
	}
	if len(cages) > 1 && n <= maxCage && score > wholeScore*float64(n) && l.spend(embedSteps*n*n) {
		all := make([]int, len(b.atoms))
		for i := range all {
			all[i] = i
		}
		b.project(all)
		b.soften()
		keep()
	}
	copy(b.pos, best)
	b.usual = usual
}

// broken is what a block has to pay for stated double bonds in it that lie otherwise.
func (l *plan) broken(b *block) float64 {
	const price = 50
	sum := 0.0
	for _, e := range b.bonds {
		x, y := b.atoms[e[0]], b.atoms[e[1]]
		k := l.bondBetween(x, y)
		want := float64(l.stated(k))
		if want == 0 {
			continue
		}
		u := b.pos[e[0]].toward(b.pos[e[1]])
		for i, end := range e {
			ligand := l.ligands[k][i]
			j := l.find(b, ligand)
			if j < 0 { // outside the ring: across from the neighbor in it
				for _, other := range b.next[end] {
					if other != e[1-i] {
						j = other
					}
				}
				want = -want
			}
			want *= u.cross(b.pos[end].toward(b.pos[j]))
		}
		if want < 0.02 {
			sum += price
		}
	}
	return sum
}

// polygon sets the atoms of a ring on a regular polygon with edges of one bond length.
func (b *block) polygon(ring []int) {
	n := float64(len(ring))
	radius := 0.5 / math.Sin(math.Pi/n)
	for i, a := range ring {
		b.pos[a] = direction(math.Pi/2 + math.Pi/n + 2*math.Pi*float64(i)/n).scale(radius)
	}
}

// placeRing sets a ring alone: a polygon, or the walk of a large ring.
func (l *plan) placeRing(b *block, ring []int) {
	if len(ring) < largeRing && !(len(ring) >= 8 && l.holdsTrans(b, ring)) || !l.walk(b, ring) {
		b.polygon(ring)
	}
}

// fuse places the units one after the other, each on bonds that it shares with those
// already placed. It says whether every atom got a place.
func (l *plan) fuse(b *block, units [][]int) bool {
	placed := make([]bool, len(b.atoms))
	unitsAt := make([][]int, len(b.atoms))
	for u, rings := range units {
		for _, r := range rings {
			for _, a := range b.rings[r] {
				if at := unitsAt[a]; len(at) == 0 || at[len(at)-1] != u {
					unitsAt[a] = append(at, u)
				}
			}
		}
	}
	first := b.firstUnit(units, unitsAt)
	queue := []int{first}
	done := make([]bool, len(units))
	done[first] = true
	for head := 0; head < len(queue); head++ {
		u := queue[head]
		b.addUnit(l, units[u], placed, head == 0)
		for _, r := range units[u] {
			for i, a := range b.rings[r] {
				c := b.rings[r][(i+1)%len(b.rings[r])]
				for _, v := range unitsAt[a] {
					if !done[v] && slices.Contains(unitsAt[c], v) && b.holdsBond(units[v], a, c) {
						done[v] = true
						queue = append(queue, v)
					}
				}
			}
		}
	}
	return !slices.Contains(placed, false)
}

// holdsBond says whether one of the rings goes through the bond a–c.
func (b *block) holdsBond(rings []int, a, c int) bool {
	for _, r := range rings {
		ring := b.rings[r]
		i := slices.Index(ring, a)
		if i >= 0 && (ring[(i+1)%len(ring)] == c || ring[(i+len(ring)-1)%len(ring)] == c) {
			return true
		}
	}
	return false
}

// firstUnit is where fusing starts: a large ring, else a cage, else the ring with the
// most neighbors.
func (b *block) firstUnit(units [][]int, unitsAt [][]int) int {
	best, bestRank := 0, -1
	for u, rings := range units {
		rank := 0
		for _, r := range rings {
			for _, a := range b.rings[r] {
				rank += len(unitsAt[a]) - 1
			}
		}
		switch {
		case len(rings) > 1:
			rank += 100_000 + len(rings)
		case len(b.rings[rings[0]]) >= largeRing:
			rank += 1_000_000 + 100*len(b.rings[rings[0]])
		}
		if rank > bestRank {
			best, bestRank = u, rank
		}
	}
	return best
}

// addUnit places the rings of one unit beside what is placed.
func (b *block) addUnit(l *plan, rings []int, placed []bool, first bool) {
	if len(rings) == 1 {
		ring := b.rings[rings[0]]
		if first {
			l.placeRing(b, ring)
			for _, a := range ring {
				placed[a] = true
			}
			return
		}
		b.addArcs(ring, placed)
		return
	}
	atoms := b.union(rings)
	var known []int
	before := make([]Point, len(atoms))
	for i, a := range atoms {
		before[i] = b.pos[a]
		if placed[a] {
			known = append(known, i)
		}
	}
	if !b.outlined || !b.outline(atoms) {
		b.project(atoms)
	}
	if first || len(known) < 2 {
		for _, a := range atoms {
			placed[a] = true
		}
		return
	}
	after := make([]Point, len(atoms))
	for i, a := range atoms {
		after[i] = b.pos[a]
		b.pos[a] = before[i]
	}
	b.dock(atoms, known, before, after, placed)
}

// union returns the atoms of some rings.
func (b *block) union(rings []int) []int {
	var atoms []int
	for _, r := range rings {
		atoms = append(atoms, b.rings[r]...)
	}
	slices.Sort(atoms)
	return slices.Compact(atoms)
}

// dock moves a rigid unit so that its known atoms come to lie on their places, on the
// side where there is more room.
func (b *block) dock(atoms, known []int, before, after []Point, placed []bool) {
	u, v := known[0], known[1]
	for _, k := range known[1:] { // the two farthest apart turn the least by mistake
		if before[k].distance2(before[u]) > before[v].distance2(before[u])+1e-9 {
			v = k
		}
	}
	from, to := after[u].toward(after[v]), before[u].toward(before[v])
	c, s := from.dot(to), from.cross(to)
	origin, target := after[u].mid(after[v]), before[u].mid(before[v])
	trial := make([]Point, len(atoms))
	best, bestCost := trial, math.Inf(1)
	for side := range 2 {
		trial = make([]Point, len(atoms))
		for i := range atoms {
			trial[i] = target.add(after[i].sub(origin).turn(c, s))
			if side == 1 {
				trial[i] = trial[i].mirror(target, to)
			}
		}
		cost := 0.0
		for i, a := range atoms {
			if placed[a] {
				cost += before[i].distance2(trial[i])
				continue
			}
			cost += b.crowd(trial[i], placed)
		}
		if cost < bestCost-1e-6 {
			best, bestCost = trial, cost
		}
	}
	for i, a := range atoms {
		if !placed[a] {
			b.pos[a] = best[i]
			placed[a] = true
		}
	}
}

// crowd says how close p is to the placed atoms of the block.
func (b *block) crowd(p Point, placed []bool) float64 {
	sum := 0.0
	for a, done := range placed {
		if done {
			sum += 1 / (0.05 + p.distance2(b.pos[a]))
		}
	}
	return sum
}

// addArcs places the missing atoms of a ring on arcs between its placed ones.
func (b *block) addArcs(ring []int, placed []bool) {
	n := len(ring)
	start := -1
	for i := range ring {
		if placed[ring[i]] && !placed[ring[(i+1)%n]] {
			start = i
			break
		}
	}
	if start < 0 {
		return // nothing is missing, or nothing is placed
	}
	for i := start; i < start+n; {
		j := i + 1
		for !placed[ring[j%n]] {
			j++
		}
		if gap := j - i - 1; gap > 0 && ring[i%n] != ring[j%n] {
			b.arc(ring, i, j, placed)
		}
		i = j
	}
}

// arc places the atoms between ring[i] and ring[j] (indices modulo the size) on an arc
// of unit steps, on the side with more room.
func (b *block) arc(ring []int, i, j int, placed []bool) {
	n, steps := len(ring), j-i
	u, v := b.pos[ring[i%n]], b.pos[ring[j%n]]
	chord := u.distance(v)
	half := arcAngle(steps, chord)
	var sides [2][]Point
	for side := range sides {
		points := make([]Point, 0, steps-1)
		at, sign := u, 1.0
		if side == 1 {
			sign = -1
		}
		heading := v.sub(u).angle() + sign*float64(steps-1)*half
		for range steps - 1 {
			if half > 0 {
				at = at.add(direction(heading))
			} else {
				at = at.add(v.sub(u).scale(1 / float64(steps)))
			}
			heading -= sign * 2 * half
			points = append(points, at)
		}
		sides[side] = points
	}
	side := 0
	if len(b.atoms) > thorough { // away from the ring beside the first bond
		other := Point{}
		for _, x := range b.next[ring[i%n]] {
			if placed[x] {
				other = other.add(b.pos[x].sub(u))
			}
		}
		for _, x := range b.next[ring[j%n]] {
			if placed[x] {
				other = other.add(b.pos[x].sub(v))
			}
		}
		if v.sub(u).cross(other) > 0 {
			side = 1
		}
	} else {
		var cost [2]float64
		for s := range sides {
			for _, p := range sides[s] {
				cost[s] += b.crowd(p, placed)
			}
		}
		if cost[1] < cost[0]-1e-6 {
			side = 1
		}
	}
	for k, p := range sides[side] {
		a := ring[(i+1+k)%n]
		b.pos[a] = p
		placed[a] = true
	}
}

// arcAngle returns half the turn between unit steps of an arc that spans the chord:
// sin(steps·a)/sin(a) = chord. It is 0 when the steps do not reach.
func arcAngle(steps int, chord float64) float64 {
	if chord >= float64(steps)-1e-9 {
		return 0
	}
	low, high := 0.0, math.Pi/float64(steps)
	for range 50 {
		a := (low + high) / 2
		if math.Sin(float64(steps)*a) > chord*math.Sin(a) {
			low = a
		} else {
			high = a
		}
	}
	return (low + high) / 2
}
