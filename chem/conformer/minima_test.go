package conformer

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/perceive"
)

// The ranges of geometry-stats.json are of the minima of 666 molecules. Other molecules
// have other minima: where a value of ours is outside, RDKit's minimum of the same molecule
// in the same force field has to be outside at the same place, and the two have to agree.
// The same holds for aromatic rings that are not flat. e2e/oracle/minima.py makes the
// values, for `npm run oracle` of whatever molecules are tested, and for
// minima.jsonl.gz of those in the repository.
const (
	sameBond  = 0.0005 // Å
	sameAngle = 0.05   // degrees
	samePlane = 0.0005 // Å, from the plane of a ring
)

// place is where a geometry is unusual: the two atoms of a bond, the three of an angle, or
// those of an aromatic ring, with RDKit's values in Å and degrees.
type place struct {
	Atoms []int
	Same  float64   // in the minimum that RDKit's minimizer finds from our geometry
	Own   []float64 // in those that it finds from its own embeddings, sorted
}

// minimum is a row of minima.jsonl.gz.
type minimum struct {
	Smi    string
	Force  Force
	Places []place
}

// minima are the rows by SMILES and force field.
type minima struct {
	rows map[string]*minimum
	ask  *json.Encoder // nil: values are compared
}

// readMinima reads minima.jsonl.gz, or the file that MOLSMITH_MINIMA names. Where
// MOLSMITH_UNUSUAL names a file, the unusual geometries are written there, for RDKit.
func readMinima(t testing.TB) *minima {
	t.Helper()
	m := &minima{rows: map[string]*minimum{}}
	if path := os.Getenv("MOLSMITH_UNUSUAL"); path != "" {
		file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { file.Close() })
		m.ask = json.NewEncoder(file)
		return m
	}
	keep := func(row minimum) { m.rows[row.Smi+" "+string(row.Force)] = &row }
	if path := os.Getenv("MOLSMITH_MINIMA"); path != "" {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			var row minimum
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			keep(row)
		}
		return m
	}
	oracle.Each(t, "minima.jsonl.gz", 150, keep)
	return m
}

// unusual is what RDKit is asked about a geometry.
type unusual struct {
	Smi      string    `json:"smi"`
	Force    Force     `json:"force"`
	Elements []int     `json:"elements"`
	X        []float64 `json:"x"`
	Places   [][]int   `json:"places"`
}

// hold compares the unusual places of a geometry with RDKit's minima.
func (m *minima) hold(t *testing.T, text string, p *perceive.Molecule, force Force, x []float64, list []outlier) {
	t.Helper()
	if len(list) == 0 {
		return
	}
	if m.ask != nil {
		row := unusual{Smi: text, Force: force, X: x}
		for i := range p.Mol.Atoms {
			row.Elements = append(row.Elements, int(p.Mol.Atoms[i].Element))
		}
		for _, o := range list {
			row.Places = append(row.Places, o.atoms)
		}
		if err := m.ask.Encode(row); err != nil {
			t.Fatal(err)
		}
		return
	}
	row := m.rows[text+" "+string(force)]
	for _, o := range list {
		if why := o.confirmed(row); why != "" {
			t.Errorf("%s: %v; %s", text, o, why)
		}
	}
}

// confirmed says why RDKit's minima do not have the value of an outlier, "" when one has.
func (o outlier) confirmed(row *minimum) string {
	if row == nil {
		return "no minimum of RDKit is known"
	}
	k := slices.IndexFunc(row.Places, func(p place) bool { return slices.Equal(p.Atoms, o.atoms) })
	if k < 0 {
		return "no minimum of RDKit is known there"
	}
	within, rounded := samePlane, 0.0002 // as the positions are of which the ranges were made
	switch len(o.atoms) {
	case 2:
		within = sameBond
	case 3:
		within, rounded = sameAngle, 0.02
	}
	found := row.Places[k]
	for _, v := range append([]float64{found.Same}, found.Own...) {
		if math.Abs(v-o.value) <= within && (v < o.low+rounded || v > o.high-rounded) {
			return ""
		}
	}
	return fmt.Sprintf("RDKit has %.4f from this geometry and %.4v from its own", found.Same, found.Own)
}

// bentRings lists the aromatic rings of a geometry that are not flat.
func bentRings(p *perceive.Molecule, x []float64) []outlier {
	var list []outlier
	for _, ring := range p.Rings.Basis {
		if !aromaticRing(p, ring) {
			continue
		}
		if d := outOfPlane(ring, x); d > flatRing {
			list = append(list, outlier{"aromatic ring", ring, d, 0, flatRing})
		}
	}
	return list
}

// angleAt is the angle between atoms a, b and c, degrees.
func angleAt(x []float64, a, b, c int) float64 {
	return geom.Angle(geom.At(x, a), geom.At(x, b), geom.At(x, c)) * 180 / math.Pi
}
