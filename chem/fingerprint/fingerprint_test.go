package fingerprint

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
)

func read(t testing.TB, text string) *perceive.Molecule {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// String lists the identifiers as "id:times".
func (c *Counts) String() string {
	var parts []string
	for i, id := range c.IDs {
		parts = append(parts, fmt.Sprintf("%d:%d", id, c.Times[i]))
	}
	return strings.Join(parts, " ")
}

// TestOracle: bits, unfolded counts and start values of every reference molecule.
func TestOracle(t *testing.T) {
	unfolded := 0
	oracle.Molecules(t, func(row oracle.Molecule) {
		p := read(t, row.Smi)
		if got := ECFP4(p).OnBits(); !slices.Equal(got, row.ECFP4) {
			t.Errorf("%s %s: ECFP4: got %v, want %v", row.ID, row.Smi, got, row.ECFP4)
		}
		if row.Morgan == nil {
			return
		}
		unfolded++
		var want Counts
		for id := range row.Morgan {
			n, err := strconv.ParseUint(id, 10, 32)
			if err != nil {
				t.Fatal(err)
			}
			want.IDs = append(want.IDs, uint32(n))
		}
		slices.Sort(want.IDs)
		for _, id := range want.IDs {
			want.Times = append(want.Times, row.Morgan[strconv.FormatUint(uint64(id), 10)])
		}
		if got := Morgan(p, 2); got.String() != want.String() {
			t.Errorf("%s %s: Morgan: got %v, want %v", row.ID, row.Smi, got, &want)
		}
		r := round{p: p, adjacency: p.Mol.Neighbors()}
		for i, value := range row.Inv {
			if got := r.invariant(i); got != value {
				t.Errorf("%s %s: start value of atom %d: got %d, want %d", row.ID, row.Smi, i, got, value)
			}
		}
	})
	if unfolded < 600 {
		t.Errorf("got %d molecules with unfolded identifiers, want 600 or more", unfolded)
	}
}

func TestSimilarity(t *testing.T) {
	type pair struct {
		SmiA     string `json:"smi_a"`
		SmiB     string `json:"smi_b"`
		NA, NB   int
		Common   int
		Tanimoto float64
	}
	oracle.Each(t, "similarity.jsonl.gz", 2000, func(row pair) {
		a, b := ECFP4(read(t, row.SmiA)), ECFP4(read(t, row.SmiB))
		common := 0
		for _, bit := range a.OnBits() {
			if slices.Contains(b.OnBits(), bit) {
				common++
			}
		}
		if a.Popcount() != row.NA || b.Popcount() != row.NB || common != row.Common {
			t.Errorf("%s, %s: got %d and %d bits, %d common; want %d, %d, %d", row.SmiA, row.SmiB, a.Popcount(), b.Popcount(), common, row.NA, row.NB, row.Common)
		}
		// The file keeps six decimals.
		if got := Tanimoto(a, b); math.Abs(got-row.Tanimoto) > 5.001e-7 {
			t.Errorf("%s, %s: Tanimoto: got %v, want %v", row.SmiA, row.SmiB, got, row.Tanimoto)
		}
	})
}

// TestMorgan: identifiers of RDKit 2022.09.3 at radii the reference data do not have,
// and for bonds, isotopes and hydrogens they hold little of.
func TestMorgan(t *testing.T) {
	for _, c := range []struct {
		smiles string
		radius int
		want   string
	}{
		{"C1C2CC3CC1CC(C2)C3", -1, "2968968094:6 2976033787:4"},
		{"C1C2CC3CC1CC(C2)C3", 0, "2968968094:6 2976033787:4"},
		{"C1C2CC3CC1CC(C2)C3", 1, "517457164:6 2968968094:6 2976033787:4 2999514534:4"},
		{"C1C2CC3CC1CC(C2)C3", 4, "517457164:6 1922070456:6 2968968094:6 2976033787:4 2999514534:4 3163407064:1 3582804240:4 4238513331:6"},
		{"CC(=O)Oc1ccccc1C(=O)O", 1, "98513984:2 864662311:1 864674487:1 864942730:2 951226070:2 1135286194:1 1510328189:2 1533864325:1 2077658817:1 2246699815:2 2246728737:1 2309124039:1 2664995851:1 2784506312:1 3217380708:2 3218693969:4 3545365497:1"},
		{"CC(=O)Oc1ccccc1C(=O)O", 4, "98513984:2 132611095:1 509662800:1 673156540:1 864662311:1 864674487:1 864942730:2 922788867:1 951226070:2 958350052:1 1015506671:1 1135286194:1 1510328189:2 1533864325:1 1641604178:1 1654840205:1 2014543234:1 2077658817:1 2147698107:1 2246699815:2 2246728737:1 2309124039:1 2664995851:1 2784506312:1 2987120039:1 3217380708:2 3218693969:4 3333916489:1 3545365497:1 3999906991:2 4033554973:1 4280582733:1"},
		{"*12C34C15C23C45", 4, "906899372:1 1076630592:1 1753952162:1 2976033787:1 2976816164:3 3263308911:1 4001836571:3"},
		{"[Fe]~C", 2, "1035190018:1 2254804661:1 3486884855:1"},
		{"N->[Fe]", 2, "847693039:1 871715916:1 1035190018:1"},
		{"[U]$[U]", 2, "509676586:2 1663712195:1"},
		{"[2H]O[2H]", 2, "864666390:1 3071830765:2 3852459292:1 4277593707:2"},
		{"[H][H]", 2, "1087756733:1 4277646599:2"},
		{"[99*]C", 2, "1298564106:1 2246728737:1 2342113506:1"},
		{"[999C]", 2, "2244243022:1"},
		{"*" + strings.Repeat("(*)", 300), 3, "1284719854:300 2194742341:1 2342113506:300 4193603323:1"},
	} {
		got := Morgan(read(t, c.smiles), c.radius)
		if got.String() != c.want {
			t.Errorf("%.40s, radius %d: got %v, want %v", c.smiles, c.radius, got, c.want)
		}
	}
	if got := Morgan(read(t, "CC(=O)Oc1ccccc1C(=O)O"), 1).Total(); got != 26 {
		t.Errorf("aspirin, radius 1: got %d environments in all, want 26", got)
	}
	if got := Morgan(&perceive.Molecule{Mol: &mol.Mol{}}, 2); len(got.IDs) != 0 || got.Total() != 0 {
		t.Errorf("no atom: got %v", got)
	}
}

// TestLarge: both ways to hold sets of bonds give the same.
func TestLarge(t *testing.T) {
	oracle.Molecules(t, func(row oracle.Molecule) {
		p := read(t, row.Smi)
		if len(p.Mol.Bonds) > 64 {
			return
		}
		for _, radius := range []int{2, 5} {
			want := environments(p, radius)
			r := newRound(p, radius)
			r.large(radius)
			slices.Sort(want)
			slices.Sort(r.ids)
			if !slices.Equal(r.ids, want) {
				t.Errorf("%s, radius %d: got %v, want %v", row.Smi, radius, r.ids, want)
			}
		}
	})
}

// TestSize: molecules of 10,000 atoms, with the sums worked out by hand.
func TestSize(t *testing.T) {
	for _, c := range []struct {
		name, smiles   string
		total2, total3 int
	}{
		// The ends of a chain die at radius 2, where they reach what their neighbors
		// reached at radius 1; the neighbors do so at radius 3.
		{"chain", strings.Repeat("C", 10_000), 30_000 - 2, 40_000 - 2 - 2 - 2},
		// At radius 2 every ray reaches what the center did at radius 1.
		{"star", "*" + strings.Repeat("(*)", 9_999), 20_000, 20_000},
		// A ray of two atoms: its inner atom reaches all inner bonds and its own outer
		// one at radius 2, all at radius 3, as the center did at radius 2.
		{"star of pairs", "*" + strings.Repeat("(**)", 4_999), 2*9_999 + 5_000, 2*9_999 + 5_000},
	} {
		p := read(t, c.smiles)
		if got := Morgan(p, 2).Total(); got != c.total2 {
			t.Errorf("%s, radius 2: got %d environments, want %d", c.name, got, c.total2)
		}
		if got := Morgan(p, 3).Total(); got != c.total3 {
			t.Errorf("%s, radius 3: got %d environments, want %d", c.name, got, c.total3)
		}
	}
}

func TestECFP4(t *testing.T) {
	for _, c := range []struct {
		name, smiles string
		want         []int
	}{
		{"benzene", "c1ccccc1", []int{389, 1088, 1873}},
		{"ethanol", "CCO", []int{80, 222, 294, 807, 1057, 1410}},
		{"aspirin", "CC(=O)Oc1ccccc1C(=O)O", []int{389, 456, 650, 695, 807, 909, 1017, 1035, 1047, 1057, 1088, 1199, 1380, 1410, 1447, 1468, 1616, 1729, 1750, 1775, 1873, 1917, 1970, 1991}},
	} {
		b := ECFP4(read(t, c.smiles))
		if got := b.OnBits(); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
		if got := b.Popcount(); got != len(c.want) {
			t.Errorf("%s: Popcount: got %d, want %d", c.name, got, len(c.want))
		}
	}
}

func TestHex(t *testing.T) {
	var b Bits
	for _, bit := range []int{0, 5, 11, 63, 64, 2047} {
		b[bit/64] |= 1 << (bit % 64)
	}
	// Bytes 0x21, 0x08, five empty ones, 0x80, 0x01 … 0x80.
	want := "2108" + strings.Repeat("00", 5) + "80" + "01" + strings.Repeat("00", 256-10) + "80"
	if got := b.Hex(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTanimoto(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"c1ccccc1", "Cc1ccccc1", 3.0 / 11},
		{"c1ccccc1", "c1ccncc1", 3.0 / 9},
		{"c1ccccc1", "CCO", 0},
		{"CC(=O)Oc1ccccc1C(=O)O", "Oc1ccccc1C(=O)O", 0.4482758620689655},
		{"Cn1cnc2c1c(=O)n(c(=O)n2C)C", "Cn1cnc2c1c(=O)[nH]c(=O)n2C", 18.0 / 34},
		{"CCO", "OCC", 1},
	} {
		if got := Tanimoto(ECFP4(read(t, c.a)), ECFP4(read(t, c.b))); got != c.want {
			t.Errorf("%s, %s: got %v, want %v", c.a, c.b, got, c.want)
		}
	}
	if got := Tanimoto(new(Bits), new(Bits)); got != 0 {
		t.Errorf("two empty fingerprints: got %v, want 0", got)
	}
}

// FuzzMorgan: whatever a SMILES says, the identifiers do not depend on the way sets
// are held, and each atom counts at least once.
func FuzzMorgan(f *testing.F) {
	for _, text := range []string{"CC(=O)Oc1ccccc1C(=O)O", "[2H]O[2H]", "*12C34C15C23C45", "C1C2CC3CC1CC(C2)C3", "[Fe]~C.N->[Cu]", "C", "[Na+].[Cl-]"} {
		f.Add(text, 2)
	}
	f.Fuzz(func(t *testing.T, text string, radius int) {
		if len(text) > 400 {
			return
		}
		p, err := smiles.Perceive(text)
		if err != nil {
			return
		}
		radius = min(max(radius, 0), 8)
		ids := environments(p, radius)
		if len(ids) < len(p.Mol.Atoms) || len(ids) > len(p.Mol.Atoms)*(radius+1) {
			t.Errorf("%s: %d identifiers for %d atoms", text, len(ids), len(p.Mol.Atoms))
		}
		r := newRound(p, radius)
		r.large(radius)
		slices.Sort(ids)
		slices.Sort(r.ids)
		if !slices.Equal(ids, r.ids) {
			t.Errorf("%s: got %v and %v", text, ids, r.ids)
		}
	})
}
