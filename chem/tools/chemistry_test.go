package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract"
)

const (
	aspirin      = "CC(=O)Oc1ccccc1C(=O)O"
	caffeine     = "Cn1cnc2c1c(=O)n(c(=O)n2C)C"
	ibuprofen    = "CC(C)Cc1ccc(cc1)C(C)C(=O)O"
	imatinib     = "Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1"
	atorvastatin = "CC(C)c1c(C(=O)Nc2ccccc2)c(-c2ccccc2)c(-c2ccc(F)cc2)n1CC[C@@H](O)C[C@@H](O)CC(=O)O"
	cholesterol  = "C[C@H](CCCC(C)C)[C@H]1CC[C@@H]2[C@@]1(CC[C@H]1[C@H]2CC=C2[C@@]1(CC[C@@H](C2)O)C)C"
	morphine     = "CN1CC[C@]23c4c5ccc(O)c4O[C@H]2[C@@H](O)C=C[C@H]3[C@H]1C5"
	quercetin    = "O=c1c(O)c(-c2ccc(O)c(O)c2)oc2cc(O)cc(O)c12"
	glucose      = "OC[C@H]1OC(O)[C@H](O)[C@@H](O)[C@@H]1O"
	nicotine     = "CN1CCC[C@H]1c1cccnc1"
	warfarin     = "CC(=O)CC(c1ccccc1)c1c(O)c2ccccc2oc1=O"
	metformin    = "CN(C)C(=N)NC(=N)N"
	nitrobenzene = "O=[N+]([O-])c1ccccc1"
	procaine     = "CCN(CC)CCOC(=O)c1ccc(N)cc1"
	paracetamol  = "CC(=O)Nc1ccc(O)cc1"
	penicillin   = "CC1(C)S[C@@H]2[C@H](NC(=O)Cc3ccccc3)C(=O)N2[C@H]1C(=O)O"
	diazepam     = "CN1C(=O)CN=C(c2ccccc2)c2cc(Cl)ccc21"
)

// ask runs a tool on a value and reads the answer.
func ask[A any](t *testing.T, tool string, args any) (answer A) {
	t.Helper()
	text, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	out := mustCall(t, tool, string(text))
	if out.Text != string(out.Value) {
		t.Errorf("%s: the text %.200s is not the value %.200s", tool, out.Text, out.Value)
	}
	if err := json.Unmarshal(out.Value, &answer); err != nil {
		t.Fatalf("%s: %v in %s", tool, err, out.Value)
	}
	return answer
}

func on(text string) map[string]any { return map[string]any{"smiles": text} }

// TestReferenceTable holds the values of RDKit for 21 molecules: mass, exact mass, logP,
// TPSA, donors, acceptors, nitrogens and oxygens, rotatable bonds, QED, synthetic
// accessibility (RDKit 2026.09.1; the last two 2022.09.3).
func TestReferenceTable(t *testing.T) {
	for _, c := range []struct {
		smiles               string
		mw, exact, logp      float64
		tpsa                 float64
		hbd, hba, no, rotate int
		qed, sa              float64
	}{
		{"c1ccccc1", 78.114, 78.04695, 1.6866, 0, 0, 0, 0, 0, 0.4426, 1.0000},
		{"CCO", 46.069, 46.04186, -0.0014, 20.23, 1, 1, 1, 0, 0.4068, 1.9803},
		{aspirin, 180.159, 180.04226, 1.3101, 63.60, 1, 3, 4, 2, 0.5501, 1.5800},
		{caffeine, 194.194, 194.08038, -1.0293, 61.82, 0, 3, 6, 0, 0.5385, 2.2980},
		{ibuprofen, 206.285, 206.13068, 3.0732, 37.30, 1, 1, 2, 4, 0.8216, 2.1918},
		{paracetamol, 151.165, 151.06333, 1.3506, 49.33, 2, 2, 3, 1, 0.5950, 1.4073},
		{metformin, 129.167, 129.10145, -1.0342, 88.99, 4, 2, 5, 0, 0.2488, 3.6741},
		{nicotine, 162.236, 162.11570, 1.8483, 16.13, 0, 2, 2, 1, 0.6262, 2.4999},
		{diazepam, 284.746, 284.07164, 3.1538, 32.67, 0, 2, 3, 1, 0.7916, 2.1206},
		{quercetin, 302.238, 302.04265, 1.9880, 131.36, 5, 7, 7, 1, 0.4342, 2.5447},
		{glucose, 180.156, 180.06339, -3.2214, 110.38, 5, 6, 6, 1, 0.2902, 3.5954},
		{imatinib, 493.615, 493.25901, 4.5903, 86.28, 2, 7, 8, 7, 0.3894, 2.3317},
		{atorvastatin, 558.650, 558.25300, 6.3136, 111.79, 4, 4, 7, 12, 0.1628, 3.3052},
		{morphine, 285.343, 285.13649, 1.1981, 52.93, 2, 4, 4, 0, 0.7033, 5.2736},
		{warfarin, 308.333, 308.10486, 3.6096, 67.51, 1, 4, 4, 4, 0.7476, 2.6265},
		{penicillin, 334.397, 334.09873, 0.8608, 86.71, 2, 4, 6, 4, 0.7978, 3.2003},
		{cholesterol, 386.664, 386.35487, 7.3887, 20.23, 1, 1, 1, 5, 0.4883, 4.1634},
		{nitrobenzene, 123.111, 123.03203, 1.5948, 43.14, 0, 2, 3, 1, 0.4201, 1.3167},
		{"NCC(=O)O", 75.067, 75.03203, -0.9703, 63.32, 2, 2, 3, 1, 0.4212, 2.0515},
		{"c1cc[nH]c1", 67.091, 67.04220, 1.0147, 15.79, 1, 0, 1, 0, 0.4659, 3.4279},
		{procaine, 236.315, 236.15248, 1.7674, 55.56, 1, 4, 4, 6, 0.6038, 1.8627},
	} {
		v := ask[propertiesAnswer](t, "calc_properties", on(c.smiles))
		l := ask[lipinskiAnswer](t, "lipinski_check", on(c.smiles))
		s := ask[syntheticAnswer](t, "sa_score", on(c.smiles))
		near := func(name string, got, want float64, decimals int) {
			// The table has one decimal more than the answer at most.
			half := 0.5
			for range decimals {
				half /= 10
			}
			if !(math.Abs(got-want) <= half+5e-5) || rounded(got, decimals) != got {
				t.Errorf("%s: %s: got %v, want %v with %d decimals", c.smiles, name, got, want, decimals)
			}
		}
		near("mw", v.Weight, c.mw, 3)
		near("exact_mass", v.ExactMass, c.exact, 4)
		near("logp", v.LogP, c.logp, 3)
		near("tpsa", v.TPSA, c.tpsa, 2)
		near("qed", v.QED, c.qed, 3)
		near("sa_score", s.Score, c.sa, 3)
		if s.Easy != (c.sa < 6) || s.Note == "" {
			t.Errorf("%s: got %+v", c.smiles, s)
		}
		got := [...]int{v.HBD, v.HBA, l.HBD, l.HBA, l.NO, v.RotatableBonds}
		if want := [...]int{c.hbd, c.hba, c.hbd, c.hba, c.no, c.rotate}; got != want {
			t.Errorf("%s: got %v, want %v", c.smiles, got, want)
		}
	}
}

func TestTPSAWithSulfur(t *testing.T) {
	for text, want := range map[string][2]float64{
		"c1ccsc1": {0, 28.24}, "CSC": {0, 25.30}, "CS(C)=O": {17.07, 36.28}, "COP(=O)(OC)OC": {44.76, 54.57}, penicillin: {86.71, 112.01},
		"Cc1ccc(cc1)-c1cc(nn1-c1ccc(cc1)S(N)(=O)=O)C(F)(F)F": {77.98, 86.36}, "COc1ccc2[nH]c(nc2c1)S(=O)Cc1ncc(C)c(OC)c1C": {77.10, 96.31},
	} {
		if v := ask[propertiesAnswer](t, "calc_properties", on(text)); v.TPSA != want[0] || v.TPSAPlus != want[1] {
			t.Errorf("%s: got %v and %v, want %v", text, v.TPSA, v.TPSAPlus, want)
		}
	}
}

func TestParseSMILES(t *testing.T) {
	for text, want := range map[string]parseAnswer{
		"c1ccccc1":    {true, 6, 6, 78.114, "c1ccccc1", "C6H6", 0, 1},
		aspirin:       {true, 13, 13, 180.159, aspirin, "C9H8O4", 0, 1},
		"[Na+].[Cl-]": {true, 2, 0, 58.443, "[Na+].[Cl-]", "ClNa", 0, 2},
		"[H]O[H]":     {true, 1, 0, 18.015, "[H]O[H]", "H2O", 0, 1},
		"C(C)O name":  {true, 3, 2, 46.069, "C(C)O", "C2H6O", 0, 1},
	} {
		if got := ask[parseAnswer](t, "parse_smiles", on(text)); got != want {
			t.Errorf("%s: got %+v, want %+v", text, got, want)
		}
	}
}

func TestCanonicalSMILES(t *testing.T) {
	for text, want := range map[string]string{
		"C1=CC=CC=C1": "c1ccccc1", "OC(C)=O": "CC(=O)O", "OCC": "CCO",
		caffeine: "Cn1c(=O)c2c(ncn2C)n(C)c1=O", ibuprofen: "CC(C)Cc1ccc(C(C)C(=O)O)cc1",
	} {
		if got := ask[canonicalAnswer](t, "canonical_smiles", on(text)); got.Canonical != want {
			t.Errorf("%s: got %s, want %s", text, got.Canonical, want)
		}
	}
}

func TestLipinski(t *testing.T) {
	for text, want := range map[string]lipinskiAnswer{
		aspirin:      {true, 180.16, 1.31, 1, 3, lipinskiRules{true, true, true, true}, 0, true, 4, 1},
		atorvastatin: {false, 558.65, 6.314, 4, 4, lipinskiRules{false, false, true, true}, 2, false, 7, 4},
		cholesterol:  {false, 386.66, 7.389, 1, 1, lipinskiRules{true, false, true, true}, 1, true, 1, 1},
	} {
		if got := ask[lipinskiAnswer](t, "lipinski_check", on(text)); got != want {
			t.Errorf("%s: got %+v, want %+v", text, got, want)
		}
	}
}

func TestAlerts(t *testing.T) {
	for _, c := range []struct {
		tool, smiles string
		want         []string
	}{
		{"pains_check", quercetin, []string{"catechol_A(92)"}},
		{"pains_check", "O=C1NC(=S)SC1=Cc1ccccc1", []string{"ene_rhod_A(235)"}},
		{"pains_check", "O=C(C=Cc1ccccc1)c1cc(C(C)(C)C)c(O)c(C(C)(C)C)c1", nil},
		{"pains_check", aspirin, nil},
		{"pains_check", caffeine, nil},
		{"pains_check", "CCO", nil},
		{"brenk_check", aspirin, []string{"phenol_ester"}},
		{"brenk_check", paracetamol, []string{"hydroquinone"}},
		{"brenk_check", quercetin, []string{"catechol"}},
		{"brenk_check", metformin, []string{"imine_1", "imine_2"}},
		{"brenk_check", morphine, []string{"isolated_alkene"}},
		{"brenk_check", cholesterol, []string{"isolated_alkene"}},
		{"brenk_check", warfarin, []string{"cumarine"}},
		{"brenk_check", nitrobenzene, []string{"nitro_group", "Oxygen-nitrogen_single_bond"}},
		{"brenk_check", procaine, []string{"aniline"}},
		{"brenk_check", ibuprofen, nil},
		{"brenk_check", caffeine, nil},
		{"brenk_check", imatinib, nil},
	} {
		got := ask[alertsAnswer](t, c.tool, on(c.smiles))
		slices.Sort(got.Alerts)
		slices.Sort(c.want)
		if !slices.Equal(got.Alerts, c.want) || got.Count != len(c.want) || got.Passes != (c.want == nil) || len(got.Unresolved) > 0 {
			t.Errorf("%s %s: got %+v, want %q", c.tool, c.smiles, got, c.want)
		}
	}
}

func TestECFP4(t *testing.T) {
	for text, want := range map[string][]int{
		"c1ccccc1": {389, 1088, 1873},
		"CCO":      {80, 222, 294, 807, 1057, 1410},
		aspirin: {389, 456, 650, 695, 807, 909, 1017, 1035, 1047, 1057, 1088, 1199, 1380, 1410, 1447, 1468, 1616, 1729,
			1750, 1775, 1873, 1917, 1970, 1991},
	} {
		got := ask[fingerprintAnswer](t, "ecfp4", on(text))
		var bits []int
		for i := range 2048 {
			var b int
			if _, err := fmt.Sscanf(got.Fingerprint[i/8*2:i/8*2+2], "%02x", &b); err != nil {
				t.Fatal(err)
			}
			if b>>(i%8)&1 == 1 {
				bits = append(bits, i)
			}
		}
		if !slices.Equal(bits, want) || got.Popcount != len(want) || len(got.Fingerprint) != 512 {
			t.Errorf("%s: got %v (%d), want %v", text, bits, got.Popcount, want)
		}
	}
	for text, want := range map[string]int{caffeine: 25, morphine: 46, imatinib: 65} {
		if got := ask[fingerprintAnswer](t, "ecfp4", on(text)); got.Popcount != want {
			t.Errorf("%s: got %d bits, want %d", text, got.Popcount, want)
		}
	}
}

func TestTanimoto(t *testing.T) {
	for _, c := range []struct {
		a, b     string
		want, pc float64
	}{
		{"c1ccccc1", "CCO", 0, 0},
		{"c1ccccc1", "Oc1ccccc1", 0.273, 27.27},
		{aspirin, "OC(=O)c1ccccc1O", 0.448, 44.83},
		{caffeine, "Cn1cnc2c1c(=O)[nH]c(=O)n2C", 0.529, 52.94},
		{imatinib, imatinib, 1, 100},
	} {
		if got := ask[tanimotoAnswer](t, "tanimoto", map[string]any{"smiles1": c.a, "smiles2": c.b}); got.Similarity != c.want || got.Percent != c.pc {
			t.Errorf("%s, %s: got %+v, want %v and %v", c.a, c.b, got, c.want, c.pc)
		}
	}
}

func TestSMARTSMatch(t *testing.T) {
	for _, c := range []struct {
		smarts, smiles string
		chirality      bool
		want           string
	}{
		{"[CX3](=O)O", aspirin, false, `{"matches":true,"match_count":2,"atom_maps":[[1,2,3],[10,11,12]]}`},
		{"c1ccccc1", aspirin, false, `{"matches":true,"match_count":1,"atom_maps":[[4,5,6,7,8,9]]}`},
		{"N", "c1ccccc1", false, `{"matches":false,"match_count":0,"atom_maps":[]}`},
		{"[$(O-C=O)]", aspirin, false, `{"matches":true,"match_count":2,"atom_maps":[[3],[12]]}`},
		{"C[C@H](N)O", "C[C@@H](N)O", false, `{"matches":true,"match_count":1,"atom_maps":[[0,1,2,3]]}`},
		{"C[C@H](N)O", "C[C@@H](N)O", true, `{"matches":false,"match_count":0,"atom_maps":[]}`},
		{"N", "[H]C([H])([H])N", false, `{"matches":true,"match_count":1,"atom_maps":[[1]]}`},
	} {
		args, _ := json.Marshal(map[string]any{"smarts": c.smarts, "smiles": c.smiles, "chirality": c.chirality})
		if got := string(mustCall(t, "smarts_match", string(args)).Value); got != c.want {
			t.Errorf("%s in %s: got %s, want %s", c.smarts, c.smiles, got, c.want)
		}
	}
}

func TestFindMCS(t *testing.T) {
	for _, c := range []struct {
		list         []string
		rest         map[string]any
		mcs          string
		atoms, bonds int
	}{
		{[]string{"c1ccccc1", "Oc1ccccc1"}, nil, "c1ccccc1", 6, 6},
		{[]string{aspirin, paracetamol}, nil, "Oc1ccccc1", 7, 7},
		{[]string{aspirin, "OC(=O)c1ccccc1O"}, nil, "O=C(O)c1ccccc1O", 10, 10},
		{[]string{"[He]", "CC"}, nil, "", 0, 0},
		{[]string{"C1CC1C", "CCCC"}, nil, "CCCC", 4, 3},
		{[]string{"C1CC1C", "CCCC"}, map[string]any{"ring_matches_ring_only": true}, "C", 1, 0},
		{[]string{"C1CC1CC", "C1CCC1CC"}, nil, "CCCCC", 5, 4},
		{[]string{"C1CC1CC", "C1CCC1CC"}, map[string]any{"complete_rings_only": true}, "CCC", 3, 2},
	} {
		args := map[string]any{"smiles_list": c.list}
		for k, v := range c.rest {
			args[k] = v
		}
		got := ask[commonAnswer](t, "find_mcs", args)
		text := ""
		if got.SMILES != nil {
			text = canonicalOf(t, *got.SMILES)
		}
		want := ""
		if c.mcs != "" {
			want = canonicalOf(t, c.mcs)
		}
		if text != want || got.Atoms != c.atoms || got.Bonds != c.bonds || !got.Completed || (got.SMARTS == nil) != (got.SMILES == nil) {
			t.Errorf("%v %v: got %q %+v, want %q, %d atoms, %d bonds", c.list, c.rest, text, got, want, c.atoms, c.bonds)
		}
	}
	if got := string(mustCall(t, "find_mcs", `{"smiles_list":["[He]","CC"]}`).Value); got != `{"mcs":null,"atom_count":0,"bond_count":0,"smarts":null,"completed":true}` {
		t.Errorf("nothing in common: got %s", got)
	}
}

func TestBoiledEgg(t *testing.T) {
	for text, want := range map[string]struct {
		white, yolk float64
		gi, bbb     bool
	}{
		aspirin: {0.076, 0.801, true, true}, ibuprofen: {0.227, 0.002, true, true}, caffeine: {0.653, 2.549, true, false},
		"c1ccccc1": {1.186, 1.196, false, false}, "CCO": {1.050, 1.543, false, false}, glucose: {1.517, 8.05, false, false},
		atorvastatin: {1.511, 4.68, false, false}, quercetin: {0.753, 5.27, true, false}, nicotine: {0.705, 0.539, true, true}, "N#CO": {0.596, 1.448, true, false},
		"Cc1ccc(cc1)-c1cc(nn1-c1ccc(cc1)S(N)(=O)=O)C(F)(F)F": {0.220, 1.412, true, false}, "c1ccsc1": {0.453, 0.333, true, true},
		"c1ccc2ccccc2c1": {1.028, 0.889, false, true}, "Cc1ccccc1": {1.130, 1.081, false, false},
	} {
		got := ask[eggAnswer](t, "boiled_egg", on(text))
		if got.Absorbed != want.gi || got.Penetrant != want.bbb || math.Abs(got.Yolk-want.yolk) > 0.0051 || text != "Cc1ccc(cc1)-c1cc(nn1-c1ccc(cc1)S(N)(=O)=O)C(F)(F)F" && math.Abs(got.White-want.white) > 0.0011 {
			t.Errorf("%s: got %+v, want %+v", text, got, want)
		}
		if got.Method != "BOILED-Egg (Daina & Zoete 2016)" || got.Thresholds.White == "" || got.Thresholds.Yolk == "" {
			t.Errorf("%s: got %+v", text, got)
		}
	}
}

func TestAdmetProfile(t *testing.T) {
	pka := func(v float64) *float64 { return &v }
	for text, want := range map[string]admetAnswer{
		aspirin: {LogBB: -0.603, BrainRule: true, Caco2: -8.648, PKaAcid: pka(4), LogS: -1.992, LogD: -2.09, Weight: 180.16, LogP: 1.31, TPSA: 63.6,
			HBD: 1, HBA: 3, RotatableBonds: 2, ProteinBound: 59.2, Clearance: "Medium"},
		caffeine: {LogBB: -0.932, BrainRule: true, Caco2: -9.936, CYP3A4: 0.3, LogS: -0.871, LogD: -1.029, Weight: 194.19, LogP: -1.029, TPSA: 61.82,
			HBA: 3, ProteinBound: 8.05, Clearance: "High"},
	} {
		got := ask[admetAnswer](t, "admet_profile", on(text))
		if len(got.Notes) != 18 {
			t.Errorf("%s: got %d notes, want one for each value", text, len(got.Notes))
		}
		got.Notes, got.AmesAlerts, got.AmesUnresolved = nil, nil, nil
		g, _ := json.Marshal(got)
		w, _ := json.Marshal(want)
		if string(g) != string(w) {
			t.Errorf("%s: got  %s\nwant %s", text, g, w)
		}
	}
	// Nothing that no rule knows is a base.
	for _, text := range []string{"CC(N)=O", "CC#N", diazepam, paracetamol, nitrobenzene} {
		got := ask[admetAnswer](t, "admet_profile", on(text))
		if got.PKaBase != nil && text != paracetamol && text != diazepam {
			t.Errorf("%s: got a base of %v", text, *got.PKaBase)
		}
		if math.Abs(got.LogD-got.LogP) > 0.05 {
			t.Errorf("%s: got logD %v, want about logP %v", text, got.LogD, got.LogP)
		}
	}
	if got := ask[admetAnswer](t, "admet_profile", on(nitrobenzene)); got.Ames != 0.333 || len(got.AmesAlerts) != 1 {
		t.Errorf("nitrobenzene: got %v %q, want 0.333", got.Ames, got.AmesAlerts)
	}
}

func TestRetrosynthesis(t *testing.T) {
	type pair struct {
		a, b   string
		sa, sb float64
	}
	for _, c := range []struct {
		smiles      string
		target      float64
		total       int
		first, last pair
	}{
		{aspirin, 1.580, 3, pair{"CC(=O)O", "O=C(O)c1ccccc1", 1.515, 1.055}, pair{"CC(=O)Oc1ccccc1", "O=CO", 1.311, 3.057}},
		{paracetamol, 1.407, 2, pair{"CC(N)=O", "Oc1ccccc1", 0, 0}, pair{"CC=O", "Nc1ccc(O)cc1", 3.041, 0}},
		{"O=C(NCc1ccccc1)c1ccc[nH]1", 0, 4, pair{"CNC(=O)c1ccc[nH]1", "c1ccccc1", 2.370, 0}, pair{"O=CNCc1ccccc1", "c1cc[nH]c1", 0, 3.428}},
	} {
		got := ask[retroAnswer](t, "retrosynthesis", on(c.smiles))
		if got.Total != c.total || len(got.Disconnections) != c.total || got.Target != canonicalOf(t, c.smiles) || c.target > 0 && got.Score != c.target {
			t.Errorf("%s: got %+v", c.smiles, got)
			continue
		}
		for k, want := range map[int]pair{0: c.first, c.total - 1: c.last} {
			d := got.Disconnections[k]
			if d.Fragments[0] != want.a || d.Fragments[1] != want.b || want.sa > 0 && d.Scores[0] != want.sa || want.sb > 0 && d.Scores[1] != want.sb || d.Max != max(d.Scores[0], d.Scores[1]) {
				t.Errorf("%s, %d: got %+v, want %+v", c.smiles, k, d, want)
			}
		}
	}
	// The bonds between the pyridines of this pincer are in no ring but through platinum.
	if got := ask[retroAnswer](t, "retrosynthesis", on("Cl[Pt+]12<-n3ccccc3-c3cccc(-c4ccccn->14)n->23")); got.Total != 2 || len(got.Disconnections) != 0 || !strings.Contains(got.Note, "chelate") {
		t.Errorf("a pincer: got %+v, want two bonds and no disconnection", got)
	}
	for text, want := range map[string]int{ibuprofen: 2, imatinib: 8, atorvastatin: 7, "CCOC(C)=O": 2, "CNC(C)=O": 1, "c1ccccc1-c1ccccc1": 1, "COc1ccccc1": 1, "CCCC": 0, "CCCCCC": 0, "c1ccccc1": 0, "CCN(CC)CC": 3} {
		got := ask[retroAnswer](t, "retrosynthesis", on(text))
		if got.Total != want || got.Disconnections == nil || got.Note == "" {
			t.Errorf("%s: got %d bonds, want %d", text, got.Total, want)
		}
	}
}

func TestMolJSON(t *testing.T) {
	const ethanol = `{"atoms":[{"id":"a1","element":"C","charge":0,"isotope":null,"hydrogens":3,"aromatic":false},` +
		`{"id":"a2","element":"C","charge":0,"isotope":null,"hydrogens":2,"aromatic":false},` +
		`{"id":"a3","element":"O","charge":0,"isotope":null,"hydrogens":1,"aromatic":false}],` +
		`"bonds":[{"id":"b1","source_id":"a1","target_id":"a2","order":1.0,"aromatic":false},{"id":"b2","source_id":"a2","target_id":"a3","order":1.0,"aromatic":false}]}`
	got := ask[string](t, "smiles_to_moljson", on("CCO"))
	if !strings.Contains(got, "\n  ") || strings.Join(strings.Fields(got), "") != ethanol {
		t.Errorf("got %s, want the document of ethanol, pretty-printed", got)
	}
	if got := ask[fromMolJSONAnswer](t, "moljson_to_smiles", map[string]any{"json": ethanol}); got.Canonical != "CCO" {
		t.Errorf("got %s, want CCO", got.Canonical)
	}
	published := ask[string](t, "smiles_to_moljson", map[string]any{"smiles": "c1cc[nH]c1", "dialect": "oxpig"})
	if !strings.Contains(published, `"aromatic_n_h"`) {
		t.Errorf("got %s, want the published dialect", published)
	}
	for _, text := range []string{
		"c1ccccc1", "CCO", aspirin, caffeine, ibuprofen, paracetamol, metformin, nicotine, diazepam, quercetin, glucose, imatinib, atorvastatin,
		morphine, warfarin, penicillin, cholesterol, nitrobenzene, "NCC(=O)O", "c1cc[nH]c1", procaine,
		"[NH4+]", "CC[CH2-]", "[13CH4]", "[O-][N+](=O)c1ccccc1", "C[N+](C)(C)C", "C/C=C/C", "[CH3]", "[Na+].[Cl-]",
	} {
		document := ask[string](t, "smiles_to_moljson", map[string]any{"smiles": text, "stereo": true})
		if got, want := ask[fromMolJSONAnswer](t, "moljson_to_smiles", map[string]any{"json": document}).Canonical, canonicalOf(t, text); got != want {
			t.Errorf("%s: got %s after a round trip, want %s", text, got, want)
		}
	}
}

func TestRepresentationRouter(t *testing.T) {
	for task, want := range map[string]string{
		"structural_reasoning": "moljson", "shortest_path": "moljson", "identification": "canonical_smiles", "property_prediction": "canonical_smiles",
		"generation": "canonical_smiles", "editing": "cml", "default": "canonical_smiles", "": "canonical_smiles",
	} {
		args := on("OCC")
		if task != "" {
			args["task"] = task
		}
		got := ask[routerAnswer](t, "representation_router", args)
		starts := map[string]string{"moljson": "{\n", "cml": `<?xml version="1.0" encoding="UTF-8"?>`, "canonical_smiles": "CCO"}[want]
		if got.Format != want || !strings.HasPrefix(got.Representation, starts) || (got.Note != "") != (task == "identification") || task != "" && got.Task != task {
			t.Errorf("%q: got %+v, want %s", task, got, want)
		}
	}
}

func TestContextPack(t *testing.T) {
	text := func(smiles, format string) string {
		return ask[packText](t, "molecule_context_pack", map[string]any{"smiles": smiles, "format": format}).Context
	}
	if got, want := text(aspirin, "prompt"), aspirin+" | MW=180.16 | LogP=1.31 | TPSA=63.6 | HBD=1 HBA=3 | QED=0.55 | Lipinski✓"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := text(atorvastatin, "prompt"); !strings.HasSuffix(got, " | Lipinski✗") {
		t.Errorf("got %s, want ✗", got)
	}
	want := "## Molecule\n- SMILES: `O=[N+]([O-])c1ccccc1`\n- MW: 123.11 Da\n- ExactMass: 123.032\n\n" +
		"## Properties\n- LogP: 1.59, TPSA: 43.14 Å², HBD: 0, HBA: 2\n- RotBonds: 1, HAC: 9, QED: 0.42, SA: 1.32\n\n" +
		"## Drug-Likeness\n- Lipinski: true, PAINS: true, Brenk: false\n- Alerts: Brenk: nitro_group, Oxygen-nitrogen_single_bond\n\n" +
		"## ADMET\n- BBB passes: true, Caco-2: -5.56, CYP3A4 risk: 0\n\n## MolJSON\n```json\n{\n"
	if got := text(nitrobenzene, "markdown"); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "\n}\n```\n") {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := text("c1ccccc1", "markdown"); !strings.Contains(got, "Alerts: none") || !strings.Contains(got, "TPSA: 0 Å²") {
		t.Errorf("got %s, want no alerts and a zero", got)
	}
	if got := text(quercetin, "markdown"); !strings.Contains(got, "Alerts: PAINS: catechol_A(92); Brenk: catechol") {
		t.Errorf("got %s, want both kinds of alerts", got)
	}
	got := ask[packAnswer](t, "molecule_context_pack", on("OC(C)=O"))
	if got.Identifiers.SMILES != "CC(=O)O" || got.Identifiers.InChI != "" || got.Identifiers.InChINote == "" || got.Identifiers.Weight != 60.05 || got.Identifiers.ExactMass != 60.021 {
		t.Errorf("got %+v", got.Identifiers)
	}
	if got.Representations.Canonical != "CC(=O)O" || !strings.HasPrefix(got.Representations.MolJSON, "{\n") || got.Admet == nil || got.DrugLikeness.PainsAlerts == nil {
		t.Errorf("got %+v", got)
	}
}

func TestRounded(t *testing.T) {
	for _, c := range []struct {
		v        float64
		decimals int
		want     float64
	}{{1.2345, 3, 1.235}, {-1.2345, 3, -1.235}, {0.5, 0, 1}, {-0.0004, 3, 0}, {2.675, 1, 2.7}} {
		if got := rounded(c.v, c.decimals); got != c.want || math.Signbit(got) != math.Signbit(c.want) {
			t.Errorf("%v to %d: got %v, want %v", c.v, c.decimals, got, c.want)
		}
	}
}

// TestChemistryErrors: each refusal has its code, a message that names the place, and details.
func TestChemistryErrors(t *testing.T) {
	long := func(n int) string { return strings.Repeat("C", n) }
	quote := func(s string) string { q, _ := json.Marshal(s); return string(q) }
	for _, c := range []struct {
		name, tool, args string
		code             contract.Code
		message, details string
	}{
		{"open ring", "parse_smiles", `{"smiles":"C1CC"}`, contract.InvalidSMILES, "Invalid SMILES 'C1CC': ", `{"argument":"smiles","position":1,"token":"1"}`},
		{"open branch", "canonical_smiles", `{"smiles":"C1CC("}`, contract.InvalidSMILES, "Invalid SMILES 'C1CC(': ", ""},
		{"no Kekulé form", "ecfp4", `{"smiles":"Nc1cccc1"}`, contract.InvalidSMILES, "Invalid SMILES 'Nc1cccc1': ", ""},
		{"valence", "calc_properties", `{"smiles":"CC(C)(C)(C)(C)C"}`, contract.InvalidSMILES, "Invalid SMILES", `{"argument":"smiles","position":1,"token":"C"}`},
		{"a bracket", "sa_score", `{"smiles":"CC[Qq]C"}`, contract.InvalidSMILES, "Invalid SMILES", ""},
		{"blank", "lipinski_check", `{"smiles":" "}`, contract.InvalidSMILES, "Invalid SMILES ' ': ", ""},
		{"missing", "boiled_egg", `{}`, contract.InvalidArguments, "Missing required argument: smiles", ""},
		{"nothing", "pains_check", ``, contract.InvalidArguments, "Missing required argument: smiles", ""},
		{"a number", "brenk_check", `{"smiles":1}`, contract.InvalidArguments, "", ""},
		{"empty", "admet_profile", `{"smiles":""}`, contract.InvalidArguments, "", ""},
		{"extra", "admet_profile", `{"smiles":"C","x":1}`, contract.InvalidArguments, "", ""},
		{"too long", "parse_smiles", `{"smiles":"` + long(100_001) + `"}`, contract.InvalidArguments, "", ""},
		{"too long in bytes", "parse_smiles", `{"smiles":"C ` + strings.Repeat("é", 60_000) + `"}`, contract.InvalidArguments, "smiles may have at most 100000 bytes", ""},
		{"too many atoms", "parse_smiles", `{"smiles":"` + long(10_001) + `"}`, contract.MoleculeTooLarge, "The molecule has 10001 atoms; at most 10000 are taken", `{"limit":10000,"actual":10001}`},
		{"the most atoms", "parse_smiles", `{"smiles":"` + long(10_000) + `"}`, "", "", ""},
		{"first", "tanimoto", `{"smiles1":"C1","smiles2":"C("}`, contract.InvalidSMILES, "Invalid SMILES 'C1': ", `{"argument":"smiles1","position":1,"token":"1"}`},
		{"second", "tanimoto", `{"smiles1":"C","smiles2":"CN("}`, contract.InvalidSMILES, "Invalid SMILES 'CN(': ", ""},
		{"pattern", "smarts_match", `{"smarts":"[","smiles":"C("}`, contract.InvalidSMARTS, "Invalid SMARTS '[': ", ""},
		{"pattern before molecule", "smarts_match", `{"smarts":"C","smiles":"C("}`, contract.InvalidSMILES, "", ""},
		{"too many matches", "smarts_match", `{"smarts":"*.*","smiles":"` + long(200) + `"}`, contract.MatchResourceLimit, "The pattern matches more than 10000 sets of atoms", `{"limit":10000,"actual":10001}`},
		{"one molecule", "find_mcs", `{"smiles_list":["C"]}`, contract.InvalidArguments, "find_mcs requires at least 2 molecules", ""},
		{"twenty-one", "find_mcs", `{"smiles_list":[` + strings.TrimSuffix(strings.Repeat(`"C",`, 21), ",") + `]}`, contract.InvalidArguments, "find_mcs accepts at most 20 molecules", ""},
		{"the second of a list", "find_mcs", `{"smiles_list":["C","C1"]}`, contract.InvalidSMILES, "Invalid SMILES 'C1': ", `{"argument":"smiles_list/1","position":1,"token":"1"}`},
		{"large in a list", "find_mcs", `{"smiles_list":["C","` + long(201) + `"]}`, contract.MoleculeTooLarge, "", `{"limit":200,"actual":201}`},
		{"a long time", "find_mcs", `{"smiles_list":["C","C"],"timeout_ms":5001}`, contract.InvalidArguments, "", ""},
		{"two components", "retrosynthesis", `{"smiles":"CC.OO"}`, contract.DisconnectedMolecule, "The molecule has 2 components", `{"limit":1,"actual":2}`},
		{"large target", "retrosynthesis", `{"smiles":"` + long(501) + `"}`, contract.MoleculeTooLarge, "", `{"limit":500,"actual":501}`},
		{"published isotope", "smiles_to_moljson", `{"smiles":"[13CH4]","dialect":"oxpig"}`, contract.InvalidArguments, "The published MolJSON cannot hold C atom 1", ""},
		{"published stereo", "smiles_to_moljson", `{"smiles":"C","dialect":"oxpig","stereo":true}`, contract.InvalidArguments, "", ""},
		{"dialect", "smiles_to_moljson", `{"smiles":"C","dialect":"x"}`, contract.InvalidArguments, "", ""},
		{"no JSON", "moljson_to_smiles", `{"json":"x"}`, contract.InvalidMolJSON, "Invalid MolJSON: ", ""},
		{"no element", "moljson_to_smiles", `{"json":` + quote(`{"atoms":[{"id":"a"}]}`) + `}`, contract.InvalidMolJSON, "Invalid MolJSON: ", ""},
		{"unknown element", "moljson_to_smiles", `{"json":` + quote(`{"atoms":[{"id":"a","element":"Qq"}]}`) + `}`, contract.InvalidMolJSON, "Invalid MolJSON: ", `{"path":"$.atoms[0].element"}`},
		{"unknown id", "moljson_to_smiles", `{"json":` + quote(`{"atoms":[{"id":"a","element":"C"}],"bonds":[{"source_id":"a","target_id":"b"}]}`) + `}`, contract.InvalidMolJSON, "Invalid MolJSON: ", ""},
		{"no atoms", "moljson_to_smiles", `{"json":` + quote(`{"atoms":[],"bonds":[]}`) + `}`, contract.InvalidMolJSON, "Invalid MolJSON: ", ""},
		{"no valence", "moljson_to_smiles", `{"json":` + quote(`{"atoms":[{"id":"a","element":"F","hydrogens":3}]}`) + `}`, contract.InvalidMolJSON, "Invalid MolJSON: ", ""},
		{"long document", "moljson_to_smiles", `{"json":"` + long(100_001) + `"}`, contract.InvalidArguments, "json may have at most 100000 bytes", ""},
		{"task", "representation_router", `{"smiles":"C","task":"graph_reasoning"}`, contract.InvalidArguments, "", ""},
		{"format", "molecule_context_pack", `{"smiles":"C","format":"xml"}`, contract.InvalidArguments, "", ""},
		{"report", "molecule_report", `{"smiles":"C=("}`, contract.InvalidSMILES, "", ""},
	} {
		_, err := call(t, c.tool, c.args)
		var e *contract.Error
		if c.code == "" {
			if err != nil {
				t.Errorf("%s: got %v, want no error", c.name, err)
			}
			continue
		}
		if !errors.As(err, &e) || e.Code != c.code || !strings.HasPrefix(e.Message, c.message) {
			t.Errorf("%s: got %+v, want %s %q", c.name, err, c.code, c.message)
			continue
		}
		if len(e.Message) > 600 || strings.ContainsAny(e.Message, "\n\r") {
			t.Errorf("%s: got a message of %d bytes: %.100q", c.name, len(e.Message), e.Message)
		}
		details, err := json.Marshal(e.Details)
		if err != nil || c.details != "" && string(details) != c.details {
			t.Errorf("%s: got details %s (%v), want %s", c.name, details, err, c.details)
		}
	}
}

func TestTokenAt(t *testing.T) {
	for _, c := range []struct {
		text string
		at   int
		want string
	}{
		{"CC", 2, ""}, {"CC", -1, ""}, {"C[Qq]C", 1, "[Qq]"}, {"CCl", 1, "Cl"}, {"C%12C", 1, "%12"}, {"C[", 1, "["}, {"Cé", 1, "é"}, {"C->N", 1, "->"}, {"C%", 1, "%"},
	} {
		if got := tokenAt(c.text, c.at); got != c.want {
			t.Errorf("%s at %d: got %q, want %q", c.text, c.at, got, c.want)
		}
	}
}
