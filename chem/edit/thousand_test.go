package edit

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	contractjson "github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
	"github.com/molsmith/molsmith/contract"
)

var update = flag.Bool("update", false, "write the golden files anew")

// half is the asymmetric unit of a cell of waters and an ion, with every channel of the
// contract.
func half(t testing.TB) *Document {
	t.Helper()
	s := liquid(8)
	s.Elements = append(s.Elements, 11)
	s.Positions = append(s.Positions, 4.5, 4.5, 0.7)
	s.Molecules = append(s.Molecules, 8)
	s.ResidueNames, s.ResidueIDs = append(s.ResidueNames, "NA"), append(s.ResidueIDs, 9)
	s.AtomNames, s.ChainIDs = append(s.AtomNames, "NA"), append(s.ChainIDs, "I")
	s.FormalCharges = append(s.FormalCharges, 1)
	s.Scalars = []structure.Channel{{Name: "u", Values: make([]float64, s.Len())}, {Name: "q", Values: make([]float64, s.Len())}}
	for i := range s.Len() {
		s.Scalars[0].Values[i], s.Scalars[1].Values[i] = float64(i)/7, -float64(i)
	}
	s.Cell = &[9]float64{13, 0, 0, 1, 12, 0, -2, 0.5, 14}
	inversion, err := symm.Parse("-x,-y,-z")
	if err != nil {
		t.Fatal(err)
	}
	about := Source{Kind: "file", Label: "half.cif", Symmetry: &Symmetry{Operations: []symm.Operation{symm.Identity(), inversion}, Name: "P -1"}}
	d, err := New("half", about, s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// edits are the steps that follow a rule, for one document.
func anyEdit(r *rand.Rand, d *Document) ([]Op, error) {
	n := d.Structure().Len()
	a, b, c, e := r.IntN(n), r.IntN(n), r.IntN(n), r.IntN(n)
	element, order := uint8(1+r.IntN(17)), uint8(1+r.IntN(3))
	switch r.IntN(9) {
	case 0:
		p, err := d.PlaceOn(a, element, order)
		return p.Ops, err
	case 1:
		return d.ChangeElement([]int{a, b}, element, r.IntN(3) > 0)
	case 2:
		return d.Bond(a, b, order, r.IntN(2) == 0)
	case 3:
		if bonds := d.Structure().Bonds; len(bonds) > 0 {
			k := bonds[r.IntN(len(bonds))]
			return d.Bond(int(k[0]), int(k[1]), uint8(r.IntN(4)), r.IntN(2) == 0)
		}
	case 4:
		return d.Remove([]int{a, b}, nil, r.IntN(2) == 0)
	case 5:
		p, err := d.SetMeasure([]int{a, b, c, e}[:2+r.IntN(3)], 1+float64(100*r.Float64()), r.IntN(2) == 0)
		return p.Ops, err
	case 6:
		ops, _, _, err := d.BondsByDistance(0)
		return ops, err
	case 7:
		ops, _, err := d.AdjustHydrogens([]int{a, b})
		return ops, err
	case 8:
		if part, err := d.Copy([]int{a, b, c}); err == nil && n < 300 {
			return []Op{&AddFragment{Name: "Copy", Atoms: *part}}, nil
		}
	}
	return nil, nil
}

// TestThousandOps: a thousand random steps of every kind. Undone they give the source
// back bit for bit, redone the last structure; the project file replays to it; and every
// platform comes to the same bytes.
func TestThousandOps(t *testing.T) {
	d := half(t)
	source := canonical(d)
	r := rand.New(rand.NewPCG(7, 11))
	kinds := map[string]int{}
	hashes := []string{d.Hash()}
	for len(hashes) <= 1000 {
		var ops []Op
		var err error
		switch n := d.Structure().Len(); {
		case n > 0 && r.IntN(2) == 0:
			ops, err = anyEdit(r, d)
		default:
			ops = randomStep(r, d)
		}
		if err != nil || len(ops) == 0 {
			continue
		}
		labels := channelsOf(d)
		if _, err := d.Apply(Step{Ops: ops}); err != nil {
			if d.Hash() != hashes[len(hashes)-1] {
				t.Fatalf("a refused step changed the document: %v", err)
			}
			continue
		}
		if err := contract.ValidateStructure(contractjson.ToContract(d.Structure())); err != nil {
			t.Fatalf("step %d, %s: %v", len(hashes), d.Steps()[len(hashes)-1].Label, err)
		}
		checkKept(t, d, labels, ops)
		for _, op := range ops {
			kinds[fmt.Sprintf("%T", op)]++
		}
		hashes = append(hashes, d.Hash())
	}
	for _, kind := range []string{
		"AddFragment", "AddAtoms", "DeleteAtoms", "SetElements", "SetCharges", "SetLabels", "AddBonds", "SetOrders", "DeleteBonds", "SetCell",
		"Wrap", "Unwrap", "Center", "MoveAtoms", "RotateAtoms", "ReplacePositions", "ExpandSymmetry", "Supercell", "Slab", "Rebuild", "Clear",
	} {
		if kinds["*edit."+kind] == 0 {
			t.Errorf("no step has the op %s", kind)
		}
	}
	last := canonical(d)
	project := saved(t, d)
	for at := 1000; at > 0; at-- {
		if d.Hash() != hashes[at] {
			t.Fatalf("undone to step %d: another document", at)
		}
		d.Undo()
	}
	if canonical(d) != source {
		t.Error("all undone: not the bytes of the source")
	}
	if again := saved(t, d); len(again) == 0 || d.Dirty() {
		t.Error("all undone the document counts as changed")
	}
	for range 1000 {
		d.Redo()
	}
	if canonical(d) != last {
		t.Error("all redone: not the bytes of the last structure")
	}
	got, warnings := loaded(t, project)
	if canonical(got) != last || len(warnings) != 0 {
		t.Errorf("the project gives another document; warnings %q", warnings)
	}
	if again := saved(t, got); string(again) != string(project) {
		t.Error("the project is written otherwise than it was read")
	}
	golden(t, "testdata/thousand.json", map[string]any{"hash": d.Hash(), "atoms": d.Structure().Len(), "kinds": kinds})
}

// channelsOf returns what every atom carries besides its element and position.
func channelsOf(d *Document) map[Ref][]any {
	s := d.Structure()
	all := make(map[Ref][]any, len(d.refs))
	for i, r := range d.refs {
		row := []any{nil, nil, nil, nil, nil, nil}
		if s.Molecules != nil {
			row[0] = s.Molecules[i]
		}
		if s.ResidueNames != nil {
			row[1] = s.ResidueNames[i]
		}
		if s.ResidueIDs != nil {
			row[2] = s.ResidueIDs[i]
		}
		if s.AtomNames != nil {
			row[3] = s.AtomNames[i]
		}
		if s.ChainIDs != nil {
			row[4] = s.ChainIDs[i]
		}
		if s.FormalCharges != nil {
			row[5] = s.FormalCharges[i]
		}
		for _, c := range s.Scalars {
			row = append(row, c.Values[i])
		}
		all[r] = row
	}
	return all
}

// checkKept says what atoms that a step did not name have lost.
func checkKept(t *testing.T, d *Document, before map[Ref][]any, ops []Op) {
	t.Helper()
	named := map[Ref]bool{}
	for _, op := range ops {
		switch op := op.(type) {
		case *Clear, *ExpandSymmetry, *Supercell, *Slab, *Rebuild:
			return // atoms of the source again, or new ones
		case *SetElements:
			for _, r := range op.Atoms {
				named[r] = true
			}
		case *SetCharges:
			for _, r := range op.Atoms {
				named[r] = true
			}
		case *SetLabels:
			for _, r := range op.Atoms {
				named[r] = true
			}
		}
	}
	for r, now := range channelsOf(d) {
		was, ok := before[r]
		if !ok || named[r] {
			continue
		}
		for k, v := range was {
			if v != nil && now[k] != v {
				t.Fatalf("%s: channel %d of atom %s was %v and is %v", d.Steps()[len(d.Steps())-1].Label, k, d.FormatRef(r), v, now[k])
			}
		}
	}
}

func canonical(d *Document) string {
	return string(contract.AppendStructure(nil, contractjson.ToContract(d.Structure())))
}

// golden compares a value with a file.
func golden(t *testing.T, name string, value any) {
	t.Helper()
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if *update {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != string(want) {
		t.Errorf("%s: got %s, want %s", name, text, want)
	}
}
