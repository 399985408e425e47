package form

import (
	"encoding/json"
	"strings"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
	"github.com/molsmith/molsmith/contract/internal/schema"
)

// maxFields bounds the fields of one form, those of groups and columns included.
const maxFields = 500

// maxVector is the longest array that is a vector field (contract §4.1).
const maxVector = 9

type builder struct {
	ctx   Context
	model *Model
	count int
}

// Where a field stands.
const (
	atRoot = iota
	inGroup
	inRow
)

// fields makes the fields of an object schema.
func (b *builder) fields(s *schema.Schema, path string, place int) ([]Field, error) {
	list := make([]Field, 0, len(s.Properties))
	for _, p := range s.Properties {
		if b.count++; b.count > maxFields {
			return nil, &UnsupportedError{"", "the schema has more than 500 properties"}
		}
		f, err := b.field(p, path, s.IsRequired(p.Name), place)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

func (b *builder) field(p schema.Property, path string, required bool, place int) (Field, error) {
	f := Field{
		Path:     path + "/" + strings.ReplaceAll(strings.ReplaceAll(p.Name, "~", "~0"), "/", "~1"),
		Key:      p.Name,
		Label:    p.Schema.Title,
		Help:     p.Schema.Description,
		Required: required,
	}
	if strings.TrimSpace(f.Label) == "" {
		f.Label = p.Name
	}
	s, err := p.Schema.Shape()
	if err != nil {
		return f, unsupported(f.Path, f.Key, "%v", err)
	}
	f.Unit = s.Unit
	if s.When != nil {
		f.When = &When{s.When.Field, s.When.In}
	}
	f.Optional = !required && defaultOf(s) == nil
	if known, err := b.widget(&f, s, place); known || err != nil {
		return f, err
	}
	return f, b.control(&f, s, place)
}

// defaultOf is the default of s; null, which stands for "left out", is none.
func defaultOf(s *schema.Schema) []byte {
	if jsontext.KindOf(s.Default) == jsontext.Null {
		return nil
	}
	return s.Default
}

// widget makes the control that the property's widget chooses. It reports
// whether the widget is one this program knows.
func (b *builder) widget(f *Field, s *schema.Schema, place int) (bool, error) {
	switch s.Widget {
	case schema.WidgetMolecule:
		f.Control = Molecule
		f.Initial = firstOf(jsontext.Object, defaultOf(s), s.Example)
	case schema.WidgetAtom:
		f.Control, f.Of = Atom, s.Of
		limits(f, s)
		f.Initial = numberInitial(s, true)
	case schema.WidgetElement:
		f.Control = Element
		limits(f, s)
		f.Minimum, f.Maximum = tighter(f.Minimum, 1, larger), tighter(f.Maximum, 118, smaller)
		f.Initial = numberInitial(s, true)
	case schema.WidgetSeed:
		f.Control = Seed
		limits(f, s)
		f.Minimum, f.Maximum = tighter(f.Minimum, 0, larger), tighter(f.Maximum, schema.MaxSeed, smaller)
		f.Initial = numberInitial(s, true)
		if b.ctx.Seed != nil {
			f.Initial = jsontext.AppendFloat(nil, float64(*b.ctx.Seed))
		}
	case schema.WidgetCell:
		f.Control = Cell
		f.Initial = b.cell(s)
	case schema.WidgetSelection:
		f.Control, f.MinItems, f.MaxItems = Selection, s.MinItems, s.MaxItems
		if place != atRoot {
			return true, unsupported(f.Path, f.Key, "is a selection that is not at the top level")
		}
	case schema.WidgetDocument:
		f.Control = Document
		switch {
		case place != atRoot:
			return true, unsupported(f.Path, f.Key, "is a document that is not at the top level")
		case b.model.Document != nil:
			return true, unsupported(f.Path, f.Key, "is a second document beside %s", quote(b.model.Document.Key))
		}
		b.model.Document = &DocumentField{f.Key, f.Required}
		f.Optional = !f.Required
	default:
		return false, nil
	}
	if f.Optional && defaultOf(s) == nil && s.Example == nil && f.When == nil {
		f.Initial = nil // blank: the argument is left out
	}
	return true, nil
}

// control makes the control of a schema without a known widget.
func (b *builder) control(f *Field, s *schema.Schema, place int) error {
	if keyword := combinator(s); keyword != "" {
		return unsupported(f.Path, f.Key, "uses %s", keyword)
	}
	if s.Bool != nil {
		return unsupported(f.Path, f.Key, "has no type")
	}
	switch s.Types {
	case schema.Number, schema.Integer:
		f.Control = Number
		if s.Types == schema.Integer {
			f.Control = Integer
		}
		limits(f, s)
		f.Initial = numberInitial(s, s.Types == schema.Integer)
	case schema.String:
		return b.text(f, s)
	case schema.Boolean:
		f.Control = Checkbox
		if f.Initial = firstOf(jsontext.Bool, s.Const, defaultOf(s), s.Example); f.Initial == nil {
			f.Initial = json.RawMessage("false")
		}
		return nil
	case schema.Array:
		return b.array(f, s, place)
	case schema.Object:
		return b.group(f, s, place)
	case 0:
		return unsupported(f.Path, f.Key, "has no type")
	default:
		return unsupported(f.Path, f.Key, "has a type that no control fills")
	}
	b.blankWhenOptional(f, s)
	return nil
}

// blankWhenOptional leaves a field empty when nobody proposes a value for it.
func (b *builder) blankWhenOptional(f *Field, s *schema.Schema) {
	if f.Optional && s.Example == nil && s.Const == nil {
		f.Initial = nil
	}
}

func (b *builder) text(f *Field, s *schema.Schema) error {
	f.Control = Text
	f.MinLength, f.MaxLength = s.MinLength, s.MaxLength
	if s.Enum == nil {
		if f.Initial = firstOf(jsontext.String, s.Const, defaultOf(s), s.Example); f.Initial == nil && !f.Optional {
			f.Initial = json.RawMessage(`""`)
		}
		return nil
	}
	f.Control = Select
	for _, v := range s.Enum {
		if jsontext.KindOf(v) != jsontext.String {
			return unsupported(f.Path, f.Key, "has an enum of something other than text")
		}
		f.Options = append(f.Options, jsontext.Text(v))
	}
	if len(f.Options) == 0 {
		return unsupported(f.Path, f.Key, "has an enum without values")
	}
	for _, candidate := range [][]byte{defaultOf(s), s.Example} {
		if jsontext.KindOf(candidate) != jsontext.String {
			continue
		}
		for _, option := range f.Options {
			if option == jsontext.Text(candidate) {
				f.Initial = candidate
				return nil
			}
		}
	}
	if !f.Optional {
		f.Initial = jsontext.AppendString(nil, f.Options[0])
	}
	return nil
}

func (b *builder) array(f *Field, s *schema.Schema, place int) error {
	if s.PrefixItems != nil {
		return unsupported(f.Path, f.Key, "uses prefixItems")
	}
	if s.Items == nil {
		return unsupported(f.Path, f.Key, "is an array without items")
	}
	item, err := s.Items.Flat()
	if err != nil {
		return unsupported(f.Path, f.Key, "%v", err)
	}
	if keyword := combinator(item); keyword != "" {
		return unsupported(f.Path, f.Key, "uses %s in its items", keyword)
	}
	switch item.Types {
	case schema.Number, schema.Integer:
		return b.vector(f, s, item)
	case schema.Object:
		return b.table(f, s, item, place)
	case schema.Array:
		return unsupported(f.Path, f.Key, "is an array of arrays")
	case schema.String:
		return unsupported(f.Path, f.Key, "is an array of text")
	}
	return unsupported(f.Path, f.Key, "is an array of something other than numbers or objects")
}

func (b *builder) vector(f *Field, s, item *schema.Schema) error {
	if s.MinItems == nil || s.MaxItems == nil || *s.MinItems != *s.MaxItems {
		return unsupported(f.Path, f.Key, "is an array of numbers without a fixed length")
	}
	n := *s.MinItems
	if n < 1 || n > maxVector {
		return unsupported(f.Path, f.Key, "is an array of %d numbers; a form shows 1 to %d", n, maxVector)
	}
	f.Control, f.Length, f.Integer = Vector, n, item.Types == schema.Integer
	limits(f, item)
	if f.Unit == "" {
		f.Unit = item.Unit
	}
	for _, candidate := range [][]byte{defaultOf(s), s.Example} {
		if numbersOf(candidate, n) {
			f.Initial = candidate
			return nil
		}
	}
	if !f.Optional {
		one := zeroWithin(item)
		f.Initial = json.RawMessage("[" + strings.Repeat(string(one)+",", n-1) + string(one) + "]")
	}
	return nil
}

func (b *builder) table(f *Field, s, item *schema.Schema, place int) error {
	if place == inRow {
		return unsupported(f.Path, f.Key, "nests a table in a table")
	}
	f.Control, f.MinItems, f.MaxItems = Table, s.MinItems, s.MaxItems
	var err error
	if f.Fields, err = b.fields(item, "", inRow); err != nil {
		return err
	}
	f.InitialRows = b.rows(f, s)
	return nil
}

func (b *builder) group(f *Field, s *schema.Schema, place int) error {
	if place != atRoot {
		return unsupported(f.Path, f.Key, "nests an object deeper than one level")
	}
	if s.Properties == nil {
		return unsupported(f.Path, f.Key, "is an object without properties")
	}
	f.Control = Group
	var err error
	if f.Fields, err = b.fields(s, f.Path, inGroup); err != nil {
		return err
	}
	// A default of the whole group is one of its fields.
	for _, whole := range [][]byte{defaultOf(s), s.Example} {
		if given, ok := object(whole); ok {
			for i := range f.Fields {
				if v, ok := given[f.Fields[i].Key]; ok && fits(&f.Fields[i], v) {
					f.Fields[i].Initial = v
				}
			}
			break
		}
	}
	return nil
}
