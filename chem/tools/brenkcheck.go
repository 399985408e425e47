//go:build !part

package tools

import (
	"context"

	"github.com/molsmith/molsmith/chem/descriptors"
	"github.com/molsmith/molsmith/contract"
)

func brenkCheck() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[smilesArguments]{
		Name:  "brenk_check",
		Title: "Brenk alerts",
		Description: "Look for structures that are unwanted in screening libraries because they are reactive, unstable, toxic or hard to make better. " +
			"The 105 patterns of Brenk et al. 2008; an alert asks for a second look, it is no verdict.",
		Explain: explainArguments,
	}, runBrenkCheck))
}

func runBrenkCheck(_ context.Context, args smilesArguments, _ *contract.Call) (*alertsAnswer, error) {
	return checkAlerts(args.SMILES, descriptors.Brenk)
}
