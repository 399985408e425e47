package tools

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/contract"
)

// countsOfResult is the record of what was added: "447 WATE, 4 NA, 4 CL".
func countsOfResult(r *contract.BuilderResult) string {
	v, _ := r.Provenance.Get(provenCounts)
	text, _ := v.(string)
	return text
}

// TestSolvateCells fills random triclinic cells, a truncated octahedron and a rhombic
// dodecahedron around a solute outside of them.
func TestSolvateCells(t *testing.T) {
	cells := []*[9]float64{
		{24, 0, 0, -8, 22.627417, 0, -8, -11.3137085, 19.5959179}, // truncated octahedron
		{24, 0, 0, 0, 24, 0, 12, 12, 16.9705627},                  // rhombic dodecahedron
		{0, 0, 20, 21, 0, 0, 0, 22, 0},                            // turned
	}
	n := 6
	if everything() {
		n = 100
	}
	for k := range n {
		r := rng.New(uint64(k))
		for {
			edge := func() float64 { return 14 + 10*r.Float64() }
			angle := func() float64 { return 60 + 60*r.Float64() }
			a, b, c := edge(), edge(), edge()
			made, err := cell.FromParameters(a, b, c, angle(), angle(), angle())
			if err == nil && made.Volume() >= 0.3*a*b*c {
				v := made.Vectors()
				cells = append(cells, &v)
				break
			}
		}
	}
	solvents := []string{
		water,
		`"solvent":{"name":"Benzene","smiles":"c1ccccc1"},"density":0.874,"seed":3`,
		`"solvent":{"name":"Ethanol","smiles":"CCO"},"density":0.785,"seed":4`,
	}
	for k, box := range cells {
		document := documentOf(t, "toluene", geom.Vec3{X: 40, Y: -30, Z: 3 * float64(k)}, box)
		out := mustOn(t, "solvate", document, solvents[k%len(solvents)])
		checkAround(t, document, &out.Result.Structure, 2)
		if len(out.Result.Warnings) != 0 {
			t.Errorf("cell %d: %q", k, out.Result.Warnings)
		}
	}
}

func TestSolvateMixtures(t *testing.T) {
	document := documentOf(t, "toluene", geom.Vec3{X: 12, Y: 12, Z: 12}, cubic(24))
	free, _ := mustOn(t, "solvate", document, water).Result.Provenance.Get("freeVolume")
	const ethanol = `"mixture":"mixed","further":[{"molecule":{"name":"Ethanol","smiles":"CCO"},"ratio":0.25}]`
	units := math.Floor(free.(float64) * 1e-24 * avogadro / (18.015 + 0.25*46.069))
	for _, c := range []struct{ rest, want string }{
		{ethanol, fmt.Sprintf("%g WATE, %g ETHA", units, math.Floor(units/4))},
		{ethanol + `,"amount":"count","count":40`, "40 WATE, 10 ETHA"},
		{ethanol + `,"amount":"count","count":3`, "3 WATE"},
		{`"amount":"count","count":12`, "12 WATE"},
		{`"amount":"count","count":12,"residue":"SOL"`, "12 SOL"},
		{`"amount":"count","count":12,"ions":"count","cations":2,"anions":3`, "12 WATE, 2 NA, 3 CL"},
		{`"amount":"count","count":12,"ions":"count","cations":0,"anions":3`, "12 WATE, 3 CL"},
		// 0.5 mol/L of 13,724 Å³ are 4.1 formula units.
		{`"amount":"count","count":12,"ions":"concentration","concentration":0.5`, "12 WATE, 4 NA, 4 CL"},
		{`"amount":"count","count":12,"ions":"concentration","concentration":0.5,"cation":{"name":"Magnesium","smiles":"[Mg+2]"}`, "12 WATE, 4 MG, 8 CL"},
		{`"amount":"count","count":12,"ions":"neutralize"`, "12 WATE"},
	} {
		r := mustOn(t, "solvate", document, water+","+c.rest).Result
		if got := countsOfResult(r); got != c.want {
			t.Errorf("%s: got %s, want %s", c.rest, got, c.want)
		}
		checkAround(t, document, &r.Structure, 2)
	}
	r := mustOn(t, "solvate", document, water+","+ethanol+`,"amount":"count","count":3`).Result
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], `None of "Ethanol" was added`) {
		t.Errorf("warnings %q", r.Warnings)
	}
}

func TestSolvateCharges(t *testing.T) {
	at := geom.Vec3{X: 9, Y: 9, Z: 9}
	acetate, sodium := documentOf(t, "acetate", at, cubic(18)), documentOf(t, "sodium-ion", at, cubic(18))
	none := documentOf(t, "methane", at, cubic(18))
	none.FormalCharges = nil
	for _, c := range []struct {
		document   *contract.Structure
		rest, want string
		warns      string
	}{
		{acetate, `"ions":"neutralize"`, "WATE, 1 NA", ""},
		{acetate, `"ions":"neutral_concentration","concentration":0.3`, "WATE, 2 NA, 1 CL", ""}, // 5,800 Å³ take 1.04
		{acetate, `"ions":"none"`, "WATE", "net charge of -1 e"},
		{acetate, `"ions":"neutralize","cation":{"name":"Calcium","smiles":"[Ca+2]"}`, "WATE, 1 CA, 1 CL", ""},
		{sodium, `"ions":"neutralize"`, "WATE, 1 CL", ""},
		{sodium, `"ions":"neutralize","anion":{"name":"Sulfate","smiles":"[O-]S(=O)(=O)[O-]"},"cation":{"name":"Calcium","smiles":"[Ca+2]"}`, "WATE", "net charge of +1 e"},
		{none, `"ions":"neutralize"`, "WATE", "states no formal charges"},
	} {
		r := mustOn(t, "solvate", c.document, water+","+c.rest).Result
		_, got, _ := strings.Cut(countsOfResult(r), " ")
		if warned := strings.Join(r.Warnings, "; "); got != c.want || (c.warns == "") != (warned == "") || !strings.Contains(warned, c.warns) {
			t.Errorf("%s: got %s and warnings %q, want %s and %q", c.rest, got, warned, c.want, c.warns)
		}
	}
}

// TestBalance: the charge is balanced by as few ions as can be, or nearly.
func TestBalance(t *testing.T) {
	for _, c := range []struct{ charge, p, n, cations, anions int }{
		{0, 1, 1, 0, 0}, {-3, 1, 1, 3, 0}, {4, 1, 1, 0, 4}, {-3, 2, 1, 2, 1}, {-4, 2, 1, 2, 0}, {3, 1, 2, 1, 2},
		{-1, 3, 2, 1, 1}, {-1, 2, 2, 0, 0}, {-5, 2, 2, 2, 0}, {5, 2, 2, 0, 2},
	} {
		cations, anions := balance(c.charge, c.p, c.n)
		if cations != c.cations || anions != c.anions {
			t.Errorf("%+d e by +%d and −%d: got %d and %d, want %d and %d", c.charge, c.p, c.n, cations, anions, c.cations, c.anions)
		}
	}
}

// TestSolvateRegions: the centers are in the region, and it has the density.
func TestSolvateRegions(t *testing.T) {
	box := parameters(t, 30, 28, 32, 80, 105, 95)
	document := documentOf(t, "caffeine", geom.Vec3{X: 55, Y: 4, Z: -6}, box)
	c, err := cell.New(*box)
	if err != nil {
		t.Fatal(err)
	}
	heights := c.Heights()
	ball := geom.Vec3{X: 1, Y: -2, Z: 40}
	slab := func(axis int, from, to float64) func(geom.Vec3) float64 {
		return func(p geom.Vec3) float64 {
			f := c.Fractional(p)
			u := [3]float64{f.A, f.B, f.C}[axis] - from
			u -= math.Floor(u)
			return min(max(u-(to-from), 0), 1-u) * heights[axis]
		}
	}
	for _, region := range []struct {
		rest   string
		beyond func(center geom.Vec3) float64
	}{
		{`"region":"shell","shell":5`, func(p geom.Vec3) float64 {
			least := math.Inf(1)
			for i := range document.Elements {
				least = min(least, c.Distance(p, geom.At(document.Positions, i)))
			}
			return least - 5
		}},
		{`"region":"sphere","sphere":{"center":[1,-2,40],"radius":9}`, func(p geom.Vec3) float64 { return c.Distance(p, ball) - 9 }},
		{`"region":"slab","slab":{"axis":"b","from":0.7,"to":1.2}`, slab(1, 0.7, 1.2)},
		{`"region":"slab","slab":{"axis":"a","unit":"angstrom","from":-3,"to":9}`, slab(0, -3/heights[0], 9/heights[0])},
		{`"region":"slab"`, slab(2, 0, 0.5)},
	} {
		for _, solvent := range []string{water, `"solvent":{"name":"Hexane","smiles":"CCCCCC"},"density":0.65,"seed":5`} {
			r := mustOn(t, "solvate", document, solvent+","+region.rest).Result
			s := &r.Structure
			checkAround(t, document, s, 2)
			if len(r.Warnings) != 0 {
				t.Errorf("%s: %q", region.rest, r.Warnings)
			}
			size := len(s.Elements) / (1 + int(s.Molecules[len(s.Molecules)-1]))
			for at := 0; at < len(s.Elements); at += size {
				if far := region.beyond(geom.Centroid(s.Positions[3*at : 3*(at+size)])); far > 2e-3 {
					t.Errorf("%s: a molecule is %.4f Å outside", region.rest, far)
				}
			}
		}
	}
}

// TestSolvateKeepsRings: benzene and hexane among aromatic rings at a distance at which
// bonds could go through rings; none does, in either direction.
func TestSolvateKeepsRings(t *testing.T) {
	seeds := 4
	if everything() {
		seeds = 100
	}
	for seed := range seeds {
		document := documentOf(t, "caffeine", geom.Vec3{X: 8, Y: 8, Z: 8}, cubic(15))
		for _, solvent := range []string{`{"name":"Benzene","smiles":"c1ccccc1"}`, `{"name":"Hexane","smiles":"CCCCCC"}`} {
			r := mustOn(t, "solvate", document, fmt.Sprintf(`"solvent":%s,"density":0.8,"tolerance":1.1,"seed":%d`, solvent, seed)).Result
			if n, _ := r.Provenance.Get(provenPierced); n != int64(0) {
				t.Errorf("%s, seed %d: %v pierced rings", solvent, seed, n)
			}
			if n := piercedRings(document, &r.Structure); n != 0 {
				t.Errorf("%s, seed %d: %d rings are pierced", solvent, seed, n)
			}
		}
	}
}

// TestSolvateKeepsWideRings: rods of solvent go through planar rings of eight atoms at
// this distance, as they do when the bonds of the document are not looked at. The proof
// counts the rings of the document, and the run leaves none pierced.
func TestSolvateKeepsWideRings(t *testing.T) {
	const radius = 1.83 // Å, of a ring with bonds of 1.40 Å
	document := empty(cubic(18))
	for k := range 8 {
		at := geom.Vec3{X: 4.5 + 9*float64(k&1), Y: 4.5 + 9*float64(k>>1&1), Z: 4.5 + 9*float64(k>>2)}
		first := uint32(len(document.Elements))
		for i := range 8 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 4)
			p := at.Add([]geom.Vec3{{X: radius * cos, Y: radius * sin}, {Y: radius * cos, Z: radius * sin}}[k%2])
			document.Elements, document.Molecules = append(document.Elements, 6), append(document.Molecules, 0)
			document.Positions = append(document.Positions, p.X, p.Y, p.Z)
			document.Bonds = append(document.Bonds, [2]uint32{first + uint32(i), first + uint32((i+1)%8)})
		}
	}
	bare := *document
	bare.Bonds = [][2]uint32{}
	through := 0
	for seed := range 6 {
		rest := fmt.Sprintf(`"solvent":{"name":"Nitrogen","smiles":"N#N"},"density":2.5,"tolerance":1,"seed":%d`, seed)
		r := mustOn(t, "solvate", document, rest).Result
		n, _ := r.Provenance.Get(provenPierced)
		if found := piercedRings(document, &r.Structure); found != 0 || n != int64(0) {
			t.Errorf("seed %d: %d rings are pierced, the proof says %v", seed, found, n)
		}
		through += piercedRings(document, &mustOn(t, "solvate", &bare, rest).Result.Structure)
	}
	if through == 0 {
		t.Error("no ring is pierced when the document's bonds are left out: this test shows nothing")
	}
}

// piercedRings counts by brute force the rings of five to eight atoms of either structure
// that a bond of another molecule passes through.
func piercedRings(a, b *contract.Structure) (pierced int) {
	c, err := cell.New(*a.Cell)
	if err != nil {
		return -1
	}
	var positions []float64
	var molecule []int32
	var bonds [][2]int
	for k, s := range []*contract.Structure{a, b} {
		first := len(positions) / 3
		positions = append(positions, s.Positions...)
		for i := range s.Elements {
			molecule = append(molecule, int32(k)*(1+s.Molecules[i]))
		}
		for _, bond := range s.Bonds {
			bonds = append(bonds, [2]int{first + int(bond[0]), first + int(bond[1])})
		}
	}
	next := make([][]int, len(molecule))
	for _, b := range bonds {
		next[b[0]], next[b[1]] = append(next[b[0]], b[1]), append(next[b[1]], b[0])
	}
	var walk func(path []int)
	walk = func(path []int) {
		last := path[len(path)-1]
		for _, n := range next[last] {
			if n == path[0] && len(path) >= 5 && path[1] < last {
				for _, b := range bonds {
					if molecule[b[0]] != molecule[last] && through(&c, positions, path, b) {
						pierced++
					}
				}
			}
			if n > path[0] && len(path) < 8 && !slices.Contains(path, n) {
				walk(append(path[:len(path):len(path)], n))
			}
		}
	}
	for i := range next {
		walk([]int{i})
	}
	return pierced
}

// through reports whether a bond crosses the fan of triangles about a ring's middle.
func through(c *cell.Cell, positions []float64, ring []int, bond [2]int) bool {
	origin := geom.At(positions, ring[0])
	corners := make([]geom.Vec3, len(ring))
	var middle geom.Vec3
	for k, a := range ring {
		corners[k] = c.MinImage(geom.At(positions, a).Sub(origin))
		middle = middle.AddScaled(1/float64(len(ring)), corners[k])
	}
	p := c.MinImage(geom.At(positions, bond[0]).Sub(origin).Sub(middle))
	q := p.Add(c.MinImage(geom.At(positions, bond[1]).Sub(geom.At(positions, bond[0]))))
	for k := range corners {
		u, v := corners[k].Sub(middle), corners[(k+1)%len(corners)].Sub(middle)
		normal := u.Cross(v)
		if p.Dot(normal)*q.Dot(normal) > 0 {
			continue
		}
		// The line keeps to one side of all three edges of the triangle.
		side := func(from, to geom.Vec3) float64 { return from.Sub(p).Cross(to.Sub(p)).Dot(q.Sub(p)) }
		s1, s2, s3 := side(geom.Vec3{}, u), side(u, v), side(v, geom.Vec3{})
		if s1 >= 0 && s2 >= 0 && s3 >= 0 || s1 <= 0 && s2 <= 0 && s3 <= 0 {
			return true
		}
	}
	return false
}

// TestPiercedRings: the count above finds a bond that was put through a ring.
func TestPiercedRings(t *testing.T) {
	ring := documentOf(t, "benzene", geom.Vec3{X: 0.2, Y: 19.9, Z: 5}, cubic(20))
	middle := geom.Centroid(ring.Positions)
	rod := &contract.Structure{Elements: []uint8{6, 6}, Bonds: [][2]uint32{{0, 1}}, Molecules: []int32{0, 0}, Cell: ring.Cell}
	for _, c := range []struct {
		move geom.Vec3
		want int
	}{{geom.Vec3{X: 0.1, Y: 20}, 1}, {geom.Vec3{X: 0.9, Y: 0.3}, 1}, {geom.Vec3{X: 2}, 0}, {geom.Vec3{Z: 1}, 0}} {
		p := middle.Add(c.move)
		rod.Positions = []float64{p.X, p.Y, p.Z - 0.6, p.X + 0.1, p.Y, p.Z + 0.6}
		if got := piercedRings(ring, rod); got != c.want {
			t.Errorf("moved by %v: got %d, want %d", c.move, got, c.want)
		}
	}
}
