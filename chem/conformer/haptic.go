package conformer

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/ring"
)

// Rings of carbon that a metal binds with all their atoms, as in ferrocene, have no place
// in the terms of a force field: ten bonds at a metal, five at a carbon. They are embedded
// as if every atom were bonded to the metal, and relaxed as the rings they are without
// those bonds, flat and aromatic, each atom held at its distance from the metal.
//
// SMILES writes them in two ways, and both give the same geometry: with bonds from the
// metal to every atom of a ring, or as ions side by side, [Fe+2].[cH-]1cccc1.[cH-]1cccc1.
// Ions are taken so when there are two rings for every metal and nothing else they could
// belong to.

// haptics are the rings that metals of a molecule bind.
type haptics struct {
	rings []hapticRing
	// bonded has the bonds between the metals and all atoms of the rings, loose has
	// none of them. Atoms are the same in both.
	bonded, loose *perceive.Molecule
}

type hapticRing struct {
	metal  int
	atoms  []int
	stated bool // by bonds; else the molecule has ions
}

const (
	hapticConstant = 5000 // kcal/mol/Å²
	nearMetal      = 3.0  // Å; a ring of ions that is farther away in a given geometry is not bound
)

// findHaptics returns the rings that metals of p bind, nil when there are none. ions says
// whether ions side by side count.
func findHaptics(p *perceive.Molecule, ions bool) *haptics {
	h := &haptics{}
	metals := false
	adjacency := p.Mol.Neighbors()
	for i := range p.Mol.Atoms {
		if !perceive.Metal(p.Mol.Atoms[i].Element) {
			continue
		}
		metals = true
		h.stated(p, &adjacency, i)
	}
	if !metals {
		return nil
	}
	if len(h.rings) == 0 && ions {
		h.ionic(p, &adjacency)
	}
	if len(h.rings) == 0 || !h.divide(p, &adjacency) {
		return nil
	}
	return h
}

// stated adds the rings of carbon of which every atom is bonded to a metal.
func (h *haptics) stated(p *perceive.Molecule, adjacency *mol.Adjacency, metal int) {
	bound := make(map[int]bool)
	for _, next := range adjacency.Of(metal) {
		if p.Mol.Atoms[next.Atom].Element == 6 {
			bound[next.Atom] = true
		}
	}
	if len(bound) < 5 {
		return
	}
	// The rings of the metal with pairs of them hide the one we look for.
	m := &mol.Mol{Atoms: p.Mol.Atoms}
	for _, b := range p.Mol.Bonds {
		if bound[b.A] && bound[b.B] {
			m.Bonds = append(m.Bonds, b)
		}
	}
	for _, atoms := range ring.Find(m).Basis {
		if len(atoms) >= 5 && len(atoms) <= 8 {
			h.rings = append(h.rings, hapticRing{metal, atoms, true})
		}
	}
}

// ionic adds the rings of separate components that stand beside bare metals.
func (h *haptics) ionic(p *perceive.Molecule, adjacency *mol.Adjacency) {
	var metals []int
	neutral, arenes := true, true // a metal takes what without a charge
	for i := range p.Mol.Atoms {
		if a := &p.Mol.Atoms[i]; sandwiching(a.Element) && adjacency.Degree(i) == 0 && a.Charge >= 0 {
			metals = append(metals, i)
			neutral = neutral && a.Charge == 0
			arenes = arenes && takesArenes(a.Element)
		}
	}
	if len(metals) == 0 {
		return
	}
	of, n := p.Mol.Components()
	candidate := make([]int, n) // of each component, its ring; −1 for several
	rings := [][]int{nil}
	for _, atoms := range p.Rings.Basis {
		if !boundRing(p, atoms, neutral, neutral && arenes) {
			continue
		}
		if k := of[atoms[0]]; candidate[k] == 0 {
			candidate[k] = len(rings)
			rings = append(rings, atoms)
		} else {
			candidate[k] = -1
		}
	}
	var chosen [][]int
	for _, k := range candidate {
		if k < 0 {
			return
		}
		if k > 0 {
			chosen = append(chosen, rings[k])
		}
	}
	if len(chosen) != 2*len(metals) {
		return
	}
	for k, atoms := range chosen {
		h.rings = append(h.rings, hapticRing{metals[k/2], atoms, false})
	}
}

// sandwiching says whether an ion of element z between two rings is taken as bound to
// them: magnesium, the metals of groups 3 to 12, lanthanides and actinides.
func sandwiching(z uint8) bool {
	return z == 12 || z >= 21 && z <= 30 || z >= 39 && z <= 48 || z >= 57 && z <= 80 || z >= 89 && z <= 103
}

// takesArenes says whether an atom of element z between two benzenes is bound to them: a
// metal of groups 5 to 7.
func takesArenes(z uint8) bool {
	return z >= 23 && z <= 25 || z >= 41 && z <= 43 || z >= 73 && z <= 75
}

// boundRing says whether a ring of carbon is one that metals bind: aromatic with a
// negative charge; for metals without a charge one of five atoms with a radical, as files
// without charges have them, or an arene.
func boundRing(p *perceive.Molecule, atoms []int, radicals, arenes bool) bool {
	charge, radical := 0, 0
	for _, i := range atoms {
		a := &p.Mol.Atoms[i]
		if a.Element != 6 {
			return false
		}
		charge += int(a.Charge)
		radical += p.Radicals[i]
	}
	switch {
	case charge < 0:
		return aromaticRing(p, atoms)
	case len(atoms) == 5:
		return radicals && charge == 0 && radical == 1
	}
	return arenes && len(atoms) == 6 && aromaticRing(p, atoms)
}

// divide makes the two molecules. It says whether the rings are molecules without the
// metal.
func (h *haptics) divide(p *perceive.Molecule, adjacency *mol.Adjacency) bool {
	cut := make(map[[2]int]bool)
	for _, r := range h.rings {
		for _, i := range r.atoms {
			cut[[2]int{min(i, r.metal), max(i, r.metal)}] = true
		}
	}
	loose := &mol.Mol{Atoms: append([]mol.Atom(nil), p.Mol.Atoms...)}
	double := make([]bool, len(loose.Atoms))
	for _, b := range p.Mol.Bonds {
		if cut[[2]int{min(b.A, b.B), max(b.A, b.B)}] {
			continue
		}
		b.Stereo = mol.NoStereo
		loose.Bonds = append(loose.Bonds, b)
		if b.Order == mol.Double {
			double[b.A], double[b.B] = true, true
		}
	}
	for i := range loose.Atoms {
		loose.Atoms[i].NoImplicit, loose.Atoms[i].Aromatic = true, false
	}
	for _, r := range h.rings {
		closeShells(loose, r.atoms, double)
	}
	q, _, err := hydrogen.FromMol(loose)
	if err != nil || len(q.Mol.Atoms) != len(loose.Atoms) {
		return false
	}
	h.loose, h.bonded = q, p
	if !h.rings[0].stated {
		h.bonded = withBonds(p, h.rings)
	}
	return true
}

// closeShells gives neighboring atoms of a ring that have neither a double bond nor a
// charge a double bond, and one that is left a charge.
func closeShells(m *mol.Mol, atoms []int, double []bool) {
	open := func(i int) bool { return !double[i] && m.Atoms[i].Charge == 0 }
	bond := func(i, j int) *mol.Bond {
		for k := range m.Bonds {
			if b := &m.Bonds[k]; b.A == i && b.B == j || b.A == j && b.B == i {
				return b
			}
		}
		return nil
	}
	n := len(atoms)
	// From behind an atom that is closed, if there is one, so that no run is cut.
	start := 0
	for k := range atoms {
		if !open(atoms[k]) {
			start = k + 1
		}
	}
	for k := range n {
		i, j := atoms[(start+k)%n], atoms[(start+k+1)%n]
		if !open(i) {
			continue
		}
		if b := bond(i, j); open(j) && k+1 < n && b != nil {
			b.Order = mol.Double
			double[i], double[j] = true, true
		} else if n == 7 {
			m.Atoms[i].Charge = 1 // tropylium
		} else {
			m.Atoms[i].Charge = -1
		}
	}
	for _, i := range atoms {
		m.Atoms[i].Radical = 0
	}
}

// withBonds returns p with bonds between the metals and all atoms of their rings.
func withBonds(p *perceive.Molecule, rings []hapticRing) *perceive.Molecule {
	full := *p
	m := p.Mol.Clone()
	full.Mol = m
	full.AromaticBonds = append([]bool(nil), p.AromaticBonds...)
	for _, r := range rings {
		for _, i := range r.atoms {
			m.Bonds = append(m.Bonds, mol.Bond{A: r.metal, B: i, Order: mol.Single})
			full.AromaticBonds = append(full.AromaticBonds, false)
		}
	}
	full.Rings = ring.Find(m)
	return &full
}

// hapticField returns the force field of the loose molecule with its rings held at the
// metals. x, unless nil, is a geometry in which rings of ions count only where they are
// near.
func hapticField(q *perceive.Molecule, rings []hapticRing, force Force, x []float64, o OptimizeOptions) (forcefield.Model, error) {
	field, err := newField(q, force, x, o)
	if err != nil {
		return nil, err
	}
	var list []forcefield.Restraint
	for _, r := range rings {
		if x != nil && !r.stated && !r.near(x) {
			continue
		}
		d := hapticLength(q.Mol.Atoms[r.metal].Element)
		for _, i := range r.atoms {
			list = append(list, forcefield.Distance(r.metal, i, d, d, hapticConstant))
		}
	}
	return forcefield.Restrain(field, len(q.Mol.Atoms), list)
}

// near says whether all atoms of the ring are near the metal.
func (r *hapticRing) near(x []float64) bool {
	for _, i := range r.atoms {
		if geom.At(x, i).Sub(geom.At(x, r.metal)).Norm() > nearMetal {
			return false
		}
	}
	return true
}

// note says how the rings are treated.
func (h *haptics) note(m *mol.Mol) string {
	metal := h.rings[0].metal
	return fmt.Sprintf("%s binds rings of carbon with all their atoms; UFF is used, and holds these %.2f Å from it.", m.Label(metal), hapticLength(m.Atoms[metal].Element))
}

// hapticCarbon is the radius of sp² carbon in Å, and metalRadii those of the metals from
// scandium, yttrium and hafnium on in hundredths: Cordero et al., Dalton Trans. 2008,
// 2832, of low spin. The sums are the distances in the sandwich complexes that are known
// to 0.05 Å: ferrocene 2.05 (2.06), ruthenocene 2.19, dibenzenechromium 2.12 (2.14),
// titanocene dichloride 2.33 (2.37), zirconocene dichloride 2.48 (2.49).
const hapticCarbon = 0.73

var metalRadii = [3]struct {
	first uint8
	radii string
}{
	{21, "\xaa\xa0\x99\x8b\x8b\x84\x7e\x7c\x84\x7a"},
	{39, "\xbe\xaf\xa4\x9a\x93\x92\x8e\x8b\x91\x90"},
	{72, "\xaf\xaa\xa2\x97\x90\x8d\x88\x88\x84"},
}

// hapticLength is the distance in Å between a metal and the atoms of a ring that it binds.
func hapticLength(z uint8) float64 {
	for _, row := range metalRadii {
		if k := int(z) - int(row.first); k >= 0 && k < len(row.radii) {
			return float64(row.radii[k])/100 + hapticCarbon
		}
	}
	return elem.CovalentRadius(z) + 0.1 + hapticCarbon
}
