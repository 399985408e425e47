package tools

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/polymer"
	"github.com/molsmith/molsmith/contract"
)

// remembered keeps the parts that previews have read: while a form is filled, the same
// molecule comes again and again, and its geometry takes longer than all else.
var remembered struct {
	sync.Mutex
	list [16]struct {
		key  partKey
		part *part
		err  error
	}
	next int
}

type partKey struct {
	arguments linkArguments
	end       bool
}

// rememberPart reads a part for a preview, with a geometry that is not relaxed.
func rememberPart(ctx context.Context, a *linkArguments, end bool, _ contract.Seed, _ detail) (*part, error) {
	key := partKey{*a, end}
	remembered.Lock()
	defer remembered.Unlock()
	for i := range remembered.list {
		if e := &remembered.list[i]; e.key == key && (e.part != nil || e.err != nil) {
			return e.part, e.err
		}
	}
	p, err := readAnyPart(ctx, a, end, 0, rough)
	e := &remembered.list[remembered.next%len(remembered.list)]
	remembered.next++
	e.key, e.part, e.err = key, p, err
	return p, err
}

// given says whether a molecule argument holds something to read.
func given(m contract.Molecule) bool { return m.Name != "" && (m.Molblock != "" || m.SMILES != "") }

// ready says whether all molecules that the choices use are there.
func (r *chainRequest) ready() bool {
	if !given(r.monomer.molecule) || r.length < 1 && r.composition != written {
		return false
	}
	if r.composition != homopolymer {
		for _, row := range r.monomers {
			if !given(row.Molecule) {
				return false
			}
		}
	}
	for _, e := range r.ends {
		if e.choice == endMolecule && (e.molecule == nil || !given(*e.molecule)) {
			return false
		}
	}
	return true
}

// problemsOf turns a refusal into what a form shows.
func problemsOf(err error) []contract.Problem {
	fault := (*contract.Error)(nil)
	switch {
	case !errors.As(err, &fault):
		return nil
	case len(fault.Problems) > 0:
		return fault.Problems
	}
	return []contract.Problem{{Rule: strings.ToLower(string(fault.Code)), Message: fault.Message}}
}

// preview designs one of some chains and says what is known of it; nil when a form is not ready, or
// has problems.
func (r *chainRequest) preview(p *contract.Preview, chains int) *design {
	if !r.ready() {
		return nil
	}
	k, err := r.readKinds(context.Background(), rough, rememberPart)
	if err == nil {
		var d *design
		if d, err = r.design(k, 0); err == nil {
			p.Warnings = r.warnings(k, d.tactic, chains*d.charge())
			return d
		}
	}
	p.Problems = problemsOf(err)
	return nil
}

func chainPreview(args chainArguments) contract.Preview {
	var p contract.Preview
	r := args.request()
	d := r.preview(&p, 1)
	if d == nil {
		return p
	}
	p.Facts = append([]contract.Fact{
		{Label: "Atoms", Value: format.Grouped(d.kinds.atoms(d.order))},
		{Label: "Mass", Value: format.Grouped(int(math.Round(d.mass()))) + " u"},
		{Label: "Units", Value: d.unitCounts()},
	}, d.unitFacts()...)
	p.Structure = d.dimer()
	return p
}

// mass is the mass of the chain in u.
func (d *design) mass() float64 {
	hydrogen := elem.Weight(1)
	mass := 2 * hydrogen
	for _, m := range d.order {
		mass += d.kinds.monomers[m].mass - 2*hydrogen
	}
	for _, p := range d.kinds.ends {
		if p != nil {
			mass += p.mass - 2*hydrogen
		}
	}
	return mass
}

// unitFacts says what happens at the junctions, and how long the backbone is.
func (d *design) unitFacts() []contract.Fact {
	var facts []contract.Fact
	for i, m := range d.kinds.monomers {
		label := "Leaving"
		if len(d.kinds.monomers) > 1 {
			label += " of " + string(rune('A'+i))
		}
		facts = append(facts, contract.Fact{Label: label, Value: fmt.Sprintf("%s leaves %s, %s leaves %s", m.label(m.headLeaves), m.label(m.head), m.label(m.tailLeaves), m.label(m.tail))})
	}
	bonds, length := len(d.order)-1, 0.0
	for k, m := range d.order {
		p := d.kinds.monomers[m]
		path := p.centers.Backbone
		for i := 1; i < len(path); i++ {
			bonds++
			length += geom.At(p.atoms.Positions, path[i]).Sub(geom.At(p.atoms.Positions, path[i-1])).Norm()
		}
		if k > 0 {
			before := d.kinds.monomers[d.order[k-1]]
			length += elem.CovalentRadius(before.atoms.Elements[before.tail]) + elem.CovalentRadius(p.atoms.Elements[p.head])
		}
	}
	facts = append(facts, contract.Fact{Label: "Backbone", Value: fmt.Sprintf("%s %s, contour length about %.0f Å", format.Grouped(bonds), plural(bonds, "bond"), length)})
	if d.tactic > 0 {
		facts = append(facts, contract.Fact{Label: "Units with a tactic center", Value: format.Grouped(d.tactic)})
	}
	return facts
}

// dimer is a picture of the first two units joined; of the monomer in a chain of one; nil
// when it cannot be made.
func (d *design) dimer() *contract.Structure {
	two := *d
	two.order, two.signs = d.order[:min(2, len(d.order))], d.signs[:min(2, len(d.order))]
	alone := *d.kinds
	alone.ends = [2]*part{}
	two.kinds, two.sites = &alone, d.sites[:len(two.order)]
	two.request.Sequence = d.request.Sequence[:len(two.order)]
	two.request.Start, two.request.End = nil, nil
	g := (*grown)(nil)
	if len(two.order) == 1 {
		g = single(&two)
	} else {
		c, err := polymer.Grow(context.Background(), two.request, polymer.Options{Rough: true, Workers: 1}, nil)
		if err != nil {
			return nil
		}
		g = grownChain(&two, c)
	}
	for i, v := range g.positions {
		g.positions[i] = rounded(v, 4)
	}
	s := chains([]*grown{g})
	// The picture marks the atoms that link units.
	s.AtomNames = make([]string, len(s.Elements))
	for k := range g.order {
		p := g.part(k)
		s.AtomNames[g.atom(k, p.head)], s.AtomNames[g.atom(k, p.tail)] = "head", "tail"
	}
	s.Compact()
	return &s
}
