package depict

import (
	"math"
	"strconv"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Sizes in bond lengths.
const (
	fontSize  = 0.5
	smallSize = 0.36 // indices of labels: counts, charges, isotopes
	capHeight = 0.72 // of a letter, in font sizes
	clearance = 0.09 // between a label and its bonds
)

// run is a piece of text in one size. Its box is relative to the atom, y up.
type run struct {
	text      string
	size      float64 // bond lengths
	x, y      float64 // left end of the base line
	low, high Point
}

// label is what stands at an atom; nil runs: nothing.
type label struct {
	runs []run
}

// widths of characters in thousandths of the font size: those of Helvetica's metrics
// (Adobe font metrics file), which the common sans serif fonts share or stay near.
func charWidth(r rune) float64 {
	switch {
	case r >= '0' && r <= '9':
		return 0.556
	case r == 'M':
		return 0.833
	case r == 'W':
		return 0.944
	case r == 'I' || r == 'f' || r == 't':
		return 0.278
	case r == 'i' || r == 'l' || r == 'j':
		return 0.222
	case r == 'r':
		return 0.333
	case r == 'm':
		return 0.833
	case r == 'O' || r == 'G' || r == 'Q':
		return 0.778
	case r == 'C' || r == 'D' || r == 'H' || r == 'N' || r == 'R' || r == 'U':
		return 0.722
	case r == 'F' || r == 'T' || r == 'Z':
		return 0.611
	case r == 'J' || r == 'c' || r == 's' || r == 'k' || r == 'v' || r == 'x' || r == 'y' || r == 'z':
		return 0.5
	case r >= 'A' && r <= 'Z':
		return 0.667
	case r >= 'a' && r <= 'z':
		return 0.556
	case r == '*':
		return 0.389
	case r == '•':
		return 0.35
	}
	return 0.584
}

func textWidth(text string, size float64) float64 {
	w := 0.0
	for _, r := range text {
		w += charWidth(r)
	}
	return w * size
}

// labelled says whether an atom shows its symbol.
func labelled(p *perceive.Molecule, adjacency *mol.Adjacency, i int) bool {
	a := &p.Mol.Atoms[i]
	if a.Element != 6 || adjacency.Degree(i) == 0 || a.Charge != 0 || a.Isotope != 0 || a.Map != 0 || p.Radicals[i] > 0 {
		return true
	}
	doubles := 0 // between two of them nothing else would show the atom
	for _, next := range adjacency.Of(i) {
		if p.Mol.Bonds[next.Bond].Order == mol.Double {
			doubles++
		}
	}
	return doubles > 1
}

// place of the hydrogens of a label, seen from the symbol.
type place uint8

const (
	right place = iota
	leftward
	above
	below
)

// makeLabel composes the label of an atom: isotope, symbol, hydrogens, charge, radical
// electrons; the hydrogens on the side that its bonds leave free.
func makeLabel(p *perceive.Molecule, adjacency *mol.Adjacency, c Coords, i, hydrogens int) label {
	a := &p.Mol.Atoms[i]
	symbol := elem.Symbol(a.Element)
	isotope := ""
	switch {
	case a.Element == 0:
		symbol = "*"
	case a.Element == 1 && a.Isotope == 2:
		symbol = "D"
	case a.Element == 1 && a.Isotope == 3:
		symbol = "T"
	}
	if a.Isotope != 0 && symbol != "D" && symbol != "T" {
		isotope = strconv.Itoa(int(a.Isotope))
	}
	tail := charge(int(a.Charge))
	if n := p.Radicals[i]; n > 0 && !metallic(a.Element) {
		for range min(n, 4) {
			tail += "•"
		}
	}
	if a.Map != 0 {
		tail += ":" + strconv.Itoa(a.Map)
	}
	var l label
	width := textWidth(symbol, fontSize)
	base := -capHeight * fontSize / 2
	l.add(symbol, fontSize, -width/2, base)
	if isotope != "" {
		l.add(isotope, smallSize, -width/2-textWidth(isotope, smallSize)-0.02, base+0.5*capHeight*fontSize)
	}
	end := width / 2
	if hydrogens > 0 {
		count := ""
		if hydrogens > 1 {
			count = strconv.Itoa(hydrogens)
		}
		wide := textWidth("H", fontSize)
		total := wide + textWidth(count, smallSize)
		var x, y float64
		switch freeSide(p, adjacency, c, i) {
		case right:
			x, y = end+0.015, base
			end = x + total
		case leftward:
			x, y = -width/2-total-0.03, base
			if isotope != "" {
				x -= textWidth(isotope, smallSize) + 0.02
			}
		case above:
			x, y = -wide/2, base+fontSize*0.88
		case below:
			x, y = -wide/2, base-fontSize*0.88
		}
		l.add("H", fontSize, x, y)
		if count != "" {
			l.add(count, smallSize, x+wide, y-0.3*smallSize)
		}
	}
	if tail != "" {
		if isotope == "" && hydrogens <= 0 && a.Map == 0 && bondAtRight(adjacency, c, i) {
			end = -width/2 - textWidth(tail, smallSize) - 0.04 // ⁻C≡N
		}
		l.add(tail, smallSize, end+0.02, base+0.64*capHeight*fontSize)
	}
	return l
}

// bondAtRight says whether the only bond of atom i takes the place of its charge.
func bondAtRight(adjacency *mol.Adjacency, c Coords, i int) bool {
	next := adjacency.Of(i)
	if len(next) != 1 {
		return false
	}
	u := c[i].toward(c[next[0].Atom])
	return u.X > 0.7 && u.Y > -0.3
}

func charge(q int) string {
	sign := "+"
	if q < 0 {
		sign = "−"
	}
	switch {
	case q == 0:
		return ""
	case q == 1 || q == -1:
		return sign
	}
	return strconv.Itoa(abs(q)) + sign
}

// add appends a run whose left end of the base line is at x, y.
func (l *label) add(text string, size, x, y float64) {
	l.runs = append(l.runs, run{
		text: text, size: size, x: x, y: y,
		low: Point{x, y}, high: Point{x + textWidth(text, size), y + capHeight*size},
	})
}

// freeSide returns where the hydrogens of atom i go.
func freeSide(p *perceive.Molecule, adjacency *mol.Adjacency, c Coords, i int) place {
	next := adjacency.Of(i)
	if len(next) == 0 {
		switch p.Mol.Atoms[i].Element {
		case 8, 16, 34, 52, 9, 17, 35, 53:
			return leftward // H2O, HCl
		}
		return right
	}
	free := func(u Point) float64 { // the angle to the nearest bond
		least := math.Pi
		for _, x := range next {
			least = min(least, math.Acos(max(-1, min(1, u.dot(c[i].toward(c[x.Atom]))))))
		}
		return least
	}
	r, l := free(Point{1, 0}), free(Point{-1, 0})
	if len(next) == 1 || r > 1.2 || l > 1.2 {
		if r >= l-0.02 {
			return right
		}
		return leftward
	}
	if up, down := free(Point{0, 1}), free(Point{0, -1}); max(up, down) > max(r, l)+0.1 {
		if up >= down-0.02 {
			return above
		}
		return below
	}
	if r >= l-0.02 {
		return right
	}
	return leftward
}

// exit returns how far from the atom along the unit step u its label is left by a bond
// that is wide by half on either side.
func (l *label) exit(u Point, half float64) float64 {
	far := 0.0
	for k, r := range l.runs {
		margin := Point{clearance, clearance}
		if k > 0 && r.size < fontSize {
			// A bond may pass close below a charge, but not with one of its lines through it.
			margin = Point{clearance/3 + half*math.Abs(u.Y), clearance/3 + half*math.Abs(u.X)}
		}
		low, high := r.low.sub(margin), r.high.add(margin)
		from, to := 0.0, 10.0
		for _, axis := range [2][3]float64{{u.X, low.X, high.X}, {u.Y, low.Y, high.Y}} {
			if math.Abs(axis[0]) < 1e-9 {
				if axis[1] > 0 || axis[2] < 0 {
					to = -1
				}
				continue
			}
			a, b := axis[1]/axis[0], axis[2]/axis[0]
			from, to = max(from, min(a, b)), min(to, max(a, b))
		}
		if to > from && (k == 0 || from < 0.6) {
			far = max(far, to)
		}
	}
	return far
}
