package smarts

import "github.com/molsmith/molsmith/chem/perceive"

// hybridNone is the propHybrid of atoms that no ^ matches.
const hybridNone = -1

// hybridize sets propHybrid to the numbers of ^: 0 for s to 5 for sp³d². Square planar
// arrangements and the wildcard have none.
func (t *Target) hybridize() {
	atoms, _ := t.p.Hybridization()
	for i, h := range atoms {
		n := int32(hybridNone)
		if h != perceive.Unhybridized && h != perceive.SP2D {
			n = int32(h - perceive.S)
		}
		t.props[i][propHybrid] = n
	}
}
