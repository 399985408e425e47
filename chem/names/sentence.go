package names

import (
	"strings"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/smiles"
)

// span is one word of a name: from..to of the text. "acid" belongs to the word before.
type span struct{ from, to int }

// reading is one way to understand a name.
type reading struct {
	rank  uint8
	nodes []*node // for the parentheses that were left out
	note  string
	build func(b *builder) error
}

// reader reads one name.
type reader struct {
	v      *vocabulary
	origin *normalized
	text   string
	steps  *int
	far    int
	fail   error // why a reading was refused before it was built
	out    []reading
}

func (v *vocabulary) reader(n *normalized) *reader {
	return &reader{v: v, origin: n, text: n.text, steps: new(int)}
}

// maxReadings bounds what is tried for one name.
const maxReadings = 120

func (r *reader) parser(w span) *parser {
	return &parser{v: r.v, origin: r.origin, text: r.text[:w.to], memo: map[int][]alt{}, steps: r.steps}
}

func (r *reader) note(p *parser) { r.far = max(r.far, p.far) }

func (r *reader) word(w span) string { return r.text[w.from:w.to] }

// parents returns the readings of a word as a molecule (noForm), an anion (asIon) or the
// first part of an anhydride (asIc).
func (r *reader) parents(w span, f form) []*node {
	p := r.parser(w)
	var out []*node
	for _, a := range p.parents(w.from) {
		have := a.n.core.form
		if a.n.suffix != nil && a.n.suffix.s.acid {
			have = a.n.suffix.s.form
		}
		if have != asIon && have != asIc {
			have = noForm
		}
		if have == f {
			out = append(out, a.n)
		}
	}
	r.note(p)
	return out
}

// radical is a group that is a word, and how often it is there.
type radical struct {
	n     *node
	count int
	said  bool // the number is written
}

// radicals returns the readings of a word as a group with or without a multiplier.
func (r *reader) radicals(w span) []radical {
	p := r.parser(w)
	var out []radical
	for _, a := range p.substituents(w.from) {
		out = append(out, radical{a.n, 1, false})
	}
	start := w.from
	if list, end := p.locants(start); end > start && len(list) > 1 {
		start = end // 1,2-diethyl: positions of the acid
	}
	p.multiples(p.text[start:], 0, func(count, length int, composite bool) {
		q := start + length
		if q >= w.to || length == 0 && (start > w.from || p.text[q] != '(') {
			return
		}
		if p.text[q] == '-' {
			q++
		}
		if q < w.to && (p.text[q] == '(' || p.text[q] == '[' || p.text[q] == '{') {
			if end := closing(p.text, q); end == w.to-1 {
				for _, a := range p.groups(q+1, true) {
					if a.end == end {
						out = append(out, radical{a.n, count, length > 0})
					}
				}
			}
			return
		}
		for _, a := range p.groups(q, false) {
			if a.end == w.to && (start == w.from || len(a.n.items) == 0) { // not 2,2,2-tri(fluoroethyl)
				out = append(out, radical{a.n, count, true})
			}
		}
	})
	r.note(p)
	return out
}

func (r *reader) add(x reading) {
	if len(r.out) < maxReadings {
		for _, n := range x.nodes {
			x.rank = max(x.rank, n.rank)
		}
		r.out = append(r.out, x)
	}
}

// split separates words.
func split(text string) []span {
	var out []span
	for i := 0; i < len(text); {
		end := strings.IndexByte(text[i:], ' ')
		if end < 0 {
			end = len(text)
		} else {
			end += i
		}
		if text[i:end] == "acid" && len(out) > 0 {
			out[len(out)-1].to = end
		} else if end > i {
			out = append(out, span{i, end})
		}
		i = end + 1
	}
	return out
}

// sentence collects the readings of words.
func (r *reader) sentence(words []span) {
	if len(words) == 0 || len(words) > 8 {
		return
	}
	last := words[len(words)-1]
	rest := words[:len(words)-1]
	if len(words) == 1 {
		r.molecule(last)
		return
	}
	if r.word(last) == "ester" && strings.HasSuffix(r.word(words[0]), " acid") {
		r.acidEster(words[0], rest[1:])
		return
	}
	r.adduct(rest, last)
	if r.word(last) == "anhydride" || r.word(last) == "acid anhydride" {
		r.anhydride(rest)
		return
	}
	r.oxide(rest, last)
	r.class(rest, last)
	r.ester(rest, last)
	r.salt(rest, last)
	// Words of the vocabulary that have a blank.
	r.molecule(span{words[0].from, last.to})
}

// molecule reads one word as a molecule.
func (r *reader) molecule(w span) {
	for _, n := range r.parents(w, noForm) {
		r.add(reading{nodes: []*node{n}, build: func(b *builder) error {
			_, err := b.group(n)
			return err
		}})
	}
	if len(r.out) == 0 && len(r.parents(w, asIon)) > 0 {
		r.fail = wrong(w.from, quoted(r.word(w))+" is an ion or part of an ester: a cation or a group is expected before it")
	}
}

// ester reads groups before an anion: "diethyl malonate", "ethyl hydrogen succinate".
func (r *reader) ester(rest []span, last span) {
	ions := r.parents(last, asIon)
	if len(ions) == 0 {
		return
	}
	free := 0 // acid groups that stay
	var words []span
	for _, w := range rest {
		switch r.word(w) {
		case "hydrogen":
			free++
		case "dihydrogen":
			free += 2
		default:
			words = append(words, w)
		}
	}
	r.esters(words, ions, free)
}

func (r *reader) esters(words []span, ions []*node, free int) {
	if len(words) == 0 {
		return
	}
	r.combine(words, func(list []radical) {
		if len(list) > 1 {
			for _, x := range list {
				if len(x.n.lead) > 0 {
					return // "1-heptyl 2-undecyl": locants of the acid or of the groups
				}
			}
		}
		for _, ion := range ions {
			nodes := []*node{ion}
			for _, x := range list {
				nodes = append(nodes, x.n)
			}
			r.add(reading{nodes: nodes, build: func(b *builder) error { return b.ester(ion, list, free) }})
		}
	})
}

// combine calls f with every combination of the readings of words as groups.
func (r *reader) combine(words []span, f func([]radical)) {
	each := make([][]radical, len(words))
	total := 1
	for i, w := range words {
		each[i] = r.radicals(w)
		total *= len(each[i])
	}
	for k := range min(total, maxReadings) {
		list := make([]radical, len(words))
		for i := range words {
			list[i] = each[i][k%len(each[i])]
			k /= len(each[i])
		}
		f(list)
	}
}

// ester bonds groups to the acid oxygens of an anion.
func (b *builder) ester(ion *node, list []radical, free int) error {
	g, err := b.group(ion)
	if err != nil {
		return err
	}
	total := 0
	said := false
	for _, x := range list {
		total += x.count
		said = said || x.said
	}
	if total+free != len(g.acids) {
		if total == 1 && len(g.acids) > 1 && !said {
			return &fault{at: ion.at, partial: true, msg: "the acid has " + decimal(len(g.acids)) + " acid groups: say how many of them are esters, as in di- or hydrogen"}
		}
		return wrong(ion.at, "the acid has "+decimal(len(g.acids))+" acid groups, the name says "+decimal(total+free))
	}
	var open []int
	for _, a := range g.acids {
		open = append(open, a.hydroxy)
	}
	for _, x := range list {
		for range x.count {
			at, err := b.monovalent(x.n)
			if err != nil {
				return err
			}
			i := 0
			if len(list) > 1 || free > 0 {
				i = b.choices.of(len(open))
			}
			b.bond(open[i], at, mol.Single)
			open = append(open[:i], open[i+1:]...)
		}
	}
	return nil
}

// acidEster reads "hexanoic acid methyl ester" as "methyl hexanoate".
func (r *reader) acidEster(acid span, words []span) {
	for _, n := range r.parents(acid, noForm) {
		ion := *n
		switch {
		case n.core.form == asAcid:
			ion.core.form = asIon
		case n.suffix != nil && n.suffix.s.form == asAcid:
		default:
			continue
		}
		r.esters(words, []*node{&ion}, 0)
	}
}

// class reads functional class names: "ethyl methyl ketone", "acetyl chloride".
func (r *reader) class(rest []span, last span) {
	word := r.word(last)
	times := 0
	for _, f := range r.v.classes {
		for _, name := range strings.Split(f[0], "|") {
			times = 0
			switch word {
			case name:
				times = 1
			case "di" + name:
				times = 2
			case "tri" + name:
				times = 3
			}
			if times == 0 || times > 1 && f[1] != "1" || f[1] == "3" && len(rest) == 0 {
				continue
			}
			m, err := smiles.Parse(f[2])
			if err != nil {
				continue // a test reads the vocabulary
			}
			r.combine(rest, func(list []radical) { r.classOf(list, m, f[1], times, last.from) })
		}
	}
}

func (r *reader) classOf(list []radical, m *mol.Mol, arity string, times, at int) {
	var nodes []*node
	total := 0
	for _, x := range list {
		nodes = append(nodes, x.n)
		total += x.count
	}
	if arity == "1" {
		if len(list) != 1 || list[0].count != 1 {
			return
		}
		r.add(reading{nodes: nodes, build: func(b *builder) error {
			s, err := b.group(list[0].n)
			if err != nil {
				return err
			}
			acyl := len(s.acids) > 0
			if s.order == mol.Double && times == 2 && len(s.attach) == 1 {
				s.attach, s.order = append(s.attach, s.attach[0]), mol.Single // methylene dibromide
			}
			if s.order != mol.Single || len(s.attach) != times && !(acyl && times == 1) {
				return wrong(at, "the numbers of groups and of their bonds differ")
			}
			for _, a := range s.attach {
				base := b.insertTemplate(m)
				b.bond(a, base, mol.Single)
			}
			return nil
		}})
		return
	}
	if arity == "3" { // amine
		if total > 3 || len(list) < 2 && total < 2 {
			return
		}
		r.add(reading{nodes: nodes, build: func(b *builder) error {
			base := b.insertTemplate(m)
			for _, x := range list {
				for range x.count {
					at, err := b.monovalent(x.n)
					if err != nil {
						return err
					}
					b.bond(base, at, mol.Single)
				}
			}
			return nil
		}})
		return
	}
	note := ""
	if total == 1 && arity == "2*" && !list[0].n.composed() {
		list = []radical{list[0], list[0]}
		total, note = 2, "read with two of the group"
	}
	if total != 2 {
		return
	}
	r.add(reading{nodes: nodes, note: note, build: func(b *builder) error {
		base := b.insertTemplate(m)
		for i := base; i < len(b.atoms); i++ {
			// Sulfoxides and ketones are closed after their groups have come.
			b.atoms[i].fixed = false
		}
		ends := []int{base, base}
		if len(m.Atoms) == 2 && m.Bonds[0].Order == mol.Single {
			ends[1] = base + 1
		}
		k := 0
		for _, x := range list {
			for range x.count {
				at, err := b.monovalent(x.n)
				if err != nil {
					return err
				}
				b.bond(ends[k], at, mol.Single)
				k++
			}
		}
		return nil
	}})
}

// monovalent builds a group that is bonded by one single bond and returns the atom of it.
func (b *builder) monovalent(n *node) (int, error) {
	s, err := b.group(n)
	if err != nil {
		return 0, err
	}
	if len(s.attach) != 1 || s.order != mol.Single {
		return 0, wrong(n.at, "a group with one bond is expected")
	}
	return s.attach[0], nil
}
