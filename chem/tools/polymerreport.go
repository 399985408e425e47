package tools

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
)

// maxWrittenUnits is up to how many units the dyads and descriptors of a chain are
// written out one by one.
const maxWrittenUnits = 200

// farContact is a distance that is not measured because nothing is near.
var farContact = math.Inf(1)

// chainReport is what a chain is like, measured on its positions.
type chainReport struct {
	meso, racemo, irregular int    // dyads; irregular ones are neither
	dyads                   string // m, r and ?, in order
	// rs counts the units' centers by descriptor: R, S, r and s; none are those whose
	// ligands do not differ in rank, open those that were not decided within the limit.
	rs         map[string]int
	none, open int
	descriptor string  // of each unit in order, - for units without a center
	endToEnd   float64 // Å, from the head of the first unit to the tail of the last
	gyration   float64 // Å, weighted by mass
}

// measure reads dyads and sizes of a chain.
func (g *grown) measure() *chainReport {
	r := &chainReport{rs: make(map[string]int)}
	r.countDyads(g)
	last := len(g.order) - 1
	head, tail := g.atom(0, g.part(0).head), g.atom(last, g.part(last).tail)
	r.endToEnd = geom.At(g.positions, tail).Sub(geom.At(g.positions, head)).Norm()
	r.gyration = g.radiusOfGyration()
	return r
}

// sign is the handedness of a tactic center of unit k.
func (g *grown) sign(k, site int) int {
	return g.part(k).centers.Sites[site].Sign(func(i int) geom.Vec3 { return geom.At(g.positions, g.atom(k, i)) })
}

// countDyads compares each unit that has centers with the next one that has. Units of one
// monomer are compared center by center, those of two by the first center of each.
func (r *chainReport) countDyads(g *grown) {
	var text strings.Builder
	last := -1
	for k, sites := range g.sites {
		if len(sites) == 0 {
			continue
		}
		if last >= 0 {
			same, opposite := g.compare(last, k)
			switch {
			case same > 0 && opposite == 0:
				r.meso++
				text.WriteByte('m')
			case opposite > 0 && same == 0:
				r.racemo++
				text.WriteByte('r')
			default:
				r.irregular++
				text.WriteByte('?')
			}
		}
		last = k
	}
	r.dyads = text.String()
}

// compare counts the corresponding centers of two units that have the same handedness,
// and those of opposite handedness.
func (g *grown) compare(a, b int) (same, opposite int) {
	add := func(product int) {
		switch product {
		case 1:
			same++
		case -1:
			opposite++
		}
	}
	if g.order[a] != g.order[b] {
		add(g.sign(a, g.sites[a][0]) * g.sign(b, g.sites[b][0]))
		return same, opposite
	}
	for _, site := range g.sites[a] {
		if slices.Contains(g.sites[b], site) {
			add(g.sign(a, site) * g.sign(b, site))
		}
	}
	return same, opposite
}

// kept says whether the first center of the monomer has, in each unit, the handedness it
// was given.
func (g *grown) kept() bool {
	for k, want := range g.signs {
		if want != 0 && g.sign(k, 0) != want {
			return false
		}
	}
	return true
}

// radiusOfGyration is the root of the mean squared distance from the center of mass,
// weighted by mass.
func (g *grown) radiusOfGyration() float64 {
	mass, center, weights := 0.0, geom.Vec3{}, make([]float64, len(g.unit))
	for i, u := range g.unit {
		p := (*part)(nil)
		switch {
		case u < 0:
			p = g.kinds.ends[0]
		case int(u) == len(g.order):
			p = g.kinds.ends[1]
		default:
			p = g.part(int(u))
		}
		weights[i] = elem.Weight(p.atoms.Elements[g.source[i]])
		mass += weights[i]
		center = center.AddScaled(weights[i], geom.At(g.positions, i))
	}
	center = center.Scale(1 / mass)
	sum := 0.0
	for i, w := range weights {
		sum += w * geom.At(g.positions, i).Sub(center).Norm2()
	}
	return math.Sqrt(sum / mass)
}

// centers is the number of tactic centers.
func (r *chainReport) centers() int {
	n := r.none + r.open
	for _, count := range r.rs {
		n += count
	}
	return n
}

// configuration writes the counts of descriptors: "R 5, S 4, undetermined 1".
func (r *chainReport) configuration() string {
	var parts []string
	for _, l := range []string{"R", "S", "r", "s"} {
		if n := r.rs[l]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", l, n))
		}
	}
	if r.none > 0 {
		parts = append(parts, fmt.Sprintf("without %d", r.none))
	}
	if r.open > 0 {
		parts = append(parts, fmt.Sprintf("undetermined %d", r.open))
	}
	return strings.Join(parts, ", ")
}

// dyadCounts writes the dyads: "m 5, r 4".
func (r *chainReport) dyadCounts() string {
	text := fmt.Sprintf("m %d, r %d", r.meso, r.racemo)
	if r.irregular > 0 {
		text += fmt.Sprintf(", irregular %d", r.irregular)
	}
	return text
}

// mesoFraction is the part of the dyads that are meso; ok is false without dyads.
func (r *chainReport) mesoFraction() (fraction float64, ok bool) {
	n := r.meso + r.racemo + r.irregular
	if n == 0 {
		return 0, false
	}
	return float64(r.meso) / float64(n), true
}
