// Package contract holds the wire types of the Builder Tool Contract version 1
// and everything both sides of it need: the structure codec, the result rules,
// the definition of a tool and the JSON Schemas made from it.
//
// It is the ground floor of Molsmith: it imports nothing of ours.
package contract

// Version is the contract version this package implements.
const Version = 1

// MaxAtoms is the largest structure a tool may take or give.
const MaxAtoms = 500_000

// MetaKey is the _meta member that marks an MCP tool as a Builder tool.
const MetaKey = "io.github.megane-labs/builder"

// Structure is the payload of results and of document arguments (contract §5.1):
// flat arrays over N atoms. Optional arrays are nil when absent. The arrays
// share memory with whoever built the value; nothing in this package changes them.
type Structure struct {
	Elements  []uint8     // atomic numbers 1–118, len N
	Positions []float64   // Å, x y z per atom, len 3N
	Cell      *[9]float64 // row-major lattice vectors, Å; nil: not periodic
	Bonds     [][2]uint32 // 0-based pairs of distinct atoms

	BondOrders    []uint8   // 1, 2, 3 or 4 (aromatic), len of Bonds
	Molecules     []int32   // 0-based molecule index, len N
	ResidueNames  []string  // len N
	ResidueIDs    []int32   // len N
	AtomNames     []string  // len N
	ChainIDs      []string  // one character each, len N
	FormalCharges []int32   // e, len N
	Scalars       []Channel // named per-atom values, in the order they came
}

// Channel is one named per-atom channel of Structure.Scalars.
type Channel struct {
	Name   string
	Values []float64 // len N
}

// BuilderResult is what a Builder tool answers (contract §5).
type BuilderResult struct {
	Contract   int
	Name       string
	Structure  Structure
	Warnings   []string
	Provenance Provenance
}

// Provenance is the free-form record of what made a result, in the order it is
// written. Values are strings or numbers.
type Provenance []ProvenanceEntry

// ProvenanceEntry is one member of Provenance. Value is a string, an int64 or a float64.
type ProvenanceEntry struct {
	Key   string
	Value any
}

// Category is the group of the Tools menu a button stands in.
type Category string

const (
	Bulk          Category = "bulk"
	MoleculeTools Category = "molecule"
	Polymer       Category = "polymer"
	Surface       Category = "surface"
	Solvation     Category = "solvation"
	Other         Category = "other"
)

// Apply is the way a result enters the document (contract §5.2).
type Apply string

const (
	NewDocument Apply = "new_document"
	Insert      Apply = "insert"
)

// DocumentUse says whether a tool receives the open document (contract §4.3).
type DocumentUse string

const (
	DocumentNone     DocumentUse = "none"
	DocumentOptional DocumentUse = "optional"
	DocumentRequired DocumentUse = "required"
)

// Marker is the contract's _meta object of a tool definition.
type Marker struct {
	Contract        int         `json:"contract"`
	Category        Category    `json:"category"`
	Apply           Apply       `json:"apply"`
	Document        DocumentUse `json:"document"`
	Stochastic      bool        `json:"stochastic"`
	ExpectedSeconds float64     `json:"expectedSeconds,omitempty"`
}

// Molecule is a molecule argument (contract §4.2). Molblock wins when both are given.
type Molecule struct {
	Name     string `json:"name"`
	Molblock string `json:"molblock,omitempty"`
	SMILES   string `json:"smiles,omitempty"`
}
