//go:build !part

package tools

import (
	"context"

	"github.com/molsmith/molsmith/chem/descriptors"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/contract"
)

type parseAnswer struct {
	Valid      bool    `json:"valid" doc:"Always true: a text that is no molecule ends in INVALID_SMILES."`
	Atoms      int     `json:"atoms" schema:"minimum=0" doc:"Atoms of the graph; hydrogens count only where they are atoms of their own."`
	Bonds      int     `json:"bonds" schema:"minimum=0" doc:"Bonds between them."`
	Weight     float64 `json:"mol_weight" schema:"minimum=0" doc:"Average molar mass, g/mol."`
	SMILES     string  `json:"smiles" doc:"The molecule written back in the order of the input; not canonical."`
	Formula    string  `json:"formula" doc:"Molecular formula in Hill order, the charge at its end."`
	Charge     int     `json:"charge" doc:"Formal charge, e."`
	Components int     `json:"components" schema:"minimum=1" doc:"Parts that are not bonded to each other."`
}

func parseSMILES() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[smilesArguments]{
		Name:  "parse_smiles",
		Title: "Parse SMILES",
		Description: "Check a SMILES and say how large the molecule is. Wrong syntax, impossible valences and aromatic rings without a Kekulé form " +
			"are refused with the place in the text. The dialect is OpenSMILES as RDKit reads it.",
		Explain: explainArguments,
	}, runParseSMILES))
}

func runParseSMILES(_ context.Context, args smilesArguments, _ *contract.Call) (*parseAnswer, error) {
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	stated, err := smiles.Parse(args.SMILES)
	if err != nil {
		return nil, err
	}
	text, err := smiles.Write(stated)
	if err != nil {
		return nil, err
	}
	_, components := s.Mol.Components()
	return &parseAnswer{
		Valid: true, Atoms: len(s.Mol.Atoms), Bonds: len(s.Mol.Bonds),
		Weight: rounded(descriptors.Weight(s.Molecule), 3), SMILES: text,
		Formula: s.Formula(), Charge: s.Mol.Charge(), Components: components,
	}, nil
}
