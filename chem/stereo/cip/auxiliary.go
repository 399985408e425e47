package cip

import "github.com/molsmith/molsmith/chem/internal/sorting"

// site is a node whose auxiliary descriptor is wanted.
type site struct {
	node, sphere  int32
	configuration *configuration
	found         descriptor
}

// auxiliary finds the descriptors of all other configurations in the digraph of
// configuration i. Those farther from the origin come first; those of one sphere do
// not see each other. The descriptor of a double bond belongs to its end nearer to
// the origin.
func (w *work) auxiliary(i int) {
	w.grow()
	if w.over {
		return
	}
	var sites []site
	for k := range w.nodes {
		n := &w.nodes[k]
		if n.kind != realAtom || !w.configured[n.atom] {
			continue
		}
		for _, c := range w.byFocus[n.atom] {
			if c == &w.all[i] {
				continue
			}
			at := int32(k)
			if c.bond >= 0 {
				end := w.neighbor(at, c.other)
				if end < 0 {
					continue
				}
				if end == n.parent {
					at = end
				}
			}
			sites = append(sites, site{node: at, sphere: w.nodes[at].sphere, configuration: c})
		}
	}
	sorting.Stable(sites, func(a, b site) int { return int(b.sphere - a.sphere) })
	for lo := 0; lo < len(sites) && !w.over; {
		hi := lo
		for ; hi < len(sites) && sites[hi].sphere == sites[lo].sphere; hi++ {
			s := &sites[hi]
			s.found, _ = w.decide(s.configuration, s.node, true)
		}
		for _, s := range sites[lo:hi] {
			if s.found != none {
				w.nodes[s.node].aux = s.found
			}
		}
		lo = hi
	}
}
