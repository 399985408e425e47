package embed

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/molsmith/molsmith/chem/smarts"
)

//go:embed torsions.txt
var torsionText string

// preference is a row of the table of torsions.
type preference struct {
	query   *smarts.Query
	atom    [4]int // of the pattern, that make the torsion
	height  [6]float64
	outside bool // of the first part and for bonds outside rings
	large   bool // for rings of nine and more atoms only
	anyRing bool // in them, atom 3 may be in any ring
}

const outside = "!@;-" // the central bond as the first part of the table has it

// The parts of the table are parsed when the first molecule needs them. With large rings
// the central bonds of the first part may be in a ring.
var (
	chainTable = sync.OnceValue(func() []preference { return parseTable(0, outside) })
	largeTable = sync.OnceValue(func() []preference { return parseTable(0, "-") })
	smallTable = sync.OnceValue(func() []preference { return parseTable(1, outside) })
)

// parseTable reads part 0 or 1 of the table. The text is part of the program.
func parseTable(part int, central string) []preference {
	text := strings.Split(torsionText, "%\n")[part]
	list := make([]preference, 0, strings.Count(text, "\n"))
	for text != "" {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		if line[0] == '#' {
			continue
		}
		var p preference
		switch line[0] {
		case '!':
			p.large, p.anyRing = true, true
			line = line[1:]
		case '^':
			p.anyRing = true
			line = line[1:]
		}
		pattern, rest, _ := strings.Cut(line, " ")
		p.outside = part == 0 && strings.Contains(pattern, outside)
		p.query = smarts.MustParse(strings.Replace(pattern, outside, central, 1))
		p.atom = mappedAtoms(pattern)
		for _, term := range strings.Fields(rest) {
			p.height[term[0]-'1'], _ = strconv.ParseFloat(term[1:], 64)
		}
		list = append(list, p)
	}
	return list
}

// mappedAtoms returns the places of the atoms with map numbers 1 to 4 in the pattern.
func mappedAtoms(pattern string) (atom [4]int) {
	n := 0
	for k := 0; k < len(pattern); k++ {
		switch c := pattern[k]; {
		case c == '[':
			first := k
			for open := 1; open > 0; {
				k++
				switch pattern[k] {
				case '[':
					open++
				case ']':
					open--
				}
			}
			if k-first > 2 && pattern[k-2] == ':' && pattern[k-1] >= '1' && pattern[k-1] <= '4' {
				atom[pattern[k-1]-'1'] = n
			}
			n++
		case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '*':
			if k+1 < len(pattern) && (pattern[k:k+2] == "Cl" || pattern[k:k+2] == "Br") {
				k++
			}
			n++
		}
	}
	return atom
}
