package molfile

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/geom"
)

// Kinds of warnings that a block may give for each of its atoms, bonds or data items.
const (
	oddMark = iota
	oddMass
	hydrogenQuery
	noName
	kinds
)

// alike is a warning that stands for all of its kind.
type alike struct {
	at    int // index of the first in Warnings
	count int
}

func (r *reader) warn(format string, args ...any) {
	r.rec.Warnings = append(r.rec.Warnings, fmt.Sprintf(format, args...))
}

// warnAlike is warn for the first of a kind; of the others only their number is told.
func (r *reader) warnAlike(kind int, format string, args ...any) {
	if r.alike[kind].count == 0 {
		r.alike[kind].at = len(r.rec.Warnings)
		r.warn(format, args...)
	}
	r.alike[kind].count++
}

func (r *reader) countAlike() {
	for _, a := range r.alike {
		if a.count > 1 {
			r.rec.Warnings[a.at] += fmt.Sprintf(" (%d times in the record)", a.count)
		}
	}
}

// oneSpot warns of atoms that lie on each other.
func (r *reader) oneSpot() {
	atoms := r.rec.Mol.Atoms
	at := make(map[geom.Vec3]int, len(atoms))
	first, second, n := 0, 0, 0
	for i := range atoms {
		other, taken := at[atoms[i].Pos]
		if !taken {
			at[atoms[i].Pos] = i
			continue
		}
		if n == 0 {
			first, second = other, i
		}
		n++
	}
	switch {
	case n == 0:
	case n == len(atoms)-1:
		r.warn("all atoms are on one spot; the block has no coordinates")
	case n == 1:
		r.warn("atoms %d and %d are on one spot", first+1, second+1)
	default:
		r.warn("atoms %d and %d are on one spot, and %d more atoms lie on others", first+1, second+1, n-1)
	}
}

// furtherRecords warns when the data holds more than the record that was read.
func (r *reader) furtherRecords() {
	if n := Records(r.data); n > 1 {
		r.warn("the file holds %d records; only the first is read", n)
	}
}
