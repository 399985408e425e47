package selection

import (
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/structure"
)

// evaluator holds what parts of an expression share for one structure.
type evaluator struct {
	s        *structure.Structure
	selected []int
	err      *ParseError
	notes    []string

	molecules []int32 // of each atom, found when first needed
	bonds     *bondTable
	residues  []int32
	cell      *cell.Cell
}

func (e *evaluator) fail(n *node, msg, suggestion string) {
	if e.err == nil {
		e.err = &ParseError{Offset: n.at, Length: n.length, Msg: msg, Suggestion: suggestion}
	}
}

// eval returns which atoms a node means. The slice is the caller's.
func (e *evaluator) eval(n *node) []bool {
	// A long chain of "or" leans to the left: its depth is no recursion.
	var chain []*node
	for n.kind == and || n.kind == or || n.kind == xor {
		chain = append(chain, n)
		n = n.left
	}
	set := e.single(n)
	for i := len(chain) - 1; i >= 0 && e.err == nil; i-- {
		right := e.eval(chain[i].right)
		switch chain[i].kind {
		case and:
			for k := range set {
				set[k] = set[k] && right[k]
			}
		case or:
			for k := range set {
				set[k] = set[k] || right[k]
			}
		case xor:
			for k := range set {
				set[k] = set[k] != right[k]
			}
		}
	}
	return set
}

// single is eval for a node that joins no two.
func (e *evaluator) single(n *node) []bool {
	set := make([]bool, e.s.Len())
	if e.err != nil {
		return set
	}
	switch n.kind {
	case group:
		e.group(n, set)
	case text:
		e.text(n, set)
	case numeric:
		e.each(n, set, func(x float64) bool {
			for _, r := range n.ranges {
				if r.has(x) {
					return true
				}
			}
			return false
		})
	case compare:
		e.each(n, set, n.holds())
	case not:
		for i, in := range e.eval(n.left) {
			set[i] = !in
		}
	case near:
		e.near(n, set)
	case bonded:
		e.bonded(n, set)
	case extend:
		e.extend(n, set)
	case same:
		e.same(n, set)
	}
	return set
}

// holds is the comparison of a node.
func (n *node) holds() func(float64) bool {
	switch v := n.value; n.op {
	case "<":
		return func(x float64) bool { return x < v }
	case "<=":
		return func(x float64) bool { return x <= v }
	case ">":
		return func(x float64) bool { return x > v }
	case ">=":
		return func(x float64) bool { return x >= v }
	case "!=":
		return func(x float64) bool { return x != v }
	default:
		return func(x float64) bool { return x == v }
	}
}

// each sets the atoms whose number, named by the word of n, is meant.
func (e *evaluator) each(n *node, set []bool, is func(float64) bool) {
	value := e.numberOf(n)
	if value == nil {
		return
	}
	for i := range set {
		set[i] = is(value(i))
	}
}

// numberOf returns the number of each atom that a word names; nil where there is none.
func (e *evaluator) numberOf(n *node) func(i int) float64 {
	s := e.s
	switch n.word {
	case "index":
		return func(i int) float64 { return float64(i) }
	case "serial":
		return func(i int) float64 { return float64(i + 1) }
	case "resid":
		if s.ResidueIDs == nil {
			e.note("The structure has no residue numbers.")
			return nil
		}
		return func(i int) float64 { return float64(s.ResidueIDs[i]) }
	case "molecule":
		of := e.moleculeOf()
		return func(i int) float64 { return float64(of[i]) }
	case "charge":
		if s.FormalCharges == nil {
			return func(int) float64 { return 0 }
		}
		return func(i int) float64 { return float64(s.FormalCharges[i]) }
	case "degree":
		b := e.bondTable()
		return func(i int) float64 { return float64(b.start[i+1] - b.start[i]) }
	case "mass":
		return func(i int) float64 { return elem.Weight(s.Elements[i]) }
	case "x", "y", "z":
		k := int(n.word[0] - 'x')
		return func(i int) float64 { return s.Positions[3*i+k] }
	case "fx", "fy", "fz":
		return e.fractional(n, int(n.word[1]-'x'))
	}
	return e.scalar(n)
}

func (e *evaluator) fractional(n *node, k int) func(i int) float64 {
	c := e.periodic()
	if c == nil {
		e.fail(n, "“"+n.word+"” is a fraction of the cell, and there is no cell", n.word[1:])
		return nil
	}
	return func(i int) float64 {
		f := c.Fractional(at(e.s, i))
		return [3]float64{f.A, f.B, f.C}[k]
	}
}

// scalar finds a named per-atom value.
func (e *evaluator) scalar(n *node) func(i int) float64 {
	name := strings.TrimPrefix(n.word, "\x00")
	var known []string
	for _, c := range e.s.Scalars {
		if strings.EqualFold(c.Name, name) {
			return func(i int) float64 { return c.Values[i] }
		}
		known = append(known, c.Name)
	}
	msg := "“" + clip(name) + "” is not a word of a selection, and the atoms have no value of this name"
	if len(known) > 0 {
		msg += "; they have " + strings.Join(known[:min(len(known), 5)], ", ")
	}
	e.fail(n, msg, "")
	return nil
}

func (e *evaluator) note(text string) {
	const most = 5
	for _, other := range e.notes {
		if other == text {
			return
		}
	}
	if len(e.notes) < most {
		e.notes = append(e.notes, text)
	}
}

// periodic is the cell of the structure; nil when it has none.
func (e *evaluator) periodic() *cell.Cell {
	if e.cell == nil && e.s.Cell != nil {
		if c, err := cell.NewEitherHand(*e.s.Cell); err == nil {
			e.cell = &c
		}
	}
	return e.cell
}

// moleculeOf numbers the molecules as structure.Tally counts them: by bonds, and without
// any as the structure says.
func (e *evaluator) moleculeOf() []int32 {
	if e.molecules == nil {
		if len(e.s.Bonds) == 0 && e.s.Molecules != nil {
			e.molecules = e.s.Molecules
		} else {
			e.molecules, _ = e.s.Components()
		}
	}
	return e.molecules
}
