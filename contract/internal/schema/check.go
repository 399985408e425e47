package schema

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// Limits on one check.
const (
	maxProblems = 100
	maxSteps    = 2_000_000 // schemas applied to values; a selection of every atom takes MaxAtoms
	maxNesting  = 200       // of schemas inside schemas at one place of the value
)

// Problem is one thing wrong with a value, at one place.
type Problem struct {
	Path    string // JSON pointer into the value
	Rule    string // the keyword or widget that is violated
	Limit   any
	Where   string // the place in words when it is inside another field: "Components, row 2"
	Message string // one line that starts with the name of the field
}

// Context is what a check knows besides the value.
type Context struct {
	// Name is what messages call the whole value, "The arguments" when empty.
	Name string
	// Form says that the value comes from a form that is being filled: the
	// document and the selection are not in it, and blank text is no text.
	Form bool
	// DocumentAtoms is the number of atoms of the open document, -1 when there is
	// none. A document found in the value sets it too.
	DocumentAtoms int
	// SelectionCount is the number of selected atoms, for a Form.
	SelectionCount int
	// HasDocument says that the document is at hand beside the value.
	HasDocument bool
	// Document checks a document argument in place of its schema and returns its
	// number of atoms, or the JSON pointer inside it and the message of what is wrong.
	Document func(raw []byte) (atoms int, path, message string)
}

// Check checks value, JSON text or empty for {}, against s. The answer is empty
// when nothing is wrong. It lists at most 100 problems, in the order of the properties.
func Check(s *Schema, value []byte, ctx Context) []Problem {
	c := &checker{ctx: ctx}
	if ctx.Name == "" {
		ctx.Name = "The arguments"
	}
	raw := []byte("{}")
	if jsontext.SkipSpace(value, 0) < len(value) {
		var err error
		if raw, err = jsontext.Value(value); err != nil {
			return []Problem{{Rule: "json", Message: ctx.Name + " are not valid JSON: " + err.Error()}}
		}
	}
	c.value(s, raw, &place{title: ctx.Name}, nil)
	if c.steps > maxSteps {
		return []Problem{{Rule: "schema", Message: "The arguments or the schema are too large to check"}}
	}
	return c.problems
}

type checker struct {
	ctx      Context
	problems []Problem
	steps    int
}

// place is where a value stands. Paths and names are only written out for problems.
type place struct {
	outer *place // nil for the whole value
	name  string // member name, or the title of the whole value
	title string // what messages call a member
	item  bool   // an item of an array
	index int    // its number
	row   bool   // an item that is an object
}

func (p *place) path() string {
	switch {
	case p.outer == nil:
		return ""
	case p.item:
		return p.outer.path() + "/" + strconv.Itoa(p.index)
	}
	return p.outer.path() + "/" + escape(p.name)
}

func (p *place) label() string {
	switch {
	case p.row:
		return p.outer.label() + ", row " + strconv.Itoa(p.index+1)
	case p.item:
		return p.outer.label() + ", value " + strconv.Itoa(p.index+1)
	case strings.TrimSpace(p.title) != "":
		return cut(p.title)
	}
	return cut(p.name)
}

// where names what p is inside of, "" for an argument.
func (p *place) where() string {
	switch {
	case p.outer == nil || p.outer.outer == nil && !p.item:
		return ""
	case p.item:
		return p.outer.where()
	}
	if outer := p.outer.where(); outer != "" {
		return outer + ", " + p.outer.label()
	}
	return p.outer.label()
}

func (p *place) member(name, title string) *place {
	return &place{outer: p, name: name, title: title}
}

func (c *checker) add(p *place, rule string, limit any, message string) {
	c.say(p, rule, limit, p.label()+" "+message)
}

// say adds a problem whose message does not start with the name of the field.
func (c *checker) say(p *place, rule string, limit any, message string) {
	c.problem(Problem{p.path(), rule, limit, p.where(), message})
}

// problem notes a problem once, even when several schemas see it.
func (c *checker) problem(found Problem) {
	same := func(p Problem) bool { return p.Path == found.Path && p.Message == found.Message }
	if len(c.problems) < maxProblems && !slices.ContainsFunc(c.problems, same) {
		c.problems = append(c.problems, found)
	}
}

// chain lists the schemas that are being applied at one place, the last one first.
type chain struct {
	schema *Schema
	outer  *chain
	length int
}

// value checks raw at p against s; outer are the schemas that led to s at this
// very place. One of them that comes back says nothing new.
func (c *checker) value(s *Schema, raw []byte, p *place, outer *chain) {
	if c.steps++; c.steps > maxSteps || len(c.problems) >= maxProblems {
		return
	}
	at := chain{s, outer, 1}
	if outer != nil {
		if at.length += outer.length; at.length > maxNesting {
			c.steps = maxSteps + 1
			return
		}
	}
	for o := outer; o != nil; o = o.outer {
		if o.schema == s {
			return
		}
	}
	if s.Bool != nil {
		if !*s.Bool {
			c.add(p, "false", nil, "is not allowed")
		}
		return
	}
	if outer == nil && c.widget(s, raw, p) {
		return
	}
	c.applicators(s, raw, p, &at)
	kind := jsontext.KindOf(raw)
	if s.Types != 0 && !c.typed(s, raw, kind, p) {
		return
	}
	if s.Enum != nil && !slices.ContainsFunc(s.Enum, func(v []byte) bool { return equal(v, raw) }) {
		c.add(p, "enum", texts(s.Enum), "must be one of "+listed(s.Enum))
	}
	if s.Const != nil && !equal(s.Const, raw) {
		c.add(p, "const", nil, "must be "+shown(s.Const))
	}
	switch kind {
	case jsontext.Number:
		c.number(s, raw, p)
	case jsontext.String:
		c.text(s, raw, p)
	case jsontext.Array:
		c.array(s, raw, p)
	case jsontext.Object:
		c.object(s, raw, p)
	}
}

func (c *checker) applicators(s *Schema, raw []byte, p *place, at *chain) {
	if s.Ref != nil {
		c.value(s.Ref, raw, p, at)
	}
	for _, t := range s.AllOf {
		c.value(t, raw, p, at)
	}
	if len(s.AnyOf) > 0 && !slices.ContainsFunc(s.AnyOf, func(t *Schema) bool { return c.passes(t, raw, p, at) }) {
		c.add(p, "anyOf", nil, "fits none of the forms it may have")
	}
	if len(s.OneOf) > 0 {
		n := 0
		for _, t := range s.OneOf {
			if c.passes(t, raw, p, at) {
				n++
			}
		}
		if n != 1 {
			c.add(p, "oneOf", nil, fmt.Sprintf("must fit exactly one of its forms and fits %d", n))
		}
	}
	if s.Not != nil && c.passes(s.Not, raw, p, at) {
		c.add(p, "not", nil, "has a value that is not allowed")
	}
	if s.If != nil {
		next := s.Else
		if c.passes(s.If, raw, p, at) {
			next = s.Then
		}
		if next != nil {
			c.value(next, raw, p, at)
		}
	}
}

// passes reports whether raw fits s and leaves no problems behind.
func (c *checker) passes(s *Schema, raw []byte, p *place, at *chain) bool {
	inner := &checker{ctx: c.ctx, steps: c.steps}
	inner.ctx.Form = false
	inner.value(s, raw, p, at)
	c.steps = inner.steps
	return len(inner.problems) == 0
}

func (c *checker) number(s *Schema, raw []byte, p *place) {
	v, _, err := jsontext.ReadFloat(raw, 0)
	if err != nil {
		c.add(p, "type", "number", "is too large")
		return
	}
	if m := s.Minimum; m != nil && v < *m {
		c.add(p, "minimum", *m, "must be at least "+decimal(*m))
	}
	if m := s.ExclusiveMinimum; m != nil && v <= *m {
		c.add(p, "exclusiveMinimum", *m, "must be greater than "+decimal(*m))
	}
	if m := s.Maximum; m != nil && v > *m {
		c.add(p, "maximum", *m, "must be at most "+decimal(*m))
	}
	if m := s.ExclusiveMaximum; m != nil && v >= *m {
		c.add(p, "exclusiveMaximum", *m, "must be less than "+decimal(*m))
	}
	if m := s.MultipleOf; m != nil {
		// 0.3 is a multiple of 0.1 although the quotient of the two is not whole.
		q := v / *m
		if math.Abs(q-math.Round(q)) > 1e-9*max(1, math.Abs(q)) || !(math.Abs(q) <= math.MaxFloat64) {
			c.add(p, "multipleOf", *m, "must be a multiple of "+decimal(*m))
		}
	}
}

func (c *checker) text(s *Schema, raw []byte, p *place) {
	if s.MinLength == nil && s.MaxLength == nil && s.Pattern == nil {
		return
	}
	v := jsontext.Text(raw)
	n := utf8.RuneCountInString(v)
	if m := s.MinLength; m != nil && n < *m {
		if n == 0 {
			c.add(p, "minLength", *m, "must not be empty")
		} else {
			c.add(p, "minLength", *m, "must have at least "+counted(*m, "character"))
		}
	}
	if m := s.MaxLength; m != nil && n > *m {
		c.add(p, "maxLength", *m, "must have at most "+counted(*m, "character")+fmt.Sprintf(" (it has %d)", n))
	}
	if s.Pattern != nil && !s.Pattern.MatchString(v) {
		c.add(p, "pattern", s.Pattern.String(), "does not have the form "+jsontext.Quote(s.Pattern.String()))
	}
}

func (c *checker) array(s *Schema, raw []byte, p *place) {
	noun := "value"
	if s.Items != nil {
		if t, _ := s.Items.Flat(); t.Types == Object {
			noun = "row"
		}
	}
	var seen map[string]bool
	if s.UniqueItems {
		seen = make(map[string]bool)
	}
	n := 0
	inner := place{outer: p, item: true}
	for it := jsontext.ItemsOf(raw); it.Next(); n++ {
		if s.MaxItems != nil && n >= *s.MaxItems || len(c.problems) >= maxProblems {
			continue
		}
		v := it.Value()
		inner.index, inner.row = n, jsontext.KindOf(v) == jsontext.Object
		if n < len(s.PrefixItems) {
			c.value(s.PrefixItems[n], v, &inner, nil)
		} else if s.Items != nil {
			c.value(s.Items, v, &inner, nil)
		}
		if seen != nil {
			key := string(canonical(nil, v))
			if seen[key] {
				c.add(&inner, "uniqueItems", nil, "is listed twice")
			}
			seen[key] = true
		}
	}
	minimum, maximum := s.MinItems, s.MaxItems
	switch {
	case minimum != nil && maximum != nil && *minimum == *maximum && n != *minimum:
		rule := "minItems"
		if n > *minimum {
			rule = "maxItems"
		}
		c.add(p, rule, *minimum, fmt.Sprintf("needs exactly %s, not %d", counted(*minimum, noun), n))
	case minimum != nil && n < *minimum:
		c.add(p, "minItems", *minimum, "needs at least "+counted(*minimum, noun))
	case maximum != nil && n > *maximum:
		c.add(p, "maxItems", *maximum, fmt.Sprintf("has %s, at most %d", counted(n, noun), *maximum)+" are allowed")
	}
}
