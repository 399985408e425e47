package smarts

// matcher is the working memory of the searches in one target.
type matcher struct {
	t      *Target
	q      *Query
	chiral bool
	steps  int // left
	// memo holds, per sub-pattern, what is known of each target atom: two bits each,
	// 0 not known, 1 no match, 2 match.
	memo   [][]uint64
	frames []*frame // one per level of $(...)
	seen   atomSets
}

// frame is the state of the search for one pattern.
type frame struct {
	image  []int32 // per step: target atom; -1: none
	cursor []int32 // per step: next candidate
	used   []bool  // per target atom
	groups []int32 // per group: its component and 1; 0: not known
	owners []int32 // per step: group that it gave a component; 0: none
	taken  []bool  // per component: belongs to a group
}

// levels is the number of levels of $(...) that are searched from within each other;
// deeper ones are worked out beforehand, from the inside out.
const levels = 24

// begin prepares a search of q in t.
func (t *Target) begin(q *Query, o Options) *matcher {
	m := &t.m
	m.t, m.q = t, q
	m.chiral = o.Chirality && t.s != nil && q.chiral
	m.steps = o.Steps
	if m.steps <= 0 {
		m.steps = DefaultSteps
	}
	for len(m.memo) < len(q.subs) {
		m.memo = append(m.memo, nil)
	}
	for i := range q.subs {
		m.memo[i] = m.memo[i][:0]
	}
	if q.top.depth > levels {
		for i, p := range q.subs {
			if p.depth%levels == levels-1 {
				for a := range t.words {
					m.sub(int32(i), int32(a), 0)
				}
			}
		}
	}
	return m
}

// sub says whether sub-pattern i matches with its first atom on target atom a.
func (m *matcher) sub(i, a int32, level int) bool {
	if m.steps < 0 {
		return false
	}
	memo := m.memo[i]
	if len(memo) == 0 {
		words := (len(m.t.words) + 31) / 32
		if cap(memo) < words {
			memo = make([]uint64, words)
		} else {
			memo = memo[:words]
			clear(memo)
		}
		m.memo[i] = memo
		m.steps -= words / 16
	}
	shift := 2 * uint(a&31)
	if known := memo[a>>5] >> shift & 3; known != 0 {
		return known == 2
	}
	p := m.q.subs[i]
	found := p.screen.passes(m.t) && m.exists(p, a, level)
	if m.steps < 0 {
		return false
	}
	if found {
		memo[a>>5] |= 2 << shift
	} else {
		memo[a>>5] |= 1 << shift
	}
	return found
}

// exists says whether p matches with its first atom on target atom a.
func (m *matcher) exists(p *pattern, a int32, level int) bool {
	if len(p.atoms) == 1 && !m.chiral {
		return m.matches(&p.atoms[0], a, level)
	}
	return m.search(p, p.rooted, a, level, nil)
}

// matches says whether target atom i satisfies the conditions of a.
func (m *matcher) matches(a *atom, i int32, level int) bool {
	word := m.t.words[i]
	at := int32(0)
	if len(a.program) == 0 {
		return true
	}
	for n := 0; ; n++ {
		in := &a.program[at]
		var holds bool
		switch in.op {
		case opMask:
			holds = word&in.mask != 0
		case opRange:
			if in.prop >= late {
				m.t.addLate()
			}
			v := m.t.props[i][in.prop]
			holds = v >= in.lo && v <= in.hi && word&in.mask != 0
		case opRing:
			holds = m.t.inRingOf(i, in.lo, in.hi)
		case opSub:
			holds = m.sub(in.sub, i, level+1)
			m.steps--
		}
		if n&15 == 15 {
			m.steps--
		}
		next := in.no
		if holds != in.not {
			next = in.yes
		}
		switch next {
		case accept:
			return true
		case reject:
			return false
		}
		at = next
	}
}

// frameFor returns an empty frame for pattern p.
func (m *matcher) frameFor(p *pattern, level int) *frame {
	for len(m.frames) <= level {
		m.frames = append(m.frames, &frame{})
	}
	f := m.frames[level]
	if n := len(p.atoms); cap(f.image) < n {
		f.image, f.cursor, f.owners = make([]int32, n), make([]int32, n), make([]int32, n)
	} else {
		f.image, f.cursor, f.owners = f.image[:n], f.cursor[:n], f.owners[:n]
	}
	if f.used == nil {
		f.used = make([]bool, len(m.t.words))
	}
	return f
}

// search is the search for one pattern.
type search struct {
	*matcher
	p         *pattern
	pl        *plan
	f         *frame
	root      int32 // target atom of the first step; -1: any
	level     int
	symmetric bool // the conditions of the plan's steps hold
}

// search finds maps of p in the order of the plan and gives each to found until that
// says stop; with no found it stops at the first. It says whether it was stopped. When
// root is not -1 the first step is placed there.
func (m *matcher) search(p *pattern, pl *plan, root int32, level int, found *finder) bool {
	s := search{
		matcher: m, p: p, pl: pl, f: m.frameFor(p, level), root: root, level: level,
		symmetric: pl.symmetric && !m.chiral && (found == nil || !found.all),
	}
	f := s.f
	if p.grouped > 0 {
		m.t.componentOf(0)
		f.groups = append(f.groups[:0], make([]int32, p.grouped+1)...)
		f.taken = append(f.taken[:0], make([]bool, m.t.components)...)
		m.steps -= (len(f.groups) + len(f.taken)) / 64
	}
	depth, stopped := 0, false
	f.image[0], f.cursor[0], f.owners[0] = -1, 0, 0
	for depth >= 0 && !stopped {
		s.lift(depth)
		next := s.next(depth)
		switch {
		case m.steps < 0:
			stopped = true
		case next < 0:
			depth--
		case depth+1 < len(pl.steps):
			s.place(depth, next)
			depth++
			f.image[depth], f.cursor[depth], f.owners[depth] = -1, 0, 0
		default:
			s.place(depth, next)
			complete := !m.chiral || m.configured(p, pl, f)
			stopped = complete && (found == nil || found.add(m, pl, f))
		}
	}
	for d := 0; d <= depth; d++ {
		s.lift(d)
	}
	return stopped && m.steps >= 0
}

// place puts a step on target atom i.
func (s *search) place(depth int, i int32) {
	f, g := s.f, s.pl.steps[depth].group
	f.image[depth] = i
	f.used[i] = true
	if g > 0 && f.groups[g] == 0 {
		c := s.t.componentOf(i)
		f.groups[g], f.taken[c] = c+1, true
		f.owners[depth] = g
	}
}

// lift takes a step off its target atom, if it has one.
func (s *search) lift(depth int) {
	f := s.f
	i := f.image[depth]
	if i < 0 {
		return
	}
	f.used[i] = false
	f.image[depth] = -1
	if g := f.owners[depth]; g > 0 {
		f.taken[f.groups[g]-1] = false
		f.groups[g], f.owners[depth] = 0, 0
	}
}

// next returns the next target atom that a step may be placed on, -1 when there is none
// or no steps are left.
func (s *search) next(depth int) int32 {
	st, f, t := &s.pl.steps[depth], s.f, s.t
	at := &f.cursor[depth]
	switch {
	case st.parent >= 0:
		around := t.edges[t.start[f.image[st.parent]]:t.start[f.image[st.parent]+1]]
		for int(*at) < len(around) {
			e := &around[*at]
			*at++
			s.steps--
			if st.kinds>>e.kind&1 == 1 && !f.used[e.to] && s.fits(st, e.to) {
				return e.to
			}
		}
	case depth == 0 && s.root >= 0:
		s.steps--
		if *at++; *at == 1 && s.fits(st, s.root) {
			return s.root
		}
	default:
		for int(*at) < len(t.words) && s.steps >= 0 {
			i := *at
			*at++
			s.steps--
			if !f.used[i] && s.fits(st, i) {
				return i
			}
		}
	}
	return -1
}

// fits says whether a step may be placed on target atom i.
func (s *search) fits(st *step, i int32) bool {
	f := s.f
	if s.symmetric {
		for _, k := range st.above {
			if f.image[k] > i {
				return false
			}
		}
		for _, k := range st.below {
			if f.image[k] < i {
				return false
			}
		}
	}
	a := &s.p.atoms[st.atom]
	word := s.t.words[i]
	for _, mask := range a.must {
		if word&mask == 0 {
			return false
		}
	}
	for k := range st.closures {
		c := &st.closures[k]
		from := f.image[c.step]
		s.steps -= int(min(s.t.degree(from), s.t.degree(i))) / 8
		if _, kind, ok := s.t.bondBetween(from, i); !ok || c.kinds>>kind&1 == 0 {
			return false
		}
	}
	if st.group > 0 {
		switch c := s.t.componentOf(i); f.groups[st.group] {
		case c + 1:
		case 0:
			if f.taken[c] {
				return false
			}
		default:
			return false
		}
	}
	return s.matches(a, i, s.level)
}
