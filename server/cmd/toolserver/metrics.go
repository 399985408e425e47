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

// checkMetrics refuses an address that everybody could reach.
func (c *config) checkMetrics() error {
	if c.metrics == "" {
		return nil
	}
	host, _, err := net.SplitHostPort(c.metrics)
	if err != nil {
		return usagef("--metrics: %q is not an address like 127.0.0.1:9090", c.metrics)
	}
	if addr, err := netip.ParseAddr(host); guard.IsLoopbackHost(host) || err == nil && addr.IsPrivate() {
		return nil
	}
	return usagef("--metrics: %q is neither loopback nor an address of a private network", host)
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
func serveMetrics(s streams, listener net.Listener, m *metrics.Metrics) (end func()) {
	server := &http.Server{
		Handler: m, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: 2 * time.Minute, ErrorLog: logger(s),
	}
	go func() { _ = server.Serve(listener) }() // ends by Close alone
	tell(s, "counters at http://%s/metrics", listener.Addr())
	return func() { server.Close() }
}
