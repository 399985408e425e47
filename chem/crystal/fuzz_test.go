package crystal

import (
	"context"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// FuzzCrystal: whatever cell and atoms, nothing panics, what is built is valid and keeps the
// density, and a symmetry that was found is that of its own standard cell.
func FuzzCrystal(f *testing.F) {
	f.Add([]byte{40, 0, 0, 0, 40, 0, 0, 0, 40, 29, 0, 0, 0, 29, 0, 20, 20, 29, 20, 0, 20, 29, 20, 20, 0}, int8(1), int8(1), int8(1), uint8(2))
	f.Add([]byte{40, 0, 0, 236, 35, 0, 0, 0, 60, 6, 0, 0, 15, 6, 10, 10, 15, 7, 0, 0, 45}, int8(-1), int8(2), int8(0), uint8(1))
	f.Add([]byte{0, 20, 20, 20, 0, 20, 20, 20, 0, 11, 0, 0, 0, 17, 20, 20, 20}, int8(2), int8(-1), int8(3), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, h, k, l int8, n uint8) {
		if len(data) < 13 {
			return
		}
		s := &structure.Structure{Cell: &[9]float64{}}
		for i := range 9 {
			s.Cell[i] = float64(int8(data[i])) / 10
		}
		for data = data[9:]; len(data) >= 4 && s.Len() < 12; data = data[4:] {
			s.Elements = append(s.Elements, 1+data[0]%118)
			for _, x := range data[1:4] {
				s.Positions = append(s.Positions, float64(int8(x))/10)
			}
			if s.Len() > 1 && data[0]%3 == 0 {
				s.Bonds = append(s.Bonds, [2]uint32{uint32(s.Len() - 2), uint32(s.Len() - 1)})
			}
		}
		density, _ := s.Density()
		valid := func(what string, b *Built, err error) {
			if err != nil {
				return
			}
			if err := b.Structure.Validate(); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			for _, x := range b.Structure.Positions {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Fatalf("%s: a position of %g", what, x)
				}
			}
		}
		m := [9]int{int(n%4) + 1, int(h % 3), 0, int(k % 3), 1, int(l % 3), 0, int(h % 2), 2}
		b, err := Supercell(s, m)
		valid("supercell", b, err)
		if err == nil {
			if d, _ := b.Structure.Density(); math.Abs(d-density) > 1e-6*density {
				t.Fatalf("%g g/cm³ becomes %g", density, d)
			}
		}
		o := Slab{Miller: [3]int{int(h), int(k), int(l)}, Layers: int(n%3) + 1, Vacuum: float64(n % 7), Shift: float64(n%5) / 5}
		b, err = o.Cut(s)
		valid("slab", b, err)
		if err == nil {
			if sites, _, err := (&Sites{Depth: 2}).Find(context.Background(), b.Structure); err == nil {
				for _, x := range sites {
					if math.IsNaN(x.Position.Norm()) || len(x.Atoms) == 0 {
						t.Fatalf("site %+v", x)
					}
				}
				if len(sites) > 0 {
					water := Adsorbate{Molecule: water(), Height: 3}
					if got, err := water.Place(context.Background(), b.Structure, sites[:1]); err == nil && got.Structure.Len() != 3 {
						t.Fatal("an atom is lost")
					}
				}
			}
		}
		if _, err := Terminations(context.Background(), s, o.Miller, 0, 0.02); err == nil {
			if x, err := o.Symmetric(context.Background(), s, 0.02); err == nil {
				valid("symmetric", x.Built, nil)
			}
		}
		if _, err := o.Rectangle(s); err == nil && o.Miller == [3]int{} {
			t.Fatal("0 0 0 has a rectangle")
		}
		y, err := FindSymmetry(context.Background(), s, 0.02)
		if err != nil {
			return
		}
		b, err = y.Primitive()
		valid("primitive", b, err)
		b, err = y.Conventional()
		valid("conventional", b, err)
		b, err = y.Standardized(false)
		valid("standard", b, err)
		if err == nil {
			c := mustCell(t, b.Structure)
			for _, op := range y.Setting.Operations() {
				if !maps(c, b.Structure, &op, 1e-4) {
					t.Fatalf("%s is no operation of the standard cell of %s", op, y.Setting.Name)
				}
			}
		}
		p := Particle{Facets: []Facet{{o.Miller, 1}, {[3]int{1, 0, 0}, 1.1}}, Atoms: 30}
		if w, err := p.Build(context.Background(), s, 0.02); err == nil {
			valid("particle", &w.Built, nil)
		}
		if list, err := Voids(context.Background(), s, 0.8); err == nil && len(list) > 0 {
			b, err := Insert(s, 1, []geom.Vec3{list[0].Position})
			valid("interstitial", b, err)
		}
	})
}
