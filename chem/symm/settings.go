package symm

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
)

// settingsTable is described in README.md.
//
//go:embed settings.txt
var settingsTable string

// Setting is a conventional description of a space group.
type Setting struct {
	Number int    // of the group, 1 to 230
	Choice string // of axes ("b1", "-cba"), cell ("H", "R") or origin ("1", "2"); "" when there is one
	Hall   string
	Name   string // Hermann-Mauguin without blanks: "P21/c"
}

// Shape is what a cell says about the setting of its group: edges in Å and angles in
// degrees. The zero value says nothing.
type Shape struct{ Lengths, Angles [3]float64 }

// ByName returns the setting with a Hermann-Mauguin name as files write it: with or without
// blanks and underscores, "P2(1)/n", old names ("Fm3m", "Cmca"), the choice behind a
// colon or blank ("R -3 m :H", "F d -3 m S"). Where a name fits several settings, the
// shape of the cell decides, then the order of International Tables; sure is false when
// settings with other operations are left. ok is false for an unknown name.
func ByName(name string, shape Shape) (s Setting, sure, ok bool) {
	wanted, choice := cutChoice(name)
	if wanted == "" {
		return s, false, false
	}
	fits := func(_ int, names string) bool {
		for n := range strings.FieldsSeq(names) {
			if strings.EqualFold(n, wanted) || strings.Contains(n, "-3") && strings.EqualFold(strings.Replace(n, "-3", "3", 1), wanted) {
				return true
			}
		}
		return false
	}
	if s, sure, ok = pick(shape, choice, fits); !ok && choice != "" {
		s, sure, ok = pick(shape, "", fits) // "P n m a :1": there is no choice
	}
	return s, sure, ok
}

// ByNumber is ByName for the number of a group.
func ByNumber(number int, shape Shape) (s Setting, sure, ok bool) {
	return pick(shape, "", func(n int, _ string) bool { return n == number })
}

// Operations of the setting, the identity first.
func (s *Setting) Operations() []Operation {
	operations, err := ParseHall(s.Hall)
	if err != nil {
		return []Operation{Identity()} // not reached: a test reads every symbol of the table
	}
	return operations
}

// cutChoice takes a name apart into its symbol without blanks and the choice.
func cutChoice(name string) (symbol, choice string) {
	name = strings.NewReplacer("_", "", "(", "", ")", "", "\t", " ").Replace(strings.TrimSpace(name))
	if before, after, found := strings.Cut(name, ":"); found {
		name, choice = before, strings.TrimSpace(after)
	} else if words := strings.Fields(name); len(words) > 1 {
		// "F d -3 m S", "F d -3 m Z": first and second origin of the ICSD; "R -3 m H",
		// "R -3 m HR": hexagonal axes.
		switch words[len(words)-1] {
		case "S":
			choice = "1"
		case "Z":
			choice = "2"
		case "H", "HR", "h":
			choice = "H"
		case "R", "r":
			choice = "R"
		}
		if choice != "" {
			words = words[:len(words)-1]
		}
		name = strings.Join(words, "")
	}
	symbol = strings.ReplaceAll(name, " ", "")
	if choice == "" && len(symbol) > 2 && symbol[0]|0x20 == 'r' {
		switch symbol[len(symbol)-1] {
		case 'H', 'h':
			symbol, choice = symbol[:len(symbol)-1], "H"
		case 'R', 'r':
			symbol, choice = symbol[:len(symbol)-1], "R"
		}
	}
	return symbol, choice
}

// readSetting reads a line of the table; names are all names of the setting.
func readSetting(line string) (s Setting, names string) {
	number, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
	s.Number, _ = strconv.Atoi(number)
	s.Choice, rest, _ = strings.Cut(rest, "\t")
	s.Hall, names, _ = strings.Cut(rest, "\t")
	s.Name, _, _ = strings.Cut(names, " ")
	return s, names
}

func pick(shape Shape, choice string, fits func(number int, names string) bool) (best Setting, sure, ok bool) {
	most := -1
	for line := range strings.Lines(settingsTable) {
		s, names := readSetting(line)
		if !fits(s.Number, names) || choice != "" && !strings.EqualFold(choice, s.Choice) {
			continue
		}
		points := shape.points(&s)
		switch {
		case points > most:
			best, sure, most = s, true, points
		case points == most && s.Hall != best.Hall:
			sure = false
		}
	}
	return best, sure, most >= 0
}

// points are 1 when the cell has the shape that the setting asks for, else 0.
func (p *Shape) points(s *Setting) int {
	if p.Angles == ([3]float64{}) || s.Choice == "" {
		return 1
	}
	right := func(k int) bool { return math.Abs(p.Angles[k]-90) < 1e-3 }
	fits := true
	switch axis := s.Choice[len(s.Choice)-1]; {
	case s.Number >= 3 && s.Number <= 15: // the unique axis is a, b or c
		unique := strings.IndexByte("abc", strings.TrimLeft(s.Choice, "-")[0])
		for k := range 3 {
			fits = fits && (k == unique || right(k))
		}
	case axis == 'H':
		fits = math.Abs(p.Angles[2]-120) < 0.1
	case axis == 'R':
		fits = math.Abs(p.Angles[0]-p.Angles[2]) < 0.1 && math.Abs(p.Angles[1]-p.Angles[2]) < 0.1
	}
	if fits {
		return 1
	}
	return 0
}
