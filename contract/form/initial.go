package form

import (
	"encoding/json"
	"math"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
	"github.com/molsmith/molsmith/contract/internal/schema"
)

// maxInitialRows bounds the rows a table starts with.
const maxInitialRows = 1000

// limits copies the limits of a number.
func limits(f *Field, s *schema.Schema) {
	f.Minimum, f.Maximum = s.Minimum, s.Maximum
	f.ExclusiveMinimum, f.ExclusiveMaximum = s.ExclusiveMinimum, s.ExclusiveMaximum
	f.MultipleOf = s.MultipleOf
}

func larger(a, b float64) bool  { return a > b }
func smaller(a, b float64) bool { return a < b }

// tighter is the limit of the schema when it says more than the widget's own.
func tighter(limit *float64, own float64, better func(a, b float64) bool) *float64 {
	if limit != nil && better(*limit, own) {
		return limit
	}
	return &own
}

// firstOf is the first of the candidates that has the kind, nil when none has.
func firstOf(kind jsontext.Kind, candidates ...[]byte) json.RawMessage {
	for _, c := range candidates {
		if jsontext.KindOf(c) == kind {
			return c
		}
	}
	return nil
}

// numberInitial is what a number field starts with: constant, default, first
// example, otherwise the smallest allowed number when there is a limit below,
// otherwise 1 for whole numbers and 0 for others.
func numberInitial(s *schema.Schema, whole bool) json.RawMessage {
	for _, c := range [][]byte{s.Const, defaultOf(s), s.Example} {
		if jsontext.KindOf(c) != jsontext.Number {
			continue
		}
		v, _, err := jsontext.ReadFloat(c, 0)
		if err == nil && (!whole || v == math.Trunc(v)) {
			return c
		}
	}
	start := 0.0
	if whole {
		start = 1
	}
	if s.Minimum != nil {
		start = *s.Minimum
		if whole {
			start = math.Ceil(start)
		}
	}
	return jsontext.AppendFloat(nil, within(s, start, whole))
}

// zeroWithin is what a component of a vector starts with: 0 when it is allowed.
func zeroWithin(item *schema.Schema) json.RawMessage {
	v := 0.0
	whole := item.Types == schema.Integer
	if item.Minimum != nil && v < *item.Minimum {
		v = *item.Minimum
		if whole {
			v = math.Ceil(v)
		}
	}
	return jsontext.AppendFloat(nil, within(item, v, whole))
}

// within moves v between the limits of s, the lower one first.
func within(s *schema.Schema, v float64, whole bool) float64 {
	if m := s.ExclusiveMinimum; m != nil && v <= *m {
		v = *m + 1
		if whole {
			v = math.Floor(*m) + 1
		} else if top := upper(s); v >= top {
			v = *m/2 + top/2
		}
	}
	if m := s.Maximum; m != nil && v > *m {
		v = *m
		if whole {
			v = math.Floor(v)
		}
	}
	if m := s.ExclusiveMaximum; m != nil && v >= *m {
		v = *m - 1
		if whole {
			v = math.Ceil(*m) - 1
		}
	}
	return v
}

// upper is the smaller of the limits above.
func upper(s *schema.Schema) float64 {
	top := math.Inf(1)
	for _, m := range []*float64{s.Maximum, s.ExclusiveMaximum} {
		if m != nil {
			top = min(top, *m)
		}
	}
	return top
}

// numbersOf reports whether raw is an array of n finite numbers.
func numbersOf(raw []byte, n int) bool {
	if jsontext.KindOf(raw) != jsontext.Array {
		return false
	}
	count := 0
	for it := jsontext.ItemsOf(raw); it.Next(); count++ {
		if jsontext.KindOf(it.Value()) != jsontext.Number {
			return false
		}
		if _, _, err := jsontext.ReadFloat(it.Value(), 0); err != nil {
			return false
		}
	}
	return count == n
}

// cell is what a cell field starts with: the cell of the open document, the
// default, the first example, or a cube of 20 Å.
func (b *builder) cell(s *schema.Schema) json.RawMessage {
	if b.ctx.DocumentCell != nil {
		out := []byte{'['}
		for i, v := range b.ctx.DocumentCell {
			if i > 0 {
				out = append(out, ',')
			}
			out = jsontext.AppendFloat(out, v)
		}
		return append(out, ']')
	}
	for _, candidate := range [][]byte{defaultOf(s), s.Example} {
		if numbersOf(candidate, 9) {
			return candidate
		}
	}
	return json.RawMessage("[20,0,0,0,20,0,0,0,20]")
}

// rows is what a table starts with: the rows of the default, otherwise of the
// first example, otherwise as few as are allowed. A required table without
// minItems starts with one row, one with minItems 0 with none.
func (b *builder) rows(f *Field, s *schema.Schema) []map[string]json.RawMessage {
	for _, whole := range [][]byte{defaultOf(s), s.Example} {
		if list, ok := givenRows(f, whole); ok {
			return list
		}
	}
	n := 0
	switch {
	case f.Optional:
	case s.MinItems != nil:
		n = *s.MinItems
	default:
		n = 1
	}
	list := make([]map[string]json.RawMessage, min(n, maxInitialRows))
	for i := range list {
		list[i] = initialRow(f)
	}
	return list
}

func initialRow(f *Field) map[string]json.RawMessage {
	row := make(map[string]json.RawMessage, len(f.Fields))
	for _, column := range f.Fields {
		if column.Initial != nil {
			row[column.Key] = column.Initial
		}
	}
	return row
}

// givenRows reads the rows of a default or an example.
func givenRows(f *Field, raw []byte) ([]map[string]json.RawMessage, bool) {
	if jsontext.KindOf(raw) != jsontext.Array {
		return nil, false
	}
	list := []map[string]json.RawMessage{}
	for it := jsontext.ItemsOf(raw); it.Next() && len(list) < maxInitialRows; {
		given, ok := object(it.Value())
		if !ok {
			return nil, false
		}
		row := initialRow(f)
		for i := range f.Fields {
			if v, ok := given[f.Fields[i].Key]; ok && fits(&f.Fields[i], v) {
				row[f.Fields[i].Key] = v
			}
		}
		list = append(list, row)
	}
	return list, true
}

// object reads the members of a JSON object.
func object(raw []byte) (map[string]json.RawMessage, bool) {
	if jsontext.KindOf(raw) != jsontext.Object {
		return nil, false
	}
	members, err := jsontext.Members(raw)
	if err != nil {
		return nil, false
	}
	out := make(map[string]json.RawMessage, len(members))
	for _, m := range members {
		out[m.Key] = m.Value
	}
	return out, true
}

// fits reports whether a value out of a default is one the control can show.
func fits(f *Field, raw []byte) bool {
	kind := jsontext.KindOf(raw)
	switch f.Control {
	case Number, Integer, Atom, Element, Seed:
		return kind == jsontext.Number
	case Text:
		return kind == jsontext.String
	case Select:
		if kind != jsontext.String {
			return false
		}
		for _, o := range f.Options {
			if o == jsontext.Text(raw) {
				return true
			}
		}
		return false
	case Checkbox:
		return kind == jsontext.Bool
	case Vector:
		return numbersOf(raw, f.Length)
	case Cell:
		return numbersOf(raw, 9)
	case Molecule:
		return kind == jsontext.Object
	}
	return false
}
