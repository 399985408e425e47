package format

import "strings"

// polymerResidues are the amino acids and nucleotides.
const polymerResidues = " ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL A C G U I DA DC DG DT DI "

// Polymer says whether a residue is an amino acid or a nucleotide: its atoms are ATOM in PDB
// and mmCIF files, all others HETATM, and it holds no element of two letters.
func Polymer(residue string) bool {
	switch len(residue) {
	case 1, 2, 3:
		return strings.IndexByte(residue, ' ') < 0 && strings.Contains(polymerResidues, " "+residue+" ")
	}
	return false
}
