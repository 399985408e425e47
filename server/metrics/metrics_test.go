package metrics

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/molsmith/molsmith/contract"
)

func TestCounts(t *testing.T) {
	m := New()
	fails := []error{nil, nil, &contract.Error{Code: contract.NoRoom, Message: "full"}, errors.New("odd"), context.Canceled}
	tool := &contract.Tool{Name: "box", Run: func(context.Context, json.RawMessage, contract.Progress) (*contract.Outcome, error) {
		err := fails[0]
		fails = fails[1:]
		return nil, err
	}}
	wrapped := m.WrapAll([]*contract.Tool{tool})[0]
	h := m.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := http.NewResponseController(w).SetWriteDeadline(time.Time{}); !errors.Is(err, http.ErrNotSupported) {
			t.Errorf("got %v; the connection must be reached through the counter", err)
		}
		_, err := wrapped.Run(r.Context(), nil, nil)
		if err != nil {
			w.WriteHeader(http.StatusTeapot)
		}
	}))
	for range 5 {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/mcp", nil))
	}
	w := httptest.NewRecorder()
	m.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, line := range []string{
		`molsmith_requests_total{status="200"} 2`, `molsmith_requests_total{status="418"} 3`, `molsmith_requests_served 0`,
		`molsmith_calls_total{tool="box",outcome="ok"} 2`, `molsmith_calls_total{tool="box",outcome="NO_ROOM"} 1`,
		`molsmith_calls_total{tool="box",outcome="internal"} 1`, `molsmith_calls_total{tool="box",outcome="CANCELLED"} 1`,
		`molsmith_calls_running 0`, `molsmith_call_seconds_count{tool="box"} 5`, `process_resident_memory_bytes`,
	} {
		if !strings.Contains(w.Body.String(), line) {
			t.Errorf("%s is missing in\n%s", line, w.Body)
		}
	}
}

func TestPanicIsCounted(t *testing.T) {
	m := New()
	tool := &contract.Tool{Name: "box", Run: func(context.Context, json.RawMessage, contract.Progress) (*contract.Outcome, error) {
		panic("odd")
	}}
	func() {
		defer func() { _ = recover() }()
		_, _ = m.WrapAll([]*contract.Tool{tool})[0].Run(t.Context(), nil, nil)
	}()
	var text strings.Builder
	m.Write(&text)
	if !strings.Contains(text.String(), `molsmith_calls_total{tool="box",outcome="panic"} 1`) || !strings.Contains(text.String(), "molsmith_calls_running 0") {
		t.Error(text.String())
	}
}
