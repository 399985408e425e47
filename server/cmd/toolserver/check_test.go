package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/molsmith/molsmith/server/conformance"
)

// asToolserver is the first argument of this test program when it is to be toolserver
// itself, as a check starts it.
const asToolserver = "as-toolserver"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == asToolserver {
		os.Exit(realProgram().Run(context.Background(), os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// wantConforming runs a check of our own server: nothing but what is worth knowing.
func wantConforming(t *testing.T, o conformance.Options) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	started := time.Now()
	report, err := conformance.Run(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	_ = report.Write(&text)
	t.Logf("%.1f s\n%s", time.Since(started).Seconds(), text.String())
	for _, f := range report.Findings {
		if f.Level != "info" || f.Check == "cancel.untried" {
			t.Errorf("got %s: %s %s", f.Check, f.Tool, f.Message)
		}
	}
	want := 0
	for _, tool := range realProgram().Tools {
		if tool.Marker != nil {
			want++
		}
	}
	if len(report.BuilderTools) != want || report.Server != "molsmith" {
		t.Errorf("got %s with %d Builder tools, want molsmith with %d", report.Server, len(report.BuilderTools), want)
	}
}

func TestOwnServerConforms(t *testing.T) {
	t.Run("stdio", func(t *testing.T) {
		t.Parallel()
		program, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		wantConforming(t, conformance.Options{Command: []string{program, asToolserver}, Stderr: os.Stderr})
	})
	t.Run("HTTP", func(t *testing.T) {
		t.Parallel()
		s := start(t, realProgram(), "--transport", "http", "--port", "0", "--allow-origin", "https://builder.example")
		defer s.stop()
		wantConforming(t, conformance.Options{URL: s.url, Token: s.token, Origin: "https://builder.example"})
	})
}

// TestCheck: the command's words and exit codes.
func TestCheck(t *testing.T) {
	s := start(t, testProgram(), "--transport", "http", "--port", "0", "--tools", "argon")
	defer s.stop()
	code, stdout, stderr := run(t, testProgram(), "", "check", "--url", s.url, "--token", s.token, "--no-call")
	if code != exitFailed || !strings.Contains(stdout, "Result: FAIL") || !strings.Contains(stdout, "[tool.output]") || stderr != "" {
		t.Errorf("got code %d, %q and %q, want what is wrong with argon", code, stdout, stderr)
	}
	code, stdout, _ = run(t, testProgram(), "", "check", "--url", s.url, "--token", s.token, "--no-call", "--json")
	var report struct {
		OK           *bool
		Server       string
		BuilderTools []string `json:"builder_tools"`
		Findings     []struct{ Level, Tool, Message, Check string }
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || code != exitFailed || report.OK == nil || *report.OK ||
		report.Server != "molsmith" || len(report.BuilderTools) != 1 || len(report.Findings) == 0 || report.Findings[0].Check == "" {
		t.Errorf("got code %d and %s (%v), want a report", code, stdout, err)
	}
	for name, args := range map[string][]string{
		"neither":         {"check"},
		"both":            {"check", "--url", s.url, "--", "true"},
		"no URL":          {"check", "--url", "here"},
		"origin of stdio": {"check", "--origin", "https://builder.example", "--", "true"},
		"unknown option":  {"check", "--fast", "--", "true"},
	} {
		if code, stdout, stderr := run(t, testProgram(), "", args...); code != exitUsage || stdout != "" || !strings.HasPrefix(stderr, "toolserver: ") {
			t.Errorf("%s: got code %d, %q and %q, want 2 and one line", name, code, stdout, stderr)
		}
	}
}
