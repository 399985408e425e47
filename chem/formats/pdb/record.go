package pdb

import (
	"bytes"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
)

// Columns of an ATOM record, from 0.
const (
	nameColumn      = 12
	altlocColumn    = 16
	residueColumn   = 17
	chainColumn     = 21
	numberColumn    = 22
	insertionColumn = 26
	xColumn         = 30
	occupancyColumn = 54
	factorColumn    = 60
	elementColumn   = 76
	chargeColumn    = 78
)

// atom reads an ATOM or HETATM record whose serial number may start at column serial+1.
func (r *reader) atom(line []byte, serial int) error {
	s := r.file.Structure
	if len(line) < occupancyColumn {
		return r.lines.Errorf("the record ends at column %d; the coordinates take columns 31 to 54", len(line))
	}
	var x [3]float64
	for k := range 3 {
		from := xColumn + 8*k
		var ok bool
		if x[k], ok = format.Number(trim(line[from : from+8])); !ok {
			return r.lines.Errorf("expected the %c coordinate in columns %d to %d, found %s", "xyz"[k], from+1, from+8, format.Excerpt(line[from:from+8]))
		}
	}
	if line[xColumn-1] != ' ' {
		return r.lines.Errorf("column 30 must be blank before the x coordinate, found %s", format.Excerpt(line[insertionColumn:xColumn+8]))
	}
	chain := "_"
	if c := line[chainColumn]; c >= ' ' && c < 0x7f {
		chain = string(line[chainColumn : chainColumn+1]) // no copy: Go has all one-byte texts
	}
	number, inserted := r.number(line)
	if c := line[altlocColumn]; c != ' ' && !r.altlocs.Keep(chain, number, string(line[insertionColumn:insertionColumn+1]), string(line[altlocColumn:altlocColumn+1])) {
		return nil
	}
	if s.Len() == format.MaxAtoms {
		return r.lines.Errorf("the frame holds more than %s atoms", format.Grouped(format.MaxAtoms))
	}
	if inserted {
		r.inserted++
	}
	raw := four(line[nameColumn : nameColumn+4])
	r.raw = append(r.raw, raw)
	s.Positions = append(s.Positions, x[0], x[1], x[2])
	s.ResidueIDs = append(s.ResidueIDs, number)
	s.AtomNames = append(s.AtomNames, r.intern(0, line[nameColumn:nameColumn+4]))
	s.ResidueNames = append(s.ResidueNames, r.intern(1, line[residueColumn:residueColumn+4]))
	s.ChainIDs = append(s.ChainIDs, chain)
	r.serials = append(r.serials, r.serial(line, serial))
	occupancy, ok := format.Number(trim(columns(line, occupancyColumn, occupancyColumn+6)))
	if !ok {
		occupancy = 1
	}
	r.occupancies = append(r.occupancies, occupancy)
	r.factors = r.factors || bytes.ContainsAny(columns(line, factorColumn, factorColumn+6), "123456789")
	z, mass := symbolIn(trim(columns(line, elementColumn, elementColumn+2)))
	s.Elements = append(s.Elements, z)
	if mass != 0 {
		r.file.Isotopes = append(r.file.Isotopes, format.Isotope{Atom: s.Len() - 1, Mass: mass})
	}
	r.charges = append(r.charges, chargeIn(columns(line, chargeColumn, chargeColumn+2)))
	return nil
}

// number reads the residue number and whether an insertion code follows. The column of
// the code may be the fifth digit of a number that does not fit its four.
func (r *reader) number(line []byte) (n int32, inserted bool) {
	code := line[insertionColumn]
	text, width := trim(line[numberColumn:insertionColumn]), 4
	if len(text) == 4 && text[0] >= '0' && text[0] <= '9' && code >= '0' && code <= '9' {
		text, width, code = line[numberColumn:insertionColumn+1], 5, ' '
	}
	n, ok := decode(text, width)
	if !ok {
		r.odd++
	}
	return n, code != ' '
}

// serial reads a serial number, which may take the columns beside its own five; -1
// when there is none.
func (r *reader) serial(line []byte, from int) int32 {
	to := nameColumn - 1
	if c := line[to]; c >= '0' && c <= '9' {
		to++
	}
	n, ok := decode(trim(line[from:to]), 5)
	if !ok {
		return -1
	}
	return n
}

// trim cuts blanks off both ends.
func trim(text []byte) []byte {
	for len(text) > 0 && text[0] == ' ' {
		text = text[1:]
	}
	for len(text) > 0 && text[len(text)-1] <= ' ' {
		text = text[:len(text)-1]
	}
	return text
}

// intern returns a text of at most four columns without its blanks; equal ones share
// memory. kind chooses the place where the last one is kept.
func (r *reader) intern(kind int, text []byte) string {
	last := &r.last[kind]
	if last.bytes != nil && bytes.Equal(last.bytes, text) {
		return last.text
	}
	key := four(text)
	name, known := r.names[key]
	if !known {
		name = format.Text(text)
		r.names[key] = name
	}
	last.text, last.bytes = name, text
	return name
}

// four packs up to four bytes.
func four(text []byte) uint32 {
	var key uint32
	for _, c := range text {
		key = key<<8 | uint32(c)
	}
	return key
}

func fourBytes(key uint32) [4]byte {
	return [4]byte{byte(key >> 24), byte(key >> 16), byte(key >> 8), byte(key)}
}

// symbolIn reads the element columns; 0 when they hold no symbol.
func symbolIn(text []byte) (z uint8, mass int) {
	for _, c := range text {
		if !letter(c) {
			return 0, 0 // old files number their lines here
		}
	}
	switch len(text) {
	case 1:
		switch text[0] | 0x20 {
		case 'h':
			return 1, 0
		case 'c':
			return 6, 0
		case 'n':
			return 7, 0
		case 'o':
			return 8, 0
		}
	case 0:
		return 0, 0
	}
	z, mass, _, _ = elem.Parse(string(text))
	return z, mass
}

// chargeIn reads the charge columns: "1+", "2-", and as some write it "+1".
func chargeIn(text []byte) int32 {
	if len(text) < 2 {
		return 0
	}
	digit, sign := text[0], text[1]
	if digit == '+' || digit == '-' {
		digit, sign = sign, digit
	}
	if digit < '0' || digit > '9' {
		return 0
	}
	switch sign {
	case '+':
		return int32(digit - '0')
	case '-':
		return -int32(digit - '0')
	}
	return 0
}
