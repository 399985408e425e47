package selection

import (
	"errors"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/structure"
)

// sample has two waters, an alanine without hydrogens but one, a sodium ion and a ring of
// three carbons, in a cell of 20 Å.
func sample() *structure.Structure {
	s := &structure.Structure{
		Cell: &[9]float64{20, 0, 0, 0, 20, 0, 0, 0, 20},
		Bonds: [][2]uint32{
			{0, 1}, {0, 2}, // water
			{3, 4}, {3, 5}, // water
			{6, 7}, {7, 8}, {8, 9}, {7, 10}, {7, 11}, // alanine
			{13, 14}, {14, 15}, {15, 13}, {15, 16}, // ring with a tail
		},
	}
	add := func(z uint8, x, y, z0 float64, name, residue string, id int32, chain string, charge int32) {
		s.Elements = append(s.Elements, z)
		s.Positions = append(s.Positions, x, y, z0)
		s.AtomNames = append(s.AtomNames, name)
		s.ResidueNames = append(s.ResidueNames, residue)
		s.ResidueIDs = append(s.ResidueIDs, id)
		s.ChainIDs = append(s.ChainIDs, chain)
		s.FormalCharges = append(s.FormalCharges, charge)
	}
	add(8, 1, 1, 1, "OW", "WATE", 1, "W", 0)
	add(1, 2, 1, 1, "HW1", "WATE", 1, "W", 0)
	add(1, 1, 2, 1, "HW2", "WATE", 1, "W", 0)
	add(8, 19, 1, 1, "OW", "WATE", 2, "W", 0)
	add(1, 18, 1, 1, "HW1", "WATE", 2, "W", 0)
	add(1, 19, 2, 1, "HW2", "WATE", 2, "W", 0)
	add(7, 8, 8, 8, "N", "ALA", -5, "A", 1)
	add(6, 9.5, 8, 8, "CA", "ALA", -5, "A", 0)
	add(6, 10, 9.4, 8, "C", "ALA", -5, "A", 0)
	add(8, 9.3, 10.4, 8, "O", "ALA", -5, "A", -1)
	add(6, 10, 7, 9, "CB", "ALA", -5, "A", 0)
	add(1, 10, 7.5, 7.2, "HA", "ALA", -5, "A", 0)
	add(11, 5, 15, 15, "NA+", "ION", 7, "x", 1)
	add(6, 15, 15, 5, "C1'", "LIG", 8, "a", 0)
	add(6, 16.5, 15, 5, "C2'", "LIG", 8, "a", 0)
	add(6, 15.7, 16.3, 5, "C3'", "LIG", 8, "a", 0)
	add(17, 15.7, 18, 5, "Cl1", "LIG", 8, "a", 0)
	s.Scalars = []structure.Channel{{Name: "occupancy", Values: make([]float64, s.Len())}, {Name: "partial charge", Values: make([]float64, s.Len())}}
	for i := range s.Len() {
		s.Scalars[0].Values[i] = float64(i) / 10
	}
	return s
}

func TestSelect(t *testing.T) {
	s := sample()
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	everything := make([]int, s.Len())
	for i := range everything {
		everything[i] = i
	}
	without := func(list ...int) []int {
		return slices.DeleteFunc(slices.Clone(everything), func(i int) bool { return slices.Contains(list, i) })
	}
	waters := []int{0, 1, 2, 3, 4, 5}
	tests := []struct {
		query string
		want  []int
	}{
		{"all", everything},
		{"none", []int{}},
		{"selected", []int{2, 9}},
		{"not selected", without(2, 9)},
		{"!sele", without(2, 9)},
		// elements
		{"element N Na", []int{6, 12}},
		{"elem n,na", []int{6, 12}},
		{"element N+Na", []int{6, 12}},
		{"element 7, 11", []int{6, 12}},
		{"element nitrogen sodium", []int{6, 12}},
		{"element = N", []int{6}},
		{"element != H C O", []int{6, 12, 16}},
		{"element C*", []int{7, 8, 10, 13, 14, 15, 16}}, // and chlorine
		{"N Na", []int{6, 12}},
		{"N, Na or Cl", []int{6, 12, 16}},
		{"sodium or chlorine", []int{12, 16}},
		{"hydrogen", []int{1, 2, 4, 5, 11}},
		{"heavy and water", []int{0, 3}},
		{"metal", []int{12}},
		{"halogens", []int{16}},
		// names
		{"name CA", []int{7}},
		{"name ca CB", []int{7, 10}},
		{"name HW*", []int{1, 2, 4, 5}},
		{"name C?", []int{7, 10}},
		{"name C1' C2'", []int{13, 14}},
		{`name "NA+"`, []int{12}},
		{"name NA+", []int{12}},
		{"resname WATE", waters},
		{"resn ala+lig", []int{6, 7, 8, 9, 10, 11, 13, 14, 15, 16}},
		{"resname ION", []int{12}},
		{"chain A", []int{6, 7, 8, 9, 10, 11}},
		{"chain a", []int{13, 14, 15, 16}},
		{"chain x", []int{12}},
		{"chain x and charge 1", []int{12}},
		// numbers
		{"index 1-3", []int{1, 2, 3}},
		{"index 1:3 7", []int{1, 2, 3, 7}},
		{"index 1 - 3, 7", []int{1, 2, 3, 7}},
		{"index 1 to 3", []int{1, 2, 3}},
		{"index 1+3", []int{1, 3}},
		{"serial 1-3", []int{0, 1, 2}},
		{"atom < 2", []int{0, 1}},
		{"resid -5", []int{6, 7, 8, 9, 10, 11}},
		{"resid -5-1", []int{0, 1, 2, 6, 7, 8, 9, 10, 11}},
		{"resid -9--5", []int{6, 7, 8, 9, 10, 11}},
		{"resid 1 -5", []int{0, 1, 2, 6, 7, 8, 9, 10, 11}},
		{"resid 7 to 8", []int{12, 13, 14, 15, 16}},
		{"molecule 1", []int{3, 4, 5}},
		{"fragment 0 1", waters},
		{"charge 1", []int{6, 12}},
		{"charge +1", []int{6, 12}},
		{"charge -1", []int{9}},
		{"charge != 0", []int{6, 9, 12}},
		{"charge <= -1", []int{9}},
		{"degree 0", []int{12}},
		{"degree > 2", []int{7, 15}},
		{"mass > 20", []int{12, 16}},
		{"x<2", []int{0, 2}},
		{"2 > x", []int{0, 2}},
		{"1 < x <= 5", []int{1, 12}},
		{"x 1:2 and z < 2", []int{0, 1, 2}},
		{"x > 15 and y<10", []int{3, 4, 5}},
		{"fz >= 0.5", []int{12}},
		{"occupancy >= 1.55", []int{16}},
		{`"partial charge" = 0 and Cl`, []int{16}},
		// groups
		{"water", waters},
		{"ions", []int{12}},
		{"protein", []int{6, 7, 8, 9, 10, 11}},
		{"backbone", []int{6, 7, 8, 9}},
		{"ring", []int{13, 14, 15}},
		// joins
		{"water and O or Na", []int{0, 3, 12}},
		{"Na or water and O", []int{0, 3, 12}},
		{"(Na or water) and not O", []int{1, 2, 4, 5, 12}},
		{"water & O | Na", []int{0, 3, 12}},
		{"water && !O || Na", []int{1, 2, 4, 5, 12}},
		{"water xor oxygen", []int{1, 2, 4, 5, 9}},
		{"not water and not protein", []int{12, 13, 14, 15, 16}},
		{"Water AND Oxygen", []int{0, 3}},
		// bonds
		{"bonded to name CA", []int{6, 8, 10, 11}},
		{"bonded-to (name CA)", []int{6, 8, 10, 11}},
		{"bound_to name CA CB", []int{6, 7, 8, 10, 11}},
		{"neighbors of name CA CB", []int{6, 8, 11}},
		{"hydrogen and bonded to O", []int{1, 2, 4, 5}},
		{"extend 1 of name CA", []int{6, 7, 8, 10, 11}},
		{"grow 2 (name CB)", []int{6, 7, 8, 10, 11}},
		{"extend 0 of Cl", []int{16}},
		{"extend 99 of Cl", []int{13, 14, 15, 16}},
		{"same molecule as Cl", []int{13, 14, 15, 16}},
		{"bymol Cl", []int{13, 14, 15, 16}},
		{"same residue as index 3", []int{3, 4, 5}},
		{"byres index 3", []int{3, 4, 5}},
		{"same resname as index 3", waters},
		{"same element as index 6 9", []int{0, 3, 6, 9}},
		{"same chain as (charge -1)", []int{6, 7, 8, 9, 10, 11}},
		{"same charge as index 6", []int{6, 12}},
		{"same name as index 1", []int{1, 4}},
		{"same resid as index 0", []int{0, 1, 2}},
		// distances, through the faces of the cell
		{"within 2.1 of index 0", []int{0, 1, 2, 3}},
		{"within 2.1 Å of index 0", []int{0, 1, 2, 3}},
		{"exwithin 2.1 of index 0", []int{1, 2, 3}},
		{"around 2.1 index 0", []int{1, 2, 3}},
		{"O and within 2.1 of index 0", []int{0, 3}},
		{"O within 2.1 of index 0", []int{0, 3}},
		{"index 0 around 2.1", []int{1, 2, 3}},
		{"index 0 within 2.1 and O", []int{0, 3}},
		{"water and beyond 2.1 of index 0", []int{4, 5}},
		{"within 5 of none", []int{}},
		{"within 40 of Na", everything},
		{"bymol within 2.1 of index 0", waters},
		{"within 0 of Na", []int{12}},
	}
	for _, c := range tests {
		q, err := Parse(c.query)
		if err != nil {
			t.Errorf("%s: %v", c.query, err)
			continue
		}
		got, err := q.Select(s, []int{9, 2, 99, -1})
		if err != nil || !slices.Equal(got.Atoms, c.want) {
			t.Errorf("%s: got %v, %v, want %v", c.query, got.Atoms, err, c.want)
		}
		again, err := Parse(q.String())
		if err != nil || again.String() != q.String() {
			t.Errorf("%s is written %q, which reads as %v, %v", c.query, q, again, err)
			continue
		}
		if rewritten, err := again.Select(s, []int{2, 9}); err != nil || !slices.Equal(got.Atoms, rewritten.Atoms) {
			t.Errorf("%s is written %q, which gives %v, %v", c.query, q, rewritten.Atoms, err)
		}
	}
}

func TestReadAs(t *testing.T) {
	tests := [][2]string{
		{"water & O | Na", "(water and element O) or element Na"},
		{"Na or water and O", "element Na or (water and element O)"},
		{"C or N or O", "element C or element N or element O"},
		{"within 5 of protein and name CA", "(within 5 of protein) and name CA"},
		{"not within 5 of protein", "not (within 5 of protein)"},
		{"resn 'A B' 'or'", `resname "A B" "or"`},
		{"1 < x < 5", "x > 1 and x < 5"},
		{"index 3-4,9", "index 3:4 9"},
		{"elem C+N", "element C N"},
		{"bonded-to C", "bonded to element C"},
		{"bymol Cl", "same molecule as element Cl"},
	}
	for _, c := range tests {
		q, err := Parse(c[0])
		if err != nil || q.String() != c[1] {
			t.Errorf("%s: got %v, %v, want %s", c[0], q, err, c[1])
		}
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		query      string
		offset     int
		length     int
		msg        string
		suggestion string
	}{
		{"", 0, 0, "the expression ends where atoms are expected", ""},
		{"resnam WAT", 0, 6, "“resnam” is not a word of a selection", "resname"},
		{"all and WAT", 8, 3, "“WAT” is not a word of a selection", "resname WAT"},
		{"elemnt C", 0, 6, "not a word", "element"},
		{"element Xx", 8, 2, "“Xx” is not an element", ""},
		{"element CA1", 8, 3, "“CA1” is not an element", "element C or name CA1"},
		{"element", 7, 0, "a value is expected after “element”, as in element C N", ""},
		{"element C,", 10, 0, "a value is expected after the separator", ""},
		{"element < C", 7, 0, "“element” is a text", ""},
		{"index", 5, 0, "a number or a comparison is expected after “index”", ""},
		{"index 1.5", 6, 3, "“index” takes whole numbers", ""},
		{"index 5-1", 6, 3, "the range runs backward", "1-5"},
		{"index 5-", 8, 0, "the range has no end", ""},
		{"charge >", 8, 0, "a number is expected after “>”", ""},
		{"(water", 0, 1, "this “(” is not closed", ""},
		{"water)", 5, 1, "there is no “(” for this “)”", ""},
		{"water protein", 6, 7, "“and” or “or” is missing before “protein”", ""},
		{"name CA resname ALA", 8, 7, "“and” or “or” is missing before “resname”", ""},
		{"water an protein", 6, 2, "“and” or “or” is missing before “an”", ""},
		{"water adn protein", 6, 3, "“adn” is not known here", "and"},
		{"water and", 9, 0, "the expression ends where atoms are expected", ""},
		{"and water", 0, 3, "an expression cannot begin with “and”", ""},
		{"water and or protein", 10, 2, "atoms are expected before “or”", ""},
		{"within of water", 7, 0, "a distance in Å is expected after “within”", ""},
		{"within -3 of water", 9, 0, "a distance in Å is expected", ""},
		{"within 3 of", 11, 0, "within 3 of what", ""},
		{"bonded to", 9, 0, "atoms are expected after “bonded”", ""},
		{"same color as C", 5, 5, "“same” is followed by molecule", ""},
		{"same molecule C", 14, 0, "“as” is expected", ""},
		{"extend 1.5 of C", 10, 0, "a whole number of bonds", ""},
		{"name 'CA", 5, 3, "the quote is not closed", ""},
		{"5", 0, 1, "say what the number is", "index 5"},
		{"5 < water", 4, 5, "a value of the atoms is expected here", ""},
		{"water # 3", 6, 1, "“#” has no meaning here", ""},
		{"water ä", 6, 2, "“ä” has no meaning here", ""},
		{"beta > 5", 0, 4, "the atoms have no value of this name; they have occupancy, partial charge", ""},
		{"fa > 0.5 or foo > 3", 0, 2, "the atoms have no value of this name", ""},
		{strings.Repeat("(", 60) + "all" + strings.Repeat(")", 60), 50, 0, "more than 50 expressions", ""},
		{strings.Repeat("not ", 60) + "all", 199, 0, "more than 50 expressions", ""},
		{strings.Repeat("a", 5000), MaxLength, 0, "longer than 4096 bytes", ""},
	}
	for _, c := range tests {
		q, err := Parse(c.query)
		if err == nil {
			_, err = q.Select(sample(), nil)
		}
		var e *ParseError
		if !errors.As(err, &e) {
			t.Errorf("%s: got %v, want an error", c.query, err)
			continue
		}
		if e.Offset != c.offset || e.Length != c.length || !strings.Contains(e.Msg, c.msg) || e.Suggestion != c.suggestion {
			t.Errorf("%s: got %d+%d %q, did you mean %q; want %d+%d %q, %q", c.query, e.Offset, e.Length, e.Msg, e.Suggestion, c.offset, c.length, c.msg, c.suggestion)
		}
	}
}

func TestNotes(t *testing.T) {
	bare := &structure.Structure{Elements: []uint8{6}, Positions: []float64{0, 0, 0}}
	tests := []struct {
		s     *structure.Structure
		query string
		want  []string
	}{
		{sample(), "resname ALA", nil},
		{sample(), "resname GLY WATE", []string{"No residue name is “GLY”; there are WATE, ALA, ION, LIG."}},
		{sample(), "chain B", []string{"No chain is “B”; there are W, A, x, a."}},
		{sample(), "name ZZ*", []string{"No atom name is “ZZ*”; there are OW, HW1, HW2, N, CA, C and more."}},
		{bare, "resname ALA or name C", []string{"The structure has no residue names.", "The structure has no atom names."}},
		{bare, "resid 1", []string{"The structure has no residue numbers."}},
		{bare, "backbone", []string{"The structure has no residue names."}},
	}
	for _, c := range tests {
		q, err := Parse(c.query)
		if err != nil {
			t.Fatal(err)
		}
		got, err := q.Select(c.s, nil)
		if err != nil || !slices.Equal(got.Notes, c.want) {
			t.Errorf("%s: got %q, %v, want %q", c.query, got.Notes, err, c.want)
		}
	}
	q, _ := Parse("fx > 0.5")
	if _, err := q.Select(bare, nil); err == nil || !strings.Contains(err.Error(), "there is no cell") {
		t.Errorf("fractions without a cell: got %v", err)
	}
}

// Without bonds the molecules are those that the structure says.
func TestMoleculesWithoutBonds(t *testing.T) {
	s := sample()
	s.Bonds = nil
	s.Molecules = make([]int32, s.Len())
	s.Molecules[4], s.Molecules[8] = 3, 3
	q, _ := Parse("molecule 3")
	if got, err := q.Select(s, nil); err != nil || !slices.Equal(got.Atoms, []int{4, 8}) {
		t.Errorf("got %v, %v", got, err)
	}
}

// The distance of "within" is the one to the nearest image, in cells of any shape, also
// thinner than the distance.
func TestWithinAgainstAllPairs(t *testing.T) {
	rounds := 150
	if os.Getenv("MOLSMITH_FULL") != "" {
		rounds = 5000
	}
	r := rng.New(7)
	for round := range rounds {
		n := 1 + r.Intn(60)
		s := &structure.Structure{Elements: make([]uint8, n), Positions: make([]float64, 3*n)}
		var c *cell.Cell
		if round%4 > 0 {
			edge := func() float64 { return 1 + 20*r.Float64()*r.Float64() }
			angle := func() float64 { return 50 + 70*r.Float64() }
			made, err := cell.FromParameters(edge(), edge(), edge(), angle(), angle(), angle())
			if err != nil {
				continue
			}
			v := made.Vectors()
			c, s.Cell = &made, &v
		}
		for i := range s.Elements {
			s.Elements[i] = uint8(6 + r.Intn(2))
			for k := range 3 {
				s.Positions[3*i+k] = 40 * (r.Float64() - 0.5)
			}
		}
		distance := 0.2 + 12*r.Float64()*r.Float64()
		q, err := Parse("within " + number(distance) + " of N")
		if err != nil {
			t.Fatal(err)
		}
		got, err := q.Select(s, nil)
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		var want []int
		for i := range n {
			best := math.Inf(1)
			for j := range n {
				if s.Elements[j] != 7 {
					continue
				}
				d := geom.At(s.Positions, i).Sub(geom.At(s.Positions, j))
				if c != nil {
					d = c.MinImage(d)
				}
				best = min(best, d.Dot(d))
			}
			if best <= distance*distance {
				want = append(want, i)
			}
		}
		if !slices.Equal(got.Atoms, want) && len(got.Atoms)+len(want) > 0 {
			t.Fatalf("round %d, %d atoms, %g Å, cell %v: got %v, want %v", round, n, distance, s.Cell, got.Atoms, want)
		}
	}
}

// The algebra of sets holds for whatever is combined.
func TestAlgebra(t *testing.T) {
	s := sample()
	parts := []string{"water", "element C", "charge != 0", "x < 10", "within 3 of Na", "selected", "same residue as index 7", "none", "all"}
	atoms := func(query string) []int {
		q, err := Parse(query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		got, err := q.Select(s, []int{1, 8, 13})
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		return got.Atoms
	}
	for _, a := range parts {
		for _, b := range parts {
			for _, pair := range [][2]string{
				{"not (A and B)", "not A or not B"},
				{"A xor B", "(A or B) and not (A and B)"},
				{"A and not B", "not (not A or B)"},
				{"beyond 4 of (A and B)", "not within 4 of (A and B)"},
				{"same molecule as (A or B)", "same molecule as A or same molecule as B"},
				{"exwithin 4 of A", "within 4 of A and not A"},
			} {
				replace := strings.NewReplacer("A", "("+a+")", "B", "("+b+")")
				if left, right := atoms(replace.Replace(pair[0])), atoms(replace.Replace(pair[1])); !slices.Equal(left, right) {
					t.Errorf("%s and %s: %s gives %v, %s gives %v", a, b, pair[0], left, pair[1], right)
				}
			}
		}
	}
}

func TestWild(t *testing.T) {
	tests := []struct {
		pattern, text string
		want          bool
	}{
		{"*", "", true}, {"", "", true}, {"", "a", false}, {"a*b", "ab", true}, {"a*b", "axbxb", true}, {"a*b", "axbx", false},
		{"?", "", false}, {"a?c*", "abc", true}, {"**a**", "xax", true}, {"*ab*ab", "abab", true}, {"*ab*ab", "ab", false},
	}
	for _, c := range tests {
		if got := exactly(c.pattern, c.text); got != c.want {
			t.Errorf("%q matches %q: got %v", c.pattern, c.text, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"element C N and within 3.5 of (resname LIG or name CA*)", "index 1-20:3", "not (x<5 or 2 < z <= 9)", `name "N A" 'or'`,
		"same residue as resid -5--1", "C, N+O", "chain A around 5", "bonded to extend 2 of selected", "\"b factor\" > 1e-3", "1e", "fx 0.1:0.5", "as As", "Y y < 3",
	} {
		f.Add(seed)
	}
	s := sample()
	f.Fuzz(func(t *testing.T, expression string) {
		q, err := Parse(expression)
		if err != nil {
			var e *ParseError
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset+e.Length > len(expression) || e.Msg == "" || strings.Contains(e.Msg, "\n") {
				t.Fatalf("%q: error %#v", expression, err)
			}
			return
		}
		written := q.String()
		again, err := Parse(written)
		if err != nil {
			if len(written) > MaxLength || strings.Contains(err.Error(), "inside of each other") {
				return // what it says takes more room with all parentheses
			}
			t.Fatalf("%q is written %q: %v", expression, written, err)
		}
		if again.String() != written {
			t.Fatalf("%q is written %q, then %q", expression, written, again.String())
		}
		first, err1 := q.Select(s, []int{1})
		second, err2 := again.Select(s, []int{1})
		if (err1 == nil) != (err2 == nil) || !reflect.DeepEqual(first.Atoms, second.Atoms) {
			t.Fatalf("%q gives %v, %v; written %q it gives %v, %v", expression, first.Atoms, err1, written, second.Atoms, err2)
		}
	})
}
