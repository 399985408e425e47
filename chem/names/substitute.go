package names

import (
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/mol"
)

// substitute puts the groups of a node at their positions: first those with locants,
// then the others wherever there is room.
func (b *builder) substitute(g *placed) error {
	n := g.n
	for i := range n.items {
		if it := &n.items[i]; it.kind == groupItem && len(it.locs) > 0 {
			if err := b.located(g, it); err != nil {
				return err
			}
		}
	}
	open := 0
	for i := range n.items {
		it := &n.items[i]
		if it.kind == groupItem && len(it.locs) == 0 {
			open++
			if err := b.unlocated(g, it); err != nil {
				return err
			}
		}
	}
	for i := range n.items {
		if it := &n.items[i]; it.kind == perItem {
			if open > 0 || len(n.items) > 1 {
				return wrong(it.at, "per- stands for every hydrogen; other groups cannot stand beside it")
			}
			if err := b.everywhere(g, it.element); err != nil {
				return err
			}
		}
	}
	if e := n.suffix; e != nil && e.s.word == "one" && g.chain {
		for _, a := range g.core {
			if b.atoms[a].aldehyde && b.free(a) > 0 {
				return wrong(e.at, "this would be an aldehyde, which ends in -al")
			}
		}
	}
	return nil
}

// everywhere replaces all hydrogens at the carbon atoms of the parent.
func (b *builder) everywhere(g *placed, element uint8) error {
	carbon := false
	for _, a := range g.core {
		carbon = carbon || b.atoms[a].element == 6
	}
	for _, a := range g.core {
		if carbon && b.atoms[a].element != 6 || b.atoms[a].dead || b.atoms[a].aldehyde && b.free(a) > 0 && !b.atoms[a].hidden {
			continue
		}
		for b.free(a) > 0 {
			b.bond(a, b.add(element), mol.Single)
		}
	}
	return nil
}

// located puts a group at each of its locants.
func (b *builder) located(g *placed, it *item) error {
	at, err := b.itemPositions(g, it)
	if err != nil {
		return err
	}
	if it.sub.core.t != nil && it.sub.core.t.bridge && it.sub.suffix == nil {
		if len(at) != 2 || it.count != 2 && it.count != 1 {
			return wrong(it.at, "a bridge has two positions")
		}
		s, err := b.group(it.sub)
		if err != nil {
			return err
		}
		return b.join(g, it, s, at)
	}
	if len(at) != it.count {
		return wrong(it.at, decimal(len(at))+" positions are given for "+decimal(it.count)+" groups")
	}
	for _, a := range at {
		s, err := b.group(it.sub)
		if err != nil {
			return err
		}
		if e := s.attach; len(e) == 1 && b.halogen(e[0]) && b.atoms[a].element == 7 && g.n.core.t != nil && g.n.core.t.word == "hydrazine" {
			return wrong(it.at, "a halogen is not meant to be at this atom")
		}
		if err := b.join(g, it, s, []int{a}); err != nil {
			return err
		}
	}
	return nil
}

// join bonds the group s to atoms of the parent.
func (b *builder) join(g *placed, it *item, s *placed, at []int) error {
	if len(s.attach) != len(at) {
		return wrong(it.at, "this group is not bonded at one place")
	}
	for i, a := range at {
		if b.free(a) < int(s.order) {
			where := g.nameOf(a)
			if where == "" {
				return crowded(it.at, "there is no hydrogen left to replace")
			}
			return crowded(it.at, "position "+where+" has no hydrogen left to replace")
		}
		if b.free(s.attach[i]) < int(s.order) {
			return crowded(it.at, "this group has no bond left")
		}
		b.bond(a, s.attach[i], s.order)
	}
	return nil
}

// itemPositions returns the atoms of the locants of a group. o, m and p count from
// position 1 of a benzene ring, be it taken or not.
func (b *builder) itemPositions(g *placed, it *item) ([]int, error) {
	if len(it.locs) == 1 {
		away := relative(it.locs[0])
		if away > 0 {
			return b.relative(g, it, away)
		}
	}
	return g.positions(it.locs, it.at)
}

// relative finds positions in a benzene ring by o, m and p.
func (b *builder) relative(g *placed, it *item, away int) ([]int, error) {
	for i := range g.n.items {
		if l := g.n.items[i].locs; len(l) > 0 && digit(l[0][0]) {
			return nil, wrong(it.at, "ortho, meta and para do not go with numbers")
		}
	}
	first, ok := g.atom("1")
	ring := ok
	for i := 2; i <= 6; i++ {
		a, ok := g.atom(decimal(i))
		ring = ring && ok && b.atoms[a].element == 6
	}
	if _, more := g.atom("7"); more || !ring {
		return nil, wrong(it.at, "ortho, meta and para belong to benzene rings")
	}
	second, _ := g.atom(decimal(1 + away))
	attached := false
	for _, a := range g.attach {
		attached = attached || a == first
	}
	taken := b.free(first) == 0 || g.taken && g.n.suffix != nil || attached
	if taken {
		if it.count != 1 {
			return nil, wrong(it.at, "one position is given for several groups")
		}
		return []int{second}, nil
	}
	groups := 0
	for i := range g.n.items {
		groups += g.n.items[i].count
	}
	switch {
	case groups != 2:
		return nil, wrong(it.at, "ortho, meta and para need two groups")
	case it.count == 2:
		return []int{first, second}, nil
	case &g.n.items[0] != it || len(g.n.items[1].locs) > 0:
		return nil, wrong(it.at, "ortho, meta and para stand first")
	}
	g.second = second // the other group comes there
	return []int{first}, nil
}

// unlocated puts a group where there is room for it; where places differ, each is tried.
func (b *builder) unlocated(g *placed, it *item) error {
	if g.n.core.t != nil && g.n.core.t.most > 0 && g.n.group {
		return b.linked(g, it)
	}
	var places []string
	from := 0
	total := -1
	several := false // places to choose from
	for k := range it.count {
		s, err := b.group(it.sub)
		if err != nil {
			return err
		}
		if g.second >= 0 && it.count == 1 {
			a := g.second
			g.second = -1
			return b.join(g, it, s, []int{a})
		}
		if a, ok := g.atom("1"); ok && g.ringed && it.count == 1 && g.n.suffix == nil && len(g.attach) == 0 && open1(g.n) && b.free(a) >= int(s.order) {
			return b.join(g, it, s, []int{a}) // "4-chloronitrobenzene"
		}
		at := b.candidates(g, int(s.order), b.alkyl(s))
		if methyl := &it.sub.core; g.chain && methyl.kind == chainCore && methyl.size == 1 && len(it.sub.items) == 0 && g.n.suffix == nil && s.order == mol.Single {
			at = inner(g, at)
		}
		if total < 0 {
			total = 0
			for _, a := range at {
				total += b.free(a) / int(s.order)
			}
			if total < it.count {
				return wrong(it.at, "there is no room for so many groups")
			}
		}
		open := at[:0:0]
		for _, a := range at {
			if a >= from {
				open = append(open, a)
			}
		}
		if len(open) == 0 {
			return wrong(it.at, "there is no position for this group")
		}
		a := open[0]
		if total > it.count || it.count == 1 {
			a = open[b.choices.of(len(open))]
		}
		if k == 0 {
			several = len(at) > 1
		}
		if several {
			places = append(places, spelled(g.nameOf(a)))
		} else {
			places = append(places, "")
		}
		from = a
		if err := b.join(g, it, s, []int{a}); err != nil {
			return err
		}
	}
	b.say(it.at, places)
	return nil
}

// inner leaves out the ends of a chain, where methyl would make the chain longer:
// "methylhexane" is 2- or 3-methylhexane. All of them, when nothing else is left.
func inner(g *placed, at []int) []int {
	rest := slices.DeleteFunc(slices.Clone(at), func(a int) bool {
		return (a == g.core[0] || a == g.core[len(g.core)-1]) && !slices.Contains(g.attach, a)
	})
	if len(rest) == 0 {
		return at
	}
	return rest
}

// open1 says that all groups but one have locants.
func open1(n *node) bool {
	located, open := 0, 0
	for i := range n.items {
		if n.items[i].kind != groupItem {
			return false
		}
		if len(n.items[i].locs) > 0 {
			located++
		} else {
			open += n.items[i].count
		}
	}
	return located > 0 && open == 1
}

// linked bonds a group to the atom that a linking group has for it.
func (b *builder) linked(g *placed, it *item) error {
	for range it.count {
		s, err := b.group(it.sub)
		if err != nil {
			return err
		}
		if len(s.attach) != 1 {
			return wrong(it.at, "this group is not bonded at one place")
		}
		a := g.core[g.n.core.t.site]
		if e := b.atoms[s.attach[0]].element; b.halogen(s.attach[0]) && b.atoms[a].element != 14 && b.atoms[a].element != 15 {
			return wrong(it.at, "a halogen is not meant to be at this atom")
		} else if e != 6 && e != 14 && (g.n.core.t.site > 0 || g.n.core.t.word == "thio") {
			return wrong(it.at, "a group bonded by carbon is expected before "+g.n.core.t.word)
		}
		if err := b.join(g, it, s, []int{a}); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) halogen(i int) bool {
	switch b.atoms[i].element {
	case 9, 17, 35, 53:
		return true
	}
	return false
}

// spelled writes the locant N with a capital.
func spelled(locant string) string {
	if strings.HasPrefix(locant, "n") {
		return "N" + locant[1:]
	}
	return locant
}

// say notes the locants that a name would have.
func (b *builder) say(at int, places []string) {
	for _, p := range places {
		if p == "" {
			return
		}
	}
	if len(places) > 0 {
		b.inserts = append(b.inserts, insert{at, "+" + strings.Join(places, ",") + "-"})
	}
}

// alkyl says whether a group is bonded at a carbon atom that is no carbonyl or nitrile:
// such groups may be at nitrogen.
func (b *builder) alkyl(s *placed) bool {
	if len(s.attach) == 0 || b.atoms[s.attach[0]].element != 6 || s.order != mol.Single {
		return false
	}
	plain := true
	b.neighbors(s.attach[0], func(j, k int) {
		plain = plain && !(b.bonds[k].Order > mol.Single && b.atoms[j].element != 6)
	})
	return plain
}
