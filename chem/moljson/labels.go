package moljson

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/stereo/cip"
)

// maxRounds bounds how often the labels of a document are looked at again because some
// of them rank the ligands of others.
const maxRounds = 8

// wanted is a configuration that a document states by its CIP label.
type wanted struct {
	path  string
	label string
	at    int // of the document's centers, or of its double bonds
}

// labels finds the configurations whose CIP labels the document states. It begins with
// any and turns those that get the other label, until all fit.
func (d *document) labels(centers, bonds []wanted) error {
	if len(centers)+len(bonds) == 0 {
		return nil
	}
	for range maxRounds {
		p, err := perceive.Sanitize(d.m)
		if err != nil {
			return fail("$", "%v", err)
		}
		found, err := cip.Label(p, stereo.Find(p))
		if err != nil {
			return fail("$", "%v", err)
		}
		atoms := map[int]int{} // of the document's atoms in p
		for i, a := range p.Origin {
			atoms[a] = i
		}
		ends := map[[2]int]int{}
		for k, b := range p.Mol.Bonds {
			ends[[2]int{b.A, b.B}] = k
			ends[[2]int{b.B, b.A}] = k
		}
		turned := false
		var open *wanted
		for k := range centers {
			c := &d.m.Centers[centers[k].at]
			switch found.Atoms[atoms[c.Atom]] {
			case centers[k].label:
			case "":
				open = &centers[k]
			default:
				c.Permutation, turned = 3-c.Permutation, true
			}
		}
		for k := range bonds {
			c := &d.m.CisTrans[bonds[k].at]
			b := d.m.Bonds[c.Bond]
			switch found.Bonds[ends[[2]int{atoms[b.A], atoms[b.B]}]] {
			case bonds[k].label:
			case "":
				open = &bonds[k]
			default:
				c.Cis, turned = !c.Cis, true
			}
		}
		switch {
		case turned:
		case open != nil:
			return fail(open.path, "there is no %s here: the ligands do not differ", open.label)
		default:
			return nil
		}
	}
	return fail("$", "no configuration has all the labels that the document states")
}

// anyCenter states some configuration of atom i; ok is false when it cannot have two.
func (d *document) anyCenter(i int, adjacency *mol.Adjacency) bool {
	c := mol.Center{Atom: i, Class: mol.Tetrahedral, Permutation: 1}
	for _, next := range adjacency.Of(i) {
		c.Ligands = append(c.Ligands, next.Atom)
	}
	if len(c.Ligands) == 3 {
		n := int(d.m.Atoms[i].Hydrogens)
		if !d.m.Atoms[i].NoImplicit {
			if d.hydrogens == nil {
				d.hydrogens = perceive.LikelyHydrogens(d.m)
			}
			n += d.hydrogens[i]
		}
		if n == 1 {
			c.Ligands = append(c.Ligands, mol.ImplicitHydrogen)
		}
	}
	if n := len(c.Ligands); n < 3 || n > 4 {
		return false
	}
	d.m.Centers = append(d.m.Centers, c)
	return true
}

// anySides states some configuration of double bond k.
func (d *document) anySides(k int, adjacency *mol.Adjacency) bool {
	b := d.m.Bonds[k]
	c := mol.CisTrans{Bond: k, Cis: true}
	for side, end := range [2]int{b.A, b.B} {
		c.Ligands[side] = mol.ImplicitHydrogen
		for _, next := range adjacency.Of(end) {
			if a := next.Atom; next.Bond != k && (c.Ligands[side] < 0 || d.m.Atoms[c.Ligands[side]].Element == 1) {
				c.Ligands[side] = a
			}
		}
		if c.Ligands[side] < 0 {
			return false
		}
	}
	d.m.CisTrans = append(d.m.CisTrans, c)
	return true
}
