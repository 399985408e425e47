//go:build !part

package tools

import (
	"context"

	"github.com/molsmith/molsmith/chem/descriptors"
	"github.com/molsmith/molsmith/contract"
)

func painsCheck() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[smilesArguments]{
		Name:  "pains_check",
		Title: "PAINS alerts",
		Description: "Look for structures that interfere with many assays. The 480 patterns of Baell and Holloway 2010 as RDKit has them; " +
			"an alert asks for a second look, it is no verdict.",
		Explain: explainArguments,
	}, runPainsCheck))
}

func runPainsCheck(_ context.Context, args smilesArguments, _ *contract.Call) (*alertsAnswer, error) {
	return checkAlerts(args.SMILES, descriptors.PainsA, descriptors.PainsB, descriptors.PainsC)
}
