// Package molfile reads and writes mol blocks, V2000 and V3000, and SD files
// (CTfile Formats, BIOVIA 2020). Coordinates are in Å.
//
//	SD file     = record *( "$$$$" line, record )
//	record      = block, *item
//	item        = "> <name>" line, value line…, blank line
//	block       = header, ( V2000 / V3000 ), "M  END"
//	header      = name line, program line, comment line
//
//	V2000       = counts line, atom line…, bond line…, property line…
//	counts line = aaabbblllfffcccsssxxxrrrpppiiimmmvvvvvv
//	atom line   = x(10.4) y(10.4) z(10.4) blank symbol(3) massdiff(2) charge(3) parity(3) … valence(3) … map(3) …
//	bond line   = 111222tttsss…
//
//	V3000       = counts line, lines that start with "M  V30 ", joined where they end in "-":
//	              BEGIN CTAB, COUNTS atoms bonds sgroups constraints chiral,
//	              BEGIN ATOM, *( index symbol x y z map *( KEY=value ) ), END ATOM,
//	              BEGIN BOND, *( index type atom1 atom2 *( KEY=value ) ), END BOND,
//	              other blocks, END CTAB
//
// Fields of V2000 are read by column. Lines whose columns are out of place, as many
// programs write them, are read by blanks instead when that is unambiguous. Atom
// parity is ignored, as the format asks: wedges and coordinates say the same. Besides
// bond types 1 to 4, type 9 (dative) is read, and the lines M  ZBO, M  ZCH and M  HYD
// (bonds without an order, charges and hydrogens beside them; Clark, J. Chem. Inf.
// Model. 2011, 51, 3149). Query atoms, query bonds and R groups are refused; other
// blocks (substance groups, collections) are skipped with a warning.
package molfile

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/mol"
)

// Limits of the V2000 connection table: its counts have three digits.
const (
	MaxAtomsV2000 = 999
	MaxBondsV2000 = 999
)

// Limits on what a block may hold.
const (
	MaxAtoms  = 1_000_000
	MaxBonds  = 2_000_000
	MaxRecord = 128 << 20 // bytes of one record of an SD file
)

// Limits on what a stranger's block may hold besides: the lines between the bonds and
// M  END, the characters of a line, and of V3000 lines that are joined, the data items
// of a record.
const (
	maxProperties = 20_000
	maxLine       = 4096
	maxJoined     = 1 << 20
	maxItems      = 10_000
)

// Record is one mol block, with its data items when it stands in an SD file.
type Record struct {
	Mol *mol.Mol

	// Dimension is the code in columns 21–22 of line 2: "2D", "3D", or "" when
	// there is neither. Coordinates are never inspected.
	Dimension string
	Program   string // columns 3–10 of line 2
	Comment   string // line 3
	Chiral    bool   // chiral flag of the counts line

	// V3000 says that the block is V3000. Write uses V3000 also when V2000 cannot
	// hold the molecule.
	V3000 bool

	// Properties are the data items in the order of the file. Names may repeat.
	Properties []Property

	// Truncated says that M  END is missing, so that charges, isotopes and
	// radicals may be missing too. Read sets it with a warning; Write ignores it.
	Truncated bool

	// Warnings say what Read had to guess or leave out, one sentence each.
	Warnings []string
}

// Property is a data item of an SD file.
type Property struct {
	Name  string // what stands between < and >
	Value string // lines joined by \n
}

// ParseError says where a mol block is wrong and what was expected there.
type ParseError struct {
	Line   int // from 1; in an SD file counted from its start
	Column int // from 1; 0: the whole line
	// Query says that the block is well-formed but no structure: it has query atoms
	// or bonds, or R groups.
	Query bool
	Msg   string
}

func (e *ParseError) Error() string {
	if e.Column > 0 {
		return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Msg)
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Msg)
}
