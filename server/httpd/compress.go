package httpd

import (
	"compress/gzip"
	"net/http"
	"strconv"
)

// gzipLeast is the length in bytes below which an answer is sent as it is.
const gzipLeast = 1024

// compressed sends answers of a handler in gzip: whole ones that are long, and
// streams, each event at once.
type compressed struct {
	http.ResponseWriter
	zip   *gzip.Writer
	plain bool // the answer is short, or has no body
	begun bool
}

// Unwrap lets http.ResponseController set deadlines.
func (c *compressed) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *compressed) WriteHeader(status int) {
	if !c.begun {
		c.begun = true
		h := c.Header()
		length, err := strconv.Atoi(h.Get("Content-Length"))
		c.plain = status < 200 || status == http.StatusNoContent || status == http.StatusAccepted || err == nil && length < gzipLeast
		h.Add("Vary", "Accept-Encoding")
		if !c.plain {
			h.Del("Content-Length")
			h.Set("Content-Encoding", "gzip")
			c.zip, _ = gzip.NewWriterLevel(c.ResponseWriter, gzip.BestSpeed) // the level is a valid one
		}
	}
	c.ResponseWriter.WriteHeader(status)
}

func (c *compressed) Write(p []byte) (int, error) {
	if !c.begun {
		c.WriteHeader(http.StatusOK)
	}
	if c.plain {
		return c.ResponseWriter.Write(p)
	}
	return c.zip.Write(p)
}

// FlushError sends what was written so far.
func (c *compressed) FlushError() error {
	if c.zip != nil {
		if err := c.zip.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(c.ResponseWriter).Flush()
}

// close ends the answer.
func (c *compressed) close() {
	if c.zip != nil {
		_ = c.zip.Close() // the client is gone then
	}
}
