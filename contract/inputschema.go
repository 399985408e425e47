package contract

import (
	"encoding/json"
	"strings"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// members builds a JSON object whose members keep the order they are added in.
type members struct{ text []byte }

func (m *members) raw(key string, value []byte) {
	if len(m.text) == 0 {
		m.text = append(m.text, '{')
	} else {
		m.text = append(m.text, ',')
	}
	m.text = jsontext.AppendString(m.text, key)
	m.text = append(append(m.text, ':'), value...)
}

func (m *members) str(key, value string) { m.raw(key, jsontext.AppendString(nil, value)) }

// optional adds text when there is some.
func (m *members) optional(key, value string) {
	if value != "" {
		m.str(key, value)
	}
}

func (m *members) object() json.RawMessage {
	if len(m.text) == 0 {
		return json.RawMessage("{}")
	}
	return append(m.text, '}')
}

// inputSchema writes the inputSchema of o: properties in the order of the struct
// fields, shared types in $defs.
func (o *object) inputSchema() json.RawMessage {
	used := make(map[fieldKind]bool)
	var m members
	o.describe(&m, used)
	var defs members
	if used[kindMolecule] {
		defs.raw("Molecule", moleculeSchema)
	}
	if used[kindDocument] {
		defs.raw("Structure", documentSchema)
	}
	if len(used) > 0 {
		m.raw("$defs", defs.object())
	}
	return m.object()
}

// describe adds the members of an object schema to m and notes the shared types.
func (o *object) describe(m *members, used map[fieldKind]bool) {
	var properties members
	required := []byte{'['}
	for _, f := range o.fields {
		properties.raw(f.name, f.schema(used))
		if f.required {
			if len(required) > 1 {
				required = append(required, ',')
			}
			required = jsontext.AppendString(required, f.name)
		}
	}
	m.str("type", "object")
	m.raw("properties", properties.object())
	if len(required) > 1 {
		m.raw("required", append(required, ']'))
	}
	m.raw("additionalProperties", []byte("false"))
}

// schema writes the schema of one property.
func (f *field) schema(used map[fieldKind]bool) []byte {
	var m members
	widget := ""
	switch f.kind {
	case kindNumber, kindInteger, kindString, kindBool:
		f.scalar(&m, f.kind)
	case kindVector, kindList:
		var item members
		f.scalar(&item, f.item)
		m.str("type", "array")
		m.raw("items", item.object())
		if f.kind == kindVector {
			n := []byte{byte('0' + f.length)}
			m.raw("minItems", n)
			m.raw("maxItems", n)
		}
		f.copy(&m, "minItems", "maxItems")
		if _, unique := f.keywords["uniqueItems"]; unique {
			m.raw("uniqueItems", []byte("true"))
		}
	case kindTable:
		var item members
		f.fields.describe(&item, used)
		m.str("type", "array")
		f.copy(&m, "minItems", "maxItems")
		m.raw("items", item.object())
	case kindGroup:
		f.fields.describe(&m, used)
	case kindMolecule:
		used[kindMolecule] = true
		m.str("$ref", "#/$defs/Molecule")
		widget = "molecule"
	case kindDocument:
		used[kindDocument] = true
		m.str("$ref", "#/$defs/Structure")
		widget = "document"
	case kindSeed:
		m.raw("type", []byte(`"integer","minimum":0,"maximum":9007199254740991`))
		widget = "seed"
	case kindAtom:
		m.raw("type", []byte(`"integer","minimum":0`))
		widget = "atom"
	case kindElement:
		m.raw("type", []byte(`"integer"`))
		m.raw("minimum", []byte(f.or("minimum", "1")))
		m.raw("maximum", []byte(f.or("maximum", "118")))
		widget = "element"
	case kindCell:
		m.raw("type", []byte(`"array","items":{"type":"number"},"minItems":9,"maxItems":9`))
		widget = "cell"
	case kindSelection:
		m.raw("type", []byte(`"array","items":{"type":"integer","minimum":0}`))
		f.copy(&m, "minItems", "maxItems")
		widget = "selection"
	}
	if f.defaultJSON != nil {
		m.raw("default", f.defaultJSON)
	}
	m.optional("x-megane-widget", widget)
	m.optional("x-megane-of", f.keywords["of"])
	m.optional("title", f.title)
	m.optional("description", f.doc)
	if f.examplesJSON != nil {
		m.raw("examples", f.examplesJSON)
	}
	m.optional("x-megane-unit", f.keywords["unit"])
	if f.when != nil {
		m.raw("x-molsmith-when", f.when.object())
	}
	return m.object()
}

// scalar adds the type and the limits of a number, text or switch.
func (f *field) scalar(m *members, kind fieldKind) {
	switch kind {
	case kindNumber:
		m.str("type", "number")
	case kindInteger:
		m.str("type", "integer")
	case kindBool:
		m.str("type", "boolean")
	case kindString:
		m.str("type", "string")
		if list, ok := f.keywords["enum"]; ok {
			m.raw("enum", texts(strings.Split(list, "|")))
		}
		f.copy(m, "minLength", "maxLength")
		m.optional("pattern", f.keywords["pattern"])
		return
	}
	f.copy(m, numberKeywords...)
}

// texts writes a JSON array of texts.
func texts(list []string) []byte {
	out := []byte{'['}
	for i, text := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = jsontext.AppendString(out, text)
	}
	return append(out, ']')
}

// copy adds the keywords that the tag gives.
func (f *field) copy(m *members, keys ...string) {
	for _, key := range keys {
		if v, ok := f.keywords[key]; ok {
			m.raw(key, []byte(v))
		}
	}
}

func (f *field) or(key, otherwise string) string {
	if v, ok := f.keywords[key]; ok {
		return v
	}
	return otherwise
}
