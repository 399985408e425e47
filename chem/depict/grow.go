package depict

import (
	"cmp"
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
)

// item is something to be placed beside an atom: a neighbor outside of rings, or a ring
// system that shares only this atom.
type item struct {
	atom  int // the neighbor; −1 for a ring system
	bond  int
	block int     // the ring system; −1
	width float64 // the angle that it takes, radians
	rank  int     // how much hangs on it
}

// grow places a component, from its largest ring system or from the end of its longest
// chain outward.
func (l *plan) grow(part *part) {
	l.current = part.atoms
	start := l.start(part)
	l.measure(start)
	l.from[start] = -1
	queue := make([]int, 0, len(part.atoms))
	if blocks := l.blocksAt[start]; len(blocks) > 0 {
		block := l.largestBlock(part)
		b := &l.blocks[block]
		for i, a := range b.atoms {
			l.settle(a, b.pos[i], -1)
			queue = append(queue, a)
		}
		queue = l.settleHeld(block, queue)
	} else {
		l.settle(start, Point{}, -1)
		queue = append(queue, start)
	}
	small := len(part.atoms) <= thorough
	for head := 0; head < len(queue); head++ {
		queue = l.surround(queue[head], queue, small)
	}
}

func (l *plan) settle(a int, at Point, from int) {
	l.pos[a], l.placed[a], l.from[a] = at, true, from
}

// largestBlock returns the ring system of the part with the most atoms, −1 without.
func (l *plan) largestBlock(part *part) int {
	best := -1
	for _, a := range part.atoms {
		for _, i := range l.blocksAt[a] {
			if best < 0 || len(l.blocks[i].atoms) > len(l.blocks[best].atoms) {
				best = i
			}
		}
	}
	return best
}

// start returns an atom of the largest ring system, or an end of the longest chain.
func (l *plan) start(part *part) int {
	if i := l.largestBlock(part); i >= 0 {
		return l.blocks[i].atoms[0]
	}
	return l.farthest(l.farthest(part.atoms[0]))
}

// farthest returns an atom that is the most bonds away.
func (l *plan) farthest(a int) int {
	order := l.measure(a)
	return order[len(order)-1]
}

// measure walks the component breadth first from the start and fills from, reach and
// size; it returns the atoms in the order of the walk.
func (l *plan) measure(start int) []int {
	const seen = -1
	order := []int{start}
	l.from[start], l.reach[start] = -1, seen
	for head := 0; head < len(order); head++ {
		a := order[head]
		l.size[a] = 1
		for _, next := range l.adjacency.Of(a) {
			if b := next.Atom; l.reach[b] != seen {
				l.reach[b] = seen
				l.from[b] = a
				order = append(order, b)
			}
		}
	}
	for _, a := range order {
		l.reach[a] = 0
	}
	for i := len(order) - 1; i > 0; i-- {
		a := order[i]
		p := l.from[a]
		l.size[p] += l.size[a]
		l.reach[p] = max(l.reach[p], l.reach[a]+1)
	}
	return order
}

// surround places what is missing around a placed atom and appends it to the queue.
func (l *plan) surround(a int, queue []int, small bool) []int {
	items := l.itemsAt(a)
	if len(items) == 0 {
		return queue
	}
	var known []int // placed neighbors
	for _, next := range l.adjacency.Of(a) {
		if l.placed[next.Atom] {
			known = append(known, next.Atom)
		}
	}
	l.squareOrder(a, known, items)
	headings := l.headings(a, known, items, small)
	for i, it := range items { // first all neighbors: configurations refer to them
		if it.block < 0 {
			l.settle(it.atom, l.pos[a].add(direction(headings[i])), a)
		}
	}
	for i, it := range items {
		switch {
		case it.block >= 0:
			queue = l.spiro(a, it.block, headings[i], queue, small)
		case len(l.blocksAt[it.atom]) > 0:
			queue = l.hang(a, it, headings[i], queue, small)
		default:
			queue = append(queue, it.atom)
		}
	}
	return queue
}

// itemsAt lists what is to be placed around an atom, ring systems first, then by what
// hangs on it.
func (l *plan) itemsAt(a int) []item {
	var items []item
	for _, next := range l.adjacency.Of(a) {
		if l.placed[next.Atom] {
			continue
		}
		if k := l.blockOf[next.Bond]; k >= 0 {
			known := slices.ContainsFunc(items, func(it item) bool { return it.block == k })
			if !known {
				b := &l.blocks[k]
				items = append(items, item{atom: -1, bond: -1, block: k, width: b.opening(l.find(b, a)), rank: math.MaxInt})
			}
			continue
		}
		// the walk that measured went to a ring system through one of its atoms only
		items = append(items, item{atom: next.Atom, bond: next.Bond, block: -1, rank: 1000*l.reach[next.Atom] + l.size[next.Atom]})
	}
	sorting.Stable(items, func(x, y item) int {
		switch {
		case x.rank > y.rank:
			return -1
		case x.rank < y.rank:
			return 1
		}
		return 0
	})
	return items
}

// opening is the angle that the block takes at its atom i: all around but the largest
// gap between its bonds.
func (b *block) opening(i int) float64 {
	_, gap := largestGap(b.anglesAt(i))
	return 2*math.Pi - gap
}

func (b *block) anglesAt(i int) []float64 {
	var angles []float64
	for _, j := range b.next[i] {
		angles = append(angles, turnTo(b.pos[j].sub(b.pos[i]).angle()))
	}
	sorting.By(angles, cmp.Compare[float64])
	return angles
}

// largestGap returns where the largest gap between sorted angles begins and its width;
// of equal ones the first.
func largestGap(angles []float64) (start, width float64) {
	if len(angles) == 0 {
		return 0, 2 * math.Pi
	}
	for i, a := range angles {
		next := angles[(i+1)%len(angles)]
		if i+1 == len(angles) {
			next += 2 * math.Pi
		}
		if next-a > width+1e-6 {
			start, width = a, next-a
		}
	}
	return start, width
}

// headings returns the angle of each item around atom a.
func (l *plan) headings(a int, known []int, items []item, small bool) []float64 {
	if len(known) == 0 {
		// the start of a chain: to the right, so that the zigzag runs that way
		out := make([]float64, len(items))
		for i := range out {
			out[i] = math.Pi/6 + 2*math.Pi*float64(i)/float64(len(items))
		}
		return out
	}
	if len(known) == 1 && items[0].block < 0 {
		return l.chain(a, known[0], items, small)
	}
	angles := make([]float64, 0, len(known)+len(items))
	for _, b := range known {
		angles = append(angles, turnTo(l.pos[b].sub(l.pos[a]).angle()))
	}
	sorting.By(angles, cmp.Compare[float64])
	if small && len(known) > 2 {
		return l.between(a, angles, items)
	}
	return fill(angles, items)
}

// between puts the items, at a fusion of rings, one by one into the gap with the most
// room of those that are about as wide as the widest.
func (l *plan) between(a int, angles []float64, items []item) []float64 {
	out := make([]float64, len(items))
	for i := range items {
		_, widest := largestGap(angles)
		least := math.Inf(1)
		for k, from := range angles {
			to := angles[(k+1)%len(angles)]
			if k+1 == len(angles) {
				to += 2 * math.Pi
			}
			if to-from < widest-0.25 {
				continue
			}
			if crowd := l.crowdAt(l.pos[a].add(direction((from + to) / 2))); crowd < least-1e-3 {
				out[i], least = (from+to)/2, crowd
			}
		}
		angles = append(angles, turnTo(out[i]))
		sorting.By(angles, cmp.Compare[float64])
	}
	return out
}

// fill spreads items over the largest gap between sorted angles.
func fill(angles []float64, items []item) []float64 {
	out := make([]float64, len(items))
	start, width := largestGap(angles)
	for _, it := range items {
		width -= it.width
	}
	step := width / float64(len(items)+1)
	at := start
	for i, it := range items {
		at += step + it.width/2
		out[i] = at
		at += it.width / 2
	}
	return out
}

// chain returns the headings of the items at an atom with one placed neighbor.
func (l *plan) chain(a, from int, items []item, small bool) []float64 {
	back := l.pos[from].sub(l.pos[a]).angle()
	side := l.side(a, from, items[0], small)
	out := make([]float64, len(items))
	third := 2 * math.Pi / 3
	switch {
	case len(items) == 1 && l.linear(a):
		out[0] = back + math.Pi
	case len(items) == 1:
		out[0] = back + side*third
	case len(items) == 2:
		out[0], out[1] = back+side*third, back-side*third
		l.obey(a, from, items, out)
	case len(items) == 3 && items[0].rank > 1 && items[1].rank <= 1 && l.across(a, from) < 0 && l.m.Bonds[items[0].bond].Order == mol.Single:
		// the chain goes on; the two small ones share the other side
		out[0] = back + side*third
		out[1], out[2] = out[0]+side*math.Pi/2, out[0]+side*math.Pi*5/6
	default:
		n := len(items) + 1
		order := []int{}
		for i := 1; i < n; i++ { // the largest opposite, the next beside it
			order = append(order, i)
		}
		sorting.Stable(order, func(x, y int) int { return abs(2*x-n) - abs(2*y-n) })
		for i := range items {
			out[i] = back + side*2*math.Pi*float64(order[i])/float64(n)
		}
	}
	return out
}

func abs(x int) int { return max(x, -x) }

// linear says whether the two bonds at an atom lie on one line.
func (l *plan) linear(a int) bool {
	next := l.adjacency.Of(a)
	if len(next) != 2 {
		return false
	}
	doubles := 0
	for _, x := range next {
		switch l.m.Bonds[x.Bond].Order {
		case mol.Triple, mol.Quadruple:
			return true
		case mol.Double:
			doubles++
		}
	}
	return doubles == 2 || metallic(l.m.Atoms[a].Element)
}

// side says to which side of the bond from–a the chain goes on, seen from a: +1 counter-
// clockwise. It keeps a stated double bond, else it goes zigzag.
func (l *plan) side(a, from int, first item, small bool) float64 {
	k := l.bondBetween(a, from)
	if want := l.wanted(k, from, a, first.atom); want != 0 {
		return want
	}
	axis := l.pos[a].sub(l.pos[from])
	// zigzag: away from the neighbor of from that the walk came from, else from all
	if before := l.from[from]; before >= 0 && l.blockOf[l.bondBetween(from, before)] < 0 {
		if turn := axis.cross(l.pos[before].sub(l.pos[from])); math.Abs(turn) > 1e-3 {
			// both on one side of the axis would be cis; back is the axis turned round,
			// so +1 from it means the right of the axis
			if turn > 0 {
				return 1
			}
			return -1
		}
	}
	if small {
		plus := l.crowdAt(l.pos[a].add(direction(math.Atan2(-axis.Y, -axis.X) + 2*math.Pi/3)))
		minus := l.crowdAt(l.pos[a].add(direction(math.Atan2(-axis.Y, -axis.X) - 2*math.Pi/3)))
		if minus < plus-1e-3 {
			return -1
		}
	}
	return 1
}

// wanted returns the side, as side does, on which neighbor x of a has to lie for the
// configuration of bond k from–a; 0 when it is not stated.
func (l *plan) wanted(k, from, a, x int) float64 {
	together := l.stated(k)
	if together == 0 {
		return 0
	}
	ligand, mine := l.ligands[k][0], l.ligands[k][1]
	if l.m.Bonds[k].A == a {
		ligand, mine = mine, ligand
	}
	if !l.placed[ligand] {
		return 0
	}
	if mine != x {
		together = -together
	}
	turn := l.pos[a].sub(l.pos[from]).cross(l.pos[ligand].sub(l.pos[from]))
	if (turn > 0) == (together > 0) {
		return -1 // to the left of the axis is clockwise from the way back
	}
	return 1
}

// obey swaps two headings when the configuration of a bond at atom a asks for it.
func (l *plan) obey(a, from int, items []item, out []float64) {
	k := l.bondBetween(a, from)
	want := l.wanted(k, from, a, items[0].atom)
	if want == 0 {
		return
	}
	back := l.pos[from].sub(l.pos[a])
	if back.cross(direction(out[0]))*want < 0 {
		out[0], out[1] = out[1], out[0]
	}
}

// crowdAt says how close p is to the placed atoms of the component.
func (l *plan) crowdAt(p Point) float64 {
	sum := 0.0
	for _, a := range l.current {
		if l.placed[a] {
			if d := p.distance2(l.pos[a]); d < 25 {
				sum += 1 / (0.05 + d*d)
			}
		}
	}
	return sum
}

// spiro places a ring system that shares atom a, its opening about the heading.
func (l *plan) spiro(a, block int, heading float64, queue []int, small bool) []int {
	b := &l.blocks[block]
	i := l.find(b, a)
	start, gap := largestGap(b.anglesAt(i))
	inward := start + gap/2 + math.Pi
	return l.lay(block, i, l.pos[a], heading-inward, a, queue, small, nil)
}

// hang places a ring system whose atom it.atom is bonded to a.
func (l *plan) hang(a int, it item, heading float64, queue []int, small bool) []int {
	block := l.blocksAt[it.atom][0]
	for _, k := range l.blocksAt[it.atom][1:] { // of several the largest
		if len(l.blocks[k].atoms) > len(l.blocks[block].atoms) {
			block = k
		}
	}
	b := &l.blocks[block]
	i := l.find(b, it.atom)
	others := []item{it}
	for _, next := range l.adjacency.Of(it.atom) {
		if k := l.blockOf[next.Bond]; k < 0 && next.Atom != a {
			others = append(others, item{atom: next.Atom})
		}
	}
	for _, k := range l.blocksAt[it.atom] {
		if o := &l.blocks[k]; o != b {
			others = append(others, item{atom: -1, width: o.opening(l.find(o, it.atom))})
		}
	}
	slot := fill(b.anglesAt(i), others)[0]
	at := l.pos[a].add(direction(heading))
	l.from[it.atom] = a
	return l.lay(block, i, at, heading+math.Pi-slot, a, queue, small, &slot)
}

// lay turns the block by the angle about its atom i, which goes to at, and settles its
// atoms. When slot is given, the side that is turned toward the neighbor a, it chooses
// between the block and its mirror image.
func (l *plan) lay(block, i int, at Point, angle float64, a int, queue []int, small bool, slot *float64) []int {
	b := &l.blocks[block]
	flip := false
	axis := direction(math.Pi / 2)
	if slot != nil {
		axis = direction(*slot)
	} else {
		start, gap := largestGap(b.anglesAt(i))
		axis = direction(start + gap/2)
	}
	c, s := math.Cos(angle), math.Sin(angle)
	place := func(j int, mirrored bool) Point {
		p := b.pos[j].sub(b.pos[i])
		if mirrored {
			p = p.mirror(Point{}, axis)
		}
		return at.add(p.turn(c, s))
	}
	decided := false
	if slot != nil {
		k := l.bondBetween(a, b.atoms[i])
		for _, j := range b.next[i] {
			want := l.wanted(k, a, b.atoms[i], b.atoms[j])
			if want == 0 {
				continue
			}
			back := l.pos[a].sub(at)
			flip = back.cross(place(j, false).sub(at))*want < 0
			decided = true
			break
		}
	}
	if slot == nil {
		straight := l.crossed(a, block, func(j int) Point { return place(j, false) })
		mirrored := l.crossed(a, block, func(j int) Point { return place(j, true) })
		decided = math.Abs(straight-mirrored) > 0.1
		flip = mirrored < straight
	}
	if !decided && small {
		var cost [2]float64
		for j := range b.atoms {
			if j != i {
				cost[0] += l.crowdAt(place(j, false))
				cost[1] += l.crowdAt(place(j, true))
			}
		}
		flip = cost[1] < cost[0]-1e-3
	}
	for j, atom := range b.atoms {
		if l.placed[atom] && (j != i || slot == nil) {
			continue
		}
		from := -1 // within a ring system nobody comes from one atom
		if j == i {
			from = a
		}
		l.settle(atom, place(j, flip), from)
		queue = append(queue, atom)
	}
	return l.settleHeld(block, queue)
}
