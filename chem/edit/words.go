package edit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
)

func stepID(n int) string { return "s" + strconv.Itoa(n) }

// label is what the history calls a step whose maker gave no words: its first op
// that is not a mere change of the cell, and how many more there are.
func (d *Document) label(s *Step) string {
	first := s.Ops[0]
	for _, op := range s.Ops {
		if _, isCell := op.(*SetCell); !isCell {
			first = op
			break
		}
	}
	text := d.describe(first)
	more, hydrogens := 0, false
	for _, op := range s.Ops {
		switch {
		case op == first:
		case adjusts(op):
			hydrogens = true
		default:
			more++
		}
	}
	if more > 0 {
		text += fmt.Sprintf(" + %d more", more)
	}
	if hydrogens {
		text += ", hydrogens adjusted"
	}
	return text
}

// adjusts says whether an op follows from the others of its step (Balanced).
func adjusts(op Op) bool {
	switch op := op.(type) {
	case *AddAtoms:
		return op.hydrogens
	case *DeleteAtoms:
		return op.hydrogens
	case *ReplacePositions:
		return op.hydrogens
	}
	return false
}

// describe says what one op did, by the atoms as they are after the step.
func (d *Document) describe(op Op) string {
	switch op := op.(type) {
	case *AddFragment:
		if op.Name == "" {
			return "Add " + count(op.Atoms.Len(), "atom")
		}
		return "Add " + op.Name
	case *AddAtoms:
		return d.describeAdded(op)
	case *SetCell:
		if op.Cell == nil {
			return "Remove cell"
		}
		if op.ScaleAtoms {
			return "Set cell with its atoms"
		}
		return "Set cell"
	case *Wrap:
		if op.Molecules {
			return "Wrap molecules into the cell"
		}
		return "Wrap atoms into the cell"
	case *Unwrap:
		return "Unwrap molecules"
	case *Center:
		text := "Center along " + strings.Join(strings.Split(op.Axes, ""), ", ")
		if op.Vacuum != nil {
			text += ", " + strconv.FormatFloat(*op.Vacuum, 'g', -1, 64) + " Å vacuum"
		}
		return text
	case *DeleteAtoms:
		return "Delete " + count(len(op.Atoms), "atom")
	case *ReplacePositions:
		return "Move " + count(len(op.Positions)/3, "atom")
	case *MoveAtoms:
		return "Move " + d.some(op.Atoms)
	case *RotateAtoms:
		return "Rotate " + d.some(op.Atoms) + " by " + strconv.FormatFloat(op.Angle, 'g', 6, 64) + "°"
	case *SetLabels:
		return "Label " + d.some(op.Atoms)
	case *ExpandSymmetry:
		return "Expand symmetry" + d.group()
	case *Supercell:
		return "Supercell " + matrixWords(&op.Matrix)
	case *Slab:
		return "Cut slab (" + spaced(op.Miller[:]) + "), " + count(op.Layers, "layer")
	case *Rebuild:
		if op.Name == "" {
			return "Rebuild the structure"
		}
		return op.Name
	case *Clear:
		return "Clear all"
	case *SetElements:
		return "Set " + d.some(op.Atoms) + " to " + same(op.Elements, elem.Symbol, "other elements")
	case *SetCharges:
		return "Set charge of " + d.some(op.Atoms) + " to " + same(op.Charges, signed, "other values")
	case *AddBonds:
		if len(op.Bonds) > 1 {
			return "Add " + count(len(op.Bonds), "bond")
		}
		return "Bond " + d.ref(op.Bonds[0][0]) + " with " + d.ref(op.Bonds[0][1])
	case *SetOrders:
		return "Make " + d.someBonds(op.Bonds) + " " + same(op.Orders, orderName, "of other orders")
	case *DeleteBonds:
		return "Delete " + d.someBonds(op.Bonds)
	}
	return "Edit"
}

// matrixWords writes "2 × 2 × 1", or the rows of a matrix that does not only repeat.
func matrixWords(m *[9]int) string {
	if *m == ([9]int{0: m[0], 4: m[4], 8: m[8]}) {
		return strings.ReplaceAll(spaced([]int{m[0], m[4], m[8]}), " ", " × ")
	}
	return "[" + spaced(m[:3]) + " | " + spaced(m[3:6]) + " | " + spaced(m[6:]) + "]"
}

func spaced(list []int) string {
	text := ""
	for i, n := range list {
		if i > 0 {
			text += " "
		}
		text += strconv.Itoa(n)
	}
	return strings.ReplaceAll(text, "-", "−")
}

// group names the space group of the source, with the number of its operations.
func (d *Document) group() string {
	y := d.about.Symmetry
	if y == nil {
		return ""
	}
	text := " ("
	if y.Name != "" {
		text += y.Name + ", "
	}
	return text + count(len(y.Operations), "operation") + ")"
}

func (d *Document) describeAdded(op *AddAtoms) string {
	text := "Add " + count(len(op.Elements), "atom")
	if len(op.Elements) == 1 {
		text = "Add " + elem.Symbol(op.Elements[0])
		if op.Parents != nil {
			text += " bonded to " + d.ref(op.Parents[0])
		}
	}
	return text
}

// ref names an atom as the page shows it, or by its id when the step deleted it.
func (d *Document) ref(r Ref) string {
	rows, err := d.rows([]Ref{r})
	if err != nil {
		return d.FormatRef(r)
	}
	return numbered(rows[0])
}

func numbered(row int) string { return "#" + strconv.Itoa(row) }

// some names one atom or counts several.
func (d *Document) some(atoms []Ref) string {
	if len(atoms) == 1 {
		return d.ref(atoms[0])
	}
	return count(len(atoms), "atom")
}

func (d *Document) someBonds(bonds [][2]Ref) string {
	if len(bonds) == 1 {
		return "bond " + d.ref(bonds[0][0]) + "–" + d.ref(bonds[0][1])
	}
	return count(len(bonds), "bond")
}

// same names the value that all values are, or says other.
func same[T comparable](values []T, name func(T) string, other string) string {
	for _, v := range values {
		if v != values[0] {
			return other
		}
	}
	return name(values[0])
}

// signed writes a charge with its sign, "0", "+1", "−2".
func signed(q int32) string {
	switch {
	case q > 0:
		return "+" + strconv.Itoa(int(q))
	case q < 0:
		return "−" + strconv.Itoa(int(-q))
	}
	return "0"
}

func orderName(order uint8) string {
	return [...]string{"", "single", "double", "triple", "aromatic"}[order]
}

// detail is the remark at the right of a history line: how many atoms came or went.
func (d *Document) detail(s *Step, delta int) string {
	switch {
	case s.Broken != "":
		return "left out"
	case delta > 0:
		return "+" + format.Grouped(delta)
	case delta < 0:
		return "−" + format.Grouped(-delta)
	}
	for _, op := range s.Ops {
		if bonds, ok := op.(*AddBonds); ok && bonds.ByDistance {
			return "+" + count(len(bonds.Bonds), "bond")
		}
	}
	return ""
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return format.Grouped(n) + " " + what
}
