package tools

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/conformer"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/embed"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/contract"
)

// Time limits in milliseconds, kept by hosts that have a clock: of one geometry, and of
// tools that make many or go on for long.
const (
	maxGeometryMillis = 10_000
	maxSearchMillis   = 60_000
)

// atomFault names the atoms, counted from 0, that an error is about.
type atomFault struct {
	Atoms []int `json:"atoms"`
}

// builder prepares the molecule of a subject for geometries. It refuses one that is too
// large before anything is computed.
func (s *subject) builder(force conformer.Force) (*conformer.Builder, *perceive.Molecule, error) {
	if err := conformer.CheckSize(s.Molecule); err != nil {
		return nil, nil, geometryFailure(err)
	}
	p, set := hydrogen.Add(s.Molecule, s.configuration())
	b, err := conformer.New(p, set, force)
	return b, p, geometryFailure(err)
}

// geometryFailure gives an error of a geometry its code. Errors of a context stay.
func geometryFailure(err error) error {
	size, shape, force := (*conformer.SizeError)(nil), (*embed.Error)(nil), (*conformer.ForceError)(nil)
	switch {
	case errors.As(err, &size):
		return tooLarge(conformer.MaxAtoms, size.Atoms, "%s", upperFirst(err.Error()))
	case errors.As(err, &shape):
		e := failure(contract.InvalidMolecule, "No 3D geometry: %s", fromZero(err.Error()))
		e.Details = atomFault{list(shape.Atoms)}
		return e
	case errors.As(err, &force):
		e := failure(contract.InvalidMolecule, "%s cannot treat this molecule: %s", string(force.Force), fromZero(err.Error()))
		e.Details = atomFault{list(force.Atoms)}
		return e
	}
	return err
}

// fromZero says how a text counts that names atoms of a geometry: as arguments and details
// do. Messages about the lines of a mol block count from 1, as the block does, and say so.
func fromZero(text string) string {
	if !strings.Contains(text, "tom ") && !strings.Contains(text, "toms ") { // Atom, atom
		return text
	}
	end := ""
	if body, ok := strings.CutSuffix(text, "."); ok {
		text, end = body, "."
	}
	return text + " (atoms counted from 0)" + end
}

// within runs a part of a tool that may take some milliseconds, where the host has a
// clock. Its end is the error TIMEOUT.
func within(ctx context.Context, milliseconds int, title string, run func(ctx context.Context) error) error {
	part, cancel := contract.Within(ctx, milliseconds)
	defer cancel()
	err := run(part)
	if err != nil && part.Err() != nil && ctx.Err() == nil {
		return contract.TimeoutError(title, float64(milliseconds)/1000)
	}
	return err
}

// writeBlock returns the complete molecule p at the positions x as a mol block, or its
// first atoms with their hydrogens as counts; "" and the reason where the format cannot
// hold it.
func writeBlock(p *perceive.Molecule, x []float64, name string, chiral bool) (block, reason string) {
	b, err := molfile.Write(blockRecord(p, x, name, chiral))
	if err != nil {
		return "", upperFirst(err.Error()) + "."
	}
	return string(b), ""
}

// blockRecord makes the record of a mol block. Valences are stated only where the format's
// rules would imply other hydrogens.
func blockRecord(p *perceive.Molecule, x []float64, name string, chiral bool) *molfile.Record {
	m := p.Mol.Clone()
	m.Name = name
	m.Centers, m.CisTrans = nil, nil
	for i := range m.Atoms {
		a := &m.Atoms[i]
		a.Pos = geom.At(x, i)
		a.Aromatic, a.NoImplicit, a.Map = false, false, 0
		switch p.Radicals[i] {
		case 1:
			a.Radical = mol.Doublet
		case 2:
			a.Radical = mol.Triplet
		}
	}
	for k := range m.Bonds {
		m.Bonds[k].Stereo = mol.NoStereo
	}
	hydrogens := make([]uint8, len(m.Atoms))
	for i := range m.Atoms {
		hydrogens[i], m.Atoms[i].Hydrogens = m.Atoms[i].Hydrogens, 0
	}
	implied := perceive.LikelyHydrogens(m)
	for i := range m.Atoms {
		if a := &m.Atoms[i]; implied[i] != int(hydrogens[i]) {
			a.Hydrogens, a.NoImplicit = hydrogens[i], true
		}
	}
	return &molfile.Record{Mol: m, Dimension: "3D", Program: "molsmith", Chiral: chiral}
}

// geometryWarnings says what is not as usual with a geometry.
func geometryWarnings(b *conformer.Builder, c *conformer.Conformer) []string {
	warnings := builderWarnings(b, c)
	for _, f := range c.Faults {
		warnings = append(warnings, fromZero(upperFirst(f)+"."))
	}
	if !c.Converged && b.Force() != conformer.Auto {
		warnings = append(warnings, "The minimization did not come to its end within its limit of iterations; optimize_3d goes on from there.")
	}
	return warnings
}

// builderWarnings says what is not as usual with all geometries of a molecule that have
// the configuration of c.
func builderWarnings(b *conformer.Builder, c *conformer.Conformer) []string {
	warnings := []string{}
	if line := chosenLine(b.Mol(), b.Chosen(c.X)); line != "" {
		warnings = append(warnings, line)
	}
	for _, note := range b.Notes() {
		warnings = append(warnings, fromZero(upperFirst(note)))
	}
	return warnings
}

// maxListedChoices bounds the configurations that a line spells out.
const maxListedChoices = 12

// chosenLine says which configurations were not stated and what the geometry has; "" for
// none. "2 stereocenters were not stated; chosen: C1 R, C5 S (atoms counted from 0)."
func chosenLine(m *mol.Mol, list []conformer.Choice) string {
	if len(list) == 0 {
		return ""
	}
	centers, bonds := 0, 0
	var chosen strings.Builder
	for k, c := range list {
		if len(c.Atoms) == 1 {
			centers++
		} else {
			bonds++
		}
		switch {
		case k > maxListedChoices:
			continue
		case k == maxListedChoices:
			chosen.WriteString(" …")
			continue
		case k > 0:
			chosen.WriteString(", ")
		}
		for end, i := range c.Atoms {
			if end > 0 {
				chosen.WriteByte('=')
			}
			chosen.WriteString(elem.Symbol(m.Atoms[i].Element))
			chosen.WriteString(strconv.Itoa(i))
		}
		if c.Label != "" {
			chosen.WriteString(" " + c.Label)
		}
	}
	what := ""
	if centers > 0 {
		what = strconv.Itoa(centers) + " " + plural(centers, "stereocenter")
	}
	if bonds > 0 {
		if centers > 0 {
			what += " and "
		}
		what += strconv.Itoa(bonds) + " double " + plural(bonds, "bond")
	}
	was := " were"
	if len(list) == 1 {
		was = " was"
	}
	return what + was + " not stated; chosen: " + chosen.String() + " (atoms counted from 0)."
}
