//go:build document || !part

package core

import (
	"errors"

	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/molfile"
)

// moleculeSolid describes a 3D mol block, as generate_3d gives it, for the library.
func moleculeSolid(_ *Core, _ *request, q struct {
	Molblock string `json:"molblock"`
	Name     string `json:"name"`
}) (response, error) {
	rec, err := molfile.Read([]byte(q.Molblock))
	if err != nil {
		return response{}, refused(err)
	}
	rec.Mol.Name = q.Name
	b, err := takeRecord(rec)
	if err != nil {
		return response{}, refused(err)
	}
	return response{value: b}, nil
}

// moleculeComplete adds the hydrogens that a 3D mol block lacks, at places that fit it.
func moleculeComplete(_ *Core, _ *request, q struct {
	Molblock string `json:"molblock"`
}) (response, error) {
	rec, err := molfile.Read([]byte(q.Molblock))
	if err != nil {
		return response{}, refused(err)
	}
	if rec.Dimension == "2D" {
		return response{}, refused(errors.New("the mol block is a flat drawing"))
	}
	if rec.Mol, err = hydrogen.Complete(rec.Mol); err != nil {
		return response{}, refused(err)
	}
	b, err := takeRecord(rec)
	if err != nil {
		return response{}, refused(err)
	}
	return response{value: b}, nil
}
