package smarts

import (
	"math/bits"
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Target is a molecule prepared for matching. It holds working memory of the searches:
// it may be used by one goroutine at a time. The molecule must not change meanwhile.
type Target struct {
	p *perceive.Molecule
	s *stereo.Set

	words []uint64
	props [][numProps]int32
	union uint64                                // of all words
	count [aliphaticSlots + aromaticSlots]int32 // atoms per element bit
	start []int32                               // per atom and one more, into edges
	edges []edge
	late  bool // the late properties are known

	rings      []uint64        // per atom: bit n set when in a ring of n atoms, bit 63 for longer ones
	longRings  map[int32][]int // sizes of the longer ones
	component  []int32         // per atom
	components int
	centers    []int32 // per atom: index in s.Centers and 1; 0: none
	turns      []int32 // per bond: index in s.Bonds and 1; 0: none

	m matcher
}

// edge is a bond seen from one of its atoms.
type edge struct {
	to   int32
	bond int32
	kind uint8 // bit of kinds
}

// NewTarget prepares p for matching, s being its configuration. When s is nil, the
// handedness and directions in queries are not compared. It keeps p and s.
func NewTarget(p *perceive.Molecule, s *stereo.Set) *Target {
	n := len(p.Mol.Atoms)
	t := &Target{p: p, s: s, words: make([]uint64, n), props: make([][numProps]int32, n), start: make([]int32, n+2), edges: make([]edge, 2*len(p.Mol.Bonds))}
	t.addBonds()
	for _, ring := range p.Rings.Relevant {
		size := int32(len(ring))
		for _, i := range ring {
			v := &t.props[i]
			v[propRings]++
			if v[propSmallest] == 0 || size < v[propSmallest] {
				v[propSmallest] = size
			}
		}
	}
	for i := range p.Mol.Atoms {
		t.addAtom(i)
	}
	return t
}

func (t *Target) addBonds() {
	m := t.p.Mol
	start := t.start
	for i := range m.Bonds {
		start[m.Bonds[i].A+2]++
		start[m.Bonds[i].B+2]++
	}
	for i := 2; i < len(start); i++ {
		start[i] += start[i-1]
	}
	for k := range m.Bonds {
		b := &m.Bonds[k]
		kind := uint8(otherBond)
		if t.p.AromaticBonds[k] {
			kind = aromatic
		} else {
			switch b.Order {
			case mol.Single:
				kind = single
			case mol.Double:
				kind = double
			case mol.Triple:
				kind = triple
			case mol.Quadruple:
				kind = quadruple
			case mol.Dative:
				kind = toAcceptor
			}
		}
		back := kind
		if kind == toAcceptor {
			back = toDonor
		}
		if t.p.Rings.BondInRing(k) {
			kind += inRing
			back += inRing
			t.props[b.A][propRingBonds]++
			t.props[b.B][propRingBonds]++
		}
		// A hydrogen atom counts as one of its neighbor's hydrogens.
		if m.Atoms[b.A].Element == 1 {
			t.props[b.B][propHydrogens]++
		}
		if m.Atoms[b.B].Element == 1 {
			t.props[b.A][propHydrogens]++
		}
		t.edges[start[b.A+1]] = edge{int32(b.B), int32(k), kind}
		start[b.A+1]++
		t.edges[start[b.B+1]] = edge{int32(b.A), int32(k), back}
		start[b.B+1]++
	}
	t.start = start[:len(m.Atoms)+1]
}

func (t *Target) addAtom(i int) {
	a := &t.p.Mol.Atoms[i]
	v := &t.props[i]
	degree := t.start[i+1] - t.start[i]
	v[propElement] = int32(a.Element)
	v[propIsotope] = int32(a.Isotope)
	v[propNuclide] = nuclide(int32(a.Isotope), int32(a.Element))
	v[propCharge] = int32(a.Charge)
	v[propImplicit] = int32(a.Hydrogens)
	v[propHydrogens] += int32(a.Hydrogens)
	v[propDegree] = degree
	v[propConnections] = degree + int32(a.Hydrogens)
	v[propValence] = int32(t.p.Valence[i])
	kind := 0
	if a.Aromatic {
		kind = 1
	}
	w := slots[a.Element][kind]
	t.count[bits.TrailingZeros64(w)]++
	for k := range fields {
		f := &fields[k]
		w |= f.bit(v[f.prop])
	}
	t.words[i] = w
	t.union |= w
}

// addLate computes the properties that few queries ask for.
func (t *Target) addLate() {
	if t.late {
		return
	}
	t.late = true
	m := t.p.Mol
	for i := range m.Atoms {
		v := &t.props[i]
		for _, e := range t.edges[t.start[i]:t.start[i+1]] {
			o := &m.Atoms[e.to]
			if o.Element != 1 || o.Isotope > 1 { // deuterium counts, as in RDKit
				v[propHeavy]++
			}
			if o.Element != 6 && o.Element != 1 {
				v[propHetero]++
				if !o.Aromatic {
					v[propAliphaticHetero]++
				}
			}
		}
	}
	t.hybridize()
}

// inRingOf says whether atom i is in a ring of lo to hi atoms.
func (t *Target) inRingOf(i, lo, hi int32) bool {
	const long = 63
	if t.rings == nil {
		t.rings = make([]uint64, len(t.words))
		t.longRings = map[int32][]int{}
		for _, ring := range t.p.Rings.Relevant {
			for _, a := range ring {
				t.rings[a] |= 1 << min(len(ring), long)
				// Rings come by size, so equal sizes follow each other.
				if s := t.longRings[int32(a)]; len(ring) >= long && (len(s) == 0 || s[len(s)-1] != len(ring)) {
					t.longRings[int32(a)] = append(s, len(ring))
				}
			}
		}
	}
	lo = max(lo, 3)
	for n := lo; n <= min(hi, long-1); n++ {
		if t.rings[i]>>n&1 == 1 {
			return true
		}
	}
	if hi < long || t.rings[i]>>long == 0 {
		return false
	}
	sizes := t.longRings[i]
	at, _ := slices.BinarySearch(sizes, int(lo))
	return at < len(sizes) && sizes[at] <= int(hi)
}

// componentOf returns the connected component of atom i.
func (t *Target) componentOf(i int32) int32 {
	if t.component == nil {
		of, n := t.p.Mol.Components()
		t.components = n
		t.component = make([]int32, len(of))
		for k, c := range of {
			t.component[k] = int32(c)
		}
	}
	return t.component[i]
}

// bondBetween returns the bond between atoms a and b and its kind seen from a; ok is
// false when there is none. It looks at the neighbors of the atom that has fewer.
func (t *Target) bondBetween(a, b int32) (bond int32, kind uint8, ok bool) {
	turned := t.degree(a) > t.degree(b)
	if turned {
		a, b = b, a
	}
	for _, e := range t.edges[t.start[a]:t.start[a+1]] {
		if e.to != b {
			continue
		}
		switch e.kind {
		case toAcceptor:
			if turned {
				return e.bond, toDonor, true
			}
		case toDonor:
			if turned {
				return e.bond, toAcceptor, true
			}
		}
		return e.bond, e.kind, true
	}
	return 0, 0, false
}

func (t *Target) degree(i int32) int32 { return t.start[i+1] - t.start[i] }
