package forcefield

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
)

// Excluded is the class of pairs that are not listed.
const Excluded = 255

// Pair is two atoms, or an atom and a periodic image, that are near each other.
// The vector from I to the image of J is x[J] − x[I] + Shift.
type Pair struct {
	I, J  int32
	Shift int32 // number of the translation, for Pairs.Shift; 0 is none
	Class uint8 // of the Special pair, 0 for others
}

// Special says that a pair differs from others: it is Excluded or has a class the
// caller gave it, as for atoms one, two or three bonds apart. In a periodic box it
// means the image of J in the given cell only; whole molecules leave Cell zero.
type Special struct {
	I, J  int32
	Cell  [3]int32 // lattice vectors between x[J] and the image meant
	Class uint8
}

// Pairs lists the pairs of atoms within a cut-off. The list reaches farther by a
// skin and is made anew when an atom has moved by half of that (Verlet, Phys. Rev.
// 1967, 159, 98), so that between two lists nothing is searched and nothing
// missed. Pairs between the cut-off and the end of the skin are in the list: the
// caller leaves them out, or has a Switch do it.
type Pairs struct {
	periodic *cell.Cell
	reach    float64 // cut-off and skin, Å
	slack    float64 // (skin/2)²
	grid     *grid.Grid
	built    []float64 // positions the list was made for
	special  []Special // sorted by I, I ≤ J
	first    []int32   // of each atom, its first special pair
	list     []Pair
	shifts   []geom.Vec3
	cells    [][3]int32 // of the shifts
	ctx      context.Context
}

// looked is the number of atoms whose neighbors are listed between two looks at the context.
const looked = 2048

// Until makes Update end with ctx's error soon after ctx has ended.
func (p *Pairs) Until(ctx context.Context) { p.ctx = ctx }

// Ended says whether the context of Until has ended, at every 65,536th pair k of a loop over
// the list; between them it is false.
func (p *Pairs) Ended(k int) bool {
	return k&(1<<16-1) == 0 && p.ctx != nil && p.ctx.Err() != nil
}

// NewPairs makes the list of n atoms, empty until Update. periodic is nil in open
// space. cutoff is positive; a skin of 1 to 2 Å suits minimization. The error names a
// special pair that is none or a length that is not positive.
func NewPairs(n int, periodic *cell.Cell, cutoff, skin float64, special []Special) (*Pairs, error) {
	if !(cutoff > 0) || math.IsInf(cutoff, 1) {
		return nil, errors.New("the cut-off must be a positive length in Å, not " + strconv.FormatFloat(cutoff, 'g', -1, 64))
	}
	if !(skin >= 0) || math.IsInf(skin, 1) {
		return nil, errors.New("the skin must be a length in Å that is not negative, not " + strconv.FormatFloat(skin, 'g', -1, 64))
	}
	p := &Pairs{periodic: periodic, reach: cutoff + skin, slack: skin * skin / 4}
	if err := p.sort(n, special); err != nil {
		return nil, err
	}
	p.shifts, p.cells = []geom.Vec3{{}}, [][3]int32{{}}
	return p, nil
}

// sort files the special pairs under their lower atom.
func (p *Pairs) sort(n int, special []Special) error {
	p.first = make([]int32, n+1)
	for k := range special {
		s := &special[k]
		if s.I < 0 || s.J < 0 || int(s.I) >= n || int(s.J) >= n || s.I == s.J && s.Cell == [3]int32{} {
			return errors.New("special pair " + strconv.Itoa(k) + " is of atoms " + strconv.Itoa(int(s.I)) + " and " +
				strconv.Itoa(int(s.J)) + ": two different ones below " + strconv.Itoa(n) + " are needed")
		}
		p.first[min(s.I, s.J)+1]++
	}
	for i := range n {
		p.first[i+1] += p.first[i]
	}
	at := append([]int32(nil), p.first...)
	p.special = make([]Special, len(special))
	for _, s := range special {
		if s.I > s.J {
			s.I, s.J, s.Cell = s.J, s.I, negative(s.Cell)
		}
		p.special[at[s.I]] = s
		at[s.I]++
	}
	return nil
}

func negative(c [3]int32) [3]int32 { return [3]int32{-c[0], -c[1], -c[2]} }

// Update makes the list right for the positions x, and says why it cannot: a
// coordinate is not finite, the box is far thinner than the cut-off, or the context of Until has
// ended.
func (p *Pairs) Update(x []float64) error {
	if len(x) != 3*(len(p.first)-1) {
		return errors.New("the neighbor list is of " + strconv.Itoa(len(p.first)-1) + " atoms, not of " + strconv.Itoa(len(x)/3))
	}
	if p.built != nil && p.holds(x) {
		return nil
	}
	for i, v := range x {
		if v-v != 0 {
			p.built = nil
			return errors.New("coordinate " + strconv.Itoa(i%3) + " of atom " + strconv.Itoa(i/3) + " is not finite")
		}
	}
	// The cells of an open grid fit the box of its first positions, so it is
	// made anew; a periodic one stays.
	if p.grid == nil || p.periodic == nil {
		g, err := grid.New(p.periodic, x, p.reach)
		if err != nil {
			return err
		}
		p.grid = g
	} else {
		p.grid.Update(x, 1)
	}
	p.list = p.list[:0]
	visit := func(i, j int, d geom.Vec3, _ float64) {
		pair := Pair{I: int32(i), J: int32(j)}
		if p.periodic != nil {
			pair.Shift = p.shift(d.Sub(geom.At(x, j).Sub(geom.At(x, i))))
		}
		for k := p.first[i]; k < p.first[i+1]; k++ {
			if s := &p.special[k]; s.J == pair.J && p.same(s, pair.Shift) {
				pair.Class = s.Class
				break
			}
		}
		if pair.Class != Excluded {
			p.list = append(p.list, pair)
		}
	}
	n := len(x) / 3
	for from := 0; from < n; from += looked {
		if p.ctx != nil && p.ctx.Err() != nil {
			p.built = nil
			return p.ctx.Err()
		}
		p.grid.PairsOf(from, min(from+looked, n), visit)
		if from == 0 {
			// The other atoms have as many; growing a long list bit by bit copies it often.
			p.list = slices.Grow(p.list, len(p.list)/looked*(n-min(looked, n)))
		}
	}
	p.built = append(p.built[:0], x...)
	return nil
}

// holds says whether no atom has moved by more than half the skin.
func (p *Pairs) holds(x []float64) bool {
	for i := 0; i < len(x); i += 3 {
		dx, dy, dz := x[i]-p.built[i], x[i+1]-p.built[i+1], x[i+2]-p.built[i+2]
		if !(dx*dx+dy*dy+dz*dz <= p.slack) {
			return false
		}
	}
	return true
}

// shift is the number of the lattice translation v.
func (p *Pairs) shift(v geom.Vec3) int32 {
	f := p.periodic.Fractional(v)
	cells := [3]int32{int32(math.Round(f.A)), int32(math.Round(f.B)), int32(math.Round(f.C))}
	for k := range p.cells {
		if p.cells[k] == cells {
			return int32(k)
		}
	}
	p.cells = append(p.cells, cells)
	p.shifts = append(p.shifts, p.periodic.Shift(int(cells[0]), int(cells[1]), int(cells[2])))
	return int32(len(p.cells) - 1)
}

// same says whether the special pair s means the image of that shift. An atom and
// its own image are one pair, seen from either.
func (p *Pairs) same(s *Special, shift int32) bool {
	cells := p.cells[shift]
	return cells == s.Cell || s.I == s.J && cells == negative(s.Cell)
}

// List returns the pairs of the last Update, in an order that depends on the
// positions alone. The slice is valid until the next one.
func (p *Pairs) List() []Pair { return p.list }

// Shift returns the translation of number k in Å.
func (p *Pairs) Shift(k int32) geom.Vec3 { return p.shifts[k] }
