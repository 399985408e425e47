package lammps

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// maxTypes bounds the numbers that a header announces besides atoms and bonds.
const maxTypes = 1_000_000

// maxNamed is how many sections that are not kept a warning names.
const maxNamed = 40

// Read reads a data file: box, atoms in the order of the file, bonds, molecules, charges
// (the scalar charge, where one is not 0). Positions are as listed: image flags are not
// applied and the origin of the box is not taken off. Elements follow from the masses,
// within 0.15 u; atoms of other types have the comment of the mass, the type label or the
// number of the type as their label. Errors are *format.ParseError.
func Read(data []byte, o format.ReadOptions) (*format.File, error) {
	if o.Frame > 1 {
		return nil, format.NoFrame(o.Frame, 1)
	}
	r := &reader{Lines: format.NewLines(data), file: &format.File{Frames: 1, Structure: &structure.Structure{}}}
	for _, step := range []func() error{r.header, r.box, r.sections} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	r.elements()
	r.molecules()
	r.finish()
	return r.file, nil
}

type reader struct {
	format.Lines
	file *format.File

	atoms, bonds, types int
	dropped             int // angles, dihedrals, impropers that the header announces
	bounds              [3][2]float64
	bounded             [3]bool
	tilt                *[3]float64
	vectors             [9]float64 // avec, bvec, cvec
	general             int        // how many of them
	origin              [3]float64

	section  string // whose rows follow
	hint     string // the first word of the comment behind it
	seen     bool   // Atoms
	style    *style
	guessed  bool
	ids      *format.IDs
	kinds    []int32 // type of each atom
	molecule []int64
	masses   map[int]float64
	comments map[int]string // of masses
	labels   map[int]string // type labels
	byLabel  map[string]int
	images   int // atoms with image flags other than 0
	flags    bool
	skipped  []string // sections that are not kept
	words    [24][]byte
}

// split splits a line into words up to a comment.
func (r *reader) split(line []byte) [][]byte {
	if i := bytes.IndexByte(line, '#'); i >= 0 {
		line = line[:i]
	}
	n := 0
	for n < len(r.words) {
		word, rest := format.Word(line)
		if len(word) == 0 {
			break
		}
		r.words[n] = word
		n, line = n+1, rest
	}
	return r.words[:n]
}

// sectionNames are the keywords of sections; "Coeffs" ends further ones.
var sectionNames = []string{
	"Atoms", "Masses", "Velocities", "Bonds", "Angles", "Dihedrals", "Impropers",
	"Atom Type Labels", "Bond Type Labels", "Angle Type Labels", "Dihedral Type Labels", "Improper Type Labels",
	"Ellipsoids", "Lines", "Triangles", "Bodies", "CMAP", "Tinker Types", "Special Bond Counts", "1-2 Bonds", "1-3 Bonds", "1-4 Bonds", "1-5 Bonds",
}

// begins says whether a line is the keyword of a section, and takes it.
func (r *reader) begins(line []byte) bool {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	if i == len(line) || line[i] < 'A' || line[i] > 'Z' {
		if i+2 >= len(line) || line[i] != '1' || line[i+1] != '-' {
			return false
		}
	}
	name := string(bytes.Join(r.split(line), []byte(" ")))
	if !slices.Contains(sectionNames, name) && !strings.HasSuffix(name, " Coeffs") {
		return false
	}
	r.section, r.hint = name, ""
	if k := bytes.IndexByte(line, '#'); k >= 0 {
		word, _ := format.Word(line[k+1:])
		r.hint = string(word)
	}
	return true
}

// sections reads one section after the other.
func (r *reader) sections() error {
	for r.section != "" {
		name := r.section
		r.section = ""
		var err error
		switch name {
		case "Atoms":
			err = r.readAtoms()
		case "Bonds":
			err = r.readBonds()
		case "Masses":
			err = r.readMasses()
		case "Atom Type Labels":
			err = r.readLabels()
		default:
			if len(r.skipped) < maxNamed && !strings.HasSuffix(name, "Labels") && !slices.Contains(r.skipped, name) {
				r.skipped = append(r.skipped, name)
			}
			for r.row() != nil {
			}
		}
		if err != nil {
			return err
		}
	}
	switch {
	case r.atoms > 0 && !r.seen:
		return r.Errorf("the file ends without the section Atoms; its header announces %s", format.Count(r.atoms, "atom"))
	case r.bonds > 0 && r.file.Structure.Bonds == nil:
		return r.Errorf("the file ends without the section Bonds; its header announces %s", format.Count(r.bonds, "bond"))
	}
	return nil
}

// row returns the next row of a section; nil at its end.
func (r *reader) row() []byte {
	for {
		line, ok := r.Next()
		switch {
		case !ok || r.begins(line):
			return nil
		}
		if word, _ := format.Word(line); len(word) > 0 && word[0] != '#' {
			return line
		}
	}
}

// ends says that a section holds another number of rows than the header announces.
func (r *reader) ends(name string, found, announced int) error {
	return r.Errorf("the section %s holds %s; the header announces %s", name, format.Count(found, "row"), format.Grouped(announced))
}

// kind reads the type of an atom, a number or a label.
func (r *reader) kind(word []byte) (int, bool) {
	if n, ok := format.Integer(word); ok {
		return int(n), n >= 1 && (n <= int64(r.types) || r.types == 0) && n <= maxTypes
	}
	n, ok := r.byLabel[string(word)]
	return n, ok
}

func (r *reader) readMasses() error {
	r.masses, r.comments = map[int]float64{}, map[int]string{}
	for line := r.row(); line != nil; line = r.row() {
		words := r.split(line)
		kind, ok := r.kind(words[0])
		mass := 0.0
		if ok && len(words) > 1 {
			mass, ok = format.Number(words[1])
		}
		if !ok || len(words) < 2 {
			return r.Errorf("expected an atom type and its mass, found %s", format.Excerpt(line))
		}
		r.masses[kind] = mass
		if i := bytes.IndexByte(line, '#'); i >= 0 {
			r.comments[kind] = format.Text(bytes.TrimLeft(line[i:], "# \t"))
		}
	}
	return nil
}

func (r *reader) readLabels() error {
	r.labels, r.byLabel = map[int]string{}, map[string]int{}
	for line := r.row(); line != nil; line = r.row() {
		words := r.split(line)
		kind, ok := format.Integer(words[0])
		if !ok || kind < 1 || kind > maxTypes || len(words) < 2 {
			return r.Errorf("expected the number of an atom type and its label, found %s", format.Excerpt(line))
		}
		r.labels[int(kind)] = format.Text(words[1])
		r.byLabel[string(words[1])] = int(kind)
	}
	return nil
}

func (r *reader) readBonds() error {
	s := r.file.Structure
	if !r.seen {
		return r.Errorf("the section Bonds stands before the section Atoms")
	}
	s.Bonds = make([][2]uint32, 0, min(r.bonds, r.Left()/8+1))
	for line := r.row(); line != nil; line = r.row() {
		words := r.split(line)
		var ends [2]uint32
		if len(words) < 4 {
			return r.Errorf("expected number, type and two atoms of a bond, found %s", format.Excerpt(line))
		}
		for k := range ends {
			id, ok := format.Integer(words[2+k])
			if !ok {
				return r.Errorf("expected the number of an atom, found %s", format.Excerpt(words[2+k]))
			}
			atom, ok := r.ids.Atom(id)
			if !ok {
				return r.Errorf("bond %s joins atom %d, which the section Atoms does not hold", words[0], id)
			}
			ends[k] = uint32(atom)
		}
		if ends[0] == ends[1] {
			return r.Errorf("bond %s joins atom %s to itself", words[0], words[2])
		}
		if len(s.Bonds) == r.bonds {
			return r.ends("Bonds", r.bonds+1, r.bonds)
		}
		s.Bonds = append(s.Bonds, ends)
	}
	if len(s.Bonds) != r.bonds {
		return r.ends("Bonds", len(s.Bonds), r.bonds)
	}
	return nil
}

// elements gives the atoms elements by the masses of their types.
func (r *reader) elements() {
	type found struct {
		z       uint8
		isotope int
		label   string
	}
	types := map[int32]found{}
	s := r.file.Structure
	s.Elements = make([]uint8, 0, r.atoms)
	for i, kind := range r.kinds {
		t, ok := types[kind]
		if !ok {
			t.label, _, _ = strings.Cut(r.comments[int(kind)], " ")
			if label := r.labels[int(kind)]; t.label == "" {
				t.label = label
			}
			if t.label == "" {
				t.label = strconv.Itoa(int(kind))
			}
			if mass, ok := r.masses[int(kind)]; ok {
				t.z, t.isotope = format.ElementOfMass(mass, t.label)
			}
			types[kind] = t
		}
		r.file.AddKnown(t.z, t.label)
		if t.isotope != 0 {
			r.file.Isotopes = append(r.file.Isotopes, format.Isotope{Atom: i, Mass: t.isotope})
		}
	}
}

// molecules numbers the molecules from 0. In files where some atoms have molecule 0, these
// are atoms of no molecule.
func (r *reader) molecules() {
	if r.molecule == nil {
		return
	}
	least, most := slices.Min(r.molecule), slices.Max(r.molecule)
	switch {
	case least < 0 || most-min(least, 1) > math.MaxInt32:
		r.file.Warn("molecule numbers are not kept: they must lie between 0 and %d", math.MaxInt32)
		return
	case most == 0:
		return
	}
	if least > 1 {
		least = 1
	}
	list := make([]int32, len(r.molecule))
	for i, m := range r.molecule {
		list[i] = int32(m - least)
	}
	r.file.Structure.Molecules = list
}

func (r *reader) finish() {
	f := r.file
	if r.style != nil {
		f.Details = append(f.Details, format.Detail{Name: "atom_style", Value: r.style.name}, format.Detail{Name: "atom_style_guessed", Value: r.guessed}, format.Detail{Name: "image_flags", Value: r.flags})
		if r.guessed {
			f.Warn("the file does not name its atom style; its columns are read as %s", r.style.name)
		}
	}
	if r.images > 0 {
		f.Warn("image flags of %s are not applied: bonded atoms may lie on opposite sides of the box", format.Count(r.images, "atom"))
	}
	if len(r.skipped) > 0 {
		f.Warn("not kept: %s", strings.Join(r.skipped, ", "))
	}
	if f.Structure.Bonds == nil { // the format could have said more
		f.Structure.Bonds = [][2]uint32{}
	}
}
