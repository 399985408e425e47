package depict

import (
	"cmp"
	"math"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Sizes of bonds, in bond lengths.
const (
	lineWidth        = 0.052
	spacing          = 0.17 // between the lines of a double bond
	tripleSpacing    = 0.95 * spacing
	quadrupleSpacing = 0.7 * spacing
	wedgeWidth       = 0.24 // at the wide end
	hashStep         = 0.11
	arrowLength      = 0.24
	arrowWidth       = 0.2
)

// drawing is a picture in the making. Positions are in bond lengths, y up.
type drawing struct {
	p         *perceive.Molecule
	m         *mol.Mol
	c         Coords
	adjacency mol.Adjacency
	theme     *theme
	labels    []label
	wedges    []Wedge
	wedgeAt   []int // per bond: index into wedges; −1
	inside    []Point
	inRing    []bool // per bond: inside holds the middle of the ring to draw toward
	hydrogens []hydrogen
	skip      []bool     // per bond: drawn as a part of a π bond
	pi        [][2]Point // from a metal to the middle of its π ligand

	scale         float64 // pixels
	origin        Point
	width, height float64
}

// hydrogen is drawn for its wedge.
type hydrogen struct {
	from int
	at   Point
	up   bool
}

func newDrawing(p *perceive.Molecule, s *stereo.Set, c Coords, o *Options) *drawing {
	m := p.Mol
	d := &drawing{p: p, m: m, c: c, adjacency: m.Neighbors(), theme: &light}
	if o.Dark {
		d.theme = &dark
	}
	d.wedges = Wedges(p, s, c, !o.PlainHydrogens)
	d.wedgeAt = make([]int, len(m.Bonds))
	for k := range d.wedgeAt {
		d.wedgeAt[k] = -1
	}
	shown := make([]int, len(m.Atoms)) // hydrogens drawn apart
	for i, w := range d.wedges {
		if w.Bond >= 0 {
			d.wedgeAt[w.Bond] = i
			continue
		}
		shown[w.From]++
		at := hydrogenAt(c, d.hydrogens, &d.adjacency, w.From)
		d.hydrogens = append(d.hydrogens, hydrogen{w.From, at, w.Up})
	}
	d.labels = make([]label, len(m.Atoms))
	for i := range m.Atoms {
		if labelled(p, &d.adjacency, i) {
			d.labels[i] = makeLabel(p, &d.adjacency, c, i, int(m.Atoms[i].Hydrogens)-shown[i])
		}
	}
	d.findInsides()
	d.findPi()
	return d
}

// findPi replaces the bonds from a metal to the atoms of a π ligand by one line to their
// middle. A bond with a wedge stays.
func (d *drawing) findPi() {
	d.skip = make([]bool, len(d.m.Bonds))
	for a := range d.m.Atoms {
		if !metallic(d.m.Atoms[a].Element) {
			continue
		}
		for _, group := range haptic(d.m, &d.adjacency, a) {
			var ends []Point
			for _, k := range group {
				ends = append(ends, d.c[d.m.Bonds[k].Other(a)])
				d.skip[k] = d.wedgeAt[k] < 0
			}
			middle := centroid(ends)
			d.pi = append(d.pi, [2]Point{d.start(a, d.c[a].toward(middle), 0), middle})
		}
	}
}

// findInsides chooses for every ring bond the ring in which its second line is drawn:
// the one with the most double bonds of the smaller ones.
func (d *drawing) findInsides() {
	d.inside = make([]Point, len(d.m.Bonds))
	d.inRing = make([]bool, len(d.m.Bonds))
	rank := make([]int, len(d.m.Bonds))
	for _, ring := range d.p.Rings.Basis {
		doubles := 0
		var middle Point
		bonds := make([]int, len(ring))
		for i, a := range ring {
			bonds[i] = bondBetween(&d.adjacency, a, ring[(i+1)%len(ring)])
			middle = middle.add(d.c[a])
			if d.m.Bonds[bonds[i]].Order == mol.Double {
				doubles++
			}
		}
		mine := 100*doubles/len(ring) + 1
		if len(ring) < largeRing {
			mine += 100
		}
		if len(ring) == 6 {
			mine += 3
		}
		for _, k := range bonds {
			if mine > rank[k] {
				rank[k] = mine
				d.inside[k], d.inRing[k] = middle.scale(1/float64(len(ring))), true
			}
		}
	}
}

// strokes collects the paths of the bonds by kind.
type strokes struct {
	lines, fills, dashes writer
}

func (d *drawing) writeBonds(w *writer) {
	var s strokes
	for k := range d.m.Bonds {
		if !d.skip[k] {
			d.drawBond(&s, k)
		}
	}
	for _, e := range d.pi {
		d.line(&s.lines, e[0], e[1])
	}
	for _, h := range d.hydrogens {
		u := d.c[h.from].toward(h.at)
		end := h.at.sub(u.scale(0.22))
		d.drawWedge(&s, d.start(h.from, u, 0), end, h.up)
	}
	for _, group := range [...]struct {
		path  *writer
		style string
	}{
		{&s.lines, `fill="none" stroke="` + d.theme.ink + `" stroke-linecap="round" stroke-linejoin="round"`},
		{&s.dashes, `fill="none" stroke="` + d.theme.ink + `" stroke-dasharray="3 2.5"`},
		{&s.fills, `fill="` + d.theme.ink + `"`},
	} {
		if len(group.path.b) == 0 {
			continue
		}
		w.text("<path " + group.style)
		if group.path != &s.fills {
			w.attribute("stroke-width", lineWidth*d.scale)
		}
		w.text(` d="`)
		w.b = append(w.b, group.path.b...)
		w.text(`"/>`)
	}
}

// start returns where a bond in direction u from atom a begins, which is wide by half on
// either side: at the rim of its label.
func (d *drawing) start(a int, u Point, half float64) Point {
	if len(d.labels[a].runs) == 0 {
		return d.c[a]
	}
	return d.c[a].add(u.scale(d.labels[a].exit(u, half)))
}

func (d *drawing) line(w *writer, a, b Point) {
	w.point('M', d.pixel(a))
	w.point('L', d.pixel(b))
}

func (d *drawing) drawBond(s *strokes, k int) {
	b := &d.m.Bonds[k]
	if d.c[b.A].distance2(d.c[b.B]) < 1e-6 {
		return
	}
	u := d.c[b.A].toward(d.c[b.B])
	half := 0.0
	switch {
	case d.wedgeAt[k] >= 0:
		half = wedgeWidth / 2
	case b.Order == mol.Triple:
		half = tripleSpacing
	case b.Order == mol.Quadruple:
		half = 1.5 * quadrupleSpacing
	}
	from, to := d.start(b.A, u, half), d.start(b.B, u.scale(-1), half)
	if to.sub(from).dot(u) < 0.05 {
		return // the labels touch
	}
	if i := d.wedgeAt[k]; i >= 0 {
		if d.wedges[i].From == b.B {
			from, to = to, from
		}
		d.drawWedge(s, from, to, d.wedges[i].Up)
		return
	}
	switch b.Order {
	case mol.Double:
		d.drawDouble(s, k, u, from, to)
	case mol.Triple:
		side := u.left().scale(tripleSpacing)
		for f := -1.0; f <= 1; f++ {
			d.line(&s.lines, from.add(side.scale(f)), to.add(side.scale(f)))
		}
	case mol.Quadruple:
		side := u.left().scale(quadrupleSpacing)
		for f := -1.5; f <= 1.5; f++ {
			d.line(&s.lines, from.add(side.scale(f)), to.add(side.scale(f)))
		}
	case mol.Dative:
		d.drawArrow(s, u, from, to, len(d.labels[b.B].runs) > 0)
	case mol.Any:
		d.line(&s.dashes, from, to)
	default:
		d.line(&s.lines, from, to)
	}
}

// drawArrow draws a dative bond with its head at the acceptor.
func (d *drawing) drawArrow(s *strokes, u, from, to Point, labelled bool) {
	if !labelled {
		to = to.sub(u.scale(0.1))
	}
	base := to.sub(u.scale(arrowLength))
	d.line(&s.lines, from, base)
	side := u.left().scale(arrowWidth / 2)
	s.fills.point('M', d.pixel(to))
	s.fills.point('L', d.pixel(base.add(side)))
	s.fills.point('L', d.pixel(base.sub(side)))
	s.fills.text("Z")
}

// drawWedge draws a wedge from its narrow end.
func (d *drawing) drawWedge(s *strokes, from, to Point, up bool) {
	u := from.toward(to)
	side := u.left()
	length := from.distance(to)
	if up {
		narrow, wide := side.scale(lineWidth/2), side.scale(wedgeWidth/2)
		s.fills.point('M', d.pixel(from.add(narrow)))
		s.fills.point('L', d.pixel(to.add(wide)))
		s.fills.point('L', d.pixel(to.sub(wide)))
		s.fills.point('L', d.pixel(from.sub(narrow)))
		s.fills.text("Z")
		return
	}
	n := max(4, int(math.Round(length/hashStep)))
	thick := u.scale(lineWidth * 0.9 / 2)
	for i := range n { // bars as filled boxes, so that their ends are square
		f := (float64(i) + 0.5) / float64(n)
		p := from.add(u.scale(f * length))
		half := side.scale((lineWidth + (wedgeWidth-lineWidth)*f) / 2)
		s.fills.point('M', d.pixel(p.add(half).sub(thick)))
		s.fills.point('L', d.pixel(p.add(half).add(thick)))
		s.fills.point('L', d.pixel(p.sub(half).add(thick)))
		s.fills.point('L', d.pixel(p.sub(half).sub(thick)))
		s.fills.text("Z")
	}
}

// drawDouble draws two lines: beside each other about the axis, or one on the axis and
// a shorter one inside the ring or on the side with more substituents.
func (d *drawing) drawDouble(s *strokes, k int, u, from, to Point) {
	b := &d.m.Bonds[k]
	side := 0.0 // +1 left of A→B, −1 right, 0 centered
	if d.inRing[k] {
		side = 1
		if u.cross(d.inside[k].sub(d.c[b.A])) < 0 {
			side = -1
		}
	} else {
		side = d.openSide(k, u)
	}
	if side == 0 {
		from, to = d.start(b.A, u, spacing/2), d.start(b.B, u.scale(-1), spacing/2)
		for _, f := range [2]float64{0.5, -0.5} {
			d.line(&s.lines, d.lineEnd(b.A, b.B, u, from, f*spacing, false), d.lineEnd(b.B, b.A, u.scale(-1), to, -f*spacing, false))
		}
		return
	}
	d.line(&s.lines, from, to)
	from, to = d.start(b.A, u, spacing), d.start(b.B, u.scale(-1), spacing)
	d.line(&s.lines, d.lineEnd(b.A, b.B, u, from, side*spacing, true), d.lineEnd(b.B, b.A, u.scale(-1), to, -side*spacing, true))
}

// openSide returns the side of a double bond outside rings on which its second line is
// drawn; 0: in the middle.
func (d *drawing) openSide(k int, u Point) float64 {
	b := &d.m.Bonds[k]
	counts := [2]int{}
	for _, end := range [2]int{b.A, b.B} {
		left, right := 0, 0
		for _, next := range d.adjacency.Of(end) {
			if next.Bond == k {
				continue
			}
			switch c := u.cross(d.c[end].toward(d.c[next.Atom])); {
			case c > 0.1:
				left++
			case c < -0.1:
				right++
			default:
				return 0 // cumulated
			}
		}
		if d.adjacency.Degree(end) == 1 && d.m.Atoms[end].Element != 6 {
			return 0 // C=O
		}
		if left > 0 && right > 0 && (d.adjacency.Degree(b.A) == 1 || d.adjacency.Degree(b.B) == 1) {
			return 0
		}
		counts[0] += left
		counts[1] += right
	}
	if counts[0] == 0 && counts[1] == 0 {
		return 0
	}
	if counts[1] > counts[0] {
		return -1
	}
	return 1
}

// lineEnd returns the end at atom a of a line parallel to the bond a–b, offset to the
// left of the direction u away from a. An inner line ends where it would meet the
// bisector of the next bond on its side, one about the axis where it meets that bond.
func (d *drawing) lineEnd(a, b int, u, rim Point, offset float64, inner bool) Point {
	side := u.left().scale(offset)
	if len(d.labels[a].runs) > 0 {
		return rim.add(side)
	}
	least := math.Pi
	for _, next := range d.adjacency.Of(a) {
		if next.Atom == b {
			continue
		}
		v := d.c[a].toward(d.c[next.Atom])
		if u.cross(v)*offset <= 0 {
			continue
		}
		least = min(least, math.Acos(max(-1, min(1, u.dot(v)))))
	}
	shift := 0.0
	width := math.Abs(offset)
	switch {
	case least > 3.1:
	case inner:
		shift = min(0.35, width/math.Tan(least/2)+0.03)
	case least > 0.3:
		shift = width / math.Tan(least)
	}
	return d.c[a].add(side).add(u.scale(shift))
}

// freeSpot returns where a small number stands beside an atom, relative to it.
func (d *drawing) freeSpot(i int) Point {
	var angles []float64
	for _, next := range d.adjacency.Of(i) {
		angles = append(angles, turnTo(d.c[next.Atom].sub(d.c[i]).angle()))
	}
	sorting.By(angles, cmp.Compare[float64])
	start, width := largestGap(angles)
	u := direction(start + width/2)
	if len(angles) == 0 {
		u = Point{0, 1}
	}
	far := 0.24
	if len(d.labels[i].runs) > 0 {
		far = max(far, d.labels[i].exit(u, 0)+0.14)
	}
	return u.scale(far)
}
