package perceive

import "github.com/molsmith/molsmith/chem/mol"

// Bounds of the search for the metals that bridging ligands give their pairs to. Past
// them the choice between metals that look alike follows the numbering.
const (
	environmentRounds = 32
	environmentSteps  = 20_000_000 // atoms and bonds looked at
)

// coordinate makes the bond dative that joins a saturated ligand atom to a metal.
// An atom with several metals gives its pair to the one with the fewest dative
// bonds, then to the heavier element, then by the environments of the metals, so that
// the choice does not depend on the numbering.
func (w *work) coordinate() {
	metals := false
	for i := range w.m.Atoms {
		metals = metals || Metal(w.m.Atoms[i].Element)
	}
	if !metals {
		return
	}
	dative := make([]int, len(w.m.Atoms)) // dative bonds of a metal
	for k := range w.m.Bonds {
		if b := &w.m.Bonds[k]; b.Order == mol.Dative {
			dative[b.A]++
			dative[b.B]++
		}
	}
	var bridging []int
	for i := range w.m.Atoms {
		if !w.saturatedLigand(i) {
			continue
		}
		switch single, bond := w.singleMetals(i); {
		case single == 1:
			dative[w.donate(i, bond)]++
		case single > 1:
			bridging = append(bridging, i)
		}
	}
	if len(bridging) > 0 {
		w.coordinateBridges(bridging, dative)
	}
}

// singleMetals is the number of metals that atom i has a single bond to, and the last
// of these bonds.
func (w *work) singleMetals(i int) (n, bond int) {
	for _, next := range w.adjacency.Of(i) {
		if w.m.Bonds[next.Bond].Order == mol.Single && Metal(w.m.Atoms[next.Atom].Element) {
			n, bond = n+1, next.Bond
		}
	}
	return n, bond
}

// donate makes a bond of atom i dative and returns the atom at its other end.
func (w *work) donate(i, bond int) int {
	b := &w.m.Bonds[bond]
	if b.B == i {
		b.A, b.B = b.B, b.A
	}
	b.Order = mol.Dative
	return b.B
}

// coordinateBridges is coordinate for the atoms with several metals, one after another
// by their environments, each of which sees the choices before it.
func (w *work) coordinateBridges(bridging []int, dative []int) {
	steps := 0
	seen, next := make([]uint64, len(w.m.Atoms)), make([]uint64, len(w.m.Atoms))
	for ; len(bridging) > 0; bridging = bridging[1:] {
		if steps < environmentSteps {
			seen, next = w.environments(seen, next)
			steps += environmentRounds * (len(w.m.Atoms) + 2*len(w.m.Bonds))
		}
		first := 0
		for k := range bridging {
			if seen[bridging[k]] < seen[bridging[first]] {
				first = k
			}
		}
		i := bridging[first]
		copy(bridging[1:first+1], bridging[:first])
		best, bond := -1, 0
		for _, to := range w.adjacency.Of(i) {
			if w.m.Bonds[to.Bond].Order == mol.Single && Metal(w.m.Atoms[to.Atom].Element) &&
				(best < 0 || w.betterAcceptor(to.Atom, best, dative, seen)) {
				best, bond = to.Atom, to.Bond
			}
		}
		dative[w.donate(i, bond)]++
	}
}

func (w *work) betterAcceptor(a, b int, dative []int, environment []uint64) bool {
	if dative[a] != dative[b] {
		return dative[a] < dative[b]
	}
	if za, zb := w.m.Atoms[a].Element, w.m.Atoms[b].Element; za != zb {
		return za > zb
	}
	if environment[a] != environment[b] {
		return environment[a] > environment[b]
	}
	return a > b
}

// environments gives each atom a number made of the elements, charges, isotopes and
// bonds around it. Multiple bonds count at metals only: elsewhere one molecule can have
// them in several places. seen and next are room for it; the first returned is the result.
func (w *work) environments(seen, next []uint64) (result, room []uint64) {
	for i := range w.m.Atoms {
		a := &w.m.Atoms[i]
		seen[i] = scramble(uint64(a.Element) | uint64(uint8(a.Charge))<<8 | uint64(a.Isotope)<<16)
	}
	for range min(environmentRounds, len(w.m.Atoms)) {
		for i := range w.m.Atoms {
			sum := scramble(seen[i])
			for _, to := range w.adjacency.Of(i) {
				if a := &w.m.Atoms[to.Atom]; a.Element == 1 && a.Isotope == 0 {
					continue // as one that is no atom
				}
				sum += scramble(seen[to.Atom] ^ w.bondKind(i, to))
			}
			next[i] = sum
		}
		seen, next = next, seen
	}
	return seen, next
}

// bondKind is what an environment sees of a bond of atom i.
func (w *work) bondKind(i int, to mol.Neighbor) uint64 {
	b := &w.m.Bonds[to.Bond]
	switch {
	case b.Order == mol.Dative && b.A == i:
		return uint64(mol.Dative) << 8
	case b.Order == mol.Dative:
		return uint64(mol.Dative)
	case Metal(w.m.Atoms[i].Element) || Metal(w.m.Atoms[to.Atom].Element):
		return uint64(b.Order)
	}
	return 0
}

// scramble is the finalizer of splitmix64 (Steele, Lea and Flood 2014): all bits of the
// result depend on all bits of x.
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
