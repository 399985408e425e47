package crystal

import (
	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// AsymmetricUnit returns the ideal crystal as y.Setting, a cell and sites, which FromGroup
// makes whole: one atom of each orbit of the standard conventional cell, with its name. It is
// what a file with symmetry operations holds.
func (y *Symmetry) AsymmetricUnit() (cell.Cell, []Site, error) {
	b, err := y.Standardized(false)
	if err != nil {
		return cell.Cell{}, nil, err
	}
	s := b.Structure
	c, err := cell.New(*s.Cell)
	if err != nil {
		return cell.Cell{}, nil, refuse("the standard cell: %v", err)
	}
	seen := map[int32]bool{}
	var sites []Site
	for i, origin := range b.Origin {
		orbit := y.Equivalent[origin]
		if seen[orbit] {
			continue
		}
		seen[orbit] = true
		site := Site{Element: s.Elements[i], Position: c.Fractional(geom.At(s.Positions, i))}
		if s.AtomNames != nil {
			site.Name = s.AtomNames[i]
		}
		site.Position = cell.Fractional{A: snap(site.Position.A), B: snap(site.Position.B), C: snap(site.Position.C)}
		sites = append(sites, site)
	}
	return c, sites, nil
}
