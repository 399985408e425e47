// Package gro reads and writes GROMACS structure files. The files hold nanometres;
// Structure holds Å.
//
//	title
//	number of atoms
//	residue number(5) residue name(5) atom name(5) atom number(5) x y z [vx vy vz], per atom
//	box: v1(x) v2(y) v3(z) [v1(y) v1(z) v2(x) v2(z) v3(x) v3(y)]
//
// GROMACS needs v1(y) = v1(z) = v2(z) = 0 and tilts of at most half an edge
// (GROMACS reference manual, "gro file format" and "Periodic boundary conditions"). The
// width of the coordinates follows from the distance of their decimal points. A file may
// hold several frames, one after the other.
package gro

import (
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

const (
	label           = "GRO"       // in reports
	nanometre       = 10.0        // Å
	velocity        = "velocity_" // scalars, with the axis behind
	defaultDecimals = 3
	maxDecimals     = 6
	wrap            = 100_000 // numbers have five columns
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

// Write returns s as a GRO file, coordinates in nm with Options.Decimals
// decimals (3 to 6, usually 3). The format fixes the orientation of the cell; a
// cell that lies otherwise is turned together with the atoms. s must be valid;
// it is not changed. The error says why the format cannot hold s.
func Write(s *structure.Structure, o format.Options) ([]byte, format.Report, error) {
	p, err := newPlan(s, o)
	if err != nil {
		return nil, format.Report{}, err
	}
	s = p.s
	width := p.decimals + 5
	b := make([]byte, 0, 128+s.Len()*(21+3*width))
	b = append(b, p.title...)
	b = append(b, '\n')
	b = format.AppendRight(b, int64(s.Len()), 5)
	b = append(b, '\n')
	for i := range s.Len() {
		b = format.AppendRight(b, modulo(p.residueID(i)), 5)
		b = format.AppendLeftText(b, p.residueName(i), 5)
		b = format.AppendRightText(b, p.atomName(i), 5)
		b = format.AppendRight(b, modulo(int64(i)+1), 5)
		for _, x := range s.Positions[3*i : 3*i+3] {
			b = format.AppendFixed(b, x/nanometre, p.decimals, width)
		}
		if p.velocities != nil {
			for k := range p.velocities {
				b = format.AppendFixed(b, p.velocities[k][i]/nanometre, p.decimals+1, width)
			}
		}
		b = append(b, '\n')
	}
	return p.appendBox(b), p.report, nil
}

func modulo(n int64) int64 { return (n%wrap + wrap) % wrap }

// plan is what a structure becomes in the file.
type plan struct {
	s        *structure.Structure // oriented
	box      [9]float64           // Å, standard orientation, reduced; zero without a cell
	title    string
	decimals int
	report   format.Report

	velocities *[3][]float64 // Å/ps; nil: none
}

func newPlan(s *structure.Structure, o format.Options) (*plan, error) {
	p := &plan{title: oneLine(o.Name), decimals: o.Decimals, report: format.Report{Format: "gro"}}
	if p.decimals == 0 {
		p.decimals = defaultDecimals
	}
	if p.decimals < defaultDecimals || p.decimals > maxDecimals {
		return nil, fmt.Errorf("GRO files have %d to %d decimals; %d is not possible", defaultDecimals, maxDecimals, p.decimals)
	}
	p.velocities, s = format.TakeVector(s, velocity, nil)
	if err := p.turnVelocities(s); err != nil {
		return nil, err
	}
	p.s = p.report.Orient(s)
	dropped := s.Cell != nil && p.s.Cell == nil
	s = p.s
	if atom, ok := format.Fits(s.Positions, nanometre, -999.9995, 9999.9995); !ok {
		return nil, fmt.Errorf("GRO coordinates must lie between -999.999 and 9999.999 nm; atom %d does not", atom+1)
	}
	if dropped {
		p.report.Change("The box is written as 0 0 0")
	} else if s.Cell == nil {
		p.report.Change("There is no cell: the box is written as 0 0 0")
	} else {
		var reduced bool
		p.box, reduced = structure.ReduceTilts(*s.Cell)
		if reduced {
			p.report.Change("The cell is described by shorter vectors of the same lattice, as GROMACS wants tilts of at most half an edge")
		}
	}
	p.report.LoseUnkept(label, s, format.Kept{
		Cell: true, Molecules: s.ResidueIDs == nil || format.ResiduesAreMolecules(s), ResidueNames: true, ResidueIDs: true, AtomNames: true,
	})
	p.report.Lose("Elements are not stored in GRO: readers take them from atom names")
	if format.Rounded(s.Positions, nanometre, p.decimals) {
		p.report.Lose("Coordinates are rounded to " + step(p.decimals) + " nm")
	}
	if p.velocities != nil && (format.Rounded(p.velocities[0], nanometre, p.decimals+1) || format.Rounded(p.velocities[1], nanometre, p.decimals+1) || format.Rounded(p.velocities[2], nanometre, p.decimals+1)) {
		p.report.Lose("Velocities are rounded to " + step(p.decimals+1) + " nm/ps")
	}
	if s.Cell != nil && format.Rounded(p.box[:], nanometre, p.boxDecimals()) {
		p.report.Lose("Cell vectors are rounded to " + step(p.boxDecimals()) + " nm")
	}
	p.reportNames()
	return p, nil
}

// turnVelocities turns velocities as Orient turns the atoms, and checks that they fit.
func (p *plan) turnVelocities(s *structure.Structure) error {
	if p.velocities == nil {
		return nil
	}
	flat := make([]float64, 3*s.Len())
	for k := range flat {
		flat[k] = p.velocities[k%3][k/3]
		if y := flat[k] / nanometre; !(y > -99.999 && y < 999.999) {
			return fmt.Errorf("GRO velocities must lie between -99.999 and 999.999 nm/ps; that of atom %d does not", k/3+1)
		}
	}
	v := &structure.Structure{Elements: s.Elements, Positions: flat, Cell: s.Cell}
	turned, did, ok := v.Standard()
	if !ok || !did.Rotated {
		return nil
	}
	p.velocities = &[3][]float64{}
	for k, x := range turned.Positions {
		p.velocities[k%3] = append(p.velocities[k%3], x)
	}
	return nil
}

// step is the size of the last decimal.
func step(decimals int) string { return "0." + strings.Repeat("0", decimals-1) + "1" }

// boxDecimals: GROMACS writes five, and more only when coordinates have more.
func (p *plan) boxDecimals() int { return max(5, p.decimals) }

func (p *plan) reportNames() {
	s, r := p.s, &p.report
	if s.Len() >= wrap {
		r.Change("Atom numbers are written modulo 100\u202f000")
	}
	wrapped := false
	for i := range s.Len() {
		id := p.residueID(i)
		wrapped = wrapped || id < 0 || id >= wrap
	}
	if wrapped {
		r.Change("Residue numbers are written modulo 100\u202f000")
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
		r.Change("There are no atom names: element symbols are written")
	}
	fit := func(what string, names []string) {
		cut, empty := 0, 0
		for _, name := range names {
			switch {
			case name == "":
				empty++
			case field(name) != name:
				cut++
			}
		}
		if cut > 0 {
			r.Change(format.Count(cut, what) + format.Are(cut) + "cut to five characters without blanks")
		}
		if empty > 0 {
			r.Change(format.Count(empty, what) + format.Are(empty) + "empty and written as _")
		}
	}
	fit("residue name", s.ResidueNames)
	fit("atom name", s.AtomNames)
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

func (p *plan) residueName(i int) string {
	if p.s.ResidueNames == nil {
		return "MOL"
	}
	return field(p.s.ResidueNames[i])
}

func (p *plan) atomName(i int) string {
	if p.s.AtomNames == nil {
		return elem.Symbol(p.s.Elements[i])
	}
	return field(p.s.AtomNames[i])
}

// field fits a name into five columns: visible ASCII characters, others become
// _, as does an empty name.
func field(name string) string {
	for i := range len(name) {
		if name[i] <= ' ' || name[i] >= 0x7f {
			name = strings.Map(func(c rune) rune {
				if c <= ' ' || c >= 0x7f {
					return '_'
				}
				return c
			}, name)
			break
		}
	}
	if name == "" {
		return "_"
	}
	return name[:min(len(name), 5)]
}

// oneLine fits a name into the title line. GROMACS reads "t=" there as a time.
func oneLine(name string) string {
	name = strings.TrimSpace(strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(name, "_")))
	if name == "" {
		return "Written by Molsmith"
	}
	return strings.ReplaceAll(name, "t=", "t =")
}

// appendBox writes the box line: three numbers for a rectangular box, else nine.
func (p *plan) appendBox(b []byte) []byte {
	v := &p.box
	order := []int{0, 4, 8}
	if v[3] != 0 || v[6] != 0 || v[7] != 0 {
		order = []int{0, 4, 8, 1, 2, 3, 5, 6, 7}
	}
	for k, at := range order {
		if k > 0 {
			b = append(b, ' ')
		}
		b = format.AppendFixed(b, v[at]/nanometre, p.boxDecimals(), p.boxDecimals()+4)
	}
	return append(b, '\n')
}
