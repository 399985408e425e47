package contract

import (
	"math"
	"testing"
)

// waters is a box of n waters on a lattice with 4-decimal positions.
func waters(n int) *Structure {
	s := &Structure{Cell: &[9]float64{171.23456789012345, 0, 0, 0, 171.23456789012345, 0, 0, 0, 171.23456789012345}}
	for m := range n {
		o := [3]float64{float64(m%55) * 3.1073, float64(m/55%55) * 3.1073, float64(m/3025) * 3.1073}
		for k, d := range [3][3]float64{{0, 0, 0.1173}, {0.7572, 0, -0.4692}, {-0.7572, 0, -0.4692}} {
			for c := range 3 {
				s.Positions = append(s.Positions, math.Round((o[c]+d[c])*1e4)/1e4)
			}
			s.Elements = append(s.Elements, []uint8{8, 1, 1}[k])
			s.Molecules = append(s.Molecules, int32(m))
			s.ResidueIDs = append(s.ResidueIDs, int32(m+1))
			s.ResidueNames = append(s.ResidueNames, "WATE")
			s.AtomNames = append(s.AtomNames, []string{"O1", "H1", "H2"}[k])
		}
		a := uint32(3 * m)
		s.Bonds = append(s.Bonds, [2]uint32{a, a + 1}, [2]uint32{a, a + 2})
	}
	return s
}

const halfAMillion = MaxAtoms / 3

func BenchmarkAppendStructure(b *testing.B) {
	s := waters(halfAMillion)
	dst := AppendStructure(nil, s)
	b.SetBytes(int64(len(dst)))
	b.ReportAllocs()
	for b.Loop() {
		dst = AppendStructure(dst[:0], s)
	}
}

func BenchmarkDecodeStructure(b *testing.B) {
	data := AppendStructure(nil, waters(halfAMillion))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := DecodeStructure(data, true); err != nil {
			b.Fatal(err)
		}
	}
}

// Positions with all the digits of a float64, as other servers send them.
func BenchmarkDecodeFullDigits(b *testing.B) {
	s := waters(halfAMillion)
	for i := range s.Positions {
		s.Positions[i] += 1.0 / 3
	}
	data := AppendStructure(nil, s)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, _, err := DecodeStructure(data, true); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCanonicalHash(b *testing.B) {
	s := waters(halfAMillion)
	for b.Loop() {
		CanonicalHash(s)
	}
}
