package conformance

import (
	"net/http"
	"strings"
	"testing"
)

// TestBrowse: a page's requests end at the first that fails, and the step says why.
func TestBrowse(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(f *fixture, o *Options)
		steps  string
		text   string // of the last step
	}{
		{"good", func(*fixture, *Options) {}, "preflight connect list call refusal", "a wrong token gets status 401"},
		{"no handshake", func(f *fixture, _ *Options) { f.modern = true }, "preflight connect list call refusal", "401"},
		{"no origin", func(_ *fixture, o *Options) { o.Origin = "" }, "connect list call refusal", "401"},
		{"no token", func(f *fixture, o *Options) { f.guard.token, o.Token = false, "" }, "preflight connect list call", "row answered in"},
		{"another page", func(_ *fixture, o *Options) { o.Origin = "https://other.example" }, "preflight", "Access-Control-Allow-Origin"},
		{"a header is missing", func(f *fixture, _ *Options) { f.guard.allowHeaders = "Content-Type, Authorization" }, "preflight", "mcp-protocol-version"},
		{"a wrong token is given", func(_ *fixture, o *Options) { o.Token = "another" }, "preflight connect", "401"},
		{"nothing listed", func(f *fixture, _ *Options) { f.list = func(string) string { return `{"tools":[]}` } }, "preflight connect list", "no tools"},
		{"a call refused", func(f *fixture, _ *Options) { answers("", refusal("Not today."))(f) }, "preflight connect list call", "Not today."},
		{"any token", func(f *fixture, _ *Options) { f.guard.token = false }, "preflight connect list call refusal", "status 200"},
		{"a silent refusal", func(f *fixture, _ *Options) { f.guard.shareRefusals = false }, "preflight connect list call refusal", "cannot be read"},
		{"405 for a preflight", func(f *fixture, _ *Options) { f.guard.preflight = http.StatusMethodNotAllowed }, "preflight", "status 405"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := goodFixture()
			o := f.start(t)
			test.change(f, &o)
			var names []string
			var last Step
			ok := Browse(t.Context(), o, func(s Step) { names, last = append(names, s.Name), s })
			if got := strings.Join(names, " "); got != test.steps || !strings.Contains(last.Text, test.text) || ok != last.OK {
				t.Errorf("got %q ending %v with %q (%v), want %q with %q", got, last.OK, last.Text, ok, test.steps, test.text)
			}
			if good := strings.Contains(test.steps, "refusal") && strings.Contains(test.text, "401") || test.name == "no token"; good != ok {
				t.Errorf("got %v, want %v", ok, good)
			}
		})
	}
}
