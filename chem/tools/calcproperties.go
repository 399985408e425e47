//go:build !part

package tools

import (
	"context"

	"github.com/molsmith/molsmith/contract"
)

type propertiesAnswer struct {
	Weight         float64 `json:"mw" schema:"minimum=0" doc:"Average molar mass, g/mol."`
	ExactMass      float64 `json:"exact_mass" schema:"minimum=0" doc:"Monoisotopic mass, u."`
	LogP           float64 `json:"logp" doc:"Octanol-water partition, Wildman and Crippen 1999: an estimate."`
	TPSA           float64 `json:"tpsa" schema:"minimum=0" doc:"Topological polar surface area of N and O, Å², Ertl 2000."`
	HBD            int     `json:"hbd" schema:"minimum=0" doc:"Hydrogen bond donors, RDKit's definition."`
	HBA            int     `json:"hba" schema:"minimum=0" doc:"Hydrogen bond acceptors, RDKit's definition of 2026."`
	RotatableBonds int     `json:"rotatable_bonds" schema:"minimum=0" doc:"By RDKit's strict definition."`
	HeavyAtoms     int     `json:"heavy_atom_count" schema:"minimum=0" doc:"Atoms other than hydrogen."`
	QED            float64 `json:"qed" schema:"minimum=0;maximum=1" doc:"Quantitative estimate of drug-likeness, Bickerton 2012."`
	TPSAPlus       float64 `json:"tpsa_sp" schema:"minimum=0" doc:"The polar surface area with S and P as well, Å²."`
}

func calcProperties() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[smilesArguments]{
		Name:  "calc_properties",
		Title: "Properties",
		Description: "Compute masses, logP, polar surface area, hydrogen bond donors and acceptors, rotatable bonds and QED of a molecule. " +
			"logP and QED are estimates from the structure; molecule_report has these values unrounded and many more.",
		Explain: explainArguments,
	}, runCalcProperties))
}

func runCalcProperties(_ context.Context, args smilesArguments, _ *contract.Call) (*propertiesAnswer, error) {
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	v, err := s.describe()
	if err != nil {
		return nil, err
	}
	d, err := s.druglikeness()
	if err != nil {
		return nil, err
	}
	return &propertiesAnswer{
		Weight: rounded(v.Weight, 3), ExactMass: rounded(v.ExactMass, 4), LogP: rounded(v.LogP, 3),
		TPSA: rounded(v.TPSA, 2), HBD: v.HBD, HBA: v.HBA, RotatableBonds: v.RotatableBonds,
		HeavyAtoms: v.HeavyAtoms, QED: rounded(d.QED(), 3), TPSAPlus: rounded(v.TPSAPlus, 2),
	}, nil
}
