package cip_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/stereo/cip"
)

// list writes labels as "2R 4E": atoms counted from 1 as written, a double bond at
// its first atom.
func list(p *perceive.Molecule, labels cip.Labels) string {
	at := make([]string, len(p.Mol.Atoms))
	for i, l := range labels.Atoms {
		if l != "" {
			at[i] += fmt.Sprintf(" %d%s", p.Origin[i]+1, l)
		}
	}
	for k, l := range labels.Bonds {
		if b := p.Mol.Bonds[k]; l != "" {
			at[min(b.A, b.B)] += fmt.Sprintf(" %d%s", p.Origin[min(b.A, b.B)]+1, l)
		}
	}
	return strings.TrimSpace(strings.Join(at, ""))
}

func TestLabel(t *testing.T) {
	tests := []struct{ name, smiles, want string }{
		{"nothing stated", "CC(N)C(=O)O", ""},
		{"false center", "C[C@H](C)O", ""},
		{"bromochlorofluoromethane", "F[C@](Cl)(Br)[H]", "2R"},
		{"its mirror image", "F[C@@](Cl)(Br)[H]", "2S"},
		{"L-alanine", "C[C@H](N)C(=O)O", "2S"},
		{"D-alanine", "C[C@@H](N)C(=O)O", "2R"},
		{"L-cysteine", "SC[C@H](N)C(=O)O", "3R"},
		{"L-threonine", "C[C@@H](O)[C@H](N)C(=O)O", "2R 4S"},
		{"D-glyceraldehyde", "OC[C@@H](O)C=O", "3R"},
		{"L-tartaric acid", "OC(=O)[C@H](O)[C@@H](O)C(=O)O", "4R 6R"},
		{"D-tartaric acid", "OC(=O)[C@@H](O)[C@H](O)C(=O)O", "4S 6S"},
		{"meso-tartaric acid", "OC(=O)[C@H](O)[C@H](O)C(=O)O", "4R 6S"},
		{"ribaric acid", "OC(=O)[C@H](O)[C@H](O)[C@H](O)C(=O)O", "4R 6r 8S"},
		{"xylaric acid", "OC(=O)[C@H](O)[C@@H](O)[C@H](O)C(=O)O", "4R 6s 8S"},
		{"arabinaric acid", "OC(=O)[C@H](O)[C@H](O)[C@@H](O)C(=O)O", "4R 8R"},
		{"cis-1,4-cyclohexanediol", "O[C@H]1CC[C@@H](O)CC1", "2s 5s"},
		{"methyl phenyl sulfoxide", "C[S@](=O)c1ccccc1", "2S"},
		{"phosphine", "C[P@](c1ccccc1)CCC", "2S"},
		{"phosphonium", "C[P@+](CC)(CCC)c1ccccc1", "2S"},
		{"ammonium", "C[N@+](CC)(CCC)c1ccccc1", "2S"},
		{"silanol", "C[Si@H](CCC)O", "2R"},
		{"selenoxide", "C[Se@](=O)CC", "2S"},
		{"deuterium above hydrogen", "C[C@H](O)[2H]", "2R"},
		{"carbon-13", "C[C@](CC)(CO)[13CH2]C", "2R"},
		{"natural oxygen above oxygen-16", "[16OH][C@H](C)O", "2S"},
		{"cis-2-butene", "C/C=C\\C", "2Z"},
		{"trans-2-butene", "C/C=C/C", "2E"},
		{"fumaric acid", "OC(=O)/C=C/C(=O)O", "4E"},
		{"double bond with isotopes", "[2H]/C=C/[2H]", "2E"},
		{"deuterium on one side", "[2H]/C(C)=C(/C)[2H]", "2Z"},
		{"oxime", "C/C(CC)=N\\O", "2E"},
		{"azo", "c1ccccc1/N=N/c1ccccc1", "7E"},
		{"no choice at one end", "C/C=C(/C)C", ""},
		{"allene", "CC=[C@]=CC", ""},
		{"Z ranks above E", "C/C=C\\C[C@@H](C/C=C/C)O", "2Z 5R 7E"},
		{"ends that mirror each other", "C/C=C(/[C@H](Cl)C)\\[C@H](C)Cl", "2e 4R 7S"},
		{"pyridine below imine by its mean", "O[C@H](c1ccccn1)C(C)=NC", "2R"},
		{"the same, double bond at the nitrogen", "O[C@H](C1=NC=CC=C1)C(C)=NC", "2R"},
		{"the same, double bond beside it", "O[C@H](C1=CC=CC=N1)C(C)=NC", "2R"},
		{"square planar", "F[Pt@SP1](Cl)(Br)I", ""},
	}
	for _, c := range tests {
		p := perceived(t, c.smiles)
		got, err := cip.Label(p, stereo.Find(p))
		if err != nil {
			t.Errorf("%s, %s: %v", c.name, c.smiles, err)
		}
		if list(p, got) != c.want {
			t.Errorf("%s, %s: got %q, want %q", c.name, c.smiles, list(p, got), c.want)
		}
	}
}

// renumbered returns m with its atoms and bonds in random order.
func renumbered(m *mol.Mol, r *rng.Rand) (out *mol.Mol, at []int) {
	shuffle := func(n int) []int {
		order := make([]int, n)
		for i := range order {
			k := r.Intn(i + 1)
			order[i] = order[k]
			order[k] = i
		}
		return order
	}
	at = shuffle(len(m.Atoms)) // the new index of each atom
	out = m.Clone()
	for i, a := range m.Atoms {
		out.Atoms[at[i]] = a
	}
	for i, k := range shuffle(len(m.Bonds)) {
		b := m.Bonds[i]
		b.A, b.B = at[b.A], at[b.B]
		out.Bonds[k] = b
	}
	for i := range out.Centers {
		c := &out.Centers[i]
		c.Atom = at[c.Atom]
		for k, a := range c.Ligands {
			if a >= 0 {
				c.Ligands[k] = at[a]
			}
		}
	}
	return out, at
}

// TestRenumbered: labels do not depend on the order of atoms and bonds.
func TestRenumbered(t *testing.T) {
	r := rng.New(1)
	texts := []string{}
	oracle.Molecules(t, func(row oracle.Molecule) {
		if len(row.CIP)+len(row.EZ) > 2 {
			texts = append(texts, row.Smi)
		}
	})
	for _, c := range suite {
		texts = append(texts, c.smiles)
	}
	if len(texts) < 150 {
		t.Fatalf("got %d molecules, want 150 or more", len(texts))
	}
	for _, text := range texts {
		m, err := smiles.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		for range 4 {
			other, at := renumbered(m, &r)
			p, err := perceive.Sanitize(other)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			labels, err := cip.Label(p, stereo.Find(p))
			if err != nil {
				t.Errorf("%s: %v", text, err)
			}
			var found []string
			for i, l := range labels.Atoms {
				if l != "" {
					found = append(found, fmt.Sprintf("%3d%s", slices.Index(at, p.Origin[i])+1, l))
				}
			}
			for k, l := range labels.Bonds {
				if b := p.Mol.Bonds[k]; l != "" {
					from, to := slices.Index(at, p.Origin[b.A])+1, slices.Index(at, p.Origin[b.B])+1
					found = append(found, fmt.Sprintf("%3d-%d%s", min(from, to), max(from, to), l))
				}
			}
			slices.Sort(found)
			got := strings.Join(found, "")
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%s: got %s, then %s", text, want, got)
			}
		}
	}
}

// stated is the configuration of p with every stated center, whether or not it makes
// a difference.
func stated(p *perceive.Molecule) *stereo.Set {
	return &stereo.Set{Centers: p.Mol.Centers, Bonds: stereo.Find(p).Bonds}
}

// TestLimits: what is too large ends with an error that names an atom, and what was
// decided stays.
func TestLimits(t *testing.T) {
	cage := strings.NewReplacer("c", "[C@]").Replace( // every atom of a fullerene
		"c12c3c4c5c1c1c6c7c2c2c8c3c3c9c4c4c%10c5c5c1c1c6c6c%11c7c2c2c7c8c3c3c8c9c4c4c9c%10c5c5c1c1c6c6c%11c2c2c7c3c3c8c4c4c9c5c1c1c6c2c3c41")
	tests := []struct {
		name, smiles string
		limit        bool
		labels       int
	}{
		{"fullerene", cage, true, 0},
		{"fullerene beside alanine", cage + ".C[C@H](N)C(=O)O", true, 1},
		{"large ring", "[C@H]1(F)" + strings.Repeat("C", 90_000) + "[C@H](F)1", false, 2},
		{"large ring with one center", "[C@]1(F)(Cl)" + strings.Repeat("C", 90_000) + "1", true, 0},
		{"long arms", "[C@](" + strings.Repeat("C", 30_000) + "F)(" + strings.Repeat("C", 30_000) + "Cl)(" + strings.Repeat("C", 30_000) + "Br)C", false, 1},
		{"many centers", strings.Repeat("C[C@H](CCCC(C)C)[C@H]1CC[C@@H]2[C@@]1(CC[C@H]3[C@H]2CC=C4[C@@]3(CC[C@@H](C4)O)C)C.", 1000) + "C", false, 8000},
		{"polypropylene", "C" + strings.Repeat("[C@H](C)C", 5000), true, 100},
		{"polyene", strings.Repeat("C/C=C/", 10_000) + "C", false, 10_000},
		{"branched arms", "[C@](" + strings.Repeat("C(C)(C)", 6000) + "F)(" + strings.Repeat("C(C)(C)", 6000) + "Cl)(C)O", false, 1},
	}
	for _, c := range tests {
		p := perceived(t, c.smiles)
		got, err := cip.Label(p, stated(p))
		n := 0
		for _, l := range append(got.Atoms, got.Bonds...) {
			if l != "" {
				n++
			}
		}
		if n < c.labels || !c.limit && n != c.labels {
			t.Errorf("%s: got %d labels, want %d", c.name, n, c.labels)
		}
		var limit *cip.LimitError
		if c.limit != errors.Is(err, cip.ErrLimit) || c.limit != errors.As(err, &limit) {
			t.Errorf("%s: got error %v, want one: %v", c.name, err, c.limit)
		}
		if limit != nil && (got.Atoms[limit.Atom] != "" || !strings.HasPrefix(err.Error(), fmt.Sprintf("atom %d", limit.Atom+1))) {
			t.Errorf("%s: atom %d is named, labeled %q: %v", c.name, limit.Atom, got.Atoms[limit.Atom], err)
		}
	}
}

// FuzzLabel: no input may bring the labeler down.
func FuzzLabel(f *testing.F) {
	for _, c := range suite {
		f.Add(c.smiles)
	}
	f.Add("[C@](F)(Cl)(Br)(I)C")
	f.Add("C[S@]1(=O)=NC1.[N@](C)C")
	f.Add("F/C=C/1.C1=[N@H](->[Fe])")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 400 {
			return
		}
		p, err := smiles.Perceive(text)
		if err != nil {
			return
		}
		s := stated(p)
		got, err := cip.Label(p, s)
		if err != nil && !errors.Is(err, cip.ErrLimit) {
			t.Fatal(err)
		}
		for i, l := range got.Atoms {
			at := slices.IndexFunc(s.Centers, func(c mol.Center) bool { return c.Atom == i })
			if l != "" && (at < 0 || !strings.Contains("RSrs", l)) {
				t.Errorf("%q: atom %d has the label %q", text, i, l)
			}
		}
		for k, l := range got.Bonds {
			at := slices.IndexFunc(s.Bonds, func(c mol.CisTrans) bool { return c.Bond == k })
			if l != "" && (at < 0 || !strings.Contains("EZez", l)) {
				t.Errorf("%q: bond %d has the label %q", text, k, l)
			}
		}
	})
}

func ExampleLabel() {
	p, err := smiles.Perceive("C/C=C\\[C@H](N)C(=O)O")
	if err != nil {
		fmt.Println(err)
		return
	}
	labels, err := cip.Label(p, stereo.Find(p))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(labels.Atoms[3], labels.Bonds[1])
	// Output: S Z
}
