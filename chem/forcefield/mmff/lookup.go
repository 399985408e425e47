package mmff

import (
	"strconv"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/forcefield/mmff/typing"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// graph is a typed molecule as the search for parameters sees it.
type graph struct {
	atoms     []mol.Atom
	bonds     []mol.Bond
	neighbors mol.Adjacency
	valence   []int // per atom, as perceive.Molecule has them
	radicals  []int
	types     []uint8
	classes   []uint8 // bond type indices: 1 for single bonds between unsaturated atoms
	aromatic  []bool  // bonds of aromatic rings
	stretch   []stretch
	estimated []int // bonds without a row in the tables
	tables    *parameters
	variant   Variant
}

// stretch are the parameters of a bond.
type stretch struct {
	kb float64 // md/Å
	r0 float64 // Å
}

// bend are the parameters of an angle.
type bend struct {
	class  uint8
	ka     float64 // md·Å/rad²
	theta0 float64 // degrees
}

// newGraph returns a molecule with the parameters of its bonds. The error is an *Error.
func newGraph(p *perceive.Molecule, r *typing.Result, v Variant) (*graph, error) {
	m := p.Mol
	g := &graph{
		atoms: m.Atoms, bonds: m.Bonds, neighbors: m.Neighbors(), valence: p.Valence, radicals: p.Radicals, types: r.Types, aromatic: r.AromaticBond,
		classes: make([]uint8, len(m.Bonds)), stretch: make([]stretch, len(m.Bonds)), tables: tables(), variant: v,
	}
	for k := range g.classes {
		g.classes[k] = r.BondClass(k)
	}
	for k, b := range m.Bonds {
		s, ok := g.findBond(k)
		if !ok {
			return nil, &Error{[]int{b.A, b.B}, "MMFF94 has no parameters for a bond between atoms " + g.name(b.A) + " and " + g.name(b.B)}
		}
		g.stretch[k] = s
	}
	return g, nil
}

// name is how errors call atom i.
func (g *graph) name(i int) string {
	return strconv.Itoa(i) + " (" + elem.Symbol(g.atoms[i].Element) + ", type " + strconv.Itoa(int(g.types[i])) + ")"
}

func (g *graph) properties(i int) typing.Properties { return typing.PropertiesOf(g.types[i]) }

// bondBetween returns the bond that joins i and j, −1 when none does.
func (g *graph) bondBetween(i, j int) int {
	for _, n := range g.neighbors.Of(i) {
		if n.Atom == j {
			return n.Bond
		}
	}
	return -1
}

// haveCommonNeighbor says whether i has a neighbor other than notI that is one of j
// other than notJ.
func (g *graph) haveCommonNeighbor(i, notI, j, notJ int) bool {
	for _, a := range g.neighbors.Of(i) {
		if a.Atom == notI {
			continue
		}
		for _, b := range g.neighbors.Of(j) {
			if b.Atom == a.Atom && b.Atom != notJ {
				return true
			}
		}
	}
	return false
}

// findBond returns the parameters of bond k.
func (g *graph) findBond(k int) (stretch, bool) {
	a, b := g.bonds[k].A, g.bonds[k].B
	i, j := ordered(g.types[a], g.types[b])
	if v := g.tables.bond.find(pairKey(g.classes[k], i, j)); v != nil {
		return stretch{v[0], v[1]}, true
	}
	g.estimated = append(g.estimated, k)
	return g.empiricalBond(a, b)
}

func ordered(a, b uint8) (uint8, uint8) {
	if a > b {
		return b, a
	}
	return a, b
}

// smallRing returns 3 or 4 when angle i–j–k is in a ring of that size, otherwise 0.
func (g *graph) smallRing(i, j, k int) int {
	switch {
	case g.bondBetween(i, k) >= 0:
		return 3
	case g.haveCommonNeighbor(i, j, k, j):
		return 4
	}
	return 0
}

// findAngle returns the parameters of the angle between bonds ij and jk at j.
// The ends are looked for as themselves and then as ever wider classes. A row with force
// constant 0 gives the angle only.
func (g *graph) findAngle(i, j, k, bondIJ, bondJK int) bend {
	ring := g.smallRing(i, j, k)
	class := g.classes[bondIJ] + g.classes[bondJK]
	switch {
	case ring > 0 && class > 0: // 5 and 6 in a ring of three, 7 and 8 in one of four
		class += uint8(2*ring - 2)
	case ring > 0:
		class = uint8(ring)
	}
	ti, tk := &g.tables.steps[g.types[i]], &g.tables.steps[g.types[k]]
	var v []float64
	for step := range ti {
		a, c := ordered(ti[step], tk[step])
		if v = g.tables.angle.find(angleKey(class, a, g.types[j], c)); v != nil {
			break
		}
	}
	b := bend{class: class}
	switch {
	case v == nil:
		b.theta0 = empiricalAngle(ring)
	case v[0] == 0:
		b.theta0 = v[1]
	default:
		b.ka, b.theta0 = v[0], v[1]
		return b
	}
	b.ka = g.empiricalBending(i, j, k, ring, b.theta0, g.stretch[bondIJ].r0, g.stretch[bondJK].r0)
	return b
}

// findStretchBend returns the force constants, md/rad, that couple angle i–j–k of that
// class with its bonds ij and jk, and the class of the coupling.
func (g *graph) findStretchBend(i, j, k, bondIJ, bondJK int, class uint8) (ij, jk float64, coupling uint8) {
	ti, tk := g.types[i], g.types[k]
	first, last := g.classes[bondIJ], g.classes[bondJK]
	swapped := ti > tk || ti == tk && first < last
	if swapped {
		ti, tk = tk, ti
		first = last
	}
	coupling = stretchBendClass(class, first)
	v := g.tables.stretchBend.find(angleKey(coupling, ti, g.types[j], tk))
	if v == nil {
		ri, rk := row(g.atoms[i].Element), row(g.atoms[k].Element)
		if swapped = ri > rk; swapped {
			ri, rk = rk, ri
		}
		v = g.tables.stretchBendByRow.find(angleKey(0, ri, row(g.atoms[j].Element), rk))
	}
	switch {
	case v == nil:
		return 0, 0, coupling
	case swapped:
		return v[1], v[0], coupling
	}
	return v[0], v[1], coupling
}

// stretchBendClass returns the stretch-bend type of an angle class and the class of the
// bond to the end with the smaller type (Halgren 1996, paper III, appendix).
func stretchBendClass(angle, first uint8) uint8 {
	switch angle {
	case 1:
		return 2 - first
	case 2:
		return 3
	case 3:
		return 5
	case 4:
		return 4
	case 5:
		return 7 - first
	case 6:
		return 8
	case 7:
		return 10 - first
	case 8:
		return 11
	}
	return 0
}

// findOutOfPlane returns the force constant, md·Å/rad², of the three angles between a
// bond of j and the plane of the other two; ok is false when the type has none.
func (g *graph) findOutOfPlane(i, j, k, l int) (koop float64, ok bool) {
	ti, tk, tl := &g.tables.steps[g.types[i]], &g.tables.steps[g.types[k]], &g.tables.steps[g.types[l]]
	for step := range ti {
		a, b := ordered(ti[step], tk[step])
		b, c := ordered(b, tl[step])
		a, b = ordered(a, b)
		if v := g.tables.outOfPlane[g.variant].find(planeKey(a, g.types[j], b, c)); v != nil {
			return v[0], true
		}
	}
	return 0, false
}

// turns says whether there are torsions about bonds of atom i: whether it has three or
// four neighbors, lone pairs and lone electrons and no triple bond. With two, and with more as in a
// sulfurane, bonds are opposite each other, where a torsion is singular.
func (g *graph) turns(i int) bool {
	degree := g.neighbors.Degree(i)
	if degree == 1 || g.properties(i).Linear {
		return false
	}
	for _, n := range g.neighbors.Of(i) {
		if g.bonds[n.Bond].Order == mol.Triple {
			return false
		}
	}
	a := &g.atoms[i]
	places := degree + (perceive.OuterElectrons(a.Element)-int(a.Charge)-g.valence[i]+g.radicals[i])/2
	return places == 3 || places == 4
}

// torsionClasses returns the class of a torsion and the one that is tried when the first
// has no parameters. axis is the bond jk.
func (g *graph) torsionClasses(i, j, k, l, bondIJ, axis, bondKL int) (class, other uint8) {
	class = g.classes[axis]
	if class == 0 && g.single(axis) && (g.classes[bondIJ] == 1 || g.classes[bondKL] == 1) {
		class = 2
	}
	switch {
	case g.bondBetween(i, l) >= 0:
		// Two fused rings of three hold no torsion of a ring of four.
		if g.bondBetween(i, k) < 0 && g.bondBetween(j, l) < 0 {
			return 4, class
		}
	case g.types[i] == 1 || g.types[j] == 1 || g.types[k] == 1 || g.types[l] == 1:
		if g.haveCommonNeighbor(i, j, l, k) {
			return 5, class
		}
	}
	return class, 0
}

// single says whether bond k is a single bond outside aromatic rings.
func (g *graph) single(k int) bool { return g.bonds[k].Order == mol.Single && !g.aromatic[k] }

// findTorsion returns V1, V2, V3 in kcal/mol of the torsion i–j–k–l and its class.
// Ends are looked for as themselves, with one end wide and the other any type, and with
// any types. In rings of five the class outside rings precedes any types (the validation
// suite has it so; the papers do not say it).
func (g *graph) findTorsion(i, j, k, l, bondIJ, axis, bondKL int) (v [3]float64, class uint8) {
	class, other := g.torsionClasses(i, j, k, l, bondIJ, axis, bondKL)
	found, step := g.searchTorsion(class, i, j, k, l)
	if found == nil || class == 5 && other != 0 && step == 3 {
		if second, _ := g.searchTorsion(other, i, j, k, l); second != nil {
			found = second
			if other != 0 { // the original program goes on calling a class 0 by the first
				class = other
			}
		}
	}
	if found == nil {
		return g.empiricalTorsion(j, k, axis), class
	}
	return [3]float64(found), class
}

// torsionSteps are the steps in which the two ends are taken.
var torsionSteps = [4][2]uint8{{0, 0}, {1, 3}, {3, 1}, {3, 3}}

func (g *graph) searchTorsion(class uint8, i, j, k, l int) (v []float64, step int) {
	tj, tk := g.types[j], g.types[k]
	if tj > tk {
		tj, tk = tk, tj
		i, l = l, i
	}
	ti, tl := &g.tables.steps[g.types[i]], &g.tables.steps[g.types[l]]
	for step, ends := range torsionSteps {
		a, d := ti[ends[0]], tl[ends[1]]
		if tj == tk {
			a, d = ordered(a, d)
		}
		if v := g.tables.torsion[g.variant].find(torsionKey(class, a, tj, tk, d)); v != nil {
			return v, step
		}
	}
	return nil, 0
}
