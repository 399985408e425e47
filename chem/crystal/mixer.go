package crystal

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/structure"
)

// shellGap is how far apart in Å distances of one shell may be.
const shellGap = 0.1

// mixer exchanges atoms until pairs in the shells are as many as in a random alloy.
type mixer struct {
	species []uint8
	kinds   int
	shells  []mixerShell
}

type mixerShell struct {
	distance float64
	start    []int32 // of the neighbors of each site
	to       []int32
	pairs    []int // of kinds a and b, both ways
	want     []float64
}

// maxMixerPairs bounds the pairs of sites within the shells, which are sorted in one go.
const maxMixerPairs = 4_000_000

var errPairs = &refusal{ErrTooManyAtoms, "the sites have too many pairs: take fewer shells or sites"}

// newMixer finds the shells: sites by distance, in steps of more than shellGap.
func newMixer(ctx context.Context, s *structure.Structure, sites []int32, species []uint8, shells, kinds int) (*mixer, error) {
	c, err := source(s)
	if err != nil {
		return nil, err
	}
	positions := make([]float64, 3*len(sites))
	for i, k := range sites {
		geom.Put(positions, i, geom.At(s.Positions, int(k)))
	}
	// Room for the shells of a close-packed lattice: the sixth is at √6 of the first.
	spacing := geom.Pow(c.Volume()*math.Sqrt2/float64(len(sites)), 1./3)
	type pair struct {
		i, j int32
		d    float64
	}
	for reach := 1.2 * spacing * math.Sqrt(float64(shells)); ; reach *= 1.3 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if reach > 8*spacing {
			return nil, &refusal{ErrNotFound, "the sites have not so many shells of neighbors: give fewer"}
		}
		// As many as sites that are spread evenly have.
		if w := reach / spacing; 2.96*w*w*w*float64(len(sites)) > 1.5*maxMixerPairs {
			return nil, errPairs
		}
		g, err := grid.New(&c, positions, reach)
		if err != nil {
			return nil, refuse("the shells: %v", err)
		}
		var pairs []pair
		full := false
		g.Pairs(func(i, j int, _ geom.Vec3, d2 float64) {
			if full = full || len(pairs) > maxMixerPairs || len(pairs)%4096 == 0 && ctx.Err() != nil; !full {
				pairs = append(pairs, pair{int32(i), int32(j), math.Sqrt(d2)})
			}
		})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if full {
			return nil, errPairs
		}
		sorting.By(pairs, func(a, b pair) int {
			switch {
			case a.d < b.d:
				return -1
			case a.d > b.d:
				return 1
			case a.i != b.i:
				return int(a.i - b.i)
			}
			return int(a.j - b.j)
		})
		m := &mixer{species: species, kinds: kinds}
		begin := 0
		for k := 1; k <= len(pairs) && len(m.shells) < shells; k++ {
			if k < len(pairs) && pairs[k].d-pairs[k-1].d <= shellGap {
				continue
			}
			if k == len(pairs) && reach-pairs[k-1].d <= shellGap {
				break // the rest of the shell may lie beyond the reach
			}
			shell := mixerShell{start: make([]int32, len(sites)+1)}
			for _, p := range pairs[begin:k] {
				shell.distance += p.d / float64(k-begin)
				shell.start[p.i+1]++
				shell.start[p.j+1]++
			}
			for i := range sites {
				shell.start[i+1] += shell.start[i]
			}
			shell.to = make([]int32, 2*(k-begin))
			at := append([]int32(nil), shell.start...)
			for _, p := range pairs[begin:k] {
				shell.to[at[p.i]], shell.to[at[p.j]] = p.j, p.i
				at[p.i]++
				at[p.j]++
				if p.i == p.j { // an image of itself stands on both sides
					shell.to[at[p.i]-2], shell.to[at[p.i]-1] = p.i, p.i
				}
			}
			m.shells = append(m.shells, shell)
			begin = k
		}
		if len(m.shells) == shells {
			m.count()
			return m, nil
		}
	}
}

// count fills the pairs and what a random alloy has.
func (m *mixer) count() {
	counts := make([]float64, m.kinds)
	for _, z := range m.species {
		counts[z]++
	}
	n := float64(len(m.species))
	for k := range m.shells {
		shell := &m.shells[k]
		shell.pairs = make([]int, m.kinds*m.kinds)
		shell.want = make([]float64, m.kinds*m.kinds)
		for i, z := range m.species {
			for _, j := range shell.to[shell.start[i]:shell.start[i+1]] {
				shell.pairs[int(z)*m.kinds+int(m.species[j])]++
			}
		}
		for a := range m.kinds {
			for b := range m.kinds {
				shell.want[a*m.kinds+b] = float64(len(shell.to)) * counts[a] / n * counts[b] / n
			}
		}
	}
}

// misfit is the sum of the squared deviations of the pairs; near shells count more.
func (m *mixer) misfit() float64 {
	sum := 0.0
	for k := range m.shells {
		shell := &m.shells[k]
		part := 0.0
		for i, n := range shell.pairs {
			d := float64(n) - shell.want[i]
			part += d * d
		}
		sum += part / float64(len(shell.to)) / float64(k+1)
	}
	return sum
}

// change moves the pairs of site i out of the counts, or into them.
func (m *mixer) change(i int, by int) {
	z := int(m.species[i])
	for k := range m.shells {
		shell := &m.shells[k]
		for _, j := range shell.to[shell.start[i]:shell.start[i+1]] {
			shell.pairs[z*m.kinds+int(m.species[j])] += by
			if int(j) != i {
				shell.pairs[int(m.species[j])*m.kinds+z] += by
			}
		}
	}
}

func (m *mixer) exchange(i, j int) {
	m.set(i, m.species[j], j, m.species[i])
}

func (m *mixer) set(i int, zi uint8, j int, zj uint8) {
	m.change(i, -1)
	m.species[i] = zi
	m.change(i, 1)
	m.change(j, -1)
	m.species[j] = zj
	m.change(j, 1)
}

// run keeps every exchange that does not make the misfit larger, and at first, now and then, one
// that does (threshold accepting: Dueck and Scheuer, J. Comput. Phys. 1990, 90, 161).
func (m *mixer) run(ctx context.Context, swaps int, r *rng.Rand) error {
	n := len(m.species)
	now := m.misfit()
	threshold := now / 20
	least, keep := now, append([]uint8(nil), m.species...)
	for step := range swaps {
		if step%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if least < 1e-12 {
			break
		}
		i, j := r.Intn(n), r.Intn(n)
		if m.species[i] == m.species[j] {
			continue
		}
		m.exchange(i, j)
		next := m.misfit()
		if next-now > threshold*(1-float64(step)/float64(swaps))*(1-float64(step)/float64(swaps)) {
			m.exchange(i, j)
			continue
		}
		if now = next; now < least {
			least = now
			copy(keep, m.species)
		}
	}
	copy(m.species, keep)
	m.count()
	return nil
}

func (m *mixer) report() []ShellOrder {
	var out []ShellOrder
	n := float64(len(m.species))
	counts := make([]float64, m.kinds)
	for _, z := range m.species {
		counts[z]++
	}
	for k := range m.shells {
		shell := &m.shells[k]
		o := ShellOrder{Distance: shell.distance, Neighbors: float64(len(shell.to)) / n}
		for a := range m.kinds {
			for b := range m.kinds {
				want := shell.want[a*m.kinds+b]
				if counts[a] == 0 || counts[b] == 0 {
					continue
				}
				o.Order = max(o.Order, math.Abs(1-float64(shell.pairs[a*m.kinds+b])/want))
				if a == b { // such pairs count twice
					o.Limit = max(o.Limit, far(want/2)*2/want)
				} else {
					o.Limit = max(o.Limit, far(want)/want)
				}
			}
		}
		out = append(out, o)
	}
	return out
}
