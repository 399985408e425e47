package formats

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// Converted is a file of one format made of a file of another.
type Converted struct {
	From *File // what was read
	Text []byte
	Report
}

// Convert reads a file and writes what it holds in another format, with every loss on the
// way in the report: what the format cannot hold of the structure, and what the file says
// that a structure has no place for (further frames, symmetry, isotopes, occupancies).
// out.Name is the name of the document when it is empty.
func Convert(name string, data []byte, to string, in ReadOptions, out Options) (*Converted, error) {
	if e, err := lookup(to); err != nil {
		return nil, err
	} else if e.write == nil {
		return nil, fmt.Errorf("%s files are read but not written", e.Label)
	}
	return ConvertBy(name, data, in, out, func(s *structure.Structure, o Options) ([]byte, Report, error) { return Write(to, s, o) })
}

// ConvertBy is Convert by another writer.
func ConvertBy(name string, data []byte, in ReadOptions, out Options, write func(*structure.Structure, Options) ([]byte, Report, error)) (*Converted, error) {
	in.Unknown = false
	file, err := ReadWith(name, data, in)
	if err != nil {
		return nil, err
	}
	if out.Name == "" {
		out.Name = file.Name
	}
	text, report, err := write(file.Structure, out)
	if err != nil {
		return nil, err
	}
	c := &Converted{From: file, Text: text, Report: report}
	c.Losses = append(c.beyond(in), c.Losses...)
	return c, nil
}

// beyond lists what the file holds besides its structure.
func (c *Converted) beyond(in ReadOptions) []string {
	var r Report
	f := c.From
	if f.Frames > 1 {
		r.Lose(fmt.Sprintf("Of %s, frame %s is written", format.Count(f.Frames, "frame"), format.Grouped(max(in.Frame, 1))))
	}
	if y := f.Symmetry; y != nil && len(y.Operations) > 1 {
		group := ""
		if y.Name != "" {
			group = " of the space group " + y.Name
		}
		r.Lose(fmt.Sprintf("The %d symmetry operations%s are not stored: the atoms are the asymmetric unit, not the whole cell (expand the symmetry for that)", len(y.Operations), group))
	}
	if n := len(f.Isotopes); n > 0 {
		r.Lose("The mass numbers of " + format.Count(n, "atom") + " are not stored")
	}
	partly := 0
	for _, x := range f.Occupancies {
		if x != 1 {
			partly++
		}
	}
	if partly > 0 {
		r.Lose("The occupancies of " + format.Count(partly, "atom") + " are not stored")
	}
	if p := f.PBC; p != nil && f.Structure.Cell != nil && *p != [3]bool{true, true, true} {
		r.Lose("That the cell does not repeat along all of its vectors is not stored")
	}
	return r.Losses
}
