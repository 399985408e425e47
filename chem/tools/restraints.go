//go:build !part

package tools

import (
	"slices"
	"strconv"

	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/contract"
)

// restraintArguments hold a distance, an angle or a torsion near a value.
type restraintArguments struct {
	Atoms     []int   `json:"atoms" schema:"title=Atoms;minItems=2;maxItems=4;minimum=0;examples=[0,1]" doc:"Two atoms for a distance, three for an angle, four for a torsion, counted from 0."`
	Value     float64 `json:"value" schema:"title=Value;minimum=-360;maximum=1000;examples=1.5" doc:"The distance in Å, or the angle in degrees."`
	Tolerance float64 `json:"tolerance" schema:"title=Tolerance;minimum=0;maximum=1000;default=0" doc:"Within this much of the value nothing is pulled, in Å or degrees."`
	Stiffness float64 `json:"stiffness" schema:"title=Stiffness;exclusiveMinimum=0;maximum=100000;default=1000" doc:"In kcal/mol/Å² for distances, kcal/mol/rad² for angles: the energy is half of it times the square of what is beyond the tolerance."`
}

// restraintsOf returns the restraints on a mol block of n atoms.
func restraintsOf(args []restraintArguments, n int) ([]forcefield.Restraint, error) {
	list := make([]forcefield.Restraint, len(args))
	for k, r := range args {
		path := "/restraints/" + strconv.Itoa(k)
		for i, a := range r.Atoms {
			if a < 0 || a >= n {
				return nil, invalidArgument(path+"/atoms/"+strconv.Itoa(i), "maximum", n-1, "restraint %d names atom %d; the mol block has atoms 0 to %d", k, a, n-1)
			}
			if slices.Contains(r.Atoms[:i], a) {
				return nil, invalidArgument(path+"/atoms", "uniqueItems", true, "restraint %d names atom %d twice", k, a)
			}
		}
		low, high := r.Value-r.Tolerance, r.Value+r.Tolerance
		switch a := r.Atoms; len(a) {
		case 2:
			if r.Value < 0 {
				return nil, invalidArgument(path+"/value", "minimum", 0, "restraint %d is of a distance; its value must not be negative", k)
			}
			list[k] = forcefield.Distance(a[0], a[1], max(0, low), high, r.Stiffness)
		case 3:
			if r.Value < 0 || r.Value > 180 {
				return nil, invalidArgument(path+"/value", "maximum", 180, "restraint %d is of an angle; its value must be from 0 to 180 degrees", k)
			}
			list[k] = forcefield.Angle(a[0], a[1], a[2], max(0, low), min(180, high), r.Stiffness)
		case 4:
			if r.Value > 360 {
				return nil, invalidArgument(path+"/value", "maximum", 360, "restraint %d is of a torsion; its value must be from −360 to 360 degrees", k)
			}
			if r.Tolerance >= 180 {
				return nil, invalidArgument(path+"/tolerance", "exclusiveMaximum", 180, "restraint %d is of a torsion; with a tolerance of 180 degrees it holds nothing", k)
			}
			list[k] = forcefield.Torsion(a[0], a[1], a[2], a[3], low, high, r.Stiffness)
		default:
			return nil, &contract.Error{Code: contract.InvalidArguments, Message: "restraint " + strconv.Itoa(k) + " needs two to four atoms"}
		}
	}
	return list, nil
}
