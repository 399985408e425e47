package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
)

// Bulk describes a crystal of a prototype.
type Bulk struct {
	Prototype string
	Elements  []uint8 // one for each slot of the prototype
	A         float64 // Å
	C         float64 // Å; 0: A times the ratio of the prototype
	U         float64 // free coordinate; 0: that of the prototype
	Shape     Shape
}

// MaxConstant is the largest lattice constant in Å.
const MaxConstant = 1000

// Build returns the crystal, without bonds, in the order of atoms and the orientation of
// ASE's bulk where ASE has the prototype.
func (b *Bulk) Build() (*structure.Structure, error) {
	p, ok := ByName(b.Prototype)
	if !ok {
		return nil, refuse("there is no prototype %.40q", b.Prototype)
	}
	if len(b.Elements) != len(p.Slots) {
		return nil, refuse("%s has %d elements (%s), not %d", p.Name, len(p.Slots), join(p.Slots), len(b.Elements))
	}
	for i, z := range b.Elements {
		if elem.Symbol(z) == "" {
			return nil, refuse("element %s is not known", p.Slots[i])
		}
	}
	lengths := [3]float64{b.A, b.C, b.U}
	if lengths[1] == 0 && p.Height > 0 {
		lengths[1] = p.Height
	} else if lengths[1] == 0 {
		lengths[1] = b.A * p.Ratio
	}
	if lengths[2] == 0 {
		lengths[2] = p.U
	}
	switch {
	case !(b.A > 0 && b.A <= MaxConstant):
		return nil, refuse("the lattice constant a is %g Å: it must be above 0 and at most %d Å", b.A, MaxConstant)
	case p.Ratio == 0 && p.Height == 0 && b.C != 0 && b.C != b.A:
		return nil, refuse("%s is cubic: c is a", p.Name)
	case (p.Ratio != 0 || p.Height != 0) && !(lengths[1] > 0 && lengths[1] <= MaxConstant):
		return nil, refuse("the lattice constant c is %g Å: it must be above 0 and at most %d Å", b.C, MaxConstant)
	case p.U == 0 && b.U != 0:
		return nil, refuse("%s has no free coordinate u", p.Name)
	case !(lengths[2] >= 0 && lengths[2] < 1):
		return nil, refuse("the free coordinate u is %g: it must lie between 0 and 1", b.U)
	}
	has := false
	for _, s := range p.Shapes {
		has = has || s == b.Shape
	}
	if !has {
		return nil, refuse("%s has no %s cell", p.Name, b.Shape)
	}
	u := p.cells(p, lengths)[b.Shape]
	lattice, err := cell.New(u.vectors)
	if err != nil {
		return nil, refuse("a and c: %v", err)
	}
	s := &structure.Structure{Cell: &u.vectors, Positions: make([]float64, 3*len(u.sites))}
	for i, at := range u.sites {
		s.Elements = append(s.Elements, b.Elements[at.slot])
		geom.Put(s.Positions, i, lattice.Cartesian(cell.Fractional{A: at.at[0], B: at.at[1], C: at.at[2]}))
	}
	return s, nil
}

// Name returns "<symbols>-<prototype>" ("SrTiO-perovskite").
func (b *Bulk) Name() string {
	name := ""
	for _, z := range b.Elements {
		name += elem.Symbol(z)
	}
	return name + "-" + b.Prototype
}

func join(words []string) string {
	text := ""
	for i, w := range words {
		if i > 0 {
			text += ", "
		}
		text += w
	}
	return text
}

// grouped returns the conventional cell of sites in a setting of a space group.
func grouped(p *Prototype, lengths [3]float64) (units [3]unit) {
	setting, ok := symm.WithChoice(p.Group, p.choice)
	if !ok {
		return units // not reached: a test builds every prototype
	}
	a, c := lengths[0], lengths[1]
	vectors := [9]float64{a, 0, 0, 0, a, 0, 0, 0, c}
	switch symm.System(p.Group) {
	case "cubic":
		vectors[8] = a
	case "trigonal", "hexagonal":
		vectors = hexagonalVectors(a, c)
	}
	units[0].vectors = vectors
	lattice, err := cell.New(vectors)
	if err != nil {
		return units
	}
	group := setting.Operations()
	for _, s := range p.basis {
		at := s.at
		for k := range at {
			if at[k] == free {
				at[k] = lengths[2]
			}
		}
		for _, f := range symm.Orbit(group, &lattice, cell.Fractional{A: at[0], B: at[1], C: at[2]}, nil) {
			units[0].sites = append(units[0].sites, site{s.slot, [3]float64{f.A, f.B, f.C}})
		}
	}
	return units
}

// Site is an atom of an asymmetric unit.
type Site struct {
	Element  uint8
	Name     string // atom name of its images; may be empty
	Position cell.Fractional
}

// Grouped is a crystal built from an asymmetric unit.
type Grouped struct {
	Structure      *structure.Structure
	Origin         []int32 // site of each atom
	Multiplicities []int   // images of each site in the cell
	General        int     // images of a site in general position
}

// closest is the distance in Å that different sites of a crystal keep: less is one place
// given twice.
const closest = 0.3

// FromGroup returns the crystal of sites in a setting of a space group: the images of
// the first site, then those of the next. Sites within symm.Tolerance of a special position
// are moved onto it. A lattice that contradicts the group and sites on one place are
// refused.
func FromGroup(setting *symm.Setting, c *cell.Cell, sites []Site) (*Grouped, error) {
	if len(sites) == 0 {
		return nil, refuse("the asymmetric unit has no sites")
	}
	group, err := symm.ParseHall(setting.Hall)
	if err != nil {
		return nil, refuse("%v", err)
	}
	lengths, angles := c.Parameters()
	if err := setting.Fits(lengths, angles); err != nil {
		return nil, refuse("%v", err)
	}
	if n := float64(len(sites)) * float64(len(group)); n > MaxAtoms {
		return nil, tooMany(n)
	}
	vectors := c.Vectors()
	out := &Grouped{General: len(group), Multiplicities: make([]int, len(sites))}
	s := &structure.Structure{Cell: &vectors}
	named := false
	var images []cell.Fractional
	for k, site := range sites {
		f := site.Position
		if elem.Symbol(site.Element) == "" {
			return nil, refuse("site %d has no element", k+1)
		}
		if !(math.Abs(f.A) < 1e6 && math.Abs(f.B) < 1e6 && math.Abs(f.C) < 1e6) {
			return nil, refuse("site %d: coordinates must be numbers in units of the cell vectors", k+1)
		}
		images = symm.Orbit(group, c, f, images[:0])
		out.Multiplicities[k] = len(images)
		named = named || site.Name != ""
		for _, f := range images {
			p := c.Cartesian(f)
			s.Positions = append(s.Positions, p.X, p.Y, p.Z)
			s.Elements = append(s.Elements, site.Element)
			s.AtomNames = append(s.AtomNames, site.Name)
			out.Origin = append(out.Origin, int32(k))
		}
	}
	if !named {
		s.AtomNames = nil
	}
	out.Structure = s
	if i, j, d := nearestPair(c, s.Positions, closest); i >= 0 {
		a, b := out.Origin[i], out.Origin[j]
		if a == b {
			return nil, refuse("site %d (%s) is %.2f Å from its own image: move it onto the symmetry element or away from it", a+1, elem.Symbol(sites[a].Element), d)
		}
		return nil, refuse("sites %d (%s) and %d (%s) are %.2f Å apart: two atoms on one place", a+1, elem.Symbol(sites[a].Element), b+1, elem.Symbol(sites[b].Element), d)
	}
	return out, nil
}
