package names

import "strings"

// node is one group or parent structure with what is bonded to it, as it is written.
type node struct {
	at, end int
	marks   []mark
	items   []item
	lead    []string // locants before the parent that belong to its first ending
	ind     []string // indicated hydrogen
	core    core
	unsat   []ending
	suffix  *ending
	// short says that "yl" follows the stem at once: the group is bonded at its first
	// atom. normal is the n- of n-butanol.
	short, normal bool
	group         bool
	racemic       bool
	rank          uint8 // 0: as the rules say; higher: parentheses that were left out
}

// mark is a descriptor of configuration: R, S, E, Z, or c and t for cis and trans.
type mark struct {
	locant string
	label  byte
	at     int
}

type itemKind uint8

const (
	groupItem  itemKind = iota
	hydroItem           // hydro
	heteroItem          // oxa, aza
	perItem             // perfluoro
)

// item stands before a parent.
type item struct {
	kind     itemKind
	locs     []string
	at       int // where its locants stand or would stand
	count    int
	sub      *node // the group
	element  uint8 // of heteroItem and perItem
	from, to int   // text of the group
	bracket  bool  // in parentheses
}

type coreKind uint8

const (
	chainCore coreKind = iota
	cycloCore
	cageCore // bicyclo, spiro
	templateCore
)

type core struct {
	kind coreKind
	size int
	cage []int // ring sizes of the descriptor; one member more, 0, for spiro
	t    *template
	form form // of a template that is an acid
	oxo  bool // all hydroxy groups are acidic
}

// ending is what follows a stem: a multiple bond or a suffix.
type ending struct {
	s     *suffix
	order int // of multiple bonds
	locs  []string
	added []string // hydrogens that the suffix brings: 2(1H)-one
	count int
	at    int
}

// alt is one way to read the text from a place on.
type alt struct {
	n   *node
	end int
}

// Limits of parsing.
const (
	maxSteps  = 6000 // the names of the dictionary take up to 256
	maxAlts   = 100
	maxItems  = 12
	maxNested = 12
)

// parser reads one word of a name; text ends where the word does.
type parser struct {
	v      *vocabulary
	origin *normalized
	text   string
	memo   map[int][]alt
	steps  *int // of all words of a name
	depth  int
	far    int // the furthest place that was reached
}

func (p *parser) reached(pos int) {
	p.far = max(p.far, pos)
}

// parents returns the readings of the word from pos to its end as a parent structure.
func (p *parser) parents(pos int) []alt {
	var out []alt
	for _, start := range p.starts(pos) {
		p.items(start.end, *start.n, false, true, &out)
		for _, first := range p.groups(start.end, true) {
			p.after(first, start.end, *start.n, false, true, &out)
		}
	}
	whole := out[:0]
	for _, a := range out {
		if a.end == len(p.text) {
			whole = append(whole, a)
		}
	}
	return whole
}

// substituents returns the readings of the word from pos to its end as a group.
func (p *parser) substituents(pos int) []alt {
	var whole []alt
	for _, a := range p.groups(pos, true) {
		if a.end == len(p.text) {
			whole = append(whole, a)
		}
	}
	return whole
}

// groups returns the groups that begin at pos. locs: locants may stand in front, as at
// the start of a word or of a pair of parentheses.
func (p *parser) groups(pos int, locs bool) []alt {
	key := pos * 2
	if locs {
		key++
	}
	if known, ok := p.memo[key]; ok {
		return known
	}
	if p.depth >= maxNested {
		return nil
	}
	p.depth++
	p.memo[key] = nil // a group does not begin with itself; see below
	var out []alt
	starts := []alt{{&node{}, pos}}
	if locs {
		starts = p.starts(pos)
	}
	for _, start := range starts {
		p.items(start.end, *start.n, true, locs, &out)
	}
	// What was found may be the first part of more: methyl, methylamino, methylaminomethyl.
	from := 0
	for range 4 {
		to := len(out)
		for _, first := range out[from:to:to] {
			p.after(first, pos, node{}, true, locs, &out)
		}
		from = to
	}
	p.depth--
	p.memo[key] = out
	return out
}

// after continues with a group that stands first and without a locant of its own.
func (p *parser) after(first alt, pos int, n node, sub, locs bool, out *[]alt) {
	if first.n.suffix != nil && first.n.suffix.count > 1 {
		return
	}
	n.items = []item{{sub: first.n, at: pos, count: 1, from: pos, to: first.end}}
	end := first.end
	if locs && end < len(p.text) && p.text[end] == '-' {
		end++
	}
	p.items(end, n, sub, locs, out)
}

// starts returns the places after descriptors of configuration at the start of a group.
func (p *parser) starts(pos int) []alt {
	out := []alt{{&node{}, pos}}
	text := p.text[pos:]
	for _, s := range []string{"(rs)-", "(±)-", "(+-)-", "(+/-)-", "±-", "rac-", "racemic ", "dl-"} {
		if strings.HasPrefix(text, s) {
			out = append(out, alt{&node{racemic: true}, pos + len(s)})
		}
	}
	if marks, end := p.marks(pos); end > pos {
		out = append(out, alt{&node{marks: marks}, end})
	}
	return out
}

// marks reads "(2r,3e)-", "(z)-", "cis-" or "cis,trans-".
func (p *parser) marks(pos int) (marks []mark, end int) {
	text := p.text
	i := pos
	open := i < len(text) && (text[i] == '(' || text[i] == '[')
	if open {
		i++
	}
	for {
		m := mark{at: i}
		switch {
		case strings.HasPrefix(text[i:], "cis"):
			m.label = 'c'
			i += 3
		case strings.HasPrefix(text[i:], "trans"):
			m.label = 't'
			i += 5
		default:
			j := i
			for j < len(text) && (digit(text[j]) || text[j] == '\'') {
				j++
			}
			if j > i && j+1 < len(text) && 'a' <= text[j] && text[j] <= 'd' && strings.IndexByte("rsez", text[j+1]) >= 0 {
				j++ // 4aS
			}
			if j >= len(text) || strings.IndexByte("rsez", text[j]) < 0 {
				return nil, pos
			}
			m.locant, m.label = text[i:j], text[j]
			i = j + 1
		}
		marks = append(marks, m)
		if len(marks) > 60 || i >= len(text) {
			return nil, pos
		}
		if text[i] == ',' {
			i++
			continue
		}
		break
	}
	if open {
		if text[i] != ')' && text[i] != ']' {
			return nil, pos
		}
		i++
	}
	if i < len(text) && text[i] == '-' {
		return marks, i + 1
	}
	if open {
		return marks, i
	}
	return nil, pos
}

// items reads what may stand before a parent or the last part of a group, then that.
func (p *parser) items(pos int, n node, sub, locs bool, out *[]alt) {
	*p.steps++
	if len(*out) >= maxAlts {
		*p.steps = maxSteps + 1 // what is not tried could be what is meant: nothing is read
	}
	if *p.steps > maxSteps || len(n.items) > maxItems {
		return
	}
	p.reached(pos)
	p.cores(pos, n, sub, out)
	var at []string
	start := pos
	if locs {
		if ind, end := p.indicated(pos); end > pos && len(n.ind) == 0 {
			m := n
			m.ind = ind
			p.items(end, m, sub, locs, out)
		}
		if l, end := p.locants(pos); end > pos {
			p.reached(end)
			m := n
			m.lead = l
			p.cores(end, m, sub, out)
			at, start = l, end
			p.item(pos, start, at, n, sub, false, out)
			return
		}
	}
	p.item(pos, start, nil, n, sub, !locs, out)
}

// item reads one item at start, whose locants stand at pos, and goes on behind it. A
// group without locants at the very start is left to after. nested: a group without
// parentheses is read, in which no locants stand.
func (p *parser) item(pos, start int, at []string, n node, sub, nested bool, out *[]alt) {
	locs := at != nil
	first := len(n.items) == 0 && !locs
	add := func(it item, end int) {
		it.locs, it.at = at, pos
		m := n
		m.items = append(n.items[:len(n.items):len(n.items)], it)
		if nested {
			p.items(end, m, sub, false, out)
			return
		}
		if end < len(p.text) && p.text[end] == '-' {
			end++
		}
		p.items(end, m, sub, true, out)
	}
	rest := p.text[start:]
	places := len(at)
	if places == 1 && relative(at[0]) > 0 {
		places = 0 // o-dichloro: the other one is at position 1
	}
	if places == 2 {
		for _, a := range p.groups(start, false) {
			if a.n.core.t != nil && a.n.core.t.bridge && a.n.suffix == nil {
				add(item{count: 1, sub: a.n, from: start, to: a.end}, a.end)
			}
		}
	}
	p.multiples(rest, places, func(count, length int, composite bool) {
		q := start + length
		rest := p.text[q:]
		if count > 1 && strings.HasPrefix(rest, "-") && (composite || strings.HasPrefix(rest, "-n-") || strings.HasPrefix(rest, "-t-") || strings.HasPrefix(rest, "-tert-") || strings.HasPrefix(rest, "-sec-")) {
			q++ // bis-(2-ethylhexyl), di-tert-butyl
		} else if !composite {
			if count > 1 && chained(rest) {
				return
			}
			if count > 1 && strings.HasPrefix(rest, "hydro") && !strings.HasPrefix(rest, "hydroxy") && !strings.HasPrefix(rest, "hydroper") {
				add(item{kind: hydroItem, count: count}, q+5)
			}
			for i, word := range heteroWords {
				if locs && strings.HasPrefix(rest, word) {
					add(item{kind: heteroItem, count: count, element: heteroElements[i]}, q+len(word))
				}
			}
		}
		if q < len(p.text) && (p.text[q] == '(' || p.text[q] == '[' || p.text[q] == '{') {
			if end := closing(p.text, q); end > 0 {
				for _, a := range p.groups(q+1, true) {
					if a.end == end {
						add(item{count: count, sub: a.n, from: q + 1, to: end, bracket: true}, end+1)
					}
				}
			}
			return
		}
		if first && count == 1 && length == 0 {
			return
		}
		for _, a := range p.groups(q, false) {
			add(item{count: count, sub: a.n, from: q, to: a.end}, a.end)
		}
	})
	if !locs && strings.HasPrefix(rest, "per") {
		for i, word := range haloWords {
			if strings.HasPrefix(rest[3:], word) {
				add(item{kind: perItem, count: 1, element: haloElements[i]}, start+3+len(word))
			}
		}
	}
}

// chained says that a multiplier before a word is no number of groups but makes another
// word: dioxidanyl is hydroperoxy, disulfanyl HSS-, dioxolanyl a ring of its own.
func chained(rest string) bool {
	for _, word := range []string{"oxidanyl", "sulfanyl", "selanyl", "azanyl", "silanyl", "phosphanyl", "oxir", "oxet", "oxol", "oxan", "oxep", "thiir", "thiet", "thiol", "thian", "azir", "azet", "azep", "azol"} {
		if strings.HasPrefix(rest, word) {
			return word != "sulfanyl" || !strings.HasPrefix(rest, "sulfanylidene")
		}
	}
	return false
}

// relative returns how far from position 1 of a ring ortho, meta and para are; 0 for
// other locants.
func relative(locant string) int {
	switch locant {
	case "o", "ortho":
		return 1
	case "m", "meta":
		return 2
	case "p", "para":
		return 3
	}
	return 0
}

// multiples calls f for each multiplier at the start of text, and for none. Where there
// are locants, their number has to be the same.
func (p *parser) multiples(text string, locants int, f func(count, length int, composite bool)) {
	if locants <= 1 {
		f(1, 0, false)
	}
	try := func(composite bool) func(int, int) {
		return func(length, count int) {
			if locants == 0 || locants == count {
				f(count, length, composite)
			}
		}
	}
	terms().simple.each(text, try(false))
	terms().composite.each(text, try(true))
}

var (
	heteroWords    = []string{"oxa", "aza", "thia", "sila"}
	heteroElements = []uint8{8, 7, 16, 14}
	haloWords      = []string{"fluoro", "chloro", "bromo", "iodo"}
	haloElements   = []uint8{9, 17, 35, 53}
)

// closing returns where the parenthesis at i is closed, 0 when it is not.
func closing(text string, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}
