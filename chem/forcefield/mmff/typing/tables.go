package typing

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/types.tsv
var typesTable string

//go:embed data/bci.tsv
var incrementsTable string

// maxType is the largest numeric type.
const maxType = 99

// Properties is what MMFF94 says of an atom type (MMFFPROP of Halgren 1996).
type Properties struct {
	Element      uint8 // atomic number; 0: there is no such type
	Coordination uint8 // number of bonded neighbors
	// Valence is the sum of the bond orders. 34 and 12 stand for 3 or 4 and for 1 or
	// 2, of atoms whose bonds differ between resonance forms.
	Valence        uint8
	MultipleBond   uint8 // 2 or 3: double or triple bonds occur; 1: partly multiple ones
	LonePair       bool  // has a pi lone pair
	Aromatic       bool  // is in an aromatic ring
	Linear         bool  // has a linear bond angle
	SingleMultiple bool  // takes part in single bonds between multiply bonded atoms
}

// PropertiesOf returns the properties of a numeric type, the zero value for a number
// that stands for none.
func PropertiesOf(t uint8) Properties {
	if t > maxType {
		return Properties{}
	}
	return tables().properties[t]
}

// increment is the charge in e that a bond to an atom of type to, which is the larger
// number, gives that atom.
type increment struct {
	to, class uint8
	value     float64
}

type parameters struct {
	properties [maxType + 1]Properties
	// partial and adjustment are the partial bond charge increments and the formal
	// charge adjustments, in e and per bond.
	partial, adjustment [maxType + 1]float64
	// increments[first[t]:first[t+1]] are those of bonds between type t and types from
	// t upward.
	increments []increment
	first      [maxType + 2]int16
}

var tables = sync.OnceValue(func() *parameters {
	p := new(parameters)
	for line := range strings.Lines(typesTable) {
		if line[0] == '#' {
			continue
		}
		f := strings.Fields(line)
		t := small(f[0])
		p.properties[t] = Properties{
			Element: small(f[1]), Coordination: small(f[2]), Valence: small(f[3]), MultipleBond: small(f[5]),
			LonePair: f[4] == "1", Aromatic: f[6] == "1", Linear: f[7] == "1", SingleMultiple: f[8] == "1",
		}
		p.partial[t], p.adjustment[t] = real(f[9]), real(f[10])
	}
	p.increments = make([]increment, 0, 498)
	last := 0
	for line := range strings.Lines(incrementsTable) {
		if line[0] == '#' {
			continue
		}
		f := strings.Fields(line)
		for from := int(small(f[0])); last < from; {
			last++
			p.first[last] = int16(len(p.increments))
		}
		p.increments = append(p.increments, increment{small(f[1]), small(f[2]), real(f[3])})
	}
	for last <= maxType {
		last++
		p.first[last] = int16(len(p.increments))
	}
	return p
})

// small and real read the numbers of the embedded tables.
func small(s string) uint8 {
	n, err := strconv.ParseUint(s, 10, 8)
	if err != nil {
		panic("MMFF94 tables: " + s)
	}
	return uint8(n)
}

func real(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic("MMFF94 tables: " + s)
	}
	return v
}

// given returns the charge in e that a bond of the class gives an atom of type to from
// one of type from. Without a row it is the difference of the partial increments
// (Halgren 1996, 17, 616, eq. 16).
func (p *parameters) given(class, from, to uint8) float64 {
	low, high, sign := to, from, -1.0
	if to > from {
		low, high, sign = from, to, 1
	}
	for i := p.first[low]; i < p.first[low+1]; i++ {
		if r := &p.increments[i]; r.to == high && r.class == class {
			return sign * r.value
		}
	}
	return p.partial[to] - p.partial[from]
}
