package vasp

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// maxSpecies bounds the words of the lines of symbols and numbers.
const maxSpecies = 20_000

// Read reads a POSCAR file. Selective dynamics become the scalars fixed_x, fixed_y and
// fixed_z. Errors are *format.ParseError.
func Read(data []byte, o format.ReadOptions) (*format.File, error) {
	if o.Frame > 1 {
		return nil, format.NoFrame(o.Frame, 1)
	}
	r := &reader{Lines: format.NewLines(data)}
	for _, step := range []func() error{r.head, r.species, r.mode, r.atoms} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	r.tail()
	return r.file, nil
}

type reader struct {
	format.Lines
	file      *format.File
	lattice   [9]float64
	scale     [3]float64 // of Cartesian coordinates, by axis
	symbols   []string   // nil: VASP 4
	counts    []int
	n         int
	selective bool
	cartesian bool
}

// head reads comment, scale and lattice.
func (r *reader) head() error {
	line, ok := r.Next()
	if !ok {
		return r.Ends("the comment line")
	}
	r.file = &format.File{Title: format.Text(line), Frames: 1, Structure: &structure.Structure{}, PBC: &[3]bool{true, true, true}}
	r.file.Name = r.file.Title
	if line, ok = r.Next(); !ok {
		return r.Ends("the scale factor")
	}
	factors := make([]float64, 3)
	count, _ := format.Numbers(line, factors)
	if count == 0 {
		return r.Errorf("expected the scale factor, found %s", format.Excerpt(line))
	}
	if count == 2 {
		return r.Errorf("expected one or three scale factors, found 2")
	}
	for _, x := range factors[:count] {
		if x == 0 || count == 3 && x < 0 {
			return r.Errorf("the scale factor is %g; it must be positive, or minus the volume of the cell", x)
		}
	}
	for row := range 3 {
		if line, ok = r.Next(); !ok {
			return r.Ends("lattice vector " + string(rune('1'+row)))
		}
		if n, _ := format.Numbers(line, r.lattice[3*row:3*row+3]); n < 3 {
			return r.Errorf("lattice vector %d: expected three numbers, found %s", row+1, format.Excerpt(line))
		}
	}
	if !format.HasVolume(&r.lattice) {
		return r.Errorf("the lattice vectors span no volume")
	}
	r.scale = [3]float64{factors[0], factors[0], factors[0]}
	if count == 3 {
		r.scale = [3]float64(factors)
	} else if factors[0] < 0 {
		f := cubeRoot(-factors[0] / math.Abs(determinant(&r.lattice)))
		r.scale = [3]float64{f, f, f}
	}
	r.file.Details = append(r.file.Details, format.Detail{Name: "scale", Value: factors[:count]})
	for k := range r.lattice {
		r.lattice[k] *= r.scale[k%3]
	}
	if !format.HasVolume(&r.lattice) {
		return r.Errorf("the scaled lattice vectors span no volume")
	}
	r.file.Structure.Cell = &r.lattice
	return nil
}

func determinant(v *[9]float64) float64 {
	return v[0]*(v[4]*v[8]-v[5]*v[7]) - v[1]*(v[3]*v[8]-v[5]*v[6]) + v[2]*(v[3]*v[7]-v[4]*v[6])
}

// cubeRoot is x^(1/3) for x > 0 by Newton's method, the same bits on every platform.
func cubeRoot(x float64) float64 {
	fraction, exponent := math.Frexp(x)
	for exponent%3 != 0 {
		fraction /= 2
		exponent++
	}
	y := 0.9
	for range 40 {
		y -= (y - fraction/(y*y)) / 3
	}
	return math.Ldexp(y, exponent/3)
}

// species reads the lines of symbols and numbers.
func (r *reader) species() error {
	for {
		at := r.Mark()
		line, ok := r.Next()
		if !ok {
			return r.Ends("the line of element symbols")
		}
		words := fields(line)
		if len(words) == 0 {
			if r.symbols == nil {
				return r.Errorf("expected element symbols or numbers of atoms, found an empty line")
			}
			continue
		}
		if c := words[0][0]; c >= '0' && c <= '9' || c == '-' || c == '+' {
			r.Back(at)
			break
		}
		if r.symbols = append(r.symbols, words...); len(r.symbols) > maxSpecies {
			return r.Errorf("there are more than %s element symbols", format.Grouped(maxSpecies))
		}
	}
	for len(r.counts) == 0 || len(r.counts) < len(r.symbols) {
		line, ok := r.Next()
		if !ok {
			return r.Ends("the numbers of atoms")
		}
		words := fields(line)
		for _, word := range words {
			n, ok := format.Integer([]byte(word))
			if !ok || n < 0 {
				return r.Errorf("expected %s, found %s", r.wanted(), format.Excerpt([]byte(word)))
			}
			r.n += int(min(n, format.MaxAtoms+1))
			if r.n > format.MaxAtoms {
				return r.Errorf("the file announces more than %s atoms", format.Grouped(format.MaxAtoms))
			}
			r.counts = append(r.counts, int(n))
		}
		if len(words) == 0 && r.symbols == nil || len(r.counts) > maxSpecies {
			return r.Errorf("expected the numbers of atoms, found %s", format.Excerpt(line))
		}
	}
	switch {
	case r.symbols != nil && len(r.counts) > len(r.symbols):
		return r.Errorf("there are %d element symbols and %d numbers of atoms", len(r.symbols), len(r.counts))
	case r.n < 1:
		return r.Errorf("the file announces no atoms")
	case r.n > r.Left()/6+1:
		return r.Errorf("the file announces %s atoms and is too short to hold them", format.Grouped(r.n))
	}
	return nil
}

func (r *reader) wanted() string {
	if r.symbols == nil {
		return "a number of atoms"
	}
	return "the number of atoms of " + format.Shown(r.symbols[min(len(r.counts), len(r.symbols)-1)])
}

// fields splits a line at blanks, up to a comment.
func fields(line []byte) []string {
	if i := bytes.IndexAny(line, "!#"); i >= 0 {
		line = line[:i]
	}
	return strings.Fields(strings.ToValidUTF8(string(line), "?"))
}

// mode reads what the coordinates are.
func (r *reader) mode() error {
	line, ok := r.Next()
	word, _ := format.Word(line)
	if ok && len(word) > 0 && word[0]|0x20 == 's' {
		r.selective = true
		line, ok = r.Next()
		word, _ = format.Word(line)
	}
	if !ok {
		return r.Ends("Direct or Cartesian")
	}
	if len(word) > 0 {
		switch word[0] | 0x20 {
		case 'c', 'k':
			r.cartesian = true
			return nil
		case 'd', 'f': // fractional
			return nil
		}
	} else {
		r.file.Warn("line %d is empty where Direct or Cartesian is expected; the coordinates are direct, as VASP takes them", r.N)
		return nil
	}
	return r.Errorf("expected Direct or Cartesian, found %s", format.Excerpt(line))
}

func (r *reader) atoms() error {
	s := r.file.Structure
	s.Positions = make([]float64, 0, 3*r.n)
	var marks [3][]float64
	if r.selective {
		for k := range marks {
			marks[k] = make([]float64, r.n)
		}
	}
	symbols := make([]string, 0, len(r.counts)) // at the ends of the lines, while all have one
	each, kind, left := true, 0, r.counts[0]
	disagree, mathematica := 0, false
	for i := range r.n {
		for left == 0 {
			kind++
			left = r.counts[kind]
		}
		left--
		line, ok := r.Next()
		if !ok {
			return r.Ends("atom " + format.Grouped(i+1) + " of " + format.Grouped(r.n))
		}
		var x [3]float64
		n, rest := format.Numbers(line, x[:])
		if n < 3 {
			return r.Errorf("atom %d of %d: expected three coordinates, found %s", i+1, r.n, format.Excerpt(line))
		}
		if !mathematica && bytes.Contains(line, []byte("*^")) {
			mathematica = true
			r.file.Warn("line %d: exponents are written as in Mathematica (1*^-3), which VASP does not read", r.N)
		}
		r.place(x)
		if r.selective {
			for k := range marks {
				var word []byte
				word, rest = format.Word(rest)
				move, ok := logical(word)
				if !ok {
					return r.Errorf("atom %d of %d: expected T or F for each axis, found %s", i+1, r.n, format.Excerpt(line))
				}
				if !move {
					marks[k][i] = 1
				}
			}
		}
		word, _ := format.Word(rest)
		symbol := ""
		if z := element(string(word)); z != 0 {
			symbol = elem.Symbol(z)
		}
		switch {
		case r.symbols != nil:
			z := element(r.symbols[kind])
			r.file.AddKnown(z, r.symbols[kind])
			if symbol != "" && z != 0 && symbol != elem.Symbol(z) {
				disagree++
			}
		case symbol == "":
			each = false
		default:
			symbols = append(symbols, symbol)
		}
	}
	if disagree > 0 {
		r.file.Warn("the symbols behind the coordinates of %s differ from the line of symbols, which counts", format.Count(disagree, "atom"))
	}
	if r.symbols == nil {
		r.old(symbols, each)
	}
	r.file.Details = append(r.file.Details,
		format.Detail{Name: "vasp4", Value: r.symbols == nil}, format.Detail{Name: "cartesian", Value: r.cartesian}, format.Detail{Name: "selective_dynamics", Value: r.selective})
	if r.selective {
		format.AddVector(s, fixed, &marks)
	}
	return nil
}

// place appends an atom's position.
func (r *reader) place(x [3]float64) {
	p := [3]float64{x[0] * r.scale[0], x[1] * r.scale[1], x[2] * r.scale[2]}
	if !r.cartesian {
		for k := range p {
			p[k] = x[0]*r.lattice[k] + x[1]*r.lattice[3+k] + x[2]*r.lattice[6+k]
		}
	}
	r.file.Structure.Positions = append(r.file.Structure.Positions, p[:]...)
}

// old gives the atoms of a VASP 4 file their elements or labels.
func (r *reader) old(symbols []string, each bool) {
	f := r.file
	if each {
		for _, symbol := range symbols {
			f.AddElement(symbol)
		}
		return
	}
	var proposed []uint8
	for _, word := range strings.Fields(f.Title) {
		if z := element(word); z != 0 {
			proposed = append(proposed, z)
		}
	}
	if len(proposed) != len(r.counts) || len(proposed) != len(strings.Fields(f.Title)) {
		proposed = nil
	}
	kinds := format.Count(len(r.counts), "kind")
	f.Warn("the file names no elements (VASP 4): its atoms are of %s", kinds)
	for kind, n := range r.counts {
		label := "type" + strconv.Itoa(kind+1)
		for range n {
			f.AddKnown(0, label)
			if proposed != nil {
				f.Proposed = append(f.Proposed, proposed[kind])
			}
		}
	}
}

// element returns the element of a symbol that may have a tail; 0 for none.
func element(text string) uint8 {
	end := 0
	for end < len(text) && end < 3 && (text[end]|0x20 >= 'a' && text[end]|0x20 <= 'z') {
		end++
	}
	if end < len(text) && strings.IndexByte("_/+-.0123456789", text[end]) < 0 {
		return 0
	}
	z, ok := elem.Number(text[:end])
	if !ok && end == len(text) {
		z, _, _, _ = elem.Parse(text)
	}
	return z
}

func logical(word []byte) (v, ok bool) {
	if len(word) > 0 && word[0] == '.' {
		word = word[1:]
	}
	if len(word) == 0 {
		return false, false
	}
	switch word[0] | 0x20 {
	case 't':
		return true, true
	case 'f':
		return false, true
	}
	return false, false
}

// tail says what follows the atoms.
func (r *reader) tail() {
	first, last := 0, 0
	for {
		line, ok := r.Next()
		if !ok {
			break
		}
		if !format.Blank(line) {
			if first == 0 {
				first = r.N
			}
			last = r.N
		}
	}
	if first > 0 {
		r.file.Warn("lines %d to %d, behind the atoms (velocities and the state of a run), are not kept", first, last)
	}
}
