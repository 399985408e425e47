package cip_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/stereo/cip"
)

// suite is a part of the validation suite of Hanson et al. 2018 (its compounds.smi at
// github.com/CIPValidationSuite/ValidationSuite): structures that need the given rules
// and their labels, at atoms counted from 1 and at both ends of double bonds.
// Axial labels and those of cumulenes are not among them.
var suite = []struct{ name, rules, smiles, want string }{
	{"VS171", "1b", `O[C@@H](C(CCC1CC1)(CCC2CC2)CCC3CC3)C45CCC(CC4)CC5`, "2S"},
	{"VS172", "1a,1b", `C1[C@H]2CC=C[C@@H]12`, "2R 6S"},
	{"VS173", "1a,1b", `O[C@@H](C(/C=C\C1C=C1)(/C=C\C2C=C2)/C=C\C3C=C3)[C@@]45C=C[C@@H](C=C4)C=C5`, "2S 4Z 5Z 9Z 10Z 14Z 15Z"},
	{"VS175", "2", `C[C@](CC)(CO)[13CH2]C`, "2R"},
	{"VS176", "2", `O/C(/[16OH])=C(\[18OH])/O`, "2Z 4Z"},
	{"VS177", "2", `[18O-][P@@](=O)(OC)[17O-]`, "2S"},
	{"VS178", "2", `C[C@]([13CH2]C)([15CH2]C)[14CH2]CC`, "2S"},
	{"VS179", "2", `O[C@@H](C[125I])CI`, "2S"},
	{"VS180", "2", `[3H][C@H](Br)Cl`, "2S"},
	{"VS183", "2", `[18O]=[S@](=O)(CC=1C=CC=CC1)C=2C=CC(=CC2)C`, "2R"},
	{"VS184", "2", `C\C=C\[2H]`, "2E 3E"},
	{"VS185", "2", `[2H]/C=C/[1H]`, "2Z 3Z"},
	{"VS186", "2", `[17O]=[S@](=[18O])([O-])OC=1C=CC=CC1.CCCC[N+](CCCC)(CCCC)CCCC`, "2S"},
	{"VS188", "3", `C\C=C/1\C/C(/C1)=C\C`, "2E 3E 5E 7E"},
	{"VS190", "3", `C/C=C/1\C/C(/C1)=C/2\C\C(\C2)=C\C`, "2E 3E 5E 7E 9E 11E"},
	{"VS191", "1a,3", `C/C=C\C/C(=C\[C@H](C=C(C/C=C\C)C/C=C\C)O)/C/C=C/C`, "2Z 3Z 5Z 6Z 7S 11Z 12Z 15Z 16Z 20E 21E"},
	{"VS193", "1a,3", `C/C=C(/CCC[C@H](CCC/C(=C\C)/Cl)O)\Cl`, "2Z 3Z 7S 11E 12E"},
	{"VS195", "1a,3", `C/C=C\C[C@@H](C/C=C/C)O`, "2Z 3Z 5R 7E 8E"},
	{"VS196", "4b", `Cl[C@H]1[C@H]([C@H]([C@@H]([C@@H]([C@H]1Cl)Cl)Cl)Cl)Cl`, "2R 3S 4S 5R 6S 7R"},
	{"VS197", "4b", `Cl[C@H]1[C@@H]([C@H]([C@@H]([C@@H]([C@H]1Cl)Cl)Cl)Cl)Cl`, "2R 3R 4R 5R 6S 7S"},
	{"VS198", "1a,4b", `C[C@@H]([C@H](C([C@@H](C([C@@H]([C@@H](C)Cl)C)([C@H](C)[C@@H](C)Cl)[C@@H](C)[C@@H](C)Cl)O)([C@H](C)[C@H](C)Cl)[C@@H](C)[C@@H](C)Cl)C)Cl`, "2S 3S 5R 7S 8R 12S 14R 17R 19R 23S 25S 28R 30R"},
	{"VS199", "1a,4b", `O=C([C@H]([C@H]([C@@H]([C@@H]([C@H](C(O)=O)Cl)Cl)Cl)Cl)Cl)O`, "3R 4R 5R 6R 7S"},
	{"VS201", "1a,4b", `O=C([C@H]([C@H]([C@@H]([C@H]([C@@H](C(O)=O)Cl)Cl)Cl)Cl)Cl)O`, "3R 4R 5R 6S 7R"},
	{"VS202", "1a,4b", `O=C([C@@H](N([C@@H](C)O)[C@@H](C)O)N([C@@H](C)O)[C@H](C)O)O`, "3R 5R 8R 12R 15S"},
	{"VS203", "1a,4b", `C[C@H]([C@H](ON([C@@H](N(C[C@@H]([C@H](C)O)O)O[C@H]([C@H](C)O)O)Cl)C[C@H]([C@H](C)O)O)O)O`, "2R 3S 6R 9S 10S 15R 16S 22R 23S"},
	{"VS204", "1a,4b", `C[C@@H]([C@@H](ON([C@@H](N(O[C@@H]([C@@H](C)O)O)C[C@H]([C@H](C)O)O)Cl)C[C@@H]([C@H](C)O)O)O)O`, "2S 3R 6S 9S 10R 15R 16S 22S 23S"},
	{"VS205", "5", `C[C@H]1CC[C@H](CC1)[C@@H]2CC[C@H](CC2)[C@@H]3CC[C@@H](CC3)C`, "2s 5s 8r 11r 14s 17s"},
	{"VS207", "5", `C[C@H]1CC[C@@H]([C@@]2([C@@H]3CC[C@@H](C)CC3)CC[C@@H](C)CC2)CC1`, "2s 5s 6r 7r 10r 16r"},
	{"VS209", "5", `Cl[C@@H]1[C@H]([C@@H]([C@H]([C@@H]([C@H]1Cl)Cl)Cl)Cl)Cl`, "2r 3r 4r 5r 6r 7r"},
	{"VS210", "5", `Cl[C@H]1[C@H]([C@H]([C@H]([C@H]([C@H]1Cl)Cl)Cl)Cl)Cl`, "2s 3s 4s 5s 6s 7s"},
	{"VS211", "5", `C1[C@@H]2CCCC[C@@H]2CCC1`, "2s 7s"},
	{"VS212", "5", `C1[C@@H]2CCCC[C@H]2CCC1`, "2r 7r"},
	{"VS213", "5", `O[C@H]1CC[C@@](CC1)(Cl)C`, "2r 5r"},
	{"VS214", "5", `CC[C@@H]1CC/C(/CC1)=C\2/CC[C@H](CC2)CC`, "3s 6E 9E 12s"},
	{"VS216", "5", `C1=C2[C@H]3C(C=NC4=CC=CC(=N1)[C@H]43)=CC=C2`, "3s 13s"},
	{"VS218", "5", `C1=CC2=CC=C3C=CC4=CC=C5C=CC6=CC=C1[C@H]1C2=C3[C@@H]4C5=C61`, "19s 22s"},
	{"VS219", "5", `O[C@H]1C[C@@H](C1)O`, "2r 4r"},
	{"VS224", "5", `N#CC(C(C#N)(C#N)[C@@H]1CC[C@@H](CC1)C)(C#N)[C@@H]2CC[C@H](CC2)C`, "9s 12s 18r 21r"},
	{"VS226", "5", `C[C@H]1CC[C@@H](CC1)[C@@]2(CC[C@]([C@H]3CC[C@@H](CC3)C)([C@@H]4CC[C@@H](CC4)C)CC2)[C@H]5CC[C@H](CC5)C`, "2r 5r 8r 11r 12r 15r 19s 22s 28s 31s"},
	{"VS227", "1a,5", `O=C([C@H]([C@@H]([C@H](C(O)=O)Cl)Cl)Cl)O`, "3R 4r 5S"},
	{"VS229", "1a,5", `C/C=C(/[C@H](Cl)C)\[C@H](C)Cl`, "2e 3e 4R 7S"},
	{"VS230", "1a,5", `S[C@H]1[C@H](C[C@H](C1)S)S`, "2R 3S 5r"},
	{"VS233", "1a,5", `Cl[C@@H]([C@H]([C@H](Cl)N([C@H](Cl)[C@@H]([C@@H](Cl)C)[C@@H](Cl)C)CC[C@@H](O)CCN([C@@H](Cl)[C@@H]([C@H](Cl)C)[C@H](Cl)C)[C@H](Cl)[C@H]([C@@H](Cl)C)[C@H](Cl)C)[C@@H](Cl)C)C`, "2R 3r 4S 7R 10S 13S 18r 23S 26R 29R 32R 34r 35S 38R 41S"},
	{"VS235", "1a,5", `CN1[C@@H]2C[C@H](C[C@H]1CC2)OC([C@H](CO)C=3C=CC=CC3)=O`, "3S 5r 7R 12S"},
	{"VS237", "1a,5", `O=[S@](CC)[C@H](O)[S@](CC)=O`, "2R 5r 7S"},
	{"VS239", "1a,5", `O[C@@H](N([C@@H]([C@@H](Cl)C)Cl)[C@H]([C@@H](Cl)C)Cl)N([C@@H]([C@@H](C)Cl)Cl)[C@H]([C@@H](C)Cl)Cl`, "2s 4R 5S 9S 10S 15R 16R 20S 21R"},
	{"VS240", "1a,5", `C[C@@H]1C\C=C\CC[C@@H](CC\C=C\C1)O`, "2s 4E 5E 8s 11E 12E"},
	{"VS242", "1a,5", `C[C@@H](Cl)[C@H](Cl)[C@@H]([C@H](Cl)[C@@H](Cl)C)CN(C[C@@H]([C@H](Cl)[C@H](Cl)C)[C@@H](Cl)[C@@H](Cl)C)[C@H](O)N(C[C@H]([C@@H](Cl)[C@H](Cl)C)[C@H](Cl)[C@@H](Cl)C)C[C@H]([C@H](Cl)[C@H](Cl)C)[C@@H](Cl)[C@@H](Cl)C`, "2R 4R 6r 7S 9S 15s 16S 18R 21R 23S 26R 30s 31R 33R 36S 38S 42r 43S 45R 48R 50S"},
	{"VS244", "1a,5", `C[C@@H]([C@@]([C@@H](C)Cl)(C[C@@H](C)Br)C[C@H](C)Br)Cl`, "2S 3S 4R 8R 12S"},
	{"VS245", "1a,5", `C(=C(/[C@H](C)Cl)\[C@H](Cl)C)(\[C@H](C)Br)/[C@H](Br)C`, "1E 2E 3S 6R 9S 12R"},
	{"VS246", "3,5", `C/C=C/1\CC[C@H](C)CC1`, "2z 3z 6R"},
	{"VS248", "3,5", `CCC[C@H]1C/C(/C1)=C/Br`, "4S 6z 8z"},
	{"VS249", "1a,4a,5", `Cl[C@@H]([C@H]([C@H](Cl)[C@@H]([C@H](Cl)[C@@H]([C@@H](Cl)C)[C@@H](Cl)C)[C@H](Br)C[C@@H](O)C[C@H](Br)[C@@H]([C@@H](Cl)[C@@H]([C@H](Cl)C)[C@H](Cl)C)[C@H](Cl)[C@H]([C@@H](Cl)C)[C@H](Cl)C)[C@@H](Cl)C)C`, "2R 3r 4S 6R 7R 10S 13S 16R 19s 22S 24S 25S 28R 31R 34R 36r 37S 40R 43S"},
	{"VS251", "1a,4a,5", `C[C@H]([C@@H]([C@H](C([C@@H](C)Cl)[C@H](Cl)C)O)[C@H](C)Cl)Cl`, "2R 3s 4S 6R 9R 13S"},
	{"VS252", "4b,5", `CO[C@@H]1[C@@H]([C@@H]([C@H]1OC)OC)OC`, "3S 4s 5R 6r"},
	{"VS253", "4b,5", `Cl[C@@H]1[C@@H]([C@@H]([C@H]([C@H]([C@H]1Cl)Cl)Cl)Cl)Cl`, "2R 3s 4S 5S 6s 7R"},
	{"VS255", "4b,5", `Cl[C@H]1[C@H]([C@H]([C@H]([C@@H]([C@H]1Cl)Cl)Cl)Cl)Cl`, "2R 3s 4S 5S 6r 7R"},
	{"VS256", "4b,5", `O1[C@@]2([C@]3([C@]4([C@]25CO5)CO4)CO3)C1`, "2S 3s 4R 5r"},
	{"VS257", "1a,4b,5", `Cl[C@H]([C@@H]1CC[C@H](CC1)C)C`, "2S 3r 6S"},
	{"VS259", "1a,4b,5", `C1[C@H](CCC=C1)[C@H]2CC[C@@H](CC2)/C=N/[C@H]3CC[C@@H](CC3)C4=CC=CC=C4`, "2S 7r 10S 13E 14E 15r 18S"},
	{"VS262", "1a,4b,5", `C[C@@H](Cl)C([C@@H](C)Cl)[C@H](Cl)N(CC[C@H](O)CCN([C@@H](Cl)[C@@H]([C@@H](C)Cl)[C@H](C)Cl)[C@H](Cl)C([C@@H](C)Cl)[C@@H](C)Cl)[C@H](Cl)[C@@H]([C@@H](C)Cl)[C@H](C)Cl`, "2R 5R 8S 13R 18S 20r 21R 24S 27R 30R 33R 36R 38r 39R 42S"},
	{"VS265", "1a,4b,5", `C[C@@H](Cl)[C@H](Cl)[C@@H]([C@H](Cl)[C@@H](Cl)C)C[C@H](C[C@@H]([C@H](Cl)[C@H](Cl)C)[C@@H](Cl)[C@@H](Cl)C)CCC[C@@](CCC[C@H](C[C@H]([C@@H](Cl)[C@H](Cl)C)[C@H](Cl)[C@@H](Cl)C)C[C@H]([C@H](Cl)[C@H](Cl)C)[C@@H](Cl)[C@@H](Cl)C)(CC)[C@@H](C)Cl`, "2R 4R 6r 7S 9S 13S 15s 16S 18R 21R 23S 29S 33S 35s 36R 38R 41S 43S 47r 48S 50R 53R 55S 60R"},
	{"VS270", "1a,4a,4b,5", `Cl[C@@H]([C@H]([C@H](Cl)[C@@H]([C@H](Cl)[C@@H]([C@@H](Cl)C)[C@@H](Cl)C)[C@@H](Br)C[C@@H](O)C[C@H](Br)[C@@H]([C@@H](Cl)[C@@H]([C@H](Cl)C)[C@H](Cl)C)[C@H](Cl)[C@H]([C@@H](Cl)C)[C@H](Cl)C)[C@@H](Cl)C)C`, "2R 3r 4S 6R 7R 10S 13S 16S 19R 22S 24S 25S 28R 31R 34R 36r 37S 40R 43S"},
	{"VS271", "1a,4a,4b,5", `C[C@@H]([C@@H]([C@H]([C@@H]([C@H]([C@@H]([C@H](C)O)O)[C@H]([C@H](C)O)O)C)[C@@H]([C@H](O)C)O)O)O`, "2S 3R 4r 5S 6S 7S 8S 12R 13S 18S 19R"},
	{"VS272", "1a,4a,4b,5", `C[C@H]([C@H]([C@H](\C(=C/1\[C@H](Br)/C(=C(\[C@@H]([C@@H]([C@H](C)Cl)[C@H](C)Cl)Cl)/[C@@H](Cl)[C@@H]([C@H](C)Cl)[C@@H](C)Cl)/[C@@H]1Br)\[C@@H](Cl)[C@@H]([C@H](C)Cl)[C@H](C)Cl)Cl)[C@H](C)Cl)Cl`, "2R 3r 4R 5Z 6Z 7R 9Z 10Z 11R 13S 16S 20S 22s 23S 26R 29R 31S 34S 37S 41S"},
	{"VS273", "1a,4c,5", `C[C@H]([C@H]([C@@]([C@@H]([C@@]([C@@H]([C@H](C)Cl)[C@@H](Cl)C)([C@H]([C@H](C)Cl)[C@@H](C)Cl)[C@@H]([C@H](C)Cl)[C@@H](C)Cl)O)([C@H]([C@H](C)Cl)[C@H](C)Cl)[C@@H]([C@@H](Cl)C)[C@@H](C)Cl)[C@H](C)Cl)Cl`, "2R 3r 4R 6R 8S 11S 14r 15S 18R 21s 22S 25R 30S 33S 36s 37S 40R 43S"},
	{"VS274", "1a,4c,5", `C[C@H]([C@H]([C@@]([C@@H]([C@@]([C@@H]([C@H](C)Cl)[C@@H](C)Cl)([C@H]([C@@H](C)Cl)[C@@H](C)Cl)[C@@H]([C@@H](C)Cl)[C@H](C)Cl)O)([C@H]([C@@H](C)Cl)[C@H](C)Cl)[C@@H]([C@H](C)Cl)[C@H](C)Cl)[C@@H](Cl)C)Cl`, "2R 3r 4S 5s 6R 7s 8S 11R 15R 18R 21r 22R 25S 29s 30R 33S 37S 40S 43S"},
	{"VS275", "1a,4c,5", `Cl[C@@H]([C@H]([C@H](Cl)[C@@H]([C@H](Cl)[C@@H]([C@H](Cl)C)[C@@H](Cl)C)[C@H](Br)C[C@@H](O)C[C@@H](Br)[C@H]([C@H](Cl)[C@@H]([C@@H](Cl)C)[C@H](Cl)C)[C@@H](Cl)[C@H]([C@H](Cl)C)[C@@H](Cl)C)[C@@H](Cl)C)C`, "2R 3r 4S 6s 7R 9r 10R 13S 16R 19S 22R 24s 25R 27s 28S 31R 34S 36s 37R 40S 43S"},
	{"VS276", "1a,4c,5", `C[C@H]([C@@H]([C@H]([C@@H]([C@@H](C)Cl)[C@@H](Cl)C)O)[C@H](C)Cl)Cl`, "2R 3s 4R 5r 6R 9S 13S"},
	{"VS278", "1a,4a,4c,5", `Cl[C@@H]([C@H]([C@H](Cl)[C@@H]([C@H](Cl)[C@@H]([C@H](Cl)C)[C@@H](Cl)C)[C@H](Br)C[C@@H](O)C[C@@H](Br)[C@H]([C@H](Cl)[C@@H]([C@H](Cl)C)[C@@H](Cl)C)[C@@H](Cl)[C@H]([C@H](Cl)C)[C@@H](Cl)C)[C@@H](Cl)C)C`, "2R 3r 4S 6s 7R 9r 10R 13S 16R 19R 22R 24S 25R 27r 28R 31S 34S 36s 37R 40S 43S"},
	{"VS279", "4b,4c,5", `O[C@@H](C[C@H]1CC[C@@H](CC1)C)C[C@@H]2CC[C@@H](CC2)C`, "2R 4r 7S 12s 15S"},
	{"VS280", "6", `C1C[C@]23CCC[C@@]24CCC[C@@]45CCC[C@@]56CCC[C@]36C1`, "3R 7R 11R 15R 19R"},
	{"VS281", "6", `C1=C2[C@@]34C(=C1)CCCCC3=CC=C4CCCC2`, "3S"},
	{"VS283", "6", `C1=C2[C@@H]3C(CCC=C3CC1)=CCC2`, "3S"},
	{"VS285", "6", `O=C1[C@]2(NCC1)C(CCN2)=O`, "3R"},
	{"VS286", "6", `C1[C@@]2(CC[C@]13CCCC3)C[C@@]4(CC2)CCCC4`, "2S"},
	{"VS290", "6", `C1=C2[C@H]3C(C1)=CCC3=CC2`, "3S"},
	{"VS291", "6", `C1[C@@]2(OCC1)OCCC2`, "2R"},
	{"VS293", "1a,6", `C\1C/C/2=C/CC/C/3=C/CC/C(=C1)/C[C@@H](C2)C3`, "3Z 4Z 7Z 8Z 11Z 12Z 14S"},
	{"VS294", "1a,6", `O[C@H]1O[C@@]2(O[C@H]1O)O[C@H]([C@H](O2)O)O`, "2S 4R 6R 9R 10S"},
	{"VS296", "4c,6", `C1[C@@]2(OCCC1)CC[C@]3(CC2)CC[C@@]4(CC3)OCCCC4`, "2S 9S 14S"},
	{"VS297", "4c,6", `C1[C@@]2(CC[C@]3(C1)OCCC3)CC[C@@]4(CC2)CCCO4`, "2R 5S 13S"},
	{"VS298", "4c,6", `Cl[C@H]1C[C@]2(C1)C[C@H](C2)Cl`, "2R 4S 7R"},
	{"VS299", "5,6", `C\C=C/1\C[C@]2(C\C(\C2)=C\C)C1`, "2z 3z 5S 7z 9z"},
	{"VS300", "5,6", `O[C@H](C[C@@]12C=3CCC=C2CCC=C1CCC3)C[C@]45C=6CCC=C5CCC=C4CCC6`, "2s 4R 18S"},
}

func TestSuite(t *testing.T) {
	for _, c := range suite {
		p := perceived(t, c.smiles)
		labels, err := cip.Label(p, stereo.Find(p))
		if err != nil {
			t.Errorf("%s, %s: %v", c.name, c.smiles, err)
		}
		got := make([]string, len(p.Mol.Atoms))
		for i, l := range labels.Atoms {
			got[i] += l
		}
		for k, l := range labels.Bonds {
			got[p.Mol.Bonds[k].A] += l
			got[p.Mol.Bonds[k].B] += l
		}
		for i := range got {
			if got[i] != "" {
				got[i] = fmt.Sprint(p.Origin[i]+1, got[i])
			}
		}
		got = slices.DeleteFunc(got, func(l string) bool { return l == "" })
		text := strings.ReplaceAll(strings.Join(got, ","), " ", "")
		if want := strings.ReplaceAll(c.want, " ", ","); text != want {
			t.Errorf("%s (rules %s), %s: got %s, want %s", c.name, c.rules, c.smiles, text, want)
		}
	}
}
