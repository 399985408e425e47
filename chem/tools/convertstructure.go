//go:build !part

package tools

import (
	"context"
	"errors"
	"strings"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

type convertArguments struct {
	Text     string  `json:"text" schema:"title=File;minLength=1;maxLength=50000000;examples=1\nneon\nNe 0 0 0\n" doc:"The whole text of a structure file."`
	To       string  `json:"to" schema:"title=Format;enum=xyz|pdb|gro|top|mol|sdf|mol2|poscar|lammps|cif|mmcif|cml|xsf|json;default=xyz" doc:"The format to write. top is the skeleton of a GROMACS topology, mol a mol block, sdf the same as a record of an SD file, json a Structure of the Builder Tool Contract."`
	From     string  `json:"from" schema:"title=Format of the file;enum=auto|xyz|pdb|gro|mol|sdf|mol2|poscar|lammps|cif|mmcif|cml|xsf|json;default=auto" doc:"The format of the text. auto finds it from the content, which wins where it is certain."`
	Frame    int     `json:"frame" schema:"title=Frame;default=1;minimum=1;maximum=1000000000" doc:"Which frame, model, record or molecule of the file is read."`
	Expand   bool    `json:"expand_symmetry" schema:"title=Expand symmetry;default=false" doc:"Write the whole cell of a crystal; else the asymmetric unit, as the file lists it."`
	AltLocs  string  `json:"altlocs" schema:"title=Alternate locations;enum=first|all;default=first" doc:"The first alternate location in each residue, or all."`
	Elements string  `json:"elements" schema:"title=Elements of labels;default=;maxLength=10000;examples=1=Si, 2=O" doc:"Elements of labels where the file states none, as label=symbol, separated by commas."`
	Name     string  `json:"name" schema:"title=Name;default=;maxLength=200" doc:"Name or title in the file; empty: that of the text."`
	Style    string  `json:"lammps_style" schema:"title=LAMMPS atom style;enum=full|molecular|charge|atomic;default=full" doc:"Columns of a LAMMPS file."`
	Symmetry bool    `json:"cif_symmetry" schema:"title=CIF with symmetry;default=false" doc:"Write a CIF of the sites that differ, with the space group found in the whole cell; else of every atom, in P 1."`
	Within   float64 `json:"symmetry_tolerance" schema:"title=Tolerance of the symmetry;default=0.01;minimum=0.000001;maximum=0.5" doc:"How far atoms may lie from where cif_symmetry puts them, Å."`
}

// convertAnswer is the file with the export report.
type convertAnswer struct {
	Format   string   `json:"format" doc:"Of the text that was read."`
	Text     string   `json:"text" doc:"The file in the format asked for."`
	Atoms    int      `json:"atoms"`
	Frames   int      `json:"frames" doc:"Of the text that was read; one is written."`
	Losses   []string `json:"losses" doc:"What the format does not hold."`
	Changes  []string `json:"changes" doc:"What is held differently: rotation, numbering, names."`
	Order    []int32  `json:"order,omitempty" doc:"Where atoms change places: those of the text, from 0, in the order of the file."`
	Warnings []string `json:"warnings" doc:"What was assumed or left out when the text was read."`
}

func convertStructure() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[convertArguments]{
		Name:  "convert_structure",
		Title: "Convert a structure file",
		Description: "Convert the text of a structure file to another format, and say everything that the format loses or changes. " +
			"Reads and writes XYZ, PDB, GRO, MOL, SDF, MOL2, POSCAR, LAMMPS data, CIF, mmCIF, CML, XSF and contract JSON; of an SDF with several records the first is read. " +
			"Positions are in Å, or as the format has them. Bonds are neither found nor changed.",
		Explain: explainArguments,
	}, runConvertStructure))
}

func runConvertStructure(ctx context.Context, args convertArguments, _ *contract.Call) (*convertAnswer, error) {
	in := formats.ReadOptions{Frame: args.Frame, Expand: args.Expand, AltLocs: args.AltLocs == "all"}
	for _, pair := range strings.Split(args.Elements, ",") {
		if pair = strings.TrimSpace(pair); pair == "" {
			continue
		}
		label, symbol, ok := strings.Cut(pair, "=")
		z, known := elem.Number(strings.TrimSpace(symbol))
		if label = strings.TrimSpace(label); !ok || !known || label == "" {
			return nil, invalidArgument("/elements", "format", nil, "Elements of labels: expected a label and an element symbol, such as 1=Si, found '%s'.", excerpt(pair))
		}
		if in.Elements == nil {
			in.Elements = map[string]uint8{}
		}
		in.Elements[label] = z
	}
	name := ""
	if args.From != "auto" {
		for _, f := range formats.List() {
			if f.ID == args.From {
				name = f.Extensions[0]
			}
		}
	}
	out := formats.Options{Name: args.Name, Style: args.Style}
	fits := func(s *structure.Structure) error { // as soon as it is known
		if s.Len() > contract.MaxAtoms {
			return failure(contract.TooManyAtoms, "The file holds %d atoms; the limit is %d.", s.Len(), contract.MaxAtoms)
		}
		return withinLimit(ctx, s.Len())
	}
	var c *formats.Converted
	var err error
	switch {
	case args.Symmetry && args.To != "cif":
		return nil, invalidArgument("/cif_symmetry", "format", nil, "Only CIF files hold a symmetry: set Format to cif, or leave CIF with symmetry off.")
	case args.Symmetry:
		in.Expand = true // the search needs the whole cell
		c, err = formats.ConvertBy(name, []byte(args.Text), in, out, func(s *structure.Structure, o formats.Options) ([]byte, formats.Report, error) {
			if err := fits(s); err != nil {
				return nil, formats.Report{}, err
			}
			text, report, _, err := crystal.WriteCIF(ctx, s, o.Name, args.Within)
			return text, report, symmetryFailure(err)
		})
	default:
		c, err = formats.ConvertBy(name, []byte(args.Text), in, out, func(s *structure.Structure, o formats.Options) ([]byte, formats.Report, error) {
			if err := fits(s); err != nil {
				return nil, formats.Report{}, err
			}
			return formats.Write(args.To, s, o)
		})
	}
	if stopped := ctx.Err(); stopped != nil {
		return nil, stopped
	}
	if said := (*contract.Error)(nil); errors.As(err, &said) {
		return nil, said
	}
	if err != nil {
		return nil, invalidArgument("/text", "format", nil, "%s.", upperFirst(err.Error()))
	}
	return &convertAnswer{
		Format: c.From.Format, Text: string(c.Text), Atoms: c.From.Structure.Len(), Frames: c.From.Frames,
		Losses: lines(c.Losses), Changes: lines(c.Changes), Order: c.Order, Warnings: lines(c.From.Warnings),
	}, nil
}

// symmetryFailure says what is wrong with the file or the tolerance where a CIF with symmetry
// cannot be made. Other errors stay as they are.
func symmetryFailure(err error) error {
	switch {
	case errors.Is(err, crystal.ErrNoCell):
		return failure(contract.NoCell, "The structure of the file has no cell, and only a crystal has a symmetry: give a file with a cell, or leave CIF with symmetry off.")
	case errors.Is(err, crystal.ErrTooManyAtoms):
		return crystalFailure(err)
	case errors.Is(err, crystal.ErrTolerance):
		return invalidArgument("/symmetry_tolerance", "range", nil, "%s.", upperFirst(err.Error()))
	}
	return err
}

// lines is a list that JSON shows as one when it is empty.
func lines(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
