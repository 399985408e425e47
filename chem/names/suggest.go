package names

import (
	"strings"

	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// Suggest returns up to n names of the dictionary that are spelled almost like text: at
// the smallest number of letters inserted, left out, replaced or swapped with the next
// (optimal string alignment), molecules with many names first, one for each molecule.
func (d *Dictionary) Suggest(text string, n int) []Suggestion {
	text = normalize(text).text
	bound := 2
	switch {
	case len(text) < 3 || len(text) > 4*MaxLength:
		return nil
	case len(text) <= 5:
		bound = 1
	case len(text) >= 12:
		bound = 3
	}
	type near struct{ entry, distance int }
	var found []near
	m := newMeter(text, bound)
	for i := range d.Len() {
		distance, ok := m.next(d.Name(i), int(d.shared[i]))
		if !ok || d.Kind(i) > Formula || d.Kind(i) == Formula && (len(text) < 5 || !strings.ContainsAny(text, "0123456789")) {
			continue
		}
		found = append(found, near{i, distance})
	}
	known := make([]int, len(d.structures)) // everyday molecules have many names
	for _, m := range d.molecule {
		known[m]++
	}
	sorting.Stable(found, func(x, y near) int {
		if x.distance != y.distance {
			return x.distance - y.distance
		}
		if p, q := known[d.molecule[x.entry]], known[d.molecule[y.entry]]; p != q {
			return q - p
		}
		return len(d.Name(y.entry)) - len(d.Name(x.entry))
	})
	var list []Suggestion
	seen := map[uint16]bool{}
	for _, f := range found {
		if len(list) == n {
			break
		}
		// Far from the best one nothing is meant.
		if f.distance > found[0].distance+1 || seen[d.molecule[f.entry]] {
			continue
		}
		seen[d.molecule[f.entry]] = true
		list = append(list, Suggestion{d.Display(f.entry), d.SMILES(f.entry)})
	}
	return list
}

// meter measures the distance of sorted words from one text. The rows of its table that
// belong to what a word shares with the one before are kept.
type meter struct {
	text  string
	bound int
	rows  [][]uint8 // rows[i][j]: distance of i bytes of the word and j of the text
	least []uint8   // smallest entry of each row
	word  string
	done  int // rows that are computed for word
}

func newMeter(text string, bound int) *meter {
	m := &meter{text: text, bound: bound}
	m.row(0)
	for j := range m.rows[0] {
		m.rows[0][j] = uint8(min(j, 250))
	}
	return m
}

func (m *meter) row(i int) []uint8 {
	for len(m.rows) <= i {
		m.rows = append(m.rows, make([]uint8, len(m.text)+1))
		m.least = append(m.least, 0)
	}
	return m.rows[i]
}

// next returns the distance of word, which begins with shared bytes of the word before;
// ok is false when it exceeds the bound.
func (m *meter) next(word string, shared int) (distance int, ok bool) {
	m.done = min(m.done, shared)
	m.word = word
	// A row above the bound rules out all words that begin so.
	if m.done > 0 && int(m.least[m.done]) > m.bound {
		return 0, false
	}
	if len(word) > len(m.text)+m.bound || len(word) < len(m.text)-m.bound {
		return 0, false
	}
	for m.done < len(word) {
		m.done++
		m.fill(m.done)
		if int(m.least[m.done]) > m.bound {
			return 0, false
		}
	}
	distance = int(m.rows[len(word)][len(m.text)])
	return distance, distance <= m.bound
}

func (m *meter) fill(i int) {
	row, up := m.row(i), m.rows[i-1]
	far := uint8(m.bound + 1)
	row[0] = uint8(min(i, 250))
	least := row[0]
	for j := 1; j <= len(m.text); j++ {
		// Outside of a band around the diagonal the distance exceeds the bound.
		if j < i-m.bound || j > i+m.bound {
			row[j] = far
			continue
		}
		v := up[j-1]
		if m.word[i-1] != m.text[j-1] {
			v = min(v, up[j], row[j-1]) + 1
			if i > 1 && j > 1 && m.word[i-1] == m.text[j-2] && m.word[i-2] == m.text[j-1] {
				v = min(v, m.rows[i-2][j-2]+1)
			}
		}
		row[j] = v
		least = min(least, v)
	}
	// A swap reaches back two rows.
	m.least[i] = min(least, m.least[i-1]+1)
}
