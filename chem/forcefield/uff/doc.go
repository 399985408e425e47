// Package uff is the Universal Force Field, which has parameters for every
// element: bonds, angles, torsions, inversions and van der Waals interactions, no
// charges.
//
// Source: Rappé, Casewit, Colwell, Goddard and Skiff, J. Am. Chem. Soc. 1992, 114,
// 10024. Where RDKit departs from the paper, this package follows RDKit, so that
// energies agree with it: bond orders are those of the graph (1.5 in aromatic
// rings, no 1.41 in amides), angles of sp² atoms in rings of three and four have
// their own rest angles, the terms of a bond share its torsion barrier, and
// inversions of P, As, Sb and Bi have the rest angles 84.4339°, 86.9735°, 87.7047°
// and 90°.
//
// It differs from RDKit where that has no answer or a harmful one:
//   - every element has a type; atoms whose arrangement has no parameters take those
//     of the nearest one, and Warnings says so. RDKit leaves their terms out;
//   - square planar atoms have the fourfold angle term of the paper, with rest
//     angles of 90° and 180°; RDKit's makes them tetrahedral;
//   - atoms of types with a rest angle of 180° that have several neighbors, as the
//     chlorine of perchlorate, have one of 109.47°; RDKit's term is some ten million
//     times too stiff there;
//   - threefold and fourfold angle terms have a minimum at 0°, where one ligand is upon
//     another. RDKit adds a wall below 30° at which the energy jumps; here the terms
//     rise from the barrier at 60° and 45° on.
//
// The hydrogen halides are 0.07 to 0.12 Å longer than measured, as the paper's equations
// and parameters have them.
//
// Energies are in kcal/mol, lengths in Å, angles in radians inside.
package uff
