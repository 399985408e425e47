package sequence_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/polymer/sequence"
	"github.com/molsmith/molsmith/chem/rng"
)

// letters writes units as text.
func letters(units []int) string {
	var text strings.Builder
	for _, u := range units {
		text.WriteByte(byte('A' + u))
	}
	return text.String()
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"A":              "A",
		"A3":             "AAA",
		"A10B5":          "AAAAAAAAAABBBBB",
		"(AB)5":          "ABABABABAB",
		"A(BA2)3C":       "ABAABAABAAC",
		"((AB)2C)2":      "ABABCABABC",
		" A2 - B , C1\n": "AABC",
		"(((A)))":        "A",
		"A01":            "A",
	} {
		units, err := sequence.Parse(text, 3, 5000)
		if got := letters(units); err != nil || got != want {
			t.Errorf("%q: got %q and error %v, want %q", text, got, err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		text  string
		kinds int
		at    int
		says  string
	}{
		{"", 1, 1, "expected a letter"},
		{"A10C", 2, 4, "no monomer C; the last one is B"},
		{"AB", 1, 2, "A is the only one"},
		{"(AB", 2, 1, "not closed"},
		{"A(B(A", 2, 4, "not closed"},
		{"AB)2", 2, 3, "not opened"},
		{"A()B", 2, 2, "nothing in these"},
		{"A0", 1, 2, "at least 1"},
		{"10A", 1, 1, "stands behind"},
		{"A2 3", 1, 4, "stands behind"},
		{"ab", 2, 1, "capital letters: A"},
		{"A*2", 1, 2, "expected a letter, a count or a parenthesis"},
		{"A101", 1, 1, "more than 100 units"},
		{"B2(A10)10", 2, 3, "more than 100 units"},
		{"A99999999999999999999999", 1, 1, "more than 100 units"},
		{"A100A", 1, 5, "more than 100 units"},
		{strings.Repeat("(", 17), 1, 17, "more than 16 parentheses"},
		{strings.Repeat(" ", sequence.MaxBytes+1), 1, sequence.MaxBytes + 1, "longer than"},
	} {
		_, err := sequence.Parse(c.text, c.kinds, 100)
		fault := (*sequence.Error)(nil)
		if !errors.As(err, &fault) || fault.Offset+1 != c.at || !strings.Contains(fault.Msg, c.says) {
			t.Errorf("%.40q: got %v, want %q at character %d", c.text, err, c.says, c.at)
		}
	}
}

// FuzzParse: a sequence is within its limits, and reads the same when it is written out.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"A10B5", "(AB)5", "A((B2)3C)4", "((((A9)9)9)9)9", "A0", ")(", "A-B,C.D"} {
		f.Add(text, 3)
	}
	f.Fuzz(func(t *testing.T, text string, kinds int) {
		kinds = 1 + (kinds&31)%26
		units, err := sequence.Parse(text, kinds, 500)
		if err != nil {
			fault := (*sequence.Error)(nil)
			if !errors.As(err, &fault) || fault.Offset < 0 || fault.Offset > len(text) {
				t.Fatalf("%q: got the error %v", text, err)
			}
			return
		}
		if len(units) == 0 || len(units) > 500 {
			t.Fatalf("%q: got %d units", text, len(units))
		}
		for _, u := range units {
			if u < 0 || u >= kinds {
				t.Fatalf("%q: got kind %d of %d", text, u, kinds)
			}
		}
		again, err := sequence.Parse(letters(units), kinds, 500)
		if err != nil || !slices.Equal(again, units) {
			t.Fatalf("%q: %q reads as %v, %v", text, letters(units), again, err)
		}
	})
}

func TestShares(t *testing.T) {
	for _, c := range []struct {
		weights []float64
		n       int
		want    []int
	}{
		{[]float64{1}, 10, []int{10}},
		{[]float64{1, 1}, 5, []int{3, 2}},
		{[]float64{2, 1}, 10, []int{7, 3}},
		{[]float64{1, 0, 2}, 4, []int{1, 0, 3}},
		{[]float64{0.7, 0.3}, 100, []int{70, 30}},
		{[]float64{1e-9, 1}, 3, []int{0, 3}},
		{[]float64{0, 0}, 3, nil},
		{[]float64{1e300, 1e300}, 3, nil},
	} {
		if got := sequence.Shares(c.weights, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%v of %d: got %v, want %v", c.weights, c.n, got, c.want)
		}
	}
}

// Counts of random sequences and dyads are exact, their places depend on the seed.
func TestRandom(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(20) {
		r := rng.New(seed)
		units := sequence.Random([]int{30, 10}, &r)
		text := letters(units)
		if strings.Count(text, "A") != 30 || len(text) != 40 {
			t.Fatalf("seed %d: got %s", seed, text)
		}
		seen[text] = true
		meso := 0
		for _, m := range sequence.Meso(99, 0.3, &r) {
			if m {
				meso++
			}
		}
		if meso != 30 {
			t.Errorf("seed %d: got %d meso dyads of 99, want 30", seed, meso)
		}
	}
	if len(seen) < 20 {
		t.Errorf("20 seeds gave %d sequences", len(seen))
	}
}

func ExampleParse() {
	units, err := sequence.Parse("A2(BA)2", 2, 100)
	fmt.Println(units, err)
	_, err = sequence.Parse("A2C", 2, 100)
	fmt.Println(err)
	// Output:
	// [0 0 1 0 1 0] <nil>
	// character 3: there is no monomer C; the last one is B
}
