// Package results keeps results of tools in memory, for clients that want a
// summary and a link in place of half a million coordinates. What is kept is
// bounded in number, bytes and age, and ends with the process. A URI cannot be
// guessed, but whoever may call the server may list what it keeps: a server
// without a token keeps nothing.
package results

import (
	"crypto/rand"
	"encoding/hex"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/molsmith/molsmith/contract/mcp"
)

// prefix is what the URIs of results start with.
const prefix = "molsmith://results/"

// Options bound a Store.
type Options struct {
	MaxResults int           // kept at once; the oldest goes first
	MaxBytes   int           // of all of them
	MaxAge     time.Duration // after which a result goes
	Now        func() time.Time
}

// Store is an mcp.Keeper. It is safe for use by many goroutines.
type Store struct {
	options Options

	mu    sync.Mutex
	kept  []entry // oldest first
	bytes int
}

type entry struct {
	resource mcp.Resource
	text     []byte
	expires  time.Time
}

var _ mcp.Keeper = (*Store)(nil)

// New makes an empty Store.
func New(o Options) *Store { return &Store{options: o} }

// Keep keeps a result. It makes room by dropping the oldest ones; ok is false
// for one that is larger than all the room there is.
func (s *Store) Keep(name string, result []byte) (r mcp.Resource, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(result) > s.options.MaxBytes || s.options.MaxResults < 1 {
		return mcp.Resource{}, false
	}
	s.expire()
	drop := 0
	for len(s.kept)-drop >= s.options.MaxResults || s.bytes+len(result) > s.options.MaxBytes {
		s.bytes -= len(s.kept[drop].text)
		drop++
	}
	s.kept = slices.Delete(s.kept, 0, drop)
	var id [16]byte
	rand.Read(id[:]) // never fails
	r = mcp.Resource{
		URI: prefix + hex.EncodeToString(id[:]), Name: name, MIMEType: "application/json", Size: len(result),
		Description: "A result of a tool, as BuilderResult of the Builder Tool Contract.",
	}
	s.kept = append(s.kept, entry{r, result, s.options.Now().Add(s.options.MaxAge)})
	s.bytes += len(result)
	return r, true
}

// expire drops what is too old. The caller holds mu.
func (s *Store) expire() {
	now, drop := s.options.Now(), 0
	for drop < len(s.kept) && !s.kept[drop].expires.After(now) {
		s.bytes -= len(s.kept[drop].text)
		drop++
	}
	s.kept = slices.Delete(s.kept, 0, drop)
}

// List returns what is kept, oldest first.
func (s *Store) List() []mcp.Resource {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	list := make([]mcp.Resource, len(s.kept))
	for i, e := range s.kept {
		list[i] = e.resource
	}
	return list
}

// Templates returns the family that all results belong to.
func (s *Store) Templates() []mcp.ResourceTemplate {
	return []mcp.ResourceTemplate{{
		URITemplate: prefix + "{id}", Name: "result", Title: "Result of a tool", MIMEType: "application/json",
		Description: "A result that was kept because the call asked for a link.",
	}}
}

// Read returns a result.
func (s *Store) Read(uri string) (mcp.Contents, bool) {
	if !strings.HasPrefix(uri, prefix) {
		return mcp.Contents{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	for _, e := range s.kept {
		if e.resource.URI == uri {
			return mcp.Contents{MIMEType: e.resource.MIMEType, Text: e.text}, true
		}
	}
	return mcp.Contents{}, false
}
