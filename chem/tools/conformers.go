//go:build !part

package tools

import (
	"context"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/conformer"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/contract"
)

type conformersArguments struct {
	SMILES string        `json:"smiles" schema:"title=SMILES;minLength=1;maxLength=100000;examples=CC(=O)Oc1ccccc1C(=O)O" doc:"The molecule as SMILES, with at most 999 atoms, hydrogens included."`
	N      int           `json:"n" schema:"title=Conformers;minimum=1;maximum=100;default=10;unit=count" doc:"How many are made; those that resemble one of lower energy are left out."`
	Seed   contract.Seed `json:"seed" schema:"title=Seed;default=42" doc:"The same molecule and the same seed give the same conformers."`
	RMSD   float64       `json:"rmsd" schema:"title=Smallest difference;minimum=0;maximum=10;default=0.5;unit=angstrom" doc:"Two conformers whose atoms other than hydrogen, after superposition and whatever symmetry allows, are closer than this on average are one; 0 keeps all."`
}

type conformersAnswer struct {
	SDF        string         `json:"sdf" doc:"The conformers as an SD file, lowest energy first, superposed on the first, with their energies as data items."`
	Conformers []conformerRow `json:"conformers" doc:"The same order."`
	Made       int            `json:"made" doc:"Geometries that were made."`
	Failed     int            `json:"failed" doc:"Tries that gave no geometry."`
	Alike      int            `json:"alike" doc:"Geometries left out because they resemble one of lower energy."`
	Atoms      int            `json:"atom_count" schema:"minimum=0" doc:"Atoms of the molecule, hydrogens included."`
	Force      string         `json:"force_field" doc:"MMFF94s, or UFF for molecules that MMFF94 does not cover; none when nothing was relaxed."`
	Seed       int64          `json:"seed"`
	Warnings   []string       `json:"warnings"`
}

type conformerRow struct {
	Energy    float64 `json:"energy_kcal_mol" doc:"kcal/mol"`
	Relative  float64 `json:"relative_kcal_mol" doc:"Above the first, kcal/mol."`
	RMSD      float64 `json:"rmsd" doc:"From the first, Å."`
	Converged bool    `json:"converged"`
}

func conformers() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[conformersArguments]{
		Name:  "conformers",
		Title: "Conformers",
		Description: "Make several 3D geometries of a molecule with the configuration that the SMILES states, relax them with MMFF94s (UFF where MMFF94 has no parameters), " +
			"keep those that differ and rank them by energy.",
		Explain: explainArguments,
	}, runConformers))
}

func runConformers(ctx context.Context, args conformersArguments, call *contract.Call) (*conformersAnswer, error) {
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	b, p, err := s.builder(conformer.Auto)
	if err != nil {
		return nil, err
	}
	limit := args.RMSD
	if limit == 0 {
		limit = -1 // keep all
	}
	var found *conformer.Ensemble
	err = within(ctx, maxSearchMillis, "Conformers", func(ctx context.Context) (err error) {
		found, err = b.Search(ctx, conformer.SearchOptions{N: args.N, Seed: uint64(args.Seed), RMSD: limit, Progress: call.Progress})
		return err
	})
	if err != nil {
		return nil, geometryFailure(err)
	}
	answer := &conformersAnswer{
		Made: found.Made, Failed: found.Failed, Alike: found.Alike, Atoms: len(p.Mol.Atoms),
		Force: forceName(b.Force()), Seed: int64(args.Seed), Warnings: builderWarnings(b, &found.Conformers[0]),
	}
	var text strings.Builder
	file := molfile.NewWriter(&text)
	first := &found.Conformers[0]
	for k := range found.Conformers {
		c := &found.Conformers[k]
		row := conformerRow{
			Energy: rounded(c.Energy, 4), Relative: rounded(c.Energy-first.Energy, 4), RMSD: rounded(b.RMSD(first.X, c.X), 4), Converged: c.Converged,
		}
		answer.Conformers = append(answer.Conformers, row)
		for _, f := range c.Faults {
			answer.Warnings = append(answer.Warnings, fromZero("Conformer "+strconv.Itoa(k+1)+": "+f+"."))
		}
		record := blockRecord(p, c.X, "conformer "+strconv.Itoa(k+1), len(s.configuration().Centers) > 0)
		number := func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }
		record.Properties = []molfile.Property{
			{Name: "force_field", Value: answer.Force}, {Name: "energy_kcal_mol", Value: number(row.Energy)},
			{Name: "relative_kcal_mol", Value: number(row.Relative)}, {Name: "rmsd", Value: number(row.RMSD)},
		}
		if err := file.Write(record); err != nil {
			return nil, failure(contract.InvalidMolecule, "%s.", upperFirst(err.Error()))
		}
	}
	answer.SDF = text.String()
	return answer, nil
}
