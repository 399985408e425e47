package smiles

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Write returns m as a SMILES without its name. It keeps what was stated: the order
// of the atoms where the notation can (a molecule that Parse made comes back equal),
// brackets, aromatic symbols and stereo. Drawn wedges and positions have no place in
// it. It does not change m.
//
// An atom that needs brackets but leaves its hydrogens to be implied gets the count
// of the valence model. The error names the atom whose valence that model refuses
// (*perceive.Error), or whose configuration does not fit its neighbors.
func Write(m *mol.Mol) (string, error) {
	if err := m.Check(); err != nil {
		return "", err
	}
	w := newWriter(m, newTree(m))
	for k, c := range m.Centers {
		if c.Atom < 0 || c.Atom >= len(m.Atoms) {
			return "", fmt.Errorf("configuration %d is of atom %d; the molecule has %d atoms", k+1, c.Atom+1, len(m.Atoms))
		}
		w.centers[c.Atom] = k
	}
	if err := w.imply(); err != nil {
		return "", err
	}
	if err := w.chains(); err != nil {
		return "", err
	}
	return w.b.String(), nil
}

func newWriter(m *mol.Mol, t *tree) *writer {
	n := len(m.Atoms)
	ints := make([]int, n+len(m.Bonds))
	w := &writer{m: m, tree: t, centers: ints[:n], numbers: ints[n:]}
	for i := range w.centers {
		w.centers[i] = -1
	}
	w.b.Grow(2*n + 8)
	return w
}

type writer struct {
	m       *mol.Mol
	tree    *tree
	centers []int  // place in m.Centers by atom; -1: none
	implied []int  // hydrogens beyond stated ones; nil: not needed
	byTree  bool   // neighbors come in the order of the tree, not of configurations
	numbers []int  // of ring bonds; 0: not open
	used    []bool // ring numbers in use, from 1
	closed  []int  // numbers that become free at the next atom
	here    []step // what hangs on the atom that is being written
	b       strings.Builder
}

// imply asks the valence model when an atom in brackets leaves hydrogens open.
func (w *writer) imply() error {
	for i := range w.m.Atoms {
		if !w.m.Atoms[i].NoImplicit && w.brackets(i) {
			implied, err := perceive.ImpliedHydrogens(w.m)
			w.implied = implied
			return err
		}
	}
	return nil
}

// brackets says whether atom i cannot stand as a bare symbol.
func (w *writer) brackets(i int) bool {
	a := &w.m.Atoms[i]
	if a.NoImplicit || a.Hydrogens > 0 || a.Charge != 0 || a.Isotope != 0 || a.Map != 0 || a.Radical != mol.NoRadical || w.centers[i] >= 0 {
		return true
	}
	switch a.Element {
	case 0:
		return a.Aromatic && !w.byTree // RDKit finds out again that it is
	case 5, 6, 7, 8, 15, 16:
		return false
	case 9, 17, 35, 53:
		return a.Aromatic
	}
	return true
}

// step is something that is still to be written.
type step struct {
	atom   int // -1: the end of a branch
	ring   int // bond of a ring number to write at atom; -1: write the atom itself
	branch bool
}

// chains writes all atoms. What hangs on an atom comes in the order of its
// configuration, or ring numbers first; what is not the last atom there is a branch.
func (w *writer) chains() error {
	var todo []step
	for _, root := range w.tree.order {
		if w.tree.parent[root] >= 0 {
			continue
		}
		if w.b.Len() > 0 {
			w.b.WriteByte('.')
		}
		todo = append(todo[:0], step{root, -1, false})
		for len(todo) > 0 {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			switch {
			case at.atom < 0:
				w.b.WriteByte(')')
				continue
			case at.ring >= 0:
				if err := w.ringNumber(at.atom, at.ring); err != nil {
					return err
				}
				continue
			case at.branch:
				w.b.WriteByte('(')
			}
			items := w.items(w.here[:0], at.atom)
			w.here = items
			if err := w.atom(at.atom, items); err != nil {
				return err
			}
			for k := len(items) - 1; k >= 0; k-- {
				item := items[k]
				if item.ring < 0 && k < len(items)-1 {
					item.branch = true
					todo = append(todo, step{-1, -1, false})
				}
				todo = append(todo, item)
			}
		}
	}
	return nil
}

// items appends to list the ring numbers and children of atom i in the order of the
// text; list is empty.
func (w *writer) items(items []step, i int) []step {
	for _, k := range w.tree.rings[i] {
		items = append(items, step{i, k, false})
	}
	for _, child := range w.tree.children[i] {
		items = append(items, step{child, -1, false})
	}
	if w.centers[i] >= 0 && !w.byTree {
		ligands := w.m.Centers[w.centers[i]].Ligands
		sorting.Stable(items, func(a, b step) int {
			return slices.Index(ligands, w.end(i, a)) - slices.Index(ligands, w.end(i, b))
		})
		next := 0 // children stay in their order, so that atoms do
		for k := range items {
			if items[k].ring < 0 {
				items[k].atom = w.tree.children[i][next]
				next++
			}
		}
	}
	return items
}

// end is the neighbor of atom i that an item leads to.
func (w *writer) end(i int, item step) int {
	if item.ring >= 0 {
		return w.m.Bonds[item.ring].Other(i)
	}
	return item.atom
}

// atom writes the bond that leads to atom i and the atom.
func (w *writer) atom(i int, items []step) error {
	if len(w.closed) > 0 {
		for _, number := range w.closed {
			w.used[number-1] = false
		}
		w.closed = w.closed[:0]
	}
	if k := w.tree.parent[i]; k >= 0 {
		w.b.WriteString(w.bond(k, w.m.Bonds[k].Other(i)))
	}
	if !w.brackets(i) {
		w.b.WriteString(symbol(&w.m.Atoms[i]))
		return nil
	}
	return w.bracket(i, items)
}

func (w *writer) bracket(i int, items []step) error {
	a := &w.m.Atoms[i]
	w.b.WriteByte('[')
	if a.Isotope != 0 {
		w.b.WriteString(strconv.Itoa(int(a.Isotope)))
	}
	w.b.WriteString(symbol(a))
	hydrogens := int(a.Hydrogens)
	if w.implied != nil {
		hydrogens += w.implied[i]
	}
	if w.centers[i] >= 0 {
		text, err := w.chirality(i, hydrogens, items)
		if err != nil {
			return err
		}
		w.b.WriteString(text)
	}
	switch {
	case hydrogens == 1:
		w.b.WriteByte('H')
	case hydrogens > 1:
		fmt.Fprintf(&w.b, "H%d", hydrogens)
	}
	switch a.Charge {
	case 0:
	case 1:
		w.b.WriteByte('+')
	case -1:
		w.b.WriteByte('-')
	default:
		fmt.Fprintf(&w.b, "%+d", a.Charge)
	}
	if a.Map != 0 {
		fmt.Fprintf(&w.b, ":%d", a.Map)
	}
	w.b.WriteByte(']')
	return nil
}

func symbol(a *mol.Atom) string {
	if a.Element == 0 {
		return "*"
	}
	if a.Aromatic {
		return strings.ToLower(elem.Symbol(a.Element))
	}
	return elem.Symbol(a.Element)
}

// chirality writes the configuration of atom i for the order in which its neighbors
// come in the text.
func (w *writer) chirality(i, hydrogens int, items []step) (string, error) {
	c := &w.m.Centers[w.centers[i]]
	order := w.ligands(i, hydrogens, items)
	written := len(order)
	fits := c.Permutation >= 1 && int(c.Permutation) <= c.Class.Permutations()
	permutation := c.Permutation
	if c.Class == mol.Allene && len(c.Ligands) == 4 {
		var odd, ok bool
		if odd, ok = sameEnds(w.axis(i, order), c.Ligands); odd {
			permutation = 3 - permutation
		}
		fits = fits && ok
	} else if fits = fits && len(order) <= c.Class.Sites() && sameSet(order, c.Ligands); fits && !slices.Equal(order, c.Ligands) {
		permutation = mol.Renumber(c.Class, permutation, placesIn(order, c.Ligands))
	}
	if !fits {
		return "", fmt.Errorf("atom %d: its stated configuration does not fit its neighbors", i+1)
	}
	if threeLigands(c) && w.pairLater(i) {
		permutation = 3 - permutation
	}
	if plainClass(written) == c.Class && c.Class <= mol.Allene {
		return "@@"[:permutation], nil
	}
	return "@" + classNames[c.Class] + strconv.Itoa(int(permutation)), nil
}

// pairLater says whether the lone pair of the center at atom i counts after its ring
// number (see lonePairs).
func (w *writer) pairLater(i int) bool {
	if len(w.tree.rings[i]) != 1 || above(w.m.Bonds[w.tree.rings[i][0]].Order) {
		return false
	}
	if k := w.tree.parent[i]; k >= 0 && above(w.m.Bonds[k].Order) {
		return false
	}
	return !slices.ContainsFunc(w.tree.children[i], func(child int) bool { return above(w.m.Bonds[w.tree.parent[child]].Order) })
}

// ligands are the neighbors of atom i in the order of the text.
func (w *writer) ligands(i, hydrogens int, items []step) []int {
	var order []int
	if k := w.tree.parent[i]; k >= 0 {
		order = append(order, w.m.Bonds[k].Other(i))
	}
	for range hydrogens {
		order = append(order, mol.ImplicitHydrogen)
	}
	for _, item := range items {
		order = append(order, w.end(i, item))
	}
	return order
}

// axis are the ligands at the two ends of the cumulated double bonds around atom i, in
// the order of the text; near are the neighbors of i.
func (w *writer) axis(i int, near []int) []int {
	var order []int
	for _, end := range near {
		from := i
		for end >= 0 {
			ligands := w.ligands(end, 0, w.items(nil, end))
			next := -1
			if len(ligands) == 2 {
				next = ligands[0]
				if next == from {
					next = ligands[1]
				}
			}
			if next < 0 || next == i || !w.double(end, next) {
				if len(ligands) == 2 { // the third is a hydrogen, after the atom before
					at := 0
					if w.tree.parent[end] >= 0 {
						at = 1
					}
					ligands = slices.Insert(ligands, at, mol.ImplicitHydrogen)
				}
				for _, a := range ligands {
					if a != from {
						order = append(order, a)
					}
				}
				break
			}
			end, from = next, end
		}
	}
	return order
}

// sameEnds says whether two lists, each of two ligands at one end of an axis and two at
// the other, are of one axis, and whether they describe opposite configurations. An atom
// may be a ligand of both ends.
func sameEnds(a, b []int) (odd, ok bool) {
	if len(a) != 4 || len(b) != 4 {
		return false, false
	}
	for _, b := range [2][]int{b, slices.Concat(b[2:], b[:2])} { // turning the axis around changes nothing
		if sameSet(a[:2], b[:2]) && sameSet(a[2:], b[2:]) {
			return (a[0] != b[0]) != (a[2] != b[2]), true
		}
	}
	return false, false
}

// double says whether a double bond joins atoms a and b.
func (w *writer) double(a, b int) bool {
	for _, k := range slices.Concat(w.tree.rings[a], []int{w.tree.parent[a], w.tree.parent[b]}) {
		if k >= 0 && w.m.Bonds[k].Order == mol.Double {
			if ends := w.m.Bonds[k]; ends.A == a && ends.B == b || ends.A == b && ends.B == a {
				return true
			}
		}
	}
	return false
}

// placesIn gives, for each entry of order, its place in ligands; equal ones from left to
// right.
func placesIn(order, ligands []int) []int {
	used := make([]bool, len(ligands))
	list := make([]int, len(order))
	for n, a := range order {
		for k, b := range ligands {
			if a == b && !used[k] {
				list[n], used[k] = k, true
				break
			}
		}
	}
	return list
}

var classNames = map[mol.Class]string{mol.Tetrahedral: "TH", mol.Allene: "AL", mol.SquarePlanar: "SP",
	mol.TrigonalBipyramidal: "TB", mol.Octahedral: "OH"}

func sameSet(a, b []int) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// bond is the symbol of bond k seen from atom i.
func (w *writer) bond(k, i int) string {
	b := &w.m.Bonds[k]
	first, second := &w.m.Atoms[b.A], &w.m.Atoms[b.B]
	aromatic := first.Aromatic && second.Aromatic && first.Element+second.Element != 0 // wildcards have no lower case
	switch b.Order {
	case mol.Double:
		return "="
	case mol.Triple:
		return "#"
	case mol.Quadruple:
		return "$"
	case mol.Any:
		return "~"
	case mol.Aromatic:
		if !aromatic {
			return ":"
		}
		aromatic = false // its mark, if it has one
	case mol.Dative:
		if b.A == i {
			return "->"
		}
		return "<-"
	}
	switch {
	case b.Stereo == mol.Rising && b.A == i, b.Stereo == mol.Falling && b.B == i:
		return "/"
	case b.Stereo == mol.Rising, b.Stereo == mol.Falling:
		return "\\"
	case aromatic:
		return "-"
	}
	return ""
}

// ringNumber writes the ring number of bond k at atom i. The bond symbol stands
// where the ring opens, in a text by ranks where it closes, and that of a directed or
// dative bond where the bond starts. A number that
// closes is free again at the next atom.
func (w *writer) ringNumber(i, k int) error {
	b := &w.m.Bonds[k]
	number := w.numbers[k]
	closing := number > 0
	directed := b.Order == mol.Dative || b.Stereo == mol.Rising || b.Stereo == mol.Falling
	if directed && b.A == i || !directed && closing == w.byTree {
		w.b.WriteString(w.bond(k, i))
	}
	if closing {
		w.closed = append(w.closed, number)
	} else {
		number = slices.Index(w.used, false) + 1
		if number == 0 {
			w.used = append(w.used, false)
			number = len(w.used)
		}
		w.used[number-1] = true
		w.numbers[k] = number
	}
	switch {
	case number < 10:
		w.b.WriteByte(byte('0' + number))
	case number < 100:
		fmt.Fprintf(&w.b, "%%%d", number)
	case number < 100_000:
		fmt.Fprintf(&w.b, "%%(%d)", number)
	default:
		return fmt.Errorf("atom %d: more than 99999 rings are open at once", i+1)
	}
	return nil
}
