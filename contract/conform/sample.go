package conform

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/molsmith/molsmith/contract/form"
	"github.com/molsmith/molsmith/contract/internal/jsontext"
	"github.com/molsmith/molsmith/contract/internal/schema"
)

// waterBlock is a water molecule as Builder sends it: V2000, 3D, explicit hydrogens.
const waterBlock = "water\n  checker           3D\n\n" +
	"  3  2  0  0  0  0  0  0  0  0999 V2000\n" +
	"    0.0000    0.0000    0.0000 O   0  0  0  0  0  0  0  0  0  0  0  0\n" +
	"    0.9572    0.0000    0.0000 H   0  0  0  0  0  0  0  0  0  0  0  0\n" +
	"   -0.2399    0.9266    0.0000 H   0  0  0  0  0  0  0  0  0  0  0  0\n" +
	"  1  2  1  0\n  1  3  1  0\nM  END\n"

var waterArgument = `{"name":"water","molblock":` + string(jsontext.AppendString(nil, waterBlock)) + `}`

// waterDocument is an open document: that water in the middle of a cell of 20 Å.
// more are further members.
func waterDocument(cell, more string) string {
	return `{"elements":[8,1,1],"positions":[10,10,10,10.9572,10,10,9.7601,10.9266,10],"cell":` + cell + `,"bonds":[[0,1],[0,2]]` + more + `}`
}

// cubeOf is the cell of a cube.
func cubeOf(edge float64) string {
	e := string(jsontext.AppendFloat(nil, edge))
	return "[" + e + ",0,0,0," + e + ",0,0,0," + e + "]"
}

// Limits on sample arguments: the items of an array whose minItems ask for many, and
// all values together, since arrays and objects may nest.
const (
	maxSampleItems  = 1000
	maxSampleValues = 20_000
)

// sampler makes arguments.
type sampler struct {
	edge  float64 // of the document's cell, Å
	count float64 // for every count instead of its sample; 0: none
	made  int     // values so far
}

// Sample returns the arguments the checker calls the tool with: for each required
// property, and each other one with examples, the first example, else the default,
// else a value of its widget or type. It notes a schema.sample error when they do
// not fit the schema, and returns nil then.
func (t *Tool) Sample() json.RawMessage {
	s := sampler{edge: 20}
	args := s.object(t.schema, 0)
	if problems := form.CheckArguments(t.input, args); len(problems) > 0 {
		if !t.findings.Has("schema.sample", t.Name) {
			t.add("schema.sample", "sample arguments do not fit the inputSchema (%s); give the property a default or examples that do", problems[0].Message)
		}
		return nil
	}
	return args
}

// Longer returns arguments for a call that takes long, the longest first: counts
// are large and the document's cell is wide. None differ from the sample when the
// tool has neither counts nor a document.
func (t *Tool) Longer() []json.RawMessage {
	sample := sampler{edge: 20}
	seen := []string{string(sample.object(t.schema, 0))}
	var list []json.RawMessage
	for _, s := range []sampler{
		{edge: 100, count: 500_000}, {edge: 100, count: 100_000}, {edge: 60, count: 20_000}, {edge: 60, count: 2000}, {edge: 60, count: 500},
	} {
		args := s.object(t.schema, 0)
		if text := string(args); !slices.Contains(seen, text) && len(form.CheckArguments(t.input, args)) == 0 {
			seen = append(seen, text)
			list = append(list, args)
		}
	}
	return list
}

// Required reports whether the tool has required arguments.
func (t *Tool) Required() bool { return len(t.schema.Required) > 0 }

// withNumber returns args with the first number at the top level whose type is one
// of kinds written anew, nil when there is none.
func (t *Tool) withNumber(args json.RawMessage, kinds schema.Types, text func(value []byte) string) json.RawMessage {
	var out []byte
	changed := false
	for _, m := range objectOf(args) {
		value := m.Value
		p := propertyOf(t.schema, m.Key)
		if p != nil && !changed && jsontext.KindOf(value) == jsontext.Number {
			if shape, err := p.Shape(); err == nil && shape.Types&kinds != 0 {
				value, changed = []byte(text(value)), true
			}
		}
		out = appendMember(out, m.Key, value)
	}
	if !changed {
		return nil
	}
	return append(out, '}')
}

// WithPoint returns args with one integer at the top level written with a point,
// such as 1.0; nil when there is none.
func (t *Tool) WithPoint(args json.RawMessage) json.RawMessage {
	return t.withNumber(args, schema.Integer, func(v []byte) string {
		if strings.ContainsAny(string(v), ".eE") {
			return string(v)
		}
		return string(v) + ".0"
	})
}

// Infinite returns args with one number at the top level replaced by one that no
// float64 holds; nil when there is none.
func (t *Tool) Infinite(args json.RawMessage) json.RawMessage {
	return t.withNumber(args, schema.Integer|schema.Number, func([]byte) string { return "1e999" })
}

func appendMember(out []byte, key string, value []byte) []byte {
	if len(out) == 0 {
		out = append(out, '{')
	} else {
		out = append(out, ',')
	}
	out = append(jsontext.AppendString(out, key), ':')
	return append(out, value...)
}

func (s *sampler) object(o *schema.Schema, depth int) json.RawMessage {
	var out []byte
	for _, p := range o.Properties {
		shape, err := p.Schema.Shape()
		if err != nil {
			continue
		}
		counts := s.count > 0 && isCount(shape)
		if o.IsRequired(p.Name) || shape.Example != nil || counts {
			out = appendMember(out, p.Name, s.value(shape, depth))
		}
	}
	if out == nil {
		return json.RawMessage("{}")
	}
	return append(out, '}')
}

// isCount says which numbers stand for how much work a call is.
func isCount(s *schema.Schema) bool {
	return s.Widget == "" && s.Types == schema.Integer && s.Unit == "count"
}

func (s *sampler) value(p *schema.Schema, depth int) []byte {
	if s.made++; s.made > maxSampleValues {
		return []byte("null")
	}
	if s.count > 0 && isCount(p) {
		v := s.count
		if p.Maximum != nil {
			v = min(v, math.Floor(*p.Maximum))
		}
		return jsontext.AppendFloat(nil, v)
	}
	nested := s.count > 0 && p.Widget == "" && (p.Types == schema.Object || p.Types == schema.Array)
	if !nested { // the counts inside an example are not those asked for
		if p.Example != nil {
			return p.Example
		}
		if given(p.Default) {
			return p.Default
		}
	}
	if v := s.widget(p); v != "" {
		return []byte(v)
	}
	if p.Const != nil {
		return p.Const
	}
	if len(p.Enum) > 0 {
		return p.Enum[0]
	}
	switch p.Types {
	case schema.Integer:
		return jsontext.AppendFloat(nil, wholeSample(p))
	case schema.Number:
		return jsontext.AppendFloat(nil, numberSample(p))
	case schema.Boolean:
		return []byte("false")
	case schema.Array:
		return s.array(p, depth)
	case schema.Object:
		if depth <= maxInner {
			return s.object(p, depth+1)
		}
		return []byte("{}")
	}
	return []byte(`"x"`)
}

// widget is the sample of a widget, "" for a schema without one.
func (s *sampler) widget(p *schema.Schema) string {
	switch p.Widget {
	case schema.WidgetMolecule:
		return waterArgument
	case schema.WidgetDocument:
		return waterDocument(cubeOf(s.edge), "")
	case schema.WidgetAtom:
		return "0"
	case schema.WidgetElement:
		return "6"
	case schema.WidgetCell:
		return cubeOf(20)
	case schema.WidgetSelection:
		if p.MinItems == nil || *p.MinItems == 0 {
			return "[]"
		}
		return "[0" + strings.Repeat(",0", min(*p.MinItems, maxSampleItems)-1) + "]"
	case schema.WidgetSeed:
		return "1"
	}
	return ""
}

func wholeSample(p *schema.Schema) float64 {
	v := 1.0
	if p.Minimum != nil {
		v = max(v, math.Ceil(*p.Minimum))
	}
	if p.ExclusiveMinimum != nil {
		v = max(v, math.Floor(*p.ExclusiveMinimum)+1)
	}
	return v
}

// numberSample is 1 above the lower limit, or between the limits where that is too much.
func numberSample(p *schema.Schema) float64 {
	low, high := 0.0, math.Inf(1)
	for _, m := range []*float64{p.Minimum, p.ExclusiveMinimum} {
		if m != nil {
			low = *m
		}
	}
	for _, m := range []*float64{p.Maximum, p.ExclusiveMaximum} {
		if m != nil {
			high = min(high, *m)
		}
	}
	switch v := low + 1; {
	case v < high || p.Maximum != nil && v == high:
		return v
	case low < high:
		return low/2 + high/2
	default:
		return high
	}
}

func (s *sampler) array(p *schema.Schema, depth int) []byte {
	n := 1
	if p.MinItems != nil {
		n = min(*p.MinItems, maxSampleItems)
	}
	item := &schema.Schema{}
	if p.Items != nil {
		if flat, err := p.Items.Shape(); err == nil {
			item = flat
		}
	}
	out := []byte{'['}
	for i := range n {
		if s.made > maxSampleValues {
			break
		}
		if i > 0 {
			out = append(out, ',')
		}
		if depth <= maxInner {
			out = append(out, s.value(item, depth+1)...)
		} else {
			s.made++
			out = append(out, "null"...)
		}
	}
	return append(out, ']')
}

// documentOf returns the document argument inside args, nil when there is none.
func (t *Tool) documentOf(args json.RawMessage) []byte {
	for _, p := range t.schema.Properties {
		if p.Schema.WidgetOf() == schema.WidgetDocument {
			return schema.Child(args, p.Name)
		}
	}
	return nil
}

// NaN returns args with one number at the top level replaced by NaN, so that they
// are no JSON any more; nil when there is none.
func (t *Tool) NaN(args json.RawMessage) json.RawMessage {
	return t.withNumber(args, schema.Integer|schema.Number, func([]byte) string { return "NaN" })
}
