package core

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// What an edit elsewhere must leave as it is.

// fileOf is the document as a file.
func fileOf(t *testing.T, c *Core, format string) string {
	t.Helper()
	bufs := do(t, c, "file.write", `{"format":"`+format+`"}`, nil, nil)
	return string(bufs["data"].([]uint8))
}

// TestLabelsTravelWithAtoms: residue names of four characters and with digits stay those of
// their atoms where atoms come and go and their number is the same again.
func TestLabelsTravelWithAtoms(t *testing.T) {
	c := New(Options{})
	openFile(t, c, "a.pdb", "HETATM    1  O1  WATE    1       0.000   0.000   0.000  1.00  0.00           O\n"+
		"HETATM    2  C1  3CB A   2       5.000   0.000   0.000  1.00  0.00           C\n"+
		"HETATM    3  N1  LIG B   3      10.000   0.000   0.000  1.00  0.00           N\nEND\n")
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"delete_atoms","atoms":[0]},{"op":"add_atom","elements":[18],"positions":[20,0,0]}]}`, nil, nil)
	var got []string
	for line := range strings.Lines(fileOf(t, c, "pdb")) {
		if strings.HasPrefix(line, "HETATM") {
			got = append(got, strings.Join(strings.Fields(line[12:26]), " "))
		}
	}
	if len(got) != 3 || got[0] != "C1 3CB A 2" || got[1] != "N1 LIG B 3" || strings.Contains(got[2], "WATE") || strings.Contains(got[2], "3CB") {
		t.Errorf("got %q, want the labels of atoms 1 and 2 and none of them for the new atom", got)
	}
}

// TestDigitsStay: positions are kept as the file wrote them through an edit of other atoms.
func TestDigitsStay(t *testing.T) {
	c := New(Options{})
	rows := []string{"C 1.23456789 0 0", "O -2.000000125 1.5 0.3333333333333333"}
	openFile(t, c, "a.xyz", "3\na\n"+strings.Join(rows, "\n")+"\nH 9 9 9\n")
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"move_atoms","atoms":[2],"by":[0.1,0,0]}]}`, nil, nil)
	if got := strings.Split(fileOf(t, c, "xyz"), "\n")[2:4]; !slices.Equal(got, rows) {
		t.Errorf("got %q, want %q", got, rows)
	}
}

// TestChannelsStay: every channel of a tool's result is in the document, as a new one and
// as a fragment of another one, which has the channels then.
func TestChannelsStay(t *testing.T) {
	head := `{"atoms":2,"bonds":1,"cell":null,"residueNameTable":["WATE"],"atomNameTable":["O1","H1"],"chainIdTable":["B"],"scalarNames":["q"]}`
	bufs := func() Bufs {
		return Bufs{
			"positions": []float64{0, 0, 0, 0, 0, 1}, "elements": []uint8{8, 1}, "bonds": []uint32{0, 1}, "bondOrders": []uint8{1},
			"molecules": []int32{0, 0}, "residueIds": []int32{7, 7}, "formalCharges": []int32{-1, 0},
			"residueNames": []uint32{0, 0}, "atomNames": []uint32{0, 1}, "chainIds": []uint32{0, 0}, "scalars.0": []float64{0.5, -0.5},
		}
	}
	open := `{"name":"r","source":{"kind":"tool","label":"r"},"structure":`
	insert := `{"label":"r","author":"tool","ops":[{"op":"add_fragment","name":"r"}],"fragment":` + head + `}`
	channels := []string{`"residueNames":["WATE","WATE"]`, `"residueIds":[7,7]`, `"atomNames":["O1","H1"]`, `"chainIds":["B","B"]`, `"formalCharges":[-1,0]`, `"molecules":[0,0]`, `"scalars":{"q":[0.5,-0.5]}`}
	for _, way := range []string{"new document", "insert"} {
		c := New(Options{})
		if way == "new document" {
			do(t, c, "edit.open", open+head+"}", bufs(), nil)
		} else {
			do(t, c, "edit.open", open+`{"atoms":0,"bonds":0,"cell":null}}`, Bufs{"positions": []float64{}, "elements": []uint8{}, "bonds": []uint32{}}, nil)
			do(t, c, "edit.apply", insert, bufs(), nil)
		}
		text := fileOf(t, c, "json")
		var compact map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &compact); err != nil {
			t.Fatal(err)
		}
		flat := strings.NewReplacer(" ", "", "\n", "").Replace(text)
		for _, want := range channels {
			if !strings.Contains(flat, want) {
				t.Errorf("%s: %s is lost in %s", way, want, flat)
			}
		}
	}
}
