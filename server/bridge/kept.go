package bridge

import "time"

// trace is one message to or from a server, for people to look at.
type trace struct {
	Out   bool   `json:"out"`
	At    int64  `json:"at"` // ms since 1970
	Bytes int    `json:"bytes"`
	Text  string `json:"text"` // its beginning
}

// How much is kept for people to look at.
const (
	keptLines  = 500
	keptTraces = 50
	maxTraced  = 4 << 10 // bytes of a message
)

// trace keeps the beginning of a message.
func (l *link) trace(out bool, message []byte) {
	text := string(message[:min(len(message), maxTraced)])
	one := trace{Out: out, At: time.Now().UnixMilli(), Bytes: len(message), Text: text}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.traced.add(one)
}

// ring keeps the last few values.
type ring[T any] struct {
	most int
	list []T
	next int
}

func (r *ring[T]) add(v T) {
	if len(r.list) < r.most {
		r.list = append(r.list, v)
		return
	}
	r.list[r.next] = v
	r.next = (r.next + 1) % r.most
}

// all returns them, oldest first.
func (r *ring[T]) all() []T {
	return append(append([]T{}, r.list[r.next:]...), r.list[:r.next]...)
}
