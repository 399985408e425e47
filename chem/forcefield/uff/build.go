package uff

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Constants of the paper: the scale of bond orders (eq. 3) and of force constants
// (eq. 6), the latter in kcal/mol·Å/e² as RDKit has it.
const (
	orderScale = 0.1332
	coulomb    = 332.06
)

// builder turns a molecule into terms.
type builder struct {
	p         *perceive.Molecule
	adjacency mol.Adjacency
	types     *atomTypes
	positions []float64
	order     []float64 // of each bond
	length    []float64 // rest length of each bond
	small     [][2]bool // of each atom: in a ring of three, of four
}

func newBuilder(p *perceive.Molecule, positions []float64) *builder {
	b := &builder{p: p, adjacency: p.Mol.Neighbors(), positions: positions}
	degree := make([]int, len(p.Mol.Atoms))
	for i := range degree {
		degree[i] = b.adjacency.Degree(i)
	}
	b.types = chooseTypes(p, degree)
	b.order, b.length = make([]float64, len(p.Mol.Bonds)), make([]float64, len(p.Mol.Bonds))
	for k := range p.Mol.Bonds {
		bond := &p.Mol.Bonds[k]
		b.order[k] = orderOf(bond.Order, p.AromaticBonds[k])
		one, other := b.types.row[bond.A], b.types.row[bond.B]
		b.length[k] = RestLength(b.order[k], one.radius, other.radius, one.chi, other.chi)
	}
	b.small = make([][2]bool, len(p.Mol.Atoms))
	for _, ring := range p.Rings.Relevant {
		if n := len(ring); n == 3 || n == 4 {
			for _, i := range ring {
				b.small[i][n-3] = true
			}
		}
	}
	return b
}

// orderOf is a bond order as a number. Dative and unstated bonds count as single.
func orderOf(order mol.Order, aromatic bool) float64 {
	switch {
	case aromatic, order == mol.Aromatic:
		return 1.5
	case order == mol.Double:
		return 2
	case order == mol.Triple:
		return 3
	case order == mol.Quadruple:
		return 4
	}
	return 1
}

// RestLength returns the length in Å of a bond of that order between atoms of the radii
// ra and rb in Å and the electronegativities chiA and chiB: eq. 2 with the corrections for
// bond order (eq. 3) and electronegativity (eq. 4).
func RestLength(order, ra, rb, chiA, chiB float64) float64 {
	sum := ra + rb
	root := math.Sqrt(chiA) - math.Sqrt(chiB)
	return sum - orderScale*sum*geom.Log(order) - ra*rb*root*root/(chiA*ra+chiB*rb)
}

func (b *builder) addBonds(f *Field) {
	f.bonds = make([]bond, len(b.p.Mol.Bonds))
	for k := range f.bonds {
		m := &b.p.Mol.Bonds[k]
		length := b.length[k]
		z := b.types.row[m.A].z * b.types.row[m.B].z
		f.bonds[k] = bond{int32(3 * m.A), int32(3 * m.B), length, 2 * coulomb * z / (length * length * length)} // eq. 6
	}
}

// Forms of the angle term: the general one, and cosines of once to four times the
// angle.
const (
	general = iota
	linear
	twofold
	trigonal
	fourfold
)

func (b *builder) addAngles(f *Field) {
	count := 0
	for j := range b.p.Mol.Atoms {
		n := b.adjacency.Degree(j)
		count += n * (n - 1) / 2
	}
	f.angles = make([]angle, 0, count)
	for j := range b.p.Mol.Atoms {
		around := b.adjacency.Of(j)
		switch h := b.types.hybrid[j]; {
		case h == perceive.SP3D && len(around) == 5:
			b.addBipyramid(f, j)
			continue
		case h == perceive.Unhybridized && len(around) > 6:
			continue // the ligands arrange themselves, see far.build
		}
		for m, first := range around {
			for _, second := range around[m+1:] {
				form, theta := b.formOf(j, first.Atom, second.Atom)
				b.addAngle(f, first, j, second, form, theta)
			}
		}
	}
}

// formOf is the form and the rest angle of the angle i–j–k.
func (b *builder) formOf(j, i, k int) (form int, theta float64) {
	theta = b.types.row[j].theta
	switch b.types.hybrid[j] {
	case perceive.SP:
		return linear, theta
	case perceive.SP3D:
		if b.adjacency.Degree(j) == 2 {
			return linear, theta
		}
	case perceive.SP3D2, perceive.SP2D:
		return fourfold, theta
	case perceive.SP2:
		// Angles inside and beside rings of three and four.
		for n, inside := range [2]float64{60, 90} {
			if !b.small[j][n] {
				continue
			}
			switch in, out := b.small[i][n] && b.small[k][n], b.small[i][n] != b.small[k][n]; {
			case in:
				return general, inside * math.Pi / 180
			case out:
				return general, (180 - inside/2) * math.Pi / 180
			}
			break // the ring of three decides
		}
		return trigonal, theta
	}
	return general, theta
}

const (
	straight    = 1e-3                   // sine of an angle
	tetrahedral = 109.47 * math.Pi / 180 // as the other types have it
)

// addAngle adds the term of eqs. 10 to 13 as a polynomial in the cosine. The
// cosines of several times the angle have a second minimum at 0, which would put
// one ligand upon another: from the barrier before it on, the term is mirrored and
// rises to the end.
func (b *builder) addAngle(f *Field, first mol.Neighbor, j int, second mol.Neighbor, form int, theta float64) {
	if form == general && math.Sin(theta) < straight {
		// The general term has no finite stiffness at 180°, the angle of types that
		// are for one neighbor.
		if theta = tetrahedral; b.types.hybrid[j] == perceive.SP3D {
			theta = math.Pi / 2
		}
	}
	rij, rjk := b.length[first.Bond], b.length[second.Bond]
	sin, cos := math.Sin(theta), math.Cos(theta)
	r2 := rij*rij + rjk*rjk - 2*rij*rjk*cos
	r := math.Sqrt(r2)
	k := 2 * coulomb * b.types.row[first.Atom].z * b.types.row[second.Atom].z / (r2 * r2 * r) * (3*rij*rjk*(1-cos*cos) - r2*cos)
	a := angle{a: int32(3 * first.Atom), b: int32(3 * j), c: int32(3 * second.Atom), barrier: 2}
	switch form {
	case general:
		c2 := 1 / (4 * max(sin*sin, 1e-8))
		c1 := -4 * c2 * cos
		a.poly = [5]float64{c2*(2*cos*cos+1) - c2, c1, 2 * c2}
	case linear:
		a.poly = [5]float64{1, 1}
	case twofold:
		a.poly = [5]float64{0.5, 0, -0.5}
		a.barrier, a.top = 0, 0.5
	case trigonal:
		a.poly = [5]float64{1. / 9, 3. / 9, 0, -4. / 9}
		a.barrier, a.top = 0.5, 2./9
	case fourfold:
		a.poly = [5]float64{0, 0, 0.5, 0, -0.5}
		a.barrier, a.top = math.Sqrt2/2, 1./8
	}
	for n := range a.poly {
		a.poly[n] *= k
	}
	a.top *= k
	f.angles = append(f.angles, a)
}

// addBipyramid adds the angles of a trigonal bipyramid: two axial ligands opposite
// each other, three equatorial ones, and right angles between.
func (b *builder) addBipyramid(f *Field, j int) {
	around := b.adjacency.Of(j)
	first, second := b.axial(j, around)
	theta := b.types.row[j].theta
	for m := range around {
		for n := m + 1; n < len(around); n++ {
			axialM, axialN := m == first || m == second, n == first || n == second
			form := general
			switch {
			case axialM && axialN:
				form = twofold
			case !axialM && !axialN:
				form = trigonal
			}
			b.addAngle(f, around[m], j, around[n], form, theta)
		}
	}
}

// axial returns the places among five ligands of the two axial ones: those most
// opposite each other, those a configuration states, or the most electronegative
// ones.
func (b *builder) axial(j int, around []mol.Neighbor) (first, second int) {
	if b.positions != nil {
		least := 2.0
		at := geom.At(b.positions, j)
		for m := range around {
			u := geom.At(b.positions, around[m].Atom).Sub(at).Unit()
			for n := m + 1; n < len(around); n++ {
				if d := u.Dot(geom.At(b.positions, around[n].Atom).Sub(at).Unit()); d < least {
					first, second, least = m, n, d
				}
			}
		}
		return first, second
	}
	for _, c := range b.p.Mol.Centers {
		if c.Atom == j && c.Class == mol.TrigonalBipyramidal && len(c.Ligands) == 5 {
			from, to := axis(c.Permutation)
			for m := range around {
				switch around[m].Atom {
				case c.Ligands[from]:
					first = m
				case c.Ligands[to]:
					second = m
				}
			}
			if first != second {
				return min(first, second), max(first, second)
			}
		}
	}
	chi := func(m int) float64 { return b.types.row[around[m].Atom].chi }
	for m := range around {
		if chi(m) > chi(first) {
			first = m
		}
	}
	second = -1
	for m := range around {
		if m != first && (second < 0 || chi(m) > chi(second)) {
			second = m
		}
	}
	return min(first, second), max(first, second)
}

// axis returns the places of the axial ligands in the order of the trigonal
// bipyramid of that number (OpenSMILES, table of @TB).
func axis(permutation uint8) (from, to int) {
	switch {
	case permutation <= 2:
		return 0, 4
	case permutation <= 4:
		return 0, 3
	case permutation <= 6:
		return 0, 2
	case permutation <= 8:
		return 0, 1
	case permutation == 9 || permutation == 11:
		return 1, 4
	case permutation == 10 || permutation == 12:
		return 1, 3
	case permutation == 13 || permutation == 14:
		return 1, 2
	case permutation == 15 || permutation == 20:
		return 2, 4
	case permutation == 16 || permutation == 19:
		return 2, 3
	}
	return 3, 4
}
