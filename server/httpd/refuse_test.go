package httpd

import (
	"bytes"
	"compress/gzip"
	"io"
	"log"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/molsmith/molsmith/server/guard"
)

// TestRefusalsAreLogged: with the reason, without a token, and a flood of them as a number.
func TestRefusalsAreLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		s := New(Options{
			Dispatcher: testDispatcher(t, nil), Policy: &guard.Policy{Token: "s3cret", MaxBody: 1 << 10}, Path: "/mcp", MaxPosts: 4,
			Log: log.New(&out, "", 0),
		})
		r := post(pingBody, "Origin: https://evil.example")
		r.RemoteAddr = "192.0.2.7:4711"
		ask(s, r)
		const want = `refused POST /mcp from 192.0.2.7: 403, The origin "https://evil.example" may not call this server.`
		if !strings.HasPrefix(out.String(), want) {
			t.Errorf("got %q, want %q", out.String(), want)
		}
		out.Reset()
		r = post(pingBody, "Authorization: Bearer t0ken-of-mine")
		r.URL.RawQuery = "token=s3cret"
		ask(s, r)
		if !strings.Contains(out.String(), "401") || strings.Contains(out.String(), "s3cret") || strings.Contains(out.String(), "t0ken") {
			t.Errorf("got %q, want 401 and no token", out.String())
		}
		out.Reset()
		evil := post(pingBody, bearer)
		evil.Method = "PU\nT"
		evil.Host = "evil.example"
		ask(s, evil)
		if got := strings.Count(out.String(), "\n"); got != 1 {
			t.Errorf("got %q, want one line", out.String())
		}
		out.Reset()
		for range 500 {
			ask(s, post(pingBody, "Origin: https://evil.example"))
		}
		if got := strings.Count(out.String(), "\n"); got != refusalsLogged-3 {
			t.Errorf("a flood: got %d lines, want %d", got, refusalsLogged-3)
		}
		time.Sleep(refusalSpan)
		out.Reset()
		ask(s, post(pingBody, "Origin: https://evil.example"))
		if !strings.HasPrefix(out.String(), "refused 483 more requests\nrefused POST") {
			t.Errorf("after a while: got %q", out.String())
		}
	})
}

// TestWrongTokensAreSlowed: a wrong one waits longer each time; the right one, and
// a request that carries none, never wait.
func TestWrongTokensAreSlowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sessionServer(t, NoSessions, nil)
		took := func(status int, fields ...string) time.Duration {
			t.Helper()
			start := time.Now()
			if w := ask(s, post(pingBody, fields...)); w.Code != status {
				t.Errorf("got %d, want %d", w.Code, status)
			}
			return time.Since(start)
		}
		const wrong = "Authorization: Bearer x"
		for k, want := range []time.Duration{50, 100, 200, 400, 800, 1600, 2000, 2000} {
			if got := took(401, wrong); got != want*time.Millisecond {
				t.Errorf("try %d: waited %v, want %v ms", k+1, got, want)
			}
			if got := took(200, bearer); got != 0 {
				t.Errorf("the right token waited %v", got)
			}
			if got := took(401); got != 0 {
				t.Errorf("no token waited %v", got)
			}
		}
		time.Sleep(forgetTime)
		if got := took(401, wrong); got != firstDelay {
			t.Errorf("after a while: waited %v, want %v", got, firstDelay)
		}
		done := make(chan struct{})
		for range maxDelayed {
			go func() { ask(s, post(pingBody, wrong)); done <- struct{}{} }()
		}
		synctest.Wait()
		if got := took(503, wrong); got != 0 {
			t.Errorf("one too many waited %v, want 503 at once", got)
		}
		if got := took(200, bearer); got != 0 {
			t.Errorf("the right token waited %v among many wrong ones", got)
		}
		for range maxDelayed {
			<-done
		}
	})
}

func TestGzip(t *testing.T) {
	long := `{"a":"` + strings.Repeat("a", 5000) + `"}`
	s := New(Options{Dispatcher: testDispatcher(t, nil), Policy: &guard.Policy{MaxBody: 64 << 10}, Path: "/mcp", MaxPosts: 4, Gzip: true})
	for name, c := range map[string]struct {
		body, accept string
		zipped       bool
	}{
		"long":              {legacyCall("echo", long), "gzip, br", true},
		"any":               {legacyCall("echo", long), "*", true},
		"short":             {pingBody, "gzip", false},
		"not taken":         {legacyCall("echo", long), "br", false},
		"refused":           {legacyCall("echo", long), "gzip;q=0, *", false},
		"refused, by order": {legacyCall("echo", long), "*, gzip;q=0", false},
		"nothing said":      {legacyCall("echo", long), "", false},
	} {
		w := ask(s, post(c.body, "Accept-Encoding: "+c.accept))
		text := w.Body.String()
		if zipped := w.Header().Get("Content-Encoding") == "gzip"; zipped != c.zipped {
			t.Errorf("%s: got gzip %v, want %v", name, zipped, c.zipped)
		} else if zipped {
			if w.Header().Get("Content-Length") != "" || !strings.Contains(strings.Join(w.Header().Values("Vary"), ","), "Accept-Encoding") {
				t.Errorf("%s: got %v", name, w.Header())
			}
			if text = unzip(t, w.Body); w.Body.Len() > 1000 {
				t.Errorf("%s: %d bytes are left", name, w.Body.Len())
			}
		}
		if !strings.HasPrefix(text, `{"jsonrpc":"2.0","id":1,"result":`) || w.Code != 200 {
			t.Errorf("%s: got %d %.80s", name, w.Code, text)
		}
	}
	if w := ask(s, post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "Accept-Encoding: gzip")); w.Code != 202 || w.Body.Len() > 0 || w.Header().Get("Content-Encoding") != "" {
		t.Errorf("a notification: got %d, %v, %d bytes", w.Code, w.Header(), w.Body.Len())
	}
}

func unzip(t *testing.T, r io.Reader) string {
	t.Helper()
	zip, err := gzip.NewReader(r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestGzipStreams: each event can be read as soon as it is sent.
func TestGzipStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, stop, served := serve(t, Options{Dispatcher: testDispatcher(t, nil), Gzip: true})
		r := post(legacyCall("wait", `{"seconds":100,"tell":true}`), "Accept-Encoding: gzip")
		r.RequestURI = ""
		start := time.Now()
		response, err := l.client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		if response.Header.Get("Content-Encoding") != "gzip" || response.Header.Get("Content-Type") != "text/event-stream" {
			t.Fatalf("got %v", response.Header)
		}
		zip, err := gzip.NewReader(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		first := make([]byte, len(event))
		if _, err := io.ReadFull(zip, first); err != nil || string(first) != event || time.Since(start) > time.Second {
			t.Errorf("got %q after %v, %v; want the progress at once", first, time.Since(start), err)
		}
		rest, err := io.ReadAll(zip)
		if err != nil || !strings.HasSuffix(string(rest), "}\n\n") || !strings.Contains(string(rest), `done`) {
			t.Errorf("got %q, %v; want the answer", rest, err)
		}
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

var _ http.ResponseWriter = (*compressed)(nil)
