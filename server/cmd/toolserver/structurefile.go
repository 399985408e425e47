package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/molsmith/molsmith/chem/edit"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats"
)

// maxFile bounds a structure file, packed or not.
const maxFile = 1 << 30

// reading are the options of inspect and convert that choose what of a file is read.
type reading struct {
	formats.ReadOptions
	altlocs string
	labels  []string
}

func (r *reading) declare(o *optionSet) {
	o.integer(&r.Frame, 1, 1<<30, "frame", "N", "read the Nth frame, model, record or molecule").preset = "the first"
	o.toggle(&r.Expand, "expand-symmetry", "apply the symmetry operations of a crystal: the whole cell").envs = nil
	r.altlocs = "first"
	o.choice(&r.altlocs, "altlocs", "alternate locations of an atom to read", map[string]string{"first": "first", "all": "all"}, "first|all").envs = nil
	o.list(&r.labels, "element", "LABEL=SYMBOL", "the element of a label where the file states none; may be repeated").envs = nil
	for _, option := range o.options {
		option.envs = nil
	}
}

// options checks what was given.
func (r *reading) options() (formats.ReadOptions, error) {
	r.AltLocs = r.altlocs == "all"
	for _, text := range r.labels {
		label, symbol, ok := strings.Cut(text, "=")
		z, known := elem.Number(symbol)
		if !ok || label == "" || !known {
			return r.ReadOptions, usagef("--element %s: expected a label and an element symbol, such as type1=Si", shown(text))
		}
		if r.Elements == nil {
			r.Elements = map[string]uint8{}
		}
		r.Elements[label] = z
	}
	return r.ReadOptions, nil
}

// readFile returns the content of a file, unpacked, and its name without .gz; - is
// standard input, which has no name.
func readFile(s streams, path string) (name string, data []byte, err error) {
	in := s.in
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return "", nil, err
		}
		defer file.Close()
		in, name = file, path
	}
	if data, err = readAll(in); err != nil {
		return "", nil, fmt.Errorf("%s: %w", shown(path), err)
	}
	if bytes.HasPrefix(data, []byte("\x1f\x8b")) {
		plain, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			data, err = readAll(plain)
		}
		if err != nil {
			return "", nil, fmt.Errorf("%s: unpacking it: %w", shown(path), err)
		}
		if cut := len(name) - len(".gz"); cut > 0 && strings.EqualFold(name[cut:], ".gz") {
			name = name[:cut]
		}
	}
	return name, data, nil
}

// readStructureFile is readFile for the commands that read structures. A saved document is
// one file with a source and steps: it is refused with the command that reads it.
func readStructureFile(s streams, path string) (name string, data []byte, err error) {
	name, data, err = readFile(s, path)
	if err == nil && edit.IsProject(data) {
		return "", nil, fmt.Errorf("%s: a Molsmith project, not a structure file; \"toolserver replay\" shows its steps, and with -o OUT writes its structure", shown(path))
	}
	return name, data, err
}

func readAll(in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err == nil && len(data) > maxFile {
		return nil, fmt.Errorf("more than %d bytes", maxFile)
	}
	return data, err
}

// listed is a list that JSON shows as one when it is empty.
func listed(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
