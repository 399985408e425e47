// Package cml reads and writes Chemical Markup Language (Murray-Rust, Rzepa, J. Chem. Inf.
// Comput. Sci. 1999, 39, 928; schema 2.4): structures with coordinates in Å (Read,
// WriteFile), and molecular graphs without (Write).
//
//	molecule  = atomArray, bondArray; an array without items is left out
//	atom      = id (a1, a2 …), elementType (Du: any), formalCharge, isotopeNumber, hydrogenCount
//	bond      = atomRefs2, order (1, 2, 3, 4, A: aromatic, 0: not stated)
//
// formalCharge and isotopeNumber are written when they are not 0, hydrogenCount for atoms
// that SMILES needs brackets for: those whose hydrogens do not follow from element and
// valence. A dative bond goes from the donor and has convention="cxn:coord", as Chemaxon
// writes it. Map numbers have no place in CML and are left out.
package cml

import (
	"strconv"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Options of Write. The zero value is the graph alone.
type Options struct {
	// Stereo adds atomParity to tetrahedral centers and bondStereo to double bonds.
	// CML has no word for the other classes of centers; they are left out.
	Stereo bool
}

// Write returns p as a document of UTF-8, lines ended by LF, atoms and bonds in the order
// of p. s is the configuration of p for Options.Stereo and may be nil.
func Write(p *perceive.Molecule, s *stereo.Set, o Options) []byte {
	m := p.Mol
	w := writer{centers: map[int]*mol.Center{}, sides: map[int]*mol.CisTrans{}}
	if o.Stereo && s != nil {
		for k := range s.Centers {
			if c := &s.Centers[k]; c.Class == mol.Tetrahedral {
				w.centers[c.Atom] = c
			}
		}
		for k := range s.Bonds {
			w.sides[s.Bonds[k].Bond] = &s.Bonds[k]
		}
	}
	w.b = append(w.b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<molecule xmlns=\"http://www.xml-cml.org/schema\">\n"...)
	if len(m.Atoms) > 0 {
		bracket := brackets(p)
		w.b = append(w.b, "  <atomArray>\n"...)
		for i := range m.Atoms {
			w.atom(&m.Atoms[i], i, bracket[i])
		}
		w.b = append(w.b, "  </atomArray>\n"...)
	}
	if len(m.Bonds) > 0 {
		w.b = append(w.b, "  <bondArray>\n"...)
		for k, b := range m.Bonds {
			w.bond(b, k, p.AromaticBonds[k])
		}
		w.b = append(w.b, "  </bondArray>\n"...)
	}
	return append(w.b, "</molecule>\n"...)
}

type writer struct {
	b       []byte
	centers map[int]*mol.Center
	sides   map[int]*mol.CisTrans
}

func (w *writer) id(i int) {
	w.b = append(w.b, 'a')
	w.b = strconv.AppendInt(w.b, int64(i+1), 10)
}

// attribute writes a number.
func (w *writer) attribute(name string, value int) {
	w.b = append(w.b, ' ')
	w.b = append(w.b, name...)
	w.b = append(w.b, `="`...)
	w.b = strconv.AppendInt(w.b, int64(value), 10)
	w.b = append(w.b, '"')
}

func (w *writer) atom(a *mol.Atom, i int, bracket bool) {
	w.b = append(w.b, `    <atom id="`...)
	w.id(i)
	w.b = append(w.b, `" elementType="`...)
	if a.Element == 0 {
		w.b = append(w.b, "Du"...)
	} else {
		w.b = append(w.b, elem.Symbol(a.Element)...)
	}
	w.b = append(w.b, '"')
	if a.Charge != 0 {
		w.attribute("formalCharge", int(a.Charge))
	}
	if a.Isotope != 0 {
		w.attribute("isotopeNumber", int(a.Isotope))
	}
	if bracket {
		w.attribute("hydrogenCount", int(a.Hydrogens))
	}
	c := w.centers[i]
	if c == nil {
		w.b = append(w.b, "/>\n"...)
		return
	}
	w.b = append(w.b, ">\n      <atomParity atomRefs4=\""...)
	for k := range 4 {
		if k > 0 {
			w.b = append(w.b, ' ')
		}
		// The center stands for a ligand that is no atom.
		if k < len(c.Ligands) && c.Ligands[k] >= 0 {
			w.id(c.Ligands[k])
		} else {
			w.id(i)
		}
	}
	// The parity is the sign of the volume that the four span; seen from the first
	// the others turn clockwise when it is positive.
	parity := "1"
	if c.Permutation == 1 {
		parity = "-1"
	}
	w.b = append(w.b, "\">"+parity+"</atomParity>\n    </atom>\n"...)
}

func (w *writer) bond(b mol.Bond, k int, aromatic bool) {
	w.b = append(w.b, `    <bond atomRefs2="`...)
	w.id(b.A)
	w.b = append(w.b, ' ')
	w.id(b.B)
	w.b = append(w.b, `" order="`...)
	w.b = append(w.b, order(b.Order, aromatic)...)
	w.b = append(w.b, '"')
	if b.Order == mol.Dative {
		w.b = append(w.b, ` convention="cxn:coord"`...)
	}
	c := w.sides[k]
	if c == nil || c.Ligands[0] < 0 || c.Ligands[1] < 0 {
		w.b = append(w.b, "/>\n"...)
		return
	}
	w.b = append(w.b, ">\n      <bondStereo atomRefs4=\""...)
	for n, i := range [4]int{c.Ligands[0], b.A, b.B, c.Ligands[1]} {
		if n > 0 {
			w.b = append(w.b, ' ')
		}
		w.id(i)
	}
	side := "T"
	if c.Cis {
		side = "C"
	}
	w.b = append(w.b, "\">"+side+"</bondStereo>\n    </bond>\n"...)
}

func order(o mol.Order, aromatic bool) string {
	switch {
	case aromatic:
		return "A"
	case o == mol.Dative:
		return "1"
	case o == mol.Quadruple:
		return "4"
	case o == mol.Any:
		return "0"
	}
	return strconv.Itoa(int(o))
}

// brackets says which atoms SMILES needs brackets for: other elements than those of the
// organic subset, charges, isotopes, hydrogens that do not fill the valence.
func brackets(p *perceive.Molecule) []bool {
	bare := p.Mol.Clone()
	for i := range bare.Atoms {
		bare.Atoms[i].Hydrogens, bare.Atoms[i].NoImplicit = 0, false
	}
	for k := range bare.Bonds {
		if p.AromaticBonds[k] {
			bare.Bonds[k].Order = mol.Aromatic
		}
	}
	implied := perceive.LikelyHydrogens(bare)
	list := make([]bool, len(bare.Atoms))
	for i := range list {
		a := &p.Mol.Atoms[i]
		switch a.Element {
		case 0, 5, 6, 7, 8, 9, 15, 16, 17, 35, 53:
			list[i] = a.Charge != 0 || a.Isotope != 0 || int(a.Hydrogens) != implied[i]
		default:
			list[i] = true
		}
	}
	return list
}
