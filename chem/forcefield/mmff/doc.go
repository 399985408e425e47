// Package mmff is the Merck molecular force field: MMFF94 and MMFF94s (Halgren,
// J. Comput. Chem. 1996, 17, 490, 520, 553, 587 and 616; 1999, 20, 720 and 730).
//
// The energy has seven terms: bonds, angles, their coupling (stretch-bend),
// out-of-plane angles, torsions, buffered 14-7 van der Waals and buffered Coulomb
// energies. Atom types and charges come from the package typing; the parameters of a
// term are looked up by types, then by wider classes of types, and where there are none
// they come from empirical rules on elements and bond lengths.
//
// Positions are in Å, energies in kcal/mol, gradients in kcal/mol/Å. Results have the
// same bits on every platform.
package mmff
