package edit

import (
	"encoding/json"
	"fmt"
	"strconv"

	contractjson "github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/contract"
)

// A project file is a document as JSON: its source, the steps done and those that redo
// would bring back. Reading it does the steps again, so that the file says how the
// structure was made and nothing twice. Structures are those of the Builder Tool
// Contract §5.1; numbers have the shortest text that gives them back.
//
//	{"format": "molsmith-project", "version": 1, "name": …,
//	 "source": {"kind": …, "label": …, "structure": {…}},
//	 "steps": [{"id": "s1", "label": …, "author": …, "ops": [{"op": "delete_atoms", …}]}],
//	 "redo": […], "sha256": …}
//
// docs/project-file.md lists the ops and their members.
//
// An atom is named by its index in the source, or by "<id>:<k>" for atom k of what the
// op with that id added.
const (
	projectFormat  = "molsmith-project"
	projectVersion = 1
)

type projectFile struct {
	Format  string        `json:"format"`
	Version int           `json:"version"`
	Name    string        `json:"name"`
	Source  projectSource `json:"source"`
	Steps   []projectStep `json:"steps"`
	Redo    []projectStep `json:"redo,omitempty"`
	SHA256  string        `json:"sha256,omitempty"` // of the structure after the steps, as Hash gives it
}

type projectSource struct {
	Kind       string          `json:"kind"`
	Label      string          `json:"label"`
	Provenance *Provenance     `json:"provenance,omitempty"`
	Symmetry   *SymmetryRecord `json:"symmetry,omitempty"`
	Structure  json.RawMessage `json:"structure"`
}

type projectStep struct {
	ID         string      `json:"id"`
	Label      string      `json:"label"`
	Author     Author      `json:"author"`
	Provenance *Provenance `json:"provenance,omitempty"`
	Ops        []projectOp `json:"ops"`
}

// projectOp is any op; each has the members it needs.
type projectOp struct {
	Op         string          `json:"op"`
	ID         string          `json:"id,omitempty"`
	Name       string          `json:"name,omitempty"`
	Atoms      []atomID        `json:"atoms,omitempty"`
	Bonds      [][2]atomID     `json:"bonds,omitempty"`
	Parents    []atomID        `json:"parents,omitempty"`
	Elements   []int           `json:"elements,omitempty"`
	Charges    []int32         `json:"charges,omitempty"`
	Orders     []int           `json:"orders,omitempty"`
	ByDistance bool            `json:"byDistance,omitempty"`
	Positions  []float64       `json:"positions,omitempty"`
	Cell       *[9]float64     `json:"cell,omitempty"`
	ScaleAtoms bool            `json:"scaleAtoms,omitempty"`
	Molecules  bool            `json:"molecules,omitempty"`
	Axes       string          `json:"axes,omitempty"`
	Vacuum     *float64        `json:"vacuum,omitempty"`
	Matrix     *[9]int         `json:"matrix,omitempty"`
	Miller     [3]int          `json:"miller,omitzero"`
	Layers     int             `json:"layers,omitempty"`
	Shift      float64         `json:"shift,omitempty"`
	Lateral    [4]int          `json:"lateral,omitzero"`
	Top        float64         `json:"top,omitempty"`
	By         *[3]float64     `json:"by,omitempty"`
	Axis       *[3]float64     `json:"axis,omitempty"`
	Origin     *[3]float64     `json:"origin,omitempty"`
	Angle      float64         `json:"angle,omitempty"`
	AtomName   *string         `json:"atomName,omitempty"`
	Residue    *string         `json:"residueName,omitempty"`
	ResidueID  *int32          `json:"residueId,omitempty"`
	Chain      *string         `json:"chainId,omitempty"`
	Structure  json.RawMessage `json:"structure,omitempty"`
}

// atomID is a reference as the file spells it: a number or a string.
type atomID string

// MarshalJSON writes an index as a number.
func (a atomID) MarshalJSON() ([]byte, error) {
	if n, err := strconv.ParseInt(string(a), 10, 32); err == nil && n >= 0 {
		return strconv.AppendInt(nil, n, 10), nil
	}
	return json.Marshal(string(a))
}

// UnmarshalJSON takes a number or a string.
func (a *atomID) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, (*string)(a))
	}
	n, err := strconv.ParseInt(string(data), 10, 32)
	if err != nil || n < 0 {
		return fmt.Errorf("an atom is named by its index or by \"<id>:<index>\", not by %.40s", data)
	}
	*a = atomID(strconv.FormatInt(n, 10))
	return nil
}

// Project returns the document as a project file. It does not say what hash the structure
// has; see HashedProject. The error is an *contract.Error: the structures of a file have at
// most contract.MaxAtoms atoms.
func (d *Document) Project() ([]byte, error) { return d.project("") }

// HashedProject is Project with the hash of the structure after the steps, by which whoever
// reads the file sees that it came to the same.
func (d *Document) HashedProject() ([]byte, error) {
	return d.project(contract.CanonicalHash(contractjson.ToContract(d.Edited())))
}
