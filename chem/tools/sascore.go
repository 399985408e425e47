//go:build !part

package tools

import (
	"context"

	"github.com/molsmith/molsmith/contract"
)

// easyBelow is the score from which on a synthesis counts as hard.
const easyBelow = 6

type syntheticAnswer struct {
	Score float64 `json:"sa_score" schema:"minimum=1;maximum=10" doc:"1 easy to 10 hard."`
	Easy  bool    `json:"easy_to_synthesize" doc:"The score is below 6."`
	Note  string  `json:"note"`
}

func saScore() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[smilesArguments]{
		Name:  "sa_score",
		Title: "Synthetic accessibility",
		Description: "Estimate how hard a molecule is to make, from 1 (easy) to 10 (hard). The score of Ertl and Schuffenhauer 2009 with its published table: " +
			"how common the fragments are, and how complex the molecule is. It knows no reactions.",
		Explain: explainArguments,
	}, runSAScore))
}

func runSAScore(_ context.Context, args smilesArguments, _ *contract.Call) (*syntheticAnswer, error) {
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	score, err := s.synthetic()
	if err != nil {
		return nil, err
	}
	score = rounded(score, 3)
	return &syntheticAnswer{
		Score: score, Easy: score < easyBelow,
		Note: "Ertl and Schuffenhauer 2009, fragment frequencies of PubChem; an estimate that looks at no reaction",
	}, nil
}
