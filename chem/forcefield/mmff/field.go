package mmff

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
)

// Field is the energy of one molecule. It implements forcefield.Model; one goroutine
// at a time may use it.
type Field struct {
	types     []uint8
	charges   []float64
	estimated []int

	bonds  []bondTerm
	angles []angleTerm
	linear []linearTerm
	planes []planeTerm
	axes   []axisTerm
	ends   []int32 // edges of the axes' ends, as axisTerm says
	twists []twistTerm
	pairs  pairList
	near   *nearList // instead of pairs where there is a cut-off
	table  contactTable

	// What follows is working memory of Evaluate. An edge is a bond with a direction:
	// edge 2b leads from the A of bond b to its B, edge 2b+1 back.
	position, force []geom.Vec3 // per atom; force is the gradient
	unit            []geom.Vec3 // per edge, of length 1
	slope           []geom.Vec3 // per edge, derivative with respect to unit
	length          []length    // per bond
	work            []endWork   // per end of the present axis
}

// length is what is known of a bond length during Evaluate.
type length struct {
	stretched float64 // r − r0, Å
	inverse   float64 // 1/r
	slope     float64 // derivative of the energy with respect to r
}

// energies are the seven terms, kcal/mol.
type energies struct {
	bond, angle, stretchBend, outOfPlane, torsion, vanDerWaals, electrostatic float64
}

func (e *energies) sum() float64 {
	return e.bond + e.angle + e.stretchBend + e.outOfPlane + e.torsion + e.vanDerWaals + e.electrostatic
}

var _ forcefield.Model = (*Field)(nil)

// Types returns the numeric atom types. The slice must not be changed.
func (f *Field) Types() []uint8 { return f.types }

// Charges returns the partial charges in e. The slice must not be changed.
func (f *Field) Charges() []float64 { return f.charges }

// Contact returns the distance of least van der Waals energy of atoms i and j, Å, and the
// depth of the well there, kcal/mol.
func (f *Field) Contact(i, j int) (distance, depth float64) {
	c := &f.table.contacts[int(f.table.kind[i])*f.table.kinds+int(f.table.kind[j])]
	const a = shape / 1.07
	return 1 / c.inverse, c.well * (a * a * a * a * a * a * a)
}

// Estimated returns the bonds, ascending, whose length and force constant come from the
// rule for elements, as the tables lack them. The rule knows nothing of bond orders: the
// double and triple bonds among them come out as long as single ones.
func (f *Field) Estimated() []int { return f.estimated }

// Evaluate returns the energy in kcal/mol at the positions x, 3N numbers in Å, and
// unless g is nil writes the gradient in kcal/mol/Å to it. Where atoms coincide or are
// in a line, so that a term has no gradient, the result is finite.
func (f *Field) Evaluate(x, g []float64) float64 {
	var e energies
	f.evaluate(x, &e, g != nil)
	if g != nil {
		g = g[:3*len(f.force)]
		for i, v := range f.force {
			g[3*i], g[3*i+1], g[3*i+2] = v.X, v.Y, v.Z
		}
	}
	return e.sum()
}

// Until is forcefield.Model's.
func (f *Field) Until(ctx context.Context) {
	if f.near != nil {
		f.near.pairs.Until(ctx)
	}
}

// Terms returns the seven terms of the energy at the positions x.
func (f *Field) Terms(x []float64) []forcefield.Term {
	var e energies
	f.evaluate(x, &e, false)
	return []forcefield.Term{
		{Name: "bond", Energy: e.bond},
		{Name: "angle", Energy: e.angle},
		{Name: "stretch-bend", Energy: e.stretchBend},
		{Name: "out-of-plane", Energy: e.outOfPlane},
		{Name: "torsion", Energy: e.torsion},
		{Name: "van der Waals", Energy: e.vanDerWaals},
		{Name: "electrostatic", Energy: e.electrostatic},
	}
}

// evaluate adds up the terms. The valence terms are functions of bond lengths and of
// unit vectors along bonds; their derivatives with respect to those are summed up per
// bond and turned into forces at the end.
func (f *Field) evaluate(x []float64, e *energies, gradient bool) {
	position := f.position
	x = x[:3*len(position)]
	for i := range position {
		position[i] = geom.Vec3{X: x[3*i], Y: x[3*i+1], Z: x[3*i+2]}
	}
	f.stretchBonds(e)
	if gradient {
		clear(f.force)
		clear(f.slope)
	}
	f.bendAngles(e, gradient)
	f.bendPlanes(e, gradient)
	f.twistAxes(e, gradient)
	force := f.force
	if gradient {
		f.gatherBonds()
	} else {
		force = nil
	}
	switch {
	case f.near != nil:
		f.near.evaluate(x, position, force, e)
	case gradient:
		f.pairs.evaluate(position, force, e)
	default:
		f.pairs.energies(position, e)
	}
}

const (
	degree = math.Pi / 180
	// mdyne turns md/Å · Å² into kcal/mol.
	mdyne = 143.9325
	// tiny added to a squared length in Å² keeps coincident atoms from dividing by zero.
	tiny = 1e-24
)
