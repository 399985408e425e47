package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestDoctor: one line a step, and a line that says what to change.
func TestDoctor(t *testing.T) {
	steps := regexp.MustCompile(`(?m)^(ok|FAIL) +(\w+)`)
	for _, test := range []struct {
		name, args, steps, text string
		code                    int
	}{
		{"the page of serve", "", "ok stdio ok listen ok preflight ok connect ok list ok call ok refusal", "echo answered", exitOK},
		{"an allowed page", "--origin https://builder.example --allow-origin https://builder.example",
			"ok stdio ok listen ok preflight ok connect ok list ok call ok refusal", "pages of https://builder.example may send", exitOK},
		{"another page", "--origin https://builder.example", "ok stdio ok listen FAIL preflight FAIL origin", "--allow-origin https://builder.example", exitFailed},
		{"public", "--public --allow-origin https://builder.example", "ok stdio ok listen ok preflight ok connect ok list ok call", "public, pages of", exitOK},
		{"strict", "--protocol 2026-07-28", "ok stdio ok listen ok preflight ok connect ok list ok call ok refusal", "2026-07-28", exitOK},
		{"no origin at all", "--origin here", "", "", exitUsage},
		{"an argument", "now", "", "", exitUsage},
	} {
		args := append([]string{"doctor", "--tools", "echo"}, strings.Fields(test.args)...)
		if test.args == "now" {
			args = []string{"doctor", "now"}
		}
		code, stdout, stderr := run(t, testProgram(), "", args...)
		var got []string
		for _, m := range steps.FindAllStringSubmatch(stdout, -1) {
			got = append(got, m[1]+" "+m[2])
		}
		if code != test.code || strings.Join(got, " ") != test.steps || !strings.Contains(stdout, test.text) || (code == exitUsage) != (stderr != "") {
			t.Errorf("%s: got code %d, %s\n%s, want %d and %s", test.name, code, stdout, stderr, test.code, test.steps)
		}
	}
	// A port that the environment names for the server may be in use.
	s := start(t, testProgram(), "--transport", "http", "--port", "0")
	defer s.stop()
	port := s.url[strings.LastIndexByte(s.url, ':')+1 : strings.LastIndexByte(s.url, '/')]
	if code, stdout, stderr := run(t, withEnv(testProgram(), "MOLSMITH_PORT="+port), "", "doctor"); code != exitOK {
		t.Errorf("beside a server: got code %d, %s%s, want 0", code, stdout, stderr)
	}
}
