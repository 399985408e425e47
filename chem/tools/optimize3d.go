//go:build !part

package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/conformer"
	"github.com/molsmith/molsmith/chem/embed"
	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/minimize"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/contract"
)

type optimizeArguments struct {
	Molblock   string `json:"molblock" schema:"title=Mol block;minLength=1;maxLength=1000000;examples=water\n  molsmith          3D\n\n  3  2  0  0  0  0            999 V2000\n    0.0000    0.0000    0.0000 O   0  0  0  0  0  0  0  0  0  0  0  0\n    0.9500    0.0000    0.0000 H   0  0  0  0  0  0  0  0  0  0  0  0\n    0.0000    0.9500    0.0000 H   0  0  0  0  0  0  0  0  0  0  0  0\n  1  2  1  0\n  1  3  1  0\nM  END\n" doc:"The molecule with 3D coordinates, V2000 or V3000, with at most 999 atoms. Hydrogens that it lacks are added."`
	Force      string `json:"force_field" schema:"title=Force field;enum=auto|mmff94s|mmff94|uff;default=auto" doc:"auto is MMFF94s, or UFF for molecules that MMFF94 does not cover."`
	Iterations int    `json:"max_iterations" schema:"title=Iterations;minimum=1;maximum=10000;default=2000;unit=count" doc:"The minimization ends after these, converged or not."`
	Fixed      []int  `json:"fixed_atoms" schema:"title=Fixed atoms;minimum=0;maxItems=999;optional" doc:"Atoms that stay where they are, counted from 0."`

	Cell        *contract.CellArg `json:"cell" schema:"title=Cell;optional" doc:"Vectors of a right-handed periodic cell: the molecules feel their images too, and interactions end at 12 Å. Molecules that its faces cut are made whole."`
	MaxGradient float64           `json:"max_gradient" schema:"title=Gradient;minimum=0.00001;maximum=10;default=0.001" doc:"The minimization ends when no component of the gradient is larger, kcal/mol/Å. For many molecules, as a start of dynamics, 0.2 will do."`

	Restraints []restraintArguments `json:"restraints" schema:"title=Restraints;maxItems=100;optional" doc:"Distances, angles and torsions that are held near a value."`
}

type optimizeAnswer struct {
	Molblock     string       `json:"molblock" doc:"The same molecule with relaxed coordinates; hydrogens that were added stand last."`
	Atoms        int          `json:"atom_count" schema:"minimum=0"`
	Force        string       `json:"force_field" doc:"MMFF94s, MMFF94 or UFF; none when there is nothing to relax."`
	Before       float64      `json:"energy_before_kcal_mol" doc:"kcal/mol"`
	After        float64      `json:"energy_kcal_mol" doc:"kcal/mol"`
	Terms        []energyTerm `json:"terms" doc:"The parts of the energy."`
	GradientNorm float64      `json:"gradient_norm" doc:"Length of the gradient at the end, kcal/mol/Å."`
	MaxGradient  float64      `json:"max_gradient" doc:"Its largest component, kcal/mol/Å."`
	Converged    bool         `json:"converged"`
	Reason       string       `json:"reason" doc:"Why the minimization ended."`
	Iterations   int          `json:"iterations" schema:"minimum=0"`
	Moved        float64      `json:"moved_rmsd" doc:"Root mean square distance that the atoms moved, Å."`
	Warnings     []string     `json:"warnings"`
}

type energyTerm struct {
	Name   string  `json:"name"`
	Before float64 `json:"before_kcal_mol" doc:"kcal/mol"`
	After  float64 `json:"after_kcal_mol" doc:"kcal/mol"`
}

func optimize3D() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[optimizeArguments]{
		Name:  "optimize_3d",
		Title: "Optimize 3D",
		Description: "Relax a 3D geometry to the next minimum of its energy in MMFF94s, MMFF94 or UFF. The conformer and the configuration stay what they are; " +
			"the answer has the energy by terms before and after, and how far the atoms moved.",
		Explain: explainArguments,
	}, runOptimize3D))
}

func runOptimize3D(ctx context.Context, args optimizeArguments, call *contract.Call) (*optimizeAnswer, error) {
	record, err := readBlock(args.Molblock)
	if err != nil {
		return nil, err
	}
	given := len(record.Mol.Atoms)
	periodic, err := periodicBlock(args.Cell, record.Mol)
	if err != nil {
		return nil, err
	}
	if record.Mol, err = hydrogen.Complete(record.Mol); err != nil {
		return nil, failure(contract.InvalidMolecule, "%s (atoms counted from 1, as in the block).", upperFirst(err.Error()))
	}
	p, set, err := completeBlock(record)
	if err != nil {
		return nil, err
	}
	b, err := conformer.New(p, set, forceOf(args.Force))
	if err != nil {
		return nil, geometryFailure(err)
	}
	if onOneSpot(record.Mol.Atoms[:given]) {
		return nil, failure(contract.Not3D, "All atoms of the mol block are on one spot, so it has no geometry: make one with generate_3d.")
	}
	fixed := make([]bool, len(p.Mol.Atoms))
	for _, i := range args.Fixed {
		if i < 0 || i >= given {
			return nil, invalidArgument("/fixed_atoms", "maximum", given-1, "fixed_atoms names atom %d; the mol block has atoms 0 to %d", i, given-1)
		}
		fixed[i] = true
	}
	restraints, err := restraintsOf(args.Restraints, given)
	if err != nil {
		return nil, err
	}
	x := make([]float64, 3*len(p.Mol.Atoms))
	for i := range p.Mol.Atoms {
		geom.Put(x, i, record.Mol.Atoms[i].Pos)
	}
	var r *conformer.Relaxation
	err = within(ctx, maxSearchMillis, "Optimize 3D", func(ctx context.Context) (err error) {
		r, err = b.Optimize(ctx, x, conformer.OptimizeOptions{
			Iterations: args.Iterations, Gradient: args.MaxGradient, Fixed: fixed, Restraints: restraints, Cell: periodic, Progress: call.Progress,
		})
		return err
	})
	if err != nil {
		if shape := (*embed.Error)(nil); errors.As(err, &shape) || ctx.Err() != nil {
			return nil, geometryFailure(err)
		}
		if known := (*contract.Error)(nil); errors.As(err, &known) {
			return nil, err
		}
		return nil, failure(contract.InvalidMolecule, "The geometry has no finite energy: atoms may stand on top of each other.")
	}
	answer := &optimizeAnswer{
		Atoms: len(p.Mol.Atoms), Force: forceName(b.Force()), Before: rounded(r.Start, 4), After: rounded(r.Energy, 4), Terms: energyTerms(r.Before, r.After),
		GradientNorm: rounded(r.GradientNorm, 6), MaxGradient: rounded(r.MaxGradient, 6), Converged: r.Converged, Reason: r.Reason,
		Iterations: r.Iterations, Moved: rounded(r.Moved, 4), Warnings: []string{},
	}
	for _, note := range b.Notes() {
		answer.Warnings = append(answer.Warnings, fromZero(upperFirst(note)))
	}
	if n := len(p.Mol.Atoms) - given; n > 0 {
		answer.Warnings = append(answer.Warnings, fmt.Sprintf("%d missing %s added; they stand last.", n, plural(n, "hydrogen")))
	}
	answer.Warnings = append(answer.Warnings, record.Warnings...)
	for _, f := range r.Faults {
		answer.Warnings = append(answer.Warnings, fromZero(upperFirst(f)+"."))
	}
	if !r.Converged {
		answer.Warnings = append(answer.Warnings, unconverged(p.Mol, r))
	}
	if n := len(record.Properties); n > 0 {
		answer.Warnings = append(answer.Warnings, fmt.Sprintf("%d data %s of the SD record left out: a mol block has none.", n, plural(n, "item")))
	}
	for i := range record.Mol.Atoms {
		a := &record.Mol.Atoms[i]
		a.Pos = geom.At(r.X, i)
		if i >= given {
			a.NoImplicit = false // one bond says all there is to a hydrogen
		}
	}
	record.Dimension = "3D"
	block, err := molfile.Write(record)
	if err != nil {
		return nil, failure(contract.InvalidMolecule, "%s.", upperFirst(err.Error()))
	}
	answer.Molblock = string(block)
	return answer, nil
}

// periodicBlock returns the cell of an argument, nil for none, and makes the molecules of
// m whole in it.
func periodicBlock(arg *contract.CellArg, m *mol.Mol) (*cell.Cell, error) {
	if arg == nil {
		return nil, nil
	}
	c, err := cell.New([9]float64(*arg))
	if err != nil {
		return nil, invalidArgument("/cell", "cell", nil, "cell cannot be used: %v", err)
	}
	x := make([]float64, 3*len(m.Atoms))
	for i := range m.Atoms {
		geom.Put(x, i, m.Atoms[i].Pos)
	}
	if x, err = conformer.Whole(&c, m, x); err != nil {
		return nil, failure(contract.InvalidMolecule, "%s", fromZero(upperFirst(err.Error())+"."))
	}
	for i := range m.Atoms {
		m.Atoms[i].Pos = geom.At(x, i)
	}
	return &c, nil
}

// unconverged says how far a minimization came.
func unconverged(m *mol.Mol, r *conformer.Relaxation) string {
	text := fmt.Sprintf("The minimization is not converged: %s, and the largest component of the gradient is %.2g kcal/mol/Å.", r.Reason, r.MaxGradient)
	if _, n := m.Components(); n >= manyMolecules {
		text += fmt.Sprintf(" %d molecules have very many shallow minima: with max_gradient 0.2, which is enough as a start of dynamics, it ends much sooner.", n)
	} else if r.Reason == minimize.ReasonIterations {
		text += " Relax the result again, or raise max_iterations."
	}
	return text
}

// manyMolecules have a surface that is flat nearly everywhere.
const manyMolecules = 20

// onOneSpot says whether several atoms all have the same position.
func onOneSpot(atoms []mol.Atom) bool {
	for i := range atoms {
		if atoms[i].Pos != atoms[0].Pos {
			return false
		}
	}
	return len(atoms) > 1
}

// readBlock reads a mol block with a 3D geometry.
func readBlock(text string) (*molfile.Record, error) {
	record, err := molfile.Read([]byte(text))
	switch {
	case err != nil:
		return nil, failure(contract.InvalidMolecule, "The mol block cannot be read: %v.", err)
	case record.Truncated:
		return nil, failure(contract.InvalidMolecule, "The mol block ends without M  END and may be cut.")
	case len(record.Mol.Atoms) == 0:
		return nil, failure(contract.InvalidMolecule, "The mol block holds no atoms.")
	case record.Dimension == "2D":
		return nil, failure(contract.Not3D, "The mol block is a flat drawing (it says 2D): make a 3D geometry first, with generate_3d.")
	case len(record.Mol.Atoms) > conformer.MaxAtoms:
		return nil, tooLarge(conformer.MaxAtoms, len(record.Mol.Atoms), "The molecule has %d atoms; at most %d are taken", len(record.Mol.Atoms), conformer.MaxAtoms)
	}
	if err := record.Mol.Check(); err != nil {
		return nil, failure(contract.InvalidMolecule, "The mol block cannot be used: %v (counted from 1, as in the block).", err)
	}
	return record, nil
}

// completeBlock returns the complete molecule of a record, whose hydrogens are all atoms,
// with the configuration that its geometry has.
func completeBlock(record *molfile.Record) (*perceive.Molecule, *stereo.Set, error) {
	m := record.Mol.Clone()
	stereo.FromGeometry(m)
	for k := range m.Bonds {
		m.Bonds[k].Stereo = 0
	}
	for i := range m.Atoms {
		if m.Atoms[i].NoImplicit {
			m.Atoms[i].Radical = 0 // what is left of the valence says it
		}
	}
	p, set, err := hydrogen.FromMol(m)
	if err != nil {
		return nil, nil, failure(contract.InvalidMolecule, "%s (atoms counted from 1, as in the block).", upperFirst(err.Error()))
	}
	return p, set, nil
}

// forceOf returns the force field that an argument names.
func forceOf(name string) conformer.Force {
	switch name {
	case "mmff94s":
		return conformer.MMFF94s
	case "mmff94":
		return conformer.MMFF94
	case "uff":
		return conformer.UFF
	}
	return conformer.Auto
}

func energyTerms(before, after []forcefield.Term) []energyTerm {
	terms := make([]energyTerm, len(before))
	for k := range terms {
		terms[k] = energyTerm{strings.ToLower(before[k].Name), rounded(before[k].Energy, 4), rounded(after[k].Energy, 4)}
	}
	return terms
}
