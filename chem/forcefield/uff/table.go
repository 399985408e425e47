package uff

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/molsmith/molsmith/chem/elem"
)

//go:embed table.tsv
var tableText string

// parameters are the row of an atom type.
type parameters struct {
	label   string
	element uint8
	radius  float64 // of bonds, Å
	theta   float64 // rest angle, radians
	x, d    float64 // van der Waals distance Å and depth kcal/mol
	z       float64 // effective charge, e
	v, u    float64 // barriers of sp³ and sp² atoms, kcal/mol
	chi     float64 // electronegativity
}

// geometry is the letter of the arrangement in the label, 0 if it has none.
func (p *parameters) geometry() byte {
	if len(p.label) < 3 || p.label[2] == '+' {
		return 0
	}
	return p.label[2]
}

// table returns all atom types by element, in the order of the file.
var table = sync.OnceValue(func() *[elem.Max + 1][]parameters {
	rows := new([elem.Max + 1][]parameters)
	for line := range strings.Lines(tableText) {
		if line[0] == '#' {
			continue
		}
		var p parameters
		var rest string
		p.label, rest, _ = strings.Cut(strings.TrimSpace(line), "\t")
		for _, to := range []*float64{&p.radius, &p.theta, &p.x, &p.d, &p.z, &p.v, &p.u, &p.chi} {
			var field string
			field, rest, _ = strings.Cut(rest, "\t")
			*to, _ = strconv.ParseFloat(field, 64)
		}
		p.theta *= math.Pi / 180
		symbol := strings.TrimSuffix(p.label[:2], "_")
		if symbol == "Lw" {
			symbol = "Lr" // its name today
		}
		p.element, _ = elem.Number(symbol)
		rows[p.element] = append(rows[p.element], p)
	}
	return rows
})

// Natural returns the radius of bonds in Å and the electronegativity of element z, which
// is no wildcard: those of its first atom type.
func Natural(z uint8) (radius, chi float64) {
	p := &table()[congener(z)][0]
	return p.radius, p.chi
}
