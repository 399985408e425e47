package vasp

import (
	"fmt"
	"strconv"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

const label = "POSCAR" // in reports

// plan is what a structure becomes in the file.
type plan struct {
	s        *structure.Structure
	cell     [9]float64
	elements []uint8       // in order of appearance
	counts   []int         // atoms of each
	order    []int32       // atoms in the order of the file; nil: as they are
	moves    *[3][]float64 // the scalars of selective dynamics; nil: none
	title    string
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
	p := &plan{s: s, title: format.Text([]byte(o.Name)), report: format.Report{Format: "poscar"}}
	if s.Cell == nil {
		return nil, fmt.Errorf("POSCAR files need a cell; this structure has none")
	}
	if !format.HasVolume(s.Cell) {
		return nil, fmt.Errorf("POSCAR files need a cell with a volume; that of this structure has none")
	}
	p.cell = *s.Cell
	if determinant(&p.cell) < 0 {
		for k := 6; k < 9; k++ {
			p.cell[k] = 0 - p.cell[k]
		}
		p.report.Change("The third cell vector is reversed, because the cell is left-handed and VASP refuses that; the lattice is the same")
	}
	p.group()
	moves, rest := format.TakeVector(s, fixed, func(x float64) bool { return x == 0 || x == 1 })
	p.moves = moves
	p.report.LoseUnkept(label, rest, format.Kept{Cell: true})
	if p.title == "" {
		p.title = s.Formula()
	}
	return p, nil
}

// group finds the kinds of atoms; atoms of one element must follow each other.
func (p *plan) group() {
	at := [elem.Max + 1]int{}
	sorted := true
	for i, z := range p.s.Elements {
		if at[z] == 0 {
			p.elements = append(p.elements, z)
			p.counts = append(p.counts, 0)
			at[z] = len(p.elements)
		} else if p.s.Elements[i-1] != z {
			sorted = false
		}
		p.counts[at[z]-1]++
	}
	if sorted {
		return
	}
	next := make([]int, len(p.counts))
	for k := 1; k < len(next); k++ {
		next[k] = next[k-1] + p.counts[k-1]
	}
	p.order = make([]int32, p.s.Len())
	for i, z := range p.s.Elements {
		k := at[z] - 1
		p.order[next[k]] = int32(i)
		next[k]++
	}
	p.report.Order = p.order
	first, moved := 0, 0
	for k := len(p.order) - 1; k >= 0; k-- {
		if int(p.order[k]) != k {
			first = k // also the first atom that moves: those before stay
			moved++
		}
	}
	p.report.Change("Atoms are put in the order of their elements: " + format.Count(moved, "atom") + " from number " + strconv.Itoa(first) + " on move (counted from 0)")
}

// Write returns s as a POSCAR file of VASP 5 with Cartesian coordinates, numbers as the
// shortest text that reads back as the same float64. Atoms are grouped by element in the
// order of appearance; Report.Order has the permutation. s must be valid and have a cell;
// it is not changed.
func Write(s *structure.Structure, o format.Options) ([]byte, format.Report, error) {
	p, err := newPlan(s, o)
	if err != nil {
		return nil, format.Report{}, err
	}
	b := make([]byte, 0, 256+64*s.Len())
	b = append(b, p.title...)
	b = append(b, "\n1.0\n"...)
	for row := range 3 {
		b = appendRow(b, p.cell[3*row:3*row+3])
		b = append(b, '\n')
	}
	for k, z := range p.elements {
		if k > 0 {
			b = append(b, ' ')
		}
		b = append(b, elem.Symbol(z)...)
	}
	b = append(b, '\n')
	for k, n := range p.counts {
		if k > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	if p.moves != nil {
		b = append(b, "\nSelective dynamics"...)
	}
	b = append(b, "\nCartesian\n"...)
	for k := range s.Len() {
		i := k
		if p.order != nil {
			i = int(p.order[k])
		}
		b = appendRow(b, s.Positions[3*i:3*i+3])
		if p.moves != nil {
			for _, values := range p.moves {
				if values[i] != 0 {
					b = append(b, " F"...)
				} else {
					b = append(b, " T"...)
				}
			}
		}
		b = append(b, '\n')
	}
	return b, p.report, nil
}

func appendRow(b []byte, row []float64) []byte {
	for k, x := range row {
		if k > 0 {
			b = append(b, ' ')
		}
		b = format.AppendNumber(b, x)
	}
	return b
}
