package uff

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/minimize"
)

// TestSameBytes: parameters, energy, stiffness and minimizer give the same bits on
// every platform; the number is the hash of the positions they lead to.
func TestSameBytes(t *testing.T) {
	const want = 0xf39e0cf0ee80d93e
	p := complete(t, "CC(=O)Nc1ccc(cc1)P(C)C.F[S](F)(F)(F)(F)F")
	x := atRandom(len(p.Mol.Atoms), 6)
	f, err := New(p, Options{Positions: x})
	if err != nil {
		t.Fatal(err)
	}
	_, err = minimize.Run(t.Context(), f, x, minimize.Options{MaxIterations: 40, MaxStep: 0.3, Preconditioner: forcefield.NewStiffness(p, nil)})
	if err != nil {
		t.Fatal(err)
	}
	hash := fnv.New64a()
	for _, v := range x {
		hash.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
	}
	if got := hash.Sum64(); got != want {
		t.Errorf("got %#x, want %#x", got, uint64(want))
	}
}
