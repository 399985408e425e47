package polymer_test

import (
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/polymer"
	"github.com/molsmith/molsmith/chem/rng"
)

// Chains have the dimensions that are measured for them: the mean square distance of backbone
// atoms fifty bonds apart, in units of 50 l², is within a quarter of the range of the
// characteristic ratios that are published for unperturbed chains and melts. Sources:
// Flory, Statistical Mechanics of Chain Molecules (1969), tables II.1 and V; Fetters, Lohse and
// Colby in Mark (ed.), Physical Properties of Polymers Handbook (2007), ch. 25; for
// polypropylene also Suter and Flory 1975 and Jones et al., Macromolecules 2002, 35, 5061;
// for poly(methyl methacrylate) Vacatello and Flory, Macromolecules 1986, 19, 405.
// Rotational isomeric state models give 6.7 (polyethylene), 5.4 and 5.34 (atactic polypropylene),
// 10.5 (atactic polystyrene) and 5.1 (poly(ethylene oxide)): Mattice and Suter, Conformational
// Theory of Large Molecules (1994); Alfonso, Yan and Zhou, Polymer 1993, 34, 2830.
func TestStiffness(t *testing.T) {
	const bonds, units, part = 50, 60, 0.25
	seeds := 24
	if full {
		seeds = 100
	}
	for _, c := range []struct {
		monomer
		dyads     string // m, r, or a for random
		low, high float64
	}{
		{monomer{"polyethylene", "CC", 0, 1}, "m", 6.7, 7.5},
		{monomer{"isotactic polypropylene", "CCC", 0, 1}, "m", 4.7, 6.2},
		{monomer{"syndiotactic polypropylene", "CCC", 0, 1}, "r", 6, 9.1},
		{monomer{"atactic polypropylene", "CCC", 0, 1}, "a", 5.3, 6.2},
		{monomer{"atactic polystyrene", "CCc1ccccc1", 0, 1}, "a", 9, 10.8},
		{monomer{"isotactic PMMA", "CC(C)C(=O)OC", 0, 1}, "m", 9, 10.8},
		{monomer{"syndiotactic PMMA", "CC(C)C(=O)OC", 0, 1}, "r", 6.5, 9},
		{monomer{"atactic PMMA", "CC(C)C(=O)OC", 0, 1}, "a", 6.9, 9},
		{monomer{"polyisobutylene", "CC(C)C", 0, 1}, "m", 6.2, 6.9},
		{monomer{"poly(ethylene oxide)", "OCC", 0, 2}, "m", 4, 5.7},
		{monomer{"atactic poly(vinyl chloride)", "CCCl", 0, 1}, "a", 6.7, 7.7},
		{monomer{"cis-polyisoprene", "C/C(C)=C\\C", 0, 4}, "m", 4.7, 5.5},
	} {
		u := unit(t, c.monomer)
		path := backbone(u)
		sum, n, squares, steps := 0.0, 0, 0.0, 0
		for seed := range seeds {
			r := repeat(u, units)
			r.Kinds = append(r.Kinds, mirror(u))
			random := rng.Stream(5, uint64(seed))
			for k := range r.Sequence {
				switch c.dyads {
				case "r":
					r.Sequence[k] = k % 2
				case "a":
					r.Sequence[k] = random.Intn(2)
				}
			}
			chain, err := polymer.Grow(background, r, polymer.Options{Seed: uint64(seed), Rough: true}, nil)
			if err != nil {
				t.Fatal(err)
			}
			at := map[[2]int32]int{}
			for i := range chain.Unit {
				at[[2]int32{chain.Unit[i], chain.Source[i]}] = i
			}
			var x []geom.Vec3
			for k := range units {
				for _, i := range path {
					x = append(x, geom.At(chain.Positions, at[[2]int32{int32(k), int32(i)}]))
				}
			}
			for i := 1; i < len(x); i++ {
				squares += x[i].Sub(x[i-1]).Norm2()
				steps++
			}
			for i := 4; i+bonds < len(x)-4; i++ {
				sum += x[i].Sub(x[i+bonds]).Norm2()
				n++
			}
		}
		ratio := sum / float64(n) / bonds / (squares / float64(steps))
		t.Logf("%s: %.2f, measured %g to %g", c.name, ratio, c.low, c.high)
		if ratio < (1-part)*c.low || ratio > (1+part)*c.high {
			t.Errorf("%s: characteristic ratio %.2f, measured %g to %g", c.name, ratio, c.low, c.high)
		}
	}
}

// backbone are the atoms on the shortest way from head to tail.
func backbone(u polymer.Unit) []int {
	adjacency := u.Molecule.Mol.Neighbors()
	from := map[int]int{u.Tail: u.Tail}
	queue := []int{u.Tail}
	for k := 0; k < len(queue); k++ {
		for _, b := range adjacency.Of(queue[k]) {
			if _, met := from[b.Atom]; !met {
				from[b.Atom] = queue[k]
				queue = append(queue, b.Atom)
			}
		}
	}
	path := []int{u.Head}
	for i := u.Head; i != u.Tail; {
		i = from[i]
		path = append(path, i)
	}
	return path
}
