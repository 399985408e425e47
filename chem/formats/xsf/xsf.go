// Package xsf reads and writes XSF files of XCrySDen. Positions are in Å, forces in Ha/Å.
//
//	[ANIMSTEPS n]
//	MOLECULE, POLYMER, SLAB or CRYSTAL: how many vectors the structure repeats along
//	PRIMVEC [step], three lattice vectors; CONVVEC likewise, which is not used
//	PRIMCOORD [step], "atoms 1", then rows: element x y z [fx fy fz]
//	or, without a lattice: ATOMS [step], then rows
//
// (XCrySDen documentation, "XSF format".) Elements are atomic numbers or symbols. Lines
// that begin with # are comments. Data grids are passed over. Steps are the frames; a
// PRIMVEC without a number holds for all of them.
package xsf

import (
	"bytes"
	"strconv"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

const (
	label = "XSF"
	force = "forces_" // scalars, with the axis behind
)

// Read reads one step of an XSF file. Forces become the scalars forces_x, forces_y and
// forces_z. Errors are *format.ParseError.
func Read(data []byte, o format.ReadOptions) (*format.File, error) {
	r := &reader{Lines: format.NewLines(data), want: max(o.Frame, 1), file: &format.File{Structure: &structure.Structure{}}}
	if err := r.read(); err != nil {
		return nil, err
	}
	switch {
	case r.frames == 0:
		return nil, r.Ends("PRIMCOORD or ATOMS")
	case r.want > r.frames:
		return nil, format.NoFrame(r.want, r.frames)
	}
	f := r.file
	f.Frames = r.frames
	if r.steps > r.frames {
		f.Warn("the file announces %d steps and holds %d", r.steps, r.frames)
	}
	if r.cell != nil {
		f.Structure.Cell = r.cell
	}
	pbc := [3]bool{r.kind > 0, r.kind > 1, r.kind > 2}
	if r.cell == nil {
		pbc = [3]bool{}
	}
	f.SetPBC(pbc)
	if r.grids > 0 {
		f.Warn("%s%snot kept", format.Count(r.grids, "block of data grids"), format.Are(r.grids))
	}
	f.ReportFrames(o.Frame)
	f.Details = append(f.Details, format.Detail{Name: "kind", Value: kinds[r.kind]})
	return f, nil
}

// kinds are the keywords by the number of vectors a structure repeats along.
var kinds = [4]string{"MOLECULE", "POLYMER", "SLAB", "CRYSTAL"}

type reader struct {
	format.Lines
	file   *format.File
	want   int // frame
	frames int
	steps  int // announced
	kind   int // vectors the structure repeats along
	cell   *[9]float64
	grids  int
	forces *[3][]float64
}

// line returns the next line that says something. A comment in the first line is the title.
func (r *reader) line() ([]byte, bool) {
	for {
		line, ok := r.Next()
		if !ok {
			return nil, false
		}
		word, _ := format.Word(line)
		if len(word) > 0 && word[0] != '#' {
			return line, true
		}
		if r.N == 1 && len(word) > 0 {
			r.file.Title = format.Text(bytes.TrimLeft(line, " \t#"))
			r.file.Name = r.file.Title
		}
	}
}

func (r *reader) read() error {
	for {
		line, ok := r.line()
		if !ok {
			return nil
		}
		word, rest := format.Word(line)
		number, _ := format.Word(rest)
		step, numbered := format.Integer(number)
		var err error
		switch key := string(bytes.ToUpper(word)); key {
		case "ANIMSTEPS":
			if !numbered || step < 1 || step > 1<<30 {
				return r.Errorf("expected the number of steps, found %s", format.Excerpt(rest))
			}
			r.steps = int(step)
		case "MOLECULE":
			r.kind = 0
		case "POLYMER":
			r.kind = 1
		case "SLAB":
			r.kind = 2
		case "CRYSTAL":
			r.kind = 3
		case "DIM-GROUP":
			line, ok := r.line()
			word, _ := format.Word(line)
			dimension, whole := format.Integer(word)
			if !ok || !whole || dimension < 0 || dimension > 3 {
				return r.Errorf("expected the number of periodic directions, found %s", format.Excerpt(line))
			}
			r.kind = int(dimension)
		case "PRIMVEC":
			err = r.vectors(!numbered || int(step) == r.want)
		case "CONVVEC", "RECIP-PRIMVEC", "RECIP-CONVVEC":
			err = r.vectors(false)
		case "PRIMCOORD":
			err = r.coordinates()
		case "CONVCOORD":
			err = r.rows(false)
		case "ATOMS":
			err = r.atoms()
		default:
			switch {
			case bytes.HasPrefix(word, []byte("BEGIN_")):
				if key != "BEGIN_INFO" {
					r.grids++
				}
				err = r.block(key[len("BEGIN_"):])
			default:
				return r.Errorf("expected a keyword, found %s", format.Excerpt(line))
			}
		}
		if err != nil {
			return err
		}
	}
}

// block passes over what stands between BEGIN_name and END_name.
func (r *reader) block(name string) error {
	begin := r.N
	for {
		line, ok := r.Next()
		if !ok {
			return r.Errorf("the block %s of line %d has no end", format.Shown(name), begin)
		}
		if word, _ := format.Word(line); bytes.EqualFold(word, []byte("END_"+name)) {
			return nil
		}
	}
}

func (r *reader) vectors(take bool) error {
	var v [9]float64
	for row := range 3 {
		line, ok := r.line()
		if !ok {
			return r.Ends("vector " + strconv.Itoa(row+1))
		}
		if n, _ := format.Numbers(line, v[3*row:3*row+3]); n < 3 {
			return r.Errorf("vector %d: expected three numbers, found %s", row+1, format.Excerpt(line))
		}
	}
	if !take {
		return nil
	}
	if !format.HasVolume(&v) {
		return r.Errorf("the lattice vectors span no volume")
	}
	r.cell = &v
	return nil
}

// coordinates reads a section PRIMCOORD.
func (r *reader) coordinates() error {
	r.frames++
	return r.rows(r.frames == r.want)
}

// rows reads the number of atoms and as many rows.
func (r *reader) rows(take bool) error {
	line, ok := r.line()
	if !ok {
		return r.Ends("the number of atoms")
	}
	word, _ := format.Word(line)
	n, whole := format.Integer(word)
	switch {
	case !whole || n < 1:
		return r.Errorf("expected the number of atoms, found %s", format.Excerpt(line))
	case n > format.MaxAtoms:
		return r.Errorf("the file announces %s atoms; the limit is %s", word, format.Grouped(format.MaxAtoms))
	case n > int64(r.Left()/7+1):
		return r.Errorf("the file announces %s atoms and is too short to hold them", format.Grouped(int(n)))
	}
	for i := range int(n) {
		line, ok := r.line()
		if !ok {
			return r.Ends("atom " + format.Grouped(i+1) + " of " + format.Grouped(int(n)))
		}
		if ok, err := r.atom(line, i, take); err != nil {
			return err
		} else if !ok {
			return r.Errorf("atom %d of %d: expected element, x, y and z, found %s", i+1, n, format.Excerpt(line))
		}
	}
	r.finish(take, int(n))
	return nil
}

// atoms reads a section ATOMS, which ends with the first line that is no row.
func (r *reader) atoms() error {
	r.frames++
	take := r.frames == r.want
	n := 0
	for {
		at := r.Mark()
		line, ok := r.line()
		if !ok {
			break
		}
		if n == format.MaxAtoms {
			return r.Errorf("there are more than %s atoms", format.Grouped(format.MaxAtoms))
		}
		row, err := r.atom(line, n, take)
		if err != nil {
			return err
		}
		if !row {
			if word, _ := format.Word(line); n == 0 || len(word) < 5 { // shorter than every keyword
				return r.Errorf("atom %d: expected element, x, y and z, found %s", n+1, format.Excerpt(line))
			}
			r.Back(at)
			break
		}
		n++
	}
	if n == 0 {
		return r.Ends("the first atom")
	}
	r.finish(take, n)
	return nil
}

// atom reads a row; ok is false for a line that is none.
func (r *reader) atom(line []byte, i int, take bool) (ok bool, err error) {
	word, rest := format.Word(line)
	var x [6]float64
	n, rest := format.Numbers(rest, x[:])
	if n < 3 {
		return false, nil
	}
	if !take {
		return true, nil
	}
	f := r.file
	if z, whole := format.Integer(word); whole && (z < 0 || z > 118) {
		return false, r.Errorf("atom %d: %s is not an atomic number", i+1, word)
	} else if whole && z == 0 {
		f.AddKnown(0, "X")
	} else {
		f.AddElement(format.Text(word))
	}
	f.Structure.Positions = append(f.Structure.Positions, x[:3]...)
	if n == 6 && format.Blank(rest) && (i == 0 || r.forces != nil) {
		if r.forces == nil {
			r.forces = &[3][]float64{}
		}
		for k := range r.forces {
			r.forces[k] = append(r.forces[k], x[3+k])
		}
	}
	return true, nil
}

// finish takes the forces when all atoms have some.
func (r *reader) finish(take bool, n int) {
	if take && r.forces != nil {
		if len(r.forces[0]) == n {
			format.AddVector(r.file.Structure, force, r.forces)
		} else {
			r.file.Warn("forces are not kept: only the first %s have some", format.Count(len(r.forces[0]), "atom"))
		}
	}
}

// Check says what Write would lose or change.
func Check(s *structure.Structure, o format.Options) (format.Report, error) {
	_, _, report := plan(s)
	return report, nil
}

func plan(s *structure.Structure) (*structure.Structure, *[3][]float64, format.Report) {
	report := format.Report{Format: "xsf"}
	s = report.WithVolume(s)
	forces, rest := format.TakeVector(s, force, nil)
	report.LoseUnkept(label, rest, format.Kept{Cell: true})
	return s, forces, report
}

// Write returns s as an XSF file: CRYSTAL when it has a cell, else ATOMS; numbers as the
// shortest text that reads back as the same float64. s must be valid; it is not changed.
func Write(s *structure.Structure, o format.Options) ([]byte, format.Report, error) {
	s, forces, report := plan(s)
	b := make([]byte, 0, 256+64*s.Len())
	if name := format.Text([]byte(o.Name)); name != "" {
		b = append(b, "# "+name+"\n"...)
	}
	if s.Cell != nil {
		b = append(b, "CRYSTAL\nPRIMVEC\n"...)
		for row := range 3 {
			b = appendRow(b, s.Cell[3*row:3*row+3])
			b = append(b, '\n')
		}
		b = append(b, "PRIMCOORD\n"...)
		b = strconv.AppendInt(b, int64(s.Len()), 10)
		b = append(b, " 1\n"...)
	} else {
		b = append(b, "ATOMS\n"...)
	}
	for i, z := range s.Elements {
		b = strconv.AppendInt(b, int64(z), 10)
		b = append(b, ' ')
		b = appendRow(b, s.Positions[3*i:3*i+3])
		if forces != nil {
			for _, values := range forces {
				b = append(b, ' ')
				b = format.AppendNumber(b, values[i])
			}
		}
		b = append(b, '\n')
	}
	return b, report, nil
}

func appendRow(b []byte, row []float64) []byte {
	for k, x := range row {
		if k > 0 {
			b = append(b, ' ')
		}
		b = format.AppendNumber(b, x)
	}
	return b
}
