// Package conformer makes sound 3D geometries of molecules: distance geometry
// (chem/embed), of large molecules by pieces that are put together, a force field
// (MMFF94s, or UFF where MMFF94 has no parameters), a check of what came out, further
// tries where the check fails, and the components of salts side by side. Positions are in
// Å, energies in kcal/mol.
//
// The same molecule, seed and version give the same bits on every platform. All work is
// limited by counts; a context can only end it with its error.
package conformer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/embed"
	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/minimize"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/stereo"
)

// MaxAtoms is the largest molecule, hydrogens included.
const MaxAtoms = embed.MaxAtoms

// Limits of the work.
const (
	// Iterations is the limit of a minimization that is not given one.
	Iterations = 2000
	// soundTries is how often a component is embedded anew until a geometry passes every
	// check; one that only lacks comfort (see fault) is kept meanwhile.
	soundTries = 4
	// relaxWork limits the relaxation of one geometry of a component with very many
	// atoms, in pairs of atoms times iterations: 400 iterations of 999 atoms, which are
	// two seconds. Such a geometry is not converged, and there is only one more try.
	relaxWork  = 400_000_000
	largeTries = 2
	// goodTries is how many geometries of a component Generate chooses from, the one with
	// the lowest energy: half of them are a kcal/mol better than a single one. Larger
	// components than triedAtoms get one.
	goodTries  = 2
	triedAtoms = 150
)

// SizeError says that a molecule has too many atoms.
type SizeError struct{ Atoms int }

func (e *SizeError) Error() string {
	return fmt.Sprintf("the molecule has %d atoms with hydrogens; geometries are made of at most %d", e.Atoms, MaxAtoms)
}

// CheckSize returns a *SizeError when p, of which hydrogens need not be atoms, has too
// many atoms with them.
func CheckSize(p *perceive.Molecule) error {
	n := len(p.Mol.Atoms)
	for i := range p.Mol.Atoms {
		n += int(p.Mol.Atoms[i].Hydrogens)
	}
	if n > MaxAtoms {
		return &SizeError{n}
	}
	return nil
}

// Conformer is a geometry of a molecule.
type Conformer struct {
	// X are the positions of the atoms, x y z per atom, around the origin.
	X []float64
	// Energy is the sum over the components, each by itself.
	Energy float64
	// Converged says that the minimization of every component came to its end.
	Converged bool
	// Faults are properties of the geometry that are unusual, one sentence each. They
	// are there when no try was without.
	Faults []string
}

// Builder is a molecule prepared for making conformers. It holds working memory: one
// goroutine at a time may use it.
type Builder struct {
	p     *perceive.Molecule
	s     *stereo.Set
	parts []*part
	force Force
	notes []string
	// approximate are the notes on types that UFF lacks.
	approximate []string
	space       minimize.Workspace

	comparisons []*comparison // one a component; made when first needed
	haptics     *haptics      // nil: there are none
}

// New prepares the complete molecule p (every hydrogen an atom, see chem/hydrogen) with
// the configuration s (nil: none) and the force field force. It keeps p and s, which must
// not change. The error is a *SizeError, an *embed.Error or a *ForceError.
func New(p *perceive.Molecule, s *stereo.Set, force Force) (*Builder, error) {
	if err := CheckSize(p); err != nil {
		return nil, err
	}
	for i := range p.Mol.Atoms {
		if p.Mol.Atoms[i].Element == 0 {
			return nil, &embed.Error{Atoms: []int{i}, Msg: p.Mol.Label(i) + " has no element: replace it by a real atom"}
		}
	}
	if s == nil {
		s = &stereo.Set{}
	}
	b := &Builder{p: p, s: s}
	if b.haptics = findHaptics(p, force == Auto || force == UFF); b.haptics != nil {
		b.p = b.haptics.bonded
	}
	b.parts = split(b.p, s)
	b.loosen()
	if err := b.chooseForce(force); err != nil {
		return nil, err
	}
	return b, nil
}

// Mol is the complete molecule.
func (b *Builder) Mol() *mol.Mol { return b.p.Mol }

// Force is the force field that is used; "" when no component needs one or no field has
// parameters.
func (b *Builder) Force() Force { return b.force }

// Notes says what is not as usual with this molecule, one sentence each: that the force
// field is not the preferred one and why.
func (b *Builder) Notes() []string { return slices.Concat(b.notes, b.approximate) }

// Generate makes one conformer. The error is an *embed.Error that names atoms, or ctx's.
func (b *Builder) Generate(ctx context.Context, seed uint64, progress func(fraction float64, message string)) (*Conformer, error) {
	return b.make(ctx, seed, 0, goodTries, progress)
}

// Rough makes a conformer that is embedded but not relaxed, of the right size and form.
func (b *Builder) Rough(ctx context.Context, seed uint64) (*Conformer, error) {
	c := &Conformer{}
	geometries := make([][]float64, len(b.parts))
	for k, part := range b.parts {
		geometries[k] = make([]float64, 3)
		if len(part.atoms) == 1 {
			continue
		}
		if err := b.prepare(part); err != nil {
			return nil, err
		}
		x, err := part.embedder.Embed(ctx, seed, embed.Options{})
		if err != nil {
			return nil, b.rename(part, err)
		}
		geometries[k] = x
	}
	var err error
	if c.X, err = arrange(ctx, b.p, b.parts, geometries); err != nil {
		return nil, err
	}
	return c, nil
}

// prepare makes the embedder of a component.
func (b *Builder) prepare(p *part) error {
	if p.embedder != nil {
		return nil
	}
	embedder, err := embed.New(p.p, p.s)
	if err != nil {
		return b.rename(p, err)
	}
	p.embedder = embedder
	return nil
}

// make makes conformer number index of a seed, the best of some that begin there.
func (b *Builder) make(ctx context.Context, seed, index uint64, tries int, progress func(fraction float64, message string)) (*Conformer, error) {
	c := &Conformer{Converged: true}
	geometries := make([][]float64, len(b.parts))
	for k, part := range b.parts {
		if progress != nil {
			progress(float64(k)/float64(len(b.parts)), "making the geometry")
		}
		best, err := b.build(ctx, part, seed, index)
		if err != nil {
			return nil, err
		}
		if n := len(part.atoms); part.field != nil && n > 2 && n <= triedAtoms {
			for k := 1; k < tries; k++ {
				other, err := b.build(ctx, part, seed, index+uint64(k))
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				if err == nil && other.better(best) {
					best = other
				}
			}
		}
		geometries[k] = best.x
		c.Energy += best.energy
		c.Converged = c.Converged && best.converged
		if best.fault != "" {
			c.Faults = append(c.Faults, best.fault)
		}
	}
	var err error
	if c.X, err = arrange(ctx, b.p, b.parts, geometries); err != nil {
		return nil, err
	}
	if progress != nil {
		progress(1, "done")
	}
	return c, nil
}

// attempt is a geometry of one component.
type attempt struct {
	x         []float64
	energy    float64
	converged bool
	fault     string
}

// better says whether a is to be preferred to b.
func (a *attempt) better(b *attempt) bool {
	if (a.fault == "") != (b.fault == "") {
		return a.fault == ""
	}
	return a.energy < b.energy
}

// build makes a geometry of one component: the first that passes every check, or the one
// with the lowest energy among those that are right but uncomfortable.
func (b *Builder) build(ctx context.Context, part *part, seed, index uint64) (*attempt, error) {
	if len(part.atoms) == 1 {
		return &attempt{x: make([]float64, 3), converged: true}, nil
	}
	if err := b.prepare(part); err != nil {
		return nil, err
	}
	stream := rng.Stream(seed, index)
	var best *attempt
	var wrong error
	tries := soundTries
	if iterations(len(part.atoms)) < Iterations {
		tries = largeTries
	}
	for range tries {
		draw := stream.Uint64() >> 11
		x, err := b.assemble(ctx, part, draw)
		if x == nil && err == nil {
			x, err = part.embedder.Embed(ctx, draw, embed.Options{})
		}
		if err != nil && ctx.Err() == nil && best == nil {
			x, err = part.embedder.Embed(ctx, stream.Uint64()>>11, embed.Options{RandomStart: true})
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			wrong = b.rename(part, err)
			break
		}
		var embedded []float64
		frame := part.frame()
		if frame != nil {
			embedded = append(embedded, x...)
		}
		a, err := b.relax(ctx, part, x, nil)
		if err != nil {
			return nil, err
		}
		found := part.check(a.x)
		if found != nil && found.what == handedness && frame != nil {
			// The force field knows another shape of the metal: its ligands stay.
			if a, err = b.relax(ctx, part, embedded, frame); err != nil {
				return nil, err
			}
			found = part.check(a.x)
		}
		switch {
		case found == nil:
			return a, nil
		case found.wrong:
			wrong = &embed.Error{Atoms: part.whole(found.atoms), Msg: found.text(b.p, part)}
		default:
			a.fault = found.text(b.p, part)
			if best == nil || a.energy < best.energy {
				best = a
			}
		}
	}
	if best == nil {
		return nil, wrong
	}
	return best, nil
}

// frame marks the atoms of stated squares, bipyramids and octahedra, nil when there are
// none.
func (p *part) frame() []bool {
	var fixed []bool
	for _, c := range p.s.Centers {
		if c.Class < mol.SquarePlanar {
			continue
		}
		if fixed == nil {
			fixed = make([]bool, len(p.atoms))
		}
		fixed[c.Atom] = true
		for _, i := range c.Ligands {
			if i >= 0 {
				fixed[i] = true
			}
		}
	}
	return fixed
}

// relax minimizes a geometry of a component, which it changes; fixed atoms stay.
func (b *Builder) relax(ctx context.Context, part *part, x []float64, fixed []bool) (*attempt, error) {
	a := &attempt{x: x}
	if part.field == nil {
		return a, nil
	}
	settings := minimize.Options{
		MaxIterations: iterations(len(part.atoms)), Gradient: gradientLimit, Energy: energyLimit, MaxStep: maxStep,
		Workspace: &b.space, Preconditioner: part.stiff,
	}
	if fixed != nil {
		settings.Fixed, settings.Preconditioner = triple(fixed), forcefield.NewStiffness(part.p, fixed)
	}
	r, err := minimize.Run(ctx, part.field, x, settings)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil { // the start has no energy; the check finds the reason
		a.energy = math.Inf(1)
		return a, nil
	}
	a.energy, a.converged = r.Energy, r.Converged
	return a, nil
}

// iterations is the limit for a component of n atoms.
func iterations(n int) int { return min(Iterations, relaxWork/max(1, n*n)) }

// triple repeats the entry of each atom for its coordinates.
func triple(atoms []bool) []bool {
	list := make([]bool, 0, 3*len(atoms))
	for _, f := range atoms {
		list = append(list, f, f, f)
	}
	return list
}

// Settings of the minimizer.
const (
	gradientLimit = 1e-3 // its largest component at the end, kcal/mol/Å
	energyLimit   = 1e-5 // what three steps in a row gain at most at the end of a search, kcal/mol each
	finalLimit    = 1e-8 // the same when a given geometry is relaxed
	maxStep       = 0.5  // of an atom, Å
)

// rename gives the atoms of an error about a component their numbers in the molecule.
func (b *Builder) rename(p *part, err error) error {
	var fault *embed.Error
	if p.same || !errors.As(err, &fault) {
		return err
	}
	return fault.Within(b.p.Mol, p.atoms)
}

// Energy returns the terms of the energy of the whole molecule in a geometry, all its
// components together; nil without a force field.
func (b *Builder) Energy(x []float64) ([]forcefield.Term, error) {
	field, err := b.wholeField(x, OptimizeOptions{})
	if err != nil || field == nil {
		return nil, err
	}
	return field.Terms(x), nil
}

// finite says whether all numbers are.
func finite(x []float64) bool {
	for _, v := range x {
		if !(v-v == 0) {
			return false
		}
	}
	return true
}

// put copies the positions of a component into those of the molecule.
func (p *part) put(whole, x []float64) {
	for k, i := range p.atoms {
		geom.Put(whole, i, geom.At(x, k))
	}
}

// of returns the positions of a component from those of the molecule.
func (p *part) of(whole []float64) []float64 {
	x := make([]float64, 3*len(p.atoms))
	for k, i := range p.atoms {
		geom.Put(x, k, geom.At(whole, i))
	}
	return x
}
