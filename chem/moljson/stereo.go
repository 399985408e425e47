package moljson

import (
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/mol"
)

var classes = [...]string{mol.Tetrahedral: "@TH", mol.Allene: "@AL", mol.SquarePlanar: "@SP", mol.TrigonalBipyramidal: "@TB", mol.Octahedral: "@OH"}

// chirality writes the mark of a center as in SMILES.
func chirality(c *mol.Center) string {
	if c.Class == mol.Tetrahedral {
		return "@@"[:c.Permutation]
	}
	return classes[c.Class] + strconv.Itoa(int(c.Permutation))
}

// parseChirality reads such a mark.
func parseChirality(text string) (class mol.Class, permutation uint8, ok bool) {
	switch text {
	case "@":
		return mol.Tetrahedral, 1, true
	case "@@":
		return mol.Tetrahedral, 2, true
	}
	for class := mol.Tetrahedral; class <= mol.Octahedral; class++ {
		if digits, found := strings.CutPrefix(text, classes[class]); found {
			n, err := strconv.ParseUint(digits, 10, 8)
			return class, uint8(n), err == nil && n >= 1 && int(n) <= class.Permutations()
		}
	}
	return 0, 0, false
}

// stereo reads the configuration of the chematic dialect.
func (d *document) stereo(atoms, bonds []node) error {
	var adjacency mol.Adjacency
	var centers, sides []wanted
	for i, n := range atoms {
		if n.fields["chirality"] == nil {
			continue
		}
		if adjacency.Empty() {
			adjacency = d.m.Neighbors()
		}
		if label, ok := n.fields["chirality"].(string); ok && isLabel(label, "RSrs") {
			path := n.path + ".chirality"
			if !d.anyCenter(i, &adjacency) {
				return fail(path, "there is no %s here: the atom has not 4 ligands, or 3 and a lone pair", label)
			}
			centers = append(centers, wanted{path, label, len(d.m.Centers) - 1})
			continue
		}
		if err := d.center(n, i, &adjacency); err != nil {
			return err
		}
	}
	for k, n := range bonds {
		if n.fields["stereo"] == nil {
			continue
		}
		if adjacency.Empty() {
			adjacency = d.m.Neighbors()
		}
		if label, ok := n.fields["stereo"].(string); ok && isLabel(label, "EZez") {
			path := n.path + ".stereo"
			if d.m.Bonds[k].Order != mol.Double || !d.anySides(k, &adjacency) {
				return fail(path, "there is no %s here: it is no double bond with a neighbor at each end", label)
			}
			sides = append(sides, wanted{path, label, len(d.m.CisTrans) - 1})
			continue
		}
		if err := d.cisTrans(n, k, &adjacency); err != nil {
			return err
		}
	}
	return d.labels(centers, sides)
}

func isLabel(text, letters string) bool { return len(text) == 1 && strings.Contains(letters, text) }

func (d *document) center(n node, i int, adjacency *mol.Adjacency) error {
	text, err := n.text("chirality")
	if err != nil {
		return err
	}
	class, permutation, ok := parseChirality(text)
	if !ok {
		return fail(n.path+".chirality", "expected R, S, @, @@ or @AL, @SP, @TB, @OH with a number, found %s", quoted(text))
	}
	ligands, err := d.ids(n)
	if err != nil {
		return err
	}
	hydrogens := 0
	for k, a := range ligands {
		if a == mol.ImplicitHydrogen {
			hydrogens++
			continue
		}
		if class != mol.Allene && !isNeighbor(adjacency, i, a) {
			return fail(n.path+".neighbors", "item %d is not bonded to the atom", k+1)
		}
	}
	want := map[mol.Class]int{mol.Tetrahedral: 4, mol.Allene: 2, mol.SquarePlanar: 4, mol.TrigonalBipyramidal: 5, mol.Octahedral: 6}[class]
	other := class == mol.Tetrahedral && len(ligands) == 3 || class == mol.Allene && len(ligands) == 4 // a lone pair; the ends' ligands
	switch {
	case len(ligands) != want && !other:
		return fail(n.path+".neighbors", "expected %d neighbors for %s, found %d", want, text, len(ligands))
	case class != mol.Allene && len(ligands)-hydrogens != adjacency.Degree(i):
		return fail(n.path+".neighbors", "the atom has %d neighbors, %d are listed", adjacency.Degree(i), len(ligands)-hydrogens)
	case class != mol.Allene && hydrogens > int(d.m.Atoms[i].Hydrogens) && d.m.Atoms[i].NoImplicit:
		return fail(n.path+".neighbors", "null stands for a hydrogen, the atom has %d", d.m.Atoms[i].Hydrogens)
	}
	d.m.Centers = append(d.m.Centers, mol.Center{Atom: i, Class: class, Permutation: permutation, Ligands: ligands})
	return nil
}

func (d *document) cisTrans(n node, k int, adjacency *mol.Adjacency) error {
	b := d.m.Bonds[k]
	text, err := n.text("stereo")
	if err != nil {
		return err
	}
	if text != "cis" && text != "trans" {
		return fail(n.path+".stereo", "expected E, Z, cis or trans, found %s", quoted(text))
	}
	if b.Order != mol.Double {
		return fail(n.path+".stereo", "only double bonds are cis or trans")
	}
	ligands, err := d.ids(n)
	if err != nil {
		return err
	}
	if len(ligands) != 2 {
		return fail(n.path+".neighbors", "expected 2 neighbors, one of each end, found %d", len(ligands))
	}
	for side, end := range [2]int{b.A, b.B} {
		a := ligands[side]
		if a != mol.ImplicitHydrogen && (a == b.Other(end) || !isNeighbor(adjacency, end, a)) {
			return fail(n.path+".neighbors", "item %d is not bonded to that end of the bond", side+1)
		}
	}
	d.m.CisTrans = append(d.m.CisTrans, mol.CisTrans{Bond: k, Ligands: [2]int{ligands[0], ligands[1]}, Cis: text == "cis"})
	return nil
}

// ids returns the atoms of the key neighbors, which must differ.
func (d *document) ids(n node) ([]int, error) {
	array, ok := n.fields["neighbors"].([]any)
	if !ok {
		return nil, fail(n.path+".neighbors", "expected an array of ids, found %s", kind(n.fields["neighbors"]))
	}
	if len(array) > 6 {
		return nil, fail(n.path+".neighbors", "the array has %d items; the limit is 6", len(array))
	}
	var atoms []int
	for k, item := range array {
		if item == nil {
			atoms = append(atoms, mol.ImplicitHydrogen)
			continue
		}
		id, ok := item.(string)
		i, known := d.index[id]
		if !ok || !known {
			return nil, fail(n.path+".neighbors", "item %d: expected the id of an atom or null, found %s", k+1, kind(item))
		}
		for _, a := range atoms {
			if a == i {
				return nil, fail(n.path+".neighbors", "item %d is listed before", k+1)
			}
		}
		atoms = append(atoms, i)
	}
	return atoms, nil
}

func isNeighbor(adjacency *mol.Adjacency, i, a int) bool {
	for _, next := range adjacency.Of(i) {
		if next.Atom == a {
			return true
		}
	}
	return false
}
