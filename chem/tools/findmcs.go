//go:build !part

package tools

import (
	"context"
	"strconv"

	"github.com/molsmith/molsmith/chem/mcs"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/contract"
)

type commonArguments struct {
	List                []string `json:"smiles_list" schema:"title=Molecules;minItems=2;maxItems=20;minLength=1;maxLength=100000;examples=[\"c1ccccc1\",\"Oc1ccccc1\"]" doc:"2 to 20 molecules as SMILES, each of at most 200 atoms."`
	RingMatchesRingOnly bool     `json:"ring_matches_ring_only" schema:"title=Rings match rings only;default=false" doc:"Ring atoms and bonds match only such."`
	CompleteRingsOnly   bool     `json:"complete_rings_only" schema:"title=Complete rings only;default=false" doc:"The common part holds no pieces of rings."`
	Milliseconds        int      `json:"timeout_ms" schema:"title=Time limit;minimum=1;maximum=5000;default=5000;unit=ms" doc:"After this time the best part so far is the answer, and completed is false."`
}

type commonAnswer struct {
	SMILES    *string `json:"mcs" doc:"The common part as SMILES with hydrogens where bonds were cut; null when there is none."`
	Atoms     int     `json:"atom_count" schema:"minimum=0"`
	Bonds     int     `json:"bond_count" schema:"minimum=0"`
	SMARTS    *string `json:"smarts" doc:"The common part as a pattern that every molecule matches; null when there is none."`
	Completed bool    `json:"completed" doc:"No larger part exists. False: the time limit was reached first."`
}

func findMCS() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[commonArguments]{
		Name:  "find_mcs",
		Title: "Common substructure",
		Description: "Find the largest connected substructure that molecules have in common. Elements must be equal, and bond orders, where aromatic bonds also match single ones; " +
			"the part with the most bonds wins, then that with the most atoms.",
		Explain: explainArguments,
	}, runFindMCS))
}

func runFindMCS(ctx context.Context, args commonArguments, _ *contract.Call) (*commonAnswer, error) {
	mols := make([]*perceive.Molecule, len(args.List))
	for i, text := range args.List {
		s, err := readUpTo(maxCommonAtoms, "smiles_list/"+strconv.Itoa(i), text)
		if err != nil {
			return nil, err
		}
		mols[i] = s.Molecule
	}
	part, cancel := contract.Within(ctx, args.Milliseconds)
	defer cancel()
	found, err := mcs.Find(part, mols, mcs.Options{
		RingMatchesRingOnly: args.RingMatchesRingOnly, CompleteRingsOnly: args.CompleteRingsOnly,
	})
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	answer := &commonAnswer{Completed: found.Completed}
	if found.Mol == nil {
		return answer, nil
	}
	p, err := perceive.Take(found.Mol)
	if err != nil {
		return nil, err
	}
	text, err := smiles.Canonical(p)
	if err != nil {
		return nil, canonicalFailure(err)
	}
	answer.SMILES, answer.SMARTS = &text, &found.SMARTS
	answer.Atoms, answer.Bonds = len(found.Atoms[0]), found.Bonds
	return answer, nil
}
