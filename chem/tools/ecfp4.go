//go:build !part

package tools

import (
	"context"

	"github.com/molsmith/molsmith/chem/fingerprint"
	"github.com/molsmith/molsmith/contract"
)

type fingerprintAnswer struct {
	Fingerprint string `json:"fingerprint" schema:"minLength=512;maxLength=512;pattern=^[0-9a-f]{512}$" doc:"2048 bits as hexadecimal digits: byte after byte, the lowest bit of a byte first, as in the FPS format."`
	Popcount    int    `json:"popcount" schema:"minimum=0;maximum=2048" doc:"Bits that are set."`
}

func ecfp4() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[smilesArguments]{
		Name:        "ecfp4",
		Title:       "ECFP4 fingerprint",
		Description: "Compute the ECFP4 fingerprint of a molecule. 2048 bits, equal to RDKit's Morgan fingerprint of radius 2 without chirality (Rogers and Hahn 2010).",
		Explain:     explainArguments,
	}, runECFP4))
}

func runECFP4(_ context.Context, args smilesArguments, _ *contract.Call) (*fingerprintAnswer, error) {
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	bits := fingerprint.ECFP4(s.Molecule)
	return &fingerprintAnswer{bits.Hex(), bits.Popcount()}, nil
}
