package mmcif

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/cif"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// most is the largest coordinate in Å that is written.
const most = 1e8

// decimals of coordinates.
const decimals = 6

// Check says what Write would lose or change. The error says why the format cannot
// hold s at all.
func Check(s *structure.Structure, o format.Options) (format.Report, error) {
	p, err := newPlan(s)
	if err != nil {
		return format.Report{}, err
	}
	return p.report, nil
}

// Write returns s as an mmCIF file. The format holds lengths and angles of the cell, so a
// cell of another orientation is turned together with the atoms. s must be valid; it is not
// changed.
func Write(s *structure.Structure, o format.Options) ([]byte, format.Report, error) {
	p, err := newPlan(s)
	if err != nil {
		return nil, format.Report{}, err
	}
	s = p.s
	b := make([]byte, 0, 1000+110*s.Len())
	b = append(b, "data_"...)
	b = append(b, blockName(o.Name)...)
	b = append(b, "\n#\n"...)
	if o.Name != "" {
		b = append(b, "_struct.title "...)
		b = cif.AppendValue(b, o.Name)
		b = append(b, "\n#\n"...)
	}
	if s.Cell != nil {
		b = cif.AppendCell(b, &p.cell, "_cell.")
		b = append(b, "_symmetry.space_group_name_H-M    'P 1'\n#\n"...)
	}
	b = append(b, "loop_\n"...)
	for _, tag := range strings.Fields("group_PDB id type_symbol label_atom_id label_alt_id label_comp_id label_asym_id label_entity_id label_seq_id pdbx_PDB_ins_code Cartn_x Cartn_y Cartn_z occupancy B_iso_or_equiv pdbx_formal_charge auth_seq_id auth_comp_id auth_asym_id auth_atom_id pdbx_PDB_model_num") {
		b = append(b, category...)
		b = append(b, tag...)
		b = append(b, '\n')
	}
	for i := range s.Len() {
		b = p.appendAtom(b, i)
	}
	return append(b, "#\n"...), p.report, nil
}

// blockName is a name without what a block cannot be called.
func blockName(name string) string {
	name = strings.Join(strings.FieldsFunc(name, func(c rune) bool { return c <= ' ' || c >= 0x7f }), "_")
	if name == "" {
		return "structure"
	}
	return name
}

// plan is what a structure becomes in the file.
type plan struct {
	s       *structure.Structure // oriented
	cell    cell.Cell
	numbers []int // of the atoms within their element and residue, where there are no names
	report  format.Report
}

func newPlan(s *structure.Structure) (*plan, error) {
	p := &plan{report: format.Report{Format: "mmcif"}}
	p.s = p.report.Orient(s)
	s = p.s
	if s.Cell != nil {
		var err error
		if p.cell, err = cell.New(*s.Cell); err != nil {
			return nil, err
		}
		lengths, _ := p.cell.Parameters()
		p.report.LosePlaceholder("mmCIF", lengths, 1e-9)
	}
	if atom, ok := format.Fits(s.Positions, 1, -most, most); !ok {
		return nil, fmt.Errorf("mmCIF coordinates must lie between -1e8 and 1e8 Å; atom %d does not", atom+1)
	}
	r := &p.report
	r.LoseUnkept("mmCIF", s, format.Kept{
		Cell: true, Molecules: s.ResidueIDs == nil || format.ResiduesAreMolecules(s), ResidueNames: true, ResidueIDs: true, AtomNames: true, Chains: true, Charges: true,
	})
	if format.Rounded(s.Positions, 1, decimals) {
		r.Lose("Coordinates are rounded to 0.000001 Å")
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
		p.number()
	}
	r.ChangeTexts("atom name", s.AtomNames)
	r.ChangeTexts("residue name", s.ResidueNames)
	return p, nil
}

// number counts the atoms of each element within each run of one residue.
func (p *plan) number() {
	var of [elem.Max + 1]int
	p.numbers = make([]int, p.s.Len())
	start := 0
	for i, z := range p.s.Elements {
		if i > 0 && !p.together(i-1, i) {
			for _, before := range p.s.Elements[start:i] {
				of[before] = 0
			}
			start = i
		}
		of[z]++
		p.numbers[i] = of[z]
	}
}

// together says whether two atoms are in one residue.
func (p *plan) together(i, j int) bool {
	s := p.s
	return p.residueID(i) == p.residueID(j) && (s.ResidueNames == nil || s.ResidueNames[i] == s.ResidueNames[j]) && (s.ChainIDs == nil || s.ChainIDs[i] == s.ChainIDs[j])
}

// residueID is the residue number of atom i: its own, else that of its molecule, from 1.
func (p *plan) residueID(i int) int64 {
	switch {
	case p.s.ResidueIDs != nil:
		return int64(p.s.ResidueIDs[i])
	case p.s.Molecules != nil:
		return int64(p.s.Molecules[i]) + 1
	}
	return 1
}

func (p *plan) appendAtom(b []byte, i int) []byte {
	s := p.s
	symbol := elem.Symbol(s.Elements[i])
	name, residue, chain := "", "MOL", ""
	if s.AtomNames != nil {
		name = s.AtomNames[i]
	} else {
		name = symbol + strconv.Itoa(p.numbers[i])
	}
	if s.ResidueNames != nil {
		residue = s.ResidueNames[i]
	}
	if s.ChainIDs != nil && s.ChainIDs[i] != " " {
		chain = s.ChainIDs[i]
	}
	group := "HETATM "
	if format.Polymer(residue) {
		group = "ATOM "
	}
	b = append(b, group...)
	b = strconv.AppendInt(b, int64(i+1), 10)
	b = append(b, ' ')
	b = append(b, symbol...)
	b = appendName(b, name)
	b = append(b, " ."...)
	b = appendName(b, residue)
	b = appendChain(b, chain)
	b = append(b, " ? "...)
	id := p.residueID(i)
	b = strconv.AppendInt(b, id, 10)
	b = append(b, " ?"...)
	for _, x := range s.Positions[3*i : 3*i+3] {
		b = append(b, ' ')
		b = format.AppendFixed(b, x, decimals, 0)
	}
	b = append(b, " 1.00 0.00 "...)
	charge := int32(0)
	if s.FormalCharges != nil {
		charge = s.FormalCharges[i]
	}
	if charge == 0 {
		b = append(b, '?')
	} else {
		b = strconv.AppendInt(b, int64(charge), 10)
	}
	b = append(b, ' ')
	b = strconv.AppendInt(b, id, 10)
	b = appendName(b, residue)
	b = appendChain(b, chain)
	b = appendName(b, name)
	return append(b, " 1\n"...)
}

// appendName appends a blank and a name, "." for an empty one.
func appendName(b []byte, name string) []byte {
	b = append(b, ' ')
	if name = format.Text([]byte(name)); name == "" {
		return append(b, '.')
	}
	return cif.AppendValue(b, name)
}

func appendChain(b []byte, chain string) []byte {
	b = append(b, ' ')
	if chain == "" {
		return append(b, '.')
	}
	return cif.AppendValue(b, chain)
}
