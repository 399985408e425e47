package contract

import (
	"reflect"
	"testing"
)

// Whatever is accepted is valid, and survives being written and read again.
func FuzzDecodeStructure(f *testing.F) {
	f.Add(AppendStructure(nil, full()))
	f.Add(AppendStructure(nil, waters(2)))
	f.Add([]byte(with("elements", "[6.0,6e0]")))
	f.Add([]byte(with("bonds", "[[0,1],[1,0]]")))
	f.Add([]byte(with("scalars", `{"q":[1,2],"\u0071":[1,2]}`)))
	f.Add([]byte(with("foo", `{"a":[[[]]]}`)))
	f.Add([]byte(`{"elements":[1`))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, strict := range []bool{true, false} {
			s, _, err := DecodeStructure(data, strict)
			if err != nil {
				if _, ok := err.(*DecodeError); !ok || err.Error() == "" {
					t.Fatalf("got %#v, want a *DecodeError", err)
				}
				continue
			}
			if err := ValidateStructure(s); err != nil {
				t.Fatalf("accepted, but: %v", err)
			}
			text := AppendStructure(nil, s)
			again, warnings, err := DecodeStructure(text, true)
			if err != nil || warnings != nil || !reflect.DeepEqual(again, s) {
				t.Fatalf("%s reads back as %+v %v %v, want %+v", text, again, warnings, err, s)
			}
		}
	})
}

func FuzzDecodeResult(f *testing.F) {
	f.Add(AppendResult(nil, &BuilderResult{Contract: 1, Name: "x", Structure: *full(), Warnings: []string{"w"}, Provenance: Provenance{{"seed", int64(1)}, {"v", "1"}, {"d", 0.5}}}))
	f.Add([]byte(result(with("", ""), `,"x":1`)))
	f.Add([]byte(`{"contract":1,"structure":` + with("", "") + `,"warnings":[1,"a"],"provenance":[]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, _, err := DecodeResult(data)
		if err != nil {
			return
		}
		text := AppendResult(nil, r)
		again, warnings, err := DecodeResult(text)
		if err != nil || warnings != nil || string(AppendResult(nil, again)) != string(text) {
			t.Fatalf("%s reads back as %+v %v %v", text, again, warnings, err)
		}
	})
}

// No arguments make a tool panic, and what it refuses it names.
func FuzzRun(f *testing.F) {
	f.Add([]byte(`{"components":[{"molecule":{"name":"w","smiles":"O"},"count":1}],"seed":1}`))
	f.Add([]byte(`{"document":` + with("", "") + `,"selection":[0],"vector":[1,2],"table":[{"n":1.0}]}`))
	f.Add([]byte(`{"density":1e999}`))
	box, err := define(func(d *Definition[liquidBoxArgs]) { d.Preview = func(liquidBoxArgs) Preview { return Preview{} } })
	if err != nil {
		f.Fatal(err)
	}
	all, err := define(func(d *Definition[everything]) { d.Preview = func(everything) Preview { return Preview{} } })
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, tool := range []*Tool{box, all} {
			tool.Preview(data, nil)
			_, err := tool.Run(t.Context(), data, nil)
			if err == nil {
				continue
			}
			e, ok := err.(*Error)
			if !ok || e.Code != InvalidArguments || e.Message == "" || len(e.Problems) == 0 {
				t.Fatalf("%q: got %#v", data, err)
			}
		}
	})
}
