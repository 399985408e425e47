package cml

import (
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/formats/format"
)

// coordinates are the names of the coordinates by their kind.
var coordinates = [3][3]string{{"x3", "y3", "z3"}, {"xFract", "yFract", "zFract"}, {"x2", "y2", ""}}

// atoms fills the structure and returns the atoms by their ids.
func (r *reader) atoms() (map[string]int, error) {
	f, s := r.file, r.file.Structure
	var c cell.Cell
	if s.Cell != nil {
		found, err := cell.NewEitherHand(*s.Cell)
		if err != nil {
			return nil, r.errorf("the crystal: %s", err)
		}
		c = found
	}
	ids := map[string]int{}
	var kinds [4]int // of coordinates; the last: none
	var hydrogens, spins int
	implied := make([]int, len(r.m.atoms))
	for i, entry := range r.m.atoms {
		if id := get(entry, "id"); id != "" {
			if _, taken := ids[id]; taken {
				return nil, r.errorf("two atoms have the id %s", format.Shown(id))
			}
			ids[id] = i
		}
		f.AddElement(format.Text([]byte(get(entry, "elementType"))))
		kind := 3
		var x [3]float64
		for k := range coordinates {
			if get(entry, coordinates[k][0]) != "" {
				kind = k
				break
			}
		}
		kinds[kind]++
		for axis := range 3 {
			if kind == 3 || coordinates[kind][axis] == "" {
				break
			}
			text := get(entry, coordinates[kind][axis])
			value, ok := format.Number([]byte(strings.TrimSpace(text)))
			if !ok {
				return nil, r.errorf("atom %d: expected the coordinate %s, found %s", i+1, coordinates[kind][axis], format.Excerpt([]byte(text)))
			}
			x[axis] = value
		}
		if kind == 1 {
			if s.Cell == nil {
				return nil, r.errorf("atom %d has fractional coordinates; the molecule has no crystal", i+1)
			}
			p := c.Cartesian(cell.Fractional{A: x[0], B: x[1], C: x[2]})
			x = [3]float64{p.X, p.Y, p.Z}
		}
		s.Positions = append(s.Positions, x[:]...)
		numbers := [3]int{}
		for k, names := range [3][2]string{{"formalCharge", "formalCharge"}, {"isotope", "isotopeNumber"}, {"hydrogenCount", "hydrogenCount"}} {
			text := strings.TrimSpace(get(entry, names[0], names[1]))
			if text == "" {
				continue
			}
			n, ok := format.Integer([]byte(strings.TrimPrefix(text, "+")))
			if !ok || n < -1000 || n > 1000 {
				return nil, r.errorf("atom %d: expected a number for %s, found %s", i+1, names[0], format.Excerpt([]byte(text)))
			}
			numbers[k] = int(n)
		}
		if numbers[0] != 0 && s.FormalCharges == nil {
			s.FormalCharges = make([]int32, len(r.m.atoms))
		}
		if numbers[0] != 0 {
			s.FormalCharges[i] = int32(numbers[0])
		}
		if numbers[1] > 0 && (len(f.Isotopes) == 0 || f.Isotopes[len(f.Isotopes)-1].Atom != i) {
			f.Isotopes = append(f.Isotopes, format.Isotope{Atom: i, Mass: numbers[1]})
		}
		implied[i] = numbers[2]
		if spin := get(entry, "spinMultiplicity"); spin != "" && spin != "1" {
			spins++
		}
		s.AtomNames = append(s.AtomNames, format.Text([]byte(get(entry, "title"))))
	}
	if !slices.ContainsFunc(s.AtomNames, func(name string) bool { return name != "" }) {
		s.AtomNames = nil
	}
	r.explain(kinds)
	for i := range implied {
		hydrogens += max(0, implied[i]-r.explicit(ids, i))
	}
	if hydrogens > 0 {
		f.Warn("%s%snot among the atoms and not added", format.Count(hydrogens, "implied hydrogen"), format.Are(hydrogens))
	}
	if spins > 0 {
		f.Warn("%s%snot kept", format.Count(spins, "spin multiplicity mark"), format.Are(spins))
	}
	return ids, nil
}

// explain says what the coordinates are.
func (r *reader) explain(kinds [4]int) {
	f := r.file
	names := [4]string{"3D", "fractional", "2D", "none"}
	most := 0
	for k := range kinds {
		if kinds[k] > kinds[most] {
			most = k
		}
	}
	f.Details = append(f.Details, format.Detail{Name: "coordinates", Value: names[most]})
	if kinds[2] > 0 {
		f.Warn("the coordinates are a 2D drawing, not a 3D geometry")
	}
	if kinds[3] > 0 {
		f.Warn("%s%swithout coordinates and placed at the origin", format.Count(kinds[3], "atom"), format.Are(kinds[3]))
	}
}

// explicit counts the hydrogens bonded to atom i that are atoms. Molecules with implied
// hydrogens are few and small, or have none that are atoms.
func (r *reader) explicit(ids map[string]int, i int) int {
	if r.neighbors == nil {
		r.neighbors = make([]int, len(r.m.atoms))
		for _, entry := range r.m.bonds {
			refs := strings.Fields(get(entry, "atomRefs2", "atomRefs"))
			if len(refs) != 2 {
				continue
			}
			a, okA := ids[refs[0]]
			b, okB := ids[refs[1]]
			if okA && okB {
				if r.file.Structure.Elements[b] == 1 {
					r.neighbors[a]++
				}
				if r.file.Structure.Elements[a] == 1 {
					r.neighbors[b]++
				}
			}
		}
	}
	return r.neighbors[i]
}

// bonds fills the bonds.
func (r *reader) bonds(ids map[string]int) error {
	f, s := r.file, r.file.Structure
	behind := r.pos // errors name the line of the bond
	var orders []uint8
	multiple, odd := false, 0
	for k, entry := range r.m.bonds {
		r.pos = r.m.bondPlace[k]
		refs := strings.Fields(get(entry, "atomRefs2", "atomRefs"))
		if len(refs) != 2 {
			return r.errorf("bond %d: expected two atoms, found %s", k+1, format.Excerpt([]byte(get(entry, "atomRefs2", "atomRefs"))))
		}
		var ends [2]uint32
		for e, ref := range refs {
			atom, ok := ids[ref]
			if !ok {
				return r.errorf("bond %d joins atom %s, which the molecule does not hold", k+1, format.Shown(ref))
			}
			ends[e] = uint32(atom)
		}
		if ends[0] == ends[1] {
			return r.errorf("bond %d joins an atom to itself", k+1)
		}
		order, known := orderOf(strings.TrimSpace(get(entry, "order")))
		if !known {
			odd++
		}
		s.Bonds = append(s.Bonds, ends)
		orders = append(orders, order)
		multiple = multiple || order != 1
	}
	r.pos = behind
	if multiple {
		s.BondOrders = orders
	}
	if odd > 0 {
		f.Warn("%s of unknown order%sread as single", format.Count(odd, "bond"), format.Are(odd))
	}
	return nil
}

// orderOf reads the order of a bond; known is false for one that is none of a Structure.
func orderOf(text string) (order uint8, known bool) {
	switch text {
	case "", "1", "S", "s", "1.0":
		return 1, true
	case "2", "D", "d", "2.0":
		return 2, true
	case "3", "T", "t", "3.0":
		return 3, true
	case "A", "a", "1.5":
		return 4, true
	}
	return 1, false
}
