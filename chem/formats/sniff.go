package formats

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/formats/format"
)

// sniff finds the format of a file. What the content says for certain wins over
// the extension; without any hint the error lists what can be read.
func sniff(name string, data []byte) (*entry, error) {
	head := bytes.TrimPrefix(data[:min(len(data), 4096)], []byte("\xef\xbb\xbf"))
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return nil, fmt.Errorf("the file is empty")
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return nil, fmt.Errorf("the file is compressed with gzip; unpack it first")
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return nil, fmt.Errorf("the file is a ZIP archive; unpack it first")
	case bytes.IndexByte(head, 0) >= 0:
		return nil, fmt.Errorf("the file is binary; structure files are text")
	}
	named := byExtension(name)
	id := content(head)
	if id == "" || id == "cif" {
		id = starOf(data, head, named, id)
	}
	if id == "mol" && (named == nil && bytes.Contains(data, []byte("\n"+recordEnd)) || named != nil && named.ID == "sdf") {
		id = "sdf" // mol blocks one behind the other
	}
	if id != "" && (named == nil || named.ID != id) {
		e, err := lookup(id)
		if err != nil {
			return nil, err
		}
		if e.read != nil {
			return e, nil
		}
	}
	switch {
	case named == nil:
		return nil, fmt.Errorf("the file is none of the formats that can be opened: %s", readable())
	case named.read == nil:
		return nil, fmt.Errorf("%s files can be saved but not opened; the formats that can be opened are %s", named.Label, readable())
	}
	return named, nil
}

func readable() string {
	return strings.Join(ids(func(e *entry) bool { return e.read != nil }), ", ")
}

// content recognizes a format by how the file starts; "" when it is not certain.
func content(head []byte) string {
	if trimmed := bytes.TrimLeft(head, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '{' {
		return "json"
	}
	if dataLine(head) {
		return "cif"
	}
	const mark = "@<TRIPOS>MOLECULE"
	if bytes.HasPrefix(head, []byte(mark)) || bytes.Contains(head, []byte("\n"+mark)) || bytes.Contains(head, []byte("\r"+mark)) {
		return "mol2"
	}
	if pdbRecord(head) {
		return "pdb"
	}
	lines := firstLines(head, 8)
	if len(lines) >= 4 && (bytes.Contains(lines[3], []byte("V2000")) || bytes.Contains(lines[3], []byte("V3000"))) {
		return "mol"
	}
	if n, err := strconv.Atoi(string(bytes.TrimSpace(lines[0]))); err == nil && n > 0 && len(lines) > 2 {
		// XYZ: a count, a comment, then an atom line of at least four words. GRO
		// has its count in the second line.
		if words := bytes.Fields(lines[2]); len(words) >= 4 {
			if _, err := strconv.ParseFloat(string(words[1]), 64); err == nil || bytes.Contains(lines[1], []byte("Properties=")) {
				return "xyz"
			}
		}
	}
	switch {
	case len(lines) >= 3 && numbers(lines[1]) == 1 && isGRO(lines[2]):
		return "gro"
	case len(lines) >= 7 && numbers(lines[1]) > 0 && numbers(lines[2]) == 3 && numbers(lines[3]) == 3 && numbers(lines[4]) == 3 && numbers(lines[1]) != 2:
		return "poscar"
	case isLAMMPS(head):
		return "lammps"
	}
	return xmlOrXSF(head)
}

// numbers counts the words of a line when all of them are numbers, else it is 0.
func numbers(line []byte) int {
	var list [4]float64
	n, rest := format.Numbers(line, list[:])
	if !format.Blank(rest) {
		return 0
	}
	return n
}

// isGRO says whether a line is an atom of a GRO file: a residue number in five columns,
// an atom number in the fourth five, and three coordinates from column 21 on.
func isGRO(line []byte) bool {
	if len(line) < 38 || bytes.Count(line[20:], []byte(".")) < 3 {
		return false
	}
	_, residue := format.Integer(bytes.TrimSpace(line[:5]))
	_, atom := format.Integer(bytes.TrimSpace(line[15:20]))
	return residue && atom
}

// isLAMMPS says whether a line counts atoms and another bounds the box in x.
func isLAMMPS(head []byte) bool {
	return bytes.Contains(head, []byte(" atoms")) && bytes.Contains(head, []byte("xlo xhi"))
}

// xmlOrXSF recognizes CML by its elements and XSF by its first keyword.
func xmlOrXSF(head []byte) string {
	if trimmed := bytes.TrimLeft(head, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '<' {
		if bytes.Contains(head, []byte("<molecule")) || bytes.Contains(head, []byte("<cml")) || bytes.Contains(head, []byte("xml-cml.org")) {
			return "cml"
		}
		return ""
	}
	lines := format.NewLines(head)
	for {
		line, ok := lines.Next()
		word, rest := format.Word(line)
		switch {
		case !ok:
			return ""
		case len(word) == 0 || word[0] == '#':
			continue
		}
		switch string(word) {
		case "CRYSTAL", "SLAB", "POLYMER", "MOLECULE", "ATOMS", "PRIMVEC", "ANIMSTEPS", "DIM-GROUP":
			if string(word) == "ANIMSTEPS" || format.Blank(rest) {
				return "xsf"
			}
		}
		return ""
	}
}

// dataLine says whether the first word that is no comment names a data block, and what
// stands behind it is of a block: a title may look like such a name.
func dataLine(head []byte) bool {
	lines := format.NewLines(head)
	named := false
	for {
		line, ok := lines.Next()
		if !ok {
			return named
		}
		for {
			word, rest := format.Word(line)
			if len(word) == 0 || word[0] == '#' {
				break
			}
			if named {
				return word[0] == '_' || len(word) > 4 && word[4] == '_' // loop_, data_, save_
			}
			if named = len(word) > 5 && bytes.EqualFold(word[:5], []byte("data_")); !named {
				return false
			}
			line = rest
		}
	}
}

// starOf tells the two formats that share the grammar of CIF apart: atoms with
// coordinates in Å and names of residues are a macromolecule's.
func starOf(data, head []byte, named *entry, id string) string {
	if id != "cif" && (named == nil || named.ID != "cif" && named.ID != "mmcif") {
		return id
	}
	if bytes.Contains(data, []byte("_atom_site.Cartn_x")) || bytes.Contains(data, []byte("_atom_site.label_atom_id")) {
		return "mmcif"
	}
	if id == "" && named.ID == "mmcif" {
		return id
	}
	return "cif"
}

// pdbRecord says whether the first record is one that PDB files begin with, written as
// the format asks.
func pdbRecord(head []byte) bool {
	for _, name := range []string{"HEADER    ", "TITLE     ", "CRYST1 ", "ATOM   ", "HETATM ", "COMPND    ", "MODEL     ", "REMARK  "} {
		if bytes.HasPrefix(head, []byte(name)) {
			return true
		}
	}
	return false
}

// firstLines splits off at most n lines, whatever ends them.
func firstLines(text []byte, n int) [][]byte {
	var lines [][]byte
	for len(lines) < n {
		end := bytes.IndexAny(text, "\r\n")
		if end < 0 {
			return append(lines, text)
		}
		lines = append(lines, text[:end])
		if text[end] == '\r' && end+1 < len(text) && text[end+1] == '\n' {
			end++
		}
		text = text[end+1:]
	}
	return lines
}

func byExtension(name string) *entry {
	lower := strings.ToLower(name)
	for i := range registry {
		for _, extension := range registry[i].Extensions {
			if strings.HasSuffix(lower, extension) {
				return &registry[i]
			}
		}
	}
	// VASP knows its files by their names.
	base := lower[strings.LastIndexAny(lower, `/\`)+1:]
	if strings.HasPrefix(base, "poscar") || strings.HasPrefix(base, "contcar") {
		e, _ := lookup("poscar")
		return e
	}
	return nil
}

// stem is a file name without folders and without the extension of a format.
func stem(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	lower := strings.ToLower(name)
	for i := range registry {
		for _, extension := range registry[i].Extensions {
			if strings.HasSuffix(lower, extension) {
				return name[:len(name)-len(extension)]
			}
		}
	}
	return name
}
