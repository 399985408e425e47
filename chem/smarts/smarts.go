// Package smarts reads SMARTS, the pattern language of molecular graphs (Daylight
// theory manual, chapter 4), and finds where patterns match in perceived molecules.
//
//	smarts    = component *( "." component ) [ blank name ]
//	component = chain / "(" chain *( "." chain ) ")"
//	chain     = atom *( [ bond ] atom / [ bond ] ring / "(" [ bond ] chain *( "." chain ) ")" )
//	atom      = "B" / "C" / "N" / "O" / "P" / "S" / "F" / "Cl" / "Br" / "I"
//	          / "b" / "c" / "n" / "o" / "p" / "s" / "*" / "a" / "A" / "[" expr [ ":" map ] "]"
//	expr      = primitives joined by "&" or nothing, then ",", then ";", each after any "!"
//	bond      = "-" / "=" / "#" / "$" / ":" / "~" / "@" / "/" / "\" / "/?" / "\?" / "->" / "<-",
//	            joined in the same way
//	ring      = digit / "%" digit digit / "%(" 1*5digit ")"
//
// Primitives are those of Daylight with RDKit's readings and additions: R<n> counts
// symmetrized smallest rings, r<n> is the size of the smallest ring, k<n> asks for any
// ring of that size, x<n> counts ring bonds, d<n> neighbors that are not hydrogen, z<n>
// and Z<n> hetero neighbors and aliphatic ones, ^<n> is the hybridization (0 s, 1 sp,
// 2 sp2, 3 sp3, 4 sp3d, 5 sp3d2); numbers of D, d, H, h, X, v, R, r, k, x, z, Z, + and -
// may be ranges such as {2-4}, {2-} and {-4}. A number alone is an isotope. [H], [2H]
// and [H+] are hydrogen atoms; within other expressions H is a count. A bond that is
// not written is single or aromatic. Pieces in parentheses at the outermost level lie
// in one component of the molecule each, different pieces in different components.
//
// The search is that of VF2 (Cordella, Foggia, Sansone and Vento, IEEE Trans. Pattern
// Anal. 2004, 26, 1367) with a fixed order of the query's atoms, and without its
// symmetric duplicates (Grochow and Kellis, RECOMB 2007).
package smarts

import (
	"errors"
	"fmt"
)

// Limits of what Parse reads and Match does.
const (
	MaxBytes     = 100_000   // bytes of one SMARTS, its name included
	DefaultSteps = 1_000_000 // steps of one search when Options.Steps is 0
	maxNumber    = 999_999_999
)

// ParseError says where and why a text is no SMARTS.
type ParseError struct {
	Offset int // byte in the text, counted from 0; its length when something is missing at the end
	Msg    string
}

func (e *ParseError) Error() string { return fmt.Sprintf("character %d: %s", e.Offset+1, e.Msg) }

// ErrSteps says that a search was ended by its step limit: it found neither all
// matches nor that there are none.
var ErrSteps = errors.New("the search reached its limit of steps; give a more specific pattern or a smaller molecule")

// Query is a pattern that is ready to be matched. It never changes and may be used by
// any number of goroutines.
type Query struct {
	text string
	top  *pattern
	// subs are the patterns of $(...), each after those inside it; equal ones are one.
	subs []*pattern
	// chiral says whether Options.Chirality makes a difference.
	chiral bool
}

// Parse reads a SMARTS. The error is a *ParseError.
func Parse(text string) (*Query, error) {
	q, err := parse(text)
	if err != nil {
		return nil, err
	}
	q.compile()
	return q, nil
}

// MustParse reads a SMARTS of a table in the program. It panics when text is none.
func MustParse(text string) *Query {
	q, err := Parse(text)
	if err != nil {
		panic("smarts: " + text + ": " + err.Error())
	}
	return q
}

// MustParseMerged is MustParse with hydrogen atoms of the pattern turned into counts:
// an [#1] or [H] with one neighbor, also inside $(...), is dropped and its neighbor
// must carry at least that many hydrogens, whether they are atoms or not. Filter
// catalogs are written for molecules with all hydrogens; this is RDKit's mergeHs.
func MustParseMerged(text string) *Query {
	q, err := parse(text)
	if err != nil {
		panic("smarts: " + text + ": " + err.Error())
	}
	q.mergeHydrogens()
	q.compile()
	return q
}

// Atoms returns the number of atoms of the pattern, those inside $(...) left out.
func (q *Query) Atoms() int { return len(q.top.atoms) }

// String returns the text that was parsed.
func (q *Query) String() string { return q.text }
