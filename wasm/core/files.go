//go:build document || !part

package core

import (
	"slices"

	"github.com/molsmith/molsmith/chem/edit"
	"github.com/molsmith/molsmith/chem/formats"
	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/structure"
)

// formatInfo is FormatInfo of the protocol.
type formatInfo struct {
	ID         string   `json:"id"`
	Label      string   `json:"label"`
	Extensions []string `json:"extensions"`
	CanRead    bool     `json:"canRead"`
	CanWrite   bool     `json:"canWrite"`
}

func fileFormats(*Core, *request, empty) (response, error) {
	list := []formatInfo{}
	for _, f := range formats.List() {
		list = append(list, formatInfo{f.ID, f.Label, f.Extensions, f.CanRead, f.CanWrite})
	}
	return response{value: map[string]any{"formats": list}}, nil
}

// readAnswer is the answer of file.read.
type readAnswer struct {
	Format     string               `json:"format"`
	Name       string               `json:"name"`
	Frames     int                  `json:"frames"`
	Structure  structureHead        `json:"structure"`
	Warnings   []string             `json:"warnings"`
	Symmetry   *edit.SymmetryRecord `json:"symmetry,omitempty"`
	Disordered bool                 `json:"disordered,omitempty"`
	Labels     []labelInfo          `json:"labels,omitempty"`
	Project    bool                 `json:"project,omitempty"`
}

// labelInfo is ElementLabel of the protocol.
type labelInfo struct {
	Label   string `json:"label"`
	Atoms   int    `json:"atoms"`
	Element uint8  `json:"element"`
	Dummy   bool   `json:"dummy,omitempty"`
}

func fileRead(_ *Core, r *request, q struct {
	Name     string           `json:"name"`
	Frame    int              `json:"frame"`
	Ordered  bool             `json:"ordered"`
	Ask      bool             `json:"ask"`
	Elements map[string]uint8 `json:"elements"`
}) (response, error) {
	data, ok := r.bufs["data"].([]uint8)
	if !ok {
		return response{}, BadRequest("bufs.data is missing")
	}
	if edit.IsProject(data) {
		return response{value: readAnswer{Format: "project", Name: q.Name, Frames: 1, Warnings: []string{}, Project: true}}, nil
	}
	file, err := formats.ReadWith(q.Name, data, formats.ReadOptions{Frame: q.Frame, Ordered: q.Ordered, Unknown: true})
	if err != nil {
		return response{}, Failure{Code: "UNREADABLE", Message: err.Error()}
	}
	answer := readAnswer{Format: file.Format, Name: file.Name, Frames: file.Frames, Warnings: listed(file.Warnings), Disordered: file.Disordered}
	if q.Ask {
		for _, p := range file.Proposals() {
			answer.Labels = append(answer.Labels, labelInfo{p.Label, p.Atoms, p.Element, p.Dummy})
		}
		if answer.Labels != nil {
			return response{value: answer}, nil
		}
	}
	if err = file.Settle(q.Elements); err == nil {
		err = file.Validate(false)
	}
	if err != nil {
		return response{}, Failure{Code: "UNREADABLE", Message: err.Error()}
	}
	if y := file.Symmetry; y != nil && len(y.Operations) > 1 && file.Structure.Cell != nil {
		answer.Symmetry = edit.RecordSymmetry(&edit.Symmetry{Operations: y.Operations, Name: y.Name, From: y.Source, Occupancies: partly(file.Occupancies)})
	}
	bufs := Bufs{}
	answer.Warnings = listed(file.Warnings)
	answer.Structure = putStructure(file.Structure, bufs)
	return response{value: answer, bufs: bufs}, nil
}

// partly returns occupancies unless all sites are full.
func partly(occupancies []float64) []float64 {
	for _, x := range occupancies {
		if x != 1 {
			return occupancies
		}
	}
	return nil
}

func report(r formats.Report, err error) exportReport {
	e := exportReport{Format: r.Format, Losses: r.Losses, Changes: r.Changes}
	if e.Losses == nil {
		e.Losses = []string{}
	}
	if e.Changes == nil {
		e.Changes = []string{}
	}
	if err != nil {
		e.Refused = err.Error()
	}
	return e
}

type formatRequest struct {
	Format string `json:"format"`
	Style  string `json:"style"`
}

func fileReport(c *Core, _ *request, q formatRequest) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	r, refused := formats.Check(q.Format, d.Edited(), formats.Options{Name: d.Name(), Style: q.Style})
	tellInferred(d, &r)
	return response{value: report(r, refused)}, nil
}

func fileWrite(c *Core, _ *request, q formatRequest) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	data, r, err := formats.Write(q.Format, d.Edited(), formats.Options{Name: d.Name(), Style: q.Style})
	if err != nil {
		return response{}, Failure{Code: "REFUSED", Message: err.Error()}
	}
	tellInferred(d, &r)
	at := slices.IndexFunc(formats.List(), func(f formats.Info) bool { return f.ID == q.Format })
	info := formats.List()[at]
	return response{value: map[string]any{
		"fileName": d.Name() + info.Extensions[0], "mime": info.MIME, "report": report(r, nil),
	}, bufs: Bufs{"data": data}}, nil
}

// preset is Preset of the protocol.
type preset struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Group    string   `json:"group"`
	Formula  string   `json:"formula"`
	Charge   int      `json:"charge"`
	Atoms    int      `json:"atoms"`
	SMILES   string   `json:"smiles"`
	Aliases  []string `json:"aliases"`
	Density  float64  `json:"density,omitempty"`
	Molblock string   `json:"molblock"`
	// Links are the atoms of a repeat unit that bond to the units before and behind.
	Links *[2]int `json:"links,omitempty"`
}

func libraryList(*Core, *request, empty) (response, error) {
	list := []preset{}
	for _, e := range library.All() {
		aliases := e.Aliases
		if aliases == nil {
			aliases = []string{}
		}
		p := preset{e.ID, e.Name, e.Group, e.Formula, e.Charge, e.Atoms, e.SMILES, aliases, e.Density, e.Molblock(), nil}
		if e.Repeat != "" {
			p.Links = &[2]int{e.Head, e.Tail}
		}
		list = append(list, p)
	}
	return response{value: map[string]any{"presets": list}}, nil
}

func molRead(_ *Core, _ *request, q struct {
	Molblock string `json:"molblock"`
}) (response, error) {
	record, err := molfile.Read([]byte(q.Molblock))
	if err != nil {
		return response{}, Failure{Code: "INVALID_MOLECULE", Message: err.Error()}
	}
	bufs := Bufs{}
	return response{value: map[string]any{
		"name": record.Mol.Name, "dimension": record.Dimension,
		"structure": putStructure(structure.FromMol(record.Mol), bufs),
	}, bufs: bufs}, nil
}
