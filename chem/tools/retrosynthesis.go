//go:build !part

package tools

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/retro"
	"github.com/molsmith/molsmith/contract"
)

type retroAnswer struct {
	Target         string          `json:"target" doc:"Canonical SMILES."`
	Score          float64         `json:"target_sa_score" schema:"minimum=1;maximum=10" doc:"Synthetic accessibility, 1 easy to 10 hard."`
	Disconnections []disconnection `json:"disconnections" doc:"One for each bond, that with the easiest pieces first."`
	Total          int             `json:"total_brics_bonds" schema:"minimum=0"`
	Note           string          `json:"note"`
}

type disconnection struct {
	Fragments []string  `json:"fragments" schema:"minItems=2;maxItems=2" doc:"Canonical SMILES, hydrogens in place of the cut bond; that with the first atom of bond first."`
	Scores    []float64 `json:"fragment_sa_scores" schema:"minItems=2;maxItems=2"`
	Max       float64   `json:"max_fragment_sa"`
	Bond      [2]int    `json:"bond" doc:"The atoms of the cut bond, counted from 0 in the order of the SMILES."`
	Rule      string    `json:"rule" doc:"The pair of BRICS environments."`
}

func retrosynthesis() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[smilesArguments]{
		Name:  "retrosynthesis",
		Title: "Disconnections",
		Description: "Take a molecule apart at each of its BRICS bonds, one at a time. The rules of Degen et al. 2008 as RDKit has them, pieces sorted by their synthetic accessibility. " +
			"At most 500 atoms in one component. The rules look at the target only: they do not say that a reaction joins the pieces.",
		Explain: explainArguments,
	}, runRetrosynthesis))
}

func runRetrosynthesis(ctx context.Context, args smilesArguments, _ *contract.Call) (*retroAnswer, error) {
	s, err := readUpTo(maxRetroAtoms, "smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	if _, n := s.Mol.Components(); n > 1 {
		e := failure(contract.DisconnectedMolecule, "The molecule has %d components; give one that is bonded together", n)
		e.Details = limitFault{Limit: 1, Actual: n}
		return nil, e
	}
	answer := &retroAnswer{Disconnections: []disconnection{}}
	if answer.Target, err = s.canonical(); err != nil {
		return nil, err
	}
	score, err := s.synthetic()
	if err != nil {
		return nil, err
	}
	answer.Score = rounded(score, 3)
	bonds, err := retro.Bonds(s.Molecule, s.matching())
	if err != nil {
		return nil, workFailure(err)
	}
	for _, b := range bonds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d, err := s.disconnect(b)
		if err != nil {
			return nil, err
		}
		if len(d.Fragments) > 0 {
			answer.Disconnections = append(answer.Disconnections, d)
		}
	}
	sorting.Stable(answer.Disconnections, func(a, b disconnection) int { return cmp.Compare(a.Max, b.Max) })
	answer.Total = len(bonds)
	answer.Note = "each of the BRICS bonds cut alone; the pieces are no proof of a route"
	switch {
	case len(bonds) == 0:
		answer.Note = "no bond fits the BRICS rules"
	case len(answer.Disconnections) < len(bonds):
		answer.Note = "each of the BRICS bonds cut alone, except those in chelate rings, which do not come apart; the pieces are no proof of a route"
	}
	return answer, nil
}

// disconnect cuts one bond. There are no fragments when the rest still holds together.
func (s *subject) disconnect(b retro.Bond) (disconnection, error) {
	d := disconnection{Bond: [2]int{b.A, b.B}, Rule: b.Rule()}
	parts, err := retro.Disconnect(s.Molecule, s.configuration(), b)
	if err != nil {
		return d, err
	}
	if len(parts) == 1 {
		return d, nil // in a ring with a dative bond, which RDKit does not take for a ring
	}
	if len(parts) != 2 {
		return d, fmt.Errorf("cutting bond %d gave %d pieces", b.Bond, len(parts))
	}
	if b.A > b.B {
		d.Bond = [2]int{b.B, b.A}
		slices.Reverse(parts)
	}
	for _, p := range parts {
		piece := &subject{Molecule: p}
		text, err := piece.canonical()
		if err != nil {
			return d, err
		}
		score, err := piece.synthetic()
		if err != nil {
			return d, err
		}
		score = rounded(score, 3)
		d.Fragments, d.Scores, d.Max = append(d.Fragments, text), append(d.Scores, score), max(d.Max, score)
	}
	return d, nil
}
