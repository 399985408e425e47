package names

import "strings"

// cores reads the last part of a group or name at pos: a parent with its endings, a
// group that has a name of its own, an acid.
func (p *parser) cores(pos int, n node, sub bool, out *[]alt) {
	if pos >= len(p.text) || len(*out) >= maxAlts {
		return
	}
	v := p.v
	text := p.text[pos:]
	n.at = pos
	emit := func(m node, end int) {
		p.reached(end)
		if m.core.t != nil && m.core.t.whole && m.full() {
			return
		}
		m.end = end
		m.rank = max(m.rank, m.nesting())
		*out = append(*out, alt{&m, end})
	}
	if sub {
		v.prefixes.each(text, func(length, i int) {
			t := &v.templates[i]
			if t.most > 0 && !n.links(t) {
				return
			}
			m := n
			m.group, m.core = true, core{kind: templateCore, t: t}
			emit(m, pos+length)
		})
	} else {
		v.parents.each(text, func(length, i int) {
			if t := &v.templates[i]; !t.ring {
				m := n
				m.core = core{kind: templateCore, t: t}
				emit(m, pos+length)
			}
		})
		v.oxo.each(text, func(length, i int) {
			m := n
			m.core = core{kind: templateCore, t: &v.templates[i], form: asIon, oxo: true}
			emit(m, pos+length)
		})
	}
	v.parents.each(text, func(length, i int) {
		if t := &v.templates[i]; t.ring {
			m := n
			m.core = core{kind: templateCore, t: t}
			p.endings(pos+length, m, sub, true, emit)
		}
	})
	v.acids.each(text, func(length, i int) {
		p.acid(pos+length, n, &v.templates[i], sub, emit)
	})
	p.hydrocarbon(pos, n, sub, emit)
}

// full says that groups stand before the core that are not bonded to the nitrogen of an
// amide.
func (n *node) full() bool {
	if len(n.lead) > 0 || len(n.ind) > 0 {
		return true
	}
	for i := range n.items {
		if n.core.form == noForm || n.core.form == asAcid || n.core.form == asIon || len(n.items[i].locs) == 0 || n.items[i].locs[0][0] != 'n' {
			return true
		}
	}
	return false
}

// composed says that a group is written with others before its last part. Methoxy and
// the like count as one word.
func (n *node) composed() bool {
	if n.core.t != nil && n.core.t.word == "oxy" && len(n.items) == 1 && n.items[0].bracket && n.items[0].sub.short {
		return len(n.items[0].sub.items) > 0
	}
	return len(n.items) > 0
}

// carbons says that a group is an open chain of carbon atoms, or benzyl.
func (n *node) carbons() bool {
	if n.core.t != nil {
		return n.core.t.whole || n.core.t.word == "benzyl" || n.core.t.word == "allyl" || n.core.t.word == "isopropyl" || n.core.t.word == "isobutyl" || n.core.t.word == "vinyl"
	}
	return n.core.kind == chainCore && len(n.items) == 0 && (n.suffix == nil || n.suffix.s.attach == 1)
}

// links says whether the groups before a linking group t fit it: without locants, unless
// t has some.
func (n *node) links(t *template) bool {
	count := 0
	for i := range n.items {
		it := &n.items[i]
		if it.kind != groupItem {
			return false
		}
		if len(it.locs) > 0 {
			numbered := false
			for _, l := range t.locs {
				numbered = numbered || len(l) > 0
			}
			if !numbered {
				return false
			}
		}
		count += it.count
	}
	return t.need <= count && count <= t.most && len(n.lead) == 0 && len(n.ind) == 0
}

// nesting is the rank of n: 1 when a group in it is composed of groups that stand there
// without parentheses, 2 when such a group has locants, 1 when locants are missing and 2
// when some are.
func (n *node) nesting() uint8 {
	var rank uint8
	located, open := 0, 0
	linking := n.group && n.core.t != nil && n.core.t.most > 0
	for i := range n.items {
		it := &n.items[i]
		if it.kind != groupItem {
			continue
		}
		rank = max(rank, it.sub.rank)
		if len(it.locs) > 0 {
			located++
		} else {
			open++
		}
		if it.bracket || !it.sub.composed() && len(it.sub.lead) == 0 || linking && len(n.items) == 1 {
			continue
		}
		rank = max(rank, 1)
		if len(it.sub.items) == 1 && it.sub.items[0].kind == groupItem && len(it.sub.items[0].locs) == 0 && it.sub.items[0].sub.carbons() && it.sub.core.kind == chainCore && it.sub.core.t == nil {
			rank = 3 // "ethylmethyl" is no name of propyl
		}
		for j := range it.sub.items {
			if len(it.sub.items[j].locs) > 0 && !it.bracket {
				rank = 2
			}
		}
		if len(it.sub.lead) > 0 {
			rank = 2
		}
	}
	if open > 0 && !n.single() {
		rank = max(rank, 1)
	}
	if open > 0 && located > 0 {
		rank = max(rank, 2)
	}
	// "phenylmethylamine": two groups, or one of two parts.
	if k := len(n.items); k > 1 && n.items[k-1].kind == groupItem && n.items[k-2].kind == groupItem && n.single() && open == k && n.items[k-1].count == 1 && !n.items[k-1].bracket && !n.items[k-2].bracket &&
		n.items[k-1].sub.core.kind == chainCore && !n.items[k-1].sub.composed() && n.items[k-1].sub.core.t == nil && !n.items[k-2].sub.carbons() {
		rank = max(rank, 1)
	}
	return rank
}

// single says that there is one atom only that a group can be at.
func (n *node) single() bool {
	switch n.core.kind {
	case chainCore:
		return n.core.size == 1
	case templateCore:
		places := 0
		for i := range n.core.t.mol.Atoms {
			if !n.core.t.hidden[i] {
				places++
			}
		}
		return places <= 1 || n.core.t.most > 0
	}
	return false
}

// acid reads the endings of a retained name of an acid.
func (p *parser) acid(pos int, n node, t *template, sub bool, emit func(node, int)) {
	for _, f := range acidForms {
		if !strings.HasPrefix(p.text[pos:], f.word) || f.acyl != 0 && f.acyl != t.acyl || f.oic > 0 && !t.oic || f.oic < 0 && t.oic {
			continue
		}
		group := f.form == asAcyl || f.form == asAmido
		if group != sub || f.word == "itrile" && p.text[pos-1] != 'n' {
			continue
		}
		m := n
		m.group = group
		m.core = core{kind: templateCore, t: t, form: f.form}
		emit(m, pos+len(f.word))
	}
}

// hydrocarbon reads chains and rings by their number of atoms.
func (p *parser) hydrocarbon(pos int, n node, sub bool, emit func(node, int)) {
	text := p.text
	kind := chainCore
	switch {
	case strings.HasPrefix(text[pos:], "cyclo"):
		kind, pos = cycloCore, pos+5
	case strings.HasPrefix(text[pos:], "bicyclo"), strings.HasPrefix(text[pos:], "spiro"):
		spiro := text[pos] == 's'
		pos += 5
		if !spiro {
			pos += 2
		}
		if pos < len(text) && text[pos] == '-' {
			pos++
		}
		var ok bool
		if n.core.cage, pos, ok = p.descriptor(pos, spiro); !ok {
			return
		}
		kind = cageCore
	case strings.HasPrefix(text[pos:], "n-"):
		n.normal = true
		pos += 2
	}
	terms().stems.each(text[pos:], func(length, size int) {
		if kind == cycloCore && size < 3 {
			return
		}
		m := n
		m.core.kind, m.core.size = kind, size
		p.reached(pos + length)
		p.stem(pos+length, m, sub, emit)
	})
}

// descriptor reads "[2.2.1]" of a cage, whose total fits the stem that follows.
func (p *parser) descriptor(pos int, spiro bool) (cage []int, end int, ok bool) {
	text := p.text
	if pos >= len(text) || text[pos] != '[' && text[pos] != '(' {
		return nil, pos, false
	}
	i := pos + 1
	for len(cage) < 3 {
		j := i
		for j < len(text) && digit(text[j]) {
			j++
		}
		if j == i || j-i > 2 || j >= len(text) {
			return nil, pos, false
		}
		cage = append(cage, number(text[i:j]))
		i = j + 1
		if text[j] != '.' && text[j] != ',' {
			break
		}
	}
	if c := text[i-1]; c != ']' && c != ')' {
		return nil, pos, false
	}
	if spiro && len(cage) == 2 {
		return append(cage, -1), i, true
	}
	return cage, i, !spiro && len(cage) == 3 && cage[0] >= cage[1] && cage[1] >= cage[2] && cage[1] > 0
}

// stem reads what follows the stem of a hydrocarbon: "an", multiple bonds, or at once
// the ending of a group.
func (p *parser) stem(pos int, n node, sub bool, emit func(node, int)) {
	text := p.text[pos:]
	if strings.HasPrefix(text, "an") {
		p.endings(pos+2, n, sub, true, emit)
	}
	if sub {
		m := n
		m.short = true
		p.endings(pos, m, true, false, emit)
		p.alkoxy(pos, n, emit)
	}
	p.unsaturated(pos, n, sub, emit)
}

// alkoxy reads what is short for -yloxy: "methoxy", "hexoxy", "ethenoxy".
func (p *parser) alkoxy(pos int, n node, emit func(node, int)) {
	if n.core.kind == templateCore || !strings.HasPrefix(p.text[pos:], "oxy") {
		return
	}
	alkyl := n
	alkyl.short, alkyl.group, alkyl.end = true, true, pos
	alkyl.suffix = &ending{s: attachSuffix, count: 1, at: pos}
	alkyl.rank = max(alkyl.rank, alkyl.nesting())
	emit(node{at: n.at, group: true, core: core{kind: templateCore, t: p.v.oxy()}, rank: alkyl.rank,
		items: []item{{sub: &alkyl, at: n.at, count: 1, from: n.at, to: pos, bracket: true}}}, pos+3)
}

// attachSuffix is yl.
var attachSuffix = func() *suffix {
	for i := range suffixTable {
		if suffixTable[i].word == "yl" {
			return &suffixTable[i]
		}
	}
	return nil
}()

func (v *vocabulary) oxy() *template {
	var t *template
	v.prefixes.each("oxy", func(_, i int) { t = &v.templates[i] })
	return t
}

// unsaturated reads "-2-en", "a-1,3-dien", "-1-en-4-yn".
func (p *parser) unsaturated(pos int, n node, sub bool, emit func(node, int)) {
	if len(n.unsat) >= 2 {
		return
	}
	starts := []int{pos}
	if strings.HasPrefix(p.text[pos:], "a") {
		starts = append(starts, pos+1)
	}
	for _, q := range starts {
		r := q
		var locs []string
		if strings.HasPrefix(p.text[r:], "-") {
			var end int
			if locs, end = p.locants(r + 1); end > r+1 {
				r = end
			} else {
				continue
			}
		}
		p.multiples(p.text[r:], len(locs), func(count, length int, composite bool) {
			s := r + length
			if composite || s+2 > len(p.text) {
				return
			}
			order := 0
			switch p.text[s : s+2] {
			case "en":
				order = 2
			case "yn":
				order = 3
			}
			if order == 0 || len(n.unsat) > 0 && n.unsat[0].order == order {
				return
			}
			p.reached(s + 2)
			m := n
			m.unsat = append(n.unsat[:len(n.unsat):len(n.unsat)], ending{order: order, locs: locs, count: count, at: q})
			p.endings(s+2, m, sub, strings.HasPrefix(p.text[s+2:], "e"), emit)
			if sub {
				p.alkoxy(s+2, m, emit)
			}
			next := s + 2
			p.unsaturated(next, m, sub, emit)
		})
	}
}

// endings reads the suffix of a parent, or none. e: an e follows that completes the name.
func (p *parser) endings(pos int, n node, sub, e bool, emit func(node, int)) {
	starts := []int{pos}
	if strings.HasPrefix(p.text[pos:], "e") {
		starts = append(starts, pos+1)
	}
	if !sub && (e || n.core.kind == templateCore) {
		emit(n, starts[len(starts)-1])
	}
	for _, q := range starts {
		p.suffix(q, n, sub, emit)
	}
}

// suffix reads "ol", "-2-ol", "-1,2-diol", "-2(1h)-one".
func (p *parser) suffix(pos int, n node, sub bool, emit func(node, int)) {
	r := pos
	var locs, added []string
	if strings.HasPrefix(p.text[r:], "-") {
		var end int
		if locs, added, end = p.suffixLocants(r + 1); end > r+1 {
			r = end
		} else {
			r++ // pyridine-carboxylic acid
		}
	}
	p.reached(r)
	v := p.v
	p.multiples(p.text[r:], len(locs), func(count, length int, composite bool) {
		if composite && len(locs) == 0 {
			return
		}
		q := r + length
		v.suffixes.each(p.text[q:], func(length, i int) {
			s := &suffixTable[i]
			group := s.attach > 0 || s.form == asAcyl || s.form == asAmido
			if group != sub || n.short && s.attach == 0 {
				return
			}
			m := n
			m.group = group
			m.suffix = &ending{s: s, locs: locs, added: added, count: count, at: pos}
			emit(m, q+length)
		})
	})
}

// suffixLocants reads locants that may have added hydrogens: "2(1h)-".
func (p *parser) suffixLocants(pos int) (locs, added []string, end int) {
	if locs, end = p.locants(pos); end > pos && p.text[end-1] == '-' {
		return locs, nil, end
	}
	locs = nil
	i := pos
	for {
		j := p.locant(i)
		if j == i {
			return nil, nil, pos
		}
		locs = append(locs, p.text[i:j])
		if j < len(p.text) && p.text[j] == ',' {
			i = j + 1
			continue
		}
		if j >= len(p.text) || p.text[j] != '(' {
			return nil, nil, pos
		}
		i = j + 1
		break
	}
	for {
		j := p.locant(i)
		if j == i || j >= len(p.text) || p.text[j] != 'h' {
			return nil, nil, pos
		}
		added = append(added, p.text[i:j])
		i = j + 1
		if i < len(p.text) && p.text[i] == ',' {
			i++
			continue
		}
		break
	}
	if strings.HasPrefix(p.text[i:], ")-") {
		return locs, added, i + 2
	}
	return nil, nil, pos
}
