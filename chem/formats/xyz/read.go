package xyz

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// Read reads one frame of an XYZ file and counts the frames. The result
// shares no memory with data. Errors are *format.ParseError.
//
// Columns that a Structure has a place for are recognized by their names; other
// numeric columns become scalars (name, or name_x name_y name_z for three
// columns, name_1 … for other numbers), truth values 0 and 1. Text columns with
// other names are left out with a warning.
func Read(data []byte, o format.ReadOptions) (*format.File, error) {
	r := &reader{
		Lines: format.NewLines(data),
		file:  &format.File{Frames: 1, Structure: &structure.Structure{}},
	}
	for r.before < o.Frame-1 {
		if skipped, _ := r.skip(); skipped != whole {
			return nil, format.NoFrame(o.Frame, r.before)
		}
		r.before++
	}
	at := r.Mark()
	if err := r.frame(); err != nil {
		r.Back(at)
		if skipped, _ := r.skip(); r.before > 0 && skipped != whole {
			return nil, format.NoFrame(o.Frame, r.before)
		}
		return nil, err
	}
	r.file.Frames += r.before
	r.furtherFrames()
	r.file.ReportFrames(o.Frame)
	return r.file, nil
}

type reader struct {
	format.Lines
	file *format.File
	n    int // atoms of the frame

	before int // frames before the one that is read

	columns []column
	labels  labelCache
	guessed []string // labels that are no exact symbols, in the order met
	texts   []string // names of text columns without a place
}

// labelCache remembers the last label, which repeats in most files.
type labelCache struct {
	label []byte
	z     uint8
}

func (r *reader) warn(format string, args ...any) {
	r.file.Warnings = append(r.file.Warnings, fmt.Sprintf(format, args...))
}

func (r *reader) frame() error {
	var line []byte
	ok := true
	for ok && format.Blank(line) {
		line, ok = r.Next()
	}
	if !ok {
		r.N++
		return r.Errorf("the file ends where the number of atoms is expected")
	}
	if err := r.count(line); err != nil {
		return err
	}
	line, ok = r.Next()
	if !ok {
		r.N++
		return r.Errorf("the file ends where the comment line is expected")
	}
	if len(line) > maxComment {
		return r.Errorf("the comment line is longer than %s characters", format.Grouped(maxComment))
	}
	c, err := parseComment(cleanText(line))
	if err != nil {
		return r.Errorf("%s", err)
	}
	r.file.Name, r.file.Title = c.name, c.title
	r.file.PBC = c.pbc
	r.file.Warnings = append(r.file.Warnings, c.warnings...)
	r.cell(&c)
	if err := r.room(&c); err != nil {
		return err
	}
	r.prepare(&c)
	for i := range r.n {
		if err := r.atom(i, &c); err != nil {
			return err
		}
	}
	r.finish()
	return nil
}

// count reads the number of atoms and checks it against what the data can hold.
func (r *reader) count(line []byte) error {
	first, rest := format.Word(line)
	n, ok := format.Integer(first)
	if !ok || !format.Blank(rest) {
		if len(first) > 9 && allDigits(first) {
			return r.Errorf("the file announces %s atoms; the limit is %s", first[:min(len(first), 24)], format.Grouped(format.MaxAtoms))
		}
		return r.Errorf("expected the number of atoms, found %s", format.Excerpt(line))
	}
	left := r.Left()
	switch {
	case n < 1:
		return r.Errorf("the file announces %d atoms; it needs at least 1", n)
	case n > format.MaxAtoms:
		return r.Errorf("the file announces %s atoms; the limit is %s", format.Grouped(int(n)), format.Grouped(format.MaxAtoms))
	case n > int64(left/7+1): // "H 0 0 0" and a line end; the last may lack it
		return r.Errorf("the file announces %s atoms and is too short to hold them", format.Grouped(int(n)))
	}
	r.n = int(n)
	return nil
}

// room checks that the data can hold the announced columns before arrays are
// made for them: a word and a blank or line end each.
func (r *reader) room(c *comment) error {
	columns := 4
	if c.properties != nil {
		columns = 0
		for _, p := range c.properties {
			columns += p.columns
		}
	}
	if left := r.Left(); r.n > left/(2*columns)+1 {
		return r.Errorf("the file announces %s of %d columns and is too short to hold them", format.Count(r.n, "atom"), columns)
	}
	return nil
}

func allDigits(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// cleanText makes a comment line safe to keep.
func cleanText(line []byte) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\t' || c == 0x7f {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(string(line), "\uFFFD"))
}

// cell takes the lattice and says what a Structure cannot say of periodicity.
func (r *reader) cell(c *comment) {
	if c.lattice == nil {
		return
	}
	r.file.PBC = nil
	r.file.SetCell(c.lattice)
	switch {
	case r.file.Structure.Cell == nil:
		r.file.PBC = c.pbc
	case c.pbc == nil:
		r.file.PBC = &[3]bool{true, true, true}
	default:
		r.file.SetPBC(*c.pbc)
	}
}

// prepare makes the columns of the atom lines.
func (r *reader) prepare(c *comment) {
	s := r.file.Structure
	s.Elements = make([]uint8, 0, r.n)
	s.Positions = make([]float64, 0, 3*r.n)
	properties := c.properties
	if properties == nil {
		properties = []property{{"species", 'S', 1, roleSpecies}, {"pos", 'R', 3, rolePosition}}
	}
	taken := map[role]bool{}
	for i := range properties {
		p := &properties[i]
		use := p.role
		switch use {
		case roleScalar, rolePosition:
		case roleNumber:
			if taken[roleSpecies] || hasRole(properties, roleSpecies) {
				// Symbols say the same and more.
				r.columns = append(r.columns, column{property: p, dropped: true})
				continue
			}
			taken[roleSpecies] = true
		default:
			if taken[use] {
				use = roleScalar
			}
			taken[use] = true
		}
		for k := range p.columns {
			r.columns = append(r.columns, r.newColumn(p, use, k))
		}
	}
}

func hasRole(properties []property, want role) bool {
	for _, p := range properties {
		if p.role == want {
			return true
		}
	}
	return false
}

// atom reads atom line i.
func (r *reader) atom(i int, c *comment) error {
	line, ok := r.Next()
	if !ok {
		r.N++
		return r.Errorf("the file ends where atom %d of %d is expected", i+1, r.n)
	}
	rest := line
	for k := range r.columns {
		var text []byte
		text, rest = format.Word(rest)
		if len(text) == 0 {
			return r.Errorf("atom %d of %d: expected %s, found the end of the line", i+1, r.n, r.columns[k].expected())
		}
		if err := r.columns[k].take(r, text, i); err != nil {
			return err
		}
	}
	if i == 0 && !format.Blank(rest) {
		if c.properties == nil {
			r.warn("the columns after x, y and z have no name in the file and are not kept")
		} else {
			r.warn("the atom lines have more columns than Properties names; the rest is not kept")
		}
	}
	return nil
}

// element reads the label of atom i.
func (r *reader) element(text []byte, i int) error {
	s := r.file.Structure
	if i > 0 && bytes.Equal(text, r.labels.label) {
		s.Elements = append(s.Elements, r.labels.z)
		return nil
	}
	z, mass, exact, ok := elem.Parse(string(text))
	if !ok {
		// "C1", "Zn12": an exact symbol with a number.
		trimmed := bytes.TrimRight(text, "0123456789")
		if z, ok = elem.Number(string(trimmed)); !ok {
			if format.IsDummy(string(text)) {
				r.file.AddKnown(0, string(text))
				return nil
			}
			return r.Errorf("atom %d: %s is not an element; XYZ files need symbols or atomic numbers", i+1, format.Excerpt(text))
		}
	}
	s.Elements = append(s.Elements, z)
	if mass > 0 {
		r.file.Isotopes = append(r.file.Isotopes, format.Isotope{Atom: i, Mass: mass})
		return nil // not cached, so that every such atom is noted
	}
	r.labels = labelCache{text, z}
	if !exact && !allDigits(text) {
		r.noteGuess(string(text), z)
	}
	return nil
}

// noteGuess remembers a label that is not spelled as a symbol.
func (r *reader) noteGuess(label string, z uint8) {
	note := label + " as " + elem.Symbol(z)
	for _, g := range r.guessed {
		if g == note {
			return
		}
	}
	if len(r.guessed) < 10 {
		r.guessed = append(r.guessed, note)
	}
}

// finish checks the filled columns and attaches the scalars.
func (r *reader) finish() {
	s := r.file.Structure
	for r.file.Labels != nil && len(r.file.Labels) < s.Len() {
		r.file.Labels = append(r.file.Labels, "")
	}
	if len(r.guessed) > 0 {
		r.warn("labels are read as elements: %s", strings.Join(r.guessed, ", "))
	}
	if len(r.texts) > 0 {
		r.warn("text columns are not kept: %s", strings.Join(r.texts, ", "))
	}
	for _, m := range s.Molecules {
		if m < 0 {
			r.warn("molecule numbers are not kept: one of them is negative")
			s.Molecules = nil
			break
		}
	}
	for _, id := range s.ChainIDs {
		if utf8.RuneCountInString(id) != 1 {
			r.warn("chain ids are not kept: %s is not one character", format.Excerpt([]byte(id)))
			s.ChainIDs = nil
			break
		}
	}
	used := map[string]bool{}
	for _, c := range r.columns {
		if c.role != roleScalar || c.dropped {
			continue
		}
		name := c.name
		for n := 2; used[name]; n++ {
			name = fmt.Sprintf("%s_%d", c.name, n)
		}
		used[name] = true
		s.Scalars = append(s.Scalars, structure.Channel{Name: name, Values: c.values})
	}
}

// skipped is what passing over a frame met.
type skipped uint8

const (
	whole  skipped = iota
	cut            // the file ends inside
	noText         // nothing but blank lines follows
	other          // something that is no frame
)

// skip passes over a frame, which begins in line start.
func (r *reader) skip() (met skipped, start int) {
	for {
		line, ok := r.Next()
		if !ok {
			return noText, 0
		}
		if format.Blank(line) {
			continue
		}
		first, rest := format.Word(line)
		n, isCount := format.Integer(first)
		if !isCount || n < 0 || !format.Blank(rest) {
			return other, r.N
		}
		start = r.N
		for range n + 1 {
			if _, ok := r.Next(); !ok {
				return cut, start
			}
		}
		return whole, start
	}
}

// furtherFrames counts the frames after the one that was read.
func (r *reader) furtherFrames() {
	for {
		switch met, start := r.skip(); met {
		case whole:
			r.file.Frames++
			continue
		case cut:
			r.warn("frame %d, from line %d, is cut off and is not counted", r.file.Frames+1, start)
		case other:
			r.warn("line %d and what follows is no frame and is ignored", start)
		}
		return
	}
}
