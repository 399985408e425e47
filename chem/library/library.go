// Package library holds the built-in molecules: common solvents, gases, ions,
// monomers and solutes with explicit hydrogens and 3D geometries in Å, and the
// densities of the liquids in g/cm³. ORIGIN.md says where they come from.
//
// The data is embedded and decoded when it is first asked for. All functions are
// safe for concurrent use.
package library

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/molfile"
)

// Entry is one molecule of the library.
type Entry struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Group   string   `json:"group"`
	SMILES  string   `json:"smiles"`
	Formula string   `json:"formula"` // in Hill order, ions with their charge: "ClO4-", "Mg+2"
	Charge  int      `json:"charge"`
	Atoms   int      `json:"atoms"`
	Aliases []string `json:"aliases"`
	Note    string   `json:"note"`

	Density     float64 `json:"density"`     // of the liquid, g/cm³; 0: not a liquid, or not known
	Temperature float64 `json:"temperature"` // of Density, °C

	// Repeat is the SMILES of a polymer unit with * at its ends, "" for other
	// entries. Head and Tail are the 0-based atoms that bond to the neighboring
	// units; they mean nothing when Repeat is "".
	Repeat string `json:"repeat"`
	Head   int    `json:"head"`
	Tail   int    `json:"tail"`

	block []byte // of presets.sdf
}

//go:embed presets.json
var presetsJSON []byte

//go:embed presets.sdf
var presetsSDF []byte

// entries decodes the embedded data, which is correct by test.
var entries = sync.OnceValue(func() []Entry {
	var list []Entry
	if err := json.Unmarshal(presetsJSON, &list); err != nil {
		panic("library: presets.json: " + err.Error())
	}
	blocks := bytes.SplitAfter(presetsSDF, []byte("$$$$\n"))
	for i := range list {
		list[i].block = blocks[i]
	}
	return list
})

// All returns the entries in the order of the library. The slice is the
// caller's; the aliases inside belong to the library and must not be changed.
func All() []Entry { return slices.Clone(entries()) }

// Groups returns the names of the groups in the order of the library.
func Groups() []string {
	var groups []string
	for _, e := range entries() {
		if !slices.Contains(groups, e.Group) {
			groups = append(groups, e.Group)
		}
	}
	return groups
}

// ByID returns the entry with this id.
func ByID(id string) (Entry, bool) {
	return first(func(e *Entry) bool { return e.ID == id })
}

// BySMILES returns the first entry whose SMILES is spelled exactly so. Another
// spelling of the same molecule is not found. Polymer units share the SMILES of
// the molecule they are made of and stand after it.
func BySMILES(smiles string) (Entry, bool) {
	return first(func(e *Entry) bool { return e.SMILES == smiles })
}

func first(is func(*Entry) bool) (Entry, bool) {
	list := entries()
	for i := range list {
		if is(&list[i]) {
			return list[i], true
		}
	}
	return Entry{}, false
}

// Record returns the molecule with its 3D geometry. The result is the caller's.
func (e *Entry) Record() *molfile.Record {
	rec, err := molfile.Read(e.block)
	if err != nil {
		panic("library: " + e.ID + ": " + err.Error())
	}
	return rec
}

// Mol returns the molecule with its 3D geometry. The result is the caller's.
func (e *Entry) Mol() *mol.Mol { return e.Record().Mol }

// Molblock returns the molecule as a V2000 mol block with dimension code 3D.
func (e *Entry) Molblock() string {
	block, err := molfile.Write(e.Record())
	if err != nil {
		panic("library: " + e.ID + ": " + err.Error())
	}
	return string(block)
}

// Find returns the entries that match query, best first: those whose id, name,
// alias, formula or SMILES equals it, then those where one starts with it, then
// those where one contains it; equal ranks keep the order of the library. Letter
// case counts only in the SMILES. A blank query matches everything, group ""
// is every group (names without letter case), limit 0 is no limit.
func Find(query, group string, limit int) []Entry {
	query = strings.TrimSpace(query)
	lower := strings.ToLower(query)
	var ranked [4][]Entry
	for _, e := range entries() {
		if group != "" && !strings.EqualFold(group, e.Group) {
			continue
		}
		if r := rank(&e, query, lower); r < len(ranked) {
			ranked[r] = append(ranked[r], e)
		}
	}
	found := slices.Concat(ranked[:]...)
	if limit > 0 && len(found) > limit {
		found = found[:limit]
	}
	return found
}

// noMatch is the rank of an entry that does not match.
const noMatch = 4

// rank says how well e matches: 0 exactly, 1 from the start of a name, 2 inside
// one, 3 inside the SMILES, noMatch not at all. A blank query is the start of
// every name.
func rank(e *Entry, query, lower string) int {
	if e.SMILES == query {
		return 0
	}
	best := noMatch
	match := func(text string) {
		text = strings.ToLower(text)
		switch {
		case text == lower:
			best = 0
		case strings.HasPrefix(text, lower):
			best = min(best, 1)
		case strings.Contains(text, lower):
			best = min(best, 2)
		}
	}
	match(e.ID)
	match(e.Name)
	match(e.Formula)
	for _, alias := range e.Aliases {
		match(alias)
	}
	if best == noMatch && strings.Contains(e.SMILES, query) {
		best = 3
	}
	return best
}

// Named returns the entry whose name, id or alias is the given one, without regard
// to letter case and outer blanks.
func Named(name string) (Entry, bool) {
	name = strings.TrimSpace(name)
	return first(func(e *Entry) bool {
		return strings.EqualFold(e.Name, name) || strings.EqualFold(e.ID, name) ||
			slices.ContainsFunc(e.Aliases, func(alias string) bool { return strings.EqualFold(alias, name) })
	})
}
