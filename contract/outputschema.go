package contract

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// Described is an answer, or a part of one, that writes its own JSON and says what
// it is. AnswerSchema is called on the zero value.
type Described interface {
	json.Marshaler
	AnswerSchema() json.RawMessage
}

// AnswerSchema makes the schema of an answer of the struct type R, as DefinePlain
// does: for tools whose answer has one of several forms. Members may be added to
// an answer later, so objects stay open. The tags are those of arguments; only
// title, unit, minimum, maximum, minLength, maxLength, pattern, minItems,
// maxItems, enum and doc are of use here, and limits of numbers and text hold for
// the items of an array. A field may have a type that is Described.
func AnswerSchema[R any]() (json.RawMessage, error) { return answerSchema(reflect.TypeFor[R]()) }

func answerSchema(t reflect.Type) (json.RawMessage, error) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("an answer of type %s needs its outputSchema in the definition", t)
	}
	var m members
	if err := describeAnswer(&m, t, nil); err != nil {
		return nil, err
	}
	return m.object(), nil
}

func describeAnswer(m *members, t reflect.Type, keywords map[string]string) error {
	if t.Implements(reflect.TypeFor[Described]()) && t.Kind() != reflect.Pointer {
		list, err := jsontext.Members(reflect.Zero(t).Interface().(Described).AnswerSchema())
		if err != nil {
			return fmt.Errorf("the schema of %s: %w", t, err)
		}
		for _, member := range list {
			m.raw(member.Key, member.Value)
		}
		return nil
	}
	f := field{keywords: keywords}
	switch t.Kind() {
	case reflect.Pointer:
		var inner members
		if err := describeAnswer(&inner, t.Elem(), keywords); err != nil {
			return err
		}
		m.raw("anyOf", append(append([]byte{'['}, inner.object()...), `,{"type":"null"}]`...))
	case reflect.String:
		f.scalar(m, kindString)
	case reflect.Bool:
		f.scalar(m, kindBool)
	case reflect.Float64, reflect.Float32:
		f.scalar(m, kindNumber)
	case reflect.Int, reflect.Int64, reflect.Int32, reflect.Int16, reflect.Int8, reflect.Uint, reflect.Uint64, reflect.Uint32, reflect.Uint16:
		f.scalar(m, kindInteger)
	case reflect.Slice, reflect.Array:
		var inner members
		if err := describeAnswer(&inner, t.Elem(), keywords); err != nil {
			return err
		}
		m.str("type", "array")
		m.raw("items", inner.object())
		f.copy(m, "minItems", "maxItems")
	case reflect.Map:
		var inner members
		if err := describeAnswer(&inner, t.Elem(), keywords); err != nil {
			return err
		}
		m.str("type", "object")
		m.raw("additionalProperties", inner.object())
	case reflect.Struct:
		return describeAnswerFields(m, t)
	default:
		return fmt.Errorf("an answer holds the type %s, which has no schema", t)
	}
	return nil
}

func describeAnswerFields(m *members, t reflect.Type) error {
	var properties members
	required := []byte{'['}
	for i := range t.NumField() {
		sf := t.Field(i)
		name, options, _ := strings.Cut(sf.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			return fmt.Errorf(`field %s of an answer has no tag json:"name"`, sf.Name)
		}
		keywords, err := readTag(sf.Tag.Get("schema"))
		if err != nil {
			return fmt.Errorf("field %s: %w", sf.Name, err)
		}
		var p members
		if err := describeAnswer(&p, sf.Type, keywords); err != nil {
			return fmt.Errorf("field %s: %w", sf.Name, err)
		}
		p.optional("title", keywords["title"])
		p.optional("description", sf.Tag.Get("doc"))
		p.optional("x-megane-unit", keywords["unit"])
		properties.raw(name, p.object())
		if !strings.Contains(options, "omitempty") && !strings.Contains(options, "omitzero") {
			if len(required) > 1 {
				required = append(required, ',')
			}
			required = jsontext.AppendString(required, name)
		}
	}
	m.str("type", "object")
	m.raw("properties", properties.object())
	if len(required) > 1 {
		m.raw("required", append(required, ']'))
	}
	return nil
}
