package tools

import (
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/contract"
)

// Ways to size a box: of density, size and counts, two are given and the third follows.
const (
	byDensity        = "density"          // counts and density give the edges, as the contract says
	byEdge           = "edge"             // counts and edge give the density
	byEdgeAndDensity = "edge_and_density" // these give the counts, in the ratio of the given ones
	byCell           = "cell"             // counts and a cell of any shape give the density
	byCellAndDensity = "cell_and_density" // these give the counts
	byGas            = "gas"              // counts, temperature and pressure give the edges
)

// boltzmann is the Boltzmann constant in bar Å³/K (SI 2019).
const boltzmann = 1.380649e-23 * 1e30 / 1e5

// plan is a box before it is filled.
type plan struct {
	list []copies // with the counts that will be placed
	cell cell.Cell
	// at is the argument to change when the box cannot be had: "/density".
	at string
	// filled is the van der Waals volume in Å³ of all copies, 0 until it is asked for.
	filled float64
}

// filling is the part of the cell inside the van der Waals spheres.
func (p *plan) filling() float64 {
	if p.filled == 0 {
		p.filled = fillVolume(p.list)
	}
	return p.filled / p.cell.Volume()
}

// sizeBox finds the cell and the counts of a box. The error is a *contract.Error.
func sizeBox(args boxArguments, list []copies) (*plan, error) {
	p := &plan{list: list, at: "/density"}
	switch args.SizeBy {
	case byEdge:
		p.at = "/edge"
		return p, p.edges(args, edgesFrom(args))
	case byEdgeAndDensity:
		p.at = "/edge"
		edges := edgesFrom(args)
		if err := p.scaleCounts(edges[0] * edges[1] * edges[2] * args.Density); err != nil {
			return p, err
		}
		return p, p.edges(args, edges)
	case byCell, byCellAndDensity:
		p.at = "/cell"
		if args.Cell == nil {
			return p, cellFailure("the cell is missing: give nine numbers, the vectors a, b and c in Å")
		}
		var err error
		if p.cell, err = cell.New([9]float64(*args.Cell)); err != nil {
			return p, cellFailure(err.Error())
		}
		if args.SizeBy == byCellAndDensity {
			return p, p.scaleCounts(p.cell.Volume() * args.Density)
		}
		return p, nil
	case byGas:
		p.at = "/pressure"
		volume := float64(totalMolecules(list)) * boltzmann * args.Temperature / args.Pressure
		return p, p.edges(args, edgesOf(args, volume))
	}
	return p, p.edges(args, edgesOf(args, volumeOf(totalMass(list), args.Density)))
}

func cellFailure(what string) *contract.Error {
	e := failure(contract.InvalidArguments, "Cell: %s.", what)
	e.Problems = []contract.Problem{{Path: "/cell", Rule: "cell", Message: what}}
	return e
}

// aspectOf is the ratio of the edges.
func aspectOf(args boxArguments) [3]float64 {
	if args.Shape == "orthorhombic" {
		return args.Aspect
	}
	return [3]float64{1, 1, 1}
}

// edgesOf returns the edges in Å of a volume in Å³.
func edgesOf(args boxArguments, volume float64) [3]float64 {
	ratio := aspectOf(args)
	scale := math.Cbrt(volume / (ratio[0] * ratio[1] * ratio[2]))
	return [3]float64{ratio[0] * scale, ratio[1] * scale, ratio[2] * scale}
}

// edgesFrom returns the edges that follow from edge a.
func edgesFrom(args boxArguments) [3]float64 {
	ratio := aspectOf(args)
	return [3]float64{args.Edge, args.Edge * ratio[1] / ratio[0], args.Edge * ratio[2] / ratio[0]}
}

// edges makes the cell, or refuses one that no arrangement can fill.
func (p *plan) edges(args boxArguments, edges [3]float64) error {
	if shortest := min(edges[0], edges[1], edges[2]); !(shortest >= 2*args.Tolerance) {
		return failure(contract.BoxTooSmall,
			"The box is too small: its shortest edge is %.1f Å, less than twice the minimum distance of %g Å. %s.", shortest, args.Tolerance, enlarge(args))
	}
	var err error
	if p.cell, err = cell.New([9]float64{edges[0], 0, 0, 0, edges[1], 0, 0, 0, edges[2]}); err != nil {
		return failure(contract.InvalidArguments, "The box of %.4g × %.4g × %.4g Å cannot be used: %v.", edges[0], edges[1], edges[2], err)
	}
	return nil
}

// enlarge says how to make a box larger.
func enlarge(args boxArguments) string {
	how := "Use more molecules or a lower density"
	switch args.SizeBy {
	case byEdge, byEdgeAndDensity:
		how = "Use a longer edge"
	case byGas:
		how = "Use more molecules, a lower pressure or a higher temperature"
	}
	if ratio := aspectOf(args); ratio[0] != ratio[1] || ratio[1] != ratio[2] {
		how += ", or edges that differ less"
	}
	return how
}

// scaleCounts multiplies the counts by what makes a mass, given in g/cm³·Å³, and
// rounds them to whole ones, at least one of each. Ions keep their ratio exactly, so
// that a neutral mixture stays neutral.
func (p *plan) scaleCounts(mass float64) error {
	factor := mass * 1e-24 * avogadro / totalMass(p.list)
	ions := 0
	for _, c := range p.list {
		if c.charge != 0 {
			ions = commonDivisor(ions, c.count)
		}
	}
	scaled := make([]copies, len(p.list))
	atoms := 0.0
	for i, c := range p.list {
		unit := 1
		if c.charge != 0 {
			unit = c.count / ions
		}
		copies := max(1, math.Round(float64(c.count)*factor/float64(unit)))
		atoms += copies * float64(unit) * float64(c.atoms.Len())
		if !(atoms <= contract.MaxAtoms) {
			return failure(contract.TooManyAtoms, "The box would hold more than %d atoms: make it smaller or the density lower.", contract.MaxAtoms)
		}
		scaled[i] = c
		scaled[i].count = int(copies) * unit
	}
	p.list = scaled
	return nil
}

func commonDivisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// gasWarning says how far from ideal a gas would be: the molecules' own volume keeps
// four times as much from the centers of others (van der Waals 1873).
func (p *plan) gasWarning(args boxArguments) (string, bool) {
	if args.SizeBy != byGas {
		return "", false
	}
	excluded := 4 * p.filling()
	if excluded < 0.1 {
		return "", false
	}
	return fmt.Sprintf("At %g bar and %g K this is hardly an ideal gas: the molecules keep about %.0f %% of the box from each other. Size the box by density instead.", args.Pressure, args.Temperature, 100*min(excluded, 1)), true
}
