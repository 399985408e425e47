//go:build !part

package tools

import (
	"context"
	"encoding/json"

	"github.com/molsmith/molsmith/chem/descriptors"
	"github.com/molsmith/molsmith/chem/moljson"
	"github.com/molsmith/molsmith/contract"
)

type packArguments struct {
	SMILES string `json:"smiles" schema:"title=SMILES;minLength=1;maxLength=100000;examples=CC(=O)Oc1ccccc1C(=O)O" doc:"The molecule as SMILES."`
	Format string `json:"format" schema:"title=Format;enum=json|markdown|prompt;default=json" doc:"json: an object; markdown: a text with headings; prompt: one line."`
}

// packAnswer is the answer in JSON.
type packAnswer struct {
	Identifiers     packIdentifiers     `json:"identifiers"`
	Properties      packProperties      `json:"properties"`
	DrugLikeness    packDrugLikeness    `json:"drug_likeness"`
	Representations packRepresentations `json:"representations"`
	Admet           *admetAnswer        `json:"admet"`
}

type packIdentifiers struct {
	SMILES    string  `json:"smiles" doc:"Canonical."`
	InChI     string  `json:"inchi" doc:"Empty, see inchi_note."`
	InChINote string  `json:"inchi_note"`
	Weight    float64 `json:"mw" schema:"minimum=0" doc:"Average molar mass, g/mol."`
	ExactMass float64 `json:"exact_mass" schema:"minimum=0" doc:"Monoisotopic mass, u."`
}

type packProperties struct {
	LogP           float64 `json:"logp"`
	TPSA           float64 `json:"tpsa" schema:"minimum=0" doc:"Å², of N and O."`
	HBD            int     `json:"hbd" schema:"minimum=0"`
	HBA            int     `json:"hba" schema:"minimum=0"`
	RotatableBonds int     `json:"rotatable_bonds" schema:"minimum=0"`
	HeavyAtoms     int     `json:"heavy_atoms" schema:"minimum=0"`
	QED            float64 `json:"qed" schema:"minimum=0;maximum=1"`
	Synthetic      float64 `json:"sa_score" schema:"minimum=1;maximum=10"`
}

type packDrugLikeness struct {
	Lipinski    bool     `json:"lipinski_passes"`
	Pains       bool     `json:"pains_passes"`
	Brenk       bool     `json:"brenk_passes"`
	PainsAlerts []string `json:"pains_alerts"`
	BrenkAlerts []string `json:"brenk_alerts"`
}

type packRepresentations struct {
	Canonical string `json:"canonical_smiles"`
	MolJSON   string `json:"moljson"`
}

// packText is the answer as a text.
type packText struct {
	Format  string `json:"format" schema:"enum=markdown|prompt"`
	Context string `json:"context"`
}

func moleculeContextPack() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[packArguments]{
		Name:  "molecule_context_pack",
		Title: "Context of a molecule",
		Description: "Put identifiers, properties, drug-likeness, ADMET estimates and the structure of a molecule into one text or object for a language model. " +
			"Descriptors are estimates from the structure; InChI is not available.",
		Explain: explainArguments,
		Output:  packSchema(),
	}, runMoleculeContextPack))
}

// packSchema says that the answer is one of the two forms. Clients of 2025 need the
// type at the root.
func packSchema() json.RawMessage {
	object, err := contract.AnswerSchema[packAnswer]()
	if err != nil {
		panic(err) // a test of the registry finds it
	}
	text, err := contract.AnswerSchema[packText]()
	if err != nil {
		panic(err)
	}
	return json.RawMessage(`{"type":"object","oneOf":[` + string(object) + `,` + string(text) + `]}`)
}

func runMoleculeContextPack(_ context.Context, args packArguments, _ *contract.Call) (any, error) {
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	pack, err := s.pack()
	if err != nil {
		return nil, err
	}
	switch args.Format {
	case "markdown":
		return packText{args.Format, pack.markdown()}, nil
	case "prompt":
		return packText{args.Format, pack.prompt()}, nil
	}
	return pack, nil
}

func (s *subject) pack() (*packAnswer, error) {
	v, err := s.describe()
	if err != nil {
		return nil, err
	}
	canonical, err := s.canonical()
	if err != nil {
		return nil, err
	}
	likeness, err := s.druglikeness()
	if err != nil {
		return nil, err
	}
	score, err := s.synthetic()
	if err != nil {
		return nil, err
	}
	lipinski, err := s.lipinski()
	if err != nil {
		return nil, err
	}
	pains, err := s.check(descriptors.PainsA, descriptors.PainsB, descriptors.PainsC)
	if err != nil {
		return nil, err
	}
	brenk, err := s.check(descriptors.Brenk)
	if err != nil {
		return nil, err
	}
	profile, err := s.admet()
	if err != nil {
		return nil, err
	}
	document, err := s.molJSON(moljson.Options{})
	if err != nil {
		return nil, err
	}
	return &packAnswer{
		Identifiers: packIdentifiers{
			SMILES: canonical, InChINote: noInChI,
			Weight: rounded(v.Weight, 2), ExactMass: rounded(v.ExactMass, 3),
		},
		Properties: packProperties{
			LogP: rounded(v.LogP, 2), TPSA: rounded(v.TPSA, 2), HBD: v.HBD, HBA: v.HBA, RotatableBonds: v.RotatableBonds,
			HeavyAtoms: v.HeavyAtoms, QED: rounded(likeness.QED(), 3), Synthetic: rounded(score, 2),
		},
		DrugLikeness: packDrugLikeness{
			Lipinski: lipinski.Passes, Pains: pains.Passes, Brenk: brenk.Passes,
			PainsAlerts: pains.Alerts, BrenkAlerts: brenk.Alerts,
		},
		Representations: packRepresentations{Canonical: canonical, MolJSON: document},
		Admet:           profile,
	}, nil
}
