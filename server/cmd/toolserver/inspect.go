package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats"
	contractjson "github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/contract"
)

func inspectCommand() command {
	return command{
		name: "inspect", usage: "inspect FILE [--json] [options]",
		summary: "what a structure file holds",
		about: `
Reads a structure file of any format that Molsmith knows, packed with gzip or not, and says what it
holds: atoms, cell, bonds, frames, and what was assumed or left out. - reads standard input. The
exit code is 1 when the file cannot be read, with the line and what was expected there.

With --json the answer is {"format":…,"frames":…,"structure":…,"warnings":[…],"details":{…}}. The
structure is null when the file does not state the elements of all atoms; the details have its
labels then. A crystal with symmetry is listed as its asymmetric unit.`,
		prepare: func(_ *Program, o *optionSet) func(context.Context, streams, []string) error {
			var asJSON bool
			var r reading
			r.declare(o)
			o.toggle(&asJSON, "json", "one JSON object").envs = nil
			return func(_ context.Context, s streams, args []string) error {
				if len(args) != 1 {
					return usagef("inspect takes the name of one file")
				}
				options, err := r.options()
				if err != nil {
					return err
				}
				name, data, err := readStructureFile(s, args[0])
				if err != nil {
					return err
				}
				options.Unknown = options.Elements == nil
				file, err := formats.ReadWith(name, data, options)
				if err != nil {
					return fmt.Errorf("%s: %w", shown(args[0]), err)
				}
				if asJSON {
					return inspectJSON(s.out, file)
				}
				return inspectText(s.out, args[0], file)
			}
		},
	}
}

// elementCounts counts the atoms by symbol, D apart from H and X for no element.
func elementCounts(file *formats.File) map[string]int {
	counts := map[string]int{}
	for _, z := range file.Structure.Elements {
		if z == 0 {
			counts["X"]++
		} else {
			counts[elem.Symbol(z)]++
		}
	}
	for _, isotope := range file.Isotopes {
		if file.Structure.Elements[isotope.Atom] == 1 && isotope.Mass == 2 {
			counts["D"]++
			if counts["H"]--; counts["H"] == 0 {
				delete(counts, "H")
			}
		}
	}
	return counts
}

// labelCounts counts the atoms by what stands for their elements.
func labelCounts(file *formats.File) map[string]int {
	counts := map[string]int{}
	for i := range file.Structure.Len() {
		counts[labelOf(file, i)]++
	}
	return counts
}

func labelOf(file *formats.File, i int) string {
	if file.Labels != nil && file.Labels[i] != "" {
		return file.Labels[i]
	}
	return elem.Symbol(file.Structure.Elements[i])
}

// atomFacts is an atom in the details.
type atomFacts struct {
	Label string     `json:"label"`
	XYZ   [3]float64 `json:"xyz"`
}

type isotopeFacts struct {
	Atom int `json:"atom"` // 0-based
	Mass int `json:"mass"`
}

// details are the facts that a Structure does not hold.
func details(file *formats.File) map[string]any {
	s := file.Structure
	d := map[string]any{
		"name": file.Name, "title": file.Title, "atoms": s.Len(), "cell": s.Cell, "pbc": file.PBC,
		"elements": nil, "elements_by_label": nil, "bonds": nil,
	}
	for _, fact := range file.Details {
		d[fact.Name] = fact.Value
	}
	if file.Labels == nil {
		d["elements"] = elementCounts(file)
	} else {
		d["elements_by_label"] = labelCounts(file)
	}
	if s.Bonds != nil {
		d["bonds"] = len(s.Bonds)
	}
	isotopes := []isotopeFacts{}
	for _, isotope := range file.Isotopes {
		isotopes = append(isotopes, isotopeFacts(isotope))
	}
	d["isotopes"] = isotopes
	if file.Occupancies != nil {
		d["occupancies"] = file.Occupancies
	}
	if file.Symmetry != nil {
		d["symmetry"] = map[string]any{"name": file.Symmetry.Name, "operations": len(file.Symmetry.Operations), "source": file.Symmetry.Source}
	}
	if n := s.Len(); n > 0 {
		at := func(i int) atomFacts {
			return atomFacts{labelOf(file, i), [3]float64(s.Positions[3*i : 3*i+3])}
		}
		d["first"], d["last"] = at(0), at(n-1)
	}
	return d
}

func inspectJSON(out io.Writer, file *formats.File) error {
	b := []byte(`{"format":`)
	text := func(value any) {
		var buffer bytes.Buffer
		e := json.NewEncoder(&buffer)
		e.SetEscapeHTML(false)
		if err := e.Encode(value); err != nil {
			buffer.Reset()
			buffer.WriteString("null\n") // no such value is ever put there
		}
		b = append(b, buffer.Bytes()[:buffer.Len()-1]...)
	}
	text(file.Format)
	b = append(b, `,"frames":`...)
	text(file.Frames)
	b = append(b, `,"structure":`...)
	if file.Labels == nil {
		b = contract.AppendStructure(b, contractjson.ToContract(file.Structure))
	} else {
		b = append(b, "null"...)
	}
	b = append(b, `,"warnings":`...)
	text(listed(file.Warnings))
	b = append(b, `,"details":`...)
	text(details(file))
	_, err := out.Write(append(b, "}\n"...))
	return err
}

// inspectText writes the facts for a person.
func inspectText(out io.Writer, path string, file *formats.File) error {
	var b strings.Builder
	s := file.Structure
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("file", "%s", shown(path))
	line("format", "%s", file.Format)
	if file.Title != "" {
		line("title", "%s", file.Title)
	}
	line("frames", "%d", file.Frames)
	if file.Labels == nil {
		line("atoms", "%d: %s", s.Len(), s.Formula())
	} else {
		line("atoms", "%d, elements not stated: %s", s.Len(), countsText(labelCounts(file)))
	}
	if s.Bonds == nil {
		line("bonds", "not stated")
	} else {
		line("bonds", "%d", len(s.Bonds))
	}
	line("cell", "%s", cellText(s.Cell))
	if s.ResidueIDs != nil || s.ResidueNames != nil {
		line("residues", "%d", residueCount(file))
	}
	if charge := s.Charge(); charge != 0 {
		line("charge", "%+d", charge)
	}
	for _, channel := range s.Scalars {
		line("values", "%s", channel.Name)
	}
	if y := file.Symmetry; y != nil {
		line("symmetry", "%s, %d operations from %s; the atoms are the asymmetric unit", y.Name, len(y.Operations), y.Source)
	}
	for _, warning := range file.Warnings {
		line("warning", "%s", warning)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func countsText(counts map[string]int) string {
	var list []string
	for label, n := range counts {
		list = append(list, fmt.Sprintf("%s %d", shown(label), n))
	}
	slices.Sort(list)
	const most = 12
	if len(list) > most {
		return strings.Join(list[:most], ", ") + ", …"
	}
	return strings.Join(list, ", ")
}

func cellText(v *[9]float64) string {
	if v == nil {
		return "none"
	}
	c, err := cell.NewEitherHand(*v)
	if err != nil {
		return err.Error()
	}
	lengths, angles := c.Parameters()
	hand := ""
	if !c.RightHanded() {
		hand = ", left-handed"
	}
	return fmt.Sprintf("%.4f %.4f %.4f Å, %.3f %.3f %.3f°, %.3f Å³%s", lengths[0], lengths[1], lengths[2], angles[0], angles[1], angles[2], c.Volume(), hand)
}

// residueCount counts how often name, number or chain change along the file.
func residueCount(file *formats.File) int {
	s := file.Structure
	n := 0
	for i := range s.Len() {
		if i == 0 || s.ResidueIDs != nil && s.ResidueIDs[i] != s.ResidueIDs[i-1] || s.ResidueNames != nil && s.ResidueNames[i] != s.ResidueNames[i-1] || s.ChainIDs != nil && s.ChainIDs[i] != s.ChainIDs[i-1] {
			n++
		}
	}
	return n
}
