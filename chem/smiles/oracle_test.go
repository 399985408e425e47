package smiles

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
)

//go:embed testdata/verdicts.jsonl
var verdicts []byte

func eachRow[Row any](t *testing.T, r io.Reader, check func(Row)) (rows int) {
	t.Helper()
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row Row
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		check(row)
		rows++
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
	return rows
}

func TestOracleMolecules(t *testing.T) {
	oracle.Molecules(t, func(row oracle.Molecule) {
		p, err := Perceive(row.Smi)
		if err != nil {
			t.Errorf("%s %s: %v", row.ID, row.Smi, err)
			return
		}
		heavy, aromatic := 0, []int{}
		for i, a := range p.Mol.Atoms {
			if a.Element > 1 {
				heavy++
			}
			if a.Aromatic {
				aromatic = append(aromatic, i)
			}
		}
		sizes := []int{}
		for _, ring := range p.Rings.Relevant {
			sizes = append(sizes, len(ring))
		}
		slices.Sort(sizes)
		got := []any{p.Formula(), p.Mol.Charge(), heavy, len(p.Mol.Atoms), len(p.Mol.Bonds), sizes, aromatic}
		want := []any{row.Formula, row.Charge, row.Heavy, row.GraphAtoms, row.Bonds, row.RingSizes, row.AromAtoms}
		if g, w := oneLine(t, got), oneLine(t, want); g != w {
			t.Errorf("%s %s:\ngot  %s\nwant %s", row.ID, row.Smi, g, w)
		}
	})
}

func oneLine(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// elsewhere are the refusals that point at another place than RDKit's, and why.
var elsewhere = map[string]struct {
	pos int
	why string
}{
	"DB009": {2, "the ring number that is cut off, not its last digit"},
	"DB061": {1, "a dative bond is one symbol"},
	"DB065": {1, "the bracket that is not closed, as for DB063"},
	"DB067": {3, "the blank itself"},
	"DB155": {4, "the blank itself"},
	"DB175": {3, "the charge that is out of range, from its sign"},
	"DB327": {4, "the chirality that is out of range, from its @"},
	"DB399": {MaxBytes + 1, "the text is too long"},
	"DB400": {MaxBytes + 1, "the text is too long"},
}

func TestVerdicts(t *testing.T) {
	type recipe struct {
		Prefix, Repeat, Middle, Repeat2, Suffix string
		N, N2                                   int
	}
	type verdict struct {
		ID, Smi                        string
		Gen                            *recipe
		Want                           *bool
		Pos                            int
		Atoms, Bonds, Charge, Radicals int
	}
	rows := eachRow(t, bytes.NewReader(verdicts), func(row verdict) {
		text := row.Smi
		if g := row.Gen; g != nil {
			text = g.Prefix + strings.Repeat(g.Repeat, g.N) + g.Middle + strings.Repeat(g.Repeat2, g.N2) + g.Suffix
		}
		name := row.ID + " " + text[:min(len(text), 60)]
		p, err := Perceive(text)
		if err != nil {
			fault := (*ParseError)(nil)
			if !errors.As(err, &fault) {
				t.Errorf("%s: got a %T, want *ParseError", name, err)
				return
			}
			if fault.Offset < 0 || fault.Offset > len(text) || fault.Msg == "" {
				t.Errorf("%s: got offset %d of %d bytes, %q", name, fault.Offset, len(text), fault.Msg)
			}
			// RDKit points at the last character where something is missing at the end.
			pos := fault.Offset + 1
			want := row.Pos
			if other, ok := elsewhere[row.ID]; ok {
				want = other.pos
			}
			if want > 0 && pos != want && !(want == len(text) && pos == want+1) {
				t.Errorf("%s: got position %d (%s), want %d", name, pos, fault.Msg, want)
			}
		}
		switch {
		case row.Want == nil:
		case *row.Want && err != nil:
			t.Errorf("%s: got %v, want a molecule", name, err)
		case !*row.Want && err == nil:
			t.Errorf("%s: got a molecule, want a refusal", name)
		case *row.Want && row.Atoms > 0:
			radicals := 0
			for _, n := range p.Radicals {
				radicals += n
			}
			got := [4]int{len(p.Mol.Atoms), len(p.Mol.Bonds), p.Mol.Charge(), radicals}
			if want := [4]int{row.Atoms, row.Bonds, row.Charge, row.Radicals}; got != want {
				t.Errorf("%s: atoms, bonds, charge, radicals: got %v, want %v", name, got, want)
			}
		}
	})
	if rows < 400 {
		t.Errorf("got %d rows, want 400 or more", rows)
	}
}
