package crystal

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/structure"
)

// MaxSwaps bounds the exchanges that Alloy tries.
const MaxSwaps = 10_000_000

// Part is an element of an alloy.
type Part struct {
	Element  uint8
	Fraction float64 // of the sites; all parts together make 1 at most
}

// Alloy puts other elements on sites of a structure at random.
type Alloy struct {
	Replace uint8   // element of the sites; 0: those of Sites
	Sites   []int32 // atoms; used when Replace is 0
	Parts   []Part  // what is left of the sites keeps its element
	Seed    uint64

	// Shells is the number of neighbor shells whose pairs are made as random as an
	// infinite random alloy has them, by exchanging atoms; 0: the sites are random and
	// that is all. It is the pair part of a special quasirandom structure (Zunger et
	// al., Phys. Rev. Lett. 1990, 65, 353): triplets and larger clusters are not looked at.
	Shells int
	Swaps  int // exchanges to try; 0: 200 for each site
}

// Mixed is an alloy.
type Mixed struct {
	Structure *structure.Structure
	Counts    []int // atoms of each part
	Changed   int   // atoms that have another element than before
	Shells    []ShellOrder
}

// ShellOrder is the order of the pairs in a neighbor shell of the sites.
type ShellOrder struct {
	Distance  float64 // Å
	Neighbors float64 // sites around one, the mean
	// Order is the largest absolute Warren–Cowley parameter, 1 − p(B beside A)/c(B), of
	// two elements of the sites (Cowley, J. Appl. Phys. 1950, 21, 24): 0 is random.
	Order float64
	// Limit is the smallest that counts of atoms allow: pairs are whole.
	Limit float64
}

// shellGap is how far apart in Å distances of one shell may be.
const shellGap = 0.1

// Build returns the alloy. The numbers of atoms are exact: fractions of the sites, rounded so
// that they add up. Bonds stay; replaced atoms are named by their new symbol. ctx is looked at.
func (o *Alloy) Build(ctx context.Context, s *structure.Structure) (*Mixed, error) {
	sites, err := o.sites(s)
	if err != nil {
		return nil, err
	}
	counts, err := o.counts(len(sites))
	if err != nil {
		return nil, err
	}
	switch {
	case o.Shells < 0 || o.Shells > 6:
		return nil, refuse("%d shells: give 0 to 6", o.Shells)
	case o.Swaps < 0 || o.Swaps > MaxSwaps:
		return nil, refuse("%d exchanges: give 0 to %d", o.Swaps, MaxSwaps)
	}
	out := &Mixed{Structure: s.Clone(), Counts: counts}
	r := rng.New(o.Seed)
	order := make([]int32, len(sites))
	for i := range order {
		order[i] = int32(i)
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	// species of each site: 0 keeps its element, k is part k − 1.
	species := make([]uint8, len(sites))
	next := 0
	for k, n := range counts {
		for range n {
			species[order[next]] = uint8(k + 1)
			next++
		}
	}
	if o.Shells > 0 {
		m, err := newMixer(ctx, s, sites, species, o.Shells, len(o.Parts)+1)
		if err != nil {
			return nil, err
		}
		swaps := o.Swaps
		if swaps == 0 {
			swaps = min(200*len(sites), MaxSwaps)
		}
		if err := m.run(ctx, swaps, &r); err != nil {
			return nil, err
		}
		out.Shells = m.report()
	}
	for i, k := range sites {
		if z := species[i]; z > 0 {
			if e := o.Parts[z-1].Element; out.Structure.Elements[k] != e {
				out.Structure.Elements[k] = e
				if out.Structure.AtomNames != nil {
					out.Structure.AtomNames[k] = elem.Symbol(e)
				}
				out.Changed++
			}
		}
	}
	return out, nil
}

func (o *Alloy) sites(s *structure.Structure) ([]int32, error) {
	var sites []int32
	if o.Replace != 0 {
		for i, z := range s.Elements {
			if z == o.Replace {
				sites = append(sites, int32(i))
			}
		}
		if len(sites) == 0 {
			return nil, refuse("there is no %s to replace", name(o.Replace))
		}
		return sites, nil
	}
	seen := make([]bool, s.Len())
	for _, i := range o.Sites {
		if i < 0 || int(i) >= s.Len() || seen[i] {
			return nil, refuse("site %d is no atom, or is given twice", i)
		}
		seen[i] = true
		sites = append(sites, i)
	}
	if len(sites) == 0 {
		return nil, refuse("give the element whose atoms are replaced, or sites")
	}
	return sites, nil
}

func name(z uint8) string {
	if symbol := elem.Symbol(z); symbol != "" {
		return symbol
	}
	return "such element"
}

// counts shares the sites out: each fraction rounded down, the rest to the largest remainders.
func (o *Alloy) counts(n int) ([]int, error) {
	if len(o.Parts) == 0 || len(o.Parts) > 20 {
		return nil, refuse("%d elements: give 1 to 20", len(o.Parts))
	}
	total := 0.0
	for i, p := range o.Parts {
		if elem.Symbol(p.Element) == "" {
			return nil, refuse("element %d is not known", i+1)
		}
		if !(p.Fraction >= 0 && p.Fraction <= 1) {
			return nil, refuse("the fraction of %s is %g: give 0 to 1", elem.Symbol(p.Element), p.Fraction)
		}
		total += p.Fraction
	}
	if total > 1+1e-9 {
		return nil, refuse("the fractions make %g: 1 at most", total)
	}
	counts := make([]int, len(o.Parts))
	rest := int(math.Round(total * float64(n)))
	type remainder struct {
		part int
		left float64
	}
	var list []remainder
	for i, p := range o.Parts {
		x := p.Fraction * float64(n)
		counts[i] = int(math.Floor(x + 1e-9))
		rest -= counts[i]
		list = append(list, remainder{i, x - float64(counts[i])})
	}
	sorting.Stable(list, func(a, b remainder) int {
		switch {
		case a.left > b.left:
			return -1
		case a.left < b.left:
			return 1
		}
		return 0
	})
	for i := 0; i < rest && i < len(list); i++ {
		counts[list[i].part]++
	}
	return counts, nil
}

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
			return nil, &refusal{ErrTooManyAtoms, "the sites have too many pairs: take fewer shells or sites"}
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
