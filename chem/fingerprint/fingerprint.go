// Package fingerprint describes a molecule by the surroundings of its atoms: Morgan
// fingerprints, also called extended-connectivity fingerprints (Rogers and Hahn, J.
// Chem. Inf. Model. 2010, 50, 742), and how alike two of them are.
//
// The identifiers are those of RDKit's Morgan generator, bit for bit, with its
// connectivity invariants, without chirality and without redundant environments, so
// that fingerprints and tables that were made with that program can be used.
package fingerprint

import (
	"math/bits"
	"slices"

	"github.com/molsmith/molsmith/chem/perceive"
)

// Counts is an unfolded fingerprint: its identifiers, rising, and how often each
// occurs.
type Counts struct {
	IDs   []uint32
	Times []int // same length as IDs, each 1 or more
}

// Total returns how many environments were counted.
func (c *Counts) Total() int {
	total := 0
	for _, n := range c.Times {
		total += n
	}
	return total
}

// Morgan returns the identifiers of all environments of p of a radius in bonds from
// 0 to radius. An environment that holds the same bonds as an earlier or smaller one
// is not counted.
func Morgan(p *perceive.Molecule, radius int) *Counts {
	ids := environments(p, radius)
	slices.Sort(ids)
	different := 0
	for i, id := range ids {
		if i == 0 || id != ids[i-1] {
			different++
		}
	}
	c := &Counts{IDs: make([]uint32, 0, different), Times: make([]int, 0, different)}
	for i, id := range ids {
		if i == 0 || id != ids[i-1] {
			c.IDs = append(c.IDs, id)
			c.Times = append(c.Times, 0)
		}
		c.Times[len(c.Times)-1]++
	}
	return c
}

// Size is the number of bits of a folded fingerprint.
const Size = 2048

// Bits is a folded fingerprint: bit i is bit i%64 of word i/64.
type Bits [Size / 64]uint64

// ECFP4 returns the Morgan fingerprint of radius 2, each identifier folded to the bit
// of its remainder by Size.
func ECFP4(p *perceive.Molecule) *Bits {
	b := new(Bits)
	for _, id := range environments(p, 2) {
		b[id%Size/64] |= 1 << (id % 64)
	}
	return b
}

// Popcount returns the number of bits that are set.
func (b *Bits) Popcount() int {
	n := 0
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}

// OnBits returns the places of the bits that are set, rising.
func (b *Bits) OnBits() []int {
	on := make([]int, 0, b.Popcount())
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			on = append(on, 64*i+bits.TrailingZeros64(word))
		}
	}
	return on
}

// Hex returns b as 512 lower-case hexadecimal digits in the order of the FPS format:
// bytes from bit 0 on, the lowest bit of a byte first, each byte as two digits.
func (b *Bits) Hex() string {
	const digits = "0123456789abcdef"
	text := make([]byte, 0, Size/4)
	for _, word := range b {
		for range 8 {
			text = append(text, digits[word>>4&15], digits[word&15])
			word >>= 8
		}
	}
	return string(text)
}

// Tanimoto returns the bits that a and b share divided by those that either has, 0
// to 1; 0 when both are empty.
func Tanimoto(a, b *Bits) float64 {
	shared, either := 0, 0
	for i := range a {
		shared += bits.OnesCount64(a[i] & b[i])
		either += bits.OnesCount64(a[i] | b[i])
	}
	if either == 0 {
		return 0
	}
	return float64(shared) / float64(either)
}
