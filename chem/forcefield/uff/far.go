package uff

import (
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/perceive"
)

// far holds the van der Waals interactions (eq. 20): every pair of atoms three or
// more bonds apart, without a cut-off as runs of partners, with one as a list.
type far struct {
	n     int
	kinds int
	kind  []int32   // of each atom: the row of its pairs in the table
	table []contact // kinds × kinds

	first []int32    // of each atom, its first run; one more at the end
	runs  [][2]int32 // partners from, up to

	pairs *forcefield.Pairs
	end   forcefield.Switch
}

// contact is the pair parameters: the square of the distance of the minimum and the
// depth.
type contact struct{ x2, depth float64 }

// nearest is the square of the shortest distance whose energy is computed, Å². Atoms
// on top of each other have that energy, so that it is finite.
const nearest = 1e-4

// Defaults of lists, Å.
const (
	periodicCutoff = 12
	skin           = 2
)

func (v *far) build(b *builder, o Options) error {
	v.n = len(b.types.row)
	v.setKinds(b.types.row)
	excluded := b.excluded()
	if o.Cutoff == 0 && o.Periodic == nil {
		v.setRuns(excluded)
		return nil
	}
	cutoff := o.Cutoff
	if cutoff == 0 {
		cutoff = periodicCutoff
	}
	special := make([]forcefield.Special, len(excluded))
	for k, e := range excluded {
		special[k] = forcefield.Special{I: e[0], J: e[1], Class: forcefield.Excluded}
	}
	pairs, err := forcefield.NewPairs(v.n, o.Periodic, cutoff, skin, special)
	if err != nil {
		return err
	}
	v.pairs, v.end = pairs, forcefield.NewSwitch(-1, cutoff)
	return nil
}

// setKinds numbers the types that occur and combines them.
func (v *far) setKinds(rows []*parameters) {
	var kinds []*parameters
	v.kind = make([]int32, v.n)
	for i, row := range rows {
		k := slices.Index(kinds, row)
		if k < 0 {
			k = len(kinds)
			kinds = append(kinds, row)
		}
		v.kind[i] = int32(k)
	}
	v.kinds = len(kinds)
	v.table = make([]contact, v.kinds*v.kinds)
	for i, a := range kinds {
		for j, b := range kinds {
			v.table[i*v.kinds+j] = contact{a.x * b.x, mean(a.d, b.d)}
		}
	}
}

// excluded are the pairs one or two bonds apart, the lower atom first, sorted and
// unique. Ligands of an atom with more than six, which has no angle terms, are not
// excluded: their repulsion arranges them.
func (b *builder) excluded() [][2]int32 {
	var pairs [][2]int32
	add := func(i, j int) { pairs = append(pairs, [2]int32{int32(min(i, j)), int32(max(i, j))}) }
	for k := range b.p.Mol.Bonds {
		add(b.p.Mol.Bonds[k].A, b.p.Mol.Bonds[k].B)
	}
	for j := range b.p.Mol.Atoms {
		around := b.adjacency.Of(j)
		if b.types.hybrid[j] == perceive.Unhybridized && len(around) > 6 {
			continue
		}
		for m := range around {
			for _, other := range around[m+1:] {
				add(around[m].Atom, other.Atom)
			}
		}
	}
	sorting.By(pairs, func(p, q [2]int32) int {
		if p[0] != q[0] {
			return int(p[0] - q[0])
		}
		return int(p[1] - q[1])
	})
	return slices.Compact(pairs)
}

// setRuns cuts the partners of each atom into runs between the excluded ones.
func (v *far) setRuns(excluded [][2]int32) {
	v.first = make([]int32, v.n+1)
	v.runs = make([][2]int32, 0, v.n+len(excluded))
	k := 0
	for i := range int32(v.n) {
		v.first[i] = int32(len(v.runs))
		from := i + 1
		for ; k < len(excluded) && excluded[k][0] == i; k++ {
			if j := excluded[k][1]; j > from {
				v.runs = append(v.runs, [2]int32{from, j})
			}
			from = excluded[k][1] + 1
		}
		if from < int32(v.n) {
			v.runs = append(v.runs, [2]int32{from, int32(v.n)})
		}
	}
	v.first[v.n] = int32(len(v.runs))
}

func (v *far) evaluate(x, g []float64) float64 {
	if v.pairs != nil {
		return v.ofList(x, g)
	}
	sum := 0.0
	for i := range v.n {
		xi, yi, zi := x[3*i], x[3*i+1], x[3*i+2]
		var gx, gy, gz float64
		row := v.table[int(v.kind[i])*v.kinds:][:v.kinds]
		for _, run := range v.runs[v.first[i]:v.first[i+1]] {
			xs, gs := x[3*run[0]:3*run[1]], g[3*run[0]:3*run[1]]
			for k, kind := range v.kind[run[0]:run[1]] {
				at, back := xs[3*k:3*k+3:3*k+3], gs[3*k:3*k+3:3*k+3]
				dx, dy, dz := xi-at[0], yi-at[1], zi-at[2]
				r2 := dx*dx + dy*dy + dz*dz
				if r2 < nearest {
					dx, r2 = dx+math.Sqrt(nearest), nearest // apart, if only one way
				}
				c := row[kind]
				inverse := 1 / r2
				t := c.x2 * inverse
				t *= t * t
				sum += c.depth * t * (t - 2)
				s := 12 * c.depth * inverse * t * (1 - t)
				gx += s * dx
				gy += s * dy
				gz += s * dz
				back[0] -= s * dx
				back[1] -= s * dy
				back[2] -= s * dz
			}
		}
		g[3*i] += gx
		g[3*i+1] += gy
		g[3*i+2] += gz
	}
	return sum
}

func (v *far) ofList(x, g []float64) float64 {
	if v.pairs.Update(x) != nil {
		return math.NaN()
	}
	sum := 0.0
	list := v.pairs.List()
	for k := range list {
		if v.pairs.Ended(k) {
			return math.NaN()
		}
		p := &list[k]
		shift := v.pairs.Shift(p.Shift)
		i, j := 3*int(p.I), 3*int(p.J)
		dx, dy, dz := x[i]-x[j]-shift.X, x[i+1]-x[j+1]-shift.Y, x[i+2]-x[j+2]-shift.Z
		r2 := dx*dx + dy*dy + dz*dz
		factor, fall := v.end.At(r2)
		if factor == 0 {
			continue
		}
		if r2 < nearest {
			dx, r2 = dx+math.Sqrt(nearest), nearest
		}
		c := &v.table[int(v.kind[p.I])*v.kinds+int(v.kind[p.J])]
		inverse := 1 / r2
		t := c.x2 * inverse
		t *= t * t
		energy := c.depth * t * (t - 2)
		sum += factor * energy
		s := factor*12*c.depth*inverse*t*(1-t) + 2*fall*energy
		g[i] += s * dx
		g[i+1] += s * dy
		g[i+2] += s * dz
		g[j] -= s * dx
		g[j+1] -= s * dy
		g[j+2] -= s * dz
	}
	return sum
}
