package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSecurityDoc: every test that docs/security.md calls a proof exists.
func TestSecurityDoc(t *testing.T) {
	const root = "../../.."
	text, err := os.ReadFile(filepath.Join(root, "docs/security.md"))
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	for _, folder := range []string{"chem", "contract", "server", "wasm", "web/src", "e2e/tests"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") && !strings.Contains(path, ".test.ts") && !strings.HasSuffix(path, ".spec.ts") {
				return err
			}
			data, err := os.ReadFile(path)
			tests.Write(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	proofs := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`|\"([^\"]+)\"").FindAllStringSubmatch(string(text), -1)
	if len(proofs) < 40 {
		t.Errorf("only %d proofs are named", len(proofs))
	}
	for _, p := range proofs {
		if name := p[1]; name != "" && !strings.Contains(tests.String(), "func "+name+"(") {
			t.Errorf("there is no test %s", name)
		}
		if words := p[2]; words != "" && !strings.Contains(tests.String(), words) {
			t.Errorf("no test says %q", words)
		}
	}
}
