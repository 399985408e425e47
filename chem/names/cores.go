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
		if m.rank = max(m.rank, m.nesting()); m.rank >= tooLoose {
			return
		}
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
			if !sub && m.conjoins() {
				p.conjunctive(pos+length, m, emit)
			}
		}
	})
	v.acids.each(text, func(length, i int) {
		p.acid(pos+length, n, &v.templates[i], sub, emit)
	})
	if strings.HasPrefix(text, "n-") && !p.capital(pos) {
		v.acids.each(text[2:], func(length, i int) { // n-butyric acid
			if t := &v.templates[i]; t.plain() {
				p.acid(pos+2+length, n, t, sub, emit)
			}
		})
	}
	p.hydrocarbon(pos, n, sub, emit)
}

// plain says that an acid is an unbranched chain.
func (t *template) plain() bool {
	switch t.word {
	case "butyr", "valer", "capro", "capryl", "capr":
		return true
	}
	return false
}

// conjoins says whether a ring may stand before an acid or alcohol as one name
// (conjunctive nomenclature of Chemical Abstracts).
func (n *node) conjoins() bool {
	return len(n.ind) == 0 && len(n.lead) <= 1 && (n.core.t == nil && n.core.kind == cycloCore || n.core.t != nil && len(n.core.t.ind) == 0)
}

// conjunctive reads "benzenemethanol" as phenylmethanol: the ring is at the end of the
// chain that is farther from the ending.
func (p *parser) conjunctive(pos int, ring node, emit func(node, int)) {
	if strings.HasPrefix(p.text[pos:], "e") {
		pos++
	}
	ring.group, ring.end = true, pos
	ring.suffix = &ending{s: attachSuffix, count: 1, at: pos}
	ring.rank = max(ring.rank, ring.nesting())
	at := 0
	add := func(m node, end int) {
		if m.rank > 0 || m.lead != nil || m.unsat != nil || m.normal {
			return
		}
		locant := "2"
		switch {
		case m.core.kind == chainCore && m.suffix != nil && m.suffix.count == 1 && len(m.suffix.locs) == 0:
			switch m.suffix.s.word {
			case "ol", "amine", "oic acid", "oate", "al", "nitrile", "amide":
				locant = decimal(m.core.size)
			default:
				return
			}
			m.normal = true
		case m.core.t == nil || m.core.t.word != "acet" || m.suffix != nil:
			return
		}
		m.items = []item{{sub: &ring, locs: []string{locant}, at: at, count: 1, from: ring.at, to: pos, bracket: true}}
		emit(m, end)
	}
	v := p.v
	v.acids.each(p.text[pos:], func(length, i int) {
		if v.templates[i].word == "acet" {
			p.acid(pos+length, node{at: pos}, &v.templates[i], false, add)
		}
	})
	p.hydrocarbon(pos, node{at: pos}, false, add)
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
