package symm

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/internal/oracle"
)

func TestParse(t *testing.T) {
	tests := []struct{ text, want string }{
		{"x,y,z", "x,y,z"},
		{" X , Y , Z ", "x,y,z"},
		{"-x, y+1/2, -z", "-x,y+1/2,-z"},
		{"1/2-X,+Y,.5+z", "-x+1/2,y,z+1/2"},
		{"-y,x-y,z+0.33333", "-y,x-y,z+1/3"},
		{"x+2/3,y+1/3,z-2/3", "x+2/3,y+1/3,z+1/3"},
		{"x+5/4, y-7/4, z", "x+1/4,y+1/4,z"},
		{"2*x-3y,x-y,z", "2x-3y,x-y,z"},
		{"z + 0.1, x, y", "z+1/10,x,y"},
		{"x,y", `expected three coordinates such as "-x, y+1/2, -z", found "x,y"`},
		{"x,y,z,x", `expected three coordinates`},
		{"x,y,z+q", `symmetry operation "x,y,z+q": expected x, y, z or a number, found "q"`},
		{"x,y,", `symmetry operation "x,y,": a coordinate is empty`},
		{"x,x,z", `symmetry operation "x,x,z" does not keep the volume`},
		{"x,y,z+1/0", `symmetry operation "x,y,z+1/0": expected a number, found "1/0"`},
		{"x,y,z y", `symmetry operation "x,y,z y": expected + or -, found "y"`},
		{"0.5x,y,2z", `symmetry operation "0.5x,y,2z": the factor of x must be a small whole number`},
		{"x,y,1.2.3+z", `symmetry operation "x,y,1.2.3+z": expected a number, found "1.2.3"`},
	}
	for _, c := range tests {
		o, err := Parse(c.text)
		got := o.String()
		if err != nil {
			got = err.Error()
		}
		if got != c.want && (err == nil || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TestSettings reads every Hall symbol of the table and compares the operations with those
// that spglib lists.
func TestSettings(t *testing.T) {
	text, err := oracle.Unpacked("testdata/operations.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	table := strings.Split(strings.TrimSpace(settingsTable), "\n")
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(rows) != 530 || len(table) != 530 {
		t.Fatalf("got %d rows for %d settings, want 530", len(rows), len(table))
	}
	for i, row := range rows {
		words := strings.Split(row, "\t")
		if hall := strings.Split(table[i], "\t")[2]; hall != words[0] {
			t.Fatalf("row %d: %q beside %q", i+1, words[0], hall)
		}
		group, err := ParseHall(words[0])
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if group[0] != Identity() {
			t.Errorf("%s: the first operation is %s", words[0], group[0])
		}
		missing := 0
		for _, word := range words[1:] {
			want, err := Parse(word)
			if err != nil {
				t.Fatal(err)
			}
			found := false
			for k := range group {
				found = found || group[k].same(&want)
			}
			if !found {
				missing++
			}
		}
		if missing > 0 || len(group) != len(words)-1 {
			t.Errorf("setting %d, %s: got %d operations, of %d wanted ones %d are missing", i+1, words[0], len(group), len(words)-1, missing)
		}
	}
}

func TestParseHallErrors(t *testing.T) {
	for symbol, want := range map[string]string{
		"":               `the Hall symbol "": expected a lattice letter and one to four axes`,
		"P":              `the Hall symbol "P": expected a lattice letter and one to four axes`,
		"X 2":            `the Hall symbol "X 2": expected a lattice letter first`,
		"P 5":            `the Hall symbol "P 5": expected an axis 1, 2, 3, 4 or 6, found "5"`,
		"P -":            `the Hall symbol "P -": an axis is empty`,
		"P 2q":           `the Hall symbol "P 2q": the axis "2q" holds "q"`,
		"P 3'":           `the Hall symbol "P 3'": only twofold axes lie along diagonals`,
		"P 2*":           `the Hall symbol "P 2*": only threefold axes lie along the body diagonal`,
		"P 2 (0 0)":      `the Hall symbol "P 2 (0 0)": a change of basis must be an origin in twelfths such as (0 0 1)`,
		"P 3 4 6 2":      `the Hall symbol "P 3 4 6 2": its axes give no space group`,
		"P 2 (x,y,z)":    `the Hall symbol "P 2 (x,y,z)": a change of basis must be an origin in twelfths such as (0 0 1)`,
		"P 2 (0 0 1000)": `the Hall symbol "P 2 (0 0 1000)": a change of basis must be an origin in twelfths such as (0 0 1)`,
	} {
		if _, err := ParseHall(symbol); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestByName(t *testing.T) {
	monoclinicC := Shape{[3]float64{5, 6, 7}, [3]float64{90, 90, 101}}
	monoclinicB := Shape{[3]float64{5, 6, 7}, [3]float64{90, 101, 90}}
	rhombohedral := Shape{[3]float64{5, 5, 5}, [3]float64{57, 57, 57}}
	hexagonal := Shape{[3]float64{5, 5, 17}, [3]float64{90, 90, 120}}
	tests := []struct {
		name  string
		shape Shape
		hall  string
		sure  bool
	}{
		{"P 1", Shape{}, "P 1", true},
		{"p1", Shape{}, "P 1", true},
		{"P 21/c", monoclinicB, "-P 2ybc", false},
		{"P 1 21/c 1", monoclinicB, "-P 2ybc", true},
		{"P21/n", monoclinicB, "-P 2yn", true},
		{"P2(1)/n", monoclinicB, "-P 2yn", true},
		{"P 1 21/n 1", monoclinicB, "-P 2yn", true},
		{"P2_1/a", monoclinicB, "-P 2yab", true},
		{"P 21/a", monoclinicC, "-P 2ac", true},
		{"C 2/c", monoclinicB, "-C 2yc", false},
		{"P m", monoclinicC, "P -2", true},
		{"R -3 m", hexagonal, `-R 3 2"`, true},
		{"R -3 m", rhombohedral, "-P 3* 2", true},
		{"R -3 m :H", rhombohedral, `-R 3 2"`, true},
		{"R-3mR", hexagonal, "-P 3* 2", true},
		{"R -3 H", hexagonal, "-R 3", true},
		{"F d -3 m", Shape{}, "F 4d 2 3 -1d", false},
		{"F d 3 m :2", Shape{}, "-F 4vw 2vw 3", true},
		{"F d -3 m Z", Shape{}, "-F 4vw 2vw 3", true},
		{"Fd-3mS", Shape{}, "", false},
		{"Pm3m", Shape{}, "-P 4 2 3", true},
		{"F m -3 m", Shape{}, "-F 4 2 3", true},
		{"C m c a", Shape{}, "-C 2bc 2", true},
		{"Cmce", Shape{}, "-C 2bc 2", true},
		{"P n m a", Shape{}, "-P 2ac 2n", true},
		{"P 63/m m c", Shape{}, "-P 6c 2c", true},
		{"P n m a :1", Shape{}, "-P 2ac 2n", true},
		{"Q 7/z", Shape{}, "", false},
		{"", Shape{}, "", false},
	}
	for _, c := range tests {
		s, sure, ok := ByName(c.name, c.shape)
		if s.Hall != c.hall || sure != c.sure || ok != (c.hall != "") {
			t.Errorf("%s: got %+v, %v, want %s, %v", c.name, s, sure, c.hall, c.sure)
		}
	}
	if s, sure, ok := ByNumber(14, monoclinicB); s.Hall != "-P 2ybc" || sure || !ok {
		t.Errorf("number 14: got %+v, %v", s, sure)
	}
	if s, sure, ok := ByNumber(167, hexagonal); s.Name != "R-3c" || s.Choice != "H" || !sure || !ok {
		t.Errorf("number 167: got %+v, %v", s, sure)
	}
	if _, _, ok := ByNumber(231, Shape{}); ok {
		t.Error("there is a group 231")
	}
}

func TestOrbit(t *testing.T) {
	c, err := cell.FromParameters(5.64, 5.64, 5.64, 90, 90, 90)
	if err != nil {
		t.Fatal(err)
	}
	group, err := ParseHall("-F 4 2 3")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		f    cell.Fractional
		want int
	}{
		{cell.Fractional{}, 4},
		{cell.Fractional{A: 0.5, B: 0.5, C: 0.5}, 4},
		{cell.Fractional{A: 0.25, B: 0.25, C: 0.25}, 8},
		{cell.Fractional{A: 0.2501, B: 0.2499, C: 1.2503}, 8},
		{cell.Fractional{A: 0.1, B: 0.1, C: 0.1}, 32},
		{cell.Fractional{A: 0.1, B: 0.2, C: 0.31}, 192},
		{cell.Fractional{A: 0.999, B: -0.001, C: 0}, 4},
	} {
		images := Orbit(group, &c, row.f, nil)
		if len(images) != row.want {
			t.Errorf("%v: got %d images, want %d", row.f, len(images), row.want)
		}
		for _, f := range images {
			if !(f.A >= 0 && f.A < 1 && f.B >= 0 && f.B < 1 && f.C >= 0 && f.C < 1) {
				t.Errorf("%v: image %v is outside the cell", row.f, f)
			}
		}
	}
	// Three decimals of 2/3 settle on it.
	hexagonal, err := cell.FromParameters(10.474, 10.474, 38.782, 90, 90, 120)
	if err != nil {
		t.Fatal(err)
	}
	group, err = ParseHall("-R 3")
	if err != nil {
		t.Fatal(err)
	}
	images := Orbit(group, &hexagonal, cell.Fractional{A: 0.3333, B: 0.6667, C: 0.0154}, nil)
	if len(images) != 6 || math.Abs(images[0].A-1./3) > 1e-12 || math.Abs(images[0].B-2./3) > 1e-12 {
		t.Errorf("got %v", images)
	}
}

// FuzzParse: no panic, and what is read is written and read back.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"x,y,z", "-x+1/2,y-z,0.3333-2*z", "1/3+x,,"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(o.String())
		if err != nil || !again.same(&o) {
			t.Errorf("%q: %s becomes %s, %v", text, o, again, err)
		}
	})
}

func FuzzParseHall(f *testing.F) {
	for _, text := range []string{"-P 2ybc", "P 31 2c (0 0 1)", `-R 3 2"`, "-F 4cvw 2vw 3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		group, err := ParseHall(text)
		if err == nil && (len(group) == 0 || len(group) > maxOperations) {
			t.Errorf("%q: got %d operations", text, len(group))
		}
	})
}

func ExampleParseHall() {
	group, err := ParseHall("-P 2ybc")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range group {
		fmt.Println(o)
	}
	// Output:
	// x,y,z
	// -x,-y,-z
	// -x,y+1/2,-z+1/2
	// x,-y+1/2,z+1/2
}
