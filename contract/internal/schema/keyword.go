package schema

import (
	"strings"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// keyword reads one member of the schema at path into s.
func (c *compiler) keyword(s *Schema, path, key string, raw []byte) (err error) {
	path += "/" + escape(key)
	switch key {
	case "type":
		s.Types, err = readTypes(path, raw)
	case "title":
		s.Title = text(raw)
	case "description":
		s.Description = text(raw)
	case "x-megane-widget":
		s.Widget = text(raw)
	case "x-megane-unit":
		s.Unit = text(raw)
	case "x-megane-of":
		s.Of = text(raw)
	case "x-molsmith-when":
		s.When = when(raw)
	case "default":
		s.Default = raw
	case "const":
		s.Const = raw
	case "examples":
		if list := items(raw); len(list) > 0 {
			s.Example = list[0]
		}
	case "enum":
		if jsontext.KindOf(raw) != jsontext.Array {
			return &Error{path, "enum must be an array"}
		}
		s.Enum = items(raw)
	case "minimum":
		s.Minimum, err = number(path, raw)
	case "maximum":
		s.Maximum, err = number(path, raw)
	case "exclusiveMinimum":
		s.ExclusiveMinimum, err = number(path, raw)
	case "exclusiveMaximum":
		s.ExclusiveMaximum, err = number(path, raw)
	case "multipleOf":
		if s.MultipleOf, err = number(path, raw); err == nil && *s.MultipleOf <= 0 {
			err = &Error{path, "multipleOf must be greater than 0"}
		}
	case "minLength":
		s.MinLength, err = count(path, raw)
	case "maxLength":
		s.MaxLength, err = count(path, raw)
	case "minItems":
		s.MinItems, err = count(path, raw)
	case "maxItems":
		s.MaxItems, err = count(path, raw)
	case "minProperties":
		s.MinProperties, err = count(path, raw)
	case "maxProperties":
		s.MaxProperties, err = count(path, raw)
	case "uniqueItems":
		s.UniqueItems = string(raw) == "true"
	case "pattern":
		s.Pattern = pattern(text(raw))
	case "items":
		s.Items, err = c.at(path, raw)
	case "prefixItems":
		s.PrefixItems, err = c.list(path, raw)
	case "properties":
		err = c.properties(s, path, raw)
	case "patternProperties":
		err = c.patternProperties(s, path, raw)
	case "additionalProperties":
		s.Additional, err = c.at(path, raw)
	case "required":
		for _, v := range items(raw) {
			s.Required = append(s.Required, text(v))
		}
	case "allOf":
		s.AllOf, err = c.list(path, raw)
	case "anyOf":
		s.AnyOf, err = c.list(path, raw)
	case "oneOf":
		s.OneOf, err = c.list(path, raw)
	case "not":
		s.Not, err = c.at(path, raw)
	case "if":
		s.If, err = c.at(path, raw)
	case "then":
		s.Then, err = c.at(path, raw)
	case "else":
		s.Else, err = c.at(path, raw)
	case "$ref":
		s.RefText = text(raw)
		s.Ref, err = c.ref(path, s.RefText)
	}
	return err
}

// when reads an annotation that a stranger may have written otherwise; nil then.
func when(raw []byte) *When {
	w := When{Field: text(Child(raw, "field"))}
	for _, v := range items(Child(raw, "in")) {
		w.In = append(w.In, text(v))
	}
	if w.Field == "" || w.In == nil {
		return nil
	}
	return &w
}

func readTypes(path string, raw []byte) (Types, error) {
	names := [][]byte{raw}
	if jsontext.KindOf(raw) == jsontext.Array {
		names = items(raw)
	}
	var set Types
	for _, name := range names {
		t := Types(0)
		for _, known := range typeNames {
			if text(name) == known.name {
				t = known.t
			}
		}
		if t == 0 {
			return 0, &Error{path, "an unknown type " + jsontext.Quote(text(name))}
		}
		set |= t
	}
	return set, nil
}

func number(path string, raw []byte) (*float64, error) {
	if jsontext.KindOf(raw) != jsontext.Number {
		return nil, &Error{path, "must be a number"}
	}
	v, _, err := jsontext.ReadFloat(raw, 0)
	if err != nil {
		return nil, &Error{path, "must be a finite number"}
	}
	return &v, nil
}

func count(path string, raw []byte) (*int, error) {
	v, err := number(path, raw)
	if err != nil {
		return nil, err
	}
	if *v != float64(int(*v)) || *v < 0 || *v > 1<<53 {
		return nil, &Error{path, "must be a whole number of at least 0"}
	}
	n := int(*v)
	return &n, nil
}

func objectMembers(path string, raw []byte) ([]jsontext.Member, error) {
	if jsontext.KindOf(raw) != jsontext.Object {
		return nil, &Error{path, "must be an object"}
	}
	members, err := jsontext.Members(raw)
	if err != nil {
		return nil, &Error{path, err.Error()}
	}
	return members, nil
}

// pattern is nil for an expression that is not read: it refuses nothing.
func pattern(s string) Expression {
	if len(s) > maxPatternLength {
		return nil
	}
	return expression(s)
}

// text is the string of a JSON string, "" for any other value.
func text(raw []byte) string {
	if jsontext.KindOf(raw) != jsontext.String {
		return ""
	}
	return jsontext.Text(raw)
}

// items lists the items of a JSON array, none for any other value.
func items(raw []byte) [][]byte {
	if jsontext.KindOf(raw) != jsontext.Array {
		return nil
	}
	list := [][]byte{}
	for it := jsontext.ItemsOf(raw); it.Next(); {
		list = append(list, it.Value())
	}
	return list
}

// escape makes a name one token of a JSON pointer (RFC 6901).
func escape(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}
