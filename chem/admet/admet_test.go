package admet

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/descriptors"
	"github.com/molsmith/molsmith/chem/smarts"
	"github.com/molsmith/molsmith/chem/smiles"
)

const (
	aspirin      = "CC(=O)Oc1ccccc1C(=O)O"
	caffeine     = "Cn1cnc2c1c(=O)n(c(=O)n2C)C"
	imatinib     = "Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1"
	warfarin     = "CC(=O)CC(c1ccccc1)c1c(O)c2ccccc2oc1=O"
	nitrobenzene = "O=[N+]([O-])c1ccccc1"
)

func target(t testing.TB, text string) (*smarts.Target, int) {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatal(err)
	}
	return smarts.NewTarget(p, nil), len(p.Mol.Atoms)
}

func number(x *float64) string {
	if x == nil {
		return "none"
	}
	return fmt.Sprintf("%.1f", *x)
}

// The expected values are the published equations and the rules worked out by hand from
// RDKit's descriptors.
func TestEstimate(t *testing.T) {
	tests := []struct {
		name, smiles string
		d            Descriptors
		want         string
	}{
		{"aspirin", aspirin, Descriptors{180.159, 1.3101, 63.60, 1, 3, 2, 13, 6, 0},
			"-0.603 true -8.648 herg 0.00 cyp 0.00 acid 4.0 base none logS -1.992 logD -2.090 ames 0.000 ppb 59.20 Medium 0.465"},
		{"caffeine", caffeine, Descriptors{194.194, -1.0293, 61.82, 0, 3, 0, 14, 9, 2},
			"-0.932 true -9.936 herg 0.00 cyp 0.30 acid none base none logS -0.871 logD -1.029 ames 0.000 ppb 8.05 High 0.670"},
		{"imatinib", imatinib, Descriptors{493.615, 4.59032, 86.28, 2, 7, 7, 37, 24, 2},
			"-0.440 false -9.699 herg 0.90 cyp 0.90 acid none base 8.7 logS -5.810 logD 3.269 ames 0.000 ppb 98.67 Medium 0.426"},
		{"warfarin", warfarin, Descriptors{308.333, 3.6096, 67.51, 1, 4, 4, 23, 16, 1},
			"-0.311 true -7.687 herg 0.25 cyp 0.40 acid 10.0 base none logS -4.276 logD 3.609 ames 0.000 ppb 95.82 Low 0.335"},
		{"nitrobenzene", nitrobenzene, Descriptors{123.111, 1.5948, 43.14, 0, 2, 1, 9, 6, 0},
			"-0.257 true -5.563 herg 0.00 cyp 0.00 acid none base none logS -2.035 logD 1.595 ames 0.333 ppb 67.12 Medium 0.352"},
	}
	for _, c := range tests {
		m, atoms := target(t, c.smiles)
		p, err := Estimate(c.d, m, atoms)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := fmt.Sprintf("%.3f %v %.3f herg %.2f cyp %.2f acid %s base %s logS %.3f logD %.3f ames %.3f ppb %.2f %s %.3f",
			p.LogBB, p.BrainRule, p.Caco2, p.HERG, p.CYP3A4, number(p.PKaAcid), number(p.PKaBase), p.LogS, p.LogD74, p.Ames, p.ProteinBound, p.Clearance, p.ClearanceSum)
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestDescribe(t *testing.T) {
	p, err := smiles.Perceive(imatinib)
	if err != nil {
		t.Fatal(err)
	}
	v, err := descriptors.Calculate(p, smarts.NewTarget(p, nil))
	if err != nil {
		t.Fatal(err)
	}
	got := Describe(p, &v)
	want := Descriptors{493.615, 4.59032, 86.28, 2, 7, 7, 37, 24, 2}
	if math.Abs(got.Weight-want.Weight) > 2e-3 || math.Abs(got.LogP-want.LogP) > 1e-4 || math.Abs(got.TPSA-want.TPSA) > 1e-2 {
		t.Errorf("got %+v, want %+v", got, want)
	}
	got.Weight, got.LogP, got.TPSA = want.Weight, want.LogP, want.TPSA
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// The ends of the scales.
func TestEstimateLimits(t *testing.T) {
	m, atoms := target(t, "C")
	for _, c := range []struct {
		d         Descriptors
		ppb       float64
		herg, cyp float64
		clearance Class
	}{
		{Descriptors{LogP: 30, Weight: 1000, HBA: 9, AromaticHeterocycles: 3}, 99, 0.5, 1, Low},
		{Descriptors{LogP: -30}, 1, 0, 0, High},
		{Descriptors{LogP: 4, Weight: 400, HBA: 5, AromaticHeterocycles: 1, HeavyAtoms: 30}, 97.34, 0.25, 0.40, Medium},
	} {
		p, err := Estimate(c.d, m, atoms)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(p.ProteinBound-c.ppb) > 0.005 || math.Abs(p.HERG-c.herg) > 1e-12 || math.Abs(p.CYP3A4-c.cyp) > 1e-12 || p.Clearance != c.clearance {
			t.Errorf("%+v: got %.2f %.2f %.2f %s, want %.2f %.2f %.2f %s", c.d, p.ProteinBound, p.HERG, p.CYP3A4, p.Clearance, c.ppb, c.herg, c.cyp, c.clearance)
		}
	}
}

func TestAromaticHeterocycles(t *testing.T) {
	for text, want := range map[string]int{
		caffeine: 2, imatinib: 2, aspirin: 0, "c1ccc2[nH]ccc2c1": 1, "C1CCNCC1": 0,
		"c1ccc2c(c1)[nH]c1ccccc12": 1, "c1ccc2c(c1)-n1cccc1C2": 1, "O=C1c2ccccc2-n2cccc21": 1,
	} {
		p, err := smiles.Perceive(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := AromaticHeterocycles(p); got != want {
			t.Errorf("%s: got %d, want %d", text, got, want)
		}
	}
}

func TestSites(t *testing.T) {
	tests := []struct{ smiles, want string }{
		{aspirin, "12 carboxylic acid 4.0"},
		{caffeine, ""},
		{nitrobenzene, ""},
		{"CC(N)=O", ""},
		{"CC#N", ""},
		{"CC(=O)Nc1ccc(O)cc1", "8 phenol 10.0"},
		{"O=C1CCCN1", ""},
		{"CN1C(=O)CN=C(c2ccccc2)c2cc(Cl)ccc21", ""},
		{"CN1CCC[C@H]1c1cccnc1", "1 2-(azinyl)pyrrolidine, N-substituted 8.0; 10 pyridine-type nitrogen 5.2"},
		{"CN1CCCC1", "1 pyrrolidine, N-substituted 10.2"},
		{"CN1CCCC1c1ccccc1", "1 pyrrolidine, N-substituted 10.2"},
		{"C1CCNC1", "3 pyrrolidine, N–H 11.3"},
		{"C1CCNCC1", "3 piperidine, N–H 11.0"},
		{"CN1CCCCC1", "1 piperidine, N-substituted 9.5"},
		{"C1CNCCN1", "2 piperazine, N–H 9.8; 5 piperazine, N–H 9.8"},
		{"CN1CCNCC1", "4 piperazine, N–H 9.8; 1 piperazine, N-substituted 8.7"},
		{"C1COCCN1", "5 morpholine, N–H 8.3"},
		{"CN1CCOCC1", "1 morpholine, N-substituted 7.4"},
		{"C1CSCCN1", "5 thiomorpholine, N–H 7.0"},
		{"CN1CCSCC1", "1 thiomorpholine, N-substituted 6.5"},
		{"CCNCC", "2 secondary amine 10.8"},
		{"CCN(CC)CC", "2 tertiary amine 9.8"},
		{"C1CCCNCC1", "4 secondary amine 10.8"},
		{"C1CN1", ""},
		{"CCN", "2 primary amine 10.6"},
		{"NCC(=O)O", "4 carboxylic acid 4.0; 0 primary amine 10.6"},
		{"C[NH3+]", ""},
		{"Nc1ccccc1", "0 aromatic amine 4.6"},
		{"CN(C)c1ccccc1", "1 aromatic amine 4.6"},
		{"NS(=O)(=O)c1ccccc1", ""},
		{"CNS(=O)(=O)c1ccccc1", "1 sulfonamide 10.1"},
		{"NNC", ""},
		{"C=CNC", ""},
		{"CN(C)C(=N)NC(=N)N", "4 guanidine 12.5; 7 guanidine 12.5"},
		{"CC(=O)NC(=N)N", ""},
		{"c1c[nH]cn1", "4 imidazole 6.9"},
		{"c1ccncc1", "3 pyridine-type nitrogen 5.2"},
		{"C[n+]1ccccc1", ""},
		{"CCS", "2 thiol 8.3"},
		{"CC(=O)NO", "4 hydroxamic acid 8.7"},
		{"c1nn[nH]n1", "3 tetrazole 4.9"},
		{"c1nnn[nH]1", "4 tetrazole 4.9"},
		{"CCO", ""},
		{"CC(=O)[O-]", ""},
	}
	for _, c := range tests {
		m, atoms := target(t, c.smiles)
		sites, err := Sites(m, atoms)
		if err != nil {
			t.Errorf("%s: %v", c.smiles, err)
		}
		var got []string
		for _, s := range sites {
			got = append(got, fmt.Sprintf("%d %s %.1f", s.Atom, s.Rule, s.PKa))
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s: got %q, want %q", c.smiles, text, c.want)
		}
	}
}

// A zwitterion is not the mean of an acid and a base: the uncharged species is what is
// left after both have ionized.
func TestLogD(t *testing.T) {
	acid, base, weak := 4.0, 10.4, 2.4
	tests := []struct {
		name       string
		acid, base *float64
		want       float64
	}{
		{"neither", nil, nil, 2},
		{"acid", &acid, nil, 2 - math.Log10(1+math.Pow(10, 3.4))},
		{"base", nil, &base, 2 - math.Log10(1+math.Pow(10, 3))},
		{"both", &acid, &base, 2 - math.Log10(1+math.Pow(10, 3.4)) - math.Log10(1+math.Pow(10, 3))},
		{"weak base", nil, &weak, 2 - math.Log10(1+1e-5)},
	}
	for _, c := range tests {
		if got := LogD(2, 7.4, c.acid, c.base); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: got %.12f, want %.12f", c.name, got, c.want)
		}
	}
	if got := log10OnePlus(400); got != 400 {
		t.Errorf("log10(1 + 10^400): got %g, want 400", got)
	}
}

func TestMutagenicity(t *testing.T) {
	tests := []struct{ smiles, want string }{
		{nitrobenzene, "aromatic nitro"},
		{"Nc1ccccc1", "primary aromatic amine"},
		{"CC1CO1", "epoxide"},
		{"CC1CN1", "aziridine"},
		{"CN(C)N=O", "N-nitroso or N-nitro, nitrosamine"},
		{"c1ccccc1N=Nc1ccccc1", "aryl azo"},
		{"CN=NC", "aliphatic azo"},
		{"CNN", "hydrazine"},
		{"C[N+]#N", "diazonium"},
		{"ONc1ccccc1", "aryl hydroxylamine"},
		{"CC=CC=O", "α,β-unsaturated carbonyl"},
		{aspirin, ""},
		{"CC=O", ""},
		{"CNC(C)=O", ""},
	}
	for _, c := range tests {
		m, _ := target(t, c.smiles)
		got, unresolved, err := Mutagenicity(m)
		if err != nil || len(unresolved) > 0 || strings.Join(got, ", ") != c.want {
			t.Errorf("%s: got %q, unresolved %q, error %v, want %q", c.smiles, got, unresolved, err, c.want)
		}
	}
}

// Each field of the tool's answer has a note, and the notes are the caller's own.
func TestNotes(t *testing.T) {
	fields := strings.Fields(`bbb_score bbb_passes caco2_logp herg_risk cyp3a4_risk pka_acid pka_base esol_logs logd_74 mw logp tpsa hbd hba
		rotatable_bonds ames_risk ppb_percent clearance_class`)
	var got []string
	for _, n := range Notes() {
		got = append(got, n.Field)
		if n.Kind != Published && n.Kind != RuleOfThumb || n.Model == "" {
			t.Errorf("%s: kind %q, model %q", n.Field, n.Kind, n.Model)
		}
	}
	if !slices.Equal(got, fields) {
		t.Errorf("got %q, want %q", got, fields)
	}
	Notes()[0].Model = ""
	if Notes()[0].Model == "" {
		t.Error("a change of the result changes the notes")
	}
}

func ExampleEstimate() {
	m, err := smiles.Perceive("CC(=O)Oc1ccccc1C(=O)O")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := Estimate(Descriptors{
		Weight: 180.159, LogP: 1.3101, TPSA: 63.6, HBD: 1, HBA: 3, RotatableBonds: 2, HeavyAtoms: 13, AromaticAtoms: 6,
	}, smarts.NewTarget(m, nil), len(m.Mol.Atoms))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("logS %.2f, pKa %.1f, logD %.2f\n", p.LogS, *p.PKaAcid, p.LogD74)
	// Output: logS -1.99, pKa 4.0, logD -2.09
}
