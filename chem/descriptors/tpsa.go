package descriptors

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// surroundings are what a contribution to the polar surface depends on: the charge,
// the hydrogens and the bonds to other atoms by order.
type surroundings struct{ charge, hydrogens, single, double, triple, aromatic, other int16 }

// surface is the contribution of an atom in given surroundings, in Å².
type surface struct {
	surroundings
	area float64
}

// The contributions of Table 1 of Ertl, Rohde and Selzer, J. Med. Chem. 2000, 43,
// 3714. Those of atoms in a ring of three stand in contribution.
var (
	nitrogenSurface = []surface{
		{surroundings{0, 0, 3, 0, 0, 0, 0}, 3.24},
		{surroundings{0, 0, 1, 1, 0, 0, 0}, 12.36},
		{surroundings{0, 0, 0, 0, 1, 0, 0}, 23.79},
		{surroundings{0, 0, 1, 2, 0, 0, 0}, 11.68},
		{surroundings{0, 0, 0, 1, 1, 0, 0}, 13.60},
		{surroundings{0, 1, 2, 0, 0, 0, 0}, 12.03},
		{surroundings{0, 1, 0, 1, 0, 0, 0}, 23.85},
		{surroundings{0, 2, 1, 0, 0, 0, 0}, 26.02},
		{surroundings{1, 0, 4, 0, 0, 0, 0}, 0.00},
		{surroundings{1, 0, 2, 1, 0, 0, 0}, 3.01},
		{surroundings{1, 0, 1, 0, 1, 0, 0}, 4.36},
		{surroundings{1, 1, 3, 0, 0, 0, 0}, 4.44},
		{surroundings{1, 1, 1, 1, 0, 0, 0}, 13.97},
		{surroundings{1, 2, 2, 0, 0, 0, 0}, 16.61},
		{surroundings{1, 2, 0, 1, 0, 0, 0}, 25.59},
		{surroundings{1, 3, 1, 0, 0, 0, 0}, 27.64},
		{surroundings{0, 0, 0, 0, 0, 2, 0}, 12.89},
		{surroundings{0, 0, 0, 0, 0, 3, 0}, 4.41},
		{surroundings{0, 0, 1, 0, 0, 2, 0}, 4.93},
		{surroundings{0, 0, 0, 1, 0, 2, 0}, 8.39},
		{surroundings{0, 1, 0, 0, 0, 2, 0}, 15.79},
		{surroundings{1, 0, 0, 0, 0, 3, 0}, 4.10},
		{surroundings{1, 0, 1, 0, 0, 2, 0}, 3.88},
		{surroundings{1, 1, 0, 0, 0, 2, 0}, 14.14},
	}
	oxygenSurface = []surface{
		{surroundings{0, 0, 2, 0, 0, 0, 0}, 9.23},
		{surroundings{0, 0, 0, 1, 0, 0, 0}, 17.07},
		{surroundings{0, 1, 1, 0, 0, 0, 0}, 20.23},
		{surroundings{-1, 0, 1, 0, 0, 0, 0}, 23.06},
		{surroundings{0, 0, 0, 0, 0, 2, 0}, 13.14},
	}
	sulfurSurface = []surface{
		{surroundings{0, 0, 2, 0, 0, 0, 0}, 25.30},
		{surroundings{0, 0, 0, 1, 0, 0, 0}, 32.09},
		{surroundings{0, 0, 2, 1, 0, 0, 0}, 19.21},
		{surroundings{0, 0, 2, 2, 0, 0, 0}, 8.38},
		{surroundings{0, 1, 1, 0, 0, 0, 0}, 38.80},
		{surroundings{0, 0, 0, 0, 0, 2, 0}, 28.24},
		{surroundings{0, 0, 0, 1, 0, 2, 0}, 21.70},
	}
	phosphorusSurface = []surface{
		{surroundings{0, 0, 3, 0, 0, 0, 0}, 13.59},
		{surroundings{0, 0, 1, 1, 0, 0, 0}, 34.14},
		{surroundings{0, 0, 3, 1, 0, 0, 0}, 9.81},
		{surroundings{0, 1, 2, 1, 0, 0, 0}, 23.47},
	}
)

// TPSA returns the topological polar surface area of p in Å² (Ertl, Rohde and Selzer
// 2000) of its nitrogens and oxygens, and withSP of its sulfurs and phosphoruses as
// well. A nitrogen or oxygen that the paper's table does not have gets
// 30.5 − 8.2 n + 1.5 h or 28.5 − 8.6 n + 1.5 h Å² for n neighbors and h hydrogens, but
// not less than 0, as in RDKit and Daylight's program; other sulfurs and phosphoruses get 0.
func TPSA(p *perceive.Molecule) (area, withSP float64) { return newGraph(p).tpsa() }

func (g *graph) tpsa() (area, withSP float64) {
	for i := range g.atoms {
		switch g.atoms[i].Element {
		case 7, 8:
			a := g.contribution(i)
			area += a
			withSP += a
		case 15, 16:
			withSP += g.contribution(i)
		}
	}
	return area, withSP
}

// contribution is that of one nitrogen, oxygen, phosphorus or sulfur.
func (g *graph) contribution(i int) float64 {
	s := surroundings{charge: int16(g.atoms[i].Charge), hydrogens: int16(g.hydrogens(i))}
	neighbors := 0.0
	for _, next := range g.of(i) {
		if g.atoms[next.Atom].Element == 1 {
			continue
		}
		neighbors++
		switch g.order(next.Bond) {
		case mol.Single:
			s.single++
		case mol.Double:
			s.double++
		case mol.Triple:
			s.triple++
		case mol.Aromatic:
			s.aromatic++
		default:
			s.other++
		}
	}
	switch g.atoms[i].Element {
	case 7:
		if area, ok := find(nitrogenSurface, s); ok {
			switch {
			case s == (surroundings{single: 3}) && g.inTriangle(i):
				return 3.01
			case s == (surroundings{single: 2, hydrogens: 1}) && g.inTriangle(i):
				return 21.94
			}
			return area
		}
		return max(0, 30.5-8.2*neighbors+1.5*float64(s.hydrogens))
	case 8:
		if area, ok := find(oxygenSurface, s); ok {
			if s == (surroundings{single: 2}) && g.inTriangle(i) {
				return 12.53
			}
			return area
		}
		return max(0, 28.5-8.6*neighbors+1.5*float64(s.hydrogens))
	case 15:
		area, _ := find(phosphorusSurface, s)
		return area
	}
	area, _ := find(sulfurSurface, s)
	return area
}

func find(table []surface, s surroundings) (area float64, ok bool) {
	for i := range table {
		if table[i].surroundings == s {
			return table[i].area, true
		}
	}
	return 0, false
}

// inTriangle says whether atom i is in a ring of three: two of its neighbors are bonded.
func (g *graph) inTriangle(i int) bool {
	if !g.p.Rings.InRing(i) {
		return false
	}
	near := g.of(i)
	for n, a := range near {
		for _, b := range near[:n] {
			from, to := a.Atom, b.Atom
			if g.adjacency.Degree(from) > g.adjacency.Degree(to) {
				from, to = to, from
			}
			third := g.bond(from, to)
			if third >= 0 && g.p.Rings.BondInRing(a.Bond) && g.p.Rings.BondInRing(b.Bond) && g.p.Rings.BondInRing(third) {
				return true
			}
		}
	}
	return false
}
