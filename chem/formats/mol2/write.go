package mol2

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/structure"
)

// residue is a substructure of the file.
type residue struct {
	id    int32
	name  string
	chain string
	root  int // first atom
}

// plan is what a structure becomes in the file.
type plan struct {
	s        *structure.Structure // oriented
	name     string
	charges  []float64
	lengths  [3]float64
	angles   [3]float64
	residues []residue
	of       []int32 // residue of each atom
	types    []string
	amides   []bool // bonds between the C and the N of an amide
	report   format.Report
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
	p := &plan{name: format.Text([]byte(o.Name)), report: format.Report{Format: "mol2"}}
	if p.name == "" || strings.HasPrefix(p.name, "#") || strings.HasPrefix(p.name, "@") {
		p.name = "*****"
	}
	p.name = strings.TrimRight(p.name, `\`)
	p.s = p.report.Orient(s)
	s = p.s
	if s.Cell != nil {
		c, err := cell.New(*s.Cell)
		if err != nil {
			return nil, fmt.Errorf("MOL2 files hold lengths and angles of the cell: %w", err)
		}
		p.lengths, p.angles = c.Parameters()
	}
	rest := *s
	for k, c := range s.Scalars {
		if c.Name == charge {
			p.charges = c.Values
			rest.Scalars = append(append([]structure.Channel(nil), s.Scalars[:k]...), s.Scalars[k+1:]...)
			break
		}
	}
	p.group()
	p.report.LoseUnkept(label, &rest, format.Kept{
		Bonds: true, Orders: true, Cell: true, ResidueNames: true, ResidueIDs: true, AtomNames: true, Chains: true, Charges: true,
		Molecules: format.ResiduesAreMolecules(s),
	})
	if s.AtomNames == nil {
		p.report.Change("There are no atom names: element symbols are written")
	}
	p.words("atom name", s.AtomNames)
	p.words("residue name", s.ResidueNames)
	p.words("chain id", s.ChainIDs)
	p.perceive()
	return p, nil
}

// words reports texts that are no single words.
func (p *plan) words(what string, list []string) {
	n := 0
	for _, text := range list {
		if word(text) != text && !(what == "chain id" && text == " ") {
			n++
		}
	}
	if n > 0 {
		p.report.Change(format.Count(n, what) + " with blanks or nothing in them" + format.Are(n) + "written with _")
	}
}

// word makes one word of a text.
func word(text string) string {
	if text == "" {
		return "_"
	}
	for i := range len(text) {
		if text[i] <= ' ' || text[i] == 0x7f || text[i] == '\\' {
			return strings.Map(func(c rune) rune {
				if c <= ' ' || c == 0x7f || c == '\\' {
					return '_'
				}
				return c
			}, strings.ToValidUTF8(text, "_"))
		}
	}
	return strings.ToValidUTF8(text, "_")
}

// group finds the residues; each needs a number of its own.
func (p *plan) group() {
	s := p.s
	if s.ResidueIDs == nil && s.ResidueNames == nil && s.ChainIDs == nil {
		return
	}
	known := map[residue]int32{}
	numbers := map[int32]bool{}
	clash := false
	p.of = make([]int32, s.Len())
	for i := range s.Len() {
		r := residue{id: 1}
		if s.ResidueIDs != nil {
			r.id = s.ResidueIDs[i]
		}
		if s.ResidueNames != nil {
			r.name = s.ResidueNames[i]
		}
		if s.ChainIDs != nil {
			r.chain = s.ChainIDs[i]
		}
		at, ok := known[r]
		if !ok {
			clash = clash || numbers[r.id] || r.id == 0
			numbers[r.id] = true
			at = int32(len(p.residues))
			known[r] = at
			r.root = i
			p.residues = append(p.residues, r)
		}
		p.of[i] = at
	}
	if clash {
		for k := range p.residues {
			p.residues[k].id = int32(k + 1)
		}
		p.report.Change("Residues are numbered from 1, because MOL2 wants another number for each")
	}
}

// perceive finds the SYBYL types of the atoms from their bonds.
func (p *plan) perceive() {
	s := p.s
	m := s.Mol()
	p.types = make([]string, s.Len())
	p.amides = make([]bool, len(s.Bonds))
	near := m.Neighbors()
	for i, z := range s.Elements {
		p.types[i] = sybyl(m, &near, i, z)
	}
	for k, b := range m.Bonds {
		if b.Order == mol.Single && (carbonyl(m, &near, b.A) && p.types[b.B] == "N.am" || carbonyl(m, &near, b.B) && p.types[b.A] == "N.am") {
			p.amides[k] = true
		}
	}
}

// Write returns s as a MOL2 file of one molecule: SYBYL atom types from elements and
// bonds, partial charges from the scalar charge, formal charges as attributes, numbers as
// the shortest text that reads back as the same float64. CRYSIN fixes the orientation of
// the cell; a cell that lies otherwise is turned together with the atoms. s must be
// valid; it is not changed. The error says why the format cannot hold s.
func Write(s *structure.Structure, o format.Options) ([]byte, format.Report, error) {
	p, err := newPlan(s, o)
	if err != nil {
		return nil, format.Report{}, err
	}
	s = p.s
	b := make([]byte, 0, 256+80*s.Len()+24*len(s.Bonds))
	b = append(b, mark+"MOLECULE\n"+p.name+"\n"...)
	for k, n := range [5]int{s.Len(), len(s.Bonds), len(p.residues), 0, 0} {
		if k > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	if p.charges != nil {
		b = append(b, "\nSMALL\nUSER_CHARGES\n\n"...)
	} else {
		b = append(b, "\nSMALL\nNO_CHARGES\n\n"...)
	}
	if s.Cell != nil {
		b = append(b, mark+"CRYSIN\n"...)
		for _, x := range [6]float64{p.lengths[0], p.lengths[1], p.lengths[2], p.angles[0], p.angles[1], p.angles[2]} {
			b = append(format.AppendNumber(b, x), ' ')
		}
		b = append(b, "1 1\n"...)
	}
	b = append(b, mark+"ATOM\n"...)
	for i := range s.Len() {
		b = p.appendAtom(b, i)
	}
	b = append(b, mark+"BOND\n"...)
	for k, bond := range s.Bonds {
		for _, n := range [3]int{k + 1, int(bond[0]) + 1, int(bond[1]) + 1} {
			b = append(strconv.AppendInt(b, int64(n), 10), ' ')
		}
		order := uint8(1)
		if s.BondOrders != nil {
			order = s.BondOrders[k]
		}
		kind := [5]string{"", "1", "2", "3", "ar"}[order]
		if p.amides[k] {
			kind = "am"
		}
		b = append(b, kind+"\n"...)
	}
	b = p.appendResidues(b)
	return p.appendCharges(b), p.report, nil
}

func (p *plan) appendAtom(b []byte, i int) []byte {
	s := p.s
	b = append(strconv.AppendInt(b, int64(i+1), 10), ' ')
	if s.AtomNames != nil {
		b = append(b, word(s.AtomNames[i])...)
	} else {
		b = append(b, elem.Symbol(s.Elements[i])...)
	}
	for _, x := range s.Positions[3*i : 3*i+3] {
		b = append(b, ' ')
		b = format.AppendNumber(b, x)
	}
	b = append(b, ' ')
	b = append(b, p.types[i]...)
	if p.of == nil && p.charges == nil {
		return append(b, '\n')
	}
	if p.of != nil {
		r := &p.residues[p.of[i]]
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(r.id), 10)
		b = append(b, ' ')
		b = append(b, word(r.name)...)
	} else {
		b = append(b, " 0 _"...)
	}
	if p.charges != nil {
		b = append(b, ' ')
		b = format.AppendNumber(b, p.charges[i])
	}
	return append(b, '\n')
}

func (p *plan) appendResidues(b []byte) []byte {
	if p.of == nil {
		return b
	}
	b = append(b, mark+"SUBSTRUCTURE\n"...)
	for _, r := range p.residues {
		b = append(strconv.AppendInt(b, int64(r.id), 10), ' ')
		b = append(b, word(r.name)+" "...)
		b = strconv.AppendInt(b, int64(r.root)+1, 10)
		if chain := word(r.chain); r.chain != "" && r.chain != " " {
			b = append(b, " RESIDUE 1 "+chain+" ****"...)
		}
		b = append(b, '\n')
	}
	return b
}

func (p *plan) appendCharges(b []byte) []byte {
	begun := false
	for i, q := range p.s.FormalCharges {
		if q == 0 {
			continue
		}
		if !begun {
			begun = true
			b = append(b, mark+"UNITY_ATOM_ATTR\n"...)
		}
		b = strconv.AppendInt(b, int64(i)+1, 10)
		b = append(b, " 1\ncharge "...)
		b = append(strconv.AppendInt(b, int64(q), 10), '\n')
	}
	return b
}
