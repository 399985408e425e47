package peer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// breaking is a server of an older revision whose streams break: the answer to a call is
// what parts say, the first over the POST and each other one when it is asked for the rest.
type breaking struct {
	parts   []string
	refuses bool // to be asked

	mu    sync.Mutex
	asked []string // Last-Event-ID of each GET
}

func (b *breaking) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case bytes.Contains(body, []byte(`"server/discover"`)):
		w.WriteHeader(http.StatusBadRequest)
	case r.Method == http.MethodGet && b.refuses:
		http.Error(w, "no streams here", http.StatusMethodNotAllowed)
	case r.Method == http.MethodGet || bytes.Contains(body, []byte(`"tools/call"`)):
		part := 0
		if r.Method == http.MethodGet {
			b.asked = append(b.asked, r.Header.Get("Last-Event-Id"))
			part = min(len(b.asked), len(b.parts)-1)
		}
		if b.parts[part] == "202" {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		text, cut := strings.CutSuffix(strings.ReplaceAll(b.parts[part], "ID", "2"), "CUT")
		_, _ = io.WriteString(w, text)
		if cut {
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler) // the connection breaks
		}
	default:
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Mcp-Session-Id", "s")
		_, _ = io.WriteString(w, answerer{"initialize": hello}.answer(body))
	}
}

// TestResumedStreams: a stream that breaks off with an id is asked for the rest, when the
// server wants to be asked, and no more often than makes sense.
func TestResumedStreams(t *testing.T) {
	const (
		first  = "id: 1\nretry: 60\ndata:\n\n"
		note   = "id: 2\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":ID,\"progress\":1}}\n\n"
		result = "id: 3\ndata: {\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"right\":true}}\n\n"
	)
	for _, test := range []struct {
		name    string
		parts   []string
		refuses bool
		asked   []string
		fails   string // "": the result comes
	}{
		{"whole", []string{first + note + result}, false, nil, ""},
		{"ended", []string{first + note, result}, false, []string{"2"}, ""},
		{"ended before a word", []string{first, note, result}, false, []string{"1", "2"}, ""},
		{"broken", []string{first + note + "CUT", result}, false, []string{"2"}, ""},
		{"broken in an event", []string{first + "id: 2\ndata: {\"jsonrpc\":CUT", note + result}, false, []string{"1"}, ""},
		{"an id that no header holds", []string{first + "id: a\x01\ndata: \n\n", result}, false, []string{"1"}, ""},
		{"accepted", []string{"202", first + strings.ReplaceAll(result, ":ID", ":999") + note, result}, false, []string{"", "2"}, ""},
		{"accepted, and no more", []string{"202"}, true, nil, "status 405: the answer is not there, and no stream has it: no streams here"},
		{"without an id", []string{strings.ReplaceAll(note, "id: 2\n", ""), result}, false, nil, "the stream of the answer ended without one"},
		{"refused", []string{first}, true, nil, "status 405: the answer is not there, and no stream has it: no streams here"},
		{"again and again", []string{first, ""}, false, []string{"1", "1", "1", "1", "1"}, "the stream of the answer ended without one, 6 times"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := &breaking{parts: test.parts, refuses: test.refuses}
			server := httptest.NewServer(b)
			defer server.Close()
			p, err := Dial(t.Context(), Remote{URL: server.URL}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			b.mu.Lock()
			for k := range b.parts {
				b.parts[k] = strings.ReplaceAll(b.parts[k], "ID", fmt.Sprint(p.last.Load()+1))
			}
			b.mu.Unlock()
			got, err := p.Call(t.Context(), "z", json.RawMessage(`{}`), func(Progress) {})
			switch {
			case test.fails == "" && (err != nil || string(got) != `{"right":true}`):
				t.Errorf("got %s, %v", got, err)
			case test.fails != "" && (err == nil || err.Error() != test.fails):
				t.Errorf("got %v, want %s", err, test.fails)
			}
			b.mu.Lock()
			defer b.mu.Unlock()
			if !slices.Equal(b.asked, test.asked) {
				t.Errorf("asked for the rest after %q, want %q", b.asked, test.asked)
			}
		})
	}
}

// TestEvents: what a stream of events may look like.
func TestEvents(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string // event and data
		at   position
	}{
		{"data: a\n\n", []string{"|a"}, position{}},
		{"event: x\r\ndata: a\r\ndata:b\r\n\r\n: comment\n\ndata: c\n\n", []string{"x|a\nb", "|c"}, position{}},
		{"id: 7\nretry: 100\ndata: a\n\nid: 8\ndata: b", []string{"|a"}, position{"7", 100e6}},
		{"id: 7\n\nid:\n\n", nil, position{}},
		{"retry: 0\n\n", nil, position{"", minRetry}},
		{"retry: 999999999\n\n", nil, position{"", maxRetry}},
		{"retry: soon\n\nid: " + strings.Repeat("x", maxEventID+1) + "\n\n", nil, position{}},
		{"data: last\n", []string{"|last"}, position{}},
	} {
		var got []string
		var at position
		err := events(strings.NewReader(test.text), &at, func(event string, data []byte) (bool, error) {
			got = append(got, event+"|"+string(data))
			return false, nil
		})
		if !slices.Equal(got, test.want) || at != test.at || err != nil {
			t.Errorf("%q: got %q, %+v, %v; want %q, %+v", test.text, got, at, err, test.want, test.at)
		}
	}
}
