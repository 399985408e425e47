package crystal

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

func slabOf(t testing.TB, name string, o Slab) *structure.Structure {
	t.Helper()
	b, err := o.Cut(prototype(t, name, Conventional))
	if err != nil {
		t.Fatal(err)
	}
	return b.Structure
}

// TestAdsorptionSites: the sites of low-index metal surfaces in cells of a known number of
// surface atoms n: fcc(111) n tops, 3n bridges, 2n hollows of two classes; fcc(100) n, 2n, n;
// fcc(110) n, 2n, n with the atom of the second layer under the hollow.
func TestAdsorptionSites(t *testing.T) {
	for _, c := range []struct {
		prototype string
		o         Slab
		depth     float64
		want      string
	}{
		{"fcc", Slab{Miller: [3]int{1, 1, 1}, Layers: 3, Vacuum: 8}, 0, "top×4/1 bridge×12/2 hollow×4/3 below 4.17 hollow×4/3 below 2.08"},
		{"fcc", Slab{Miller: [3]int{1, 1, 1}, Layers: 3, Vacuum: 8, Lateral: [4]int{2, 0, 0, 1}}, 0, "top×8/1 bridge×24/2 hollow×8/3 below 4.17 hollow×8/3 below 2.08"},
		{"fcc", Slab{Miller: [3]int{1, 0, 0}, Layers: 2, Vacuum: 8}, 0, "top×2/1 bridge×4/2 hollow×2/4 below 1.80"},
		{"fcc", Slab{Miller: [3]int{1, 1, 0}, Layers: 3, Vacuum: 8}, 0, "top×2/1 bridge×2/2 bridge×2/2 hollow×2/4 below 1.28"},
		{"bcc", Slab{Miller: [3]int{1, 1, 0}, Layers: 3, Vacuum: 8}, 0, "top×2/1 bridge×4/2 bridge×2/2 below 2.03 hollow×4/3"},
		{"hcp", Slab{Miller: [3]int{0, 0, 1}, Layers: 2, Vacuum: 8}, 0, "top×1/1 bridge×3/2 hollow×1/3 hollow×1/3 below 2.61"},
	} {
		s := slabOf(t, c.prototype, c.o)
		sites, _, err := (&Sites{Depth: c.depth}).Find(context.Background(), s)
		if err != nil {
			t.Errorf("%s %v: %v", c.prototype, c.o.Miller, err)
			continue
		}
		classes := map[int]int{}
		for _, x := range sites {
			classes[x.Class]++
		}
		words := map[string]bool{}
		var list []string
		for _, x := range sites {
			word := fmt.Sprintf("%s×%d/%d", x.Kind, classes[x.Class], len(x.Atoms))
			if x.Below > 0 {
				word += fmt.Sprintf(" below %.2f", x.Below)
			}
			if key := fmt.Sprint(x.Class); !words[key] {
				words[key] = true
				list = append(list, word)
			}
		}
		got := strings.Join(list, " ")
		if c.want != "" && sortWords(got) != sortWords(c.want) {
			t.Errorf("%s %v: got %s, want %s", c.prototype, c.o.Miller, got, c.want)
		}
		// Euler: corners − edges + faces = 0 on a torus.
		tops, bridges, hollows := 0, 0, 0
		for _, x := range sites {
			switch x.Kind {
			case Top:
				tops++
			case Bridge:
				bridges++
			default:
				hollows++
			}
		}
		if tops-bridges+hollows != 0 {
			t.Errorf("%s %v: %d tops, %d bridges, %d hollows", c.prototype, c.o.Miller, tops, bridges, hollows)
		}
	}
	bulk := prototype(t, "fcc", Conventional)
	if _, _, err := (&Sites{}).Find(context.Background(), bulk); err == nil || !strings.HasPrefix(err.Error(), "the widest gap between atoms along the normal is 1.8 Å: a surface needs 3 Å") {
		t.Error(err)
	}
	// A slab that lies across the boundary of the cell has its surface where its atoms are.
	s := slabOf(t, "fcc", Slab{Miller: [3]int{1, 0, 0}, Layers: 2, Vacuum: 8})
	want, _, _ := (&Sites{}).Find(context.Background(), s)
	c := mustCell(t, s)
	for i := range s.Len() {
		p := geom.At(s.Positions, i)
		p.Z -= 10
		geom.Put(s.Positions, i, c.Wrap(p))
	}
	got, _, err := (&Sites{}).Find(context.Background(), s)
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d sites, want %d: %v", len(got), len(want), err)
	}
	if z := got[0].Position.Z + 10 - want[0].Position.Z; math.Abs(z-math.Round(z/c.Vector(2).Z)*c.Vector(2).Z) > 1e-9 {
		t.Errorf("the top is at %g, before at %g", got[0].Position.Z, want[0].Position.Z)
	}
}

func sortWords(s string) string {
	list := strings.Split(strings.NewReplacer(" top", ";top", " bridge", ";bridge", " hollow", ";hollow").Replace(s), ";")
	for i := range list {
		for k := i; k > 0 && list[k] < list[k-1]; k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
	return strings.Join(list, ";")
}

func water() *structure.Structure {
	return &structure.Structure{
		Elements: []uint8{8, 1, 1}, Positions: []float64{0, 0, 0, 0.757, 0, 0.586, -0.757, 0, 0.586},
		Bonds: [][2]uint32{{0, 1}, {0, 2}},
	}
}

func TestPlace(t *testing.T) {
	s := slabOf(t, "fcc", Slab{Miller: [3]int{1, 1, 1}, Layers: 3, Vacuum: 10, Lateral: [4]int{2, 0, 0, 2}})
	sites, _, err := (&Sites{}).Find(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	// The centroid is exactly 2 Å above the site.
	centered := Adsorbate{Molecule: water(), Anchor: -1, Height: 2}
	got, err := centered.Place(context.Background(), s, sites[:1])
	if err != nil {
		t.Fatal(err)
	}
	if d := geom.Centroid(got.Structure.Positions).Sub(sites[0].Position); math.Abs(d.Z-2) > 1e-9 || d.X*d.X+d.Y*d.Y > 1e-18 {
		t.Errorf("the centroid is %v from the site", d)
	}
	// On its oxygen, tilted: the hydrogens at the same height; turned about the normal.
	tilted := Adsorbate{Molecule: water(), Height: 2.2, Tilt: 90, Azimuth: 30}
	if got, err = tilted.Place(context.Background(), s, sites[5:6]); err != nil {
		t.Fatal(err)
	}
	p := got.Structure.Positions
	if math.Abs(p[2]-sites[5].Position.Z-2.2) > 1e-9 || math.Abs(p[5]-p[2]) > 1e-9 || math.Abs(p[8]-p[2]) > 1e-9 {
		t.Errorf("heights %v, site %v", p, sites[5].Position)
	}
	if angle := math.Atan2(p[4]-p[7], p[3]-p[6]) * 180 / math.Pi; math.Abs(angle-30) > 1e-9 {
		t.Errorf("turned by %g°", angle)
	}
	// A quarter of the tops, as far apart as they can be.
	var tops []int
	for i, x := range sites {
		if x.Kind == Top {
			tops = append(tops, i)
		}
	}
	chosen, apart, err := Spread(context.Background(), s, sites, tops, 4)
	if err != nil || len(tops) != 16 || math.Abs(apart-2*3.61/math.Sqrt2) > 1e-6 {
		t.Fatalf("%d tops, %v, %g Å apart, %v", len(tops), chosen, apart, err)
	}
	var four []AdsorptionSite
	for _, k := range chosen {
		four = append(four, sites[k])
	}
	if got, err = centered.Place(context.Background(), s, four); err != nil || got.Structure.Formula() != "H8O4" || len(got.Structure.Bonds) != 8 || !(got.Nearest > 1.5 && got.Nearest < 2.1) {
		t.Errorf("%+v, %v", got, err)
	}
	for want, a := range map[string]Adsorbate{
		"the adsorbate has no atoms":                         {},
		"the anchor is atom 3: the adsorbate has 3":          {Molecule: water(), Anchor: 3},
		"the height is 200 Å: give −100 to 100":              {Molecule: water(), Height: 200},
		"tilt and azimuth must be angles":                    {Molecule: water(), Tilt: math.Inf(1)},
		"atom 0 of the adsorbate would be 0.10 Å from atom ": {Molecule: water(), Height: 0.1},
	} {
		if _, err := a.Place(context.Background(), s, sites[:1]); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, _, err := Spread(context.Background(), s, sites, tops, 17); err == nil || err.Error() != "there are 16 sites of that kind: give a count of 1 to 16" {
		t.Error(err)
	}
}

func ExampleSites() {
	copper := Bulk{Prototype: "fcc", Elements: []uint8{29}, A: 3.61}
	bulk, _ := copper.Build()
	cut := Slab{Miller: [3]int{1, 0, 0}, Layers: 2, Vacuum: 8}
	slab, _ := cut.Cut(bulk)
	sites, _, err := (&Sites{}).Find(context.Background(), slab.Structure)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range sites {
		fmt.Printf("%s of %d atoms, class %d\n", x.Kind, len(x.Atoms), x.Class)
	}
	// Output:
	// top of 1 atoms, class 0
	// top of 1 atoms, class 0
	// bridge of 2 atoms, class 1
	// bridge of 2 atoms, class 1
	// bridge of 2 atoms, class 1
	// bridge of 2 atoms, class 1
	// hollow of 4 atoms, class 2
	// hollow of 4 atoms, class 2
}

// TestSitesCanceled: what lies under a site is looked for from above, and a context ends it.
func TestSitesCanceled(t *testing.T) {
	s := slabOf(t, "fcc", Slab{Miller: [3]int{1, 1, 1}, Layers: 60, Vacuum: 8, Lateral: [4]int{8, 0, 0, 8}})
	w := &lookedAt{Context: context.Background()}
	sites, _, err := (&Sites{}).Find(w, s)
	if err != nil || len(sites) != 256*6 || w.looks < 256+256*6 {
		t.Fatalf("%d sites, %d looks at the context, %v", len(sites), w.looks, err)
	}
	w.end = w.looks - 100
	w.looks = 0
	if _, _, err := (&Sites{}).Find(w, s); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

// lookedAt is a context that counts looks at it and ends at one of them.
type lookedAt struct {
	context.Context
	looks, end int
}

func (w *lookedAt) Err() error {
	if w.looks++; w.end > 0 && w.looks >= w.end {
		return context.Canceled
	}
	return nil
}

// TestPlaceOnHeap: a slab with many atoms at one place is no reason to look at their pairs.
func TestPlaceOnHeap(t *testing.T) {
	const heap = 50_000
	s := &structure.Structure{Cell: &[9]float64{10, 0, 0, 0, 10, 0, 0, 0, 40}, Elements: make([]uint8, heap+1), Positions: make([]float64, 3*heap+3)}
	for i := range s.Elements {
		s.Elements[i] = 29
	}
	s.Positions[3*heap+2] = 6
	site := []AdsorptionSite{{Kind: Top, Position: geom.Vec3{Z: 6}}}
	a := Adsorbate{Molecule: water(), Height: 2.5}
	got, err := a.Place(context.Background(), s, site)
	if err != nil || math.Abs(got.Nearest-2.5) > 1e-9 {
		t.Errorf("%+v, %v", got, err)
	}
	for i := range heap { // now all of them on the surface
		s.Positions[3*i+2] = 6
	}
	if _, _, err := (&Sites{}).Find(context.Background(), s); err == nil || !strings.HasPrefix(err.Error(), "the atoms of the surface lie too unevenly") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := a.Place(ctx, s, site); err != context.Canceled {
		t.Errorf("got %v", err)
	}
	two := []AdsorptionSite{site[0], {Kind: Top, Position: geom.Vec3{X: 0.1, Z: 6}}}
	if _, err := a.Place(context.Background(), s, two); err == nil || err.Error() != "atom 0 of the adsorbate would be 0.10 Å from another adsorbate: place it higher, or fewer of them" {
		t.Errorf("got %v", err)
	}
}

// TestSitesOfALargeSlab: where symmetry is not searched for, sites are told apart by what is
// around and below.
func TestSitesOfALargeSlab(t *testing.T) {
	s := slabOf(t, "fcc", Slab{Miller: [3]int{1, 1, 1}, Layers: 210, Vacuum: 8, Lateral: [4]int{11, 0, 0, 11}})
	if s.Len() <= MaxSearchAtoms {
		t.Fatalf("%d atoms", s.Len())
	}
	// With holes here and there in it no operation is left, and each one tried fails late.
	holes := slabOf(t, "fcc", Slab{Miller: [3]int{1, 1, 1}, Layers: 4, Vacuum: 8, Lateral: [4]int{25, 0, 0, 25}})
	for _, k := range []int{9000, 7777, 6002, 4000, 2503, 999, 402, 1} {
		holes.Elements = append(holes.Elements[:k], holes.Elements[k+1:]...)
		holes.Positions = append(holes.Positions[:3*k], holes.Positions[3*k+3:]...)
	}
	for name, c := range map[string]struct {
		s    *structure.Structure
		want string
	}{
		"large": {s, "map[0:484 1:1452 2:484 3:484]"},
		"holes": {holes, "map[0:2500 1:7500 2:2499 3:2498 4:3]"},
	} {
		sites, why, err := (&Sites{}).Find(context.Background(), c.s)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(why, "the symmetry of so large a structure") {
			t.Errorf("%s: got %q", name, why)
		}
		classes := map[int]int{}
		for _, x := range sites {
			classes[x.Class]++
		}
		if got := fmt.Sprint(classes); got != c.want {
			t.Errorf("%s: got %.200s, want %s", name, got, c.want)
		}
	}
}
