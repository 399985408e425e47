package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSecurityDoc: docs/security.md has the whole threat model, every line of it names a
// proof, and every test that it calls one exists.
func TestSecurityDoc(t *testing.T) {
	const root = "../../.."
	text, err := os.ReadFile(filepath.Join(root, "docs/security.md"))
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	files := map[string]bool{}
	for _, folder := range []string{"chem", "contract", "server", "wasm", "web/src", "e2e/tests", "e2e/scripts/worker.mjs"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") && !strings.Contains(path, ".test.ts") && !strings.HasSuffix(path, ".spec.ts") && !strings.HasSuffix(path, "worker.mjs") {
				return err
			}
			files[filepath.Base(path)] = true
			data, err := os.ReadFile(path)
			tests.Write(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	pattern := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`|\"([^\"]+)\"|`([A-Za-z]+\\.test\\.tsx?)`")
	for _, threat := range []string{"Token", "Origin", "Rebinding", "Demo abuse", "Hostile servers", "Hostile structures"} {
		_, section, found := strings.Cut(string(text), "\n## "+threat+"\n")
		if section, _, _ = strings.Cut(section, "\n## "); !found || strings.Count(section, "\n| ") < 3 {
			t.Errorf("there is no table about %s", threat)
		}
	}
	lines := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if !strings.HasPrefix(line, "| ") || cells[0] == " Threat " || strings.HasPrefix(cells[0], " ---") {
			continue
		}
		lines++
		if len(cells) != 3 || !pattern.MatchString(cells[2]) {
			t.Errorf("no proof: %s", line)
		}
	}
	if lines < 35 {
		t.Errorf("only %d lines", lines)
	}
	proofs := pattern.FindAllStringSubmatch(string(text), -1)
	for _, p := range proofs {
		if name := p[1]; name != "" && !strings.Contains(tests.String(), "func "+name+"(") {
			t.Errorf("there is no test %s", name)
		}
		if p[3] != "" && !files[p[3]] {
			t.Errorf("there is no file %s", p[3])
		}
		if words := p[2]; words != "" && !strings.Contains(tests.String(), words) {
			t.Errorf("no test says %q", words)
		}
	}
}
