package contract

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
	"github.com/molsmith/molsmith/contract/internal/schema"
)

// Types of arguments that have a widget (contract §4.2). A field of Molecule
// type is a molecule, one of *Structure the open document.
type (
	// Seed is the seed of a stochastic tool, 0 … 2^53−1.
	Seed int64
	// AtomIndex is an atom of the molecule argument that the key "of" names,
	// counted from 0.
	AtomIndex int64
	// Element is an atomic number, 1–118.
	Element int64
	// CellArg is a right-handed cell with a volume: row-major vectors, Å.
	CellArg [9]float64
	// Selection lists atoms of the document argument, counted from 0.
	Selection []uint32
)

// fieldKind is how a Go field is written in JSON.
type fieldKind uint8

const (
	kindNumber fieldKind = iota
	kindInteger
	kindString
	kindBool
	kindVector // fixed array of numbers
	kindList   // slice of numbers or strings
	kindTable  // slice of structs
	kindGroup  // struct
	kindMolecule
	kindDocument
	kindSeed
	kindAtom
	kindElement
	kindCell
	kindSelection
)

// object is a struct type as arguments.
type object struct {
	typ    reflect.Type
	fields []*field
}

// field is one struct field as an argument.
type field struct {
	index    []int
	name     string
	title    string
	doc      string
	when     *condition // nil: a form always shows it
	kind     fieldKind
	required bool
	keywords map[string]string // of the schema tag
	item     fieldKind         // kindVector, kindList: kindNumber, kindInteger or kindString
	length   int               // kindVector
	fields   *object           // kindTable, kindGroup

	defaultJSON  []byte // nil: none
	examplesJSON []byte // a JSON array, nil: none
}

// widgetKinds are the types that stand for a whole argument.
var widgetKinds = map[reflect.Type]fieldKind{
	reflect.TypeFor[Molecule]():   kindMolecule,
	reflect.TypeFor[*Structure](): kindDocument,
	reflect.TypeFor[Seed]():       kindSeed,
	reflect.TypeFor[AtomIndex]():  kindAtom,
	reflect.TypeFor[Element]():    kindElement,
	reflect.TypeFor[CellArg]():    kindCell,
	reflect.TypeFor[Selection]():  kindSelection,
}

// readObject reads the fields of a struct type, those of structs that it embeds in their place.
// where names it in errors.
func readObject(t reflect.Type, where string) (*object, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("%s must be a struct, not %s", where, t)
	}
	o := &object{typ: t}
	names := make(map[string]bool)
	for _, sf := range ownFields(t, nil) {
		if !sf.IsExported() {
			return nil, fmt.Errorf("%s: field %s is not exported", where, sf.Name)
		}
		f, err := readField(sf)
		if err != nil {
			return nil, fmt.Errorf("%s: field %s: %w", where, sf.Name, err)
		}
		if names[f.name] {
			return nil, fmt.Errorf("%s: the name %q occurs twice", where, f.name)
		}
		names[f.name] = true
		f.index = sf.Index
		o.fields = append(o.fields, f)
	}
	return o, nil
}

// ownFields lists the fields of a struct type in order, those of embedded structs in the
// place of these, with their indices from the outermost one.
func ownFields(t reflect.Type, at []int) (list []reflect.StructField) {
	for i := range t.NumField() {
		sf := t.Field(i)
		sf.Index = append(append([]int(nil), at...), i)
		if sf.Anonymous && sf.Type.Kind() == reflect.Struct {
			list = append(list, ownFields(sf.Type, sf.Index)...)
			continue
		}
		list = append(list, sf)
	}
	return list
}

func readField(sf reflect.StructField) (*field, error) {
	name, _, _ := strings.Cut(sf.Tag.Get("json"), ",")
	if name == "" || name == "-" {
		return nil, fmt.Errorf(`the tag json:"name" is missing`)
	}
	f := &field{name: name, doc: sf.Tag.Get("doc")}
	var err error
	if f.keywords, err = readTag(sf.Tag.Get("schema")); err != nil {
		return nil, err
	}
	f.title = f.take("title")
	if f.when, err = readCondition(f.keywords); err != nil {
		return nil, err
	}
	pointer := sf.Type.Kind() == reflect.Pointer && sf.Type != reflect.TypeFor[*Structure]()
	t := sf.Type
	if pointer {
		t = t.Elem()
	}
	if err := f.readType(t); err != nil {
		return nil, err
	}
	if pointer && (f.kind == kindSeed || f.kind == kindTable || f.kind == kindList || f.kind == kindSelection) {
		return nil, fmt.Errorf("a %s must not be a pointer", t)
	}
	if text, ok := f.keywords["default"]; ok {
		f.defaultJSON = f.literal(text)
		delete(f.keywords, "default")
	}
	if text, ok := f.keywords["examples"]; ok {
		f.examplesJSON = f.literals(text)
		delete(f.keywords, "examples")
	}
	for _, raw := range [][]byte{f.defaultJSON, f.examplesJSON} {
		if raw == nil {
			continue
		}
		if _, err := jsontext.Value(raw); err != nil {
			return nil, fmt.Errorf("%s is not JSON: %w", raw, err)
		}
	}
	_, optional := f.keywords["optional"]
	delete(f.keywords, "optional")
	f.required = f.defaultJSON == nil && !optional && !pointer
	return f, f.checkKeywords()
}

func (f *field) readType(t reflect.Type) (err error) {
	if kind, ok := widgetKinds[t]; ok {
		f.kind = kind
		return nil
	}
	switch t.Kind() {
	case reflect.Array:
		f.kind, f.length = kindVector, t.Len()
		if f.item, err = scalarKind(t.Elem()); err == nil && (f.item == kindString || f.item == kindBool || f.length < 1 || f.length > 9) {
			err = fmt.Errorf("an array must hold 1 to 9 numbers")
		}
		return err
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Struct && t.Elem() != reflect.TypeFor[Molecule]() {
			f.kind = kindTable
			f.fields, err = readObject(t.Elem(), "row")
			return err
		}
		f.kind = kindList
		if f.item, err = scalarKind(t.Elem()); err == nil && f.item == kindBool {
			err = fmt.Errorf("a list holds numbers, text or structs")
		}
		return err
	case reflect.Struct:
		f.kind = kindGroup
		f.fields, err = readObject(t, "group")
		return err
	}
	f.kind, err = scalarKind(t)
	return err
}

func scalarKind(t reflect.Type) (fieldKind, error) {
	switch t.Kind() {
	case reflect.Float64:
		return kindNumber, nil
	case reflect.Int, reflect.Int64, reflect.Int32:
		return kindInteger, nil
	case reflect.String:
		return kindString, nil
	case reflect.Bool:
		return kindBool, nil
	}
	return 0, fmt.Errorf("type %s is not one that arguments may have", t)
}

// readTag reads "key=value;key=value;flag".
func readTag(tag string) (map[string]string, error) {
	keywords := make(map[string]string)
	for part := range strings.SplitSeq(tag, ";") {
		if part == "" {
			continue
		}
		key, value, _ := strings.Cut(part, "=")
		key = strings.TrimSpace(key)
		if _, twice := keywords[key]; twice {
			return nil, fmt.Errorf("the schema tag says %q twice", key)
		}
		keywords[key] = strings.TrimSpace(value)
	}
	return keywords, nil
}

func (f *field) take(key string) string {
	v := f.keywords[key]
	delete(f.keywords, key)
	return v
}

// literal turns the text of a tag into JSON: text of a string field stands for
// itself, everything else is JSON already.
func (f *field) literal(text string) []byte {
	if f.kind == kindString {
		return jsontext.AppendString(nil, text)
	}
	return []byte(text)
}

// literals turns a|b|c into a JSON array. Text that is not a scalar's is one
// JSON value.
func (f *field) literals(text string) []byte {
	list := []string{text}
	if f.kind == kindString || f.kind == kindNumber || f.kind == kindInteger {
		list = strings.Split(text, "|")
	}
	out := []byte{'['}
	for i, v := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, f.literal(v)...)
	}
	return append(out, ']')
}

// numberKeywords limit a number, or the numbers of a vector or list.
var numberKeywords = []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"}

// textKeywords limit text, or the texts of a list.
var textKeywords = []string{"minLength", "maxLength", "pattern"}

func (f *field) allowed() []string {
	scalar := f.kind
	var keys []string
	switch f.kind {
	case kindVector:
		scalar = f.item
	case kindList:
		scalar = f.item
		keys = []string{"minItems", "maxItems", "uniqueItems"}
	case kindTable, kindSelection:
		keys = []string{"minItems", "maxItems"}
	case kindAtom:
		keys = []string{"of"}
	case kindElement:
		keys = []string{"minimum", "maximum"}
	}
	switch scalar {
	case kindNumber, kindInteger:
		keys = append(append(keys, numberKeywords...), "unit")
	case kindString:
		keys = append(append(keys, textKeywords...), "enum")
	}
	return keys
}

func (f *field) checkKeywords() error {
	allowed := f.allowed()
	for key, value := range f.keywords {
		known := false
		for _, a := range allowed {
			known = known || a == key
		}
		if !known {
			return fmt.Errorf("the schema tag says %q, which this type does not take", key)
		}
		switch key {
		case "unit", "of", "enum", "pattern":
			if value == "" {
				return fmt.Errorf("%s is empty", key)
			}
		case "uniqueItems":
			if value != "" {
				return fmt.Errorf("uniqueItems takes no value")
			}
		case "minLength", "maxLength", "minItems", "maxItems":
			if _, err := strconv.ParseUint(value, 10, 31); err != nil {
				return fmt.Errorf("%s=%s is not a count", key, value)
			}
		default:
			if end, _, err := jsontext.ScanNumber([]byte(value), 0); err != nil || end != len(value) {
				return fmt.Errorf("%s=%s is not a number", key, value)
			}
		}
	}
	if f.kind == kindAtom && f.keywords["of"] == "" {
		return fmt.Errorf(`an atom needs the tag schema:"of=…" that names its molecule`)
	}
	return nil
}

// checkValues tests defaults and examples against the field's own schema.
func (f *field) checkValues(compiled *schema.Schema) error {
	test := func(what string, raw []byte) error {
		if problems := schema.Check(compiled, raw, schema.Context{Name: "it", DocumentAtoms: -1}); len(problems) > 0 {
			return fmt.Errorf("%s %s of %q does not fit its schema: %s", what, raw, f.name, problems[0].Message)
		}
		return nil
	}
	if f.defaultJSON != nil {
		if err := test("the default", f.defaultJSON); err != nil {
			return err
		}
	}
	if f.examplesJSON != nil {
		for it := jsontext.ItemsOf(f.examplesJSON); it.Next(); {
			if err := test("the example", it.Value()); err != nil {
				return err
			}
		}
	}
	return nil
}
