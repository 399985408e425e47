package xyz

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// label names the format in reports.
const label = "XYZ"

// Check says what Write would lose or change.
func Check(s *structure.Structure) format.Report {
	return newPlan(s, format.Options{}).report
}

// Write returns s as an XYZ file: plain when s has elements and positions only,
// else extended, with every per-atom array in a column of its own. Numbers have
// the shortest text that reads back as the same float64. Bonds have no place in
// the format. s must be valid; it is not changed.
func Write(s *structure.Structure, o format.Options) ([]byte, format.Report) {
	p := newPlan(s, o)
	b := make([]byte, 0, 64+len(s.Elements)*(60+12*len(p.columns)))
	b = strconv.AppendInt(b, int64(s.Len()), 10)
	b = append(b, '\n')
	b = p.appendComment(b)
	for i, z := range s.Elements {
		symbol := elem.Symbol(z)
		b = append(b, symbol...)
		for _, x := range s.Positions[3*i : 3*i+3] {
			b = append(b, ' ')
			b = format.AppendNumber(b, x)
		}
		for k := range p.columns {
			b = append(b, ' ')
			b = p.columns[k].append(b, i)
		}
		b = append(b, '\n')
	}
	return b, p.report
}

// plan is what a structure becomes in an extended file.
type plan struct {
	s       *structure.Structure
	name    string
	columns []outColumn
	report  format.Report
}

// outColumn is one column behind the positions; one of the arrays is set.
type outColumn struct {
	name     string
	texts    []string
	integers []int32
	reals    []float64
}

func newPlan(s *structure.Structure, o format.Options) *plan {
	p := &plan{name: oneLine(o.Name), report: format.Report{Format: "xyz"}}
	s = p.report.WithVolume(s)
	p.s = s
	p.report.LoseUnkept(label, s, format.Kept{
		Cell: true, Molecules: true, ResidueNames: true, ResidueIDs: true, AtomNames: true, Chains: true, Charges: true, Scalars: true,
	})
	p.text(columnAtomName, "atom name", s.AtomNames)
	p.text(columnResidueName, "residue name", s.ResidueNames)
	p.integers(columnResidueID, s.ResidueIDs)
	p.text(columnChain, "chain id", s.ChainIDs)
	p.integers(columnMolecule, s.Molecules)
	p.integers(columnCharge, s.FormalCharges)
	used := map[string]bool{}
	for _, c := range s.Scalars {
		name := scalarName(c.Name, used)
		used[name] = true
		if name != c.Name {
			p.report.Change("The values " + strconv.Quote(c.Name) + " are named " + name)
		}
		p.columns = append(p.columns, outColumn{name: name, reals: c.Values})
	}
	return p
}

func (p *plan) integers(name string, values []int32) {
	if values != nil {
		p.columns = append(p.columns, outColumn{name: name, integers: values})
	}
}

func (p *plan) text(name, what string, values []string) {
	if values == nil {
		return
	}
	p.columns = append(p.columns, outColumn{name: name, texts: values})
	changed := 0
	for _, v := range values {
		if !plainWord(v) {
			changed++
		}
	}
	if changed > 0 {
		p.report.Change(format.Count(changed, what) + " with blanks or nothing in them" + format.Are(changed) + "written with _")
	}
}

// plainWord says whether a text can stand in a column as it is.
func plainWord(s string) bool {
	for _, c := range s {
		if unicode.IsSpace(c) || unicode.IsControl(c) || c == unicode.ReplacementChar {
			return false
		}
	}
	return s != ""
}

// appendWord writes a text as one word.
func appendWord(b []byte, s string) []byte {
	if s == "" {
		return append(b, '_')
	}
	if plainWord(s) {
		return append(b, s...)
	}
	return append(b, strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || unicode.IsControl(c) || c == unicode.ReplacementChar {
			return '_'
		}
		return c
	}, s)...)
}

func (c *outColumn) append(b []byte, i int) []byte {
	switch {
	case c.texts != nil:
		return appendWord(b, c.texts[i])
	case c.integers != nil:
		return strconv.AppendInt(b, int64(c.integers[i]), 10)
	}
	return format.AppendNumber(b, c.reals[i])
}

// scalarName makes a column name that the format can hold, that no role of
// another column has and that is not used yet.
func scalarName(name string, used map[string]bool) string {
	base := strings.Map(func(c rune) rune {
		if c < 0x80 && (unicode.IsLetter(c) || unicode.IsDigit(c)) || strings.ContainsRune("_-.+", c) {
			return c
		}
		return '_'
	}, name)
	if base == "" {
		base = "value"
	}
	free := func(name string) bool {
		_, role := roles[strings.ToLower(name)]
		return !role && !used[name]
	}
	name = base
	for n := 2; !free(name); n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	return name
}

// oneLine fits a name into the comment line.
func oneLine(name string) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || c == unicode.ReplacementChar {
			return ' '
		}
		return c
	}, name))
}

func (p *plan) appendComment(b []byte) []byte {
	if p.s.Cell == nil && len(p.columns) == 0 {
		// Free text must not look like the keys of an extended file.
		b = append(b, strings.ReplaceAll(p.name, "=", " ")...)
		return append(b, '\n')
	}
	if p.s.Cell != nil {
		b = append(b, `Lattice="`...)
		for i, x := range p.s.Cell {
			if i > 0 {
				b = append(b, ' ')
			}
			b = format.AppendNumber(b, x)
		}
		b = append(b, `" `...)
	}
	b = append(b, "Properties=species:S:1:pos:R:3"...)
	for _, c := range p.columns {
		b = append(b, ':')
		b = append(b, c.name...)
		switch {
		case c.texts != nil:
			b = append(b, ":S:1"...)
		case c.integers != nil:
			b = append(b, ":I:1"...)
		default:
			b = append(b, ":R:1"...)
		}
	}
	if p.s.Cell != nil {
		b = append(b, ` pbc="T T T"`...)
	} else {
		b = append(b, ` pbc="F F F"`...)
	}
	if p.name != "" {
		b = append(b, ` name="`...)
		b = append(b, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(p.name)...)
		b = append(b, '"')
	}
	return append(b, '\n')
}
