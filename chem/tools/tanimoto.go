//go:build !part

package tools

import (
	"context"

	"github.com/molsmith/molsmith/chem/fingerprint"
	"github.com/molsmith/molsmith/contract"
)

type tanimotoArguments struct {
	A string `json:"smiles1" schema:"title=First SMILES;minLength=1;maxLength=100000;examples=c1ccccc1" doc:"One molecule as SMILES."`
	B string `json:"smiles2" schema:"title=Second SMILES;minLength=1;maxLength=100000;examples=Oc1ccccc1" doc:"The other molecule as SMILES."`
}

type tanimotoAnswer struct {
	Similarity float64 `json:"similarity" schema:"minimum=0;maximum=1"`
	Percent    float64 `json:"similarity_percent" schema:"minimum=0;maximum=100"`
}

func tanimoto() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[tanimotoArguments]{
		Name:        "tanimoto",
		Title:       "Tanimoto similarity",
		Description: "Say how alike two molecules are. Bits that both ECFP4 fingerprints have, divided by those that either has; 1 does not mean that the molecules are equal.",
		Explain:     explainArguments,
	}, runTanimoto))
}

func runTanimoto(_ context.Context, args tanimotoArguments, _ *contract.Call) (*tanimotoAnswer, error) {
	a, err := readSubject("smiles1", args.A)
	if err != nil {
		return nil, err
	}
	b, err := readSubject("smiles2", args.B)
	if err != nil {
		return nil, err
	}
	v := fingerprint.Tanimoto(fingerprint.ECFP4(a.Molecule), fingerprint.ECFP4(b.Molecule))
	return &tanimotoAnswer{rounded(v, 3), rounded(100*v, 2)}, nil
}
