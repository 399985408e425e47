// Package lammps reads and writes the data files of LAMMPS. Positions are in Å, as the
// styles of units real and metal have them; charges are in e.
//
//	title
//	header: "N atoms", "N bonds", "N atom types" …, "lo hi xlo xhi" (and y, z),
//	        "xy xz yz" of a tilted box, or avec, bvec, cvec and "abc origin"
//	sections: a keyword on a line of its own, a blank line, rows
//	Atoms   = rows of the style that a comment behind the keyword names:
//	          atomic     id type x y z
//	          charge     id type q x y z
//	          molecular  id molecule type x y z (bond and angle too)
//	          full       id molecule type q x y z
//	          each with three image flags or none behind
//	Bonds   = id type atom atom
//	Masses, Atom Type Labels: what the elements of the types follow from
//
// (LAMMPS documentation, "read_data command".) Text behind # is a comment; that of a mass
// often names the type.
package lammps

// charge is the scalar that holds the charges.
const charge = "charge"

// style is where the columns of an atom line stand; -1: there is none.
type style struct {
	name                       string
	molecule, kind, charge, at int
	columns                    int // without image flags
}

var styles = []style{
	{"atomic", -1, 1, -1, 2, 5},
	{"charge", -1, 1, 2, 3, 6},
	{"molecular", 1, 2, -1, 3, 6},
	{"full", 1, 2, 3, 4, 7},
	{"bond", 1, 2, -1, 3, 6},
	{"angle", 1, 2, -1, 3, 6},
	{"sphere", -1, 1, -1, 4, 7},
	{"dipole", -1, 1, 2, 3, 9},
	{"ellipsoid", -1, 1, -1, 4, 7},
	{"dpd", -1, 1, -1, 3, 6},
	{"electron", -1, 1, 2, 5, 8},
	{"template", 1, 4, -1, 5, 8},
}

func styleOf(name string) *style {
	for i := range styles {
		if styles[i].name == name {
			return &styles[i]
		}
	}
	return nil
}
