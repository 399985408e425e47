package format

import (
	"math"
	"strings"
)

// AltLocs chooses among the alternate locations of atoms: in each residue the first letter
// met is kept, or all are. The zero value keeps the first.
type AltLocs struct {
	All     bool
	kept    map[residueKey]string
	letters []string
	skipped int
}

// residueKey tells the residues of a frame apart, as the number alone does not.
type residueKey struct {
	chain, insertion string
	number           int32
}

// Keep says whether an atom of a residue at an alternate location is kept.
func (a *AltLocs) Keep(chain string, number int32, insertion, letter string) bool {
	met := false
	for _, l := range a.letters {
		met = met || l == letter
	}
	if !met && len(a.letters) < 64 {
		a.letters = append(a.letters, letter)
	}
	if a.All {
		return true
	}
	if a.kept == nil {
		a.kept = map[residueKey]string{}
	}
	key := residueKey{chain, insertion, number}
	first, seen := a.kept[key]
	if !seen {
		a.kept[key] = letter
		return true
	}
	if first != letter {
		a.skipped++
	}
	return first == letter
}

// Skipped is the number of atoms that were not kept.
func (a *AltLocs) Skipped() int { return a.skipped }

// Report adds a warning and the letters to f when there were alternate locations.
func (a *AltLocs) Report(f *File) {
	if len(a.letters) > 0 {
		f.Details = append(f.Details, Detail{"altlocs", a.letters})
	}
	switch {
	case a.skipped > 0:
		f.Warn("%s at further alternate locations%sleft out; the first location in each residue is kept", Count(a.skipped, "atom"), Are(a.skipped))
	case len(a.letters) > 1:
		f.Warn("the atoms at all alternate locations (%s) are kept; they overlap", strings.Join(a.letters, ", "))
	}
}

// ReportInsertions warns of insertion codes, which a Structure has no place for.
func (f *File) ReportInsertions(atoms int) {
	if atoms > 0 {
		f.Details = append(f.Details, Detail{"insertion_code_atoms", atoms})
		f.Warn("the insertion codes of %s are not kept; residues that differ only by them have one number", Count(atoms, "atom"))
	}
}

// ReportSites takes the occupancies of sites, len of the atoms, unless all are filled, and
// warns of them and of temperature factors, which a Structure has no place for.
func (f *File) ReportSites(occupancies []float64, factors bool) {
	partial, known := 0, false
	for _, x := range occupancies {
		if x != 1 {
			partial++
			known = known || x != 0 // zero everywhere is how programs write that they know none
		}
	}
	if known {
		f.Occupancies = occupancies
		f.Warn("the occupancies of %s are not kept", Count(partial, "atom"))
	}
	if factors {
		f.Warn("the temperature factors are not kept")
	}
}

// ReportFrames warns that only one of several frames is read.
func (f *File) ReportFrames(wanted int) {
	switch {
	case f.Frames > 1 && wanted > 1:
		f.Warn("the file holds %s frames; frame %s is read", Grouped(f.Frames), Grouped(wanted))
	case f.Frames > 1:
		f.Warn("the file holds %s frames; the first is read", Grouped(f.Frames))
	}
}

// ReportGroup warns of a space group that is not applied: macromolecules are opened as
// they are listed.
func (f *File) ReportGroup(name string) {
	if name != "" {
		f.Details = append(f.Details, Detail{"space_group", name})
	}
	if f.Structure.Cell != nil && name != "" && name != "P 1" && name != "P1" {
		f.Warn("the space group %s is not applied: the atoms are those that the file lists", name)
	}
}

// LosePlaceholder adds a loss when all edges of a cell, in Å, are written as 1: the formats
// of macromolecules mean by it that there is none.
func (r *Report) LosePlaceholder(label string, edges [3]float64, rounding float64) {
	for _, x := range edges {
		if math.Abs(x-1) > rounding {
			return
		}
	}
	r.Lose("A cell of 1 Å edges is the placeholder for none in " + label)
}
