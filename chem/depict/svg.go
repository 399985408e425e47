package depict

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Options say how a picture looks. The zero value is a light picture in the size of its
// content.
type Options struct {
	// Width and Height of the picture in CSS pixels. When both are 0 the picture is as
	// large as its content at BondLength; otherwise the content is fitted into it, one
	// being 0 means the size of the content. At most 10,000.
	Width, Height float64
	// BondLength in CSS pixels, the largest when the content is fitted. 0: 30. At most
	// 1,000.
	BondLength float64
	// Dark draws for a dark surface. The background is always transparent.
	Dark bool
	// Title says what is drawn to those who do not see it. Empty: the formula.
	Title string
	// Highlights are drawn behind the molecule, in their order.
	Highlights []Highlight
	// AtomIndices writes beside each atom its index in the molecule that was read.
	AtomIndices bool
	// PlainHydrogens leaves out the hydrogens that are drawn only to carry a wedge, so
	// that the wedge stands on a ring bond.
	PlainHydrogens bool
}

// Highlight marks atoms and bonds, by index into p.Mol.
type Highlight struct {
	Atoms, Bonds []int
	// Color is a hexadecimal color (#rgb, #rrggbb) or a name; empty or anything else:
	// the accent of the theme. It is laid under the drawing at a third of its strength.
	Color string
}

// Picture is a drawn molecule.
type Picture struct {
	SVG           string
	Width, Height float64 // CSS pixels
	// Atoms are the positions of the atoms in the picture, in CSS pixels, y down.
	Atoms []Point
}

// SVG lays out the molecule and draws it.
func SVG(p *perceive.Molecule, s *stereo.Set, o Options) (string, error) {
	if err := drawable(p); err != nil {
		return "", err
	}
	c, err := Layout(p, s)
	if err != nil {
		return "", err
	}
	picture, err := Draw(p, s, c, o)
	return picture.SVG, err
}

func drawable(p *perceive.Molecule) error {
	if n := len(p.Mol.Atoms); n > MaxDrawnAtoms {
		return fmt.Errorf("the molecule has %d atoms; at most %d are drawn", n, MaxDrawnAtoms)
	}
	return nil
}

// maxCoordinate bounds the positions of a picture, in bond lengths.
const maxCoordinate = 1e6

// Draw draws the molecule at the given positions, in bond lengths, with the wedges that
// state s, which may be nil. The error names a limit, or a position, an index of a
// highlight or a size that is out of range.
func Draw(p *perceive.Molecule, s *stereo.Set, c Coords, o Options) (Picture, error) {
	if err := drawable(p); err != nil {
		return Picture{}, err
	}
	if len(c) != len(p.Mol.Atoms) {
		return Picture{}, fmt.Errorf("got %d positions for %d atoms", len(c), len(p.Mol.Atoms))
	}
	for i, at := range c {
		if !(math.Abs(at.X) <= maxCoordinate && math.Abs(at.Y) <= maxCoordinate) {
			return Picture{}, fmt.Errorf("atom %d is at (%g, %g); positions are up to ±%g bond lengths", i, at.X, at.Y, float64(maxCoordinate))
		}
	}
	for _, x := range [...]struct {
		name        string
		value, most float64
	}{{"width", o.Width, 10_000}, {"height", o.Height, 10_000}, {"bond length", o.BondLength, 1_000}} {
		if !(x.value >= 0 && x.value <= x.most) {
			return Picture{}, fmt.Errorf("the %s is %g pixels; give 0 to %g", x.name, x.value, x.most)
		}
	}
	for i := range o.Highlights {
		if err := o.Highlights[i].check(p.Mol); err != nil {
			return Picture{}, fmt.Errorf("highlight %d: %w", i+1, err)
		}
	}
	d := newDrawing(p, s, c, &o)
	d.frame(&o)
	return d.write(&o), nil
}

func (h *Highlight) check(m *mol.Mol) error {
	for _, a := range h.Atoms {
		if a < 0 || a >= len(m.Atoms) {
			return fmt.Errorf("no atom %d; the molecule has %d", a, len(m.Atoms))
		}
	}
	for _, k := range h.Bonds {
		if k < 0 || k >= len(m.Bonds) {
			return fmt.Errorf("no bond %d; the molecule has %d", k, len(m.Bonds))
		}
	}
	return nil
}

// color returns the highlight's color when it is a plain one.
func (h *Highlight) color(t *theme) string {
	digits, hex := strings.CutPrefix(h.Color, "#")
	if h.Color == "" || hex && len(digits) != 3 && len(digits) != 6 || len(digits) > 30 {
		return t.accent
	}
	for _, r := range []byte(digits) {
		letter := r|0x20 >= 'a' && r|0x20 <= 'z'
		if hex {
			letter = r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'f'
		}
		if !letter {
			return t.accent
		}
	}
	return h.Color
}

// frame sets the scale and the origin: pixels = scale·(x − left), scale·(top − y).
func (d *drawing) frame(o *Options) {
	low, high := d.bounds()
	pad := 0.35
	if o.AtomIndices {
		pad = 0.6
	}
	low, high = low.sub(Point{pad, pad}), high.add(Point{pad, pad})
	size := high.sub(low)
	d.scale = o.BondLength
	if d.scale == 0 {
		d.scale = 30
	}
	if o.Width > 0 {
		d.scale = min(d.scale, o.Width/size.X)
	}
	if o.Height > 0 {
		d.scale = min(d.scale, o.Height/size.Y)
	}
	d.width, d.height = size.X*d.scale, size.Y*d.scale
	if o.Width > 0 {
		d.width = o.Width
	}
	if o.Height > 0 {
		d.height = o.Height
	}
	center := low.mid(high)
	d.origin = Point{center.X - d.width/d.scale/2, center.Y + d.height/d.scale/2}
}

// bounds returns the corners of all atoms and labels.
func (d *drawing) bounds() (low, high Point) {
	low, high = Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	grow := func(a, b Point) {
		low = Point{min(low.X, a.X), min(low.Y, a.Y)}
		high = Point{max(high.X, b.X), max(high.Y, b.Y)}
	}
	for i, p := range d.c {
		grow(p, p)
		for _, r := range d.labels[i].runs {
			grow(p.add(r.low), p.add(r.high))
		}
	}
	for _, h := range d.hydrogens {
		grow(h.at.sub(Point{0.2, 0.2}), h.at.add(Point{0.2, 0.2}))
	}
	if len(d.c) == 0 {
		return Point{}, Point{}
	}
	return low, high
}

// pixel returns a position in the picture.
func (d *drawing) pixel(p Point) Point {
	return Point{d.scale * (p.X - d.origin.X), d.scale * (d.origin.Y - p.Y)}
}

// writer appends the text of a picture.
type writer struct {
	b []byte
}

func (w *writer) text(s string) { w.b = append(w.b, s...) }

// number writes x with two decimals at most.
func (w *writer) number(x float64) {
	x = math.Round(x*100) / 100
	if x == 0 {
		x = 0 // no negative zero
	}
	w.b = strconv.AppendFloat(w.b, x, 'f', -1, 64)
}

// attribute writes name="x".
func (w *writer) attribute(name string, x float64) {
	w.b = append(w.b, ' ')
	w.text(name)
	w.text(`="`)
	w.number(x)
	w.b = append(w.b, '"')
}

// point writes a path command and a point.
func (w *writer) point(command byte, p Point) {
	w.b = append(w.b, command)
	w.number(p.X)
	w.b = append(w.b, ' ')
	w.number(p.Y)
}

// escape writes text as XML character data: markup as entities, without the control
// characters that XML does not allow.
func (w *writer) escape(text string) {
	for _, r := range text {
		switch {
		case r == '&':
			w.text("&amp;")
		case r == '<':
			w.text("&lt;")
		case r == '>':
			w.text("&gt;")
		case r == '"':
			w.text("&quot;")
		case r < 0x20 || r == 0x7f || r == 0xfffe || r == 0xffff:
			w.b = append(w.b, ' ')
		default:
			w.b = append(w.b, string(r)...)
		}
	}
}

// write puts the picture together.
func (d *drawing) write(o *Options) Picture {
	w := &writer{b: make([]byte, 0, 1024+200*len(d.c))}
	w.text(`<svg xmlns="http://www.w3.org/2000/svg" role="img"`)
	w.attribute("width", d.width)
	w.attribute("height", d.height)
	w.text(` viewBox="0 0 `)
	w.number(d.width)
	w.b = append(w.b, ' ')
	w.number(d.height)
	w.text(`"><title>`)
	title := o.Title
	if title == "" {
		title = d.p.Formula()
	}
	w.escape(title)
	w.text("</title>")
	d.writeHighlights(w, o)
	d.writeBonds(w)
	d.writeLabels(w, o)
	w.text("</svg>")
	atoms := make([]Point, len(d.c))
	for i, p := range d.c {
		atoms[i] = d.pixel(p)
	}
	return Picture{SVG: string(w.b), Width: d.width, Height: d.height, Atoms: atoms}
}

func (d *drawing) writeHighlights(w *writer, o *Options) {
	for i := range o.Highlights {
		h := &o.Highlights[i]
		color := h.color(d.theme)
		w.text(`<g fill="` + color + `" stroke="` + color + `" stroke-linecap="round" opacity=".33"`)
		w.attribute("stroke-width", 0.36*d.scale)
		w.text(">")
		if len(h.Bonds) > 0 {
			w.text(`<path d="`)
			for _, k := range h.Bonds {
				b := &d.p.Mol.Bonds[k]
				w.point('M', d.pixel(d.c[b.A]))
				w.point('L', d.pixel(d.c[b.B]))
			}
			w.text(`"/>`)
		}
		for _, a := range h.Atoms {
			p := d.pixel(d.c[a])
			w.text("<circle")
			w.attribute("cx", p.X)
			w.attribute("cy", p.Y)
			w.attribute("r", 0.36*d.scale)
			w.text(` stroke="none"/>`)
		}
		w.text("</g>")
	}
}

func (d *drawing) writeLabels(w *writer, o *Options) {
	w.text(`<g font-family="Arial,Helvetica,sans-serif">`)
	for i := range d.c {
		color := d.theme.of(d.p.Mol.Atoms[i].Element)
		for _, r := range d.labels[i].runs {
			d.writeRun(w, d.c[i], &r, color)
		}
	}
	for _, h := range d.hydrogens {
		r := run{text: "H", size: 0.8 * fontSize}
		r.x, r.y = -textWidth("H", r.size)/2, -capHeight*r.size/2
		d.writeRun(w, h.at, &r, d.theme.ink)
	}
	if o.AtomIndices {
		for i := range d.c {
			text := strconv.Itoa(d.p.Origin[i])
			r := run{text: text, size: 0.28}
			at := d.freeSpot(i)
			r.x, r.y = at.X-textWidth(text, r.size)/2, at.Y-capHeight*r.size/2
			d.writeRun(w, d.c[i], &r, d.theme.muted)
		}
	}
	w.text("</g>")
}

// writeRun writes one piece of text; each stands at its own place, so that fonts of
// other widths move nothing but their own ends.
func (d *drawing) writeRun(w *writer, at Point, r *run, color string) {
	p := d.pixel(at.add(Point{r.x + textWidth(r.text, r.size)/2, r.y}))
	w.text("<text")
	w.attribute("x", p.X)
	w.attribute("y", p.Y)
	w.attribute("font-size", r.size*d.scale)
	w.text(` text-anchor="middle" fill="` + color + `">`)
	w.escape(r.text)
	w.text("</text>")
}
