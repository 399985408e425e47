package descriptors

import (
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/canon"
	"github.com/molsmith/molsmith/chem/fingerprint"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// macrocycle is the size from which on a ring is hard to close.
const macrocycle = 9

// Synthetic returns the synthetic accessibility of p, whose configurations are s, from
// 1, easy, to 10, hard (Ertl and Schuffenhauer, J. Cheminform. 2009, 1, 8, with the
// correction for symmetry of RDKit's implementation). A molecule without atoms has 1.
// The error is ErrNoFragments when the table of fragments is not there; see
// LoadFragments.
func Synthetic(p *perceive.Molecule, s *stereo.Set) (float64, error) {
	table, err := Fragments()
	if err != nil {
		return 0, err
	}
	if len(p.Mol.Atoms) == 0 {
		return 1, nil
	}
	return synthetic(table, fingerprint.Morgan(p, 2), len(p.Mol.Atoms), centers(p, s), RingCounts(p)), nil
}

// centers is the number of tetrahedral centers that the score counts: those of s that
// are stated and have four different ligands, those that could be, and unlikely ones.
func centers(p *perceive.Molecule, s *stereo.Set) int {
	n := len(s.OpenCenters)
	for _, c := range s.Centers {
		if _, coupled := slices.BinarySearch(s.Coupled, c.Atom); c.Class == mol.Tetrahedral && !coupled {
			n++
		}
	}
	return n + unlikelyCenters(p, s)
}

// unlikelyCenters is the number of atoms, not in s, that are no centers but counted as
// such in the program that the score is computed with: nitrogens in a ring of three or at
// a bridgehead, though conjugation makes them planar, and phosphorus and arsenic with
// three or four ligands, though several are hydrogens. All neighbors must differ.
func unlikelyCenters(p *perceive.Molecule, s *stereo.Set) int {
	var known []bool
	g := newGraph(p)
	n := 0
	var class []int
	var at [][]int
	for i := range g.atoms {
		switch g.atoms[i].Element {
		case 7:
			if !p.Rings.InRing(i) || g.adjacency.Degree(i) != 3 || g.connections(i) != 3 {
				continue
			}
		case 15, 33:
			if c := g.connections(i); c != 3 && c != 4 {
				continue
			}
		default:
			continue
		}
		if known == nil {
			known = make([]bool, len(g.atoms))
			for _, a := range s.OpenCenters {
				known[a] = true
			}
			for _, c := range s.Centers {
				known[c.Atom] = true
			}
		}
		if known[i] {
			continue
		}
		if g.atoms[i].Element == 7 && !g.inTriangle(i) {
			if at == nil {
				at = invert(p.Rings.Relevant, len(g.atoms))
			}
			if !g.atBridgehead(i, at[i]) {
				continue
			}
		}
		if class == nil {
			class = classes(p)
		}
		if g.neighborsDiffer(i, class) {
			n++
		}
	}
	return n
}

// neighborsDiffer says whether the neighbors of atom i are of different classes.
func (g *graph) neighborsDiffer(i int, class []int) bool {
	near := g.of(i)
	for k := range near {
		for _, other := range near[:k] {
			if class[near[k].Atom] == class[other.Atom] {
				return false
			}
		}
	}
	return true
}

// maxRings bounds the rings at one atom that atBridgehead compares, smallest first.
const maxRings = 30

// atBridgehead says whether all bonds of atom i are in rings and two of the rings at it
// share more than one bond.
func (g *graph) atBridgehead(i int, rings []int) bool {
	for _, next := range g.of(i) {
		if !g.p.Rings.BondInRing(next.Bond) {
			return false
		}
	}
	rings = rings[:min(len(rings), maxRings)]
	for n, a := range rings {
		for _, b := range rings[:n] {
			shared := 0
			for _, atom := range g.p.Rings.Relevant[a] {
				if slices.Contains(g.p.Rings.Relevant[b], atom) {
					shared++
				}
			}
			if shared > 2 {
				return true
			}
		}
	}
	return false
}

// classes gives equal numbers to the atoms of a component that are alike.
func classes(p *perceive.Molecule) []int {
	class := make([]int, len(p.Mol.Atoms))
	for _, graph := range canon.Components(p) {
		local, _ := graph.Classes()
		for k, i := range graph.Atoms {
			class[i] = local[k]
		}
	}
	return class
}

func synthetic(table *FragmentScores, counts *fingerprint.Counts, atoms, centers int, rings Rings) float64 {
	sum, total := 0.0, 0
	for i, id := range counts.IDs {
		sum += table.Score(id) * float64(counts.Times[i])
		total += counts.Times[i]
	}
	familiar := sum / float64(total)

	n := float64(atoms)
	complexity := geom.Pow(n, 1.005) - n + log10(centers+1) + log10(rings.Spiro+1) + log10(rings.Bridgehead+1)
	if rings.Largest >= macrocycle {
		complexity += log10(2)
	}

	symmetry := 0.0
	if different := len(counts.IDs); atoms > different {
		symmetry = geom.Log(n/float64(different)) / 2
	}

	// The sum lies between -4 and 2.5 for ordinary molecules; that becomes 10 to 1.
	score := 11 - (familiar-complexity+symmetry+5)/6.5*9
	if score > 8 {
		score = 8 + geom.Log(score-8)
	}
	return min(max(score, 1), 10)
}

func log10(n int) float64 { return geom.Log(float64(n)) / math.Ln10 }
