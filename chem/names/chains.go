package names

import "strings"

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
	case strings.HasPrefix(text[pos:], "n-") && !p.capital(pos):
		n.normal = true
		pos += 2
	}
	terms().stems.each(text[pos:], func(length, size int) {
		if (kind == cycloCore || n.normal) && size < 3 {
			return
		}
		m := n
		m.core.kind, m.core.size = kind, size
		p.reached(pos + length)
		p.stem(pos+length, m, sub, emit)
	})
}

// capital says that the letter at pos is one in the original text, where others are not.
func (p *parser) capital(pos int) bool {
	raw := p.origin.raw
	at := p.origin.origin(pos)
	return at < len(raw) && raw[at] != lowerByte(raw[at]) && strings.ContainsAny(raw, "abcdefghijklmnopqrstuvwxyz")
}

func lowerByte(b byte) byte { return byte(lower(rune(b))) }

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
		if !sub && n.conjoins() {
			p.conjunctive(pos+2, n, emit)
		}
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
