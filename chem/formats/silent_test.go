package formats

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// hostile are structures that formats find hard to hold, by what is hard.
func hostile() map[string]*structure.Structure {
	all := map[string]*structure.Structure{}
	add := func(name string, change func(s *structure.Structure)) {
		s := full()
		change(s)
		all[name] = s
	}
	texts := func(list ...string) []string { return list }
	each := func(x int32, n int) []int32 { return slices.Repeat([]int32{x}, n) }
	cube := func(a float64) *[9]float64 { return &[9]float64{a, 0, 0, 0, a, 0, 0, 0, a} }

	add("everything", func(*structure.Structure) {})
	all["one atom"] = &structure.Structure{Elements: []uint8{2}, Positions: []float64{0, 0, 0}}
	all["one atom in a cell"] = &structure.Structure{Elements: []uint8{118}, Positions: []float64{0.125, -0.25, 3}, Cell: cube(5)}
	all["one third"] = &structure.Structure{Elements: []uint8{6, 7}, Positions: []float64{1.0 / 3, 0, 0, 2.0 / 3, 5.0 / 7, 1e-7}, Cell: cube(10.0 / 3)}
	add("no cell", func(s *structure.Structure) { s.Cell = nil })
	add("no bonds", func(s *structure.Structure) { s.Bonds, s.BondOrders = nil, nil })
	add("single bonds", func(s *structure.Structure) { s.BondOrders = nil })
	add("aromatic and triple", func(s *structure.Structure) { s.BondOrders = []uint8{4, 4, 3, 2} })
	add("bonds across", func(s *structure.Structure) { s.Bonds = [][2]uint32{{5, 0}, {4, 1}, {3, 2}, {2, 0}} })
	add("charges", func(s *structure.Structure) { s.FormalCharges = []int32{9, -9, 15, -15, 12, -1} })
	add("charges of nothing", func(s *structure.Structure) { s.FormalCharges = each(0, 6) })
	add("great charges", func(s *structure.Structure) { s.FormalCharges = []int32{21, -21, 300, 0, 0, 0} })
	add("partial charges", func(s *structure.Structure) { s.Scalars[0].Name = "charge" })
	add("partial charges alone", func(s *structure.Structure) { s.Scalars[0].Name, s.FormalCharges = "charge", nil })
	add("charges under other names", func(s *structure.Structure) {
		s.Scalars[0].Name = "partial_charge"
		s.FormalCharges = nil
	})
	add("two charges", func(s *structure.Structure) {
		s.Scalars = append(s.Scalars, structure.Channel{Name: "charge", Values: []float64{1, 2, 3, 4, 5, 6}}, structure.Channel{Name: "charges", Values: []float64{1, 2, 3, 4, 5, 7}})
	})
	add("chains", func(s *structure.Structure) { s.ChainIDs = texts("A", "b", "9", "z", "A", " ") })
	add("odd chains", func(s *structure.Structure) { s.ChainIDs = texts("é", "_", "?", ".", "'", `"`) })
	add("odd chains 2", func(s *structure.Structure) { s.ChainIDs = texts("#", ";", "$", "\\", "*", "水") })
	add("blank chains", func(s *structure.Structure) { s.ChainIDs = texts(" ", " ", " ", " ", " ", " ") })
	add("residue numbers", func(s *structure.Structure) { s.ResidueIDs = []int32{-1, 0, 9999, 10000, 99999, 100000} })
	add("far residue numbers", func(s *structure.Structure) {
		s.ResidueIDs = []int32{-1000, -99999, 1223055, 2436111, 2436112, math.MaxInt32}
	})
	add("equal residue numbers", func(s *structure.Structure) { s.ResidueIDs = each(1, 6) })
	add("residue numbers zero", func(s *structure.Structure) { s.ResidueIDs = each(0, 6) })
	add("molecules that residues are", func(s *structure.Structure) { s.ResidueIDs = []int32{1, 1, 1, 2, 2, 2} })
	add("molecules without residue numbers", func(s *structure.Structure) { s.ResidueIDs = nil })
	add("molecules alone", func(s *structure.Structure) { s.ResidueIDs, s.ResidueNames, s.ChainIDs = nil, nil, nil })
	add("molecules apart", func(s *structure.Structure) { s.Molecules = []int32{5, 0, 5, 0, 7, math.MaxInt32} })
	add("molecules from five", func(s *structure.Structure) { s.Molecules = []int32{5, 5, 5, 6, 6, 6}; s.ResidueIDs = nil })
	add("long residue names", func(s *structure.Structure) {
		s.ResidueNames = texts("WATE", "WATER", "WATERS", "ETHAN", "ETHANOLS", "ETHANOLX")
	})
	add("odd residue names", func(s *structure.Structure) { s.ResidueNames = texts("", "A B", "é", "'x'", "1.5", "NaN") })
	add("odd residue names 2", func(s *structure.Structure) { s.ResidueNames = texts("?", ".", "#a", "_x", ";y", "loop_") })
	add("numbers as residue names", func(s *structure.Structure) { s.ResidueNames = texts("1", "22", "333", "4444", "+5", "-6") })
	add("long atom names", func(s *structure.Structure) { s.AtomNames = texts("O1234", "H12345", "HO1'", `C1"`, "C 1", "O5*") })
	add("odd atom names", func(s *structure.Structure) { s.AtomNames = texts("", "?", ".", "1", "2.5e3", "NaN") })
	add("odd atom names 2", func(s *structure.Structure) { s.AtomNames = texts("data_", "loop_", "#", "_a", ";a", "水") })
	add("odd atom names 3", func(s *structure.Structure) { s.AtomNames = texts("'", `"`, "<b>", "&amp;", `a\`, "@<TRIPOS>ATOM") })
	add("odd atom names 4", func(s *structure.Structure) { s.AtomNames = texts("a'b c", `a"b c`, `a' "b`, "$x", "[x]", "{x}") })
	add("blanks about names", func(s *structure.Structure) { s.AtomNames = texts(" O", "H ", "\tH", "C\n1", "O\x00", "O  2") })
	add("blank names", func(s *structure.Structure) {
		s.AtomNames, s.ResidueNames = texts("", "", "", "", "", ""), texts("", "", "", "", "", "")
	})
	add("names of other elements", func(s *structure.Structure) { s.AtomNames = texts("C", "O", "CA", "N", "FE", "D") })
	add("no names", func(s *structure.Structure) { s.AtomNames, s.ResidueNames = nil, nil })
	add("only residue names", func(s *structure.Structure) { s.ResidueIDs, s.ChainIDs, s.Molecules, s.AtomNames = nil, nil, nil, nil })
	add("only residue numbers", func(s *structure.Structure) {
		s.ResidueNames, s.ChainIDs, s.Molecules, s.AtomNames = nil, nil, nil, nil
	})
	add("only chains", func(s *structure.Structure) {
		s.ResidueIDs, s.ResidueNames, s.Molecules, s.AtomNames = nil, nil, nil, nil
	})
	add("only atom names", func(s *structure.Structure) {
		s.ResidueIDs, s.ResidueNames, s.Molecules, s.ChainIDs = nil, nil, nil, nil
	})
	add("values", func(s *structure.Structure) {
		s.Scalars = nil
		for k, name := range []string{"", "a b", "é", "pos", "velocity_x", "forces_x", "x:y", `"`, "charge", "charge_2", "Z"} {
			s.Scalars = append(s.Scalars, structure.Channel{Name: name, Values: []float64{float64(k), 1e300, -1e-300, 1.0 / 3, math.Copysign(0, -1), 0}})
		}
	})
	add("vectors", func(s *structure.Structure) {
		s.Scalars = nil
		for _, name := range []string{"velocity_x", "velocity_y", "velocity_z", "forces_x", "forces_y", "forces_z", "fixed_x", "fixed_y", "fixed_z"} {
			s.Scalars = append(s.Scalars, structure.Channel{Name: name, Values: []float64{1, 0, 0, 1, 0, 1}})
		}
	})
	add("negative positions", func(s *structure.Structure) {
		for i := range s.Positions {
			s.Positions[i] = -s.Positions[i] - 20
		}
	})
	add("outside of the cell", func(s *structure.Structure) { s.Positions[0], s.Positions[16] = 45, -33 })
	add("great cell", func(s *structure.Structure) { s.Cell = &[9]float64{8000, 0, 0, 100, 9000, 0, -50, 20, 9500} })
	add("giant cell", func(s *structure.Structure) { s.Cell = cube(2e5) })
	add("small cell", func(s *structure.Structure) { s.Cell = cube(0.5) })
	add("cell of one", func(s *structure.Structure) { s.Cell = cube(1) })
	add("flat cell", func(s *structure.Structure) { s.Cell = &[9]float64{5, 0, 0, 5, 0, 0, 0, 0, 5} })
	add("left-handed", func(s *structure.Structure) { s.Cell = &[9]float64{12, 0, 0, 3, 11, 0, -2, 1, -10} })
	add("turned", func(s *structure.Structure) { s.Cell = &[9]float64{0, 12, 0, 0, 3, 11, 10, -2, 1} })
	add("far tilt", func(s *structure.Structure) { s.Cell = &[9]float64{12, 0, 0, -17, 11, 0, 20, -9, 10} })
	add("no decimals enough", func(s *structure.Structure) {
		for i := range s.Positions {
			s.Positions[i] += 1.23456789e-5
		}
	})
	const residues = 100_003
	many := &structure.Structure{Cell: cube(300)}
	for i := range int32(residues) {
		many.Elements = append(many.Elements, 10)
		many.Positions = append(many.Positions, float64(i%50)*4, float64(i/50%50)*4, float64(i/2500)*4)
		many.ResidueIDs = append(many.ResidueIDs, i+1)
		many.ResidueNames = append(many.ResidueNames, "NEON")
		many.AtomNames = append(many.AtomNames, "NE")
		if i%2 == 1 {
			many.Bonds = append(many.Bonds, [2]uint32{uint32(i) - 1, uint32(i)})
			many.BondOrders = append(many.BondOrders, uint8(1+i/2%3))
		}
	}
	all["many residues"] = many
	elements := &structure.Structure{}
	for z := range 118 {
		elements.Elements = append(elements.Elements, uint8(z+1))
		elements.Positions = append(elements.Positions, float64(3*z), 0, 0)
	}
	elements.Cell = cube(400)
	all["every element"] = elements
	bare := *elements
	bare.Cell = nil
	all["every element, no cell"] = &bare
	return all
}

// differences lists in one word each what of a structure a file does not give back.
func differences(want, got *structure.Structure) []string {
	var list []string
	differs := func(what string, yes bool) {
		if yes {
			list = append(list, what)
		}
	}
	close := func(a, b []float64) bool {
		for i := range a {
			if d := math.Abs(a[i] - b[i]); !(d <= 2e-7*max(1, math.Abs(a[i]))) {
				return false
			}
		}
		return len(a) == len(b)
	}
	differs("elements", !slices.Equal(want.Elements, got.Elements))
	differs("positions", !close(want.Positions, got.Positions))
	switch {
	case want.Cell == nil || got.Cell == nil:
		differs("cell", want.Cell != got.Cell)
	default:
		differs("cell", !close(want.Cell[:], got.Cell[:]))
	}
	a, orders := bondSet(want)
	b, others := bondSet(got)
	differs("bonds", !slices.Equal(a, b))
	differs("orders", slices.Equal(a, b) && !slices.Equal(orders, others))
	differs("molecules", !slices.Equal(want.Molecules, got.Molecules))
	differs("residue names", !slices.Equal(named(want.ResidueNames, ""), named(got.ResidueNames, "")))
	differs("residue numbers", !slices.Equal(want.ResidueIDs, got.ResidueIDs))
	differs("atom names", !slices.Equal(named(want.AtomNames, ""), named(got.AtomNames, "")))
	differs("chains", !slices.Equal(named(want.ChainIDs, " "), named(got.ChainIDs, " ")))
	differs("formal charges", !slices.Equal(charged(want), charged(got)))
	for _, c := range want.Scalars {
		k := slices.IndexFunc(got.Scalars, func(d structure.Channel) bool { return d.Name == c.Name })
		differs("values "+c.Name, k < 0 || !close(c.Values, got.Scalars[k].Values))
	}
	for _, c := range got.Scalars {
		differs("more values "+c.Name, !slices.ContainsFunc(want.Scalars, func(d structure.Channel) bool { return d.Name == c.Name }))
	}
	return list
}

func charged(s *structure.Structure) []int32 {
	if s.Charge() == 0 && !slices.ContainsFunc(s.FormalCharges, func(q int32) bool { return q != 0 }) {
		return nil
	}
	return s.FormalCharges
}

// named is nil for a list that names nothing.
func named(list []string, nothing string) []string {
	if slices.ContainsFunc(list, func(text string) bool { return text != nothing }) {
		return list
	}
	return nil
}

func bondSet(s *structure.Structure) (pairs, orders []string) {
	for k, b := range s.Bonds {
		order := uint8(1)
		if s.BondOrders != nil {
			order = s.BondOrders[k]
		}
		pair := fmt.Sprintf("%d-%d", min(b[0], b[1]), max(b[0], b[1]))
		pairs = append(pairs, pair)
		orders = append(orders, fmt.Sprint(pair, " ", order))
	}
	slices.Sort(pairs)
	slices.Sort(orders)
	return pairs, orders
}

// words say in a report that a field is lost or differs.
var words = map[string]string{
	"elements": "Elements are not stored", "positions": "Coordinates are rounded", "cell": "cell|Cell|box", "bonds": "bonds? ", "orders": "order|aromatic bond", "molecules": "[Mm]olecules? ",
	"residue names": "[Rr]esidue name", "residue numbers": "[Rr]esidue numbers|Residues are|Molecules are numbered", "atom names": "[Aa]tom name|Labels are", "chains": "[Cc]hain id",
	"formal charges": "[Ff]ormal charges",
}

// TestSilence writes hostile structures in every format that can be read: a field that
// comes back otherwise must be named in the report, and a field that is named as lost must
// not come back.
func TestSilence(t *testing.T) {
	structures := hostile()
	var names []string
	for name := range structures {
		names = append(names, name)
	}
	slices.Sort(names)
	pairs := 0
	for _, info := range List() {
		if !info.CanRead {
			continue
		}
		styles := []string{""}
		if info.ID == "lammps" {
			styles = []string{"full", "molecular", "charge", "atomic"}
		}
		for _, style := range styles {
			for _, name := range names {
				pairs++
				silent(t, strings.TrimSpace(info.ID+" "+style)+", "+name, info, style, structures[name])
			}
		}
	}
	if pairs < 800 {
		t.Errorf("got %d pairs of a format and a structure", pairs)
	}
}

func silent(t *testing.T, what string, info Info, style string, s *structure.Structure) {
	text, report, err := Write(info.ID, s, Options{Name: "a name", Style: style})
	checked, refused := Check(info.ID, s, Options{Name: "a name", Style: style})
	if err != nil {
		if text != nil || refused == nil || refused.Error() != err.Error() {
			t.Errorf("%s: refused with %v, the check says %v", what, err, refused)
		}
		return
	}
	if refused != nil || !reflect.DeepEqual(report, checked) {
		t.Errorf("%s: the check says %+v %v, the writer %+v", what, checked, refused, report)
	}
	file, err := ReadWith("file"+info.Extensions[0], text, ReadOptions{Unknown: true})
	if err != nil || file.Format != info.ID {
		t.Errorf("%s: not read: %v", what, err)
		return
	}
	said := strings.Join(append(slices.Clone(report.Losses), report.Changes...), "\n")
	for _, field := range differences(placed(s, report, said), file.Structure) {
		if field == "molecules" && format.ResiduesAreMolecules(s) {
			continue // the residue numbers tell them apart
		}
		pattern, ok := words[field]
		if name, more := strings.CutPrefix(field, "more values "); more {
			pattern, ok = "are named "+regexp.QuoteMeta(name)+"$|formal charges of .* but as charges of the atoms|written as charges$", true
		} else if name, lost := strings.CutPrefix(field, "values "); lost {
			pattern, ok = "The values "+regexp.QuoteMeta(strconv.Quote(name)), true
		}
		if found, err := regexp.MatchString("(?m)"+pattern, said); !ok || err != nil || !found {
			t.Errorf("%s: %s differ, but the report is %q", what, field, said)
		}
	}
	got := file.Structure
	for _, kept := range []struct {
		loss string
		yes  bool
	}{
		{"The cell is not stored", got.Cell != nil}, {"Molecule numbers are not stored", got.Molecules != nil}, {"Residue names are not stored", got.ResidueNames != nil},
		{"Residue numbers are not stored", got.ResidueIDs != nil}, {"Atom names are not stored", got.AtomNames != nil}, {"Chain ids are not stored", got.ChainIDs != nil},
	} {
		if kept.yes && strings.Contains(said, kept.loss) {
			t.Errorf("%s: the report says %q, but it is read", what, kept.loss)
		}
	}
}

// placed is what a file of s holds when nothing is lost: atoms in the order and the
// orientation that its report says.
func placed(s *structure.Structure, report Report, said string) *structure.Structure {
	want := s.Clone()
	for k, i := range report.Order {
		want.Elements[k] = s.Elements[i]
		copy(want.Positions[3*k:3*k+3], s.Positions[3*i:3*i+3])
		for c := range s.Scalars {
			want.Scalars[c].Values[k] = s.Scalars[c].Values[i]
		}
	}
	switch {
	case strings.Contains(said, "turned together") || strings.Contains(said, "reversed, because the cell is left-handed;"):
		want, _, _ = want.Standard()
	}
	return want
}

// TestTitles: the name of a document comes back from its file, or the report says what
// becomes of it.
func TestTitles(t *testing.T) {
	// Where the mark of a comment, of a time or of another program would be read.
	mended := map[string]bool{"mol2 # sharp": true, "xsf # sharp": true, "mol2 @<TRIPOS>ATOM": true, "gro t= 5": true, `mol2 a\b\`: true, "lammps LAMMPS data file": true}
	for _, name := range []string{
		"water", "a b", "it's 5\" long", `both ' and "`, "NaCl (100)", "Größe 水", "# sharp", "@<TRIPOS>ATOM", "data_x", "loop_", "?", ".", "t= 5", "a=b", "_x", ";x", "12", "1.5 2 3", `a\b\`, "<b>&amp;",
		"[x]", "LAMMPS data file", strings.Repeat("long ", 23) + "name", "$$$$", "V2000", "O=C=O", "end", "a  b", "name;x", "Lattice=1",
	} {
		for _, info := range List() {
			s := full()
			text, report, err := Write(info.ID, s, Options{Name: name})
			if err != nil || !info.CanRead {
				continue
			}
			file, err := Read("x"+info.Extensions[0], text)
			said := strings.Join(append(slices.Clone(report.Losses), report.Changes...), "; ")
			if err != nil || file.Format != info.ID {
				t.Errorf("%s, %q: %v", info.ID, name, err)
			} else if mended[info.ID+" "+name] != (file.Name != name && !strings.Contains(said, "The title is")) {
				t.Errorf("%s: %q comes back as %q; the report is %q", info.ID, name, file.Name, said)
			}
		}
	}
}
