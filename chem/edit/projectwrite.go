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

// A tab keeps a project of its document again and again: what is long in the file is
// appended, since encoding/json takes seconds for 500,000 atoms.

// projectWriter appends a project file.
type projectWriter struct {
	d     *Document
	b     []byte
	comma bool             // before the next member or value
	added []int32          // what the ops of the step so far have added
	ids   map[int32]string // of fragments, as JSON without the closing quote
	err   error
}

func (d *Document) project(hash string) ([]byte, error) {
	w := &projectWriter{d: d, ids: map[int32]string{}}
	w.open('{')
	w.text("format", projectFormat)
	w.integer("version", projectVersion)
	w.text("name", d.name)
	w.key("source")
	w.open('{')
	w.text("kind", d.about.Kind)
	w.text("label", d.about.Label)
	if d.about.Provenance != nil {
		w.value("provenance", d.about.Provenance)
	}
	if d.about.Symmetry != nil {
		w.value("symmetry", RecordSymmetry(d.about.Symmetry))
	}
	w.structure(&d.source)
	w.close('}')
	w.steps("steps", d.Steps())
	if len(d.undone) > 0 {
		w.steps("redo", d.RedoSteps())
	}
	if hash != "" {
		w.text("sha256", hash)
	}
	w.close('}')
	return w.b, w.err
}

func (w *projectWriter) steps(key string, steps []*Step) {
	w.key(key)
	w.open('[')
	for _, s := range steps {
		w.next()
		w.open('{')
		w.text("id", s.ID)
		w.text("label", s.Label)
		w.text("author", string(s.Author))
		if s.Provenance != nil {
			w.value("provenance", s.Provenance)
		}
		w.key("ops")
		w.open('[')
		w.added = w.added[:0]
		for _, op := range s.Ops {
			w.next()
			w.op(op)
		}
		w.close(']')
		w.close('}')
	}
	w.close(']')
}

func (w *projectWriter) op(op Op) {
	if broken, ok := op.(*brokenOp); ok {
		w.marshal(broken.as)
		return
	}
	w.open('{')
	switch op := op.(type) {
	case *AddFragment:
		w.adds("add_fragment", op.number, op.Name)
		w.structure(&op.Atoms)
	case *AddAtoms:
		w.adds("add_atom", op.number, op.Name)
		w.atoms("parents", op.Parents)
		w.bytes("elements", op.Elements)
		w.charges(op.Charges)
		w.bytes("orders", op.Orders)
		w.floats("positions", op.Positions)
		w.added = append(w.added, op.number) // it cannot name its own atoms
	case *DeleteAtoms:
		w.text("op", "delete_atoms")
		w.atoms("atoms", op.Atoms)
	case *SetCell:
		w.text("op", "set_cell")
		if op.Cell != nil {
			w.floats("cell", op.Cell[:])
		}
		w.flag("scaleAtoms", op.ScaleAtoms)
	case *Wrap:
		w.text("op", "wrap")
		w.flag("molecules", op.Molecules)
	case *Unwrap:
		w.text("op", "unwrap")
	case *Center:
		w.text("op", "center")
		if op.Axes != "" {
			w.text("axes", op.Axes)
		}
		if op.Vacuum != nil {
			w.number("vacuum", *op.Vacuum)
		}
	case *MoveAtoms:
		w.text("op", "move_atoms")
		w.atoms("atoms", op.Atoms)
		w.vector("by", op.By)
	case *RotateAtoms:
		w.text("op", "rotate_atoms")
		w.atoms("atoms", op.Atoms)
		w.vector("axis", op.Axis)
		w.vector("origin", op.Origin)
		w.number("angle", op.Angle)
	case *SetLabels:
		w.text("op", "set_label")
		w.atoms("atoms", op.Atoms)
		w.label("atomName", op.Name)
		w.label("residueName", op.ResidueName)
		if op.ResidueID != nil {
			w.integer("residueId", int64(*op.ResidueID))
		}
		w.label("chainId", op.ChainID)
	case *ExpandSymmetry:
		w.text("op", "expand_symmetry")
		w.text("id", w.d.fragments[op.number])
	case *Supercell:
		w.text("op", "supercell")
		w.text("id", w.d.fragments[op.number])
		w.integers("matrix", op.Matrix[:])
	case *Slab:
		w.slab(op)
	case *Rebuild:
		w.text("op", "rebuild")
		w.text("id", w.d.fragments[op.number])
		if op.Name != "" {
			w.text("name", op.Name)
		}
		w.structure(&op.Atoms)
	case *Clear:
		w.text("op", "clear")
	case *ReplacePositions:
		w.text("op", "replace_positions")
		w.atoms("atoms", op.Atoms)
		w.floats("positions", op.Positions)
	case *SetElements:
		w.text("op", "set_element")
		w.atoms("atoms", op.Atoms)
		w.bytes("elements", op.Elements)
	case *SetCharges:
		w.text("op", "set_charge")
		w.atoms("atoms", op.Atoms)
		w.charges(op.Charges)
	case *AddBonds:
		w.text("op", "add_bond")
		w.bonds(op.Bonds)
		w.bytes("orders", op.Orders)
		w.flag("byDistance", op.ByDistance)
	case *SetOrders:
		w.text("op", "set_order")
		w.bonds(op.Bonds)
		w.bytes("orders", op.Orders)
	case *DeleteBonds:
		w.text("op", "delete_bond")
		w.bonds(op.Bonds)
	default:
		panic(fmt.Sprintf("edit: no project op for %T", op))
	}
	w.close('}')
}

// adds begins an op that adds atoms.
func (w *projectWriter) adds(op string, number int32, name string) {
	w.text("op", op)
	w.text("id", w.d.fragments[number])
	if name != "" {
		w.text("name", name)
	}
	if op == "add_fragment" {
		w.added = append(w.added, number)
	}
}

func (w *projectWriter) slab(op *Slab) {
	w.text("op", "slab")
	w.text("id", w.d.fragments[op.number])
	w.integers("miller", op.Miller[:])
	w.integer("layers", int64(op.Layers))
	for _, m := range []struct {
		key   string
		value float64
	}{{"vacuum", op.Vacuum}, {"shift", op.Shift}, {"top", op.Top}} {
		if m.value != 0 {
			w.number(m.key, m.value)
		}
	}
	if op.Lateral != ([4]int{}) {
		w.integers("lateral", op.Lateral[:])
	}
}

func (w *projectWriter) integers(key string, list []int) {
	w.list(key, len(list), func(i int) { w.b = strconv.AppendInt(w.b, int64(list[i]), 10) })
}

func (w *projectWriter) open(bracket byte) {
	w.b = append(w.b, bracket)
	w.comma = false
}

func (w *projectWriter) close(bracket byte) {
	w.b = append(w.b, bracket)
	w.comma = true
}

// next begins a member or a value.
func (w *projectWriter) next() {
	if w.comma {
		w.b = append(w.b, ',')
	}
	w.comma = true
}

func (w *projectWriter) key(key string) {
	w.next()
	w.b = append(w.b, '"')
	w.b = append(w.b, key...)
	w.b = append(w.b, '"', ':')
}

func (w *projectWriter) value(key string, v any) {
	w.key(key)
	w.marshal(v)
}

func (w *projectWriter) marshal(v any) {
	text, err := json.Marshal(v)
	if err != nil && w.err == nil {
		w.err = invalid("the project cannot be written: %v", err)
	}
	w.b = append(w.b, text...)
}

func (w *projectWriter) text(key, value string) { w.value(key, value) }

func (w *projectWriter) label(key string, value *string) {
	if value != nil {
		w.text(key, *value)
	}
}

func (w *projectWriter) flag(key string, value bool) {
	if value {
		w.key(key)
		w.b = append(w.b, "true"...)
	}
}

func (w *projectWriter) number(key string, x float64) {
	w.key(key)
	w.b = strconv.AppendFloat(w.b, x, 'g', -1, 64)
}

// integer writes a whole number without an exponent, which number has from a million on and
// encoding/json reads into no integer.
func (w *projectWriter) integer(key string, n int64) {
	w.key(key)
	w.b = strconv.AppendInt(w.b, n, 10)
}

func (w *projectWriter) vector(key string, v geom.Vec3) { w.floats(key, []float64{v.X, v.Y, v.Z}) }

func (w *projectWriter) structure(s *structure.Structure) {
	if s.Len() > contract.MaxAtoms {
		w.err = &contract.Error{
			Code:    contract.TooManyAtoms,
			Message: fmt.Sprintf("%d atoms are more than the %d that a project file may hold", s.Len(), contract.MaxAtoms),
		}
		return
	}
	w.key("structure")
	w.b = contract.AppendStructure(w.b, contractjson.ToContract(s))
}

// list writes an array of n values; an empty one is left out.
func (w *projectWriter) list(key string, n int, value func(i int)) {
	if n == 0 {
		return
	}
	w.key(key)
	w.b = append(w.b, '[')
	for i := range n {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		value(i)
	}
	w.b = append(w.b, ']')
}

func (w *projectWriter) bytes(key string, list []uint8) {
	w.list(key, len(list), func(i int) { w.b = strconv.AppendUint(w.b, uint64(list[i]), 10) })
}

func (w *projectWriter) charges(list []int32) {
	w.list("charges", len(list), func(i int) { w.b = strconv.AppendInt(w.b, int64(list[i]), 10) })
}

func (w *projectWriter) floats(key string, list []float64) {
	w.list(key, len(list), func(i int) { w.b = strconv.AppendFloat(w.b, list[i], 'g', -1, 64) })
}

func (w *projectWriter) atoms(key string, atoms []Ref) {
	w.list(key, len(atoms), func(i int) { w.ref(atoms[i]) })
}

func (w *projectWriter) bonds(bonds [][2]Ref) {
	w.list("bonds", len(bonds), func(i int) {
		w.b = append(w.b, '[')
		w.ref(bonds[i][0])
		w.b = append(w.b, ',')
		w.ref(bonds[i][1])
		w.b = append(w.b, ']')
	})
}

// ref writes the name of an atom: its index in the source, or "<id>:<index>".
func (w *projectWriter) ref(r Ref) {
	if op := int(-1 - r.Fragment); op >= 0 && op < len(w.added) {
		r.Fragment = w.added[op]
	}
	if r.Fragment == 0 {
		w.b = strconv.AppendInt(w.b, int64(r.Atom), 10)
		return
	}
	id, ok := w.ids[r.Fragment]
	if !ok {
		text, _ := json.Marshal(w.d.fragments[r.Fragment]) // a string always can
		id = string(text[:len(text)-1])
		w.ids[r.Fragment] = id
	}
	w.b = append(w.b, id...)
	w.b = append(w.b, ':')
	w.b = strconv.AppendInt(w.b, int64(r.Atom), 10)
	w.b = append(w.b, '"')
}
