// Package xyz reads and writes XYZ files, plain and extended. Positions are in Å.
//
//	file        = frame { blank line | frame }
//	frame       = count line, comment line, count × atom line
//	plain       = atom line: element x y z
//	extended    = comment line with key=value pairs; the keys Lattice, Properties
//	              and pbc describe the frame
//	Lattice     = nine numbers, the vectors a, b, c one after the other
//	Properties  = name:type:columns { :name:type:columns }, type R, I, S or L
//
// The extended form is that of the extended XYZ specification
// (github.com/libAtoms/extxyz). Only the first frame is read; the others are counted.
package xyz

import "strings"

// role is what a column of an extended file means for a Structure.
type role uint8

const (
	roleScalar role = iota
	roleSpecies
	roleNumber // atomic number
	rolePosition
	roleMolecule
	roleResidueName
	roleResidueID
	roleAtomName
	roleChain
	roleCharge
)

// Names that Write gives to the columns. The residue columns have the names
// that ASE uses for PDB data.
const (
	columnMolecule    = "molecule"
	columnResidueName = "residuenames"
	columnResidueID   = "residuenumbers"
	columnAtomName    = "atomnames"
	columnChain       = "chain"
	columnCharge      = "formal_charges"
)

// roles gives the role of a column by its lower-case name. Others are scalars.
var roles = map[string]role{
	"species": roleSpecies, "symbol": roleSpecies, "symbols": roleSpecies, "element": roleSpecies, "elements": roleSpecies,
	"z": roleNumber, "numbers": roleNumber, "atomic_number": roleNumber, "atomic_numbers": roleNumber,
	"pos": rolePosition, "position": rolePosition, "positions": rolePosition,
	columnMolecule: roleMolecule, "molecules": roleMolecule, "molecule_id": roleMolecule, "mol_id": roleMolecule, "molid": roleMolecule,
	columnResidueName: roleResidueName, "residue_name": roleResidueName, "residue_names": roleResidueName, "resname": roleResidueName, "resnames": roleResidueName,
	columnResidueID: roleResidueID, "residue_id": roleResidueID, "residue_ids": roleResidueID, "resid": roleResidueID, "resids": roleResidueID,
	columnAtomName: roleAtomName, "atom_name": roleAtomName, "atom_names": roleAtomName, "atomname": roleAtomName, "atomtypes": roleAtomName,
	columnChain: roleChain, "chains": roleChain, "chain_id": roleChain, "chain_ids": roleChain, "chainid": roleChain, "chainids": roleChain,
	columnCharge: roleCharge, "formal_charge": roleCharge,
}

// property is one entry of Properties.
type property struct {
	name    string
	kind    byte // R, I, S or L
	columns int
	role    role
}

// want is the type and number of columns that a role needs.
func (r role) want() (kind byte, columns int) {
	switch r {
	case roleSpecies, roleResidueName, roleAtomName, roleChain:
		return 'S', 1
	case rolePosition:
		return 'R', 3
	case roleNumber, roleMolecule, roleResidueID, roleCharge:
		return 'I', 1
	}
	return 0, 0
}

// roleOf returns the role of a property; one with the name of a role and
// another shape is a scalar.
func roleOf(name string, kind byte, columns int) role {
	r := roles[strings.ToLower(name)]
	if k, n := r.want(); k != kind || n != columns {
		return roleScalar
	}
	return r
}
