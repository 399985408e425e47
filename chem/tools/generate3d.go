package tools

import (
	"context"
	"strconv"
	"strings"
	"unicode"

	"github.com/molsmith/molsmith/chem/conformer"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/contract"
)

type generateArguments struct {
	SMILES    string        `json:"smiles" schema:"title=SMILES;minLength=1;maxLength=100000;examples=CC(=O)Oc1ccccc1C(=O)O" doc:"The molecule as SMILES, with at most 999 atoms, hydrogens included."`
	Hydrogens bool          `json:"hydrogens" schema:"title=Hydrogens;default=true" doc:"Give the hydrogens too. They are part of the calculation either way."`
	Seed      contract.Seed `json:"seed" schema:"title=Seed;default=42" doc:"The same molecule and the same seed give the same geometry."`
}

type generateAnswer struct {
	XYZ       string   `json:"xyz" doc:"XYZ text: number of atoms, the SMILES, then element and position of each atom in Å."`
	Atoms     int      `json:"atom_count" schema:"minimum=0" doc:"Atoms in the text."`
	Molblock  string   `json:"molblock" doc:"The same geometry with its bonds as a mol block; empty where the format cannot hold the molecule."`
	Force     string   `json:"force_field" doc:"MMFF94s, or UFF for molecules that MMFF94 does not cover; none when nothing was relaxed."`
	Energy    float64  `json:"energy_kcal_mol" doc:"Energy in the force field, kcal/mol; of several components the sum, each by itself."`
	Converged bool     `json:"converged" doc:"The minimization came to its end."`
	Seed      int64    `json:"seed"`
	Warnings  []string `json:"warnings" doc:"What is not as usual with this geometry."`
}

func generate3D() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[generateArguments]{
		Name:  "generate_3d",
		Title: "Generate 3D",
		Description: "Make a 3D geometry of a molecule, all hydrogens included, with the configuration that the SMILES states: distance geometry with torsion preferences from experiment, " +
			"then MMFF94s, or UFF where MMFF94 has no parameters. The result is checked, and made anew where a check fails; a molecule that cannot exist is refused with the atoms at fault.",
		Explain: explainArguments,
	}, runGenerate3D))
}

func runGenerate3D(ctx context.Context, args generateArguments, call *contract.Call) (*generateAnswer, error) {
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	b, p, err := s.builder(conformer.Auto)
	if err != nil {
		return nil, err
	}
	var c *conformer.Conformer
	err = within(ctx, maxGeometryMillis, "Generate 3D", func(ctx context.Context) (err error) {
		c, err = b.Generate(ctx, uint64(args.Seed), call.Progress)
		return err
	})
	if err != nil {
		return nil, geometryFailure(err)
	}
	answer := &generateAnswer{
		Force: forceName(b.Force()), Energy: rounded(c.Energy, 4), Converged: c.Converged, Seed: int64(args.Seed),
		Warnings: geometryWarnings(b, c),
	}
	shown := p
	if !args.Hydrogens {
		shown = s.Molecule // its atoms stand first
	}
	answer.Atoms = len(shown.Mol.Atoms)
	answer.XYZ = xyzText(shown.Mol, c.X, args.SMILES)
	block, reason := writeBlock(shown, c.X, "", len(s.configuration().Centers) > 0)
	answer.Molblock = block
	if reason != "" {
		answer.Warnings = append(answer.Warnings, reason)
	}
	return answer, nil
}

// forceName is the name of a force field in answers.
func forceName(f conformer.Force) string {
	if f == conformer.Auto {
		return "none"
	}
	return string(f)
}

// xyzText writes atoms and positions with six decimals.
func xyzText(m *mol.Mol, x []float64, comment string) string {
	text := make([]byte, 0, 48*len(m.Atoms)+len(comment)+16)
	text = strconv.AppendInt(text, int64(len(m.Atoms)), 10)
	text = append(text, '\n')
	text = append(text, strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, comment)...)
	text = append(text, '\n')
	for i := range m.Atoms {
		text = append(text, elem.Symbol(m.Atoms[i].Element)...)
		for _, v := range x[3*i : 3*i+3] {
			text = append(text, ' ')
			text = strconv.AppendFloat(text, rounded(v, 6), 'f', 6, 64)
		}
		text = append(text, '\n')
	}
	return string(text)
}
