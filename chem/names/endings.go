package names

import (
	"strings"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/smiles"
)

// suffixPositions finds the atoms of the suffix.
func (b *builder) suffixPositions(g *placed, lead *[]string) ([]int, error) {
	e := g.n.suffix
	if e == nil {
		return nil, nil
	}
	locs := e.locs
	if len(locs) == 0 && len(*lead) == e.count {
		locs, *lead = *lead, nil
	}
	n := g.n
	size := len(g.core)
	if len(*lead) == 1 && e.count == 2 && len(locs) == 0 && g.ringed && relative((*lead)[0]) > 0 {
		locs, *lead = []string{"1", decimal(1 + relative((*lead)[0]))}, nil // p-benzenedicarboxylic
	}
	if e.s.terminal {
		if !g.chain {
			return nil, wrong(e.at, "this ending belongs to chains")
		}
		for i, l := range locs {
			if want := []int{1, size}[min(i, 1)]; number(l) != want {
				return nil, wrong(e.at, "an acid, nitrile or aldehyde of this ending is at the end of the chain, not at "+l)
			}
		}
		switch {
		case e.count == 1:
			return g.core[:1], nil
		case e.count == 2 && size > 1:
			return []int{g.core[0], g.core[size-1]}, nil
		}
		return nil, wrong(e.at, "a chain has two ends")
	}
	if len(locs) > 0 {
		if len(e.locs) == 0 && n.short && len(n.unsat) == 0 && (n.core.kind == cycloCore || size < 3) && locs[0] != "1" {
			return nil, wrong(n.at, "this group has one position only")
		}
		return g.positions(locs, e.at)
	}
	implied := g.chain && (size <= 2 || n.short || n.normal || e.s.attach > 0 && len(n.unsat) > 0) || g.ringed || n.core.kind == cycloCore
	if e.count == 1 && implied {
		if n.core.kind == cycloCore || g.ringed || g.chain {
			a, _ := g.atom("1")
			g.taken = true
			return []int{a}, nil
		}
	}
	order := 1
	if strings.HasPrefix(e.s.smiles, "=") || e.s.attach > 1 {
		order = max(2, e.s.attach)
	}
	if g.chain && n.short {
		return nil, wrong(e.at, "the positions are missing")
	}
	var at []int
	from := 0
	for range e.count {
		var open []int
		for i := from; i < size; i++ {
			a := g.core[i]
			if b.spare(a) < order*(1+count(at, a)) || b.atoms[a].hidden || g.nameOf(a) == "" {
				continue
			}
			if e.s.word == "one" && g.chain && (i == 0 || i == size-1) {
				continue
			}
			open = append(open, i)
		}
		if len(open) == 0 {
			return nil, wrong(e.at, "there is no position for this ending")
		}
		i := open[b.choices.of(len(open))]
		at = append(at, g.core[i])
		from = i
	}
	names := make([]string, len(at))
	for i, a := range at {
		names[i] = g.nameOf(a)
	}
	b.inserts = append(b.inserts, insert{e.at, "-" + strings.Join(names, ",") + "-"})
	return at, nil
}

func count(list []int, a int) int {
	n := 0
	for _, x := range list {
		if x == a {
			n++
		}
	}
	return n
}

// spare is free for an atom of a ring whose double bonds are still to come: it may turn
// out saturated.
func (b *builder) spare(a int) int {
	n := b.free(a)
	if b.atoms[a].mancude {
		n++
	}
	return n
}

// suffixMols are the structures of suffixTable.
func suffixMol(s *suffix) (*mol.Mol, mol.Order) {
	text, order := s.smiles, mol.Single
	if strings.HasPrefix(text, "=") {
		text, order = text[1:], mol.Double
	}
	m, err := smiles.Parse(text)
	if err != nil {
		panic("names: suffix " + s.word + ": " + err.Error()) // a test reads the table
	}
	return m, order
}

// attachSuffix adds the suffix to the atoms at, or notes where the group is bonded.
func (b *builder) attachSuffix(g *placed, at []int) error {
	e := g.n.suffix
	if e == nil {
		return nil
	}
	if e.s.attach > 0 {
		g.attach, g.order = at, mol.Order(e.s.attach)
		for i, a := range at {
			if b.free(a) < e.s.attach*(1+count(at[:i], a)) {
				return crowded(e.at, "position "+g.nameOf(a)+" has no bond left")
			}
		}
		return nil
	}
	m, order := suffixMol(e.s)
	var acids []acidGroup
	for _, a := range at {
		need := int(order)
		if e.s.terminal {
			need = 3 // C(=O)H, C(=O)OH and the like are at the end of a chain
		}
		if b.free(a) < need {
			return crowded(e.at, "position "+g.nameOf(a)+" has no hydrogen left for this ending")
		}
		base := b.insertTemplate(m)
		b.bond(a, base, order)
		for i := base; i < len(b.atoms); i++ {
			b.atoms[i].hidden = true
		}
		switch {
		case e.s.terminal:
			b.atoms[a].aldehyde, b.atoms[a].hidden = true, true
			if e.s.acid {
				o := b.add(8)
				b.bond(a, o, mol.Single)
				acids = append(acids, acidGroup{a, base, o})
			}
		case e.s.acid:
			acids = append(acids, b.acidGroups([]int{base}, false)...)
		case e.s.word == "amine" || e.s.word == "imine":
			b.nitrogen(g, base)
		case e.s.word == "one" && g.chain:
			b.atoms[a].aldehyde = true
		}
	}
	if e.s.acid {
		return b.acidForm(g, e.s.form, acids)
	}
	return nil
}

// nitrogen makes an atom the next one with the locant N.
func (b *builder) nitrogen(g *placed, a int) {
	name := "n"
	if a, ok := g.atom("n"); ok && len(g.extra) == 0 {
		// The parent has a nitrogen of this name: N would be either.
		for i := range g.locs {
			if g.locs[i].atom == a && g.locs[i].name == "n" {
				g.locs[i].name = ""
			}
		}
		name = ""
	}
	for range g.extra {
		name += "'"
	}
	g.extra = append(g.extra, a)
	if name != "" {
		g.locs = append(g.locs, locant{name, a})
	}
	b.atoms[a].hidden = true
}

// acidGroups finds the acid groups among atoms and what is bonded to them: hydroxy beside
// a double-bonded oxygen, and any at an atom other than carbon. all: every hydroxy group.
func (b *builder) acidGroups(atoms []int, all bool) []acidGroup {
	var out []acidGroup
	for _, a := range atoms {
		if b.atoms[a].element == 8 || b.atoms[a].dead {
			continue
		}
		oxo := -1
		var hydroxy []int
		b.neighbors(a, func(j, k int) {
			switch {
			case b.atoms[j].element != 8 && b.atoms[j].element != 16:
				if b.bonds[k].Order == mol.Triple && b.atoms[j].element == 7 {
					oxo = -2 // cyanic acid
				}
			case b.bonds[k].Order == mol.Double:
				oxo = j
			case b.free(j) == 1 && b.atoms[j].charge == 0:
				hydroxy = append(hydroxy, j)
			}
		})
		for _, o := range hydroxy {
			if all || oxo != -1 || b.atoms[a].element != 6 {
				out = append(out, acidGroup{a, oxo, o})
			}
		}
	}
	return out
}

// acidForm changes acid groups into what the ending says.
func (b *builder) acidForm(g *placed, f form, acids []acidGroup) error {
	if len(acids) == 0 {
		return wrong(g.n.at, "there is no acid group")
	}
	for _, x := range acids {
		b.atoms[x.center].hidden = b.atoms[x.center].element == 6
		switch f {
		case asAcyl:
			b.remove(x.hydroxy)
			g.attach = append(g.attach, x.center)
			b.atoms[x.center].hidden = true
		case asAmide, asAmido:
			b.atoms[x.hydroxy].element = 7
			b.nitrogen(g, x.hydroxy)
			if f == asAmido {
				g.attach = append(g.attach, x.hydroxy)
			}
		case asHydrazide:
			b.atoms[x.hydroxy].element = 7
			n := b.add(7)
			b.bond(x.hydroxy, n, mol.Single)
			b.atoms[n].hidden = true
			g.locs = append(g.locs, locant{"n'", n}, locant{"n", x.hydroxy})
		case asNitrile:
			if x.oxo < 0 || b.atoms[x.center].element != 6 || b.free(x.center) > 0 {
				return wrong(g.n.at, "this acid has no nitrile")
			}
			b.remove(x.hydroxy)
			b.atoms[x.oxo].element = 7
			b.raise(b.between(x.center, x.oxo), mol.Triple)
		case asAldehyde:
			if b.atoms[x.center].element != 6 {
				return wrong(g.n.at, "this acid has no aldehyde")
			}
			b.remove(x.hydroxy)
			b.atoms[x.center].aldehyde = true
		}
	}
	g.acids = acids
	return nil
}
