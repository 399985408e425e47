package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/structure"
)

// Lattice constants of ice Ih at 0 °C in Å (Lonsdale, Proc. R. Soc. A 1958, 247, 424),
// which give 0.917 g/cm³. The oxygens lie at z = 1/16 of the site 4f of P6₃/mmc, with four
// neighbors at 2.76 Å.
const (
	iceA = 4.5227
	iceC = 7.3671
	iceZ = 1. / 16
	// iceOH is the O–H distance of the molecule in Å; hydrogens lie on the lines between
	// oxygens.
	iceOH = 0.9572
	// iceTries is how many orders of the hydrogens are made at most. Each is
	// allowed by the rules; the one with the smallest dipole is kept.
	iceTries = 64
)

// Ice is a block of ice Ih: Repeat cells of eight molecules with right angles,
// 4.52 × 7.83 × 7.37 Å.
type Ice struct {
	Repeat [3]int
	Seed   uint64
}

// Build returns the ice with hydrogens that obey the rules of Bernal and Fowler (J. Chem.
// Phys. 1933, 1, 515): two at each oxygen, one on each line between neighbors. The
// hydrogens of ice Ih have no order: the seed chooses one of many. Dipole is the length
// of the mean of the molecules' directions, from 0 (none) to 1 (all alike).
func (o *Ice) Build() (s *structure.Structure, dipole float64, err error) {
	n := 1.0
	for k, m := range o.Repeat {
		if m < 1 {
			return nil, 0, refuse("repeat %d is %d: it must be 1 or more", k+1, m)
		}
		n *= float64(m)
	}
	if n*24 > MaxAtoms {
		return nil, 0, tooMany(n * 24)
	}
	oxygens := o.oxygens()
	c, err := cell.New(*oxygens.Cell)
	if err != nil {
		return nil, 0, refuse("%v", err)
	}
	lines, err := iceLines(&c, oxygens.Positions)
	if err != nil {
		return nil, 0, err
	}
	best := math.Inf(1)
	var chosen []bool
	for try := range iceTries {
		if try > 0 && (best < 1e-9 || oxygens.Len()*try > 200_000) {
			break
		}
		r := rng.Stream(o.Seed, uint64(try))
		forward := orient(lines, oxygens.Len(), &r)
		var sum geom.Vec3
		for k, l := range lines {
			sum = sum.AddScaled(sign(forward[k]), l.step.Unit())
		}
		// Two unit vectors at the tetrahedral angle add up to 2/√3.
		if d := sum.Norm() / (float64(oxygens.Len()) * 2 / math.Sqrt(3)); d < best {
			best, chosen = d, forward
		}
	}
	return waters(oxygens, lines, chosen), best, nil
}

// iceLine is a pair of neighbor oxygens and the way from a to the image of b.
type iceLine struct {
	a, b int
	step geom.Vec3
}

func (o *Ice) oxygens() *structure.Structure {
	b := iceA * math.Sqrt(3)
	// The hexagonal sites ±(1/3, 2/3, z), ±(1/3, 2/3, 1/2 − z) in the cell a, a + 2b, c.
	unit := [8][3]float64{
		{0, third, iceZ}, {0.5, 0.5 + third, iceZ}, {0, 2 * third, 1 - iceZ}, {0.5, 2*third - 0.5, 1 - iceZ},
		{0, 2 * third, 0.5 + iceZ}, {0.5, 2*third - 0.5, 0.5 + iceZ}, {0, third, 0.5 - iceZ}, {0.5, 0.5 + third, 0.5 - iceZ},
	}
	r := o.Repeat
	s := &structure.Structure{Cell: &[9]float64{iceA * float64(r[0]), 0, 0, 0, b * float64(r[1]), 0, 0, 0, iceC * float64(r[2])}}
	for i := range r[0] {
		for j := range r[1] {
			for k := range r[2] {
				for _, u := range unit {
					s.Positions = append(s.Positions, iceA*(float64(i)+u[0]), b*(float64(j)+u[1]), iceC*(float64(k)+u[2]))
					s.Elements = append(s.Elements, 8)
				}
			}
		}
	}
	return s
}

// iceLines finds the four neighbors of each oxygen.
func iceLines(c *cell.Cell, positions []float64) ([]iceLine, error) {
	g, err := grid.New(c, positions, 3.2)
	if err != nil {
		return nil, refuse("%v", err)
	}
	var lines []iceLine
	g.Pairs(func(a, b int, d geom.Vec3, _ float64) { lines = append(lines, iceLine{a, b, d}) })
	return lines, nil
}

// orient gives each line a direction so that two leave every oxygen: along closed
// trails that start anywhere and turn at random. Every oxygen has four lines, so a trail ends
// only where it began.
func orient(lines []iceLine, n int, r *rng.Rand) []bool {
	at := make([][4]int32, n)
	free := make([]uint8, n)
	for k, l := range lines {
		for _, i := range [2]int{l.a, l.b} {
			at[i][free[i]&3] = int32(k)
			free[i]++
		}
	}
	for i := range at {
		r.Shuffle(4, func(x, y int) { at[i][x], at[i][y] = at[i][y], at[i][x] })
	}
	forward := make([]bool, len(lines))
	used := make([]bool, len(lines))
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	r.Shuffle(n, func(x, y int) { order[x], order[y] = order[y], order[x] })
	next := make([]uint8, n)
	for _, start := range order {
		for i := int(start); ; {
			for next[i] < 4 && used[at[i][next[i]]] {
				next[i]++
			}
			if next[i] == 4 {
				break
			}
			k := at[i][next[i]]
			used[k] = true
			forward[k] = lines[k].a == i
			if i = lines[k].b; !forward[k] {
				i = lines[k].a
			}
		}
	}
	return forward
}

func sign(forward bool) float64 {
	if forward {
		return 1
	}
	return -1
}

// waters puts the hydrogens on the lines that leave each oxygen.
func waters(oxygens *structure.Structure, lines []iceLine, forward []bool) *structure.Structure {
	n := oxygens.Len()
	s := &structure.Structure{Cell: oxygens.Cell, Positions: make([]float64, 9*n), Elements: make([]uint8, 3*n), Molecules: make([]int32, 3*n)}
	filled := make([]int, n)
	for i := range n {
		geom.Put(s.Positions, 3*i, geom.At(oxygens.Positions, i))
		s.Elements[3*i], s.Elements[3*i+1], s.Elements[3*i+2] = 8, 1, 1
		s.Bonds = append(s.Bonds, [2]uint32{uint32(3 * i), uint32(3*i + 1)}, [2]uint32{uint32(3 * i), uint32(3*i + 2)})
		for k := range 3 {
			s.Molecules[3*i+k] = int32(i)
		}
	}
	for k, l := range lines {
		i, step := l.a, l.step
		if !forward[k] {
			i, step = l.b, l.step.Neg()
		}
		filled[i]++
		geom.Put(s.Positions, 3*i+min(filled[i], 2), geom.At(oxygens.Positions, i).AddScaled(iceOH/step.Norm(), step))
	}
	return s
}
