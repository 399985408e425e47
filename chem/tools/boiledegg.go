//go:build !part

package tools

import (
	"context"

	"github.com/molsmith/molsmith/chem/admet"
	"github.com/molsmith/molsmith/contract"
)

type eggAnswer struct {
	Absorbed   bool          `json:"gi_absorbed" doc:"Inside the white: absorbed by the gut."`
	Penetrant  bool          `json:"bbb_penetrant" doc:"Inside the yolk: reaches the brain."`
	LogP       float64       `json:"logp" doc:"Wildman and Crippen 1999."`
	TPSA       float64       `json:"tpsa" schema:"minimum=0" doc:"Polar surface area of N, O, S and P, Å²: what the authors of the method use."`
	Method     string        `json:"method"`
	Thresholds eggThresholds `json:"thresholds"`
	White      float64       `json:"white_value" schema:"minimum=0" doc:"Equation of the white: at most 1 inside."`
	Yolk       float64       `json:"yolk_value" schema:"minimum=0" doc:"Equation of the yolk: at most 1 inside."`
}

type eggThresholds struct {
	White string `json:"gi_white"`
	Yolk  string `json:"bbb_yolk"`
}

func boiledEgg() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[smilesArguments]{
		Name:  "boiled_egg",
		Title: "BOILED-Egg",
		Description: "Estimate whether a molecule is absorbed by the gut and reaches the brain. The two ellipses of Daina and Zoete 2016 in the plane of polar surface area " +
			"and logP; they are independent of each other. A screening estimate, not a measurement.",
		Explain: explainArguments,
	}, runBoiledEgg))
}

func runBoiledEgg(_ context.Context, args smilesArguments, _ *contract.Call) (*eggAnswer, error) {
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	v, err := s.describe()
	if err != nil {
		return nil, err
	}
	egg := admet.BoiledEgg(v.LogP, v.TPSAPlus)
	return &eggAnswer{
		Absorbed: egg.Absorbed, Penetrant: egg.Penetrant,
		LogP: rounded(v.LogP, 3), TPSA: rounded(v.TPSAPlus, 2),
		Method: "BOILED-Egg (Daina & Zoete 2016)",
		Thresholds: eggThresholds{
			White: "inside the ellipse with center (TPSA 71.051, logP 2.292), axes 142.081 and 8.740, turned by -1.031°",
			Yolk:  "inside the ellipse with center (TPSA 38.117, logP 3.177), axes 82.061 and 5.557, turned by -0.172°",
		},
		White: rounded(egg.White, 3), Yolk: rounded(egg.Yolk, 3),
	}, nil
}
