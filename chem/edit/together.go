package edit

import (
	"context"
	"errors"
	"fmt"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/conformer"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// Settings of a relaxation of molecules that feel each other. It ends a little below
// what programs for dynamics ask for by default, a largest force (GROMACS) or a root mean
// square (OpenMM) of 10 kJ/mol/nm, 0.24 kcal/mol/Å: the bottom of one of very many
// shallow minima is worth nothing more.
const (
	togetherAtoms      = 20_000 // that move or are felt
	togetherCutoff     = 10     // Å
	togetherGradient   = 0.2    // largest component, kcal/mol/Å
	togetherIterations = 2000
	openAtoms          = 999 // without a cell, more than these are felt up to the cut-off only
)

// relaxTogether is CleanUp of molecules that feel each other: the chosen atoms move, all
// others within the cut-off are felt.
func relaxTogether(ctx context.Context, s *structure.Structure, o CleanUpOptions) (*CleanUpResult, error) {
	t, err := newAssembly(s, o.Atoms)
	if err != nil {
		return nil, err
	}
	result := &CleanUpResult{}
	if t.movable == 0 {
		return result, nil
	}
	m := t.graph()
	guessed := guessCharges(m)
	i, err := incomplete(m)
	if err == nil && i >= 0 {
		return nil, invalid("%s lacks hydrogens; molecules that are relaxed together need every hydrogen as an atom: add them first", t.called(i))
	}
	if err != nil {
		return nil, t.named(err)
	}
	p, _, err := hydrogen.FromMol(m)
	if err != nil {
		return nil, t.named(err)
	}
	if len(p.Mol.Atoms) != len(m.Atoms) {
		return nil, invalid("hydrogens are missing; molecules that are relaxed together need every hydrogen as an atom: add them first")
	}
	x := make([]float64, 0, 3*len(t.atoms))
	for _, a := range t.atoms {
		x = append(x, s.Positions[3*a:3*a+3]...)
	}
	cutoff := 0.0
	if t.cell == nil && len(t.atoms) > openAtoms || t.cell != nil {
		cutoff = togetherCutoff
	}
	r, force, note, err := conformer.RelaxTogether(ctx, p, x, conformer.OptimizeOptions{
		Iterations: togetherIterations, Gradient: togetherGradient, Fixed: t.fixed, Cell: t.cell, Cutoff: cutoff, Progress: o.Progress,
	})
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, t.named(err)
	}
	t.report(result, r, force)
	if guessed {
		result.Guessed = result.Molecules
	}
	if note != "" {
		result.Notes = append(result.Notes, note)
	}
	if !r.Converged {
		result.Notes = append(result.Notes, fmt.Sprintf("The largest force is still %.2g kcal/mol/Å after %d iterations; run it once more.", r.MaxGradient, r.Iterations))
	}
	return result, nil
}

// assembly are the atoms of a structure that move and those that these feel.
type assembly struct {
	s       *structure.Structure
	cell    *cell.Cell
	atoms   []int32 // ascending
	fixed   []bool  // an entry for each of atoms
	movable int
	of      []int32 // molecule of each atom of s
}

// newAssembly takes the chosen atoms (nil: all) and every molecule within the cut-off.
func newAssembly(s *structure.Structure, chosen []int) (*assembly, error) {
	t := &assembly{s: s}
	if s.Cell != nil {
		c, err := cell.NewEitherHand(*s.Cell)
		if err != nil {
			return nil, invalid("the cell cannot be used: %v", err)
		}
		t.cell = &c
	}
	moves := make([]bool, s.Len())
	for _, a := range chosen {
		if a < 0 || a >= len(moves) {
			return nil, invalid("atom %d is not in the structure, which has %d atoms", a, len(moves))
		}
		moves[a] = true
	}
	of, molecules := s.Components()
	t.of = of
	felt := make([]bool, molecules)
	for i := range moves {
		moves[i] = moves[i] || chosen == nil
		felt[of[i]] = felt[of[i]] || moves[i]
	}
	if chosen != nil {
		if err := t.feel(moves, felt); err != nil {
			return nil, err
		}
	}
	for i := range moves {
		if !felt[of[i]] {
			continue
		}
		t.atoms = append(t.atoms, int32(i))
		t.fixed = append(t.fixed, !moves[i])
		if moves[i] {
			t.movable++
		}
	}
	if len(t.atoms) > togetherAtoms {
		return nil, &contract.Error{Code: contract.TooManyAtoms, Message: fmt.Sprintf(
			"%d atoms would move or be felt; at most %d can be relaxed together: select fewer", len(t.atoms), togetherAtoms)}
	}
	return t, nil
}

// feel marks the molecules within the cut-off of an atom that moves.
func (t *assembly) feel(moves, felt []bool) error {
	g, err := grid.New(t.cell, t.s.Positions, togetherCutoff)
	if err != nil {
		return invalid("%v", err)
	}
	for i, moving := range moves {
		if moving {
			g.Near(geom.At(t.s.Positions, i), func(j int, _ geom.Vec3, _ float64) bool {
				felt[t.of[j]] = true
				return true
			})
		}
	}
	return nil
}

// graph returns the atoms with the bonds among them.
func (t *assembly) graph() *mol.Mol {
	m := &mol.Mol{Atoms: make([]mol.Atom, 0, len(t.atoms))}
	index := make([]int, t.s.Len())
	for i := range index {
		index[i] = -1
	}
	for k, a := range t.atoms {
		index[a] = k
		atom := mol.Atom{Element: t.s.Elements[a], Pos: geom.At(t.s.Positions, int(a))}
		if t.s.FormalCharges != nil {
			atom.Charge = int8(max(-127, min(127, t.s.FormalCharges[a])))
		}
		m.Atoms = append(m.Atoms, atom)
	}
	for k, b := range t.s.Bonds {
		if index[b[0]] < 0 {
			continue
		}
		order := mol.Single
		if t.s.BondOrders != nil {
			order = mol.Order(t.s.BondOrders[k])
		}
		m.Bonds = append(m.Bonds, mol.Bond{A: index[b[0]], B: index[b[1]], Order: order})
	}
	return m
}

// called names an atom of the assembly as the page shows it.
func (t *assembly) called(i int) string {
	a := int(t.atoms[i])
	return elem.Symbol(t.s.Elements[a]) + " " + numbered(a)
}

// named makes the error of a molecule that cannot be relaxed, with the first atom that
// is at fault.
func (t *assembly) named(err error) error {
	if known := (*contract.Error)(nil); errors.As(err, &known) {
		return err
	}
	text := err.Error()
	if at := faulty(err); len(at) > 0 && at[0] < len(t.atoms) {
		text = t.called(at[0]) + ": " + text
		if len(t.atoms) < t.s.Len() {
			text += " (atoms counted among the " + count(len(t.atoms), "atom") + " that are felt)"
		}
	}
	return invalid("the molecules cannot be relaxed together: %s", text)
}

// report notes where the atoms that move are and how it went.
func (t *assembly) report(result *CleanUpResult, r *conformer.Relaxation, force conformer.Force) {
	last := int32(-1)
	moved := map[int32]bool{}
	for k, a := range t.atoms {
		if t.fixed[k] {
			result.Held++
			continue
		}
		result.Atoms = append(result.Atoms, int(a))
		result.Positions = append(result.Positions, r.X[3*k:3*k+3]...)
		if of := t.of[a]; of != last && !moved[of] {
			moved[of] = true
			result.Molecules++
			last = of
		}
	}
	result.Before, result.After = r.Start, r.Energy
	if r.Converged {
		result.Converged = result.Molecules
	}
	if force == conformer.UFF {
		result.UFF = result.Molecules
	}
}
