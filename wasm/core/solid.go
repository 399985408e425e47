package core

import (
	"errors"
	"fmt"

	"github.com/molsmith/molsmith/chem/formats"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

func init() {
	table["molecule.solid"] = on(moleculeSolid)
	table["molecule.complete"] = on(moleculeComplete)
}

// moleculeSolid puts the positions of an XYZ text, as generate_3d gives them, to the
// bonds of the SMILES it was made of.
func moleculeSolid(_ *Core, _ *request, q struct {
	SMILES string `json:"smiles"`
	XYZ    string `json:"xyz"`
	Name   string `json:"name"`
}) (response, error) {
	p, err := smiles.Perceive(q.SMILES)
	if err != nil {
		return response{}, refused(err)
	}
	file, err := formats.Read("molecule.xyz", []byte(q.XYZ))
	if err != nil {
		return response{}, refused(err)
	}
	all, _ := hydrogen.Add(p, stereo.Find(p))
	m := all.Mol.Clone()
	at := file.Structure
	if at.Len() == len(p.Mol.Atoms) {
		m = p.Mol.Clone()
	}
	if at.Len() != len(m.Atoms) {
		return response{}, refused(fmt.Errorf("the geometry has %d atoms, the molecule %d", at.Len(), len(m.Atoms)))
	}
	for i := range m.Atoms {
		if at.Elements[i] != m.Atoms[i].Element {
			return response{}, refused(fmt.Errorf("atom %d of the geometry is of another element than that of the molecule", i))
		}
		m.Atoms[i].Pos = geom.At(at.Positions, i)
	}
	plain(m)
	m.Name = q.Name
	b, err := takeRecord(&molfile.Record{Mol: m, Dimension: "3D"})
	if err != nil {
		return response{}, refused(err)
	}
	return response{value: b}, nil
}

// plain takes away what positions say by themselves.
func plain(m *mol.Mol) {
	m.Centers, m.CisTrans = nil, nil
	for k := range m.Bonds {
		m.Bonds[k].Stereo = mol.NoStereo
	}
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
