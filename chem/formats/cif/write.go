package cif

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
)

// Check says what Write would lose or change. The error says why the format cannot
// hold s at all.
func Check(s *structure.Structure, o format.Options) (format.Report, error) {
	p, err := newPlan(s)
	if err != nil {
		return format.Report{}, err
	}
	return p.report, nil
}

// Write returns s as a CIF of space group P 1, or of that of the options. The format holds lengths and angles of the
// cell, so a cell of another orientation is turned together with the atoms. s must be
// valid; it is not changed.
func Write(s *structure.Structure, o format.Options) ([]byte, format.Report, error) {
	p, err := newPlan(s)
	if err != nil {
		return nil, format.Report{}, err
	}
	s = p.s
	b := make([]byte, 0, 600+64*s.Len())
	b = append(b, "data_"...)
	b = append(b, structure.Slug(o.Name)...)
	b = append(b, '\n')
	if o.Name != "" {
		b = append(b, "_chemical_name_common             "...)
		b = AppendValue(b, o.Name)
		b = append(b, '\n')
	}
	b = AppendCell(b, &p.cell, "_cell_")
	b = appendGroup(b, o.Group)
	b = append(b, "loop_\n_atom_site_label\n_atom_site_type_symbol\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\n"...)
	for i, z := range s.Elements {
		b = AppendValue(b, p.label(i))
		b = append(b, ' ')
		b = append(b, elem.Symbol(z)...)
		if s.FormalCharges != nil {
			b = appendCharge(b, s.FormalCharges[i])
		}
		f := p.cell.Fractional(geom.At(s.Positions, i))
		for _, x := range [3]float64{f.A, f.B, f.C} {
			b = p.appendFraction(append(b, ' '), x)
		}
		b = append(b, '\n')
	}
	return b, p.report, nil
}

// appendGroup writes the space group, P 1 for nil. The list of operations is what readers
// go by: names have more than one reading.
func appendGroup(b []byte, group *symm.Setting) []byte {
	if group == nil {
		group = &symm.Setting{Number: 1, Hall: "P 1", Name: "P1"}
	}
	b = append(b, "_space_group_name_H-M_alt         "...)
	b = AppendValue(b, group.Spaced())
	if group.Number > 1 {
		b = append(b, "\n_space_group_name_Hall            "...)
		b = AppendValue(b, group.Hall)
	}
	b = append(b, "\n_space_group_IT_number            "...)
	b = strconv.AppendInt(b, int64(group.Number), 10)
	b = append(b, "\nloop_\n_space_group_symop_operation_xyz\n"...)
	for _, o := range group.Operations() {
		b = append(b, '\'')
		b = append(b, strings.ReplaceAll(o.String(), ",", ", ")...)
		b = append(b, "'\n"...)
	}
	return b
}

// plan is what a structure becomes in the file.
type plan struct {
	s      *structure.Structure // oriented
	cell   cell.Cell
	large  bool  // an edge is beyond 1000 Å
	own    bool  // the labels are the atom names
	counts []int // else the number of each atom within its element
	report format.Report
}

func newPlan(s *structure.Structure) (*plan, error) {
	p := &plan{report: format.Report{Format: "cif"}}
	if s.Cell == nil {
		return nil, fmt.Errorf("CIF files need a cell; this structure has none")
	}
	p.s = p.report.Orient(s)
	if p.s.Cell == nil {
		return nil, fmt.Errorf("CIF files need a cell with a volume; that of this structure has none")
	}
	var err error
	if p.cell, err = cell.New(*p.s.Cell); err != nil {
		return nil, err
	}
	lengths, _ := p.cell.Parameters()
	p.large = max(lengths[0], lengths[1], lengths[2]) > 1000
	p.own = unique(s.AtomNames)
	p.report.LoseUnkept("CIF", s, format.Kept{Cell: true, AtomNames: true, Charges: true})
	beyond := 0
	for _, q := range s.FormalCharges {
		if q > 20 || q < -20 {
			beyond++
		}
	}
	if beyond > 0 {
		p.report.Lose("The formal charges of " + format.Count(beyond, "atom") + " beyond ±20 are not stored in CIF")
	}
	if !p.own {
		p.number()
		if s.AtomNames == nil {
			p.report.Change("Labels are made from the element and a number")
		} else {
			p.report.Lose("Atom names are replaced by labels of element and number, because labels must differ")
		}
	}
	return p, nil
}

// unique says whether the names can be labels: all different, none empty or to be mended.
func unique(names []string) bool {
	if names == nil {
		return false
	}
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if name == "" || seen[name] || format.Text([]byte(name)) != name {
			return false
		}
		seen[name] = true
	}
	return true
}

func (p *plan) number() {
	var of [elem.Max + 1]int
	p.counts = make([]int, p.s.Len())
	for i, z := range p.s.Elements {
		of[z]++
		p.counts[i] = of[z]
	}
}

func (p *plan) label(i int) string {
	if p.own {
		return p.s.AtomNames[i]
	}
	return elem.Symbol(p.s.Elements[i]) + strconv.Itoa(p.counts[i])
}

// appendCharge appends "3+" or "2-", nothing for 0.
func appendCharge(b []byte, q int32) []byte {
	switch {
	case q == 0 || q > 20 || q < -20:
		return b
	case q > 0:
		return append(strconv.AppendInt(b, int64(q), 10), '+')
	}
	return append(strconv.AppendInt(b, -int64(q), 10), '-')
}

// appendFraction writes nine decimals, a millionth of an Å in cells up to 1000 Å, and all
// there are in larger ones.
func (p *plan) appendFraction(b []byte, x float64) []byte {
	if p.large || math.Abs(x) > 1e5 {
		return format.AppendNumber(b, x)
	}
	return format.AppendFixed(b, x, 9, 12)
}

// AppendCell writes the six items of a cell; prefix is "_cell_" or "_cell.".
func AppendCell(b []byte, c *cell.Cell, prefix string) []byte {
	lengths, angles := c.Parameters()
	for k, name := range [6]string{"length_a", "length_b", "length_c", "angle_alpha", "angle_beta", "angle_gamma"} {
		x := angles[k%3]
		if k < 3 {
			x = lengths[k]
		}
		start := len(b)
		b = append(b, prefix...)
		b = append(b, name...)
		for len(b) < start+34 {
			b = append(b, ' ')
		}
		text := strings.TrimRight(strconv.FormatFloat(x, 'f', 9, 64), "0")
		b = append(b, text...)
		if text[len(text)-1] == '.' {
			b = append(b, '0')
		}
		b = append(b, '\n')
	}
	return b
}

// AppendValue writes a text so that it reads back as it is: bare, in quotes, or as a text
// field. Ends of lines become blanks.
func AppendValue(b []byte, text string) []byte {
	if strings.ContainsAny(text, "\r\n") {
		text = format.Text([]byte(text))
	}
	if bare(text) {
		return append(b, text...)
	}
	for _, mark := range [2]byte{'\'', '"'} {
		if !closes(text, mark) {
			b = append(b, mark)
			b = append(b, text...)
			return append(b, mark)
		}
	}
	b = append(b, "\n;"...)
	b = append(b, text...)
	return append(b, "\n;"...)
}

// bare says whether a text is a value without quotes.
func bare(text string) bool {
	if text == "" || text == "?" || text == "." || strings.IndexByte("_#$'\"[]{};", text[0]) >= 0 {
		return false
	}
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' { // CIF 1.1 is ASCII; its readers take others inside of quotes
			return false
		}
	}
	lower := strings.ToLower(text)
	for _, word := range []string{"data_", "save_", "loop_", "stop_", "global_"} {
		if strings.HasPrefix(lower, word) {
			return false
		}
	}
	return true
}

// closes says whether a quote inside a text would end it.
func closes(text string, mark byte) bool {
	for i := range len(text) {
		if text[i] == mark && (i+1 == len(text) || text[i+1] <= ' ') {
			return true
		}
	}
	return false
}
