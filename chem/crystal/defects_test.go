package crystal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
)

func TestAlloy(t *testing.T) {
	gold, err := Supercell(prototype(t, "fcc", Conventional), [9]int{4, 0, 0, 0, 4, 0, 0, 0, 4})
	if err != nil {
		t.Fatal(err)
	}
	s := gold.Structure
	ctx := context.Background()
	random := Alloy{Replace: 29, Parts: []Part{{79, 0.25}, {47, 0.333}}, Seed: 4}
	got, err := random.Build(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	if counts := got.Structure.Counts(); counts[79] != 64 || counts[47] != 85 || counts[29] != 107 || got.Changed != 149 {
		t.Errorf("%s, changed %d", got.Structure.Formula(), got.Changed)
	}
	if s.Elements[0] != 29 || s.Formula() != "Cu256" {
		t.Error("the source was changed")
	}
	again, _ := random.Build(ctx, s)
	random.Seed++
	other, _ := random.Build(ctx, s)
	if string(again.Structure.Elements) != string(got.Structure.Elements) || string(other.Structure.Elements) == string(got.Structure.Elements) {
		t.Error("the seed does not decide")
	}
	matched := Alloy{Replace: 29, Parts: []Part{{79, 0.5}}, Seed: 1, Shells: 3}
	got, err = matched.Build(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []struct{ distance, neighbors float64 }{{3.61 / math.Sqrt2, 12}, {3.61, 6}, {3.61 * math.Sqrt(1.5), 24}} {
		o := got.Shells[k]
		if math.Abs(o.Distance-want.distance) > 1e-9 || o.Neighbors != want.neighbors || o.Order > 0.01 {
			t.Errorf("shell %d: %+v, want %+v and no order", k+1, o, want)
		}
		// The parameter counted anew.
		c := mustCell(t, s)
		pairs := 0.0
		for i := range s.Len() {
			for j := range s.Len() {
				if got.Structure.Elements[i] == 79 && got.Structure.Elements[j] == 29 && math.Abs(c.Distance(geom.At(s.Positions, i), geom.At(s.Positions, j))-want.distance) < 0.01 {
					pairs++
				}
			}
		}
		if a := math.Abs(1 - pairs/(128*want.neighbors/2)); a > o.Order+1e-9 {
			t.Errorf("shell %d: order %g, counted %g", k+1, o.Order, a)
		}
	}
	// One element on few sites of a small cell: images of the same site are neighbors.
	small := prototype(t, "rocksalt", Conventional)
	named := small.Clone()
	named.AtomNames = []string{"Na1", "Cl1", "Na2", "Cl2", "Na3", "Cl3", "Na4", "Cl4"}
	all := Alloy{Replace: 11, Parts: []Part{{19, 1}}}
	if got, err := all.Build(ctx, named); err != nil || strings.Join(got.Structure.AtomNames, " ") != "K Cl1 K Cl2 K Cl3 K Cl4" {
		t.Errorf("%v, %v", got, err)
	}
	salt := Alloy{Replace: 11, Parts: []Part{{19, 0.5}}, Shells: 2}
	if got, err := salt.Build(ctx, small); err != nil || len(got.Shells) != 2 || got.Shells[0].Neighbors != 12 || got.Shells[1].Neighbors != 6 || got.Shells[1].Order < 0.9 {
		t.Errorf("%+v, %v", got, err)
	}
	for want, o := range map[string]Alloy{
		"there is no Fe to replace":              {Replace: 26, Parts: []Part{{79, 0.5}}},
		"give the element whose atoms":           {Parts: []Part{{79, 0.5}}},
		"site 299 is no atom, or is given twice": {Sites: []int32{1, 299}, Parts: []Part{{79, 0.5}}},
		"0 elements: give 1 to 20":               {Replace: 29},
		"element 1 is not known":                 {Replace: 29, Parts: []Part{{0, 0.5}}},
		"the fraction of Au is 1.5: give 0 to 1": {Replace: 29, Parts: []Part{{79, 1.5}}},
		"the fractions make 1.1: 1 at most":      {Replace: 29, Parts: []Part{{79, 0.5}, {47, 0.6}}},
		"9 shells: give 0 to 6":                  {Replace: 29, Parts: []Part{{79, 0.5}}, Shells: 9},
		"-1 exchanges: give 0 to 10000000":       {Replace: 29, Parts: []Part{{79, 0.5}}, Swaps: -1},
	} {
		if _, err := o.Build(ctx, s); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestVacancies(t *testing.T) {
	salt, err := Supercell(prototype(t, "rocksalt", Conventional), [9]int{2, 0, 0, 0, 2, 0, 0, 0, 2})
	if err != nil {
		t.Fatal(err)
	}
	s := salt.Structure
	bonded(t, s, 2.9)
	o := Vacancies{Element: 17, Count: 4, Apart: 5, Seed: 2}
	b, err := o.Build(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := o.Build(stopped, s); err != context.Canceled {
		t.Errorf("stopped: got %v", err)
	}
	checkBuilt(t, s, b)
	if b.Structure.Formula() != "Cl28Na32" || len(b.Structure.Bonds) != len(s.Bonds)-4*6 {
		t.Errorf("%s with %d of %d bonds", b.Structure.Formula(), len(b.Structure.Bonds), len(s.Bonds))
	}
	for want, o := range map[string]Vacancies{
		"0 vacancies among 64 atoms: give 1 to 64":       {},
		"33 vacancies among 32 atoms: give 1 to 32":      {Element: 17, Count: 33},
		"the vacancies do not fit so far apart":          {Count: 9, Apart: 9},
		"the distance of vacancies is -1 Å: give 0 to 1": {Count: 9, Apart: -1},
	} {
		if _, err := o.Build(context.Background(), s); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestVoids: the octahedral and tetrahedral holes of close-packed and bcc metals, with
// their radii (a/2 and a√3/4; in bcc a/2 at the faces is no maximum, a√5/4 at ½ ¼ 0 is).
func TestVoids(t *testing.T) {
	for _, c := range []struct {
		prototype string
		want      string
	}{
		{"fcc", "4 of 1.805 with 6 atoms, 8 of 1.563 with 4 atoms"},
		{"bcc", "12 of 1.604 with 4 atoms"},
		{"rocksalt", "8 of 2.442 with 8 atoms"},
	} {
		s := prototype(t, c.prototype, Conventional)
		list, err := Voids(context.Background(), s, 1)
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for i := 0; i < len(list); {
			k := i
			for k < len(list) && math.Abs(list[k].Radius-list[i].Radius) < 0.01 && list[k].Touching == list[i].Touching {
				k++
			}
			words = append(words, fmt.Sprintf("%d of %.3f with %d atoms", k-i, list[i].Radius, list[i].Touching))
			i = k
		}
		if got := strings.Join(words, ", "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.prototype, got, c.want)
		}
		b, err := Insert(s, 1, []geom.Vec3{list[0].Position})
		if err != nil || b.Structure.Len() != s.Len()+1 || b.Origin[s.Len()] != -1 || b.Structure.Validate() != nil {
			t.Error(err)
		}
	}
	s := prototype(t, "fcc", Conventional)
	if _, err := Insert(s, 1, []geom.Vec3{{X: 0.1}}); err == nil || err.Error() != "an atom would be 0.10 Å from atom 0: choose another place" {
		t.Error(err)
	}
	if _, err := Voids(context.Background(), s, 0); !errors.Is(err, ErrRequest) {
		t.Error(err)
	}
}

// TestAlloyCanceled: the search for shells ends with its context too.
func TestAlloyCanceled(t *testing.T) {
	large, err := Supercell(prototype(t, "fcc", Conventional), [9]int{20, 0, 0, 0, 20, 0, 0, 0, 20})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	o := Alloy{Replace: large.Structure.Elements[0], Parts: []Part{{Element: 79, Fraction: 0.5}}, Shells: 3}
	if _, err := o.Build(ctx, large.Structure); err != context.Canceled {
		t.Errorf("got %v", err)
	}
	huge, err := Supercell(prototype(t, "fcc", Conventional), [9]int{50, 0, 0, 0, 50, 0, 0, 0, 50})
	if err != nil {
		t.Fatal(err)
	}
	o.Shells = 6
	if _, err := o.Build(context.Background(), huge.Structure); err == nil || err.Error() != "the sites have too many pairs: take fewer shells or sites" {
		t.Errorf("got %v", err)
	}
}
