package httpd

import (
	"context"
	"encoding/json"
	"io"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/guard"
)

// TestFloodsOfProgress: tools that report a million times send what a person can follow,
// and the answer after it.
func TestFloodsOfProgress(t *testing.T) {
	const reports, calls = 1_000_000, 8
	started := time.Now()
	d, err := mcp.New(mcp.Options{Name: "test", Version: "1", Now: func() int64 { return int64(time.Since(started)) }, Tools: []*contract.Tool{
		{Name: "flood", Input: json.RawMessage(`{"type":"object"}`), Run: func(_ context.Context, _ json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
			for k := range reports {
				progress(float64(k)/reports, "step\r\n")
			}
			return &contract.Outcome{Value: json.RawMessage(`{"done":true}`)}, nil
		}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(New(Options{Dispatcher: d, Policy: &guard.Policy{MaxBody: 4 << 10}, Path: "/mcp", MaxPosts: calls}).Handler())
	defer s.Close()
	var group sync.WaitGroup
	for range calls {
		group.Go(func() {
			r := post(legacyCall("flood", `{}`))
			r.URL.Host, r.Host, r.RequestURI = s.Listener.Addr().String(), "", ""
			began := time.Now()
			response, err := s.Client().Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			defer response.Body.Close()
			text, err := io.ReadAll(response.Body)
			most := int(time.Since(began)/(100*time.Millisecond)) + 2
			events := strings.Count(string(text), "notifications/progress")
			if err != nil || events < 1 || events > most || !strings.HasSuffix(string(text), `"text":"{\"done\":true}"}]}}`+"\n\n") {
				t.Errorf("got %d notifications (at most %d fit) and %.200q, %v", events, most, text[max(0, len(text)-200):], err)
			}
		})
	}
	group.Wait()
}
