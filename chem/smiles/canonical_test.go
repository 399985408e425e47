package smiles

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/canon"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/stereo"
)

func canonical(t *testing.T, text string) string {
	t.Helper()
	p, err := Perceive(text)
	if err != nil {
		t.Errorf("%s: %v", text, err)
		return ""
	}
	can, err := Canonical(p)
	if err != nil {
		t.Errorf("%s: %v", text, err)
	}
	return can
}

func TestCanonical(t *testing.T) {
	for _, c := range [][2]string{
		{"OC(C)=O", "CC(=O)O"},
		{"OCC", "CCO"},
		{"C1=CC=CC=C1", "c1ccccc1"},
		{"Cn1cnc2c1c(=O)n(c(=O)n2C)C", "Cn1c(=O)c2c(ncn2C)n(C)c1=O"},
		{"[O-][N+](=O)c1ccccc1", "O=[N+]([O-])c1ccccc1"},
		{"c1cc[nH]c1", "c1cc[nH]c1"},
		{"CC=[C@]=CC", "CC=[C@]=CC"},
		{"C1Cs1C", "C[SH]1CC1"},
		{"C[P@]1C(F)CCC1", "C[P@@]1CCCC1F"},
		{"C1CC(F)[P@](C)C1", "C[P@]1CCCC1F"},
		{"C1CCC(F)[P@]1C", "C[P@]1CCCC1F"},
		{"[P@](C)1C(F)CCC1", "C[P@@]1CCCC1F"},
		{"[P@]1(C)C(F)CCC1", "C[P@]1CCCC1F"},
		{"C1CC(F)[S@+](C)C1", "C[S@+]1CCCC1F"},
		{"O1C=COC=CC=C1", "c1ccoccoc1"},
		{"O1C=CC=CC=CC=C1", "C1=CC=COC=CC=C1"},
		{"N1C=CC=CC=CC=C1", "c1cccc[nH]ccc1"},
		{"C1=CC2=CC=C(O2)C=CC=C1", "c1cccc2ccc(cc1)o2"},
		{"[H]/C=C/C", "[H]/C=C/C"},
		{"[H]/C=C", "C=C"},
		{"*1OC=CC=C1", "*1C=CC=CO1"},
		{"*1*C=CC=C1", "*1*C=CC=C1"},
		{"C1#CC=CC=C1", "c1ccccc#1"},
		{"N1C#CC=C1", "c1cc[nH]c#1"},
		{"OC(=O)C(C)c1ccc(CC(C)C)cc1", "CC(C)Cc1ccc(C(C)C(=O)O)cc1"},
		// which of two iron atoms a bridging oxygen gives its pair to
		{"O[Fe](O)(O)O1O[Fe]1(O)(O)O[Fe](O)(O)(O)O", "[OH][Fe]([OH])([OH])[O]->1[O][Fe]1([OH])([OH])[O][Fe]([OH])([OH])([OH])[OH]"},
		{"O[Fe](O)(O1O[Fe]1(O[Fe](O)(O)(O)O)(O)O)O", "[OH][Fe]([OH])([OH])[O]->1[O][Fe]1([OH])([OH])[O][Fe]([OH])([OH])([OH])[OH]"},
		{"O[Fe]1(O[Fe](O)(O)(O)O)(O)O([Fe](O)(O)O)O1", "[OH][Fe]([OH])([OH])[O]->1[O][Fe]1([OH])([OH])[O][Fe]([OH])([OH])([OH])[OH]"},
	} {
		if got := canonical(t, c[0]); got != c[1] {
			t.Errorf("%s: got %s, want %s", c[0], got, c[1])
		}
	}
}

// peerLoses are the molecules of which RDKit drops a configuration that makes a
// difference: a double bond outside a ring together with a center or another such bond
// on the other side of the ring, as in 4-methylcyclohexylideneacetic acid, which has two
// enantiomers. Its permutations of octahedral centers change with the order of the
// atoms; those are not compared either.
var peerLoses = map[string]bool{"D0778": true, "D2597": true, "D2723": true}

func TestCanonicalOracle(t *testing.T) {
	same, rows := 0, 0
	source := rng.New(1)
	oracle.Molecules(t, func(row oracle.Molecule) {
		rows++
		can := canonical(t, row.Smi)
		if can == row.Can {
			same++
		}
		if again := canonical(t, can); again != can {
			t.Errorf("%s %s:\ngot   %s\nagain %s", row.ID, row.Smi, can, again)
			return
		}
		if peer := canonical(t, row.Can); peer != can && !peerLoses[row.ID] && !strings.Contains(row.Can, "@OH") {
			t.Errorf("%s %s:\ngot  %s\nfrom %s\ngot  %s", row.ID, row.Smi, can, row.Can, peer)
			return
		}
		p, err := Perceive(row.Smi)
		if err != nil {
			return
		}
		for range 3 {
			text, err := Random(p, stereo.Find(p), &source)
			if err != nil {
				t.Errorf("%s %s: %v", row.ID, row.Smi, err)
				break
			}
			if other := canonical(t, text); other != can {
				t.Errorf("%s %s:\ngot  %s\nfrom %s\ngot  %s", row.ID, row.Smi, can, text, other)
				break
			}
		}
	})
	// Equal texts are not required, but a change that loses many of them is a mistake.
	if same*100 < 95*rows {
		t.Errorf("%d of %d texts are RDKit's, want 95 %%", same, rows)
	}
}

func TestCanonicalStereo(t *testing.T) {
	type row struct {
		ID              string
		Same            []string
		Differ          []struct{ What, Smi string }
		SameAfterChange [][2]string `json:"same_after_change"` // what, SMILES
		Unstable        []int       `json:"rdkit_unstable"`
	}
	oracle.Each(t, "stereo.jsonl.gz", 400, func(r row) {
		if len(r.Unstable) > 0 && strings.Contains(r.Same[0], "@OH") {
			return // spellings of RDKit that do not say the same
		}
		want := canonical(t, r.Same[0])
		for _, text := range r.Same {
			if got := canonical(t, text); got != want {
				t.Errorf("%s: %s and %s:\ngot %s\nand %s", r.ID, r.Same[0], text, want, got)
				break
			}
		}
		for _, other := range r.Differ {
			if got := canonical(t, other.Smi); got == want {
				t.Errorf("%s: %s and %s (%s):\nboth %s", r.ID, r.Same[0], other.Smi, other.What, got)
			}
		}
		for _, other := range r.SameAfterChange {
			if got := canonical(t, other[1]); got != want {
				t.Errorf("%s: %s and %s (%s):\ngot %s\nand %s", r.ID, r.Same[0], other[1], other[0], want, got)
			}
		}
	})
}

// TestCanonicalRandom: other spellings of molecules that the reference data lack.
func TestCanonicalRandom(t *testing.T) {
	source := rng.New(7)
	for _, text := range []string{
		"CC=[C@]=CC", "CC(F)=[C@]=C(Cl)Br", "C1CC(=[C@@]=CC)CC(F)C1", "CC=C=[C@]=C=CC", "BC1=[C@]=C(B)B1", "CC1=[C@]=C(C)OC1", "FC1=[C@]=C(Cl)CCCCCCC1",
		"N[Pt@SP1](Cl)(Br)O", "N[Pt@SP2](Cl)(Br)O", "N[Pt@SP3](Cl)(Br)O", "C[As@TB5](F)(Cl)(Br)N", "C[Co@OH8](F)(Br)(Cl)(I)S",
		"S[As@TB15H](F)(Cl)Br", "[Ta@OH9]=C", "B([B]([B]([B@OH](C)C)))", "N[Pt@SP2](Cl)Br", "OC1[C@H](O)[C@@H](O)C(O)[C@H](O)[C@@H]1O", "C[C@H]1CC/C(=C/C)CC1", "C1CCC/C=C/C=C\\C1",
		"O/N=C/C(C=N/O)=N\\NC", "[2H]/C=C/C", "C[S@@](=O)CC", "C[P@](=O)(O)CC", "C[P@]1C(F)CCC1", "C[P@@]12CC(F)C(C1)CC2", "[C@](F)(Cl)(Br)I", "c1c/c(=N\\C)cc[nH]1",
		"F/C=C\\C(/C=C/F)=C(/C=C\\Cl)/C=C\\Br", "C/C=C/C(/C=C/C)=C(F)/C=C/C", "C/C=P(/C)=C/P", "C/C=[S+](/C)=C\\F",
	} {
		want := canonical(t, text)
		p, err := Perceive(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		s := stereo.Find(p)
		for range 30 {
			other, err := Random(p, s, &source)
			if err != nil {
				t.Errorf("%s: %v", text, err)
				break
			}
			if got := canonical(t, other); got != want {
				t.Errorf("%s: got %s\nfrom %s: got %s", text, want, other, got)
				break
			}
		}
	}
}

// TestCanonicalHostile: what is made to be hard is numbered, or refused as too symmetric,
// and takes little memory. Work is counted and limited, not timed.
func TestCanonicalHostile(t *testing.T) {
	for _, c := range []struct {
		name, text string
		refused    bool
	}{
		{"many components with centers", fill(MaxBytes, "C", ".C[C@H](F)Cl", ""), false},
		{"many components with double bonds", fill(MaxBytes, "C", ".F/C=C/Cl", ""), false},
		{"many components with coupled centers", fill(MaxBytes, "C", ".C[C@H]1CC[C@H](C)CC1", ""), false},
		{"double bonds in small rings", fill(MaxBytes, "", "C1=CCCC1", ""), false},
		{"bridgeheads", fill(MaxBytes, "", "C1CN2CCC1CC2", ""), false},
		{"aziridines", fill(MaxBytes, "", "C1CN1", "C"), false},
		{"aziridines at a hub", fill(MaxBytes, "*", "(N1CC1)", "C"), true},
		{"coupled centers in a chain", fill(MaxBytes, "", "[C@H]1CC[C@H](CC1)O", "C"), false},
		{"octahedra with equal ligands", fill(MaxBytes, "", "[Co@OH5](F)(F)(F)(F)C", "C"), false},
		{"polyene", fill(MaxBytes, "F", "/C(F)=C(F)", "/C"), false},
		{"two equal hubs", fill(MaxBytes/2, "[Fe]", "(C)", "") + fill(MaxBytes/2, "[Fe]", "(C)", ""), false},
		{"chelated hubs", "[Fe](" + strings.Repeat("<-N)(", 300) + "<-N)[Fe]" + strings.Repeat("(<-N)", 301), false},
		{"equal coupled rings at a hub", fill(MaxBytes, "[Fe]", "([C@H]1CC[C@H](F)CC1)", "C"), true},
		{"large ring of centers", fill(MaxBytes, "[C@H]1(C)", "[C@H](C)", "1"), true},
		{"chelate rings", "F[C@](Cl)(CC1CN->[Pd]<-N1)CC1CN->[Pd]<-N1", false},
	} {
		p, err := Perceive(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		stereo.Find(p)
		_, err = Canonical(p)
		runtime.ReadMemStats(&after)
		if MB := (after.TotalAlloc - before.TotalAlloc) / 1_000_000; MB > 400 {
			t.Errorf("%s: got %d MB allocated in all, want at most 400", c.name, MB)
		}
		if errors.Is(err, canon.ErrTooSymmetric) != c.refused || err != nil && !c.refused {
			t.Errorf("%s: got %v, want it refused: %v", c.name, err, c.refused)
		}
	}
}

func TestCanonicalOfNone(t *testing.T) {
	p, err := Perceive("C/C=C/[C@H](N)O")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := CanonicalOf(p, nil); err != nil || got != "CC=CC(N)O" {
		t.Errorf("got %s, %v, want CC=CC(N)O", got, err)
	}
}

// FuzzCanonical: the canonical text is a molecule, its own canonical text, and that of
// another spelling.
func FuzzCanonical(f *testing.F) {
	for _, text := range []string{"C[C@H]1CC[C@@H](C)CC1", "F/C=C/C=C/C=C\\F", "N[Pt@SP2](Cl)(Br)O.[Na+].[Cl-]", "FC1=[C@]=C(Cl)CCCCCCC1",
		"c1cc2c(cc1)[nH]cc2", "[2H]C([3H])=C", "C[S@](=O)c1ccccc1", "OC(C)C[NH2]->[Cu]<-O", "C1=CC=CC=CC=C1", "[*:1]c1ccccc1[*:2]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 300 {
			return
		}
		p, err := Perceive(text)
		if err != nil {
			return
		}
		for _, a := range p.Mol.Atoms {
			if a.Element == 0 && a.Aromatic {
				return // how many electrons it brings is open, so other Kekulé forms may not be aromatic
			}
		}
		s := stereo.Find(p)
		can, err := CanonicalOf(p, s)
		if err != nil {
			return
		}
		again, err := Perceive(can)
		if err != nil {
			t.Fatalf("%q: %q cannot be read: %v", text, can, err)
		}
		if got, want := again.Formula(), p.Formula(); got != want {
			t.Fatalf("%q: %q has the formula %s, want %s", text, can, got, want)
		}
		if twice, err := Canonical(again); err != nil || twice != can {
			t.Fatalf("%q: got %q, then %q (%v)", text, can, twice, err)
		}
		source := rng.New(uint64(len(text)))
		other, err := Random(p, s, &source)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if back := canonicalText(other); back != can {
			t.Fatalf("%q: got %q, from %q %q", text, can, other, back)
		}
	})
}

func canonicalText(text string) string {
	p, err := Perceive(text)
	if err != nil {
		return err.Error()
	}
	can, err := Canonical(p)
	if err != nil {
		return err.Error()
	}
	return can
}
