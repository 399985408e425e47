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
func Sanitize(m *mol.Mol) (*Molecule, error) { return Take(m.Clone()) }

// Take is Sanitize for a molecule that nobody else needs: m becomes the Mol of the
// result, and is of no use after an error.
func Take(m *mol.Mol) (*Molecule, error) {
	w := newWork(m)
	origin := w.removeHydrogens()
	p, err := w.sanitize()
	if err != nil {
		err.Msg = err.text(m, origin)
		for i, a := range err.Atoms {
			err.Atoms[i] = origin[a]
		}
		return nil, err
	}
	p.Origin = origin
	return p, nil
}

// work is a molecule on its way to being perceived.
type work struct {
	m         *mol.Mol
	adjacency mol.Adjacency
	aromatic  []bool // per bond: stated as aromatic; nil: none is
	stated    []bool // per atom: it or a bond of it is stated as aromatic; nil: none is
	twice     []int  // twice the sum of the bond orders; see sumOrders
	explicit  []int  // valence from bonds and stated hydrogens
	implicit  []int  // further hydrogens
	radicals  []int
	rings     *ring.Set
}

func newWork(m *mol.Mol) *work { return &work{m: m, adjacency: m.Neighbors()} }

// prepare finds what is stated as aromatic.
func (w *work) prepare() {
	any := false
	for i := range w.m.Atoms {
		any = any || w.m.Atoms[i].Aromatic
	}
	for k := range w.m.Bonds {
		any = any || w.m.Bonds[k].Order == mol.Aromatic
	}
	n := len(w.m.Atoms)
	room := make([]int, 3*n)
	w.twice, w.explicit, w.implicit = room[:n:n], room[n:2*n:2*n], room[2*n:]
	if !any {
		return
	}
	flags := make([]bool, n+len(w.m.Bonds))
	w.stated, w.aromatic = flags[:n], flags[n:]
	for i := range w.m.Atoms {
		w.stated[i] = w.m.Atoms[i].Aromatic
	}
	for k := range w.m.Bonds {
		if b := &w.m.Bonds[k]; b.Order == mol.Aromatic {
			w.aromatic[k], w.stated[b.A], w.stated[b.B] = true, true, true
		}
	}
}

func (w *work) sanitize() (*Molecule, *Error) {
	w.prepare()
	w.separateCharges()
	w.coordinate()
	if err := w.valences(); err != nil {
		return nil, err
	}
	w.rings = ring.FindIn(w.m, &w.adjacency)
	if w.rings.GivenUp {
		return nil, &Error{Kind: TooManyRings, Atoms: []int{0}}
	}
	if w.stated != nil {
		if err := w.kekulize(); err != nil {
			return nil, err
		}
		w.sumOrders()
	}
	stated := w.stated
	w.stated = nil // from here on the bonds say everything
	n := len(w.m.Atoms)
	room := make([]int, 2*n)
	p := &Molecule{Mol: w.m, AromaticBonds: make([]bool, len(w.m.Bonds)), Valence: room[:n:n], Radicals: room[n:], Rings: w.rings}
	w.radicals = p.Radicals
	for i := range w.m.Atoms {
		a := &w.m.Atoms[i]
		a.Aromatic = false
		w.explicit[i] = (w.twice[i]+1)/2 + int(a.Hydrogens)
		p.Valence[i] = w.explicit[i] + w.implicit[i]
		if stated != nil && stated[i] { // it was given the benefit of the doubt
			n, ok := w.impliedHydrogens(i, w.explicit[i])
			if limit := maxValence(a); !ok || limit >= 0 && p.Valence[i] > limit {
				return nil, w.tooMany(i, limit)
			}
			w.implicit[i] = n
			p.Valence[i] = w.explicit[i] + n
		}
		p.Radicals[i] = w.radicalElectrons(i)
	}
	if err := w.aromaticity(p); err != nil {
		return nil, err
	}
	for i := range w.m.Atoms {
		a := &w.m.Atoms[i]
		a.Hydrogens += uint8(w.implicit[i])
		a.NoImplicit = true
	}
	return p, nil
}

// text words the error, whose atoms are those of m, with the numbers that origin
// gives them; nil: their own.
func (e *Error) text(m *mol.Mol, origin []int) string {
	numbered := func(i int) int {
		if origin != nil {
			i = origin[i]
		}
		return i + 1
	}
	first, number := &m.Atoms[e.Atoms[0]], numbered(e.Atoms[0])
	name := strings.ToLower(elem.Name(first.Element))
	if name == "" {
		name = "any"
	}
	switch e.Kind {
	case BadValence:
		return fmt.Sprintf("%s atom %d has %s", name, number, e.Msg)
	case ChargeOutOfRange:
		return fmt.Sprintf("%s atom %d has charge %+d; its nucleus has charge %+d", name, number, first.Charge, first.Element)
	case TooManyRings:
		return "the ring systems are too large and dense to be searched for rings; give smaller molecules"
	case AromaticNoRing:
		return fmt.Sprintf("%s atom %d is aromatic but not in a ring", name, number)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "no Kekulé form: double bonds cannot be placed so that each of the aromatic atoms")
	for i, a := range e.Atoms {
		if i == 12 {
			fmt.Fprintf(&b, " … (%d in all)", len(e.Atoms))
			break
		}
		fmt.Fprintf(&b, " %s%d", elem.Symbol(m.Atoms[a].Element), numbered(a))
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
