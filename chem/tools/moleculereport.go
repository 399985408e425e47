//go:build !part

package tools

import (
	"context"
	"slices"

	"github.com/molsmith/molsmith/chem/depict"
	"github.com/molsmith/molsmith/chem/descriptors"
	"github.com/molsmith/molsmith/chem/fingerprint"
	"github.com/molsmith/molsmith/contract"
)

type reportArguments struct {
	SMILES string `json:"smiles" schema:"title=SMILES;minLength=1;maxLength=100000;examples=C[C@H](N)C(=O)O" doc:"The molecule as SMILES."`
	SVG    bool   `json:"svg" schema:"title=Draw;default=false" doc:"Add a 2D picture as SVG; at most 1,000 atoms."`
}

// reportAnswer is everything there is to say of a molecule, without rounding. Atoms are
// indices into the graph.
type reportAnswer struct {
	Canonical string `json:"can" doc:"Canonical SMILES."`

	Formula    string  `json:"formula" doc:"Hill order, the charge at its end."`
	Charge     int     `json:"charge" doc:"e"`
	Weight     float64 `json:"mw" doc:"Average molar mass, g/mol."`
	ExactMass  float64 `json:"exact" doc:"Monoisotopic mass, u."`
	Heavy      int     `json:"heavy" doc:"Atoms other than hydrogen."`
	Atoms      int     `json:"atoms" doc:"All atoms, hydrogens included."`
	GraphAtoms int     `json:"graph_atoms" doc:"Atoms of the graph: hydrogens count only where they are atoms of their own."`
	Bonds      int     `json:"bonds" doc:"Bonds of the graph."`
	Components int     `json:"components"`

	Rings         int   `json:"rings"`
	RingSizes     []int `json:"ring_sizes" doc:"Rising; where several sets of smallest rings are possible the rings of all of them."`
	AromaticAtoms []int `json:"arom_atoms" doc:"Counted from 0 in the order of the SMILES, hydrogens that are no atoms of their own left out; so are all atoms here."`
	AromaticRings int   `json:"arom_rings"`
	Spiro         int   `json:"spiro"`
	Bridgehead    int   `json:"bridgehead"`

	CIP                []atomLabel `json:"cip" doc:"R, S, r or s of atoms by the rules of 2013."`
	EZ                 []bondLabel `json:"ez" doc:"E or Z of double bonds."`
	Unlabeled          int         `json:"cip_undecided" doc:"Configurations whose label was not found within the limit; 0 for ordinary molecules."`
	StereoCenters      int         `json:"stereo_centers" doc:"Tetrahedral atoms with four different ligands, stated or not."`
	UnspecifiedCenters int         `json:"unspecified_centers" doc:"Those without a stated configuration."`
	Unspecified        [][1]int    `json:"unspecified" doc:"The same as a list."`
	UnspecifiedBonds   [][2]int    `json:"unspecified_bonds" doc:"Double bonds that could have a configuration and state none."`

	LogP           float64 `json:"logp" doc:"Wildman and Crippen 1999."`
	MR             float64 `json:"mr" doc:"Molar refractivity, cm³/mol."`
	TPSA           float64 `json:"tpsa" doc:"Å², of N and O."`
	TPSAPlus       float64 `json:"tpsa_sp" doc:"Å², of N, O, S and P."`
	HBD            int     `json:"hbd"`
	HBA            int     `json:"hba"`
	LipinskiHBD    int     `json:"lip_hbd" doc:"Hydrogens on N and O."`
	LipinskiHBA    int     `json:"lip_hba" doc:"N and O atoms."`
	RotatableBonds int     `json:"rotb" doc:"RDKit's strict definition."`
	Fsp3           float64 `json:"fsp3"`

	QED           float64       `json:"qed" doc:"Bickerton 2012, mean weights."`
	QEDProperties qedProperties `json:"qed_properties" doc:"What QED is computed from; some are not the values of the same name above."`
	Synthetic     *float64      `json:"sa" doc:"Synthetic accessibility, Ertl and Schuffenhauer 2009; null where its table is not loaded."`

	ECFP4           []int    `json:"ecfp4" doc:"Bits of 2048 that are set."`
	PainsA          []string `json:"pains_a"`
	PainsB          []string `json:"pains_b"`
	PainsC          []string `json:"pains_c"`
	Brenk           []string `json:"brenk"`
	AlertsUndecided []string `json:"alerts_undecided" doc:"Alerts whose search reached its limit. Empty for ordinary molecules."`

	BRICS     []bricsBond `json:"brics" doc:"Bonds that BRICS cuts: atoms and their environments, by the first rule that fits."`
	Fragments []string    `json:"brics_frags" doc:"Pieces when all of them are cut; a wildcard has the label of the atom it is bonded to, which is that of the last rule that fits where brics has the first."`
	Murcko    string      `json:"murcko" doc:"Bemis-Murcko scaffold as canonical SMILES; empty without rings."`

	SVG string `json:"svg,omitempty" doc:"The picture, when it was asked for."`
}

type qedProperties struct {
	Weight        float64 `json:"mw"`
	LogP          float64 `json:"alogp"`
	Acceptors     int     `json:"hba"`
	Donors        int     `json:"hbd"`
	TPSA          float64 `json:"psa"`
	Rotatable     int     `json:"rotb"`
	AromaticRings int     `json:"arom"`
	Alerts        int     `json:"alerts"`
}

func moleculeReport() *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[reportArguments]{
		Name:  "molecule_report",
		Title: "Molecule report",
		Description: "Compute everything that is known of a molecule from its SMILES, without rounding: composition, rings, configuration, descriptors, QED, synthetic accessibility, " +
			"ECFP4 bits, alerts, BRICS bonds, scaffold, and a picture on demand. Field names are short; the outputSchema explains them.",
		Explain: explainArguments,
	}, runMoleculeReport))
}

func runMoleculeReport(ctx context.Context, args reportArguments, _ *contract.Call) (*reportAnswer, error) {
	s, err := readSubject("smiles", args.SMILES)
	if err != nil {
		return nil, err
	}
	if n := len(s.Mol.Atoms); args.SVG && n > maxPictureAtoms {
		return nil, tooLarge(maxPictureAtoms, n, "The molecule has %d atoms; a picture may have at most %d. Leave out svg", n, maxPictureAtoms)
	}
	a := new(reportAnswer)
	for _, part := range [...]func(*reportAnswer) error{
		s.reportComposition, s.reportStereo, s.reportDescriptors, s.reportAlerts, s.reportPieces,
	} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := part(a); err != nil {
			return nil, err
		}
	}
	if args.SVG {
		if a.SVG, err = depict.SVG(s.Molecule, s.configuration(), depict.Options{}); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func (s *subject) reportComposition(a *reportAnswer) (err error) {
	if a.Canonical, err = s.canonical(); err != nil {
		return err
	}
	a.Formula, a.Charge = s.Formula(), s.Mol.Charge()
	a.GraphAtoms, a.Bonds = len(s.Mol.Atoms), len(s.Mol.Bonds)
	a.Atoms = a.GraphAtoms
	a.AromaticAtoms = []int{}
	for i := range s.Mol.Atoms {
		a.Atoms += int(s.Mol.Atoms[i].Hydrogens)
		if s.Mol.Atoms[i].Aromatic {
			a.AromaticAtoms = append(a.AromaticAtoms, i)
		}
	}
	_, a.Components = s.Mol.Components()
	a.RingSizes = make([]int, len(s.Rings.Relevant))
	for k, ring := range s.Rings.Relevant {
		a.RingSizes[k] = len(ring)
	}
	slices.Sort(a.RingSizes)
	a.ECFP4 = list(fingerprint.ECFP4(s.Molecule).OnBits())
	return nil
}

func (s *subject) reportDescriptors(a *reportAnswer) error {
	v, err := s.describe()
	if err != nil {
		return err
	}
	a.Weight, a.ExactMass, a.Heavy = v.Weight, v.ExactMass, v.HeavyAtoms
	a.Rings, a.AromaticRings, a.Spiro, a.Bridgehead = v.Rings.All, v.Rings.Aromatic, v.Rings.Spiro, v.Rings.Bridgehead
	a.LogP, a.MR, a.TPSA, a.TPSAPlus, a.Fsp3 = v.LogP, v.MR, v.TPSA, v.TPSAPlus, v.Fsp3
	a.HBD, a.HBA, a.LipinskiHBD, a.LipinskiHBA, a.RotatableBonds = v.HBD, v.HBA, v.LipinskiHBD, v.LipinskiHBA, v.RotatableBonds
	d, err := s.druglikeness()
	if err != nil {
		return err
	}
	a.QED = d.QED()
	a.QEDProperties = qedProperties{
		Weight: d.Weight, LogP: d.LogP, Acceptors: d.Acceptors, Donors: d.Donors, TPSA: d.TPSA,
		Rotatable: d.Rotatable, AromaticRings: d.AromaticRings, Alerts: d.Alerts,
	}
	if _, err := descriptors.Fragments(); err != nil {
		return nil // a page without the table reports the rest
	}
	score, err := s.synthetic()
	a.Synthetic = &score
	return err
}

func (s *subject) reportAlerts(a *reportAnswer) error {
	a.AlertsUndecided = []string{}
	for _, c := range [...]struct {
		catalog descriptors.Catalog
		names   *[]string
	}{
		{descriptors.PainsA, &a.PainsA}, {descriptors.PainsB, &a.PainsB}, {descriptors.PainsC, &a.PainsC}, {descriptors.Brenk, &a.Brenk},
	} {
		found, err := s.alerts(c.catalog)
		if err != nil {
			return err
		}
		*c.names = list(found.Names)
		a.AlertsUndecided = append(a.AlertsUndecided, found.Unresolved...)
	}
	return nil
}
