package edit

import (
	"slices"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// adjust makes the ops of AdjustHydrogens for marked atoms; of those that are trimmed
// (nil: none) only what is too many goes.
func (d *Document) adjust(chosen, trimmed []bool, named bool) ([]Op, HydrogenReport, error) {
	s := &d.current
	c := counter{s: s, missing: make([]int, s.Len()), chosen: d.withParents(chosen), named: named, adjusts: true, shown: d.shown}
	c.count()
	for i, only := range trimmed {
		if only {
			c.missing[i] = 0
		}
	}
	report := c.report()
	var gone []Ref
	var left []leaving
	if len(c.surplus) > 0 {
		gone, left = d.leave(&c)
	}
	var ops []Op
	if report.Removed = len(gone); len(gone) > 0 {
		ops = append(ops, &DeleteAtoms{Atoms: gone, hydrogens: true})
	}
	report.Atoms += len(left)
	turn, around := d.turned(left)
	if report.Hydrogens == 0 && len(turn) == 0 {
		return ops, report, nil
	}
	parents := make([]Ref, 0, report.Hydrogens)
	for i, n := range c.missing {
		for range n {
			parents = append(parents, d.refs[i])
		}
	}
	// The new ones go where there is room once the others are gone.
	away := ops
	if len(turn) > 0 {
		away = append(slices.Clone(ops), &DeleteAtoms{Atoms: turn})
	}
	err := d.meanwhile(away, func() error {
		moved, positions, err := d.places(around, parents)
		if err != nil {
			return err
		}
		if len(turn) > 0 {
			ops = append(ops, &ReplacePositions{Atoms: turn, Positions: moved, hydrogens: true})
		}
		if len(parents) > 0 {
			ops = append(ops, &AddAtoms{
				Name: "H", Elements: slices.Repeat([]uint8{1}, len(parents)), Positions: positions, Parents: parents, hydrogens: true,
			})
		}
		return nil
	})
	return ops, report, err
}

// places returns where the hydrogens go that are placed anew and those that are added, by
// the atoms that hold them, both in the order of these.
func (d *Document) places(around, parents []Ref) (moved, added []float64, err error) {
	again, err := d.rows(around)
	if err != nil {
		return nil, nil, err
	}
	first, err := d.rows(parents)
	if err != nil {
		return nil, nil, err
	}
	missing, turns := make([]int, d.current.Len()), make([]int, d.current.Len())
	for _, row := range again {
		missing[row]++
		turns[row]++
	}
	for _, row := range first {
		missing[row]++
	}
	positions := hydrogenPositions(&d.current, missing)
	for row, n := range missing {
		moved = append(moved, positions[:3*turns[row]]...)
		added = append(added, positions[3*turns[row]:3*n]...)
		positions = positions[3*n:]
	}
	return moved, added, nil
}

// leaving is an atom that loses some of its hydrogens.
type leaving struct {
	row   int
	stays []int // its hydrogens that stay, ascending
}

// leave chooses the hydrogens that go, as many of each atom as it has too many: those
// most in the way of its other neighbors, of equals the last.
func (d *Document) leave(c *counter) (gone []Ref, left []leaving) {
	s := &d.current
	bonds := linksOf(s)
	image := minImage(s)
	surplus := map[int32]int{}
	for _, h := range c.surplus {
		surplus[h.parent]++
	}
	for _, h := range c.surplus {
		n := surplus[h.parent]
		if n == 0 || !c.chosen[h.parent] {
			continue
		}
		surplus[h.parent] = 0
		parent := int(h.parent)
		toward := func(i int) geom.Vec3 {
			return image(geom.At(s.Positions, i).Sub(geom.At(s.Positions, parent))).Unit()
		}
		stays := slices.DeleteFunc(bonds.hydrogens(parent), func(i int) bool { return s.FormalCharges != nil && s.FormalCharges[i] != 0 })
		slices.Sort(stays)
		for range min(n, len(stays)) {
			worst, closest := 0, -2.0
			for k, i := range stays {
				near := -1.0
				for _, b := range bonds.of(parent) {
					if other := bonds.across(b, parent); s.Elements[other] != 1 {
						near = max(near, toward(i).Dot(toward(other)))
					}
				}
				if near >= closest-1e-3 {
					worst, closest = k, max(near, closest)
				}
			}
			gone = append(gone, d.refs[stays[worst]])
			stays = slices.Delete(stays, worst, worst+1)
		}
		left = append(left, leaving{parent, stays})
	}
	sorting.By(left, func(a, b leaving) int { return a.row - b.row })
	return gone, left
}

// turned returns the hydrogens that stay at atoms which multiple bonds have made flat or
// straight, with the atom of each: they are placed anew.
func (d *Document) turned(left []leaving) (hydrogens, around []Ref) {
	if len(left) == 0 {
		return nil, nil
	}
	bonds := linksOf(&d.current)
	for _, l := range left {
		multiple := false
		for _, k := range bonds.of(l.row) {
			multiple = multiple || d.current.BondOrders != nil && d.current.BondOrders[k] > 1
		}
		for _, h := range l.stays {
			if multiple {
				hydrogens, around = append(hydrogens, d.refs[h]), append(around, d.refs[l.row])
			}
		}
	}
	return hydrogens, around
}
