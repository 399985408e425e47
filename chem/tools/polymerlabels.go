package tools

import (
	"context"
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/stereo/cip"
)

// tacticSite is a tactic center of a chain: its unit, its number among the centers of the
// monomer, and its descriptor, "" for none.
type tacticSite struct {
	unit, site int
	atom       int32
	label      string
}

// label finds the descriptors R and S of the tactic centers, from the configurations that
// the positions show. The work is bounded: in very long chains, where a rank is decided
// only at a chain end hundreds of units away, the search leaves some open, and what is
// known of the others is used (see extend).
func (r *chainReport) label(ctx context.Context, g *grown) error {
	m := &mol.Mol{Atoms: make([]mol.Atom, len(g.unit))}
	centers := make([]bool, len(g.unit))
	var sites []tacticSite
	sided := make(map[[2]int]bool)
	for k := range g.order {
		p := g.part(k)
		g.graphAtoms(m, p, g.place[g.starts[k]:])
		for _, site := range g.sites[k] {
			a := g.place[g.starts[k]+p.centers.Sites[site].Atom]
			sites = append(sites, tacticSite{unit: k, site: site, atom: a})
			centers[a] = true
		}
		for _, i := range p.centers.Others {
			if a := g.place[g.starts[k]+i]; a >= 0 {
				centers[a] = true
			}
		}
		for _, b := range p.centers.Bonds {
			sided[[2]int{g.atom(k, b[0]), g.atom(k, b[1])}] = true
		}
	}
	if len(sites) == 0 {
		return nil
	}
	for i, p := range g.kinds.ends {
		if p != nil {
			g.graphAtoms(m, p, g.caps[i])
		}
	}
	g.graphBonds(m)
	stereo.FromGeometry(m)
	m.Centers = slices.DeleteFunc(m.Centers, func(c mol.Center) bool { return !centers[c.Atom] })
	m.CisTrans = slices.DeleteFunc(m.CisTrans, func(b mol.CisTrans) bool {
		return !sided[[2]int{m.Bonds[b.Bond].A, m.Bonds[b.Bond].B}]
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	p, err := perceive.Take(m)
	if err != nil {
		return err
	}
	place := make([]int32, len(g.unit))
	for i, origin := range p.Origin {
		place[origin] = int32(i)
	}
	labels, limit := cip.LabelContext(ctx, p, &stereo.Set{Centers: p.Mol.Centers, Bonds: p.Mol.CisTrans})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for i := range sites {
		sites[i].label = labels.Atoms[place[sites[i].atom]]
	}
	if limit != nil {
		last := len(g.order) - 1
		labelAgain(ctx, p, sites, place, func(unit int) bool { return min(unit, last-unit) < 2*beyondEnd })
		g.extend(sites)
		labelAgain(ctx, p, sites, place, func(unit int) bool { return max(2*unit-last, last-2*unit) <= nearMiddle })
	}
	r.count(sites, len(g.order), limit != nil)
	return ctx.Err()
}

// Distances in units: from an end, beyond which units of one half of a homopolymer are
// alike, and from the middle, within which they may be of either half.
const (
	beyondEnd  = 6
	nearMiddle = 3
)

// mostAgain is the largest number of centers that are looked at once more.
const mostAgain = 64

// extend gives centers inside a long homopolymer the descriptor of those nearer to the
// ends. Where the search goes along the chain, both ways show the same spheres until the
// nearer end is met, and what is met there does not depend on how far it was; so in each
// half, the descriptor follows from the handedness alone. It is read from the centers
// that were decided, and used only when these agree.
func (g *grown) extend(sites []tacticSite) {
	for _, m := range g.order {
		if m != g.order[0] {
			return
		}
	}
	last := len(g.order) - 1
	type place struct {
		site int
		half bool // the one of the tail
	}
	inside := func(s *tacticSite) (place, bool) {
		fromHead, fromTail := s.unit, last-s.unit
		return place{s.site, fromTail < fromHead}, min(fromHead, fromTail) >= beyondEnd && max(fromHead, fromTail)-min(fromHead, fromTail) > nearMiddle
	}
	const disagree = 2
	relation := make(map[place]int)
	for i := range sites {
		s := &sites[i]
		at, ok := inside(s)
		if !ok || s.label == "" {
			continue
		}
		value := map[string]int{"R": 1, "S": -1}[s.label] * g.sign(s.unit, s.site)
		if known, ok := relation[at]; value == 0 || ok && known != value {
			value = disagree
		}
		relation[at] = value
	}
	for i := range sites {
		s := &sites[i]
		at, ok := inside(s)
		if !ok || s.label != "" {
			continue
		}
		switch relation[at] * g.sign(s.unit, s.site) {
		case 1:
			s.label = "R"
		case -1:
			s.label = "S"
		}
	}
}

// labelAgain looks again at the centers without a descriptor in some units, with all work
// for them. Without the configurations of the others a descriptor can only come from what
// the ligands are made of, which comes first.
func labelAgain(ctx context.Context, p *perceive.Molecule, sites []tacticSite, place []int32, in func(unit int) bool) {
	chosen := make(map[int]bool)
	for i := range sites {
		if s := &sites[i]; s.label == "" && in(s.unit) && len(chosen) < mostAgain {
			chosen[int(place[s.atom])] = true
		}
	}
	if len(chosen) == 0 {
		return
	}
	set := &stereo.Set{}
	for _, c := range p.Mol.Centers {
		if chosen[c.Atom] {
			set.Centers = append(set.Centers, c)
		}
	}
	labels, _ := cip.LabelContext(ctx, p, set)
	if ctx.Err() != nil {
		return
	}
	for i := range sites {
		if s := &sites[i]; s.label == "" && chosen[int(place[s.atom])] {
			s.label = labels.Atoms[place[s.atom]]
		}
	}
}

// graphAtoms takes the atoms of a part to their places, where they are now.
func (g *grown) graphAtoms(m *mol.Mol, p *part, place []int32) {
	for i := range p.plain.Atoms {
		if a := place[i]; a >= 0 {
			m.Atoms[a] = p.plain.Atoms[i]
			m.Atoms[a].Pos = geom.At(g.positions, int(a))
		}
	}
}

// graphBonds adds the bonds of the chain as the molecules have them.
func (g *grown) graphBonds(m *mol.Mol) {
	join := func(a, b int) { m.Bonds = append(m.Bonds, mol.Bond{A: a, B: b, Order: mol.Single}) }
	inside := func(p *part, place []int32) {
		for _, b := range p.plain.Bonds {
			if x, y := place[b.A], place[b.B]; x >= 0 && y >= 0 {
				b.A, b.B = int(x), int(y)
				m.Bonds = append(m.Bonds, b)
			}
		}
	}
	for k := range g.order {
		inside(g.part(k), g.place[g.starts[k]:])
		if k > 0 {
			join(g.atom(k-1, g.part(k-1).tail), g.atom(k, g.part(k).head))
		}
	}
	for i, p := range g.kinds.ends {
		if p == nil {
			continue
		}
		inside(p, g.caps[i])
		if i == 0 {
			join(int(g.caps[0][p.head]), g.atom(0, g.part(0).head))
		} else {
			last := len(g.order) - 1
			join(g.atom(last, g.part(last).tail), int(g.caps[1][p.head]))
		}
	}
}

// count counts the descriptors and writes those of each unit. limited says that a center
// without one may have one.
func (r *chainReport) count(sites []tacticSite, units int, limited bool) {
	var text strings.Builder
	next := 0
	for k := range units {
		end := next
		for end < len(sites) && sites[end].unit == k {
			end++
		}
		if next == end {
			text.WriteByte('-')
		}
		several := end-next > 1
		if several {
			text.WriteByte('(')
		}
		for ; next < end; next++ {
			switch l := sites[next].label; {
			case l != "":
				r.rs[l]++
				text.WriteString(l)
			case limited:
				r.open++
				text.WriteByte('?')
			default:
				r.none++
				text.WriteByte('.')
			}
		}
		if several {
			text.WriteByte(')')
		}
	}
	r.descriptor = text.String()
}
