package gro

import (
	"fmt"
	"strconv"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/structure"
)

// A topology skeleton goes with the GRO file of the same structure: its molecules stand in
// the order of the atoms there. It has everything that follows from a structure: molecule
// types with atoms and bonds, and how many of them; it names no force field, so that
// GROMACS refuses it until someone chose one.
//
//	[ moleculetype ]  name, bonds over which interactions are excluded
//	[ atoms ]         number type residue-number residue atom charge-group charge mass
//	[ bonds ]         atom atom function
//	[ molecules ]     name number, runs of equal molecules
//
// (GROMACS reference manual, "Topology file".)
type topology struct {
	s       *structure.Structure
	ends    []int           // behind the last atom of each molecule
	bonds   [][]int         // of each molecule, indices
	kinds   map[string]int  // types by what makes molecules equal
	of      []int           // type of each molecule
	first   []int           // first molecule of each type
	names   []string        // of the types
	taken   map[string]bool // names
	charges []float64
	report  format.Report
}

// CheckTop says what WriteTop would lose or change. The error says why there is no
// topology of s.
func CheckTop(s *structure.Structure, _ format.Options) (format.Report, error) {
	t, err := newTopology(s)
	if err != nil {
		return format.Report{}, err
	}
	return t.report, nil
}

func newTopology(s *structure.Structure) (*topology, error) {
	t := &topology{s: s, kinds: map[string]int{}, taken: map[string]bool{}, report: format.Report{Format: "top"}}
	if err := t.split(); err != nil {
		return nil, err
	}
	rest := *s
	for k, c := range s.Scalars {
		if c.Name == "charge" {
			t.charges = c.Values
			rest.Scalars = append(append([]structure.Channel(nil), s.Scalars[:k]...), s.Scalars[k+1:]...)
			break
		}
	}
	t.report.LoseUnkept("a topology", &rest, format.Kept{Bonds: true, Molecules: true, ResidueNames: true, ResidueIDs: true, AtomNames: true, Charges: t.charges == nil})
	t.report.Lose("Positions are not stored in a topology: they stand in the GRO file of the same structure")
	t.report.Change("Atom types are element symbols: put in those of a force field, and its #include")
	for m := range t.ends {
		t.kind(m)
	}
	return t, nil
}

// start is the first atom of a molecule.
func (t *topology) start(m int) int {
	if m == 0 {
		return 0
	}
	return t.ends[m-1]
}

// split finds the molecules: those of the structure, else what is bonded, else residues.
func (t *topology) split() error {
	s := t.s
	var of []int
	switch {
	case s.Molecules != nil:
		of = make([]int, s.Len())
		for i, m := range s.Molecules {
			of[i] = int(m)
		}
	case len(s.Bonds) > 0:
		m := mol.Mol{Atoms: make([]mol.Atom, s.Len()), Bonds: make([]mol.Bond, len(s.Bonds))}
		for k, b := range s.Bonds {
			m.Bonds[k] = mol.Bond{A: int(b[0]), B: int(b[1])}
		}
		of, _ = m.Components()
	case s.ResidueIDs != nil:
		of = make([]int, s.Len())
		for i, id := range s.ResidueIDs {
			of[i] = int(id)
		}
	default:
		of = make([]int, s.Len())
	}
	seen := map[int]bool{}
	for i, m := range of {
		if i > 0 && of[i-1] == m {
			continue
		}
		if seen[m] {
			return fmt.Errorf("the atoms of one molecule must follow each other in a topology; atom %d belongs to a molecule that began earlier", i+1)
		}
		seen[m] = true
		if i > 0 {
			t.ends = append(t.ends, i)
		}
	}
	t.ends = append(t.ends, len(of))
	t.bonds = make([][]int, len(t.ends))
	at := make([]int32, len(of)) // molecule of each atom
	m := 0
	for i := range at {
		if i == t.ends[m] {
			m++
		}
		at[i] = int32(m)
	}
	for k, b := range s.Bonds {
		if at[b[0]] != at[b[1]] {
			return fmt.Errorf("bond %d joins two molecules, which a topology cannot say", k+1)
		}
		t.bonds[at[b[0]]] = append(t.bonds[at[b[0]]], k)
	}
	return nil
}

// kind finds the type of a molecule or makes one.
func (t *topology) kind(m int) {
	start, end := t.start(m), t.ends[m]
	var key []byte
	for i := start; i < end; i++ {
		key = append(t.appendAtom(key, i, start), '\n')
	}
	for _, k := range t.bonds[m] {
		key = t.appendBond(key, k, start)
	}
	kind, ok := t.kinds[string(key)]
	if !ok {
		kind = len(t.names)
		t.kinds[string(key)] = kind
		t.first = append(t.first, m)
		base := "MOL"
		if t.s.ResidueNames != nil {
			base = field(t.s.ResidueNames[start])
		}
		name := base
		for n := 2; t.taken[name]; n++ {
			name = base + "_" + strconv.Itoa(n)
		}
		t.taken[name] = true
		t.names = append(t.names, name)
	}
	t.of = append(t.of, kind)
}

// appendAtom writes the line of atom i of a molecule that begins with atom start.
func (t *topology) appendAtom(b []byte, i, start int) []byte {
	s := t.s
	symbol := elem.Symbol(s.Elements[i])
	residue, name, number := "MOL", symbol, int64(1)
	if s.ResidueNames != nil {
		residue = field(s.ResidueNames[i])
	}
	if s.AtomNames != nil {
		name = field(s.AtomNames[i])
	}
	if s.ResidueIDs != nil {
		number = int64(s.ResidueIDs[i]) - int64(s.ResidueIDs[start]) + 1
	}
	q := 0.0
	switch {
	case t.charges != nil:
		q = t.charges[i]
	case s.FormalCharges != nil:
		q = float64(s.FormalCharges[i])
	}
	b = format.AppendRight(b, int64(i-start)+1, 6)
	b = format.AppendRightText(append(b, ' '), symbol, 5)
	b = format.AppendRight(append(b, ' '), number, 5)
	b = format.AppendRightText(append(b, ' '), residue, 5)
	b = format.AppendRightText(append(b, ' '), name, 5)
	b = format.AppendRight(append(b, ' '), int64(i-start)+1, 6)
	b = format.AppendNumber(append(b, ' '), q)
	return format.AppendNumber(append(b, ' '), elem.Weight(s.Elements[i]))
}

func (t *topology) appendBond(b []byte, k, start int) []byte {
	bond := t.s.Bonds[k]
	b = format.AppendRight(b, int64(bond[0])-int64(start)+1, 6)
	b = format.AppendRight(append(b, ' '), int64(bond[1])-int64(start)+1, 6)
	return append(b, " 1\n"...)
}

// WriteTop returns the skeleton of a GROMACS topology of s. Molecules are those of s, else
// what bonds join, else residues; the atoms of each must follow each other. s must be
// valid; it is not changed.
func WriteTop(s *structure.Structure, o format.Options) ([]byte, format.Report, error) {
	t, err := newTopology(s)
	if err != nil {
		return nil, format.Report{}, err
	}
	b := []byte("; A skeleton: choose a force field here and put its atom types into [ atoms ].\n; #include \"….ff/forcefield.itp\"\n")
	for kind, m := range t.first {
		start := t.start(m)
		b = append(b, "\n[ moleculetype ]\n; name  exclusions\n"+t.names[kind]+" 3\n\n[ atoms ]\n;   nr  type resnr  resi  atom   cgnr charge mass\n"...)
		for i := start; i < t.ends[m]; i++ {
			b = append(t.appendAtom(b, i, start), '\n')
		}
		if len(t.bonds[m]) > 0 {
			b = append(b, "\n[ bonds ]\n;   ai     aj funct\n"...)
			for _, k := range t.bonds[m] {
				b = t.appendBond(b, k, start)
			}
		}
	}
	b = append(b, "\n[ system ]\n"+oneLine(o.Name)+"\n\n[ molecules ]\n"...)
	for m := 0; m < len(t.of); {
		next := m
		for next < len(t.of) && t.of[next] == t.of[m] {
			next++
		}
		b = append(b, t.names[t.of[m]]+" "...)
		b = append(strconv.AppendInt(b, int64(next-m), 10), '\n')
		m = next
	}
	return b, t.report, nil
}
