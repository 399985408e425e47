// Package crystal builds periodic structures and what is made of them: prototypes and
// any of the 230 space groups from an asymmetric unit, supercells, slabs with their
// terminations, and it finds the symmetry of a structure.
//
// Lengths are in Å, angles in degrees, Miller indices and matrices are those of the
// cell that is given, with lattice vectors as rows. Messages count atoms from 0. Functions that change a structure do
// not modify it: they return a new one with the origin of each atom. Results depend on
// arguments alone.
package crystal

import (
	"errors"
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// MaxAtoms bounds every result.
const MaxAtoms = 1_000_000

// Reasons to refuse a request; test with errors.Is.
var (
	ErrRequest      = errors.New("invalid crystal request")
	ErrTooManyAtoms = errors.New("too many atoms")
	ErrNoCell       = errors.New("the structure has no cell")
	ErrNotFound     = errors.New("nothing found within the limits")

	// ErrTolerance is an ErrRequest: another tolerance may be taken.
	ErrTolerance error = &refusal{ErrRequest, "the tolerance does not fit the crystal"}
)

// refusal is an error whose text is the message alone.
type refusal struct {
	reason  error
	message string
}

func (r *refusal) Error() string { return r.message }
func (r *refusal) Unwrap() error { return r.reason }

func refuse(format string, args ...any) error {
	return &refusal{ErrRequest, fmt.Sprintf(format, args...)}
}

func refuseTolerance(format string, args ...any) error {
	return &refusal{ErrTolerance, fmt.Sprintf(format, args...)}
}

func tooMany(n float64) error {
	return &refusal{ErrTooManyAtoms, fmt.Sprintf("%.0f atoms are more than %d: make it smaller", n, MaxAtoms)}
}

// Built is a structure made of another one, the source. Atom i is the image of atom
// Origin[i] of the source, moved by Image[i] lattice vectors of the source, and all are
// then moved by Shift and turned by Turn:
//
//	position = Turn · (source position + Image · source cell + Shift)
type Built struct {
	Structure *structure.Structure
	Origin    []int32    // atom of the source, len N; −1 for an added atom
	Image     [][3]int32 // in lattice vectors of the source, len N
	Turn      geom.Mat3
	Shift     geom.Vec3 // Å
	Images    int       // of the source's cell
}

// source checks the structure that a function is given and returns its cell.
func source(s *structure.Structure) (cell.Cell, error) {
	if s.Cell == nil {
		return cell.Cell{}, &refusal{ErrNoCell, "the structure has no cell: set one first"}
	}
	c, err := cell.NewEitherHand(*s.Cell)
	if err != nil {
		return c, &refusal{ErrRequest, err.Error()}
	}
	for i := range s.Len() {
		f := c.Fractional(geom.At(s.Positions, i))
		if far := max(math.Abs(f.A), math.Abs(f.B), math.Abs(f.C)); !(far <= maxImages) {
			return c, refuse("atom %d lies %.3g cell vectors from the origin, more than %d (atoms counted from 0): wrap the atoms into the cell first", i, far, maxImages)
		}
	}
	return c, nil
}

// maxImages bounds how many cell vectors from the origin an atom may lie, so that images
// have whole numbers.
const maxImages = 1_000_000

// gather returns the per-atom data of the atoms of s that origin names, in that order,
// without positions, cell and bonds. Molecules and residues of one image stay apart from
// those of others: image[i] numbers the copy that atom i belongs to.
func gather(s *structure.Structure, origin, image []int32) *structure.Structure {
	out := &structure.Structure{
		Elements:      pick(s.Elements, origin),
		Molecules:     pick(s.Molecules, origin),
		ResidueNames:  pick(s.ResidueNames, origin),
		ResidueIDs:    pick(s.ResidueIDs, origin),
		AtomNames:     pick(s.AtomNames, origin),
		ChainIDs:      pick(s.ChainIDs, origin),
		FormalCharges: pick(s.FormalCharges, origin),
		Positions:     make([]float64, 3*len(origin)),
	}
	renumber(out.Molecules, s.Molecules, image)
	renumber(out.ResidueIDs, s.ResidueIDs, image)
	for _, channel := range s.Scalars {
		out.Scalars = append(out.Scalars, structure.Channel{Name: channel.Name, Values: pick(channel.Values, origin)})
	}
	return out
}

func pick[T any](values []T, origin []int32) []T {
	if values == nil {
		return nil
	}
	out := make([]T, len(origin))
	for i, k := range origin {
		out[i] = values[k]
	}
	return out
}

// renumber moves the numbers of copy k up by k times the range that the source uses.
// Numbers that would leave their type stay as they are.
func renumber(numbers, of []int32, image []int32) {
	if len(of) == 0 {
		return
	}
	low, high := of[0], of[0]
	for _, n := range of {
		low, high = min(low, n), max(high, n)
	}
	span := int64(high) - int64(low) + 1
	for i, k := range image {
		if n := int64(numbers[i]) + int64(k)*span; n <= 1<<31-1 {
			numbers[i] = int32(n)
		}
	}
}

func degrees(angle float64) string { return fmt.Sprintf("%.2f°", angle) }
