package conformer

import (
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Bounds of a sound geometry.
const (
	shortBond    = 0.7 // of the sum of covalent radii
	longBond     = 1.4
	longToMetal  = 1.7
	closeContact = 0.7   // of the sum of van der Waals radii, more than three bonds apart
	coincident   = 0.6   // of the sum of covalent radii, for any two atoms
	hydrogenBond = 0.52  // the same between a hydrogen on N, O, F or S and an atom with a lone pair
	flatRing     = 0.05  // Å from the plane of an aromatic ring
	sharpAngle   = 0.139 // cosine of 82°, the smallest angle at an atom with four neighbors outside rings of three and four
)

// fault is what a check found in a geometry.
type fault struct {
	wrong bool // it is not the molecule; else it is only strained
	what  kind
	atoms []int // of the component
	value float64
}

type kind uint8

const (
	notFinite kind = iota
	bondLength
	handedness
	side
	contact
	bentRing
	sharp
)

// text says it in terms of the whole molecule p.
func (f *fault) text(p *perceive.Molecule, part *part) string {
	atoms := part.whole(f.atoms)
	name := p.Mol.Label
	switch f.what {
	case bondLength:
		return fmt.Sprintf("the bond between %s comes out at %.2f Å", name(atoms...), f.value)
	case handedness:
		return fmt.Sprintf("the configuration asked for at %s does not hold: the rest of the molecule forces it out", name(atoms...))
	case side:
		return fmt.Sprintf("the configuration asked for at the double bond between %s does not hold: the rest of the molecule forces it out", name(atoms...))
	case contact:
		return fmt.Sprintf("%s are only %.2f Å apart", name(atoms...), f.value)
	case sharp:
		return fmt.Sprintf("the angle at %s between %s is only %.0f°", name(atoms[0]), name(atoms[1:]...), f.value)
	case bentRing:
		return fmt.Sprintf("the aromatic ring of %s is bent: an atom is %.2f Å out of its plane", name(atoms...), f.value)
	}
	return "no geometry with a finite energy was found"
}

// checks is what the checks of a component need, worked out once.
type checks struct {
	near     [][]int32 // per atom: those up to three bonds away, with a larger number
	radii    []float64 // van der Waals, Å
	donated  []bool    // a hydrogen that can make a hydrogen bond
	acceptor []bool    // an atom with a lone pair
	stamp    []int32
	angles   [][3]int32 // a, center, b: to be wider than sharpAngle
}

func newChecks(p *perceive.Molecule) *checks {
	n := len(p.Mol.Atoms)
	adjacency := p.Mol.Neighbors()
	c := &checks{near: make([][]int32, n), radii: make([]float64, n), donated: make([]bool, n), acceptor: make([]bool, n), stamp: make([]int32, n)}
	seen := make([]int, n)
	var reached []int
	for i := range n {
		z := p.Mol.Atoms[i].Element
		c.radii[i] = elem.VdwRadius(z)
		switch z {
		case 7, 8, 9, 16, 17, 35, 53:
			c.acceptor[i] = true
		case 1:
			for _, next := range adjacency.Of(i) {
				switch p.Mol.Atoms[next.Atom].Element {
				case 7, 8, 9, 16:
					c.donated[i] = true
				}
			}
		}
		if z > 5 && !perceive.Metal(z) && adjacency.Degree(i) == 4 {
			c.addAngles(p.Mol, &adjacency, i)
		}
		reached = append(reached[:0], i)
		seen[i] = i + 1
		start := 0
		for range 3 {
			for end := len(reached); start < end; start++ {
				for _, next := range adjacency.Of(reached[start]) {
					if seen[next.Atom] != i+1 {
						seen[next.Atom] = i + 1
						reached = append(reached, next.Atom)
						if next.Atom > i {
							c.near[i] = append(c.near[i], int32(next.Atom))
						}
					}
				}
			}
		}
	}
	return c
}

// addAngles adds the angles at atom i whose ends are no metals and in no ring of three or
// four with it.
func (c *checks) addAngles(m *mol.Mol, adjacency *mol.Adjacency, i int) {
	list := adjacency.Of(i)
	for k, one := range list {
		for _, other := range list[:k] {
			small := perceive.Metal(m.Atoms[one.Atom].Element) || perceive.Metal(m.Atoms[other.Atom].Element)
			for _, next := range adjacency.Of(one.Atom) {
				if next.Atom == other.Atom {
					small = true
				}
				for _, far := range adjacency.Of(next.Atom) {
					small = small || next.Atom != i && far.Atom == other.Atom
				}
			}
			if !small {
				c.angles = append(c.angles, [3]int32{int32(one.Atom), int32(i), int32(other.Atom)})
			}
		}
	}
}

// sharpest returns the smallest angle below the limit.
func (c *checks) sharpest(x []float64) *fault {
	worst, most := (*fault)(nil), sharpAngle
	for _, a := range c.angles {
		center := geom.At(x, int(a[1]))
		u, v := geom.At(x, int(a[0])).Sub(center).Unit(), geom.At(x, int(a[2])).Sub(center).Unit()
		if cos := u.Dot(v); cos > most {
			most = cos
			worst = &fault{what: sharp, atoms: []int{int(a[1]), int(a[0]), int(a[2])}, value: math.Acos(min(1, cos)) * 180 / math.Pi}
		}
	}
	return worst
}

// check returns the worst that is wrong with a geometry of the component, else the worst
// strain, nil when there is neither.
func (p *part) check(x []float64) *fault {
	if !finite(x) {
		return &fault{wrong: true, what: notFinite}
	}
	if f := checkBonds(p.p.Mol, x); f != nil {
		return f
	}
	if f := checkStereo(p.p.Mol, p.s, x); f != nil {
		return f
	}
	if p.checks == nil {
		p.checks = newChecks(p.p)
	}
	if f := p.checks.coincidence(p.p.Mol, x); f != nil {
		return f
	}
	if f := p.checks.contacts(x); f != nil {
		return f
	}
	if f := p.checks.sharpest(x); f != nil {
		return f
	}
	return checkRings(p.p, x)
}

func checkBonds(m *mol.Mol, x []float64) *fault {
	for _, b := range m.Bonds {
		zA, zB := m.Atoms[b.A].Element, m.Atoms[b.B].Element
		usual := elem.CovalentRadius(zA) + elem.CovalentRadius(zB)
		most := longBond
		if b.Order == mol.Dative || b.Order == mol.Any || perceive.Metal(zA) || perceive.Metal(zB) {
			most = longToMetal
		}
		if d := geom.At(x, b.A).Sub(geom.At(x, b.B)).Norm(); d < shortBond*usual || d > most*usual {
			return &fault{wrong: true, what: bondLength, atoms: []int{b.A, b.B}, value: d}
		}
	}
	return nil
}

// checkStereo compares the configuration of a geometry with that which s asks for.
func checkStereo(m *mol.Mol, s *stereo.Set, x []float64) *fault {
	for k := range s.Centers {
		c := &s.Centers[k]
		ok := true
		switch c.Class {
		case mol.Tetrahedral, mol.Allene:
			ok = counterclockwise(c, x) == (c.Permutation == 1)
		default:
			ok = arranged(c, x)
		}
		if !ok {
			return &fault{wrong: true, what: handedness, atoms: []int{c.Atom}}
		}
	}
	for _, c := range s.Bonds {
		b := m.Bonds[c.Bond]
		angle := geom.Dihedral(geom.At(x, c.Ligands[0]), geom.At(x, b.A), geom.At(x, b.B), geom.At(x, c.Ligands[1]))
		if (math.Abs(angle) < math.Pi/2) != c.Cis {
			return &fault{wrong: true, what: side, atoms: []int{b.A, b.B}}
		}
	}
	return nil
}

// counterclockwise says whether the ligands of a tetrahedron or of cumulated double bonds
// after the first turn counterclockwise, seen from the first. A lone pair is not listed
// and stands last.
func counterclockwise(c *mol.Center, x []float64) bool {
	last := geom.At(x, c.Atom)
	if len(c.Ligands) == 4 {
		last = geom.At(x, c.Ligands[3])
	}
	u, v, w := geom.At(x, c.Ligands[0]).Sub(last), geom.At(x, c.Ligands[1]).Sub(last), geom.At(x, c.Ligands[2]).Sub(last)
	return u.Dot(v.Cross(w)) > 0
}

// coincidence finds two atoms up to three bonds apart that fall on each other, as a force
// field may bring about at a metal with many ligands. For those farther apart contacts
// asks for more.
func (c *checks) coincidence(m *mol.Mol, x []float64) *fault {
	for i, list := range c.near {
		for _, j := range list {
			limit := coincident * (elem.CovalentRadius(m.Atoms[i].Element) + elem.CovalentRadius(m.Atoms[j].Element))
			if d := geom.At(x, i).Sub(geom.At(x, int(j))); d.Norm2() < limit*limit {
				return &fault{wrong: true, what: contact, atoms: []int{i, int(j)}, value: d.Norm()}
			}
		}
	}
	return nil
}

// contacts returns the closest pair of atoms that have no business so near each other.
func (c *checks) contacts(x []float64) *fault {
	worst, least := (*fault)(nil), 1.0
	n := len(c.radii)
	for i := range n {
		for _, j := range c.near[i] {
			c.stamp[j] = int32(i + 1)
		}
		xi, yi, zi, ri := x[3*i], x[3*i+1], x[3*i+2], c.radii[i]
		for j := i + 1; j < n; j++ {
			dx, dy, dz := x[3*j]-xi, x[3*j+1]-yi, x[3*j+2]-zi
			d2 := dx*dx + dy*dy + dz*dz
			limit := closeContact * (ri + c.radii[j])
			if d2 >= limit*limit || c.stamp[j] == int32(i+1) {
				continue
			}
			if c.donated[i] && c.acceptor[j] || c.acceptor[i] && c.donated[j] {
				limit *= hydrogenBond / closeContact
				if d2 >= limit*limit {
					continue
				}
			}
			if ratio := d2 / (limit * limit); ratio < least {
				least = ratio
				worst = &fault{what: contact, atoms: []int{i, j}, value: math.Sqrt(d2)}
			}
		}
		for _, j := range c.near[i] {
			c.stamp[j] = 0
		}
	}
	return worst
}

// checkRings finds an aromatic ring that is not flat.
func checkRings(p *perceive.Molecule, x []float64) *fault {
	for _, ring := range p.Rings.Basis {
		if !aromaticRing(p, ring) {
			continue
		}
		if d := outOfPlane(ring, x); d > flatRing {
			return &fault{what: bentRing, atoms: ring[:1], value: d}
		}
	}
	return nil
}

func aromaticRing(p *perceive.Molecule, ring []int) bool {
	for _, i := range ring {
		if !p.Mol.Atoms[i].Aromatic {
			return false
		}
	}
	return true
}

// outOfPlane returns the largest distance, Å, of atoms of a ring from the plane that fits
// them best.
func outOfPlane(ring []int, x []float64) float64 {
	var center geom.Vec3
	for _, i := range ring {
		center = center.Add(geom.At(x, i))
	}
	center = center.Scale(1 / float64(len(ring)))
	var s spread
	for _, i := range ring {
		s.add(geom.At(x, i).Sub(center))
	}
	a, vectors := s.axes()
	best := 0
	for k := range 3 {
		if a[4*k] < a[4*best] {
			best = k
		}
	}
	normal := geom.Vec3{X: vectors[best], Y: vectors[3+best], Z: vectors[6+best]}
	most := 0.0
	for _, i := range ring {
		most = max(most, math.Abs(geom.At(x, i).Sub(center).Dot(normal)))
	}
	return most
}
