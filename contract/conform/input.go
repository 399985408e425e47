package conform

import (
	"errors"
	"strings"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/form"
	"github.com/molsmith/molsmith/contract/internal/jsontext"
	"github.com/molsmith/molsmith/contract/internal/schema"
)

// Limits on how far a stranger's schema is followed.
const (
	maxInner      = 4    // tables and groups in each other; a form has one level
	maxProperties = 5000 // of all objects
)

// input is one walk over the properties of an inputSchema.
type input struct {
	tool      *Tool
	seen      int
	seeds     []argument
	documents []argument
	wrong     map[string]bool // names of properties with an error of their own
}

// argument is a property with its place.
type argument struct {
	name     string
	schema   *schema.Schema // as it stands, to check values with
	shape    *schema.Schema // with its references followed
	required bool
	top      bool
}

// checkInput judges the inputSchema (contract §4).
func (t *Tool) checkInput() {
	raw := t.member("inputSchema")
	if jsontext.KindOf(raw) != jsontext.Object {
		t.add("schema", "inputSchema must be a JSON Schema object, not %s", shown(raw))
		return
	}
	parsed, err := schema.Parse(raw)
	if err != nil {
		t.add("schema", "the inputSchema cannot be read: %v", err)
		return
	}
	if textOf(schema.Child(raw, "type")) != "object" {
		t.add("schema", "the inputSchema must say \"type\": \"object\"")
		return
	}
	root, _ := parsed.Flat()
	t.input, t.schema = raw, root
	outside := t.checkRefs(raw)
	w := input{tool: t, wrong: make(map[string]bool)}
	w.properties(root, true, 0)
	w.checkSeeds()
	w.checkDocument()
	t.checkForm(w.wrong, outside)
}

// checkRefs looks for references to other documents, which nobody fetches.
func (t *Tool) checkRefs(raw []byte) (outside bool) {
	var walk func(value []byte)
	walk = func(value []byte) { // as deep as jsontext lets JSON nest
		switch jsontext.KindOf(value) {
		case jsontext.Array:
			for it := jsontext.ItemsOf(value); it.Next(); {
				walk(it.Value())
			}
		case jsontext.Object:
			for it := jsontext.FieldsOf(value); it.Next(); {
				switch key := it.Key(); key {
				case "default", "examples", "const", "enum":
				case "$ref":
					if ref := textOf(it.Value()); ref != "#" && ref != "" && !strings.HasPrefix(ref, "#/") {
						outside = true
						t.add("schema.ref", "$ref %s leads out of the schema; copy the definition into $defs", jsontext.Quote(ref))
					}
				default:
					walk(it.Value())
				}
			}
		}
	}
	walk(raw)
	return outside
}

// checkForm asks the routine that makes the page's forms. What was named already is
// not said twice.
func (t *Tool) checkForm(wrong map[string]bool, outside bool) {
	_, err := form.Build(t.input, form.Context{})
	var u *form.UnsupportedError
	if !errors.As(err, &u) {
		return
	}
	key := u.Property[strings.LastIndexByte(u.Property, '/')+1:]
	key = strings.ReplaceAll(strings.ReplaceAll(key, "~1", "/"), "~0", "~")
	if !wrong[key] && !outside {
		t.add("schema.form", "%v", err)
	}
}

// properties judges the properties of an object and what is inside them.
func (w *input) properties(s *schema.Schema, top bool, depth int) {
	for _, p := range s.Properties {
		if w.seen++; w.seen > maxProperties {
			return
		}
		shape, err := p.Schema.Shape()
		if err != nil {
			continue // a form cannot be made either
		}
		a := argument{p.Name, p.Schema, shape, s.IsRequired(p.Name), top}
		w.property(a, s)
		if shape.Widget != "" && isWidget(shape.Widget) || depth == maxInner {
			continue
		}
		switch {
		case shape.Types == schema.Object:
			w.properties(shape, false, depth+1)
		case shape.Types == schema.Array && shape.Items != nil:
			if item, err := shape.Items.Flat(); err == nil && item.Types == schema.Object {
				w.properties(item, false, depth+1)
			}
		}
	}
}

func isWidget(name string) bool {
	switch name {
	case schema.WidgetMolecule, schema.WidgetAtom, schema.WidgetElement, schema.WidgetCell,
		schema.WidgetSelection, schema.WidgetSeed, schema.WidgetDocument:
		return true
	}
	return false
}

func (w *input) property(a argument, outer *schema.Schema) {
	t, s := w.tool, a.shape
	w.checkUnit(a)
	w.checkValues(a)
	fail := func(check, format string, args ...any) {
		w.wrong[a.name] = true
		t.add(check, "%s: "+format, append([]any{a.name}, args...)...)
	}
	switch s.Widget {
	case "":
		if a.required && !given(s.Default) && s.Example == nil && needsExample(s) {
			t.add("schema.example", "%s is required and has neither a default nor examples; clients and this checker have to guess", a.name)
		}
	case schema.WidgetMolecule:
		if problem := refuses(a.schema, waterArgument); problem != "" {
			fail("widget.molecule", "the molecule Builder sends, {name, molblock}, does not fit: %s", problem)
		}
	case schema.WidgetDocument:
		w.documents = append(w.documents, a)
		if problem := documentProblem(a); problem != "" {
			fail("widget.document", "%s", problem)
		}
	case schema.WidgetAtom, schema.WidgetElement, schema.WidgetSeed:
		if s.Types != schema.Integer {
			fail("widget.integer", "the widget %s needs type integer", s.Widget)
		}
		switch s.Widget {
		case schema.WidgetSeed:
			w.seeds = append(w.seeds, a)
			const largest = "2147483647"
			if !w.wrong[a.name] && (refuses(a.schema, "0") != "" || refuses(a.schema, largest) != "") {
				t.add("seed.range", "%s: Builder proposes seeds from 0 to %s, and the schema does not take all of them", a.name, largest)
			}
		case schema.WidgetAtom:
			of := propertyOf(outer, s.Of)
			if of == nil || of.WidgetOf() != schema.WidgetMolecule {
				fail("widget.of", "x-megane-of names %s, which is no molecule beside it", jsontext.Quote(s.Of))
			}
		}
	case schema.WidgetCell:
		fixed := s.MinItems != nil && s.MaxItems != nil && *s.MinItems == 9 && *s.MaxItems == 9
		if s.Types != schema.Array || !fixed || refuses(a.schema, cubeOf(20)) != "" {
			fail("widget.cell", "a cell is an array of numbers with minItems and maxItems 9")
		}
	case schema.WidgetSelection:
		if s.Types != schema.Array || refuses(a.schema, "[0]") != "" && refuses(a.schema, "[0,1,2]") != "" {
			fail("widget.selection", "a selection is an array of integers")
		}
		if w.documentNamed() == nil {
			fail("widget.selection", "a selection means atoms of the document, which the tool does not take")
		}
	default:
		t.add("widget", "%s: the widget %s is unknown; Builder shows a plain control", a.name, jsontext.Quote(s.Widget))
	}
}

// documentNamed is the document argument at the top level, wherever it stands.
func (w *input) documentNamed() *schema.Schema {
	for _, p := range w.tool.schema.Properties {
		if p.Schema.WidgetOf() == schema.WidgetDocument {
			return p.Schema
		}
	}
	return nil
}

// canonicalUnits are those of contract §4.4, with other spellings people use.
var canonicalUnits = map[string]string{
	"angstrom": "", "degree": "", "g/cm3": "", "kelvin": "", "count": "",
	"å": "angstrom", "angstroms": "angstrom", "ångström": "angstrom", "ang": "angstrom",
	"°": "degree", "degrees": "degree", "deg": "degree",
	"g/cm^3": "g/cm3", "g/cm³": "g/cm3", "g/cc": "g/cm3", "g/ml": "g/cm3", "g cm-3": "g/cm3", "g cm^-3": "g/cm3",
	"k": "kelvin", "kelvins": "kelvin",
	"counts": "count", "molecules": "count", "number": "count",
}

func (w *input) checkUnit(a argument) {
	unit := a.shape.Unit
	if unit == "" {
		return
	}
	canonical, known := canonicalUnits[strings.ToLower(unit)]
	switch {
	case !known:
		w.tool.add("schema.unit", "%s: the unit %s is shown as it is and not converted", a.name, jsontext.Quote(unit))
	case canonical != "":
		w.tool.add("schema.spelling", "%s: the contract's name of the unit %s is %s", a.name, jsontext.Quote(unit), canonical)
	case unit != strings.ToLower(unit):
		w.tool.add("schema.spelling", "%s: the contract's name of the unit %s is %s", a.name, jsontext.Quote(unit), strings.ToLower(unit))
	}
}

// given reports whether a default is one; null stands for "left out".
func given(value []byte) bool { return value != nil && jsontext.KindOf(value) != jsontext.Null }

func (w *input) checkValues(a argument) {
	for _, v := range []struct {
		what string
		raw  []byte
	}{{"default", a.shape.Default}, {"first example", a.shape.Example}} {
		if !given(v.raw) {
			continue
		}
		if problem := refuses(a.schema, string(v.raw)); problem != "" {
			w.tool.add("schema.sample", "%s: the %s %s does not fit: %s", a.name, v.what, shown(v.raw), problem)
		}
	}
}

// needsExample says for which controls nobody can guess a value.
func needsExample(s *schema.Schema) bool {
	switch s.Types {
	case schema.Number, schema.Integer:
		return true
	case schema.String:
		return s.Enum == nil
	case schema.Array:
		if s.Items == nil {
			return false
		}
		item, err := s.Items.Flat()
		return err == nil && item.Types&^(schema.Number|schema.Integer) == 0
	}
	return false
}

// refuses returns why a schema does not take a value, "" when it does.
func refuses(s *schema.Schema, value string) string {
	problems := schema.Check(s, []byte(value), schema.Context{Name: "it", DocumentAtoms: -1})
	if len(problems) == 0 {
		return ""
	}
	return problems[0].Message
}

func documentProblem(a argument) string {
	if a.shape.Types != schema.Object {
		return "the document is an object of type Structure"
	}
	for _, name := range []string{"elements", "positions", "cell", "bonds"} {
		if propertyOf(a.shape, name) == nil {
			return "the document's schema has no " + name
		}
	}
	for _, document := range []string{waterDocument(cubeOf(20), ""), waterDocument("null", ""), waterDocument(cubeOf(20), `,"bondOrders":[1,1]`)} {
		if problem := refuses(a.schema, document); problem != "" {
			return "a document as Builder sends it does not fit: " + problem
		}
	}
	return ""
}

func (w *input) checkSeeds() {
	t := w.tool
	if !t.Marker.Stochastic {
		if t.stochastic && len(w.seeds) > 0 {
			t.add("seed.marker", "%s is a seed, and the marker does not say stochastic", w.seeds[0].name)
		}
		return
	}
	switch {
	case len(w.seeds) != 1:
		t.add("seed", "a stochastic tool has one argument with the widget seed, not %d", len(w.seeds))
	case !w.seeds[0].top:
		t.add("seed", "%s: the seed must stand at the top level", w.seeds[0].name)
	case w.seeds[0].name != "seed":
		t.add("seed", "the seed must be named seed, not %s", jsontext.Quote(w.seeds[0].name))
	}
}

func (w *input) checkDocument() {
	t := w.tool
	use := t.Marker.Document
	for _, d := range w.documents {
		if len(w.documents) > 1 || !d.top {
			w.wrong[d.name] = true
		}
	}
	switch {
	case len(w.documents) > 1:
		t.add("document", "the tool has %d document arguments; one is allowed", len(w.documents))
	case len(w.documents) == 1 && !w.documents[0].top:
		t.add("document", "%s: the document must stand at the top level", w.documents[0].name)
	case use == "":
	case len(w.documents) == 0 && use != contract.DocumentNone:
		t.add("document", "the marker says document: %s, and no argument has the widget document", use)
	case len(w.documents) == 1 && use == contract.DocumentNone:
		t.add("document", "the marker says document: none, and %s is one", w.documents[0].name)
	case len(w.documents) == 1 && w.documents[0].required != (use == contract.DocumentRequired):
		t.add("document", "the marker says document: %s, and the schema says the opposite of %s", use, w.documents[0].name)
	}
	if t.Marker.Apply == contract.Insert && use == contract.DocumentNone {
		t.add("document.insert", "the tool inserts into a document that it does not see")
	}
}
