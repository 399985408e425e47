package crystal

import (
	"context"
	"errors"
	"fmt"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
)

// Limits of a symmetry search.
const (
	DefaultTolerance = 0.01 // Å
	MinTolerance     = 1e-6
	MaxTolerance     = 0.5
	MaxSearchAtoms   = 100_000
)

// errNotClosed says that operations within the tolerance are no group: the tolerance is
// too large for the structure.
var errNotClosed = errors.New("not a group")

// Symmetry of a structure.
type Symmetry struct {
	Setting   symm.Setting // standard one of the group
	Point     string       // point group: "m-3m"
	Tolerance float64      // Å; below the one asked for when that gave no group

	// Given is the setting that the cell of the structure is itself, up to the place of its
	// origin, and Origin that place in its coordinates: a point at x in the structure is x +
	// Origin in the setting. Given is nil for cells that are no conventional ones.
	Given  *symm.Setting
	Origin cell.Fractional

	// Operations map the structure onto itself, in coordinates of its cell.
	// Their number is the order of the point group times the lattice points of the cell; nil
	// when the cell has not the symmetry of its lattice, so that rotations are not
	// whole numbers in it.
	Operations []symm.Operation
	Equivalent []int32 // of each atom, the first one that symmetry makes equal to it

	PrimitiveAtoms    int // in the primitive cell
	ConventionalAtoms int // in the conventional cell of the standard setting

	source       *structure.Structure
	cell         cell.Cell
	lattice      *lattice
	group        []motion
	conventional [9]int     // vectors of the standard setting in those of the primitive cell
	shift        [3]float64 // a point at x in that cell is x + shift in the setting
	standard     []symm.Operation
}

// motion is an operation in the primitive cell.
type motion struct {
	rotation [9]int // of columns of fractional coordinates, row-major
	move     [3]float64
	to       []int32 // the atom that each atom is brought to
}

// FindSymmetry finds the space group of s: all motions that bring every atom within
// tolerance, in Å, of an atom of its element; 0 means DefaultTolerance. Elements count,
// bonds and charges do not. It is the path of spglib (Togo, Shinohara and Tanaka, Sci. Technol.
// Adv. Mater. Meth. 2024, 4, 2384822): the primitive lattice, the rotations of that lattice,
// a translation for each, the conventional axes, and a match with the groups of
// the tables. It looks at ctx often.
func FindSymmetry(ctx context.Context, s *structure.Structure, tolerance float64) (*Symmetry, error) {
	return findSymmetry(ctx, s, tolerance, maxLooks)
}

func findSymmetry(ctx context.Context, s *structure.Structure, tolerance float64, looks int) (*Symmetry, error) {
	c, err := source(s)
	if err != nil {
		return nil, err
	}
	if tolerance == 0 {
		tolerance = DefaultTolerance
	}
	switch n := s.Len(); {
	case n == 0:
		return nil, refuse("there are no atoms")
	case n > MaxSearchAtoms:
		return nil, &refusal{ErrTooManyAtoms, fmt.Sprintf("%d atoms are more than the %d whose symmetry is searched", n, MaxSearchAtoms)}
	case !(tolerance >= MinTolerance && tolerance <= MaxTolerance):
		return nil, refuseTolerance("the tolerance is %g Å: give %g to %g", tolerance, MinTolerance, MaxTolerance)
	}
	if i, j, d := nearestPair(&c, s.Positions, 2*tolerance); i >= 0 {
		return nil, refuseTolerance("atoms %d and %d are %.3g Å apart, less than twice the tolerance (atoms counted from 0): give a smaller one", i, j, d)
	}
	for t := tolerance; t >= MinTolerance; t *= 0.7 {
		y, err := search(ctx, s, &c, t, &looks)
		if err == nil {
			return y, nil
		}
		if !errors.Is(err, errNotClosed) {
			return nil, err
		}
	}
	return nil, &refusal{ErrNotFound, "no space group fits at any tolerance"}
}

func search(ctx context.Context, s *structure.Structure, c *cell.Cell, tolerance float64, left *int) (*Symmetry, error) {
	l, err := findLattice(ctx, s, c, tolerance, left)
	if err != nil {
		return nil, err
	}
	group, err := l.motions(ctx, tolerance, left)
	if err != nil {
		return nil, err
	}
	y := &Symmetry{Tolerance: tolerance, source: s, cell: *c, lattice: l, group: group}
	if err := y.identify(); err != nil {
		return nil, err
	}
	y.PrimitiveAtoms = len(l.at)
	y.ConventionalAtoms = len(l.at) * determinant(&y.conventional)
	y.equivalents()
	y.given()
	return y, nil
}

func (y *Symmetry) equivalents() {
	l := y.lattice
	first := make([]int32, len(l.at))
	for i := range first {
		first[i] = int32(i)
		for _, m := range y.group {
			first[i] = min(first[i], m.to[i])
		}
	}
	y.Equivalent = make([]int32, len(l.of))
	for i, k := range l.of {
		y.Equivalent[i] = l.first[first[k]]
	}
}

// Order returns the order of the point group.
func (y *Symmetry) Order() int { return len(y.group) }
