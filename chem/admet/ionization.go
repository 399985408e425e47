package admet

import (
	"fmt"
	"sync"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/smarts"
)

// A siteRule gives the atoms that match the first atom of its pattern a pKa, when no
// earlier rule of the list gave them one. The constants are those of classes of
// compounds in water at 25 °C, without the effect of substituents.
type siteRule struct {
	name   string
	acid   bool
	pKa    float64
	smarts string
}

// Aliphatic amines are uncharged and bear carbons with four neighbors only: amides,
// anilines, enamines, amidines, hydrazines, sulfonamides and nitro groups are no bases here.
const (
	secondary = "[NX3;+0;H1;$(N(-[CX4])-[CX4])"
	tertiary  = "[NX3;+0;H0;$(N(-[CX4])(-[CX4])-[CX4])"
)

var siteRules = [...]siteRule{
	{"carboxylic acid", true, 4.0, "[OX2H1][CX3](=O)"},
	{"tetrazole", true, 4.9, "[nH;r5;$(n1nnnc1),$(n1nncn1)]"},
	{"thiol", true, 8.3, "[SX2H1]"},
	{"hydroxamic acid", true, 8.7, "[OX2H1][NX3][CX3](=O)"},
	{"sulfonamide", true, 10.1, "[NX3H1][SX4](=O)(=O)"},
	{"phenol", true, 10.0, "[OX2H1][cX3]"},

	{"guanidine", false, 12.5, "[NX2;+0;!R;H1,$(N-[CX4]);$(N=C(-[NX3;+0;!$(N-C=O);!$(N~[!#6;!#1])])-[NX3;+0;!$(N-C=O);!$(N~[!#6;!#1])])]"},
	{"piperazine, N–H", false, 9.8, secondary + ";$(N1CCNCC1)]"},
	{"morpholine, N–H", false, 8.3, secondary + ";$(N1CCOCC1)]"},
	{"thiomorpholine, N–H", false, 7.0, secondary + ";$(N1CCSCC1)]"},
	{"pyrrolidine, N–H", false, 11.3, secondary + ";r5]"},
	{"piperidine, N–H", false, 11.0, secondary + ";r6]"},
	{"secondary amine", false, 10.8, secondary + ";!r3]"},
	{"primary amine", false, 10.6, "[NX3;+0;H2;$(N-[CX4])]"},
	{"piperazine, N-substituted", false, 8.7, tertiary + ";$(N1CCNCC1)]"},
	{"morpholine, N-substituted", false, 7.4, tertiary + ";$(N1CCOCC1)]"},
	{"thiomorpholine, N-substituted", false, 6.5, tertiary + ";$(N1CCSCC1)]"},
	{"2-(azinyl)pyrrolidine, N-substituted", false, 8.0, tertiary + ";r5;$(N[CX4;r5]-[c;r6;$(c:n),$(c:c:n),$(c:c:c:n)])]"},
	{"piperidine, N-substituted", false, 9.5, tertiary + ";r6]"},
	{"pyrrolidine, N-substituted", false, 10.2, tertiary + ";r5]"},
	{"tertiary amine", false, 9.8, tertiary + ";!r3]"},
	{"imidazole", false, 6.9, "[nX2;+0]1[cR1][nX3;+0][cR1][cR1]1"},
	{"aromatic amine", false, 4.6, "[NX3;+0;$(N-c);!$(N-C=[O,S,N]);!$(N~[!#6;!#1])]"},
	{"pyridine-type nitrogen", false, 5.2, "[nX2;+0;r6]"},
}

var siteQueries = sync.OnceValue(func() (q [len(siteRules)]*smarts.Query) {
	for i := range siteRules {
		q[i] = smarts.MustParse(siteRules[i].smarts)
	}
	return q
})

// Site is an atom that gains or loses a proton.
type Site struct {
	Atom int
	Acid bool // loses one; a base gains one
	PKa  float64
	Rule string // the class that gave the constant
}

// Sites returns the ionizable atoms of t in the order of the rules: an atom that no rule
// knows is not ionizable. The error is smarts.ErrSteps when a pattern takes too long.
func Sites(t *smarts.Target, atoms int) ([]Site, error) {
	var sites []Site
	known := make([]bool, atoms)
	fits := make([]bool, atoms)
	for i, q := range siteQueries() {
		clear(fits)
		if err := q.First(t, fits); err != nil {
			return nil, fmt.Errorf("pKa rule %s: %w", siteRules[i].name, err)
		}
		for a, fit := range fits {
			if fit && !known[a] {
				known[a] = true
				r := &siteRules[i]
				sites = append(sites, Site{Atom: a, Acid: r.acid, PKa: r.pKa, Rule: r.name})
			}
		}
	}
	return sites, nil
}

// strongest returns the lowest pKa of the acids and the highest of the bases, nil where
// there is none.
func strongest(sites []Site) (acid, base *float64) {
	for i := range sites {
		switch s := &sites[i]; {
		case s.Acid && (acid == nil || s.PKa < *acid):
			acid = &s.PKa
		case !s.Acid && (base == nil || s.PKa > *base):
			base = &s.PKa
		}
	}
	return acid, base
}

// LogD returns the logarithm of the octanol–water distribution coefficient at a pH:
// only the uncharged species enters octanol, and the strongest acid and the strongest base
// ionize independently of each other (Henderson–Hasselbalch). nil: no such site.
func LogD(logP, pH float64, acid, base *float64) float64 {
	if acid != nil {
		logP -= log10OnePlus(pH - *acid)
	}
	if base != nil {
		logP -= log10OnePlus(*base - pH)
	}
	return logP
}

// ln10 is the natural logarithm of 10.
const ln10 = 2.302585092994045684

// log10OnePlus returns log10(1 + 10^x).
func log10OnePlus(x float64) float64 {
	if x > 0 {
		return x + geom.Log(1+geom.Exp(-x*ln10))/ln10
	}
	return geom.Log(1+geom.Exp(x*ln10)) / ln10
}
