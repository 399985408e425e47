// Package selection reads expressions that say which atoms are meant, in the words that
// people know from other programs, and finds these atoms in a structure.
//
//	query    = or
//	or       = and { ( "or" | "|" | "||" | "xor" ) and }
//	and      = unary { ( "and" | "&" | "&&" ) unary | near }
//	unary    = ( "not" | "!" ) unary | near | reach | primary
//	near     = ( "within" | "exwithin" | "around" | "beyond" ) number [ "of" ] unary
//	reach    = "bonded" [ "to" ] unary | "neighbors" [ "of" | "to" ] unary
//	         | "extend" number [ "of" ] unary
//	         | "same" key "as" unary | "byres" unary | "bymol" unary
//	primary  = "(" or ")" | group | text values | number ranges | compare
//	compare  = number op value [ op number is not part of it ] | value op number [ op value ]
//	text     = "element" | "name" | "resname" | "chain"
//	number   = "index" | "serial" | "resid" | "molecule" | "charge" | "degree" | "mass"
//	         | "x" | "y" | "z" | "fx" | "fy" | "fz" | the name of a per-atom value
//	group    = "all" | "none" | "selected" | "water" | "ions" | "hydrogen" | "heavy"
//	         | "metal" | "halogen" | "protein" | "nucleic" | "backbone" | "ring"
//	         | the name or symbol of an element
//	values   = value { value }, ranges = range { range }, range = value [ ( "-" | ":" | "to" ) value ]
//
// Values are separated by spaces, commas or plus signs; texts may hold the wildcards * and
// ?, or stand in quotes. Words have synonyms, see words. Atoms, molecules and indices count
// from 0, as the page shows them; serial counts from 1. Lengths are in Å, charges in e,
// masses in u; distances are those to the nearest periodic image.
package selection

import (
	"github.com/molsmith/molsmith/chem/structure"
)

// Limits of an expression.
const (
	MaxLength = 4096 // bytes
	MaxDepth  = 50   // of parentheses and prefix words inside of each other
)

// Query is an expression that was read. It does not change and may be used for any
// structure.
type Query struct {
	root *node
}

// ParseError says where an expression cannot be read, or which part of it has no meaning
// for a structure.
type ParseError struct {
	Offset, Length int    // of the part at fault, in bytes; length 0 at the end of the text
	Msg            string // one line
	Suggestion     string // what may have been meant instead of the part; "" for nothing
}

func (e *ParseError) Error() string {
	if e.Suggestion != "" {
		return e.Msg + ": did you mean " + e.Suggestion + "?"
	}
	return e.Msg
}

// Result is what an expression means in a structure.
type Result struct {
	Atoms []int // rising
	// Notes say why a part of the expression met nothing, one line each.
	Notes []string
}

// Select finds the atoms of s, which must be valid. selected are the atoms that the word
// "selected" stands for; those that are not there are left out. The error is a
// *ParseError.
func (q *Query) Select(s *structure.Structure, selected []int) (Result, error) {
	e := evaluator{s: s, selected: selected}
	set := e.eval(q.root)
	if e.err != nil {
		return Result{}, e.err
	}
	result := Result{Atoms: []int{}, Notes: e.notes}
	for i, in := range set {
		if in {
			result.Atoms = append(result.Atoms, i)
		}
	}
	return result, nil
}
