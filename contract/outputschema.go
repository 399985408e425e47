package contract

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// outputSchema makes the outputSchema of a plain tool's answer. Members may be
// added to an answer later, so objects stay open. The tags are those of
// arguments; only title, unit, minimum, maximum, enum and doc are of use here.
func outputSchema[R any]() (json.RawMessage, error) {
	t := reflect.TypeFor[R]()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("an answer of type %s needs its outputSchema in the definition", t)
	}
	var m members
	if err := describeAnswer(&m, t); err != nil {
		return nil, err
	}
	return m.object(), nil
}

func describeAnswer(m *members, t reflect.Type) error {
	switch t.Kind() {
	case reflect.Pointer:
		var inner members
		if err := describeAnswer(&inner, t.Elem()); err != nil {
			return err
		}
		m.raw("anyOf", append(append([]byte{'['}, inner.object()...), `,{"type":"null"}]`...))
	case reflect.String:
		m.str("type", "string")
	case reflect.Bool:
		m.str("type", "boolean")
	case reflect.Float64, reflect.Float32:
		m.str("type", "number")
	case reflect.Int, reflect.Int64, reflect.Int32, reflect.Int16, reflect.Int8, reflect.Uint, reflect.Uint64, reflect.Uint32, reflect.Uint16:
		m.str("type", "integer")
	case reflect.Slice, reflect.Array:
		var inner members
		if err := describeAnswer(&inner, t.Elem()); err != nil {
			return err
		}
		m.str("type", "array")
		m.raw("items", inner.object())
	case reflect.Map:
		var inner members
		if err := describeAnswer(&inner, t.Elem()); err != nil {
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
		var p members
		if err := describeAnswer(&p, sf.Type); err != nil {
			return fmt.Errorf("field %s: %w", sf.Name, err)
		}
		keywords, err := readTag(sf.Tag.Get("schema"))
		if err != nil {
			return fmt.Errorf("field %s: %w", sf.Name, err)
		}
		f := field{keywords: keywords}
		f.copy(&p, "minimum", "maximum")
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
