package names

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
)

// saturate settles the double bonds of a mancude ring: which of its atoms have none,
// because of hydro prefixes, indicated hydrogen or what is bonded to them, and where the
// double bonds of the others are. at are the atoms of the suffix.
func (b *builder) saturate(g *placed, at []int) error {
	n := g.n
	var ring []int
	for _, a := range g.core {
		if b.atoms[a].mancude {
			ring = append(ring, a)
		}
	}
	hydro, unplaced := []int{}, 0
	for i := range n.items {
		if it := &n.items[i]; it.kind == hydroItem {
			if len(it.locs) == 0 {
				unplaced += it.count
				continue
			}
			more, err := g.positions(it.locs, it.at)
			if err != nil {
				return err
			}
			hydro = append(hydro, more...)
		}
	}
	if len(ring) == 0 {
		if len(hydro) > 0 || unplaced > 0 {
			return wrong(n.at, "hydro stands before rings with double bonds")
		}
		if len(n.ind) > 0 && n.core.kind != templateCore {
			return wrong(n.at, "indicated hydrogen stands before rings with double bonds")
		}
		return nil
	}
	out := map[int]bool{}
	for _, a := range hydro {
		if !b.atoms[a].mancude || out[a] {
			return crowded(n.at, "position "+g.nameOf(a)+" takes no further hydrogen")
		}
		out[a] = true
	}
	explicit := len(n.ind) > 0
	ind, err := g.positions(n.ind, n.at)
	if err != nil {
		return err
	}
	var added []int
	double := false // a suffix or group takes two bonds of a ring atom
	if e := n.suffix; e != nil {
		if added, err = g.positions(e.added, e.at); err != nil {
			return err
		}
		explicit = explicit || len(added) > 0
		two := e.s.attach > 1 || len(e.s.smiles) > 0 && e.s.smiles[0] == '='
		double = double || two
		for i, a := range at {
			if two || b.atoms[a].element == 7 && b.atoms[a].charge == 0 || count(at[:i], a) > 0 {
				out[a] = out[a] || b.atoms[a].mancude
			}
		}
	}
	for _, a := range slices.Concat(ind, added) {
		if !b.atoms[a].mancude {
			return crowded(n.at, "position "+g.nameOf(a)+" takes no further hydrogen")
		}
		out[a] = true
	}
	for i := range n.items {
		it := &n.items[i]
		if it.kind != groupItem {
			continue
		}
		for j, l := range it.locs {
			a, ok := g.atom(l)
			if !ok || !b.atoms[a].mancude {
				continue
			}
			two := it.sub.core.t != nil && it.sub.suffix == nil && it.sub.core.t.order > 1 || it.sub.suffix != nil && it.sub.suffix.s.attach > 1
			double = double || two
			if two || b.atoms[a].element == 7 && b.atoms[a].charge == 0 || slices.Contains(it.locs[:j], l) {
				out[a] = true
			}
		}
	}
	if n.core.t != nil && n.core.t.word == "imidazolium" {
		for _, a := range ring {
			out[a] = out[a] || b.atoms[a].element == 7 && b.atoms[a].charge == 0
		}
	}
	usual, err := g.positions(templateIndicated(n), n.at)
	if err != nil {
		return err
	}
	rest := func(extra []int) []int {
		var r []int
		for _, a := range ring {
			if !out[a] && !slices.Contains(extra, a) {
				r = append(r, a)
			}
		}
		return r
	}
	if unplaced > 0 {
		left := rest(usual)
		if explicit {
			left = rest(nil)
		}
		if len(left) != unplaced {
			return wrong(n.at, "the positions of the hydrogens are missing")
		}
		for _, a := range ring {
			b.atoms[a].mancude = false
		}
		return nil
	}
	tries := [][]int{nil}
	if !explicit && len(usual) > 0 {
		tries = [][]int{nil, usual}
	}
	for i, extra := range tries {
		pairs, ok := b.pairs(rest(extra))
		if !ok {
			continue
		}
		// A ketone of a ring that has a hydrogen elsewhere by custom: either could be meant.
		// One of purine has hydrogen at nitrogen, wherever.
		if i == 0 && double && n.core.t != nil && n.core.t.word == "purin" && !explicit && !slices.ContainsFunc(ring, func(a int) bool { return out[a] && b.atoms[a].element == 7 }) {
			return crowded(g.n.at, "say where the indicated hydrogen is, as in 1H-")
		}
		if i == 0 && len(tries) > 1 && double && !slices.ContainsFunc(usual, func(a int) bool { return out[a] }) {
			return crowded(n.at, "say where the indicated hydrogen is, as in 1H-")
		}
		b.double(ring, pairs)
		return nil
	}
	return b.addHydrogens(g, ring, rest(nil), explicit)
}

func templateIndicated(n *node) []string {
	if n.core.t == nil {
		return nil
	}
	return n.core.t.ind
}

// addHydrogens saturates one or two further atoms of a ring that has no complete set of
// double bonds ("pyridin-2-one" is 1H). In six-membered rings nitrogen comes first.
func (b *builder) addHydrogens(g *placed, ring, rest []int, explicit bool) error {
	missing := crowded(g.n.at, "say where the indicated hydrogen is, as in 1H-")
	if explicit || g.n.suffix == nil {
		return missing
	}
	type fit struct {
		atoms []int
		pairs [][2]int
	}
	var fits, onNitrogen []fit
	try := func(atoms ...int) {
		left := slices.DeleteFunc(slices.Clone(rest), func(a int) bool { return slices.Contains(atoms, a) })
		if pairs, ok := b.pairs(left); ok {
			f := fit{slices.Clone(atoms), pairs}
			fits = append(fits, f)
			if !slices.ContainsFunc(atoms, func(a int) bool { return b.atoms[a].element != 7 }) {
				onNitrogen = append(onNitrogen, f)
			}
		}
	}
	if len(rest)%2 == 1 {
		for _, a := range rest {
			try(a)
		}
	} else {
		for i, x := range rest {
			for _, y := range rest[i+1:] {
				try(x, y)
			}
		}
	}
	if len(onNitrogen) > 0 && b.lactam(g) {
		fits = onNitrogen
	}
	if len(fits) == 0 || len(fits) > 12 {
		return missing
	}
	f := fits[b.choices.of(len(fits))]
	if len(fits) > 1 {
		text := ""
		for i, a := range f.atoms {
			if i > 0 {
				text += ","
			}
			text += g.nameOf(a) + "H"
		}
		b.inserts = append(b.inserts, insert{g.n.at, "+" + text + "-"})
	}
	b.double(ring, f.pairs)
	return nil
}

// lactam says whether a name in -one or -thione means the form with hydrogen at nitrogen:
// of a six-membered ring, or of a quinoline with the oxygen in the ring that has the
// nitrogen.
func (b *builder) lactam(g *placed) bool {
	t, e := g.n.core.t, g.n.suffix
	if t == nil || e.s.word != "one" && e.s.word != "thione" {
		return false
	}
	for i := range g.n.items {
		if it := &g.n.items[i]; it.kind == groupItem && it.sub.core.t != nil && it.sub.core.t.order > 1 {
			return false
		}
	}
	switch t.word {
	case "quinolin", "isoquinolin", "quinazolin", "quinoxalin", "phthalazin", "cinnolin":
		for _, l := range e.locs {
			if n := number(l); n < 1 || n > 4 {
				return false
			}
		}
		return len(e.locs) > 0
	}
	return len(t.mol.Atoms) == 6
}

// double makes the double bonds of a ring; its atoms have no others.
func (b *builder) double(ring []int, pairs [][2]int) {
	for _, a := range ring {
		b.atoms[a].mancude = false
	}
	for _, p := range pairs {
		b.raise(b.between(p[0], p[1]), mol.Double)
	}
}

// pairs finds double bonds that give each of atoms one (a perfect matching, by trying
// the atom with the fewest partners first).
func (b *builder) pairs(atoms []int) ([][2]int, bool) {
	if len(atoms)%2 == 1 {
		return nil, false
	}
	partners := make(map[int][]int, len(atoms))
	for _, a := range atoms {
		b.neighbors(a, func(j, _ int) {
			if slices.Contains(atoms, j) {
				partners[a] = append(partners[a], j)
			}
		})
	}
	done := make(map[int]bool, len(atoms))
	var out [][2]int
	steps := 0
	var search func() bool
	search = func() bool {
		if steps++; steps > 4000 {
			return false
		}
		best, fewest := -1, 9
		for _, a := range atoms {
			if done[a] {
				continue
			}
			n := 0
			for _, p := range partners[a] {
				if !done[p] {
					n++
				}
			}
			if n < fewest {
				best, fewest = a, n
			}
		}
		if best < 0 {
			return true
		}
		done[best] = true
		for _, p := range partners[best] {
			if done[p] {
				continue
			}
			done[p] = true
			out = append(out, [2]int{best, p})
			if search() {
				return true
			}
			out = out[:len(out)-1]
			done[p] = false
		}
		done[best] = false
		return false
	}
	return out, search()
}
