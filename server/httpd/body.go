package httpd

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/molsmith/molsmith/server/guard"
)

// firstRead bounds what is allocated on the word of a Content-Length alone.
const firstRead = 1 << 20

// readBody reads a body within the limits of size and time.
func readBody(w http.ResponseWriter, r *http.Request, p *guard.Policy) ([]byte, *guard.Refusal) {
	length := r.ContentLength
	if length < 0 {
		length = p.MaxBody
	}
	deadline := time.Now().Add(bodyTime + time.Duration(length/bodyRate)*time.Second)
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(deadline)
	body := make([]byte, 0, min(length, firstRead)+1)
	for {
		n, err := r.Body.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case int64(len(body)) > p.MaxBody:
			return nil, p.TooLarge()
		case errors.Is(err, io.EOF):
			// What was not read keeps its deadline: net/http reads the rest of a
			// refused body, and must not wait for it either.
			_ = control.SetReadDeadline(time.Time{})
			return body, nil
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil, &guard.Refusal{Status: http.StatusRequestTimeout, Message: "The body came too slowly.", Header: [2]string{"Connection", "close"}}
		case err != nil:
			return nil, &guard.Refusal{Status: http.StatusBadRequest, Message: "The body ended early.", Header: [2]string{"Connection", "close"}}
		}
		if len(body) == cap(body) {
			body = append(body, 0)[:len(body)]
		}
	}
}
