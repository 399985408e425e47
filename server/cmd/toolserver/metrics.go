package main

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/molsmith/molsmith/server/guard"
	"github.com/molsmith/molsmith/server/metrics"
)

// checkMetrics refuses an address that other machines could reach, unless that was asked
// for.
func (c *config) checkMetrics() error {
	if c.metrics == "" {
		if c.metricsRemote {
			return usagef("--metrics-remote has no meaning without --metrics")
		}
		return nil
	}
	host, _, err := net.SplitHostPort(c.metrics)
	if err != nil {
		return usagef("--metrics: %q is not an address like 127.0.0.1:9090", c.metrics)
	}
	if guard.IsLoopbackHost(host) || c.metricsRemote {
		return nil
	}
	return usagef("--metrics: other machines can reach %q; give --metrics-remote to let those of a private network read the counters", host)
}

// readers lets only those read counters who may: programs of this machine, with
// --metrics-remote also those of a private network, that ask for this machine by an address
// or a listed name. A page cannot make its own name resolve to it (DNS rebinding).
func (c *config) readers(counters http.Handler) http.Handler {
	host, _, _ := net.SplitHostPort(c.metrics) // check has looked at it
	policy := &guard.Policy{BindHost: host, Names: guard.Names{Program: "toolserver", AllowedHost: "--allowed-host"}}
	for _, name := range c.hosts {
		if name != "*" {
			policy.Hosts = append(policy.Hosts, name)
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		end, err := netip.ParseAddrPort(r.RemoteAddr)
		addr := end.Addr().Unmap()
		private := err == nil && (addr.IsLoopback() || c.metricsRemote && (addr.IsPrivate() || addr.IsLinkLocalUnicast()))
		var local netip.Addr
		if tcp, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok {
			local = tcp.AddrPort().Addr()
		}
		if !private {
			http.Error(w, "The counters are read from this machine or a private network.", http.StatusForbidden)
		} else if refusal := policy.Host(r.Host, local); refusal != nil {
			http.Error(w, refusal.Message, refusal.Status)
		} else {
			counters.ServeHTTP(w, r)
		}
	})
}

// listenMetrics opens the address of the counters.
func listenMetrics(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		var why *net.OpError
		if errors.As(err, &why) {
			err = why.Err
		}
		return nil, usagef("--metrics: cannot listen on %s: %v", address, err)
	}
	return listener, nil
}

// serveMetrics serves counters at an address of their own until end is called.
func (c *config) serveMetrics(s streams, listener net.Listener, m *metrics.Metrics) (end func()) {
	server := &http.Server{
		Handler: c.readers(m), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: 2 * time.Minute, ErrorLog: logger(s),
	}
	go func() { _ = server.Serve(listener) }() // ends by Close alone
	tell(s, "counters at http://%s/metrics", listener.Addr())
	return func() { server.Close() }
}
