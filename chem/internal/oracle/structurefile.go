package oracle

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// StructureFile is a row of files.jsonl.gz: a structure file of other projects and what
// it must give.
type StructureFile struct {
	Name, Format string // xyz, extxyz, pdb, mmcif, cif, mol, sdf, mol2, gro, lammps, poscar, cml, xsf
	Verdict      string // read, read_with_warning, read_with_warning_or_refuse, refuse
	Compressed   *string
	Data         []byte // the file, unpacked
	Expected     *StructureValues
}

// StructureValues are the values of the first frame, by a reader of its own that was
// compared with other programs. What a format does not know is nil or zero.
type StructureValues struct {
	Frames, Atoms      int
	Elements           map[string]int // symbol to count; D apart from H, X unknown; nil: not stated
	ElementsByLabel    map[string]int `json:"elements_by_label"`
	Cell               [][3]float64   // Å, rows are the vectors
	First, Last        AtomAt
	PBC                []bool
	Bonds              *int
	FormalCharges      map[string]int `json:"formal_charges"`
	Residues           int
	Chains             []string
	AltlocAtoms        int                `json:"altloc_atoms"`
	FirstAltlocOnly    int                `json:"atoms_first_altloc_only"`
	InsertionCodeAtoms int                `json:"insertion_code_atoms"`
	ElementsInferred   int                `json:"elements_inferred"`
	SitesWithout       int                `json:"sites_without_coordinates"`
	Operations         int                // of the space group
	ExpandedAtoms      *int               `json:"expanded_atoms"`
	ExpandedElements   map[string]int     `json:"expanded_elements"`
	ExpandedOccupancy  map[string]float64 `json:"expanded_occupancy"`
}

// AtomAt is an atom with its position in Å.
type AtomAt struct {
	Element, Label string
	XYZ            [3]float64
}

// StructureFiles calls check with every structure file of one of the formats.
func StructureFiles(t testing.TB, atLeast int, check func(StructureFile), formats ...string) {
	t.Helper()
	wanted := map[string]bool{}
	for _, format := range formats {
		wanted[format] = true
	}
	rows := 0
	Each(t, "files.jsonl.gz", 1, func(f StructureFile) {
		if !wanted[f.Format] {
			return
		}
		rows++
		if dir := os.Getenv("MOLSMITH_ORACLE"); dir != "" && f.Data == nil {
			data, err := os.ReadFile(filepath.Join(dir, "files", f.Name))
			if err == nil && f.Compressed != nil {
				data, err = unpack(data)
			}
			if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			f.Data = data
		}
		check(f)
	})
	if rows < atLeast {
		t.Errorf("got %d files, want %d or more", rows, atLeast)
	}
}

func unpack(data []byte) ([]byte, error) {
	plain, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(plain)
}
