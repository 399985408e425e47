package gro

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// nameColumns is where the coordinates of an atom line begin.
const nameColumns = 20

// Read reads one frame of a GRO file and counts the frames. The atom names go into
// File.Labels, since the format states no elements. Velocities become the scalars
// velocity_x, velocity_y and velocity_z in Å/ps. Residue numbers that start anew behind
// 99 999 go on counting. Errors are *format.ParseError.
func Read(data []byte, o format.ReadOptions) (*format.File, error) {
	r := &reader{Lines: format.NewLines(data)}
	want := max(o.Frame, 1)
	for {
		at := r.Mark()
		if !r.more() {
			break
		}
		r.Back(at)
		r.frames++
		if r.frames == want {
			if err := r.frame(); err != nil {
				return nil, err
			}
			continue
		}
		if err := r.skip(); err != nil {
			if r.file == nil {
				return nil, err
			}
			r.frames--
			r.file.Warn("frame %d is not complete and is not counted: %s", r.frames+1, err)
			break
		}
	}
	if r.frames == 0 {
		return nil, r.Ends("the title line")
	}
	if r.file == nil {
		return nil, format.NoFrame(want, r.frames)
	}
	r.file.Frames = r.frames
	r.file.ReportFrames(o.Frame)
	return r.file, nil
}

type reader struct {
	format.Lines
	file   *format.File
	frames int

	places     [6]int // where the numbers of an atom line begin, and their width
	width      int
	decimals   int
	velocities [3][]float64
	lastID     int64
	wrapped    int64 // added to residue numbers
}

// more says whether anything but blank lines follows.
func (r *reader) more() bool {
	for {
		line, ok := r.Next()
		if !ok {
			return false
		}
		if !format.Blank(line) {
			return true
		}
	}
}

// head reads title and number of atoms.
func (r *reader) head() (title []byte, n int, err error) {
	title, ok := r.Next()
	if !ok {
		return nil, 0, r.Ends("the title line")
	}
	line, ok := r.Next()
	if !ok {
		return nil, 0, r.Ends("the number of atoms")
	}
	word, rest := format.Word(line)
	count, ok := format.Integer(word)
	switch {
	case !ok || !format.Blank(rest):
		return nil, 0, r.Errorf("expected the number of atoms, found %s", format.Excerpt(line))
	case count < 0 || count > format.MaxAtoms:
		return nil, 0, r.Errorf("the file announces %s atoms; the limits are 0 and %s", word, format.Grouped(format.MaxAtoms))
	case count > int64(r.Left()/(nameColumns+6)+1):
		return nil, 0, r.Errorf("the file announces %s atoms and is too short to hold them", format.Grouped(int(count)))
	}
	return title, int(count), nil
}

// skip passes over a frame.
func (r *reader) skip() error {
	_, n, err := r.head()
	if err != nil {
		return err
	}
	for i := range n {
		if line, ok := r.Next(); !ok || len(line) <= nameColumns {
			if !ok {
				return r.Ends(atomOf(i, n))
			}
			return r.Errorf("expected %s, found %s", atomOf(i, n), format.Excerpt(line))
		}
	}
	if line, ok := r.Next(); ok {
		var box [10]float64
		if k, _ := format.Numbers(line, box[:]); k != 3 && k != 9 {
			return r.Errorf("expected three or nine box numbers, found %s", format.Excerpt(line))
		}
	}
	return nil
}

func atomOf(i, n int) string {
	return "atom " + format.Grouped(i+1) + " of " + format.Grouped(n)
}

func (r *reader) frame() error {
	title, n, err := r.head()
	if err != nil {
		return err
	}
	s := &structure.Structure{
		Elements: make([]uint8, n), Positions: make([]float64, 3*n),
		ResidueNames: make([]string, n), ResidueIDs: make([]int32, n), AtomNames: make([]string, n),
	}
	text := format.Text(title)
	name, _, _ := strings.Cut(text, " t=")
	r.file = &format.File{Title: text, Name: strings.TrimRight(name, " ,"), Structure: s}
	for i := range n {
		if err := r.atom(i, n); err != nil {
			return err
		}
	}
	r.file.Labels = slices.Clone(s.AtomNames)
	for i, name := range r.file.Labels {
		if name == "" {
			r.file.Labels[i] = format.NoLabel
		}
	}
	if r.velocities[0] != nil {
		format.AddVector(s, velocity, &r.velocities)
	}
	r.file.Details = append(r.file.Details, format.Detail{Name: "decimals", Value: r.decimals})
	return r.box()
}

// columns finds the width of the coordinates from the distance of the decimal points of
// the first atom, as GROMACS does.
func (r *reader) columns(line []byte, i, n int) error {
	rest := line[nameColumns:]
	first := bytes.IndexByte(rest, '.')
	second := -1
	if first >= 0 {
		second = bytes.IndexByte(rest[first+1:], '.')
	}
	if second < 1 {
		return r.Errorf("%s: expected three coordinates from column 21 on, found %s", atomOf(i, n), format.Excerpt(rest))
	}
	r.width = second + 1
	r.decimals = r.width - 5
	if r.decimals < 1 || len(rest) < 3*r.width-r.decimals {
		return r.Errorf("%s: expected three coordinates of one width from column 21 on, found %s", atomOf(i, n), format.Excerpt(rest))
	}
	for k := range r.places {
		r.places[k] = nameColumns + k*r.width
	}
	return nil
}

func (r *reader) atom(i, n int) error {
	line, ok := r.Next()
	if !ok {
		return r.Ends(atomOf(i, n))
	}
	if len(line) <= nameColumns {
		return r.Errorf("expected %s, found %s", atomOf(i, n), format.Excerpt(line))
	}
	if r.width == 0 {
		if err := r.columns(line, i, n); err != nil {
			return err
		}
	}
	s := r.file.Structure
	id, ok := format.Integer(bytes.TrimSpace(line[:5]))
	if !ok || id < -9999 {
		return r.Errorf("%s: expected a residue number in columns 1 to 5, found %s", atomOf(i, n), format.Excerpt(line[:5]))
	}
	if id == 0 && r.lastID == wrap-1 {
		r.wrapped += wrap
	}
	r.lastID = id
	s.ResidueIDs[i] = int32(id + r.wrapped)
	s.ResidueNames[i] = same(s.ResidueNames, i, bytes.TrimSpace(line[5:10]))
	s.AtomNames[i] = same(s.AtomNames, i, bytes.TrimSpace(line[10:15]))
	for k := range 3 {
		x, ok := r.number(line, k)
		if !ok {
			return r.Errorf("%s: expected the %c coordinate in columns %d to %d, found %s", atomOf(i, n), "xyz"[k], r.places[k]+1, r.places[k]+r.width, format.Excerpt(line[min(len(line), r.places[k]):]))
		}
		s.Positions[3*i+k] = tenfold(x)
	}
	return r.velocity(line, i, n)
}

// velocity reads the three numbers behind the coordinates, where there are some.
func (r *reader) velocity(line []byte, i, n int) error {
	if len(line) <= r.places[3] || format.Blank(line[r.places[3]:]) {
		return nil
	}
	var v [3]float64
	for k := range v {
		x, ok := r.number(line, 3+k)
		if !ok {
			if r.velocities[0] == nil {
				return nil // no velocity: a comment of some program
			}
			return r.Errorf("%s: expected a velocity in columns %d to %d, found %s", atomOf(i, n), r.places[3+k]+1, r.places[3+k]+r.width, format.Excerpt(line[min(len(line), r.places[3+k]):]))
		}
		v[k] = tenfold(x)
	}
	for k := range v {
		if r.velocities[k] == nil {
			r.velocities[k] = make([]float64, n)
		}
		r.velocities[k][i] = v[k]
	}
	return nil
}

func (r *reader) number(line []byte, k int) (float64, bool) {
	from := r.places[k]
	if from >= len(line) {
		return 0, false
	}
	text := line[from:min(len(line), from+r.width)]
	return format.Number(bytes.TrimSpace(text))
}

// tenfold turns nm into Å without the noise of a multiplication: 0.413 gives 4.13.
func tenfold(x float64) float64 {
	const fine = 1e8
	if y := x * nanometre; math.Abs(y) < 1e6 {
		return math.Round(y*fine) / fine
	}
	return x * nanometre
}

// same returns text as a string, that of the atom before when it is equal.
func same(list []string, i int, text []byte) string {
	for back := 1; back <= 3 && back <= i; back++ {
		if list[i-back] == string(text) {
			return list[i-back]
		}
	}
	return strings.ToValidUTF8(string(text), "\uFFFD")
}

// box reads the last line of a frame.
func (r *reader) box() error {
	line, ok := r.Next()
	if !ok || format.Blank(line) {
		r.file.Warn("the box line is missing; the structure is opened without a cell")
		return nil
	}
	var v [10]float64
	n, rest := format.Numbers(line, v[:])
	if n != 3 && n != 9 || !format.Blank(rest) {
		return r.Errorf("expected three or nine box numbers, found %s", format.Excerpt(line))
	}
	for k := range v {
		v[k] = tenfold(v[k])
	}
	if v == [10]float64{} {
		return nil // no box
	}
	c := [9]float64{v[0], v[3], v[4], v[5], v[1], v[6], v[7], v[8], v[2]}
	for k := range c {
		c[k] += 0 // −0 + 0 is 0
	}
	r.file.SetCell(&c)
	return nil
}
