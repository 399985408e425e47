// Package form turns the inputSchema of a tool, ours or any server's, into the
// model of its form, and checks the values of a form. It covers the subset of
// JSON Schema and the widgets of the Builder Tool Contract (§4.1, §4.2). Servers
// judge arguments with the same check.
package form

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/internal/jsontext"
	"github.com/molsmith/molsmith/contract/internal/schema"
)

// Control is the kind of control that fills a field.
type Control string

// The controls of contract §4.1 and §4.2.
const (
	Number    Control = "number"
	Integer   Control = "integer"
	Select    Control = "select"
	Text      Control = "text"
	Checkbox  Control = "checkbox"
	Vector    Control = "vector"
	Table     Control = "table"
	Group     Control = "group"
	Molecule  Control = "molecule"
	Atom      Control = "atom"
	Element   Control = "element"
	Cell      Control = "cell"
	Selection Control = "selection"
	Seed      Control = "seed"
	Document  Control = "document"
)

// Model is the form of a tool: its fields in the order of the properties.
type Model struct {
	Fields   []Field        `json:"fields"`
	Document *DocumentField `json:"document,omitempty"` // nil: the tool takes none
}

// DocumentField names the property that receives the open document.
type DocumentField struct {
	Key      string `json:"key"`
	Required bool   `json:"required"`
}

// Field is one field of a form. Limits are absent when the schema has none.
type Field struct {
	Path     string          `json:"path"` // JSON pointer; inside rows relative to the row
	Key      string          `json:"key"`
	Label    string          `json:"label"`
	Help     string          `json:"help,omitempty"`
	Required bool            `json:"required"`
	Optional bool            `json:"optional"` // blank means left out of the arguments
	Control  Control         `json:"control"`
	Unit     string          `json:"unit,omitempty"` // x-megane-unit as written
	Initial  json.RawMessage `json:"initial,omitempty"`

	Minimum          *float64 `json:"minimum,omitempty"`
	Maximum          *float64 `json:"maximum,omitempty"`
	ExclusiveMinimum *float64 `json:"exclusiveMinimum,omitempty"`
	ExclusiveMaximum *float64 `json:"exclusiveMaximum,omitempty"`
	MultipleOf       *float64 `json:"multipleOf,omitempty"`
	MaxLength        *int     `json:"maxLength,omitempty"` // Unicode code points
	MinLength        *int     `json:"minLength,omitempty"`

	Options []string `json:"options,omitempty"` // of a select

	Length  int  `json:"length,omitempty"`  // of a vector
	Integer bool `json:"integer,omitempty"` // its components are whole numbers; their limits are Minimum, …

	MinItems    *int                         `json:"minItems,omitempty"` // of a table or selection
	MaxItems    *int                         `json:"maxItems,omitempty"`
	Fields      []Field                      `json:"fields,omitempty"`      // of a table (its columns) or group
	InitialRows []map[string]json.RawMessage `json:"initialRows,omitempty"` // of a table

	Of string `json:"of,omitempty"` // of an atom: key of the molecule beside it

	When *When `json:"when,omitempty"` // nil: always shown
}

// When says when a field is shown: while the select or checkbox Field has one of
// the values, "true" and "false" for a checkbox. Field is a key beside the field or,
// inside a table or group, of the whole form. A field that is not shown is left out
// of the arguments when it may be, and has its initial value when it may not.
type When struct {
	Field string   `json:"field"`
	In    []string `json:"in"`
}

// Context is what a form knows besides its values.
type Context struct {
	// DocumentAtoms is the number of atoms of the open document, nil when none is open.
	DocumentAtoms  *int `json:"documentAtoms"`
	SelectionCount int  `json:"selectionCount"`
	// Seed is a fresh random seed for the initial value of a seed field.
	Seed *int64 `json:"seed,omitempty"`
	// DocumentCell is the cell of the open document, row-major, Å.
	DocumentCell *[9]float64 `json:"documentCell,omitempty"`
}

// UnsupportedError says why a form cannot be built (contract §4.1).
type UnsupportedError struct {
	Property string // JSON pointer of the property, inside rows relative to the row; "" for the whole schema
	Reason   string // `"options" uses oneOf`
}

func (e *UnsupportedError) Error() string { return "Builder cannot build a form: " + e.Reason }

// Build makes the form of an inputSchema. The error is an *UnsupportedError that
// names the property.
func Build(inputSchema json.RawMessage, ctx Context) (*Model, error) {
	root, err := parse(inputSchema)
	if err != nil {
		return nil, err
	}
	b := builder{ctx: ctx, model: &Model{}}
	if b.model.Fields, err = b.fields(root, "", 0); err != nil {
		return nil, err
	}
	return b.model, nil
}

// Check checks the values of a form, a JSON object without the document, against
// the inputSchema. The answer is empty when the tool can run. Blank text counts
// as nothing given.
func Check(inputSchema, values json.RawMessage, ctx Context) []contract.Problem {
	root, err := schema.Parse(inputSchema)
	if err != nil {
		return []contract.Problem{{Rule: "schema", Message: unreadable(err)}}
	}
	c := schema.Context{Form: true, DocumentAtoms: -1, SelectionCount: ctx.SelectionCount}
	if ctx.DocumentAtoms != nil {
		c.HasDocument, c.DocumentAtoms = true, *ctx.DocumentAtoms
	}
	return problems(schema.Check(root, values, c))
}

// CheckArguments checks complete arguments as a server does before it runs a
// tool: the document is in them, and is checked by the rules of contract §5.1.
func CheckArguments(inputSchema, arguments json.RawMessage) []contract.Problem {
	root, err := schema.Parse(inputSchema)
	if err != nil {
		return []contract.Problem{{Rule: "schema", Message: unreadable(err)}}
	}
	return problems(schema.Check(root, arguments, schema.Context{
		DocumentAtoms: -1,
		Document: func(raw []byte) (int, string, string) {
			s, _, err := contract.DecodeStructure(raw, true)
			var d *contract.DecodeError
			if errors.As(err, &d) {
				return 0, d.Path, d.Message
			}
			return len(s.Elements), "", ""
		},
	}))
}

func problems(found []schema.Problem) []contract.Problem {
	list := make([]contract.Problem, len(found))
	for i, p := range found {
		list[i] = contract.Problem{Path: p.Path, Rule: p.Rule, Limit: p.Limit, Message: p.Message}
	}
	return list
}

func unreadable(err error) string { return "The tool's inputSchema cannot be read: " + err.Error() }

func parse(inputSchema json.RawMessage) (*schema.Schema, error) {
	root, err := schema.Parse(inputSchema)
	if err != nil {
		var s *schema.Error
		if errors.As(err, &s) {
			return nil, &UnsupportedError{s.Path, s.Error()}
		}
		return nil, &UnsupportedError{"", err.Error()}
	}
	flat, err := root.Flat()
	if err != nil {
		return nil, &UnsupportedError{"", "the schema " + err.Error()}
	}
	if keyword := combinator(flat); keyword != "" {
		return nil, &UnsupportedError{"", "the schema itself uses " + keyword}
	}
	if flat.Types != schema.Object {
		return nil, &UnsupportedError{"", "the schema is not of type object"}
	}
	return flat, nil
}

// combinator names the first keyword of s that a form cannot show.
func combinator(s *schema.Schema) string {
	switch {
	case s.OneOf != nil:
		return "oneOf"
	case s.AnyOf != nil:
		return "anyOf"
	case s.AllOf != nil:
		return "allOf"
	case s.If != nil || s.Then != nil || s.Else != nil:
		return "if"
	case s.Not != nil:
		return "not"
	}
	return ""
}

// quote shows a property in a reason.
func quote(key string) string { return jsontext.Quote(key) }

func unsupported(path, key, format string, args ...any) error {
	return &UnsupportedError{path, quote(key) + " " + fmt.Sprintf(format, args...)}
}
