package crystal

import (
	"math"
	"strings"
)

// Shape is a cell that a prototype comes in.
type Shape uint8

// The cells. Prototypes whose conventional cell is primitive have one; the others
// say which they have in Prototype.Shapes.
const (
	Conventional Shape = iota
	Primitive          // as ASE writes it: (0, a/2, a/2), … for face-centered lattices
	Orthorhombic       // right angles with the fewest atoms
)

func (s Shape) String() string {
	return [...]string{"conventional", "primitive", "orthorhombic"}[min(s, Orthorhombic)]
}

// Prototype is a structure type.
type Prototype struct {
	Name     string   // "rocksalt"
	Title    string   // "Rock salt (NaCl)"
	Slots    []string // names of the elements: "A", "B", "X"
	Group    int      // space group with different elements in the slots
	Ratio    float64  // default of c/a; 0: cubic
	U        float64  // default of the free coordinate; 0: there is none
	Height   float64  // default of c in Å where it is no period of a crystal
	Shapes   []Shape
	Examples []Example

	cells   func(*Prototype, [3]float64) [3]unit // a, c and u to the cells of Shapes
	lattice byte                                 // of cubic ones: P, F or I
	choice  string                               // of the setting, where sites make the cell
	basis   []site                               // in the coordinates of the conventional cell
}

// Example is a crystal of a prototype, with lattice constants in Å.
type Example struct {
	Formula  string
	Elements []string
	A, C, U  float64 // 0: the default
}

// unit is a cell with its sites in fractional coordinates.
type unit struct {
	vectors [9]float64
	sites   []site
}

type site struct {
	slot uint8
	at   [3]float64
}

// Prototypes returns the structure types, the simple ones first. The slice is shared:
// do not change it.
func Prototypes() []Prototype { return prototypes }

// ByName returns a prototype by its name in any letter case.
func ByName(name string) (*Prototype, bool) {
	for i := range prototypes {
		if strings.EqualFold(prototypes[i].Name, name) {
			return &prototypes[i], true
		}
	}
	return nil, false
}

// The table is data, without a call: it stays out of programs that never ask for it. Lattice
// constants of the examples are those of common textbooks (Kittel; Wyckoff,
// Crystal Structures, 1963), as other builders offer them. The free coordinates: rutile,
// anatase and corundum from Wyckoff, spinel MgAl2O4 from Yamanaka and Takéuchi, Z.
// Kristallogr. 1983, 165, 65.
var prototypes = []Prototype{
	{Name: "sc", Title: "Simple cubic", Slots: []string{"A"}, Group: 221, Shapes: []Shape{Conventional}, cells: cubic, lattice: 'P', basis: []site{{0, [3]float64{}}},
		Examples: []Example{{"Po", []string{"Po"}, 3.359, 0, 0}}},
	{Name: "fcc", Title: "Face-centered cubic", Slots: []string{"A"}, Group: 225, Shapes: []Shape{Conventional, Primitive, Orthorhombic}, cells: cubic, lattice: 'F', basis: []site{{0, [3]float64{}}},
		Examples: []Example{{"Cu", []string{"Cu"}, 3.61, 0, 0}, {"Al", []string{"Al"}, 4.05, 0, 0}, {"Au", []string{"Au"}, 4.08, 0, 0}, {"Pt", []string{"Pt"}, 3.92, 0, 0}}},
	{Name: "bcc", Title: "Body-centered cubic", Slots: []string{"A"}, Group: 229, Shapes: []Shape{Conventional, Primitive, Orthorhombic}, cells: cubic, lattice: 'I', basis: []site{{0, [3]float64{}}},
		Examples: []Example{{"Fe", []string{"Fe"}, 2.87, 0, 0}, {"W", []string{"W"}, 3.16, 0, 0}}},
	{Name: "hcp", Title: "Hexagonal close-packed", Slots: []string{"A"}, Group: 194, Ratio: closePacked, Shapes: []Shape{Conventional, Orthorhombic}, cells: hcp,
		Examples: []Example{{"Mg", []string{"Mg"}, 3.21, 3.21 * 1.624, 0}, {"Ti", []string{"Ti"}, 2.95, 2.95 * 1.588, 0}}},
	{Name: "diamond", Title: "Diamond", Slots: []string{"A"}, Group: 227, Shapes: []Shape{Conventional, Primitive, Orthorhombic}, cells: cubic, lattice: 'F', basis: []site{{0, [3]float64{}}, {0, [3]float64{0.25, 0.25, 0.25}}},
		Examples: []Example{{"Si", []string{"Si"}, 5.43, 0, 0}, {"C", []string{"C"}, 3.57, 0, 0}}},
	{Name: "zincblende", Title: "Zinc blende (ZnS)", Slots: []string{"A", "B"}, Group: 216, Shapes: []Shape{Conventional, Primitive, Orthorhombic}, cells: cubic, lattice: 'F', basis: []site{{0, [3]float64{}}, {1, [3]float64{0.25, 0.25, 0.25}}},
		Examples: []Example{{"GaAs", []string{"Ga", "As"}, 5.65, 0, 0}}},
	{Name: "rocksalt", Title: "Rock salt (NaCl)", Slots: []string{"A", "B"}, Group: 225, Shapes: []Shape{Conventional, Primitive, Orthorhombic}, cells: cubic, lattice: 'F', basis: []site{{0, [3]float64{}}, {1, [3]float64{0.5, 0, 0}}},
		Examples: []Example{{"NaCl", []string{"Na", "Cl"}, 5.64, 0, 0}, {"MgO", []string{"Mg", "O"}, 4.21, 0, 0}}},
	{Name: "cesiumchloride", Title: "Cesium chloride (CsCl)", Slots: []string{"A", "B"}, Group: 221, Shapes: []Shape{Conventional}, cells: cubic, lattice: 'P', basis: []site{{0, [3]float64{}}, {1, [3]float64{0.5, 0.5, 0.5}}},
		Examples: []Example{{"CsCl", []string{"Cs", "Cl"}, 4.12, 0, 0}}},
	{Name: "fluorite", Title: "Fluorite (CaF₂)", Slots: []string{"A", "X"}, Group: 225, Shapes: []Shape{Conventional, Primitive}, cells: cubic, lattice: 'F', basis: []site{{0, [3]float64{}}, {1, [3]float64{0.25, 0.25, 0.25}}, {1, [3]float64{0.75, 0.75, 0.75}}},
		Examples: []Example{{"CaF2", []string{"Ca", "F"}, 5.46, 0, 0}}},
	{Name: "wurtzite", Title: "Wurtzite (ZnO)", Slots: []string{"A", "B"}, Group: 186, Ratio: closePacked, U: 0.375, Shapes: []Shape{Conventional}, cells: wurtzite,
		Examples: []Example{{"ZnO", []string{"Zn", "O"}, 3.25, 5.21, 0}}},
	{Name: "perovskite", Title: "Perovskite (SrTiO₃)", Slots: []string{"A", "B", "X"}, Group: 221, Shapes: []Shape{Conventional},
		cells: cubic, lattice: 'P', basis: []site{{0, [3]float64{}}, {1, [3]float64{0.5, 0.5, 0.5}}, {2, [3]float64{0.5, 0.5, 0}}, {2, [3]float64{0.5, 0, 0.5}}, {2, [3]float64{0, 0.5, 0.5}}},
		Examples: []Example{{"SrTiO3", []string{"Sr", "Ti", "O"}, 3.905, 0, 0}}},
	{Name: "graphite", Title: "Graphite", Slots: []string{"A"}, Group: 194, Ratio: 6.708 / 2.461, Shapes: []Shape{Conventional},
		cells: hexagonal, basis: []site{{0, [3]float64{0, 0, 0.25}}, {0, [3]float64{0, 0, 0.75}}, {0, [3]float64{third, 2 * third, 0.25}}, {0, [3]float64{2 * third, third, 0.75}}},
		Examples: []Example{{"C", []string{"C"}, 2.461, 6.708, 0}}},
	{Name: "graphene", Title: "Graphene sheet", Slots: []string{"A"}, Group: 191, Height: 20, Shapes: []Shape{Conventional},
		cells: hexagonal, basis: []site{{0, [3]float64{0, 0, 0.5}}, {0, [3]float64{2 * third, third, 0.5}}},
		Examples: []Example{{"C", []string{"C"}, 2.46, 20, 0}}},
	{Name: "h-bn", Title: "Boron nitride sheet", Slots: []string{"A", "B"}, Group: 187, Height: 20, Shapes: []Shape{Conventional},
		cells: hexagonal, basis: []site{{0, [3]float64{0, 0, 0.5}}, {1, [3]float64{2 * third, third, 0.5}}},
		Examples: []Example{{"BN", []string{"B", "N"}, 2.504, 20, 0}}},
	{Name: "rutile", Title: "Rutile (TiO₂)", Slots: []string{"A", "X"}, Group: 136, Ratio: 2.9587 / 4.5937, U: 0.3053, Shapes: []Shape{Conventional},
		cells: grouped, basis: []site{{0, [3]float64{}}, {1, [3]float64{free, free, 0}}},
		Examples: []Example{{"TiO2", []string{"Ti", "O"}, 4.5937, 2.9587, 0.3053}}},
	{Name: "anatase", Title: "Anatase (TiO₂)", Slots: []string{"A", "X"}, Group: 141, Ratio: 9.5143 / 3.7845, U: 0.2081, Shapes: []Shape{Conventional},
		cells: grouped, choice: "1", basis: []site{{0, [3]float64{}}, {1, [3]float64{0, 0, free}}},
		Examples: []Example{{"TiO2", []string{"Ti", "O"}, 3.7845, 9.5143, 0.2081}}},
	{Name: "spinel", Title: "Spinel (MgAl₂O₄)", Slots: []string{"A", "B", "X"}, Group: 227, U: 0.2624, Shapes: []Shape{Conventional},
		cells: grouped, choice: "2", basis: []site{{0, [3]float64{0.125, 0.125, 0.125}}, {1, [3]float64{0.5, 0.5, 0.5}}, {2, [3]float64{free, free, free}}},
		Examples: []Example{{"MgAl2O4", []string{"Mg", "Al", "O"}, 8.083, 0, 0.2624}}},
	{Name: "corundum", Title: "Corundum (Al₂O₃)", Slots: []string{"A", "X"}, Group: 167, Ratio: 12.991 / 4.7589, U: 0.3522, Shapes: []Shape{Conventional},
		cells: grouped, choice: "H", basis: []site{{0, [3]float64{0, 0, free}}, {1, [3]float64{0.3063, 0, 0.25}}},
		Examples: []Example{{"Al2O3", []string{"Al", "O"}, 4.7589, 12.991, 0.3522}}},
}

const (
	closePacked = 1.6329931618554521 // √(8/3), of touching spheres
	third       = 1.0 / 3
)

// free marks a coordinate that is u. No fixed coordinate has this value.
const free = -9

var (
	half = [3]float64{0.5, 0.5, 0.5}
)

// cubic returns the cells of a cubic lattice with a basis of sites in the coordinates
// of the conventional cell: that cell with the basis at each lattice point, the primitive
// one, and one with right angles whose a and b lie along the diagonals of the face.
func cubic(t *Prototype, p [3]float64) (units [3]unit) {
	lattice, basis := t.lattice, t.basis
	a := p[0]
	units[0].vectors = [9]float64{a, 0, 0, 0, a, 0, 0, 0, a}
	points := [][3]float64{{}}
	primitive := units[0].vectors
	h := a / 2
	switch lattice {
	case 'F':
		points = [][3]float64{{}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}}
		primitive = [9]float64{0, h, h, h, 0, h, h, h, 0}
	case 'I':
		points = [][3]float64{{}, half}
		primitive = [9]float64{-h, h, h, h, -h, h, h, h, -h}
	}
	for _, point := range points {
		for _, b := range basis {
			units[0].sites = append(units[0].sites, site{b.slot, [3]float64{one(point[0] + b.at[0]), one(point[1] + b.at[1]), one(point[2] + b.at[2])}})
		}
	}
	units[1].vectors = primitive
	units[2] = units[0]
	if lattice == 'F' {
		d := a / math.Sqrt2
		units[2] = unit{vectors: [9]float64{d, 0, 0, 0, d, 0, 0, 0, a}}
	}
	for _, b := range basis {
		x, y, z := b.at[0], b.at[1], b.at[2]
		switch lattice {
		case 'F':
			units[1].sites = append(units[1].sites, site{b.slot, [3]float64{y + z - x, x + z - y, x + y - z}})
		case 'I':
			units[1].sites = append(units[1].sites, site{b.slot, [3]float64{y + z, x + z, x + y}})
		}
	}
	for _, point := range [][3]float64{{}, half} {
		if lattice != 'F' {
			break
		}
		for _, b := range basis {
			// x' = x + y and y' = y − x for vectors (a − b)/2 and (a + b)/2.
			at := [3]float64{b.at[0] + b.at[1], b.at[1] - b.at[0], b.at[2]}
			units[2].sites = append(units[2].sites, site{b.slot, [3]float64{one(point[0] + at[0]), one(point[1] + at[1]), one(point[2] + at[2])}})
		}
	}
	if lattice == 'P' {
		units[1] = units[0]
	}
	return units
}

// one brings a coordinate into [0, 1).
func one(x float64) float64 { return x - math.Floor(x) }

func hexagonalVectors(a, c float64) [9]float64 {
	return [9]float64{a, 0, 0, -a / 2, a * math.Sqrt(3) / 2, 0, 0, 0, c}
}

func hexagonal(t *Prototype, p [3]float64) (units [3]unit) {
	units[0] = unit{hexagonalVectors(p[0], p[1]), t.basis}
	return units
}

func hcp(_ *Prototype, p [3]float64) (units [3]unit) {
	a, c := p[0], p[1]
	units[0] = unit{hexagonalVectors(a, c), []site{{0, [3]float64{}}, {0, [3]float64{third, 2 * third, 0.5}}}}
	units[2] = unit{[9]float64{a, 0, 0, 0, a * math.Sqrt(3), 0, 0, 0, c}, []site{
		{0, [3]float64{}}, {0, [3]float64{0.5, 0.5, 0}}, {0, [3]float64{0.5, third / 2, 0.5}}, {0, [3]float64{0, 2 * third, 0.5}},
	}}
	return units
}

// wurtzite has the anion u·c away from the cation along c, here below it, so that the
// cell reads as ASE writes it.
func wurtzite(_ *Prototype, p [3]float64) (units [3]unit) {
	u := p[2]
	units[0] = unit{hexagonalVectors(p[0], p[1]), []site{
		{0, [3]float64{}}, {1, [3]float64{third, 2 * third, one(0.5 - u)}},
		{0, [3]float64{third, 2 * third, 0.5}}, {1, [3]float64{0, 0, one(1 - u)}},
	}}
	return units
}
