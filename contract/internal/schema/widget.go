package schema

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// MaxSeed is the largest seed: every program reads integers up to 2^53−1 exactly.
const MaxSeed = 1<<53 - 1

// widget checks what the widget of s says about raw beyond its schema. It
// reports whether the value needs no further check, because it has been judged whole.
func (c *checker) widget(s *Schema, raw []byte, p *place) (done bool) {
	if jsontext.KindOf(raw) == jsontext.Null {
		return false // the schema says whether null is allowed
	}
	before := len(c.problems)
	switch s.WidgetOf() {
	case WidgetDocument:
		return c.document(raw, p)
	case WidgetMolecule:
		c.molecule(raw, p)
	case WidgetCell:
		c.cell(raw, p)
	case WidgetElement:
		if v, whole := integer(raw); !whole || v < 1 || v > 118 {
			c.add(p, WidgetElement, 118, "must be an atomic number from 1 to 118"+c.meant(Integer, raw, jsontext.KindOf(raw)))
		}
	case WidgetSeed:
		if v, whole := integer(raw); !whole || v < 0 || v > MaxSeed {
			c.add(p, WidgetSeed, int64(MaxSeed), fmt.Sprintf("must be a whole number from 0 to %d", int64(MaxSeed))+c.meant(Integer, raw, jsontext.KindOf(raw)))
		}
	case WidgetSelection:
		c.selection(s, raw, p)
	}
	return len(c.problems) > before
}

func (c *checker) document(raw []byte, p *place) bool {
	if c.ctx.Document == nil {
		return false
	}
	atoms, path, message := c.ctx.Document(raw)
	if message == "" {
		c.ctx.DocumentAtoms = atoms
		return true
	}
	at := ""
	if path != "" {
		at = jsontext.OneLine(path) + ": "
	}
	c.problem(Problem{p.path() + path, WidgetDocument, nil, p.where(), p.label() + " is not a valid structure: " + at + message})
	return true
}

func (c *checker) molecule(raw []byte, p *place) {
	if jsontext.KindOf(raw) != jsontext.Object {
		c.add(p, WidgetMolecule, nil, "must be an object with a name and a molblock or a smiles")
		return
	}
	members, err := jsontext.Members(raw)
	if err != nil {
		c.add(p, "json", nil, "is not valid: "+err.Error())
		return
	}
	text := func(key string) string {
		if v := find(members, key); jsontext.KindOf(v) == jsontext.String {
			return strings.TrimSpace(jsontext.Text(v))
		}
		return ""
	}
	if find(members, "name") == nil {
		c.add(p, WidgetMolecule, nil, "needs a name")
	}
	// A member of another type is left to the schema to name.
	wrongType := func(key string) bool {
		v := find(members, key)
		return v != nil && jsontext.KindOf(v) != jsontext.String
	}
	if text("molblock") == "" && text("smiles") == "" && !wrongType("molblock") && !wrongType("smiles") {
		c.add(p, WidgetMolecule, nil, "needs a molblock or a smiles beside its name")
	}
}

func (c *checker) cell(raw []byte, p *place) {
	var v [9]float64
	n := 0
	for it := jsontext.ItemsOf(raw); jsontext.KindOf(raw) == jsontext.Array && it.Next(); n++ {
		x, _, err := jsontext.ReadFloat(it.Value(), 0)
		if err != nil || jsontext.KindOf(it.Value()) != jsontext.Number {
			n = -1
			break
		}
		if n < 9 {
			v[n] = x
		}
	}
	if n != 9 {
		c.add(p, WidgetCell, 9, "must be 9 numbers, the three vectors row by row")
		return
	}
	a, b, d := v[0:3], v[3:6], v[6:9]
	volume := a[0]*(b[1]*d[2]-b[2]*d[1]) + a[1]*(b[2]*d[0]-b[0]*d[2]) + a[2]*(b[0]*d[1]-b[1]*d[0])
	box := length(a) * length(b) * length(d)
	const flat = 1e-6 // of the box with the same edges: vectors in a plane but for rounding
	switch {
	case !(math.Abs(volume) > flat*box) || !(math.Abs(volume) <= math.MaxFloat64):
		c.add(p, WidgetCell, nil, "has no volume; the three vectors must span a box")
	case volume < 0:
		c.add(p, WidgetCell, nil, "is left-handed; swap two vectors")
	}
}

func length(v []float64) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }

func (c *checker) selection(s *Schema, raw []byte, p *place) {
	if jsontext.KindOf(raw) != jsontext.Array {
		c.add(p, WidgetSelection, nil, "must be a list of atom numbers")
		return
	}
	n := 0
	for it := jsontext.ItemsOf(raw); it.Next(); n++ {
		v, whole := integer(it.Value())
		if !whole || v < 0 {
			c.add(&place{outer: p, item: true, index: n}, WidgetSelection, nil, "must be an atom number, counted from 0")
			return
		}
		if atoms := c.ctx.DocumentAtoms; atoms >= 0 && v >= int64(atoms) {
			c.add(&place{outer: p, item: true, index: n}, WidgetSelection, atoms, fmt.Sprintf("is atom %d; the structure has %s, counted from 0", v, counted(atoms, "atom")))
			return
		}
	}
	c.selected(s, n, p)
}

// selected checks how many atoms are selected.
func (c *checker) selected(s *Schema, n int, p *place) {
	shape, _ := s.Shape()
	if m := shape.MinItems; m != nil && n < *m {
		c.say(p, "minItems", *m, fmt.Sprintf("Select at least %s; %d selected", counted(*m, "atom"), n))
	}
	if m := shape.MaxItems; m != nil && n > *m {
		c.say(p, "maxItems", *m, fmt.Sprintf("Select at most %s; %d selected", counted(*m, "atom"), n))
	}
}

// atom checks an atom number against the molecule argument beside it.
func (c *checker) atom(s *Schema, raw []byte, members []jsontext.Member, p *place) {
	v, whole := integer(raw)
	if !whole || v < 0 {
		c.add(p, WidgetAtom, nil, "must be an atom number, counted from 0")
		return
	}
	flat, _ := s.Flat()
	molecule := find(members, flat.Of)
	if jsontext.KindOf(molecule) != jsontext.Object {
		return
	}
	inside, err := jsontext.Members(molecule)
	if err != nil {
		return
	}
	block := find(inside, "molblock")
	if jsontext.KindOf(block) != jsontext.String {
		return
	}
	if n, ok := molblockAtoms(jsontext.Text(block)); ok && v >= int64(n) {
		c.add(p, WidgetAtom, n-1, fmt.Sprintf("must be from 0 to %d; the molecule has %s", n-1, counted(n, "atom")))
	}
}

// molblockAtoms reads the number of atoms from the counts line of a V2000 mol
// block, its fourth line. ok is false when there is no such number.
func molblockAtoms(block string) (n int, ok bool) {
	block = strings.ReplaceAll(strings.ReplaceAll(block, "\r\n", "\n"), "\r", "\n")
	lines := strings.SplitN(block, "\n", 5)
	if len(lines) < 4 || len(lines[3]) < 3 || strings.Contains(lines[3], "V3000") {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(lines[3][:3]))
	return n, err == nil && n > 0
}

// fromPage checks what the page adds to the values of a form itself: the
// document and the selection. It reports whether the property is one of them.
func (c *checker) fromPage(s *Schema, raw []byte, required bool, p *place) bool {
	if raw != nil {
		return false
	}
	switch s.WidgetOf() {
	case WidgetDocument:
		if required && c.ctx.DocumentAtoms < 0 {
			c.say(p, WidgetDocument, nil, "Open a structure first; this tool works on it")
		}
		return true
	case WidgetSelection:
		if n := c.ctx.SelectionCount; required || n > 0 {
			c.selected(s, n, p)
		}
		return true
	}
	return false
}

// integer reads a whole number of at most 53 bits.
func integer(raw []byte) (v int64, whole bool) {
	if jsontext.KindOf(raw) != jsontext.Number {
		return 0, false
	}
	v, _, whole, err := jsontext.ReadInt(raw, 0)
	return v, whole && err == nil
}
