package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/formats"
	"github.com/molsmith/molsmith/chem/structure"
)

func convertCommand() command {
	return command{
		name: "convert", usage: "convert IN OUT [options]",
		summary: "a structure file in another format, with what is lost",
		about: `
Reads a structure file and writes it in the format that the name of OUT asks for. IN may also be the
result that "toolserver call" prints. Names that end in .gz are packed; - is standard input, and as
OUT standard output, with --to. What the format loses or changes is listed on standard error, or
with --json on standard output; nothing is written when the format cannot hold the structure.`,
		prepare: func(_ *Program, o *optionSet) func(context.Context, streams, []string) error {
			var r reading
			var to string
			var asJSON, top, symmetry bool
			var tolerance string
			var out formats.Options
			r.declare(o)
			o.text(&to, "to", "FORMAT", "format of OUT, where its name does not say it").envs = nil
			o.text(&out.Name, "name", "TEXT", "name or title in the file").envs = nil
			o.text(&out.Style, "style", "STYLE", "atom style of a LAMMPS file: full, molecular, charge or atomic").envs = nil
			o.integer(&out.Decimals, 1, 9, "decimals", "N", "decimals of the coordinates of a GRO file, 3 to 6").envs = nil
			for _, option := range o.options {
				if option.name == "decimals" {
					option.preset = "3"
				}
			}
			o.toggle(&symmetry, "symmetry", "a CIF of the asymmetric unit, with the space group found in the whole cell").envs = nil
			o.text(&tolerance, "tolerance", "Å", "how far atoms may be from where --symmetry puts them; 0.01 when absent").envs = nil
			o.toggle(&top, "top", "beside a GRO file, the skeleton of its topology: OUT with .top").envs = nil
			o.toggle(&asJSON, "json", `the report as {"format":…,"atoms":…,"losses":[…],"changes":[…],"order":…,"warnings":[…]}`).envs = nil
			return func(ctx context.Context, s streams, args []string) error {
				if len(args) != 2 {
					return usagef("convert takes the names of two files")
				}
				in, err := r.options()
				if err != nil {
					return err
				}
				target, packed := args[1], false
				if cut := len(target) - len(".gz"); cut > 0 && strings.EqualFold(target[cut:], ".gz") {
					target, packed = target[:cut], true
				}
				if to == "" {
					info, ok := formats.ForName(target)
					if !ok {
						return usagef("the name %s says no format; name one with --to: %s", shown(args[1]), writable())
					}
					to = info.ID
				}
				if top && (to != "gro" || args[1] == "-") {
					return usagef("--top goes with a GRO file: name one, such as box.gro")
				}
				within := 0.0
				switch {
				case symmetry && to != "cif":
					return usagef("--symmetry goes with a CIF: name one, such as crystal.cif")
				case !symmetry && tolerance != "":
					return usagef("--tolerance goes with --symmetry")
				case tolerance != "":
					if within, err = strconv.ParseFloat(tolerance, 64); err != nil || !(within > 0) {
						return usagef("--tolerance: %q is no distance in Å", tolerance)
					}
				}
				if args[1] == "-" && asJSON {
					return usagef("--json writes the report to standard output, where the file goes; name a file")
				}
				name, data, err := readStructureFile(s, args[0])
				if err != nil {
					return err
				}
				var c *formats.Converted
				if symmetry {
					in.Expand = true // the search needs the whole cell
					c, err = formats.ConvertBy(name, data, in, out, func(s *structure.Structure, o formats.Options) ([]byte, formats.Report, error) {
						text, report, _, err := crystal.WriteCIF(ctx, s, o.Name, within)
						return text, report, err
					})
				} else {
					c, err = formats.Convert(name, data, to, in, out)
				}
				if err != nil {
					return fmt.Errorf("%s: %w", shown(args[0]), err)
				}
				if top {
					if out.Name == "" {
						out.Name = c.From.Name
					}
					text, _, err := formats.Write("top", c.From.Structure, out)
					if err != nil {
						return fmt.Errorf("%s: %w", shown(args[0]), err)
					}
					if err := writeFile(s, strings.TrimSuffix(target, filepath.Ext(target))+".top", text, false); err != nil {
						return err
					}
				}
				if err := writeFile(s, args[1], c.Text, packed); err != nil {
					return err
				}
				if asJSON {
					return reportJSON(s.out, c)
				}
				for _, warning := range c.From.Warnings {
					tell(s, "warning: %s", warning)
				}
				for _, loss := range c.Losses {
					tell(s, "lost: %s", loss)
				}
				for _, change := range c.Changes {
					tell(s, "changed: %s", change)
				}
				return nil
			}
		},
	}
}

func writable() string {
	var list []string
	for _, f := range formats.List() {
		if f.CanWrite {
			list = append(list, f.ID)
		}
	}
	return strings.Join(list, ", ")
}

// writeFile writes a file whole or not at all.
func writeFile(s streams, path string, data []byte, packed bool) error {
	if packed {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := w.Write(data); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		data = b.Bytes()
	}
	if path == "-" {
		_, err := s.out.Write(data)
		return err
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, data, 0o644) // a pipe or a device
	}
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // does nothing after the renaming
	_, err = file.Write(data)
	if e := file.Chmod(0o644); err == nil {
		err = e
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	return err
}

func reportJSON(out io.Writer, c *formats.Converted) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		Format   string   `json:"format"`
		Atoms    int      `json:"atoms"`
		Losses   []string `json:"losses"`
		Changes  []string `json:"changes"`
		Order    []int32  `json:"order"` // null: as they were
		Warnings []string `json:"warnings"`
	}{c.Format, c.From.Structure.Len(), listed(c.Losses), listed(c.Changes), c.Order, listed(c.From.Warnings)})
}
