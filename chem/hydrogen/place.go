package hydrogen

import (
	"math"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/mol"
)

// Place returns positions for missing[i] new hydrogens of each atom i of m, in the
// order of the atoms: x y z of each, Å. The atoms of m keep their places, which are
// taken as a 3D geometry.
//
// Directions follow the hybridization: tetrahedral with the lone pairs in their sites,
// in the plane of double and aromatic bonds and of conjugated nitrogen, in line with
// triple bonds. Where a rotation is free, the hydrogens are staggered, those of
// hydroxyl groups on flat atoms lie in the plane, and of equal choices the one far from
// other atoms wins. Around atoms of more ligands they take the widest gaps. Bond
// lengths are those of MMFF94 (Halgren, J. Comput. Chem. 1996, 17, 553), for elements
// beyond it sums of covalent radii.
func Place(m *mol.Mol, missing []int) []float64 {
	total := 0
	for _, n := range missing {
		total += n
	}
	p := placer{m: m, adjacency: m.Neighbors(), added: make([]geom.Vec3, 0, total), of: make([]span, len(m.Atoms))}
	if total > 0 {
		positions := make([]float64, 3*len(m.Atoms))
		for i := range m.Atoms {
			geom.Put(positions, i, m.Atoms[i].Pos)
		}
		// Positions that are not finite have no neighbors.
		p.grid, _ = grid.New(nil, positions, reach)
	}
	for i, n := range missing {
		if n > 0 {
			p.place(i, n)
		}
	}
	out := make([]float64, 3*len(p.added))
	for k, v := range p.added {
		geom.Put(out, k, v)
	}
	return out
}

// placer is a molecule that gets hydrogens.
type placer struct {
	m         *mol.Mol
	adjacency mol.Adjacency
	grid      *grid.Grid // of the atoms of m
	added     []geom.Vec3
	of        []span // the hydrogens of each atom in added

	spokes []geom.Vec3 // unit vectors to the neighbors of the atom at hand
	near   []geom.Vec3 // where the atoms are that new hydrogens must keep away from
	toward []geom.Vec3 // unit vectors to the new hydrogens
}

type span struct{ first, end int }

// shape is the arrangement of the sites around an atom.
type shape uint8

const (
	tetrahedral shape = iota // four sites, of ligands and lone pairs
	flat                     // three sites in a plane
	linear
	crowded // more ligands than four, or a metal
)

// surroundings describes an atom as far as its new hydrogens depend on it.
type surroundings struct {
	shape shape
	angle float64 // between ligands, where they do not fill the sites of the shape; radians
	in    bool    // the hydrogens lie in the plane of the neighbor's own neighbors
}

const degree = math.Pi / 180

// Angles between the ligands of atoms with lone pairs, radians: those of water,
// alcohols, ammonia, hydrogen sulfide and phosphine.
const (
	waterAngle     = 104.5 * degree
	alcoholAngle   = 107 * degree
	ammoniaAngle   = 107 * degree
	sulfideAngle   = 95 * degree
	phosphineAngle = 95 * degree
	sp3Angle       = 109.471 * degree
	sp2Angle       = 120 * degree
)

// surroundings works out the shape of atom i when it has n further ligands.
func (p *placer) surroundings(i, n int) surroundings {
	a := &p.m.Atoms[i]
	double, triple := 0, 0
	for _, next := range p.adjacency.Of(i) {
		switch p.m.Bonds[next.Bond].Order {
		case mol.Double, mol.Aromatic:
			double++
		case mol.Triple, mol.Quadruple:
			triple++
		}
	}
	ligands := p.adjacency.Degree(i) + n
	heavy := a.Element > 10
	conjugated := false // with a neighbor that has a double bond
	for _, next := range p.adjacency.Of(i) {
		conjugated = conjugated || p.unsaturated(next.Atom)
	}
	s := surroundings{shape: tetrahedral, angle: sp3Angle}
	switch {
	case ligands > 4 || a.Element == 0 || undirected(a.Element):
		s.shape = crowded
	case ligands == 2 && (triple > 0 || double > 1) && !heavy:
		s.shape = linear
	case ligands <= 3 && double > 0 && !(heavy && ligands == 3):
		s.shape, s.angle = flat, sp2Angle
	case ligands <= 3 && (a.Element == 5 || a.Element == 13 || a.Element == 6 && a.Charge >= 0):
		s.shape, s.angle = flat, sp2Angle
	case a.Element == 7 && ligands == 3 && a.Charge == 0 && conjugated:
		s.shape, s.angle = flat, sp2Angle
	case ligands == 2 && !heavy:
		s.angle = alcoholAngle
		if p.adjacency.Degree(i) == 0 {
			s.angle = waterAngle
		}
		s.in = conjugated
	case ligands == 2:
		s.angle, s.in = sulfideAngle, conjugated
	case ligands == 3 && heavy:
		s.angle = phosphineAngle
	case ligands == 3:
		s.angle = ammoniaAngle
	}
	return s
}

// unsaturated says whether atom i has a multiple bond that flattens its neighbors.
func (p *placer) unsaturated(i int) bool {
	if p.m.Atoms[i].Element > 8 {
		return false
	}
	for _, next := range p.adjacency.Of(i) {
		if o := p.m.Bonds[next.Bond].Order; o == mol.Double || o == mol.Triple || o == mol.Aromatic {
			return true
		}
	}
	return false
}

// undirected says whether the ligands of element z have no preferred directions: it is in
// the s, d or f block (hydrogen and helium excepted), or thallium, lead or bismuth.
func undirected(z uint8) bool {
	switch {
	case z <= 2, z >= 5 && z <= 10, z >= 13 && z <= 18, z >= 31 && z <= 36, z >= 49 && z <= 54, z >= 84 && z <= 86:
		return false
	}
	return true
}

// place adds n hydrogens to atom i.
func (p *placer) place(i, n int) {
	at := p.m.Atoms[i].Pos
	p.spokes = p.spokes[:0]
	for _, next := range p.adjacency.Of(i) {
		v := p.m.Atoms[next.Atom].Pos.Sub(at)
		if v.Norm2() > 1e-12 {
			p.spokes = append(p.spokes, v.Unit())
		}
	}
	length := bondLength(p.m.Atoms[i].Element, p.unsaturated(i))
	p.gather(i)
	p.toward = p.toward[:0]
	p.directions(i, n, length)
	first := len(p.added)
	for _, v := range p.toward {
		p.added = append(p.added, at.AddScaled(length, v))
	}
	p.of[i] = span{first, len(p.added)}
}

// reach is the distance, in Å, of the atoms that new hydrogens keep away from.
const reach = 4.0

// gather lists the positions of the atoms within reach of atom i and of the hydrogens
// that these have got.
func (p *placer) gather(i int) {
	p.near = p.near[:0]
	if p.grid == nil {
		return
	}
	p.grid.Near(p.m.Atoms[i].Pos, func(a int, _ geom.Vec3, _ float64) bool {
		if a != i {
			p.near = append(p.near, p.m.Atoms[a].Pos)
			p.near = append(p.near, p.added[p.of[a].first:p.of[a].end]...)
		}
		return true
	})
}

// crowding says how close hydrogens in some directions come to other atoms.
func (p *placer) crowding(i int, length float64, toward ...geom.Vec3) float64 {
	sum := 0.0
	for _, v := range toward {
		h := p.m.Atoms[i].Pos.AddScaled(length, v)
		for _, q := range p.near {
			d := q.Sub(h).Norm2() + 0.1
			sum += 1 / (d * d * d)
		}
	}
	return sum
}

// bondLength is the length of a bond from element z to hydrogen, Å.
func bondLength(z uint8, unsaturated bool) float64 {
	switch z {
	case 1:
		return 0.741
	case 5:
		return 1.19
	case 6:
		if unsaturated {
			return 1.083
		}
		return 1.093
	case 7:
		return 1.019
	case 8:
		return 0.972
	case 9:
		return 0.917
	case 14:
		return 1.483
	case 15:
		return 1.415
	case 16:
		return 1.341
	case 17:
		return 1.275
	case 34:
		return 1.46
	case 35:
		return 1.414
	case 53:
		return 1.609
	}
	return elem.CovalentRadius(z) + elem.CovalentRadius(1)
}
