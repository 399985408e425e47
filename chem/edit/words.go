package edit

import (
	"fmt"
	"strconv"
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
	text := describe(first)
	if more := len(s.Ops) - 1; more > 0 {
		text += fmt.Sprintf(" + %d more", more)
	}
	return text
}

func describe(op Op) string {
	switch op := op.(type) {
	case *AddFragment:
		if op.Name == "" {
			return "Add " + count(op.Atoms.Len(), "atom")
		}
		return "Add " + op.Name
	case *SetCell:
		if op.Cell == nil {
			return "Remove cell"
		}
		return "Set cell"
	case *DeleteAtoms:
		return "Delete " + count(len(op.Atoms), "atom")
	case *ReplacePositions:
		return "Move " + count(len(op.Positions)/3, "atom")
	}
	return "Edit"
}

// detail is the remark at the right of a history line: how many atoms came or went.
func (d *Document) detail(_ *Step, delta int) string {
	switch {
	case delta > 0:
		return "+" + grouped(delta)
	case delta < 0:
		return "−" + grouped(-delta)
	}
	return ""
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return grouped(n) + " " + what
}

// grouped writes a count with thin spaces between groups of three digits.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "\u2009" + text[i:]
	}
	return text
}
