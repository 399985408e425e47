//go:build !part

package tools

import (
	"context"

	"github.com/molsmith/molsmith/chem/admet"
	"github.com/molsmith/molsmith/contract"
)

type admetAnswer struct {
	LogBB          float64              `json:"bbb_score" doc:"log10 of the concentrations in brain and blood."`
	BrainRule      bool                 `json:"bbb_passes"`
	Caco2          float64              `json:"caco2_logp" doc:"For order only; far below measured values."`
	HERG           float64              `json:"herg_risk" schema:"minimum=0;maximum=1"`
	CYP3A4         float64              `json:"cyp3a4_risk" schema:"minimum=0;maximum=1"`
	PKaAcid        *float64             `json:"pka_acid" doc:"Strongest acid; null when there is none."`
	PKaBase        *float64             `json:"pka_base" doc:"Conjugate acid of the strongest base; null when there is none."`
	LogS           float64              `json:"esol_logs" doc:"Solubility in water, log10 mol/L."`
	LogD           float64              `json:"logd_74" doc:"Octanol-water distribution at pH 7.4."`
	Weight         float64              `json:"mw" schema:"minimum=0" doc:"g/mol"`
	LogP           float64              `json:"logp"`
	TPSA           float64              `json:"tpsa" schema:"minimum=0" doc:"Å², of N and O."`
	HBD            int                  `json:"hbd" schema:"minimum=0"`
	HBA            int                  `json:"hba" schema:"minimum=0"`
	RotatableBonds int                  `json:"rotatable_bonds" schema:"minimum=0"`
	Ames           float64              `json:"ames_risk" schema:"minimum=0;maximum=1"`
	ProteinBound   float64              `json:"ppb_percent" schema:"minimum=1;maximum=99" doc:"Share bound to plasma proteins, percent."`
	Clearance      string               `json:"clearance_class" schema:"enum=Low|Medium|High"`
	AmesAlerts     []string             `json:"ames_alerts" doc:"Alerts behind ames_risk."`
	AmesUnresolved []string             `json:"ames_unresolved" doc:"Alerts whose search reached its limit; not in ames_risk. Empty for ordinary molecules."`
	Notes          map[string]modelNote `json:"model_notes" doc:"For each value the model it comes from."`
}

type modelNote struct {
	Kind  string `json:"kind" schema:"enum=published|rule of thumb"`
	Model string `json:"model"`
}

func admetProfile() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[smilesArguments]{
		Name:  "admet_profile",
		Title: "ADMET profile",
		Description: "Estimate absorption, distribution, metabolism and toxicity of a molecule from its structure. Screening estimates for sorting long lists, not measurements: " +
			"model_notes says for each value whether it is a published model or a rule of thumb.",
		Explain: explainArguments,
	}, runAdmetProfile))
}

func runAdmetProfile(_ context.Context, args smilesArguments, _ *contract.Call) (*admetAnswer, error) {
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	return s.admet()
}

func (s *subject) admet() (*admetAnswer, error) {
	v, err := s.describe()
	if err != nil {
		return nil, err
	}
	p, err := admet.Estimate(admet.Describe(s.Molecule, v), s.matching(), len(s.Mol.Atoms))
	if err != nil {
		return nil, workFailure(err)
	}
	return &admetAnswer{
		LogBB: rounded(p.LogBB, 3), BrainRule: p.BrainRule, Caco2: rounded(p.Caco2, 3),
		HERG: rounded(p.HERG, 3), CYP3A4: rounded(p.CYP3A4, 3), PKaAcid: p.PKaAcid, PKaBase: p.PKaBase,
		LogS: rounded(p.LogS, 3), LogD: rounded(p.LogD74, 3),
		Weight: rounded(v.Weight, 2), LogP: rounded(v.LogP, 3), TPSA: rounded(v.TPSA, 2),
		HBD: v.HBD, HBA: v.HBA, RotatableBonds: v.RotatableBonds,
		Ames: rounded(p.Ames, 3), ProteinBound: rounded(p.ProteinBound, 2), Clearance: string(p.Clearance),
		AmesAlerts: list(p.AmesAlerts), AmesUnresolved: list(p.AmesUndecided), Notes: admetNotes(),
	}, nil
}

func admetNotes() map[string]modelNote {
	notes := make(map[string]modelNote)
	for _, n := range admet.Notes() {
		notes[n.Field] = modelNote{string(n.Kind), n.Model}
	}
	return notes
}
