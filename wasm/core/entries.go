//go:build document || !part

package core

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/species"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/structure"
)

// maxImported is how many records of an SD file are read into the library at once.
const maxImported = 10_000

// block is LibraryMolecule of the protocol: a molecule as the library keeps it.
type block struct {
	Name     string `json:"name"`
	Formula  string `json:"formula"`
	SMILES   string `json:"smiles"`
	Atoms    int    `json:"atoms"`
	Molblock string `json:"molblock"`
	Flat     bool   `json:"flat"`
	Missing  int    `json:"missing"`
}

// takeRecord makes a block of a record: V2000, its dimension code says what it is.
func takeRecord(rec *molfile.Record) (block, error) {
	m := rec.Mol
	if len(m.Atoms) == 0 {
		return block{}, errors.New("there are no atoms")
	}
	if n := len(m.Atoms); n > molfile.MaxAtomsV2000 {
		return block{}, fmt.Errorf("the molecule has %d atoms; one of the library has up to %d", n, molfile.MaxAtomsV2000)
	}
	for i := range m.Atoms {
		if m.Atoms[i].Element == 0 {
			return block{}, fmt.Errorf("atom %d has no element", i+1)
		}
	}
	b := block{Name: strings.TrimSpace(m.Name), Atoms: len(m.Atoms), Formula: withCharge(structure.FromMol(m).Formula(), m.Charge())}
	hydrogens := false
	for i := range m.Atoms {
		hydrogens = hydrogens || m.Atoms[i].Element == 1
	}
	b.Missing = mol.ImplicitHydrogens(m)
	ratio, flat := lengths(m)
	b.Flat = rec.Dimension == "2D" || rec.Dimension == "" && flat && (b.Missing > 0 || ratio < 0.85 || ratio > 1.1)
	// Some hydrogens without the others are a part of a molecule: the molecule that
	// valence would make of it is another one.
	if b.Flat || b.Missing == 0 || !hydrogens {
		if p, err := molfile.Perceive(rec); err == nil {
			if text, err := smiles.CanonicalOf(p, stereo.Find(p)); err == nil {
				b.SMILES, b.Formula = text, p.Formula()
			}
		}
	}
	out := *rec
	out.Dimension, out.V3000, out.Comment = "3D", false, ""
	if b.Flat {
		out.Dimension = "2D"
		out.Mol = scaled(m, 1/ratio)
	}
	text, err := molfile.Write(&out)
	if err != nil {
		return block{}, err
	}
	b.Molblock = string(text)
	return b, nil
}

func withCharge(formula string, charge int) string {
	switch {
	case charge == 0:
		return formula
	case charge == 1:
		return formula + "+"
	case charge == -1:
		return formula + "-"
	}
	return fmt.Sprintf("%s%+d", formula, charge)
}

// lengths returns how long bonds are on average, measured by the covalent radii of their
// atoms (1 without bonds), and whether all atoms lie in the plane z = 0. A block that
// does not say what it is is a flat drawing when it is plane and leaves hydrogens out or
// has bonds of another length than atoms have; a planar molecule with all its hydrogens
// at their distances is a 3D geometry.
func lengths(m *mol.Mol) (ratio float64, flat bool) {
	flat = len(m.Bonds) > 0
	for i := range m.Atoms {
		flat = flat && math.Abs(m.Atoms[i].Pos.Z) <= 1e-3
	}
	for _, b := range m.Bonds {
		want := elem.CovalentRadius(m.Atoms[b.A].Element) + elem.CovalentRadius(m.Atoms[b.B].Element)
		ratio += m.Atoms[b.A].Pos.Sub(m.Atoms[b.B].Pos).Norm() / want
	}
	if len(m.Bonds) == 0 || ratio < 1e-6 {
		return 1, flat
	}
	return ratio / float64(len(m.Bonds)), flat
}

// scaled returns a drawing with bonds as long as those of atoms.
func scaled(m *mol.Mol, by float64) *mol.Mol {
	out := m.Clone()
	for i := range out.Atoms {
		out.Atoms[i].Pos = out.Atoms[i].Pos.Scale(by)
	}
	return out
}

// exported is LibraryExport of the protocol.
type exported struct {
	Name     string `json:"name"`
	SMILES   string `json:"smiles"`
	Molblock string `json:"molblock"`
	Origin   string `json:"origin"`
	Created  string `json:"created"`
	Sketch   string `json:"sketch,omitempty"`
}

// Data items of an exported library. The sketch is a mol block of its own; every line
// of it is marked, since a blank line would end the item.
const (
	itemName    = "NAME"
	itemSMILES  = "SMILES"
	itemOrigin  = "ORIGIN"
	itemCreated = "CREATED"
	itemSketch  = "SKETCH"
	sketchMark  = "|"
)

func libraryExport(_ *Core, _ *request, q struct {
	Entries []exported `json:"entries"`
}) (response, error) {
	var out bytes.Buffer
	w := molfile.NewWriter(&out)
	for i, e := range q.Entries {
		rec, err := molfile.Read([]byte(e.Molblock))
		if err != nil {
			return response{}, Failure{Code: "INVALID_MOLECULE", Message: fmt.Sprintf("entry %d (%s): %v", i+1, quote(e.Name), err)}
		}
		rec.Mol.Name = e.Name
		rec.Properties = nil
		add := func(name, value string) {
			if value != "" {
				rec.Properties = append(rec.Properties, molfile.Property{Name: name, Value: value})
			}
		}
		add(itemName, e.Name)
		add(itemSMILES, e.SMILES)
		add(itemOrigin, e.Origin)
		add(itemCreated, e.Created)
		if e.Sketch != "" {
			lines := strings.Split(strings.TrimRight(strings.ReplaceAll(e.Sketch, "\r\n", "\n"), "\n"), "\n")
			add(itemSketch, sketchMark+strings.Join(lines, "\n"+sketchMark))
		}
		if err := w.Write(rec); err != nil {
			return response{}, Failure{Code: "INVALID_MOLECULE", Message: fmt.Sprintf("entry %d (%s): %v", i+1, quote(e.Name), err)}
		}
	}
	return response{value: empty{}, bufs: Bufs{"data": out.Bytes()}}, nil
}

// imported is ImportedMolecule of the protocol.
type imported struct {
	block
	Origin  string `json:"origin,omitempty"`
	Created string `json:"created,omitempty"`
	Sketch  string `json:"sketch,omitempty"`
}

// unread is a record that could not be read.
type unread struct {
	Record  int    `json:"record"`
	Message string `json:"message"`
}

// libraryImport reads the molecules of a file: every record of an SD file, or the one
// structure of another format.
func libraryImport(_ *Core, r *request, q struct {
	Name string `json:"name"`
}) (response, error) {
	data, ok := r.bufs["data"].([]uint8)
	if !ok {
		return response{}, BadRequest("bufs.data is missing")
	}
	if info, ok := formats.ForName(q.Name); ok && info.ID != "mol" && info.ID != "sdf" {
		one, err := importStructure(q.Name, data)
		if err != nil {
			return response{}, Failure{Code: "UNREADABLE", Message: err.Error()}
		}
		return response{value: map[string]any{"molecules": []imported{{block: one}}, "problems": []unread{}}}, nil
	}
	list, problems := []imported{}, []unread{}
	reader := molfile.NewReader(bytes.NewReader(data))
	for k := 1; ; k++ {
		rec, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if k > maxImported {
			problems = append(problems, unread{k, fmt.Sprintf("the file has more than %d records; the others were left", maxImported)})
			break
		}
		var one *molfile.RecordError
		if err != nil && !errors.As(err, &one) {
			return response{}, Failure{Code: "UNREADABLE", Message: err.Error()}
		}
		var m imported
		if err == nil {
			m, err = importRecord(rec)
		} else {
			err = one.Err
		}
		if err != nil {
			problems = append(problems, unread{k, err.Error()})
			continue
		}
		list = append(list, m)
		if r.progress != nil && k%100 == 0 {
			r.progress(float64(min(k, maxImported))/maxImported, fmt.Sprintf("%d molecules read", k))
		}
	}
	return response{value: map[string]any{"molecules": list, "problems": problems}}, nil
}

func importRecord(rec *molfile.Record) (imported, error) {
	b, err := takeRecord(rec)
	if err != nil {
		return imported{}, err
	}
	m := imported{block: b}
	for _, item := range rec.Properties {
		switch value := strings.TrimSpace(item.Value); item.Name {
		case itemName:
			m.Name = value
		case itemSMILES:
			// Another spelling of the same molecule stays as it was; anything else is not believed.
			if m.SMILES == "" || sameMolecule(value, m.SMILES) {
				m.SMILES = value
			}
		case itemOrigin:
			m.Origin = value
		case itemCreated:
			m.Created = value
		case itemSketch:
			m.Sketch = strings.ReplaceAll(strings.TrimPrefix(item.Value, sketchMark), "\n"+sketchMark, "\n") + "\n"
		}
	}
	return m, nil
}

func sameMolecule(text, canonical string) bool {
	p, err := smiles.Perceive(text)
	if err != nil {
		return false
	}
	other, err := smiles.CanonicalOf(p, stereo.Find(p))
	return err == nil && other == canonical
}

func importStructure(name string, data []byte) (block, error) {
	file, err := formats.Read(name, data)
	if err != nil {
		return block{}, err
	}
	atoms := make([]int, file.Structure.Len())
	for i := range atoms {
		atoms[i] = i
	}
	b, err := takePart(file.Structure, atoms)
	b.Name = file.Name
	return b, err
}

// takePart makes a block of some atoms of a structure, which has 3D positions.
func takePart(s *structure.Structure, atoms []int) (block, error) {
	if len(atoms) > molfile.MaxAtomsV2000 {
		return block{}, fmt.Errorf("these are %d atoms; a molecule of the library has up to %d", len(atoms), molfile.MaxAtomsV2000)
	}
	return takeRecord(&molfile.Record{Mol: species.Part(s, atoms), Dimension: "3D"})
}

// moleculePart makes a molecule of some atoms of the document; of all when none are
// named.
func moleculePart(c *Core, r *request, _ empty) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	given, _ := r.bufs["atoms"].([]uint32)
	s := d.Structure()
	atoms := make([]int, 0, len(given))
	for _, a := range given {
		if int(a) >= s.Len() {
			return response{}, BadRequest(fmt.Sprintf("atom %d is not in the document, which has %d atoms", a, s.Len()))
		}
		atoms = append(atoms, int(a))
	}
	if len(given) == 0 {
		for i := range s.Len() {
			atoms = append(atoms, i)
		}
	}
	b, err := takePart(s, atoms)
	if err != nil {
		return response{}, refused(err)
	}
	return response{value: b}, nil
}

// moleculePlace returns a molecule as a structure at a free place of the document,
// labeled by its name; around the origin when nothing is open.
func moleculePlace(c *Core, _ *request, q struct {
	Molblock string `json:"molblock"`
	Name     string `json:"name"`
}) (response, error) {
	rec, err := molfile.Read([]byte(q.Molblock))
	if err != nil {
		return response{}, refused(err)
	}
	s := structure.FromMol(rec.Mol)
	if s.Len() == 0 {
		return response{}, refused(errors.New("the mol block holds no atoms"))
	}
	current := &structure.Structure{}
	if c.document != nil {
		current = c.document.Structure()
	}
	step := current.Beside(s)
	residue := structure.ResidueName(q.Name)
	last := int32(0)
	for _, id := range current.ResidueIDs {
		last = max(last, id)
	}
	for i := range s.Len() {
		s.Positions[3*i] += step.X
		s.Positions[3*i+1] += step.Y
		s.Positions[3*i+2] += step.Z
		s.ResidueNames = append(s.ResidueNames, residue)
		s.ResidueIDs = append(s.ResidueIDs, last+1)
	}
	bufs := Bufs{}
	return response{value: map[string]any{"structure": putStructure(s, bufs), "name": structure.Slug(q.Name)}, bufs: bufs}, nil
}

// givenBlock describes a block that a person pasted or drew, when it can be kept as it is.
func givenBlock(rec *molfile.Record, p *perceive.Molecule) *block {
	b, err := takeRecord(rec)
	if err != nil {
		return nil
	}
	b.Formula = p.Formula()
	return &b
}
