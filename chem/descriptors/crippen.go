package descriptors

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smarts"
)

// crippenTable has a row for each pattern: order, label of the paper, SMARTS, logP, MR.
// data/README.md says where it is from.
//
//go:embed data/crippen.tsv
var crippenTable string

// crippenType is one kind of atom with its contributions.
type crippenType struct {
	label    string
	pattern  *smarts.Query // nil for hydrogens, which have rules of their own
	logP, mr float64
}

// crippenTypes are the kinds of atoms in the order in which they are tried, and the
// places of the kinds of hydrogen.
var crippenTypes = sync.OnceValues(func() (types []crippenType, hydrogen map[string]int) {
	hydrogen = make(map[string]int)
	header := true
	for line := range strings.Lines(crippenTable) {
		if header {
			header = false
			continue
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		logP, err := strconv.ParseFloat(fields[3], 64)
		if err != nil {
			panic("crippen.tsv: " + line)
		}
		mr, err := strconv.ParseFloat(fields[4], 64)
		if err != nil {
			panic("crippen.tsv: " + line)
		}
		t := crippenType{label: fields[1], logP: logP, mr: mr}
		if t.label[0] == 'H' && t.label != "Hal" {
			hydrogen[t.label] = len(types)
		} else {
			t.pattern = smarts.MustParse(fields[2])
		}
		types = append(types, t)
	}
	return types, hydrogen
})

// Crippen returns the logarithm of the octanol–water partition coefficient and the
// molar refractivity in cm³/mol as sums over all atoms, hydrogens included (Wildman and
// Crippen, J. Chem. Inf. Comput. Sci. 1999, 39, 868). t is p prepared for matching.
// The error is smarts.ErrSteps, with the pattern.
func Crippen(p *perceive.Molecule, t *smarts.Target) (logP, mr float64, err error) {
	return newGraph(p).crippen(t)
}

func (g *graph) crippen(t *smarts.Target) (logP, mr float64, err error) {
	types, hydrogen := crippenTypes()
	row := make([]int, len(g.atoms)) // place of the atom's kind and 1; 0: none
	hit := make([]bool, len(g.atoms))
	left := len(g.atoms)
	for k := range types {
		if types[k].pattern == nil {
			continue
		}
		if left == 0 {
			break
		}
		clear(hit)
		if err := types[k].pattern.First(t, hit); err != nil {
			return 0, 0, fmt.Errorf("atom type %s: %w", types[k].label, err)
		}
		for i, h := range hit {
			if h && row[i] == 0 {
				row[i] = k + 1
				left--
			}
		}
	}
	for i := range g.atoms {
		if g.atoms[i].Element == 1 {
			row[i] = hydrogen[g.freeHydrogen(i)] + 1
		}
		if row[i] > 0 {
			logP += types[row[i]-1].logP
			mr += types[row[i]-1].mr
		}
		if n := g.atoms[i].Hydrogens; n > 0 {
			kind := &types[hydrogen[g.hydrogenOn(i)]]
			logP += float64(n) * kind.logP
			mr += float64(n) * kind.mr
		}
	}
	return logP, mr, nil
}

// freeHydrogen is the kind of a hydrogen that is an atom: the first of the table that
// one of its neighbors makes it.
func (g *graph) freeHydrogen(i int) string {
	kind := "HS"
	for _, next := range g.of(i) {
		if g.order(next.Bond) == mol.Single {
			kind = min(kind, g.hydrogenOn(next.Atom))
		}
	}
	return kind
}

// hydrogenOn is the kind of the hydrogens on atom i; the patterns are those of the table.
func (g *graph) hydrogenOn(i int) string {
	switch a := &g.atoms[i]; {
	case a.Element == 6 || a.Element == 1:
		return "H1" // [#1][#6,#1]
	case a.Element == 7:
		return "H3" // [#1][#7]
	case a.Element != 8:
		return "H2" // [#1][!#6;!#7;!#8]
	case a.Aromatic:
		return "HS"
	}
	kind := "HS"
	if g.hydrogens(i) > 1 {
		kind = "H2" // the other one in [#1]O[!#6;!#7;!#8;!#16]
	}
	for _, next := range g.of(i) {
		if !g.singleOrAromatic(next.Bond) {
			continue
		}
		other := &g.atoms[next.Atom]
		switch other.Element {
		case 1: // counted above
		case 6:
			switch {
			case other.Aromatic || g.connections(next.Atom) == 4:
				kind = min(kind, "H2") // [#1]O[CX4,c]
			case g.doubleToAny(next.Atom):
				kind = min(kind, "H4") // [#1]OC=[#6,#7,O,S]
			}
		case 7:
			kind = min(kind, "H3") // [#1]O[#7]
		case 8, 16:
			if !other.Aromatic {
				kind = min(kind, "H4") // [#1]O[O,S]
			}
		default:
			kind = min(kind, "H2") // [#1]O[!#6;!#7;!#8;!#16]
		}
	}
	return kind
}

// doubleToAny says whether atom i has a double bond to C, N, O or S, the last two not
// aromatic.
func (g *graph) doubleToAny(i int) bool {
	for _, next := range g.of(i) {
		if g.order(next.Bond) != mol.Double {
			continue
		}
		switch other := &g.atoms[next.Atom]; other.Element {
		case 6, 7:
			return true
		case 8, 16:
			if !other.Aromatic {
				return true
			}
		}
	}
	return false
}
