package formats

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/structure"
)

// readMol reads a mol block; of an SD file the first record. Its frames are the records.
func readMol(data []byte) (*format.File, error) {
	rec, err := molfile.Read(data)
	if err != nil {
		return nil, err
	}
	m := rec.Mol
	if len(m.Atoms) == 0 {
		return nil, fmt.Errorf("the mol block holds no atoms")
	}
	file := &format.File{
		Name: m.Name, Title: rec.Comment, Frames: molfile.Records(data),
		Structure: structure.FromMol(m),
	}
	for _, w := range rec.Warnings {
		if !strings.HasSuffix(w, "only the first is read") { // said below in the words of all formats
			file.Warnings = append(file.Warnings, w)
		}
	}
	if file.Frames > 1 {
		file.Warnings = append(file.Warnings, fmt.Sprintf("the file holds %s records; the first is read as its frame", format.Grouped(file.Frames)))
	}
	var radicals, wedges, maps, orders int
	for i := range m.Atoms {
		a := &m.Atoms[i]
		if a.Isotope != 0 {
			file.Isotopes = append(file.Isotopes, format.Isotope{Atom: i, Mass: int(a.Isotope)})
		}
		if a.Radical != mol.NoRadical {
			radicals++
		}
		if a.Map != 0 {
			maps++
		}
	}
	for _, b := range m.Bonds {
		if b.Stereo != mol.NoStereo {
			wedges++
		}
		if b.Order > mol.Aromatic {
			orders++
		}
	}
	warn := func(n int, noun, rest string) {
		if n > 0 {
			file.Warnings = append(file.Warnings, format.Count(n, noun)+format.Are(n)+rest)
		}
	}
	if rec.Dimension == "2D" {
		file.Warnings = append(file.Warnings, "the coordinates are a 2D drawing, not a 3D geometry")
	}
	warn(mol.ImplicitHydrogens(m), "implied hydrogen", "not among the atoms and not added")
	warn(radicals, "radical mark", "not kept")
	warn(wedges, "stereo mark", "not kept; the coordinates are")
	warn(maps, "atom map number", "not kept")
	if orders > 0 {
		file.Warnings = append(file.Warnings, format.Count(orders, "dative or zero-order bond")+format.Are(orders)+"kept as single")
	}
	if n := len(rec.Properties); n > 0 {
		warn(n, "data item", "not kept")
	}
	return file, nil
}

// planMol builds the record that writeMol writes. The error says why a mol block
// cannot hold s.
func planMol(s *structure.Structure, o format.Options) (*molfile.Record, format.Report, error) {
	report := format.Report{Format: "mol"}
	switch n, bonds := s.Len(), len(s.Bonds); {
	case n > molfile.MaxAtoms:
		return nil, report, fmt.Errorf("a mol block holds at most %s atoms; this structure has %s", format.Grouped(molfile.MaxAtoms), format.Grouped(n))
	case bonds > molfile.MaxBonds:
		return nil, report, fmt.Errorf("a mol block holds at most %s bonds; this structure has %s", format.Grouped(molfile.MaxBonds), format.Grouped(bonds))
	}
	for i, q := range s.FormalCharges {
		if q < -15 || q > 15 {
			return nil, report, fmt.Errorf("a mol block holds formal charges from -15 to 15; atom %d has %+d", i+1, q)
		}
	}
	if atom, ok := format.Fits(s.Positions, 1, -1e9, 1e9); !ok {
		return nil, report, fmt.Errorf("coordinates of a mol block must lie between -1e9 and 1e9 Å; atom %d does not", atom+1)
	}
	m := s.Mol()
	m.Name = o.Name
	if err := m.Check(); err != nil {
		return nil, report, err
	}
	report.LoseUnkept("MOL", s, format.Kept{Bonds: true, Orders: true, Charges: true})
	if title := format.Text([]byte(o.Name)); len(title) > molfile.NameLength {
		report.Change("The title is cut to " + strconv.Itoa(molfile.NameLength) + " bytes")
	} else if title != o.Name {
		report.Change("The title is written without blanks at the ends and control characters")
	}
	if format.Rounded(s.Positions, 1, 4) {
		report.Lose("Coordinates are rounded to 0.0001 Å")
	}
	if !molfile.FitsV2000(m) {
		report.Change("The mol block is V3000, because V2000 has at most 999 atoms and bonds and fixed columns for coordinates")
	}
	// A structure is a 3D geometry, also when it is flat.
	return &molfile.Record{Mol: m, Dimension: "3D"}, report, nil
}

func checkMol(s *structure.Structure, o format.Options) (format.Report, error) {
	_, report, err := planMol(s, o)
	return report, err
}

func writeMol(s *structure.Structure, o format.Options) ([]byte, format.Report, error) {
	rec, report, err := planMol(s, o)
	if err != nil {
		return nil, report, err
	}
	b, err := molfile.Write(rec)
	return b, report, err
}

// recordEnd is behind each record of an SD file.
const recordEnd = "$$$$"

// writeSD writes an SD file of one record.
func writeSD(s *structure.Structure, o format.Options) ([]byte, format.Report, error) {
	b, report, err := writeMol(s, o)
	if err != nil {
		return nil, report, err
	}
	return append(b, recordEnd+"\n"...), report, nil
}
