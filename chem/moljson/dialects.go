package moljson

import (
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/mol"
)

// chematic reads the chematic dialect. Keys that are not known are ignored.
func (d *document) chematic(atoms, bonds []node) error {
	for _, n := range atoms {
		if err := d.atom(n); err != nil {
			return err
		}
		a := &d.m.Atoms[len(d.m.Atoms)-1]
		charge, _, err := n.integer("charge", -maxCharge, maxCharge)
		if err != nil {
			return err
		}
		isotope, _, err := n.integer("isotope", 0, maxIsotope)
		if err != nil {
			return err
		}
		hydrogens, given, err := n.integer("hydrogens", 0, maxHydrogens)
		if err != nil {
			return err
		}
		if a.Map, _, err = n.integer("map", 0, maxMap); err != nil {
			return err
		}
		if _, err := n.truth("aromatic"); err != nil { // bonds say it too
			return err
		}
		a.Charge, a.Isotope, a.Hydrogens, a.NoImplicit = int8(charge), uint16(isotope), uint8(hydrogens), given
	}
	seen := make(map[[2]int]int, len(bonds))
	for _, n := range bonds {
		b, err := d.chematicBond(n)
		if err != nil {
			return err
		}
		if err := d.join(n, b, seen); err != nil {
			return err
		}
	}
	d.markAromatic()
	return d.stereo(atoms, bonds)
}

func (d *document) chematicBond(n node) (b mol.Bond, err error) {
	if b.A, err = d.atomNamed(n, "source_id"); err != nil {
		return b, err
	}
	if b.B, err = d.atomNamed(n, "target_id"); err != nil {
		return b, err
	}
	order, err := n.order()
	if err != nil {
		return b, err
	}
	aromatic, err := n.truth("aromatic")
	if err != nil {
		return b, err
	}
	dative, err := n.truth("dative")
	if err != nil {
		return b, err
	}
	_, told := n.fields["aromatic"]
	switch {
	case order == 1.5, aromatic:
		b.Order = mol.Aromatic
	case order == 4 && told:
		b.Order = mol.Quadruple
	case order == 4: // chematic's own reading of a mol file's type
		b.Order = mol.Aromatic
	case order == 0:
		b.Order = mol.Any
	default:
		b.Order = mol.Order(order)
	}
	if dative {
		if b.Order != mol.Single {
			return b, fail(n.path+".dative", "a dative bond has order 1")
		}
		b.Order = mol.Dative
	}
	return b, nil
}

// markAromatic marks the atoms of aromatic bonds.
func (d *document) markAromatic() {
	for _, b := range d.m.Bonds {
		if b.Order == mol.Aromatic {
			d.m.Atoms[b.A].Aromatic = true
			d.m.Atoms[b.B].Aromatic = true
		}
	}
}

// published reads the published dialect, which allows no other keys.
func (d *document) published(atoms, bonds []node) error {
	if err := d.root.only("atoms", "bonds", "charges", "aromatic_n_h"); err != nil {
		return err
	}
	for _, n := range atoms {
		if err := n.only("id", "element"); err != nil {
			return err
		}
		if err := d.atom(n); err != nil {
			return err
		}
	}
	seen := make(map[[2]int]int, len(bonds))
	for _, n := range bonds {
		if err := n.only("source", "target", "order"); err != nil {
			return err
		}
		b := mol.Bond{}
		var err error
		if b.A, err = d.atomNamed(n, "source"); err != nil {
			return err
		}
		if b.B, err = d.atomNamed(n, "target"); err != nil {
			return err
		}
		order, err := n.order()
		if err != nil {
			return err
		}
		switch order {
		case 0:
			b.Order = mol.Any
		case 1.5:
			b.Order = mol.Aromatic
		case 4:
			return fail(n.path+".order", "expected 0, 1, 1.5 (aromatic), 2 or 3, found 4")
		default:
			b.Order = mol.Order(order)
		}
		if err := d.join(n, b, seen); err != nil {
			return err
		}
	}
	d.markAromatic()
	if err := d.charges(); err != nil {
		return err
	}
	return d.aromaticNH()
}

// only refuses keys beyond the given ones.
func (n node) only(keys ...string) error {
	var extra []string
	for key := range n.fields {
		if !slices.Contains(keys, key) {
			extra = append(extra, key)
		}
	}
	if len(extra) == 0 {
		return nil
	}
	slices.Sort(extra)
	return fail(n.path, "the key %s is not part of the published MolJSON (%s)", quoted(extra[0]), strings.Join(keys, ", "))
}

// listed reads a sparse list of values by atom and hands each to set once.
func (d *document) listed(key, name string, least, most int, set func(n node, i, v int) error) error {
	list, err := d.root.list(key, false, MaxAtoms)
	if err != nil {
		return err
	}
	seen := make(map[int]bool, len(list))
	for _, n := range list {
		if err := n.only("atom_id", name); err != nil {
			return err
		}
		i, err := d.atomNamed(n, "atom_id")
		if err != nil {
			return err
		}
		v, given, err := n.integer(name, least, most)
		switch {
		case err != nil:
			return err
		case !given:
			return fail(n.path+"."+name, "expected a whole number, it is missing")
		case seen[i]:
			return fail(n.path+".atom_id", "the atom is listed before")
		}
		seen[i] = true
		if err := set(n, i, v); err != nil {
			return err
		}
	}
	return nil
}

func (d *document) charges() error {
	return d.listed("charges", "formal_charge", -maxPublishedCharge, maxPublishedCharge, func(n node, i, v int) error {
		if v == 0 {
			return fail(n.path+".formal_charge", "only atoms with a charge are listed, found 0")
		}
		d.m.Atoms[i].Charge = int8(v)
		return nil
	})
}

func (d *document) aromaticNH() error {
	return d.listed("aromatic_n_h", "hcount", 1, 2, func(n node, i, v int) error {
		a := &d.m.Atoms[i]
		if a.Element != 7 || !a.Aromatic {
			return fail(n.path+".atom_id", "the atom is not an aromatic nitrogen")
		}
		a.Hydrogens, a.NoImplicit = uint8(v), true
		return nil
	})
}
