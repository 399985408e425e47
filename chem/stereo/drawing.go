package stereo

import (
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Tolerances of drawings. They are those of RDKit, brought to scale-free form where
// they are lengths there.
const (
	planar   = 1e-3     // Å; a molecule with a z beyond this is a 3D geometry
	straight = 0.999388 // cos 2°: a ligand this close to the axis of a double bond has no side
)

// drawing is a molecule whose coordinates are being read.
type drawing struct {
	m         *mol.Mol
	adjacency mol.Adjacency
	hydrogens []int // implied and stated ones that are not atoms, per atom
}

// FromCoordinates replaces m.Centers and m.CisTrans by what the drawing of m states.
// Call it before hydrogens are removed: they may carry the configuration.
//
// A molecule with any |z| above 0.001 Å is a 3D geometry: handedness follows from the
// positions of the ligands and wedges say nothing, except that a wavy bond leaves its
// atom open. Otherwise it is a 2D drawing and wedges say, for the atom at their narrow
// end, what is in front of the paper and what behind (IUPAC recommendations 2006, Pure
// Appl. Chem. 78, 1897). In both, the sides of double bonds follow from positions,
// unless the bond is marked as open or has a wavy bond beside it.
//
// Nothing is stated where the drawing leaves a doubt: ligands on top of each other or
// in a line, wedges that contradict each other, two ligands on one side of a double
// bond. Centers and bonds whose ligands are alike are stated all the same: whether a
// configuration makes a difference is for Find to say. The chiral flag of mol files
// plays no part. m must pass Check.
func FromCoordinates(m *mol.Mol) { read(m, false) }

// FromGeometry is FromCoordinates for a source that says that it holds a 3D geometry: a
// flat molecule is one too, unless it has wedges.
func FromGeometry(m *mol.Mol) { read(m, true) }

func read(m *mol.Mol, solid bool) {
	m.Centers, m.CisTrans = nil, nil
	if len(m.Bonds) == 0 {
		return
	}
	d := drawing{m: m, adjacency: m.Neighbors()}
	if solid && !wedged(m) || !flat(m) {
		d.countHydrogens()
		for i := range m.Atoms {
			d.solidCenter(i)
		}
	} else {
		d.wedgedCenters()
	}
	for k := range m.Bonds {
		if m.Bonds[k].Order == mol.Double {
			d.sides(k)
		}
	}
}

// flat says whether all atoms lie in the plane of the paper.
func flat(m *mol.Mol) bool {
	for i := range m.Atoms {
		if z := m.Atoms[i].Pos.Z; z > planar || z < -planar {
			return false
		}
	}
	return true
}

// wedged says whether a bond leaves the paper.
func wedged(m *mol.Mol) bool {
	for k := range m.Bonds {
		if s := m.Bonds[k].Stereo; s == mol.WedgeUp || s == mol.WedgeDown {
			return true
		}
	}
	return false
}

func (d *drawing) countHydrogens() {
	d.hydrogens = perceive.LikelyHydrogens(d.m)
	for i := range d.hydrogens {
		d.hydrogens[i] += int(d.m.Atoms[i].Hydrogens)
	}
}

// manyHydrogens says whether atom i has two or more hydrogens that cannot be told
// apart, so that it is no center.
func (d *drawing) manyHydrogens(i int) bool {
	n := d.hydrogens[i]
	for _, next := range d.adjacency.Of(i) {
		if a := &d.m.Atoms[next.Atom]; a.Element == 1 && a.Isotope == 0 {
			n++
		}
	}
	return n > 1
}

// state records a tetrahedral center: seen from the first ligand, the others turn
// counterclockwise or not. A fourth ligand that is not drawn is a hydrogen when the
// atom has one, else a lone pair, which is not listed.
func (d *drawing) state(i int, ligands []int, counterclockwise bool) {
	c := mol.Center{Atom: i, Class: mol.Tetrahedral, Permutation: 2, Ligands: ligands}
	if counterclockwise {
		c.Permutation = 1
	}
	if len(ligands) == 3 && d.hydrogens[i] == 1 {
		c.Ligands = append(c.Ligands, mol.ImplicitHydrogen)
	}
	d.m.Centers = append(d.m.Centers, c)
}

// wavy says whether an open wedge starts at atom i.
func (d *drawing) wavy(i int) bool {
	for _, next := range d.adjacency.Of(i) {
		if b := &d.m.Bonds[next.Bond]; b.A == i && b.Stereo == mol.WedgeEither {
			return true
		}
	}
	return false
}

// sides states the configuration of double bond k, if its drawing has one.
func (d *drawing) sides(k int) {
	b := &d.m.Bonds[k]
	if b.Stereo == mol.CisTransEither {
		return
	}
	axis := d.m.Atoms[b.B].Pos.Sub(d.m.Atoms[b.A].Pos)
	if axis.Norm2() == 0 {
		return
	}
	axis = axis.Unit()
	first, up, ok := d.side(k, b.A, axis.Neg())
	if !ok {
		return
	}
	second, other, ok := d.side(k, b.B, axis)
	if !ok {
		return
	}
	d.m.CisTrans = append(d.m.CisTrans, mol.CisTrans{Bond: k, Ligands: [2]int{first, second}, Cis: up.Dot(other) > 0})
}

// side returns a ligand of end i of double bond k and its direction across the bond's
// axis, which points away from the bond; ok is false when there is none or the drawing
// is open or in doubt. An atom other than hydrogen is preferred.
func (d *drawing) side(k, i int, axis geom.Vec3) (ligand int, across geom.Vec3, ok bool) {
	for _, next := range d.adjacency.Of(i) {
		b := &d.m.Bonds[next.Bond]
		if next.Bond == k || b.Order != mol.Single && b.Order != mol.Aromatic {
			continue
		}
		if b.Stereo == mol.WedgeEither {
			return 0, across, false
		}
		v := d.m.Atoms[next.Atom].Pos.Sub(d.m.Atoms[i].Pos)
		along := v.Dot(axis)
		if v.Norm2() == 0 || along > straight*v.Norm() {
			continue
		}
		w := v.AddScaled(-along, axis)
		if ok && w.Dot(across) >= 0 {
			return 0, across, false // both on one side
		}
		if !ok || d.m.Atoms[ligand].Element == 1 {
			ligand, across = next.Atom, w
		}
		ok = true
	}
	return ligand, across, ok
}
