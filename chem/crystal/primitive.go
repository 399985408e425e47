package crystal

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// lattice is a crystal by its primitive cell: the Niggli cell of all translations that map
// the structure onto itself.
type lattice struct {
	cell     cell.Cell
	vectors  [9]float64 // of the cell in the vectors of the source: rows
	elements []uint8
	at       []cell.Fractional // mean of the atoms that the translations make one
	of       []int32           // atom of the primitive cell of each atom of the source
	first    []int32           // atom of the source that each atom of the primitive cell was
	count    int               // translations in the cell of the source
}

// findLattice finds the translations of s, whose cell is c, within a tolerance in Å, looking at no
// more than left places.
func findLattice(ctx context.Context, s *structure.Structure, c *cell.Cell, tolerance float64, left *int) (*lattice, error) {
	n := s.Len()
	at := make([]cell.Fractional, n)
	for i := range at {
		at[i] = c.Fractional(geom.At(s.Positions, i))
	}
	moves, err := translations(ctx, s.Elements, at, c, tolerance, left)
	if err != nil {
		return nil, err
	}
	count := len(moves)
	out := &lattice{count: count}
	// The lattice of the translations, as whole numbers of 1/count.
	rows := [][3]int{{count, 0, 0}, {0, count, 0}, {0, 0, count}}
	rows = append(rows, moves...)
	basis := span(rows)
	scale := 1 / float64(count)
	v := c.Vectors()
	primitive, err := cell.NewEitherHand(scaled(multiply(&basis, &v), scale))
	if err != nil {
		return nil, err
	}
	reduced, m := primitive.Niggli()
	out.cell = reduced
	basis = times(&m, &basis)
	for i, x := range basis {
		out.vectors[i] = float64(x) * scale
	}
	return out, out.fold(s, c, tolerance)
}

func scaled(v [9]float64, by float64) [9]float64 {
	for i := range v {
		v[i] *= by
	}
	return v
}

// times returns the product a·b.
func times(a, b *[9]int) (m [9]int) {
	for i := range 3 {
		for j := range 3 {
			m[3*i+j] = a[3*i]*b[j] + a[3*i+1]*b[3+j] + a[3*i+2]*b[6+j]
		}
	}
	return m
}

// span returns the upper triangular basis of the lattice that rows span; the first three
// span a volume.
func span(rows [][3]int) (m [9]int) {
	for k := range 3 {
		copy(m[3*k:], rows[k][:])
	}
	m = triangular(m)
	for _, row := range rows[3:] {
		// Each column of the new row is cleared against the diagonal by Euclid's algorithm.
		for c := range 3 {
			for row[c] != 0 {
				q := floorDiv(m[4*c], row[c])
				for x := range 3 {
					m[3*c+x], row[x] = row[x], m[3*c+x]-q*row[x]
				}
			}
		}
		m = triangular(m)
	}
	return m
}

// translations returns the vectors of the cell that map the atoms onto atoms of their
// element, in units of the cell vectors over their number, the zero one first. errNotClosed
// says that those within the tolerance are no lattice.
func translations(ctx context.Context, elements []uint8, at []cell.Fractional, c *cell.Cell, tolerance float64, left *int) ([][3]int, error) {
	find := newSites(c, elements, at, tolerance)
	find.left = left
	rare := rarest(elements)
	var found []cell.Fractional
	first := -1
	var group *translationGroup
	for i, z := range elements {
		if z != rare {
			continue
		}
		if first < 0 {
			first = i
			group = newTranslationGroup(first, len(at))
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t := from(at[first], at[i])
		if group.known[i] || find.mapped(&unturned, t, group.to) {
			found = append(found, t)
			group.add(find, at, i)
		} else if *left < 0 {
			return nil, errTooSlow
		}
	}
	// A group of that many translations has multiples of 1/number.
	n := float64(len(found))
	h := c.Heights()
	var moves [][3]int
	seen := map[[3]int]bool{}
	for _, t := range found {
		x := [3]float64{t.A, t.B, t.C}
		var move [3]int
		for k := range 3 {
			r := math.Round(x[k] * n)
			if math.Abs(x[k]*n-r)*h[k]/n > 2*tolerance {
				return nil, errNotClosed
			}
			move[k] = int(r) - floorDiv(int(r), len(found))*len(found)
		}
		if seen[move] {
			return nil, errNotClosed
		}
		seen[move] = true
		moves = append(moves, move)
	}
	basis := span(append([][3]int{{len(found), 0, 0}, {0, len(found), 0}, {0, 0, len(found)}}, moves...))
	if determinant(&basis)*len(found) != len(found)*len(found)*len(found) {
		return nil, errNotClosed // sums of translations that were not found
	}
	return moves, nil
}

// rarest returns the element with the fewest atoms, of several the lightest.
func rarest(elements []uint8) uint8 {
	var counts [256]int
	for _, z := range elements {
		counts[z]++
	}
	best := -1
	for z, n := range counts {
		if n > 0 && (best < 0 || n < counts[best]) {
			best = z
		}
	}
	return uint8(max(best, 0))
}

// fold makes one of the atoms that differ by a translation: at their mean.
func (l *lattice) fold(s *structure.Structure, c *cell.Cell, tolerance float64) error {
	n := s.Len()
	at := make([]cell.Fractional, n)
	for i := range at {
		at[i] = l.cell.Fractional(geom.At(s.Positions, i))
	}
	// Two steps of the tolerance may lie between atoms that both lie one from the first.
	find := newSites(&l.cell, s.Elements, at, 3*tolerance)
	l.of = make([]int32, n)
	for i := range l.of {
		l.of[i] = -1
	}
	for i := range n {
		if l.of[i] >= 0 {
			continue
		}
		home, sum, members := find.at[i], cell.Fractional{}, 0
		for _, k := range find.all(home, s.Elements[i]) {
			if l.of[k] >= 0 || l.count == 1 && int(k) != i {
				continue
			}
			d := nearestStep(home, find.at[k])
			if v := l.cell.Cartesian(d); v.Norm() <= 3*tolerance {
				l.of[k] = int32(len(l.at))
				sum.A, sum.B, sum.C = sum.A+d.A, sum.B+d.B, sum.C+d.C
				members++
			}
		}
		if members != l.count {
			return errNotClosed
		}
		m := float64(members)
		l.first = append(l.first, int32(i))
		l.at = append(l.at, cell.Fractional{A: at[i].A + sum.A/m, B: at[i].B + sum.B/m, C: at[i].C + sum.C/m})
		l.elements = append(l.elements, s.Elements[i])
	}
	return nil
}
