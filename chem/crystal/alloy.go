package crystal

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/elem"
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
