package format

import (
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
)

// Validate checks the structure. Atoms without an element are an error unless they
// are accepted.
func (f *File) Validate(unknown bool) error {
	if f.Labels == nil {
		return f.Structure.Validate()
	}
	checked := *f.Structure
	checked.Elements = make([]uint8, len(f.Structure.Elements))
	copy(checked.Elements, f.Structure.Elements)
	n, seen := 0, ""
	for i, label := range f.Labels {
		if label == "" || checked.Elements[i] != 0 {
			continue
		}
		checked.Elements[i] = 1
		if n++; n == 1 {
			seen = label
		}
	}
	if n > 0 && !unknown {
		return fmt.Errorf("the file does not state the elements of %s; the first is called %.20q", Count(n, "atom"), seen)
	}
	return checked.Validate()
}

// maxImages is the largest number of images that Expand looks at: those of MaxAtoms atoms,
// each on a special position of four operations.
const maxImages = 4 * MaxAtoms

// Expand makes the whole cell out of an asymmetric unit: every atom gets its images
// under the operations of Symmetry, wrapped into the cell. Images of an atom on a
// special position are one atom, and so are fully occupied sites of one element at one
// place; partly occupied ones stay. Bonds are left out. Without Symmetry nothing
// happens.
func (f *File) Expand() error {
	y, s := f.Symmetry, f.Structure
	if y == nil {
		return nil
	}
	f.Symmetry = nil
	if len(y.Operations) < 2 {
		return nil
	}
	c, err := cell.NewEitherHand(*s.Cell)
	if err != nil {
		return err
	}
	if n := s.Len(); n > maxImages/len(y.Operations) {
		return fmt.Errorf("%s under %s are too many to expand", Count(n, "atom site"), Count(len(y.Operations), "symmetry operation"))
	}
	sites := newSites(&c)
	var from []int32
	var positions []float64
	var images []cell.Fractional
	fused := 0
	for i := range s.Len() {
		images = symm.Orbit(y.Operations, &c, c.Fractional(geom.At(s.Positions, i)), images[:0])
		full := s.Elements[i] != 0 && (f.Occupancies == nil || f.Occupancies[i] > 0.999)
		for _, image := range images {
			if full && !sites.add(s.Elements[i], image) {
				fused++
				continue
			}
			if len(from) == MaxAtoms {
				return fmt.Errorf("the symmetry operations give more than %s atoms", Grouped(MaxAtoms))
			}
			p := c.Cartesian(image)
			from = append(from, int32(i))
			positions = append(positions, p.X, p.Y, p.Z)
		}
	}
	before := s.Len()
	f.take(from)
	f.Structure.Positions = positions
	note := Count(before, "atom") + " of the asymmetric unit" + Are(before) + "expanded to " + Count(len(from), "atom") +
		" by " + Count(len(y.Operations), "symmetry operation") + " (" + y.Source + ") and wrapped into the cell"
	f.Warnings = append(f.Warnings, note)
	if fused > 0 {
		f.Warnings = append(f.Warnings, Count(fused, "image")+Are(fused)+"left out, because an atom of the same element is there")
	}
	return nil
}

// take makes every array of the file that of the atoms in from.
func (f *File) take(from []int32) {
	s := f.Structure
	out := &structure.Structure{Cell: s.Cell, Elements: pick(s.Elements, from), Molecules: pick(s.Molecules, from), ResidueIDs: pick(s.ResidueIDs, from), FormalCharges: pick(s.FormalCharges, from)}
	out.ResidueNames, out.AtomNames, out.ChainIDs = pick(s.ResidueNames, from), pick(s.AtomNames, from), pick(s.ChainIDs, from)
	for _, channel := range s.Scalars {
		out.Scalars = append(out.Scalars, structure.Channel{Name: channel.Name, Values: pick(channel.Values, from)})
	}
	f.Structure, f.Occupancies, f.Labels = out, pick(f.Occupancies, from), pick(f.Labels, from)
	if len(f.Isotopes) == 0 {
		return
	}
	mass := map[int]int{}
	for _, isotope := range f.Isotopes {
		mass[isotope.Atom] = isotope.Mass
	}
	f.Isotopes = nil
	for i, k := range from {
		if m := mass[int(k)]; m != 0 {
			f.Isotopes = append(f.Isotopes, Isotope{Atom: i, Mass: m})
		}
	}
}

func pick[T any](list []T, from []int32) []T {
	if list == nil {
		return nil
	}
	out := make([]T, len(from))
	for i, k := range from {
		out[i] = list[k]
	}
	return out
}

// sites finds atoms of one element at one place: fractional points in bins at least
// two tolerances wide.
type sites struct {
	c       *cell.Cell
	bins    [3]int
	reach   [3]float64      // the tolerance in fractional coordinates
	heads   map[int64]int32 // bin to the last point in it, counted from 1
	next    []int32
	points  []cell.Fractional
	element []uint8
}

func newSites(c *cell.Cell) *sites {
	s := &sites{c: c, heads: map[int64]int32{}}
	for k, height := range c.Heights() {
		s.bins[k] = int(max(1, min(1e6, math.Floor(height/(2*symm.Tolerance)))))
		s.reach[k] = symm.Tolerance / height
	}
	return s
}

// add notes a point with coordinates in [0, 1) and says whether its place was free.
func (s *sites) add(element uint8, f cell.Fractional) bool {
	x := [3]float64{f.A, f.B, f.C}
	var near [3][2]int // the bins within the tolerance along each vector
	for k := range 3 {
		for side, step := range [2]float64{-s.reach[k], s.reach[k]} {
			y := x[k] + step
			y -= math.Floor(y)
			near[k][side] = min(int(y*float64(s.bins[k])), s.bins[k]-1)
		}
	}
	sides := func(k int) int {
		if near[k][0] == near[k][1] {
			return 1
		}
		return 2
	}
	for a := range sides(0) {
		for b := range sides(1) {
			for c := range sides(2) {
				for i := s.heads[s.bin(near[0][a], near[1][b], near[2][c])]; i > 0; i = s.next[i-1] {
					if s.element[i-1] == element && s.close(s.points[i-1], f) {
						return false
					}
				}
			}
		}
	}
	var home [3]int
	for k := range 3 {
		home[k] = min(int(x[k]*float64(s.bins[k])), s.bins[k]-1)
	}
	key := s.bin(home[0], home[1], home[2])
	s.points, s.element, s.next = append(s.points, f), append(s.element, element), append(s.next, s.heads[key])
	s.heads[key] = int32(len(s.points))
	return true
}

func (s *sites) bin(a, b, c int) int64 {
	return (int64(a)*int64(s.bins[1])+int64(b))*int64(s.bins[2]) + int64(c)
}

func (s *sites) close(p, q cell.Fractional) bool {
	d := cell.Fractional{A: q.A - p.A, B: q.B - p.B, C: q.C - p.C}
	d.A, d.B, d.C = d.A-math.Round(d.A), d.B-math.Round(d.B), d.C-math.Round(d.C)
	v := s.c.Cartesian(d)
	return v.Dot(v) <= symm.Tolerance*symm.Tolerance
}
