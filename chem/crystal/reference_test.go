package crystal

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// plainSurface is the definition of what Sites finds: every pair of atoms is looked at.
type plainSurface struct{ *surface }

func newPlainSurface(s *structure.Structure, depth float64) (*plainSurface, error) {
	c, err := source(s)
	if err != nil {
		return nil, err
	}
	f := &plainSurface{&surface{cell: c}}
	f.frame()
	top, err := f.heights(s)
	if err != nil {
		return nil, err
	}
	for i, h := range f.all {
		if h <= top-depth {
			continue
		}
		p := geom.At(s.Positions, i)
		hidden := false
		for j, other := range f.all {
			if other > h+0.3 {
				r := covered * (elem.CovalentRadius(s.Elements[i]) + elem.CovalentRadius(s.Elements[j]))
				hidden = hidden || length2(f.nearestImage(f.flat(geom.At(s.Positions, j).Sub(p)))) < r*r
			}
		}
		if !hidden {
			f.atoms = append(f.atoms, int32(i))
			f.at = append(f.at, f.flat(p))
			f.height = append(f.height, h)
		}
	}
	return f, nil
}

func (f *plainSurface) around(p [2]float64, reach float64) (list []seen) {
	area := math.Abs(f.p[0]*f.q[1] - f.p[1]*f.q[0])
	na := int(reach*math.Sqrt(length2(f.q))/area) + 1
	nb := int(reach*math.Sqrt(length2(f.p))/area) + 1
	for k := range f.atoms {
		d := f.nearestImage([2]float64{f.at[k][0] - p[0], f.at[k][1] - p[1]})
		for i := -na; i <= na; i++ {
			for j := -nb; j <= nb; j++ {
				e := [2]float64{d[0] + float64(i)*f.p[0] + float64(j)*f.q[0], d[1] + float64(i)*f.p[1] + float64(j)*f.q[1]}
				if n := length2(e); n <= reach*reach {
					list = append(list, seen{k, [2]float64{p[0] + e[0], p[1] + e[1]}, n})
				}
			}
		}
	}
	return list
}

func (f *plainSurface) voronoi(k int) (corners []corner, neighbors []seen) {
	p := f.at[k]
	area := math.Abs(f.a[0]*f.b[1] - f.a[1]*f.b[0])
	for reach := 3 * math.Sqrt(area/float64(len(f.atoms))); ; reach *= 1.5 {
		neighbors = nil
		for _, s := range f.around(p, reach) {
			if s.d2 > 1e-6 {
				neighbors = append(neighbors, s)
			}
		}
		w := 4 * reach
		corners = []corner{{[2]float64{p[0] + w, p[1] + w}, -1}, {[2]float64{p[0] - w, p[1] + w}, -1}, {[2]float64{p[0] - w, p[1] - w}, -1}, {[2]float64{p[0] + w, p[1] - w}, -1}}
		for i, s := range neighbors {
			if cut := clip(nil, corners, p, s.at, i); cut != nil {
				corners = cut
			}
		}
		far := 0.0
		for _, c := range corners {
			far = max(far, math.Sqrt((c.at[0]-p[0])*(c.at[0]-p[0])+(c.at[1]-p[1])*(c.at[1]-p[1])))
		}
		if 2*far < reach {
			return corners, neighbors
		}
	}
}

func (f *plainSurface) sites(s *structure.Structure) []AdsorptionSite {
	var tops, bridges, hollows []AdsorptionSite
	add := func(list *[]AdsorptionSite, kind string, at [2]float64, atoms []int) {
		height := 0.0
		site := AdsorptionSite{Kind: kind}
		for _, k := range atoms {
			height += f.height[k] / float64(len(atoms))
			site.Atoms = append(site.Atoms, f.atoms[k])
		}
		site.Position = f.e1.Scale(at[0]).AddScaled(at[1], f.e2).AddScaled(height, f.normal)
		g := f.cell.Fractional(site.Position)
		site.Position = site.Position.Sub(f.cell.Shift(int(math.Floor(g.A+faceEdge)), int(math.Floor(g.B+faceEdge)), 0))
		for i := range *list {
			d := (*list)[i].Position.Sub(site.Position)
			if length2(f.nearestImage(f.flat(d))) < sameSite*sameSite && math.Abs(d.Dot(f.normal)) < sameSite {
				return
			}
		}
		h := site.Position.Dot(f.normal)
		for i, other := range f.all {
			if down := h - other; down > 0.2 && (site.Below == 0 || down < site.Below) {
				if length2(f.nearestImage(f.flat(geom.At(s.Positions, i).Sub(site.Position)))) < rightUnder*rightUnder {
					site.Below = down
				}
			}
		}
		*list = append(*list, site)
	}
	for k, i := range f.atoms {
		tops = append(tops, AdsorptionSite{Kind: Top, Position: geom.At(s.Positions, int(i)), Atoms: []int32{i}})
		corners, neighbors := f.voronoi(k)
		for c := range corners {
			next := corners[(c+1)%len(corners)]
			x, y := next.at[0]-corners[c].at[0], next.at[1]-corners[c].at[1]
			if by := corners[c].by; by >= 0 && x*x+y*y > 0.01 && neighbors[by].d2 < longestBridge*longestBridge {
				q := neighbors[by]
				add(&bridges, Bridge, [2]float64{(f.at[k][0] + q.at[0]) / 2, (f.at[k][1] + q.at[1]) / 2}, []int{k, q.atom})
			}
			x, y = corners[c].at[0]-f.at[k][0], corners[c].at[1]-f.at[k][1]
			var atoms []int
			for _, q := range f.around(corners[c].at, math.Sqrt(x*x+y*y)+0.1) {
				atoms = append(atoms, q.atom)
			}
			add(&hollows, Hollow, corners[c].at, atoms)
		}
	}
	return append(append(tops, bridges...), hollows...)
}

// plainClasses are the orbits of the sites under all operations, one by one.
func (f *plainSurface) classes(t *testing.T, s *structure.Structure, sites []AdsorptionSite) {
	t.Helper()
	y, err := FindSymmetry(context.Background(), s, 0)
	if err != nil {
		t.Fatal(err)
	}
	at := make([]cell.Fractional, len(sites))
	kinds := make([]uint8, len(sites))
	for i := range sites {
		at[i] = f.cell.Fractional(sites[i].Position)
		kinds[i] = uint8(min(len(sites[i].Atoms), 200))
		sites[i].Class = i
	}
	find := newSites(&f.cell, kinds, at, 0.2)
	motions := append([]motion(nil), y.group...)
	for k := range 3 {
		m := motion{rotation: unturned}
		m.move[k] = 1
		motions = append(motions, m)
	}
	for changed := true; changed; {
		changed = false
		for _, m := range motions {
			for i := range sites {
				g := rotate(&m.rotation, y.lattice.cell.Fractional(sites[i].Position))
				g.A, g.B, g.C = g.A+m.move[0], g.B+m.move[1], g.C+m.move[2]
				if j, _ := find.find(f.cell.Fractional(y.lattice.cell.Cartesian(g)), kinds[i]); j >= 0 && sites[i].Class != sites[j].Class {
					least := min(sites[i].Class, sites[j].Class)
					sites[i].Class, sites[j].Class, changed = least, least, true
				}
			}
		}
	}
	number := map[int]int{}
	for i := range sites {
		if _, known := number[sites[i].Class]; !known {
			number[sites[i].Class] = len(number)
		}
		sites[i].Class = number[sites[i].Class]
	}
}

func plainSpread(c *cell.Cell, sites []AdsorptionSite, of []int, count int) (chosen []int) {
	distance := make([]float64, len(of))
	for i := range distance {
		distance[i] = math.Inf(1)
	}
	for next := 0; len(chosen) < count; {
		chosen = append(chosen, of[next])
		p := sites[of[next]].Position
		distance[next] = -1
		far := next
		for i, k := range of {
			if distance[i] >= 0 {
				distance[i] = min(distance[i], c.Distance(p, sites[k].Position))
				if distance[far] < 0 || distance[i] > distance[far]+1e-6 {
					far = i
				}
			}
		}
		next = far
	}
	return chosen
}

// surfacesToCompare are slabs of all kinds: skewed cells, cells of one atom, noise, steps, oxides, defects.
func surfacesToCompare(t *testing.T) map[string]*structure.Structure {
	t.Helper()
	random := rand.New(rand.NewPCG(7, 7))
	list := map[string]*structure.Structure{}
	for _, name := range []string{"fcc", "bcc", "hcp", "diamond", "rocksalt", "fluorite", "rutile", "perovskite", "spinel"} {
		for _, miller := range [][3]int{{1, 1, 1}, {1, 0, 0}, {1, 1, 0}, {5, 1, 1}, {2, 1, 3}} {
			for _, m := range [][4]int{{1, 0, 0, 1}, {4, 1, -1, 3}, {1, 0, 7, 1}} {
				b, err := (&Slab{Miller: miller, Layers: 2, Vacuum: 6, Lateral: m}).Cut(prototype(t, name, Conventional))
				if err != nil {
					t.Fatal(name, miller, err)
				}
				if b.Structure.Len() > 700 {
					continue
				}
				key := fmt.Sprint(name, miller, m)
				list[key] = b.Structure
				for kind, by := range map[string]float64{" rounded": 0.001, " hot": 0.2} {
					noisy := b.Structure.Clone()
					for i := range noisy.Positions {
						noisy.Positions[i] += by * (random.Float64() - 0.5)
					}
					if kind == " rounded" {
						for i, x := range b.Structure.Positions {
							noisy.Positions[i] = math.Round(1000*x) / 1000
						}
					}
					list[key+kind] = noisy
				}
			}
		}
	}
	return list
}

// TestSitesAsDefined: the search by places finds what looking at all pairs finds: the same
// sites in the same order with the same classes, bit for bit, and spreads them alike.
func TestSitesAsDefined(t *testing.T) {
	compared := 0
	for name, s := range surfacesToCompare(t) {
		for _, depth := range []float64{1, 3} {
			plain, err := newPlainSurface(s, depth)
			if err != nil {
				t.Fatal(name, err)
			}
			want := plain.sites(s)
			plain.classes(t, s, want)
			got, alike, err := (&Sites{Depth: depth}).Find(context.Background(), s)
			if err != nil || alike != "" {
				t.Fatal(name, err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, depth %g: %d sites, want %d, or they differ", name, depth, len(got), len(want))
			}
			var of []int
			for i, x := range got {
				if x.Class == got[len(got)-1].Class {
					of = append(of, i)
				}
			}
			for _, count := range []int{1, (len(of) + 3) / 4, len(of)} {
				chosen, _, err := Spread(context.Background(), s, got, of, count)
				if want := plainSpread(&plain.cell, want, of, count); err != nil || !reflect.DeepEqual(chosen, want) {
					t.Errorf("%s, depth %g: spread over %v, want %v, %v", name, depth, chosen, want, err)
				}
			}
			compared++
		}
	}
	if compared < 300 {
		t.Errorf("%d slabs", compared)
	}
}
