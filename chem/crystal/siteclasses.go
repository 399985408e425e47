package crystal

import (
	"context"
	"errors"
	"math"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/structure"
)

// classLooks bounds the search for the symmetry of a slab as maxLooks does: forms are filled meanwhile.
const classLooks = 1_000_000

// classes numbers the sites that operations of the slab bring onto each other; alike says
// why those are not known, so that likeness tells.
func (o *Sites) classes(ctx context.Context, s *structure.Structure, f *surface, sites []AdsorptionSite) (alike string, err error) {
	parent := make([]int, len(sites))
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	y, err := findSymmetry(ctx, s, o.Tolerance, classLooks)
	if err := ctx.Err(); err != nil {
		return "", err
	}
	switch {
	case err == nil:
	case errors.Is(err, ErrTooManyAtoms):
		alike = "the symmetry of so large a structure, or with so many defects, takes too long to find"
	case o.Tolerance == 0 && (errors.Is(err, ErrRequest) || errors.Is(err, ErrNotFound)):
		reason, _, _ := strings.Cut(err.Error(), ", less than twice the tolerance") // that nobody gave
		alike = "the symmetry is not found: " + reason
	default:
		return "", err
	}
	if err != nil {
		first := map[string]int{}
		for i := range sites {
			key := sites[i].likeness(s)
			k, known := first[key]
			if !known {
				k = i
				first[key] = i
			}
			parent[i] = k
		}
	} else {
		at := make([]cell.Fractional, len(sites))
		kinds := make([]uint8, len(sites))
		for i := range sites {
			at[i] = f.cell.Fractional(sites[i].Position)
			kinds[i] = uint8(min(len(sites[i].Atoms), 200)) // how many atoms are around
		}
		find := newSites(&f.cell, kinds, at, 0.2)
		l := &y.lattice.cell
		join := func(m *motion, i int) {
			g := rotate(&m.rotation, l.Fractional(sites[i].Position))
			g.A, g.B, g.C = g.A+m.move[0], g.B+m.move[1], g.C+m.move[2]
			// Upside down a motion brings the site to the other surface.
			if j, _ := find.find(f.cell.Fractional(l.Cartesian(g)), kinds[i]); j >= 0 && root(i) != root(j) {
				parent[max(root(i), root(j))] = min(root(i), root(j))
			}
		}
		// The motions of the primitive cell and its three translations make all operations. Sites
		// that translations make one have the same images by the others.
		for k := range 3 {
			whole := true // one of the cell's own brings every site onto itself
			for _, x := range y.lattice.vectors[3*k : 3*k+3] {
				whole = whole && x == math.Floor(x)
			}
			m := motion{rotation: unturned}
			m.move[k] = 1
			for i := 0; i < len(sites) && !whole; i++ {
				if i%1024 == 0 && ctx.Err() != nil {
					return "", ctx.Err()
				}
				join(&m, i)
			}
		}
		var apart []int
		for i := range sites {
			if root(i) == i {
				apart = append(apart, i)
			}
		}
		for k := range y.group {
			for n, i := range apart {
				if n%1024 == 0 && ctx.Err() != nil {
					return "", ctx.Err()
				}
				join(&y.group[k], i)
			}
		}
	}
	number := map[int]int{}
	for i := range sites {
		r := root(i)
		if _, known := number[r]; !known {
			number[r] = len(number)
		}
		sites[i].Class = number[r]
	}
	return alike, nil
}

// likeness tells sites apart by the elements around and the atom below.
func (x *AdsorptionSite) likeness(s *structure.Structure) string {
	below := int(math.Round(10 * x.Below)) // in steps of 0.1 Å
	key := append(make([]byte, 0, 16), x.Kind[0], byte(below), byte(below>>8), byte(below>>16))
	from := len(key)
	for _, i := range x.Atoms {
		key = append(key, s.Elements[i])
		for k := len(key) - 1; k > from && key[k-1] > key[k]; k-- {
			key[k-1], key[k] = key[k], key[k-1]
		}
	}
	return string(key)
}
