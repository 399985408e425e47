package uff

import (
	"context"
	"math"
	"strconv"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Options direct New. The zero value is the whole field of a molecule in open
// space.
type Options struct {
	// Positions, x y z of every atom in Å, say which ligands of an atom with five
	// are opposite each other. Without them it is the most electronegative ones, or
	// those of a stated configuration.
	Positions []float64
	// Cutoff ends the van der Waals interactions, smoothly over its last tenth,
	// in Å; 0 means no end in open space, and 12 in a periodic box.
	Cutoff float64
	// Periodic is the box whose images the atoms see, nil for open space.
	// Molecules are whole: bonded atoms are next to each other, not on two sides
	// of the box.
	Periodic *cell.Cell
}

// Error says which atoms have no parameters.
type Error struct {
	Atoms []int // 0-based
	Msg   string
}

func (e *Error) Error() string { return e.Msg }

// Field is the force field of a molecule, a forcefield.Model.
type Field struct {
	// Warnings are about atoms whose parameters are those of another arrangement.
	Warnings []Warning

	row        []*parameters
	bonds      []bond
	angles     []angle
	torsions   []torsion
	inversions []inversion
	far        far
	scratch    []float64 // gradient nobody asked for
}

var _ forcefield.Model = (*Field)(nil)

// New returns the field of p, a complete molecule: every hydrogen is an atom. The
// error is an *Error for atoms that cannot have parameters, or says what is wrong
// with the options. The field does not keep p.
func New(p *perceive.Molecule, o Options) (*Field, error) {
	for i := range p.Mol.Atoms {
		a := &p.Mol.Atoms[i]
		switch {
		case a.Element == 0:
			return nil, &Error{[]int{i}, p.Mol.Label(i) + " has no element, so UFF has no parameters for it"}
		case a.Hydrogens > 0:
			return nil, &Error{[]int{i}, p.Mol.Label(i) + " has " + strconv.Itoa(int(a.Hydrogens)) + " hydrogens that are no atoms of their own; UFF needs them"}
		}
	}
	if o.Positions != nil && len(o.Positions) != 3*len(p.Mol.Atoms) {
		return nil, &Error{nil, "UFF got " + strconv.Itoa(len(o.Positions)/3) + " positions for " + strconv.Itoa(len(p.Mol.Atoms)) + " atoms"}
	}
	b := newBuilder(p, o.Positions)
	f := &Field{Warnings: b.types.warnings, row: b.types.row}
	b.addBonds(f)
	b.addAngles(f)
	b.addTorsions(f)
	b.addInversions(f)
	if err := f.far.build(b, o); err != nil {
		return nil, err
	}
	return f, nil
}

// Types returns the names of the atom types, as the paper has them.
func (f *Field) Types() []string {
	labels := make([]string, len(f.row))
	for i, r := range f.row {
		labels[i] = r.label
	}
	return labels
}

// Evaluate returns the energy in kcal/mol at the positions x in Å and, unless g is
// nil, overwrites g with the gradient. It is NaN for positions that are not finite,
// finite for all others, atoms on top of each other included.
func (f *Field) Evaluate(x, g []float64) float64 {
	g = f.cleared(g)
	return f.ofBonds(x, g) + f.ofAngles(x, g) + f.ofTorsions(x, g) + f.ofInversions(x, g) + f.far.evaluate(x, g)
}

// Until is forcefield.Model's.
func (f *Field) Until(ctx context.Context) {
	if f.far.pairs != nil {
		f.far.pairs.Until(ctx)
	}
}

func (f *Field) cleared(g []float64) []float64 {
	if g == nil {
		if f.scratch == nil {
			f.scratch = make([]float64, 3*len(f.row))
		}
		g = f.scratch
	}
	clear(g)
	return g
}

// Terms returns the parts of the energy at x.
func (f *Field) Terms(x []float64) []forcefield.Term {
	g := f.cleared(nil)
	return []forcefield.Term{
		{Name: "bond", Energy: f.ofBonds(x, g)},
		{Name: "angle", Energy: f.ofAngles(x, g)},
		{Name: "torsion", Energy: f.ofTorsions(x, g)},
		{Name: "inversion", Energy: f.ofInversions(x, g)},
		{Name: "van der Waals", Energy: f.far.evaluate(x, g)},
	}
}

// mean is the geometric mean, by which UFF combines parameters.
func mean(a, b float64) float64 { return math.Sqrt(a * b) }

// Warning says what is not exact about an atom's parameters.
type Warning struct {
	Atom int
	Msg  string // follows the atom's name: "has no type for its 5 neighbors; it takes C_3"
}

// Contact returns the distance of least van der Waals energy of atoms i and j, Å, and the
// depth of the well there, kcal/mol.
func (f *Field) Contact(i, j int) (distance, depth float64) {
	c := &f.far.table[int(f.far.kind[i])*f.far.kinds+int(f.far.kind[j])]
	return math.Sqrt(c.x2), c.depth
}
