package names

import (
	"errors"
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/stereo/cip"
)

// place notes at which atoms of the group its descriptors are.
func (b *builder) place(g *placed) {
	b.racemic = b.racemic || g.n.racemic
	for _, m := range g.n.marks {
		p := placedMark{mark: m, atom: -1, g: g}
		if m.locant != "" {
			a, ok := g.atom(m.locant)
			if !ok {
				a = -2
			}
			p.atom = a
		}
		b.marks = append(b.marks, p)
	}
}

// finish makes the molecule and sets its configuration.
func (b *builder) finish() (string, error) {
	m := &mol.Mol{}
	index := make([]int, len(b.atoms))
	for i := range b.atoms {
		a := &b.atoms[i]
		index[i] = -1
		if a.dead {
			continue
		}
		free := b.free(i)
		if free < 0 || a.mancude {
			return "", wrong(0, "an atom has too many bonds")
		}
		index[i] = len(m.Atoms)
		m.Atoms = append(m.Atoms, mol.Atom{Element: a.element, Charge: a.charge, Hydrogens: uint8(free), NoImplicit: true})
	}
	for _, o := range b.bonds {
		m.Bonds = append(m.Bonds, mol.Bond{A: index[o.A], B: index[o.B], Order: o.Order, Stereo: o.Stereo})
	}
	p, err := perceive.Sanitize(m)
	if err != nil {
		return "", wrong(0, err.Error())
	}
	back := make([]int, len(m.Atoms))
	for i, o := range p.Origin {
		back[o] = i
	}
	for i, j := range index {
		if j >= 0 {
			index[i] = back[j]
		}
	}
	set := stereo.Find(p)
	if len(b.marks) > 0 {
		if set, err = b.configure(p, set, index); err != nil {
			return "", err
		}
	}
	return smiles.CanonicalOf(p, set)
}

// target is one center or double bond with the label that it shall have.
type target struct {
	atom, bond int // one of them -1
	label      byte
}

// configure sets the centers and double bonds so that they have the descriptors of the
// name: arrangements are turned around until the labels are right.
func (b *builder) configure(p *perceive.Molecule, open *stereo.Set, index []int) (*stereo.Set, error) {
	m := p.Mol
	adjacency := m.Neighbors()
	var targets []target
	var sides []placedMark
	nextBond := 0
	sorted := b.bondsInOrder(open, m, index)
	for _, mark := range b.marks {
		no := mark.nowhere(open)
		switch mark.label {
		case 'r', 's':
			t := target{atom: -1, bond: -1, label: mark.label}
			switch {
			case mark.atom >= 0:
				t.atom = index[mark.atom]
			case mark.locant == "":
				t.atom = b.only(open.OpenCenters, mark, index)
			}
			if t.atom < 0 {
				return nil, no
			}
			targets = append(targets, t)
		case 'e', 'z':
			t := target{atom: -1, bond: -1, label: mark.label}
			switch {
			case mark.atom >= 0:
				for _, k := range open.OpenBonds {
					if o := m.Bonds[k]; o.A == index[mark.atom] || o.B == index[mark.atom] {
						if mark.behind(o, index) {
							continue
						}
						if t.bond < 0 || b.later(mark, m.Bonds[k], m.Bonds[t.bond], index) {
							t.bond = k
						}
					}
				}
			case mark.locant == "" && (len(sorted) == 1 || b.alike(mark.label, len(sorted))):
				t.bond = sorted[min(nextBond, len(sorted)-1)]
				nextBond++
			}
			if t.bond < 0 {
				return nil, no
			}
			targets = append(targets, t)
		default:
			if len(open.OpenBonds) == 0 {
				sides = append(sides, mark)
				continue
			}
			if nextBond >= len(sorted) || len(b.marks) != len(sorted) {
				return nil, unfit(mark.at, "cis or trans is needed for each double bond, or for none")
			}
			k := sorted[nextBond]
			nextBond++
			if err := cisTrans(m, &adjacency, k, mark); err != nil {
				return nil, err
			}
		}
	}
	if len(sides) > 0 {
		return b.ringSides(p, sides, index)
	}
	for i, t := range targets {
		for _, u := range targets[:i] {
			if u.atom == t.atom && u.bond == t.bond {
				return nil, unfit(b.marks[0].at, "a center or double bond has two descriptors")
			}
		}
		t.mark(m, &adjacency)
	}
	// One wrong center after the other; where they depend on each other, all at once.
	for k := range len(targets) + 66 {
		set := stereo.Find(p)
		labels, err := cip.Label(p, set)
		if err != nil {
			return nil, wrong(0, "the descriptors of this molecule take too long to find")
		}
		right := true
		for _, t := range targets {
			if t.has(labels) {
				continue
			}
			right = false
			t.turn(m)
			if k < len(targets)+2 {
				break
			}
		}
		if right {
			return set, nil
		}
	}
	return nil, unfit(b.marks[0].at, "the molecule has no such configuration")
}

// nowhere says that a descriptor has no place.
func (m *placedMark) nowhere(open *stereo.Set) error {
	what, places := "center", len(open.OpenCenters)
	if m.label == 'e' || m.label == 'z' {
		what, places = "double bond", len(open.OpenBonds)
	}
	if m.locant == "" && places > 1 {
		return unfit(m.at, "there is more than one "+what+"; say which one, as in (2"+string(rune(m.label-32))+")")
	}
	return unfit(m.at, "there is no "+what+" of this configuration")
}

// alike says that a name has the same label without a locant for each of n places.
func (b *builder) alike(label byte, n int) bool {
	for _, m := range b.marks {
		if m.label != label || m.locant != "" {
			return false
		}
	}
	return len(b.marks) == n
}

// behind says that a double bond of a chain or carbon ring has its locant at the other
// atom, the one before: (3E)-hexa-2,4-diene is no name.
func (m *placedMark) behind(o mol.Bond, index []int) bool {
	core := m.g.core
	if m.g.n.core.kind == templateCore {
		return false
	}
	at := slices.Index(core, m.atom)
	return at > 0 && index[core[at-1]] == o.Other(index[m.atom])
}

// only returns the center that a descriptor without a locant belongs to: the one of its
// group; of a parent the one that the molecule has beside those of groups with
// descriptors of their own. With the same label for each, the next one. -1: none.
func (b *builder) only(open []int, mark placedMark, index []int) int {
	core := mark.g.core
	if !mark.g.n.group {
		left, taken := 0, 0
		for _, m := range b.marks {
			if m.g != mark.g && (m.label == 'r' || m.label == 's') {
				taken++
			}
		}
		if left = len(open) - taken; left != 1 {
			if !b.alike(mark.label, len(open)) {
				return -1
			}
			for k := range b.marks {
				if b.marks[k].at == mark.at {
					return open[k]
				}
			}
		}
	}
	found := -1
	for _, a := range core {
		if i := index[a]; i >= 0 && slices.Contains(open, i) {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	if found < 0 && len(open) == 1 {
		return open[0]
	}
	return found
}

// has says that a place has the label that it shall have.
func (t target) has(labels cip.Labels) bool {
	have := ""
	if t.bond >= 0 {
		have = labels.Bonds[t.bond]
	} else {
		have = labels.Atoms[t.atom]
	}
	return len(have) == 1 && have[0]|32 == t.label
}

func (t target) turn(m *mol.Mol) {
	for i := range m.Centers {
		if c := &m.Centers[i]; t.atom >= 0 && c.Atom == t.atom {
			c.Permutation = 3 - c.Permutation
		}
	}
	for i := range m.CisTrans {
		if c := &m.CisTrans[i]; t.bond >= 0 && c.Bond == t.bond {
			c.Cis = !c.Cis
		}
	}
}

// bondsInOrder returns the open double bonds in the order of the atoms of the name.
func (b *builder) bondsInOrder(open *stereo.Set, m *mol.Mol, index []int) []int {
	rank := make([]int, len(m.Atoms))
	for i, j := range index {
		if j >= 0 {
			rank[j] = i
		}
	}
	list := slices.Clone(open.OpenBonds)
	sorting.By(list, func(x, y int) int {
		least := func(k int) int { return min(rank[m.Bonds[k].A], rank[m.Bonds[k].B]) }
		return least(x) - least(y)
	})
	return list
}

// later says whether bond x belongs to the locant of mark rather than y: the double bond
// of a chain is named by its first atom.
func (b *builder) later(mark placedMark, x, y mol.Bond, index []int) bool {
	far := func(o mol.Bond) int { return slices.Index(index, o.Other(index[mark.atom])) }
	return far(x) > far(y)
}

func ligands(m *mol.Mol, adjacency *mol.Adjacency, a int) []int {
	var out []int
	for _, n := range adjacency.Of(a) {
		out = append(out, n.Atom)
	}
	for range m.Atoms[a].Hydrogens {
		out = append(out, mol.ImplicitHydrogen)
	}
	return out
}

// oneLigand returns a neighbor of a other than b, or its hydrogen.
func oneLigand(adjacency *mol.Adjacency, a, b int) int {
	for _, n := range adjacency.Of(a) {
		if n.Atom != b {
			return n.Atom
		}
	}
	return mol.ImplicitHydrogen
}

// cisTrans sets a double bond with one hydrogen at each end.
func cisTrans(m *mol.Mol, adjacency *mol.Adjacency, k int, mark placedMark) error {
	o := m.Bonds[k]
	if adjacency.Degree(o.A) != 2 || adjacency.Degree(o.B) != 2 {
		return unfit(mark.at, "cis and trans need one hydrogen at each end of the double bond; use E and Z")
	}
	m.CisTrans = append(m.CisTrans, mol.CisTrans{Bond: k, Ligands: [2]int{oneLigand(adjacency, o.A, o.B), oneLigand(adjacency, o.B, o.A)}, Cis: mark.label == 'c'})
	return nil
}

// enantiomers says that a name with cis or trans stands for two mirror images: their
// SMILES and what would stand in the place of the word.
type enantiomers struct {
	smiles, names [2]string
}

func (e *enantiomers) Error() string { return "two mirror images have this name" }

// ringSides sets cis or trans of a ring with a group at two of its atoms.
func (b *builder) ringSides(p *perceive.Molecule, marks []placedMark, index []int) (*stereo.Set, error) {
	m := p.Mol
	adjacency := m.Neighbors()
	no := unfit(marks[0].at, "cis and trans need a ring with one group at each of two atoms, or a double bond")
	if len(marks) != 1 || len(b.marks) != 1 {
		return nil, no
	}
	var centers [][]int // atoms with ligands: the ring before, after, the group
	var locants []string
	core := marks[0].g.core
	for i, a := range core {
		// The atoms must be those of one ring, in turn, for their sides to mean anything.
		if b.between(a, core[(i+1)%len(core)]) < 0 {
			return nil, no
		}
	}
	for i, a := range core {
		at := index[a]
		if at < 0 || !p.Rings.InRing(at) || m.Atoms[at].Hydrogens != 1 || adjacency.Degree(at) != 3 {
			continue
		}
		before, after := index[core[(i+len(core)-1)%len(core)]], index[core[(i+1)%len(core)]]
		ligands := []int{at, before, after, -1}
		ring := 0
		for _, n := range adjacency.Of(at) {
			if n.Atom == before || n.Atom == after {
				ring++
			} else {
				ligands[3] = n.Atom
			}
		}
		if ring != 2 || ligands[3] < 0 {
			return nil, no
		}
		centers = append(centers, ligands)
		locants = append(locants, marks[0].g.nameOf(a))
	}
	if len(centers) != 2 || len(core) < 3 {
		return nil, no
	}
	set := func(x, y uint8) (*stereo.Set, string, error) {
		m.Centers = m.Centers[:0]
		for i, permutation := range []uint8{x, y} {
			c := centers[i]
			m.Centers = append(m.Centers, mol.Center{Atom: c[0], Class: mol.Tetrahedral, Permutation: permutation, Ligands: []int{c[1], c[2], c[3], mol.ImplicitHydrogen}})
		}
		s := stereo.Find(p)
		if len(s.Centers) != 2 {
			return nil, "", no
		}
		text, err := smiles.CanonicalOf(p, s)
		return s, text, err
	}
	second := uint8(1)
	if marks[0].label == 't' {
		second = 2
	}
	name := func(s *stereo.Set) string {
		labels, err := cip.Label(p, s)
		if err != nil {
			return ""
		}
		text := "("
		for i, c := range centers {
			text += [2]string{"", ","}[min(i, 1)] + locants[i] + labels.Atoms[c[0]]
		}
		return text + ")-"
	}
	var e enantiomers
	var s *stereo.Set
	for i := range 2 {
		var err error
		turn := uint8(i)
		if s, e.smiles[i], err = set(1+turn, 1+((second-1)^turn)); err != nil {
			return nil, err
		}
		e.names[i] = name(s)
	}
	if e.smiles[0] != e.smiles[1] {
		return nil, &e
	}
	return s, nil
}

// enantiomerChoice words the two readings of cis or trans.
func enantiomerChoice(err error) (*enantiomers, bool) {
	var e *enantiomers
	ok := errors.As(err, &e)
	return e, ok
}
