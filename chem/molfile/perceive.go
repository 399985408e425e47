package molfile

import (
	"errors"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Perceive returns the molecule that a record draws: hydrogens, Kekulé orders,
// aromaticity and radicals are worked out, and the configuration is what wedges or
// coordinates state (stereo.FromCoordinates). It refuses valences that no atom has,
// aromatic systems without a Kekulé form, and a block that is cut. rec is not changed.
// Errors about the molecule are *perceive.Error.
func Perceive(rec *Record) (*perceive.Molecule, error) {
	if rec.Truncated {
		return nil, errors.New("the mol block ends without M  END: it may be cut, and charges may be missing")
	}
	m := rec.Mol.Clone()
	if err := m.Check(); err != nil {
		return nil, err
	}
	if rec.Dimension == "3D" {
		stereo.FromGeometry(m)
	} else {
		stereo.FromCoordinates(m)
	}
	for k := range m.Bonds {
		// A wedge has said what it has to say; in another drawing it would be wrong.
		switch m.Bonds[k].Stereo {
		case mol.WedgeUp, mol.WedgeDown, mol.WedgeEither:
			m.Bonds[k].Stereo = mol.NoStereo
		}
	}
	for i := range m.Atoms {
		// Where the valence is stated in full, the electrons that are left follow from
		// it, as RDKit has it; M  RAD says only how they pair.
		if a := &m.Atoms[i]; a.NoImplicit {
			a.Radical = mol.NoRadical
		}
	}
	return perceive.Sanitize(m)
}
