package crystal

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/structure"
)

// Limits of stacking.
const (
	MaxStrain    = 0.2
	MaxStackArea = 4000 // Å²
	maxStackWork = 30_000_000
	maxCells     = 60_000
)

// Stack looks for surface cells of two slabs that fit each other.
type Stack struct {
	Area   float64 // largest common cell in Å²; 0: 400
	Strain float64 // largest strain; 0: 0.05
}

// Match is a common cell: lateral matrices of both slabs, and what the upper one must do to
// fit the lower.
type Match struct {
	Lower, Upper [4]int  // rows in the first two vectors
	Area         float64 // Å², of the lower slab
	Angle        float64 // degrees that the upper slab is turned by, counterclockwise from above
	// Strains are the principal strains of the upper slab when it takes all, the one that is
	// larger in absolute value first; positive is stretched.
	Strains [2]float64
	Atoms   int
}

// Matches returns the common cells that no smaller one is as good as, from the smallest to
// the one with the least strain: of all supercells of both within the area (Zur and McGill, J.
// Appl. Phys. 1984, 55, 378), turned freely against each other.
func (o *Stack) Matches(ctx context.Context, lower, upper *structure.Structure) ([]Match, error) {
	area, strain := o.Area, o.Strain
	if area == 0 {
		area = 400
	}
	if strain == 0 {
		strain = 0.05
	}
	switch {
	case !(area > 0 && area <= MaxStackArea):
		return nil, refuse("the area is %g Å²: give up to %d", o.Area, MaxStackArea)
	case !(strain > 0 && strain <= MaxStrain):
		return nil, refuse("the strain is %g: give up to %g", o.Strain, MaxStrain)
	}
	a, err := newLayer(lower)
	if err != nil {
		return nil, err
	}
	b, err := newLayer(upper)
	if err != nil {
		return nil, err
	}
	most := int(area / a.area)
	if most < 1 {
		return nil, refuse("the area is %g Å²: one cell of the lower slab has %.1f", area, a.area)
	}
	below, err := a.cells(most)
	if err != nil {
		return nil, err
	}
	above, err := b.cells(int(a.area*float64(most)*(1+strain)*(1+strain)/b.area) + 1)
	if err != nil {
		return nil, err
	}
	var out []Match
	best, work := strain+1e-12, 0
	for p := 1; p <= most; p++ {
		var found Match
		have := false
		for q := 1; q < len(above); q++ {
			ratio := a.area * float64(p) / (b.area * float64(q))
			if ratio > (1+strain)*(1+strain) || ratio < (1-strain)*(1-strain) {
				continue
			}
			if work += len(below[p]) * len(above[q]); work > maxStackWork {
				return nil, &refusal{ErrTooManyAtoms, "so many cells fit that the search is too long: give a smaller area or strain"}
			}
			for i := range below[p] {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				for k := range above[q] {
					m, ok := fit(&below[p][i], &above[q][k], best)
					if !ok || have && !better(&m, &found) {
						continue
					}
					have, found = true, m
					found.Area = a.area * float64(p)
					found.Atoms = lower.Len()*p + upper.Len()*q
				}
			}
		}
		if have {
			out = append(out, found)
			if best = math.Abs(found.Strains[0]) - 1e-6; best < 1e-6 {
				break
			}
		}
	}
	if len(out) == 0 {
		return nil, &refusal{ErrNotFound, "no common cell within the area and strain: allow more of one of them"}
	}
	return out, nil
}

// better prefers less strain, then less turning.
func better(m, than *Match) bool {
	d := math.Abs(m.Strains[0]) - math.Abs(than.Strains[0])
	return d < -1e-6 || d < 1e-6 && math.Abs(m.Angle) < math.Abs(than.Angle)-1e-6
}

// fit returns the match of two cells when the strain is below a limit: of the ways to
// name the vectors of the upper one, the best.
func fit(lower, upper *layerCell, limit float64) (best Match, ok bool) {
	// Lengths change by the strain at most: that leaves few to look at closely.
	short, long := (1-limit)*(1-limit), (1+limit)*(1+limit)
	a2, b2 := length2(lower.a), length2(lower.b)
	for turn := range 4 {
		u := *upper
		if first := [2][2]float64{u.a, u.b}[turn%2]; length2(first)*short > a2 || length2(first)*long < a2 {
			continue
		}
		for range turn { // a, b → b, −a keeps the hand
			u = layerCell{[4]int{u.matrix[2], u.matrix[3], -u.matrix[0], -u.matrix[1]}, u.b, [2]float64{-u.a[0], -u.a[1]}}
		}
		for shear := -1; shear <= 1; shear++ {
			s := float64(shear)
			v := layerCell{
				[4]int{u.matrix[0], u.matrix[1], u.matrix[2] + shear*u.matrix[0], u.matrix[3] + shear*u.matrix[1]},
				u.a, [2]float64{u.b[0] + s*u.a[0], u.b[1] + s*u.a[1]},
			}
			if n := length2(v.b); n*short > b2 || n*long < b2 {
				continue
			}
			strains, angle := deformation(&v, lower)
			if math.Abs(strains[0]) >= limit {
				continue
			}
			m := Match{Lower: lower.matrix, Upper: v.matrix, Strains: strains, Angle: angle}
			if !ok || better(&m, &best) {
				best, ok = m, true
			}
		}
	}
	return best, ok
}

func length2(v [2]float64) float64 { return v[0]*v[0] + v[1]*v[1] }

// deformation returns the principal strains and the rotation that bring the vectors of one
// cell onto those of another: the polar decomposition of the map.
func deformation(from, to *layerCell) (strains [2]float64, angle float64) {
	f := gradient(from, to)
	angle = math.Atan2(f[2]-f[1], f[0]+f[3])
	c, s := math.Cos(angle), math.Sin(angle)
	// U = RᵀF
	xx, xy, yy := c*f[0]+s*f[2], c*f[1]+s*f[3], -s*f[1]+c*f[3]
	mean, half := (xx+yy)/2, math.Sqrt((xx-yy)*(xx-yy)/4+xy*xy)
	strains = [2]float64{mean + half - 1, mean - half - 1}
	if math.Abs(strains[1]) > math.Abs(strains[0]) {
		strains[0], strains[1] = strains[1], strains[0]
	}
	return strains, angle * 180 / math.Pi
}

// gradient is the matrix F with F·from = to, row-major.
func gradient(from, to *layerCell) [4]float64 {
	det := from.a[0]*from.b[1] - from.a[1]*from.b[0]
	return [4]float64{
		(to.a[0]*from.b[1] - to.b[0]*from.a[1]) / det, (to.b[0]*from.a[0] - to.a[0]*from.b[0]) / det,
		(to.a[1]*from.b[1] - to.b[1]*from.a[1]) / det, (to.b[1]*from.a[0] - to.a[1]*from.b[0]) / det,
	}
}

// Stacked is two slabs on each other.
type Stacked struct {
	Structure *structure.Structure
	Origin    []int32 // atom of the lower slab, then of the upper one
	LowerLen  int     // atoms of the lower slab; the rest are of the upper one
}

// Build puts the upper slab of a match above the lower one with a gap between their outermost
// atoms and vacuum on both sides; without vacuum the gap repeats and the stack is periodic.
// share is the part of the strain that the lower slab takes: 0 strains the upper one alone.
func (m *Match) Build(lower, upper *structure.Structure, gap, vacuum, share float64) (*Stacked, error) {
	switch {
	case !(gap > 0 && gap <= 100):
		return nil, refuse("the gap is %g Å: give up to 100", gap)
	case !(vacuum >= 0 && vacuum <= MaxVacuum):
		return nil, refuse("the vacuum is %g Å: give 0 to %d", vacuum, MaxVacuum)
	case !(share >= 0 && share <= 1):
		return nil, refuse("the lower slab takes %g of the strain: give 0 to 1", share)
	}
	a, err := newLayer(lower)
	if err != nil {
		return nil, err
	}
	b, err := newLayer(upper)
	if err != nil {
		return nil, err
	}
	from, to := a.cellOf(m.Lower), b.cellOf(m.Upper)
	// The common cell lies between the lower one and the upper one, turned back onto it.
	_, angle := deformation(&to, &from)
	c, s := math.Cos(angle*math.Pi/180), math.Sin(angle*math.Pi/180)
	turned := func(v [2]float64) [2]float64 { return [2]float64{c*v[0] - s*v[1], s*v[0] + c*v[1]} }
	ta, tb := turned(to.a), turned(to.b)
	common := from
	for k := range 2 {
		common.a[k] += share * (ta[k] - from.a[k])
		common.b[k] += share * (tb[k] - from.b[k])
	}
	// With its first vector along x.
	length := math.Sqrt(common.a[0]*common.a[0] + common.a[1]*common.a[1])
	x, y := common.a[0]/length, common.a[1]/length
	common.a, common.b = [2]float64{length, 0}, [2]float64{x*common.b[0] + y*common.b[1], x*common.b[1] - y*common.b[0]}
	low := vacuum
	if vacuum == 0 {
		low = gap / 2
	}
	first, err := a.spread(lower, m.Lower, &from, &common, low)
	if err != nil {
		return nil, err
	}
	second, err := b.spread(upper, m.Upper, &to, &common, low+a.top-a.bottom+gap)
	if err != nil {
		return nil, err
	}
	if n := float64(first.Structure.Len() + second.Structure.Len()); n > MaxAtoms {
		return nil, tooMany(n)
	}
	height := 2*low + a.top - a.bottom + gap + b.top - b.bottom
	out := &Stacked{Structure: joined(first.Structure, second.Structure), Origin: append(first.Origin, second.Origin...), LowerLen: first.Structure.Len()}
	out.Structure.Cell = &[9]float64{common.a[0], 0, 0, common.b[0], common.b[1], 0, 0, 0, height}
	return out, nil
}
