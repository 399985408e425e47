package perceive

import "github.com/molsmith/molsmith/chem/mol"

// LikelyHydrogens returns what ImpliedHydrogens returns, but 0 for atoms without a
// fitting valence, so that it has an answer for uncharged spellings and for graphs
// that Sanitize refuses. It does not change m, which must pass Check.
func LikelyHydrogens(m *mol.Mol) []int {
	w := newWork(m)
	w.prepare()
	for i := range m.Atoms {
		if n, ok := w.impliedHydrogens(i, w.bondValence(i)); ok {
			w.implicit[i] = n
		}
	}
	return w.implicit
}
