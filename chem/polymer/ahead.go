package polymer

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// sightAhead is the number of pieces whose turns count for those before them. What is
// further along hardly matters.
const sightAhead = 5

// aheadKey are the kinds of the piece before, of a piece and of those behind; none where
// the chain ends.
type aheadKey [sightAhead + 1]int32

// ahead returns for each turn of level k the energy, kcal/mol, that its angles have from what
// follows: of all angles that later turns may take.
func (g *grower) ahead(s *strand, k int) [][bins]float64 {
	var key aheadKey
	for i := range key {
		key[i] = none
		if at := k - 1 + i; at >= 0 && at < s.n {
			key[i] = g.levels[s.base+at].kind
		}
	}
	return g.kit.ahead(key)
}

func (k *kit) ahead(key aheadKey) [][bins]float64 {
	if e, ok := k.known[key]; ok {
		return e
	}
	own := k.turnsOf(int(key[0]), int(key[1]))
	out := make([][bins]float64, len(own))
	if key[1] != none && key[2] != none {
		next := aheadKey{}
		copy(next[:], key[1:])
		next[sightAhead] = none
		later := k.ahead(next)
		theirs := k.turnsOf(int(key[1]), int(key[2]))
		if len(own) > 0 && len(theirs) > 0 {
			out[len(own)-1] = theirs[0].before(&later[0])
		}
	}
	for i := len(own) - 1; i > 0; i-- {
		out[i-1] = own[i].before(&out[i])
	}
	if k.known == nil {
		k.known = map[aheadKey][][bins]float64{}
	}
	k.known[key] = out
	return out
}

// before is the free energy that the angles of the turn before have from this one and what
// follows.
func (t *turn) before(later *[bins]float64) (energy [bins]float64) {
	if t.second == nil {
		return energy
	}
	low := math.Inf(1)
	for a := range energy {
		sum := 0.0
		for b := range bins {
			sum += geom.Exp(-(t.first[b] + t.second[a][b] + later[b]) / thermal)
		}
		energy[a] = -thermal * geom.Log(max(sum, 1e-300))
		low = min(low, energy[a])
	}
	for a := range energy {
		energy[a] -= low
	}
	return energy
}

// draw returns an angle of the turn behind one at angle number before (none: there is none),
// with what follows in mind. pick and within are random numbers from 0 to 1; heat as for
// weights.
func (t *turn) draw(before int, later *[bins]float64, pick, within, heat float64) float64 {
	var sum [bins]float64
	total := 0.0
	for k := range sum {
		e := t.first[k] + later[k]
		if before != none && t.second != nil {
			e += t.second[before][k]
		}
		total += geom.Exp(-e / (heat * thermal))
		sum[k] = total
	}
	k := 0
	for k < bins-1 && sum[k] < pick*total {
		k++
	}
	return (float64(k) + within - 0.5) * (2 * math.Pi / bins)
}

// binOf is the number of the angle that is nearest.
func binOf(angle float64) int {
	k := int(math.Floor(angle*(bins/(2*math.Pi))+0.5)) % bins
	if k < 0 {
		k += bins
	}
	return k
}
