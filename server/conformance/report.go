package conformance

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/molsmith/molsmith/contract/conform"
)

// Write writes the report for people: the server, its Builder tools, one finding a
// line and the result.
func (r *Report) Write(w io.Writer) error {
	var b strings.Builder
	if r.Server != "" {
		fmt.Fprintf(&b, "Server: %s %s, protocol %s\n", plain(r.Server), plain(r.Version), plain(r.Protocol))
	}
	if len(r.BuilderTools) > 0 {
		fmt.Fprintf(&b, "Builder tools: %s\n", plain(strings.Join(r.BuilderTools, ", ")))
	}
	counts := map[conform.Level]int{}
	for _, f := range r.Findings {
		counts[f.Level]++
		where := ""
		if f.Tool != "" {
			where = plain(f.Tool) + ": "
		}
		fmt.Fprintf(&b, "%-8s %s%s [%s]\n", f.Level, where, plain(f.Message), f.Check)
	}
	verdict := "PASS"
	if !r.OK {
		verdict = "FAIL"
	}
	fmt.Fprintf(&b, "Result: %s (%s, %s)\n", verdict, counted(counts[conform.Error], "error"), counted(counts[conform.Warning], "warning"))
	_, err := io.WriteString(w, b.String())
	return err
}

// plain is a stranger's text without what a terminal would act on.
func plain(text string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return '\uFFFD'
		}
		return c
	}, text)
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
