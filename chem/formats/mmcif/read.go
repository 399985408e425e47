// Package mmcif reads and writes PDBx/mmCIF, the archive format of macromolecules, with
// the scanner of package cif. Positions are in Å.
//
// Of the dictionary (mmcif.wwpdb.org, version 5) the categories atom_site, cell and
// symmetry are read. Names, numbers and chains are those of the authors where the file
// has both. Bonds of struct_conn are only those that no dictionary of residues implies, so
// they are not taken for the bonds of the structure.
package mmcif

import (
	"bytes"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/cif"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// Read reads one model of an mmCIF file and counts the models. Of alternate locations the
// first letter met in a residue is kept, unless o asks for all. The result shares no
// memory with data. Errors are *format.ParseError.
func Read(data []byte, o format.ReadOptions) (*format.File, error) {
	r := &reader{
		file: &format.File{Structure: &structure.Structure{}}, wanted: max(1, o.Frame),
		altlocs: format.AltLocs{All: o.AltLocs}, texts: map[string]string{},
	}
	notes, err := cif.Scan(data, r)
	if err != nil {
		return nil, err
	}
	r.file.Warnings = append(notes, r.file.Warnings...)
	r.finish()
	return r.file, nil
}

// columns of atom_site that are read; each has the names it may have, the first found
// counts.
const (
	idColumn = iota
	symbolColumn
	nameColumn
	altlocColumn
	residueColumn
	chainColumn
	numberColumn
	insertionColumn
	xColumn
	yColumn
	zColumn
	occupancyColumn
	chargeColumn
	factorColumn
	modelColumn
	columns
)

var tags = [columns][]string{
	idColumn:        {"id"},
	symbolColumn:    {"type_symbol"},
	nameColumn:      {"auth_atom_id", "label_atom_id"},
	altlocColumn:    {"label_alt_id"},
	residueColumn:   {"auth_comp_id", "label_comp_id"},
	chainColumn:     {"auth_asym_id", "label_asym_id"},
	numberColumn:    {"auth_seq_id", "label_seq_id"},
	insertionColumn: {"pdbx_pdb_ins_code"},
	xColumn:         {"cartn_x"},
	yColumn:         {"cartn_y"},
	zColumn:         {"cartn_z"},
	occupancyColumn: {"occupancy"},
	chargeColumn:    {"pdbx_formal_charge"},
	factorColumn:    {"b_iso_or_equiv"},
	modelColumn:     {"pdbx_pdb_model_num"},
}

const category = "_atom_site."

type reader struct {
	file    *format.File
	wanted  int
	altlocs format.AltLocs
	texts   map[string]string // short texts, each stored once

	blocks, models int    // models of the blocks before and of this one
	before         int    // models of the blocks before
	model          string // of the last row
	open           bool   // a model of this block has begun

	place  [columns][]int // where in a row the texts of a column are
	single []cif.Value    // an atom that is given by items
	names  []string       // their tags

	block, entry, title string // name of the first block, code in the archive, title
	parameters          [6]string
	group               string
	inserted            int
	occupancies         []float64
	charges             []int32
	charged, numberless bool
	factors             bool // there are temperature factors
}

func (r *reader) Block(name cif.Value) error {
	if err := r.atomOfItems(); err != nil {
		return err
	}
	if r.blocks++; r.blocks == 1 {
		r.block = format.Text(name.Text)
	}
	r.open = false
	if r.before = r.models; r.before < r.wanted {
		r.parameters, r.group, r.entry, r.title = [6]string{}, "", "", ""
	}
	return nil
}

func (r *reader) End() error {
	if err := r.atomOfItems(); err != nil {
		return err
	}
	switch {
	case r.models == 0:
		return cif.Wrong(0, "the file holds no atom_site rows with Cartesian coordinates")
	case r.wanted > r.models:
		return cif.Wrong(0, "frame "+format.Grouped(r.wanted)+" is asked for; the file holds "+format.Count(r.models, "frame"))
	}
	return nil
}

var parameterTags = [6]string{"_cell.length_a", "_cell.length_b", "_cell.length_c", "_cell.angle_alpha", "_cell.angle_beta", "_cell.angle_gamma"}

func (r *reader) Item(tag string, v cif.Value) error {
	if name, ok := strings.CutPrefix(tag, category); ok {
		r.names, r.single = append(r.names, name), append(r.single, v)
		return nil
	}
	if !v.Known() || r.before >= r.wanted {
		return nil
	}
	switch tag {
	case "_entry.id":
		r.entry = format.Text(v.Text)
	case "_struct.title", "_struct.pdbx_descriptor":
		if r.title == "" {
			r.title = format.Text(v.Text)
		}
	case "_symmetry.space_group_name_h-m", "_space_group.name_h-m_alt":
		r.group = format.Text(v.Text)
	default:
		for k, name := range parameterTags {
			if tag == name {
				r.parameters[k] = string(v.Text)
			}
		}
	}
	return nil
}

// atomOfItems reads the atom of a block whose only one is given without a loop.
func (r *reader) atomOfItems() error {
	if len(r.names) == 0 {
		return nil
	}
	names, values := r.names, r.single
	r.names, r.single = nil, nil
	for i := range names {
		names[i] = category + names[i]
	}
	if !r.Loop(names) {
		return nil
	}
	return r.Row(values)
}

func (r *reader) Loop(names []string) bool {
	if !strings.HasPrefix(names[0], category) {
		return false
	}
	r.place = [columns][]int{}
	for column, choices := range tags {
		for _, choice := range choices {
			for at, name := range names {
				if name == category+choice {
					r.place[column] = append(r.place[column], at)
				}
			}
		}
	}
	return len(r.place[xColumn]) > 0 && len(r.place[yColumn]) > 0 && len(r.place[zColumn]) > 0
}

// value is that of a column, the first that is known; ok is false when none is.
func (r *reader) value(row []cif.Value, column int) (v cif.Value, ok bool) {
	for _, at := range r.place[column] {
		if v = row[at]; v.Known() {
			return v, true
		}
	}
	return v, false
}

// text is value as a short text, "" when it is not known.
func (r *reader) text(row []cif.Value, column int) string {
	v, ok := r.value(row, column)
	if !ok {
		return ""
	}
	text, seen := r.texts[string(v.Text)]
	if !seen {
		text = format.Text(v.Text)
		if len(r.texts) < 100_000 {
			r.texts[string(v.Text)] = text
		}
	}
	return text
}

func (r *reader) Row(row []cif.Value) error {
	model := r.text(row, modelColumn)
	if !r.open || model != r.model {
		r.open, r.model = true, model
		r.models++
	}
	if r.models != r.wanted {
		return nil
	}
	return r.atom(row)
}

func (r *reader) atom(row []cif.Value) error {
	f, s := r.file, r.file.Structure
	number, insertion := int64(0), r.text(row, insertionColumn)
	if v, ok := r.value(row, numberColumn); ok {
		if number, ok = format.Integer(v.Text); !ok || number != int64(int32(number)) {
			return cif.Wrong(v.At, "expected a residue number, found "+format.Excerpt(v.Text))
		}
	} else {
		r.numberless = true
	}
	chain := r.text(row, chainColumn)
	if letter := r.text(row, altlocColumn); letter != "" && !r.altlocs.Keep(chain, int32(number), insertion, letter) {
		return nil
	}
	if s.Len() == format.MaxAtoms {
		return cif.Wrong(row[0].At, "the model holds more than "+format.Grouped(format.MaxAtoms)+" atoms")
	}
	var x [3]float64
	for k := range 3 {
		v := row[r.place[xColumn+k][0]]
		var ok bool
		if x[k], ok = cif.Number(v.Text); !ok {
			return cif.Wrong(v.At, "expected the "+"xyz"[k:k+1]+" coordinate, found "+format.Excerpt(v.Text))
		}
	}
	name := r.text(row, nameColumn)
	z, mass, shown := r.element(row, name)
	f.AddKnown(z, shown)
	if mass != 0 {
		f.Isotopes = append(f.Isotopes, format.Isotope{Atom: s.Len() - 1, Mass: mass})
	}
	s.Positions = append(s.Positions, x[0], x[1], x[2])
	s.AtomNames = append(s.AtomNames, name)
	s.ResidueNames = append(s.ResidueNames, r.text(row, residueColumn))
	s.ResidueIDs = append(s.ResidueIDs, int32(number))
	if chain == "" {
		chain = " "
	}
	s.ChainIDs = append(s.ChainIDs, chain)
	if insertion != "" {
		r.inserted++
	}
	occupancy := 1.0
	if v, ok := r.value(row, occupancyColumn); ok {
		if known, good := cif.Number(v.Text); good {
			occupancy = known
		}
	}
	r.occupancies = append(r.occupancies, occupancy)
	if v, ok := r.value(row, factorColumn); ok && !r.factors {
		r.factors = bytes.ContainsAny(v.Text, "123456789")
	}
	charge := int64(0)
	if v, ok := r.value(row, chargeColumn); ok {
		if charge, ok = format.Integer(v.Text); !ok || charge != int64(int32(charge)) {
			charge = 0
		}
	}
	r.charged = r.charged || charge != 0
	r.charges = append(r.charges, int32(charge))
	return nil
}

// element reads the type symbol, or an element that the atom name begins with when
// there is none.
func (r *reader) element(row []cif.Value, name string) (z uint8, mass int, shown string) {
	symbol := r.text(row, symbolColumn)
	if symbol == "" {
		if z = format.Propose(name, r.text(row, residueColumn)); z == 0 && name == "" {
			name = "?"
		}
		return z, 0, name
	}
	z, mass, _, _ = elem.Parse(strings.TrimRight(symbol, "0123456789+-"))
	return z, mass, symbol
}
