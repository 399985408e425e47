package descriptors

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smarts"
)

// Druglikeness is the eight properties behind QED, the quantitative estimate of
// drug-likeness (Bickerton, Paolini, Besnard, Muresan and Hopkins, Nature Chem. 2012, 4, 90).
// Some are not the descriptors of the same name.
type Druglikeness struct {
	Weight        float64 // average molar mass, g/mol
	LogP          float64 // Wildman–Crippen
	Acceptors     int     // by QED's own patterns
	Donors        int
	TPSA          float64 // Å², nitrogen and oxygen only
	Rotatable     int     // by the strict definition
	AromaticRings int     // rings left without the aliphatic ring atoms that have a non-aromatic neighbor
	Alerts        int     // how many of 116 unwanted patterns match
}

// desirability is an asymmetric double sigmoid with its weight in the mean: the average
// of the 1000 combinations of weights with the most information.
type desirability struct {
	a, b, c, d, e, f, max, weight float64
}

var desirabilities = [8]desirability{
	{2.817065973, 392.5754953, 290.7489764, 2.419764353, 49.22325677, 65.37051707, 104.9805561, 0.66},
	{3.172690585, 137.8624751, 2.534937431, 4.581497897, 0.822739154, 0.576295591, 131.3186604, 0.46},
	{2.948620388, 160.4605972, 3.615294657, 4.435986202, 0.290141953, 1.300669958, 148.7763046, 0.05},
	{1.618662227, 1010.051101, 0.985094388, 1e-9, 0.713820843, 0.920922555, 258.1632616, 0.61},
	{1.876861559, 125.2232657, 62.90773554, 87.83366614, 12.01999824, 28.51324732, 104.5686167, 0.06},
	{0.01, 272.4121427, 2.558379970, 1.565547684, 1.271567166, 2.758063707, 105.4420403, 0.65},
	{3.217788970, 957.7374108, 2.274627939, 1e-9, 1.317690384, 0.375760881, 312.3372610, 0.48},
	{0.01, 1199.094025, -0.09002883, 1e-9, 0.185904477, 0.875193782, 417.7253140, 0.95},
}

func (d *desirability) of(x float64) float64 {
	rise := 1 / (1 + geom.Exp(-(x-d.c+d.d/2)/d.e))
	fall := 1 - 1/(1+geom.Exp(-(x-d.c-d.d/2)/d.f))
	return (d.a + d.b*rise*fall) / d.max
}

// QED returns the weighted geometric mean of the desirabilities, 0 … 1.
func (p Druglikeness) QED() float64 {
	values := [8]float64{
		p.Weight, p.LogP, float64(p.Acceptors), float64(p.Donors),
		p.TPSA, float64(p.Rotatable), float64(p.AromaticRings), float64(p.Alerts),
	}
	sum, weights := 0.0, 0.0
	for i := range desirabilities {
		d := &desirabilities[i]
		sum += d.weight * geom.Log(d.of(values[i]))
		weights += d.weight
	}
	return geom.Exp(sum / weights)
}

// CountForQED fills in the three properties of p that only QED uses: Acceptors,
// AromaticRings and Alerts. t must be made from m. The error is smarts.ErrSteps when a
// pattern takes too long: QED is then not known.
func (p *Druglikeness) CountForQED(m *perceive.Molecule, t *smarts.Target) error {
	patterns := qedPatterns()
	p.Acceptors, p.Alerts = 0, 0
	for _, q := range patterns.acceptors {
		n, err := q.Count(t)
		if err != nil {
			return qedError(err)
		}
		p.Acceptors += n
	}
	for _, q := range patterns.alerts {
		has, err := q.Has(t)
		if err != nil {
			return qedError(err)
		}
		if has {
			p.Alerts++
		}
	}
	deleted := make([]bool, len(m.Mol.Atoms))
	if err := patterns.aliphatic.First(t, deleted); err != nil {
		return qedError(err)
	}
	p.AromaticRings = cycles(m.Mol, deleted)
	return nil
}

func qedError(err error) error {
	return fmt.Errorf("QED: %w", err)
}

// cycles is the number of independent rings among the atoms of m that are not deleted:
// bonds − atoms + components. Dative bonds do not count.
func cycles(m *mol.Mol, deleted []bool) int {
	parent := make([]int, len(m.Atoms))
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	n := 0
	for _, b := range m.Bonds {
		if deleted[b.A] || deleted[b.B] || b.Order == mol.Dative {
			continue
		}
		a, z := root(b.A), root(b.B)
		if a == z {
			n++ // the bond closes a ring
		}
		parent[a] = z
	}
	return n
}

//go:embed alerts/qed.txt
var qedAlerts string

// acceptorPatterns are the hydrogen bond acceptors of QED; their matches are added up.
var acceptorPatterns = [...]string{
	"[oH0;X2]", "[OH1;X2;v2]", "[OH0;X2;v2]", "[OH0;X1;v2]", "[O-;X1]",
	"[SH0;X2;v2]", "[SH0;X1;v2]", "[S-;X1]",
	"[nH0;X2]", "[NH0;X1;v3]", "[$([N;+0;X3;v3]);!$(N[C,S]=O)]",
}

// aliphaticPattern matches the atoms that go before rings are counted.
const aliphaticPattern = "[$([A;R][!a])]"

type qedQueries struct {
	acceptors, alerts []*smarts.Query
	aliphatic         *smarts.Query
}

var qedPatterns = sync.OnceValue(func() *qedQueries {
	q := &qedQueries{aliphatic: smarts.MustParse(aliphaticPattern)}
	for _, pattern := range acceptorPatterns {
		q.acceptors = append(q.acceptors, smarts.MustParse(pattern))
	}
	for pattern := range strings.Lines(qedAlerts) {
		q.alerts = append(q.alerts, smarts.MustParse(strings.TrimSuffix(pattern, "\n")))
	}
	return q
})
