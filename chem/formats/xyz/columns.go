package xyz

import (
	"fmt"
	"math"
	"strings"

	"github.com/molsmith/molsmith/chem/formats/format"
)

// column takes the words of one column of an atom line.
type column struct {
	property *property
	role     role
	axis     int       // of rolePosition
	name     string    // of a scalar
	values   []float64 // of a scalar
	dropped  bool      // not kept: text, or a scalar with a value that is not finite
}

// newColumn makes column k of a property and the array that it fills.
func (r *reader) newColumn(p *property, use role, k int) column {
	s := r.file.Structure
	c := column{property: p, role: use, axis: k}
	switch use {
	case roleScalar:
		if p.kind == 'S' {
			if k == 0 && len(r.texts) < 10 {
				r.texts = append(r.texts, p.name)
			}
			c.dropped = true
			return c
		}
		c.name = p.name
		if p.columns == 3 {
			c.name += [3]string{"_x", "_y", "_z"}[k]
		} else if p.columns > 1 {
			c.name += fmt.Sprintf("_%d", k+1)
		}
		c.values = make([]float64, 0, r.n)
	case roleMolecule:
		s.Molecules = make([]int32, 0, r.n)
	case roleResidueName:
		s.ResidueNames = make([]string, 0, r.n)
	case roleResidueID:
		s.ResidueIDs = make([]int32, 0, r.n)
	case roleAtomName:
		s.AtomNames = make([]string, 0, r.n)
	case roleChain:
		s.ChainIDs = make([]string, 0, r.n)
	case roleCharge:
		s.FormalCharges = make([]int32, 0, r.n)
	}
	return c
}

// expected says what stands in a column, for messages.
func (c *column) expected() string {
	switch c.role {
	case roleSpecies, roleNumber:
		return "an element symbol"
	case rolePosition:
		return "the " + [3]string{"x", "y", "z"}[c.axis] + " coordinate"
	}
	return "a value of " + format.Excerpt([]byte(c.property.name))
}

// take reads the word of one column for atom i.
func (c *column) take(r *reader, text []byte, i int) error {
	s := r.file.Structure
	if c.dropped {
		return nil
	}
	switch c.role {
	case roleSpecies, roleNumber:
		return r.element(text, i)
	case rolePosition:
		x, ok := format.Number(text)
		if !ok {
			return r.Errorf("atom %d: expected %s, found %s", i+1, c.expected(), format.Excerpt(text))
		}
		s.Positions = append(s.Positions, x)
	case roleResidueName:
		s.ResidueNames = append(s.ResidueNames, intern(s.ResidueNames, text))
	case roleAtomName:
		s.AtomNames = append(s.AtomNames, intern(s.AtomNames, text))
	case roleChain:
		s.ChainIDs = append(s.ChainIDs, intern(s.ChainIDs, text))
	case roleMolecule, roleResidueID, roleCharge:
		n, ok := format.Integer(text)
		if !ok || n < math.MinInt32 || n > math.MaxInt32 {
			return r.Errorf("atom %d: expected a whole number for %s, found %s", i+1, format.Excerpt([]byte(c.property.name)), format.Excerpt(text))
		}
		switch c.role {
		case roleMolecule:
			s.Molecules = append(s.Molecules, int32(n))
		case roleResidueID:
			s.ResidueIDs = append(s.ResidueIDs, int32(n))
		default:
			s.FormalCharges = append(s.FormalCharges, int32(n))
		}
	default:
		return c.takeScalar(r, text, i)
	}
	return nil
}

// takeScalar reads a value of a scalar. One that is not finite drops the column.
func (c *column) takeScalar(r *reader, text []byte, i int) error {
	if c.property.kind == 'L' {
		v, ok := format.Logical(text)
		if !ok {
			return r.Errorf("atom %d: expected T or F for %s, found %s", i+1, format.Excerpt([]byte(c.property.name)), format.Excerpt(text))
		}
		x := 0.0
		if v {
			x = 1
		}
		c.values = append(c.values, x)
		return nil
	}
	x, ok := format.Number(text)
	if !ok {
		switch strings.ToLower(strings.TrimLeft(string(text), "+-")) {
		case "nan", "inf", "infinity":
			r.warn("the column %s is not kept: its value for atom %d is not finite", format.Excerpt([]byte(c.name)), i+1)
			c.dropped, c.values = true, nil
			return nil
		}
		return r.Errorf("atom %d: expected a number for %s, found %s", i+1, format.Excerpt([]byte(c.property.name)), format.Excerpt(text))
	}
	c.values = append(c.values, x)
	return nil
}

// intern returns text as a string, the previous one when they are equal: names
// come in runs, and a million small strings are slow to make and to keep.
func intern(list []string, text []byte) string {
	for back := 1; back <= 3 && back <= len(list); back++ {
		if prev := list[len(list)-back]; prev == string(text) {
			return prev
		}
	}
	return strings.ToValidUTF8(string(text), "\uFFFD")
}
