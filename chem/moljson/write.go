package moljson

import (
	"fmt"
	"strconv"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/stereo/cip"
)

// Write returns p as a document, indented by two spaces, atoms and bonds in the order of
// p. s is the configuration of p for Options.Stereo and may be nil. The chematic dialect
// holds every molecule. The published one refuses what it cannot say: isotopes, map
// numbers, dative and quadruple bonds, charges beyond ±5, hydrogen counts that do not
// follow from the valence, radicals among them, and Options.Stereo.
func Write(p *perceive.Molecule, s *stereo.Set, o Options) ([]byte, error) {
	if o.Dialect == Published {
		if o.Stereo {
			return nil, fmt.Errorf("the published MolJSON has no stereo; ask for the chematic dialect")
		}
		return writePublished(p)
	}
	w := writer{}
	m := p.Mol
	marks := newMarks(p, s, o.Stereo)
	w.open("", '{')
	w.open("atoms", '[')
	for i := range m.Atoms {
		a := &m.Atoms[i]
		w.open("", '{')
		w.text("id", atomID(i))
		w.text("element", symbol(a.Element))
		w.raw("charge", strconv.Itoa(int(a.Charge)))
		isotope := "null"
		if a.Isotope != 0 {
			isotope = strconv.Itoa(int(a.Isotope))
		}
		w.raw("isotope", isotope)
		w.raw("hydrogens", strconv.Itoa(int(a.Hydrogens)))
		w.raw("aromatic", strconv.FormatBool(a.Aromatic))
		if a.Map != 0 {
			w.raw("map", strconv.Itoa(a.Map))
		}
		if c := marks.centers[i]; c != nil {
			w.text("chirality", chirality(c))
			w.ids("neighbors", c.Ligands)
		}
		w.close('}')
	}
	w.close(']')
	w.open("bonds", '[')
	for k, b := range m.Bonds {
		w.open("", '{')
		w.text("id", "b"+strconv.Itoa(k+1))
		w.text("source_id", atomID(b.A))
		w.text("target_id", atomID(b.B))
		w.raw("order", chematicOrder(b.Order, p.AromaticBonds[k]))
		w.raw("aromatic", strconv.FormatBool(p.AromaticBonds[k]))
		if b.Order == mol.Dative {
			w.raw("dative", "true")
		}
		if c := marks.bonds[k]; c != nil {
			switch label := marks.labels[k]; {
			case label == "E", label == "Z":
				w.text("stereo", label)
			case c.Cis:
				w.text("stereo", "cis")
				w.ids("neighbors", c.Ligands[:])
			default:
				w.text("stereo", "trans")
				w.ids("neighbors", c.Ligands[:])
			}
		}
		w.close('}')
	}
	w.close(']')
	w.close('}')
	return append(w.b, '\n'), nil
}

func atomID(i int) string { return "a" + strconv.Itoa(i+1) }

func symbol(z uint8) string {
	if z == 0 {
		return "*"
	}
	return elem.Symbol(z)
}

func chematicOrder(o mol.Order, aromatic bool) string {
	switch {
	case aromatic:
		return "1.5"
	case o == mol.Any:
		return "0.0"
	case o == mol.Dative:
		return "1.0"
	case o == mol.Quadruple:
		return "4.0"
	}
	return strconv.Itoa(int(o)) + ".0"
}

// marks are the configurations of a molecule by atom and bond.
type marks struct {
	centers map[int]*mol.Center
	bonds   map[int]*mol.CisTrans
	labels  []string // CIP labels of the bonds, "" where there is none
}

func newMarks(p *perceive.Molecule, s *stereo.Set, wanted bool) marks {
	if !wanted || s == nil {
		return marks{}
	}
	m := marks{centers: map[int]*mol.Center{}, bonds: map[int]*mol.CisTrans{}, labels: make([]string, len(p.Mol.Bonds))}
	if len(s.Bonds) > 0 {
		if found, err := cip.Label(p, s); err == nil { // too much to rank: cis and trans say it as well
			m.labels = found.Bonds
		}
	}
	for i := range s.Centers {
		m.centers[s.Centers[i].Atom] = &s.Centers[i]
	}
	for i := range s.Bonds {
		m.bonds[s.Bonds[i].Bond] = &s.Bonds[i]
	}
	return m
}

// writer appends indented JSON. Texts must need no escapes.
type writer struct {
	b     []byte
	depth int
	more  bool // a value stands before this one
}

// start begins a line for a value, in an object with its key.
func (w *writer) start(key string) {
	if w.more {
		w.b = append(w.b, ',')
	}
	w.line()
	if key != "" {
		w.b = strconv.AppendQuote(w.b, key)
		w.b = append(w.b, ": "...)
	}
	w.more = true
}

func (w *writer) line() {
	if w.depth == 0 {
		return
	}
	w.b = append(w.b, '\n')
	for range w.depth {
		w.b = append(w.b, "  "...)
	}
}

func (w *writer) open(key string, bracket byte) {
	w.start(key)
	w.b = append(w.b, bracket)
	w.depth++
	w.more = false
}

func (w *writer) close(bracket byte) {
	w.depth--
	if w.more { // an empty list stays on its line
		if w.depth == 0 {
			w.b = append(w.b, '\n')
		}
		w.line()
	}
	w.b = append(w.b, bracket)
	w.more = true
}

func (w *writer) raw(key, value string) {
	w.start(key)
	w.b = append(w.b, value...)
}

func (w *writer) text(key, value string) { w.raw(key, strconv.Quote(value)) }

// ids writes a list of atom ids on one line, null for hydrogens that are no atoms.
func (w *writer) ids(key string, atoms []int) {
	w.start(key)
	w.b = append(w.b, '[')
	for i, a := range atoms {
		if i > 0 {
			w.b = append(w.b, ", "...)
		}
		if a < 0 {
			w.b = append(w.b, "null"...)
			continue
		}
		w.b = strconv.AppendQuote(w.b, atomID(a))
	}
	w.b = append(w.b, ']')
}
