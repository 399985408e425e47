package edit

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// Wrap brings atoms into the cell by lattice translations: each to fractional
// coordinates in [0, 1), or whole molecules so that the mean of their atoms is there.
// Molecules are those that the bonds make; each is put together first, and a network,
// which cannot be, is wrapped atom by atom.
type Wrap struct {
	Molecules bool
}

// Unwrap makes molecules whole that faces of the cell cut: along the bonds, each atom
// goes to the image nearest to its neighbor. The first atom of each molecule stays.
// Networks stay as they are.
type Unwrap struct{}

// ImageReport says what wrapping or unwrapping comes to.
type ImageReport struct {
	Atoms     int // that move
	Molecules int // that hold one of them

	Networks int       // molecules with bonds to their own images
	Named    []Network // the first of them
}

// Wrapping returns the op that wraps atoms or whole molecules, nil when all are in place,
// and what it comes to. The error is an *contract.Error.
func (d *Document) Wrapping(molecules bool) (*Wrap, ImageReport, error) {
	op := &Wrap{Molecules: molecules}
	_, _, report, err := op.plan(d)
	if err != nil || report.Atoms == 0 {
		op = nil
	}
	return op, report, err
}

// Unwrapping returns the op that makes molecules whole, nil when all are, and what it
// comes to. The error is an *contract.Error.
func (d *Document) Unwrapping() (*Unwrap, ImageReport, error) {
	op := &Unwrap{}
	_, _, report, err := op.plan(d)
	if err != nil || report.Atoms == 0 {
		op = nil
	}
	return op, report, err
}

// insideBy is how far below a face, in parts of the vector, the center of a molecule
// still counts as in the cell: rounding must not send it back and forth.
const insideBy = 1e-9

// plan returns the rows that move and their new positions.
func (op *Wrap) plan(d *Document) (rows []int, positions []float64, report ImageReport, err error) {
	s := &d.current
	l, err := latticeOf(s, "wrapping")
	if err != nil {
		return nil, nil, report, err
	}
	var m *whole
	if op.Molecules {
		m = l.assemble()
		report.Named, report.Networks = m.networks(s)
		m.center(l)
	} else {
		m = &whole{}
		m.of, m.n = s.Components()
	}
	at := func(i int) geom.Vec3 {
		p := geom.At(s.Positions, i)
		if !op.Molecules || m.network[m.of[i]] {
			return l.c.Wrap(p)
		}
		return moved(&l.c, p, m.shifts[i])
	}
	rows, positions, err = d.displaced(at, m, &report)
	return rows, positions, report, err
}

// center changes the shifts so that the mean of each molecule is in the cell.
func (w *whole) center(l *lattice) {
	sums := make([]shift, w.n)
	counts := make([]float64, w.n)
	for i, k := range w.of {
		sums[k] = add(sums[k], add(l.c.Fractional(geom.At(l.s.Positions, i)), w.shifts[i]))
		counts[k]++
	}
	for k, n := range counts {
		sum := &sums[k]
		*sum = shift{A: -math.Floor(sum.A/n + insideBy), B: -math.Floor(sum.B/n + insideBy), C: -math.Floor(sum.C/n + insideBy)}
	}
	for i, k := range w.of {
		w.shifts[i] = add(w.shifts[i], sums[k])
	}
}

func (op *Unwrap) plan(d *Document) (rows []int, positions []float64, report ImageReport, err error) {
	s := &d.current
	l, err := latticeOf(s, "unwrapping")
	if err != nil {
		return nil, nil, report, err
	}
	m := l.assemble()
	report.Named, report.Networks = m.networks(s)
	at := func(i int) geom.Vec3 {
		p := geom.At(s.Positions, i)
		if m.network[m.of[i]] {
			return p
		}
		return moved(&l.c, p, m.shifts[i])
	}
	rows, positions, err = d.displaced(at, m, &report)
	return rows, positions, report, err
}

// moved returns p moved by a translation, bit for bit p when it is none.
func moved(c *cell.Cell, p geom.Vec3, by shift) geom.Vec3 {
	if by == (shift{}) {
		return p
	}
	return p.Add(c.Cartesian(by))
}

// displaced lists the atoms whose place at gives is another than the one they have, and
// counts them and their molecules.
func (d *Document) displaced(at func(i int) geom.Vec3, m *whole, report *ImageReport) (rows []int, positions []float64, err error) {
	s := &d.current
	touched := make([]bool, m.n)
	for i := range s.Len() {
		p := at(i)
		if p == geom.At(s.Positions, i) {
			continue
		}
		if x := p.X + p.Y + p.Z; math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, nil, invalid("atom %d lies too far from the cell to be brought back", i)
		}
		rows = append(rows, i)
		positions = append(positions, p.X, p.Y, p.Z)
		if k := m.of[i]; !touched[k] {
			touched[k] = true
			report.Molecules++
		}
	}
	report.Atoms = len(rows)
	return rows, positions, nil
}

func (op *Wrap) apply(d *Document) (inverse, error) {
	rows, positions, _, err := op.plan(d)
	if err != nil {
		return nil, err
	}
	return d.place(rows, positions), nil
}

func (op *Unwrap) apply(d *Document) (inverse, error) {
	rows, positions, _, err := op.plan(d)
	if err != nil {
		return nil, err
	}
	return d.place(rows, positions), nil
}

// place gives rows, which ascend, new positions.
func (d *Document) place(rows []int, positions []float64) inverse {
	if len(rows) == 0 {
		return untouched{}
	}
	s := d.own()
	undo := &restorePositions{rows: rows, first: rows[0], positions: make([]float64, len(positions)), bonds: len(s.Bonds)}
	for i, row := range rows {
		copy(undo.positions[3*i:3*i+3], s.Positions[3*row:])
		copy(s.Positions[3*row:3*row+3], positions[3*i:])
	}
	return undo
}
