package pack

import (
	"context"
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/rng"
)

// Growth of wide molecules.
const (
	growFrom     = 1.5  // Å; narrower molecules start at full size
	largeCore    = 3    // cores of the mean molecule; larger ones are packed first
	embryoRadius = 3.0  // Å; radius at which growth starts, about
	growthStep   = 0.75 // Å that the outermost atom moves out in a stage
	stageSweeps  = 4    // sweeps of a stage, at most
	stageClear   = 0.02 // fraction of molecules in violation that ends a stage
)

// The rhythm of relaxation: a first few plain sweeps, then in each cycle many
// over-relaxed ones, by a factor that differs at random, and some plain ones at
// the end. Over-relaxation is much faster where molecules are crowded, and the
// noise of it leads out of dead ends; the plain sweeps let the rest die out.
const (
	plainStart  = 6
	cycle       = 32
	overRelaxed = 24 // of a cycle
	leastOmega  = 1.5
	mostOmega   = 1.8
)

// Limits of the search. All count steps, so that every machine stops at the same
// arrangement.
const (
	maxSweeps    = 3000
	visitsPerRun = 20_000_000 // atoms looked at, at most, and
	visitsPer    = 300        // as many more for each atom
	visitsInVain = 8_000_000  // atoms looked at without a tenth fewer violations, at most,
	fewestCycles = 5          // but in no fewer cycles than this; and
	mostCycles   = 60         // in no more than this
	maxRescues   = 25         // rounds of reinsertion
	rescuable    = 0.05       // part of the molecules in violation above which none is tried
	rescueSweeps = 5          // sweeps of a growth stage in a rescue
)

// run is the course of one packing.
type run struct {
	ctx      context.Context
	progress func(fraction float64, message string)
	seed     uint64
	system   *system

	sweeps     int
	most       int // sweeps of a trial; 0: those of any run
	visits     int // atoms
	hard       int // molecules in violation at last count
	reinserted int

	fraction float64 // reported last
	work     int     // atoms visited since
}

// reportEvery is the work, in visited atoms, after which progress is reported:
// some ten milliseconds, a few times that in WebAssembly.
const reportEvery = 50_000

// report passes progress on, never a smaller fraction than before.
func (r *run) report(fraction float64, message string) {
	r.fraction = max(r.fraction, min(fraction, 1))
	r.work = 0
	if r.progress != nil {
		r.progress(r.fraction, message)
	}
}

// sweep does one sweep and reports progress when it is time.
func (r *run) sweep(omega, fraction float64) (outcome, error) {
	o, err := r.system.sweep(r.ctx, omega)
	if err != nil {
		return o, err
	}
	r.sweeps++
	r.visits += o.visited
	r.hard = o.hard
	r.work += o.visited + len(r.system.molecules)/16
	if r.work >= reportEvery {
		n := len(r.system.molecules)
		r.report(fraction, fmt.Sprintf("packing: %s of %s molecules clear", grouped(n-o.hard), grouped(n)))
	}
	return o, nil
}

// stages returns the number of growth stages that a shape needs.
func (s *shape) stages() int {
	return int(math.Ceil(s.radius * (1 - s.embryo) / growthStep))
}

// scaleAt returns the scale of a shape after a number of growth stages.
func (s *shape) scaleAt(stage int) float64 {
	if n := s.stages(); stage < n {
		return s.embryo + (1-s.embryo)*float64(stage)/float64(n)
	}
	return 1
}

// grow relaxes the embryos and grows all molecules to full size together.
func (r *run) grow() error {
	s := r.system
	stages := 0
	for i := range s.molecules {
		if m := &s.molecules[i]; m.scale < 1 {
			stages = max(stages, m.shape.stages())
		}
	}
	s.wakeAll()
	for stage := range stages {
		if stage > 0 {
			for i := range s.molecules {
				if m := &s.molecules[i]; m.scale < 1 {
					s.setScale(i, m.shape.scaleAt(stage))
				}
			}
			s.wakeAll()
		}
		for range stageSweeps {
			o, err := r.sweep(1, 0.6*float64(stage)/float64(stages))
			if err != nil {
				return err
			}
			if float64(o.hard) < stageClear*float64(len(s.molecules)) {
				break
			}
		}
	}
	for i := range s.molecules {
		s.setScale(i, 1)
	}
	s.wakeAll()
	return nil
}

// settle relaxes until no molecule is in violation; stuck ones are reinserted.
// It reports whether it got there.
func (r *run) settle(random *rng.Rand) (bool, error) {
	for rescues := 0; ; rescues++ {
		settled, err := r.relax()
		if settled || err != nil {
			return settled, err
		}
		n := len(r.system.molecules)
		if rescues == maxRescues || r.exhausted() || float64(r.hard) > max(rescuable*float64(n), 2) {
			return false, nil
		}
		if err := r.reinsert(r.system.stuck(), random); err != nil {
			return false, err
		}
	}
}

// exhausted reports whether the steps of the run are used up.
func (r *run) exhausted() bool {
	return r.sweeps >= maxSweeps || r.most > 0 && r.sweeps >= r.most || r.visits >= visitsPerRun+visitsPer*r.system.movable
}

// relax sweeps until nothing is in violation, or the number of violations stops
// going down.
func (r *run) relax() (settled bool, err error) {
	random := rng.Stream(r.seed, relaxStream)
	total := len(r.system.molecules)
	patience := min(max(visitsInVain/(cycle*r.system.movable), fewestCycles), mostCycles)
	best, since := math.MaxInt, 0 // fewest violations at the end of a cycle, cycles since
	for sweep := 1; !r.exhausted(); sweep++ {
		omega := 1.0
		if sweep > plainStart && (sweep-1)%cycle < overRelaxed {
			omega = leastOmega + (mostOmega-leastOmega)*random.Float64()
		}
		o, err := r.sweep(omega, 0.6+0.38*(1-float64(r.hard)/float64(total)))
		if err != nil || o.settled() {
			return o.settled(), err
		}
		if sweep%cycle != 0 {
			continue
		}
		since++
		if float64(o.hard) < 0.9*float64(best) {
			best, since = o.hard, 0
		}
		// Where most molecules are still in violation, there is no room.
		if since >= patience || 3*since >= patience && 2*o.hard > total {
			return false, nil
		}
	}
	return false, nil
}
