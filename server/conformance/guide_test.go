package conformance

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract/conform"
)

const guideFolder = "../../docs"

// TestExampleModule builds the program of docs/write-a-tool.md, which uses the SDK
// from a module of its own, and checks it over both transports.
func TestExampleModule(t *testing.T) {
	program := filepath.Join(t.TempDir(), "lab-tools")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = filepath.Join(guideFolder, "example")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	o := Options{Command: []string{program}, Stderr: os.Stderr, pace: quick}
	clean := func(report *Report) {
		t.Helper()
		for _, f := range report.Findings {
			if f.Level != conform.Info {
				t.Errorf("got %s", text(report))
				break
			}
		}
		if len(report.BuilderTools) != 1 || report.BuilderTools[0] != "atom_row" || report.Server != "lab-tools" {
			t.Errorf("got %s, want lab-tools with atom_row", text(report))
		}
	}
	clean(check(t, o))

	const token, origin = "a-token-for-the-test", "https://builder.example"
	server := exec.Command(program, "--transport", "http", "--port", "0", "--token", token, "--allow-origin", origin)
	out, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = server.Process.Signal(os.Interrupt)
		_ = server.Wait()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, out)
	_, url, _ := strings.Cut(strings.TrimSpace(line), "serving MCP at ")
	clean(check(t, Options{URL: url, Token: token, Origin: origin, pace: quick}))
}

// TestGuide: the guide shows the example as it is.
func TestGuide(t *testing.T) {
	guide, err := os.ReadFile(filepath.Join(guideFolder, "write-a-tool.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"example/main.go", "example/go.mod"} {
		shown, err := os.ReadFile(filepath.Join(guideFolder, name))
		if err != nil {
			t.Fatal(err)
		}
		if _, body, ok := bytes.Cut(shown, []byte("\npackage main\n")); ok {
			shown = append([]byte("package main\n"), body...)
		}
		if !bytes.Contains(guide, shown) {
			t.Errorf("docs/write-a-tool.md does not show %s as it is", name)
		}
	}
	description, err := os.ReadFile(filepath.Join(guideFolder, "toolserver.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range conform.Checks() {
		row := "| `" + c.ID + "` | " + string(c.Level) + " | " + c.Rule + " |\n"
		if !bytes.Contains(description, []byte(row)) {
			t.Errorf("docs/toolserver.md lacks the row\n%s", row)
		}
	}
}
