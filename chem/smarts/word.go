package smarts

import "math"

// A word describes a target atom in 64 bits: one bit of each field is set. Most
// primitives are then one AND, and combinations of them often stay one.
//
// Element and aromaticity are one field. Its last aliphatic and aromatic bits stand for
// all other elements.
var slotElements = [...]uint8{1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 34, 35, 53}

const (
	aliphaticSlots = len(slotElements) + 1
	aromaticSlots  = 7
	aliphaticMask  = uint64(1)<<aliphaticSlots - 1
	aromaticMask   = (uint64(1)<<aromaticSlots - 1) << aliphaticSlots
	elementMask    = aliphaticMask | aromaticMask
)

// slots are the bits of every element, aliphatic and aromatic.
var slots = func() (s [256][2]uint64) {
	for z := range s {
		s[z] = [2]uint64{1 << (aliphaticSlots - 1), 1 << (aliphaticSlots + aromaticSlots - 1)}
	}
	for i, z := range slotElements {
		s[z][0] = 1 << i
	}
	for i, z := range [...]uint8{5, 6, 7, 8, 15, 16} {
		s[z][1] = 1 << (aliphaticSlots + i)
	}
	return s
}()

// exact says whether a slot stands for one element only.
func exact(slot uint64) bool {
	return slot != 1<<(aliphaticSlots-1) && slot != 1<<(aliphaticSlots+aromaticSlots-1)
}

// field is a property of which small values have bits of their own. The first bit is
// value first; the last one stands for all values from there on and all below first.
type field struct {
	prop        prop
	shift       uint
	first, bits int32
}

var fields = [...]field{
	{propHydrogens, 21, 0, 5},
	{propDegree, 26, 0, 6},
	{propConnections, 32, 0, 6},
	{propRingBonds, 38, 1, 5}, // 1, 2, 3, 4, none or more
	{propCharge, 43, -1, 4},
	{propValence, 47, 1, 7},
	{propRings, 54, 0, 4},
	{propSmallest, 58, 3, 6}, // 3 to 7, none or more
}

func (f *field) mask() uint64 { return (1<<f.bits - 1) << f.shift }

// bit returns the bit of value v.
func (f *field) bit(v int32) uint64 {
	i := v - f.first
	if i < 0 || i >= f.bits {
		i = f.bits - 1
	}
	return 1 << (f.shift + uint(i))
}

// between returns the bits of the values lo to hi; ok is false when the last bit stands
// for values inside and values outside.
func (f *field) between(lo, hi int32) (mask uint64, ok bool) {
	last := f.first + f.bits - 1
	for v := f.first; v < last; v++ {
		if v >= lo && v <= hi {
			mask |= f.bit(v)
		}
	}
	smallest := int32(0)
	if f.prop == propCharge {
		smallest = math.MinInt8
	}
	low := smallest < f.first // there are values below the first bit
	switch {
	case (!low || lo <= smallest && hi >= f.first-1) && lo <= last && hi == math.MaxInt32:
		return mask | f.bit(last), true
	case hi < last && (!low || lo >= f.first):
		return mask, true
	}
	return mask, false
}

// fieldOf returns the mask of the field that has all bits of mask, 0 when there is none.
func fieldOf(mask uint64) uint64 {
	if mask&^elementMask == 0 {
		return elementMask
	}
	for i := range fields {
		if f := fields[i].mask(); mask&^f == 0 {
			return f
		}
	}
	return 0
}

// ofElement is the condition of one element with its aromaticity.
func ofElement(z uint8, arom bool) literal {
	kind, allowed := 0, aliphaticMask
	if arom {
		kind, allowed = 1, aromaticMask
	}
	if slot := slots[z][kind]; exact(slot) {
		return literal{op: opMask, mask: slot}
	}
	return literal{op: opRange, prop: propElement, lo: int32(z), hi: int32(z), mask: allowed}
}

// bothElement is the condition of one element, aromatic or not.
func bothElement(z int32) literal {
	if z <= math.MaxUint8 {
		if s := slots[z]; exact(s[0]) && exact(s[1]) {
			return literal{op: opMask, mask: s[0] | s[1]}
		}
	}
	l := literal{op: opRange, prop: propElement, lo: z, hi: z, mask: elementMask}
	if z <= math.MaxUint8 {
		l.mask = slots[z][0] | slots[z][1]
	}
	return l
}

// ofRange is the condition lo <= p <= hi.
func ofRange(p prop, lo, hi int32) literal {
	for i := range fields {
		if fields[i].prop == p {
			if mask, ok := fields[i].between(lo, hi); ok {
				return literal{op: opMask, mask: mask}
			}
		}
	}
	return literal{op: opRange, prop: p, lo: lo, hi: hi, mask: math.MaxUint64}
}

// hydrogenMask is the mask of exactly n hydrogens.
func hydrogenMask(n int32) uint64 { return fields[0].bit(n) }
