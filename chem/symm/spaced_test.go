package symm

import (
	"strings"
	"testing"
)

func TestSpaced(t *testing.T) {
	for name, want := range map[string]string{
		"Fm-3m": "F m -3 m", "P21/c": "P 21/c", "P321": "P 3 2 1", "P3221": "P 32 2 1", "P4212": "P 4 21 2", "P42212": "P 42 21 2",
		"R32": "R 3 2", "P432": "P 4 3 2", "P213": "P 21 3", "P31m": "P 3 1 m", "P63/mmc": "P 63/m m c", "I41/amd": "I 41/a m d", "P-31c": "P -3 1 c",
		"P212121": "P 21 21 21", "P62": "P 62", "P622": "P 6 2 2", "P-1": "P -1", "Pm-3": "P m -3",
	} {
		s, _, ok := ByName(name, Shape{})
		if !ok {
			t.Fatalf("no group %s", name)
		}
		if got := s.Spaced(); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	// Every name of every setting comes apart and reads back.
	for _, s := range Settings(0) {
		spaced := s.Spaced()
		if !strings.Contains(spaced, " ") || strings.ReplaceAll(spaced, " ", "") != s.Name {
			t.Errorf("%s (%d): got %q", s.Name, s.Number, spaced)
		}
		if back, _, ok := ByName(spaced, Shape{}); !ok || back.Number != s.Number {
			t.Errorf("%q: got group %d, want %d", spaced, back.Number, s.Number)
		}
	}
}

func TestLookup(t *testing.T) {
	for text, want := range map[string]string{"225": "-F 4 2 3", "227:1": "F 4d 2 3 -1d", " 227 : 2 ": "-F 4vw 2vw 3", "P 21/c": "-P 2ybc", "R-3m:R": "-P 3* 2"} {
		if s, _, ok := Lookup(text, Shape{}); !ok || s.Hall != want {
			t.Errorf("%q: got %q, want %q", text, s.Hall, want)
		}
	}
	for _, text := range []string{"", "0", "231", "2250", "225:3", "X m", ":1"} {
		if s, _, ok := Lookup(text, Shape{}); ok {
			t.Errorf("%q: got %+v, want none", text, s)
		}
	}
}
