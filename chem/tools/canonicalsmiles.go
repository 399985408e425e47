//go:build !part

package tools

import (
	"context"

	"github.com/molsmith/molsmith/contract"
)

type canonicalAnswer struct {
	Canonical string `json:"canonical" doc:"The same text for every way to write the molecule, configurations included."`
}

func canonicalSMILES() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[smilesArguments]{
		Name:  "canonical_smiles",
		Title: "Canonical SMILES",
		Description: "Write a molecule as the one SMILES that stands for all its spellings. Configurations are kept, aromatic atoms are in lower case; " +
			"compare molecules by this text. It is RDKit's spelling for most molecules, not for all.",
		Explain: explainArguments,
	}, runCanonicalSMILES))
}

func runCanonicalSMILES(_ context.Context, args smilesArguments, _ *contract.Call) (*canonicalAnswer, error) {
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	text, err := s.canonical()
	if err != nil {
		return nil, err
	}
	return &canonicalAnswer{text}, nil
}
