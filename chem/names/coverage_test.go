package names

import (
	"bufio"
	"compress/gzip"
	"errors"
	"os"
	"strings"
	"testing"
)

// otherwise are the entries that the rules read as another structure, with the reason:
// the dictionary follows usage there, and Read asks it first.
var otherwise = map[string]string{
	// Usage implies a configuration that the name does not state.
	"2-butenal": "crotonaldehyde is E", "2-butenoic acid": "crotonic acid is E", "2-methyl-2-pentenal": "E", "3-methylacrylic acid": "crotonic acid is E",
	"beta-methylacrylic acid": "crotonic acid is E", "9,12,15-octadecatrienoic acid": "α-linolenic acid", "azobenzene": "E", "4-aminoazobenzene": "E", "stilbene": "E",
	"tartaric acid": "the natural one", "potassium hydrogen tartrate": "of the natural acid",
	// The source of the dictionary lacks the configuration.
	"cis-3-octene": "", "trans-3-heptene": "", "trans-3-hexene": "", "trans-4-octene": "", "cis-decahydronaphthalene": "", "dipropyl maleate": "",
	// Another tautomer, or the zwitterion.
	"1-(2-methylcyclohexyl)-3-phenylurea": "", "1-chloroformamide": "", "1-cyanoguanidine": "", "2-[(2,6-dichlorophenyl)methylideneamino]guanidine": "",
	"2-aminoacetic acid": "", "2-azanylethanoic acid": "", "aminoethanoic acid": "", "2-benzothiazolethiol": "", "benzothiazole-2-thiol": "",
	"2-hydroxyisobutyramide": "", "2-methyllactamide": "", "α-hydroxyisobutyramide": "", "5-fluoro-2-oxo-1h-pyrazine-3-carboxamide": "",
	"6-fluoro-3,4-dihydro-3-oxo-2-pyrazinecarboxamide": "", "7-chloro-4-quinolinol": "", "7-chloro-quinolin-4-ol": "", "7-chloroquinolin-4-ol": "",
	"9-[(2r,5s)-5-(hydroxymethyl)oxolan-2-yl]-3h-purin-6-one": "", "7h-purine": "", "1,2,3-triazole": "", "1h-1,2,3-triazole": "", "2h-tetrazole": "",
	"5-methoxy-2-(((4-methoxy-3,5-dimethyl-2-pyridyl)methyl)sulfinyl)benzimidazole": "", "5-methoxy-2-[(4-methoxy-3,5-dimethyl-2-pyridyl)methylsulfinyl]-1h-benzimidazole": "",
	"5-methoxy-2-[[(4-methoxy-3,5-dimethyl-2-pyridyl)methyl]sulfinyl]-benzimidazole": "", "5-methoxy-2-[[(4-methoxy-3,5-dimethyl-2-pyridyl)methyl]sulfinyl]benzimidazole": "",
	// The proton is at the base in the one spelling and at the acid in the other.
	"guanidine hydrochloride": "", "methylamine hydrochloride": "", "dicyclohexylammonium": "", "dimethylammonium": "", "trimethylammonium": "", "tripropylammonium": "",
}

// TestCoverage reads the names of the dictionary by the rules alone. Its structures are
// from other sources (data/README.md); not one may come out different without a reason.
func TestCoverage(t *testing.T) {
	d, err := Current()
	if err != nil {
		t.Fatal(err)
	}
	var all, read, asked int
	for i := range d.Len() {
		if d.Kind(i) > Common {
			continue
		}
		r, err := ReadRules(d.Name(i))
		counts := d.Kind(i) == Systematic && d.Tier(i) <= 2
		if counts {
			all++
		}
		var e *Error
		switch {
		case err == nil && r.SMILES == d.SMILES(i):
			if _, listed := otherwise[d.Name(i)]; listed {
				t.Errorf("%s is read like the dictionary has it; it needs no exception", d.Name(i))
			}
			if counts {
				read++
			}
		case err == nil:
			if _, listed := otherwise[d.Name(i)]; !listed {
				t.Errorf("%s: got %s, the dictionary has %s", d.Name(i), r.SMILES, d.SMILES(i))
			}
		case !errors.As(err, &e):
			t.Errorf("%s: %v is no *Error", d.Name(i), err)
		case e.Ambiguous && counts:
			asked++
		}
	}
	share := float64(read) / float64(all)
	t.Logf("%d of %d systematic names of tiers 1 and 2 are read (%.1f %%), %d asked back", read, all, 100*share, asked)
	if share < 0.78 {
		t.Errorf("the rules read %.1f %% of the systematic names, want 78 %%", 100*share)
	}
}

// TestChecked reads names that a program put together, with the structures that another
// reader of names gives them (testdata/README.md).
func TestChecked(t *testing.T) {
	file, err := os.Open("testdata/checked.tsv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for lines := bufio.NewScanner(plain); lines.Scan(); {
		name, text, _ := strings.Cut(lines.Text(), "\t")
		count++
		r, err := ReadRules(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if want := canonical(t, text); r.SMILES != want {
			t.Errorf("%s: got %s, want %s", name, r.SMILES, want)
		}
	}
	if count != 3247 {
		t.Errorf("got %d names", count)
	}
}
