package pack

import (
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/rng"
)

// holeTrials is the number of places tried for a reinserted molecule.
const holeTrials = 100

// reinsert moves molecules to holes and grows them there.
func (r *run) reinsert(list []int, random *rng.Rand) error {
	s := r.system
	s.sort()
	r.reinserted += len(list)
	stages := 0
	for _, i := range list {
		m := &s.molecules[i]
		stages = max(stages, m.shape.stages())
		m.center = s.hole(i, random)
		m.rotation = random.Rotation()
		m.scale = m.shape.embryo
		s.moveTo(m)
		s.awake[i] = 1
	}
	for stage := range stages {
		if stage > 0 {
			for _, i := range list {
				s.setScale(i, s.molecules[i].shape.scaleAt(stage))
			}
		}
		for range rescueSweeps {
			o, err := r.sweep(1, r.fraction)
			if err != nil {
				return err
			}
			if o.settled() {
				break
			}
		}
	}
	for _, i := range list {
		s.setScale(i, 1)
	}
	return nil
}

// stuck returns the molecules to reinsert: those in violation, but of each pair
// only one, the smaller, and no large one among small ones. It leaves all
// molecules in violation awake.
func (s *system) stuck() []int {
	var ch chunk
	ch.high = s.movable // all in one chunk: every molecule where it is now
	var violators []int
	partners := make(map[int][]int32)
	for i := range s.molecules {
		if s.awake[i] == 0 {
			continue
		}
		var c contacts
		ch.pushed = ch.pushed[:0]
		if s.gather(&ch, i, &c) {
			violators = append(violators, i)
			partners[i] = slices.Clone(ch.pushed)
		}
	}
	size := func(i int) int { return len(s.molecules[i].shape.sites) }
	sorting.Stable(violators, func(i, j int) int { return size(i) - size(j) })
	taken := make(map[int32]bool)
	var stuck []int
	for _, i := range violators {
		free := true
		for _, j := range partners[i] {
			s.awake[j] = 1
			s.pushed[j] = true
			free = free && !taken[j]
		}
		if free && !(s.mixed && s.molecules[i].shape.large) {
			taken[int32(i)] = true
			stuck = append(stuck, i)
		}
	}
	return stuck
}

// someplace returns a random place for molecule i.
func (s *system) someplace(i int, random *rng.Rand) geom.Vec3 {
	if s.region != nil {
		return s.region.random(random)
	}
	return s.molecules[i].shape.room.random(random)
}

// hole returns the least crowded of some random places: molecule i would be in
// the smallest sum of squared overlaps with others there, as a point.
func (s *system) hole(i int, random *rng.Rand) geom.Vec3 {
	var best geom.Vec3
	least := math.Inf(1)
	for range holeTrials {
		p := s.someplace(i, random)
		crowd := 0.0
		s.grid.Near(p, func(j int, _ geom.Vec3, d2 float64) bool {
			if j >= s.movable || int(s.owner[j]) != i {
				x := s.goal + slack - math.Sqrt(d2)
				crowd += x * x
			}
			return crowd < least
		})
		if crowd < least {
			best, least = p, crowd
		}
	}
	return best
}
