package polymer

import (
	"context"
	"math"
	"strings"

	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// Constants of the energies of turns.
const (
	// givesWay is the van der Waals energy, kcal/mol, of which relaxation leaves half: the
	// geometries here are rigid but for the turns, and what would touch in them evades by small
	// changes of angles. With it, chains of ethylene, propylene, styrene, vinyl chloride, methyl
	// methacrylate, isobutylene and oxyethylene have the characteristic ratios that are
	// measured, within a quarter.
	givesWay = 1.2
	// sideDraws is the number of arrangements of side groups that energies are averaged over.
	sideDraws = 8
	// noContact is the distance, in units of that of least energy, from which atoms count as apart.
	noContact = 1.8
)

// fragment is a row of pieces of which the energies of turns are measured.
type fragment struct {
	row    []*piece
	l      *layout
	g      *graph
	field  forcefield.Model
	length []float64 // of the junctions
	at     int       // the piece whose turns are wanted
	bonds  []turningBond
	group  []int // of each atom: how many turns lie before it
}

// turningBond is a turn of a fragment, from the atom before to that behind.
type turningBond struct{ piece, rotor, from, to int }

// newFragment lays out a row.
func (k *kit) newFragment(row []*piece, at int) *fragment {
	l := newLayout(row, 0)
	f := &fragment{row: row, l: l, g: l.graph(true), at: at, length: make([]float64, len(row))}
	f.field, _ = newModel(f.g.p, 0, nil)
	f.group = make([]int, len(f.g.owner))
	for m, c := range row {
		if m > 0 {
			f.length[m] = 1.5
			if j := k.joined(row[m-1], c); j != nil && j.length > 0 {
				f.length[m] = j.length
			}
			f.bonds = append(f.bonds, turningBond{m, none, l.atom(m-1, row[m-1].tail.atom), l.atom(m, c.head.atom)})
		}
		for i := range c.x {
			if l.slots[m][i] != none {
				f.group[l.atom(m, i)] = len(f.bonds)
			}
		}
		for i := range c.rotors {
			r := &c.rotors[i]
			if !c.onBackbone(r) {
				continue
			}
			f.bonds = append(f.bonds, turningBond{m, i, l.atom(m, r.a), l.atom(m, r.b)})
			f.group[l.atom(m, r.b)]++
			for _, turned := range r.turns {
				if l.slots[m][turned] != none {
					f.group[l.atom(m, turned)]++
				}
			}
		}
	}
	return f
}

// measure returns the turns of the piece at the place of the fragment. The error is ctx's.
func (f *fragment) measure(ctx context.Context) (turns, error) {
	arrangements := f.arrangements()
	var out turns
	for t, b := range f.bonds {
		if b.piece != f.at {
			continue
		}
		u := turn{rotor: b.rotor, first: f.firstOrder(t, arrangements)}
		if t > 0 {
			u.second = f.secondOrder(ctx, t, arrangements)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		out = append(out, u)
	}
	return out, nil
}

// arrangements are geometries of the fragment with its turns at angle 0 and side groups
// drawn by their own energies; one, when there are none to turn.
func (f *fragment) arrangements() [][]geom.Vec3 {
	random := rng.Stream(0x7475726e, uint64(len(f.group)))
	torsion := make([]float64, len(f.row))
	var out [][]geom.Vec3
	for n := 1; len(out) < n; {
		shapes := make([][]geom.Vec3, len(f.row))
		for m, c := range f.row {
			shapes[m] = append([]geom.Vec3(nil), c.x...)
			for i := range c.rotors {
				if r := &c.rotors[i]; !c.onBackbone(r) {
					r.turn(shapes[m], r.draw(random.Float64(), 0.5, 1))
					n = sideDraws
				}
			}
		}
		out = append(out, lay(f.l, shapes, f.length, torsion))
	}
	return out
}

// meeting is a pair of atoms with the parameters of their van der Waals energy.
type meeting struct {
	i, j            int32
	distance, depth float64
}

// meetings lists the pairs of atoms three or more bonds apart whose distance is changed by
// the turns first to last and no others. An atom on the axis of a turn does not feel it.
func (f *fragment) meetings(first, last int) (list []meeting) {
	field, _ := f.field.(interface {
		Contact(i, j int) (distance, depth float64)
	})
	if field == nil {
		return nil
	}
	adjacency := f.g.p.Mol.Neighbors()
	near := make([]int, len(f.group))
	for i := range f.group {
		from := f.group[i]
		if from < len(f.bonds) && f.bonds[from].from == i {
			from++
		}
		if from != first {
			continue
		}
		for _, b := range adjacency.Of(i) {
			near[b.Atom] = i + 1
			for _, c := range adjacency.Of(b.Atom) {
				near[c.Atom] = i + 1
			}
		}
		for j := range f.group {
			to := f.group[j] - 1
			if to >= 0 && f.bonds[to].to == j {
				to--
			}
			if to != last || f.group[i] >= f.group[j] || near[j] == i+1 {
				continue
			}
			m := meeting{i: int32(i), j: int32(j)}
			m.distance, m.depth = field.Contact(i, j)
			list = append(list, m)
		}
	}
	return list
}

// energy is the buffered 14-7 energy of MMFF94 (Halgren 1996) at a squared distance.
func (m *meeting) energy(d2 float64) float64 {
	if d2 > noContact*noContact*m.distance*m.distance {
		return 0
	}
	u := math.Sqrt(d2) / m.distance
	a := 1.07 / (u + 0.07)
	u2, a2 := u*u, a*a
	return m.depth * (a2 * a2) * (a2 * a) * (1.12/(u2*u2*u2*u+0.12) - 2)
}

// spin is a rotation about an axis.
type spin struct {
	m      geom.Mat3
	center geom.Vec3
}

func (s *spin) apply(v geom.Vec3) geom.Vec3 { return s.m.MulVec(v.Sub(s.center)).Add(s.center) }

// spins are the rotations about turn t to all angles, backward with the sign −1.
func (f *fragment) spins(t int, x []geom.Vec3, sign float64) (out [bins]spin) {
	from, to := x[f.bonds[t].from], x[f.bonds[t].to]
	for k := range out {
		q := geom.AxisAngle(to.Sub(from), sign*float64(k)*(2*math.Pi/bins))
		out[k] = spin{q.Matrix(), to}
	}
	return out
}

// firstOrder is the energy of turn t by itself: its torsion term, and the pairs that it alone
// moves.
func (f *fragment) firstOrder(t int, arrangements [][]geom.Vec3) (energy [bins]float64) {
	if f.field == nil {
		return energy
	}
	meetings := f.meetings(t, t)
	for _, x := range arrangements {
		for k, s := range f.spins(t, x, 1) {
			e := 0.0
			for i := range meetings {
				m := &meetings[i]
				e += m.energy(s.apply(x[m.j]).Sub(x[m.i]).Norm2())
			}
			energy[k] += geom.Exp(-e / thermal)
		}
	}
	settled(energy[:], len(arrangements))
	x := arrangements[0]
	y, at := make([]geom.Vec3, len(x)), make([]float64, 3*len(x))
	low := math.Inf(1)
	for k, s := range f.spins(t, x, 1) {
		for i := range x {
			if y[i] = x[i]; f.group[i] > t {
				y[i] = s.apply(x[i])
			}
		}
		for _, term := range f.field.Terms(flat(at, y)) {
			if strings.HasPrefix(term.Name, "torsion") {
				energy[k] += term.Energy
			}
		}
		low = min(low, energy[k])
	}
	for k := range energy {
		energy[k] -= low
	}
	return energy
}

// settled turns sums of n Boltzmann factors each into free energies above the least, of which
// relaxation has taken its part.
func settled(sums []float64, n int) {
	low := math.Inf(1)
	for k, s := range sums {
		sums[k] = -thermal * geom.Log(max(s/float64(n), 1e-300))
		low = min(low, sums[k])
	}
	for k := range sums {
		e := sums[k] - low
		sums[k] = e / (1 + e/givesWay)
	}
}

// secondOrder is the energy that turn t and the one before have together, beyond those of
// each by itself; nil when they move no pair together. It is unfinished when ctx has ended.
func (f *fragment) secondOrder(ctx context.Context, t int, arrangements [][]geom.Vec3) *[bins][bins]float64 {
	meetings := f.meetings(t-1, t)
	if len(meetings) == 0 {
		return nil
	}
	sums := make([]float64, bins*bins)
	e := make([]float64, bins*bins)
	// Each atom at all angles: those before as seen from between the turns.
	before, behind := make([][bins]geom.Vec3, len(f.group)), make([][bins]geom.Vec3, len(f.group))
	for _, x := range arrangements {
		if ctx.Err() != nil {
			return nil
		}
		back, forth := f.spins(t-1, x, -1), f.spins(t, x, 1)
		for i := range meetings {
			m := &meetings[i]
			for k := range bins {
				before[m.i][k], behind[m.j][k] = back[k].apply(x[m.i]), forth[k].apply(x[m.j])
			}
		}
		clear(e)
		for i := range meetings {
			m := &meetings[i]
			a, b := &before[m.i], &behind[m.j]
			for k := range bins {
				for l := range bins {
					e[k*bins+l] += m.energy(b[l].Sub(a[k]).Norm2())
				}
			}
		}
		for k := range e {
			sums[k] += geom.Exp(-e[k] / thermal)
		}
	}
	settled(sums, len(arrangements))
	out := new([bins][bins]float64)
	for k := range out {
		copy(out[k][:], sums[k*bins:])
	}
	return out
}
