package pack

import (
	"context"
	"slices"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/ring"
	"github.com/molsmith/molsmith/chem/rng"
)

const (
	// maxRing is the largest ring, in atoms, whose piercing is looked for: a bond
	// through one of up to eight atoms is never meant, and no simulation undoes it.
	maxRing = 8
	// maxUnthreads bounds the rounds of taking molecules out of rings.
	maxUnthreads = 10
)

// topology is what the search for pierced rings needs of a shape.
type topology struct {
	rings     [][]int // atoms of each ring, in order around it
	girth     float64 // Å, largest distance of a ring atom from the ring's centroid
	neighbors [][]int // bonded atoms of each atom
	longest   float64 // Å, longest bond
}

// newTopology returns the rings and bonds of a species; an error names bonds that
// are not a graph.
func newTopology(sites []geom.Vec3, bonds [][2]int) (topology, error) {
	var t topology
	if len(bonds) == 0 {
		return t, nil
	}
	graph := &mol.Mol{Atoms: make([]mol.Atom, len(sites))}
	t.neighbors = make([][]int, len(sites))
	for _, b := range bonds {
		graph.Bonds = append(graph.Bonds, mol.Bond{A: b[0], B: b[1], Order: mol.Single})
	}
	if err := graph.Check(); err != nil {
		return t, err
	}
	for _, b := range bonds {
		t.neighbors[b[0]] = append(t.neighbors[b[0]], b[1])
		t.neighbors[b[1]] = append(t.neighbors[b[1]], b[0])
		t.longest = max(t.longest, sites[b[0]].Sub(sites[b[1]]).Norm())
	}
	for _, atoms := range ring.Find(graph).Relevant {
		if len(atoms) > maxRing {
			continue
		}
		t.rings = append(t.rings, atoms)
		var center geom.Vec3
		for _, a := range atoms {
			center = center.AddScaled(1/float64(len(atoms)), sites[a])
		}
		for _, a := range atoms {
			t.girth = max(t.girth, sites[a].Sub(center).Norm())
		}
	}
	return t, nil
}

// pierceable reports whether a bond of the given length can pass through a ring
// of t while its ends keep the tolerance from the ring's atoms. The roomiest way
// is through the centroid along the axis, with an end on either side.
func (t *topology) pierceable(bond, tolerance float64) bool {
	const bent = 0.2 // Å, for rings that are not flat
	girth := t.girth + bent
	return len(t.rings) > 0 && girth*girth+bond*bond/4 > tolerance*tolerance
}

// fixedOwner stands for the fixed atoms where a molecule is named.
const fixedOwner = -1

// piercing is a ring of one molecule with a bond of another through it; one of the
// two may belong to the fixed atoms.
type piercing struct{ ring, bond int32 }

// piercingReach returns the longest bond and how far from the middle of a ring one of
// its ends can be that goes through it; reach is 0 when no bond fits through any ring.
func (s *system) piercingReach() (longest, reach float64) {
	longest = s.around.longest
	for i := range s.shapes {
		longest = max(longest, s.shapes[i].topology.longest)
	}
	for i := range s.shapes {
		if t := &s.shapes[i].topology; t.pierceable(longest, s.tolerance) {
			reach = max(reach, t.girth+longest)
		}
	}
	if s.around.pierceable(longest, s.tolerance) {
		reach = max(reach, s.around.girth+longest)
	}
	return longest, reach
}

// piercings finds all pierced rings. At usual tolerances no bond is long enough for
// the rings of most molecules, and it returns at once.
func (s *system) piercings(ctx context.Context) ([]piercing, error) {
	longest, reach := s.piercingReach()
	if reach == 0 {
		return nil, nil
	}
	atoms := s.movable
	if s.around.neighbors != nil {
		atoms = len(s.offset)
	}
	g, err := grid.New(&s.frame, s.now[:3*atoms], reach)
	if err != nil {
		return nil, err
	}
	var found []piercing
	var corners []geom.Vec3
	for i := range s.molecules {
		m := &s.molecules[i]
		if !m.shape.topology.pierceable(longest, s.tolerance) {
			continue
		}
		if i&1023 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, atoms := range m.shape.topology.rings {
			corners = corners[:0]
			for _, a := range atoms {
				corners = append(corners, s.unwrapped(int(m.first)+a))
			}
			found = append(found, s.through(g, int32(i), corners)...)
		}
	}
	if s.around.pierceable(longest, s.tolerance) {
		for i, atoms := range s.around.rings {
			if i&1023 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			corners = append(corners[:0], s.unwrapped(s.movable+atoms[0]))
			for k := range len(atoms) - 1 {
				corners = append(corners, corners[k].Add(s.fixedStep(atoms[k], atoms[k+1])))
			}
			found = append(found, s.through(g, fixedOwner, corners)...)
		}
	}
	return found, nil
}

// pierced counts the pierced rings of positions that are given out, x y z per atom in
// the order of the result; owner is the molecule of each.
func (s *system) pierced(ctx context.Context, positions, fixed []float64, owner []int32) (int, error) {
	if _, reach := s.piercingReach(); reach == 0 {
		return 0, nil
	}
	given := &system{
		frame: s.frame, tolerance: s.tolerance, shapes: s.shapes, around: s.around, movable: s.movable, owner: owner,
		now:       slices.Concat(positions, fixed),
		offset:    make([]geom.Vec3, len(owner)),
		molecules: make([]molecule, len(s.molecules)),
	}
	for i := range s.molecules {
		given.molecules[s.molecules[i].output].shape = s.molecules[i].shape
	}
	first := int32(0)
	for i := range given.molecules {
		given.molecules[i].first = first
		first += int32(len(given.molecules[i].shape.sites))
	}
	found, err := given.piercings(ctx)
	return len(found), err
}

// through returns the molecules with a bond through a ring of molecule i, each
// once. It moves corners, the atoms of the ring, to their centroid.
func (s *system) through(g *grid.Grid, i int32, corners []geom.Vec3) []piercing {
	var center geom.Vec3
	for _, c := range corners {
		center = center.AddScaled(1/float64(len(corners)), c)
	}
	for k := range corners {
		corners[k] = corners[k].Sub(center)
	}
	var found []piercing
	check := func(d, bond geom.Vec3, owner int32) {
		p := piercing{i, owner}
		if crosses(d, bond, corners) && !slices.Contains(found, p) {
			found = append(found, p)
		}
	}
	g.Near(center, func(j int, d geom.Vec3, _ float64) bool {
		if j >= s.movable {
			for _, k := range s.around.neighborsOf(j - s.movable) {
				if i != fixedOwner {
					check(d, s.fixedStep(j-s.movable, k), fixedOwner)
				}
			}
			return true
		}
		owner := s.owner[j]
		if owner == i && s.unwrapped(j).Sub(center).Sub(d).Norm2() < 1e-6 {
			return true // an atom of the same copy
		}
		m := &s.molecules[owner]
		for _, k := range m.shape.topology.neighborsOf(j - int(m.first)) {
			check(d, s.unwrapped(int(m.first)+k).Sub(s.unwrapped(j)), owner)
		}
		return true
	})
	return found
}

// fixedStep returns the vector from one fixed atom to another that it is bonded to,
// which may stand at another face of the cell.
func (s *system) fixedStep(a, b int) geom.Vec3 {
	return s.frame.MinImage(s.unwrapped(s.movable + b).Sub(s.unwrapped(s.movable + a)))
}

func (t *topology) neighborsOf(a int) []int {
	if t.neighbors == nil {
		return nil
	}
	return t.neighbors[a]
}

// unwrapped returns the position of atom a in its whole molecule.
func (s *system) unwrapped(a int) geom.Vec3 { return geom.At(s.now, a).Sub(s.offset[a]) }

// crosses reports whether the segment from p along v passes through the polygon
// about the origin, seen as a fan of triangles (Möller and Trumbore 1997, J.
// Graph. Tools 2, 21).
func crosses(p, v geom.Vec3, corners []geom.Vec3) bool {
	for k, a := range corners {
		b := corners[(k+1)%len(corners)]
		h := v.Cross(b)
		det := a.Dot(h)
		if det == 0 {
			continue // parallel to this triangle
		}
		x := p.Dot(h) / det
		q := p.Cross(a)
		y := v.Dot(q) / det
		at := b.Dot(q) / det
		if x >= 0 && y >= 0 && x+y <= 1 && at >= 0 && at <= 1 {
			return true
		}
	}
	return false
}

// pose is where a molecule is.
type pose struct {
	center   geom.Vec3
	rotation geom.Quat
}

// unthread counts the pierced rings. When the arrangement is settled it takes
// molecules out of rings and relaxes again, until no ring is pierced or the tries
// are used up; a settled arrangement is never given up for one that is not.
func (r *run) unthread(settled bool, random *rng.Rand) (pierced int, err error) {
	s := r.system
	for round := 0; ; round++ {
		found, err := s.piercings(r.ctx)
		if err != nil || len(found) == 0 || !settled || round == maxUnthreads || r.exhausted() {
			return len(found), err
		}
		before := make([]pose, len(s.molecules))
		for i := range s.molecules {
			before[i] = pose{s.molecules[i].center, s.molecules[i].rotation}
		}
		if err := r.reinsert(smallerOf(s, found), random); err != nil {
			return 0, err
		}
		if settled, err = r.settle(random); err != nil {
			return 0, err
		}
		if !settled {
			for i := range s.molecules {
				m := &s.molecules[i]
				m.center, m.rotation, m.scale = before[i].center, before[i].rotation, 1
				s.moveTo(m)
			}
			r.hard = 0
			return len(found), nil
		}
	}
}

// smallerOf lists the molecule with fewer atoms of each piercing, each once, in
// order; the one that can move where the other is fixed.
func smallerOf(s *system, found []piercing) []int {
	var out []int
	for _, p := range found {
		i := p.bond
		if i == fixedOwner || p.ring != fixedOwner && len(s.molecules[p.ring].shape.sites) < len(s.molecules[i].shape.sites) {
			i = p.ring
		}
		out = append(out, int(i))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
