package clients

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"testing"
	"time"
)

func from(remote string, forwarded ...string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/mcp", nil)
	r.RemoteAddr = remote
	for _, text := range forwarded {
		r.Header.Add("X-Forwarded-For", text)
	}
	return r
}

func TestAddress(t *testing.T) {
	c := New(Options{Trusted: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}})
	for _, test := range []struct {
		remote    string
		forwarded []string
		want      string
	}{
		{"192.0.2.7:1234", nil, "192.0.2.7"},
		{"192.0.2.7:1234", []string{"198.51.100.1"}, "192.0.2.7"}, // not a proxy of ours: its word counts for nothing
		{"10.0.0.1:80", []string{"198.51.100.1"}, "198.51.100.1"},
		{"10.0.0.1:80", []string{"203.0.113.9, 198.51.100.1"}, "198.51.100.1"}, // what the client itself sent comes first
		{"10.0.0.1:80", []string{"203.0.113.9", "198.51.100.1, 10.2.3.4"}, "198.51.100.1"},
		{"10.0.0.1:80", []string{"rubbish"}, "10.0.0.1"},
		{"10.0.0.1:80", nil, "10.0.0.1"},
		{"[fd00::1]:80", []string{"2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2::"},
		{"[2001:db8::5%eth0]:80", nil, "2001:db8::"},
		{"[::ffff:192.0.2.7]:80", nil, "192.0.2.7"},
		{"@", nil, "invalid IP"},
	} {
		if got := c.Address(from(test.remote, test.forwarded...)).String(); got != test.want {
			t.Errorf("%s %q: got %s, want %s", test.remote, test.forwarded, got, test.want)
		}
	}
}

func TestRate(t *testing.T) {
	c := New(Options{PerMinute: 60})
	now := time.Unix(1000, 0)
	one, other := from("192.0.2.1:1"), from("192.0.2.2:1")
	for k := range 15 {
		served, refusal := c.Enter(one, now, nil)
		if refusal != nil {
			t.Fatalf("request %d: %+v", k, refusal)
		}
		served.Leave()
	}
	_, refusal := c.Enter(one, now, nil)
	if refusal == nil || refusal.Retry != time.Second || refusal.Reason != "This client sends more than 60 requests a minute." {
		t.Fatalf("got %+v, want to wait for a second", refusal)
	}
	if _, refusal := c.Enter(other, now, nil); refusal != nil {
		t.Errorf("another client: %+v", refusal)
	}
	// A refused request costs nothing.
	if _, refusal := c.Enter(one, now.Add(time.Second), nil); refusal != nil {
		t.Errorf("a second later: %+v", refusal)
	}
}

func TestAtOnce(t *testing.T) {
	c := New(Options{AtOnce: 2})
	now := time.Unix(1000, 0)
	r := from("192.0.2.1:1")
	first, _ := c.Enter(r, now, nil)
	if _, refusal := c.Enter(r, now, nil); refusal != nil {
		t.Fatal(refusal)
	}
	if _, refusal := c.Enter(r, now, nil); refusal == nil {
		t.Fatal("a third request was let in")
	}
	first.Leave()
	first.Leave() // once is enough
	if _, refusal := c.Enter(r, now, nil); refusal != nil {
		t.Error(refusal)
	}
	if _, refusal := c.Enter(r, now, nil); refusal == nil {
		t.Error("leaving twice made room for two")
	}
}

func TestManyAddresses(t *testing.T) {
	c := New(Options{PerMinute: 60, AtOnce: 1})
	now := time.Unix(1000, 0)
	busy := from("192.0.2.1:1")
	if _, refusal := c.Enter(busy, now, nil); refusal != nil {
		t.Fatal(refusal)
	}
	for k := range 3 * maxClients {
		served, refusal := c.Enter(from(fmt.Sprintf("10.%d.%d.%d:1", k>>16, k>>8&255, k&255)), now, nil)
		if refusal != nil {
			t.Fatal(refusal)
		}
		served.Leave()
	}
	if len(c.seen) > maxClients {
		t.Errorf("%d addresses are remembered", len(c.seen))
	}
	if len(c.busy) != 1 {
		t.Errorf("room is looked for among %d clients, want the one that is being served", len(c.busy))
	}
	if _, refusal := c.Enter(busy, now, nil); refusal == nil {
		t.Error("a client that is being served was forgotten")
	}
}

// TestMakeRoom: a client that has few requests takes the place of one that has many.
func TestMakeRoom(t *testing.T) {
	c := New(Options{})
	now := time.Unix(1000, 0)
	many, few := from("192.0.2.1:1"), from("192.0.2.2:1")
	var dropped []int
	enter := func(r *http.Request, k int) {
		if _, refusal := c.Enter(r, now, func() { dropped = append(dropped, k) }); refusal != nil {
			t.Fatal(refusal)
		}
	}
	for k := range 4 {
		enter(many, k)
	}
	if c.MakeRoom(many, now) {
		t.Error("a client made room for itself")
	}
	for k := range 3 {
		enter(few, 10+k)
		if got, want := c.MakeRoom(few, now), k < 2; got != want {
			t.Errorf("request %d beside %d: got %v, want %v", k+1, 4-len(dropped), got, want)
		}
	}
	if !slices.Equal(dropped, []int{3, 2}) {
		t.Errorf("requests %v were dropped, want the last two", dropped)
	}
}

func TestNetwork(t *testing.T) {
	c := New(Options{})
	for remote, want := range map[string]string{
		"192.0.2.7:1": "192.0.2.0", "192.0.2.200:1": "192.0.2.0", "192.0.3.7:1": "192.0.3.0",
		"[2001:db8:1:2:3:4:5:6]:1": "2001:db8:1:2::", "[::ffff:192.0.2.7]:1": "192.0.2.0", "@": "invalid IP",
	} {
		if got := c.Network(from(remote)); got != want {
			t.Errorf("%s: got %s, want %s", remote, got, want)
		}
	}
}

// TestSlowBodiesMakeRoom: where nobody has more than others, bodies that do not come go.
func TestSlowBodiesMakeRoom(t *testing.T) {
	c := New(Options{})
	start := time.Unix(1000, 0)
	var dropped []int
	for k := range 4 {
		served, refusal := c.Enter(from(fmt.Sprintf("192.0.2.%d:1", k)), start.Add(time.Duration(k)*time.Second), func() { dropped = append(dropped, k) })
		if refusal != nil {
			t.Fatal(refusal)
		}
		if k == 0 {
			served.Read()
		}
	}
	visitor := from("198.51.100.1:1")
	now := start.Add(4500 * time.Millisecond)
	if _, refusal := c.Enter(visitor, now, nil); refusal != nil {
		t.Fatal(refusal)
	}
	for _, want := range []bool{true, true, false} { // the last body is on its way for 1.5 s
		if got := c.MakeRoom(visitor, now); got != want {
			t.Errorf("got %v, want %v; %v were dropped", got, want, dropped)
		}
	}
	if !slices.Equal(dropped, []int{1, 2}) {
		t.Errorf("%v were dropped, want 1 and 2", dropped)
	}
}
