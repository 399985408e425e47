//go:build unix

package bridge

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// TestSlowPage: a page that takes longer to read a result than a ping may take is not
// taken for one that is gone.
func TestSlowPage(t *testing.T) {
	t.Parallel()
	b := newBench(t, `{"lab":`+labEntry("1", "")+`}`, func(o *Options) { o.ping = time.Second })
	print := b.bridge.find("lab").print
	conn, _, err := websocket.Dial(t.Context(), b.url, &websocket.DialOptions{Subprotocols: []string{Protocol}})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	conn.SetReadLimit(64 << 20)
	say := func(id int, rest string) {
		t.Helper()
		if err := conn.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"id":%d,%s}`, id, rest)); err != nil {
			t.Fatal(err)
		}
	}
	say(1, fmt.Sprintf(`"type":"tools:connect","server":"lab","fingerprint":%q`, print))
	for id := 1; ; {
		_, r, err := conn.Reader(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		begin := make([]byte, 40)
		n, _ := io.ReadFull(r, begin) // a message may be shorter
		text := string(begin[:n])
		if strings.Contains(text, `{"id":1,`) && id == 1 {
			id++
			say(id, `"type":"tools:call","server":"lab","tool":"frame","arguments":{"MiB":32}`)
		}
		long := strings.Contains(text, `{"id":2,`)
		if long {
			time.Sleep(3 * b.bridge.options.ping)
		}
		rest, err := io.Copy(io.Discard, r)
		if err != nil {
			t.Fatalf("after %d bytes of %s: %v", rest, text, err)
		}
		if long {
			if rest < 32<<20 {
				t.Errorf("got %s and %d bytes more", text, rest)
			}
			return
		}
	}
}
