package embed

import (
	"context"
	"math"
)

// bounds are limits of all distances in Å, packed: those of atoms i > j at
// i(i−1)/2 + j.
type bounds struct {
	n      int
	lo, hi []float64
	kind   []uint8 // pairKind
	open   []openPair
}

// pairKind says what limits a distance.
const (
	farPair   uint8 = iota // only van der Waals radii
	bondPair               // 1-2
	anglePair              // 1-3
	torsionPair
)

const (
	strictness = 3   // levels: as usual, with room, with much room
	noUpper    = 1e4 // Å
)

// tolerance are the widths in Å at each level, and the factor of the ranges of angles.
var tolerance = [strictness]struct{ bond, angle, torsion, slack float64 }{
	{0.01, 0.03, 0.06, 1},
	{0.03, 0.08, 0.3, 2.5},
	{0.08, 0.2, 0.9, 6},
}

// newBounds makes the bounds of a level, closed under the triangle inequality. They are
// of no use when ctx ends meanwhile.
func (t *topology) newBounds(ctx context.Context, level int) *bounds {
	size := t.n * (t.n - 1) / 2
	block := make([]float64, 2*size)
	b := &bounds{n: t.n, lo: block[:size:size], hi: block[size:], kind: make([]uint8, size)}
	for k := range b.hi {
		b.hi[k] = noUpper
	}
	t.addBondBounds(b, level)
	t.addAngleBounds(b, level)
	t.addTorsionBounds(b, level)
	t.addContacts(b)
	b.smooth(ctx, t)
	b.open = t.openPairs(b, level)
	return b
}

func (t *topology) addBondBounds(b *bounds, level int) {
	for k, bond := range t.p.Mol.Bonds {
		at := pairIndex(bond.A, bond.B)
		b.lo[at], b.hi[at] = t.length[k]-tolerance[level].bond, t.length[k]+tolerance[level].bond
		b.kind[at] = bondPair
	}
}

// opposite is the third side of a triangle.
func opposite(p, q, angle float64) float64 {
	return math.Sqrt(max(0, p*p+q*q-2*p*q*math.Cos(angle)))
}

func (t *topology) addAngleBounds(b *bounds, level int) {
	tol := tolerance[level]
	for i := range t.n {
		of := t.of(i)
		for x := range of {
			for y := range x {
				at := pairIndex(int(of[x]), int(of[y]))
				if b.kind[at] == bondPair {
					continue
				}
				r := t.angleAt(i, x, y)
				extra := (tol.slack - 1) * (r.hi - r.lo) / 2
				p, q := t.length[t.bond[int(t.start[i])+x]], t.length[t.bond[int(t.start[i])+y]]
				lo := opposite(p, q, max(r.lo-extra, 0.3)) - tol.angle
				hi := opposite(p, q, min(r.hi+extra, math.Pi)) + tol.angle
				b.merge(at, lo, hi, anglePair)
			}
		}
	}
}

// merge narrows a distance to what another path allows; where the two have nothing in
// common it spans both.
func (b *bounds) merge(at int, lo, hi float64, kind uint8) {
	if b.kind[at] != kind {
		b.lo[at], b.hi[at], b.kind[at] = lo, hi, kind
		return
	}
	if l, h := max(b.lo[at], lo), min(b.hi[at], hi); l <= h {
		b.lo[at], b.hi[at] = l, h
		return
	}
	b.lo[at], b.hi[at] = min(b.lo[at], lo), max(b.hi[at], hi)
}

func (t *topology) addTorsionBounds(b *bounds, level int) {
	tol := tolerance[level]
	for k, bond := range t.p.Mol.Bonds {
		i, j := bond.A, bond.B
		if t.degree(i) < 2 || t.degree(j) < 2 || t.shape[i] == cluster || t.shape[j] == cluster {
			continue
		}
		left, right := t.of(i), t.of(j)
		placeJ, placeI := t.place(i, j), t.place(j, i)
		middle := t.length[k]
		for x, a := range left {
			if int(a) == j {
				continue
			}
			first := t.angleAt(i, x, placeJ)
			ab := t.bond[int(t.start[i])+x]
			for y, d := range right {
				if int(d) == i || a == d {
					continue
				}
				at := pairIndex(int(a), int(d))
				if b.kind[at] == bondPair || b.kind[at] == anglePair {
					continue
				}
				last := t.angleAt(j, y, placeI)
				cd := t.bond[int(t.start[j])+y]
				r := t.torsion(int(a), i, j, int(d), ab, int32(k), cd)
				if level > 0 && t.turn[k] == 0 {
					extra := float64(level) * 30 * degree
					r = torsionRange{max(r.lo-extra, 0), min(r.hi+extra, math.Pi), false}
				}
				lo := across(t.length[ab], middle, t.length[cd], first.lo, last.lo, r.lo)
				hi := across(t.length[ab], middle, t.length[cd], first.hi, last.hi, r.hi)
				if r.fixed {
					// The middle of the angles; their ranges are not all used at once.
					d := across(t.length[ab], middle, t.length[cd], first.mid(), last.mid(), r.lo)
					lo, hi = max(lo, d-0.1), min(hi, d+0.1)
					lo, hi = min(lo, d), max(hi, d)
				}
				b.merge(at, lo-tol.torsion, hi+tol.torsion, torsionPair)
			}
		}
	}
}

// across is the distance of the ends of three bonds with two angles and a torsion.
func across(p, q, r, first, last, torsion float64) float64 {
	along := q - p*math.Cos(first) - r*math.Cos(last)
	u, v := p*math.Sin(first), r*math.Sin(last)
	return math.Sqrt(max(0, along*along+u*u+v*v-2*u*v*math.Cos(torsion)))
}

// addContacts keeps atoms apart that are not in one bond, angle or torsion: by part of
// the sum of their van der Waals radii, less where they are near in the graph or can
// share a hydrogen.
func (t *topology) addContacts(b *bounds) {
	radius := make([]float64, t.n)
	donates := make([]bool, t.n) // hydrogen on nitrogen, oxygen or the like
	accepts := make([]bool, t.n)
	for i := range t.n {
		radius[i] = t.radius(i)
		switch t.element(i) {
		case 1:
			donates[i] = t.degree(i) > 0 && accepting(t.element(int(t.of(i)[0])))
		default:
			accepts[i] = accepting(t.element(i))
		}
	}
	part := make([]float64, t.n)
	depth := make([]int8, t.n)
	queue := make([]int32, 0, t.n)
	for i := range t.n {
		for j := range i {
			part[j] = 0.9
		}
		// Atoms up to five bonds away.
		queue = append(queue[:0], int32(i))
		depth[i] = 1
		for head := 0; head < len(queue); head++ {
			a := queue[head]
			switch depth[a] {
			case 4:
				part[a] = 0.6 // 1-4 across an atom without a figure
			case 5:
				part[a] = 0.75 // 1-5
			case 6:
				part[a] = 0.82 // 1-6
				continue
			}
			for _, next := range t.of(int(a)) {
				if depth[next] == 0 {
					depth[next] = depth[a] + 1
					queue = append(queue, next)
				}
			}
		}
		for _, a := range queue {
			depth[a] = 0
		}
		row := i * (i - 1) / 2
		for j := range i {
			at := row + j
			if b.kind[at] != farPair {
				if b.kind[at] == torsionPair {
					b.lo[at] = max(b.lo[at], 0.5*(radius[i]+radius[j]))
					b.hi[at] = max(b.hi[at], b.lo[at])
				}
				continue
			}
			switch {
			case donates[i] && accepts[j] || donates[j] && accepts[i]:
				b.lo[at] = hydrogenBond
			case accepts[i] && accepts[j]:
				b.lo[at] = bridgedPair
			default:
				b.lo[at] = part[j] * (radius[i] + radius[j])
			}
		}
	}
}

// The shortest hydrogen bonds in Å, from the hydrogen and from the atom that has it, of
// neutral molecules in crystals.
const (
	hydrogenBond = 1.75
	bridgedPair  = 2.6
)

// accepting says whether element z makes hydrogen bonds: N, O, F, S or Cl.
func accepting(z uint8) bool { return z == 7 || z == 8 || z == 9 || z == 16 || z == 17 }
