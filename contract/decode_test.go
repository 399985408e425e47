package contract

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// with is the JSON of a structure of two bonded hydrogen atoms with one member
// replaced; an empty value leaves it out.
func with(key, value string) string {
	members := [][2]string{{"elements", "[1,1]"}, {"positions", "[0,0,0,0.74,0,0]"}, {"cell", "null"}, {"bonds", "[[0,1]]"}}
	if !slices.ContainsFunc(members, func(m [2]string) bool { return m[0] == key }) {
		members = append(members, [2]string{key, value})
	}
	var parts []string
	for _, m := range members {
		if m[0] == key {
			m[1] = value
		}
		if m[1] != "" {
			parts = append(parts, fmt.Sprintf("%q:%s", m[0], m[1]))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// The rules of contract §5.1, each violated once.
func TestDecodeStructureRefuses(t *testing.T) {
	many := func(item string, n int) string { return "[" + strings.Repeat(item+",", n-1) + item + "]" }
	for _, c := range []struct{ name, json, want string }{
		{"empty", "", "not valid JSON: byte 0: unexpected end, a value is missing"},
		{"null", "null", "got null, want an object with elements, positions, cell and bonds"},
		{"array", "[]", "got an array, want an object with elements, positions, cell and bonds"},
		{"text after the end", with("", "") + "x", "not valid JSON: text after the end of the value at byte 75"},
		{"cut", `{"elements":[1,`, "/elements/1: not valid JSON: byte 15: unexpected end, a value is missing"},
		{"cut in the object", `{"elements":[1]`, "not valid JSON: byte 15: unexpected end inside an object"},

		{"elements missing", with("elements", ""), "elements is missing"},
		{"elements null", with("elements", "null"), "/elements: got null, want an array of integers"},
		{"elements text", with("elements", `"HH"`), "/elements: got text, want an array of integers"},
		{"elements of text", with("elements", `["H","H"]`), "/elements/0: got text, want an integer"},
		{"element 0", with("elements", "[1,0]"), "/elements/1: atomic number 0 is not allowed (1–118)"},
		{"element 119", with("elements", "[119,1]"), "/elements/0: atomic number 119 is not allowed (1–118)"},
		{"element -1", with("elements", "[-1,1]"), "/elements/0: atomic number -1 is not allowed (1–118)"},
		{"element 257", with("elements", "[257,1]"), "/elements/0: atomic number 257 is not allowed (1–118)"},
		{"element 6.5", with("elements", "[6.5,1]"), "/elements/0: got 6.5, want a whole number"},
		{"element 1e400", with("elements", "[1e400,1]"), "/elements/0: the number is too large"},
		{"element null", with("elements", "[null,1]"), "/elements/0: got null, want an integer"},
		{"element NaN", with("elements", "[NaN,1]"), "/elements/0: not valid JSON: byte 13: unexpected N, a value must stand here"},
		{"500001 atoms", with("elements", many("1", MaxAtoms+1)), "/elements: more than 500000 atoms, the most a structure may have"},

		{"positions missing", with("positions", ""), "positions is missing"},
		{"positions short", with("positions", "[0,0,0]"), "/positions: 3 numbers for 2 atoms, want 6"},
		{"positions long", with("positions", "[0,0,0,1,1,1,1]"), "/positions: 7 numbers for 2 atoms, want 6"},
		{"positions nested", with("positions", "[[0,0,0],[1,0,0]]"), "/positions/0: got an array, want a number"},
		{"positions NaN", with("positions", "[NaN,0,0,1,0,0]"), "/positions/0: not valid JSON: byte 31: unexpected N, a value must stand here"},
		{"positions Infinity", with("positions", "[0,0,0,1,0,-Infinity]"), "/positions/5: not valid JSON: byte 41: a number has no digits"},
		{"positions 1e999", with("positions", "[0,1e999,0,1,0,0]"), "/positions/1: the number is too large"},
		{"positions null", with("positions", "[0,0,null,1,0,0]"), "/positions/2: got null, want a number"},
		{"positions leading zero", with("positions", "[0,0,01,1,0,0]"), "/positions/2: not valid JSON: byte 35: a number starts with a needless 0"},
		{"positions too many", with("positions", many("0", 3*MaxAtoms+1)), "/positions: more than 1500000 numbers"},

		{"cell missing", with("cell", ""), "cell is missing; it is 9 numbers, or null for a structure that is not periodic"},
		{"cell of 3", with("cell", "[10,10,10]"), "/cell: 3 numbers, want 9 (three vectors, row by row)"},
		{"cell of 10", with("cell", many("1", 10)), "/cell: more than 9 numbers (three vectors, row by row)"},
		{"cell empty", with("cell", "[]"), "/cell: 0 numbers, want 9 (three vectors, row by row)"},
		{"cell rows", with("cell", "[[1,0,0],[0,1,0],[0,0,1]]"), "/cell/0: got an array, want a number"},
		{"cell false", with("cell", "false"), "/cell: got true or false, want 9 numbers or null"},
		{"cell not finite", with("cell", "[1e999,0,0,0,1,0,0,0,1]"), "/cell/0: the number is too large"},

		{"bonds missing", with("bonds", ""), "bonds is missing"},
		{"bonds object", with("bonds", "{}"), "/bonds: got an object, want an array of pairs of atom numbers"},
		{"bonds flat", with("bonds", "[0,1]"), "/bonds/0: got 0, want a pair of atom numbers"},
		{"bond of one", with("bonds", "[[0]]"), "/bonds/0: a bond joins 2 atoms, not 1"},
		{"bond of three", with("bonds", "[[0,1,2]]"), "/bonds/0: a bond joins 2 atoms, not 3"},
		{"bond out of range", with("bonds", "[[0,2]]"), "/bonds/0: atom 2 does not exist, the structure has 2 atoms"},
		{"bond negative", with("bonds", "[[-1,0]]"), "/bonds/0: atom -1 does not exist"},
		{"bond beyond 32 bits", with("bonds", "[[0,4294967297]]"), "/bonds/0: atom 4294967297 does not exist"},
		{"bond to itself", with("bonds", "[[1,1]]"), "/bonds/0: atom 1 is bonded to itself"},
		{"bond with a fraction", with("bonds", "[[0,0.5]]"), "/bonds/0/1: got 0.5, want an atom number"},
		{"bond of text", with("bonds", `[["0","1"]]`), "/bonds/0/0: got text, want an atom number"},

		{"orders short", with("bondOrders", "[]"), "/bondOrders: 0 orders for 1 bonds"},
		{"orders long", with("bondOrders", "[1,1]"), "/bondOrders: 2 orders for 1 bonds"},
		{"order 0", with("bondOrders", "[0]"), "/bondOrders/0: bond order 0 is not allowed (1, 2, 3, or 4 for aromatic)"},
		{"order 5", with("bondOrders", "[5]"), "/bondOrders/0: bond order 5 is not allowed (1, 2, 3, or 4 for aromatic)"},
		{"order 1.5", with("bondOrders", "[1.5]"), "/bondOrders/0: got 1.5, want a whole number"},
		{"orders null", with("bondOrders", "null"), "/bondOrders: got null, want an array of integers"},

		{"molecules short", with("molecules", "[0]"), "/molecules: 1 items for 2 atoms"},
		{"molecules negative", with("molecules", "[0,-1]"), "/molecules/1: molecule index -1 is negative"},
		{"molecules huge", with("molecules", "[0,3000000000]"), "/molecules/1: molecule index 3000000000 is too large"},
		{"molecules text", with("molecules", `["a","b"]`), "/molecules/0: got text, want an integer"},
		{"residueNames short", with("residueNames", `["A"]`), "/residueNames: 1 items for 2 atoms"},
		{"residueNames numbers", with("residueNames", "[1,2]"), "/residueNames/0: got 1, want a string"},
		{"residueNames not UTF-8", with("residueNames", "[\"A\",\"\xff\"]"), "/residueNames/1: not valid JSON: byte 96: a string is not UTF-8"},
		{"residueIds short", with("residueIds", "[1]"), "/residueIds: 1 items for 2 atoms"},
		{"residueIds fraction", with("residueIds", "[1,1.5]"), "/residueIds/1: got 1.5, want a whole number"},
		{"residueIds huge", with("residueIds", "[1,2147483648]"), "/residueIds/1: residue number 2147483648 does not fit in 32 bits"},
		{"atomNames long", with("atomNames", `["A","B","C"]`), "/atomNames: 3 items for 2 atoms"},
		{"atomNames null", with("atomNames", `[null,"B"]`), "/atomNames/0: got null, want a string"},
		{"chainIds empty", with("chainIds", `["A",""]`), "/chainIds/1: a chain id is exactly one character"},
		{"chainIds two", with("chainIds", `["AB","A"]`), "/chainIds/0: a chain id is exactly one character"},
		{"chainIds short", with("chainIds", `["A"]`), "/chainIds: 1 items for 2 atoms"},
		{"formalCharges short", with("formalCharges", "[1]"), "/formalCharges: 1 items for 2 atoms"},
		{"formalCharges fraction", with("formalCharges", "[0.5,0]"), "/formalCharges/0: got 0.5, want a whole number"},
		{"scalars array", with("scalars", "[]"), "/scalars: got an array, want an object of number arrays"},
		{"scalars short", with("scalars", `{"q":[1]}`), "/scalars/q: 1 values for 2 atoms"},
		{"scalars number", with("scalars", `{"q":1}`), "/scalars/q: got 1, want an array of numbers"},
		{"scalars null inside", with("scalars", `{"q":[1,null]}`), "/scalars/q/1: got null, want a number"},
		{"a name of two lines", with("scalars", `{"a\nb/~":[1]}`), "/scalars/a b~1~0: 1 values for 2 atoms"},
		{"scalars twice", with("scalars", `{"q":[1,2],"q":[1,2]}`), "/scalars/q: occurs twice"},

		{"a field twice", `{"elements":[1],"elements":[1]}`, "/elements: occurs twice"},
		{"a field twice by escape", `{"elements":[1],"\u0065lements":[1]}`, "/elements: occurs twice"},
	} {
		for _, strict := range []bool{true, false} {
			s, warnings, err := DecodeStructure([]byte(c.json), strict)
			if err == nil || s != nil || warnings != nil {
				t.Errorf("%s: got %v %v, want an error", c.name, s, warnings)
			} else if err.Error() != c.want {
				t.Errorf("%s: got %q, want %q", c.name, err, c.want)
			}
		}
	}
}

func TestDecodeStructureAccepts(t *testing.T) {
	for _, c := range []struct{ name, json, want string }{
		{"whole numbers with a point", with("elements", "[6.0,6e0]"), `{"elements":[6,6],"positions":[0,0,0,0.74,0,0],"cell":null,"bonds":[[0,1]]}`},
		{"exponents", with("positions", "[1E1,2e-1,-3.5e+0,0,-0,0.0]"), `{"elements":[1,1],"positions":[10,0.2,-3.5,0,0,0],"cell":null,"bonds":[[0,1]]}`},
		{"white space", strings.NewReplacer("[", " [ ", ",", " ,\n\t", ":", "\r: ", "]", " ] ").Replace(with("", "")) + "\n", with("", "")},
		{"bond indices with a point", with("bonds", "[[0.0,1.0]]"), with("", "")},
		{"escaped names", with("atomNames", `["\u0041","\u00e9\ud83d\ude00"]`), with("atomNames", `["A","é😀"]`)},
		{"half a surrogate", with("atomNames", `["\ud800","\ud800\u0041"]`), with("atomNames", "[\"\ufffd\",\"\ufffdA\"]")},
		{"no atoms", `{"elements":[],"positions":[],"cell":null,"bonds":[]}`, `{"elements":[],"positions":[],"cell":null,"bonds":[]}`},
		{"fields in another order", `{"bonds":[[0,1]],"cell":null,"positions":[0,0,0,0.74,0,0],"elements":[1,1]}`, with("", "")},
		{"seventeen digits", with("positions", "[0.1234567890123456789,0,0,0.74,0,0]"), with("positions", "[0.12345678901234568,0,0,0.74,0,0]")},
		{"tiny", with("positions", "[1e-400,5e-324,0,0.74,0,0]"), with("positions", "[0,5e-324,0,0.74,0,0]")},
	} {
		s, warnings, err := DecodeStructure([]byte(c.json), true)
		if err != nil || warnings != nil {
			t.Errorf("%s: got %v %v", c.name, warnings, err)
			continue
		}
		if got := string(AppendStructure(nil, s)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestDecodeStructureUnknownFields(t *testing.T) {
	text := with("velocities", `[{"deep":[1]}]`)
	if _, _, err := DecodeStructure([]byte(text), true); err == nil || err.Error() != `"velocities" is not a field of a structure` {
		t.Errorf("got %v", err)
	}
	text = text[:len(text)-1] + `,"a\nb":1}`
	s, warnings, err := DecodeStructure([]byte(text), false)
	if err != nil || string(AppendStructure(nil, s)) != with("", "") {
		t.Errorf("got %v %v", s, err)
	}
	if want := []string{`structure fields that the contract does not know were ignored: "velocities", "a\nb"`}; !slices.Equal(warnings, want) {
		t.Errorf("got %q, want %q", warnings, want)
	}
}

func TestDecodeStructureRepeatedBonds(t *testing.T) {
	text := `{"elements":[6,6,6],"positions":[0,0,0,1,0,0,2,0,0],"cell":null,"bonds":[[1,2],[0,1],[1,0],[2,1]],"bondOrders":[2,1,3,1]}`
	s, warnings, err := DecodeStructure([]byte(text), true)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(s.Bonds, [][2]uint32{{1, 2}, {0, 1}}) || !slices.Equal(s.BondOrders, []uint8{2, 1}) {
		t.Errorf("got %v %v, want the first of each", s.Bonds, s.BondOrders)
	}
	if want := []string{"2 bonds are listed more than once; the first of each is kept"}; !slices.Equal(warnings, want) {
		t.Errorf("got %q, want %q", warnings, want)
	}
}

func result(structure, rest string) string {
	return `{"contract":1,"name":"x","structure":` + structure + `,"warnings":[],"provenance":{}` + rest + `}`
}

func TestDecodeResultRefuses(t *testing.T) {
	for _, c := range []struct{ name, json, want string }{
		{"missing", "", "the result is missing"},
		{"null", "null", "got null, want a result object"},
		{"text", `"ok"`, "got text, want a result object"},
		{"no contract", `{"name":"x","structure":` + with("", "") + `}`, "contract is missing"},
		{"contract 2", strings.Replace(result(with("", ""), ""), `"contract":1`, `"contract":2`, 1), "/contract: contract 2 is not supported, only 1 is"},
		{"contract text", strings.Replace(result(with("", ""), ""), `"contract":1`, `"contract":"1"`, 1), "/contract: got text, want the number of the contract"},
		{"no structure", `{"contract":1,"name":"x"}`, "structure is missing"},
		{"structure null", result("null", ""), "/structure: got null, want an object with elements, positions, cell and bonds"},
		{"no cell", result(with("cell", ""), ""), "/structure: cell is missing; it is 9 numbers, or null for a structure that is not periodic"},
		{"a rule of the structure", result(with("elements", "[1,0]"), ""), "/structure/elements/1: atomic number 0 is not allowed (1–118)"},
		{"a member twice", result(with("", ""), `,"name":"y"`), "/name: occurs twice"},
		{"provenance twice", strings.Replace(result(with("", ""), ""), `"provenance":{}`, `"provenance":{"a":1,"a":2}`, 1), `/provenance: "a" occurs twice`},
		{"provenance too large", strings.Replace(result(with("", ""), ""), `"provenance":{}`, `"provenance":{"a":1e999}`, 1), "/provenance/a: the number is too large"},
		{"nested too deep", result(with("", ""), `,"x":`+strings.Repeat("[", 10_000)+strings.Repeat("]", 10_000)), "/x: not valid JSON: byte 211: arrays and objects nest deeper than 64"},
		{"cut", `{"contract":1,"name":"x`, "/name: not valid JSON: byte 21: a string has no end"},
	} {
		r, warnings, err := DecodeResult([]byte(c.json))
		if err == nil || r != nil || warnings != nil {
			t.Errorf("%s: got %v, want an error", c.name, r)
		} else if err.Error() != c.want {
			t.Errorf("%s: got %q, want %q", c.name, err, c.want)
		}
	}
}

func TestDecodeResultBears(t *testing.T) {
	structure := with("", "")
	for _, c := range []struct{ name, json, want, warning string }{
		{"a missing name", `{"contract":1,"structure":` + structure + `,"warnings":[],"provenance":{}}`, "result", ""},
		{"a blank name", `{"contract":1,"name":"  ","structure":` + structure + `,"warnings":[],"provenance":{}}`, "result", ""},
		{"a name that is no text", `{"contract":1,"name":7,"structure":` + structure + `,"warnings":[],"provenance":{}}`, "result", ""},
		{"warnings that are no strings", `{"contract":1.0,"name":"x","structure":` + structure + `,"warnings":[1,"kept",null],"provenance":{}}`, "x", ""},
		{"warnings that are no array", `{"contract":1,"name":"x","structure":` + structure + `,"warnings":"w","provenance":{}}`, "x", ""},
		{"provenance that is no object", `{"contract":1,"name":"x","structure":` + structure + `,"provenance":[1]}`, "x", ""},
		{"provenance of other types", `{"contract":1,"name":"x","structure":` + structure + `,"provenance":{"a":{},"b":true}}`, "x",
			`provenance entries that are neither text nor numbers were ignored: "a", "b"`},
		{"unknown members", `{"_meta":{},"contract":1,"name":"x","structure":` + structure + `}`, "x", ""},
		{"an unknown structure field", `{"contract":1,"name":"x","structure":` + with("foo", "[1]") + `}`, "x",
			`structure fields that the contract does not know were ignored: "foo"`},
		{"a repeated bond", `{"contract":1,"name":"x","structure":` + with("bonds", "[[0,1],[1,0]]") + `}`, "x",
			"1 bond is listed more than once; the first is kept"},
	} {
		r, warnings, err := DecodeResult([]byte(c.json))
		if err != nil {
			t.Errorf("%s: got %v", c.name, err)
			continue
		}
		if got := strings.Join(warnings, "|"); got != c.warning {
			t.Errorf("%s: got the warnings %q, want %q", c.name, got, c.warning)
		}
		if r.Name != c.want || len(r.Structure.Bonds) != 1 {
			t.Errorf("%s: got %+v, want the name %q", c.name, r, c.want)
		}
		if c.name == "warnings that are no strings" && !slices.Equal(r.Warnings, []string{"kept"}) {
			t.Errorf("%s: got %q", c.name, r.Warnings)
		}
	}
}

func TestDecodeResultRoundTrip(t *testing.T) {
	want := &BuilderResult{Contract: 1, Name: "mixture", Structure: *full(), Warnings: []string{"a", "b"},
		Provenance: Provenance{{"molsmith", "0.1.0"}, {"seed", int64(1)}, {"closest", 2.5}, {"big", 1e300}}}
	got, warnings, err := DecodeResult(AppendResult(nil, want))
	if err != nil || warnings != nil {
		t.Fatal(warnings, err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// The rules on typed arrays, as a page hands them over.
func TestValidateResult(t *testing.T) {
	valid := func() *BuilderResult {
		return &BuilderResult{Contract: 1, Name: "x", Structure: *full()}
	}
	if warnings, err := ValidateResult(valid()); err != nil || warnings != nil {
		t.Fatalf("got %v %v for a valid result", warnings, err)
	}
	for _, c := range []struct {
		name  string
		spoil func(*BuilderResult)
		want  string
	}{
		{"contract", func(r *BuilderResult) { r.Contract = 0 }, "/contract: contract 0 is not supported, only 1 is"},
		{"element 0", func(r *BuilderResult) { r.Structure.Elements[2] = 0 }, "/structure/elements/2: atomic number 0 is not allowed (1–118)"},
		{"element 119", func(r *BuilderResult) { r.Structure.Elements[0] = 119 }, "/structure/elements/0: atomic number 119 is not allowed (1–118)"},
		{"too many atoms", func(r *BuilderResult) { r.Structure.Elements = make([]uint8, MaxAtoms+1) }, "/structure/elements: 500001 atoms, more than the 500000 a structure may have"},
		{"positions", func(r *BuilderResult) { r.Structure.Positions = r.Structure.Positions[:11] }, "/structure/positions: 11 numbers for 4 atoms, want 12"},
		{"NaN", func(r *BuilderResult) { r.Structure.Positions[7] = math.NaN() }, "/structure/positions/7: the number is not finite"},
		{"infinite", func(r *BuilderResult) { r.Structure.Positions[0] = math.Inf(-1) }, "/structure/positions/0: the number is not finite"},
		{"cell", func(r *BuilderResult) { r.Structure.Cell[3] = math.Inf(1) }, "/structure/cell/3: the number is not finite"},
		{"bond range", func(r *BuilderResult) { r.Structure.Bonds[1][0] = 4 }, "/structure/bonds/1: atom 4 does not exist, the structure has 4 atoms"},
		{"self bond", func(r *BuilderResult) { r.Structure.Bonds[0][1] = 0 }, "/structure/bonds/0: atom 0 is bonded to itself"},
		{"orders", func(r *BuilderResult) { r.Structure.BondOrders = []uint8{1} }, "/structure/bondOrders: 1 orders for 2 bonds"},
		{"order 0", func(r *BuilderResult) { r.Structure.BondOrders[0] = 0 }, "/structure/bondOrders/0: bond order 0 is not allowed (1, 2, 3, or 4 for aromatic)"},
		{"order 5", func(r *BuilderResult) { r.Structure.BondOrders[1] = 5 }, "/structure/bondOrders/1: bond order 5 is not allowed (1, 2, 3, or 4 for aromatic)"},
		{"molecules", func(r *BuilderResult) { r.Structure.Molecules = []int32{} }, "/structure/molecules: 0 items for 4 atoms"},
		{"molecule -1", func(r *BuilderResult) { r.Structure.Molecules[3] = -1 }, "/structure/molecules/3: molecule index -1 is negative"},
		{"residueNames", func(r *BuilderResult) { r.Structure.ResidueNames = make([]string, 5) }, "/structure/residueNames: 5 items for 4 atoms"},
		{"residueIds", func(r *BuilderResult) { r.Structure.ResidueIDs = make([]int32, 3) }, "/structure/residueIds: 3 items for 4 atoms"},
		{"atomNames", func(r *BuilderResult) { r.Structure.AtomNames = make([]string, 3) }, "/structure/atomNames: 3 items for 4 atoms"},
		{"chainIds", func(r *BuilderResult) { r.Structure.ChainIDs = make([]string, 3) }, "/structure/chainIds: 3 items for 4 atoms"},
		{"chain id", func(r *BuilderResult) { r.Structure.ChainIDs[0] = "AB" }, "/structure/chainIds/0: a chain id is exactly one character"},
		{"formalCharges", func(r *BuilderResult) { r.Structure.FormalCharges = make([]int32, 3) }, "/structure/formalCharges: 3 items for 4 atoms"},
		{"scalars", func(r *BuilderResult) { r.Structure.Scalars[1].Values = nil }, "/structure/scalars/b: 0 values for 4 atoms"},
		{"scalar", func(r *BuilderResult) { r.Structure.Scalars[0].Values[2] = math.NaN() }, "/structure/scalars/partial_charge/2: the number is not finite"},
		{"channel twice", func(r *BuilderResult) { r.Structure.Scalars[1].Name = "partial_charge" }, "/structure/scalars/partial_charge: occurs twice"},
		{"provenance", func(r *BuilderResult) { r.Provenance.Set("n", 3) }, "/provenance/n: a value of type int, want string, int64 or float64"},
		{"provenance NaN", func(r *BuilderResult) { r.Provenance.Set("n", math.NaN()) }, "/provenance/n: the number is not finite"},
	} {
		r := valid()
		c.spoil(r)
		if _, err := ValidateResult(r); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	r := valid()
	r.Name = "\t"
	r.Structure.Bonds, r.Structure.BondOrders = [][2]uint32{{1, 0}, {0, 1}, {2, 0}}, nil
	before := r.Structure.Bonds
	warnings, err := ValidateResult(r)
	if err != nil || r.Name != "result" || len(r.Structure.Bonds) != 2 || len(warnings) != 1 {
		t.Errorf("got %+v %v %v", r, warnings, err)
	}
	if before[1] != [2]uint32{0, 1} {
		t.Error("the given bonds were changed")
	}
}

func TestDecodeFullSize(t *testing.T) {
	s := waters(halfAMillion)
	s.Elements = append(s.Elements, 18, 18)
	s.Positions = append(s.Positions, 0, 0, 0, 1, 1, 1)
	s.Molecules, s.ResidueIDs, s.ResidueNames, s.AtomNames = nil, nil, nil, nil
	if len(s.Elements) != MaxAtoms {
		t.Fatalf("got %d atoms", len(s.Elements))
	}
	got, _, err := DecodeStructure(AppendStructure(nil, s), true)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, s) {
		t.Error("half a million atoms do not survive a round trip")
	}
}

// A count is never trusted before its items are read.
func TestDecodeAllocates(t *testing.T) {
	text := []byte(`{"elements":[` + strings.Repeat("1,", 9999) + `1],"positions":[0],"cell":null,"bonds":[]}`)
	got := testing.AllocsPerRun(5, func() {
		if _, _, err := DecodeStructure(text, true); err == nil {
			t.Fatal("accepted")
		}
	})
	if got > 100 {
		t.Errorf("got %v allocations for a refused structure", got)
	}
}
