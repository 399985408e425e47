// Package typing gives the atoms of a molecule their MMFF94 types and charges, as
// Halgren's papers define them (J. Comput. Chem. 1996, 17, 490, 520, 553, 587 and 616;
// 1999, 20, 720 and 730). MMFF94s has the same types and charges.
//
// MMFF94 has an aromaticity of its own: rings are taken one by one, with pi electrons
// from double bonds inside, from lone pairs and from double bonds to rings that are
// aromatic already. Atoms of aromatic rings of five and six are typed by their places
// relative to the atom that brings the lone pair, all others by what they are bonded
// to. Where the papers leave a choice the rules are those of RDKit.
package typing

import (
	"strconv"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Result is what MMFF94 knows of the atoms and bonds of a molecule. Slices are
// indexed by its atoms, AromaticBond and Orders by its bonds.
type Result struct {
	Types   []uint8   // numeric types, 1 to 99
	Charges []float64 // partial charges, e
	// FormalCharges are MMFF94's, e: shared evenly within carboxylates, guanidinium
	// and the like, so that they do not depend on the resonance form.
	FormalCharges []float64
	AromaticBond  []bool // the bond is in an aromatic ring
	// Orders are those of the bonds: Aromatic in aromatic rings, elsewhere those of the
	// Kekulé form that types and bond classes are read from. It is that of the molecule
	// but for azulenes and the like, where it does not depend on the one given.
	Orders []mol.Order

	classes []uint8 // per bond
}

// BondClass returns MMFF94's bond type index of bond k: 1 for a single bond between
// two atoms that could have a double bond, as in butadiene and biphenyl, otherwise 0.
func (r *Result) BondClass(k int) uint8 { return r.classes[k] }

// maxRing is the largest ring that types depend on by its size.
const maxRing = 6

// Error says which atoms have no MMFF94 type.
type Error struct {
	Atoms []int // all of them, 0-based
	Msg   string
}

func (e *Error) Error() string { return e.Msg }

// Type returns the types and charges of p, which must have all hydrogens as atoms. The
// error is an *Error: MMFF94 covers organic molecules of H, C, N, O, F, Si, P, S, Cl,
// Br and I and some bare ions, and not each way to bind them. Charges of atoms that it
// types without knowing their charge, as in the azide ion and in sulfonium, do not add
// up to the charge of the molecule.
func Type(p *perceive.Molecule) (*Result, error) {
	for i := range p.Mol.Atoms {
		if h := p.Mol.Atoms[i].Hydrogens; h > 0 {
			return nil, &Error{[]int{i}, p.Mol.Label(i) + " has " + strconv.Itoa(int(h)) + " hydrogens that are not atoms; MMFF94 needs every hydrogen as an atom"}
		}
	}
	t := newTyper(p)
	t.settleForm()
	t.findRings()
	for i := range p.Mol.Atoms {
		if t.atoms[i].element != 1 {
			t.types[i] = t.heavy(i)
		}
	}
	for i := range p.Mol.Atoms {
		if t.atoms[i].element == 1 {
			t.types[i] = t.hydrogen(i)
		}
	}
	var untyped []int
	for i, v := range t.types {
		if v == 0 {
			untyped = append(untyped, i)
		}
	}
	if untyped != nil {
		return nil, t.noType(untyped)
	}
	r := &Result{Types: t.types, AromaticBond: make([]bool, len(p.Mol.Bonds)), Orders: t.orders}
	for k, order := range t.orders {
		r.AromaticBond[k] = order == mol.Aromatic
	}
	r.classes = t.bondClasses()
	t.charges(r)
	return r, nil
}

// atom is what the rules ask of an atom.
type atom struct {
	element, degree, valence uint8
	charge                   int8
	sizes                    uint8 // bit s: in a ring of s, up to maxRing
	aromaticSizes            uint8 // the same for rings of aromatic bonds
	rings                    uint8 // number of rings it is in, at most 255
	aromatic                 bool
	grouped                  bool // its formal charge has been shared
}

// terminal says whether the atom has one neighbor.
func (a *atom) terminal(element uint8) bool { return a.degree == 1 && a.element == element }

// typer is a molecule on its way to being typed.
type typer struct {
	p         *perceive.Molecule
	adjacency mol.Adjacency
	atoms     []atom
	orders    []mol.Order // per bond; Aromatic where MMFF94's model says so
	types     []uint8
	hybrid    []perceive.Hybridization // nil until a ring may be aromatic
	// fives[first[i]:first[i+1]] are the rings of five that atom i is in.
	fives []int32
	first []int32
}

func newTyper(p *perceive.Molecule) *typer {
	t := &typer{
		p: p, adjacency: p.Mol.Neighbors(),
		atoms: make([]atom, len(p.Mol.Atoms)), orders: make([]mol.Order, len(p.Mol.Bonds)), types: make([]uint8, len(p.Mol.Atoms)),
	}
	for i := range t.atoms {
		a := &p.Mol.Atoms[i]
		t.atoms[i] = atom{
			element: a.Element, charge: a.Charge,
			degree: uint8(min(t.adjacency.Degree(i), 255)), valence: uint8(min(p.Valence[i], 255)),
		}
	}
	for k := range t.orders {
		t.orders[k] = p.Mol.Bonds[k].Order
	}
	return t
}

// heavy returns the type of an atom that is no hydrogen, 0 when it has none.
func (t *typer) heavy(i int) uint8 {
	a := &t.atoms[i]
	if a.aromaticSizes>>5&1 != 0 {
		if v := t.inFive(i); v != 0 {
			return v
		}
	}
	if a.aromaticSizes>>6&1 != 0 {
		if v := t.inSix(i); v != 0 {
			return v
		}
	}
	switch a.element {
	case 6:
		return t.carbon(i)
	case 7:
		return t.nitrogen(i)
	case 8:
		return t.oxygen(i)
	case 14:
		return 19
	case 15:
		return t.phosphorus(i)
	case 16:
		return t.sulfur(i)
	case 17:
		if a.degree == 4 && t.count(i, func(b *atom) bool { return b.element == 8 }) == 4 {
			return 77 // perchlorate
		}
		return halide(a, 12, 90)
	case 9:
		return halide(a, 11, 89)
	case 35:
		return halide(a, 13, 91)
	case 53:
		return halide(a, 14, 0)
	}
	if a.degree == 0 {
		return bareIon(a)
	}
	return 0
}

// halide returns the type of a halogen that is bound or a bare ion.
func halide(a *atom, bound, ion uint8) uint8 {
	switch a.degree {
	case 0:
		return ion
	case 1:
		return bound
	}
	return 0
}

// bareIon returns the type of a metal without neighbors. Only iron and copper have
// more than one charge.
func bareIon(a *atom) uint8 {
	switch a.element {
	case 3:
		return 92
	case 11:
		return 93
	case 12:
		return 99
	case 19:
		return 94
	case 20:
		return 96
	case 26:
		if a.charge == 2 || a.charge == 3 {
			return 85 + uint8(a.charge)
		}
	case 29:
		if a.charge == 1 || a.charge == 2 {
			return 96 + uint8(a.charge)
		}
	case 30:
		return 95
	}
	return 0
}

// count returns the number of neighbors of atom i that fit.
func (t *typer) count(i int, fits func(*atom) bool) int {
	n := 0
	for _, b := range t.adjacency.Of(i) {
		if fits(&t.atoms[b.Atom]) {
			n++
		}
	}
	return n
}

// terminals returns the number of neighbors of atom i of that element that have no
// other neighbor.
func (t *typer) terminals(i int, element uint8) int {
	n := 0
	for _, b := range t.adjacency.Of(i) {
		if t.atoms[b.Atom].terminal(element) {
			n++
		}
	}
	return n
}

// doublyBonded returns a neighbor to which atom i has a double bond that is not
// aromatic, −1 when there is none.
func (t *typer) doublyBonded(i int) int {
	for _, b := range t.adjacency.Of(i) {
		if t.orders[b.Bond] == mol.Double {
			return b.Atom
		}
	}
	return -1
}

// oxide says whether atom i is the nitrogen of an N-oxide.
func (t *typer) oxide(i int) bool {
	return t.atoms[i].element == 7 && t.atoms[i].degree >= 3 && t.terminals(i, 8) > 0
}

// noType words the error of atoms without a type.
func (t *typer) noType(atoms []int) *Error {
	i := atoms[0]
	a := &t.atoms[i]
	text := t.p.Mol.Label(i) + " has no MMFF94 type: "
	known := false
	for k := 1; k <= maxType && !known; k++ {
		known = tables().properties[k].Element == a.element && a.element != 0
	}
	if !known {
		text += "the force field does not cover its element"
	} else {
		text += "the force field does not cover this element with " + strconv.Itoa(int(a.degree)) + " bonded neighbors, charge " + strconv.Itoa(int(a.charge)) + " and these bonds"
	}
	if n := len(atoms) - 1; n > 0 {
		text += "; " + strconv.Itoa(n) + " more such atoms"
	}
	return &Error{atoms, text}
}
