package pdb

import (
	"bytes"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// Read reads one frame of a PDB file and counts the frames. A frame is a run of ATOM
// and HETATM records up to ENDMDL, END or the next MODEL. Of alternate locations the
// first letter met in a residue is kept, unless o asks for all. Bonds are those of
// CONECT records: inside a frame its own, behind the last frame those of every frame; a
// partner named twice or three times is a double or triple bond. The result shares no
// memory with data. Errors are *format.ParseError.
func Read(data []byte, o format.ReadOptions) (*format.File, error) {
	r := &reader{
		lines:   format.NewLines(data),
		file:    &format.File{Structure: &structure.Structure{}},
		wanted:  max(1, o.Frame),
		names:   map[uint32]string{},
		altlocs: format.AltLocs{All: o.AltLocs},
	}
	if err := r.records(); err != nil {
		return nil, err
	}
	return r.file, r.finish()
}

type reader struct {
	lines  format.Lines
	file   *format.File
	wanted int  // the frame that is read, from 1
	inside bool // a frame is open

	names map[uint32]string // four-column texts, each stored once
	last  [3]struct {       // the last residue name, atom name and chain
		text  string
		bytes []byte
	}
	altlocs format.AltLocs

	title, id    string
	cell         *[9]float64
	group        string // space group of CRYST1
	occupancies  []float64
	raw          []uint32 // the atom names with their blanks, of all atoms
	charges      []int32
	serials      []int32
	links, tails []link // CONECT of the wanted frame, and behind the last frame
	unreadable   int    // CONECT records

	inserted, odd int
	factors       bool // there are temperature factors
}

// link is one partner of a CONECT record, by serial numbers.
type link struct{ from, to int32 }

func (r *reader) records() error {
	for {
		line, ok := r.lines.Next()
		if !ok {
			break
		}
		if len(line) < 3 {
			continue
		}
		switch string(line[:min(len(line), 6)]) {
		case "HETATM":
			if err := r.record(line, 6); err != nil {
				return err
			}
		case "CONECT":
			r.connect(line)
		case "ENDMDL", "END", "END   ", "MODEL ", "MODEL":
			r.inside = false
		case "CRYST1":
			if r.file.Frames < r.wanted || r.inside && r.file.Frames == r.wanted {
				r.crystal(line)
			}
		case "TITLE ":
			if r.file.Frames == 0 {
				r.addTitle(line)
			}
		case "HEADER":
			if len(line) >= 66 {
				r.id = format.Text(line[62:66])
			}
		default:
			switch {
			case bytes.HasPrefix(line, []byte("ATOM ")):
				if err := r.record(line, 5); err != nil {
					return err
				}
			case bytes.HasPrefix(line, []byte("END")) && format.Blank(line[3:]):
				r.inside = false
			}
		}
	}
	switch {
	case r.file.Frames == 0:
		return r.lines.Ends("an ATOM or HETATM record")
	case r.wanted > r.file.Frames:
		return r.lines.Errorf("frame %d is asked for; the file holds %s", r.wanted, format.Count(r.file.Frames, "frame"))
	}
	return nil
}

// record notes the frame of an atom and reads it when the frame is wanted. Serial
// numbers start at column serial+1.
func (r *reader) record(line []byte, serial int) error {
	if !r.inside {
		r.inside = true
		r.file.Frames++
		r.tails = r.tails[:0] // CONECT records behind this place were not the last
	}
	if r.file.Frames != r.wanted {
		return nil
	}
	return r.atom(line, serial)
}

func (r *reader) addTitle(line []byte) {
	text := format.Text(line[min(len(line), 10):])
	if text == "" || len(r.title) > 1000 {
		return
	}
	if r.title != "" {
		r.title += " "
	}
	r.title += text
}

// crystal reads CRYST1. A cell of 1 Å edges or without edges stands for none.
func (r *reader) crystal(line []byte) {
	var v [6]float64
	ok := true
	for k := range 6 {
		from, to := 6+9*k, 15+9*k
		if k >= 3 {
			from, to = 33+7*(k-3), 40+7*(k-3)
		}
		var good bool
		v[k], good = format.Number(bytes.TrimSpace(columns(line, from, to)))
		ok = ok && good
	}
	if !ok {
		n, _ := format.Numbers(line[6:], v[:])
		ok = n == 6
	}
	r.group = format.Text(columns(line, 55, 66))
	switch {
	case !ok:
		r.file.Warn("line %d: CRYST1 does not hold six numbers and is ignored", r.lines.N)
	case v[0] == v[1] && v[1] == v[2] && (v[0] == 0 || v[0] == 1):
		r.cell, r.group = nil, ""
	default:
		c, err := cell.FromParameters(v[0], v[1], v[2], v[3], v[4], v[5])
		if err != nil {
			r.file.Warn("line %d: CRYST1 is ignored: %v", r.lines.N, err)
			return
		}
		vectors := c.Vectors()
		r.cell = &vectors
	}
}

// columns are the bytes from to to of a line, counted from 0, as far as it reaches.
func columns(line []byte, from, to int) []byte {
	return line[min(len(line), from):min(len(line), to)]
}

// finish puts together what a Structure holds.
func (r *reader) finish() error {
	f, s := r.file, r.file.Structure
	s.Cell = r.cell
	f.Title, f.Name = r.title, r.id
	if f.Name == "" {
		f.Name = r.title
	}
	r.elements()
	r.connections()
	if blank(s.ChainIDs, " ") {
		s.ChainIDs = nil
	}
	if blank(s.AtomNames, "") {
		s.AtomNames = nil
	}
	if blank(s.ResidueNames, "") {
		s.ResidueNames = nil
	}
	for _, q := range r.charges {
		if q != 0 {
			s.FormalCharges = r.charges
			break
		}
	}
	f.ReportSites(r.occupancies, r.factors)
	f.ReportGroup(r.group)
	r.altlocs.Report(f)
	f.ReportInsertions(r.inserted)
	if r.odd > 0 {
		f.Warn("%s without a readable residue number%sput into residue 0", format.Count(r.odd, "atom"), format.Are(r.odd))
	}
	f.ReportFrames(r.wanted)
	return nil
}

func blank(list []string, nothing string) bool {
	for _, text := range list {
		if text != nothing {
			return false
		}
	}
	return true
}

// elements fills in the elements that no record states from the atom names.
func (r *reader) elements() {
	f, s := r.file, r.file.Structure
	inferred, aligned := 0, true
	for i, z := range s.Elements {
		if z == 0 {
			inferred++
			// In its columns a symbol of one letter has a blank before it.
			raw := fourBytes(r.raw[i])
			aligned = aligned && !(letter(raw[0]) && (raw[1] == ' ' || raw[1] >= '0' && raw[1] <= '9') && raw[3] == ' ')
		}
	}
	if inferred == 0 {
		return
	}
	unknown := 0
	for i, z := range s.Elements {
		if z != 0 {
			continue
		}
		raw := fourBytes(r.raw[i])
		if z = elementOfName(raw, s.ResidueNames[i], aligned); z != 0 {
			s.Elements[i] = z
			continue
		}
		if f.Labels == nil {
			f.Labels = make([]string, s.Len())
		}
		unknown++
		if f.Labels[i] = s.AtomNames[i]; f.Labels[i] == "" {
			f.Labels[i] = "?"
		}
	}
	if inferred > unknown {
		f.Warn("the elements of %s are not stated and are read from the atom names", format.Count(inferred-unknown, "atom"))
	}
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// elementOfName reads the element from the four columns of an atom name, 0 when
// there is none. aligned says whether the file puts the symbol right-aligned into the
// first two columns, as the format asks.
func elementOfName(raw [4]byte, residue string, aligned bool) uint8 {
	name := strings.TrimSpace(string(raw[:]))
	if len(name) == 0 {
		return 0
	}
	first, _ := elem.Number(string(name[0] &^ 0x20))
	switch {
	case strings.EqualFold(residue, strings.TrimRight(name, "+-0123456789")):
		// An ion: NA in NA.
		z, _, _, _ := elem.Parse(strings.ToUpper(strings.TrimRight(name, "+-0123456789")))
		if z != 0 {
			return z
		}
	case format.Polymer(residue):
		// Amino acids and nucleotides hold no element of two letters.
		for i := range len(name) {
			if z, ok := elem.Number(string(name[i] &^ 0x20)); ok && letter(name[i]) {
				return z
			}
		}
	case aligned && letter(raw[0]) && raw[3] == ' ':
		if z, _, _, ok := elem.Parse(string(raw[:2])); ok && letter(raw[1]) {
			return z
		}
	case aligned && raw[0] == ' ' && first != 0:
		return first
	}
	return format.Propose(name, residue)
}
