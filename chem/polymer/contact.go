package polymer

import (
	"math"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
)

// maxRing is the largest ring, in atoms, whose piercing is looked for and kept from: as in
// chem/pack, no simulation undoes a bond through one of up to eight.
const maxRing = 8

// closeness is the part of the sum of van der Waals radii that atoms of different molecules
// hardly ever go below in liquids. At hard times that growth refuses a place; hydrogens, which
// give way later, only at soft times that.
const (
	closeness = 0.86
	hard      = 0.85
	soft      = 0.75
)

// kind is what matters of a site for its contacts.
type kind struct {
	element uint8
	polar   bool // a hydrogen at N, O, F or S
	ring    int  // above 0: the middle of a ring of that many atoms
}

// contactTable has the distances that pairs of sites keep.
type contactTable struct {
	kinds []kind
	keep  [][]float64 // Å
	least [][]float64 // Å, below which growth refuses a place
	reach float64     // the largest
}

// class returns the number of a kind.
func (t *contactTable) class(k kind) uint8 {
	for i, have := range t.kinds {
		if have == k {
			return uint8(i)
		}
	}
	// Only exotic requests have more kinds than numbers; they share the last one.
	if len(t.kinds) == 255 {
		return 254
	}
	t.kinds = append(t.kinds, k)
	row, least := make([]float64, len(t.kinds)), make([]float64, len(t.kinds))
	for i, other := range t.kinds {
		row[i] = distance(other, k)
		least[i] = hard * row[i]
		if (other.element == 1 || k.element == 1) && other.ring+k.ring == 0 {
			least[i] = soft * row[i]
		}
		t.reach = max(t.reach, row[i])
	}
	for i := range t.keep {
		t.keep[i], t.least[i] = append(t.keep[i], row[i]), append(t.least[i], least[i])
	}
	t.keep, t.least = append(t.keep, row), append(t.least, least)
	return uint8(len(t.kinds) - 1)
}

// distance is what two kinds of sites keep.
func distance(a, b kind) float64 {
	if a.ring > 0 || b.ring > 0 {
		if a.ring > 0 && b.ring > 0 {
			return 0
		}
		// A bond through a ring has an end within half its length of the ring's plane.
		const side, half = 1.40, 0.80
		girth := side / 2 / math.Sin(math.Pi/float64(max(a.ring, b.ring)))
		return (math.Sqrt(girth*girth+half*half) + 0.05) / hard
	}
	if b.polar {
		a, b = b, a
	}
	if a.polar {
		switch b.element {
		case 7, 8, 9:
			return 1.75 // a short hydrogen bond
		case 16, 17, 35, 53:
			return 2.20
		}
	}
	return closeness * (radius(a.element) + radius(b.element))
}

func radius(z uint8) float64 {
	if r := elem.VdwRadius(z); r > 0 {
		return r
	}
	return 1.7
}

// classify gives the atoms and rings of a piece their classes.
func (c *piece) classify(t *contactTable) {
	for i, a := range c.p.Mol.Atoms {
		k := kind{element: a.Element}
		if a.Element == 1 && c.adjacency.Degree(i) == 1 {
			switch c.p.Mol.Atoms[c.adjacency.Of(i)[0].Atom].Element {
			case 7, 8, 9, 16:
				k.polar = true
			}
		}
		c.class = append(c.class, t.class(k))
	}
	for _, atoms := range c.rings {
		c.hole = append(c.hole, t.class(kind{ring: len(atoms)}))
	}
}

// middle returns the center of a ring.
func middle(x []geom.Vec3, atoms []int) (center geom.Vec3) {
	for _, i := range atoms {
		center = center.AddScaled(1/float64(len(atoms)), x[i])
	}
	return center
}
