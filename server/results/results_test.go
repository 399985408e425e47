package results

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestStore(t *testing.T) {
	now := time.Unix(0, 0)
	s := New(Options{MaxResults: 3, MaxBytes: 100, MaxAge: time.Minute, Now: func() time.Time { return now }})
	keep := func(size int) string {
		t.Helper()
		r, ok := s.Keep("box", []byte(strings.Repeat("x", size)))
		if !ok {
			t.Fatalf("%d bytes were not kept", size)
		}
		if r.Size != size || r.Name != "box" || !strings.HasPrefix(r.URI, prefix) {
			t.Fatalf("got %+v", r)
		}
		return r.URI
	}
	has := func(uri string, want bool) {
		t.Helper()
		if _, got := s.Read(uri); got != want {
			t.Errorf("%s: got kept %v, want %v", uri, got, want)
		}
	}
	a, b, c := keep(10), keep(20), keep(30)
	if a == b || len(s.List()) != 3 {
		t.Fatalf("got %v", s.List())
	}
	d := keep(5) // one too many: the oldest goes
	has(a, false)
	has(b, true)
	e := keep(70) // too many bytes: b and c go
	has(b, false)
	has(c, false)
	has(d, true)
	has(e, true)
	if contents, _ := s.Read(e); len(contents.Text) != 70 || contents.MIMEType != "application/json" {
		t.Errorf("got %d bytes of %s", len(contents.Text), contents.MIMEType)
	}
	if _, ok := s.Keep("huge", make([]byte, 101)); ok {
		t.Error("more than all the room was kept")
	}
	has(e, true) // and drove nothing out
	has(prefix+"nothing", false)
	has("file:///etc/passwd", false)
	now = now.Add(time.Minute)
	has(e, false)
	if left := s.List(); len(left) != 0 || s.bytes != 0 {
		t.Errorf("after the age: got %v, %d bytes", left, s.bytes)
	}
}

func TestStoreTogether(t *testing.T) {
	s := New(Options{MaxResults: 8, MaxBytes: 1 << 10, MaxAge: time.Minute, Now: time.Now})
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for k := range 200 {
				r, ok := s.Keep(fmt.Sprint(i), make([]byte, k))
				if !ok {
					t.Errorf("%d bytes were not kept", k)
				}
				s.Read(r.URI)
				s.List()
			}
		})
	}
	group.Wait()
	if n := len(s.List()); n > 8 || s.bytes > 1<<10 {
		t.Errorf("got %d results of %d bytes", n, s.bytes)
	}
}
