package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/molsmith/molsmith/server/bridge"
	"github.com/molsmith/molsmith/server/httpd"
	"github.com/molsmith/molsmith/server/metrics"
	"github.com/molsmith/molsmith/server/stdio"
)

// stdioGrace is how long calls may go on after the end of standard input.
const stdioGrace = 30 * time.Second

func serverCommand() command {
	return command{
		usage: "[--transport stdio|http] [options]",
		about: `
Serves the tools of Molsmith over the Model Context Protocol: on standard input and output, for
clients that start it as a process, or over Streamable HTTP, for web pages and remote clients.
Over HTTP it listens on loopback and wants a bearer token unless told otherwise.`,
		prepare: func(p *Program, o *optionSet) func(context.Context, streams, []string) error {
			c := newConfig()
			o.choice(&c.transport, "transport", "how clients talk to the server; streamable-http is another name for http",
				map[string]string{"stdio": "stdio", "http": "http", "streamable-http": "http"}, "stdio|http")
			c.declare(o)
			return func(ctx context.Context, s streams, args []string) error {
				if err := noArguments(args); err != nil {
					return err
				}
				if c.transport == "stdio" {
					for _, opt := range o.options {
						if opt.http && opt.given {
							return usagef("--%s has no meaning over stdio; add --transport http", opt.name)
						}
					}
				}
				if err := c.check(); err != nil {
					return err
				}
				if c.transport == "stdio" {
					return p.serveStdio(ctx, s, c)
				}
				return p.serveHTTP(ctx, s, c, nil)
			}
		},
	}
}

func (p *Program) serveStdio(ctx context.Context, s streams, c *config) error {
	tools, err := c.selectTools(p.tools(c))
	if err != nil {
		return err
	}
	d, err := p.dispatcher(c, tools, logger(s), nil)
	if err != nil {
		return err
	}
	if isTerminal(s.in) {
		tell(s, "speaking MCP on standard input and output, one JSON-RPC message a line; "+
			"toolserver serve opens the Builder page, toolserver --help lists the rest")
	}
	return stdio.Serve(ctx, stdio.Options{Dispatcher: d, In: s.in, Out: s.out, MaxLine: c.maxBody, MaxLineOption: maxBodyOption, Grace: stdioGrace, Gone: outputGone(s.out)})
}

// A client that vanishes without closing its connection, as when its network goes
// down, is noticed within about a minute, and its calls end.
var wire = net.ListenConfig{
	KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 15 * time.Second, Count: 3},
	Control:         limitUnacknowledged,
}

// nextPorts is how many ports --next-port tries.
const nextPorts = 50

// listen opens the port c asks for.
func listen(c *config) (net.Listener, error) {
	host := strings.Trim(c.host, "[]")
	last := c.port
	if c.nextPort && c.port != 0 {
		last = min(c.port+nextPorts-1, 65535)
	}
	var err error
	for port := c.port; port <= last; port++ {
		var l net.Listener
		if l, err = wire.Listen(context.Background(), "tcp", net.JoinHostPort(host, strconv.Itoa(port))); err == nil {
			return l, nil
		}
		if !errors.Is(err, syscall.EADDRINUSE) {
			return nil, usagef("cannot listen on %s port %d: %v", c.host, port, errors.Unwrap(err))
		}
	}
	if last > c.port {
		return nil, usagef("ports %d to %d are all in use; --port 0 takes a free one", c.port, last)
	}
	return nil, usagef("port %d is in use; --port 0 takes a free one", c.port)
}

// opened is an HTTP server that listens and does not serve yet.
type opened struct {
	server   *httpd.Server
	listener net.Listener
	base     string           // where it is reached, without the path of MCP
	count    *metrics.Metrics // nil: not asked for
	bridge   *bridge.Bridge   // nil: not asked for
}

// openHTTP makes the server that c asks for. page is nil for the tools alone.
func (p *Program) openHTTP(s streams, c *config, page http.Handler) (*opened, error) {
	tools, err := c.selectTools(p.tools(c))
	if err != nil {
		return nil, err
	}
	l := logger(s)
	var count *metrics.Metrics
	if c.metrics != "" {
		count = metrics.New()
	}
	d, err := p.dispatcher(c, tools, l, count)
	if err != nil {
		return nil, err
	}
	between, err := p.openBridge(c, d, l)
	if err != nil {
		return nil, err
	}
	var certificate tls.Certificate
	if c.cert != "" {
		if certificate, err = tls.LoadX509KeyPair(c.cert, c.key); err != nil {
			return nil, usagef("--tls-cert, --tls-key: %v", err)
		}
	}
	listener, err := listen(c)
	if err != nil {
		return nil, err
	}
	base := c.baseURL(listener.Addr().(*net.TCPAddr).Port)
	if c.cert != "" {
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12})
	}
	policy := c.policy()
	if page != nil {
		policy.Origins = append(policy.Origins, base)
	}
	options := httpd.Options{
		Dispatcher: d, Policy: policy, Path: c.mountPath, Page: page, MaxPosts: c.connections, Log: l,
		Sessions: c.sessions(), LegacySSE: c.legacySSE, Gzip: c.gzip, Clients: c.clients(),
	}
	if j, ok := s.err.(*jsonLog); ok {
		options.Refused = j.refused
	}
	if count != nil {
		options.Count = count.Handler
	}
	if between != nil {
		options.Bridge = between
	}
	return &opened{httpd.New(options), listener, base, count, between}, nil
}

// serveHTTP serves until ctx ends. page is nil for the tools alone; otherwise the
// address of the page goes to standard output, where a script can read it.
func (p *Program) serveHTTP(ctx context.Context, s streams, c *config, page http.Handler) error {
	if c.logJSON {
		s.err = newJSONLog(s.err)
	}
	o, err := p.openHTTP(s, c, page)
	if err != nil {
		return err
	}
	var counters net.Listener
	if o.count != nil { // before anything is printed: it may be refused
		if counters, err = listenMetrics(c.metrics); err != nil {
			o.listener.Close()
			return err
		}
		defer counters.Close()
	}
	endpoint := o.base + c.mountPath
	if page != nil {
		tell(s, "open this link in a browser; whoever has it can use the tools, so treat it like a password")
		fmt.Fprintln(s.err)
		if _, err := io.WriteString(s.out, c.link(o.base+"/", endpoint)+"\n"); err != nil {
			o.listener.Close()
			return err
		}
		fmt.Fprintln(s.err)
		tell(s, "the lines below are for other MCP clients and pages; Ctrl+C ends the server")
	}
	tell(s, "serving MCP at %s", endpoint)
	switch {
	case c.public:
		tell(s, "public: no token, pages of %s only", strings.Join(c.origins, ", "))
	case c.generated:
		tell(s, "bearer token %s", c.token)
	default:
		tell(s, "clients need the bearer token that was given")
	}
	for _, link := range c.links(endpoint) {
		tell(s, "open %s", link)
	}
	if counters != nil {
		defer c.serveMetrics(s, counters, o.count)()
	}
	if o.bridge != nil {
		ended := make(chan struct{})
		stop := context.AfterFunc(ctx, func() { o.bridge.Close(); close(ended) })
		defer func() {
			if stop() {
				o.bridge.Close()
			} else {
				<-ended // no process is left behind
			}
		}()
	}
	return o.server.Serve(ctx, o.listener)
}
