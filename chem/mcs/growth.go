package mcs

// growth looks for the largest part of a query that occurs in several graphs. It
// decides bond by bond whether the part has it, as FMCS grows its seeds, but depth
// first, so that every connected set of bonds comes up once; what has been left out
// bounds what can still come.
type growth struct {
	*budget
	part
	others []*occurrence
	inside []bool // per atom of q: in the part
	frames []branch
	base   int // length of the trail of what is left out for good
	best   solution
	goal   *solution // none is larger; nil: not known

	counts  [][]int32 // per other graph: its bonds by key
	hopeful []int32   // the least of counts
	wholes  []int32   // bonds by key; see count
	touched []int32   // keys in wholes
	seen    []bool    // atoms that can be reached; all false between calls
	queue   []int32   // those atoms
	within  []uint64  // bonds that can be reached

	conflicts   conflicts
	scratch     part // smaller parts of which learn asks whether they occur
	list, trial []int32
	listed      []bool // per bond: in list
}

// maxLost bounds the conflicts that are looked for in what can be reached.
const maxLost = 64

// branch is a bond about which the search has to decide.
type branch struct {
	e, v     int32 // v is its far end
	mark     int
	included bool
	left     bool
}

func newGrowth(limits *budget, c *comparison, q *graph, others []*graph, wholes int) *growth {
	g := &growth{
		budget: limits, part: newPart(q), inside: make([]bool, q.atoms),
		wholes: make([]int32, wholes), hopeful: make([]int32, wholes),
		seen: make([]bool, q.atoms), within: make([]uint64, (q.bonds+63)/64),
		conflicts: newConflicts(q.bonds), scratch: newPart(q), listed: make([]bool, q.bonds),
	}
	for i, other := range others {
		g.others = append(g.others, newOccurrence(c, q, other))
		g.others[i].index = i
		counts := make([]int32, wholes)
		for _, key := range other.whole {
			counts[key]++
		}
		g.counts = append(g.counts, counts)
		for key, n := range counts {
			if i == 0 || n < g.hopeful[key] {
				g.hopeful[key] = n
			}
		}
	}
	return g
}

func (g *growth) back(mark int) {
	g.undo(mark, func(v int32) {
		g.inside[v] = false
		for _, o := range g.others {
			o.release(v)
		}
	})
}

// include takes bond e, of which one end is in the part, or none when it is empty.
func (g *growth) include(e int32) bool {
	for _, v := range [2]int32{g.q.a[e], g.q.b[e]} {
		if !g.inside[v] {
			g.inside[v] = true
			g.join(v)
		}
	}
	g.set(e, in)
	for _, o := range g.others {
		if !o.extend(&g.part, g.budget, e) {
			return false
		}
	}
	return true
}

// alive says whether the part with bond e occurs in every graph.
func (g *growth) alive(e int32) bool {
	if g.conflicts.forbid(g.now, e) {
		return false
	}
	for i, o := range g.others {
		if o.grows(e) {
			continue
		}
		v := g.q.a[e]
		if g.inside[v] {
			v = g.q.b[e]
		}
		closes := g.inside[v]
		mark := len(g.trail)
		if !closes {
			g.join(v)
		}
		g.set(e, in)
		found := o.extend(&g.part, g.budget, e)
		g.undo(mark, o.release)
		if !found {
			if !g.ended {
				g.learn(o, e)
			}
			// The graph that misses a part is likely to miss the next: ask it first.
			g.others[0], g.others[i] = g.others[i], g.others[0]
			g.counts[0], g.counts[i] = g.counts[i], g.counts[0]
			return g.ended
		}
	}
	return true
}

// drop leaves bond e out, and where rings must be complete the rest of its ring. It
// returns false when the part has some of that ring already.
func (g *growth) drop(e int32) bool {
	g.set(e, out)
	if g.q.rings == nil || len(g.q.rings.of[e]) != 1 {
		return true
	}
	for _, f := range g.q.rings.rings[g.q.rings.of[e][0]] {
		if len(g.q.rings.of[f]) != 1 {
			continue
		}
		switch g.state[f] {
		case in:
			return false
		case free:
			g.set(f, out)
		}
	}
	return true
}

// trim leaves out the bonds at the rim that cannot be taken. It returns false when
// nothing can come of the present part.
func (g *growth) trim() bool {
	for _, u := range g.order {
		for _, h := range g.q.of(u) {
			if g.state[h.bond] == free && !g.alive(h.bond) && !g.drop(h.bond) {
				return false
			}
		}
	}
	return !g.ended
}

// visit looks at the present part, which has just grown or was trimmed before.
func (g *growth) visit(grown bool) {
	if !g.tick() {
		return
	}
	if grown {
		g.record()
		if !g.trim() {
			return
		}
	}
	if !g.promising() {
		return
	}
	if e, v := g.choose(); e >= 0 {
		g.frames = append(g.frames, branch{e: e, v: v, mark: len(g.trail)})
	}
}

func (g *growth) record() {
	if !g.best.smaller(g.bonds, len(g.order)) {
		return
	}
	if g.q.rings != nil {
		set := g.q.rings.mark
		for e, x := range g.state {
			set[e] = x == in
		}
		if g.q.rings.prune(set) || !g.q.rings.closed(set) {
			return
		}
	}
	to := make([][]int32, len(g.others))
	for _, o := range g.others {
		to[o.index] = o.to
	}
	g.best.keep(g.bonds, g.order, g.state, to...)
}

// promising says whether a larger part than the best can come of the present one: its
// bonds and all that can be reached, as far as the other graphs have as many.
func (g *growth) promising() bool {
	g.queue = append(g.queue[:0], g.order...)
	for _, v := range g.order {
		g.seen[v] = true
	}
	clear(g.within)
	total := 0
	for i := 0; i < len(g.queue); i++ {
		v := g.queue[i]
		for _, h := range g.q.of(v) {
			if g.state[h.bond] == out {
				continue
			}
			if !g.seen[h.atom] {
				g.seen[h.atom] = true
				g.queue = append(g.queue, h.atom)
			}
			if g.q.a[h.bond] == v { // both ends are seen: count it at one
				total++
				g.within[h.bond>>6] |= 1 << (h.bond & 63)
				g.count(h.bond)
			}
		}
	}
	for _, v := range g.queue {
		g.seen[v] = false
	}
	most := g.shared()
	if spare := total - g.best.bonds; most >= g.best.bonds && spare < maxLost {
		most = min(most, total-g.conflicts.lost(g.within, spare+1)) // one more is one too many
	}
	if most != g.best.bonds {
		return most > g.best.bonds
	}
	// A part with as many bonds is larger when it has fewer rings, and it keeps its rings.
	return g.bonds-len(g.order) < g.best.bonds-g.best.atoms && len(g.queue) > g.best.atoms
}

// choose returns the bond at the rim whose loss costs the most and its far end; e is
// -1 when there is none. Bonds that close a ring come first.
func (g *growth) choose() (e, v int32) {
	e = -1
	least := -1
	for _, u := range g.order {
		for _, h := range g.q.of(u) {
			if g.state[h.bond] != free {
				continue
			}
			if g.inside[h.atom] {
				return h.bond, h.atom
			}
			if n := g.reach(h.bond); least < 0 || n < least {
				e, v, least = h.bond, h.atom, n
			}
		}
	}
	return e, v
}

// reach counts the atoms that can be reached without bond e.
func (g *growth) reach(without int32) int {
	g.queue = append(g.queue[:0], g.order...)
	for _, v := range g.order {
		g.seen[v] = true
	}
	for i := 0; i < len(g.queue); i++ {
		for _, h := range g.q.of(g.queue[i]) {
			if h.bond != without && g.state[h.bond] != out && !g.seen[h.atom] {
				g.seen[h.atom] = true
				g.queue = append(g.queue, h.atom)
			}
		}
	}
	for _, v := range g.queue {
		g.seen[v] = false
	}
	return len(g.queue)
}

// explore decides about every bond that can be added to the present part.
func (g *growth) explore() {
	g.visit(true)
	for len(g.frames) > 0 && !g.done() {
		f := &g.frames[len(g.frames)-1]
		g.back(f.mark)
		switch {
		case !f.included:
			f.included = true
			if g.include(f.e) {
				g.visit(true)
			}
		case !f.left:
			f.left = true
			if g.drop(f.e) {
				g.visit(false)
			}
		default:
			g.frames = g.frames[:len(g.frames)-1]
		}
	}
	g.frames = g.frames[:0]
}

// dive grows the present part without turning back.
func (g *growth) dive() {
	for g.tick() {
		g.record()
		if !g.trim() || !g.promising() {
			return
		}
		e, _ := g.choose()
		if e < 0 || !g.include(e) {
			return
		}
	}
}

// confine looks quickly for parts of a set of bonds.
func (g *growth) confine(set *solution) {
	if set.bonds == 0 {
		return
	}
	for e, state := range set.state {
		if state != in {
			g.set(int32(e), out)
		}
	}
	g.dives()
	g.back(0)
}

// dives grows a part from every bond that the best part has not yet.
func (g *growth) dives() {
	base := len(g.trail)
	for e := range int32(g.q.bonds) {
		if g.done() {
			return
		}
		if g.state[e] == out || g.best.bonds > 0 && g.best.state[e] == in {
			continue
		}
		if g.include(e) {
			g.dive()
		}
		g.back(base)
	}
}

// done says whether the search was ended, or cannot find anything larger.
func (g *growth) done() bool {
	return g.ended || g.goal != nil && !g.best.smaller(g.goal.bonds, g.goal.atoms)
}

// run looks for the largest part: quickly from every bond, then everywhere.
func (g *growth) run() {
	for e := range int32(g.q.bonds) {
		if g.hopeful[g.q.whole[e]] == 0 && g.state[e] == free {
			g.drop(e)
		}
	}
	g.base = len(g.trail)
	g.dives()
	var orbits []int32
	for !g.done() {
		e := g.nextRoot()
		if e < 0 {
			return
		}
		if g.include(e) {
			g.explore()
		}
		g.back(g.base)
		if orbits == nil {
			orbits = g.q.orbits(g.budget)
		}
		for f := range int32(g.q.bonds) {
			if o := orbits[2*f]; g.state[f] == free && (o == orbits[2*e] || o == orbits[2*e+1]) {
				g.drop(f)
			}
		}
		g.base = len(g.trail)
	}
}

// nextRoot chooses the bond of the query whose parts are looked at next: of a piece of
// the query that is large enough, the rarest.
func (g *growth) nextRoot() int32 {
	best := int32(-1)
	for _, p := range pieces(g.q, func(e int32) bool { return g.state[e] != out }) {
		for _, e := range p.bonds {
			g.count(e)
		}
		if most := g.shared(); !g.best.smaller(most, len(p.atoms)) {
			continue
		}
		for _, e := range p.bonds {
			if best < 0 || g.hopeful[g.q.whole[e]] < g.hopeful[g.q.whole[best]] {
				best = e
			}
		}
	}
	return best
}

// count notes a bond of the query for shared.
func (g *growth) count(e int32) {
	key := g.q.whole[e]
	if g.wholes[key] == 0 {
		g.touched = append(g.touched, key)
	}
	g.wholes[key]++
}

// shared returns how many of the bonds that were counted any other graph has at most,
// and forgets them.
func (g *growth) shared() int {
	most := g.q.bonds
	for _, counts := range g.counts {
		n := 0
		for _, key := range g.touched {
			n += int(min(g.wholes[key], counts[key]))
		}
		most = min(most, n)
	}
	for _, key := range g.touched {
		g.wholes[key] = 0
	}
	g.touched = g.touched[:0]
	return most
}
