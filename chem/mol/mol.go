// Package mol is the small molecule as a graph: an array of atoms and an array
// of bonds, as line notations and mol files state it. Large systems are kept as
// structure.Structure.
//
// A Mol holds only what was stated. Rings, aromaticity, ranks and the like are
// values that other packages compute from it; nothing is cached inside, so a Mol
// may be changed freely. Positions are in Å.
package mol

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
)

// Mol is a molecule, or several that are not bonded to each other.
type Mol struct {
	Name  string
	Atoms []Atom
	Bonds []Bond
	// Centers are the stated configurations of atoms, at most one for each.
	Centers []Center
	// CisTrans are the configurations of double bonds that coordinates state, at
	// most one for each bond. Marks beside a double bond (Rising, Falling) state one
	// as well; where both do, CisTrans counts.
	CisTrans []CisTrans
}

// Atom is one node of the graph.
type Atom struct {
	Element uint8  // atomic number; 0: any atom (*)
	Charge  int8   // formal charge, e
	Isotope uint16 // mass number; 0: natural abundance
	Radical Radical

	// Hydrogens counts attached hydrogens that are stated but are not atoms of
	// their own, as in a SMILES bracket atom or the valence field of a mol file.
	Hydrogens uint8
	// NoImplicit says that Hydrogens is the whole count: the usual valence of
	// the element adds none.
	NoImplicit bool

	Aromatic bool      // written as aromatic (lower case in SMILES)
	Map      int       // atom map number; 0: none
	Pos      geom.Vec3 // Å
}

// Radical is the spin state of an atom with unpaired or non-bonding electrons.
type Radical uint8

// The values are the codes of the mol file's M  RAD line.
const (
	NoRadical Radical = iota
	Singlet           // two paired non-bonding electrons, a carbene
	Doublet           // one unpaired electron
	Triplet           // two unpaired electrons
)

// Electrons is the number of non-bonding electrons the radical state takes from
// the valence of its atom.
func (r Radical) Electrons() int {
	switch r {
	case Doublet:
		return 1
	case Singlet, Triplet:
		return 2
	}
	return 0
}

// Bond joins the atoms A and B, indices into Mol.Atoms. A wedge starts at A, a
// dative bond goes from the donor A to the acceptor B.
type Bond struct {
	A, B   int
	Order  Order
	Stereo BondStereo
}

// Order is the bond order as stated, never perceived.
type Order uint8

// The values 1 to 4 equal the bond types of the mol file and the bond orders of
// structure.Structure; Any and Dative equal the bond types of the mol file, which
// has none for Quadruple.
const (
	Single    Order = 1
	Double    Order = 2
	Triple    Order = 3
	Aromatic  Order = 4
	Any       Order = 8 // not stated; ~ in SMILES
	Dative    Order = 9 // both electrons come from A; -> in SMILES
	Quadruple Order = 11
)

// known says whether o is one of the orders above.
func (o Order) known() bool {
	return o >= Single && o <= Aromatic || o == Any || o == Dative || o == Quadruple
}

// BondStereo is the drawn stereo mark of a bond.
type BondStereo uint8

const (
	NoStereo       BondStereo = iota
	WedgeUp                   // single bond, B is in front of the paper
	WedgeDown                 // single bond, B is behind the paper
	WedgeEither               // single bond, configuration at A is not specified
	CisTransEither            // double bond, cis or trans is not specified
	Rising                    // bond beside a double bond, B is above A: / in SMILES
	Falling                   // bond beside a double bond, B is below A: \ in SMILES
)

// Other returns the end of the bond that is not atom i.
func (b Bond) Other(i int) int {
	if b.A == i {
		return b.B
	}
	return b.A
}

// Clone returns a copy that shares no memory with m.
func (m *Mol) Clone() *Mol {
	c := &Mol{
		Name:     m.Name,
		Atoms:    append([]Atom(nil), m.Atoms...),
		Bonds:    append([]Bond(nil), m.Bonds...),
		Centers:  append([]Center(nil), m.Centers...),
		CisTrans: append([]CisTrans(nil), m.CisTrans...),
	}
	for i := range c.Centers {
		c.Centers[i].Ligands = append([]int(nil), c.Centers[i].Ligands...)
	}
	return c
}

// Counts returns the atoms of m by element, stated hydrogens included. Atoms
// without an element (*) are not counted.
func (m *Mol) Counts() elem.Counts {
	var c elem.Counts
	for i := range m.Atoms {
		c[m.Atoms[i].Element]++
		c[1] += int(m.Atoms[i].Hydrogens)
	}
	c[0] = 0
	return c
}

// Formula returns the molecular formula in Hill order, stated hydrogens included.
func (m *Mol) Formula() string {
	c := m.Counts()
	return c.Formula()
}

// Weight returns the molar mass in g/mol from standard atomic weights, stated
// hydrogens included; isotope labels are not taken into account.
func (m *Mol) Weight() float64 {
	c := m.Counts()
	return c.Mass()
}

// Charge returns the sum of the formal charges in e.
func (m *Mol) Charge() int {
	sum := 0
	for i := range m.Atoms {
		sum += int(m.Atoms[i].Charge)
	}
	return sum
}

// Check verifies that m is a graph: elements are at most 118, every bond joins
// two distinct atoms of m, no two bonds join the same pair, orders are known ones.
// The error names the first atom or bond that breaks a rule, counting from 1.
func (m *Mol) Check() error {
	for i := range m.Atoms {
		if z := m.Atoms[i].Element; z > elem.Max {
			return fmt.Errorf("atom %d has atomic number %d; the largest is %d", i+1, z, elem.Max)
		}
	}
	seen := make(map[[2]int]int, len(m.Bonds))
	for k, b := range m.Bonds {
		switch {
		case b.A < 0 || b.A >= len(m.Atoms) || b.B < 0 || b.B >= len(m.Atoms):
			return fmt.Errorf("bond %d joins atoms %d and %d; the molecule has %d atoms", k+1, b.A+1, b.B+1, len(m.Atoms))
		case b.A == b.B:
			return fmt.Errorf("bond %d joins atom %d to itself", k+1, b.A+1)
		case !b.Order.known():
			return fmt.Errorf("bond %d has order %d; orders are 1, 2, 3, 4 (aromatic), 8 (any), 9 (dative) and 11 (quadruple)", k+1, b.Order)
		}
		pair := [2]int{min(b.A, b.B), max(b.A, b.B)}
		if first, ok := seen[pair]; ok {
			return fmt.Errorf("bonds %d and %d both join atoms %d and %d", first+1, k+1, pair[0]+1, pair[1]+1)
		}
		seen[pair] = k
	}
	return nil
}
