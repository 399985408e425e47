package edit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/crystal"
	contractjson "github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/contract"
)

// Bounds of what a project file says.
const (
	maxSteps    = 100_000
	maxFragment = 1 << 30 // the number in an id of added atoms
)

// ReadProject opens a project file: the document as it was when Project wrote it, with
// its history and what redo would bring back. A step that cannot be done is marked
// broken and left out whole, and a warning says why; the file keeps it. So does one when
// the structure has not the hash that the file says. The document is not dirty. The error is an *contract.Error of code INVALID_PROJECT: the file is none,
// is of a later version, or has no source that can be opened.
func ReadProject(data []byte) (d *Document, warnings []string, err error) {
	var file projectFile
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, nil, invalidProject("the file is no project: %v", err)
	}
	if file.Format != projectFormat {
		return nil, nil, invalidProject("the file is no project: its member \"format\" is not %q", projectFormat)
	}
	if file.Version < 1 || file.Version > projectVersion {
		return nil, nil, invalidProject("the project is of version %d; this program reads up to version %d", file.Version, projectVersion)
	}
	if n := len(file.Steps) + len(file.Redo); n > maxSteps {
		return nil, nil, invalidProject("the project has %d steps; at most %d are read", n, maxSteps)
	}
	source, notes, err := contract.DecodeStructure(file.Source.Structure, false)
	if err != nil {
		return nil, nil, invalidProject("the source of the project cannot be read: %v", err)
	}
	about := Source{Kind: file.Source.Kind, Label: file.Source.Label, Provenance: file.Source.Provenance}
	if about.Symmetry, err = file.Source.Symmetry.Read(); err != nil {
		return nil, nil, err
	}
	d, err = New(file.Name, about, *contractjson.FromContract(source))
	if err != nil {
		return nil, nil, err
	}
	warnings = notes
	for _, list := range [][]projectStep{file.Steps, file.Redo} {
		for i := range list {
			if reason := d.again(&list[i]); reason != "" {
				warnings = append(warnings, fmt.Sprintf("Step %d (%s) was left out: %s.", len(d.done), list[i].Label, reason))
			}
		}
	}
	for range file.Redo {
		d.Undo()
	}
	d.saved = d.lastStep()
	if file.SHA256 != "" && d.Hash() != file.SHA256 {
		warnings = append(warnings, "The steps give another structure than the one that was saved: a step was left out, or the file was changed by hand or written by another version.")
	}
	return d, warnings, nil
}

// IsProject says whether data begins as a project file does, which ReadProject then reads.
func IsProject(data []byte) bool {
	head := data[:min(len(data), 256)]
	return bytes.Contains(head, []byte(`"format"`)) && bytes.Contains(head, []byte(`"`+projectFormat+`"`))
}

// InvalidProject is the code of a file that is no project.
const InvalidProject contract.Code = "INVALID_PROJECT"

func invalidProject(format string, args ...any) error {
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ")
	return &contract.Error{Code: InvalidProject, Message: text}
}

// brokenOp stands for an op of a project file that could not be done.
type brokenOp struct{ as projectOp }

func (op *brokenOp) apply(*Document) (inverse, error) { return untouched{}, nil }

// untouched is the inverse of an op that changed nothing.
type untouched struct{}

func (untouched) revert(*Document) {}

func (untouched) changed() (atoms, bonds int) { return 2 * MaxAtoms, 1 << 30 }

// again does a step of a file. When it cannot be done, the document gets a step that
// changes nothing, and the reason is returned.
func (d *Document) again(p *projectStep) (reason string) {
	s := Step{Label: p.Label, Author: p.Author, Provenance: p.Provenance}
	if s.Author != Tool && s.Author != File {
		s.Author = Person
	}
	reader := stepReader{d: d, last: d.lastFrag}
	err := reader.read(&s, p)
	d.lastFrag = max(d.lastFrag, reader.last) // also when it is broken: the file keeps its ids
	if err == nil {
		_, err = d.Apply(s)
	}
	if err != nil {
		s.Ops, s.Broken = nil, err.Error()
		for _, op := range p.Ops {
			s.Ops = append(s.Ops, &brokenOp{op})
		}
		if len(s.Ops) == 0 {
			s.Ops = []Op{&brokenOp{}}
		}
		if s.Label == "" {
			s.Label = "Broken step"
		}
		_, _ = d.Apply(s) // which never fails
	}
	step := d.done[len(d.done)-1].step
	if n, err := strconv.Atoi(strings.TrimPrefix(p.ID, "s")); err == nil && p.ID == stepID(n) && n >= d.steps && n < 1<<30 {
		d.steps, step.ID = n, p.ID
	}
	return s.Broken
}

// stepReader reads the ops of one step.
type stepReader struct {
	d    *Document
	last int32            // the number of the fragment before
	ids  map[string]int32 // of the fragments of this step
}

func (r *stepReader) read(s *Step, p *projectStep) error {
	if len(p.Ops) == 0 {
		return invalid("the step holds no change")
	}
	for i := range p.Ops {
		op, err := r.op(&p.Ops[i])
		if err != nil {
			return err
		}
		s.Ops = append(s.Ops, op)
	}
	for id, n := range r.ids { // the ids of the file stay
		r.d.fragments[n] = id
	}
	return nil
}

func (r *stepReader) op(p *projectOp) (Op, error) {
	atoms, err := r.refs(p.Atoms)
	if err != nil {
		return nil, err
	}
	bonds, err := r.bonds(p.Bonds)
	if err != nil {
		return nil, err
	}
	switch p.Op {
	case "add_fragment":
		s, _, err := contract.DecodeStructure(p.Structure, false)
		if err != nil {
			return nil, err
		}
		number, err := r.fragment(p.ID)
		return &AddFragment{Name: p.Name, Atoms: *contractjson.FromContract(s), number: number}, err
	case "add_atom":
		parents, err := r.refs(p.Parents)
		if err != nil {
			return nil, err
		}
		number, err := r.fragment(p.ID)
		return &AddAtoms{
			Name: p.Name, Elements: Bytes(p.Elements), Positions: p.Positions, Charges: p.Charges, Parents: parents, Orders: Bytes(p.Orders), number: number,
		}, err
	case "delete_atoms":
		return &DeleteAtoms{Atoms: atoms}, nil
	case "set_cell":
		return &SetCell{Cell: p.Cell, ScaleAtoms: p.ScaleAtoms}, nil
	case "wrap":
		return &Wrap{Molecules: p.Molecules}, nil
	case "unwrap":
		return &Unwrap{}, nil
	case "center":
		return &Center{Axes: p.Axes, Vacuum: p.Vacuum}, nil
	case "replace_positions":
		return &ReplacePositions{Atoms: atoms, Positions: p.Positions}, nil
	case "move_atoms":
		return &MoveAtoms{Atoms: atoms, By: vector(p.By)}, nil
	case "rotate_atoms":
		return &RotateAtoms{Atoms: atoms, Axis: vector(p.Axis), Origin: vector(p.Origin), Angle: p.Angle}, nil
	case "set_label":
		return &SetLabels{Atoms: atoms, Name: p.AtomName, ResidueName: p.Residue, ResidueID: p.ResidueID, ChainID: p.Chain}, nil
	case "expand_symmetry":
		number, err := r.fragment(p.ID)
		return &ExpandSymmetry{number: number}, err
	case "supercell":
		number, err := r.fragment(p.ID)
		if err == nil && p.Matrix == nil {
			err = invalid("the supercell has no matrix")
		}
		if err != nil {
			return nil, err
		}
		return &Supercell{Matrix: *p.Matrix, number: number}, nil
	case "slab":
		number, err := r.fragment(p.ID)
		op := &Slab{Slab: crystal.Slab{Miller: p.Miller, Layers: p.Layers, Shift: p.Shift, Lateral: p.Lateral, Top: p.Top}, number: number}
		if p.Vacuum != nil {
			op.Vacuum = *p.Vacuum
		}
		return op, err
	case "rebuild":
		s, _, err := contract.DecodeStructure(p.Structure, false)
		if err != nil {
			return nil, err
		}
		number, err := r.fragment(p.ID)
		return &Rebuild{Name: p.Name, Atoms: *contractjson.FromContract(s), number: number}, err
	case "clear":
		return &Clear{}, nil
	case "set_element":
		return &SetElements{Atoms: atoms, Elements: Bytes(p.Elements)}, nil
	case "set_charge":
		return &SetCharges{Atoms: atoms, Charges: p.Charges}, nil
	case "add_bond":
		return &AddBonds{Bonds: bonds, Orders: Bytes(p.Orders), ByDistance: p.ByDistance}, nil
	case "set_order":
		return &SetOrders{Bonds: bonds, Orders: Bytes(p.Orders)}, nil
	case "delete_bond":
		return &DeleteBonds{Bonds: bonds}, nil
	}
	return nil, invalid("there is no op %.40q", p.Op)
}

// vector reads three numbers; absent they are 0.
func vector(v *[3]float64) geom.Vec3 {
	if v == nil {
		return geom.Vec3{}
	}
	return geom.Vec3{X: v[0], Y: v[1], Z: v[2]}
}

// fragment returns the number that ends an id; numbers rise in the order of the file.
func (r *stepReader) fragment(id string) (int32, error) {
	dash := strings.LastIndexByte(id, '-')
	n, err := strconv.ParseInt(id[dash+1:], 10, 32)
	if dash < 0 || err != nil || n > maxFragment || len(id) > maxSlug+12 || strings.ContainsRune(id, ':') {
		return 0, invalid("%.40q is no id of added atoms; they end with a hyphen and a number", id)
	}
	if int32(n) <= r.last {
		return 0, invalid("the id %.40q is not behind those before; their numbers rise", id)
	}
	r.last = int32(n)
	if r.ids == nil {
		r.ids = map[string]int32{}
	}
	r.ids[id] = r.last
	return r.last, nil
}

// refs reads references; nil stays nil.
func (r *stepReader) refs(names []atomID) ([]Ref, error) {
	if names == nil {
		return nil, nil
	}
	list := make([]Ref, len(names))
	for i, name := range names {
		id, atom, added := strings.Cut(string(name), ":")
		if !added {
			id, atom = "", id
		}
		n, err := strconv.ParseInt(atom, 10, 32)
		if err != nil || n < 0 {
			return nil, invalid("%.40q names no atom", string(name))
		}
		list[i].Atom = int32(n)
		if added {
			if list[i].Fragment = r.numberOf(id); list[i].Fragment == 0 {
				return nil, invalid("no step before adds %.40q", id)
			}
		}
	}
	return list, nil
}

// numberOf returns the number of a fragment by its id, 0 when there is none.
func (r *stepReader) numberOf(id string) int32 {
	if n, ok := r.ids[id]; ok {
		return n
	}
	n, err := strconv.ParseInt(id[strings.LastIndexByte(id, '-')+1:], 10, 32)
	if err == nil && n > 0 && r.d.fragments[int32(n)] == id {
		return int32(n)
	}
	return 0
}

func (r *stepReader) bonds(names [][2]atomID) ([][2]Ref, error) {
	bonds := make([][2]Ref, len(names))
	for i := range names {
		ends, err := r.refs(names[i][:])
		if err != nil {
			return nil, err
		}
		bonds[i] = [2]Ref{ends[0], ends[1]}
	}
	return bonds, nil
}

// Bytes makes elements or orders of the numbers of a JSON array; what does not fit becomes
// 255, which no op takes. nil stays nil.
func Bytes(values []int) []uint8 {
	if values == nil {
		return nil
	}
	list := make([]uint8, len(values))
	for i, v := range values {
		list[i] = 255
		if v >= 0 && v < 255 {
			list[i] = uint8(v)
		}
	}
	return list
}
