package edit

import (
	"context"
	"errors"
	"fmt"

	"github.com/molsmith/molsmith/chem/conformer"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/embed"
	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/species"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/structure"
)

// CleanUpOptions direct CleanUp. The zero value relaxes every molecule.
type CleanUpOptions struct {
	// Atoms choose the molecules that hold one of them; nil chooses all.
	Atoms []int
	// Embed makes a new conformer of each molecule with its configuration, laid over
	// the old one, in place of relaxing the one it has.
	Embed bool
	// Together lets the molecules feel each other, and their images in a cell. Then
	// Atoms are the ones that move; all others stay where they are and are felt.
	Together bool
	// Seed is that of the new conformers.
	Seed uint64
	// Progress, unless nil, hears which part of the work is done.
	Progress func(fraction float64, message string)
}

// CleanUpResult says where atoms go and how it went. Unless they are relaxed together,
// every molecule is by itself: what is around it is not felt.
type CleanUpResult struct {
	Atoms     []int     // that have new positions
	Positions []float64 // Å, three per atom of Atoms

	Molecules int // with new positions
	Converged int // of these; the others came to the limit of the minimization
	Held      int // atoms that were felt and stayed; of molecules that are relaxed together
	UFF       int // of these, those of which MMFF94 knows no atom type
	Guessed   int // of these, those with a formal charge that the structure does not have
	// Before and After are the energies of these molecules, kcal/mol.
	Before, After float64

	Incomplete int // molecules left as they were because hydrogens are missing
	Failed     int // molecules left as they were for another reason
	// Failures say why, for the first of them.
	Failures []CleanUpFailure
	// Notes say what is unusual with new conformers, for the first of them.
	Notes []string
}

// CleanUpFailure says why a molecule stayed as it was.
type CleanUpFailure struct {
	Atom   int // its first atom, or the one at fault
	Reason string
}

// mostFailures bounds the reasons that a result lists: nobody reads more.
const mostFailures = 5

// CleanUp brings the molecules of s, which must be valid and stays as it is, to sound
// geometries with MMFF94s, or UFF where MMFF94 has no parameters. Molecules of one atom
// are left out. Those that faces of the cell cut are made whole, and each atom ends
// beside the image that it was. Charges that the bonds ask for and the structure does
// not state are guessed: nitrogen and phosphorus with four bonds +1, oxygen and sulfur
// with three +1, boron with four −1. The error is ctx's, or an *contract.Error.
func CleanUp(ctx context.Context, s *structure.Structure, o CleanUpOptions) (*CleanUpResult, error) {
	if o.Together {
		return relaxTogether(ctx, s, o)
	}
	c := cleaner{s: s, o: o, builders: map[string]*conformer.Builder{}}
	if err := c.choose(); err != nil {
		return nil, err
	}
	for k, atoms := range c.atoms {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.message = fmt.Sprintf("Molecule %d of %d", k+1, len(c.atoms))
		c.progress(0, len(atoms))
		err := c.clean(ctx, atoms, c.bonds[k])
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c.judge(err, atoms)
		c.done += len(atoms)
	}
	c.progress(0, 0)
	return &c.result, nil
}

// cleaner goes through the molecules of a structure.
type cleaner struct {
	s      *structure.Structure
	o      CleanUpOptions
	result CleanUpResult

	atoms, bonds [][]int32 // of the chosen molecules
	total, done  int       // atoms
	message      string

	// builders of molecules that are alike in the order of their atoms too.
	builders map[string]*conformer.Builder
}

// maxBuilders bounds the molecules that are kept prepared.
const maxBuilders = 200

// choose lists the molecules that are to be cleaned up.
func (c *cleaner) choose() error {
	chosen := make([]bool, c.s.Len())
	for _, a := range c.o.Atoms {
		if a < 0 || a >= len(chosen) {
			return invalid("atom %d is not in the structure, which has %d atoms", a, len(chosen))
		}
		chosen[a] = true
	}
	atoms, bonds := parts(c.s)
	for k := range atoms {
		if len(atoms[k]) < 2 {
			continue
		}
		wanted := c.o.Atoms == nil
		for _, a := range atoms[k] {
			wanted = wanted || chosen[a]
		}
		if wanted {
			c.atoms, c.bonds = append(c.atoms, atoms[k]), append(c.bonds, bonds[k])
			c.total += len(atoms[k])
		}
	}
	return nil
}

func (c *cleaner) progress(fraction float64, atoms int) {
	if c.o.Progress != nil && c.total > 0 {
		c.o.Progress((float64(c.done)+fraction*float64(atoms))/float64(c.total), c.message)
	}
}

// errIncomplete says that a molecule lacks hydrogens.
var errIncomplete = errors.New("hydrogens are missing")

// judge notes why a molecule stayed as it was.
func (c *cleaner) judge(err error, atoms []int32) {
	if err == nil {
		return
	}
	if errors.Is(err, errIncomplete) {
		c.result.Incomplete++
		return
	}
	c.result.Failed++
	if len(c.result.Failures) == mostFailures {
		return
	}
	failure := CleanUpFailure{Atom: int(atoms[0]), Reason: err.Error()}
	if at := faulty(err); len(at) > 0 && at[0] < len(atoms) {
		failure.Atom = int(atoms[at[0]])
		if int(atoms[0]) != 0 || int(atoms[len(atoms)-1]) != len(atoms)-1 {
			failure.Reason += " (atoms counted within the molecule)"
		}
	}
	c.result.Failures = append(c.result.Failures, failure)
}

// faulty returns the atoms that an error names, counted within the molecule.
func faulty(err error) []int {
	var graph *perceive.Error
	var geometry *embed.Error
	var force *conformer.ForceError
	switch {
	case errors.As(err, &graph):
		return graph.Atoms
	case errors.As(err, &geometry):
		return geometry.Atoms
	case errors.As(err, &force):
		return force.Atoms
	}
	return nil
}

// clean gives one molecule new positions.
func (c *cleaner) clean(ctx context.Context, atoms, bonds []int32) error {
	if len(atoms) > conformer.MaxAtoms {
		return &conformer.SizeError{Atoms: len(atoms)}
	}
	m, key := c.graph(atoms, bonds)
	guessed := guessCharges(m)
	builder, err := c.builder(m, key)
	if err != nil {
		return err
	}
	old := make([]float64, 3*len(m.Atoms))
	for i := range m.Atoms {
		geom.Put(old, i, m.Atoms[i].Pos)
	}
	next, err := c.relax(ctx, builder, m, old)
	if err != nil {
		return err
	}
	r := &c.result
	r.Molecules++
	if guessed {
		r.Guessed++
	}
	if builder.Force() == conformer.UFF {
		r.UFF++
	}
	for i, a := range atoms {
		r.Atoms = append(r.Atoms, int(a))
		p := geom.At(c.s.Positions, int(a)).Add(geom.At(next, i).Sub(geom.At(old, i)))
		r.Positions = append(r.Positions, p.X, p.Y, p.Z)
	}
	return nil
}

// relax returns the new positions of a molecule and adds up what they cost.
func (c *cleaner) relax(ctx context.Context, builder *conformer.Builder, m *mol.Mol, old []float64) ([]float64, error) {
	r := &c.result
	progress := func(fraction float64, _ string) { c.progress(fraction, len(m.Atoms)) }
	if !c.o.Embed {
		relaxed, err := builder.Optimize(ctx, old, conformer.OptimizeOptions{Progress: progress})
		if err != nil {
			return nil, err
		}
		r.Before += relaxed.Start
		r.After += relaxed.Energy
		if relaxed.Converged {
			r.Converged++
		}
		return relaxed.X, nil
	}
	made, err := builder.Generate(ctx, c.o.Seed+uint64(c.done), progress)
	if err != nil {
		return nil, err
	}
	terms, err := builder.Energy(old)
	if err != nil {
		return nil, err
	}
	r.Before += sum(terms)
	r.After += made.Energy
	if made.Converged {
		r.Converged++
	}
	if len(r.Notes) < mostFailures {
		r.Notes = append(r.Notes, made.Faults...)
	}
	return laidOver(m, old, made.X), nil
}

func sum(terms []forcefield.Term) float64 {
	total := 0.0
	for _, t := range terms {
		total += t.Energy
	}
	return total
}

// laidOver moves the geometry next as a rigid body onto old, by the atoms that are no
// hydrogens where there are at least three of them.
func laidOver(m *mol.Mol, old, next []float64) []float64 {
	var to, from []float64
	for i := range m.Atoms {
		if m.Atoms[i].Element != 1 {
			to = append(to, old[3*i:3*i+3]...)
			from = append(from, next[3*i:3*i+3]...)
		}
	}
	if len(to) < 9 {
		to, from = old, next
	}
	motion := geom.Superpose(to, from)
	moved := make([]float64, len(next))
	for i := range m.Atoms {
		geom.Put(moved, i, motion.Apply(geom.At(next, i)))
	}
	return moved
}

// graph returns a molecule of the structure, made whole, and a text that is equal for
// molecules with the same atoms, bonds and charges in the same order.
func (c *cleaner) graph(atoms, bonds []int32) (m *mol.Mol, key string) {
	part := &structure.Structure{Cell: c.s.Cell, Positions: make([]float64, 0, 3*len(atoms))}
	text := make([]byte, 0, 2*len(atoms)+5*len(bonds))
	index := make(map[int32]uint32, len(atoms))
	all := make([]int, len(atoms))
	for i, a := range atoms {
		index[a], all[i] = uint32(i), i
		part.Elements = append(part.Elements, c.s.Elements[a])
		part.Positions = append(part.Positions, c.s.Positions[3*a:3*a+3]...)
		charge := int32(0)
		if c.s.FormalCharges != nil {
			charge = c.s.FormalCharges[a]
		}
		part.FormalCharges = append(part.FormalCharges, charge)
		text = append(text, c.s.Elements[a], byte(charge))
	}
	for _, k := range bonds {
		b := c.s.Bonds[k]
		i, j := index[int32(b[0])], index[int32(b[1])]
		part.Bonds = append(part.Bonds, [2]uint32{i, j})
		order := uint8(1)
		if c.s.BondOrders != nil {
			order = c.s.BondOrders[k]
		}
		part.BondOrders = append(part.BondOrders, order)
		text = append(text, byte(i), byte(i>>8), byte(j), byte(j>>8), order)
	}
	return species.Part(part, all), string(text)
}

// builder prepares a molecule, or finds one like it that is prepared.
func (c *cleaner) builder(m *mol.Mol, key string) (*conformer.Builder, error) {
	if builder := c.builders[key]; builder != nil {
		return builder, nil
	}
	if err := m.Check(); err != nil {
		return nil, fmt.Errorf("the bonds make no molecule: %w", err)
	}
	if i, err := incomplete(m); err != nil {
		return nil, err
	} else if i >= 0 {
		return nil, errIncomplete
	}
	if c.o.Embed {
		stereo.FromGeometry(m)
	}
	p, set, err := hydrogen.FromMol(m)
	if err != nil {
		return nil, err
	}
	if len(p.Mol.Atoms) != len(m.Atoms) {
		return nil, errIncomplete
	}
	builder, err := conformer.New(p, set, conformer.Auto)
	if err != nil {
		return nil, err
	}
	if builder.Force() == conformer.Auto {
		return nil, fmt.Errorf("neither MMFF94 nor UFF has parameters for this molecule of %s", elements(m))
	}
	// Molecules alike in atoms and bonds may differ in configuration.
	if !c.o.Embed && len(c.builders) < maxBuilders {
		c.builders[key] = builder
	}
	return builder, nil
}

// incomplete returns the first atom of m that lacks hydrogens, metals left out; −1 for
// none.
func incomplete(m *mol.Mol) (int, error) {
	missing, err := hydrogen.Missing(m)
	if err != nil {
		return -1, err
	}
	for i, n := range missing {
		if n > 0 && !perceive.Metal(m.Atoms[i].Element) {
			return i, nil
		}
	}
	return -1, nil
}

func elements(m *mol.Mol) string {
	var counts elem.Counts
	for i := range m.Atoms {
		counts[m.Atoms[i].Element]++
	}
	return counts.Formula()
}

// guessCharges gives uncharged atoms the charge that their bonds ask for, and says
// whether there was one. Bonds of aromatic order and to metals say too little.
func guessCharges(m *mol.Mol) bool {
	sum := make([]int, len(m.Atoms))
	for _, b := range m.Bonds {
		order := 100
		plain := b.Order == mol.Single || b.Order == mol.Double || b.Order == mol.Triple
		if plain && !perceive.Metal(m.Atoms[b.A].Element) && !perceive.Metal(m.Atoms[b.B].Element) {
			order = int(b.Order)
		}
		sum[b.A] += order
		sum[b.B] += order
	}
	guessed := false
	for i := range m.Atoms {
		a := &m.Atoms[i]
		charge := int8(0)
		switch z := a.Element; {
		case a.Charge != 0:
		case (z == 7 || z == 15) && sum[i] == 4, (z == 8 || z == 16) && sum[i] == 3:
			charge = 1
		case z == 5 && sum[i] == 4:
			charge = -1
		}
		if charge != 0 {
			a.Charge = charge
			guessed = true
		}
	}
	return guessed
}
