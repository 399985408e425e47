package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the answers in testdata/conversations")

// TestConversations replays testdata/conversations. A file is a prose heading
// that says why it exists, a line "assume REVISION" (or "strict"), perhaps followed by
// "with resources", and lines:
//
//	> text    what the client sends
//	< text    what the server sends back
//	#         a remark
//
// Calls of the tool "wait" run beside the rest; everything else is in order.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/conversations/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations found: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := replay(t, string(want))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
			for i := range max(len(gotLines), len(wantLines)) {
				g, w := line(gotLines, i), line(wantLines, i)
				if g != w {
					at := 0
					for at < min(len(g), len(w)) && g[at] == w[at] {
						at++
					}
					at = max(0, at-20)
					t.Fatalf("line %d, from byte %d\n got %.120s\nwant %.120s", i+1, at, g[at:], w[at:])
				}
			}
		})
	}
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(end)"
}

// replay sends the client's lines and returns the file with the answers.
func replay(t *testing.T, file string) string {
	t.Helper()
	heading, script, ok := strings.Cut(file, "\n\n")
	if !ok || len(heading) < 40 {
		t.Fatal("a conversation starts with prose that says why it exists")
	}
	options := testOptions()
	var assumed Revision
	first, script, _ := strings.Cut(script, "\n")
	start, resources := strings.CutSuffix(first, " with resources")
	if resources {
		options.Resources = &testResources{}
	}
	if start == "strict" {
		options.Strict = true
	} else if _, err := fmt.Sscanf(start, "assume %s", &assumed); err != nil {
		t.Fatalf("line after the heading: got %q, want assume REVISION or strict", first)
	}
	d, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	conn := d.Connect(assumed)

	var out strings.Builder
	fmt.Fprintf(&out, "%s\n\n%s\n", heading, first)
	send := func(text []byte) {
		if text == nil {
			return
		}
		if !json.Valid(text) || bytes.ContainsAny(text, "\r\n") {
			t.Errorf("got %q, want one line of JSON", text)
		}
		fmt.Fprintf(&out, "< %s\n", text)
	}
	var finished []chan struct{} // of the calls beside
	for _, line := range strings.Split(script, "\n") {
		text, isSent := strings.CutPrefix(line, "> ")
		if !isSent {
			if line == "" || strings.HasPrefix(line, "#") {
				out.WriteString(line + "\n")
			}
			continue
		}
		out.WriteString(line + "\n")
		m, rpcErr := Parse([]byte(text))
		if rpcErr != nil {
			send(Reject(m, rpcErr).Body)
			continue
		}
		answer, call := conn.Receive(context.Background(), m)
		switch {
		case call == nil:
			send(answer.Body)
		case call.Tool().Name == "wait":
			// The first notification says that the tool runs.
			running, done := make(chan struct{}), make(chan struct{})
			finished = append(finished, done)
			go func() {
				defer close(done)
				answer := call.Run(func(text []byte) {
					send(text)
					close(running)
				})
				send(answer.Body)
			}()
			if call.token == nil {
				t.Fatal("a call of wait needs a progress token here")
			}
			<-running
		default:
			send(call.Run(send).Body)
		}
		if m.Method == "notifications/cancelled" && len(finished) > 0 {
			<-finished[0]
			finished = finished[1:]
		}
	}
	if len(finished) > 0 || conn.Running() > 0 {
		t.Error("a call is still running at the end")
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}
