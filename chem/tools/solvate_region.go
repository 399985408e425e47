package tools

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/freevolume"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/pack"
	"github.com/molsmith/molsmith/contract"
)

// slabArguments is the part of a cell between two planes.
type slabArguments struct {
	Axis string  `json:"axis" schema:"title=Along;enum=a|b|c;default=c" doc:"The planes are parallel to the other two vectors of the cell."`
	Unit string  `json:"unit" schema:"title=Limits in;enum=fraction|angstrom;default=fraction" doc:"Fractions of the vector, or Å from the origin along the normal of the planes."`
	From float64 `json:"from" schema:"title=From;minimum=-100000;maximum=100000;default=0"`
	To   float64 `json:"to" schema:"title=To;minimum=-100000;maximum=100000;default=0.5" doc:"Above From. A slab goes around the cell's end."`
}

// sphereArguments is a ball, with all its periodic images.
type sphereArguments struct {
	Center [3]float64 `json:"center" schema:"title=Center;minimum=-10000000;maximum=10000000;default=[0,0,0];unit=angstrom"`
	Radius float64    `json:"radius" schema:"title=Radius;exclusiveMinimum=0;maximum=100;default=10;unit=angstrom"`
}

// place is the part of the cell that is filled.
type place struct {
	kind   string // cell, shell, slab, sphere
	shell  float64
	slab   slabArguments
	sphere sphereArguments
}

// reach is the widest shell around every atom that has to be sampled.
func (p *place) reach() float64 {
	if p.kind == "shell" {
		return p.shell
	}
	return 0
}

// space is the room of a document in a part of its cell.
type space struct {
	free   float64 // Å³ outside the van der Waals spheres
	volume float64 // Å³ of the part
	place  place

	// Of a part that is not the whole cell.
	samples *freevolume.Map
	part    freevolume.Region
	outside outsideOf // nil: only where molecules start
	even    bool      // they start as far from each other as they can

	known *knownVolumes // what previews have measured around the same document
}

// startsPer is the number of places that a region offers to each molecule, about.
const startsPer = 16

// bounds is the part for the packer; nil: the whole cell.
func (s *space) bounds(molecules int) *pack.Region {
	if s.samples == nil {
		return nil
	}
	return &pack.Region{Outside: s.outside, Volume: s.volume, Even: s.even, Places: s.samples.Places(s.part, 10_000+startsPer*molecules)}
}

// space measures a part of the cell.
func (h *host) space(ctx context.Context, p place) (*space, error) {
	if p.kind == "sphere" {
		// A ball much wider than the cell is thin would have very many images.
		if err := h.checkThin(1); err != nil {
			return nil, err
		}
	}
	m, err := h.sample(ctx, p.reach())
	if err != nil {
		return nil, err
	}
	if p.kind == "cell" || p.kind == "" {
		return &space{place: p, free: m.Free(), volume: h.cell.Volume()}, nil
	}
	r, outside, err := h.region(ctx, m, p)
	if err != nil {
		return nil, err
	}
	if isWhole(m, r) {
		return h.space(ctx, place{kind: "cell"})
	}
	return &space{place: p, free: m.FreeIn(r), volume: m.Volume(r), samples: m, part: r, outside: outside}, nil
}

// isWhole reports whether a region is all of the cell.
func isWhole(m *freevolume.Map, r freevolume.Region) bool {
	return m.Volume(r) == m.Volume(m.Whole())
}

// region returns a part of the cell, as samples and as a distance to its outside.
func (h *host) region(ctx context.Context, m *freevolume.Map, p place) (freevolume.Region, outsideOf, error) {
	switch p.kind {
	case "shell":
		r, err := m.Within(ctx, h.document.Positions, p.shell)
		if err != nil {
			return nil, nil, err
		}
		if isWhole(m, r) {
			return r, nil, nil // and no table of very many images
		}
		outside, err := outsideShell(h.cell, h.document.Positions, p.shell)
		return r, outside, err
	case "sphere":
		center := geom.Vec3{X: p.sphere.Center[0], Y: p.sphere.Center[1], Z: p.sphere.Center[2]}
		r, err := m.Within(ctx, p.sphere.Center[:], p.sphere.Radius)
		return r, outsideSphere(h.cell, center, p.sphere.Radius), err
	}
	axis := int(p.slab.Axis[0] - 'a')
	from, to := p.slab.From, p.slab.To
	height := h.cell.Heights()[axis]
	if p.slab.Unit == "angstrom" {
		from, to = from/height, to/height
	}
	if !(from < to) {
		return nil, nil, &atPath{"/slab/to", failure(contract.InvalidArguments, "The slab goes from %g to %g: its upper limit must be above its lower one.", p.slab.From, p.slab.To)}
	}
	return m.Slab(axis, from, to), outsideSlab(h.cell, axis, from, to), nil
}

// outsideOf returns how far a point is outside a region in Å, 0 inside, and the
// direction back.
type outsideOf func(p geom.Vec3) (depth float64, inward geom.Vec3)

func outsideSphere(c cell.Cell, center geom.Vec3, radius float64) outsideOf {
	return func(p geom.Vec3) (float64, geom.Vec3) { return beyond(c.MinImage(center.Sub(p)), radius) }
}

// beyond is the way back to within a distance of a point that lies at d.
func beyond(d geom.Vec3, distance float64) (float64, geom.Vec3) {
	if length := d.Norm(); length > distance {
		return length - distance, d.Scale(1 / length)
	}
	return 0, geom.Vec3{}
}

// strayed is how far in Å a center may leave a shell and still find back: more than a
// step of the packer, which starts inside and turns at the border.
const strayed = 2

func outsideShell(c cell.Cell, positions []float64, distance float64) (outsideOf, error) {
	if len(positions) == 0 {
		return nil, failure(contract.InvalidArguments, "The open structure has no atoms that a shell could be around: fill the cell instead.")
	}
	r := c.Reduced()
	g, err := grid.New(&r, positions, distance+strayed)
	if err != nil {
		return nil, failure(contract.BoxTooSmall, "%s.", upperFirst(err.Error()))
	}
	return func(p geom.Vec3) (float64, geom.Vec3) {
		nearest, least := geom.Vec3{}, math.Inf(1)
		g.Near(p, func(_ int, d geom.Vec3, d2 float64) bool {
			if d2 < least {
				nearest, least = d, d2
			}
			return least > distance*distance
		})
		if math.IsInf(least, 1) {
			return strayed, geom.Vec3{}
		}
		return beyond(nearest, distance)
	}, nil
}

func outsideSlab(c cell.Cell, axis int, from, to float64) outsideOf {
	height := c.Heights()[axis]
	up := c.Vector((axis + 1) % 3).Cross(c.Vector((axis + 2) % 3)).Unit()
	return func(p geom.Vec3) (float64, geom.Vec3) {
		f := c.Fractional(p)
		u := [3]float64{f.A, f.B, f.C}[axis] - from
		u -= math.Floor(u)
		over, under := u-(to-from), 1-u
		switch {
		case over <= 0:
			return 0, geom.Vec3{}
		case over < under:
			return over * height, up.Neg()
		}
		return under * height, up
	}
}
