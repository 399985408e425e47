package cml

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// document is what an XML parser makes of a file.
type document struct {
	XMLName xml.Name `xml:"http://www.xml-cml.org/schema molecule"`
	Atoms   []struct {
		ID     string `xml:"id,attr"`
		Type   string `xml:"elementType,attr"`
		Charge int    `xml:"formalCharge,attr"`
		Mass   int    `xml:"isotopeNumber,attr"`
		H      *int   `xml:"hydrogenCount,attr"`
		Parity *mark  `xml:"atomParity"`
	} `xml:"atomArray>atom"`
	Bonds []struct {
		Ends       string `xml:"atomRefs2,attr"`
		Order      string `xml:"order,attr"`
		Convention string `xml:"convention,attr"`
		Stereo     *mark  `xml:"bondStereo"`
	} `xml:"bondArray>bond"`
}

type mark struct {
	Atoms string `xml:"atomRefs4,attr"`
	Value string `xml:",chardata"`
}

func parse(t *testing.T, text []byte) *document {
	t.Helper()
	d := &document{}
	if err := xml.Unmarshal(text, d); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return d
}

// built makes a molecule from symbols ("C", "N+", "13C"), bonds "1-2", "1=2", "1#2",
// "1:2", "1~2" (any), "1>2" (dative) or "1$2", and hydrogen counts of single atoms.
func built(t *testing.T, atoms, bonds string, hydrogens map[int]uint8) *perceive.Molecule {
	t.Helper()
	m := &mol.Mol{}
	for _, text := range strings.Fields(atoms) {
		a := mol.Atom{}
		a.Charge = int8(strings.Count(text, "+") - strings.Count(text, "-"))
		text = strings.TrimRight(text, "+-")
		symbol := strings.TrimLeft(text, "0123456789")
		fmt.Sscan(text[:len(text)-len(symbol)], &a.Isotope)
		if symbol != "*" {
			a.Element, _ = elem.Number(symbol)
		}
		m.Atoms = append(m.Atoms, a)
	}
	for i, n := range hydrogens {
		m.Atoms[i].Hydrogens, m.Atoms[i].NoImplicit = n, true
	}
	orders := map[rune]mol.Order{'-': mol.Single, '=': mol.Double, '#': mol.Triple, ':': mol.Aromatic, '~': mol.Any, '>': mol.Dative, '$': mol.Quadruple}
	for _, text := range strings.Fields(bonds) {
		b, sign := mol.Bond{}, rune(0)
		if _, err := fmt.Sscanf(text, "%d%c%d", &b.A, &sign, &b.B); err != nil {
			t.Fatal(err)
		}
		b.A--
		b.B--
		if b.Order = orders[sign]; b.Order == mol.Aromatic {
			m.Atoms[b.A].Aromatic, m.Atoms[b.B].Aromatic = true, true
		}
		m.Bonds = append(m.Bonds, b)
	}
	p, err := perceive.Sanitize(m)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestText(t *testing.T) {
	const want = `<?xml version="1.0" encoding="UTF-8"?>
<molecule xmlns="http://www.xml-cml.org/schema">
  <atomArray>
    <atom id="a1" elementType="C"/>
    <atom id="a2" elementType="C"/>
    <atom id="a3" elementType="O" formalCharge="-1" hydrogenCount="0"/>
  </atomArray>
  <bondArray>
    <bond atomRefs2="a1 a2" order="1"/>
    <bond atomRefs2="a2 a3" order="1"/>
  </bondArray>
</molecule>
`
	if got := string(Write(built(t, "C C O-", "1-2 2-3", nil), nil, Options{})); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	const empty = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<molecule xmlns=\"http://www.xml-cml.org/schema\">\n</molecule>\n"
	if got := string(Write(built(t, "", "", nil), nil, Options{})); got != empty {
		t.Errorf("empty: got %s, want %s", got, empty)
	}
}

// TestAttributes: hydrogens stand only where the valence does not say them, and orders
// are those of the schema.
func TestAttributes(t *testing.T) {
	tests := []struct {
		name, atoms, bonds string
		hydrogens          map[int]uint8
		counts             []int // -1: none
		orders             string
	}{
		{"ethanol", "C C O", "1-2 2-3", nil, []int{-1, -1, -1}, "1 1"},
		{"methyl radical", "C", "", map[int]uint8{0: 3}, []int{3}, ""},
		{"ammonium", "N+", "", nil, []int{4}, ""},
		{"carbon-13", "13C C", "1-2", nil, []int{3, -1}, "1"},
		{"pyrrole", "N C C C C", "1:2 2:3 3:4 4:5 5:1", map[int]uint8{0: 1}, []int{1, -1, -1, -1, -1}, "A A A A A"},
		{"pyridine", "N C C C C C", "1:2 2:3 3:4 4:5 5:6 6:1", nil, []int{-1, -1, -1, -1, -1, -1}, "A A A A A A"},
		{"sulfone", "C S C O O", "1-2 2-3 2=4 2=5", nil, []int{-1, -1, -1, -1, -1}, "1 1 2 2"},
		{"hydrogen cyanide", "C N", "1#2", nil, []int{-1, -1}, "3"},
		{"silane", "Si", "", nil, []int{4}, ""},
		{"other orders", "N Fe C O Re Re", "1>2 3~4 5$6", nil, []int{-1, 0, -1, -1, 0, 0}, "1 0 4"},
		{"wildcard", "* C", "1-2", nil, []int{-1, -1}, "1"},
	}
	for _, c := range tests {
		d := parse(t, Write(built(t, c.atoms, c.bonds, c.hydrogens), nil, Options{}))
		var counts []int
		for _, a := range d.Atoms {
			if a.H == nil {
				counts = append(counts, -1)
			} else {
				counts = append(counts, *a.H)
			}
		}
		var orders []string
		for _, b := range d.Bonds {
			orders = append(orders, b.Order)
		}
		if !slices.Equal(counts, c.counts) || strings.Join(orders, " ") != c.orders {
			t.Errorf("%s: got %v and %v, want %v and %s", c.name, counts, orders, c.counts, c.orders)
		}
	}
	d := parse(t, Write(built(t, "N Fe", "1>2", nil), nil, Options{}))
	if b := d.Bonds[0]; b.Convention != "cxn:coord" || b.Ends != "a1 a2" {
		t.Errorf("dative: got %+v", b)
	}
	if d := parse(t, Write(built(t, "*", "", nil), nil, Options{})); d.Atoms[0].Type != "Du" {
		t.Errorf("wildcard: got %+v", d.Atoms[0])
	}
}

// TestStereo: the parity is the sign of the determinant of the schema, from the
// coordinates of a block.
func TestStereo(t *testing.T) {
	const block = `

chiral center beside a double bond
  7  6  0  0  0  0            999 V2000
    0.0000    0.0000    0.0000 C   0  0
    0.0000    0.0000    1.3500 F   0  0
    1.2500    0.0000   -0.4500 Cl  0  0
   -0.6000    1.1000   -0.4500 C   0  0
   -1.8000    1.3000   -1.1000 C   0  0
   -2.5000    2.5000   -1.1000 Br  0  0
   -0.6000   -1.1000   -0.4500 H   0  0
  1  2  1  0
  1  3  1  0
  1  4  1  0
  4  5  2  0
  5  6  1  0
  1  7  1  0
M  END
`
	rec, err := molfile.Read([]byte(block))
	if err != nil {
		t.Fatal(err)
	}
	p, err := molfile.Perceive(rec)
	if err != nil {
		t.Fatal(err)
	}
	s := stereo.Find(p)
	text := Write(p, s, Options{Stereo: true})
	d := parse(t, text)
	parity, side := d.Atoms[0].Parity, d.Bonds[3].Stereo
	if parity == nil || side == nil {
		t.Fatalf("no stereo in\n%s", text)
	}
	var at [4]int
	if _, err := fmt.Sscanf(parity.Atoms, "a%d a%d a%d a%d", &at[0], &at[1], &at[2], &at[3]); err != nil {
		t.Fatal(err)
	}
	pos := func(k int) int { return p.Origin[at[k]-1] }
	first := rec.Mol.Atoms[pos(0)].Pos
	volume := rec.Mol.Atoms[pos(1)].Pos.Sub(first).Dot(rec.Mol.Atoms[pos(2)].Pos.Sub(first).Cross(rec.Mol.Atoms[pos(3)].Pos.Sub(first)))
	if want := map[bool]string{true: "1", false: "-1"}[volume > 0]; parity.Value != want {
		t.Errorf("parity %s of %s, want %s (volume %g)", parity.Value, parity.Atoms, want, volume)
	}
	if side.Value != "T" || side.Atoms != "a1 a4 a5 a6" {
		t.Errorf("double bond: got %+v, want T of a1 a4 a5 a6", side)
	}
	if d := parse(t, Write(p, s, Options{})); d.Atoms[0].Parity != nil || d.Bonds[3].Stereo != nil {
		t.Error("stereo that was not asked for")
	}
	if string(Write(p, s, Options{Stereo: true})) != string(text) {
		t.Error("two writings differ")
	}
}

func ExampleWrite() {
	rec, err := molfile.Read([]byte("\n\n\n  1  0  0  0  0  0            999 V2000\n    0.0000    0.0000    0.0000 N   0  3\nM  END\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := molfile.Perceive(rec)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(Write(p, nil, Options{})))
	// Output:
	// <?xml version="1.0" encoding="UTF-8"?>
	// <molecule xmlns="http://www.xml-cml.org/schema">
	//   <atomArray>
	//     <atom id="a1" elementType="N" formalCharge="1" hydrogenCount="4"/>
	//   </atomArray>
	// </molecule>
}
