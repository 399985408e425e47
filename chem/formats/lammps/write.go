package lammps

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

const (
	label = "LAMMPS" // in reports
	spare = 1.0      // Å between the atoms and the box of a structure without a cell
)

// bondType is a kind of bonds: elements in ascending order, and the order.
type bondType struct{ a, b, order uint8 }

// plan is what a structure becomes in the file.
type plan struct {
	s         *structure.Structure // oriented
	style     *style
	title     string
	low, high [3]float64
	tilt      [3]float64
	elements  []uint8 // by type, in order of appearance
	kind      [elem.Max + 1]int
	bonds     []bondType
	bondKind  map[bondType]int
	charges   []float64
	molecules []int64 // their numbers in the file, nil for 0
	report    format.Report
}

// Check says what Write would lose or change. The error says why the format cannot hold s.
func Check(s *structure.Structure, o format.Options) (format.Report, error) {
	p, err := newPlan(s, o)
	if err != nil {
		return format.Report{}, err
	}
	return p.report, nil
}

func newPlan(s *structure.Structure, o format.Options) (*plan, error) {
	p := &plan{title: format.Text([]byte(o.Name)), report: format.Report{Format: "lammps"}}
	if p.title == "" {
		p.title = "Written by Molsmith"
	}
	name := o.Style
	if name == "" {
		name = "full"
	}
	switch name {
	case "atomic", "charge", "molecular", "full":
		p.style = styleOf(name)
	default:
		return nil, fmt.Errorf("the atom style %s is not written; the styles are full, molecular, charge and atomic", format.Shown(name))
	}
	p.s = p.report.Orient(s)
	p.box(s.Cell != nil)
	p.kinds()
	s = p.s
	kept := format.Kept{Cell: true, Bonds: p.style.molecule >= 0, Molecules: p.style.molecule >= 0}
	rest := s
	if p.style.charge >= 0 {
		p.charges, rest, kept.Charges = takeCharges(s, name, &p.report)
	}
	if p.style.molecule >= 0 {
		p.numberMolecules()
	}
	p.report.LoseUnkept(label, rest, kept)
	if kept.Charges {
		n := 0
		for _, q := range s.FormalCharges {
			if q != 0 {
				n++
			}
		}
		p.report.Lose("The formal charges of " + format.Count(n, "atom") + " are not stored in LAMMPS as such, but as charges of the atoms")
	}
	return p, nil
}

// takeCharges finds the charges of the atoms for a style that has them, nil for none, and
// returns s without their scalar. formal says that they are the formal charges.
func takeCharges(s *structure.Structure, style string, report *format.Report) (list []float64, rest *structure.Structure, formal bool) {
	for k, c := range s.Scalars {
		switch c.Name {
		case charge, "charges", "partial_charge", "partial_charges", "initial_charges":
			copied := *s
			copied.Scalars = nil
			for j, other := range s.Scalars {
				if j != k {
					copied.Scalars = append(copied.Scalars, other)
				}
			}
			if c.Name != charge {
				report.Change("The values " + strconv.Quote(c.Name) + " are written as charges")
			}
			return c.Values, &copied, false
		}
	}
	for i, q := range s.FormalCharges {
		if q != 0 && list == nil {
			list = make([]float64, s.Len())
		}
		if q != 0 {
			list[i] = float64(q)
		}
	}
	if list == nil {
		report.Change("There are no charges: 0 is written, as the atom style " + style + " has a column for them")
	}
	return list, s, list != nil
}

// numberMolecules counts the molecules from 1. Numbers that LAMMPS could not read are
// given anew, in order of appearance.
func (p *plan) numberMolecules() {
	list := p.s.Molecules
	if list == nil {
		return
	}
	p.molecules = make([]int64, len(list))
	if slices.Max(list) < math.MaxInt32 {
		for i, m := range list {
			p.molecules[i] = int64(m) + 1
		}
		return
	}
	number := map[int32]int64{}
	for i, m := range list {
		if number[m] == 0 {
			number[m] = int64(len(number) + 1)
		}
		p.molecules[i] = number[m]
	}
	p.report.Change("Molecules are numbered anew, because LAMMPS reads numbers up to " + format.Grouped(math.MaxInt32))
}

// box finds the bounds. dropped says that there was a cell, which is reported.
func (p *plan) box(dropped bool) {
	s := p.s
	if s.Cell != nil {
		v, reduced := structure.ReduceTilts(*s.Cell)
		if reduced {
			p.report.Change("The cell is described by shorter vectors of the same lattice, as LAMMPS wants tilts of at most half an edge")
		}
		p.high = [3]float64{v[0], v[4], v[8]}
		p.tilt = [3]float64{v[3], v[6], v[7]}
		return
	}
	for k := range 3 {
		p.low[k], p.high[k] = math.Inf(1), math.Inf(-1)
	}
	for i, x := range s.Positions {
		p.low[i%3] = min(p.low[i%3], x)
		p.high[i%3] = max(p.high[i%3], x)
	}
	for k := range 3 {
		p.low[k] -= spare
		p.high[k] += spare
	}
	if dropped {
		p.report.Change("The box is drawn around the atoms, 1 Å wider on each side")
	} else {
		p.report.Change("There is no cell: the box is drawn around the atoms, 1 Å wider on each side")
	}
}

// kinds numbers the types of atoms and bonds.
func (p *plan) kinds() {
	s := p.s
	for _, z := range s.Elements {
		if p.kind[z] == 0 {
			p.elements = append(p.elements, z)
			p.kind[z] = len(p.elements)
		}
	}
	if p.style.molecule < 0 {
		return
	}
	p.bondKind = map[bondType]int{}
	for k := range s.Bonds {
		t := p.bondType(k)
		if p.bondKind[t] == 0 {
			p.bonds = append(p.bonds, t)
			p.bondKind[t] = len(p.bonds)
		}
	}
}

func (p *plan) bondType(k int) bondType {
	b := p.s.Bonds[k]
	t := bondType{p.s.Elements[b[0]], p.s.Elements[b[1]], 1}
	if t.a > t.b {
		t.a, t.b = t.b, t.a
	}
	if p.s.BondOrders != nil {
		t.order = p.s.BondOrders[k]
	}
	return t
}

// Write returns s as a data file of the atom style of the options: full (usual),
// molecular, charge or atomic. Each element is an atom type with its mass; bond types are
// pairs of elements and an order. The format fixes the orientation of the cell; a cell
// that lies otherwise is turned together with the atoms. s must be valid; it is not
// changed. The error says why the format cannot hold s.
func Write(s *structure.Structure, o format.Options) ([]byte, format.Report, error) {
	p, err := newPlan(s, o)
	if err != nil {
		return nil, format.Report{}, err
	}
	s = p.s
	b := make([]byte, 0, 512+72*s.Len()+32*len(s.Bonds))
	b = append(b, p.title...)
	b = append(b, "\n\n"...)
	b = appendCount(b, s.Len(), " atoms\n")
	if p.bonds != nil {
		b = appendCount(b, len(s.Bonds), " bonds\n")
	}
	b = appendCount(b, len(p.elements), " atom types\n")
	if p.bonds != nil {
		b = appendCount(b, len(p.bonds), " bond types\n")
	}
	b = append(b, '\n')
	for k, axis := range [3]string{"x", "y", "z"} {
		b = format.AppendNumber(b, p.low[k])
		b = append(b, ' ')
		b = format.AppendNumber(b, p.high[k])
		b = append(b, " "+axis+"lo "+axis+"hi\n"...)
	}
	if p.tilt != [3]float64{} {
		for _, x := range p.tilt {
			b = format.AppendNumber(b, x)
			b = append(b, ' ')
		}
		b = append(b, "xy xz yz\n"...)
	}
	b = append(b, "\nMasses\n\n"...)
	for k, z := range p.elements {
		b = strconv.AppendInt(b, int64(k+1), 10)
		b = append(b, ' ')
		b = format.AppendNumber(b, elem.Weight(z))
		b = append(b, " # "+elem.Symbol(z)+"\n"...)
	}
	b = append(b, "\nAtoms # "+p.style.name+"\n\n"...)
	for i := range s.Len() {
		b = p.appendAtom(b, i)
	}
	if p.bonds == nil {
		return b, p.report, nil
	}
	b = append(b, "\nBonds\n\n"...)
	for k, bond := range s.Bonds {
		for _, n := range [4]int{k + 1, p.bondKind[p.bondType(k)], int(bond[0]) + 1, int(bond[1]) + 1} {
			b = strconv.AppendInt(b, int64(n), 10)
			b = append(b, ' ')
		}
		b[len(b)-1] = '\n'
	}
	// Which elements and orders a bond type stands for; LAMMPS reads it as a comment.
	b = append(b, '\n')
	for k, t := range p.bonds {
		b = append(b, "# bond type "...)
		b = strconv.AppendInt(b, int64(k+1), 10)
		b = append(b, ": "+elem.Symbol(t.a)+[5]string{"", "-", "=", "#", ":"}[t.order]+elem.Symbol(t.b)+"\n"...)
	}
	return b, p.report, nil
}

func appendCount(b []byte, n int, what string) []byte {
	return append(strconv.AppendInt(b, int64(n), 10), what...)
}

func (p *plan) appendAtom(b []byte, i int) []byte {
	s := p.s
	b = strconv.AppendInt(b, int64(i+1), 10)
	if p.style.molecule >= 0 {
		m := int64(0)
		if p.molecules != nil {
			m = p.molecules[i]
		}
		b = append(b, ' ')
		b = strconv.AppendInt(b, m, 10)
	}
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(p.kind[s.Elements[i]]), 10)
	if p.style.charge >= 0 {
		q := 0.0
		if p.charges != nil {
			q = p.charges[i]
		}
		b = append(b, ' ')
		b = format.AppendNumber(b, q)
	}
	for _, x := range s.Positions[3*i : 3*i+3] {
		b = append(b, ' ')
		b = format.AppendNumber(b, x)
	}
	return append(b, '\n')
}
