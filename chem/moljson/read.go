package moljson

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
)

// Read reads a document of either dialect, told by its keys: source and target,
// charges, aromatic_n_h are the published one's, source_id and target_id chematic's.
// Hydrogen counts of the chematic dialect are kept where they are given. The result
// passes Mol.Check; whether it is a molecule is for perceive.Sanitize to say. The error
// is an *Error with the place in the document.
func Read(data []byte) (*mol.Mol, error) {
	if len(data) > MaxBytes {
		return nil, fail("$", "the document has %d bytes; the limit is %d", len(data), MaxBytes)
	}
	return read(data)
}

func read(data []byte) (*mol.Mol, error) {
	if !utf8.Valid(data) {
		return nil, fail("$", "the document is not UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, notJSON(err, len(data))
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, fail("$", "more text follows the document, at byte %d", decoder.InputOffset()+1)
	}
	root, ok := value.(map[string]any)
	if !ok {
		return nil, fail("$", "expected an object with atoms and bonds, found %s", kind(value))
	}
	d := document{root: node{"$", root}, m: &mol.Mol{}, index: map[string]int{}}
	if err := d.read(); err != nil {
		return nil, err
	}
	return d.m, nil
}

func notJSON(err error, size int) error {
	if e := (*json.SyntaxError)(nil); errors.As(err, &e) {
		return fail("$", "not JSON: byte %d: %v", e.Offset, e)
	}
	return fail("$", "not JSON: the document ends after %d bytes", size)
}

// document is a document on its way to a molecule.
type document struct {
	root  node
	m     *mol.Mol
	index map[string]int // of atoms by id

	hydrogens []int // implied ones, when they were needed
}

func (d *document) read() error {
	atoms, err := d.root.list("atoms", true, MaxAtoms)
	if err != nil {
		return err
	}
	bonds, err := d.root.list("bonds", false, MaxBonds)
	if err != nil {
		return err
	}
	dialect, err := d.dialect(bonds)
	if err != nil {
		return err
	}
	if dialect == Published {
		return d.published(atoms, bonds)
	}
	return d.chematic(atoms, bonds)
}

// dialect tells the dialects apart by their keys.
func (d *document) dialect(bonds []node) (Dialect, error) {
	published, chematic := "", ""
	for _, key := range []string{"charges", "aromatic_n_h"} {
		if _, ok := d.root.fields[key]; ok {
			published = key
		}
	}
	if len(bonds) > 0 {
		for _, key := range []string{"source", "target"} {
			if _, ok := bonds[0].fields[key]; ok {
				published = key
			}
		}
		for _, key := range []string{"source_id", "target_id"} {
			if _, ok := bonds[0].fields[key]; ok {
				chematic = key
			}
		}
	}
	switch {
	case published != "" && chematic != "":
		return 0, fail("$", "the keys %s and %s belong to two dialects of MolJSON", published, chematic)
	case published != "":
		return Published, nil
	}
	return Chematic, nil
}

// atom adds an atom with the id and element of n.
func (d *document) atom(n node) error {
	id, err := n.text("id")
	if err != nil {
		return err
	}
	if first, twice := d.index[id]; twice {
		return fail(n.path+".id", "%s is the id of atom %d already", quoted(id), first+1)
	}
	name, err := n.text("element")
	if err != nil {
		return err
	}
	z, ok := elem.Number(name)
	if name == "*" {
		z, ok = 0, true
	}
	if !ok {
		return fail(n.path+".element", "expected an element symbol or *, found %s", quoted(name))
	}
	d.index[id] = len(d.m.Atoms)
	d.m.Atoms = append(d.m.Atoms, mol.Atom{Element: z})
	return nil
}

// atomNamed returns the atom that key of n names.
func (d *document) atomNamed(n node, key string) (int, error) {
	id, err := n.text(key)
	if err != nil {
		return 0, err
	}
	i, ok := d.index[id]
	if !ok {
		return 0, fail(n.path+"."+key, "there is no atom with the id %s", quoted(id))
	}
	return i, nil
}

// join adds a bond; seen holds the bonds by their ends.
func (d *document) join(n node, b mol.Bond, seen map[[2]int]int) error {
	if b.A == b.B {
		return fail(n.path, "the bond joins an atom to itself")
	}
	pair := [2]int{min(b.A, b.B), max(b.A, b.B)}
	if first, twice := seen[pair]; twice {
		return fail(n.path, "the bond joins the same atoms as $.bonds[%d]", first)
	}
	seen[pair] = len(d.m.Bonds)
	d.m.Bonds = append(d.m.Bonds, b)
	return nil
}

// node is an object of the document.
type node struct {
	path   string
	fields map[string]any
}

// list returns the objects of an array. It may be missing or null unless it is needed.
func (n node) list(key string, needed bool, most int) ([]node, error) {
	path := n.path + "." + key
	value, ok := n.fields[key]
	if !ok || value == nil {
		if needed {
			return nil, fail(path, "expected an array, it is missing")
		}
		return nil, nil
	}
	array, ok := value.([]any)
	if !ok {
		return nil, fail(path, "expected an array, found %s", kind(value))
	}
	if len(array) > most {
		return nil, fail(path, "the array has %d items; the limit is %d", len(array), most)
	}
	nodes := make([]node, len(array))
	for i, item := range array {
		nodes[i].path = path + "[" + strconv.Itoa(i) + "]"
		if nodes[i].fields, ok = item.(map[string]any); !ok {
			return nil, fail(nodes[i].path, "expected an object, found %s", kind(item))
		}
	}
	return nodes, nil
}

func (n node) text(key string) (string, error) {
	value, ok := n.fields[key]
	if !ok {
		return "", fail(n.path+"."+key, "expected a string, it is missing")
	}
	s, ok := value.(string)
	switch {
	case !ok:
		return "", fail(n.path+"."+key, "expected a string, found %s", kind(value))
	case s == "" || len(s) > maxID:
		return "", fail(n.path+"."+key, "the string has %d bytes; expected 1 to %d", len(s), maxID)
	}
	return s, nil
}

// integer returns a whole number; given is false when it is missing or null.
func (n node) integer(key string, least, most int) (v int, given bool, err error) {
	value := n.fields[key]
	if value == nil {
		return 0, false, nil
	}
	x, ok := value.(json.Number)
	if ok {
		f, err := x.Float64()
		v = int(max(-1e9, min(1e9, f)))
		ok = err == nil && float64(v) == f && v >= least && v <= most
	}
	if !ok {
		return 0, false, fail(n.path+"."+key, "expected a whole number from %d to %d, found %s", least, most, kind(value))
	}
	return v, true, nil
}

// truth returns a boolean; a missing one is false.
func (n node) truth(key string) (bool, error) {
	value := n.fields[key]
	if value == nil {
		return false, nil
	}
	b, ok := value.(bool)
	if !ok {
		return false, fail(n.path+"."+key, "expected true or false, found %s", kind(value))
	}
	return b, nil
}

// order returns the bond order; missing and null mean 1.
func (n node) order() (float64, error) {
	value := n.fields["order"]
	if value == nil {
		return 1, nil
	}
	if x, ok := value.(json.Number); ok {
		switch f, _ := x.Float64(); f {
		case 0, 1, 1.5, 2, 3, 4:
			return f, nil
		}
	}
	return 0, fail(n.path+".order", "expected 0, 1, 1.5 (aromatic), 2, 3 or 4, found %s", kind(value))
}

// kind names a value for an error message.
func kind(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return cut(v.String())
	case string:
		return quoted(v)
	case []any:
		return "an array"
	}
	return "an object"
}

func quoted(s string) string { return strconv.Quote(cut(s)) }

// cut shortens a text for an error message.
func cut(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	end := most
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}
