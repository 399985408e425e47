package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestCall(t *testing.T) {
	file := filepath.Join(t.TempDir(), "args.json")
	if err := os.WriteFile(file, []byte("{\"x\":3}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const argon = `{"contract":1,"name":"argon","structure":{"elements":[18],"positions":[%s,0,0],"cell":null,"bonds":[]},"warnings":["one atom is not much"],"provenance":{}}` + "\n"
	const warning = "toolserver: warning: one atom is not much\n"
	tests := []struct {
		name, stdin    string
		args           []string
		code           int
		stdout, stderr string
	}{
		{"arguments", "", []string{"call", "argon", "--args", `{"x":1.5}`}, 0, fmt.Sprintf(argon, "1.5"), warning},
		{"options first", "", []string{"call", "--args", `{"x":1}`, "argon"}, 0, fmt.Sprintf(argon, "1"), warning},
		{"none", "", []string{"call", "argon"}, 0, fmt.Sprintf(argon, "0"), warning},
		{"standard input", `{"x":2}`, []string{"call", "argon", "--args", "-"}, 0, fmt.Sprintf(argon, "2"), warning},
		{"file", "", []string{"call", "argon", "--args", "@" + file}, 0, fmt.Sprintf(argon, "3"), warning},
		{"plain tool", "", []string{"call", "echo", "--args", `{"a":[1]}`}, 0, `{"a":[1]}` + "\n", ""},
		{"refusal", "", []string{"call", "argon", "--args", `{"x":-1}`}, 1, "", "toolserver: x < 0 leaves no room; use 0 or more [NO_ROOM]\n"},
		{"not JSON", "", []string{"call", "echo", "--args", `{`}, 1, "", "toolserver: not JSON [INVALID_ARGUMENTS]\n"},
		{"timeout", "", []string{"call", "wait", "--call-timeout", "0.01"}, 1, "", "toolserver: Wait did not finish within 0.01 s; try a smaller system [TIMEOUT]\n"},
		{"input too long", strings.Repeat(" ", 2000), []string{"call", "echo", "--args", "-", "--max-body", "1KiB"}, 2, "", "toolserver: --args: more than 1024 bytes, the limit set by --max-body\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			code, stdout, stderr := run(t, testProgram(), test.stdin, test.args...)
			if code != test.code || stdout != test.stdout || stderr != test.stderr {
				t.Errorf("got %d %q %q\nwant %d %q %q", code, stdout, stderr, test.code, test.stdout, test.stderr)
			}
		})
	}
}

func TestCallReportsACrash(t *testing.T) {
	code, stdout, stderr := run(t, testProgram(), "", "call", "crash")
	if code != exitFailed || stdout != "" || !strings.HasPrefix(stderr, "toolserver: internal error in crash: panic: a secret") {
		t.Errorf("got %d %q %q", code, stdout, stderr)
	}
}

func TestCallIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	var out, errs bytes.Buffer
	code := testProgram().Run(ctx, []string{"call", "wait"}, strings.NewReader(""), &out, &errs)
	if code != exitFailed || out.Len() > 0 || !strings.Contains(errs.String(), "CANCELLED") {
		t.Errorf("got %d %q %q, want CANCELLED", code, out.String(), errs.String())
	}
}

func TestBatch(t *testing.T) {
	in := strings.Join([]string{
		`{"x":1}`, `{"x":-1}`, `nonsense`, ``, `{"x":` + strings.Repeat(" ", 2000) + `1}`, "{\"x\":2}\r", `{"x":<3>}`, `{"x":4}`,
	}, "\n")
	code, stdout, stderr := run(t, testProgram(), in, "call", "argon", "--batch", "--max-body", "1024", "--max-concurrency", "3")
	if code != exitOK || stderr != "" {
		t.Errorf("got code %d and %q, want 0 and nothing", code, stderr)
	}
	got := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	want := []string{
		`{"ok":true,"result":{"contract":1,"name":"argon","structure":{"elements":[18],"positions":[1,0,0]`,
		`{"ok":false,"error":{"code":"NO_ROOM","message":"x < 0 leaves no room; use 0 or more","details":{"least":0}}}`,
		`{"ok":false,"error":{"code":"INVALID_ARGUMENTS","message":"the arguments are not right`,
		`{"ok":false,"error":{"code":"INVALID_ARGUMENTS","message":"the line is empty: write {} for no arguments"}}`,
		`{"ok":false,"error":{"code":"INVALID_ARGUMENTS","message":"the line has more than 1024 bytes, the limit set by --max-body"}}`,
		`{"ok":true,"result":{"contract":1,"name":"argon","structure":{"elements":[18],"positions":[2,0,0]`,
		`{"ok":false,"error":{"code":"INVALID_ARGUMENTS","message":"the arguments are not right: invalid character '<'`,
		`{"ok":true,"result":{"contract":1,"name":"argon","structure":{"elements":[18],"positions":[4,0,0]`,
	}
	if len(got) != len(want) {
		t.Fatalf("got %d lines, want %d: %q", len(got), len(want), got)
	}
	for i := range got {
		if !strings.HasPrefix(got[i], want[i]) || !json.Valid([]byte(got[i])) {
			t.Errorf("line %d: got %s, want %s…", i+1, got[i], want[i])
		}
	}
}

func TestBatchKeepsOrderAndCount(t *testing.T) {
	var in strings.Builder
	const lines = 5000
	for i := range lines {
		fmt.Fprintf(&in, "{\"i\":%d}\n", i)
	}
	_, stdout, _ := run(t, testProgram(), in.String(), "call", "echo", "--batch", "--max-concurrency", "8")
	got := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	if len(got) != lines {
		t.Fatalf("got %d lines, want %d", len(got), lines)
	}
	for i, line := range got {
		if want := fmt.Sprintf(`{"ok":true,"result":{"i":%d}}`, i); line != want {
			t.Fatalf("line %d: got %s, want %s", i+1, line, want)
		}
	}
	if _, stdout, _ := run(t, testProgram(), "", "call", "echo", "--batch"); stdout != "" {
		t.Errorf("got %q for no lines, want nothing", stdout)
	}
}

func TestBatchSurvivesACrash(t *testing.T) {
	code, stdout, stderr := run(t, testProgram(), "{}\n{}\n", "call", "crash", "--batch")
	want := `{"ok":false,"error":{"code":"INTERNAL","message":"internal error"}}` + "\n"
	if code != exitOK || stdout != want+want || strings.Count(stderr, "panic: a secret") != 1 || !strings.HasSuffix(stderr, "toolserver: 2 lines ended in an internal error\n") {
		t.Errorf("got %d %q %q", code, stdout, stderr)
	}
}

// TestBatchAnswersAtOnce: a client that sends a line and waits gets its answer.
func TestBatchAnswersAtOnce(t *testing.T) {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- testProgram().Run(t.Context(), []string{"call", "echo", "--batch"}, inRead, outWrite, io.Discard)
	}()
	for i := range 3 {
		fmt.Fprintf(inWrite, "{\"i\":%d}\n", i)
		answer := make([]byte, 100)
		n, err := outRead.Read(answer)
		if want := fmt.Sprintf("{\"ok\":true,\"result\":{\"i\":%d}}\n", i); err != nil || string(answer[:n]) != want {
			t.Fatalf("got %q (%v), want %q", answer[:n], err, want)
		}
	}
	inWrite.Close()
	if code := <-ended; code != exitOK {
		t.Errorf("got code %d, want 0", code)
	}
}

func TestBatchIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	inRead, _ := io.Pipe() // never ends
	var errs bytes.Buffer
	before := time.Now()
	code := testProgram().Run(ctx, []string{"call", "wait", "--batch"}, io.MultiReader(strings.NewReader("{}\n{}\n"), inRead), io.Discard, &errs)
	if code != exitFailed || errs.String() != "toolserver: cancelled\n" {
		t.Errorf("got %d %q, want cancelled", code, errs.String())
	}
	if took := time.Since(before); took > 5*time.Second {
		t.Errorf("got an end after %v", took)
	}
}

func TestTools(t *testing.T) {
	_, stdout, _ := run(t, testProgram(), "", "tools")
	if want := "argon  Place one atom.\necho   Give the arguments back.\n"; !strings.HasPrefix(stdout, want) {
		t.Errorf("got %q, want %q…", stdout, want)
	}
	_, stdout, _ = run(t, testProgram(), "", "tools", "--json")
	var list struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal([]byte(stdout), &list); err != nil || len(list.Tools) != 4 || list.Tools[0].Name != "argon" {
		t.Errorf("got %s (%v), want four tools", stdout, err)
	}
}

// TestFusedMultiplyAdd: amd64 without GOAMD64=v3 never fuses, whatever the flags.
func TestFusedMultiplyAdd(t *testing.T) {
	if got := fusesMultiplyAdd(); got && runtime.GOARCH == "amd64" {
		t.Errorf("got %v on amd64, want false", got)
	}
	if fused := math.FMA(fmaX, fmaY, fmaZ); fused == 0 {
		t.Error("the factors do not tell a fused product from a rounded one")
	}
}

func TestVersionAndLicenses(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"--version"}} {
		if code, stdout, _ := run(t, testProgram(), "", args...); code != exitOK || !strings.HasPrefix(stdout, "molsmith 0.1.0\ngo1.") || strings.Contains(stdout, "FUSED") != fusesMultiplyAdd() {
			t.Errorf("%v: got %d %q", args, code, stdout)
		}
	}
	if _, stdout, _ := run(t, testProgram(), "", "licenses"); stdout != "MIT License\nnotices\n" {
		t.Errorf("got %q, want the notices", stdout)
	}
}
