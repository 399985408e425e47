package cif

import (
	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/geom"
)

// Sites of different elements or fractions closer than this, in Å, share one place.
const onePlace = 0.5

// maxCompared is the largest number of partly occupied sites that are compared with each
// other.
const maxCompared = 2000

// keepMajor leaves out the sites of minor disorder: in each assembly all groups but that
// whose sites have the largest mean occupancy, and of partly occupied sites outside of
// groups all but the most occupied at one place. Of equals the first listed stays.
func (r *reader) keepMajor(c *cell.Cell) {
	drop := make([]bool, len(r.sites))
	r.dropGroups(drop)
	r.dropOccupants(c, drop)
	kept := r.sites[:0]
	for i, s := range r.sites {
		if !drop[i] {
			kept = append(kept, s)
		}
	}
	if n := len(drop) - len(kept); n > 0 {
		r.file.Warn("%s of minor disorder%sleft out", format.Count(n, "site"), format.Are(n))
	}
	r.sites = kept
}

// group is a disorder group of an assembly.
type group struct {
	assembly, name string
	sum            float64 // of the occupancies
	sites          int
}

func (g *group) mean() float64 { return g.sum / float64(g.sites) }

func (r *reader) dropGroups(drop []bool) {
	var groups []group
	find := func(s *site) int {
		name := s.text[groupColumn]
		if name == "?" || name == "." {
			return -1
		}
		for k := range groups {
			if groups[k].name == name && groups[k].assembly == s.text[assemblyColumn] {
				return k
			}
		}
		if len(groups) == 100 {
			return -1
		}
		groups = append(groups, group{assembly: s.text[assemblyColumn], name: name})
		return len(groups) - 1
	}
	of := make([]int, len(r.sites))
	for i := range r.sites {
		if of[i] = find(&r.sites[i]); of[i] >= 0 {
			groups[of[i]].sum += occupancyOf(&r.sites[i])
			groups[of[i]].sites++
		}
	}
	for i, k := range of {
		for j := range groups {
			if k < 0 || j == k || groups[j].assembly != groups[k].assembly {
				continue
			}
			if a, b := groups[j].mean(), groups[k].mean(); a > b || a == b && j < k {
				drop[i] = true
			}
		}
	}
}

func occupancyOf(s *site) float64 {
	if x, ok := number(s.text[occupancyColumn]); ok {
		return x
	}
	return 1
}

func (r *reader) dropOccupants(c *cell.Cell, drop []bool) {
	type occupant struct {
		site      int
		p         geom.Vec3
		occupancy float64
	}
	var list []occupant
	for i := range r.sites {
		s := &r.sites[i]
		occupancy := occupancyOf(s)
		x, okX := coordinate(s.text[xColumn])
		y, okY := coordinate(s.text[yColumn])
		z, okZ := coordinate(s.text[zColumn])
		if drop[i] || occupancy >= 1 || c == nil || !okX || !okY || !okZ || len(list) == maxCompared {
			continue
		}
		list = append(list, occupant{i, c.Cartesian(cell.Fractional{A: x, B: y, C: z}), occupancy})
	}
	for i := range list {
		for j := range list {
			a, b := &list[i], &list[j]
			if i != j && (b.occupancy > a.occupancy || b.occupancy == a.occupancy && j < i) && c.Distance(a.p, b.p) < onePlace {
				drop[a.site] = true
				break
			}
		}
	}
}
