package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/structure"
)

// TestTitlesAreReported: every change of a title is reported, for what it is.
func TestTitlesAreReported(t *testing.T) {
	const mended, ascii = "The title is written without blanks at the ends and control characters", "The title is written in visible ASCII; other characters become _"
	tests := []struct {
		id, title string
		want      []string
	}{
		{"mol", strings.Repeat("é", 40), nil},
		{"mol", strings.Repeat("é", 50), []string{"The title is cut to 80 bytes"}},
		{"mol", "a\tb", []string{mended}},
		{"mol", "ab ", []string{mended}},
		{"pdb", "é short", []string{ascii}},
		{"pdb", strings.Repeat("a", 71), []string{"The title is cut to 70 characters"}},
		{"pdb", strings.Repeat("é", 71), []string{ascii, "The title is cut to 70 characters"}},
	}
	for _, c := range tests {
		s := &structure.Structure{Elements: []uint8{10}, Positions: make([]float64, 3)}
		if _, report, err := Write(c.id, s, Options{Name: c.title}); err != nil || !slices.Equal(titles(report.Changes), c.want) {
			t.Errorf("%s of %q: got %q, %v, want %q", c.id, c.title, report.Changes, err, c.want)
		}
	}
}

// titles picks the sentences about a title.
func titles(changes []string) (list []string) {
	for _, c := range changes {
		if strings.HasPrefix(c, "The title") {
			list = append(list, c)
		}
	}
	return list
}
