// Package vasp reads and writes the POSCAR and CONTCAR files of VASP. Positions are in Å.
//
//	comment
//	scale: one factor, minus the volume in Å³, or three factors for x, y and z
//	three lattice vectors
//	[element symbols, since VASP 5]
//	numbers of atoms, one for each symbol; both may go on over several lines
//	[Selective dynamics]
//	Direct or Cartesian
//	x y z [T or F, three times] [symbol], per atom
//	[velocities and what else a run needs]
//
// (VASP wiki, "POSCAR".) Symbols may have a tail: the potential (Fe_pv), its hash
// (Fe/0f3a…), a charge (O2-). Files of VASP 4 have no line of symbols: the elements are
// those at the ends of all coordinate lines, else they are not stated, and the words of
// the comment are proposed when they are as many symbols as there are numbers.
package vasp

// fixed are the scalars that hold selective dynamics, 1 for a coordinate that does not
// move, with the axis behind.
const fixed = "fixed_"
