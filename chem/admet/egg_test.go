package admet

import (
	"fmt"
	"math"
	"testing"
)

// The values are those of the equations worked out with RDKit's descriptors. Sulfur
// counts in the polar surface area: without it celecoxib and omeprazole would lie in the
// yolk and thiophene in neither zone.
func TestBoiledEgg(t *testing.T) {
	tests := []struct {
		name                string
		logP, tpsa          float64
		white, yolk         float64
		absorbed, penetrant bool
	}{
		{"aspirin", 1.3101, 63.60, 0.076, 0.801, true, true},
		{"ibuprofen", 3.0732, 37.30, 0.227, 0.002, true, true},
		{"caffeine", -1.0293, 61.82, 0.653, 2.549, true, false},
		{"benzene", 1.6866, 0, 1.186, 1.196, false, false},
		{"ethanol", -0.0014, 20.23, 1.050, 1.543, false, false},
		{"glucose", -3.2214, 110.38, 1.517, 8.05, false, false},
		{"atorvastatin", 6.3136, 111.79, 1.511, 4.68, false, false},
		{"quercetin", 1.9880, 131.36, 0.753, 5.27, true, false},
		{"nicotine", 1.8483, 16.13, 0.705, 0.539, true, true},
		{"celecoxib", 3.5139, 86.36, math.NaN(), 1.412, true, false},
		{"celecoxib without sulfur", 3.5139, 77.98, math.NaN(), 0.971, true, true},
		{"omeprazole", 2.8997, 96.31, math.NaN(), 2.013, true, false},
		{"omeprazole without sulfur", 2.8997, 77.10, math.NaN(), 0.906, true, true},
		{"clopidogrel", 3.6739, 57.78, 0.103, 0.270, true, true},
		{"thiophene", 1.7481, 28.24, 0.453, 0.333, true, true},
		{"thiophene without sulfur", 1.7481, 0, math.NaN(), math.NaN(), false, false},
		{"cyanic acid", -0.1600, 44.02, 0.596, 1.448, true, false},
		{"limonene", 3.3089, 0, 1.004, 0.863, false, true},
		{"naphthalene", 2.8398, 0, 1.028, 0.889, false, true},
		{"toluene", 1.9950, 0, 1.130, 1.081, false, false},
	}
	for _, c := range tests {
		e := BoiledEgg(c.logP, c.tpsa)
		if e.Absorbed != c.absorbed || e.Penetrant != c.penetrant {
			t.Errorf("%s: got absorbed %v, penetrant %v, want %v, %v", c.name, e.Absorbed, e.Penetrant, c.absorbed, c.penetrant)
		}
		for _, v := range []struct {
			zone      string
			got, want float64
		}{{"white", e.White, c.white}, {"yolk", e.Yolk, c.yolk}} {
			if tolerance := 0.0006 + 0.001*v.want; !math.IsNaN(v.want) && math.Abs(v.got-v.want) > tolerance {
				t.Errorf("%s: %s is %.4f, want %.3f", c.name, v.zone, v.got, v.want)
			}
		}
	}
}

// The centers give zero and the ends of the turned axes lie on the edge.
func TestEllipses(t *testing.T) {
	for _, e := range []ellipse{white, yolk} {
		sin, cos := math.Sincos(e.turn)
		for _, p := range []struct{ x, y, want float64 }{
			{e.x, e.y, 0},
			{e.x + e.width/2*cos, e.y + e.width/2*sin, 1},
			{e.x - e.width/2*cos, e.y - e.width/2*sin, 1},
			{e.x - e.height/2*sin, e.y + e.height/2*cos, 1},
			{e.x + e.height/2*sin, e.y - e.height/2*cos, 1},
		} {
			if got := e.value(p.x, p.y); math.Abs(got-p.want) > 1e-9 {
				t.Errorf("value at %.3f, %.3f: got %.12f, want %g", p.x, p.y, got, p.want)
			}
		}
	}
}

func ExampleBoiledEgg() {
	aspirin := BoiledEgg(1.3101, 63.60)
	fmt.Printf("absorbed %v (%.3f), reaches the brain %v (%.3f)\n", aspirin.Absorbed, aspirin.White, aspirin.Penetrant, aspirin.Yolk)
	// Output: absorbed true (0.076), reaches the brain true (0.801)
}
