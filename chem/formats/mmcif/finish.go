package mmcif

import (
	"unicode/utf8"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/formats/cif"
	"github.com/molsmith/molsmith/chem/formats/format"
)

// finish settles what can only be said of all atoms.
func (r *reader) finish() {
	f, s := r.file, r.file.Structure
	f.Frames, f.Name, f.Title = r.models, r.entry, r.title
	if f.Name == "" {
		f.Name = r.title
	}
	if f.Name == "" {
		f.Name = r.block
	}
	r.cell()
	r.chains()
	if r.charged {
		s.FormalCharges = r.charges
	}
	f.ReportSites(r.occupancies, r.factors)
	if empty(s.AtomNames, "") {
		s.AtomNames = nil
	}
	if empty(s.ResidueNames, "") {
		s.ResidueNames = nil
	}
	if empty(s.ChainIDs, " ") {
		s.ChainIDs = nil
	}
	if r.numberless && zero(s.ResidueIDs) {
		s.ResidueIDs = nil
	}
	f.ReportGroup(r.group)
	r.altlocs.Report(f)
	f.ReportInsertions(r.inserted)
	f.ReportFrames(r.wanted)
}

func empty(list []string, nothing string) bool {
	for _, text := range list {
		if text != nothing {
			return false
		}
	}
	return true
}

func zero(list []int32) bool {
	for _, n := range list {
		if n != 0 {
			return false
		}
	}
	return true
}

// cell takes the cell; one of 1 Å edges or without edges stands for none.
func (r *reader) cell() {
	var v [6]float64
	for k, text := range r.parameters {
		if text == "" {
			return
		}
		var ok bool
		if v[k], ok = cif.Number([]byte(text)); !ok {
			r.file.Warn("%s is no number; the cell is ignored", parameterTags[k])
			return
		}
	}
	if v[0] == v[1] && v[1] == v[2] && (v[0] == 0 || v[0] == 1) {
		return
	}
	c, err := cell.FromParameters(v[0], v[1], v[2], v[3], v[4], v[5])
	if err != nil {
		r.file.Warn("the cell is ignored: %v", err)
		return
	}
	vectors := c.Vectors()
	r.file.Structure.Cell = &vectors
}

// spare are the characters that stand for chains with longer ids.
const spare = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// chains gives the chains with ids of several characters free single ones.
func (r *reader) chains() {
	ids := r.file.Structure.ChainIDs
	taken, renamed := map[string]string{}, 0
	for _, id := range ids {
		if utf8.RuneCountInString(id) == 1 {
			taken[id] = id
		}
	}
	used := map[string]bool{}
	for id := range taken {
		used[id] = true
	}
	next := 0
	for i, id := range ids {
		short, seen := taken[id]
		if !seen {
			for next < len(spare) && used[spare[next:next+1]] {
				next++
			}
			if next == len(spare) {
				r.file.Warn("chain ids are not kept: there are more chains than single characters")
				r.file.Structure.ChainIDs = nil
				return
			}
			short = spare[next : next+1]
			taken[id], used[short] = short, true
			renamed++
		}
		ids[i] = short
	}
	if renamed > 0 {
		r.file.Warn("%s with ids of several characters%srenamed to single ones", format.Count(renamed, "chain"), format.Are(renamed))
	}
}
