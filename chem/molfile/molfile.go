// Package molfile reads and writes mol blocks of the V2000 connection table
// (CTfile Formats, BIOVIA 2020). Coordinates are in Å.
//
//	header      = name line, program line, comment line
//	block       = header, counts line, atom line…, bond line…, property line…, "M  END"
//	counts line = aaabbblllfffcccsssxxxrrrpppiiimmmvvvvvv
//	atom line   = x(10.4) y(10.4) z(10.4) blank symbol(3) massdiff(2) charge(3) parity(3) … valence(3) … map(3) …
//	bond line   = 111222tttsss…
//
// Fields are read by column. Lines whose columns are out of place, as many
// programs write them, are read by blanks instead when that is unambiguous. Atom
// parity is ignored, as the format asks: wedges and coordinates say the same.
// Query atoms, query bonds and V3000 blocks are refused.
package molfile

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/mol"
)

// Limits of the V2000 connection table: its counts have three digits.
const (
	MaxAtoms = 999
	MaxBonds = 999
)

// Limits on what a stranger's block may hold: the lines between the bonds and
// M  END, and the characters of a line.
const (
	maxProperties = 20_000
	maxLine       = 4096
)

// Record is one mol block.
type Record struct {
	Mol *mol.Mol

	// Dimension is the code in columns 21–22 of line 2: "2D", "3D", or "" when
	// there is neither. Coordinates are never inspected.
	Dimension string
	Program   string // columns 3–10 of line 2
	Comment   string // line 3
	Chiral    bool   // chiral flag of the counts line

	// Truncated says that M  END is missing, so that charges, isotopes and
	// radicals may be missing too. Read sets it with a warning; Write ignores it.
	Truncated bool

	// Warnings say what Read had to guess or leave out, one sentence each.
	Warnings []string
}

// ParseError says where a mol block is wrong and what was expected there.
type ParseError struct {
	Line   int // from 1
	Column int // from 1; 0: the whole line
	Msg    string
}

func (e *ParseError) Error() string {
	if e.Column > 0 {
		return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Msg)
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Msg)
}
