package fingerprint

import (
	"slices"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// mix adds v to a hash value s, as hash_combine of the Boost C++ libraries does.
func mix(s, v uint32) uint32 { return s ^ (v + 0x9e3779b9 + s<<6 + s>>2) }

// round is the state of the iteration. In each layer every live atom takes in its
// neighbors' values and their environments of the layer before. An environment is
// the set of the bonds it reaches; of those that are equal only the one of smallest
// value is counted, and only when no layer before had it. The other atoms die.
type round struct {
	p         *perceive.Molecule
	adjacency mol.Adjacency
	codes     []uint8  // per bond
	values    []uint32 // per atom, of the layer before; 0 where the atom was dead then
	next      []uint32 // of this layer
	dead      []bool
	ids       []uint32 // what was counted
	pairs     []uint64 // scratch
}

// environments returns the identifiers of all environments, in no useful order.
func environments(p *perceive.Molecule, radius int) []uint32 {
	r := newRound(p, radius)
	switch {
	case radius <= 0:
	case len(p.Mol.Bonds) <= 64:
		r.small(radius)
	default:
		r.large(radius)
	}
	return r.ids
}

// newRound returns the state before the first layer: each atom alone is counted.
func newRound(p *perceive.Molecule, radius int) *round {
	n := len(p.Mol.Atoms)
	values := make([]uint32, 3*n, 3*n+n*min(max(radius, 0), 3))
	r := &round{
		p: p, adjacency: p.Mol.Neighbors(), codes: make([]uint8, len(p.Mol.Bonds)), dead: make([]bool, n),
		values: values[:n:n], next: values[n : 2*n : 2*n], ids: values[2*n : 3*n],
	}
	for i := range n {
		r.values[i] = r.invariant(i)
		r.dead[i] = r.adjacency.Degree(i) == 0
	}
	copy(r.ids, r.values)
	for k := range r.codes {
		r.codes[k] = code(p, k)
	}
	return r
}

// invariant is the value of atom i before the first layer: element, neighbors and
// hydrogens, hydrogens (neighbors as well), charge, the surplus of an isotope's mass
// in whole u, and whether the atom is in a ring.
func (r *round) invariant(i int) uint32 {
	a := &r.p.Mol.Atoms[i]
	s := mix(0, uint32(a.Element))
	s = mix(s, uint32(r.adjacency.Degree(i)+int(a.Hydrogens)))
	hydrogens := int(a.Hydrogens)
	for _, step := range r.adjacency.Of(i) {
		if r.p.Mol.Atoms[step.Atom].Element == 1 {
			hydrogens++
		}
	}
	s = mix(s, uint32(hydrogens))
	s = mix(s, uint32(int32(a.Charge)))
	s = mix(s, uint32(surplus(a)))
	if r.p.Rings.InRing(i) {
		s = mix(s, 1)
	}
	return s
}

// surplus is the mass of an isotope above the standard weight of its element in u,
// cut to a whole number.
func surplus(a *mol.Atom) int32 {
	if a.Isotope == 0 {
		return 0
	}
	mass := elem.IsotopeMass(a.Element, int(a.Isotope))
	if mass == 0 && a.Element != 0 {
		mass = float64(a.Isotope)
	}
	return int32(mass - elem.Weight(a.Element))
}

// code is the number of a bond order in the hash: RDKit's Bond::BondType.
func code(p *perceive.Molecule, k int) uint8 {
	if p.AromaticBonds[k] {
		return 12
	}
	switch order := p.Mol.Bonds[k].Order; order {
	case mol.Single, mol.Double, mol.Triple:
		return uint8(order)
	case mol.Quadruple:
		return 4
	case mol.Aromatic:
		return 12
	case mol.Dative:
		return 17
	}
	return 0 // any
}

// value is the new value of atom i in a layer.
func (r *round) value(i, layer int) uint32 {
	r.pairs = r.pairs[:0]
	for _, step := range r.adjacency.Of(i) {
		r.pairs = append(r.pairs, uint64(r.codes[step.Bond])<<32|uint64(r.values[step.Atom]))
	}
	if len(r.pairs) > 8 {
		slices.Sort(r.pairs)
	} else {
		for i := 1; i < len(r.pairs); i++ {
			for j := i; j > 0 && r.pairs[j] < r.pairs[j-1]; j-- {
				r.pairs[j], r.pairs[j-1] = r.pairs[j-1], r.pairs[j]
			}
		}
	}
	s := mix(uint32(layer), r.values[i])
	for _, pair := range r.pairs {
		s = mix(s, mix(mix(0, uint32(pair>>32)), uint32(pair)))
	}
	return s
}

// owner is the atom whose environment of a kind is counted.
type owner struct {
	value uint32
	atom  int32
	layer int32
}

// claim settles an environment that has an owner already: atom i, which reaches the
// same bonds with a value, becomes the owner or dies.
func (r *round) claim(o *owner, i, layer int, value uint32) {
	if int(o.layer) != layer || o.value <= value { // atoms come in rising order
		r.dead[i] = true
		return
	}
	r.dead[o.atom] = true
	o.atom, o.value = int32(i), value
}

// small does the layers of a molecule whose bonds fit into one word.
func (r *round) small(radius int) {
	n := len(r.p.Mol.Atoms)
	sets := make([]uint64, 2*n)
	reached, next := sets[:n], sets[n:]
	table := newWords(min(n*radius, 4*n))
	for layer := range radius {
		first, alive := len(table.owners), false
		for i := range n {
			r.next[i], next[i] = 0, reached[i]
			if r.dead[i] {
				continue
			}
			alive = true
			for _, step := range r.adjacency.Of(i) {
				next[i] |= 1<<step.Bond | reached[step.Atom]
			}
			r.next[i] = r.value(i, layer)
			if o := table.put(next[i], owner{r.next[i], int32(i), int32(layer)}); o != nil {
				r.claim(o, i, layer, r.next[i])
			}
		}
		if !alive {
			return
		}
		for _, o := range table.owners[first:] {
			r.ids = append(r.ids, o.value)
		}
		r.values, r.next = r.next, r.values
		reached, next = next, reached
	}
}

// words is a hash table of sets of up to 64 bonds.
type words struct {
	slots  []int32 // place in keys, from 1; 0: free
	keys   []uint64
	owners []owner
}

func newWords(room int) *words {
	size := 16
	for size < 2*room {
		size *= 2
	}
	return &words{slots: make([]int32, size), keys: make([]uint64, 0, room), owners: make([]owner, 0, room)}
}

// put returns the owner of a set, nil when o has become it.
func (w *words) put(set uint64, o owner) *owner {
	if 2*len(w.keys) >= len(w.slots) {
		w.slots = make([]int32, 2*len(w.slots))
		for k, key := range w.keys {
			w.slots[w.slot(key)] = int32(k + 1)
		}
	}
	at := w.slot(set)
	if k := w.slots[at]; k > 0 {
		return &w.owners[k-1]
	}
	w.keys = append(w.keys, set)
	w.owners = append(w.owners, o)
	w.slots[at] = int32(len(w.keys))
	return nil
}

// slot is the place of a set or the free one where it belongs.
func (w *words) slot(set uint64) int {
	mask := len(w.slots) - 1
	at := int(scatter(set)>>32) & mask
	for w.slots[at] > 0 && w.keys[w.slots[at]-1] != set {
		at = (at + 1) & mask
	}
	return at
}

// scatter spreads the bits of a hash over its upper half (multiplication by the
// golden ratio, Knuth, The Art of Computer Programming 3, 6.4).
func scatter(h uint64) uint64 { return h * 0x9e3779b97f4a7c15 }
