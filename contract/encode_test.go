package contract

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

// full has every field.
func full() *Structure {
	return &Structure{
		Elements:      []uint8{8, 1, 1, 17},
		Positions:     []float64{0, 0, 0.1173, 0.7572, 0, -0.4692, -0.7572, 0, -0.4692, 1e-7, 123456.78901234567, -1e21},
		Cell:          &[9]float64{20, 0, 0, -1.5, 21.25, 0, 1.0 / 3, 0, 22},
		Bonds:         [][2]uint32{{0, 1}, {2, 0}},
		BondOrders:    []uint8{1, 4},
		Molecules:     []int32{0, 0, 0, 1},
		ResidueNames:  []string{"WATE", "WATE", "WATE", "CL"},
		ResidueIDs:    []int32{1, 1, 1, -2},
		AtomNames:     []string{"O1", "H1", "H2", `"Å\`},
		ChainIDs:      []string{"A", "A", "A", "é"},
		FormalCharges: []int32{0, 0, 0, -1},
		Scalars:       []Channel{{"partial_charge", []float64{-0.834, 0.417, 0.417, -1}}, {"b", []float64{0, 0, 0, 0}}},
	}
}

func TestAppendStructure(t *testing.T) {
	want := `{"elements":[8,1,1,17],` +
		`"positions":[0,0,0.1173,0.7572,0,-0.4692,-0.7572,0,-0.4692,1e-7,123456.78901234567,-1e+21],` +
		`"cell":[20,0,0,-1.5,21.25,0,0.3333333333333333,0,22],"bonds":[[0,1],[2,0]],"bondOrders":[1,4],` +
		`"molecules":[0,0,0,1],"residueNames":["WATE","WATE","WATE","CL"],"residueIds":[1,1,1,-2],` +
		`"atomNames":["O1","H1","H2","\"Å\\"],"chainIds":["A","A","A","é"],"formalCharges":[0,0,0,-1],` +
		`"scalars":{"partial_charge":[-0.834,0.417,0.417,-1],"b":[0,0,0,0]}}`
	if got := string(AppendStructure(nil, full())); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got, want := string(AppendStructure([]byte("x"), &Structure{})), `x{"elements":[],"positions":[],"cell":null,"bonds":[]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// Present but empty is not absent.
	if got, want := string(AppendStructure(nil, &Structure{ChainIDs: []string{}, Scalars: []Channel{}})),
		`{"elements":[],"positions":[],"cell":null,"bonds":[],"chainIds":[],"scalars":{}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAppendResult(t *testing.T) {
	r := &BuilderResult{
		Contract:   1,
		Name:       "water\n",
		Warnings:   []string{"<img onerror=alert(1)>", "\u2028"},
		Provenance: Provenance{{"molsmith", "0.1.0"}, {"seed", int64(9007199254740991)}, {"closest", 1.9999}},
	}
	want := `{"contract":1,"name":"water\n","structure":{"elements":[],"positions":[],"cell":null,"bonds":[]},` +
		"\"warnings\":[\"<img onerror=alert(1)>\",\"\u2028\"]," +
		`"provenance":{"molsmith":"0.1.0","seed":9007199254740991,"closest":1.9999}}`
	if got := string(AppendResult(nil, r)); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if !json.Valid(AppendResult(nil, &BuilderResult{Provenance: Provenance{{"x", math.NaN()}}})) {
		t.Error("a number that is not finite makes invalid JSON")
	}
}

func TestRoundTrip(t *testing.T) {
	for _, s := range []*Structure{full(), {Elements: []uint8{}, Positions: []float64{}, Bonds: [][2]uint32{}}, waters(50)} {
		text := AppendStructure(nil, s)
		got, warnings, err := DecodeStructure(text, true)
		if err != nil || warnings != nil {
			t.Fatalf("got %v %v", warnings, err)
		}
		if !reflect.DeepEqual(got, s) {
			t.Errorf("got %+v\nwant %+v", got, s)
		}
		if again := string(AppendStructure(nil, got)); again != string(text) {
			t.Errorf("got %s\nwant %s", again, text)
		}
	}
}

func TestCanonicalHash(t *testing.T) {
	// printf '{"elements":[],"positions":[],"cell":null,"bonds":[]}' | sha256sum
	const empty = "5078213fbd0ffc4771d38e19eeaec6ace22953b0e9b4e89766ddaeb5a1f5b646"
	if got := CanonicalHash(&Structure{}); got != empty {
		t.Errorf("got %q, want %q", got, empty)
	}
	a, b := full(), full()
	b.Positions[0] = math.Copysign(0, -1)
	if CanonicalHash(a) != CanonicalHash(b) {
		t.Error("0 and -0 hash differently")
	}
	b.Positions[0] = 1e-300
	if CanonicalHash(a) == CanonicalHash(b) {
		t.Error("different positions hash equally")
	}
}

func TestRoundPayload(t *testing.T) {
	s := &Structure{
		Elements:  []uint8{1},
		Positions: []float64{1.000004999, -0.000001, 2.0000051},
		Cell:      &[9]float64{10.000001, 0, 0, -1e-9, 10, 0, 0, 0, 10.123456},
	}
	got := RoundPayload(s)
	if text, want := string(AppendStructure(nil, &got)), `{"elements":[1],"positions":[1,0,2.00001],"cell":[10,0,0,0,10,0,0,0,10.12346],"bonds":[]}`; text != want {
		t.Errorf("got %s, want %s", text, want)
	}
	if math.Signbit(got.Positions[1]) || math.Signbit(got.Cell[3]) {
		t.Error("got a negative zero")
	}
	if s.Positions[2] != 2.0000051 || s.Cell[8] != 10.123456 {
		t.Error("the argument was changed")
	}
	if again := RoundPayload(&got); !reflect.DeepEqual(again, got) {
		t.Error("rounding twice differs from rounding once")
	}
}

func TestCompact(t *testing.T) {
	s := &Structure{BondOrders: []uint8{1, 1}, FormalCharges: []int32{0, 0}}
	if s.Compact(); s.BondOrders != nil || s.FormalCharges != nil {
		t.Errorf("got %v %v, want both absent", s.BondOrders, s.FormalCharges)
	}
	s = &Structure{BondOrders: []uint8{1, 2}, FormalCharges: []int32{0, -1}}
	if s.Compact(); s.BondOrders == nil || s.FormalCharges == nil {
		t.Error("orders and charges that say something were left out")
	}
}

func TestSafeName(t *testing.T) {
	for _, c := range [][2]string{
		{"water-ethanol", "water-ethanol"},
		{"  two words ", "two-words"},
		{"N,N-dimethyl formamide", "N-N-dimethyl-formamide"},
		{"<img src=x onerror=alert(1)>", "img-src-x-onerror-alert-1"},
		{"../../etc/passwd", "..-..-etc-passwd"},
		{"", "result"},
		{" \t\n", "result"},
		{"...", "result"},
		{"水", "result"},
		{"\x00\x1f", "result"},
		{"a" + strings.Repeat("b", 10_000), "a" + strings.Repeat("b", 63)},
		{strings.Repeat("é", 10_000), "result"},
		{strings.Repeat("x", 63) + "--", strings.Repeat("x", 63)},
	} {
		if got := SafeName(c[0]); got != c[1] {
			t.Errorf("SafeName(%.40q): got %q, want %q", c[0], got, c[1])
		}
	}
}

func TestProvenance(t *testing.T) {
	var p Provenance
	p.Set("a", "1")
	p.Set("b", int64(2))
	p.Set("a", 3.5)
	if got, want := string(AppendProvenance(nil, p)), `{"a":3.5,"b":2}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if v, ok := p.Get("b"); !ok || v != int64(2) {
		t.Errorf("got %v %v, want 2", v, ok)
	}
	if _, ok := p.Get("c"); ok {
		t.Error("got an entry that is not there")
	}
}
