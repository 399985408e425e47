// Package clients says who calls a server that is open to everybody, and how much each may
// call: requests a minute and requests at once, by the address they come from.
package clients

import (
	"fmt"
	"math"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Options are the limits of each client.
type Options struct {
	PerMinute int            // requests of an address, a quarter of them at once; 0: no limit
	AtOnce    int            // requests of an address served at the same time; 0: no limit
	Trusted   []netip.Prefix // proxies whose X-Forwarded-For is believed
}

// maxClients bounds the addresses that are remembered, about 200 bytes each.
const maxClients = 50_000

// Clients remembers who called of late. It is safe for use by many goroutines.
type Clients struct {
	options Options

	mu   sync.Mutex
	seen map[netip.Addr]*client
	busy map[*client]bool // those with a request that is being served
}

type client struct {
	limiter *rate.Limiter // nil: no limit
	served  []*Served     // in the order they came
}

// Served is a request that is being served.
type Served struct {
	clients *Clients
	client  *client
	since   time.Time
	drop    func()
	read    bool // its body is there
}

// New makes Clients that have seen nobody.
func New(o Options) *Clients {
	return &Clients{options: o, seen: make(map[netip.Addr]*client), busy: make(map[*client]bool)}
}

// Address is where a request comes from: the other end of its connection or, when that is
// a trusted proxy, what the last trusted proxy says. Of an IPv6 address it is the network
// of 64 bits, all of which one client may have. The zero Addr: nobody can tell.
func (c *Clients) Address(r *http.Request) netip.Addr {
	end, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	addr := end.Addr().Unmap()
	forwarded := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for k := len(forwarded) - 1; k >= 0 && c.trusts(addr); k-- {
		next, err := netip.ParseAddr(strings.TrimSpace(forwarded[k]))
		if err != nil {
			break
		}
		addr = next.Unmap()
	}
	if addr.Is6() {
		network, _ := addr.WithZone("").Prefix(64)
		return network.Addr()
	}
	return addr
}

// Network names who computes, for shares of it: of an IPv4 address the network of 24 bits,
// since one owner often has several of its addresses; of an IPv6 address as Address. It
// only says who is next, so neighbors are not refused for each other.
func (c *Clients) Network(r *http.Request) string {
	addr := c.Address(r)
	if addr.Is4() {
		network, _ := addr.Prefix(24)
		addr = network.Addr()
	}
	return addr.String()
}

func (c *Clients) trusts(addr netip.Addr) bool {
	for _, prefix := range c.options.Trusted {
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
}

// Refusal is why a client has to wait.
type Refusal struct {
	Reason string        // one line
	Retry  time.Duration // when it may try again
}

// Enter takes note of a request that comes now. Without a refusal Leave must be called
// when it has been served. drop ends it early, for MakeRoom.
func (c *Clients) Enter(r *http.Request, now time.Time, drop func()) (*Served, *Refusal) {
	address := c.Address(r)
	c.mu.Lock()
	defer c.mu.Unlock()
	one := c.client(address, now)
	if c.options.AtOnce > 0 && len(one.served) >= c.options.AtOnce {
		return nil, &Refusal{Reason: fmt.Sprintf("%d requests of this client are served at once already.", len(one.served)), Retry: time.Second}
	}
	if one.limiter != nil {
		reservation := one.limiter.ReserveN(now, 1)
		if wait := reservation.DelayFrom(now); wait > 0 {
			reservation.CancelAt(now)
			return nil, &Refusal{Reason: fmt.Sprintf("This client sends more than %d requests a minute.", c.options.PerMinute), Retry: wait}
		}
	}
	this := &Served{clients: c, client: one, since: now, drop: drop}
	one.served = append(one.served, this)
	c.busy[one] = true
	return this, nil
}

// Leave takes note that the request has been served.
func (s *Served) Leave() {
	s.clients.mu.Lock()
	defer s.clients.mu.Unlock()
	s.remove()
}

// Read takes note that the body of the request is there.
func (s *Served) Read() {
	s.clients.mu.Lock()
	defer s.clients.mu.Unlock()
	s.read = true
}

func (s *Served) remove() {
	s.client.served = slices.DeleteFunc(s.client.served, func(other *Served) bool { return other == s })
	if len(s.client.served) == 0 {
		delete(s.clients.busy, s.client)
	}
}

// slowBody is how long a body may take where others need its place.
const slowBody = 2 * time.Second

// MakeRoom ends a request to make room for r: the last one of another client that has most,
// if it has two or more, and no less than that of r has with r; or else the one whose body
// has been on its way for longest, and for longer than slowBody. It reports whether there
// was one.
func (c *Clients) MakeRoom(r *http.Request, now time.Time) bool {
	address := c.Address(r)
	c.mu.Lock()
	mine := c.seen[address]
	least := 2
	if mine != nil {
		least = max(least, len(mine.served))
	}
	var worst *client
	var slowest *Served
	for one := range c.busy { // as many as requests, not as addresses
		if one == mine {
			continue
		}
		if len(one.served) >= least && (worst == nil || len(one.served) > len(worst.served)) {
			worst = one
		}
		for _, s := range one.served {
			if !s.read && now.Sub(s.since) > slowBody && (slowest == nil || s.since.Before(slowest.since)) {
				slowest = s
			}
		}
	}
	if worst != nil {
		slowest = worst.served[len(worst.served)-1]
	}
	if slowest != nil {
		slowest.remove()
	}
	c.mu.Unlock()
	if slowest == nil {
		return false
	}
	slowest.drop()
	return true
}

func (c *Clients) client(address netip.Addr, now time.Time) *client {
	if one := c.seen[address]; one != nil {
		return one
	}
	if len(c.seen) >= maxClients {
		c.forget(now)
	}
	one := &client{}
	if n := c.options.PerMinute; n > 0 {
		one.limiter = rate.NewLimiter(rate.Limit(float64(n)/60), max(1, int(math.Ceil(float64(n)/4))))
	}
	c.seen[address] = one
	return one
}

// forget drops those who have been quiet for so long that it makes no difference and, when
// that are few, everybody who is not being served: memory is bounded before all else.
func (c *Clients) forget(now time.Time) {
	for address, one := range c.seen {
		if len(one.served) == 0 && (one.limiter == nil || one.limiter.TokensAt(now) >= float64(one.limiter.Burst())) {
			delete(c.seen, address)
		}
	}
	if len(c.seen) <= maxClients*9/10 {
		return
	}
	for address, one := range c.seen {
		if len(one.served) == 0 {
			delete(c.seen, address)
		}
	}
}
