package conformer

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// repair turns bonds between atoms that are too close until none are, by Metropolis' rule,
// and returns how many pairs of such atoms are left.
func (a *assembly) repair(ctx context.Context, random *rng.Rand) (int, error) {
	const warmth = 0.3 // in the units of crowding
	tight := a.tight(crowded)
	for step := 0; step < repairSteps && len(tight) > 0; step++ {
		if step%16 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		pair := tight[random.Uint64()%uint64(len(tight))]
		k := a.between(a.of[pair[0]], a.of[pair[1]], random)
		if k < 0 {
			break
		}
		angle := (random.Float64() - 0.5) * 2 * math.Pi
		if step%2 == 1 {
			angle /= 6
		}
		moved, rest := a.sides(k)
		before := a.contact(moved, rest)
		a.turn(k, moved, angle)
		change := a.contact(moved, rest) - before
		if change > 0 && random.Float64() >= geom.Exp(-change/warmth) {
			a.turn(k, moved, -angle)
			continue
		}
		tight = a.tight(crowded)
	}
	return len(tight), nil
}

// tight lists the pairs of atoms closer than a part of the sum of their radii.
func (a *assembly) tight(part float64) [][2]int {
	var list [][2]int
	near := a.part.checks.near
	for i := range a.radii {
		a.mark++
		for _, j := range near[i] {
			a.stamp[j] = a.mark
		}
		at := geom.At(a.x, i)
		for j := i + 1; j < len(a.radii); j++ {
			limit := part * (a.radii[i] + a.radii[j])
			if a.stamp[j] != a.mark && geom.At(a.x, j).Sub(at).Norm2() < limit*limit {
				list = append(list, [2]int{i, j})
			}
		}
	}
	return list
}

// between returns a piece, other than the first, whose bond to its parent is between two
// pieces; -1 when there is none.
func (a *assembly) between(p, q int, random *rng.Rand) int {
	above := map[int]bool{}
	for k := p; k >= 0; k = a.parent[k] {
		above[k] = true
	}
	var path []int
	top := q
	for ; !above[top]; top = a.parent[top] {
		path = append(path, top)
	}
	for k := p; k != top; k = a.parent[k] {
		path = append(path, k)
	}
	if len(path) == 0 {
		return -1
	}
	return path[random.Uint64()%uint64(len(path))]
}

// sides returns the atoms that move when the bond of piece k to its parent turns, and the
// others.
func (a *assembly) sides(k int) (moved, rest []int) {
	below := make([]bool, len(a.pieces))
	below[k] = true
	for _, p := range a.order {
		if up := a.parent[p]; up >= 0 && below[up] {
			below[p] = true
		}
	}
	for i, p := range a.of {
		if below[p] {
			moved = append(moved, i)
		} else {
			rest = append(rest, i)
		}
	}
	return moved, rest
}

// contact is the crowding of some atoms beside others.
func (a *assembly) contact(moved, rest []int) float64 {
	sum := 0.0
	for _, i := range moved {
		sum += a.crowding(i, geom.At(a.x, i), rest)
	}
	return sum
}

// turn turns the atoms about the bond of piece k to its parent.
func (a *assembly) turn(k int, moved []int, angle float64) {
	f := &a.pieces[k]
	entry := f.caps[a.entry[k]]
	b := a.part.p.Mol.Bonds[entry.bond]
	inner := f.atoms[entry.atom]
	origin := geom.At(a.x, b.A+b.B-inner)
	m := geom.AxisAngle(geom.At(a.x, inner).Sub(origin).Unit(), angle).Matrix()
	for _, i := range moved {
		geom.Put(a.x, i, origin.Add(m.MulVec(geom.At(a.x, i).Sub(origin))))
	}
}
