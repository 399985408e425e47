package depict

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

func draw(t testing.TB, text string, o Options) string {
	t.Helper()
	p, s := read(t, text)
	svg, err := SVG(p, s, o)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return svg
}

// wellFormed reads the picture as XML.
func wellFormed(svg string) error {
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestGolden(t *testing.T) {
	tests := []struct {
		name, smiles string
		o            Options
	}{
		{"aspirin", "CC(=O)Oc1ccccc1C(=O)O", Options{Title: "Aspirin"}},
		{"testosterone", "C[C@]12CC[C@H]3[C@H]([C@@H]1CC[C@@H]2O)CCC4=CC(=O)CC[C@]34C", Options{Width: 300, Height: 200, Dark: true}},
		{"adamantane", "C1C2CC3CC1CC(C2)C3", Options{}},
		{"cyclic peptide", "CC[C@H](C)[C@H]1C(=O)N[C@@H](C)C(=O)N[C@H](C(=O)N[C@@H](CC(C)C)C(=O)N[C@@H](Cc2ccccc2)C(=O)N1)C", Options{}},
		{"ammine", "Cl[Pt](Cl)([NH3])[NH3].[Na+].[13CH3-]", Options{AtomIndices: true}},
		{"marked", "C1CCCC1=O", Options{Highlights: []Highlight{{Atoms: []int{4, 5}, Bonds: []int{5}, Color: "#d33"}}}},
	}
	for _, c := range tests {
		got := draw(t, c.smiles, c.o)
		file := filepath.Join("testdata", strings.ReplaceAll(c.name, " ", "-")+".svg")
		if *update {
			if err := os.WriteFile(file, []byte(got+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got+"\n" != string(want) {
			t.Errorf("%s differs from %s; look at it and run the test with -update\n%s", c.name, file, got)
		}
		if again := draw(t, c.smiles, c.o); again != got {
			t.Errorf("%s: two runs give two pictures", c.name)
		}
	}
}

// labels returns the texts of a picture, each atom's pieces together.
func labels(t *testing.T, text string) string {
	t.Helper()
	p, s, c := layout(t, text)
	var o Options
	d := newDrawing(p, s, c, &o)
	var list []string
	for _, l := range d.labels {
		piece := ""
		for _, r := range l.runs {
			piece += r.text
		}
		if piece != "" {
			list = append(list, piece)
		}
	}
	return strings.Join(list, " ")
}

func TestLabels(t *testing.T) {
	tests := []struct{ smiles, want string }{
		{"C", "CH4"},
		{"CC", ""},
		{"O", "OH2"}, // the symbol is written first and stands at the right
		{"CO", "OH"},
		{"CN", "NH2"},
		{"[NH4+]", "NH4+"},
		{"[O-]C", "O−"},
		{"[Fe+3]", "Fe3+"},
		{"[Ti+4]", "Ti4+"},
		{"[13CH4]", "C13H4"},
		{"[2H]OC", "D O"},
		{"C[CH2]", "CH2•"},
		{"[CH2]", "CH2••"},
		{"*C", "*"},
		{"[CH3:7]C", "CH3:7"},
		{"c1ccccc1", ""},
		{"CC=C=CC", "C"}, // between two double bonds in a line
		{"[CH-]1C=CC=C1", "CH−"},
		{"[Na+].[Cl-]", "Na+ Cl−"},
		{"[U]", "U"},
	}
	for _, c := range tests {
		if got := labels(t, c.smiles); got != c.want {
			t.Errorf("%s: got %q, want %q", c.smiles, got, c.want)
		}
	}
}

// TestLabelSides: hydrogens stand where no bond is.
func TestLabelSides(t *testing.T) {
	tests := []struct {
		name  string
		bonds []Point // directions
		want  place
	}{
		{"bond to the left", []Point{{-1, 0}}, right},
		{"bond to the right", []Point{{1, 0}}, leftward},
		{"bond up", []Point{{0, 1}}, right},
		{"peak of a zigzag", []Point{{-0.87, -0.5}, {0.87, -0.5}}, above},
		{"valley of a zigzag", []Point{{-0.87, 0.5}, {0.87, 0.5}}, below},
		{"right end of a ring", []Point{{-0.5, 0.87}, {-0.5, -0.87}}, right},
		{"left end of a ring", []Point{{0.5, 0.87}, {0.5, -0.87}}, leftward},
	}
	for _, c := range tests {
		p, _ := read(t, "N"+strings.Repeat("(C)", len(c.bonds)))
		at := append(Coords{{}}, c.bonds...)
		adjacency := p.Mol.Neighbors()
		if got := freeSide(p, &adjacency, at, 0); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
}

func TestBondsEndAtLabels(t *testing.T) {
	p, s, c := layout(t, "CO")
	var o Options
	d := newDrawing(p, s, c, &o)
	u := c[1].toward(c[0])
	if got := d.start(1, u, 0).distance(c[1]); got < 0.25 || got > 0.4 {
		t.Errorf("the bond begins %.2f from the middle of OH, want 0.25 to 0.4", got)
	}
	if got := d.start(0, u.scale(-1), 0); got != c[0] {
		t.Errorf("the bond begins at %v, want the carbon at %v", got, c[0])
	}
}

// TestChargesAreSeen: no line of a multiple bond runs through a charge, and hydrogens that
// are drawn for their wedges are apart.
func TestChargesAreSeen(t *testing.T) {
	for _, text := range []string{"[C-]#N", "[C-]#[O+]", "C[N+]#[C-]", "C=[NH2+]", "[O-]N=[N+]=[N-]"} {
		p, s, c := layout(t, text)
		d := newDrawing(p, s, c, &Options{})
		d.frame(&Options{BondLength: 1})
		d.scale, d.origin = 1, Point{} // pixels are bond lengths, y down
		var paths strokes
		for k := range p.Mol.Bonds {
			d.drawBond(&paths, k)
		}
		ends := strings.FieldsFunc(string(paths.lines.b), func(r rune) bool { return r == 'M' || r == 'L' || r == ' ' })
		for len(ends) >= 4 {
			var x [4]float64
			for i := range x {
				var err error
				if x[i], err = strconv.ParseFloat(ends[i], 64); err != nil {
					t.Fatal(err)
				}
			}
			ends = ends[4:]
			from, to := Point{x[0], -x[1]}, Point{x[2], -x[3]}
			for i := range d.labels {
				for _, r := range d.labels[i].runs {
					low, high := c[i].add(r.low), c[i].add(r.high)
					for f := 0.0; f <= 1; f += 0.05 {
						if q := from.add(to.sub(from).scale(f)); q.X > low.X && q.X < high.X && q.Y > low.Y && q.Y < high.Y {
							t.Errorf("%s: a line from %v to %v runs through %q", text, from, to, r.text)
							break
						}
					}
				}
			}
		}
	}
	const digoxigenin = "C[C@]12CC[C@H](O)C[C@H]1CC[C@@H]1[C@@H]2C[C@@H](O)[C@]2(C)[C@@H](C3=CC(=O)OC3)CC[C@]12O"
	p, s, c := layout(t, digoxigenin)
	d := newDrawing(p, s, c, &Options{})
	for i, h := range d.hydrogens {
		for _, o := range d.hydrogens[:i] {
			if r := h.at.distance(o.at); r < 0.6 {
				t.Errorf("digoxigenin: the hydrogens of atoms %d and %d are %.2f apart", h.from, o.from, r)
			}
		}
	}
}

func TestSizes(t *testing.T) {
	p, s, c := layout(t, "CC(=O)Oc1ccccc1C(=O)O")
	for _, o := range []Options{{}, {Width: 300, Height: 200}, {Width: 40, Height: 400}, {Width: 100}, {Height: 30}, {BondLength: 12}} {
		picture, err := Draw(p, s, c, o)
		if err != nil {
			t.Fatal(err)
		}
		if o.Width > 0 && picture.Width != o.Width || o.Height > 0 && picture.Height != o.Height {
			t.Errorf("%+v: got %g × %g", o, picture.Width, picture.Height)
		}
		for i, at := range picture.Atoms {
			if at.X < 0 || at.Y < 0 || at.X > picture.Width || at.Y > picture.Height {
				t.Errorf("%+v: atom %d is outside: %v", o, i, at)
			}
		}
		if want := fmt.Sprintf(`width="%s"`, strconv.FormatFloat(math.Round(picture.Width*100)/100, 'f', -1, 64)); !strings.Contains(picture.SVG, want) {
			t.Errorf("%+v: no %s in %s", o, want, picture.SVG[:120])
		}
	}
	if wide, err := Draw(p, s, c, Options{BondLength: 60}); err != nil || math.Abs(wide.Atoms[0].distance(wide.Atoms[1])-60) > 0.01 {
		t.Errorf("bond length: got %g, want 60 (%v)", wide.Atoms[0].distance(wide.Atoms[1]), err)
	}
}

func TestErrors(t *testing.T) {
	p, s, c := layout(t, "CO")
	tests := []struct {
		o    Options
		want string
	}{
		{Options{Width: -3}, "the width is -3 pixels; give 0 to 10000"},
		{Options{Height: math.NaN()}, "the height is NaN pixels; give 0 to 10000"},
		{Options{BondLength: 1e9}, "the bond length is 1e+09 pixels; give 0 to 1000"},
		{Options{Highlights: []Highlight{{}, {Atoms: []int{2}}}}, "highlight 2: no atom 2; the molecule has 2"},
		{Options{Highlights: []Highlight{{Bonds: []int{-1}}}}, "highlight 1: no bond -1; the molecule has 1"},
	}
	for _, x := range tests {
		if _, err := Draw(p, s, c, x.o); err == nil || err.Error() != x.want {
			t.Errorf("got %v, want %s", err, x.want)
		}
	}
	if _, err := Draw(p, s, c[:1], Options{}); err == nil || err.Error() != "got 1 positions for 2 atoms" {
		t.Errorf("got %v", err)
	}
	if _, err := Draw(p, s, Coords{{}, {math.NaN(), 0}}, Options{}); err == nil || err.Error() != "atom 1 is at (NaN, 0); positions are up to ±1e+06 bond lengths" {
		t.Errorf("got %v", err)
	}
	big, set := read(t, strings.Repeat("C", MaxDrawnAtoms+1))
	if _, err := SVG(big, set, Options{}); err == nil || err.Error() != "the molecule has 1001 atoms; at most 1000 are drawn" {
		t.Errorf("got %v", err)
	}
}

// TestEscaping: what callers give stays text.
func TestEscaping(t *testing.T) {
	svg := draw(t, "CO", Options{
		Title:      "</title><script>\"&\x00\xff",
		Highlights: []Highlight{{Atoms: []int{0}, Color: `red"/><script>`}, {Atoms: []int{1}, Color: "tomato"}, {Atoms: []int{1}, Color: "#12"}},
	})
	if err := wellFormed(svg); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"<title>&lt;/title&gt;&lt;script&gt;&quot;&amp; \uFFFD</title>", `fill="tomato"`, `fill="` + light.accent + `"`, `role="img"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q in %s", want, svg)
		}
	}
	if strings.Contains(svg, "<script") || strings.Contains(svg, `"#12"`) {
		t.Errorf("markup got through: %s", svg)
	}
}

// TestWedgeMarks: a picture holds a wedge where there is one.
func TestWedgeMarks(t *testing.T) {
	up, down := draw(t, "C[C@H](N)O", Options{}), draw(t, "C[C@@H](N)O", Options{})
	bars := func(svg string) int { return strings.Count(svg, "Z") }
	if a, b := min(bars(up), bars(down)), max(bars(up), bars(down)); a != 1 || b < 4 {
		t.Errorf("got %d and %d filled shapes, want one wedge and one hash", a, b)
	}
	if n := strings.Count(draw(t, "C1CC[C@H]2CCCC[C@H]2C1", Options{}), ">H<"); n != 2 {
		t.Errorf("decalin: got %d drawn hydrogens, want 2", n)
	}
	if n := strings.Count(draw(t, "C1CC[C@H]2CCCC[C@H]2C1", Options{PlainHydrogens: true}), ">H<"); n != 0 {
		t.Errorf("decalin with plain hydrogens: got %d drawn ones", n)
	}
}

// luminance is that of WCAG 2.2.
func luminance(t *testing.T, color string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 32)
	if err != nil || len(color) != 7 {
		t.Fatalf("color %q", color)
	}
	sum := 0.0
	for i, weight := range [3]float64{0.0722, 0.7152, 0.2126} {
		c := float64(n>>(8*i)&255) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func TestContrast(t *testing.T) {
	for _, c := range []struct {
		name     string
		t        *theme
		surfaces []string
	}{
		{"light", &light, []string{"#ffffff", "#f4f5f7", "#fbfcfe", "#eef1f6"}},
		{"dark", &dark, []string{"#121419", "#191c23", "#20242d", "#171a21", "#0e1014"}},
	} {
		colors := []string{c.t.ink, c.t.muted, c.t.accent}
		for z := range 119 {
			colors = append(colors, c.t.of(uint8(z)))
		}
		for _, color := range colors {
			for _, surface := range c.surfaces {
				a, b := luminance(t, color)+0.05, luminance(t, surface)+0.05
				if ratio := max(a, b) / min(a, b); ratio < 4.5 {
					t.Errorf("%s: %s on %s has a contrast of %.2f, want 4.5", c.name, color, surface, ratio)
				}
			}
		}
	}
}

func TestOracleSVG(t *testing.T) {
	oracle.Molecules(t, func(row oracle.Molecule) {
		svg := draw(t, row.Smi, Options{Title: row.ID, AtomIndices: true})
		if err := wellFormed(svg); err != nil {
			t.Errorf("%s: %v", row.Smi, err)
		}
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") || strings.Contains(svg, `"-0"`) {
			t.Errorf("%s: a bad number in %s", row.Smi, svg)
		}
	})
}

func FuzzSVG(f *testing.F) {
	for _, text := range []string{
		"CC(=O)Oc1ccccc1C(=O)O", "C1CC2CCC1C2", "[H][C@]12CC(F)=C1.C2", "C1CCCCCCC/C=C/1", "[Fe]12345C6C1C2C3C4C56", "C[S@H]=O",
		"OC(F)=[C@]=CCl", "F[Pt@SP1](Cl)(Br)I", "C12C3C4C1C5C2C3C45", "*~[U].[2H]", "N->[Cu]", "C%10CCCCCCCCCCC%10", "[Cu]1234NCCN1CCN2CCN3CCN4",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := smiles.Perceive(text)
		if err != nil || len(p.Mol.Atoms) > 300 {
			return
		}
		s := stereo.Find(p)
		svg, err := SVG(p, s, Options{Title: text, Width: 200})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if err := wellFormed(svg); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("%q: a bad number in %s", text, svg)
		}
	})
}
