package mmff

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// newContact returns the parameters of a contact. R* of unlike types leans to the larger
// one, except with a hydrogen that can make a hydrogen bond; one with an acceptor is nearer
// and weaker (Halgren 1996, paper II, J. Comput. Chem. 17, 520).
func newContact(p, q *vdwType) contact {
	const lean, steepness = 0.2, 12
	rp, rq := p.a*math.Sqrt(math.Sqrt(p.alpha)), q.a*math.Sqrt(math.Sqrt(q.alpha))
	r := (rp + rq) / 2
	if !p.donor && !q.donor {
		gamma := (rp - rq) / (rp + rq)
		r *= 1 + lean*(1-geom.Exp(-steepness*gamma*gamma))
	}
	r2 := r * r
	well := 181.16 * p.g * q.g * p.alpha * q.alpha / ((math.Sqrt(p.alpha/p.n) + math.Sqrt(q.alpha/q.n)) * (r2 * r2 * r2))
	if p.donor && q.acceptor || p.acceptor && q.donor {
		r *= 0.8
		well *= 0.5
	}
	const a = 1.07 / shape
	well *= a * a * a * a * a * a * a
	return contact{1 / r, 1 / (r * r), well, -7 / shape * well / r}
}

// contactTable are the contacts of the types of a molecule.
type contactTable struct {
	kind     []int32 // of each atom: the row of its type
	kinds    int
	contacts []contact // kinds × kinds
}

func newContactTable(g *graph) (t contactTable) {
	var kindOf [maxType + 1]int32 // from 1
	var present []*vdwType
	t.kind = make([]int32, len(g.types))
	for i, typ := range g.types {
		if kindOf[typ] == 0 {
			present = append(present, &g.tables.vdw[typ])
			kindOf[typ] = int32(len(present))
		}
		t.kind[i] = kindOf[typ] - 1
	}
	t.kinds = len(present)
	t.contacts = make([]contact, t.kinds*t.kinds)
	for a, p := range present {
		for b := range a + 1 {
			c := newContact(p, present[b])
			t.contacts[a*t.kinds+b], t.contacts[b*t.kinds+a] = c, c
		}
	}
	return t
}

// Charges of atoms three bonds apart interact at 3/4 strength.
const coulomb, coulomb14 = 332.0716, 0.75

// walk finds the atoms within three bonds of an atom.
type walk struct {
	g     *graph
	bonds []uint8 // of each atom: how many bonds away it is, 0 for beyond three
	seen  []int32
}

// from sets bonds for atom i, which itself has 2 or 0 there.
func (w *walk) from(i int) {
	for _, j := range w.seen {
		w.bonds[j] = 0
	}
	w.seen = w.seen[:0]
	for _, a := range w.g.neighbors.Of(i) {
		w.mark(a.Atom, 1)
		for _, b := range w.g.neighbors.Of(a.Atom) {
			w.mark(b.Atom, 2)
			for _, c := range w.g.neighbors.Of(b.Atom) {
				w.mark(c.Atom, 3)
			}
		}
	}
}

func (w *walk) mark(j int, bonds uint8) {
	switch old := w.bonds[j]; {
	case old == 0:
		w.seen = append(w.seen, int32(j))
		w.bonds[j] = bonds
	case bonds < old:
		w.bonds[j] = bonds
	}
}

// newPairList makes the list of atoms that are three and more bonds apart.
func newPairList(g *graph, charges []float64, t *contactTable) (l pairList) {
	n := len(g.atoms)
	withCharge := 0
	for _, q := range charges {
		if q != 0 {
			withCharge++
		}
	}
	most := withCharge * (withCharge - 1) / 2
	l.charged = make([]chargedPair, 0, most)
	l.neutral = make([]neutralPair, 0, n*(n-1)/2-most)
	l.rows = make([]rowTerm, 0, n)
	l.contacts = t.contacts
	w := walk{g: g, bonds: make([]uint8, n)}
	for i := range n {
		w.from(i)
		neutral, charged := len(l.neutral), len(l.charged)
		row := t.kind[i] * int32(t.kinds)
		q := coulomb * charges[i]
		for j := i + 1; j < n; j++ {
			bonds := w.bonds[j]
			if bonds == 1 || bonds == 2 {
				continue
			}
			qq := q * charges[j]
			if qq == 0 {
				l.neutral = append(l.neutral, neutralPair{int32(j), row + t.kind[j]})
				continue
			}
			if bonds == 3 {
				qq *= coulomb14
			}
			l.charged = append(l.charged, chargedPair{int32(j), row + t.kind[j], qq})
		}
		if len(l.neutral) > neutral || len(l.charged) > charged {
			l.rows = append(l.rows, rowTerm{int32(i), int32(len(l.neutral) - neutral), int32(len(l.charged) - charged)})
		}
	}
	return l
}
