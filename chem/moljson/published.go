package moljson

import (
	"fmt"
	"strconv"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// maxPublishedCharge is the largest charge of the published schema.
const maxPublishedCharge = 5

// writePublished writes the published dialect and reads it back, because its reader has
// to work out the hydrogens: what it would get wrong is refused.
func writePublished(p *perceive.Molecule) ([]byte, error) {
	m := p.Mol
	ids := make([]string, len(m.Atoms))
	var count [256]int
	for i := range m.Atoms {
		a := &m.Atoms[i]
		if a.Isotope != 0 {
			return nil, cannot(m, i, "its isotope label")
		}
		if a.Map != 0 {
			return nil, cannot(m, i, "its map number")
		}
		if a.Charge > maxPublishedCharge || a.Charge < -maxPublishedCharge {
			return nil, cannot(m, i, fmt.Sprintf("its charge %+d", a.Charge))
		}
		count[a.Element]++
		ids[i] = symbol(a.Element) + strconv.Itoa(count[a.Element])
	}
	w := writer{}
	w.open("", '{')
	w.open("atoms", '[')
	for i := range m.Atoms {
		w.open("", '{')
		w.text("id", ids[i])
		w.text("element", symbol(m.Atoms[i].Element))
		w.close('}')
	}
	w.close(']')
	w.open("bonds", '[')
	for k, b := range m.Bonds {
		order, ok := publishedOrder(b.Order, p.AromaticBonds[k])
		if !ok {
			return nil, fmt.Errorf("the published MolJSON cannot hold bond %d, which is dative or quadruple", k+1)
		}
		w.open("", '{')
		w.text("source", ids[b.A])
		w.text("target", ids[b.B])
		w.raw("order", order)
		w.close('}')
	}
	w.close(']')
	w.list("charges", "formal_charge", ids, func(i int) int { return int(m.Atoms[i].Charge) })
	w.list("aromatic_n_h", "hcount", ids, func(i int) int {
		if a := &m.Atoms[i]; a.Element == 7 && a.Aromatic {
			return int(a.Hydrogens)
		}
		return 0
	})
	w.close('}')
	doc := append(w.b, '\n')
	if err := sameAgain(p, doc); err != nil {
		return nil, err
	}
	return doc, nil
}

func cannot(m *mol.Mol, i int, what string) error {
	return fmt.Errorf("the published MolJSON cannot hold %s atom %d with %s", symbol(m.Atoms[i].Element), i+1, what)
}

func publishedOrder(o mol.Order, aromatic bool) (order string, ok bool) {
	switch {
	case aromatic:
		return "1.5", true
	case o == mol.Any:
		return "0", true
	case o <= mol.Triple:
		return strconv.Itoa(int(o)), true
	}
	return "", false
}

// list writes the atoms with a value other than 0, or null when there are none.
func (w *writer) list(key, name string, ids []string, value func(i int) int) {
	opened := false
	for i, id := range ids {
		v := value(i)
		if v == 0 {
			continue
		}
		if !opened {
			w.open(key, '[')
			opened = true
		}
		w.open("", '{')
		w.text("atom_id", id)
		w.raw(name, strconv.Itoa(v))
		w.close('}')
	}
	if opened {
		w.close(']')
		return
	}
	w.raw(key, "null")
}

// sameAgain says which atom of p is not what a reader makes of doc.
func sameAgain(p *perceive.Molecule, doc []byte) error {
	m, err := read(doc)
	if err != nil {
		return err
	}
	again, err := perceive.Sanitize(m)
	if err != nil {
		return fmt.Errorf("the published MolJSON cannot hold the molecule: without hydrogen counts, %w", err)
	}
	if len(again.Mol.Atoms) != len(p.Mol.Atoms) {
		return fmt.Errorf("the published MolJSON cannot hold the molecule: it does not tell hydrogen atoms from hydrogen counts")
	}
	for i := range p.Mol.Atoms {
		a, b := &p.Mol.Atoms[i], &again.Mol.Atoms[i]
		if a.Hydrogens != b.Hydrogens || a.Charge != b.Charge {
			return cannot(p.Mol, i, fmt.Sprintf("%d hydrogens; its valence would give it %d", a.Hydrogens, b.Hydrogens))
		}
	}
	for k := range p.AromaticBonds {
		if p.AromaticBonds[k] != again.AromaticBonds[k] {
			return fmt.Errorf("the published MolJSON cannot hold the molecule: bond %d would change its aromaticity", k+1)
		}
	}
	return nil
}
