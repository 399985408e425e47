package cip

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// descriptor is a label, or none.
type descriptor uint8

const (
	none descriptor = iota
	labelR
	labelS
	pseudoR
	pseudoS
	labelE
	labelZ
	seqTrans
	seqCis
)

func (d descriptor) String() string {
	return [...]string{"", "R", "S", "r", "s", "E", "Z", "e", "z"}[d]
}

// side is the group a descriptor counts with when pairs are called like or unlike:
// R with z, S with e; the others are in none.
func (d descriptor) side() descriptor {
	switch d {
	case labelR, seqCis:
		return labelR
	case labelS, seqTrans:
		return labelS
	}
	return none
}

// Stand-ins for ligands that are not atoms.
const (
	hydrogen = int32(mol.ImplicitHydrogen)
	lonePair = hydrogen - 1
	noAtom   = hydrogen - 2
)

// configuration is one stated center or double bond.
type configuration struct {
	focus, other int32 // the atoms; other is noAtom for a center
	bond         int   // the double bond; -1 for a center
	// ligands of a center in an order that is S when it is that of the priorities;
	// of a double bond the first two, one at each atom.
	ligands [4]int32
	cis     bool
}

// configurations collects what s states of tetrahedral centers and double bonds.
func configurations(p *perceive.Molecule, s *stereo.Set) []configuration {
	all := make([]configuration, 0, len(s.Centers)+len(s.Bonds))
	for i := range s.Centers {
		center := &s.Centers[i]
		if center.Class != mol.Tetrahedral || len(center.Ligands) < 3 || len(center.Ligands) > 4 {
			continue
		}
		c := configuration{focus: int32(center.Atom), other: noAtom, bond: -1}
		c.ligands[3] = lonePair
		for k, ligand := range center.Ligands {
			c.ligands[k] = int32(ligand)
		}
		if center.Permutation == 2 {
			c.ligands[0], c.ligands[1] = c.ligands[1], c.ligands[0]
		}
		all = append(all, c)
	}
	for i := range s.Bonds {
		b := &s.Bonds[i]
		bond := &p.Mol.Bonds[b.Bond]
		c := configuration{focus: int32(bond.A), other: int32(bond.B), bond: b.Bond, cis: b.Cis}
		c.ligands[0], c.ligands[1] = int32(b.Ligands[0]), int32(b.Ligands[1])
		all = append(all, c)
	}
	return all
}

// odd says whether an odd number of swaps turns a into b; ok is false when they do
// not hold the same ligands, each once.
func odd(a, b [4]int32) (odd, ok bool) {
	for i := range a {
		at := i
		for at < len(a) && a[at] != b[i] {
			at++
		}
		if at == len(a) {
			return false, false
		}
		if at != i {
			a[i], a[at] = a[at], a[i]
			odd = !odd
		}
	}
	return odd, true
}
