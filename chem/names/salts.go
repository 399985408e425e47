package names

import (
	"strings"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/smiles"
)

// ion is a word for an ion.
type ion struct {
	m     *mol.Mol
	n     *node // of anions and cations that are built
	count int   // 0: what the charges ask for
}

// ionNumbers are the multipliers of ions, none for as many as the charges ask for.
var ionNumbers = [...]string{"", "mono", "di", "tri", "tetra"}

// ions returns the readings of a word as an ion of one sign.
func (r *reader) ions(w span, positive bool) []ion {
	word := r.word(w)
	var out []ion
	for _, f := range r.v.ions {
		if strings.Contains(f[1], "+") && !strings.Contains(f[1], "-") != positive {
			continue
		}
		for _, name := range strings.Split(f[0], "|") {
			for count, prefix := range ionNumbers {
				if word != prefix+name {
					continue
				}
				m, err := smiles.Parse(f[1])
				if err != nil {
					continue // a test reads the vocabulary
				}
				if m.Charge() > 0 == positive {
					out = append(out, ion{m: m, count: count})
				}
			}
		}
	}
	f := asIon
	if positive {
		f = noForm
	}
	for count, prefix := range ionNumbers {
		if !strings.HasPrefix(word, prefix) || positive && count > 0 {
			continue
		}
		for _, n := range r.parents(span{w.from + len(prefix), w.to}, f) {
			if positive && (n.core.t == nil || n.core.t.mol.Charge() <= 0 && n.core.t.word != "imidazolium") {
				continue
			}
			out = append(out, ion{n: n, count: count})
		}
	}
	return out
}

// salt reads cations before an anion, in numbers that cancel the charges.
func (r *reader) salt(rest []span, last span) {
	hydrogens := 0
	var words []span
	for _, w := range rest {
		switch r.word(w) {
		case "hydrogen":
			hydrogens++
		case "dihydrogen":
			hydrogens += 2
		default:
			words = append(words, w)
		}
	}
	if len(words) != 1 {
		return
	}
	for _, c := range r.ions(words[0], true) {
		for _, a := range r.ions(last, false) {
			if a.m != nil && hydrogens > 0 {
				continue
			}
			var nodes []*node
			for _, n := range []*node{c.n, a.n} {
				if n != nil {
					nodes = append(nodes, n)
				}
			}
			r.add(reading{nodes: nodes, build: func(b *builder) error { return b.salt(c, a, hydrogens, last.from) }})
		}
	}
}

// ion adds an ion and returns its charge. Acid groups but the last hydrogens ones are
// charged.
func (b *builder) ion(x ion, hydrogens int) (int, error) {
	from := len(b.atoms)
	if x.m != nil {
		b.insertTemplate(x.m)
		for i := from; i < len(b.atoms); i++ {
			// The template may be aromatic, but is whole.
			if b.atoms[i].mancude {
				return b.close(from)
			}
		}
	} else {
		g, err := b.group(x.n)
		if err != nil {
			return 0, err
		}
		if hydrogens >= len(g.acids) && hydrogens > 0 {
			return 0, wrong(x.n.at, "the acid has too few acid groups")
		}
		for k, a := range g.acids {
			if k < len(g.acids)-hydrogens {
				b.atoms[a.hydroxy].charge = -1
			}
		}
	}
	return b.charge(from), nil
}

// close makes the double bonds of the rings of atoms from on.
func (b *builder) close(from int) (int, error) {
	var ring []int
	for i := from; i < len(b.atoms); i++ {
		if b.atoms[i].mancude {
			ring = append(ring, i)
		}
	}
	pairs, ok := b.pairs(ring)
	if !ok {
		return 0, wrong(0, "the ring has no complete set of double bonds")
	}
	b.double(ring, pairs)
	return b.charge(from), nil
}

func (b *builder) charge(from int) int {
	sum := 0
	for i := from; i < len(b.atoms); i++ {
		if !b.atoms[i].dead {
			sum += int(b.atoms[i].charge)
		}
	}
	return sum
}

func (b *builder) salt(c, a ion, hydrogens, at int) error {
	plus, err := b.ion(c, 0)
	if err != nil {
		return err
	}
	minus, err := b.ion(a, hydrogens)
	if err != nil {
		return err
	}
	minus = -minus
	if plus <= 0 || minus <= 0 || plus > 6 || minus > 6 {
		return wrong(at, "a cation and an anion are expected")
	}
	common := plus
	for common%minus != 0 {
		common += plus
	}
	cations, anions := common/plus, common/minus
	if c.count > 0 && c.count != cations || a.count > 0 && a.count != anions {
		return wrong(at, "the charges of the ions do not cancel")
	}
	for range cations - 1 {
		if _, err := b.ion(c, 0); err != nil {
			return err
		}
	}
	for range anions - 1 {
		if _, err := b.ion(a, hydrogens); err != nil {
			return err
		}
	}
	return nil
}

// adductOf calls f with the molecule that a word like "dihydrate" adds, and how many.
func (v *vocabulary) adductOf(word string, f func(text string, count int)) {
	for _, a := range v.adducts {
		prefix, ok := strings.CutSuffix(word, a[0])
		if !ok {
			continue
		}
		if prefix == "" {
			f(a[1], 1)
			continue
		}
		terms().simple.each(prefix, func(length, n int) {
			if length == len(prefix) && n <= 12 {
				f(a[1], n)
			}
		})
	}
}

// adduct reads "… hydrochloride" and "… dihydrate": molecules beside the one before.
func (r *reader) adduct(rest []span, last span) {
	r.v.adductOf(r.word(last), func(text string, count int) {
		m, err := smiles.Parse(text)
		if err != nil {
			return // a test reads the vocabulary
		}
		for _, x := range r.inner(rest) {
			r.add(reading{rank: x.rank, nodes: x.nodes, note: x.note, build: func(b *builder) error {
				if err := x.build(b); err != nil {
					return err
				}
				for range count {
					b.insertTemplate(m)
				}
				return nil
			}})
		}
	})
}

// inner returns the readings of words as a name of its own.
func (r *reader) inner(words []span) []reading {
	inner := &reader{v: r.v, origin: r.origin, text: r.text, steps: r.steps}
	inner.sentence(words)
	r.far = max(r.far, inner.far)
	return inner.out
}

// anhydride reads "acetic anhydride", "acetic propionic anhydride" and cyclic ones.
func (r *reader) anhydride(rest []span) {
	if len(rest) > 2 || len(rest) == 0 {
		return
	}
	first := r.acidsOf(rest[0])
	second := first
	if len(rest) == 2 {
		second = r.acidsOf(rest[1])
	}
	for i, x := range first {
		for j, y := range second {
			if len(rest) == 1 && i != j {
				continue
			}
			r.add(reading{nodes: []*node{x, y}, build: func(b *builder) error { return b.anhydride(x, y, len(rest) == 1) }})
		}
	}
}

// acidsOf returns a word like "acetic" or "acetic acid" as an acid whose hydroxy groups
// are known.
func (r *reader) acidsOf(w span) []*node {
	if strings.HasSuffix(r.word(w), " acid") {
		w.to -= len(" acid")
	}
	return r.parents(w, asIc)
}

func (b *builder) anhydride(x, y *node, one bool) error {
	g, err := b.group(x)
	if err != nil {
		return err
	}
	switch {
	case len(g.acids) == 2 && one:
		// The two acid groups of one molecule, where a ring of five or six atoms closes.
		p, q := g.acids[0], g.acids[1]
		if size := b.distance(p.center, q.center) + 2; size != 5 && size != 6 {
			return wrong(x.at, "the anhydride of this acid is no ring of five or six atoms")
		}
		b.remove(q.hydroxy)
		b.bond(p.hydroxy, q.center, mol.Single)
		return nil
	case len(g.acids) != 1:
		return wrong(x.at, "an acid with one or two acid groups is expected")
	}
	h, err := b.group(y)
	if err != nil {
		return err
	}
	if len(h.acids) != 1 {
		return wrong(y.at, "an acid with one acid group is expected")
	}
	b.remove(h.acids[0].hydroxy)
	b.bond(g.acids[0].hydroxy, h.acids[0].center, mol.Single)
	return nil
}

// distance counts the bonds between two atoms, 99 when there is no way.
func (b *builder) distance(from, to int) int {
	far := make([]int, len(b.atoms))
	queue := []int{from}
	for len(queue) > 0 {
		a := queue[0]
		queue = queue[1:]
		if a == to {
			return far[a]
		}
		b.neighbors(a, func(j, _ int) {
			if far[j] == 0 && j != from {
				far[j] = far[a] + 1
				queue = append(queue, j)
			}
		})
	}
	return 99
}

// oxide reads "… oxide" of phosphines and of amines (N-oxide), and "… oxime".
func (r *reader) oxide(rest []span, last span) {
	word := r.word(last)
	switch word {
	case "oxide", "n-oxide", "1-oxide", "oxime":
	default:
		return
	}
	for _, x := range r.inner(rest) {
		r.add(reading{rank: x.rank, nodes: x.nodes, note: x.note, build: func(b *builder) error {
			if err := x.build(b); err != nil {
				return err
			}
			if word == "oxime" {
				return b.oxime(last.from)
			}
			return b.oxidize(last.from, word != "oxide")
		}})
	}
}

func (b *builder) oxidize(at int, nitrogen bool) error {
	found := -1
	for i := range b.atoms {
		a := &b.atoms[i]
		if a.dead || a.charge != 0 || b.free(i) > 0 || a.used != 3 {
			continue
		}
		if a.element == 7 && b.tertiary(i) || a.element == 15 && !nitrogen {
			if found >= 0 {
				return crowded(at, "there are several atoms for the oxygen")
			}
			found = i
		}
	}
	if found < 0 {
		return crowded(at, "a tertiary amine or phosphine is expected before this word")
	}
	o := b.add(8)
	if b.atoms[found].element == 7 {
		b.atoms[found].charge, b.atoms[o].charge = 1, -1
		b.atoms[found].fixed = false
		b.bond(found, o, mol.Single)
		return nil
	}
	b.bond(found, o, mol.Double)
	return nil
}

// tertiary says that a nitrogen takes an oxygen: of an amine with three groups, or in a
// ring with a double bond. Those of amides, nitriles, isocyanates and the like do not.
func (b *builder) tertiary(i int) bool {
	degree, plain, double := 0, true, false
	b.neighbors(i, func(j, k int) {
		degree++
		plain = plain && b.atoms[j].element == 6
		double = double || b.bonds[k].Order == mol.Double
		b.neighbors(j, func(x, y int) {
			plain = plain && (x == i || b.bonds[y].Order == mol.Single || b.atoms[x].element == 6)
		})
	})
	return degree == 3 && plain || degree == 2 && double && b.ringed(i)
}

// ringed says whether an atom of two bonds is in a ring.
func (b *builder) ringed(i int) bool {
	ends := []int{}
	b.neighbors(i, func(j, _ int) { ends = append(ends, j) })
	seen := make([]bool, len(b.atoms))
	seen[i] = true
	queue := ends[:1]
	for len(queue) > 0 {
		a := queue[0]
		queue = queue[1:]
		b.neighbors(a, func(j, _ int) {
			if !seen[j] {
				seen[j] = true
				queue = append(queue[:len(queue):len(queue)], j)
			}
		})
	}
	return seen[ends[1]]
}

func (b *builder) oxime(at int) error {
	found := -1
	for k, o := range b.bonds {
		c, x := o.A, o.B
		if b.atoms[c].element == 8 {
			c, x = x, c
		}
		if o.Order != mol.Double || b.atoms[x].element != 8 || b.atoms[c].element != 6 {
			continue
		}
		plain := true
		b.neighbors(c, func(j, _ int) { plain = plain && (j == x || b.atoms[j].element == 6) })
		if !plain {
			continue
		}
		if found >= 0 {
			return crowded(at, "there are several carbonyl groups")
		}
		found = k
	}
	if found < 0 {
		return crowded(at, "a ketone or aldehyde is expected before this word")
	}
	x := b.bonds[found].A
	if b.atoms[x].element != 8 {
		x = b.bonds[found].B
	}
	b.atoms[x].element = 7
	b.bond(x, b.add(8), mol.Single)
	return nil
}
