package cml

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

const twoAtoms = `<atomArray><atom id="a1" elementType="C" x3="0" y3="0" z3="0"/><atom id="a2" elementType="O" x3="0" y3="0" z3="1.2"/></atomArray>`

func TestRead(t *testing.T) {
	tests := []struct{ name, text, want, warnings string }{
		{"molecule", `<molecule title="a &amp; b">` + twoAtoms + `<bondArray><bond atomRefs2="a1 a2" order="2"/></bondArray></molecule>`, "a & b [6 8] [0 0 0 0 0 1.2] [[0 1]] [2]", ""},
		{"prolog, name space, comment", "\ufeff<?xml version='1.0'?>\n<!DOCTYPE cml [ <!ELEMENT x ANY> ]>\n<!-- <atom/> -->\n<c:cml xmlns:c='x'><c:molecule>" + strings.NewReplacer("<a", "<c:a", "</a", "</c:a").Replace(twoAtoms) + "</c:molecule></c:cml>", " [6 8] [0 0 0 0 0 1.2] [] []", ""},
		{"orders", `<molecule>` + twoAtoms + `<bondArray><bond atomRefs2="a1 a2" order="S"/><bond atomRefs="a1 a2" order="D"/><bond atomRefs2="a1 a2" order="T"/><bond atomRefs2="a2 a1" order="A"/><bond atomRefs2="a2 a1" order="4"/><bond atomRefs2="a2 a1"/></bondArray></molecule>`, " [6 8] [0 0 0 0 0 1.2] [[0 1] [0 1] [0 1] [1 0] [1 0] [1 0]] [1 2 3 4 1 1]", "1 bond of unknown order is read as single"},
		{"arrays", `<molecule><atomArray atomID="a b" elementType="N H" x3="0 1" y3="0 2" z3="0 3" formalCharge="1 0"/><bondArray atomRef1="a" atomRef2="b" order="1"/></molecule>`, " [7 1] [0 0 0 1 2 3] [[0 1]] [] [1 0]", ""},
		{"CML 1", `<molecule><atomArray><atom id="x"><string builtin="elementType">C</string><coordinate3 builtin="xyz3">1 2 3</coordinate3><integer builtin="formalCharge">-1</integer></atom><atom id="y"><string builtin="elementType">N</string><float builtin="x3">0</float><float builtin="y3">0</float><float builtin="z3">4</float></atom></atomArray><bondArray><bond id="b"><string builtin="atomRef">x</string><string builtin="atomRef">y</string><string builtin="order">3</string></bond></bondArray></molecule>`, " [6 7] [1 2 3 0 0 4] [[0 1]] [3] [-1 0]", ""},
		{"CML 1 arrays", `<molecule><atomArray><stringArray builtin="atomID">x y</stringArray><stringArray builtin="elementType">C N</stringArray><floatArray builtin="x3">0 1</floatArray><floatArray builtin="y3">0 1</floatArray><floatArray builtin="z3">0 1</floatArray></atomArray><bondArray><stringArray builtin="atomRef">x</stringArray><stringArray builtin="atomRef">y</stringArray></bondArray></molecule>`, " [6 7] [0 0 0 1 1 1] [[0 1]] []", ""},
		{"crystal", `<molecule><crystal><scalar title="a">4</scalar><scalar title="b">5</scalar><scalar dictRef="iucr:_cell_length_c">6</scalar><scalar title="alpha">90</scalar><scalar title="beta">90</scalar><scalar title="gamma">90</scalar><symmetry spaceGroup="P 1"/></crystal><atomArray><atom id="a" elementType="Fe" xFract="0.5" yFract="0.5" zFract="0.5"/></atomArray></molecule>`, " [26] [2 2.5 3] [] [] [4 0 0 0 5 0 0 0 6]", ""},
		{"cell parameters", `<molecule><crystal><cellParameter parameterType="length">4 5 6</cellParameter><cellParameter parameterType="angle">90 90 90</cellParameter><symmetry spaceGroup="F m -3 m"/></crystal>` + twoAtoms + `</molecule>`, " [6 8] [0 0 0 0 0 1.2] [] [] [4 0 0 0 5 0 0 0 6]", `the symmetry of the crystal ("F m -3 m") is not applied: the atoms are those that the file lists`},
		{"lattice vectors", `<molecule><lattice><latticeVector>0 4 0</latticeVector><latticeVector>4 0 0</latticeVector><latticeVector>0 0 4</latticeVector></lattice>` + twoAtoms + `</molecule>`, " [6 8] [0 0 0 0 0 1.2] [] [] [0 4 0 4 0 0 0 0 4]", ""},
		{"drawing", `<molecule><name>x</name><atomArray><atom id="a" elementType="C" x2="1" y2="2" hydrogenCount="4"/></atomArray></molecule>`, "x [6] [1 2 0] [] []", "the coordinates are a 2D drawing, not a 3D geometry; 4 implied hydrogens are not among the atoms and not added"},
		{"isotopes and more", `<molecule><atomArray><atom id="a" elementType="C" isotopeNumber="13" x3="0" y3="0" z3="0" spinMultiplicity="2"/><atom id="b" elementType="H" x3="0" y3="0" z3="1"/></atomArray></molecule>`, " [6 1] [0 0 0 0 0 1] [] []", "1 spin multiplicity mark is not kept"},
		{"dummy", `<molecule><atomArray><atom id="a" elementType="Du" x3="0" y3="0" z3="0"/></atomArray></molecule>`, " Du [0 0 0] [] []", ""},
		{"no coordinates", `<molecule><atomArray><atom id="a" elementType="C"/></atomArray></molecule>`, " [6] [0 0 0] [] []", "1 atom is without coordinates and placed at the origin"},
		{"hydrogen counts with atoms", `<molecule>` + strings.Replace(twoAtoms, `"O"`, `"H"`, 1) + `<bondArray><bond atomRefs2="a1 a2"/></bondArray></molecule>`, " [6 1] [0 0 0 0 0 1.2] [[0 1]] []", ""},
		{"several, one empty", `<list><molecule/><molecule>` + twoAtoms + `</molecule><molecule>` + twoAtoms + `</molecule></list>`, " [6 8] [0 0 0 0 0 1.2] [] []", "the file holds 2 frames; the first is read"},
		{"CDATA and character", `<molecule><name><![CDATA[<n>]]>&#65;&#x42;</name>` + twoAtoms + `</molecule>`, "<n>AB [6 8] [0 0 0 0 0 1.2] [] []", ""},

		{"empty", "", "line 1: the document holds no molecule with atoms", ""},
		{"no molecule", "<cml/>\n", "line 2: the document holds no molecule with atoms", ""},
		{"cut", "<molecule>\n<atomArray>\n<atom id=", "line 3: expected the value of id in quotes", ""},
		{"cut between", "<molecule>\n" + twoAtoms, "line 2: the file ends inside the element molecule", ""},
		{"crossed", "<molecule><a></molecule></a>", "line 1: the end tag molecule closes no element", ""},
		{"entities", "<!DOCTYPE m [<!ENTITY a \"b\">]><molecule/>", "line 1: the document defines entities, which are not read", ""},
		{"unknown entity", `<molecule title="&a;"/>`, "line 1: the entity a is not known", ""},
		{"text behind", "<molecule>" + twoAtoms + "</molecule> x", `line 1: expected the end of the file, found "x"`, ""},
		{"deep", strings.Repeat("<a>", 300), "line 1: more than 256 elements stand inside each other", ""},
		{"coordinate", strings.Replace("<molecule>\n"+twoAtoms+"</molecule>", `y3="0"`, `y3="b"`, 1), `line 2: atom 1: expected the coordinate y3, found "b"`, ""},
		{"missing coordinate", `<molecule><atomArray><atom elementType="C" x3="1"/></atomArray></molecule>`, `line 1: atom 1: expected the coordinate y3, found ""`, ""},
		{"fractional without crystal", `<molecule><atomArray><atom elementType="C" xFract="1" yFract="1" zFract="1"/></atomArray></molecule>`, "line 1: atom 1 has fractional coordinates; the molecule has no crystal", ""},
		{"id twice", "<molecule>" + strings.Replace(twoAtoms, "a2", "a1", 1) + "</molecule>", "line 1: two atoms have the id a1", ""},
		{"missing atom", "<molecule>" + twoAtoms + "<bondArray>\n<bond atomRefs2=\"a1 a3\"/></bondArray></molecule>", "line 2: bond 1 joins atom a3, which the molecule does not hold", ""},
		{"one end", "<molecule>" + twoAtoms + "<bondArray><bond atomRefs2=\"a1\"/></bondArray></molecule>", `line 1: bond 1: expected two atoms, found "a1"`, ""},
		{"short array", `<molecule><atomArray elementType="C C" x3="1"/></molecule>`, "line 1: the array x3 holds 1 values; elementType holds 2", ""},
		{"crystal without c", `<molecule><crystal><scalar title="a">4</scalar><scalar title="b">5</scalar></crystal>` + twoAtoms + `</molecule>`, "line 1: the crystal has no c", ""},
	}
	for _, c := range tests {
		got, warnings := "", ""
		file, err := Read([]byte(c.text), format.ReadOptions{})
		if err != nil {
			got = err.Error()
		} else {
			s := file.Structure
			got = file.Name + " "
			if file.Labels != nil {
				got += strings.Join(file.Labels, " ")
			} else {
				got += fmt.Sprint(s.Elements)
			}
			got += fmt.Sprint(" ", s.Positions, " ", s.Bonds, " ", s.BondOrders)
			if s.FormalCharges != nil {
				got += fmt.Sprint(" ", s.FormalCharges)
			}
			if s.Cell != nil {
				got += fmt.Sprint(" ", *s.Cell)
			}
			warnings = strings.Join(file.Warnings, "; ")
		}
		if err == nil && got != c.want || !strings.HasPrefix(got, c.want) || warnings != c.warnings {
			t.Errorf("%s: got %s with %q, want %s with %q", c.name, got, warnings, c.want, c.warnings)
		}
	}
}

func TestFrames(t *testing.T) {
	text := []byte("<cml><molecule title='a'>" + twoAtoms + "</molecule><molecule title='b'>" + twoAtoms + "</molecule></cml>")
	file, err := Read(text, format.ReadOptions{Frame: 2})
	if err != nil || file.Name != "b" || file.Frames != 2 {
		t.Errorf("got %+v, %v", file, err)
	}
	if _, err := Read(text, format.ReadOptions{Frame: 3}); err == nil || err.Error() != "frame 3 is asked for; the file holds 2 frames" {
		t.Errorf("got %v", err)
	}
}

func acid() *structure.Structure {
	return &structure.Structure{
		Elements: []uint8{6, 8, 8, 6}, Positions: []float64{0, 0, 1.0 / 3, -1e-17, 0, 1.2, 1e22, 0, 0, 4, 4, 4}, Cell: &[9]float64{10, 0, 0, 0, 20, 0, 0, 0, 30},
		Bonds: [][2]uint32{{0, 1}, {2, 0}, {0, 3}}, BondOrders: []uint8{2, 1, 4}, FormalCharges: []int32{0, 0, -1, 0}, AtomNames: []string{"C<1>", "O\"1\"", "O&2", "C2"},
	}
}

func TestRoundTrip(t *testing.T) {
	text, report, err := WriteFile(acid(), format.Options{Name: "<name>"})
	if err != nil || report.Losses != nil || report.Changes != nil {
		t.Fatalf("got %+v, %v", report, err)
	}
	for _, want := range []string{` title="&lt;name&gt;">`, `<atom id="a3" elementType="O" x3="1e+22" y3="0" z3="0" formalCharge="-1" title="O&amp;2"/>`, `<bond atomRefs2="a1 a4" order="A"/>`, `<scalar title="gamma" units="units:degree">90</scalar>`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
	file, err := Read(text, format.ReadOptions{})
	if err != nil || file.Name != "<name>" || !reflect.DeepEqual(file.Structure, acid()) {
		t.Errorf("got %+v, %v", file.Structure, err)
	}
}

func TestTurned(t *testing.T) {
	s := acid()
	s.Positions[6] = 3
	s.Cell = &[9]float64{0, 20, 0, 0, 0, 30, 10, 0, 0}
	text, report, err := WriteFile(s, format.Options{})
	if err != nil || len(report.Changes) != 1 {
		t.Fatalf("got %+v, %v", report, err)
	}
	file, err := Read(text, format.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if p := file.Structure.Positions; math.Abs(p[8]-3) > 1e-9 || math.Abs(file.Structure.Cell[8]-10) > 1e-9 {
		t.Errorf("got %v %v", p, *file.Structure.Cell)
	}
}

func FuzzRead(f *testing.F) {
	text, _, err := WriteFile(acid(), format.Options{Name: "x"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`<molecule><atomArray atomID="a b" elementType="N H" x3="0 1" y3="0 2" z3="0 3"/><bondArray atomRef1="a" atomRef2="b" order="1"/></molecule>`))
	f.Add([]byte(`<cml><molecule><atomArray><atom id="x"><string builtin="elementType">C</string><coordinate3 builtin="xyz3">1 2 3</coordinate3></atom></atomArray></molecule></cml>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data, format.ReadOptions{})
		if err != nil || file.Validate(true) != nil || file.Settle(nil) != nil || file.Structure.Len() == 0 {
			return
		}
		text, report, err := WriteFile(file.Structure, format.Options{})
		if err != nil {
			return // a cell that has no parameters
		}
		again, err := Read(text, format.ReadOptions{})
		if err != nil {
			t.Fatalf("what was written does not read: %v\n%s", err, text)
		}
		if !slices.Equal(again.Structure.Bonds, file.Structure.Bonds) || report.Changes == nil && !slices.Equal(again.Structure.Positions, file.Structure.Positions) {
			t.Fatalf("got %+v, want %+v", again.Structure, file.Structure)
		}
	})
}

func ExampleRead() {
	file, err := Read([]byte(`<molecule title="carbon monoxide">`+twoAtoms+`<bondArray><bond atomRefs2="a1 a2" order="3"/></bondArray></molecule>`), format.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(file.Name, file.Structure.Formula(), file.Structure.BondOrders)
	// Output: carbon monoxide CO [3]
}
