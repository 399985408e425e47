// Package oracle gives tests the reference values that RDKit computed for the
// molecules of public sets (testdata/README.md says which versions and sets). Only
// tests import it.
//
// The repository holds the developer's half of the data; where MOLSMITH_ORACLE names
// a folder with files of the same names, that folder is read instead.
package oracle

import (
	"bufio"
	"compress/gzip"
	"embed"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

//go:embed testdata
var files embed.FS

// Molecule is a row of molecules.jsonl.gz. Atoms are counted from 0 in the order of
// the SMILES. Values that the older RDKit could not compute are nil.
type Molecule struct {
	ID, Smi, Can, Formula string
	MW, Exact             float64
	Heavy, Atoms          int // Atoms counts hydrogens too
	GraphAtoms            int `json:"graph_atoms"` // after the removal of explicit hydrogens
	Bonds                 int
	Rings                 int
	RingSizes             []int `json:"ring_sizes"`
	AromAtoms             []int `json:"arom_atoms"`
	AromRings             int   `json:"arom_rings"`
	Charge                int
	CIP                   []AtomLabel // by the new algorithm (Hanson 2018)
	EZ                    []BondLabel
	Unspecified           [][]int     // stereo atoms or bonds without a label
	CIPLegacy             []AtomLabel `json:"cip_legacy"`
	StereoCenters         int         `json:"stereo_centers"`
	UnspecifiedCenters    int         `json:"unspecified_centers"`
	LogP, MR, TPSA        float64
	HBD, HBA              int
	LipHBD                int `json:"lip_hbd"`
	LipHBA                int `json:"lip_hba"`
	RotB                  int
	FSP3                  float64
	Spiro, Bridgehead     int
	QED, SA               *float64
	ECFP4                 []int
	PainsA                []string `json:"pains_a"`
	PainsB                []string `json:"pains_b"`
	PainsC                []string `json:"pains_c"`
	Brenk                 []string
	BRICS                 []BRICSBond
	BRICSFrags            []string `json:"brics_frags"`
	Murcko                *string
	Morgan                map[string]int // unfolded identifier to count, radius 2; on every fifth row
	Inv                   []uint32       // start value of each atom; on the same rows
}

// AtomLabel is the CIP label of an atom.
type AtomLabel struct {
	Atom  int
	Label string
}

// BondLabel is the E or Z of a double bond.
type BondLabel struct {
	A, B  int
	Label string
}

// BRICSBond is a bond that BRICS cuts, with the environments of its ends.
type BRICSBond struct {
	A, B           int
	LabelA, LabelB string
}

func (l *AtomLabel) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&l.Atom, &l.Label})
}

func (l *BondLabel) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&l.A, &l.B, &l.Label})
}

func (l *BRICSBond) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&l.A, &l.B, &l.LabelA, &l.LabelB})
}

// Each calls check with every row of a file of JSON lines ("molecules.jsonl.gz") and
// fails the test when there are fewer than atLeast.
func Each[Row any](t testing.TB, name string, atLeast int, check func(Row)) {
	t.Helper()
	rows := 0
	lines := bufio.NewScanner(open(t, name))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row Row
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s, line %d: %v", name, rows+1, err)
		}
		rows++
		check(row)
	}
	if err := lines.Err(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if rows < atLeast {
		t.Errorf("%s: got %d rows, want %d or more", name, rows, atLeast)
	}
}

// Molecules calls check with every molecule.
func Molecules(t testing.TB, check func(Molecule)) {
	t.Helper()
	Each(t, "molecules.jsonl.gz", 3000, check)
}

func open(t testing.TB, name string) io.Reader {
	t.Helper()
	var file fs.File
	var err error
	if dir := os.Getenv("MOLSMITH_ORACLE"); dir != "" {
		file, err = os.Open(filepath.Join(dir, name))
		if os.IsNotExist(err) && filepath.Ext(name) == ".gz" { // some are kept plain
			if file, err = os.Open(filepath.Join(dir, name[:len(name)-len(".gz")])); err == nil {
				t.Cleanup(func() { file.Close() })
				return file
			}
			file, err = files.Open("testdata/" + name) // that folder has no such data
		}
	} else {
		file, err = files.Open("testdata/" + name)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	plain, err := gzip.NewReader(file)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return plain
}

// Unpacked returns the content of a file packed with gzip, such as a table that the page
// loads on demand; path is relative to the package under test.
func Unpacked(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(plain)
}
