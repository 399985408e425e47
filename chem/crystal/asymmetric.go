package crystal

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/formats/cif"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// AsymmetricUnit returns the ideal crystal as y.Setting: the cell and one atom of each
// orbit of the standard conventional cell, with its name and charge. The operations of the
// setting make it whole.
func (y *Symmetry) AsymmetricUnit() (*structure.Structure, error) {
	b, err := y.Standardized(false)
	if err != nil {
		return nil, err
	}
	s := b.Structure
	c, err := cell.New(*s.Cell)
	if err != nil {
		return nil, refuse("the standard cell: %v", err)
	}
	seen := map[int32]bool{}
	var chosen []int32
	for i, origin := range b.Origin {
		if orbit := y.Equivalent[origin]; !seen[orbit] {
			seen[orbit] = true
			chosen = append(chosen, int32(i))
		}
	}
	unit := &structure.Structure{
		Elements: pick(s.Elements, chosen), AtomNames: pick(s.AtomNames, chosen), FormalCharges: pick(s.FormalCharges, chosen),
		Positions: make([]float64, 3*len(chosen)), Cell: s.Cell, Bonds: [][2]uint32{},
	}
	for i, k := range chosen {
		f := c.Fractional(geom.At(s.Positions, int(k)))
		geom.Put(unit.Positions, i, c.Cartesian(cell.Fractional{A: snap(f.A), B: snap(f.B), C: snap(f.C)}))
	}
	return unit, nil
}

// WriteCIF finds the symmetry of s and writes the crystal as its asymmetric unit, with the
// name, number and operations of its space group in the standard setting. tolerance is that of
// the search. The report says what the file loses and changes against s.
func WriteCIF(ctx context.Context, s *structure.Structure, name string, tolerance float64) (data []byte, report format.Report, y *Symmetry, err error) {
	if y, err = FindSymmetry(ctx, s, tolerance); err != nil {
		return nil, report, nil, err
	}
	unit, err := y.AsymmetricUnit()
	if err != nil {
		return nil, report, nil, err
	}
	data, report, err = cif.Write(unit, format.Options{Name: name, Group: &y.Setting})
	if err != nil {
		return nil, report, nil, err
	}
	var all format.Report
	all.LoseUnkept("CIF", s, format.Kept{Cell: true, AtomNames: true, Charges: true})
	if y.chargesDiffer() {
		all.Lose("The charges of atoms that are equal by symmetry differ: all get that of the first")
	}
	if s.AtomNames != nil && unit.Len() < s.Len() {
		all.Lose("The names of atoms that symmetry makes of others are not stored in CIF")
	}
	report.Losses = append(all.Losses, report.Losses...)
	report.Changes = append([]string{fmt.Sprintf("The crystal is written as %s in the standard setting of space group %s (%d), turned to it and ideal within %.3g Å; its cell holds %s",
		format.Count(unit.Len(), "site"), y.Setting.Name, y.Setting.Number, y.Tolerance, format.Count(y.ConventionalAtoms, "atom"))}, report.Changes...)
	return data, report, y, nil
}

func (y *Symmetry) chargesDiffer() bool {
	charges := y.source.FormalCharges
	for i := range charges {
		if charges[i] != charges[y.Equivalent[i]] {
			return true
		}
	}
	return false
}
