package conform

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/contract"
)

// TestUnbonded: atoms over two bonds are no closer than 1.5 Å and are left alone; what
// stands closer than any of them has to be bonded.
func TestUnbonded(t *testing.T) {
	water := contract.Structure{
		Elements: []uint8{8, 1, 1}, Positions: []float64{0, 0, 0, 0.9572, 0, 0, -0.2399, 0.9266, 0},
		Bonds: [][2]uint32{{0, 1}, {2, 0}},
	}
	if i, j, d := unbonded(&water); d != 0 {
		t.Errorf("water: atoms %d and %d at %g Å", i, j, d)
	}
	water.Bonds = water.Bonds[:1]
	if i, j, d := unbonded(&water); i != 0 || j != 2 || d < 0.95 || d > 0.96 {
		t.Errorf("a bond left out: got atoms %d and %d at %g Å", i, j, d)
	}
	same := contract.Structure{Elements: []uint8{6, 6}, Positions: []float64{1, 1, 1, 1, 1, 1}}
	if i, j, d := unbonded(&same); i != 0 || j != 1 || d == 0 {
		t.Errorf("two atoms on one spot: got atoms %d and %d at %g Å", i, j, d)
	}
}

// TestCutBond: a bond is cut when an image of its end is a bond away and the end is not.
func TestCutBond(t *testing.T) {
	for _, c := range []struct {
		name string
		x    float64 // of the second atom; the first is at 0.5
		cell *[9]float64
		want int
	}{
		{"whole", 2, &[9]float64{20, 0, 0, 0, 20, 0, 0, 0, 20}, -1},
		{"cut", 19.2, &[9]float64{20, 0, 0, 0, 20, 0, 0, 0, 20}, 0},
		{"a long way without an image nearby", 9, &[9]float64{20, 0, 0, 0, 20, 0, 0, 0, 20}, -1},
		{"cut in a small cell", 5.5, &[9]float64{6, 0, 0, 0, 20, 0, 0, 0, 20}, 0},
		{"no cell", 19.2, nil, -1},
	} {
		s := contract.Structure{Elements: []uint8{6, 6}, Positions: []float64{0.5, 0, 0, c.x, 0, 0}, Bonds: [][2]uint32{{0, 1}}, Cell: c.cell}
		if got := cutBond(&s); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
}

// TestCutNetworks: a chain that goes on in the next cell has to be cut somewhere; one that
// only leaves the cell does not.
func TestCutNetworks(t *testing.T) {
	const n = 8
	var elements []uint8
	var positions []float64
	var bonds [][2]uint32
	for i := range n { // along x, 1.5 Å apart, in a cell of 12 Å
		elements = append(elements, 6)
		positions = append(positions, math.Mod(1.5*float64(i)+6.1, 12), 1, 1)
		if i > 0 {
			bonds = append(bonds, [2]uint32{uint32(i - 1), uint32(i)})
		}
	}
	cell := &[9]float64{12, 0, 0, 0, 20, 0, 0, 0, 20}
	chain := contract.Structure{Elements: elements, Positions: positions, Bonds: bonds, Cell: cell}
	if got := cutBond(&chain); got != 3 {
		t.Errorf("a chain that leaves the cell: got %d, want 3", got)
	}
	ring := chain
	ring.Bonds = append([][2]uint32{{n - 1, 0}}, bonds...)
	if got := cutBond(&ring); got != -1 {
		t.Errorf("a chain without end: got bond %d, want none", got)
	}
	// A cut molecule beside it is found.
	ring.Elements = append(append([]uint8{}, elements...), 8, 1)
	ring.Positions = append(append([]float64{}, positions...), 5, 0.3, 5, 5, 19.5, 5)
	ring.Bonds = append(append([][2]uint32{}, ring.Bonds...), [2]uint32{n, n + 1})
	if got := cutBond(&ring); got != n {
		t.Errorf("a cut molecule beside a chain without end: got bond %d, want %d", got, n)
	}
}
