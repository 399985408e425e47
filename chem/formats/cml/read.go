package cml

import (
	"bytes"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// Read reads one molecule of a CML document and counts them: elements molecule that are
// inside no other. Atoms and bonds are elements with attributes, arrays of values, or, as
// in CML 1, elements with children that have the attribute builtin. Errors are
// *format.ParseError.
func Read(data []byte, o format.ReadOptions) (*format.File, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	r := &reader{scanner: scanner{data: data}, want: max(o.Frame, 1)}
	if err := r.document(); err != nil {
		return nil, err
	}
	switch {
	case r.frames == 0:
		return nil, r.errorf("the document holds no molecule with atoms")
	case r.file == nil:
		return nil, format.NoFrame(r.want, r.frames)
	}
	r.file.Frames = r.frames
	r.file.ReportFrames(o.Frame)
	return r.file, nil
}

type reader struct {
	scanner
	file   *format.File
	want   int
	frames int // molecules with atoms that are over

	inside int // elements molecule around
	m      molecule
	entry  []attribute // of the atom or bond that is open
	column map[string][]string
	held   []attribute // of the start tag whose text is collected

	neighbors []int // hydrogens that are atoms, by atom
}

// molecule is what was read of one.
type molecule struct {
	name      string
	atoms     [][]attribute
	bonds     [][]attribute
	bondPlace []int // in data
	cell      map[string]float64
	vectors   []float64
	group     string
	moves     int // symmetry operations
}

// document reads all elements.
func (r *reader) document() error {
	for {
		met, err := r.next()
		switch {
		case err != nil:
			return err
		case met == atEnd:
			return nil
		case met == startTag:
			err = r.begin()
		default:
			err = r.finish()
		}
		if err != nil {
			return err
		}
	}
}

// begin handles a start tag.
func (r *reader) begin() error {
	r.held = append(r.held[:0], r.attributes...)
	switch r.name {
	case "molecule":
		if r.inside++; r.inside == 1 {
			r.m = molecule{name: get(r.attributes, "title")}
		}
	case "atom", "bond":
		r.entry = append([]attribute(nil), r.attributes...)
	case "atomArray", "bondArray":
		r.column = nil
		for _, a := range r.attributes {
			r.addColumn(a.name, a.value)
		}
	case "symmetry":
		r.m.group = get(r.attributes, "spaceGroup")
	case "transform3", "matrix":
		if len(r.stack) > 1 && r.stack[len(r.stack)-2] == "symmetry" {
			r.m.moves++
		}
	}
	return nil
}

func (r *reader) addColumn(name, text string) {
	if values := strings.Fields(text); len(values) > 0 && name != "builtin" && name != "title" && name != "convention" {
		if r.column == nil {
			r.column = map[string][]string{}
		}
		if name == "atomRef" && r.column["atomRef1"] == nil {
			name = "atomRef1"
		} else if name == "atomRef" {
			name = "atomRef2"
		}
		r.column[name] = values
	}
}

// finish handles an end tag; held and text are those of an element without children.
func (r *reader) finish() error {
	if r.inside == 0 {
		return nil
	}
	switch r.name {
	case "molecule":
		if r.inside--; r.inside == 0 && len(r.m.atoms) > 0 {
			if r.frames++; r.frames == r.want {
				return r.build()
			}
		}
	case "atom":
		if len(r.m.atoms) == format.MaxAtoms {
			return r.errorf("the molecule has more than %s atoms", format.Grouped(format.MaxAtoms))
		}
		r.m.atoms = append(r.m.atoms, r.entry)
	case "bond":
		r.m.bonds = append(r.m.bonds, r.entry)
		r.m.bondPlace = append(r.m.bondPlace, r.pos)
	case "atomArray", "bondArray":
		return r.arrays(r.name == "atomArray")
	case "string", "float", "integer", "coordinate2", "coordinate3":
		if builtin := get(r.held, "builtin"); builtin != "" {
			return r.builtin(builtin)
		}
	case "stringArray", "floatArray", "integerArray":
		r.addColumn(get(r.held, "builtin"), string(r.text))
	case "scalar", "cellParameter", "latticeVector":
		return r.crystal()
	case "name":
		if r.m.name == "" && len(r.stack) > 0 && r.stack[len(r.stack)-1] == "molecule" {
			text, err := r.decode(r.text)
			if err != nil {
				return err
			}
			r.m.name = text
		}
	}
	return nil
}

// builtin takes a child of CML 1 as an attribute of the open atom or bond, or of the
// crystal.
func (r *reader) builtin(name string) error {
	text, err := r.decode(bytes.TrimSpace(r.text))
	if err != nil {
		return err
	}
	parent := ""
	if len(r.stack) > 0 {
		parent = r.stack[len(r.stack)-1]
	}
	switch {
	case parent == "crystal":
		return r.crystal()
	case parent != "atom" && parent != "bond":
		return nil
	case name == "atomRef":
		for k := range r.entry {
			if r.entry[k].name == "atomRefs2" {
				if strings.IndexByte(r.entry[k].value, ' ') < 0 {
					r.entry[k].value += " " + text
				}
				return nil
			}
		}
		name = "atomRefs2"
	case name == "xy2" || name == "xyz3" || name == "xyzFract":
		for k, value := range strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' || c == '\n' || c == '\t' || c == '\r' }) {
			if k < 3 {
				r.entry = append(r.entry, attribute{"xyz"[k:k+1] + strings.TrimLeft(name, "xyz"), value})
			}
		}
		return nil
	}
	if len(r.entry) == maxAttributes {
		return r.errorf("an %s has more than %d values", parent, maxAttributes)
	}
	r.entry = append(r.entry, attribute{name, text})
	return nil
}

// arrays makes entries of the columns of an array.
func (r *reader) arrays(atoms bool) error {
	if r.column == nil {
		return nil
	}
	key, keys := "atomRef1", []string{"atomRef1", "atomRef2", "order", "id", "bondID"}
	if atoms {
		key = "elementType"
		keys = []string{"elementType", "x2", "y2", "x3", "y3", "z3", "xFract", "yFract", "zFract", "formalCharge", "isotope", "isotopeNumber", "hydrogenCount", "title"}
		if ids := r.column["atomID"]; ids != nil {
			r.column["id"] = ids
		}
		keys = append(keys, "id")
	}
	n := len(r.column[key])
	for _, k := range keys {
		if m := len(r.column[k]); m != 0 && m != n {
			return r.errorf("the array %s holds %d values; %s holds %d", k, m, key, n)
		}
	}
	for i := range n {
		var entry []attribute
		for _, k := range keys {
			if values := r.column[k]; values != nil {
				entry = append(entry, attribute{k, values[i]})
			}
		}
		if atoms {
			if len(r.m.atoms) == format.MaxAtoms {
				return r.errorf("the molecule has more than %s atoms", format.Grouped(format.MaxAtoms))
			}
			r.m.atoms = append(r.m.atoms, entry)
			continue
		}
		entry = append(entry, attribute{"atomRefs2", get(entry, "atomRef1") + " " + get(entry, "atomRef2")})
		r.m.bonds = append(r.m.bonds, entry)
		r.m.bondPlace = append(r.m.bondPlace, r.pos)
	}
	r.column = nil
	return nil
}

// crystal takes a length, an angle or a vector of the cell.
func (r *reader) crystal() error {
	if len(r.stack) == 0 || r.stack[len(r.stack)-1] != "crystal" && r.stack[len(r.stack)-1] != "lattice" {
		return nil
	}
	var list [3]float64
	n, rest := format.Numbers(bytes.Map(func(c rune) rune {
		if c == '\n' {
			return ' '
		}
		return c
	}, r.text), list[:])
	if n == 0 || !format.Blank(rest) {
		return r.errorf("expected numbers of the cell, found %s", format.Excerpt(r.text))
	}
	if r.m.cell == nil {
		r.m.cell = map[string]float64{}
	}
	key := get(r.held, "title", "builtin")
	if key == "" {
		key = get(r.held, "dictRef")
	}
	switch {
	case r.name == "latticeVector" && n == 3:
		r.m.vectors = append(r.m.vectors, list[:]...)
	case r.name == "cellParameter" && n == 3:
		names := [3]string{"a", "b", "c"}
		if get(r.held, "parameterType") == "angle" {
			names = [3]string{"alpha", "beta", "gamma"}
		}
		for k, name := range names {
			r.m.cell[name] = list[k]
		}
	case n == 1:
		key = key[strings.LastIndexAny(key, "_:")+1:]
		r.m.cell[strings.TrimSuffix(key, "cell")] = list[0] // acell in CML 1
	}
	return nil
}

// lattice makes the cell of what was read of a crystal.
func (r *reader) lattice() error {
	m := &r.m
	switch {
	case len(m.vectors) == 9:
		r.file.SetCell((*[9]float64)(m.vectors))
	case m.cell != nil && len(m.vectors) == 0:
		var v [6]float64
		for k, name := range [6]string{"a", "b", "c", "alpha", "beta", "gamma"} {
			x, ok := m.cell[name]
			if !ok {
				return r.errorf("the crystal has no %s", name)
			}
			v[k] = x
		}
		c, err := cell.FromParameters(v[0], v[1], v[2], v[3], v[4], v[5])
		if err != nil {
			return r.errorf("the crystal: %s", err)
		}
		vectors := c.Vectors()
		r.file.Structure.Cell = &vectors
	}
	if group := strings.ReplaceAll(m.group, " ", ""); m.moves > 1 || group != "" && group != "P1" {
		r.file.Warn("the symmetry of the crystal (%s) is not applied: the atoms are those that the file lists", format.Shown(m.group))
	}
	return nil
}

// build makes the structure of the molecule that was read.
func (r *reader) build() error {
	r.file = &format.File{Name: format.Text([]byte(r.m.name)), Structure: &structure.Structure{Bonds: [][2]uint32{}}}
	r.file.Title = r.file.Name
	if err := r.lattice(); err != nil {
		return err
	}
	ids, err := r.atoms()
	if err != nil {
		return err
	}
	return r.bonds(ids)
}
