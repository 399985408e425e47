package uff

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
)

// complete reads a molecule with all its hydrogens.
func complete(t testing.TB, text string) *perceive.Molecule {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatal(err)
	}
	p, _ = hydrogen.Add(p, nil)
	return p
}

// reference is a row of testdata/reference.jsonl.gz, made by reference.py there.
type reference struct {
	Mol  string // name in conformers.jsonl.gz, which has the positions
	Smi  string
	Xyz  []float64
	E    float64
	Norm float64   // of the gradient
	Grad []float64 // not in every row
}

func references(t testing.TB) []reference {
	t.Helper()
	file, err := os.Open("testdata/reference.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unpacked)
	lines.Buffer(nil, 1<<20)
	var rows []reference
	for lines.Scan() {
		var row reference
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if row.Norm > 0 || row.Smi != "" {
			rows = append(rows, row)
		}
	}
	if lines.Err() != nil || len(rows) < 400 {
		t.Fatalf("%d rows, error %v", len(rows), lines.Err())
	}
	return rows
}

// conformer is what the tests need of a row of conformers.jsonl.gz.
type conformer struct {
	Mol, Smi string
	Xyz      json.RawMessage
	xyz      []float64
}

// conformers returns the molecules with positions.
func conformers(t testing.TB) []conformer {
	t.Helper()
	var rows []conformer
	oracle.Each(t, "conformers.jsonl.gz", 300, func(row conformer) {
		if len(row.Xyz) == 0 || json.Unmarshal(row.Xyz, &row.xyz) != nil {
			var points [][]float64
			if json.Unmarshal(row.Xyz, &points) != nil {
				return
			}
			row.xyz = slices.Concat(points...)
		}
		rows = append(rows, row)
	})
	return rows
}

// departures are the molecules whose energy is not RDKit's on purpose; the package
// comment says why.
var departures = map[string]string{
	"[O-]Cl(=O)(=O)=O":           "rest angle of 180°",
	"Cl[Pt@SP1](Cl)([NH3])[NH3]": "square planar",
	"Cl[Pt@SP1](Cl)(<-N)<-N":     "square planar",
	"Cl[Pd@SP1](Cl)(<-N)<-N":     "square planar",
}

// TestReference: energies and gradients are RDKit's within a thousandth.
func TestReference(t *testing.T) {
	places := map[string]conformer{}
	for _, c := range conformers(t) {
		places[c.Mol] = c
	}
	seen := 0
	for _, row := range references(t) {
		text, x := row.Smi, row.Xyz
		if row.Mol != "" {
			c, ok := places[row.Mol]
			if !ok {
				continue // of the other half
			}
			text, x = c.Smi, c.xyz
		}
		seen++
		p := complete(t, text)
		f, err := New(p, Options{Positions: x})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		g := make([]float64, len(x))
		energy := f.Evaluate(x, g)
		off := math.Abs(energy - row.E)
		agrees := off < 1e-3 || off < 1e-5*math.Abs(row.E)
		if norm := length(g); math.Abs(norm-row.Norm) > 1e-3*row.Norm+1e-4 {
			agrees = false
		}
		for i, want := range row.Grad {
			if math.Abs(g[i]-want) > 1e-3+1e-5*row.Norm {
				agrees = false
			}
		}
		_, departs := departures[text]
		if agrees == departs {
			t.Errorf("%s %s: got energy %.5f and gradient %.4f, RDKit has %.5f and %.4f; terms %v, types %v; departs: %t", row.Mol, text, energy, length(g), row.E, row.Norm, f.Terms(x), f.Types(), departs)
		}
		if len(f.Warnings) > 0 {
			t.Errorf("%s: RDKit has all types, got warnings %v", text, f.Warnings)
		}
	}
	if seen < 270 {
		t.Errorf("only %d molecules compared", seen)
	}
}

func length(g []float64) float64 {
	sum := 0.0
	for _, v := range g {
		sum += v * v
	}
	return math.Sqrt(sum)
}
