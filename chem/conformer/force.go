package conformer

import (
	"errors"
	"fmt"

	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/forcefield/mmff"
	"github.com/molsmith/molsmith/chem/forcefield/mmff/typing"
	"github.com/molsmith/molsmith/chem/forcefield/uff"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Force names a force field.
type Force string

// The force fields. Auto is MMFF94s, or UFF for molecules that MMFF94 does not cover.
const (
	Auto    Force = ""
	MMFF94s Force = "MMFF94s"
	MMFF94  Force = "MMFF94"
	UFF     Force = "UFF"
)

// ForceError says that the force field that was asked for lacks parameters.
type ForceError struct {
	Force Force
	Atoms []int // 0-based
	Msg   string
}

func (e *ForceError) Error() string { return e.Msg }

// newField returns the force field of a molecule. x, unless nil, is the geometry whose
// arrangement of ligands is to stay. The error is a *ForceError.
func newField(p *perceive.Molecule, force Force, x []float64) (forcefield.Model, error) {
	var atoms []int
	switch force {
	case UFF:
		f, err := uff.New(p, uff.Options{Positions: x})
		if err == nil {
			return f, nil
		}
		if fault := (*uff.Error)(nil); errors.As(err, &fault) {
			atoms = fault.Atoms
		}
		return nil, &ForceError{force, atoms, err.Error()}
	default:
		variant := mmff.MMFF94s
		if force == MMFF94 {
			variant = mmff.MMFF94
		}
		f, err := mmff.New(p, mmff.Options{Variant: variant})
		if err == nil {
			return f, nil
		}
		untyped, missing := (*typing.Error)(nil), (*mmff.Error)(nil)
		switch {
		case errors.As(err, &untyped):
			atoms = untyped.Atoms
		case errors.As(err, &missing):
			atoms = missing.Atoms
		}
		return nil, &ForceError{force, atoms, err.Error()}
	}
}

// chooseForce gives every component of more than one atom its force field, the same for
// all.
func (b *Builder) chooseForce(want Force) error {
	if want != Auto {
		return b.useForce(want)
	}
	first := b.useForce(MMFF94s)
	if first == nil {
		b.noteAlone()
		return nil
	}
	b.notes = append(b.notes, fmt.Sprintf("MMFF94 has no parameters for %s; UFF is used instead.", b.blame(first)))
	second := b.useForce(UFF)
	if second == nil {
		return nil
	}
	b.notes = []string{fmt.Sprintf("Neither MMFF94 nor UFF has parameters for %s; the geometry was not relaxed.", b.blame(second))}
	b.force = Auto
	for _, part := range b.parts {
		part.field = nil
	}
	return nil
}

// useForce makes the fields, or returns a *ForceError with atoms of the whole molecule.
func (b *Builder) useForce(force Force) error {
	b.force = Auto
	for _, part := range b.parts {
		part.field = nil
		if len(part.atoms) == 1 {
			continue
		}
		field, err := newField(part.p, force, nil)
		if err != nil {
			if fault := (*ForceError)(nil); !part.same && errors.As(err, &fault) {
				fault.Atoms = part.whole(fault.Atoms)
			}
			return err
		}
		part.field, part.stiff, b.force = field, forcefield.NewStiffness(part.p, nil), force
	}
	return nil
}

// noteAlone says which single atoms no force field knows: there was nothing to relax.
func (b *Builder) noteAlone() {
	for _, part := range b.parts {
		if len(part.atoms) > 1 {
			continue
		}
		if _, err := typing.Type(part.p); err != nil {
			b.notes = append(b.notes, fmt.Sprintf("MMFF94 has no parameters for %s, which stands alone; it was not relaxed.", b.p.Mol.Label(part.atoms[0])))
		}
	}
}

// blame names the atoms of a *ForceError, the first of many.
func (b *Builder) blame(err error) string {
	fault := (*ForceError)(nil)
	if !errors.As(err, &fault) || len(fault.Atoms) == 0 {
		return "this molecule"
	}
	if n := len(fault.Atoms); n > 1 {
		return fmt.Sprintf("%s and %d more", b.p.Mol.Label(fault.Atoms[0]), n-1)
	}
	return b.p.Mol.Label(fault.Atoms[0])
}

// wholeField returns the force field of the whole molecule for the geometry x, in which
// its components feel each other; nil when none is used.
func (b *Builder) wholeField(x []float64) (forcefield.Model, error) {
	if b.force == Auto {
		return nil, nil
	}
	if len(b.parts) == 1 && b.force != UFF {
		return b.parts[0].field, nil
	}
	return newField(b.p, b.force, x)
}
