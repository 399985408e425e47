//go:build !part

package tools

import (
	"context"
	"errors"

	"github.com/molsmith/molsmith/chem/smarts"
	"github.com/molsmith/molsmith/contract"
)

type matchArguments struct {
	SMARTS    string `json:"smarts" schema:"title=SMARTS;minLength=1;maxLength=100000;examples=[CX3](=O)O" doc:"The pattern."`
	SMILES    string `json:"smiles" schema:"title=SMILES;minLength=1;maxLength=100000;examples=CC(=O)Oc1ccccc1C(=O)O" doc:"The molecule as SMILES."`
	Chirality bool   `json:"chirality" schema:"title=Compare configurations;default=false" doc:"Whether @, @@, / and \\ of the pattern must agree with the molecule; they are passed over otherwise."`
}

type matchAnswer struct {
	Matches bool    `json:"matches"`
	Count   int     `json:"match_count" schema:"minimum=0" doc:"Different sets of atoms that the pattern matches."`
	Maps    [][]int `json:"atom_maps" doc:"For each set the atoms in the order of the pattern, counted from 0 in the order of the SMILES; hydrogens that are no atoms of their own are not counted."`
}

func smartsMatch() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[matchArguments]{
		Name:  "smarts_match",
		Title: "SMARTS search",
		Description: "Find where a SMARTS pattern matches in a molecule. Daylight SMARTS with RDKit's readings; one map for each set of atoms, at most 10,000. " +
			"A search that is too large ends in MATCH_RESOURCE_LIMIT and not in a partial answer.",
		Explain: explainArguments,
	}, runSMARTSMatch))
}

func runSMARTSMatch(_ context.Context, args matchArguments, _ *contract.Call) (*matchAnswer, error) {
	if len(args.SMARTS) > maxTextBytes {
		return nil, invalidArgument("/smarts", "maxLength", maxTextBytes, "smarts may have at most %d bytes", maxTextBytes)
	}
	query, err := smarts.Parse(args.SMARTS)
	if fault := (*smarts.ParseError)(nil); errors.As(err, &fault) {
		return nil, invalidText(contract.InvalidSMARTS, "SMARTS", "smarts", args.SMARTS, fault.Offset, err)
	} else if err != nil {
		return nil, err
	}
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	target := s.matching()
	if args.Chirality {
		target = smarts.NewTarget(s.Molecule, s.configuration())
	}
	found, err := query.Match(target, smarts.Options{Max: maxMatches, Steps: maxMatchSteps, Chirality: args.Chirality})
	if err != nil {
		return nil, workFailure(err)
	}
	if found.Truncated {
		e := failure(contract.MatchResourceLimit, "The pattern matches more than %d sets of atoms; give a more specific one", maxMatches)
		e.Details = limitFault{Limit: maxMatches, Actual: maxMatches + 1}
		return nil, e
	}
	return &matchAnswer{Matches: len(found.Maps) > 0, Count: len(found.Maps), Maps: list(found.Maps)}, nil
}
