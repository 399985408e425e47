package conformer

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
)

// corners are the sites of a figure in the order in which permutation 1 of OpenSMILES
// lists them.
func corners(class mol.Class) []geom.Vec3 {
	const sin60 = 0.8660254037844386
	switch class {
	case mol.SquarePlanar:
		return []geom.Vec3{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}}
	case mol.TrigonalBipyramidal:
		return []geom.Vec3{{Z: 1}, {X: 1}, {X: -0.5, Y: sin60}, {X: -0.5, Y: -sin60}, {Z: -1}}
	case mol.Octahedral:
		return []geom.Vec3{{Z: 1}, {X: 1}, {Y: 1}, {X: -1}, {Y: -1}, {Z: -1}}
	}
	return nil
}

// opposed is the angle from which two ligands face each other, radians: between the 120°
// of a bipyramid and 180°.
const opposed = 140 * math.Pi / 180

// arranged says whether a square, bipyramid or octahedron stands as c says, with sites that
// may be vacant: the same ligands face each other, and those that span a volume do so with
// the same hand.
func arranged(c *mol.Center, x []float64) bool {
	sites := corners(c.Class)
	if sites == nil {
		return false
	}
	at := standing(c, len(sites))
	if at == nil {
		return false
	}
	center := geom.At(x, c.Atom)
	place := make([]geom.Vec3, len(c.Ligands))
	want := make([]geom.Vec3, len(c.Ligands))
	for k, a := range c.Ligands {
		place[k], want[k] = geom.At(x, a).Sub(center), sites[at[k]]
	}
	for i := range place {
		for j := range i {
			face := want[i].Dot(want[j]) < -0.9
			if face != (geom.Angle(place[i], geom.Vec3{}, place[j]) > opposed) {
				return false
			}
			for k := range j {
				volume := want[i].Dot(want[j].Cross(want[k]))
				if volume*volume > 0.1 && (volume > 0) != (place[i].Dot(place[j].Cross(place[k])) > 0) {
					return false
				}
			}
		}
	}
	return true
}

// standing returns the site of each ligand of c, by the first order of the sites that
// turns its permutation into number 1.
func standing(c *mol.Center, sites int) []int {
	order := make([]int, sites)
	used := make([]bool, sites)
	var try func(k int) bool // as deep as there are sites, six
	try = func(k int) bool {
		if k == sites {
			return mol.Renumber(c.Class, c.Permutation, order) == 1
		}
		for v := range sites {
			if used[v] {
				continue
			}
			used[v], order[k] = true, v
			if try(k + 1) {
				return true
			}
			used[v] = false
		}
		return false
	}
	if !try(0) {
		return nil
	}
	at := make([]int, len(c.Ligands))
	for corner, k := range order {
		if k < len(at) {
			at[k] = corner
		}
	}
	return at
}
