package admet

import (
	"errors"
	"sync"

	"github.com/molsmith/molsmith/chem/smarts"
)

// amesAlerts are toxicophores for mutagenicity in the manner of Kazius, McGuire and
// Bursi (J. Med. Chem. 2005, 48, 312), much fewer than theirs and without their
// detoxifying patterns.
var amesAlerts = [...]struct{ name, smarts string }{
	{"aromatic nitro", "[c,n][N+](=O)[O-]"},
	{"primary aromatic amine", "[NH2][c,n]"},
	{"epoxide", "[C;!a]1O[C;!a]1"},
	{"aziridine", "[C;!a]1N[C;!a]1"},
	{"N-nitroso or N-nitro", "[#7]-N=O"},
	{"nitrosamine", "[#7](-[#6])-N=O"},
	{"aryl azo", "c-N=N-c"},
	{"aliphatic azo", "[CX4]-N=N-[CX4]"},
	{"hydrazine", "[NH]-[NH2]"},
	{"diazonium", "[#6][N+]#N"},
	{"aryl hydroxylamine", "[c,n][NH][OH]"},
	{"α,β-unsaturated carbonyl", "[CH]=[CH]-C=O"},
}

var amesQueries = sync.OnceValue(func() (q [len(amesAlerts)]*smarts.Query) {
	for i := range amesAlerts {
		q[i] = smarts.MustParse(amesAlerts[i].smarts)
	}
	return q
})

// Mutagenicity returns the names of the alerts that t has, and of those that could not
// be decided within the step limit.
func Mutagenicity(t *smarts.Target) (alerts, unresolved []string, err error) {
	for i, q := range amesQueries() {
		has, err := q.Has(t)
		switch {
		case errors.Is(err, smarts.ErrSteps):
			unresolved = append(unresolved, amesAlerts[i].name)
		case err != nil:
			return nil, nil, err
		case has:
			alerts = append(alerts, amesAlerts[i].name)
		}
	}
	return alerts, unresolved, nil
}
