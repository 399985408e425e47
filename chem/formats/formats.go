// Package formats knows the structure files that Molsmith reads and writes: it
// finds out what a file is, reads it into a Structure, writes a Structure, and
// says beforehand what a format would lose or change. Positions are in Å.
//
//	id    format                          read  write
//	xyz   XYZ, plain and extended         yes   yes
//	top   GROMACS topology skeleton       no    yes
//	mol   MDL mol file                    yes   yes
//	sdf   MDL SD file                     yes   yes
//	mol2  Tripos MOL2                     yes   yes
//	poscar VASP structure                 yes   yes
//	lammps LAMMPS data file               yes   yes
//	cif   Crystallographic Information    yes   yes
//	mmcif Macromolecular CIF              yes   yes
//	cml   Chemical Markup Language        yes   yes
//	xsf   XCrySDen structure              yes   yes
//	json  Builder Tool Contract JSON      yes   yes
//	pdb   Protein Data Bank               yes   yes
//	gro   GROMACS structure               yes   yes
package formats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/formats/cif"
	"github.com/molsmith/molsmith/chem/formats/cml"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/formats/gro"
	"github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/chem/formats/lammps"
	"github.com/molsmith/molsmith/chem/formats/mmcif"
	"github.com/molsmith/molsmith/chem/formats/mol2"
	"github.com/molsmith/molsmith/chem/formats/pdb"
	"github.com/molsmith/molsmith/chem/formats/vasp"
	"github.com/molsmith/molsmith/chem/formats/xsf"
	"github.com/molsmith/molsmith/chem/formats/xyz"
	"github.com/molsmith/molsmith/chem/structure"
)

// The types that all formats share.
type (
	File    = format.File
	Report  = format.Report
	Options = format.Options

	ReadOptions = format.ReadOptions
)

// Info describes a format.
type Info struct {
	ID         string
	Label      string   // for people: "XYZ"
	Extensions []string // with the dot, the usual one first
	MIME       string   // media type of written files
	CanRead    bool
	CanWrite   bool
}

// entry is a format with its functions; nil where it cannot.
type entry struct {
	Info
	read  func(data []byte, o ReadOptions) (*File, error)
	check func(s *structure.Structure, o Options) (Report, error)
	write func(s *structure.Structure, o Options) ([]byte, Report, error)
}

// registry lists the formats in the order of save dialogs.
var registry = []entry{
	{
		Info: Info{ID: "xyz", Label: "XYZ", Extensions: []string{".xyz", ".extxyz"}, MIME: "chemical/x-xyz", CanRead: true, CanWrite: true},
		read: xyz.Read,
		check: func(s *structure.Structure, _ Options) (Report, error) {
			return xyz.Check(s), nil
		},
		write: func(s *structure.Structure, o Options) ([]byte, Report, error) {
			b, report := xyz.Write(s, o)
			return b, report, nil
		},
	},
	{
		Info:  Info{ID: "pdb", Label: "PDB", Extensions: []string{".pdb", ".ent"}, MIME: "chemical/x-pdb", CanRead: true, CanWrite: true},
		read:  pdb.Read,
		check: pdb.Check,
		write: pdb.Write,
	},
	{
		Info:  Info{ID: "gro", Label: "GROMACS", Extensions: []string{".gro"}, MIME: "chemical/x-gromacs", CanRead: true, CanWrite: true},
		read:  gro.Read,
		check: gro.Check,
		write: gro.Write,
	},
	{
		Info:  Info{ID: "top", Label: "GROMACS topology skeleton", Extensions: []string{".top"}, MIME: "chemical/x-gromacs", CanWrite: true},
		check: gro.CheckTop,
		write: gro.WriteTop,
	},
	{
		Info:  Info{ID: "mol", Label: "MOL", Extensions: []string{".mol", ".mdl"}, MIME: "chemical/x-mdl-molfile", CanRead: true, CanWrite: true},
		read:  firstOnly(readMol),
		check: checkMol,
		write: writeMol,
	},
	{
		Info:  Info{ID: "sdf", Label: "SD file", Extensions: []string{".sdf", ".sd"}, MIME: "chemical/x-mdl-sdfile", CanRead: true, CanWrite: true},
		read:  firstOnly(readMol),
		check: checkMol,
		write: writeSD,
	},
	{
		Info:  Info{ID: "mol2", Label: "MOL2", Extensions: []string{".mol2", ".ml2"}, MIME: "chemical/x-mol2", CanRead: true, CanWrite: true},
		read:  mol2.Read,
		check: mol2.Check,
		write: mol2.Write,
	},
	{
		Info:  Info{ID: "poscar", Label: "POSCAR", Extensions: []string{".vasp", ".poscar", ".contcar"}, MIME: "chemical/x-vasp", CanRead: true, CanWrite: true},
		read:  vasp.Read,
		check: vasp.Check,
		write: vasp.Write,
	},
	{
		Info:  Info{ID: "lammps", Label: "LAMMPS data", Extensions: []string{".data", ".lmp", ".lammps"}, MIME: "chemical/x-lammps", CanRead: true, CanWrite: true},
		read:  lammps.Read,
		check: lammps.Check,
		write: lammps.Write,
	},
	{
		Info:  Info{ID: "cif", Label: "CIF", Extensions: []string{".cif"}, MIME: "chemical/x-cif", CanRead: true, CanWrite: true},
		read:  cif.Read,
		check: cif.Check,
		write: cif.Write,
	},
	{
		Info:  Info{ID: "mmcif", Label: "mmCIF", Extensions: []string{".mmcif", ".pdbx"}, MIME: "chemical/x-mmcif", CanRead: true, CanWrite: true},
		read:  mmcif.Read,
		check: mmcif.Check,
		write: mmcif.Write,
	},
	{
		Info:  Info{ID: "cml", Label: "CML", Extensions: []string{".cml"}, MIME: "chemical/x-cml", CanRead: true, CanWrite: true},
		read:  cml.Read,
		check: cml.Check,
		write: cml.WriteFile,
	},
	{
		Info:  Info{ID: "xsf", Label: "XSF", Extensions: []string{".xsf", ".axsf"}, MIME: "chemical/x-xsf", CanRead: true, CanWrite: true},
		read:  xsf.Read,
		check: xsf.Check,
		write: xsf.Write,
	},
	{
		Info:  Info{ID: "json", Label: "Contract JSON", Extensions: []string{".json"}, MIME: "application/json", CanRead: true, CanWrite: true},
		read:  firstOnly(json.Read),
		check: func(s *structure.Structure, _ Options) (Report, error) { return json.Check(s) },
		write: json.Write,
	},
}

// List returns the formats in the order of save dialogs. The result is the caller's.
func List() []Info {
	list := make([]Info, len(registry))
	for i, e := range registry {
		list[i] = e.Info
		list[i].Extensions = slices.Clone(e.Extensions)
	}
	return list
}

func lookup(id string) (*entry, error) {
	for i := range registry {
		if registry[i].ID == id {
			return &registry[i], nil
		}
	}
	return nil, fmt.Errorf("there is no format %.40q; the formats are %s", id, strings.Join(ids(func(e *entry) bool { return true }), ", "))
}

func ids(pick func(*entry) bool) []string {
	var list []string
	for i := range registry {
		if pick(&registry[i]) {
			list = append(list, registry[i].ID)
		}
	}
	return list
}

// ForName returns the format that a file name asks for by its extension, in any
// letter case; ok is false for an unknown one.
func ForName(name string) (info Info, ok bool) {
	if e := byExtension(name); e != nil {
		return e.Info, true
	}
	return Info{}, false
}

// Read reads the first structure of a file. The content decides what the file
// is; its name is used when the content leaves a choice, and for the name of the
// result when the file gives none. The result shares no memory with data. Errors
// name the line or the place in the file and what was expected there.
func Read(name string, data []byte) (*File, error) {
	return ReadWith(name, data, ReadOptions{})
}

// ReadWith is Read with a choice of what is read.
func ReadWith(name string, data []byte, o ReadOptions) (*File, error) {
	e, err := sniff(name, data)
	if err != nil {
		return nil, err
	}
	file, err := e.read(data, o)
	if err == nil && o.Expand {
		err = file.Expand()
	}
	if err == nil && !o.Unknown {
		err = file.Settle(o.Elements)
	}
	if err == nil {
		err = file.Validate(o.Unknown)
	}
	if err != nil {
		return nil, fmt.Errorf("%s file: %w", e.Label, err)
	}
	if n := len(file.Isotopes); n > 0 {
		file.Warn("the mass numbers of %s are not kept: isotopes are read as their elements", format.Count(n, "atom"))
	}
	file.Format = e.ID
	if file.Name == "" {
		file.Name = stem(name)
	}
	return file, nil
}

// firstOnly makes the reader of a format out of one that reads first frames only.
func firstOnly(read func([]byte) (*File, error)) func([]byte, ReadOptions) (*File, error) {
	return func(data []byte, o ReadOptions) (*File, error) {
		file, err := read(data)
		if err == nil && o.Frame > 1 {
			return nil, fmt.Errorf("only the first frame of this format can be read; frame %d is asked for", o.Frame)
		}
		return file, err
	}
}

// Check says what writing s in a format would lose or change, without writing
// it. The error says why the format cannot hold s at all, in one line.
func Check(id string, s *structure.Structure, o Options) (Report, error) {
	e, err := lookup(id)
	if err != nil {
		return Report{}, err
	}
	if err := writable(s); err != nil {
		return Report{Format: e.ID}, err
	}
	report, err := e.check(s, o)
	report.Format = e.ID
	return report, err
}

// Write returns s as a file of the given format, and the same report as Check.
// s is not changed. Nothing is returned when the format cannot hold s.
func Write(id string, s *structure.Structure, o Options) ([]byte, Report, error) {
	e, err := lookup(id)
	if err != nil {
		return nil, Report{}, err
	}
	if err := writable(s); err != nil {
		return nil, Report{Format: e.ID}, err
	}
	b, report, err := e.write(s, o)
	report.Format = e.ID
	return b, report, err
}

func writable(s *structure.Structure) error {
	if s.Len() == 0 {
		return fmt.Errorf("the structure holds no atoms; there is nothing to save")
	}
	return s.Validate()
}
