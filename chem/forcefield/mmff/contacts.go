package mmff

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// contact are the van der Waals parameters of two types: 1/R* and the well depth as in
// neutralPair.
type contact struct{ inverse, well float64 }

// meet returns the parameters of a contact between two types. R* of unlike atoms leans
// to the larger, except with a hydrogen that can make a hydrogen bond; one with an
// acceptor is nearer and weaker (Halgren 1996, paper II, J. Comput. Chem. 17, 520).
func meet(p, q *vdwType) contact {
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
	a := 1.07 / 1.12
	a2 := a * a
	return contact{1 / r, well * (a2 * a2) * (a2 * a)}
}

// newPairList makes the list of atoms that are three and more bonds apart. Charges of atoms
// three bonds apart interact at 3/4 strength.
func newPairList(g *graph, charges []float64) (l pairList) {
	const coulomb, scale14 = 332.0716, 0.75
	n := len(g.atoms)
	kinds := make([]uint8, n) // of atoms, by type, from 0
	var kindOf [maxType + 1]uint8
	var present []*vdwType
	for i, t := range g.types {
		if kindOf[t] == 0 {
			present = append(present, &g.tables.vdw[t])
			kindOf[t] = uint8(len(present))
		}
		kinds[i] = kindOf[t] - 1
	}
	contacts := make([]contact, len(present)*len(present))
	for a, p := range present {
		for b := range a + 1 {
			c := meet(p, present[b])
			contacts[a*len(present)+b], contacts[b*len(present)+a] = c, c
		}
	}
	// apart[j] is, for the present i, 1 or 2: that many bonds away or fewer; 3: three bonds.
	apart := make([]uint8, n)
	var seen []int32
	total, withCharge := n*(n-1)/2, 0
	for _, q := range charges {
		if q != 0 {
			withCharge++
		}
	}
	withCharge = withCharge * (withCharge - 1) / 2
	l.charged = make([]chargedPair, 0, withCharge)
	l.neutral = make([]neutralPair, 0, total-withCharge)
	for i := range n {
		mark := func(j int, bonds uint8) {
			if apart[j] == 0 || bonds < apart[j] {
				if apart[j] == 0 {
					seen = append(seen, int32(j))
				}
				apart[j] = bonds
			}
		}
		for _, a := range g.neighbors.Of(i) {
			mark(a.Atom, 1)
			for _, b := range g.neighbors.Of(a.Atom) {
				mark(b.Atom, 2)
				for _, c := range g.neighbors.Of(b.Atom) {
					mark(c.Atom, 3)
				}
			}
		}
		nNeutral, nCharged := len(l.neutral), len(l.charged)
		row := contacts[int(kinds[i])*len(present):]
		q := coulomb * charges[i]
		for j := i + 1; j < n; j++ {
			if apart[j] == 1 || apart[j] == 2 {
				continue
			}
			c := row[kinds[j]]
			qq := q * charges[j]
			if qq == 0 {
				l.neutral = append(l.neutral, neutralPair{int32(j), c.inverse, c.well})
				continue
			}
			if apart[j] == 3 {
				qq *= scale14
			}
			l.charged = append(l.charged, chargedPair{int32(j), c.inverse, c.well, qq})
		}
		if len(l.neutral) > nNeutral || len(l.charged) > nCharged {
			l.rows = append(l.rows, rowTerm{int32(i), int32(len(l.neutral) - nNeutral), int32(len(l.charged) - nCharged)})
		}
		for _, j := range seen {
			apart[j] = 0
		}
		seen = seen[:0]
	}
	return l
}
