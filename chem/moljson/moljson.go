// Package moljson reads and writes molecules as MolJSON, in both dialects that go by
// that name.
//
// The chematic dialect lists hydrogens and marks aromatic atoms and bonds:
//
//	{"atoms": [{"id": "a1", "element": "C", "charge": 0, "isotope": null, "hydrogens": 3, "aromatic": false}, …],
//	 "bonds": [{"id": "b1", "source_id": "a1", "target_id": "a2", "order": 1.0, "aromatic": false}, …]}
//
// Orders are 1.0, 1.5 (aromatic), 2.0, 3.0 and 4.0. Additions say what would be lost
// otherwise: order 0.0 is a bond without an order, "dative": true a bond to which the
// source gives both electrons, "map" an atom map number. With Options.Stereo, atoms carry "chirality" ("@", "@@",
// "@SP1" … as in SMILES) with "neighbors", the ids in the order that the mark speaks of,
// null for a hydrogen that is no atom; double bonds carry "stereo", the CIP label "E" or
// "Z", or where there is none "cis" or "trans" with "neighbors", one of each end. The CIP
// labels "R", "S", "r" and "s" are read as well.
//
// The published dialect (Runcie, Imrie, Deane, arXiv:2605.01822, 2026) lists neither
// hydrogens nor stereo:
//
//	{"atoms": [{"id": "C1", "element": "C"}, …], "bonds": [{"source": "C1", "target": "C2", "order": 1}, …],
//	 "charges": [{"atom_id": "N1", "formal_charge": 1}, …] or null, "aromatic_n_h": [{"atom_id": "N1", "hcount": 1}, …] or null}
package moljson

import "fmt"

// Limits of what Read accepts.
const (
	MaxBytes = 1_000_000
	MaxAtoms = 10_000
	MaxBonds = 20_000
)

const (
	maxIsotope   = 999
	maxCharge    = 99
	maxHydrogens = 99
	maxMap       = 999_999_999
	maxID        = 100 // bytes
)

// Dialect is one of the two formats.
type Dialect uint8

// The dialects.
const (
	Chematic  Dialect = iota // of the program chematic
	Published                // of the paper and the program oxpig/MolJSON
)

// Options of Write. The zero value is the chematic dialect without stereo.
type Options struct {
	Dialect Dialect
	Stereo  bool // add the configuration; the published dialect has no place for it
}

// Error says where a document is wrong.
type Error struct {
	Path string // as in JSONPath: $.atoms[0].id
	Msg  string
}

func (e *Error) Error() string { return e.Path + ": " + e.Msg }

func fail(path, format string, args ...any) error {
	return &Error{path, fmt.Sprintf(format, args...)}
}
