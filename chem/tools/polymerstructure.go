package tools

import (
	"github.com/molsmith/molsmith/chem/polymer"
	"github.com/molsmith/molsmith/contract"
)

// grown is a chain with the places of its atoms.
type grown struct {
	*design
	// unit is the repeat unit of each atom, −1 for the start group and the number of
	// units for the end group; source its number in the molecule it is of.
	unit, source []int32
	positions    []float64
	report       polymer.Report
	// place holds, for each repeat unit in turn, the atom of the chain of every atom of
	// its monomer; −1 for hydrogens that left. starts is where each unit begins in it.
	place  []int32
	starts []int
	caps   [2][]int32 // the same for the end groups
}

func newGrown(d *design, unit, source []int32, positions []float64, report polymer.Report) *grown {
	g := &grown{design: d, unit: unit, source: source, positions: positions, report: report}
	total := 0
	g.starts = make([]int, len(d.order))
	for k, m := range d.order {
		g.starts[k] = total
		total += d.kinds.monomers[m].atoms.Len()
	}
	absent := func(n int) []int32 {
		list := make([]int32, n)
		for i := range list {
			list[i] = -1
		}
		return list
	}
	g.place = absent(total)
	for i, p := range d.kinds.ends {
		if p != nil {
			g.caps[i] = absent(p.atoms.Len())
		}
	}
	for i, u := range unit {
		switch {
		case u < 0:
			g.caps[0][source[i]] = int32(i)
		case int(u) == len(d.order):
			g.caps[1][source[i]] = int32(i)
		default:
			g.place[g.starts[u]+int(source[i])] = int32(i)
		}
	}
	return g
}

// single is a chain of one unit without end groups: the monomer as it stands.
func single(d *design) *grown {
	n := d.kinds.monomers[0].atoms.Len()
	unit, source := make([]int32, n), make([]int32, n)
	for i := range source {
		source[i] = int32(i)
	}
	x := d.request.Kinds[0].Positions
	return newGrown(d, unit, source, append([]float64(nil), x...), polymer.Report{Heavy: farContact, Closest: farContact, Relaxed: true})
}

func grownChain(d *design, c *polymer.Chain) *grown {
	return newGrown(d, c.Unit, c.Source, c.Positions, c.Report)
}

func (g *grown) part(k int) *part { return g.kinds.monomers[g.order[k]] }

// atom is the atom of the chain that atom i of unit k became, or the one that stands for
// a hydrogen which left: its neighbor in the next unit or end group.
func (g *grown) atom(k, i int) int {
	p := g.part(k)
	if a := g.place[g.starts[k]+i]; a >= 0 {
		return int(a)
	}
	switch {
	case i == p.headLeaves && k > 0:
		return int(g.place[g.starts[k-1]+g.part(k-1).tail])
	case i == p.headLeaves:
		return int(g.caps[0][g.kinds.ends[0].head])
	case k < len(g.order)-1:
		return int(g.place[g.starts[k+1]+g.part(k+1).head])
	}
	return int(g.caps[1][g.kinds.ends[1].head])
}

// chains writes chains as a structure: molecule by molecule, each end group and each
// repeat unit a residue. Residue numbers go on from chain to chain; in a chain without
// start group they are those of the units. Orders and charges are those of the molecules
// as they were given; bonds are those of the units in turn, each followed by the one to
// the unit behind it.
func chains(list []*grown) contract.Structure {
	var s contract.Structure
	residue := int32(0)
	for molecule, g := range list {
		first := uint32(len(s.Elements))
		monomers, ends := g.kinds.residueNames()
		before, residueID := int32(-2), residue
		for i, u := range g.unit {
			p, name := (*part)(nil), ""
			switch {
			case u < 0:
				p, name = g.kinds.ends[0], ends[0]
			case int(u) == len(g.order):
				p, name = g.kinds.ends[1], ends[1]
			default:
				p, name = g.part(int(u)), monomers[g.order[u]]
			}
			if u != before {
				before, residueID = u, residueID+1
			}
			a := int(g.source[i])
			s.Elements = append(s.Elements, p.atoms.Elements[a])
			s.AtomNames = append(s.AtomNames, p.names[a])
			s.ResidueNames = append(s.ResidueNames, name)
			s.ResidueIDs = append(s.ResidueIDs, residueID)
			s.Molecules = append(s.Molecules, int32(molecule))
			charge := int32(0)
			if p.atoms.FormalCharges != nil {
				charge = p.atoms.FormalCharges[a]
			}
			s.FormalCharges = append(s.FormalCharges, charge)
		}
		residue = residueID
		s.Positions = append(s.Positions, g.positions...)
		g.bonds(&s, first)
	}
	return s
}

// bonds adds the bonds of a chain whose first atom has the number first.
func (g *grown) bonds(s *contract.Structure, first uint32) {
	join := func(a, b int32, order uint8) {
		s.Bonds = append(s.Bonds, [2]uint32{first + uint32(a), first + uint32(b)})
		s.BondOrders = append(s.BondOrders, order)
	}
	inside := func(p *part, place []int32) {
		for k, b := range p.atoms.Bonds {
			order := uint8(1)
			if p.atoms.BondOrders != nil {
				order = p.atoms.BondOrders[k]
			}
			if a, b := place[b[0]], place[b[1]]; a >= 0 && b >= 0 {
				join(a, b, order)
			}
		}
	}
	if p := g.kinds.ends[0]; p != nil {
		inside(p, g.caps[0])
		join(g.caps[0][p.head], g.place[g.starts[0]+g.part(0).head], 1)
	}
	for k := range g.order {
		p := g.part(k)
		place := g.place[g.starts[k]:]
		inside(p, place)
		if k < len(g.order)-1 {
			join(place[p.tail], g.place[g.starts[k+1]+g.part(k+1).head], 1)
		}
	}
	if p := g.kinds.ends[1]; p != nil {
		last := len(g.order) - 1
		join(g.place[g.starts[last]+g.part(last).tail], g.caps[1][p.head], 1)
		inside(p, g.caps[1])
	}
}
