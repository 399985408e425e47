//go:build !part

package tools

import (
	"context"

	"github.com/molsmith/molsmith/contract"
)

type lipinskiAnswer struct {
	Passes     bool          `json:"passes" doc:"All four rules hold."`
	Weight     float64       `json:"mw" schema:"minimum=0" doc:"Average molar mass, g/mol."`
	LogP       float64       `json:"logp" doc:"Wildman and Crippen 1999: an estimate."`
	HBD        int           `json:"hbd" schema:"minimum=0" doc:"Donors as RDKit counts them."`
	HBA        int           `json:"hba" schema:"minimum=0" doc:"Acceptors as RDKit counts them."`
	Rules      lipinskiRules `json:"rules"`
	Violations int           `json:"violations" schema:"minimum=0;maximum=4" doc:"Rules that do not hold."`
	PassesRo5  bool          `json:"passes_ro5" doc:"At most one rule is broken, which is the usual reading of the paper."`
	NO         int           `json:"n_o_count" schema:"minimum=0" doc:"Nitrogens and oxygens, the acceptors of the paper."`
	NHOH       int           `json:"nh_oh_count" schema:"minimum=0" doc:"Hydrogens on them, the donors of the paper."`
}

type lipinskiRules struct {
	Weight bool `json:"mw_le_500"`
	LogP   bool `json:"logp_le_5"`
	HBD    bool `json:"hbd_le_5"`
	HBA    bool `json:"hba_le_10"`
}

func lipinskiCheck() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[smilesArguments]{
		Name:  "lipinski_check",
		Title: "Rule of five",
		Description: "Check Lipinski's rule of five for a molecule. passes asks for all four rules, passes_ro5 allows one to be broken; " +
			"both kinds of donor and acceptor counts are given (Lipinski et al. 1997). A rule of thumb about oral absorption.",
		Explain: explainArguments,
	}, runLipinskiCheck))
}

func runLipinskiCheck(_ context.Context, args smilesArguments, _ *contract.Call) (*lipinskiAnswer, error) {
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	return s.lipinski()
}

// lipinski judges by the rounded values, so that the answer agrees with itself.
func (s *subject) lipinski() (*lipinskiAnswer, error) {
	v, err := s.describe()
	if err != nil {
		return nil, err
	}
	a := &lipinskiAnswer{
		Weight: rounded(v.Weight, 2), LogP: rounded(v.LogP, 3), HBD: v.HBD, HBA: v.HBA,
		NO: v.LipinskiHBA, NHOH: v.LipinskiHBD,
	}
	a.Rules = lipinskiRules{Weight: a.Weight <= 500, LogP: a.LogP <= 5, HBD: a.HBD <= 5, HBA: a.HBA <= 10}
	for _, holds := range [...]bool{a.Rules.Weight, a.Rules.LogP, a.Rules.HBD, a.Rules.HBA} {
		if !holds {
			a.Violations++
		}
	}
	a.Passes, a.PassesRo5 = a.Violations == 0, a.Violations <= 1
	return a, nil
}
