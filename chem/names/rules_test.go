package names

import (
	"errors"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/smiles"
)

func canonical(t *testing.T, text string) string {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	s, err := smiles.Canonical(p)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// TestRules has names of every kind that the rules cover; the structures were written by
// hand.
func TestRules(t *testing.T) {
	for _, tc := range []struct{ name, smiles string }{
		// chains, branches, numerical terms
		{"methane", "C"},
		{"Hexane", "CCCCCC"},
		{"n-hexane", "CCCCCC"},
		{"hectane", strings.Repeat("C", 100)},
		{"henicosane", strings.Repeat("C", 21)},
		{"tritriacontane", strings.Repeat("C", 33)},
		{"2,2,4-trimethylpentane", "CC(C)(C)CC(C)C"},
		{"5-(2-methylpropyl)nonane", "CCCCC(CC(C)C)CCCC"},
		{"4-(propan-2-yl)-5-propyloctane", "CCCC(C(C)C)C(CCC)CCC"},
		{"1,1-bis(4-hydroxyphenyl)ethane", "CC(c1ccc(O)cc1)c1ccc(O)cc1"},
		{"5-[1-(2-methylbutyl)butyl]decane", "CCCCCC(CCCC)C(CCC)CC(C)CC"},
		{"tert-butylcyclohexane", "CC(C)(C)C1CCCCC1"},
		{"bicyclo[2.2.1]heptane", "C1CC2CCC1C2"},
		{"7,7-dimethylbicyclo[4.1.0]heptane", "CC1(C)C2CCCCC12"},
		{"spiro[4.5]decane", "C1CCC2(C1)CCCCC2"},
		{"7-oxabicyclo[2.2.1]heptane", "C1CC2CCC1O2"},
		{"2,5,8,11-tetraoxadodecane", "COCCOCCOCCOC"},
		// multiple bonds
		{"but-1-ene", "C=CCC"},
		{"2-methylbuta-1,3-diene", "C=CC(C)=C"},
		{"1,3-butadiene", "C=CC=C"},
		{"hex-1-en-4-yne", "C=CCC#CC"},
		{"cyclohexa-1,3-diene", "C1=CC=CCC1"},
		{"2-methyl-1-butene", "C=C(C)CC"},
		{"3-ethynylpyridine", "C#Cc1cccnc1"},
		{"methylidenecyclohexane", "C=C1CCCCC1"},
		// suffixes
		{"propan-2-ol", "CC(C)O"},
		{"2-propanol", "CC(C)O"},
		{"ethane-1,2-diol", "OCCO"},
		{"2-methylpropane-2-thiol", "CC(C)(C)S"},
		{"N,N-dimethylethanamine", "CCN(C)C"},
		{"hexane-1,6-diamine", "NCCCCCCN"},
		{"butan-2-one", "CCC(C)=O"},
		{"pentane-2,4-dione", "CC(=O)CC(C)=O"},
		{"cyclohex-2-en-1-one", "O=C1C=CCCC1"},
		{"3-methylbutanal", "CC(C)CC=O"},
		{"benzaldehyde", "O=Cc1ccccc1"},
		{"2-methylpropanoic acid", "CC(C)C(=O)O"},
		{"hexanedioic acid", "OC(=O)CCCCC(=O)O"},
		{"cyclohexanecarboxylic acid", "OC(=O)C1CCCCC1"},
		{"propane-1,2,3-tricarboxylic acid", "OC(=O)CC(CC(=O)O)C(=O)O"},
		{"N,N-dimethylformamide", "CN(C)C=O"},
		{"N-phenylacetamide", "CC(=O)Nc1ccccc1"},
		{"benzene-1,4-dicarboxamide", "NC(=O)c1ccc(C(N)=O)cc1"},
		{"hexanedinitrile", "N#CCCCCC#N"},
		{"benzonitrile", "N#Cc1ccccc1"},
		{"4-methylbenzenesulfonic acid", "Cc1ccc(S(=O)(=O)O)cc1"},
		{"4-methylbenzene-1-sulphonyl chloride", "Cc1ccc(S(=O)(=O)Cl)cc1"},
		{"benzenesulfonamide", "NS(=O)(=O)c1ccccc1"},
		{"phenylboronic acid", "OB(O)c1ccccc1"},
		{"acetohydrazide", "CC(=O)NN"},
		// prefixes
		{"2-chloro-2-methylpropane", "CC(C)(C)Cl"},
		{"1,1,1-trifluoro-2-iodoethane", "FC(F)(F)CI"},
		{"hexachlorobenzene", "Clc1c(Cl)c(Cl)c(Cl)c(Cl)c1Cl"},
		{"chlorotrifluoroethylene", "FC(F)=C(F)Cl"},
		{"1-methoxy-2-propanol", "COCC(C)O"},
		{"4-hydroxy-3-methoxybenzaldehyde", "COc1cc(C=O)ccc1O"},
		{"2-(dimethylamino)ethanol", "CN(C)CCO"},
		{"2-(2-ethoxyethoxy)ethanol", "CCOCCOCCO"},
		{"4-acetamidophenol", "CC(=O)Nc1ccc(O)cc1"},
		{"2-acetoxybenzoic acid", "CC(=O)Oc1ccccc1C(=O)O"},
		{"3-oxobutanoic acid", "CC(=O)CC(=O)O"},
		{"2-aminopropanedioic acid", "NC(C(=O)O)C(=O)O"},
		{"4-(trifluoromethyl)aniline", "Nc1ccc(C(F)(F)F)cc1"},
		{"4-cyanobenzoic acid", "N#Cc1ccc(C(=O)O)cc1"},
		{"2,4,6-trinitrotoluene", "Cc1c([N+](=O)[O-])cc([N+](=O)[O-])cc1[N+](=O)[O-]"},
		{"(methylsulfonyl)benzene", "CS(=O)(=O)c1ccccc1"},
		{"4-(methylsulfanyl)phenol", "CSc1ccc(O)cc1"},
		{"3-aminopropyltriethoxysilane", "CCO[Si](CCCN)(OCC)OCC"},
		{"1,2-epoxypropane", "CC1CO1"},
		{"4-(methoxycarbonyl)benzoic acid", "COC(=O)c1ccc(C(=O)O)cc1"},
		{"perfluorohexane", "FC(F)(F)C(F)(F)C(F)(F)C(F)(F)C(F)(F)C(F)(F)F"},
		// positions in words
		{"o-xylene", "Cc1ccccc1C"},
		{"p-chlorotoluene", "Cc1ccc(Cl)cc1"},
		{"meta-dinitrobenzene", "O=[N+]([O-])c1cccc([N+](=O)[O-])c1"},
		{"p-bromochlorobenzene", "Clc1ccc(Br)cc1"},
		{"α-methylstyrene", "C=C(C)c1ccccc1"},
		{"N-methylaniline", "CNc1ccccc1"},
		// rings
		{"2,6-dimethylpyridine", "Cc1cccc(C)n1"},
		{"pyridine-3-carboxamide", "NC(=O)c1cccnc1"},
		{"2-(pyridin-3-yl)ethanol", "OCCc1cccnc1"},
		{"1-methyl-1H-imidazole", "Cn1ccnc1"},
		{"1-methylimidazole", "Cn1ccnc1"},
		{"2-methyl-2H-tetrazole", "Cn1ncnn1"},
		{"1H-indole-3-carbaldehyde", "O=Cc1c[nH]c2ccccc12"},
		{"9-ethyl-9H-carbazole", "CCn1c2ccccc2c2ccccc21"},
		{"pyridin-2(1H)-one", "O=c1cccc[nH]1"},
		{"quinolin-4(1H)-one", "O=c1cc[nH]c2ccccc12"},
		{"1-methylpyridin-2-one", "Cn1ccccc1=O"},
		{"pyrimidine-2,4(1H,3H)-dione", "O=c1cc[nH]c(=O)[nH]1"},
		{"1,2,3,4-tetrahydronaphthalene", "C1CCc2ccccc2C1"},
		{"1,2,3,4-tetrahydroisoquinoline", "C1Cc2ccccc2CN1"},
		{"2,3-dihydro-1H-indene", "C1Cc2ccccc2C1"},
		{"3,4-dihydro-2H-pyran", "C1=COCCC1"},
		{"decahydronaphthalene", "C1CCC2CCCCC2C1"},
		{"tetrahydrofuran-2-carboxylic acid", "OC(=O)C1CCCO1"},
		{"4-methylmorpholine", "CN1CCOCC1"},
		{"1,1'-biphenyl-4-ol", "Oc1ccc(-c2ccccc2)cc1"},
		{"4,4'-bipyridine", "c1cc(-c2ccncc2)ccn1"},
		{"9H-fluoren-9-one", "O=C1c2ccccc2-c2ccccc21"},
		{"1,3-benzodioxole-5-carbaldehyde", "O=Cc1ccc2OCOc2c1"},
		{"2-phenyl-1,3-dioxolane", "c1ccc(C2OCCO2)cc1"},
		{"5-(4-chlorophenyl)-1,3,4-oxadiazol-2-amine", "Nc1nnc(-c2ccc(Cl)cc2)o1"},
		{"anthracene-9,10-dicarbonitrile", "N#Cc1c2ccccc2c(C#N)c2ccccc12"},
		// functional classes, esters, anhydrides
		{"diethyl ether", "CCOCC"},
		{"tert-butyl methyl ether", "COC(C)(C)C"},
		{"ethyl methyl ketone", "CCC(C)=O"},
		{"dimethyl sulfoxide", "CS(C)=O"},
		{"divinyl sulfone", "C=CS(=O)(=O)C=C"},
		{"allyl alcohol", "OCC=C"},
		{"methyl chloride", "CCl"},
		{"tert-butyl isocyanate", "CC(C)(C)N=C=O"},
		{"acetyl chloride", "CC(=O)Cl"},
		{"adipoyl dichloride", "ClC(=O)CCCCC(=O)Cl"},
		{"ethyl acetate", "CCOC(C)=O"},
		{"methyl 2-methylpropanoate", "COC(=O)C(C)C"},
		{"2-hydroxyethyl methacrylate", "C=C(C)C(=O)OCCO"},
		{"bis(2-ethylhexyl) phthalate", "CCCCC(CC)COC(=O)c1ccccc1C(=O)OCC(CC)CCCC"},
		{"ethyl methyl carbonate", "CCOC(=O)OC"},
		{"triethyl phosphate", "CCOP(=O)(OCC)OCC"},
		{"dimethyl methylphosphonate", "COP(C)(=O)OC"},
		{"ethyl hydrogen succinate", "CCOC(=O)CCC(=O)O"},
		{"hexanoic acid methyl ester", "CCCCCC(=O)OC"},
		{"methyl cyclohexanecarboxylate", "COC(=O)C1CCCCC1"},
		{"acetic anhydride", "CC(=O)OC(C)=O"},
		{"acetic propionic anhydride", "CCC(=O)OC(C)=O"},
		{"phthalic anhydride", "O=C1OC(=O)c2ccccc12"},
		{"triphenylphosphine oxide", "O=P(c1ccccc1)(c1ccccc1)c1ccccc1"},
		{"pyridine N-oxide", "[O-][n+]1ccccc1"},
		{"cyclohexanone oxime", "ON=C1CCCCC1"},
		// salts
		{"sodium acetate", "CC(=O)[O-].[Na+]"},
		{"calcium chloride", "[Ca+2].[Cl-].[Cl-]"},
		{"disodium succinate", "O=C([O-])CCC(=O)[O-].[Na+].[Na+]"},
		{"tetrabutylammonium bromide", "CCCC[N+](CCCC)(CCCC)CCCC.[Br-]"},
		{"lithium hexafluorophosphate", "F[P-](F)(F)(F)(F)F.[Li+]"},
		{"aniline hydrochloride", "Nc1ccccc1.Cl"},
		{"1-butylpyridinium tetrafluoroborate", "CCCC[n+]1ccccc1.F[B-](F)(F)F"},
		{"sodium hydrogen carbonate", "OC(=O)[O-].[Na+]"},
		// configuration
		{"(2R)-butan-2-ol", "CC[C@@H](C)O"},
		{"(S)-2-chlorobutane", "CC[C@H](C)Cl"},
		{"(R)-1-phenylethanol", "C[C@@H](O)c1ccccc1"},
		{"(2R,3R)-2,3-dihydroxybutanedioic acid", "OC(=O)[C@H](O)[C@@H](O)C(=O)O"},
		{"(2S)-2-aminopropanoic acid", "C[C@H](N)C(=O)O"},
		{"(E)-but-2-ene", "C/C=C/C"},
		{"trans-2-butene", "C/C=C/C"},
		{"(2Z)-but-2-enedioic acid", "OC(=O)/C=C\\C(=O)O"},
		{"(2E,4Z)-hexa-2,4-diene", "C/C=C\\C=C\\C"},
		{"cis,cis-9,12-octadecadienoic acid", "CCCCC/C=C\\C/C=C\\CCCCCCCC(=O)O"},
		{"(E,E)-hexa-2,4-dienoic acid", "C/C=C/C=C/C(=O)O"},
		{"(R,R)-butane-2,3-diol", "C[C@@H](O)[C@@H](C)O"},
		{"(2R,3s,4S)-pentane-2,3,4-triol", "C[C@@H](O)[C@@H](O)[C@H](C)O"},
		{"(R)-N-[(S)-1-phenylethyl]-2-chloropropanamide", "C[C@@H](Cl)C(=O)N[C@@H](C)c1ccccc1"},
		{"cis-bicyclo[4.4.0]decane", "C1CC[C@@H]2CCCC[C@@H]2C1"},
		{"cis-1,4-dimethylcyclohexane", "C[C@H]1CC[C@@H](C)CC1"},
		{"(1R,2S)-2-methylcyclohexan-1-ol", "C[C@H]1CCCC[C@H]1O"},
		// conjunctive names, ions with a charge at either nitrogen
		{"benzenemethanol", "OCc1ccccc1"},
		{"4-methoxybenzeneacetic acid", "COc1ccc(CC(=O)O)cc1"},
		{"cyclohexaneethanamine", "NCCC1CCCCC1"},
		{"2-pyridinemethanol", "OCc1ccccn1"},
		{"1-butyl-3-methylimidazolium hexafluorophosphate", "CCCC[n+]1ccn(C)c1.F[P-](F)(F)(F)(F)F"},
		{"methylene dibromide", "BrCBr"},
		{"trans-4-methoxycinnamic acid", "COc1ccc(/C=C/C(=O)O)cc1"},
		{"2,6-di-tert-butyl-4-methylphenol", "Cc1cc(C(C)(C)C)c(O)c(C(C)(C)C)c1"},
		// loose spelling that is clear
		{"methyl (2,2,2-trifluoroethyl) carbonate", "COC(=O)OCC(F)(F)F"},
		{"methylpropane", "CC(C)C"},
		{"4-cyanopyridine N-oxide", "N#Cc1cc[n+]([O-])cc1"},
		{"N,N'-dimethylthiourea", "CNC(=S)NC"},
		{"1-ethoxy-1-methylsilane", "CCO[SiH2]C"},
		{"2,2,2-trifluoroethyl dihydrogen phosphate", "FC(F)(F)COP(=O)(O)O"},
		{"dodecyldimethylamine oxide", "CCCCCCCCCCCC[N+](C)(C)[O-]"},
		{"2-phenylimidazo[1,2-a]pyridine", "c1ccc(-c2cn3ccccc3n2)cc1"},
		{"4,7-dibromobenzo[c][1,2,5]thiadiazole", "Brc1ccc(Br)c2nsnc12"},
		{"2,5-dibromothieno[3,2-b]thiophene", "Brc1cc2sc(Br)cc2s1"},
		{"2-methylbenzo[d]thiazole", "Cc1nc2ccccc2s1"},
		{"1-butyl-1-methylpyrrolidin-1-ium bis(trifluoromethanesulfonyl)azanide", "CCCC[N+]1(C)CCCC1.O=S(=O)([N-]S(=O)(=O)C(F)(F)F)C(F)(F)F"},
		{"1-ethyl-3-methyl-1H-imidazol-3-ium tetracyanoborate", "CC[n+]1ccn(C)c1.N#C[B-](C#N)(C#N)C#N"},
		{"1-methylimidazole N-oxide", "Cn1cc[n+]([O-])c1"},
		{"3-methyl-hexane", "CCCC(C)CC"},
		{"ethyl benzene", "CCc1ccccc1"},
		{"2-trifluoromethylpyridine", "FC(F)(F)c1ccccn1"},
		{"4-dimethylaminobenzaldehyde", "CN(C)c1ccc(C=O)cc1"},
		{"2−methyl–propan‐2‑ol", "CC(C)(C)O"},
		{"ＥＴＨＡＮＯＬ", "CCO"},
	} {
		r, err := ReadRules(tc.name)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if want := canonical(t, tc.smiles); r.SMILES != want || r.Source != FromRules {
			t.Errorf("%s: got %s, want %s", tc.name, r.SMILES, want)
		}
	}
}

// TestOpenNames has names that several molecules share: all of them are named, each by a
// name that the reader reads as that molecule.
func TestOpenNames(t *testing.T) {
	for _, tc := range []struct {
		name  string
		count int
	}{
		{"chlorobutane", 2},
		{"butanol", 2},
		{"dichlorobenzene", 3},
		{"bromochlorobenzene", 3},
		{"dimethylaniline", 10},
		{"chloropyridine", 3},
		{"butene", 2},
		{"methylcyclohexanone", 4},
		{"pyrimidin-4-one", 2},
		{"ethyl malonate", 2},
		{"2,2,2-trifluoroethyl carbonate", 2},
		{"phenylmethylamine", 2},
		{"2-chloroethylbenzene", 3},
		{"trans-1,2-dimethylcyclohexane", 2},
		{"methylhexane", 2},
		{"cyclohexadiene", 2},
		{"9-methylpurin-6-one", 4},
	} {
		_, err := ReadRules(tc.name)
		var e *Error
		if !errors.As(err, &e) || !e.Ambiguous {
			t.Errorf("%s: got %v, want a choice", tc.name, err)
			continue
		}
		seen := map[string]bool{}
		for _, s := range e.Suggestions {
			seen[s.SMILES] = true
			if s.Name == tc.name {
				continue // it is open by its parentheses
			}
			if r, err := ReadRules(s.Name); err != nil || r.SMILES != s.SMILES {
				t.Errorf("%s: %q is said to be %s, and is read as %s (%v)", tc.name, s.Name, s.SMILES, r.SMILES, err)
			}
		}
		if len(seen) != len(e.Suggestions) || len(seen) != tc.count && tc.name != "methylcyclohexanone" {
			t.Errorf("%s: got %d choices %v, want %d", tc.name, len(seen), e.Suggestions, tc.count)
		}
	}
}

func TestRefusedNames(t *testing.T) {
	for _, tc := range []struct {
		name, message string
		offset        int
	}{
		{"", "a name", 0},
		{"hexxane", "not understood", 3},
		{"propan-9-ol", "no position 9", 6},
		{"2,2,2-trimethylpropane", "no hydrogen left", 0},
		{"2,3-trimethylbutane", "", 0},
		{"2,2,2-trifluoroethyl propane-1,2,3-tricarboxylate", "3 acid groups", 21},
		{"pentan-3-al", "end of the chain", 6},
		{"propan-1-one", "aldehyde", 6},
		{"acetate", "ion or part of an ester", 0},
		{"dimethyl acetate", "1 acid groups", 9},
		{"(2R)-propan-2-ol", "no such configuration", 1},
		{"(R)-propane", "no center", 1},
		{"(2R,2S)-butan-2-ol", "two descriptors", 1},
		{"(E,E)-but-2-ene", "two descriptors", 1},
		{"(E,Z)-hexa-2,4-diene", "more than one double bond", 1},
		{"(R,S)-butane-2,3-diol", "more than one center", 1},
		{"(S)-1,1-di-sec-butylheptane-5-carbaldehyde", "more than one center", 1},
		{"(3E)-hexa-2,4-dienoic acid", "no double bond", 1},
		{"cis-bicyclo[2.2.1]heptane", "ring", 0},
		// A descriptor or the word oxide does not choose among readings.
		{"(E)-butene", "leaves open", 0},
		{"(4R)-5-sulfamoylpentanol", "leaves open", 0},
		{"(2R)-7-hydroxyaminobicyclo[2.2.1]heptane", "no such configuration", 1},
		{"8-aminomethyl-N-cyclohexyloct-7-en-3-amine N-oxide", "tertiary amine", 43},
		{"4-isocyanatopiperidine N-oxide", "tertiary amine", 23},
		// Words of their own: HSSS-, a ring with two oxygens.
		{"3,5-diethyl-trisulfanylstyrene", "", 0},
		{"1,3-dioxiran-2-ylpropan-2-one", "", 0},
		{"N-methylaniline-4-sulfonamide", "no position n", 0},
		{"2-aminopurin-6-one", "indicated hydrogen", 7},
		{"(E)-ethene", "no double bond", 1},
		{"6-methylbenzene-7-ol", "", 0},
		{"1-oxapyridine", "oxa", 0},
		{"bicyclo[2.2.2]heptane", "descriptor", 0},
		{"sodium chlorid", "", 0},
		{"1-methylidene-9H-fluorene", "indicated hydrogen", 17},
		{"4-cyclohexyl-4-propylbenzene", "no hydrogen left", 13},
		{"N-methylisobutyric acid", "no position n", 0},
		{strings.Repeat("methyl", 100), "too long", 600},
	} {
		r, err := ReadRules(tc.name)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: got %+v, want an error", tc.name, r)
			continue
		}
		if !strings.Contains(e.Msg, tc.message) || tc.message != "" && e.Offset != tc.offset || strings.Contains(e.Msg, "\n") {
			t.Errorf("%s: got %q at %d, want %q at %d", tc.name, e.Msg, e.Offset, tc.message, tc.offset)
		}
	}
}
