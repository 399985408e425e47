package schema

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

func (c *checker) object(s *Schema, raw []byte, p *place) {
	members, err := jsontext.Members(raw)
	if err != nil {
		c.add(p, "json", nil, "is not valid: "+err.Error())
		return
	}
	// The document first: a selection is checked against its atoms wherever it stands.
	for pass := range 2 {
		for _, property := range s.Properties {
			if widget := property.Schema.WidgetOf(); (widget == WidgetDocument) == (pass == 0) {
				c.property(s, property, members, p)
			}
		}
	}
	for _, name := range s.Required {
		if !s.has(name) && find(members, name) == nil {
			c.add(p.member(name, ""), "required", nil, "is required")
		}
	}
	c.others(s, members, p)
	if m := s.MinProperties; m != nil && len(members) < *m {
		c.add(p, "minProperties", *m, "needs at least "+counted(*m, "member"))
	}
	if m := s.MaxProperties; m != nil && len(members) > *m {
		c.add(p, "maxProperties", *m, "may have at most "+counted(*m, "member"))
	}
}

func (c *checker) property(s *Schema, property Property, members []jsontext.Member, p *place) {
	at := p.member(property.Name, property.Schema.Title)
	raw := find(members, property.Name)
	required := s.IsRequired(property.Name)
	if c.ctx.Form {
		if c.fromPage(property.Schema, raw, required, at) {
			return
		}
		if property.Schema.blank(raw, required) {
			c.add(at, "required", nil, "is required")
			return
		}
	}
	if raw == nil && c.ctx.HasDocument && property.Schema.WidgetOf() == WidgetDocument {
		return
	}
	if raw == nil {
		if required {
			switch widget := property.Schema.WidgetOf(); {
			case c.ctx.Form && widget == WidgetMolecule:
				c.say(at, "required", nil, "Choose a molecule")
			case !c.ctx.Form && widget == WidgetSeed:
				c.add(at, "required", nil, "is required: send a whole number, such as 1")
			case !c.ctx.Form && widget == WidgetDocument:
				c.add(at, "required", nil, "is required: send the structure to work on, with elements, positions, cell and bonds")
			default:
				c.add(at, "required", nil, "is required")
			}
		}
		return
	}
	before := len(c.problems)
	c.value(property.Schema, raw, at, nil)
	if len(c.problems) == before && property.Schema.WidgetOf() == WidgetAtom {
		c.atom(property.Schema, raw, members, at)
	}
}

// blank reports whether raw is the text of an empty field. Text that need not be
// given may be empty.
func (s *Schema) blank(raw []byte, required bool) bool {
	if jsontext.KindOf(raw) != jsontext.String || strings.TrimSpace(jsontext.Text(raw)) != "" {
		return false
	}
	flat, _ := s.Flat()
	if flat.Types != String {
		return true
	}
	return required && !slices.ContainsFunc(flat.Enum, func(v []byte) bool { return equal(v, raw) })
}

// others checks the members that properties does not list.
func (c *checker) others(s *Schema, members []jsontext.Member, p *place) {
	if s.Additional == nil && s.PatternProperties == nil {
		return
	}
	for _, m := range members {
		if s.has(m.Key) {
			continue
		}
		matched := false
		for _, pp := range s.PatternProperties {
			switch {
			case pp.Pattern == nil:
				matched = true // an expression this program cannot read refuses nothing
			case pp.Pattern.MatchString(m.Key):
				matched = true
				c.value(pp.Schema, m.Value, p.member(m.Key, ""), nil)
			}
		}
		switch {
		case matched || s.Additional == nil:
		case s.Additional.Bool != nil && !*s.Additional.Bool:
			c.say(p.member(m.Key, ""), "additionalProperties", nil, jsontext.Quote(m.Key)+" is not known here"+s.known())
		default:
			c.value(s.Additional, m.Value, p.member(m.Key, ""), nil)
		}
	}
}

// known lists the properties of s for a message.
func (s *Schema) known() string {
	const most = 20
	if len(s.Properties) == 0 {
		return ", nothing is"
	}
	var names []string
	for _, p := range s.Properties[:min(most, len(s.Properties))] {
		names = append(names, cut(p.Name))
	}
	list := strings.Join(names, ", ")
	if len(s.Properties) > most {
		list += ", …"
	}
	return "; use " + list
}

func (s *Schema) has(name string) bool {
	return slices.ContainsFunc(s.Properties, func(p Property) bool { return p.Name == name })
}

// find returns the value of a member, nil when there is none.
func find(members []jsontext.Member, key string) []byte {
	for _, m := range members {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

// canonical appends raw in the one spelling that equal JSON values share.
func canonical(dst, raw []byte) []byte {
	switch jsontext.KindOf(raw) {
	case jsontext.Number:
		v, _, err := jsontext.ReadFloat(raw, 0)
		if err != nil {
			return append(dst, raw...)
		}
		return jsontext.AppendFloat(dst, v)
	case jsontext.String:
		return jsontext.AppendString(dst, jsontext.Text(raw))
	case jsontext.Array:
		dst = append(dst, '[')
		for it := jsontext.ItemsOf(raw); it.Next(); {
			dst = append(canonical(dst, it.Value()), ',')
		}
		return append(dst, ']')
	case jsontext.Object:
		var members []jsontext.Member
		for it := jsontext.FieldsOf(raw); it.Next(); {
			members = append(members, jsontext.Member{Key: it.Key(), Value: it.Value()})
		}
		sort.Stable(byKey(members))
		dst = append(dst, '{')
		for _, m := range members {
			dst = jsontext.AppendString(dst, m.Key)
			dst = append(canonical(append(dst, ':'), m.Value), ',')
		}
		return append(dst, '}')
	}
	return append(dst, raw...)
}

// byKey sorts members by their keys. Package slices would compile the algorithm anew.
type byKey []jsontext.Member

func (m byKey) Len() int           { return len(m) }
func (m byKey) Less(i, j int) bool { return m[i].Key < m[j].Key }
func (m byKey) Swap(i, j int)      { m[i], m[j] = m[j], m[i] }

func equal(a, b []byte) bool { return string(canonical(nil, a)) == string(canonical(nil, b)) }

// shown is a JSON value for a message: plain words bare, other text in quotes.
func shown(raw []byte) string {
	if jsontext.KindOf(raw) != jsontext.String {
		return cut(string(canonical(nil, raw)))
	}
	s := jsontext.Text(raw)
	if s == "" {
		return `""`
	}
	return cut(s)
}

// cut is a name for a message: as it is when it is short and plain, otherwise in
// quotes and cut.
func cut(s string) string {
	const long = 60
	if s == "" || utf8.RuneCountInString(s) > long || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) || r == '"' }) {
		return jsontext.Quote(s)
	}
	return s
}

func listed(values [][]byte) string {
	const most = 12
	var words []string
	for _, v := range values[:min(most, len(values))] {
		words = append(words, shown(v))
	}
	list := strings.Join(words, ", ")
	if len(values) > most {
		list += fmt.Sprintf(" and %d more", len(values)-most)
	}
	return list
}

func texts(values [][]byte) []string {
	const most = 100
	list := make([]string, 0, min(most, len(values)))
	for _, v := range values[:min(most, len(values))] {
		list = append(list, shown(v))
	}
	return list
}

func decimal(v float64) string { return string(jsontext.AppendFloat(nil, v)) }

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
