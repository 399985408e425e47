package edit

import (
	"encoding/json"
	"fmt"
	"strconv"

	contractjson "github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
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
	Positions  []float64       `json:"positions,omitempty"`
	Cell       *[9]float64     `json:"cell,omitempty"`
	ScaleAtoms bool            `json:"scaleAtoms,omitempty"`
	Molecules  bool            `json:"molecules,omitempty"`
	Axes       string          `json:"axes,omitempty"`
	Vacuum     *float64        `json:"vacuum,omitempty"`
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
// has; see HashedProject. The error is an *contract.Error: the
// structures of a file have at most contract.MaxAtoms atoms.
func (d *Document) Project() ([]byte, error) { return d.project("") }

// HashedProject is Project with the hash of the structure after the steps, by which whoever
// reads the file sees that it came to the same.
func (d *Document) HashedProject() ([]byte, error) {
	return d.project(contract.CanonicalHash(contractjson.ToContract(d.Edited())))
}

func (d *Document) project(hash string) ([]byte, error) {
	source, err := encodeStructure(&d.source)
	if err != nil {
		return nil, err
	}
	file := projectFile{
		Format: projectFormat, Version: projectVersion, Name: d.name, SHA256: hash,
		Source: projectSource{d.about.Kind, d.about.Label, d.about.Provenance, RecordSymmetry(d.about.Symmetry), source},
	}
	if file.Steps, err = d.encodeSteps(d.Steps()); err != nil {
		return nil, err
	}
	if file.Redo, err = d.encodeSteps(d.RedoSteps()); err != nil {
		return nil, err
	}
	return json.Marshal(&file)
}

func encodeStructure(s *structure.Structure) (json.RawMessage, error) {
	if s.Len() > contract.MaxAtoms {
		return nil, &contract.Error{
			Code:    contract.TooManyAtoms,
			Message: fmt.Sprintf("%d atoms are more than the %d that a project file may hold", s.Len(), contract.MaxAtoms),
		}
	}
	return contract.AppendStructure(nil, contractjson.ToContract(s)), nil
}

func (d *Document) encodeSteps(steps []*Step) ([]projectStep, error) {
	list := make([]projectStep, len(steps))
	for i, s := range steps {
		list[i] = projectStep{s.ID, s.Label, s.Author, s.Provenance, make([]projectOp, 0, len(s.Ops))}
		names := stepNames{d: d}
		for _, op := range s.Ops {
			one, err := names.encode(op)
			if err != nil {
				return nil, err
			}
			list[i].Ops = append(list[i].Ops, one)
		}
	}
	return list, nil
}

// stepNames spells the references of one step.
type stepNames struct {
	d     *Document
	added []int32 // what the ops so far have added
}

func (n *stepNames) encode(op Op) (projectOp, error) {
	switch op := op.(type) {
	case *AddFragment:
		n.added = append(n.added, op.number)
		s, err := encodeStructure(&op.Atoms)
		return projectOp{Op: "add_fragment", ID: n.d.fragments[op.number], Name: op.Name, Structure: s}, err
	case *AddAtoms:
		one := projectOp{
			Op: "add_atom", ID: n.d.fragments[op.number], Name: op.Name, Elements: numbers(op.Elements), Positions: op.Positions,
			Charges: op.Charges, Parents: n.spell(op.Parents), Orders: numbers(op.Orders),
		}
		n.added = append(n.added, op.number)
		return one, nil
	case *DeleteAtoms:
		return projectOp{Op: "delete_atoms", Atoms: n.spell(op.Atoms)}, nil
	case *SetCell:
		return projectOp{Op: "set_cell", Cell: op.Cell, ScaleAtoms: op.ScaleAtoms}, nil
	case *Wrap:
		return projectOp{Op: "wrap", Molecules: op.Molecules}, nil
	case *Unwrap:
		return projectOp{Op: "unwrap"}, nil
	case *Center:
		return projectOp{Op: "center", Axes: op.Axes, Vacuum: op.Vacuum}, nil
	case *ReplacePositions:
		return projectOp{Op: "replace_positions", Atoms: n.spell(op.Atoms), Positions: op.Positions}, nil
	case *MoveAtoms:
		return projectOp{Op: "move_atoms", Atoms: n.spell(op.Atoms), By: three(op.By)}, nil
	case *RotateAtoms:
		return projectOp{Op: "rotate_atoms", Atoms: n.spell(op.Atoms), Axis: three(op.Axis), Origin: three(op.Origin), Angle: op.Angle}, nil
	case *SetLabels:
		return projectOp{
			Op: "set_label", Atoms: n.spell(op.Atoms), AtomName: op.Name, Residue: op.ResidueName, ResidueID: op.ResidueID, Chain: op.ChainID,
		}, nil
	case *ExpandSymmetry:
		return projectOp{Op: "expand_symmetry", ID: n.d.fragments[op.number]}, nil
	case *Clear:
		return projectOp{Op: "clear"}, nil
	case *SetElements:
		return projectOp{Op: "set_element", Atoms: n.spell(op.Atoms), Elements: numbers(op.Elements)}, nil
	case *SetCharges:
		return projectOp{Op: "set_charge", Atoms: n.spell(op.Atoms), Charges: op.Charges}, nil
	case *AddBonds:
		return projectOp{Op: "add_bond", Bonds: n.spellBonds(op.Bonds), Orders: numbers(op.Orders)}, nil
	case *SetOrders:
		return projectOp{Op: "set_order", Bonds: n.spellBonds(op.Bonds), Orders: numbers(op.Orders)}, nil
	case *DeleteBonds:
		return projectOp{Op: "delete_bond", Bonds: n.spellBonds(op.Bonds)}, nil
	case *brokenOp:
		return op.as, nil
	}
	panic(fmt.Sprintf("edit: no project op for %T", op))
}

func (n *stepNames) spell(atoms []Ref) []atomID {
	if atoms == nil {
		return nil
	}
	list := make([]atomID, len(atoms))
	for i, r := range atoms {
		if op := int(-1 - r.Fragment); op >= 0 && op < len(n.added) {
			r.Fragment = n.added[op]
		}
		list[i] = atomID(n.d.FormatRef(r))
	}
	return list
}

func (n *stepNames) spellBonds(bonds [][2]Ref) [][2]atomID {
	list := make([][2]atomID, len(bonds))
	for i, b := range bonds {
		ends := n.spell(b[:])
		list[i] = [2]atomID{ends[0], ends[1]}
	}
	return list
}

func three(v geom.Vec3) *[3]float64 { return &[3]float64{v.X, v.Y, v.Z} }

// numbers makes a JSON array of bytes, which encoding/json would write as base64.
func numbers(values []uint8) []int {
	if values == nil {
		return nil
	}
	list := make([]int, len(values))
	for i, v := range values {
		list[i] = int(v)
	}
	return list
}
