package names

import (
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/mol"
)

// placed is a group that was built: which of its atoms have which locants, and where it
// is bonded.
type placed struct {
	n      *node
	locs   []locant
	core   []int // atoms of the parent
	attach []int // atoms that are bonded to what the group stands at
	order  mol.Order
	bridge bool
	acids  []acidGroup
	extra  []int // nitrogen atoms of suffixes
	chain  bool
	ringed bool // a ring of one kind of atoms: position 1 goes without saying
	taken  bool // position 1 is where the suffix or the bond to the parent is
	second int  // where o, m or p put the second of two groups; -1: nowhere
}

type locant struct {
	name string
	atom int
}

// acidGroup is the carbon (or sulfur, phosphorus …) of an acid and its two oxygens.
type acidGroup struct {
	center, oxo, hydroxy int // oxo -1: none
}

// fault is why a structure cannot be what the name says.
type fault struct {
	at      int
	msg     string
	partial bool // an ester that does not say of how many of its acid groups
	hard    bool // the positions exist, the bonds do not: no looser reading is meant
	mark    bool // a descriptor of configuration has no place
}

func (f *fault) Error() string { return f.msg }

func wrong(at int, msg string) error { return &fault{at: at, msg: msg} }

func crowded(at int, msg string) error { return &fault{at: at, msg: msg, hard: true} }

func unfit(at int, msg string) error { return &fault{at: at, msg: msg, hard: true, mark: true} }

func (g *placed) atom(name string) (int, bool) {
	for _, l := range g.locs {
		if l.name == name {
			return l.atom, true
		}
	}
	return 0, false
}

// nameOf returns the locant of an atom, "" when it has none.
func (g *placed) nameOf(atom int) string {
	for _, l := range g.locs {
		if l.atom == atom {
			return l.name
		}
	}
	return ""
}

// positions returns the atoms of locants.
func (g *placed) positions(locs []string, at int) ([]int, error) {
	var out []int
	for _, l := range locs {
		i, ok := g.atom(l)
		if !ok {
			return nil, wrong(at, "there is no position "+l)
		}
		out = append(out, i)
	}
	return out, nil
}

// group builds a node and everything that is bonded to it.
func (b *builder) group(n *node) (*placed, error) {
	if len(b.atoms) > maxAtoms {
		return nil, wrong(n.at, "the molecule is too large")
	}
	g := &placed{n: n, order: mol.Single, second: -1}
	if err := b.parent(g); err != nil {
		return nil, err
	}
	if err := b.replace(g); err != nil {
		return nil, err
	}
	if n.core.t != nil && n.core.t.word == "imidazolium" {
		b.imidazolium(g)
	}
	lead := n.lead
	if err := b.unsaturate(g, &lead); err != nil {
		return nil, err
	}
	at, err := b.suffixPositions(g, &lead)
	if err != nil {
		return nil, err
	}
	if len(lead) > 0 {
		return nil, wrong(n.at, "nothing is at position "+lead[0])
	}
	if err := b.saturate(g, at); err != nil {
		return nil, err
	}
	if err := b.attachSuffix(g, at); err != nil {
		return nil, err
	}
	if n.core.form != noForm {
		if err := b.acidForm(g, n.core.form, b.acidGroups(g.core, n.core.oxo)); err != nil {
			return nil, err
		}
	}
	if err := b.substitute(g); err != nil {
		return nil, err
	}
	b.place(g)
	return g, nil
}

// maxAtoms bounds what a name may stand for.
const maxAtoms = 600

// parent builds the atoms of the parent.
func (b *builder) parent(g *placed) error {
	c := &g.n.core
	switch c.kind {
	case templateCore:
		base := b.insertTemplate(c.t.mol)
		if len(g.n.marks) > 0 {
			for i := range b.bonds { // "cis-cinnamic acid": the name says it itself
				if b.bonds[i].A >= base {
					b.bonds[i].Stereo = mol.NoStereo
				}
			}
		}
		for i := range c.t.mol.Atoms {
			g.core = append(g.core, base+i)
			b.atoms[base+i].hidden = c.t.hidden[i]
			for _, l := range c.t.locs[i] {
				g.locs = append(g.locs, locant{l, base + i})
			}
		}
		if g.n.group && c.form == noForm && !c.t.ring {
			g.attach = []int{base}
			g.order = mol.Order(c.t.order)
			g.taken = true
			if c.t.bridge {
				g.bridge = true
				g.attach = []int{base, base + len(c.t.mol.Atoms) - 1}
			}
		}
		if c.t.ring && !ownNitrogen(g.n) {
			b.ringNitrogen(g)
		}
		g.ringed = c.t.word == "benzen"
	default:
		for i := range c.size {
			a := b.add(6)
			g.core = append(g.core, a)
			g.locs = append(g.locs, locant{decimal(i + 1), a})
			if i > 0 && (c.kind != cageCore || !b.newRing(c, i)) {
				b.bond(a-1, a, mol.Single)
			}
		}
		first, last := g.core[0], g.core[c.size-1]
		switch c.kind {
		case cycloCore:
			b.bond(last, first, mol.Single)
			g.ringed = true
		case cageCore:
			return b.cage(g)
		default:
			g.chain = true
		}
	}
	return nil
}

// imidazolium charges the nitrogen with the larger group, as ionic liquids are drawn; the
// other form is the same ion.
func (b *builder) imidazolium(g *placed) {
	charged, most := "3", 0
	for i := range g.n.items {
		it := &g.n.items[i]
		for _, l := range it.locs {
			if (l == "1" || l == "3") && it.kind == groupItem && it.sub.size() > most {
				charged, most = l, it.sub.size()
			}
		}
	}
	a, _ := g.atom(charged)
	b.atoms[a].charge = 1
}

// size is the number of atoms of a group's last part.
func (n *node) size() int {
	if n.core.t != nil {
		return len(n.core.t.mol.Atoms)
	}
	return n.core.size
}

// ownNitrogen says that the suffix has a nitrogen, which is N then.
func ownNitrogen(n *node) bool {
	if n.suffix == nil {
		return false
	}
	s := n.suffix.s
	return s.form == asAmide || s.form == asAmido || s.form == asHydrazide || s.word == "amine" || s.word == "imine"
}

// ringNitrogen gives N as a further locant to the nitrogen of a ring: of several to the
// one with hydrogen, N' to the next.
func (b *builder) ringNitrogen(g *placed) {
	if _, ok := g.atom("n"); ok {
		return
	}
	var at []int
	if usual := g.n.core.t.ind; len(usual) > 0 {
		if a, _ := g.atom(usual[0]); b.atoms[a].element == 7 {
			at = append(at, a)
		}
	} else {
		for _, a := range g.core {
			if b.atoms[a].element == 7 && b.atoms[a].charge == 0 && len(at) < 2 && (len(at) == 0 || !b.atoms[a].mancude) {
				at = append(at, a)
			}
		}
	}
	for i, a := range at {
		g.locs = append(g.locs, locant{[]string{"n", "n'"}[i], a})
	}
}

// newRing says that atom i of a cage is not bonded to the one before.
func (b *builder) newRing(c *core, i int) bool {
	if c.cage[2] == -1 { // spiro
		return false
	}
	return i == c.cage[0]+c.cage[1]+2
}

// cage closes the rings of bicyclo[a.b.c] and spiro[a.b] (IUPAC 2013, P-23.2, P-24.2).
func (b *builder) cage(g *placed) error {
	c := g.n.core.cage
	at := func(i int) int { return g.core[i-1] }
	if c[2] == -1 {
		if c[0]+c[1]+1 != g.n.core.size || c[0] < 2 || c[1] < c[0] {
			return wrong(g.n.at, "the descriptor does not fit the number of atoms")
		}
		b.bond(at(c[0]+1), at(1), mol.Single)
		b.bond(at(c[0]+1), at(g.n.core.size), mol.Single)
		return nil
	}
	if c[0]+c[1]+c[2]+2 != g.n.core.size {
		return wrong(g.n.at, "the descriptor does not fit the number of atoms")
	}
	second := c[0] + 2
	b.bond(at(second+c[1]), at(1), mol.Single)
	if c[2] == 0 {
		b.bond(at(1), at(second), mol.Single)
		return nil
	}
	b.bond(at(1), at(second+c[1]+1), mol.Single)
	b.bond(at(g.n.core.size), at(second), mol.Single)
	return nil
}

// replace puts the hetero atoms of oxa and aza in.
func (b *builder) replace(g *placed) error {
	for i := range g.n.items {
		it := &g.n.items[i]
		if it.kind != heteroItem {
			continue
		}
		if g.n.core.kind == templateCore {
			return wrong(it.at, "oxa, aza and thia belong to chains and rings of carbon")
		}
		at, err := g.positions(it.locs, it.at)
		if err != nil {
			return err
		}
		for _, a := range at {
			b.atoms[a].element = it.element
			if b.atoms[a].capacity() < int(b.atoms[a].used) {
				return wrong(it.at, "position "+g.nameOf(a)+" has too many bonds for this atom")
			}
		}
	}
	return nil
}

// unsaturate makes the multiple bonds of ene and yne.
func (b *builder) unsaturate(g *placed, lead *[]string) error {
	for i := range g.n.unsat {
		e := &g.n.unsat[i]
		locs := e.locs
		if len(locs) == 0 && len(*lead) == e.count {
			locs, *lead = *lead, nil
		}
		size := len(g.core)
		next := func(a int) int { // index in core of the atom after the a-th
			if g.n.core.kind == cycloCore {
				return (a + 1) % size
			}
			return a + 1
		}
		var at []int // index in core
		switch {
		case len(locs) > 0:
			for _, l := range locs {
				n := number(l)
				if n < 1 || n > size {
					return wrong(e.at, "there is no position "+l)
				}
				at = append(at, n-1)
			}
		case g.chain && size == 3 && e.count == 1 && len(g.n.unsat) == 1 && g.n.suffix != nil && g.n.suffix.s.terminal:
			at = []int{1} // propenoic acid
		case size == 2 || g.chain && size == 3 && e.count == 1 && len(g.n.unsat) == 1 || e.count == 1 && len(g.n.unsat) == 1 && g.n.core.kind == cycloCore:
			at = []int{0}
			if e.count != 1 {
				return wrong(e.at, "there is one bond only")
			}
		default:
			from := 0
			// Nobody means an allene in a ring of up to eight atoms.
			small := g.n.core.kind == cycloCore && size < 9 && e.count > 1
			for range e.count {
				last := size - 1
				if g.n.core.kind == cycloCore {
					last = size
				}
				if from >= last {
					return wrong(e.at, "there is no place for so many multiple bonds")
				}
				from += b.choices.of(last - from)
				at = append(at, from)
				from++
				if small {
					from++
				}
			}
			if small && at[0] == 0 && at[len(at)-1] == size-1 {
				return wrong(e.at, "two multiple bonds at one atom of a small ring are not meant")
			}
			names := make([]string, len(at))
			for i, a := range at {
				names[i] = decimal(a + 1)
			}
			b.inserts = append(b.inserts, insert{e.at, "-" + strings.Join(names, ",") + "-"})
		}
		for _, a := range at {
			if next(a) >= size {
				return wrong(e.at, "no bond begins at position "+decimal(a+1))
			}
			k := b.between(g.core[a], g.core[next(a)])
			if k < 0 {
				return wrong(e.at, "no bond to the next atom begins at position "+decimal(a+1))
			}
			o := b.bonds[k]
			if o.Order != mol.Single || b.free(o.A) < e.order-1 || b.free(o.B) < e.order-1 {
				return crowded(e.at, "position "+decimal(a+1)+" has too many bonds")
			}
			b.raise(k, mol.Order(e.order))
		}
	}
	return nil
}

// candidates are atoms at which something without a locant may be.
func (b *builder) candidates(g *placed, order int, nitrogen bool) []int {
	var at []int
	for _, pass := range []bool{false, true} {
		for _, a := range g.core {
			t := &b.atoms[a]
			if t.element == 8 || t.element == 16 && len(g.core) > 1 && b.atoms[g.core[0]].element != 16 {
				continue // hydroxy and mercapto keep their hydrogen
			}
			if !t.dead && t.hidden == pass && b.free(a) >= order && (pass || !t.aldehyde) && (!pass || t.element == 6) {
				at = append(at, a)
			}
		}
		if nitrogen && !pass {
			for _, a := range g.extra {
				if b.free(a) >= order && !slices.Contains(at, a) {
					at = append(at, a)
				}
			}
		}
		if len(at) > 0 {
			return at
		}
	}
	return at
}
