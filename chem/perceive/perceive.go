// Package perceive works out what a stated molecular graph leaves open: valences
// and hydrogens, Kekulé orders, radicals and aromaticity.
//
// The models are those of RDKit, so that numbers computed from a molecule agree
// with that program: allowed valences per element, shifted by the charge to the
// isoelectronic element; hypervalent nitrogen, phosphorus and halogen groups in
// charge-separated form; bonds from a saturated ligand to a metal made dative;
// Hückel's 4n+2 rule on rings and on up to six rings fused by single bonds.
// Kekulé orders are a matching that covers every atom that needs a double bond
// (Edmonds, Canad. J. Math. 1965, 17, 449).
//
// Everything is returned as a value; nothing is kept in the molecule that was read.
package perceive

import (
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/ring"
)

// Molecule is a molecule of which everything is known. Its slices are indexed by
// the atoms and bonds of Mol.
type Molecule struct {
	// Mol has whole bond orders: Kekulé's for aromatic bonds. Of every atom,
	// Hydrogens is the full count of hydrogens that are not atoms of their own,
	// NoImplicit is set and Aromatic is the perceived flag. Groups of atoms that
	// have an uncharged spelling carry their charges.
	Mol *mol.Mol
	// Origin is the index, in the molecule that was read, of each atom.
	Origin []int
	// AromaticBonds says which bonds are aromatic.
	AromaticBonds []bool
	// Valence is the sum of bond orders and hydrogens of each atom.
	Valence []int
	// Radicals is the number of unpaired electrons of each atom.
	Radicals []int
	// Rings are the rings of Mol.
	Rings *ring.Set
}

// Kind says which rule an Error is about.
type Kind uint8

// The kinds of errors.
const (
	BadValence       Kind = iota + 1 // more bonds than the element takes, or an impossible charge
	NoKekulé                         // aromatic atoms without a Kekulé form
	AromaticNoRing                   // an aromatic atom or bond outside rings
	TooManyRings                     // a ring system beyond what the search of rings does
	ChargeOutOfRange                 // a charge that the element cannot have
)

// Error says why a graph is no molecule.
type Error struct {
	Kind  Kind
	Atoms []int // the atoms at fault, 0-based indices in the molecule that was read
	Msg   string
}

func (e *Error) Error() string { return e.Msg }

// Sanitize returns what m is when read as RDKit reads it. Hydrogen atoms that say
// nothing beyond their presence become counts (see RemoveHydrogens). It does not
// change m, which must pass Check. The error is an *Error.
func Sanitize(m *mol.Mol) (*Molecule, error) {
	reduced, origin := RemoveHydrogens(m)
	w := newWork(reduced)
	p, err := w.sanitize()
	if err != nil {
		for i, a := range err.Atoms {
			err.Atoms[i] = origin[a]
		}
		err.Msg = err.text(m)
		return nil, err
	}
	p.Origin = origin
	return p, nil
}

// work is a molecule on its way to being perceived.
type work struct {
	m         *mol.Mol
	adjacency mol.Adjacency
	aromatic  []bool // per bond: stated as aromatic
	explicit  []int  // valence from bonds and stated hydrogens
	implicit  []int  // further hydrogens
	radicals  []int
	rings     *ring.Set
}

func newWork(m *mol.Mol) *work {
	w := &work{m: m, adjacency: m.Neighbors(), aromatic: make([]bool, len(m.Bonds))}
	for k := range m.Bonds {
		w.aromatic[k] = m.Bonds[k].Order == mol.Aromatic
	}
	n := len(m.Atoms)
	w.explicit, w.implicit, w.radicals = make([]int, n), make([]int, n), make([]int, n)
	return w
}

func (w *work) sanitize() (*Molecule, *Error) {
	w.separateCharges()
	w.coordinate()
	if err := w.valences(); err != nil {
		return nil, err
	}
	w.rings = ring.Find(w.m)
	if w.rings.GivenUp {
		return nil, &Error{Kind: TooManyRings, Atoms: []int{0}}
	}
	if err := w.kekulize(); err != nil {
		return nil, err
	}
	for i := range w.m.Atoms {
		w.explicit[i] = (w.twiceOrders(i)+1)/2 + int(w.m.Atoms[i].Hydrogens)
		w.radicals[i] = w.radicalElectrons(i)
	}
	atoms, bonds := w.aromaticity()
	valence := make([]int, len(w.m.Atoms))
	for i := range w.m.Atoms {
		a := &w.m.Atoms[i]
		valence[i] = w.explicit[i] + w.implicit[i]
		a.Hydrogens += uint8(w.implicit[i])
		a.NoImplicit = true
		a.Aromatic = atoms[i]
	}
	return &Molecule{Mol: w.m, AromaticBonds: bonds, Valence: valence, Radicals: w.radicals, Rings: w.rings}, nil
}

// text words the error for the molecule that was read.
func (e *Error) text(m *mol.Mol) string {
	first := &m.Atoms[e.Atoms[0]]
	name := strings.ToLower(elem.Name(first.Element))
	if name == "" {
		name = "any"
	}
	switch e.Kind {
	case BadValence:
		return fmt.Sprintf("%s atom %d has %s", name, e.Atoms[0]+1, e.Msg)
	case ChargeOutOfRange:
		return fmt.Sprintf("%s atom %d has charge %+d; its nucleus has charge %+d", name, e.Atoms[0]+1, first.Charge, first.Element)
	case TooManyRings:
		return "the ring systems are too large and dense to be searched for rings; give smaller molecules"
	case AromaticNoRing:
		return fmt.Sprintf("%s atom %d is aromatic but not in a ring", name, e.Atoms[0]+1)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "no Kekulé form: double bonds cannot be placed so that each of the aromatic atoms")
	for i, a := range e.Atoms {
		if i == 12 {
			fmt.Fprintf(&b, " … (%d in all)", len(e.Atoms))
			break
		}
		fmt.Fprintf(&b, " %s%d", elem.Symbol(m.Atoms[a].Element), a+1)
	}
	b.WriteString(" has one; a hydrogen may be missing, as in [nH]")
	return b.String()
}

// Formula returns the molecular formula in Hill order as RDKit writes it: wildcards
// as * after carbon and hydrogen, the charge at the end ("C5H11NO2", "H4N+", "O4S-2").
func (p *Molecule) Formula() string {
	counts := p.Mol.Counts()
	var head elem.Counts
	head[6], head[1] = counts[6], counts[1]
	counts[6], counts[1] = 0, 0
	text := head.Formula()
	wildcards := 0
	for i := range p.Mol.Atoms {
		if p.Mol.Atoms[i].Element == 0 {
			wildcards++
		}
	}
	switch {
	case wildcards == 1:
		text += "*"
	case wildcards > 1:
		text += fmt.Sprintf("*%d", wildcards)
	}
	text += counts.Formula()
	switch charge := p.Mol.Charge(); {
	case charge == 1:
		text += "+"
	case charge == -1:
		text += "-"
	case charge != 0:
		text += fmt.Sprintf("%+d", charge)
	}
	return text
}
