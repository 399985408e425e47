package descriptors

import (
	"errors"
	"math"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/molsmith/molsmith/chem/fingerprint"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// TestSyntheticOracle: the score with the centers the reference data name, so that it
// tests only what is here.
func TestSyntheticOracle(t *testing.T) {
	table, err := Fragments()
	if err != nil {
		t.Fatal(err)
	}
	oracle.Molecules(t, func(row oracle.Molecule) {
		if row.SA == nil {
			return
		}
		p := read(t, row.Smi)
		known := &stereo.Set{}
		for _, u := range row.Unspecified {
			if len(u) == 1 {
				known.OpenCenters = append(known.OpenCenters, u[0])
			}
		}
		for _, c := range row.CIP {
			known.OpenCenters = append(known.OpenCenters, c.Atom)
		}
		n := row.StereoCenters + unlikelyCenters(p, known)
		got := synthetic(table, fingerprint.Morgan(p, 2), len(p.Mol.Atoms), n, RingCounts(p))
		if !(math.Abs(got-*row.SA) <= 1e-4) {
			t.Errorf("%s %s: got %v, want %v", row.ID, row.Smi, got, *row.SA)
		}
	})
}

// TestSyntheticFound: the same with the centers that stereo finds.
func TestSyntheticFound(t *testing.T) {
	oracle.Molecules(t, func(row oracle.Molecule) {
		if row.SA == nil {
			return
		}
		p := read(t, row.Smi)
		got, err := Synthetic(p, stereo.Find(p))
		if err != nil {
			t.Fatal(err)
		}
		if !(math.Abs(got-*row.SA) <= 1e-4) {
			t.Errorf("%s %s: got %v, want %v", row.ID, row.Smi, got, *row.SA)
		}
	})
}

func TestSynthetic(t *testing.T) {
	// Values of RDKit 2022.09.3's Contrib/SA_Score.
	for _, c := range []struct {
		name, smiles string
		want         float64
	}{
		{"benzene", "c1ccccc1", 1}, // below 1 before it is cut
		{"ethanol", "CCO", 1.9803},
		{"metformin", "CN(C)C(=N)NC(=N)N", 3.6741},
		{"morphine", "CN1CC[C@]23c4c5ccc(O)c4O[C@H]2[C@@H](O)C=C[C@H]3[C@H]1C5", 5.2736},
		{"cholesterol", "C[C@H](CCCC(C)C)[C@H]1CC[C@@H]2[C@@]1(CC[C@H]1[C@H]2CC=C2[C@@]1(CC[C@@H](C2)O)C)C", 4.1634},
		{"cyanic acid", "N#CO", 3.9312},
		{"aziridine", "CC1CN1c1ccccc1", 2.2847},
		// Phosphorus and arsenic count as centers whatever their hydrogens are.
		{"2-propylphosphine", "CC(P)C", 3.3961},
		{"phosphinylacetanilide", "O=C(CP)Nc1ccccc1", 2.4179},
		{"3-methylphosphole", "Cc1cc[pH]c1", 5.4535},
		{"ethylphosphine oxide", "CC[PH2]=O", 5.7178},
		{"ethylarsine", "CC[AsH2]", 5.0190},
		{"two alike on phosphorus", "CPC", 4.4759},
	} {
		p := read(t, c.smiles)
		got, err := Synthetic(p, stereo.Find(p))
		if err != nil || math.Abs(got-c.want) > 5e-5 {
			t.Errorf("%s: got %v, %v, want %v", c.name, got, err, c.want)
		}
	}
	if got, err := Synthetic(&perceive.Molecule{Mol: &mol.Mol{}}, &stereo.Set{}); got != 1 || err != nil {
		t.Errorf("no atom: got %v, %v, want 1", got, err)
	}
}

func TestFragments(t *testing.T) {
	table, err := Fragments()
	if err != nil {
		t.Fatal(err)
	}
	if got := table.Len(); got != 705_292 {
		t.Errorf("got %d fragments, want 705292", got)
	}
	if got := len(table.scores); got != 3549 {
		t.Errorf("got %d scores, want 3549", got)
	}
	low, high := 0.0, 0.0
	for _, score := range table.scores {
		low, high = min(low, score), max(high, score)
	}
	if math.Abs(low+3.1265) > 5e-5 || math.Abs(high-2.8416) > 5e-5 {
		t.Errorf("scores from %v to %v, want -3.1265 to 2.8416", low, high)
	}
	if got := table.Score(3218693969); got < 1 { // aromatic CH
		t.Errorf("aromatic CH: got %v, want a common fragment", got)
	}
	if got := table.Score(0); got != unknownFragment {
		t.Errorf("unknown fragment: got %v, want %d", got, unknownFragment)
	}
}

// group is one group of a table: scores 1 or 2 and identifiers as bytes of differences.
func group(score int, steps string) string {
	head := map[int]string{1: "\x00\x00\x00\x00\x00\x00\xf0\x3f", 2: "\x00\x00\x00\x00\x00\x00\x00\x40"}[score]
	return head + string(rune(strings.Count(steps, "")-1)) + "\x00\x00\x00" + steps
}

func TestReadFragments(t *testing.T) {
	two := "SAF1\x02\x00\x00\x00" + group(1, "\x05\x03") + group(2, "\x07")
	table, err := ReadFragments([]byte(two))
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[uint32]float64{5: 1, 8: 1, 7: 2, 6: -4, 9: -4} {
		if got := table.Score(id); got != want {
			t.Errorf("Score(%d): got %v, want %v", id, got, want)
		}
	}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"nothing", nil, `fragment scores: the data do not begin with "SAF1" and a number of groups`},
		{"packed", []byte("\x1f\x8b\x08\x00 and more"), `fragment scores: the data do not begin with "SAF1" and a number of groups`},
		{"cut off", []byte(two)[:20], "fragment scores: the data end early"},
		{"other data", []byte("hello world"), `fragment scores: the data do not begin with "SAF1" and a number of groups`},
		{"a group is missing", []byte("SAF1\x02\x00\x00\x00" + group(1, "\x05\x03")), "fragment scores: the data end early"},
		{"more groups than bytes", []byte("SAF1\xff\xff\xff\xff" + group(1, "\x05")), "fragment scores: the data end early"},
		{"more fragments than bytes", []byte("SAF1\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf0\x3f\xff\xff\xff\xff\x01"), "fragment scores: the data end early"},
		{"a number is cut off", []byte("SAF1\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf0\x3f\x01\x00\x00\x00\x85"), "fragment scores: the data end early"},
		{"not a number", []byte("SAF1\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf8\x7f\x01\x00\x00\x00\x05"), "fragment scores: group 1 has score NaN; scores lie between -1000 and 1000"},
		{"beyond 32 bits", []byte("SAF1\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf0\x3f\x01\x00\x00\x00\xff\xff\xff\xff\x1f"), "fragment scores: group 1 has an identifier beyond 32 bits"},
		{"two scores", []byte("SAF1\x02\x00\x00\x00" + group(1, "\x05\x02") + group(2, "\x07")), "fragment scores: fragment 7 has two scores"},
		{"more after the end", []byte(two + "!"), "fragment scores: 1 bytes after the last group"},
	} {
		if _, err := ReadFragments(c.data); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// TestLoadFragments: a table that is loaded takes the place of the one in the binary,
// a bad one does not, and readers may run meanwhile.
func TestLoadFragments(t *testing.T) {
	before := loaded.Load()
	defer loaded.Store(before)
	p := read(t, "CCO")
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for range 50 {
				if _, err := Synthetic(p, &stereo.Set{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	if err := LoadFragments([]byte("SAF1\x01\x00\x00\x00" + group(2, "\x07"))); err != nil {
		t.Error(err)
	}
	if err := LoadFragments([]byte("?")); err == nil {
		t.Error("a bad table: got no error")
	}
	readers.Wait()
	table, err := Fragments()
	if err != nil || table.Len() != 1 {
		t.Errorf("got %v, %v, want the table of one fragment", table, err)
	}
	// A molecule of unknown fragments is as hard as can be.
	if got, err := Synthetic(p, &stereo.Set{}); err != nil || got < 8 {
		t.Errorf("unknown fragments: got %v, %v, want more than 8", got, err)
	}
}

// TestNoFragments: where no table was loaded, the one in the binary counts, and a page,
// which has none, says so.
func TestNoFragments(t *testing.T) {
	before := loaded.Load()
	defer loaded.Store(before)
	loaded.Store(nil)
	p := read(t, "CCO")
	_, err := Synthetic(p, &stereo.Set{})
	if runtime.GOOS == "js" && !errors.Is(err, ErrNoFragments) {
		t.Errorf("no table: got %v, want ErrNoFragments", err)
	}
	if runtime.GOOS != "js" && err != nil {
		t.Errorf("table in the binary: got %v", err)
	}
}

func FuzzReadFragments(f *testing.F) {
	f.Add([]byte("SAF1\x02\x00\x00\x00" + group(1, "\x05\x03") + group(2, "\x07")))
	f.Add([]byte("SAF1\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, plain []byte) {
		table, err := parseFragments(plain)
		if err != nil {
			return
		}
		for i, id := range table.ids {
			if i > 0 && id <= table.ids[i-1] {
				t.Errorf("identifiers %d and %d are not rising", table.ids[i-1], id)
			}
			if got := table.Score(id); got != table.scores[table.groups[i]] {
				t.Errorf("Score(%d): got %v", id, got)
			}
		}
	})
}
