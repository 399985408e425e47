// Package pdb writes Protein Data Bank files (wwPDB format 3.30) as simulation
// engines read them. Positions are in Å.
//
// Beyond the letter of the format, as most programs do: residue names of four
// characters use column 21, atom and residue numbers that do not fit their
// columns are in hybrid-36 (cci.lbl.gov/hybrid_36), and a CONECT record names a
// partner twice or three times for a double or triple bond.
package pdb

import (
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// label names the format in reports.
const label = "PDB"

// Coordinates have eight columns with three decimals.
const (
	least = -999.999
	most  = 9999.999
)

// Check says what Write would lose or change. The error says why the format
// cannot hold s at all.
func Check(s *structure.Structure, o format.Options) (format.Report, error) {
	p, err := newPlan(s, o)
	if err != nil {
		return format.Report{}, err
	}
	return p.report, nil
}

// Write returns s as a PDB file. The format fixes the orientation of the cell;
// a cell that lies otherwise is turned together with the atoms. s must be valid;
// it is not changed. The error says why the format cannot hold s.
func Write(s *structure.Structure, o format.Options) ([]byte, format.Report, error) {
	p, err := newPlan(s, o)
	if err != nil {
		return nil, format.Report{}, err
	}
	b := make([]byte, 0, 256+82*s.Len()+32*len(s.Bonds))
	b = p.appendTitle(b)
	b = p.appendCell(b)
	b = p.appendAtoms(b)
	b = p.appendConnections(b)
	return append(b, "END\n"...), p.report, nil
}

// plan is what a structure becomes in the file.
type plan struct {
	s       *structure.Structure // oriented
	title   string
	lengths [3]float64 // of the cell, Å
	angles  [3]float64 // of the cell, degrees

	residues map[string]string // the written form of every residue name
	serials  []int32           // of the atoms, filled by appendAtoms
	report   format.Report
}

func newPlan(s *structure.Structure, o format.Options) (*plan, error) {
	p := &plan{title: visible(o.Name, 70), report: format.Report{Format: "pdb"}}
	whole := visible(o.Name, len(o.Name))
	if whole != o.Name {
		p.report.Change("The title is written in visible ASCII; other characters become _")
	}
	if p.title != whole {
		p.report.Change("The title is cut to 70 characters")
	}
	p.s = p.report.Orient(s)
	s = p.s
	if atom, ok := format.Fits(s.Positions, 1, least-0.0005, most+0.0005); !ok {
		return nil, fmt.Errorf("PDB coordinates must lie between %g and %g Å; atom %d does not", least, most, atom+1)
	}
	if err := p.planCell(); err != nil {
		return nil, err
	}
	p.report.LoseUnkept(label, s, format.Kept{
		Bonds: true, Orders: true, Cell: true, Molecules: s.ResidueIDs == nil || format.ResiduesAreMolecules(s), ResidueNames: true, ResidueIDs: true, AtomNames: true, Chains: true, Charges: true,
	})
	p.reportPrecision()
	p.reportBonds()
	p.planResidues()
	p.reportNames()
	return p, nil
}

// planCell computes what CRYST1 holds.
func (p *plan) planCell() error {
	if p.s.Cell == nil {
		return nil
	}
	c, err := cell.New(*p.s.Cell)
	if err != nil {
		return err
	}
	p.lengths, p.angles = c.Parameters()
	p.report.LosePlaceholder(label, p.lengths, 0.0005)
	for _, x := range p.lengths {
		if x >= 99999.9995 {
			return fmt.Errorf("PDB cell edges must be below 100\u202f000 Å; one is %.0f Å", x)
		}
	}
	return nil
}

func (p *plan) reportPrecision() {
	if format.Rounded(p.s.Positions, 1, 3) {
		p.report.Lose("Coordinates are rounded to 0.001 Å")
	}
	if p.s.Cell != nil && (format.Rounded(p.lengths[:], 1, 3) || format.Rounded(p.angles[:], 1, 2)) {
		p.report.Lose("Cell edges are rounded to 0.001 Å and angles to 0.01°")
	}
	beyond := 0
	for _, q := range p.s.FormalCharges {
		if q > 9 || q < -9 {
			beyond++
		}
	}
	if beyond > 0 {
		p.report.Lose("The formal charges of " + format.Count(beyond, "atom") + " beyond ±9 are not stored in " + label)
	}
}

func (p *plan) reportBonds() {
	aromatic := 0
	for _, order := range p.s.BondOrders {
		if order == 4 {
			aromatic++
		}
	}
	if aromatic > 0 {
		p.report.Lose(format.Count(aromatic, "aromatic bond") + format.Are(aromatic) + "written like single bonds")
	}
}

// reportNames names the changes of numbering, names and chains.
func (p *plan) reportNames() {
	s, r := p.s, &p.report
	if n := s.Len(); n > 99_999 {
		r.Change("Atom numbers beyond 99\u202f999 are written in hybrid-36")
	}
	hybrid, wrapped := false, false
	for i := range s.Len() {
		id := p.residueID(i)
		hybrid = hybrid || id > 9999
		wrapped = wrapped || id < -999 || id > maxHybrid4
	}
	if hybrid {
		r.Change("Residue numbers beyond 9\u202f999 are written in hybrid-36")
	}
	if wrapped {
		r.Change("Residue numbers that do not fit four columns are written modulo 10\u202f000")
	}
	switch {
	case s.ResidueIDs == nil && s.Molecules != nil:
		r.Change("Molecules are numbered as residues, from 1")
	case s.ResidueIDs == nil:
		r.Change("There are no residue numbers: every atom is written in residue 1")
	}
	if s.ResidueNames == nil {
		r.Change("There are no residue names: MOL is written")
	}
	if s.AtomNames == nil {
		r.Change("Atom names are made from the element and a number that counts within the residue")
	}
	shortened := 0
	for _, name := range s.AtomNames {
		if printable(name, 4) != name || name == "" {
			shortened++
		}
	}
	if shortened > 0 {
		r.Change(format.Count(shortened, "atom name") + format.Are(shortened) + "cut to four printable characters")
	}
	chains := 0
	for _, id := range s.ChainIDs {
		if visible(id, 1) != id {
			chains++
		}
	}
	if chains > 0 {
		r.Change("The chain ids of " + format.Count(chains, "atom") + " are no printable ASCII characters and are written as _")
	}
}

// residueID is the residue number of atom i: its own, else that of its
// molecule, from 1.
func (p *plan) residueID(i int) int64 {
	switch {
	case p.s.ResidueIDs != nil:
		return int64(p.s.ResidueIDs[i])
	case p.s.Molecules != nil:
		return int64(p.s.Molecules[i]) + 1
	}
	return 1
}

// planResidues fits every residue name into four columns. Names that the cut
// would make equal get a number in place of their tail.
func (p *plan) planResidues() {
	p.residues = map[string]string{}
	taken := map[string]bool{}
	var long []string
	for _, name := range p.s.ResidueNames {
		if _, seen := p.residues[name]; seen {
			continue
		}
		short := printable(name, 4)
		if short == "" {
			short = "MOL"
		}
		p.residues[name] = short
		if short != name {
			long = append(long, name)
		} else {
			taken[short] = true
		}
	}
	for _, name := range long {
		base := p.residues[name]
		short := base
		for n := 2; taken[short]; n++ {
			tail := fmt.Sprint(n)
			short = base[:min(len(base), max(0, 4-len(tail)))] + tail
		}
		taken[short] = true
		p.residues[name] = short
	}
	switch {
	case len(long) > 5:
		p.report.Change(format.Count(len(long), "residue name") + " are cut to four printable characters")
	default:
		for _, name := range long {
			if name == "" {
				p.report.Change("Atoms without a residue name are written in residue " + p.residues[name])
				continue
			}
			p.report.Change("The residue name " + fmt.Sprintf("%.40q", name) + " is written " + p.residues[name])
		}
	}
}

// printable keeps the first most characters of a name; those that are no
// visible ASCII become _.
func printable(name string, most int) string {
	return visible(strings.ReplaceAll(strings.TrimSpace(name), " ", "_"), most)
}

// visible keeps the first most characters of a text, blanks included; those
// that are neither blank nor visible ASCII become _.
func visible(text string, most int) string {
	plain := true
	for i := range len(text) {
		plain = plain && text[i] >= ' ' && text[i] < 0x7f
	}
	if !plain {
		text = strings.Map(func(c rune) rune {
			if c < ' ' || c >= 0x7f {
				return '_'
			}
			return c
		}, text)
	}
	return text[:min(len(text), most)]
}

func (p *plan) appendTitle(b []byte) []byte {
	if p.title == "" {
		return b
	}
	b = append(b, "TITLE     "...)
	b = append(b, p.title...)
	return append(b, '\n')
}

func (p *plan) appendCell(b []byte) []byte {
	if p.s.Cell == nil {
		return b
	}
	b = append(b, "CRYST1"...)
	for _, x := range p.lengths {
		b = format.AppendFixed(b, x, 3, 9)
	}
	for _, x := range p.angles {
		b = format.AppendFixed(b, x, 2, 7)
	}
	return append(b, " P 1           1\n"...)
}

// symbol is the upper-case element symbol.
func symbol(z uint8) string { return strings.ToUpper(elem.Symbol(z)) }
