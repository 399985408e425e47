// Package mcs finds the largest connected substructure that molecules have in common:
// the one with the most bonds, and among those the one with the most atoms. It need not
// be induced: two of its atoms may be bonded in some molecule and not in the part.
//
// What counts as common is what RDKit's FMCS compares (Dalke and Hastings, J.
// Cheminformatics 2013, 5 (Suppl 1), O6). The search is another one. The molecule with
// the fewest bonds is the query. Of two molecules it is laid upon the other, bond by
// bond; bonds that are not decided fall into classes that bound what can still be
// gained (McCreesh, Prosser and Trimble, IJCAI 2017), and a part that could only be
// smaller than the best one is given up. With more molecules, parts of the query grow
// bond by bond, depth first, as long as they occur in all others; when one does not,
// the few bonds that are to blame are remembered and bound what can come of others.
//
// Finding the largest part is NP-hard. Every search has a limit in steps and looks at
// its context; one that is ended early gives the best part so far and says so.
package mcs

import (
	"context"
	"fmt"
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Limits of Find.
const (
	MaxMolecules = 20
	MaxAtoms     = 500           // of one molecule
	DefaultSteps = 1_000_000_000 // minutes
)

// AtomCompare says which atoms match.
type AtomCompare uint8

const (
	Elements AtomCompare = iota // atoms of one element, whatever their charge or isotope
	AnyAtom                     // all atoms
)

// BondCompare says which bonds match. A bond without a stated order (~) matches all.
type BondCompare uint8

const (
	Order      BondCompare = iota // bonds of one order; aromatic bonds also match single ones
	ExactOrder                    // bonds of one order; aromatic is an order of its own
	AnyBond                       // all bonds
)

// Options say what counts as common. The zero value compares elements and orders.
type Options struct {
	Atoms AtomCompare
	Bonds BondCompare
	// RingMatchesRingOnly lets ring atoms and ring bonds match only such.
	RingMatchesRingOnly bool
	// CompleteRingsOnly keeps pieces of rings out of the part: of a ring of the
	// molecule with the fewest bonds it holds all bonds or none, save bonds that are
	// shared with another ring. Ring bonds match ring bonds only.
	CompleteRingsOnly bool
	// Steps bounds the work; a step takes from tens of nanoseconds to a microsecond,
	// with the size of the molecules. 0: DefaultSteps.
	Steps int64
}

// Result is a largest common substructure.
type Result struct {
	// Atoms has, for every molecule, the atoms of the part in one order, that of
	// SMARTS and of Mol. It is nil when nothing is common.
	Atoms [][]int
	Bonds int // number of bonds of the part
	// SMARTS is a query for the part that every molecule matches.
	SMARTS string
	// Mol is the part as a molecule: a piece of the molecule with the fewest bonds,
	// with hydrogens where bonds were cut. perceive.Sanitize accepts it.
	Mol *mol.Mol
	// Completed says that no larger part exists; false: the search was ended before
	// that was known.
	Completed bool
	Steps     int64 // taken
}

// Find returns a largest common connected substructure of 2 to MaxMolecules molecules.
// One atom counts, as a part without bonds. It ends early, without an error, when ctx
// does or when the steps are used up. The error names what exceeds a limit.
func Find(ctx context.Context, mols []*perceive.Molecule, o Options) (Result, error) {
	if len(mols) < 2 || len(mols) > MaxMolecules {
		return Result{}, fmt.Errorf("%d molecules given; 2 to %d can be compared", len(mols), MaxMolecules)
	}
	for i, p := range mols {
		if n := len(p.Mol.Atoms); n > MaxAtoms {
			return Result{}, fmt.Errorf("molecule %d has %d atoms; at most %d can be compared", i+1, n, MaxAtoms)
		}
	}
	f := newFinder(mols, &o)
	limits := budget{ctx: ctx, limit: o.Steps}
	if limits.limit <= 0 {
		limits.limit = DefaultSteps
	}
	best := f.run(&limits)
	part := common{mols: mols, query: f.roles[0], atoms: make([][]int, len(mols))}
	part.rings.atoms = o.RingMatchesRingOnly
	part.rings.bonds = o.RingMatchesRingOnly || o.CompleteRingsOnly
	if best.bonds > 0 {
		f.read(best, &part)
	} else if !f.single(&part) {
		return Result{Completed: !limits.ended, Steps: limits.steps}, nil
	}
	r := part.result()
	r.Completed, r.Steps = !limits.ended, limits.steps
	return r, nil
}

// finder knows which molecule plays which part in the search.
type finder struct {
	o      *Options
	mols   []*perceive.Molecule
	graphs []*graph
	c      *comparison
	wholes int   // keys of whole bonds
	roles  []int // molecules: the query, the partner, further ones
}

func newFinder(mols []*perceive.Molecule, o *Options) *finder {
	f := &finder{o: o, mols: mols, graphs: make([]*graph, len(mols)), roles: make([]int, len(mols))}
	var labels numbering
	for i, p := range mols {
		f.graphs[i] = newGraph(p, o, &labels)
		f.roles[i] = i
	}
	f.c = newComparison(o, f.graphs)
	f.wholes = f.c.keys(f.graphs)
	// RDKit takes the molecule with the fewest bonds as the query too, which tells where
	// the rings of only one molecule count.
	sorting.Stable(f.roles, func(i, j int) int { return f.graphs[i].bonds - f.graphs[j].bonds })
	// The other that leaves the least in common decides most.
	shared := make([]int, len(mols))
	for i := range mols {
		shared[i] = f.shared(f.roles[0], i)
	}
	sorting.Stable(f.roles[1:], func(i, j int) int { return shared[i] - shared[j] })
	return f
}

// shared is how many bonds two molecules share when only their keys are compared.
func (f *finder) shared(i, j int) (n int) {
	counts := make([]int, f.wholes)
	for _, key := range f.graphs[i].whole {
		counts[key]++
	}
	for _, key := range f.graphs[j].whole {
		if counts[key] > 0 {
			counts[key]--
			n++
		}
	}
	return n
}

// pairSteps bounds the searches in pairs, together, when there are more molecules: a
// fraction of a second.
const pairSteps = 600_000

// run searches with the method for two or for more molecules.
func (f *finder) run(limits *budget) *solution {
	var others []*graph
	for _, i := range f.roles[1:] {
		others = append(others, f.graphs[i])
	}
	q := f.graphs[f.roles[0]]
	if len(others) == 1 {
		s := newSearch(limits, f.c, q, others[0], f.wholes)
		s.run()
		return &s.best
	}
	// What all have in common is no larger than what the query has in common with one,
	// and often a piece of that.
	var least, goal *solution
	for _, other := range others {
		if limits.spent() {
			break
		}
		pair := budget{ctx: limits.ctx, limit: min(pairSteps/int64(len(others)), limits.limit-limits.steps)}
		s := newSearch(&pair, f.c, q, other, f.wholes)
		s.run()
		limits.steps += pair.steps
		if least == nil || !least.smaller(s.best.bonds, s.best.atoms) {
			least = &s.best
		}
		if !pair.ended && (goal == nil || !goal.smaller(s.best.bonds, s.best.atoms)) {
			goal = &s.best
		}
	}
	if limits.spent() {
		return &solution{}
	}
	g := newGrowth(limits, f.c, q, others, f.wholes)
	g.goal = goal
	g.confine(least)
	g.run()
	return &g.best
}

// read takes the best part over from the search.
func (f *finder) read(best *solution, part *common) {
	for e, x := range best.state {
		if x == in {
			part.bonds = append(part.bonds, e)
		}
	}
	slices.Sort(best.order)
	for _, v := range best.order {
		part.atoms[f.roles[0]] = append(part.atoms[f.roles[0]], int(v))
		for k, to := range best.to {
			part.atoms[f.roles[k+1]] = append(part.atoms[f.roles[k+1]], int(to[v]))
		}
	}
}

// single makes the part one atom that all molecules have and says whether there is one.
func (f *finder) single(part *common) bool {
	query := f.roles[0]
	usable := func(i int, a int) bool { return !f.o.CompleteRingsOnly || !f.mols[i].Rings.InRing(a) }
atoms:
	for a, label := range f.graphs[query].label {
		if !usable(query, a) {
			continue
		}
		for i, g := range f.graphs {
			part.atoms[i] = part.atoms[i][:0]
			if i == query {
				part.atoms[i] = append(part.atoms[i], a)
				continue
			}
			for b := range g.label {
				if g.label[b] == label && usable(i, b) {
					part.atoms[i] = append(part.atoms[i], b)
					break
				}
			}
			if len(part.atoms[i]) == 0 {
				continue atoms
			}
		}
		return true
	}
	return false
}
