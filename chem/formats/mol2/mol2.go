// Package mol2 reads and writes Tripos MOL2 files. Positions are in Å.
//
//	@<TRIPOS>MOLECULE      name; numbers of atoms, bonds, substructures …; kind; charges
//	@<TRIPOS>ATOM          id name x y z type [substructure [its name [charge [status]]]]
//	@<TRIPOS>BOND          id atom atom type [status]; types 1 2 3 am ar du un nc
//	@<TRIPOS>SUBSTRUCTURE  id name root [kind dictionary chain …]
//	@<TRIPOS>CRYSIN        a b c alpha beta gamma space-group setting
//	@<TRIPOS>UNITY_ATOM_ATTR  formal charges: "id n", then n lines "charge q"
//
// (Tripos, "Mol2 File Format", 2005.) Lines that begin with # are comments; a line that
// ends with \ goes on in the next. A file may hold several molecules; they are its frames.
//
// SYBYL atom types begin with the element (C.ar). Files of force fields have types of
// their own, which need not: then no element is stated.
package mol2

const (
	label  = "MOL2"
	charge = "charge" // the scalar that holds partial charges
)
