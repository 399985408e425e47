// Package smiles reads and writes SMILES, the line notation of molecular graphs
// (OpenSMILES specification 1.0), with RDKit's additions: dative bonds, any bonds,
// atoms by number and ring numbers of up to five digits.
//
//	smiles   = chain *( "." chain ) [ blank name ]
//	chain    = atom *( [ bond ] atom / [ bond ] ring / branch )
//	branch   = "(" [ bond / "." ] chain ")"
//	bond     = "-" / "=" / "#" / "$" / ":" / "/" / "\" / "\\" / "~" / "->" / "<-"
//	ring     = digit / "%" digit digit / "%(" 1*5digit ")"
//	atom     = "B" / "C" / "N" / "O" / "P" / "S" / "F" / "Cl" / "Br" / "I"
//	         / "b" / "c" / "n" / "o" / "p" / "s" / "*" / bracket
//	bracket  = "[" [ isotope ] symbol [ chirality ] [ hcount ] [ charge ] [ ":" map ] "]"
//
// A chain may hold "." and another chain wherever an atom may follow. Reactions and
// the CXSMILES extension after a blank are refused, as dropping them would change
// what was said.
package smiles

import (
	"errors"
	"fmt"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Limits of what Parse reads.
const (
	MaxBytes   = 100_000 // bytes of one SMILES, its name included
	maxIsotope = 999
	maxHCount  = 99
	maxCharge  = 99
	maxMap     = 999_999_999
)

// ParseError says where and why a text is no SMILES, or no molecule.
type ParseError struct {
	Offset int // byte in the text, counted from 0; its length when something is missing at the end
	Msg    string
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("character %d: %s", e.Offset+1, e.Msg)
}

// Parse reads a SMILES as it is written: aromatic atoms and bonds stay aromatic,
// hydrogens are counted only in brackets. The name is what follows the first blank.
// Bonds go from the earlier atom to the later one, but a "/" or "\" bond from the
// atom at which it is written, so Rising is "/", and a dative one from its donor.
// Chain bonds come first in Mol.Bonds, in the order of their second atom, then ring
// bonds in the order of their closing. The error is a *ParseError.
//
// The graph may still be no molecule: see Perceive.
func Parse(text string) (*mol.Mol, error) {
	g := newGraph(text)
	if err := newScanner(text, g).smiles(); err != nil {
		return nil, err
	}
	m := g.m // alone: the rest of the graph may go
	return &m, nil
}

// Perceive reads a SMILES and works out hydrogens, Kekulé orders, aromaticity and
// radicals. It refuses valences that no atom has and aromatic systems without a
// Kekulé form, at the place of the first atom at fault. The error is a *ParseError.
func Perceive(text string) (*perceive.Molecule, error) {
	m, err := Parse(text)
	if err != nil {
		return nil, err
	}
	p, err := perceive.Take(m)
	if err == nil {
		return p, nil
	}
	if fault := (*perceive.Error)(nil); errors.As(err, &fault) {
		at := places{left: fault.Atoms[0]}
		if err := newScanner(text, &at).smiles(); err != nil {
			return nil, err
		}
		return nil, &ParseError{at.at, fault.Msg}
	}
	return nil, err
}
