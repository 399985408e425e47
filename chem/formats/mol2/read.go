package mol2

import (
	"bytes"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

const mark = "@<TRIPOS>"

// Read reads one molecule of a MOL2 file and counts the molecules. Partial charges become
// the scalar charge. Aromatic bonds keep their order 4, amide bonds are single. Errors
// are *format.ParseError.
func Read(data []byte, o format.ReadOptions) (*format.File, error) {
	r := &reader{Lines: format.NewLines(data)}
	want, frames := max(o.Frame, 1), 0
	for !r.done {
		line, ok := r.line()
		if !ok {
			break
		}
		if !bytes.HasPrefix(line, []byte(mark+"MOLECULE")) {
			continue
		}
		if frames++; frames == want {
			if err := r.molecule(); err != nil {
				return nil, err
			}
		}
	}
	switch {
	case frames == 0:
		return nil, r.Ends(mark + "MOLECULE")
	case r.file == nil:
		return nil, format.NoFrame(want, frames)
	}
	r.file.Frames = frames
	r.file.ReportFrames(o.Frame)
	return r.file, nil
}

type reader struct {
	format.Lines
	file *format.File
	done bool

	again      []byte // a line handed out twice
	announced  [2]int // atoms and bonds in the header
	noCharges  bool
	ids        *format.IDs
	types      []string
	charges    []float64
	chains     map[int64]string // by substructure
	residue    []int64
	oddBonds   int // du, un
	leftOut    int // nc
	orders     []uint8
	multiple   bool // an order other than 1
	formal     []int32
	substances bool
}

// line returns the next line that is no comment.
func (r *reader) line() ([]byte, bool) {
	if r.again != nil {
		line := r.again
		r.again = nil
		return line, true
	}
	for {
		line, ok := r.Next()
		if !ok {
			return nil, false
		}
		if len(line) > 0 && line[0] == '#' {
			continue
		}
		if bytes.HasSuffix(line, []byte(`\`)) {
			joined := bytes.Clone(line[:len(line)-1])
			for {
				more, ok := r.Next()
				if !ok || len(joined) > 1<<16 {
					break
				}
				goesOn := bytes.HasSuffix(more, []byte(`\`))
				joined = append(append(joined, ' '), bytes.TrimSuffix(more, []byte(`\`))...)
				if !goesOn {
					break
				}
			}
			return joined, true
		}
		return line, true
	}
}

// row returns the next line of a section that is not blank; nil at its end.
func (r *reader) row() []byte {
	for {
		line, ok := r.line()
		switch {
		case !ok:
			return nil
		case len(line) > 0 && line[0] == '@':
			r.again = line
			return nil
		case !format.Blank(line):
			return line
		}
	}
}

// molecule reads the sections of one molecule.
func (r *reader) molecule() error {
	r.file = &format.File{Structure: &structure.Structure{Bonds: [][2]uint32{}}}
	if err := r.header(); err != nil {
		return err
	}
	seen := false
	for {
		line, ok := r.line()
		if !ok {
			break
		}
		if len(line) == 0 || line[0] != '@' {
			continue
		}
		section := strings.TrimSpace(strings.TrimPrefix(string(line), mark))
		if section == "MOLECULE" {
			r.again = line
			break
		}
		var err error
		switch section {
		case "ATOM":
			if seen {
				return r.Errorf("the molecule has a second section ATOM")
			}
			seen, err = true, r.atoms()
		case "BOND":
			if !seen {
				return r.Errorf("the section BOND stands before the section ATOM")
			}
			err = r.bonds()
		case "CRYSIN":
			err = r.crystal()
		case "SUBSTRUCTURE":
			r.substructures()
		case "UNITY_ATOM_ATTR":
			if seen {
				err = r.attributes()
			}
		}
		if err != nil {
			return err
		}
	}
	if !seen {
		return r.Errorf("the molecule has no section ATOM")
	}
	r.finish()
	return nil
}

func (r *reader) header() error {
	name, ok := r.line()
	if !ok {
		return r.Ends("the name of the molecule")
	}
	if text := format.Text(name); strings.Trim(text, "*") != "" {
		r.file.Name = text
	}
	r.file.Title = format.Text(name)
	line, ok := r.line()
	if !ok {
		return r.Ends("the number of atoms")
	}
	var counts [2]float64
	n, _ := format.Numbers(line, counts[:])
	if n == 0 || counts[0] < 0 || counts[0] != float64(int64(counts[0])) {
		return r.Errorf("expected the number of atoms, found %s", format.Excerpt(line))
	}
	if counts[0] > format.MaxAtoms || counts[1] > 4*format.MaxAtoms {
		return r.Errorf("the file announces %g atoms and %g bonds; the limit is %s atoms", counts[0], counts[1], format.Grouped(format.MaxAtoms))
	}
	r.announced = [2]int{int(counts[0]), int(counts[1])}
	for range 2 { // kind of the molecule, kind of the charges
		line := r.row()
		if word, _ := format.Word(line); string(word) == "NO_CHARGES" {
			r.noCharges = true
		}
		if line == nil {
			break
		}
	}
	return nil
}

// element finds the element of a SYBYL type, 0 for others.
func element(kind string) uint8 {
	head := stem(kind)
	if head == "D" || head == "T" {
		return 1
	}
	if z, ok := elem.Number(head); ok {
		return z
	}
	switch head {
	case "CL", "BR":
		z, _, _, _ := elem.Parse(head)
		return z
	}
	return 0
}

func (r *reader) atoms() error {
	f, s := r.file, r.file.Structure
	n := min(r.announced[0], r.Left()/10+1)
	r.ids = format.NewIDs(n)
	s.Positions = make([]float64, 0, 3*n)
	for line := r.row(); line != nil; line = r.row() {
		i := len(r.types)
		if i == format.MaxAtoms {
			return r.Errorf("the molecule has more than %s atoms", format.Grouped(format.MaxAtoms))
		}
		word, rest := format.Word(line)
		id, ok := format.Integer(word)
		if !ok {
			return r.Errorf("atom %d: expected its number, found %s", i+1, format.Excerpt(word))
		}
		if !r.ids.Add(id, i) {
			return r.Errorf("atom number %d stands twice", id)
		}
		name, rest := format.Word(rest)
		var x [3]float64
		k, rest := format.Numbers(rest, x[:])
		if k < 3 {
			return r.Errorf("atom %d: expected the %c coordinate, found %s", i+1, "xyz"[k], format.Excerpt(rest))
		}
		kind, rest := format.Word(rest)
		if len(kind) == 0 {
			return r.Errorf("atom %d: expected the atom type, found the end of the line", i+1)
		}
		s.Positions = append(s.Positions, x[:]...)
		s.AtomNames = append(s.AtomNames, format.Text(name))
		r.types = append(r.types, format.Text(kind))
		residue, rest := format.Word(rest)
		number, _ := format.Integer(residue)
		r.residue = append(r.residue, number)
		residueName, rest := format.Word(rest)
		s.ResidueNames = append(s.ResidueNames, format.Text(residueName))
		r.substances = r.substances || len(residueName) > 0
		word, _ = format.Word(rest)
		q, ok := format.Number(word)
		if ok && r.charges == nil {
			r.charges = make([]float64, i, max(i, n))
		}
		if r.charges != nil {
			r.charges = append(r.charges, q)
		}
	}
	if len(r.types) == 0 {
		return r.Errorf("the section ATOM is empty")
	}
	if len(r.types) != r.announced[0] {
		f.Warn("the header announces %s; the section ATOM holds %s", format.Count(r.announced[0], "atom"), format.Grouped(len(r.types)))
	}
	s.Elements = make([]uint8, 0, len(r.types))
	foreign := false // types of a force field
	for _, kind := range r.types {
		foreign = foreign || element(kind) == 0 && !format.IsDummy(stem(kind))
	}
	for _, kind := range r.types {
		z := element(kind)
		if foreign {
			z = 0 // CA may be an aromatic carbon
		}
		text := stem(kind)
		if z == 1 {
			f.AddElement(text) // D and T too
			continue
		}
		if folded, _, _, ok := elem.Parse(text); ok && len(text) == 2 && text[0] >= 'A' {
			text = elem.Symbol(folded) // CL and Cl are one label
		}
		f.AddKnown(z, text)
	}
	return nil
}

// stem is an atom type up to its point.
func stem(kind string) string {
	head, _, _ := strings.Cut(kind, ".")
	return head
}

func (r *reader) bonds() error {
	s := r.file.Structure
	rows := 0
	for line := r.row(); line != nil; line = r.row() {
		if rows++; rows > 4*format.MaxAtoms {
			return r.Errorf("the molecule has more than %s bonds", format.Grouped(4*format.MaxAtoms))
		}
		_, rest := format.Word(line)
		var ends [2]uint32
		for k := range ends {
			var word []byte
			word, rest = format.Word(rest)
			id, ok := format.Integer(word)
			if !ok {
				return r.Errorf("bond %d: expected the number of an atom, found %s", rows, format.Excerpt(word))
			}
			atom, ok := r.ids.Atom(id)
			if !ok {
				return r.Errorf("bond %d joins atom %d, which the section ATOM does not hold", rows, id)
			}
			ends[k] = uint32(atom)
		}
		if ends[0] == ends[1] {
			return r.Errorf("bond %d joins an atom to itself", rows)
		}
		kind, _ := format.Word(rest)
		order := uint8(1)
		switch string(bytes.ToLower(kind)) {
		case "1", "am":
		case "2":
			order = 2
		case "3":
			order = 3
		case "ar", "4":
			order = 4
		case "nc":
			r.leftOut++
			continue
		case "du", "un":
			r.oddBonds++
		default:
			return r.Errorf("bond %d: expected a type (1, 2, 3, am, ar, du, un, nc), found %s", rows, format.Excerpt(kind))
		}
		s.Bonds = append(s.Bonds, ends)
		r.orders = append(r.orders, order)
		r.multiple = r.multiple || order != 1
	}
	if rows != r.announced[1] {
		r.file.Warn("the header announces %s; the section BOND holds %s", format.Count(r.announced[1], "bond"), format.Grouped(rows))
	}
	return nil
}

func (r *reader) finish() {
	f, s := r.file, r.file.Structure
	if r.multiple {
		s.BondOrders = r.orders
	}
	s.FormalCharges = r.formal
	if r.charges != nil && !r.noCharges {
		s.Scalars = append(s.Scalars, structure.Channel{Name: charge, Values: r.charges})
	}
	if !r.substances {
		s.ResidueNames = nil
	}
	named := false
	for _, name := range s.ResidueNames {
		named = named || strings.Trim(name, "_*") != ""
	}
	if !named {
		s.ResidueNames = nil
	}
	r.residues()
	if r.oddBonds > 0 {
		f.Warn("%s of unknown or dummy type%sread as single", format.Count(r.oddBonds, "bond"), format.Are(r.oddBonds))
	}
	if r.leftOut > 0 {
		f.Warn("%s of type nc (not connected)%sleft out", format.Count(r.leftOut, "bond"), format.Are(r.leftOut))
	}
	f.Details = append(f.Details, format.Detail{Name: "atom_types", Value: r.types})
}
