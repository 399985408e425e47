// Package metrics counts what a server does, in the text format of Prometheus. It counts
// requests by their status and calls by tool and outcome, never who made them.
package metrics

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/molsmith/molsmith/contract"
)

// Metrics are the counters of one server.
type Metrics struct {
	set     *metrics.Set
	serving atomic.Int64
	running atomic.Int64
}

// New makes counters that are all zero.
func New() *Metrics {
	m := &Metrics{set: metrics.NewSet()}
	m.set.NewGauge("molsmith_requests_served", func() float64 { return float64(m.serving.Load()) })
	m.set.NewGauge("molsmith_calls_running", func() float64 { return float64(m.running.Load()) })
	return m
}

// Handler counts the requests that h answers and how long each takes.
func (m *Metrics) Handler(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		m.serving.Add(1)
		counted := &counted{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			m.serving.Add(-1)
			m.set.GetOrCreateCounter(fmt.Sprintf(`molsmith_requests_total{status="%d"}`, counted.status)).Inc()
			m.set.GetOrCreateHistogram("molsmith_request_seconds").UpdateDuration(start)
		}()
		h.ServeHTTP(counted, r)
	})
}

// counted remembers the status of an answer.
type counted struct {
	http.ResponseWriter
	status int
}

func (c *counted) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

// Unwrap lets a ResponseController reach the connection.
func (c *counted) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// WrapAll returns tools whose runs are counted. The tools themselves are not changed.
func (m *Metrics) WrapAll(tools []*contract.Tool) []*contract.Tool {
	all := make([]*contract.Tool, len(tools))
	for i, tool := range tools {
		wrapped := *tool
		wrapped.Run = func(ctx context.Context, args json.RawMessage, progress contract.Progress) (outcome *contract.Outcome, err error) {
			start := time.Now()
			m.running.Add(1)
			how := "panic"
			defer func() {
				m.running.Add(-1)
				m.set.GetOrCreateCounter(fmt.Sprintf(`molsmith_calls_total{tool=%q,outcome=%q}`, tool.Name, how)).Inc()
				m.set.GetOrCreateHistogram(fmt.Sprintf(`molsmith_call_seconds{tool=%q}`, tool.Name)).UpdateDuration(start)
			}()
			outcome, err = tool.Run(ctx, args, progress)
			how = outcomeOf(err)
			return outcome, err
		}
		all[i] = &wrapped
	}
	return all
}

// outcomeOf is "ok", the code of a tool's error, or "internal".
func outcomeOf(err error) string {
	var failure *contract.Error
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &failure):
		return string(failure.Code)
	case errors.Is(err, context.Canceled):
		return string(contract.Cancelled)
	case errors.Is(err, context.DeadlineExceeded):
		return string(contract.Timeout)
	}
	return "internal"
}

// Write writes all counters, and those of the process and its runtime.
func (m *Metrics) Write(w io.Writer) {
	m.set.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
}

// ServeHTTP answers /metrics.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/metrics" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	m.Write(w)
}
