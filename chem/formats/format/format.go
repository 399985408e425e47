// Package format holds what all structure files share: what reading one gives,
// what writing one loses, and the number text of fixed columns. Positions and
// cells are in Å.
package format

import (
	"strconv"

	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
)

// MaxAtoms is the largest structure that a reader accepts.
const MaxAtoms = 1_000_000

// File is what a structure file holds.
type File struct {
	Format    string // id of the format
	Name      string // a name for the document
	Title     string // title or comment line of the file; "" when it has none
	Frames    int    // number of complete frames, at least 1
	Structure *structure.Structure

	// PBC is what the file says of periodicity along the three vectors; nil when
	// it says nothing. Structure.Cell is kept either way.
	PBC *[3]bool

	Isotopes []Isotope // atoms that state a mass number, in ascending order

	// Symmetry is given when Structure is the asymmetric unit of a crystal and not
	// yet its whole cell; see Expand.
	Symmetry *Symmetry

	// Occupancies are the fractions of the sites that are filled, len of the atoms;
	// nil: all are 1.
	Occupancies []float64

	// Disordered says that sites which exclude each other are all kept; see
	// ReadOptions.Ordered.
	Disordered bool

	// Labels are what the file writes for atoms whose element it does not state,
	// "" for the others, len of the atoms; nil: every element is known. The
	// elements of these atoms are 0.
	Labels []string

	// Proposed are elements that a rule of the format gives the atoms of Labels, 0 for
	// none, len of the atoms; nil: only what the labels themselves say (Propose).
	Proposed []uint8

	// Details are facts of the format that a Structure has no place for.
	Details []Detail

	// Warnings say what was assumed, left out or ignored, one sentence each.
	Warnings []string
}

// Detail is one fact that only the format knows, such as the atom style of a LAMMPS file.
type Detail struct {
	Name  string
	Value any // of a type that JSON has
}

// Isotope is the mass number that a file states for an atom.
type Isotope struct {
	Atom int // 0-based
	Mass int
}

// Symmetry is what a crystal file says of its space group.
type Symmetry struct {
	Operations []symm.Operation // the identity first
	Name       string           // as the file writes it, "" when it does not
	Source     string           // what the operations come from, for people
}

// ReadOptions choose what of a file is read. The zero value reads the first frame.
type ReadOptions struct {
	Frame   int  // from 1; 0: the first
	AltLocs bool // keep every alternate location of an atom, not only the first
	Expand  bool // apply the symmetry operations of a crystal
	Ordered bool // of the sites of a disordered crystal that exclude each other, keep the most occupied
	Unknown bool // accept atoms whose element the file does not state (File.Labels)

	Elements map[string]uint8 // elements of labels that the file does not state
}

// Options of writers. The zero value is the usual file.
type Options struct {
	Name     string // name or title to put in the file; "": none
	Style    string // atom style of a LAMMPS file: full, molecular, charge or atomic; "": full
	Decimals int    // of coordinates in formats with free precision (GRO); 0: the usual number

	// Group says that the structure is the asymmetric unit of a crystal in this setting of
	// a space group, as CIF can hold it; nil: it is the whole cell.
	Group *symm.Setting
}

// Report says what a file would not hold, or hold differently: what is lost,
// and what is changed on the way (rotation, numbering, names). Each line is one
// sentence without a full stop.
type Report struct {
	Format  string
	Losses  []string
	Changes []string
	Order   []int32 // where atoms change places: those of the structure, from 0, in the order of the file; else nil
}

// Lose adds a loss.
func (r *Report) Lose(sentence string) { r.Losses = append(r.Losses, sentence) }

// Change adds a change.
func (r *Report) Change(sentence string) { r.Changes = append(r.Changes, sentence) }

// Kept names what a format stores of a Structure besides elements and positions.
type Kept struct {
	Bonds, Orders, Cell, Molecules, ResidueNames, ResidueIDs, AtomNames, Chains, Charges, Scalars bool
}

// LoseUnkept adds one loss for everything that s holds and the format, by its
// label, does not store.
func (r *Report) LoseUnkept(label string, s *structure.Structure, k Kept) {
	orders := 0
	for _, order := range s.BondOrders {
		if order != 1 {
			orders++
		}
	}
	switch {
	case len(s.Bonds) == 0:
	case !k.Bonds && orders > 0:
		whose := " and their orders"
		if len(s.Bonds) == 1 {
			whose = " and its order"
		}
		r.Lose(Count(len(s.Bonds), "bond") + whose + " are not stored in " + label)
	case !k.Bonds:
		r.Lose(Count(len(s.Bonds), "bond") + Are(len(s.Bonds)) + "not stored in " + label)
	case !k.Orders && orders > 0:
		r.Lose("The orders of " + Count(orders, "double, triple or aromatic bond") + " are not stored in " + label)
	}
	lose := func(kept, present bool, what string) {
		if !kept && present {
			r.Lose(what + " not stored in " + label)
		}
	}
	lose(k.Cell, s.Cell != nil, "The cell is")
	lose(k.Molecules, s.Molecules != nil, "Molecule numbers are")
	lose(k.ResidueNames, s.ResidueNames != nil, "Residue names are")
	lose(k.ResidueIDs, s.ResidueIDs != nil, "Residue numbers are")
	lose(k.AtomNames, s.AtomNames != nil, "Atom names are")
	lose(k.Chains, s.ChainIDs != nil, "Chain ids are")
	charged := 0
	for _, q := range s.FormalCharges {
		if q != 0 {
			charged++
		}
	}
	if charged > 0 && !k.Charges {
		r.Lose("The formal charges of " + Count(charged, "atom") + " are not stored in " + label)
	}
	if !k.Scalars {
		for _, c := range s.Scalars {
			r.Lose("The values " + strconv.Quote(c.Name) + " are not stored in " + label)
		}
	}
}

// ResiduesAreMolecules says whether the residue numbers of s tell its molecules
// apart just as Molecules does, because the two differ by a constant.
func ResiduesAreMolecules(s *structure.Structure) bool {
	if s.ResidueIDs == nil || s.Molecules == nil {
		return false
	}
	for i, id := range s.ResidueIDs {
		if int64(id)-int64(s.Molecules[i]) != int64(s.ResidueIDs[0])-int64(s.Molecules[0]) {
			return false
		}
	}
	return true
}

// Orient returns s in the orientation that formats with cell lengths and angles
// or a triangular cell assume (structure.Standard), and reports what that took.
// Without a usable cell it returns s without one; a cell without volume is
// reported as lost.
func (r *Report) Orient(s *structure.Structure) *structure.Structure {
	out, did, ok := s.Standard()
	if !ok {
		return r.dropCell(s)
	}
	if did.Reversed {
		r.Change("The third cell vector is reversed, because the cell is left-handed; the lattice is the same")
	}
	if did.Rotated {
		r.Change("Cell and atoms are turned together, so that a lies along x and b in the xy plane")
	}
	return out
}

// WithVolume returns s without a cell that has no volume, and reports that as a loss.
func (r *Report) WithVolume(s *structure.Structure) *structure.Structure {
	if s.Cell != nil && HasVolume(s.Cell) {
		return s
	}
	return r.dropCell(s)
}

func (r *Report) dropCell(s *structure.Structure) *structure.Structure {
	if s.Cell == nil {
		return s
	}
	r.Lose("The cell has no volume and is not written")
	bare := *s
	bare.Cell = nil
	return &bare
}

// ChangeTexts reports names that Text changes: blanks at their ends and control characters.
func (r *Report) ChangeTexts(noun string, names []string) {
	changed := 0
	for _, name := range names {
		if Text([]byte(name)) != name {
			changed++
		}
	}
	if changed > 0 {
		r.Change(Count(changed, noun) + Are(changed) + "written without blanks at the ends and control characters")
	}
}

// Count writes a number and its noun: "1 bond", "2 640 bonds".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Grouped(n) + " " + noun
}

// Are is the verb that follows Count, with blanks around it.
func Are(n int) string {
	if n == 1 {
		return " is "
	}
	return " are "
}

// Grouped writes n with narrow no-break spaces between groups of three digits.
func Grouped(n int) string {
	digits := strconv.Itoa(n)
	b := make([]byte, 0, 2*len(digits)) // the space is three bytes
	for i := range len(digits) {
		if left := len(digits) - i; i > 0 && left%3 == 0 && digits[i-1] != '-' {
			b = append(b, "\u202f"...)
		}
		b = append(b, digits[i])
	}
	return string(b)
}
