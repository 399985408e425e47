package smarts

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
)

// doubleBond is a configuration that marks beside a double bond of a pattern state.
type doubleBond struct {
	ends    [2]int32 // atoms of the double bond
	ligands [2]int32 // atoms that the marks lead to
	cis     bool     // these two are on one side
	open    bool     // no stated configuration matches as well
}

// marked is a ligand of an atom beside a bond with a mark.
type marked struct {
	ligand   int32
	up, open bool
}

// configure works out the double bonds with a configuration. Marks that contradict
// each other, or at one end only, say nothing.
func (p *pattern) configure() {
	p.double = nil
	p.invert()
	var marks map[int32][]marked
	for _, b := range p.bonds {
		if b.mark == markMissing {
			continue
		}
		if marks == nil {
			marks = map[int32][]marked{}
		}
		rises, open := b.mark&rising != 0, b.mark&markOrOpen != 0
		marks[b.a] = append(marks[b.a], marked{b.b, rises, open})
		marks[b.b] = append(marks[b.b], marked{b.a, !rises, open})
	}
	if marks == nil {
		return
	}
	for _, b := range p.bonds {
		if b.kinds&of(double) == 0 || b.kinds&(of(single)|of(aromatic)) != 0 {
			continue
		}
		first, second := marks[b.a], marks[b.b]
		if !consistent(first) || !consistent(second) {
			continue
		}
		p.double = append(p.double, doubleBond{
			ends:    [2]int32{b.a, b.b},
			ligands: [2]int32{first[0].ligand, second[0].ligand},
			cis:     first[0].up == second[0].up,
			open:    first[0].open || second[0].open,
		})
	}
}

// invert finds the atoms whose handedness is read the other way round: those with three
// neighbors by single bonds, one of them by a ring closure, and a fourth ligand that is
// not stated. RDKit takes the neighbor behind the ring closure to come last, so that
// F[C@]1CCO1 goes on meaning what F[C@](Cl)CCO1 does.
func (p *pattern) invert() {
	for i := range p.atoms {
		a := &p.atoms[i]
		a.inverted = a.chirality != 0 && len(a.ligands) == 3 && a.rings == 1 && !a.demandsHydrogen()
	}
	for _, b := range p.bonds {
		if b.kinds&of(single) == 0 && b.kinds&(of(double)|of(triple)|of(aromatic)|of(quadruple)) != 0 {
			p.atoms[b.a].inverted, p.atoms[b.b].inverted = false, false
		}
	}
}

// demandsHydrogen says whether an atom must have one hydrogen, by its ligands or by
// conditions that its ligands do not show.
func (a *atom) demandsHydrogen() bool {
	if slices.Contains(a.ligands, hydrogen) {
		return true
	}
	for k, l := range a.expr {
		alternative := l.join == joinOr || k+1 < len(a.expr) && a.expr[k+1].join == joinOr
		if l.op == opMask && l.mask == hydrogenMask(1) && !l.not && !alternative {
			return true
		}
	}
	return false
}

// consistent says whether the marks of one end of a double bond state a side.
func consistent(m []marked) bool {
	return len(m) == 1 || len(m) == 2 && m[0].up != m[1].up
}

// configured says whether the complete map of f agrees with the stated configurations
// of p.
func (m *matcher) configured(p *pattern, pl *plan, f *frame) bool {
	m.t.indexStereo()
	for i := range p.atoms {
		if a := &p.atoms[i]; a.chirality&(clockwise|counterclockwise) != 0 && !m.handed(a, pl, f, f.image[pl.position[i]]) {
			return false
		}
	}
	for i := range p.double {
		if !m.sided(&p.double[i], pl, f) {
			return false
		}
	}
	return true
}

// indexStereo prepares the look-up of configurations.
func (t *Target) indexStereo() {
	if t.centers != nil {
		return
	}
	t.centers = make([]int32, len(t.words))
	t.turns = make([]int32, len(t.p.Mol.Bonds))
	for i := range t.s.Centers {
		t.centers[t.s.Centers[i].Atom] = int32(i + 1)
	}
	for i := range t.s.Bonds {
		t.turns[t.s.Bonds[i].Bond] = int32(i + 1)
	}
}

// handed says whether the handedness of atom a of the pattern is that of target atom i.
// With fewer than three bonds in the pattern, any stated handedness will do, as in
// RDKit. A fourth ligand that neither side names comes last.
func (m *matcher) handed(a *atom, pl *plan, f *frame, i int32) bool {
	t := m.t
	k := t.centers[i]
	if k == 0 || t.s.Centers[k-1].Class != mol.Tetrahedral {
		return k == 0 && a.chirality&orUnspecified != 0
	}
	c := &t.s.Centers[k-1]
	const unnamed = -2
	query, target := [4]int{unnamed, unnamed, unnamed, unnamed}, [4]int{unnamed, unnamed, unnamed, unnamed}
	bonded := 0
	for _, l := range a.ligands {
		if l >= 0 {
			bonded++
		}
	}
	if bonded < 3 {
		return true
	}
	if len(a.ligands) > 4 {
		return false
	}
	for j, l := range a.ligands {
		if l >= 0 {
			query[j] = int(f.image[pl.position[l]])
		}
	}
	for j, l := range c.Ligands {
		for _, q := range query {
			if l == q {
				target[j] = l
			}
		}
	}
	same := (c.Permutation == 1) == (a.chirality&counterclockwise != 0) != a.inverted
	return oddPermutation(query, target) != same
}

// oddPermutation says whether an odd number of swaps turns a into b.
func oddPermutation(a, b [4]int) bool {
	odd := false
	for i := range b {
		for j := i; j < len(a); j++ {
			if a[j] != b[i] {
				continue
			}
			if j > i {
				a[i], a[j] = a[j], a[i]
				odd = !odd
			}
			break
		}
	}
	return odd
}

// sided says whether the configuration of the double bond d is that of the target bond
// it is mapped to.
func (m *matcher) sided(d *doubleBond, pl *plan, f *frame) bool {
	t := m.t
	a, b := f.image[pl.position[d.ends[0]]], f.image[pl.position[d.ends[1]]]
	bond, kind, _ := t.bondBetween(a, b)
	if kind&^inRing != double {
		return true
	}
	k := t.turns[bond]
	if k == 0 {
		return d.open
	}
	c := &t.s.Bonds[k-1]
	first, second := c.Ligands[0], c.Ligands[1]
	if t.p.Mol.Bonds[c.Bond].A != int(a) {
		first, second = second, first
	}
	cis := c.Cis
	if first != int(f.image[pl.position[d.ligands[0]]]) {
		cis = !cis
	}
	if second != int(f.image[pl.position[d.ligands[1]]]) {
		cis = !cis
	}
	return cis == d.cis
}
