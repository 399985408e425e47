package depict

import (
	"math"
	"slices"
)

// maxWalk is the largest ring whose shape is searched; larger ones are circles.
const maxWalk = 600

// band is how many turns of 60° the search may be ahead of or behind the circle.
const band = 6

// holdsTrans says whether a bond of the ring is stated to be trans within it.
func (l *plan) holdsTrans(b *block, ring []int) bool {
	for i := range ring {
		if l.bend(b, ring, i) < 0 {
			return true
		}
	}
	return false
}

// bend says how the ring goes along the bond from ring[i] to the next: +1 turns to the
// same side at both ends (cis), −1 to opposite sides (trans), 0 as it likes.
func (l *plan) bend(b *block, ring []int, i int) int8 {
	n := len(ring)
	x, y := b.atoms[ring[i]], b.atoms[ring[(i+1)%n]]
	k := l.bondBetween(x, y)
	side := l.stated(k)
	if side == 0 {
		return 0
	}
	before, after := b.atoms[ring[(i+n-1)%n]], b.atoms[ring[(i+2)%n]]
	if l.m.Bonds[k].A != x {
		before, after = after, before
	}
	if l.ligands[k][0] != before {
		side = -side
	}
	if l.ligands[k][1] != after {
		side = -side
	}
	return side
}

// walk sets a large ring: turns of 60° to the left and to the right, about as many to
// the left more as close the ring, spread evenly, with atoms that carry substituents
// pointing outward and stated double bonds as they are. Where a small ring shares atoms
// the turns are those of its polygon. It returns false when no such walk is found.
func (l *plan) walk(b *block, ring []int) bool {
	n := len(ring)
	if n > maxWalk || !l.spend(2000*n) {
		return false
	}
	fixed := b.presets(ring) // degrees; 0: free
	right := make([]float64, n)
	sum, free := 0.0, 0
	for i, a := range ring {
		if fixed[i] != 0 {
			sum += fixed[i]
			continue
		}
		free++
		right[i] = l.inwardCost(b, a, n)
	}
	links := make([]int8, n)
	for i := range ring {
		links[i] = l.bend(b, ring, i)
	}
	ideal := (float64(free) - (360-sum)/60) / 2
	inward := int(math.Floor(ideal + 0.5))
	best := []int8(nil)
	least := math.Inf(1)
	for _, count := range [...]int{inward, inward + 1, inward - 1, inward + 2, inward - 2} {
		if count < 0 || count > free {
			continue
		}
		for ahead := -1.5; ahead <= 1.5; ahead += 0.5 {
			for first := range 2 {
				turns, cost := search(fixed, right, links, count, int8(1-2*first), ahead)
				cost += 20 * (float64(count) - ideal) * (float64(count) - ideal)
				if turns != nil && cost < least-1e-9 {
					best, least = turns, cost
				}
			}
		}
		if best != nil && count == inward && least < 20 {
			break
		}
	}
	if best == nil {
		return false
	}
	l.trace(b, ring, fixed, best, links)
	return true
}

// presets returns the turn in degrees at the atoms of a large ring that it shares with
// small rings, to the left where the small ring lies on the outside.
func (b *block) presets(ring []int) []float64 {
	n := len(ring)
	fixed := make([]float64, n)
	at := make([]int, len(b.atoms))
	for i := range at {
		at[i] = -1
	}
	for i, a := range ring {
		at[a] = i
	}
	for _, small := range b.rings {
		if len(small) >= largeRing || len(small) >= n {
			continue
		}
		in := make([]bool, n)
		shared := 0
		for _, a := range small {
			if at[a] >= 0 {
				in[at[a]] = true
				shared++
			}
		}
		if shared < 2 || shared == n {
			continue
		}
		inner := 180 - 360/float64(len(small))
		for i := range in {
			if !in[i] || fixed[i] != 0 {
				continue
			}
			if in[(i+n-1)%n] && in[(i+1)%n] {
				fixed[i] = inner - 180
			} else {
				fixed[i] = inner / 2
			}
		}
	}
	return fixed
}

// inwardCost is what it costs when an atom of a large ring of n points inward: more with
// each substituent, most with those that go on.
func (l *plan) inwardCost(b *block, a, n int) float64 {
	each := 2.0
	switch {
	case n < 16:
		each = 6
	case n < 24:
		each = 4
	}
	cost := 0.0
	for _, next := range l.adjacency.Of(b.atoms[a]) {
		if l.blockOf[next.Bond] >= 0 && slices.Contains(b.next[a], l.find(b, next.Atom)) {
			continue // of the ring system
		}
		cost += each
		if l.adjacency.Degree(next.Atom) > 1 {
			cost += each
		}
	}
	if cost == 0 && l.m.Atoms[b.atoms[a]].Element != 6 {
		cost = -0.3 // O, N and S of the ring may well point inward
	}
	return cost
}

// find returns the place of atom a in the block, −1 when it is not in it.
func (l *plan) find(b *block, a int) int {
	i, ok := slices.BinarySearch(b.atoms, a)
	if !ok {
		return -1
	}
	return i
}

// search chooses left (+1) or right (−1) for every free atom by dynamic programming
// over the atoms and the number of rights so far: exactly count rights, the first atom
// with the given turn, links kept, and the sum of turns close to that of a circle, ahead
// of it by so many turns of 60°.
func search(fixed, right []float64, links []int8, count int, first int8, ahead float64) ([]int8, float64) {
	n := len(fixed)
	const width = 2*band + 1
	type state struct {
		cost float64
		from int8 // 0 or 1: the turn before was left or right; −1: no way here
	}
	table := make([]state, n*width*2)
	center := make([]int, n) // number of rights about which the band lies
	sum, free := 0.0, 0
	total := 0
	for i := range fixed {
		if fixed[i] == 0 {
			total++
		}
	}
	for i := range fixed {
		sum += fixed[i]
		if fixed[i] == 0 {
			free++
		}
		center[i] = (count*free + total/2) / max(total, 1)
	}
	for i := range table {
		table[i].cost = math.Inf(1)
	}
	slot := func(i, rights, turn int) int {
		d := rights - center[i] + band
		if d < 0 || d >= width {
			return -1
		}
		return (i*width+d)*2 + turn
	}
	allowed := func(i, turn int) bool { // 0 left, 1 right
		switch {
		case fixed[i] > 0:
			return turn == 0
		case fixed[i] < 0:
			return turn == 1
		}
		return true
	}
	linked := func(i, turn, next int) bool {
		return links[i] == 0 || (links[i] > 0) == (turn == next)
	}
	// The walk ends with 60°·(free − 2·count) + the fixed turns; a share of it is due
	// at each atom.
	whole := 60 * float64(total-2*count)
	for i := range fixed {
		whole += fixed[i]
	}
	soFar, seen := 0.0, 0
	for i := range n {
		soFar += fixed[i]
		if fixed[i] == 0 {
			seen++
		}
		due := whole*(float64(i)+0.5)/float64(n) + 60*ahead
		for turn := range 2 {
			if !allowed(i, turn) || i == 0 && (turn == 0) != (first > 0) {
				continue
			}
			step := 0
			cost := 0.0
			if fixed[i] == 0 && turn == 1 {
				step, cost = 1, right[i]
			}
			for rights := max(0, center[i]-band); rights <= center[i]+band; rights++ {
				here := slot(i, rights, turn)
				if here < 0 || rights-step < 0 {
					continue
				}
				off := (soFar + 60*float64(seen-2*rights) - due) / 60
				extra := cost + 0.5*off*off
				if i == 0 {
					if rights == step {
						table[here] = state{extra, 0}
					}
					continue
				}
				for before := range 2 {
					there := slot(i-1, rights-step, before)
					if there < 0 || math.IsInf(table[there].cost, 1) || !linked(i-1, before, turn) {
						continue
					}
					c := table[there].cost + extra
					if turn == 1 && before == 1 && fixed[i] == 0 {
						c += 1.5
					}
					if c < table[here].cost-1e-12 {
						table[here] = state{c, int8(before)}
					}
				}
			}
		}
	}
	startTurn := 0
	if first < 0 {
		startTurn = 1
	}
	end, least := -1, math.Inf(1)
	for turn := range 2 {
		here := slot(n-1, count, turn)
		if here < 0 || !linked(n-1, turn, startTurn) {
			continue
		}
		c := table[here].cost
		if turn == 1 && startTurn == 1 {
			c += 1.5
		}
		if c < least {
			end, least = turn, c
		}
	}
	if end < 0 {
		return nil, least
	}
	turns := make([]int8, n)
	rights := count
	for i := n - 1; i >= 0; i-- {
		turns[i] = int8(1 - 2*end)
		here := table[slot(i, rights, end)]
		if fixed[i] == 0 && end == 1 {
			rights--
		}
		end = int(here.from)
	}
	return turns, least
}

// trace sets the ring on the walk of the turns, closes it and relaxes it.
func (l *plan) trace(b *block, ring []int, fixed []float64, turns, links []int8) {
	n := len(ring)
	angles := make([]float64, n)
	sum, left := 0.0, 0.0
	for i := range ring {
		angles[i] = 60 * float64(turns[i])
		if fixed[i] != 0 {
			angles[i] = fixed[i]
		}
		sum += angles[i]
		if angles[i] > 0 {
			left++
		}
	}
	share := (360 - sum) / max(left, 1)
	if left == 0 {
		share = (360 - sum) / float64(n)
	}
	heading := 0.0
	var at Point
	for i, a := range ring {
		b.pos[a] = at
		if angles[i] > 0 || left == 0 {
			angles[i] += share
		}
		// the turn at an atom comes before the step away from it
		heading += angles[i] * math.Pi / 180
		at = at.add(direction(heading))
	}
	for i, a := range ring { // at should have come back to the start
		b.pos[a] = b.pos[a].sub(at.scale(float64(i) / float64(n)))
	}
	if n > thorough || !l.spend(relaxSteps*n*n/2) {
		return
	}
	single := block{atoms: ring, pos: make([]Point, n)}
	var list []tie
	for i, a := range ring {
		single.pos[i] = b.pos[a]
		list = append(list, tie{i, (i + 1) % n, 1, 0.5})
		before, after := (i+n-1)%n, (i+1)%n
		span := 2 * math.Cos(angles[i]*math.Pi/360)
		list = append(list, tie{before, after, span, 0.25})
		switch links[i] { // the ends of a stated double bond stay on their sides
		case 1:
			list = append(list, tie{before, (i + 2) % n, 2, 0.4})
		case -1:
			list = append(list, tie{before, (i + 2) % n, math.Sqrt(7), 0.4})
		}
	}
	single.relaxWith(list, relaxSteps, 1.4)
	if !single.keeps(links) { // a small ring that closed badly: dent a polygon instead
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		single.polygon(all)
		dented := slices.Clone(single.pos)
		for i := range ring {
			if turns[i] < 0 {
				p, q := single.pos[(i+n-1)%n], single.pos[(i+1)%n]
				dented[i] = single.pos[i].mirror(p, p.toward(q))
			}
		}
		single.pos = dented
	}
	for i, a := range ring {
		b.pos[a] = single.pos[i]
	}
}

// keeps says whether a ring alone goes along its bonds as links ask.
func (b *block) keeps(links []int8) bool {
	n := len(links)
	for i, want := range links {
		o, p := b.pos[i], b.pos[(i+1)%n]
		u := o.toward(p)
		before, after := u.cross(b.pos[(i+n-1)%n].sub(o)), u.cross(b.pos[(i+2)%n].sub(p))
		if want > 0 && before*after < 0.05 || want < 0 && before*after > -0.05 {
			return false
		}
	}
	return true
}
