package tools

import (
	"context"

	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/contract"
)

// libraryArguments are the arguments of molecule_library; all may be absent.
type libraryArguments struct {
	Query string `json:"query" schema:"title=Search;maxLength=200;optional" doc:"Name, alias, formula or SMILES, whole or in part."`
	Group string `json:"group" schema:"title=Group;maxLength=50;optional" doc:"Only this group, for example Solvents."`
	Limit int    `json:"limit" schema:"title=Limit;minimum=1;maximum=200;default=100" doc:"Most molecules to list."`
}

// libraryAnswer is what molecule_library answers.
type libraryAnswer struct {
	Molecules []libraryMolecule `json:"molecules" doc:"Best matches first."`
	Total     int               `json:"total" doc:"How many matched, before the limit."`
	Groups    []string          `json:"groups" doc:"The groups there are."`
}

type libraryMolecule struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	SMILES  string   `json:"smiles" doc:"Send it as the smiles of a molecule argument."`
	Formula string   `json:"formula"`
	Group   string   `json:"group"`
	Charge  int      `json:"charge" doc:"Formal charge, e."`
	Atoms   int      `json:"atoms" doc:"Hydrogens included."`
	Density float64  `json:"density,omitempty" doc:"Of the liquid, g/cm³; absent when it is none or not known."`
	Aliases []string `json:"aliases"`
}

func moleculeLibrary() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[libraryArguments]{
		Name:        "molecule_library",
		Title:       "Molecule library",
		Description: "List the built-in molecules with their SMILES, formula, charge and liquid density. Everything is listed when no argument is given; a SMILES from this list can be used wherever a tool takes a molecule.",
	}, runMoleculeLibrary))
}

func runMoleculeLibrary(_ context.Context, args libraryArguments, _ *contract.Call) (libraryAnswer, error) {
	found := library.Find(args.Query, args.Group, 0)
	answer := libraryAnswer{Molecules: []libraryMolecule{}, Total: len(found), Groups: library.Groups()}
	for _, e := range found[:min(len(found), args.Limit)] {
		aliases := e.Aliases
		if aliases == nil {
			aliases = []string{}
		}
		answer.Molecules = append(answer.Molecules, libraryMolecule{
			ID: e.ID, Name: e.Name, SMILES: e.SMILES, Formula: e.Formula, Group: e.Group,
			Charge: e.Charge, Atoms: e.Atoms, Density: e.Density, Aliases: aliases,
		})
	}
	return answer, nil
}
