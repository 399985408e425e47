// Package symm reads symmetry operations of space groups, in words ("-x, y+1/2, -z")
// and as Hall symbols, knows the conventional settings of the 230 groups by their
// names, and gives the images of a site in the cell.
//
//	operation  = coordinate "," coordinate "," coordinate
//	coordinate = term { ("+" | "-") term }
//	term       = [number ["*"]] ("x" | "y" | "z") | number
//	number     = digits ["." digits] ["/" digits]
//
// Points are fractional coordinates. Sources: S. R. Hall, Acta Cryst. A37 (1981) 517;
// International Tables for Crystallography B, 1.4 (2010), appendix A1.4.2.
package symm

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
)

// Operation maps x to Rotation·x + Translation in fractional coordinates.
type Operation struct {
	Rotation    [9]int8    // row-major
	Translation [3]float64 // each in [0, 1)
}

// Identity leaves every point where it is.
func Identity() Operation { return Operation{Rotation: [9]int8{1, 0, 0, 0, 1, 0, 0, 0, 1}} }

// Apply returns the image of f, not wrapped.
func (o *Operation) Apply(f cell.Fractional) cell.Fractional {
	r, t := &o.Rotation, &o.Translation
	return cell.Fractional{
		A: float64(r[0])*f.A + float64(r[1])*f.B + float64(r[2])*f.C + t[0],
		B: float64(r[3])*f.A + float64(r[4])*f.B + float64(r[5])*f.C + t[1],
		C: float64(r[6])*f.A + float64(r[7])*f.B + float64(r[8])*f.C + t[2],
	}
}

// after returns the operation that applies p first, then o.
func (o *Operation) after(p *Operation) Operation {
	var q Operation
	for i := range 3 {
		q.Translation[i] = o.Translation[i]
		for j := range 3 {
			sum := 0
			for k := range 3 {
				sum += int(o.Rotation[3*i+k]) * int(p.Rotation[3*k+j])
			}
			q.Rotation[3*i+j] = int8(sum)
			q.Translation[i] += float64(o.Rotation[3*i+j]) * p.Translation[j]
		}
		q.Translation[i] = reduce(q.Translation[i])
	}
	return q
}

// reduce brings a translation into [0, 1). One that a file writes as a decimal of a
// twenty-fourth ("0.3333") becomes that; all translations of conventional settings are.
func reduce(t float64) float64 {
	t -= math.Floor(t)
	if n := math.Round(24 * t); math.Abs(t-n/24) < 1e-3 {
		t = n / 24
	}
	if t >= 1 {
		t = 0
	}
	return t
}

// same says whether two operations differ by lattice vectors at most.
func (o *Operation) same(p *Operation) bool {
	if o.Rotation != p.Rotation {
		return false
	}
	for i, t := range o.Translation {
		if d := math.Abs(t - p.Translation[i]); d > 1e-6 && d < 1-1e-6 {
			return false
		}
	}
	return true
}

func determinant(r *[9]int8) int {
	var v [9]int
	for i, x := range r {
		v[i] = int(x)
	}
	return v[0]*(v[4]*v[8]-v[5]*v[7]) - v[1]*(v[3]*v[8]-v[5]*v[6]) + v[2]*(v[3]*v[7]-v[4]*v[6])
}

// Parse reads an operation as crystallographic files write it: in any letter case,
// with blanks, with terms in any order and translations as fractions or decimals.
func Parse(text string) (Operation, error) {
	var o Operation
	rest := text
	for row := range 3 {
		part, tail, more := strings.Cut(rest, ",")
		if more != (row < 2) {
			return o, fmt.Errorf("expected three coordinates such as \"-x, y+1/2, -z\", found %.40q", text)
		}
		if err := o.coordinate(row, part); err != nil {
			return o, fmt.Errorf("symmetry operation %.40q: %w", text, err)
		}
		rest = tail
	}
	if d := determinant(&o.Rotation); d != 1 && d != -1 {
		return o, fmt.Errorf("symmetry operation %.40q does not keep the volume", text)
	}
	return o, nil
}

// coordinate reads one coordinate of the image into a row of o.
func (o *Operation) coordinate(row int, text string) error {
	pos, terms := 0, 0
	blanks := func() {
		for pos < len(text) && (text[pos] == ' ' || text[pos] == '\t') {
			pos++
		}
	}
	for blanks(); pos < len(text); blanks() {
		sign := 1.0
		switch {
		case text[pos] == '+':
			pos++
		case text[pos] == '-':
			sign = -1
			pos++
		case terms > 0:
			return fmt.Errorf("expected + or -, found %.20q", text[pos:])
		}
		blanks()
		value, length, err := number(text[pos:])
		if err != nil {
			return err
		}
		pos += length
		blanks()
		if length > 0 && pos < len(text) && text[pos] == '*' {
			pos++
			blanks()
		}
		axis := -1
		if pos < len(text) {
			axis = strings.IndexByte("xyz", text[pos]|0x20)
		}
		switch {
		case axis >= 0 && length == 0:
			value = 1
			fallthrough
		case axis >= 0:
			pos++
			whole := int(o.Rotation[3*row+axis]) + int(sign*value)
			if value != math.Trunc(value) || whole < -3 || whole > 3 {
				return fmt.Errorf("the factor of %c must be a small whole number", "xyz"[axis])
			}
			o.Rotation[3*row+axis] = int8(whole)
		case length > 0:
			o.Translation[row] += sign * value
		default:
			return fmt.Errorf("expected x, y, z or a number, found %.20q", text[pos:])
		}
		terms++
	}
	if terms == 0 {
		return fmt.Errorf("a coordinate is empty")
	}
	o.Translation[row] = reduce(o.Translation[row])
	return nil
}

// number reads digits with an optional point or denominator; length is 0 when there
// are none.
func number(text string) (value float64, length int, err error) {
	digits := func(from int) int {
		for from < len(text) && (text[from] >= '0' && text[from] <= '9' || text[from] == '.') {
			from++
		}
		return from
	}
	end := digits(0)
	if end == 0 {
		return 0, 0, nil
	}
	value, err = strconv.ParseFloat(text[:end], 64)
	length = end
	if err == nil && end < len(text) && text[end] == '/' {
		length = digits(end + 1)
		var below float64
		below, err = strconv.ParseFloat(text[end+1:length], 64)
		value /= below
	}
	if err != nil || !(value >= 0 && value < 1000) {
		return 0, 0, fmt.Errorf("expected a number, found %.20q", text[:length])
	}
	return value, length, nil
}

// String writes the operation as "-x,y+1/2,-z".
func (o Operation) String() string {
	var b []byte
	for row := range 3 {
		if row > 0 {
			b = append(b, ',')
		}
		start := len(b)
		for k, axis := range "xyz" {
			n := o.Rotation[3*row+k]
			if n == 0 {
				continue
			}
			if n < 0 {
				b = append(b, '-')
				n = -n
			} else if len(b) > start {
				b = append(b, '+')
			}
			if n > 1 {
				b = strconv.AppendInt(b, int64(n), 10)
			}
			b = append(b, byte(axis))
		}
		t := o.Translation[row]
		if t == 0 && len(b) > start {
			continue
		}
		if len(b) > start {
			b = append(b, '+')
		}
		b = appendFraction(b, t)
	}
	return string(b)
}

func appendFraction(b []byte, t float64) []byte {
	for below := 1; below <= 24; below++ {
		if above := math.Round(t * float64(below)); math.Abs(t*float64(below)-above) < 1e-9 {
			b = strconv.AppendInt(b, int64(above), 10)
			if below > 1 {
				b = append(b, '/')
				b = strconv.AppendInt(b, int64(below), 10)
			}
			return b
		}
	}
	return strconv.AppendFloat(b, t, 'g', -1, 64)
}
