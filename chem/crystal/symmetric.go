package crystal

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// Symmetric is a slab with two equal surfaces.
type Symmetric struct {
	*Built
	Slab    Slab    // that Cut makes it from
	Layers  float64 // repeats between the two cuts, not always a whole number
	Formula string  // of the slab
	// Stoichiometric says whether the slab has the composition of the crystal. Where a
	// crystal has no such slab with this termination on both sides, planes are left over.
	Stoichiometric bool
}

// Symmetric cuts a slab whose surfaces an operation of the crystal brings onto each other:
// its lower surface is that of the termination Shift, and it is at least Layers thick, by as
// little as it can. The operations that turn the plane over tell where the upper cut must be.
// Crystals without any are refused. tolerance is that of the symmetry search.
func (o *Slab) Symmetric(ctx context.Context, s *structure.Structure, tolerance float64) (*Symmetric, error) {
	k, err := o.prepare(s)
	if err != nil {
		return nil, err
	}
	if o.Vacuum == 0 {
		return nil, refuse("a symmetric slab needs vacuum: without, it has no surfaces")
	}
	y, err := FindSymmetry(ctx, s, tolerance)
	if err != nil {
		return nil, err
	}
	m := y.heightMaps(k)
	thickness := math.Inf(1)
	// The cut lies anywhere between the planes that it parts: take the middle. Heights in the
	// slab are Shift higher than in the crystal.
	lowest, highest := 1.0, 0.0
	for _, h := range k.heights {
		lowest, highest = min(lowest, h), max(highest, h)
	}
	middle := (lowest + highest - 1) / 2
	below := middle - o.Shift
	for _, turn := range m.moves {
		if turn.sign > 0 {
			continue
		}
		// The upper cut is the image of the lower one, some steps higher.
		top := turn.move - below
		top += math.Ceil((below+float64(o.Layers)-top)/m.step-1e-3) * m.step
		thickness = min(thickness, top-below)
	}
	if math.IsInf(thickness, 1) {
		return nil, &refusal{ErrNotFound, "no symmetric slab: no operation of " + y.Setting.Name + " turns the plane over"}
	}
	whole := *o
	whole.Layers = int(math.Ceil(middle + thickness - 1e-3))
	if whole.Layers != o.Layers { // the lateral supercell may now be too much
		if k, err = whole.prepare(s); err != nil {
			return nil, err
		}
	}
	built, err := k.build(o.Vacuum)
	if err != nil {
		return nil, err
	}
	out := &Symmetric{Layers: thickness, Slab: whole}
	out.Slab.Top = min(middle+thickness, float64(whole.Layers)) // a rounding error above
	out.Built = k.trim(built, out.Slab.Top, o.Vacuum)
	out.Formula = out.Structure.Formula()
	was, is := s.Counts(), out.Structure.Counts()
	out.Stoichiometric = true
	for z := range was {
		out.Stoichiometric = out.Stoichiometric && was[z]*out.Structure.Len() == is[z]*s.Len()
	}
	if out.Structure.Len() == 0 {
		return nil, &refusal{ErrNotFound, "no atoms lie between the two cuts: give more layers"}
	}
	return out, nil
}

// trim removes the atoms above a height in repeats from a slab that was built, and the
// cell they needed.
func (k *cut) trim(b *Built, height, vacuum float64) *Built {
	n := len(k.heights)
	keep := make([]bool, len(b.Origin))
	low, high := math.Inf(1), math.Inf(-1)
	for i := range keep {
		layer := i / n % k.layers
		if keep[i] = float64(layer)+k.heights[i%n] < height; keep[i] {
			low, high = min(low, b.Structure.Positions[3*i+2]), max(high, b.Structure.Positions[3*i+2])
		}
	}
	out := subset(b, keep)
	if out.Structure.Len() == 0 {
		return out
	}
	cell := *b.Structure.Cell
	cell[6], cell[7], cell[8] = 0, 0, high-low+2*vacuum
	out.Structure.Cell = &cell
	lift := vacuum - low
	for i := range out.Origin {
		out.Structure.Positions[3*i+2] += lift
	}
	unturn := b.Turn.Transpose()
	out.Shift = out.Shift.Add(unturn.MulVec(geom.Vec3{Z: lift}))
	return out
}

// subset returns the atoms of b that are kept and the bonds between them.
func subset(b *Built, keep []bool) *Built {
	s := b.Structure
	var chosen []int32
	number := make([]uint32, len(keep))
	for i, yes := range keep {
		if yes {
			number[i] = uint32(len(chosen))
			chosen = append(chosen, int32(i))
		}
	}
	out := &Built{Turn: b.Turn, Shift: b.Shift, Images: b.Images, Origin: pick(b.Origin, chosen), Image: pick(b.Image, chosen)}
	t := gather(s, chosen, make([]int32, len(chosen)))
	t.Cell = s.Cell
	for i, k := range chosen {
		geom.Put(t.Positions, i, geom.At(s.Positions, int(k)))
	}
	if s.Bonds != nil {
		t.Bonds = [][2]uint32{}
	}
	for k, bond := range s.Bonds {
		if keep[bond[0]] && keep[bond[1]] {
			t.Bonds = append(t.Bonds, [2]uint32{number[bond[0]], number[bond[1]]})
			if s.BondOrders != nil {
				t.BondOrders = append(t.BondOrders, s.BondOrders[k])
			}
		}
	}
	out.Structure = t
	return out
}
