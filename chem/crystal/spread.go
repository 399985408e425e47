package crystal

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/structure"
)

// spreadBlock is how many distances have one maximum.
const spreadBlock = 64

// Spread chooses count of the sites in the list of their numbers, as far apart from each other
// as going from one to the farthest next gives, and returns the least distance in Å. The error
// may be ctx's.
func Spread(ctx context.Context, s *structure.Structure, sites []AdsorptionSite, of []int, count int) (chosen []int, apart float64, err error) {
	c, err := source(s)
	if err != nil {
		return nil, 0, err
	}
	if count < 1 || count > len(of) {
		if len(of) == 1 {
			return nil, 0, refuse("there is 1 site of that kind: give a count of 1")
		}
		return nil, 0, refuse("there are %d sites of that kind: give a count of 1 to %d", len(of), len(of))
	}
	f := &surface{cell: c}
	f.frame()
	places := f.grid(len(of))
	distance := make([]float64, len(of))
	for i, k := range of {
		if k < 0 || k >= len(sites) {
			return nil, 0, refuse("there is no site %d", k+1)
		}
		places.put(f.flat(sites[k].Position))
		distance[i] = math.Inf(1)
	}
	// The largest distance of each block, for those that did not change since.
	most := make([]float64, (len(of)+spreadBlock-1)/spreadBlock)
	changed := make([]bool, len(most))
	// One site is as far from others as from its own images.
	apart = math.Sqrt(length2(f.p))
	next := 0
	for len(chosen) < count {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		chosen = append(chosen, of[next])
		p := sites[of[next]].Position
		// No site is farther from the chosen ones than this one was, but for the rounding below.
		// So only those as near to it as that come nearer.
		reach := distance[next] + 2e-6
		if len(chosen) > 1 {
			apart = min(apart, distance[next])
		}
		distance[next] = -1
		changed[next/spreadBlock] = true
		if len(chosen) == 1 {
			for i, k := range of {
				if distance[i] >= 0 {
					distance[i] = c.Distance(p, sites[k].Position)
				}
			}
			for b := range changed {
				changed[b] = true
			}
		} else {
			for _, i := range places.near(f.flat(p), reach) {
				if distance[i] < 0 {
					continue
				}
				if d := c.Distance(p, sites[of[i]].Position); d < distance[i] {
					distance[i] = d
					changed[i/spreadBlock] = true
				}
			}
		}
		far := next
		for b := range most {
			if !changed[b] && distance[far] >= 0 && most[b] <= distance[far]+1e-6 {
				continue
			}
			changed[b], most[b] = false, -1
			for i := b * spreadBlock; i < min(len(of), (b+1)*spreadBlock); i++ {
				most[b] = max(most[b], distance[i])
				if distance[i] >= 0 && (distance[far] < 0 || distance[i] > distance[far]+1e-6) {
					far = i
				}
			}
		}
		next = far
	}
	return chosen, apart, nil
}
