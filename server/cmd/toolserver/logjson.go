package main

import (
	"bytes"
	"io"
	"log/slog"
	"strings"

	"github.com/molsmith/molsmith/server/httpd"
)

// jsonLog turns the lines of a server into objects: {"time","level","msg"}.
type jsonLog struct{ log *slog.Logger }

func newJSONLog(w io.Writer) *jsonLog { return &jsonLog{slog.New(slog.NewJSONHandler(w, nil))} }

// Write takes whole lines, as a log.Logger and tell write them.
func (j *jsonLog) Write(text []byte) (int, error) {
	for line := range bytes.Lines(text) {
		message := strings.TrimPrefix(strings.TrimSpace(string(line)), "toolserver: ")
		switch {
		case message == "":
		case strings.HasPrefix(message, "internal error"):
			j.log.Error(message)
		default:
			j.log.Info(message)
		}
	}
	return len(text), nil
}

// refused writes refused requests with their parts: {"time","level","msg","method",
// "path","from","status","reason"}, or "more" for those that are only counted.
func (j *jsonLog) refused(r httpd.Refused) {
	if r.More > 0 {
		j.log.Warn("refused", "more", r.More)
		return
	}
	j.log.Warn("refused", "method", r.Method, "path", r.Path, "from", r.From, "status", r.Status, "reason", r.Reason)
}
