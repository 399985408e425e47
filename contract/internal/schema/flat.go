package schema

import (
	"errors"
	"slices"
)

// ErrRecursive says that a chain of $ref comes back to itself.
var ErrRecursive = errors.New("refers to itself")

// ErrExternal says that a $ref leads out of the schema document.
var ErrExternal = errors.New("uses a $ref to another document")

// Flat returns s merged over the schemas its $ref chain leads to: what s says
// itself wins. Title and description are those of s alone, because a shared type
// names the type and not the argument. The error is ErrRecursive or ErrExternal,
// and then the result is what was found up to there.
func (s *Schema) Flat() (*Schema, error) { return s.flat, s.flatErr }

func (s *Schema) merge() (*Schema, error) {
	if s.RefText == "" {
		return s, nil
	}
	out := *s
	seen := []*Schema{s}
	for t := s; t.RefText != ""; {
		if t.Ref == nil {
			return &out, ErrExternal
		}
		if t = t.Ref; slices.Contains(seen, t) {
			return &out, ErrRecursive
		}
		seen = append(seen, t)
		out.under(t)
	}
	out.Ref, out.RefText = nil, ""
	return &out, nil
}

// under fills what s does not say from t.
func (s *Schema) under(t *Schema) {
	if s.Bool == nil {
		s.Bool = t.Bool
	}
	if s.Types == 0 {
		s.Types = t.Types
	}
	for _, f := range []struct{ to, from *string }{{&s.Widget, &t.Widget}, {&s.Unit, &t.Unit}, {&s.Of, &t.Of}} {
		if *f.to == "" {
			*f.to = *f.from
		}
	}
	for _, f := range []struct{ to, from *[]byte }{{&s.Default, &t.Default}, {&s.Const, &t.Const}, {&s.Example, &t.Example}} {
		if *f.to == nil {
			*f.to = *f.from
		}
	}
	for _, f := range []struct{ to, from **float64 }{{&s.Minimum, &t.Minimum}, {&s.Maximum, &t.Maximum},
		{&s.ExclusiveMinimum, &t.ExclusiveMinimum}, {&s.ExclusiveMaximum, &t.ExclusiveMaximum}, {&s.MultipleOf, &t.MultipleOf}} {
		if *f.to == nil {
			*f.to = *f.from
		}
	}
	for _, f := range []struct{ to, from **int }{{&s.MinLength, &t.MinLength}, {&s.MaxLength, &t.MaxLength}, {&s.MinItems, &t.MinItems},
		{&s.MaxItems, &t.MaxItems}, {&s.MinProperties, &t.MinProperties}, {&s.MaxProperties, &t.MaxProperties}} {
		if *f.to == nil {
			*f.to = *f.from
		}
	}
	for _, f := range []struct{ to, from **Schema }{{&s.Items, &t.Items}, {&s.Additional, &t.Additional},
		{&s.Not, &t.Not}, {&s.If, &t.If}, {&s.Then, &t.Then}, {&s.Else, &t.Else}} {
		if *f.to == nil {
			*f.to = *f.from
		}
	}
	for _, f := range []struct{ to, from *[]*Schema }{{&s.PrefixItems, &t.PrefixItems}, {&s.AllOf, &t.AllOf}, {&s.AnyOf, &t.AnyOf}, {&s.OneOf, &t.OneOf}} {
		if *f.to == nil {
			*f.to = *f.from
		}
	}
	if s.When == nil {
		s.When = t.When
	}
	if s.Enum == nil {
		s.Enum = t.Enum
	}
	if s.Pattern == nil {
		s.Pattern = t.Pattern
	}
	if s.Properties == nil {
		s.Properties = t.Properties
	}
	if s.PatternProperties == nil {
		s.PatternProperties = t.PatternProperties
	}
	s.Required = append(slices.Clip(s.Required), t.Required...)
	s.UniqueItems = s.UniqueItems || t.UniqueItems
}

// Shape is Flat, and for a widget whose schema is anyOf [X, null] it is X under
// what s says itself.
func (s *Schema) Shape() (*Schema, error) {
	flat, err := s.Flat()
	if err != nil || flat.Widget == "" || len(flat.AnyOf) != 2 {
		return flat, err
	}
	for i, alternative := range flat.AnyOf {
		if alternative.Types == Null {
			x, err := flat.AnyOf[1-i].Flat()
			if err != nil {
				return flat, err
			}
			out := *flat
			out.AnyOf = nil
			out.under(x)
			return &out, nil
		}
	}
	return flat, nil
}

// WidgetOf is the widget of s, its own or the one its $ref chain names.
func (s *Schema) WidgetOf() string { return s.flat.Widget }
