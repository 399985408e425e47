package guard

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

// named are the names of a program that has every option.
var named = Names{Program: "toolserver", AllowedHost: "--allowed-host", AllowOrigin: "--allow-origin", MaxBody: "--max-body"}

// TestRefusalsNameWhatThereIs: a program without an option is not told to use it.
func TestRefusalsNameWhatThereIs(t *testing.T) {
	for _, test := range []struct {
		names                     Names
		host, origin, token, body string
	}{
		{Names{},
			`The Host "evil.example" is not served here.`,
			`The origin "https://evil.example" may not call this server.`,
			"the token that this server printed or was given.",
			"The body is larger than 1000 bytes."},
		{named,
			`The Host "evil.example" is not served here; start toolserver with --allowed-host "evil.example" to serve it.`,
			`The origin "https://evil.example" may not call this server; start toolserver with --allow-origin "https://evil.example" to let it.`,
			"the token that toolserver printed or was given.",
			"The body is larger than 1000 bytes, the limit set by --max-body."},
		{Names{Program: "lab-tools", AllowOrigin: "-o"},
			`The Host "evil.example" is not served here.`,
			`The origin "https://evil.example" may not call this server; start lab-tools with -o "https://evil.example" to let it.`,
			"the token that lab-tools printed or was given.",
			"The body is larger than 1000 bytes."},
	} {
		p := Policy{Token: "t", MaxBody: 1000, Names: test.names}
		for got, want := range map[*Refusal]string{
			p.Host("evil.example", netip.Addr{}):       test.host,
			p.Origin([]string{"https://evil.example"}): test.origin,
			p.Auth(nil):    test.token,
			p.Length(1001): test.body,
		} {
			if !strings.HasSuffix(got.Message, want) {
				t.Errorf("%q: got %q, want %q", test.names.Program, got.Message, want)
			}
		}
	}
}

func TestEncoding(t *testing.T) {
	for _, test := range []struct {
		fields []string
		want   string
	}{
		{nil, ""}, {[]string{""}, ""}, {[]string{"identity"}, ""}, {[]string{" Identity "}, ""},
		{[]string{"gzip"}, `415 "gzip"`}, {[]string{"identity", "br"}, `415 "identity,br"`}, {[]string{"deflate, gzip"}, "415"},
	} {
		refusal := (&Policy{}).Encoding(test.fields)
		check(t, refusal, test.want)
		if refusal != nil && refusal.Header != [2]string{"Accept-Encoding", "identity"} {
			t.Errorf("got header %v, want what is read", refusal.Header)
		}
	}
}

// check compares a refusal with "" (served) or "STATUS part of the message".
func check(t *testing.T, refusal *Refusal, want string) {
	t.Helper()
	switch {
	case refusal == nil && want != "":
		t.Errorf("got served, want %s", want)
	case refusal != nil && want == "":
		t.Errorf("got %d %s, want served", refusal.Status, refusal.Message)
	case refusal != nil:
		if got := fmt.Sprintf("%d %s", refusal.Status, refusal.Message); !strings.HasPrefix(got, want[:3]) || !strings.Contains(got, strings.TrimSpace(want[3:])) {
			t.Errorf("got %s, want %s", got, want)
		}
		if strings.ContainsAny(refusal.Message, "\r\n") {
			t.Errorf("got %q, want one line", refusal.Message)
		}
	}
}

func TestSize(t *testing.T) {
	request := func(target string, fields int) *http.Request {
		r := httptest.NewRequest(http.MethodPost, target, nil)
		for i := range fields {
			r.Header.Add(fmt.Sprintf("X-%d", i/2), "v")
		}
		return r
	}
	headed := func(size int) *http.Request {
		r := request("/mcp", 2)
		r.Header.Add("X-Long", strings.Repeat("a", size-2*len("X-0: v\r\n")-len("X-Long: \r\n")-len("Host: \r\n")-len(r.Host)))
		return r
	}
	tests := []struct {
		name string
		r    *http.Request
		want string
	}{
		{"ordinary", request("/mcp", 12), ""},
		{"100 fields", request("/mcp", 100), ""},
		{"101 fields", request("/mcp", 101), "431 101 header fields"},
		{"longest header", headed(MaxHeader), ""},
		{"one byte of the header more", headed(MaxHeader + 1), "431 The header has 32769 bytes"},
		{"longest line", request("/"+strings.Repeat("a", MaxRequestLine-7), 0), ""},
		{"one byte more", request("/"+strings.Repeat("a", MaxRequestLine-6), 0), "431 request line has 8193 bytes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { check(t, (&Policy{}).Size(test.r), test.want) })
	}
}

func TestHost(t *testing.T) {
	loopback := netip.MustParseAddr("127.0.0.1")
	tests := []struct {
		name   string
		policy Policy
		host   string
		local  netip.Addr
		want   string
	}{
		{"address and port", Policy{}, "127.0.0.1:8765", loopback, ""},
		{"localhost", Policy{}, "localhost:8765", loopback, ""},
		{"case", Policy{}, "LocalHost", loopback, ""},
		{"another loopback address", Policy{}, "127.9.9.9:1", loopback, ""},
		{"IPv6", Policy{}, "[::1]:8765", netip.MustParseAddr("::1"), ""},
		{"IPv6 without port", Policy{}, "[::1]", loopback, ""},
		{"a forwarded port", Policy{}, "localhost:9000", loopback, ""},
		{"rebinding", Policy{Names: named}, "evil.example:8765", loopback, "403 --allowed-host"},
		{"looks like loopback", Policy{}, "127.0.0.1.evil.example", loopback, "403"},
		{"looks like localhost", Policy{}, "localhost.evil.example", loopback, "403"},
		{"dot at the end", Policy{}, "localhost.", loopback, "403"},
		{"missing", Policy{}, "", loopback, "403 missing"},
		{"IPv6 without brackets", Policy{}, "::1", loopback, "403 malformed"},
		{"brackets not closed", Policy{}, "[::1", loopback, "403"},
		{"IPv4 in brackets", Policy{}, "[127.0.0.1]", loopback, "403"},
		{"zone", Policy{}, "[::1%25lo]:1", loopback, "403"},
		{"user", Policy{}, "localhost@evil.example", loopback, "403"},
		{"slash", Policy{}, "localhost/evil", loopback, "403"},
		{"port 0", Policy{}, "localhost:0", loopback, "403"},
		{"port too large", Policy{}, "localhost:65536", loopback, "403"},
		{"port no number", Policy{}, "localhost:80a", loopback, "403"},
		{"address of the connection", Policy{BindHost: "0.0.0.0"}, "192.0.2.7:8765", netip.MustParseAddr("192.0.2.7"), ""},
		{"address of the connection, mapped", Policy{}, "192.0.2.7", netip.MustParseAddr("::ffff:192.0.2.7"), ""},
		{"another address", Policy{BindHost: "0.0.0.0"}, "192.0.2.8:8765", netip.MustParseAddr("192.0.2.7"), "403"},
		{"name listened on", Policy{BindHost: "Tools.Lab"}, "tools.lab:8765", netip.Addr{}, ""},
		{"listed", Policy{Hosts: []string{"tools.example"}}, "tools.example:443", netip.Addr{}, ""},
		{"listed, case", Policy{Hosts: []string{"Tools.Example"}}, "tools.example", netip.Addr{}, ""},
		{"listed with a port", Policy{Hosts: []string{"tools.example:443"}}, "tools.example:443", netip.Addr{}, ""},
		{"listed with another port", Policy{Hosts: []string{"tools.example:443"}}, "tools.example:80", netip.Addr{}, "403"},
		{"below a listed one", Policy{Hosts: []string{"tools.example"}}, "a.tools.example", netip.Addr{}, "403"},
		{"any", Policy{AnyHost: true}, "evil.example", netip.Addr{}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { check(t, test.policy.Host(test.host, test.local), test.want) })
	}
}

func TestOrigin(t *testing.T) {
	private := Policy{Names: named, Token: "t", Origins: []string{"https://builder.example"}}
	public := Policy{Public: true, Origins: []string{"https://builder.example"}}
	tests := []struct {
		name    string
		policy  Policy
		origins []string
		want    string
	}{
		{"none, as programs send", private, nil, ""},
		{"listed", private, []string{"https://builder.example"}, ""},
		{"loopback", private, []string{"http://localhost:5173"}, ""},
		{"loopback address", private, []string{"http://127.0.0.1:1"}, ""},
		{"loopback IPv6", private, []string{"https://[::1]:8000"}, ""},
		{"another", private, []string{"https://evil.example"}, "403 --allow-origin"},
		{"null", private, []string{"null"}, "403 none that could be allowed"},
		{"empty", private, []string{""}, "403 none that could be allowed"},
		{"another scheme", private, []string{"http://builder.example"}, "403"},
		{"another port", private, []string{"https://builder.example:444"}, "403"},
		{"case is not folded: browsers send lower case", private, []string{"https://Builder.example"}, "403 none that could be allowed"},
		{"slash", private, []string{"https://builder.example/"}, "403 none that could be allowed"},
		{"listed name in front", private, []string{"https://builder.example.evil.example"}, "403"},
		{"loopback name in front", private, []string{"http://localhost.evil.example"}, "403"},
		{"loopback with user", private, []string{"http://localhost@evil.example"}, "403 none that could be allowed"},
		{"loopback, odd scheme", private, []string{"ftp://localhost"}, "403"},
		{"two", private, []string{"https://builder.example", "https://builder.example"}, "403 2 Origin headers"},
		{"public: none", public, nil, "403 no Origin"},
		{"public: listed", public, []string{"https://builder.example"}, ""},
		{"public: loopback", public, []string{"http://localhost:5173"}, "403"},
		{"public: another", public, []string{"https://evil.example"}, "403"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { check(t, test.policy.Origin(test.origins), test.want) })
	}
}

func TestAuth(t *testing.T) {
	p := Policy{Token: "s3cret"}
	tests := []struct {
		name   string
		policy Policy
		fields []string
		want   string
	}{
		{"right", p, []string{"Bearer s3cret"}, ""},
		{"scheme in lower case (RFC 9110, 11.1)", p, []string{"bearer s3cret"}, ""},
		{"missing", p, nil, "401 Authorization: Bearer"},
		{"wrong", p, []string{"Bearer s3cres"}, "401 wrong"},
		{"longer", p, []string{"Bearer s3crets"}, "401"},
		{"empty", p, []string{"Bearer "}, "401"},
		{"no scheme", p, []string{"s3cret"}, "401"},
		{"another scheme", p, []string{"Basic s3cret"}, "401"},
		{"two fields", p, []string{"Bearer s3cret", "Bearer s3cret"}, "401"},
		{"no token wanted", Policy{Public: true}, nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			refusal := test.policy.Auth(test.fields)
			check(t, refusal, test.want)
			if refusal != nil {
				if refusal.Header != [2]string{"WWW-Authenticate", "Bearer"} {
					t.Errorf("got header %v, want WWW-Authenticate: Bearer", refusal.Header)
				}
				if strings.Contains(refusal.Message, "s3cre") {
					t.Errorf("got %q, want no token repeated", refusal.Message)
				}
			}
		})
	}
}

func TestMethod(t *testing.T) {
	for _, method := range []string{"GET", "DELETE", "PUT", "OPTIONS", "HEAD", "PATCH", "post"} {
		for sessions, allow := range map[bool]string{false: "POST", true: "POST, DELETE"} {
			refusal := (&Policy{}).Method(method, sessions)
			if sessions && method == "DELETE" {
				check(t, refusal, "")
				continue
			}
			check(t, refusal, "405 POST")
			if refusal != nil && refusal.Header != [2]string{"Allow", allow} {
				t.Errorf("%s: got header %v, want Allow: %s", method, refusal.Header, allow)
			}
		}
	}
	check(t, (&Policy{}).Method("POST", false), "")
}

func TestMediaTypes(t *testing.T) {
	json := []string{"application/json"}
	both := []string{"application/json, text/event-stream"}
	tests := []struct {
		name        string
		strict      bool
		contentType []string
		accept      []string
		stream      bool
		want        string
	}{
		{"both", false, json, both, true, ""},
		{"both in two fields", false, json, []string{"application/json", "text/event-stream"}, true, ""},
		{"JSON only", false, json, json, false, ""},
		{"no Accept", false, json, nil, false, ""},
		{"empty Accept", false, json, []string{""}, false, ""},
		{"anything", false, json, []string{"*/*"}, false, ""},
		{"anything and events", false, json, []string{"*/*, text/event-stream"}, true, ""},
		{"application/*", false, json, []string{"application/*;q=0.2"}, false, ""},
		{"events only", false, json, []string{"text/event-stream"}, false, "406"},
		{"JSON with q=0", false, json, []string{"application/json;q=0, */*"}, false, "406"},
		{"JSON with q=0.0", false, json, []string{"application/json; q=0.0"}, false, "406"},
		{"events with q=0", false, json, []string{"application/json, text/event-stream;q=0"}, false, ""},
		{"malformed q", false, json, []string{"application/json;q=x"}, false, "406"},
		{"NaN q", false, json, []string{"application/json;q=NaN"}, false, "406"},
		{"HTML", false, json, []string{"text/html"}, false, "406"},
		{"case", false, []string{"Application/JSON"}, []string{"APPLICATION/JSON, Text/Event-Stream"}, true, ""},
		{"charset", false, []string{`application/json; charset="UTF-8"`}, both, true, ""},
		{"another charset", false, []string{"application/json; charset=utf-16"}, both, false, "415"},
		{"no Content-Type", false, nil, both, false, "415"},
		{"two Content-Types", false, []string{"application/json", "application/json"}, both, false, "415"},
		{"text", false, []string{"text/plain"}, both, false, "415"},
		{"longer name", false, []string{"application/jsonp"}, both, false, "415"},
		{"form, as a page can send without asking", false, []string{"application/x-www-form-urlencoded"}, both, false, "415"},
		{"strict needs both", true, json, json, false, "406 text/event-stream"},
		{"strict with both", true, json, both, true, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			stream, refusal := (&Policy{Strict: test.strict}).MediaTypes(test.contentType, test.accept)
			check(t, refusal, test.want)
			if refusal == nil && stream != test.stream {
				t.Errorf("got stream %v, want %v", stream, test.stream)
			}
		})
	}
}

func TestLength(t *testing.T) {
	tests := []struct {
		length int64
		strict bool
		want   string
	}{
		{0, false, ""},
		{1000, false, ""},
		{1001, false, "413 1000 bytes"},
		{2 << 30, false, "413 --max-body"},
		{-1, false, ""},
		{-1, true, "411"},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.length, test.strict), func(t *testing.T) {
			check(t, (&Policy{MaxBody: 1000, Strict: test.strict, Names: named}).Length(test.length), test.want)
		})
	}
}

func TestNormalizeOrigin(t *testing.T) {
	tests := []struct{ in, want, problem string }{
		{"https://builder.example", "https://builder.example", ""},
		{"HTTPS://Builder.Example/", "https://builder.example", ""},
		{"https://builder.example:443", "https://builder.example", ""},
		{"http://builder.example:80", "http://builder.example", ""},
		{"http://builder.example:443", "http://builder.example:443", ""},
		{"http://[::1]:8000", "http://[::1]:8000", ""},
		{"vscode-webview://abc123", "vscode-webview://abc123", ""},
		{"*", "", "list each origin"},
		{"null", "", "null"},
		{"", "", "not an origin"},
		{"builder.example", "", "not an origin"},
		{"https://builder.example/path", "", "not an origin"},
		{"https://", "", "not an origin"},
		{"https://*.example", "", "not an origin"},
		{"1https://a", "", "not an origin"},
		{"https://a:99999", "", "not an origin"},
	}
	for _, test := range tests {
		t.Run(test.in, func(t *testing.T) {
			got, err := NormalizeOrigin(test.in)
			if got != test.want || (err == nil) != (test.problem == "") || err != nil && !strings.Contains(err.Error(), test.problem) {
				t.Errorf("got %q, %v; want %q, %q", got, err, test.want, test.problem)
			}
		})
	}
}

func TestIsLoopbackHost(t *testing.T) {
	for host, want := range map[string]bool{
		"127.0.0.1": true, "127.8.0.1": true, "::1": true, "[::1]": true, "localhost": true, "LOCALHOST": true,
		"0.0.0.0": false, "::": false, "192.168.0.1": false, "example.org": false, "": false, "localhost.lan": false,
	} {
		if got := IsLoopbackHost(host); got != want {
			t.Errorf("%q: got %v, want %v", host, got, want)
		}
	}
}

// FuzzOrigin: no text makes the parsers panic; what counts as a loopback origin
// is one to a URL parser too; a normalized origin stays as it is.
func FuzzOrigin(f *testing.F) {
	for _, seed := range []string{"http://localhost:5173", "https://[::1]", "null", "http://127.0.0.1@a", "[::1%lo]:80", "http://localhost#a", "a://b:1/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		(&Policy{}).Host(text, netip.Addr{})
		if isLoopbackOrigin(text) {
			r, err := http.NewRequest(http.MethodGet, text, nil)
			if err != nil || !IsLoopbackHost(r.URL.Hostname()) || r.URL.Path != "" || r.URL.User != nil {
				t.Fatalf("%q counts as loopback, but is %v (%v)", text, r, err)
			}
		}
		if normal, err := NormalizeOrigin(text); err == nil {
			if again, err := NormalizeOrigin(normal); err != nil || again != normal {
				t.Fatalf("%q: got %q, then %q (%v)", text, normal, again, err)
			}
		}
		admits(text, "application/json")
		isJSON(text)
		_, _ = decodeName(text)
	})
}
