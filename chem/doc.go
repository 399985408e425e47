// Package chem is the root of the chemistry packages; it holds no code of its
// own. They are pure functions of their arguments: no files, clocks, sockets or
// global random numbers, and the same bytes on every platform.
//
// A package imports only packages of lower levels (arch_test.go holds the table
// and checks it):
//
//	0  elem geom rng parallel             elements, vectors, random numbers, cores
//	1  mol cell symm structure            graphs, lattices, symmetry, flat arrays
//	2  grid ring perceive stereo canon    neighbors, rings, aromaticity, ranks
//	3  smiles smarts molfile formats      notations and files
//	4  library forcefield minimize …      presets, energies, properties
//	5  pack polymer crystal embed edit …  building, and the document
//	6  tools                              what people and models call
package chem
