package moljson

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

func perceived(t testing.TB, text string) *perceive.Molecule {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// again writes and reads p and returns what is read.
func again(t testing.TB, p *perceive.Molecule, s *stereo.Set, o Options) (*perceive.Molecule, []byte) {
	t.Helper()
	doc, err := Write(p, s, o)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Read(doc)
	if err != nil {
		t.Fatalf("read of what was written: %v\n%s", err, doc)
	}
	q, err := perceive.Sanitize(m)
	if err != nil {
		t.Fatalf("%v\n%s", err, doc)
	}
	return q, doc
}

func canonical(t testing.TB, p *perceive.Molecule, s *stereo.Set) string {
	t.Helper()
	text, err := smiles.CanonicalOf(p, s)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// listed are the molecules of the specification of smiles_to_moljson.
var listed = strings.Fields(`c1ccccc1 CCO CC(=O)Oc1ccccc1C(=O)O Cn1cnc2c1c(=O)n(c(=O)n2C)C CC(C)Cc1ccc(cc1)C(C)C(=O)O
	CC(=O)Nc1ccc(O)cc1 CN(C)C(=N)NC(=N)N CN1CCC[C@H]1c1cccnc1 CN1C(=O)CN=C(c2ccccc2)c2cc(Cl)ccc21
	O=c1c(O)c(-c2ccc(O)c(O)c2)oc2cc(O)cc(O)c12 OC[C@H]1OC(O)[C@H](O)[C@@H](O)[C@@H]1O
	Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1
	CC(C)c1c(C(=O)Nc2ccccc2)c(-c2ccccc2)c(-c2ccc(F)cc2)n1CC[C@@H](O)C[C@@H](O)CC(=O)O
	CN1CC[C@]23c4c5ccc(O)c4O[C@H]2[C@@H](O)C=C[C@H]3[C@H]1C5 CC(=O)CC(c1ccccc1)c1c(O)c2ccccc2oc1=O
	CC1(C)S[C@@H]2[C@H](NC(=O)Cc3ccccc3)C(=O)N2[C@H]1C(=O)O
	C[C@H](CCCC(C)C)[C@H]1CC[C@@H]2[C@@]1(CC[C@H]1[C@H]2CC=C2[C@@]1(CC[C@@H](C2)O)C)C
	O=[N+]([O-])c1ccccc1 NCC(=O)O c1cc[nH]c1 CCN(CC)CCOC(=O)c1ccc(N)cc1
	[NH4+] CC[CH2-] [13CH4] [O-][N+](=O)c1ccccc1 C[N+](C)(C)C [CH3] [2H]C([2H])[2H] F/C=C/F C/C=C\C=N/O C[S@](=O)CC
	[K+].[Cl-] [H][H] * [Fe] C->[Fe] [Re]$[Re] C~C N[Pt@SP1](N)(Cl)Cl OC=[C@]=CF`)

func TestRoundTrip(t *testing.T) {
	for _, text := range listed {
		p := perceived(t, text)
		s := stereo.Find(p)
		q, doc := again(t, p, s, Options{Stereo: true})
		if got, want := canonical(t, q, stereo.Find(q)), canonical(t, p, s); got != want {
			t.Errorf("%s: got %s, want %s\n%s", text, got, want, doc)
		}
		q, doc = again(t, p, s, Options{})
		if got, want := canonical(t, q, stereo.Find(q)), canonical(t, p, &stereo.Set{}); got != want {
			t.Errorf("%s without stereo: got %s, want %s\n%s", text, got, want, doc)
		}
	}
}

func TestRoundTripOracle(t *testing.T) {
	n, published := 0, 0
	oracle.Molecules(t, func(row oracle.Molecule) {
		p := perceived(t, row.Smi)
		s := stereo.Find(p)
		q, _ := again(t, p, s, Options{Stereo: true})
		if got, want := canonical(t, q, stereo.Find(q)), canonical(t, p, s); got != want {
			t.Errorf("%s: got %s, want %s", row.ID, got, want)
		}
		n++
		if _, err := Write(p, nil, Options{Dialect: Published}); err != nil {
			return
		}
		published++
		q, _ = again(t, p, nil, Options{Dialect: Published})
		if got, want := canonical(t, q, stereo.Find(q)), canonical(t, p, &stereo.Set{}); got != want {
			t.Errorf("%s, published: got %s, want %s", row.ID, got, want)
		}
	})
	if published < n*9/10 {
		t.Errorf("the published dialect holds %d of %d molecules, want 90 %%", published, n)
	}
}

func TestText(t *testing.T) {
	const ethanol = `{
  "atoms": [
    {
      "id": "a1",
      "element": "C",
      "charge": 0,
      "isotope": null,
      "hydrogens": 3,
      "aromatic": false
    },
    {
      "id": "a2",
      "element": "O",
      "charge": 0,
      "isotope": null,
      "hydrogens": 1,
      "aromatic": false
    }
  ],
  "bonds": [
    {
      "id": "b1",
      "source_id": "a1",
      "target_id": "a2",
      "order": 1.0,
      "aromatic": false
    }
  ]
}
`
	const anion = `{
  "atoms": [
    {
      "id": "C1",
      "element": "C"
    },
    {
      "id": "O1",
      "element": "O"
    }
  ],
  "bonds": [
    {
      "source": "C1",
      "target": "O1",
      "order": 1
    }
  ],
  "charges": [
    {
      "atom_id": "O1",
      "formal_charge": -1
    }
  ],
  "aromatic_n_h": null
}
`
	tests := []struct {
		smiles string
		o      Options
		want   string
	}{
		{"CO", Options{}, ethanol},
		{"", Options{}, "{\n  \"atoms\": [],\n  \"bonds\": []\n}\n"},
		{"C[O-]", Options{Dialect: Published}, anion},
	}
	for _, c := range tests {
		p := &perceive.Molecule{Mol: &mol.Mol{}}
		if c.smiles != "" {
			p = perceived(t, c.smiles)
		}
		doc, err := Write(p, nil, c.o)
		if err != nil || string(doc) != c.want {
			t.Errorf("%q: got %s, %v, want %s", c.smiles, doc, err, c.want)
		}
	}
}

// TestPublishedMetals: the odd electrons of a metal ion are no reason to refuse it, they
// follow from its charge.
func TestPublishedMetals(t *testing.T) {
	for _, text := range []string{"[Fe+3].[Cl-].[Cl-].[Cl-]", "[Co]", "[Mn+2].[O-]C(=O)C([O-])=O"} {
		p := perceived(t, text)
		doc, err := Write(p, nil, Options{Dialect: Published})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		m, err := Read(doc)
		if err != nil {
			t.Fatal(err)
		}
		q, err := perceive.Sanitize(m)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := canonical(t, q, &stereo.Set{}), canonical(t, p, &stereo.Set{}); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestPublishedRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"[13CH4]":   "the published MolJSON cannot hold C atom 1 with its isotope label",
		"C[CH2]":    "the published MolJSON cannot hold C atom 2 with 2 hydrogens; its valence would give it 3",
		"C->[Fe]":   "the published MolJSON cannot hold bond 1, which is dative or quadruple",
		"[Re]$[Re]": "the published MolJSON cannot hold bond 1, which is dative or quadruple",
		"[Os+6]":    "the published MolJSON cannot hold Os atom 1 with its charge +6",
		"[H]/N=C/C": "the published MolJSON cannot hold the molecule: it does not tell hydrogen atoms from hydrogen counts",
	} {
		doc, err := Write(perceived(t, text), nil, Options{Dialect: Published})
		if doc != nil || err == nil || err.Error() != want {
			t.Errorf("%s: got %s, %v, want %s", text, doc, err, want)
		}
	}
	if _, err := Write(perceived(t, "C"), nil, Options{Dialect: Published, Stereo: true}); err == nil {
		t.Error("published with stereo: no error")
	}
}

func TestReadOther(t *testing.T) {
	tests := []struct{ name, doc, want string }{
		{"chematic, only what is needed", `{"atoms":[{"id":"x","element":"C"},{"id":"y","element":"O"}],"bonds":[{"source_id":"x","target_id":"y"}]}`, "CO"},
		{"R", `{"atoms":[{"id":"x","element":"C","chirality":"R","hydrogens":1},{"id":"f","element":"F"},{"id":"c","element":"Cl"},{"id":"b","element":"Br"}],
			"bonds":[{"source_id":"x","target_id":"f"},{"source_id":"x","target_id":"c"},{"source_id":"x","target_id":"b"}]}`, "F[C@@](Cl)([H])Br"},
		{"S", `{"atoms":[{"id":"x","element":"C","chirality":"S"},{"id":"f","element":"F"},{"id":"c","element":"Cl"},{"id":"b","element":"Br"}],
			"bonds":[{"source_id":"x","target_id":"f"},{"source_id":"x","target_id":"c"},{"source_id":"x","target_id":"b"}]}`, "F[C@](Cl)([H])Br"},
		{"Z", `{"atoms":[{"id":"x","element":"C"},{"id":"y","element":"C"},{"id":"f","element":"F"},{"id":"g","element":"F"}],
			"bonds":[{"source_id":"f","target_id":"x"},{"source_id":"x","target_id":"y","order":2,"stereo":"Z"},{"source_id":"y","target_id":"g"}]}`, `F/C=C\F`},
		{"no bonds", `{"atoms":[{"id":"x","element":"C"}]}`, "C"},
		{"unknown keys", `{"name":"m","atoms":[{"id":"x","element":"C","x":1.5}],"bonds":[],"title":null}`, "C"},
		{"a radical", `{"atoms":[{"id":"x","element":"C","hydrogens":3}]}`, "[CH3]"},
		{"aromatic by the bond's flag", `{"atoms":[` + ring("") + `],"bonds":[` + closed(`"order":2,"aromatic":true`) + `]}`, "c1ccccc1"},
		{"aromatic by order 1.5", `{"atoms":[` + ring("") + `],"bonds":[` + closed(`"order":1.5`) + `]}`, "c1ccccc1"},
		{"aromatic by order 4", `{"atoms":[` + ring("") + `],"bonds":[` + closed(`"order":4.0`) + `]}`, "c1ccccc1"},
		{"published", `{"atoms":[{"id":"N1","element":"N"}],"bonds":[],"charges":[{"atom_id":"N1","formal_charge":1}],"aromatic_n_h":null}`, "[NH4+]"},
		{"published without lists", `{"atoms":[{"id":"C1","element":"C"},{"id":"N1","element":"N"}],"bonds":[{"source":"N1","target":"C1","order":3}]}`, "C#N"},
		{"whole numbers with a point", `{"atoms":[{"id":"x","element":"N","charge":1.0,"hydrogens":4.0}]}`, "[NH4+]"},
	}
	for _, c := range tests {
		m, err := Read([]byte(c.doc))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		p, err := perceive.Sanitize(m)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		want := perceived(t, c.want)
		if got, want := canonical(t, p, stereo.Find(p)), canonical(t, want, stereo.Find(want)); got != want {
			t.Errorf("%s: got %s, want %s", c.name, got, want)
		}
	}
}

// ring lists six carbons with further keys, closed their bonds.
func ring(keys string) string {
	var atoms []string
	for i := range 6 {
		atoms = append(atoms, fmt.Sprintf(`{"id":"%d","element":"C"%s}`, i, keys))
	}
	return strings.Join(atoms, ",")
}

func closed(keys string) string {
	var bonds []string
	for i := range 6 {
		bonds = append(bonds, fmt.Sprintf(`{"source_id":"%d","target_id":"%d",%s}`, i, (i+1)%6, keys))
	}
	return strings.Join(bonds, ",")
}

func TestReadErrors(t *testing.T) {
	two := func(bond string) string {
		return `{"atoms":[{"id":"a","element":"C"},{"id":"b","element":"N"},{"id":"c","element":"O"}],"bonds":[` + bond + `]}`
	}
	published := func(rest string) string {
		return `{"atoms":[{"id":"a","element":"C"},{"id":"b","element":"N"}],"bonds":[{"source":"a","target":"b","order":1}]` + rest + `}`
	}
	many := `{"atoms":[` + strings.TrimSuffix(strings.Repeat("{},", MaxAtoms+1), ",") + `]}`
	tests := []struct{ name, doc, want string }{
		{"empty", "", "$: not JSON: the document ends after 0 bytes"},
		{"cut", `{"atoms":[`, "$: not JSON: the document ends after 10 bytes"},
		{"syntax", `{"atoms":[}`, "$: not JSON: byte 11: invalid character"},
		{"two", `{"atoms":[]} 1`, "$: more text follows the document"},
		{"no object", `[]`, "$: expected an object with atoms and bonds, found an array"},
		{"no UTF-8", "{\"atoms\":[{\"id\":\"\xff\"}]}", "$: the document is not UTF-8"},
		{"long", strings.Repeat(" ", MaxBytes+1), "$: the document has 1000001 bytes; the limit is 1000000"},
		{"no atoms", `{}`, "$.atoms: expected an array, it is missing"},
		{"atoms", `{"atoms":3}`, "$.atoms: expected an array, found 3"},
		{"atom", `{"atoms":[null]}`, "$.atoms[0]: expected an object, found null"},
		{"too many", many, "$.atoms: the array has 10001 items; the limit is 10000"},
		{"id", `{"atoms":[{"element":"C"}]}`, "$.atoms[0].id: expected a string, it is missing"},
		{"id is a number", `{"atoms":[{"id":1,"element":"C"}]}`, "$.atoms[0].id: expected a string, found 1"},
		{"empty id", `{"atoms":[{"id":"","element":"C"}]}`, "$.atoms[0].id: the string has 0 bytes"},
		{"id twice", `{"atoms":[{"id":"a","element":"C"},{"id":"a","element":"C"}]}`, `$.atoms[1].id: "a" is the id of atom 1 already`},
		{"element", `{"atoms":[{"id":"a","element":"Xx"}]}`, `$.atoms[0].element: expected an element symbol or *, found "Xx"`},
		{"lower case", `{"atoms":[{"id":"a","element":"c"}]}`, `$.atoms[0].element: expected an element symbol or *, found "c"`},
		{"charge", `{"atoms":[{"id":"a","element":"C","charge":1.5}]}`, "$.atoms[0].charge: expected a whole number from -99 to 99, found 1.5"},
		{"huge charge", `{"atoms":[{"id":"a","element":"C","charge":1e400}]}`, "$.atoms[0].charge: expected a whole number from -99 to 99, found 1e400"},
		{"isotope", `{"atoms":[{"id":"a","element":"C","isotope":1000}]}`, "$.atoms[0].isotope: expected a whole number from 0 to 999, found 1000"},
		{"hydrogens", `{"atoms":[{"id":"a","element":"C","hydrogens":-1}]}`, "$.atoms[0].hydrogens: expected a whole number from 0 to 99, found -1"},
		{"aromatic", `{"atoms":[{"id":"a","element":"C","aromatic":1}]}`, "$.atoms[0].aromatic: expected true or false, found 1"},
		{"unknown atom", two(`{"source_id":"a","target_id":"z"}`), `$.bonds[0].target_id: there is no atom with the id "z"`},
		{"no target", two(`{"source_id":"a"}`), "$.bonds[0].target_id: expected a string, it is missing"},
		{"self", two(`{"source_id":"a","target_id":"a"}`), "$.bonds[0]: the bond joins an atom to itself"},
		{"twice", two(`{"source_id":"a","target_id":"b"},{"source_id":"b","target_id":"a","order":2}`), "$.bonds[1]: the bond joins the same atoms as $.bonds[0]"},
		{"order", two(`{"source_id":"a","target_id":"b","order":2.5}`), "$.bonds[0].order: expected 0, 1, 1.5 (aromatic), 2, 3 or 4, found 2.5"},
		{"order as text", two(`{"source_id":"a","target_id":"b","order":"double"}`), `$.bonds[0].order: expected 0, 1, 1.5 (aromatic), 2, 3 or 4, found "double"`},
		{"dative double", two(`{"source_id":"a","target_id":"b","order":2,"dative":true}`), "$.bonds[0].dative: a dative bond has order 1"},
		{"mixed", two(`{"source_id":"a","target":"b"}`), "$: the keys target and source_id belong to two dialects of MolJSON"},
		{"chirality", `{"atoms":[{"id":"a","element":"C","chirality":"Q"}]}`, `$.atoms[0].chirality: expected R, S, @, @@ or`},
		{"R of methane", `{"atoms":[{"id":"a","element":"C","chirality":"R"}]}`, `$.atoms[0].chirality: there is no R here: the atom has not 4 ligands`},
		{"E of ethene", `{"atoms":[{"id":"a","element":"C"},{"id":"b","element":"C"}],"bonds":[{"source_id":"a","target_id":"b","order":2,"stereo":"E"}]}`, `$.bonds[0].stereo: there is no E here`},
		{"Z of isobutene", `{"atoms":[{"id":"a","element":"C"},{"id":"b","element":"C"},{"id":"c","element":"C"},{"id":"d","element":"C"}],"bonds":[
			{"source_id":"a","target_id":"b","order":2,"stereo":"Z"},{"source_id":"b","target_id":"c"},{"source_id":"a","target_id":"d"},{"source_id":"b","target_id":"d"}]}`, `$.bonds[0].stereo: there is no Z here: the ligands do not differ`},
		{"no neighbors", `{"atoms":[{"id":"a","element":"C","chirality":"@"}]}`, "$.atoms[0].neighbors: expected an array of ids, found null"},
		{"few neighbors", `{"atoms":[{"id":"a","element":"C","chirality":"@","neighbors":[null]}]}`, "$.atoms[0].neighbors: expected 4 neighbors for @, found 1"},
		{"strange neighbor", `{"atoms":[{"id":"a","element":"C","chirality":"@","neighbors":["a"]}]}`, "$.atoms[0].neighbors: item 1 is not bonded to the atom"},
		{"stereo", two(`{"source_id":"a","target_id":"b","order":2,"stereo":"up"}`), `$.bonds[0].stereo: expected E, Z, cis or trans, found "up"`},
		{"stereo of a single bond", two(`{"source_id":"a","target_id":"b","stereo":"cis"}`), "$.bonds[0].stereo: only double bonds are cis or trans"},
		{"stereo without neighbors", two(`{"source_id":"a","target_id":"b","order":2,"stereo":"cis","neighbors":["c"]}`), "$.bonds[0].neighbors: expected 2 neighbors, one of each end, found 1"},
		{"published key", published(`,"stereo":[]`), `$: the key "stereo" is not part of the published MolJSON (atoms, bonds, charges, aromatic_n_h)`},
		{"published atom key", `{"atoms":[{"id":"a","element":"C","charge":1}],"charges":null}`, `$.atoms[0]: the key "charge" is not part`},
		{"published charge", published(`,"charges":[{"atom_id":"a","formal_charge":6}]`), "$.charges[0].formal_charge: expected a whole number from -5 to 5, found 6"},
		{"no charge", published(`,"charges":[{"atom_id":"a","formal_charge":0}]`), "$.charges[0].formal_charge: only atoms with a charge are listed"},
		{"charge twice", published(`,"charges":[{"atom_id":"a","formal_charge":1},{"atom_id":"a","formal_charge":1}]`), "$.charges[1].atom_id: the atom is listed before"},
		{"charge missing", published(`,"charges":[{"atom_id":"a"}]`), "$.charges[0].formal_charge: expected a whole number, it is missing"},
		{"hcount", published(`,"aromatic_n_h":[{"atom_id":"b","hcount":1}]`), "$.aromatic_n_h[0].atom_id: the atom is not an aromatic nitrogen"},
	}
	for _, c := range tests {
		m, err := Read([]byte(c.doc))
		if m != nil || err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, %v, want %s", c.name, m, err, c.want)
			continue
		}
		if e := (*Error)(nil); !errors.As(err, &e) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %#v, want an *Error of one line", c.name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range listed {
		p := perceived(f, text)
		doc, err := Write(p, stereo.Find(p), Options{Stereo: true})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(doc)
		if doc, err := Write(p, nil, Options{Dialect: Published}); err == nil {
			f.Add(doc)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Read(data)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("the message has more than one line: %q", err)
			}
			return
		}
		if err := m.Check(); err != nil {
			t.Fatalf("read a broken graph: %v", err)
		}
		p, err := perceive.Sanitize(m)
		if err != nil {
			return
		}
		s := stereo.Find(p)
		q, doc := again(t, p, s, Options{Stereo: true})
		second, err := Write(q, stereo.Find(q), Options{Stereo: true})
		if err != nil || len(q.Mol.Atoms) == len(p.Mol.Atoms) && len(second) != len(doc) {
			t.Errorf("a second writing differs (%v):\n%s\n%s", err, doc, second)
		}
	})
}

func ExampleWrite() {
	p, err := smiles.Perceive("O")
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, err := Write(p, nil, Options{Dialect: Published})
	fmt.Print(string(doc), err)
	// Output:
	// {
	//   "atoms": [
	//     {
	//       "id": "O1",
	//       "element": "O"
	//     }
	//   ],
	//   "bonds": [],
	//   "charges": null,
	//   "aromatic_n_h": null
	// }
	// <nil>
}

func ExampleRead() {
	m, err := Read([]byte(`{"atoms": [{"id": "a1", "element": "N", "charge": 1, "hydrogens": 4}], "bonds": []}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Formula(), m.Charge())
	_, err = Read([]byte(`{"atoms": [{"id": "a1", "element": "N"}], "bonds": [{"source_id": "a1", "target_id": "a2"}]}`))
	fmt.Println(err)
	// Output:
	// H4N 1
	// $.bonds[0].target_id: there is no atom with the id "a2"
}
