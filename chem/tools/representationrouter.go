//go:build !part

package tools

import (
	"context"

	"github.com/molsmith/molsmith/chem/formats/cml"
	"github.com/molsmith/molsmith/chem/moljson"
	"github.com/molsmith/molsmith/contract"
)

type routerArguments struct {
	SMILES string `json:"smiles" schema:"title=SMILES;minLength=1;maxLength=100000;examples=CCO" doc:"The molecule as SMILES."`
	Task   string `json:"task" schema:"title=Task;enum=structural_reasoning|shortest_path|identification|property_prediction|generation|editing|default;default=default" doc:"What the text is for."`
}

type routerAnswer struct {
	Task           string `json:"task"`
	Format         string `json:"format" schema:"enum=moljson|inchi|cml|canonical_smiles"`
	Representation string `json:"representation" doc:"The molecule in that format."`
	Note           string `json:"note,omitempty" doc:"Why another format was taken than the one for the task."`
}

func representationRouter() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[routerArguments]{
		Name:  "representation_router",
		Title: "Representation for a task",
		Description: "Write a molecule in the text format that suits a task of a language model. MolJSON for reasoning about structure and paths, CML for editing, canonical SMILES otherwise; " +
			"a recommendation after arXiv:2605.01822, not a standard. InChI is not available.",
		Explain: explainArguments,
	}, runRepresentationRouter))
}

// noInChI is said wherever an InChI would stand.
const noInChI = "InChI is not available here; the canonical SMILES identifies the molecule instead"

func runRepresentationRouter(_ context.Context, args routerArguments, _ *contract.Call) (*routerAnswer, error) {
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	answer := &routerAnswer{Task: args.Task}
	switch args.Task {
	case "structural_reasoning", "shortest_path":
		answer.Format = "moljson"
		answer.Representation, err = s.molJSON(moljson.Options{})
	case "editing":
		answer.Format = "cml"
		answer.Representation = string(cml.Write(s.Molecule, nil, cml.Options{}))
	default:
		answer.Format = "canonical_smiles"
		answer.Representation, err = s.canonical()
		if args.Task == "identification" {
			answer.Note = noInChI
		}
	}
	if err != nil {
		return nil, err
	}
	return answer, nil
}
