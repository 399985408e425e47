package pack

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
)

// Lengths in Å that shape the search.
const (
	// roundingMargin is what rounding two atoms to 4 decimals can take from
	// their distance (2·√3·0.5e-4), and a little more.
	roundingMargin = 2e-4
	// comfort is added to the tolerance: molecules in violation move until they
	// have this much room, so that they are clear after a finite number of steps.
	comfort = 0.03
	// slack is how far two atoms together may move before the grid is sorted
	// anew.
	slack = 0.3
	// maxStep bounds the translation, and the path of the outermost atom in the
	// rotation, of one step.
	maxStep = 0.25
	// chunkAtoms is the size of a chunk: small enough to share the work, large
	// enough that most neighbors are in the same chunk.
	chunkAtoms = 1500
)

// shape is the rigid geometry of a species.
type shape struct {
	sites  []geom.Vec3 // atoms about their centroid
	radius float64     // of the farthest atom
	gyr2   float64     // mean square distance from a rotation axis, Å²
	volume float64     // Å³ within half a tolerance of any atom
	core   float64     // radius that keeps centers apart at the start
	large  bool        // placed before the others
	embryo float64     // scale at which the molecule starts to grow; 1: it does not

	topology topology // rings and bonds
	room     room     // where its center starts
	walls    *walls   // of its slab; nil: none
}

// molecule is one rigid body. Its atoms are shape.sites, scaled, rotated and
// moved to center, which is not wrapped.
type molecule struct {
	shape    *shape
	first    int32 // its first atom
	output   int32 // its place in the result
	center   geom.Vec3
	rotation geom.Quat
	scale    float64
}

// chunk is a run of molecules that are near each other. Within a chunk every
// molecule sees where the others are now; those of other chunks it sees where
// they were when the sweep began. So chunks can be relaxed at the same time, and
// the result does not depend on who relaxes which.
type chunk struct {
	lo, hi       int // molecules
	loAtom, high int // atoms

	// Results of the chunk's part of a sweep.
	moved        []int32
	pushed       []int32 // molecules, of any chunk, that a violation pushes
	soft         []int32 // scratch of visit
	hard         int     // molecules in violation
	visited      int     // atoms
	displacement float64 // largest, of an atom from its place in the grid
}

// system is the state of a run. Molecules are in an order in which neighbors
// in space are neighbors in memory.
type system struct {
	frame     cell.Cell // the lattice, by its shortest vectors where that helps
	tolerance float64
	need      float64 // distance that counts as clear
	goal      float64 // distance that a moving molecule seeks
	workers   int

	shapes    []shape
	molecules []molecule
	chunks    []chunk
	owner     []int32  // molecule of each movable atom
	movable   int      // atoms that move; fixed ones follow
	mixed     bool     // there are large molecules and others
	around    topology // rings and bonds of the fixed atoms

	// Atoms in the frame: each is moved by whole lattice vectors (cells, offset)
	// so that it lies in the box, or has left it since the last sort.
	now    []float64
	before []float64 // at the start of the sweep
	cells  [][3]int32
	offset []geom.Vec3

	region *Region

	awake  []byte // 1: the molecule is looked at in the next sweep
	pushed []bool // it also makes room when it is only near others
	grid   *grid.Grid
	stale  float64 // largest displacement since the grid was sorted

	lastVisited int // atoms, in the last sweep
}

// newSystem lays out molecules, which have their centers and rotations, and
// atoms that never move.
func newSystem(frame cell.Cell, tolerance float64, workers int, shapes []shape, molecules []molecule, fixed []float64) (*system, error) {
	s := &system{
		frame: frame, tolerance: tolerance, workers: workers, shapes: shapes, molecules: molecules,
		need: tolerance + roundingMargin, goal: tolerance + comfort,
	}
	s.layOut()
	total := s.movable + len(fixed)/3
	s.now = make([]float64, 3*total)
	s.cells = make([][3]int32, total)
	s.offset = make([]geom.Vec3, total)
	for i := range molecules {
		s.place(&molecules[i])
	}
	copy(s.now[3*s.movable:], fixed)
	var err error
	if s.grid, err = grid.New(&frame, s.now, s.goal+slack); err != nil {
		return nil, err
	}
	s.bringHome()
	return s, nil
}

// layOut numbers the atoms and cuts the molecules into chunks.
func (s *system) layOut() {
	atoms, start, startAtom := 0, 0, 0
	for i := range s.molecules {
		m := &s.molecules[i]
		m.first = int32(atoms)
		atoms += len(m.shape.sites)
		if atoms-startAtom >= chunkAtoms || i == len(s.molecules)-1 {
			s.chunks = append(s.chunks, chunk{lo: start, hi: i + 1, loAtom: startAtom, high: atoms})
			start, startAtom = i+1, atoms
		}
	}
	s.movable = atoms
	s.owner = make([]int32, atoms)
	for i := range s.molecules {
		m := &s.molecules[i]
		for a := range m.shape.sites {
			s.owner[int(m.first)+a] = int32(i)
		}
	}
	large := 0
	for i := range s.molecules {
		if s.molecules[i].shape.large {
			large++
		}
	}
	s.mixed = large > 0 && large < len(s.molecules)
	s.awake = make([]byte, len(s.molecules))
	s.pushed = make([]bool, len(s.molecules))
}

// place computes the atoms of m.
func (s *system) place(m *molecule) {
	r := m.rotation.Matrix()
	for k := range r {
		r[k] *= m.scale
	}
	for a, site := range m.shape.sites {
		i := int(m.first) + a
		geom.Put(s.now, i, m.center.Add(r.MulVec(site)).Add(s.offset[i]))
	}
}

// sort brings the grid up to date.
func (s *system) sort() {
	s.grid.Update(s.now, s.workers)
	s.bringHome()
}

// bringHome moves each atom to its place in the box, where the grid has it.
func (s *system) bringHome() {
	for i := range s.cells {
		home, shift := s.grid.Home(i)
		if shift != [3]int32{} {
			for k := range shift {
				s.cells[i][k] += shift[k]
			}
			c := s.cells[i]
			s.offset[i] = s.frame.Shift(int(c[0]), int(c[1]), int(c[2]))
			geom.Put(s.now, i, home)
		}
	}
	if s.before == nil {
		s.before = make([]float64, len(s.now))
	}
	copy(s.before, s.now)
	s.stale = 0
}

// wakeAll makes the next sweep look at every molecule.
func (s *system) wakeAll() {
	for i := range s.awake {
		s.awake[i] = 1
	}
}

// setScale scales molecule i about its center.
func (s *system) setScale(i int, scale float64) {
	m := &s.molecules[i]
	if m.scale != scale {
		m.scale = scale
		s.moveTo(m)
		s.awake[i] = 1
	}
}

// moveTo places m between sweeps and notes how far its atoms are from the grid.
func (s *system) moveTo(m *molecule) {
	s.place(m)
	s.stale = max(s.stale, s.displacement(m))
	lo, hi := 3*int(m.first), 3*(int(m.first)+len(m.shape.sites))
	copy(s.before[lo:hi], s.now[lo:hi])
}

// displacement returns the largest distance of an atom of m from its place in
// the grid.
func (s *system) displacement(m *molecule) float64 {
	far := 0.0
	for a := range m.shape.sites {
		i := int(m.first) + a
		home, _ := s.grid.Home(i)
		far = max(far, home.Sub(geom.At(s.now, i)).Norm2())
	}
	return math.Sqrt(far)
}
