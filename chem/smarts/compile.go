package smarts

import (
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// instr is one step of an atom's program: a test and where to go on.
type instr struct {
	op      op
	not     bool
	prop    prop
	lo, hi  int32
	mask    uint64
	sub     int32
	yes, no int32 // index of the next instruction, accept or reject
}

const (
	accept = -1
	reject = -2
)

// cost orders tests: cheap ones first.
func (l *literal) cost() int {
	switch l.op {
	case opTrue, opMask:
		return 0
	case opRange:
		if l.prop < late {
			return 1
		}
		return 2
	case opRing:
		return 3
	}
	return 4
}

// term is a conjunction.
type term struct {
	literals []literal
}

// compile makes the programs, plans and screens of all patterns.
func (q *Query) compile() {
	work := maxSymmetryWork
	for _, p := range q.subs {
		q.compilePattern(p)
		p.rooted = p.newPlan(0, &work)
	}
	q.compilePattern(q.top)
	q.top.rooted = q.top.newPlan(0, &work)
	q.top.free = q.top.newPlan(-1, &work)
}

func (q *Query) compilePattern(p *pattern) {
	degree := make([]int32, len(p.atoms))
	for _, b := range p.bonds {
		degree[b.a]++
		degree[b.b]++
	}
	for i := range p.atoms {
		a := &p.atoms[i]
		a.compile(degree[i])
		q.chiral = q.chiral || a.chirality != 0
	}
	p.configure()
	q.chiral = q.chiral || len(p.double) > 0
	p.screen = newScreen(p)
}

// compile makes the program of an atom with that many bonds.
func (a *atom) compile(degree int32) {
	all := term{} // what must hold in any case
	if degree > 1 {
		all.and(ofRange(propDegree, degree, 1<<31-1))
	}
	var clauses [][]term
	for from := 0; from < len(a.expr); {
		to := from + 1
		for to < len(a.expr) && a.expr[to].join != joinLow {
			to++
		}
		clause := disjunction(a.expr[from:to])
		from = to
		switch {
		case clause == nil:
		case len(clause) == 1:
			for _, l := range clause[0].literals {
				all.and(l)
			}
		default:
			clauses = append(clauses, clause)
		}
	}
	all.sort()
	a.must, a.element = nil, elementMask
	for i := range all.literals {
		if m := all.literals[i].needs(); m != 0 && len(a.must) < maxMust {
			a.must = append(a.must, m)
			if fieldOf(m) == elementMask {
				a.element &= m
			}
		}
	}
	a.program = nil
	// Cheap conjunctions, then the alternatives, then recursion.
	split := len(all.literals)
	for split > 0 && all.literals[split-1].op == opSub {
		split--
	}
	var steps [][]term
	for _, l := range all.literals[:split] {
		steps = append(steps, []term{{[]literal{l}}})
	}
	sorting.Stable(clauses, func(a, b []term) int { return clauseCost(a) - clauseCost(b) })
	steps = append(steps, clauses...)
	for _, l := range all.literals[split:] {
		steps = append(steps, []term{{[]literal{l}}})
	}
	a.emit(steps)
}

// emit writes the conjunction of disjunctions as instructions.
func (a *atom) emit(steps [][]term) {
	end := int32(0)
	for _, clause := range steps {
		for _, t := range clause {
			end += int32(len(t.literals))
		}
	}
	total, at := end, int32(0)
	for _, clause := range steps {
		next := at // first instruction of the next clause
		for _, t := range clause {
			next += int32(len(t.literals))
		}
		satisfied := next
		if next == total {
			satisfied = accept
		}
		for k, t := range clause {
			failed := at + int32(len(t.literals)) // first instruction of the next term
			if k+1 == len(clause) {
				failed = reject
			}
			for j := range t.literals {
				l := &t.literals[j]
				in := instr{op: l.op, not: l.not, prop: l.prop, lo: l.lo, hi: l.hi, mask: l.mask, sub: l.sub, yes: at + 1, no: failed}
				if j+1 == len(t.literals) {
					in.yes = satisfied
				}
				a.program = append(a.program, in)
				at++
			}
		}
	}
}

func clauseCost(clause []term) int {
	c := 0
	for i := range clause {
		for j := range clause[i].literals {
			c = max(c, clause[i].literals[j].cost())
		}
	}
	return c
}

// disjunction turns literals joined by "and" and "or" into terms, nil when it holds
// always. A term that cannot hold is dropped unless it is the only one.
func disjunction(expr []literal) []term {
	var clause []term
	var masks uint64 // of the terms that are one mask
	first := -1
	for from := 0; from < len(expr); {
		to := from + 1
		for to < len(expr) && expr[to].join == joinAnd {
			to++
		}
		t := term{}
		for _, l := range expr[from:to] {
			t.and(l)
		}
		from = to
		t.sort()
		switch {
		case len(t.literals) == 0:
			return nil
		case len(t.literals) == 1 && t.literals[0].op == opMask:
			masks |= t.literals[0].mask
			if first < 0 {
				first = len(clause)
				clause = append(clause, term{})
			}
		default:
			clause = append(clause, t)
		}
	}
	if first >= 0 {
		clause[first] = term{[]literal{{op: opMask, mask: masks}}}
	}
	if len(clause) > 1 && first >= 0 && masks == 0 {
		clause = slices.Delete(clause, first, first+1)
	}
	return clause
}

// maxMust bounds the masks that are tested before the program runs.
const maxMust = 8

// maxMerged bounds the search for literals to merge with, so that compiling long
// expressions stays linear.
const maxMerged = 32

// and adds a literal. Masks of one field become one; negation goes into the mask.
func (t *term) and(l literal) {
	if l.op == opTrue {
		if !l.not {
			return
		}
		l = literal{op: opMask} // never
	}
	if l.op == opMask && l.not {
		if l.mask != 0 {
			l.mask = fieldOf(l.mask) &^ l.mask
		}
		l.not = false
	}
	near := t.literals[:min(len(t.literals), maxMerged)]
	if l.op == opMask {
		if l.mask != 0 && fieldOf(l.mask) == l.mask {
			return // every value of the field
		}
		for i := range near {
			o := &near[i]
			if o.op == opMask && (l.mask == 0 || o.mask == 0 || fieldOf(o.mask) == fieldOf(l.mask) && fieldOf(l.mask) != 0) {
				o.mask &= l.mask
				return
			}
		}
	}
	for i := range near {
		if o := near[i]; o.op == l.op && o.not == l.not && o.prop == l.prop && o.lo == l.lo && o.hi == l.hi && o.mask == l.mask && o.sub == l.sub {
			return
		}
	}
	t.literals = append(t.literals, l)
}

func (t *term) sort() {
	sorting.Stable(t.literals, func(a, b literal) int {
		if c := a.cost() - b.cost(); c != 0 || a.op != opMask {
			return c
		}
		// The element first: it excludes most.
		return rank(a.mask) - rank(b.mask)
	})
}

func rank(mask uint64) int {
	if fieldOf(mask) == elementMask {
		return 0
	}
	return 1
}

// needs returns a mask of which the word of every atom that satisfies the literal has a
// bit, 0 when there is none.
func (l *literal) needs() uint64 {
	switch {
	case l.op == opMask:
		return l.mask
	case l.op == opRange && !l.not && l.prop == propElement:
		return l.mask
	}
	return 0
}
