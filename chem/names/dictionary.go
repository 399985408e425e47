package names

import (
	"bytes"
	"encoding/binary"
	"errors"
	"sort"
	"strings"
	"sync/atomic"
)

// Kind is what sort of name an entry is.
type Kind uint8

// The kinds of names. A formula is one like lipf6; a residue is the three-letter code of
// an amino acid, a letter its one-letter code, which is never looked up as a name.
const (
	Systematic Kind = iota
	Common
	Abbreviation
	Trade
	Formula
	Residue
	Letter
)

// Dictionary maps names to molecules. It is not changed after it was made.
type Dictionary struct {
	text       string   // all names, one after the other, in the order of bytes
	start      []uint32 // of name i in text; one more for the end
	shared     []uint8  // bytes that name i begins with like name i-1
	kind       []uint8  // Kind in the low four bits, tier of the source in the high ones
	molecule   []uint16
	display    []string // "" where it is the name
	structures []string // canonical SMILES
	rules      string   // the vocabulary of the reader by rules
}

// ErrNotLoaded says that a dictionary is neither built in nor loaded.
var ErrNotLoaded = errors.New("the dictionary of names is not loaded")

var errDamaged = errors.New("dictionary of names: the data are damaged")

// Limits of a dictionary.
const (
	maxStructures = 1 << 16
	maxEntries    = 1 << 20
	maxVocabulary = 1 << 17 // bytes
)

// ReadDictionary decodes a dictionary (data/README.md has the format), which is unpacked
// already.
func ReadDictionary(data []byte) (*Dictionary, error) {
	if len(data) < 12 || string(data[:4]) != "NAM1" {
		return nil, errors.New(`dictionary of names: the data do not begin with "NAM1" and two numbers`)
	}
	molecules, count := int(binary.LittleEndian.Uint32(data[4:])), int(binary.LittleEndian.Uint32(data[8:]))
	data = data[12:]
	if molecules > maxStructures || count > maxEntries || molecules > len(data) || count*6 > len(data) {
		return nil, errDamaged
	}
	d := &Dictionary{
		start: make([]uint32, 1, count+1), shared: make([]uint8, count), kind: make([]uint8, count),
		molecule: make([]uint16, count), display: make([]string, count), structures: make([]string, molecules),
	}
	copy(d.kind, data)
	copy(d.shared, data[count:])
	for i := range d.molecule {
		d.molecule[i] = uint16(data[2*count+i]) | uint16(data[3*count+i])<<8
		if int(d.molecule[i]) >= molecules {
			return nil, errDamaged
		}
	}
	data = data[4*count:]
	line := func() (string, bool) {
		end := bytes.IndexByte(data, '\n')
		if end < 0 {
			return "", false
		}
		s := string(data[:end])
		data = data[end+1:]
		return s, true
	}
	var ok bool
	for i := range d.structures {
		if d.structures[i], ok = line(); !ok {
			return nil, errDamaged
		}
	}
	text := make([]byte, 0, 32*count)
	last := 0
	for i := range count {
		rest, ok := line()
		shared := int(d.shared[i])
		if !ok || shared > len(text)-last {
			return nil, errDamaged
		}
		begin := len(text)
		text = append(text, text[last:last+shared]...)
		text = append(text, rest...)
		if i > 0 && bytes.Compare(text[last:begin], text[begin:]) >= 0 {
			return nil, errDamaged
		}
		last = begin
		d.start = append(d.start, uint32(len(text)))
	}
	d.text = string(text)
	for i := range d.display {
		if d.display[i], ok = line(); !ok {
			return nil, errDamaged
		}
	}
	// What is left are the words that the rules know.
	if d.rules = string(data); !strings.HasPrefix(d.rules, "# groups\n") || len(data) > maxVocabulary {
		return nil, errDamaged
	}
	return d, nil
}

// loaded is what Load was given.
var loaded atomic.Pointer[Dictionary]

// Load decodes a dictionary, unpacked, and makes it the one that Read uses. In a page it
// has to be called first: there the dictionary is no part of the program. It may be
// called at any time from any goroutine.
func Load(data []byte) error {
	d, err := ReadDictionary(data)
	if err == nil {
		loaded.Store(d)
	}
	return err
}

func dictionary() (*Dictionary, error) {
	if d := loaded.Load(); d != nil {
		return d, nil
	}
	return builtIn()
}

// Current returns the dictionary in use. The error is ErrNotLoaded where none is built in
// and none was loaded.
func Current() (*Dictionary, error) { return dictionary() }

// Len returns the number of names.
func (d *Dictionary) Len() int { return len(d.kind) }

// Name returns the i-th name in the form that names are compared in.
func (d *Dictionary) Name(i int) string { return d.text[d.start[i]:d.start[i+1]] }

// Kind returns what sort of name the i-th one is.
func (d *Dictionary) Kind(i int) Kind { return Kind(d.kind[i] & 15) }

// Tier returns how well the i-th name is attested: 1 everyday, 2 regular, 3 further.
func (d *Dictionary) Tier(i int) int { return int(d.kind[i] >> 4) }

// SMILES returns the canonical SMILES of the i-th name.
func (d *Dictionary) SMILES(i int) string { return d.structures[d.molecule[i]] }

// Display returns the i-th name as it is usually spelled.
func (d *Dictionary) Display(i int) string {
	if s := d.display[i]; s != "" {
		return s
	}
	return d.Name(i)
}

// match says how a name was found.
type match uint8

const (
	exact    match = iota
	squeezed       // other hyphens and blanks
)

// find looks up a normalized name. One-letter codes are no names.
func (d *Dictionary) find(name string) (entry int, how match, ok bool) {
	if i, ok := d.index(name); ok {
		return i, exact, true
	}
	spelled, lettered := otherGreek(name)
	for _, other := range []string{spelled, lettered} {
		if other != name {
			if i, ok := d.index(other); ok {
				return i, exact, true
			}
		}
	}
	i, ok := d.squeeze(name)
	return i, squeezed, ok
}

func (d *Dictionary) index(name string) (int, bool) {
	i := sort.Search(d.Len(), func(i int) bool { return d.Name(i) >= name })
	if i < d.Len() && d.Name(i) == name && d.Kind(i) != Letter {
		return i, true
	}
	return 0, false
}

// squeeze finds a name that differs in hyphens and blanks only ("tert butanol", "nhexane"
// is not one: a single letter before a hyphen is a locant). The entry counts when all that
// fit are the same molecule.
func (d *Dictionary) squeeze(name string) (int, bool) {
	if len(name) < 4 {
		return 0, false
	}
	found := -1
	for i := range d.Len() {
		if d.Kind(i) > Trade || !sameSqueezed(d.Name(i), name) {
			continue
		}
		if found >= 0 && d.molecule[found] != d.molecule[i] {
			return 0, false
		}
		if found < 0 {
			found = i
		}
	}
	return found, found >= 0
}

// sameSqueezed compares names without the hyphens and blanks that say nothing. A
// separator after a digit, a comma or a single letter counts, though a blank may stand
// for a hyphen.
func sameSqueezed(a, b string) bool {
	i, j := 0, 0
	for {
		si, ni := separator(a, i)
		sj, nj := separator(b, j)
		i, j = ni, nj
		if si != sj {
			return false
		}
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b)
		}
		if a[i] != b[j] {
			return false
		}
		i++
		j++
	}
}

// separator skips hyphens and blanks at i and says whether they count.
func separator(s string, i int) (counts bool, next int) {
	next = i
	for next < len(s) && (s[next] == '-' || s[next] == ' ') {
		next++
	}
	if next == i || i == 0 || next == len(s) {
		return false, next
	}
	single := letter(s[i-1]) && (i == 1 || !letter(s[i-2]))
	return single || !letter(s[i-1]) || !letter(s[next]), next
}

// isomers lists the entries that are name with locants in front ("o-xylene" for xylene),
// one for each molecule.
func (d *Dictionary) isomers(name string) []Suggestion {
	if len(name) < 4 {
		return nil
	}
	var list []Suggestion
	seen := map[uint16]bool{}
	for _, position := range []string{"o-", "m-", "p-"} {
		if i, ok := d.index(position + name); ok && !seen[d.molecule[i]] {
			seen[d.molecule[i]] = true
			list = append(list, Suggestion{d.Display(i), d.SMILES(i)})
		}
	}
	for i := range d.Len() {
		n := d.Name(i)
		if d.Kind(i) > Trade || seen[d.molecule[i]] || len(n) < len(name)+2 || !strings.HasSuffix(n, name) || n[len(n)-len(name)-1] != '-' {
			continue
		}
		if !positions(n[:len(n)-len(name)-1]) || strings.Contains(d.SMILES(i), "*") {
			continue
		}
		seen[d.molecule[i]] = true
		list = append(list, Suggestion{d.Display(i), d.SMILES(i)})
		if len(list) == maxSuggestions {
			break
		}
	}
	return list
}

// positions says whether a text is locants only.
func positions(s string) bool {
	switch s {
	case "o", "m", "p", "ortho", "meta", "para", "alpha", "beta", "gamma", "α", "β", "γ":
		return true
	}
	numbers := false
	for i := 0; i < len(s); i++ {
		switch {
		case digit(s[i]):
			numbers = true
		case s[i] != ',':
			return false
		}
	}
	return numbers
}
