//go:build document || !part

package core

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/edit"
	"github.com/molsmith/molsmith/chem/geom"
)

// editOp is EditOp of the protocol.
type editOp struct {
	Op         string      `json:"op"`
	Atoms      []int       `json:"atoms"`
	Bonds      []int       `json:"bonds"` // pairs, one after the other
	Elements   []int       `json:"elements"`
	Charges    []int32     `json:"charges"`
	Orders     []int       `json:"orders"`
	Positions  []float64   `json:"positions"`
	Parents    []int       `json:"parents"`
	Cell       *[9]float64 `json:"cell"`
	ScaleAtoms bool        `json:"scaleAtoms"`
	Axes       string      `json:"axes"`
	Vacuum     *float64    `json:"vacuum"`
	Name       *string     `json:"name"`

	By          json.RawMessage `json:"by"` // what set_charge adds to the charges there are; the shift of move_atoms
	Axis        [3]float64      `json:"axis"`
	Origin      [3]float64      `json:"origin"`
	Angle       float64         `json:"angle"`
	Matrix      [9]int          `json:"matrix"`
	Miller      [3]int          `json:"miller"`
	Layers      int             `json:"layers"`
	Shift       float64         `json:"shift"`
	Top         float64         `json:"top"`
	Lateral     [4]int          `json:"lateral"`
	ResidueName *string         `json:"residueName"`
	ResidueID   *int32          `json:"residueId"`
	ChainID     *string         `json:"chainId"`
}

// stem is the name of what an op adds.
func (op *editOp) stem() string {
	if op.Name == nil {
		return ""
	}
	return *op.Name
}

// opReader turns the ops of one request into those of a step.
type opReader struct {
	d     *edit.Document
	r     *request
	q     *applyRequest
	added []int // atoms that each op before adds, for the ops that add some
	// guessed follows the op: bonds of a fragment that nobody stated.
	guessed edit.Op
}

func readOps(d *edit.Document, r *request, q *applyRequest) ([]edit.Op, error) {
	reader := opReader{d: d, r: r, q: q}
	var ops []edit.Op
	for i := range q.Ops {
		op, err := reader.read(&q.Ops[i], i)
		if err != nil {
			return nil, err
		}
		ops = append(ops, op)
		if reader.guessed != nil {
			ops = append(ops, reader.guessed)
			reader.guessed = nil
		}
	}
	return ops, nil
}

func (o *opReader) read(op *editOp, i int) (edit.Op, error) {
	if op.Atoms == nil { // long lists travel as arrays
		if list, ok := o.r.bufs["ops."+strconv.Itoa(i)+".atoms"].([]uint32); ok {
			op.Atoms = ints(list)
		}
	}
	switch op.Op {
	case "delete_atoms":
		refs, err := o.refs(op.Atoms)
		return &edit.DeleteAtoms{Atoms: refs}, err
	case "set_cell":
		return &edit.SetCell{Cell: op.Cell, ScaleAtoms: op.ScaleAtoms}, nil
	case "center":
		return &edit.Center{Axes: op.Axes, Vacuum: op.Vacuum}, nil
	case "add_fragment":
		return o.fragment(op, i)
	case "replace_positions":
		return o.move(op, i)
	case "add_atom":
		parents, err := o.refs(op.Parents)
		o.added = append(o.added, len(op.Elements))
		return &edit.AddAtoms{
			Name: op.stem(), Elements: edit.Bytes(op.Elements), Positions: op.Positions, Charges: op.Charges, Parents: parents, Orders: edit.Bytes(op.Orders),
		}, err
	case "add_bond":
		bonds, err := o.bonds(op.Bonds, i)
		return &edit.AddBonds{Bonds: bonds, Orders: edit.Bytes(op.Orders)}, err
	case "set_order":
		bonds, err := o.bonds(op.Bonds, i)
		return &edit.SetOrders{Bonds: bonds, Orders: edit.Bytes(op.Orders)}, err
	case "delete_bond":
		bonds, err := o.bonds(op.Bonds, i)
		return &edit.DeleteBonds{Bonds: bonds}, err
	case "set_element":
		refs, err := o.refs(op.Atoms)
		return &edit.SetElements{Atoms: refs, Elements: edit.Bytes(op.Elements)}, err
	case "set_charge":
		refs, err := o.refs(op.Atoms)
		charges := op.Charges
		if op.By != nil {
			var by int32
			if err := json.Unmarshal(op.By, &by); err != nil {
				return nil, BadRequest(fmt.Sprintf("ops/%d/by: %v", i, err))
			}
			charges = o.raised(op.Atoms, by)
		}
		return &edit.SetCharges{Atoms: refs, Charges: charges}, err
	case "move_atoms":
		var by [3]float64
		if err := json.Unmarshal(op.By, &by); err != nil {
			return nil, BadRequest(fmt.Sprintf("ops/%d/by: %v", i, err))
		}
		refs, err := o.refs(op.Atoms)
		return &edit.MoveAtoms{Atoms: refs, By: vector(by)}, err
	case "rotate_atoms":
		refs, err := o.refs(op.Atoms)
		return &edit.RotateAtoms{Atoms: refs, Axis: vector(op.Axis), Origin: vector(op.Origin), Angle: op.Angle}, err
	case "set_label":
		refs, err := o.refs(op.Atoms)
		return &edit.SetLabels{Atoms: refs, Name: op.Name, ResidueName: op.ResidueName, ResidueID: op.ResidueID, ChainID: op.ChainID}, err
	case "expand_symmetry":
		return &edit.ExpandSymmetry{}, nil
	case "supercell":
		return &edit.Supercell{Matrix: op.Matrix}, nil
	case "slab":
		slab := crystal.Slab{Miller: op.Miller, Layers: op.Layers, Shift: op.Shift, Top: op.Top, Lateral: op.Lateral}
		if op.Vacuum != nil {
			slab.Vacuum = *op.Vacuum
		}
		return &edit.Slab{Slab: slab}, nil
	case "rebuild":
		return o.rebuild(op, i)
	case "clear":
		return &edit.Clear{}, nil
	}
	return nil, BadRequest(fmt.Sprintf("ops/%d: there is no op %s", i, quote(op.Op)))
}

func vector(v [3]float64) geom.Vec3 { return geom.Vec3{X: v[0], Y: v[1], Z: v[2]} }

func (o *opReader) fragment(op *editOp, i int) (edit.Op, error) {
	if o.q.Fragment == nil {
		return nil, BadRequest(fmt.Sprintf("ops/%d: add_fragment needs the fragment's head and arrays", i))
	}
	s, err := takeStructure(*o.q.Fragment, o.r.bufs)
	if err != nil {
		return nil, err
	}
	s.Cell = nil
	if s.Molecules == nil && o.d.Structure().Molecules != nil {
		s.Molecules, _ = s.Components() // before bonds leave it for a moment
	}
	o.guessed = guess(o.r.bufs, s, edit.Added(len(o.added), 0))
	o.added = append(o.added, s.Len())
	return &edit.AddFragment{Name: op.stem(), Atoms: *s}, nil
}

func (o *opReader) rebuild(op *editOp, i int) (edit.Op, error) {
	if o.q.Fragment == nil {
		return nil, BadRequest(fmt.Sprintf("ops/%d: rebuild needs the head and arrays of the structure", i))
	}
	s, err := takeStructure(*o.q.Fragment, o.r.bufs)
	if err != nil {
		return nil, err
	}
	return &edit.Rebuild{Name: op.stem(), Atoms: *s}, nil
}

func (o *opReader) move(op *editOp, i int) (edit.Op, error) {
	positions, ok := o.r.bufs["positions"].([]float64)
	if !ok {
		return nil, BadRequest(fmt.Sprintf("ops/%d: replace_positions needs bufs.positions", i))
	}
	refs, err := o.refs(op.Atoms)
	return &edit.ReplacePositions{Atoms: refs, Positions: positions}, err
}

// refs names atoms by their index in the document before the step; the atoms that the
// step adds follow. nil stays nil.
func (o *opReader) refs(atoms []int) ([]edit.Ref, error) {
	if atoms == nil {
		return nil, nil
	}
	if len(o.added) == 0 {
		return o.d.Refs(atoms)
	}
	n := o.d.Structure().Len()
	list := make([]edit.Ref, 0, len(atoms))
	for _, a := range atoms {
		if k, at := o.addition(a - n); k >= 0 {
			list = append(list, edit.Added(k, at))
			continue
		}
		one, err := o.d.Refs([]int{a})
		if err != nil {
			return nil, err
		}
		list = append(list, one[0])
	}
	return list, nil
}

// addition finds atom number a of those that the step adds: the op and the atom of it;
// −1 when there is none.
func (o *opReader) addition(a int) (op, atom int) {
	if a < 0 {
		return -1, 0
	}
	for k, n := range o.added {
		if a < n {
			return k, a
		}
		a -= n
	}
	return -1, 0
}

// raised returns the formal charges of atoms and by more; those of atoms that are not
// there are by.
func (o *opReader) raised(atoms []int, by int32) []int32 {
	s := o.d.Structure()
	charges := make([]int32, len(atoms))
	for i, a := range atoms {
		charges[i] = by
		if s.FormalCharges != nil && a >= 0 && a < s.Len() {
			charges[i] += s.FormalCharges[a]
		}
	}
	return charges
}

func (o *opReader) bonds(flat []int, i int) ([][2]edit.Ref, error) {
	if len(flat)%2 != 0 {
		return nil, BadRequest(fmt.Sprintf("ops/%d: bonds holds %d indices; each bond has two", i, len(flat)))
	}
	refs, err := o.refs(flat)
	if err != nil {
		return nil, err
	}
	bonds := make([][2]edit.Ref, len(refs)/2)
	for k := range bonds {
		bonds[k] = [2]edit.Ref{refs[2*k], refs[2*k+1]}
	}
	return bonds, nil
}
