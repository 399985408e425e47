//go:build !part

package tools

import (
	"errors"

	"github.com/molsmith/molsmith/chem/names"
)

// moleculeOfName returns the SMILES of a name, empty for one that is no molecule, and
// then the names that may have been meant.
func moleculeOfName(name string) (smiles string, near []string) {
	r, err := names.Read(name)
	if err == nil {
		if r.RepeatUnit {
			return "", nil
		}
		return r.SMILES, nil
	}
	var unknown *names.Error
	if errors.As(err, &unknown) {
		for _, s := range unknown.Suggestions[:min(len(unknown.Suggestions), maxListedNames)] {
			near = append(near, s.Name)
		}
	}
	return "", near
}
