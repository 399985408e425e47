package contract

import (
	"fmt"
	"math"
	"reflect"
	"strconv"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
	"github.com/molsmith/molsmith/contract/internal/schema"
)

// argumentReader fills argument structs from JSON that was checked before.
type argumentReader struct {
	document *Structure // for the document argument; read once, by the codec
	// skip holds the paths of values that are wrong: a preview leaves them zero.
	skip map[string]bool
	half bool // a preview: a value of the wrong type is skipped too
}

// fill sets v, a struct of o's type, from the JSON object raw. Absent members
// get their defaults.
func (r *argumentReader) fill(o *object, v reflect.Value, raw []byte, path string) error {
	list, err := jsontext.Members(raw)
	if err != nil {
		return err
	}
	for _, f := range o.fields {
		value := f.defaultJSON
		for _, m := range list {
			if m.Key == f.name {
				value = m.Value
			}
		}
		at := pointer(path, f.name)
		target := v.FieldByIndex(f.index)
		if f.kind == kindDocument {
			if r.document != nil {
				target.Set(reflect.ValueOf(r.document))
			}
			continue
		}
		if value == nil && f.kind == kindGroup && target.Kind() == reflect.Struct {
			value = []byte("{}") // for the defaults inside
		}
		if value == nil || r.skip[at] || jsontext.KindOf(value) == jsontext.Null {
			continue
		}
		if target.Kind() == reflect.Pointer {
			target.Set(reflect.New(target.Type().Elem()))
			target = target.Elem()
		}
		if err := r.value(f, target, value, at); err != nil {
			if r.half {
				target.SetZero()
				continue
			}
			return fmt.Errorf("%s: %w", at, err)
		}
	}
	return nil
}

func (r *argumentReader) value(f *field, v reflect.Value, raw []byte, path string) error {
	switch f.kind {
	case kindNumber, kindInteger, kindString, kindBool, kindSeed, kindAtom, kindElement:
		return setScalar(v, raw)
	case kindVector, kindCell:
		n := 0
		for it := jsontext.ItemsOf(raw); it.Next(); n++ {
			if n == v.Len() {
				return fmt.Errorf("more than %d values", n)
			}
			if r.skip[item(path, n)] {
				continue
			}
			if err := setScalar(v.Index(n), it.Value()); err != nil {
				return err
			}
		}
		return nil
	case kindSelection:
		var list Selection
		for it := jsontext.ItemsOf(raw); it.Next(); {
			n, _, whole, err := jsontext.ReadInt(it.Value(), 0)
			if err != nil || !whole || n < 0 || n > math.MaxUint32 {
				return fmt.Errorf("%s is no atom number", it.Value())
			}
			list = append(list, uint32(n))
		}
		v.Set(reflect.ValueOf(list))
		return nil
	case kindMolecule:
		return setMolecule(v.Addr().Interface().(*Molecule), raw)
	case kindGroup:
		return r.fill(f.fields, v, raw, path)
	}
	// Lists and tables.
	n := 0
	for it := jsontext.ItemsOf(raw); it.Next(); n++ {
		v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
		at := item(path, n)
		if r.skip[at] {
			continue
		}
		var err error
		if f.kind == kindTable {
			if jsontext.KindOf(it.Value()) != jsontext.Object {
				return fmt.Errorf("row %d is no object", n)
			}
			err = r.fill(f.fields, v.Index(n), it.Value(), at)
		} else {
			err = setScalar(v.Index(n), it.Value())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func setScalar(v reflect.Value, raw []byte) error {
	switch kind := jsontext.KindOf(raw); {
	case v.Kind() == reflect.String && kind == jsontext.String:
		v.SetString(jsontext.Text(raw))
	case v.Kind() == reflect.Bool && kind == jsontext.Bool:
		v.SetBool(raw[0] == 't')
	case v.Kind() == reflect.Float64 && kind == jsontext.Number:
		x, _, err := jsontext.ReadFloat(raw, 0)
		if err != nil {
			return err
		}
		v.SetFloat(x)
	case v.CanInt() && kind == jsontext.Number:
		x, _, whole, err := jsontext.ReadInt(raw, 0)
		if err != nil || !whole || v.OverflowInt(x) {
			return fmt.Errorf("%s does not fit", raw[:min(len(raw), 40)])
		}
		v.SetInt(x)
	default:
		return fmt.Errorf("%s does not fit a %s", describe(raw), v.Kind())
	}
	return nil
}

func setMolecule(m *Molecule, raw []byte) error {
	list, err := jsontext.Members(raw)
	if err != nil {
		return err
	}
	for _, member := range list {
		if jsontext.KindOf(member.Value) != jsontext.String {
			return fmt.Errorf("%s is no text", jsontext.Quote(member.Key))
		}
		switch text := jsontext.Text(member.Value); member.Key {
		case "name":
			m.Name = text
		case "molblock":
			m.Molblock = text
		case "smiles":
			m.SMILES = text
		}
	}
	return nil
}

// checkArguments runs the argument check. document, when not nil, stands for the
// document argument that args leave out; the document found in args is returned.
func checkArguments(input *schema.Schema, args []byte, document *Structure) (problems []schema.Problem, found *Structure, notes []string) {
	ctx := schema.Context{DocumentAtoms: -1}
	if document != nil {
		if err := ValidateStructure(document); err != nil {
			d := err.(*DecodeError)
			return []schema.Problem{{Path: "", Rule: "document", Message: "The open structure is not valid: " + d.Error()}}, nil, nil
		}
		ctx.HasDocument, ctx.DocumentAtoms, found = true, len(document.Elements), document
	}
	ctx.Document = func(raw []byte) (int, string, string) {
		s, warnings, err := DecodeStructure(raw, true)
		if err != nil {
			d := err.(*DecodeError)
			return 0, d.Path, d.Message
		}
		found, notes = s, nil
		for _, w := range warnings {
			notes = append(notes, "Open structure: "+w)
		}
		return len(s.Elements), "", ""
	}
	problems = schema.Check(input, args, ctx)
	return problems, found, notes
}

// Problems that stand in the line of an error: whoever reads no more than that, as a
// model of a revision without data, can mend all of them at once.
const (
	maxToldProblems = 4
	maxToldBytes    = 500
)

// argumentsError makes the INVALID_ARGUMENTS error of problems. lines say each.
func argumentsError(problems []Problem, lines ...string) *Error {
	message, told := lines[0], 1
	for told < min(len(lines), maxToldProblems) && len(message)+len(lines[told]) < maxToldBytes {
		message += "; " + lines[told]
		told++
	}
	if more := len(problems) - told; more > 0 {
		message += " (and " + strconv.Itoa(more) + " more problem"
		if more > 1 {
			message += "s"
		}
		message += ")"
	}
	return &Error{Code: InvalidArguments, Message: message, Problems: problems}
}
