package cif

import (
	"bytes"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/formats/format"
)

// readCell returns nil when the block has no cell at all.
func (r *reader) readCell() (*cell.Cell, error) {
	tags := [6]string{"_cell_length_a", "_cell_length_b", "_cell_length_c", "_cell_angle_alpha", "_cell_angle_beta", "_cell_angle_gamma"}
	var v [6]float64
	known := 0
	for k, tag := range tags {
		value, ok := r.items[tag]
		if !ok {
			continue
		}
		known++
		x, ok := number(value.text)
		if !ok {
			return nil, Wrong(value.at, tag+": expected a number, found "+format.Excerpt([]byte(value.text)))
		}
		v[k] = x
	}
	if known == 0 {
		return nil, nil
	}
	for k, tag := range tags {
		if _, ok := r.items[tag]; ok {
			continue
		}
		if k < 3 {
			return nil, Wrong(r.at, tag+" is missing; the sites cannot be placed without the cell")
		}
		v[k] = 90
		r.file.Warn("%s is missing; 90° is assumed", tag)
	}
	c, err := cell.FromParameters(v[0], v[1], v[2], v[3], v[4], v[5])
	if err != nil {
		return nil, Wrong(r.items[tags[0]].at, err.Error())
	}
	vectors := c.Vectors()
	r.file.Structure.Cell = &vectors
	r.file.PBC = &[3]bool{true, true, true}
	return &c, nil
}

// Number reads a number with its standard uncertainty: "5.640(2)", "90.(0)", "1.2(3)e-4".
func Number(text []byte) (float64, bool) {
	open := bytes.IndexByte(text, '(')
	if open < 0 {
		return format.Number(text)
	}
	digits, exponent, _ := bytes.Cut(text[open+1:], []byte(")"))
	if len(bytes.Trim(digits, "0123456789.")) > 0 {
		return 0, false
	}
	return format.Number(append(text[:open:open], exponent...))
}

func number(text string) (float64, bool) { return Number([]byte(text)) }

// coordinate is number with the default 0 of ".".
func coordinate(text string) (float64, bool) {
	if text == "." {
		return 0, true
	}
	return number(text)
}
