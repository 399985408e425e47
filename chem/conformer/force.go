package conformer

import (
	"errors"
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/forcefield/mmff"
	"github.com/molsmith/molsmith/chem/forcefield/mmff/typing"
	"github.com/molsmith/molsmith/chem/forcefield/uff"
	"github.com/molsmith/molsmith/chem/mol"
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

	bond bool // it is about the bond between two atoms
}

func (e *ForceError) Error() string { return e.Msg }

// newField returns the force field of a molecule. x, unless nil, is the geometry whose
// arrangement of ligands is to stay; of the options those on what is felt count. The
// error is a *ForceError.
func newField(p *perceive.Molecule, force Force, x []float64, o OptimizeOptions) (forcefield.Model, error) {
	var atoms []int
	switch force {
	case UFF:
		f, err := uff.New(p, uff.Options{Positions: x, Periodic: o.Cell, Cutoff: o.Cutoff})
		if err == nil {
			return f, nil
		}
		if fault := (*uff.Error)(nil); errors.As(err, &fault) {
			atoms = fault.Atoms
		}
		return nil, &ForceError{Force: force, Atoms: atoms, Msg: err.Error()}
	default:
		variant := mmff.MMFF94s
		if force == MMFF94 {
			variant = mmff.MMFF94
		}
		f, err := mmff.New(p, mmff.Options{Variant: variant, Periodic: o.Cell, Cutoff: o.Cutoff})
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
		return nil, &ForceError{Force: force, Atoms: atoms, Msg: err.Error()}
	}
}

// chooseForce gives every component of more than one atom its force field, the same for
// all.
func (b *Builder) chooseForce(want Force) error {
	if b.haptics != nil && want == Auto {
		want = UFF
		b.notes = append(b.notes, b.haptics.note(b.p.Mol))
	}
	if want != Auto {
		err := b.useForce(want)
		if long := b.estimated(); err == nil && long != nil {
			b.notes = append(b.notes, fmt.Sprintf("MMFF94 has no parameters for %s, which comes out as long as a single bond; UFF knows it.", b.blame(long)))
		}
		return err
	}
	first := b.useForce(MMFF94s)
	if first == nil {
		first = b.estimated()
	}
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
	b.force, b.approximate = Auto, nil
	for _, part := range b.parts {
		part.field = nil
		if len(part.atoms) == 1 {
			continue
		}
		field, err := b.partField(part, force)
		if err != nil {
			if fault := (*ForceError)(nil); !part.same && errors.As(err, &fault) {
				b.renumber(part, fault)
			}
			return err
		}
		if f, ok := field.(*uff.Field); ok {
			for _, w := range f.Warnings {
				b.approximate = append(b.approximate, "UFF: "+b.p.Mol.Label(part.atoms[w.Atom])+" "+w.Msg+".")
			}
		}
		part.field, part.stiff, b.force = field, forcefield.NewStiffness(part.p, nil), force
	}
	return nil
}

// partField returns the force field of a component.
func (b *Builder) partField(part *part, force Force) (forcefield.Model, error) {
	if part.loose != nil && force == UFF {
		return hapticField(part.loose, part.rings, force, nil, OptimizeOptions{})
	}
	return newField(part.p, force, nil, OptimizeOptions{})
}

// renumber gives the atoms of an error about a component their numbers in the molecule.
// A text about several atoms starts with the first.
func (b *Builder) renumber(p *part, fault *ForceError) {
	for _, k := range fault.Atoms {
		label := p.p.Mol.Label(k)
		if before, after, found := strings.Cut(fault.Msg, label); found {
			fault.Msg = before + b.p.Mol.Label(p.atoms[k]) + after
			break
		}
	}
	fault.Atoms = p.whole(fault.Atoms)
}

// estimated returns a *ForceError for a double or triple bond of which MMFF94 knows the
// elements only, as in carbon dioxide, nitrogen and cyanide: it would be as long as a
// single one, 0.25 Å too long. nil when there is none. In aromatic rings the error is
// smaller.
func (b *Builder) estimated() error {
	for _, part := range b.parts {
		if bond := estimatedBond(part.field, part.p); bond != nil {
			return &ForceError{Force: MMFF94s, Atoms: part.whole(bond), bond: true}
		}
	}
	return nil
}

// estimatedBond returns the ends of the first such bond; nil when there is none.
func estimatedBond(model forcefield.Model, p *perceive.Molecule) []int {
	field, ok := model.(*mmff.Field)
	if !ok {
		return nil
	}
	for _, k := range field.Estimated() {
		if bond := p.Mol.Bonds[k]; (bond.Order == mol.Double || bond.Order == mol.Triple) && !p.AromaticBonds[k] {
			return []int{bond.A, bond.B}
		}
	}
	return nil
}

// noteAlone says which single atoms no force field knows: there was nothing to relax.
func (b *Builder) noteAlone() {
	var alone []int
	for _, part := range b.parts {
		if len(part.atoms) > 1 {
			continue
		}
		if _, err := typing.Type(part.p); err != nil {
			alone = append(alone, part.atoms[0])
		}
	}
	switch len(alone) {
	case 0:
	case 1:
		b.notes = append(b.notes, fmt.Sprintf("MMFF94 has no parameters for %s, which stands alone; it was not relaxed.", b.p.Mol.Label(alone[0])))
	default:
		b.notes = append(b.notes, fmt.Sprintf("MMFF94 has no parameters for %s and %d more atoms, which stand alone; they were not relaxed.", b.p.Mol.Label(alone[0]), len(alone)-1))
	}
}

// blame names the atoms of a *ForceError, the first of many.
func (b *Builder) blame(err error) string { return blame(b.p.Mol, err) }

func blame(m *mol.Mol, err error) string {
	fault := (*ForceError)(nil)
	if !errors.As(err, &fault) || len(fault.Atoms) == 0 {
		return "this molecule"
	}
	if fault.bond {
		return fmt.Sprintf("the multiple bond between %s and %s", m.Label(fault.Atoms[0]), m.Label(fault.Atoms[1]))
	}
	if n := len(fault.Atoms); n > 1 {
		return fmt.Sprintf("%s and %d more", m.Label(fault.Atoms[0]), n-1)
	}
	return m.Label(fault.Atoms[0])
}

// wholeField returns the force field of the whole molecule for the geometry x, in which
// its components feel each other; nil when none is used.
func (b *Builder) wholeField(x []float64, o OptimizeOptions) (forcefield.Model, error) {
	if b.force == Auto {
		return nil, nil
	}
	if len(b.parts) == 1 && b.force != UFF && o.Cell == nil && o.Cutoff == 0 {
		return b.parts[0].field, nil
	}
	if b.haptics != nil && b.force == UFF {
		return hapticField(b.haptics.loose, b.haptics.rings, b.force, x, o)
	}
	return newField(b.p, b.force, x, o)
}
