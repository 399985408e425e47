package symm

import (
	"strings"
	"testing"
)

func TestSettings230(t *testing.T) {
	total := 0
	for number := 1; number <= 230; number++ {
		list := Settings(number)
		total += len(list)
		if len(list) == 0 || System(number) == "" {
			t.Fatalf("group %d: %d settings, system %q", number, len(list), System(number))
		}
		for _, s := range list {
			if got, ok := WithChoice(number, strings.ToUpper(s.Choice)); !ok || got.Number != number || !strings.EqualFold(got.Choice, s.Choice) {
				t.Errorf("group %d, choice %q: got %+v, %v", number, s.Choice, got, ok)
			}
		}
	}
	if total != 530 || len(Settings(0)) != 530 || len(Settings(231)) != 0 || System(0) != "" || System(231) != "" {
		t.Errorf("%d settings", total)
	}
	if _, ok := WithChoice(225, "2"); ok {
		t.Error("Fm-3m has one origin")
	}
}

func TestFits(t *testing.T) {
	for _, c := range []struct {
		number          int
		choice          string
		lengths, angles [3]float64
		want            string
	}{
		{225, "", [3]float64{5, 5, 5}, [3]float64{90, 90, 90}, ""},
		{225, "", [3]float64{5, 5.005, 5}, [3]float64{90, 90, 90.1}, ""},
		{225, "", [3]float64{5, 5.1, 5}, [3]float64{90, 90, 90}, "a = b = c, α = β = γ = 90°"},
		{62, "", [3]float64{5, 6, 7}, [3]float64{90, 90, 90}, ""},
		{62, "", [3]float64{5, 6, 7}, [3]float64{90, 91, 90}, "α = β = γ = 90°"},
		{99, "", [3]float64{5, 6, 7}, [3]float64{90, 90, 90}, "a = b, α = β = γ = 90°"},
		{166, "H", [3]float64{5, 5, 7}, [3]float64{90, 90, 120}, ""},
		{166, "R", [3]float64{5, 5, 5}, [3]float64{57, 57, 57}, ""},
		{166, "R", [3]float64{5, 5, 7}, [3]float64{90, 90, 120}, "a = b = c, α = β = γ"},
		{15, "b1", [3]float64{5, 6, 7}, [3]float64{90, 101, 90}, ""},
		{15, "c1", [3]float64{5, 6, 7}, [3]float64{90, 101, 90}, "α = β = 90°"},
		{15, "a1", [3]float64{5, 6, 7}, [3]float64{90, 101, 90}, "β = γ = 90°"},
		{2, "", [3]float64{5, 6, 7}, [3]float64{80, 101, 95}, ""},
	} {
		s, ok := WithChoice(c.number, c.choice)
		if !ok {
			t.Fatalf("no setting %d %q", c.number, c.choice)
		}
		err := s.Fits(c.lengths, c.angles)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), " and needs "+c.want+"; the cell has") {
			t.Errorf("%d %q, %v %v: got %v, want %q", c.number, c.choice, c.lengths, c.angles, err, c.want)
		}
	}
}
