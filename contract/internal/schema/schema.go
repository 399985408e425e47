// Package schema reads JSON Schemas (draft 2020-12) of tool arguments and checks
// values against them. It keeps the order of properties, follows local $ref, and
// knows the widgets of the Builder Tool Contract (§4.2). Forms, servers and the
// conformance checker all judge arguments with this one routine.
//
// Keywords that are checked: type, enum, const, minimum, maximum,
// exclusiveMinimum, exclusiveMaximum, multipleOf, minLength, maxLength, pattern
// (when it is an RE2 expression), items, prefixItems, minItems, maxItems,
// uniqueItems, properties, required, additionalProperties, patternProperties,
// minProperties, maxProperties, allOf, anyOf, oneOf, not, if, then, else and
// $ref. Others are annotations here. A $ref to another document is not followed.
package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// Limits on a stranger's schema.
const (
	maxSchemaBytes   = 4 << 20
	maxSchemaNodes   = 50_000
	maxPatternLength = 1000
)

// The widgets of contract §4.2.
const (
	WidgetMolecule  = "molecule"
	WidgetAtom      = "atom"
	WidgetElement   = "element"
	WidgetCell      = "cell"
	WidgetSelection = "selection"
	WidgetSeed      = "seed"
	WidgetDocument  = "document"
)

// Types is a set of JSON types.
type Types uint8

// The JSON types. Integer is the part of Number that is whole.
const (
	Null Types = 1 << iota
	Boolean
	Integer
	Number
	String
	Array
	Object
)

var typeNames = []struct {
	t           Types
	name, words string
}{
	{Null, "null", "null"},
	{Boolean, "boolean", "true or false"},
	{Integer, "integer", "a whole number"},
	{Number, "number", "a number"},
	{String, "string", "text"},
	{Array, "array", "a list"},
	{Object, "object", "an object"},
}

// Schema is one compiled schema. Optional numbers are nil when absent, optional
// JSON texts too.
type Schema struct {
	Bool *bool // the schemas true and false

	Types              Types // 0: any
	Title, Description string
	Widget, Unit, Of   string // x-megane-widget, x-megane-unit, x-megane-of
	When               *When  // x-molsmith-when
	Default, Const     []byte
	Example            []byte // the first of examples
	Enum               [][]byte

	Minimum, Maximum, ExclusiveMinimum, ExclusiveMaximum, MultipleOf *float64

	MinLength, MaxLength, MinItems, MaxItems, MinProperties, MaxProperties *int

	Pattern     Expression
	UniqueItems bool
	Items       *Schema
	PrefixItems []*Schema

	Properties        []Property
	Required          []string
	PatternProperties []PatternProperty
	Additional        *Schema // additionalProperties

	AllOf, AnyOf, OneOf []*Schema
	Not, If, Then, Else *Schema

	Ref     *Schema // target of a local $ref
	RefText string  // $ref as written, "" when there is none

	flat    *Schema // what Flat returns
	flatErr error
}

// When says when a form shows a property: while the choice or switch of the key
// Field has one of the values.
type When struct {
	Field string
	In    []string
}

// Property is one member of properties.
type Property struct {
	Name   string
	Schema *Schema
}

// PatternProperty is one member of patternProperties whose name is an expression.
type PatternProperty struct {
	Pattern Expression
	Schema  *Schema
}

// Error says what is wrong with a schema.
type Error struct {
	Path    string // JSON pointer into the schema
	Message string
}

func (e *Error) Error() string {
	if e.Path == "" {
		return e.Message
	}
	return jsontext.OneLine(e.Path) + ": " + e.Message
}

// Parse compiles a schema. The error is an *Error.
func Parse(raw []byte) (*Schema, error) {
	if len(raw) > maxSchemaBytes {
		return nil, &Error{"", fmt.Sprintf("the schema has more than %d bytes", maxSchemaBytes)}
	}
	root, err := jsontext.Value(raw)
	if err != nil {
		return nil, &Error{"", "the schema is not valid JSON: " + err.Error()}
	}
	c := compiler{root: root, done: make(map[string]*Schema)}
	s, err := c.at("", root)
	if err != nil {
		return nil, err
	}
	for _, s := range c.done {
		s.flat, s.flatErr = s.merge()
	}
	return s, nil
}

// compiler compiles the parts of one schema document, each pointer once, so that
// recursive references end.
type compiler struct {
	root  []byte
	done  map[string]*Schema
	nodes int
}

func (c *compiler) at(path string, raw []byte) (*Schema, error) {
	if s, ok := c.done[path]; ok {
		return s, nil
	}
	if c.nodes++; c.nodes > maxSchemaNodes {
		return nil, &Error{path, fmt.Sprintf("the schema has more than %d parts", maxSchemaNodes)}
	}
	s := new(Schema)
	c.done[path] = s
	switch jsontext.KindOf(raw) {
	case jsontext.Bool:
		v := raw[0] == 't'
		s.Bool = &v
		return s, nil
	case jsontext.Object:
	default:
		return nil, &Error{path, "a schema must be an object, true or false"}
	}
	members, err := jsontext.Members(raw)
	if err != nil {
		return nil, &Error{path, err.Error()}
	}
	for _, m := range members {
		if err := c.keyword(s, path, m.Key, m.Value); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (c *compiler) list(path string, raw []byte) ([]*Schema, error) {
	if jsontext.KindOf(raw) != jsontext.Array {
		return nil, &Error{path, "must be an array of schemas"}
	}
	list := []*Schema{}
	for i, v := range items(raw) {
		s, err := c.at(path+"/"+strconv.Itoa(i), v)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

func (c *compiler) properties(s *Schema, path string, raw []byte) error {
	members, err := objectMembers(path, raw)
	if err != nil {
		return err
	}
	for _, m := range members {
		p, err := c.at(path+"/"+escape(m.Key), m.Value)
		if err != nil {
			return err
		}
		s.Properties = append(s.Properties, Property{m.Key, p})
	}
	return nil
}

func (c *compiler) patternProperties(s *Schema, path string, raw []byte) error {
	members, err := objectMembers(path, raw)
	if err != nil {
		return err
	}
	for _, m := range members {
		p, err := c.at(path+"/"+escape(m.Key), m.Value)
		if err != nil {
			return err
		}
		s.PatternProperties = append(s.PatternProperties, PatternProperty{pattern(m.Key), p})
	}
	return nil
}

// ref finds the target of a local reference, a JSON pointer into the document.
// It is nil for a reference to anything else.
func (c *compiler) ref(path, target string) (*Schema, error) {
	if target != "#" && !strings.HasPrefix(target, "#/") {
		return nil, nil
	}
	raw := c.root
	var canonical strings.Builder
	for _, key := range strings.Split(target, "/")[1:] {
		key = strings.ReplaceAll(strings.ReplaceAll(key, "~1", "/"), "~0", "~")
		next := Child(raw, key)
		if next == nil {
			return nil, &Error{path, jsontext.Quote(target) + " does not exist"}
		}
		raw = next
		canonical.WriteString("/" + escape(key))
	}
	return c.at(canonical.String(), raw)
}

// Child returns the member or item named key, nil when there is none.
func Child(raw []byte, key string) []byte {
	switch jsontext.KindOf(raw) {
	case jsontext.Object:
		for it := jsontext.FieldsOf(raw); it.Next(); {
			if it.Key() == key {
				return it.Value()
			}
		}
	case jsontext.Array:
		if n, err := strconv.Atoi(key); err == nil && n >= 0 {
			if list := items(raw); n < len(list) {
				return list[n]
			}
		}
	}
	return nil
}

// IsRequired reports whether required names the property.
func (s *Schema) IsRequired(name string) bool { return slices.Contains(s.Required, name) }

// Expression is a regular expression of a schema, RE2's.
type Expression interface {
	MatchString(s string) bool
	String() string
}
