//go:build tools || crystals || !part

package core

import "testing"

// The document of previews crosses once; a worker that does not have it says so.
func TestPreviewDocument(t *testing.T) {
	c := New(Options{})
	head := `{"atoms":1,"bonds":0,"cell":null}`
	arrays := func() Bufs {
		return Bufs{"elements": []uint8{8}, "positions": []float64{1, 2, 3}, "bonds": []uint32{}}
	}
	ask := func(more string) string { return `{"name":"liquid_box","args":{}` + more + `}` }

	if f := fails(t, c, "tool.preview", ask(`,"revision":4`), nil); f.Code != "DOCUMENT_UNKNOWN" {
		t.Errorf("before it came: got %+v", f)
	}
	do(t, c, "tool.preview", ask(`,"revision":4,"document":`+head), arrays(), nil)
	if c.seen.document == nil || c.seen.document.Positions[2] != 3 {
		t.Fatalf("got %+v, want the document", c.seen)
	}
	do(t, c, "tool.preview", ask(`,"revision":4`), nil, nil)
	do(t, c, "tool.preview", ask(``), nil, nil)
	if f := fails(t, c, "tool.preview", ask(`,"revision":5`), nil); f.Code != "DOCUMENT_UNKNOWN" {
		t.Errorf("another revision: got %+v", f)
	}
	fails(t, c, "tool.preview", ask(`,"revision":6,"document":`+head), nil)
	if f := fails(t, c, "tool.preview", ask(`,"revision":6`), nil); f.Code != "DOCUMENT_UNKNOWN" {
		t.Errorf("one that could not be read: got %+v", f)
	}
	do(t, c, "tool.preview", ask(`,"revision":7,"document":`+head), arrays(), nil)
	fails(t, c, "tool.run", ask(``), nil)
	if c.seen.document != nil {
		t.Error("a run has the worker's memory to itself")
	}
}
