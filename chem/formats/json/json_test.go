package json

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

func full() *structure.Structure {
	return &structure.Structure{
		Elements:      []uint8{8, 1, 1, 11},
		Positions:     []float64{0, 1.0 / 3, -1e-17, 0.9572, 0, 0, -0.24, 0.9266, 0, 5, -5, 123456.789},
		Cell:          &[9]float64{10, 0, 0, 1.0 / 3, 9.5, 0, 0, -2, 8},
		Bonds:         [][2]uint32{{0, 1}, {0, 2}},
		BondOrders:    []uint8{1, 2},
		Molecules:     []int32{0, 0, 0, 1},
		ResidueNames:  []string{"", "W T", "WAT", "ø"},
		ResidueIDs:    []int32{1, 1, 1, -2},
		AtomNames:     []string{"O1", "H1", "H2", "Na"},
		ChainIDs:      []string{"A", " ", "A", "é"},
		FormalCharges: []int32{0, 0, 0, 1},
		Scalars:       []structure.Channel{{Name: "q", Values: []float64{-0.8, 0.4, 0.4, 1}}, {Name: "a b", Values: []float64{1, 2, 3, 4e-300}}},
	}
}

func TestRoundTrip(t *testing.T) {
	for name, s := range map[string]*structure.Structure{
		"full": full(),
		"bare": {Elements: []uint8{6}, Positions: []float64{1, 2, 3}, Bonds: [][2]uint32{}},
	} {
		for _, title := range []string{"", "salt water"} {
			text, report, err := Write(s, format.Options{Name: title})
			if err != nil || report.Losses != nil || report.Changes != nil {
				t.Fatalf("%s: got %+v, %v", name, report, err)
			}
			file, err := Read(text)
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, text)
			}
			if !reflect.DeepEqual(file.Structure, s) || file.Name != title || file.Frames != 1 || len(file.Warnings) > 0 {
				t.Errorf("%s: got %+v %+v, want %+v named %q", name, file, file.Structure, s, title)
			}
		}
	}
}

func TestRead(t *testing.T) {
	const result = `{"contract":1,"name":"x","structure":{"elements":[6],"positions":[0,0,0],"cell":null,"bonds":[]},"warnings":["from the tool"],"provenance":{}}`
	file, err := Read([]byte(result))
	if err != nil || file.Name != "x" || !slices.Equal(file.Warnings, []string{"from the tool"}) {
		t.Errorf("got %+v, %v", file, err)
	}
	if _, err := Read([]byte("\ufeff" + result)); err != nil {
		t.Errorf("byte order mark: %v", err)
	}
	tests := []struct{ name, text, want string }{
		{"result", strings.Replace(result, "[6]", "[0]", 1), "/structure/elements/0"},
		{"structure", `{"elements":[6],"positions":[0,0],"cell":null,"bonds":[]}`, "positions"},
		{"no atoms", `{"elements":[],"positions":[],"cell":null,"bonds":[]}`, "the structure holds no atoms"},
		{"other object", `{"type":"FeatureCollection"}`, ""},
		{"cut", result[:60], ""},
	}
	for _, c := range tests {
		_, err := Read([]byte(c.text))
		if e := (*contract.DecodeError)(nil); !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want a *contract.DecodeError with %q", c.name, err, c.want)
		}
	}
}

func TestLimit(t *testing.T) {
	n := contract.MaxAtoms + 1
	s := &structure.Structure{Elements: make([]uint8, n), Positions: make([]float64, 3*n)}
	_, _, err := Write(s, format.Options{})
	if want := "a contract Structure holds at most 500\u202f000 atoms; this one has 500\u202f001"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"", "x"} {
		text, _, _ := Write(full(), format.Options{Name: name})
		f.Add(text)
	}
	f.Add([]byte(`{"elements":[6],"positions":[0,0,0],"cell":null,"bonds":[[0,0]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data)
		if err != nil {
			return
		}
		if err := file.Structure.Validate(); err != nil {
			t.Fatalf("the structure is not valid: %v", err)
		}
		first, _, err := Write(file.Structure, format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read(first)
		if err != nil {
			t.Fatalf("read of what was written: %v\n%s", err, first)
		}
		if second, _, _ := Write(again.Structure, format.Options{}); string(first) != string(second) {
			t.Errorf("the second writing differs:\n%s\n%s", first, second)
		}
	})
}

func ExampleWrite() {
	hydrogen := &structure.Structure{Elements: []uint8{1, 1}, Positions: []float64{0, 0, 0, 0.7414, 0, 0}, Bonds: [][2]uint32{{0, 1}}}
	text, _, err := Write(hydrogen, format.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text))
	// Output: {"elements":[1,1],"positions":[0,0,0,0.7414,0,0],"cell":null,"bonds":[[0,1]]}
}
