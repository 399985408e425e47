//go:build !part

package tools

import (
	"context"
	"encoding/json"

	"github.com/molsmith/molsmith/chem/moljson"
	"github.com/molsmith/molsmith/contract"
)

type toMolJSONArguments struct {
	SMILES  string `json:"smiles" schema:"title=SMILES;minLength=1;maxLength=100000;examples=CCO" doc:"The molecule as SMILES."`
	Dialect string `json:"dialect" schema:"title=Dialect;enum=chematic|oxpig;default=chematic" doc:"chematic lists hydrogens and aromatic atoms; oxpig is the published schema (arXiv:2605.01822), which has neither isotopes nor stereo."`
	Stereo  bool   `json:"stereo" schema:"title=Write configurations;default=false" doc:"Add chirality and E/Z; chematic dialect only."`
}

func smilesToMolJSON() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[toMolJSONArguments]{
		Name:  "smiles_to_moljson",
		Title: "SMILES to MolJSON",
		Description: "Write a molecule as MolJSON, a list of its atoms and bonds. The answer is one string that holds the document. " +
			"Configurations are left out unless stereo is true.",
		Explain: explainArguments,
		Output:  json.RawMessage(`{"type":"string","description":"A MolJSON document."}`),
	}, runSMILESToMolJSON))
}

func runSMILESToMolJSON(_ context.Context, args toMolJSONArguments, _ *contract.Call) (string, error) {
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return "", err
	}
	o := moljson.Options{Stereo: args.Stereo}
	if args.Dialect == "oxpig" {
		o.Dialect = moljson.Published
	}
	text, err := s.molJSON(o)
	if err != nil { // the chematic dialect holds every molecule
		return "", invalidArgument("/dialect", "dialect", nil, "%s", upperFirst(err.Error()))
	}
	return text, nil
}

func (s *subject) molJSON(o moljson.Options) (string, error) {
	set := s.stereo
	if o.Stereo {
		set = s.configuration()
	}
	text, err := moljson.Write(s.Molecule, set, o)
	return string(text), err
}
