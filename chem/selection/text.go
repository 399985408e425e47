package selection

import (
	"strings"
)

// text sets the atoms whose element, name, residue or chain is one of the node's.
func (e *evaluator) text(n *node, set []bool) {
	if n.word == "element" {
		for i, z := range e.s.Elements {
			set[i] = n.elements[z]
		}
		return
	}
	list, what := e.texts(n.word)
	if list == nil {
		e.note("The structure has no " + what + "s.")
		return
	}
	is := matches
	if n.word == "chain" {
		is = exactly // chains a and A are two
	}
	// Texts repeat: each is looked at once.
	known := map[string]bool{}
	used := make([]bool, len(n.patterns))
	var met []string
	for i, t := range list {
		in, seen := known[t]
		if !seen {
			for k, p := range n.patterns {
				if is(p, t) {
					in, used[k] = true, true
				}
			}
			known[t] = in
			if t != "" {
				met = append(met, t)
			}
		}
		set[i] = in
	}
	for k, p := range n.patterns {
		if !used[k] {
			e.note("No " + what + " is “" + clip(p) + "”; there " + counted(met) + ".")
		}
	}
}

// texts returns a text of every atom and what it is called; nil when there is none.
func (e *evaluator) texts(word string) (list []string, what string) {
	switch word {
	case "name":
		return e.s.AtomNames, "atom name"
	case "resname":
		return e.s.ResidueNames, "residue name"
	default:
		return e.s.ChainIDs, "chain"
	}
}

// counted lists the first texts: "is A", "are A, B and 4 more".
func counted(texts []string) string {
	const shown = 6
	switch n := len(texts); {
	case n == 0:
		return "is none"
	case n == 1:
		return "is " + clip(texts[0])
	case n > shown:
		return "are " + strings.Join(texts[:shown], ", ") + " and more"
	default:
		return "are " + strings.Join(texts, ", ")
	}
}

// matches says whether text is what a pattern with * and ? means, in any case.
func matches(pattern, text string) bool { return wild(strings.ToUpper(pattern), strings.ToUpper(text)) }

// exactly is matches for which case counts.
func exactly(pattern, text string) bool { return wild(pattern, text) }

// wild compares in time len(pattern)·len(text): only the last * can need to be longer.
func wild(pattern, text string) bool {
	p, t := 0, 0
	star, from := -1, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, t
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == text[t]):
			p++
			t++
		case star >= 0:
			from++
			p, t = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// group sets the atoms of a word that stands alone.
func (e *evaluator) group(n *node, set []bool) {
	s := e.s
	switch n.word {
	case "all":
		for i := range set {
			set[i] = true
		}
	case "selected":
		for _, i := range e.selected {
			if i >= 0 && i < len(set) {
				set[i] = true
			}
		}
	case "hydrogen", "heavy":
		for i, z := range s.Elements {
			set[i] = (z == 1) == (n.word == "hydrogen")
		}
	case "metal", "halogen":
		is := metal
		if n.word == "halogen" {
			is = halogen
		}
		for i, z := range s.Elements {
			set[i] = is(z)
		}
	case "water":
		e.water(set)
	case "ions":
		b := e.bondTable()
		for i, z := range s.Elements {
			charged := s.FormalCharges != nil && s.FormalCharges[i] != 0
			set[i] = b.start[i] == b.start[i+1] && (charged || halogen(z) || alkaline(z))
		}
	case "protein", "nucleic", "backbone":
		e.polymer(n.word, set)
	case "ring":
		e.rings(set)
	}
}

func halogen(z uint8) bool { return z == 9 || z == 17 || z == 35 || z == 53 || z == 85 || z == 117 }

// alkaline are the metals of groups 1 and 2.
func alkaline(z uint8) bool {
	switch z {
	case 3, 4, 11, 12, 19, 20, 37, 38, 55, 56, 87, 88:
		return true
	}
	return false
}

// metal is everything left of the line from boron to astatine.
func metal(z uint8) bool {
	switch {
	case z <= 2, z >= 5 && z <= 10, z >= 14 && z <= 18, z >= 32 && z <= 36, z >= 51 && z <= 54, z >= 85 && z <= 86, z >= 117:
		return false
	}
	return true
}

// Names of residues: the twenty amino acids of the PDB with the protonation states and
// caps of AMBER and CHARMM, nucleotides of DNA and RNA, water models.
const (
	aminoAcids = " ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL" +
		" ASH CYM CYX GLH HID HIE HIP HSD HSE HSP LYN MSE PYL SEC ACE NME NH2 "
	nucleotides = " A C G U I DA DC DG DT DU DI RA RC RG RU ADE CYT GUA THY URA "
	waters      = " HOH WAT H2O SOL TIP TIP3 TIP4 TIP5 TIP3P TIP4P SPC SPCE DOD OPC "
)

func listed(list, name string) bool {
	return name != "" && !strings.Contains(name, " ") && strings.Contains(list, " "+strings.ToUpper(name)+" ")
}

// water sets oxygens whose two bonds lead to hydrogens that have no other, these hydrogens,
// and residues that are called water.
func (e *evaluator) water(set []bool) {
	s := e.s
	if s.ResidueNames != nil {
		e.listed(waters, set)
	}
	b := e.bondTable()
	lone := func(h uint32) bool { return s.Elements[h] == 1 && len(b.of(int(h))) == 1 }
	for i, z := range s.Elements {
		if z != 8 {
			continue
		}
		if of := b.of(i); len(of) == 2 && lone(of[0]) && lone(of[1]) {
			set[i], set[of[0]], set[of[1]] = true, true, true
		}
	}
}

// listed sets the atoms whose residue is called as one of a list. Names repeat from atom to
// atom: each is looked for once in a row.
func (e *evaluator) listed(list string, set []bool) {
	last, is := "", false
	for i, name := range e.s.ResidueNames {
		if name != last {
			last, is = name, listed(list, name)
		}
		set[i] = is
	}
}

func (e *evaluator) polymer(word string, set []bool) {
	if e.s.ResidueNames == nil {
		e.note("The structure has no residue names.")
		return
	}
	list := aminoAcids
	if word == "nucleic" {
		list = nucleotides
	}
	e.listed(list, set)
	if word != "backbone" {
		return
	}
	if e.s.AtomNames == nil {
		e.note("The structure has no atom names.")
	}
	for i, in := range set {
		set[i] = in && e.s.AtomNames != nil && listed(" N CA C O OXT ", e.s.AtomNames[i])
	}
}

// bondTable is the bonds by atom: the neighbors of i are to[start[i]:start[i+1]].
type bondTable struct {
	start []int32
	to    []uint32
}

func (e *evaluator) bondTable() *bondTable {
	if e.bonds != nil {
		return e.bonds
	}
	n := e.s.Len()
	b := &bondTable{start: make([]int32, n+1), to: make([]uint32, 2*len(e.s.Bonds))}
	for _, bond := range e.s.Bonds {
		b.start[bond[0]]++
		b.start[bond[1]]++
	}
	total := int32(0)
	for i, count := range b.start {
		total += count
		b.start[i] = total
	}
	// From the end of each row to its beginning, where start is in the end.
	for k := len(e.s.Bonds) - 1; k >= 0; k-- {
		i, j := e.s.Bonds[k][0], e.s.Bonds[k][1]
		b.start[i]--
		b.to[b.start[i]] = j
		b.start[j]--
		b.to[b.start[j]] = i
	}
	e.bonds = b
	return b
}

func (b *bondTable) of(i int) []uint32 { return b.to[b.start[i]:b.start[i+1]] }
