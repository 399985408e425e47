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
}

type client struct {
	limiter *rate.Limiter // nil: no limit
	served  []*served     // in the order they came
}

// served is a request that is being served.
type served struct{ drop func() }

// New makes Clients that have seen nobody.
func New(o Options) *Clients {
	return &Clients{options: o, seen: make(map[netip.Addr]*client)}
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

// Enter takes note of a request that comes now. Without a refusal leave must be called
// when it has been served. drop ends it early, for MakeRoom.
func (c *Clients) Enter(r *http.Request, now time.Time, drop func()) (leave func(), refusal *Refusal) {
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
	this := &served{drop}
	one.served = append(one.served, this)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		one.leave(this)
	}, nil
}

// MakeRoom ends the last request of the client that has most of them, if it has at least
// two more than the client of r is served beside r itself. It reports whether there was one.
func (c *Clients) MakeRoom(r *http.Request) bool {
	address := c.Address(r)
	c.mu.Lock()
	mine := -1 // r
	if one := c.seen[address]; one != nil {
		mine += len(one.served)
	}
	var worst *client
	for _, one := range c.seen {
		if len(one.served) >= mine+2 && (worst == nil || len(one.served) > len(worst.served)) {
			worst = one
		}
	}
	if worst == nil {
		c.mu.Unlock()
		return false
	}
	last := worst.served[len(worst.served)-1]
	worst.leave(last)
	c.mu.Unlock()
	last.drop()
	return true
}

func (c *client) leave(this *served) {
	c.served = slices.DeleteFunc(c.served, func(other *served) bool { return other == this })
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
