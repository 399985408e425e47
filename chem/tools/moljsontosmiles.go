//go:build !part

package tools

import (
	"context"
	"errors"

	"github.com/molsmith/molsmith/chem/moljson"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/contract"
)

type fromMolJSONArguments struct {
	JSON string `json:"json" schema:"title=MolJSON;minLength=1;maxLength=1000000;examples={\"atoms\":[{\"id\":\"a1\",\"element\":\"C\"},{\"id\":\"a2\",\"element\":\"O\"}],\"bonds\":[{\"source_id\":\"a1\",\"target_id\":\"a2\"}]}" doc:"A MolJSON document of either dialect as text, at most 100,000 bytes."`
}

type fromMolJSONAnswer struct {
	Canonical string `json:"canonical_smiles"`
}

// documentFault is where a MolJSON document is wrong.
type documentFault struct {
	Path string `json:"path"` // JSONPath
}

func molJSONToSMILES() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[fromMolJSONArguments]{
		Name:  "moljson_to_smiles",
		Title: "MolJSON to SMILES",
		Description: "Read a MolJSON document and write its molecule as canonical SMILES. Both dialects are read; hydrogen counts and configurations are kept where they are given. " +
			"Impossible valences, duplicate ids and duplicate bonds are refused.",
		Explain: explainArguments,
	}, runMolJSONToSMILES))
}

func runMolJSONToSMILES(_ context.Context, args fromMolJSONArguments, _ *contract.Call) (*fromMolJSONAnswer, error) {
	if len(args.JSON) > maxTextBytes {
		return nil, invalidArgument("/json", "maxLength", maxTextBytes, "json may have at most %d bytes", maxTextBytes)
	}
	refuse := func(path string, reason any) error {
		e := failure(contract.InvalidMolJSON, "Invalid MolJSON: %v", reason)
		e.Details = documentFault{path}
		return e
	}
	m, err := moljson.Read([]byte(args.JSON))
	if fault := (*moljson.Error)(nil); errors.As(err, &fault) {
		return nil, refuse(fault.Path, err)
	} else if err != nil {
		return nil, err
	}
	if len(m.Atoms) == 0 {
		return nil, refuse("$.atoms", "$.atoms: there is no atom")
	}
	p, err := perceive.Take(m)
	if fault := (*perceive.Error)(nil); errors.As(err, &fault) {
		return nil, refuse("$.atoms", err)
	} else if err != nil {
		return nil, err
	}
	s := &subject{Molecule: p}
	text, err := s.canonical()
	if err != nil {
		return nil, err
	}
	return &fromMolJSONAnswer{text}, nil
}
