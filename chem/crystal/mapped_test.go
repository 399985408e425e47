package crystal

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// plainMapped is the definition of mapped: every atom in its order.
func plainMapped(s *sites, w *[9]int, t cell.Fractional) bool {
	for i, f := range s.at {
		if k, _ := s.find(moved(w, t, f), s.elements[i]); k < 0 {
			return false
		}
	}
	return true
}

// TestMappedAsDefined: sums of translations that are taken without proof have it, and what
// is looked at first changes no answer: in supercells with errors of positions below, near and above the
// tolerance, with defects of all kinds.
func TestMappedAsDefined(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	const tolerance = 0.01
	yes, no := 0, 0
	for _, noise := range []float64{0, 0.001, 0.002, 0.004, 0.008, 0.02} {
		for _, defect := range []string{"none", "vacancy", "adatom", "other element", "five vacancies", "moved"} {
			b, err := Supercell(prototype(t, "fcc", Conventional), [9]int{3, 0, 0, 1, 4, 0, 0, 0, 2})
			if err != nil {
				t.Fatal(err)
			}
			s := b.Structure
			for i := range s.Positions {
				s.Positions[i] += noise * (2*random.Float64() - 1)
			}
			c := mustCell(t, s)
			switch defect {
			case "five vacancies":
				s.Elements, s.Positions = s.Elements[5:], s.Positions[15:]
			case "vacancy":
				s.Elements, s.Positions = s.Elements[1:], s.Positions[3:]
			case "adatom":
				s.Elements = append(s.Elements, s.Elements[0])
				s.Positions = append(s.Positions, 1.8, 0, 0.1)
			case "other element":
				s.Elements[11] = 47
			case "moved":
				s.Positions[30] += 0.3
			}
			at := make([]cell.Fractional, s.Len())
			for i := range at {
				at[i] = c.Fractional(geom.At(s.Positions, i))
			}
			plain := newSites(c, s.Elements, at, tolerance)
			find := newSites(c, s.Elements, at, tolerance)
			left := maxLooks
			find.left = &left
			to := make([]int32, len(at))
			group := newTranslationGroup(0, len(at))
			for i := range at {
				d := cell.Fractional{A: at[i].A - at[0].A, B: at[i].B - at[0].B, C: at[i].C - at[0].C}
				want := plainMapped(plain, &unturned, d)
				got := group.known[i] || find.mapped(&unturned, d, group.to)
				if got != want {
					t.Errorf("noise %g, %s: translation %d: got %t, want %t", noise, defect, i, got, want)
				}
				if got {
					group.add(find, at, i)
					yes++
				} else {
					no++
				}
			}
			for _, w := range rotations(c, tolerance) {
				for i := range at {
					start := rotate(&w, at[0])
					d := cell.Fractional{A: at[i].A - start.A, B: at[i].B - start.B, C: at[i].C - start.C}
					if got, want := find.mapped(&w, d, to), plainMapped(plain, &w, d); got != want {
						t.Errorf("noise %g, %s: rotation %v to %d: got %t, want %t", noise, defect, w, i, got, want)
					}
				}
			}
		}
	}
	if yes < 250 || no < 2500 {
		t.Errorf("%d translations and %d that are none", yes, no)
	}
}

// TestSymmetryOfManyAtoms: slabs of 40,000 atoms and what a search has most work with: a defect
// in a large crystal.
func TestSymmetryOfManyAtoms(t *testing.T) {
	slab := slabOf(t, "fcc", Slab{Miller: [3]int{1, 1, 1}, Layers: 4, Vacuum: 8, Lateral: [4]int{50, 0, 0, 50}})
	b, err := Supercell(prototype(t, "fcc", Conventional), [9]int{13, 0, 0, 0, 13, 0, 0, 0, 13})
	if err != nil {
		t.Fatal(err)
	}
	hole := b.Structure
	hole.Elements, hole.Positions = hole.Elements[1:], hole.Positions[3:]
	adatom := slabOf(t, "fcc", Slab{Miller: [3]int{1, 0, 0}, Layers: 2, Vacuum: 8, Lateral: [4]int{30, 0, 0, 30}})
	adatom.Elements = append(adatom.Elements, adatom.Elements[0])
	adatom.Positions = append(adatom.Positions, 1.805, 1.805, geom.At(adatom.Positions, 3).Z+1.7)
	rounded := slab.Clone()
	for i, x := range rounded.Positions {
		rounded.Positions[i] = float64(int(1000*x+0.5)) / 1000
	}
	for _, c := range []struct {
		name string
		s    *structure.Structure
		want string
	}{
		{"slab", slab, "P-3m1 in 4"},
		{"slab with three digits", rounded, "P-3m1 in 4"},
		{"vacancy", hole, "Pm-3m in 8787"},
		{"adatom", adatom, "P4mm in 7201"},
	} {
		y, err := FindSymmetry(context.Background(), c.s, 0)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := fmt.Sprintf("%s in %d", y.Setting.Name, y.PrimitiveAtoms); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
