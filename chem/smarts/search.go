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

// search finds maps of p in the order of the plan and calls found for each until that
// says stop; with no found it stops at the first. It says whether it was stopped. When
// root is not -1 the first step is placed there.
func (m *matcher) search(p *pattern, pl *plan, root int32, level int, found *finder) bool {
	t := m.t
	f := m.frameFor(p, level)
	if p.grouped > 0 {
		t.componentOf(0)
		f.groups = append(f.groups[:0], make([]int32, p.grouped+1)...)
		f.taken = append(f.taken[:0], make([]bool, t.components)...)
		m.steps -= (len(f.groups) + len(f.taken)) / 64
	}
	symmetric := pl.symmetric && !m.chiral && (found == nil || !found.all)
	last := len(pl.steps) - 1
	depth := 0
	f.image[0], f.cursor[0] = -1, 0
	stopped := false
	for depth >= 0 {
		s := &pl.steps[depth]
		if old := f.image[depth]; old >= 0 {
			f.used[old] = false
			f.image[depth] = -1
			if g := f.owners[depth]; g > 0 {
				f.taken[f.groups[g]-1] = false
				f.groups[g], f.owners[depth] = 0, 0
			}
		}
		next := int32(-1)
		if s.parent >= 0 {
			from := f.image[s.parent]
			first, end := t.start[from], t.start[from+1]
			k := first + f.cursor[depth]
			for ; k < end; k++ {
				e := &t.edges[k]
				m.steps--
				if s.kinds>>e.kind&1 == 0 || f.used[e.to] || !m.fits(p, s, f, e.to, symmetric, level) {
					continue
				}
				next = e.to
				k++
				break
			}
			f.cursor[depth] = k - first
		} else if depth == 0 && root >= 0 {
			if f.cursor[0] == 0 && m.fits(p, s, f, root, symmetric, level) {
				next = root
			}
			f.cursor[0] = 1
			m.steps--
		} else {
			k := f.cursor[depth]
			for ; k < int32(len(t.words)); k++ {
				m.steps--
				if m.steps < 0 {
					break
				}
				if f.used[k] || !m.fits(p, s, f, k, symmetric, level) {
					continue
				}
				next = k
				k++
				break
			}
			f.cursor[depth] = k
		}
		if m.steps < 0 {
			break
		}
		if next < 0 {
			depth--
			continue
		}
		f.image[depth] = next
		f.used[next] = true
		if s.group > 0 && f.groups[s.group] == 0 {
			c := t.componentOf(next)
			f.groups[s.group], f.taken[c] = c+1, true
			f.owners[depth] = s.group
		}
		if depth < last {
			depth++
			f.image[depth], f.cursor[depth], f.owners[depth] = -1, 0, 0
			continue
		}
		if m.chiral && !m.configured(p, pl, f) {
			continue
		}
		if found == nil || found.add(m, pl, f) {
			stopped = true
			break
		}
	}
	for d := 0; d <= depth; d++ {
		if i := f.image[d]; i >= 0 {
			f.used[i] = false
		}
	}
	return stopped
}

// fits says whether the atom of step s may be placed on target atom i.
func (m *matcher) fits(p *pattern, s *step, f *frame, i int32, symmetric bool, level int) bool {
	if symmetric {
		for _, k := range s.above {
			if f.image[k] > i {
				return false
			}
		}
		for _, k := range s.below {
			if f.image[k] < i {
				return false
			}
		}
	}
	a := &p.atoms[s.atom]
	word := m.t.words[i]
	for _, mask := range a.must {
		if word&mask == 0 {
			return false
		}
	}
	for k := range s.closures {
		c := &s.closures[k]
		from := f.image[c.step]
		m.steps -= int(min(m.t.degree(from), m.t.degree(i))) / 8
		if _, kind, ok := m.t.bondBetween(from, i); !ok || c.kinds>>kind&1 == 0 {
			return false
		}
	}
	if s.group > 0 {
		switch c := m.t.componentOf(i); f.groups[s.group] {
		case c + 1:
		case 0:
			if f.taken[c] {
				return false
			}
		default:
			return false
		}
	}
	return m.matches(a, i, level)
}
