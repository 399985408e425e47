package pdb

import (
	"slices"
	"strconv"

	"github.com/molsmith/molsmith/chem/formats/format"
)

// appendAtoms writes the ATOM, HETATM and TER records and notes the serial
// number of each atom.
func (p *plan) appendAtoms(b []byte) []byte {
	s := p.s
	p.serials = make([]int32, s.Len())
	serial := int32(0)
	var names nameMaker
	for i := range s.Len() {
		chain := p.polymerChain(i)
		serial++
		p.serials[i] = serial
		b = p.appendAtom(b, i, serial, chain, &names)
		if chain && p.endsChain(i) {
			serial++
			b = append(b, "TER   "...)
			b = appendHybrid36(b, int64(serial), 5)
			b = append(b, "      "...)
			b = p.appendResidue(b, i)
			b = append(b, '\n')
		}
	}
	return b
}

// polymerChain says whether atom i belongs to an amino acid or nucleotide.
func (p *plan) polymerChain(i int) bool {
	return p.s.ResidueNames != nil && format.Polymer(p.s.ResidueNames[i])
}

// endsChain says whether atom i is the last of a run of polymer atoms in one
// chain and molecule.
func (p *plan) endsChain(i int) bool {
	s := p.s
	next := i + 1
	return next == s.Len() || !p.polymerChain(next) ||
		s.ChainIDs != nil && s.ChainIDs[next] != s.ChainIDs[i] ||
		s.Molecules != nil && s.Molecules[next] != s.Molecules[i]
}

func (p *plan) appendAtom(b []byte, i int, serial int32, chain bool, names *nameMaker) []byte {
	s := p.s
	if chain {
		b = append(b, "ATOM  "...)
	} else {
		b = append(b, "HETATM"...)
	}
	b = appendHybrid36(b, int64(serial), 5)
	b = append(b, ' ')
	element := symbol(s.Elements[i])
	name := ""
	if s.AtomNames != nil {
		name = printable(s.AtomNames[i], 4)
	}
	if name == "" {
		name = names.next(p, i, element)
	}
	b = appendName(b, name, element)
	b = append(b, ' ') // alternate location
	b = p.appendResidue(b, i)
	b = append(b, "    "...) // insertion code, unused
	for _, x := range s.Positions[3*i : 3*i+3] {
		b = format.AppendFixed(b, x, 3, 8)
	}
	b = append(b, "  1.00  0.00          "...)
	b = format.AppendRightText(b, element, 2)
	if s.FormalCharges != nil {
		switch q := s.FormalCharges[i]; {
		case q > 0 && q <= 9:
			b = append(b, byte('0'+q), '+')
		case q < 0 && q >= -9:
			b = append(b, byte('0'-q), '-')
		}
	}
	return append(b, '\n')
}

// appendName writes an atom name in its four columns: the element symbol ends
// in column 14, so that a calcium CA starts one column before an alpha carbon CA.
func appendName(b []byte, name, element string) []byte {
	shifted := len(name) < 4 && !(len(element) == 2 && len(name) >= 2 && equalFold(name[:2], element))
	if shifted {
		b = append(b, ' ')
		return format.AppendLeftText(b, name, 3)
	}
	return format.AppendLeftText(b, name, 4)
}

func equalFold(a, upper string) bool {
	for i := range len(a) {
		c := a[i]
		if c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		if c != upper[i] {
			return false
		}
	}
	return true
}

// appendResidue writes residue name, chain and residue number, columns 18 to 26.
func (p *plan) appendResidue(b []byte, i int) []byte {
	s := p.s
	name := "MOL"
	if s.ResidueNames != nil {
		name = p.residues[s.ResidueNames[i]]
	}
	if len(name) == 4 {
		b = append(b, name...)
	} else {
		b = format.AppendRightText(b, name, 3)
		b = append(b, ' ')
	}
	chain := byte(' ')
	if s.ChainIDs != nil {
		chain = visible(s.ChainIDs[i], 1)[0]
	}
	b = append(b, chain)
	id := p.residueID(i)
	if id < -999 || id > maxHybrid4 {
		id = (id%10_000 + 10_000) % 10_000
	}
	return appendHybrid36(b, id, 4)
}

// nameMaker makes atom names from the element and a number that counts within
// the residue.
type nameMaker struct {
	residue int64
	started bool
	counts  map[string]int
}

func (n *nameMaker) next(p *plan, i int, element string) string {
	newResidue := !n.started || p.residueID(i) != n.residue ||
		p.s.ResidueNames != nil && p.s.ResidueNames[i] != p.s.ResidueNames[i-1]
	if newResidue {
		n.started, n.residue = true, p.residueID(i)
		if n.counts == nil {
			n.counts = map[string]int{}
		}
		clear(n.counts)
	}
	n.counts[element]++
	number := n.counts[element]
	if len(element) == 2 {
		number %= 100
	}
	return element + strconv.Itoa(number%1000)
}

// appendConnections writes the CONECT records, both ways. A double bond names
// its partner twice, a triple bond three times.
func (p *plan) appendConnections(b []byte) []byte {
	s := p.s
	if len(s.Bonds) == 0 {
		return b
	}
	copies := func(k int) int {
		if s.BondOrders != nil && s.BondOrders[k] <= 3 {
			return int(s.BondOrders[k])
		}
		return 1
	}
	start := make([]int32, s.Len()+2)
	for k, bond := range s.Bonds {
		start[bond[0]+2] += int32(copies(k))
		start[bond[1]+2] += int32(copies(k))
	}
	for i := 2; i < len(start); i++ {
		start[i] += start[i-1]
	}
	partners := make([]int32, start[len(start)-1])
	for k, bond := range s.Bonds {
		for range copies(k) {
			for end, i := range bond {
				partners[start[i+1]] = p.serials[bond[1-end]]
				start[i+1]++
			}
		}
	}
	for i := range s.Len() {
		list := partners[start[i]:start[i+1]]
		slices.Sort(list)
		for len(list) > 0 {
			n := min(len(list), 4)
			b = append(b, "CONECT"...)
			b = appendHybrid36(b, int64(p.serials[i]), 5)
			for _, serial := range list[:n] {
				b = appendHybrid36(b, int64(serial), 5)
			}
			b = append(b, '\n')
			list = list[n:]
		}
	}
	return b
}
