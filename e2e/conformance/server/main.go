// Command server is what the official conformance suite of the protocol talks to: the
// dispatcher, the guard and the HTTP server of toolserver, with the tools and resources
// the suite asks for by name. It is for tests and is never shipped.
//
// The suite cannot send a token, and the server wants one. So a proxy in front adds it,
// and passes everything else on as it comes. The address of the proxy is printed.
//
// With an address as its argument it serves nothing itself and is the proxy in front of
// that server, whose token is in TOKEN.
package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/signal"
	"time"

	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/guard"
	"github.com/molsmith/molsmith/server/httpd"
)

func main() {
	log.SetFlags(0)
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	target, token := "", os.Getenv("TOKEN")
	failed := make(chan error, 2)
	if len(os.Args) > 1 {
		target = os.Args[1]
	} else {
		token = "conformance"
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		target = "http://" + listener.Addr().String() + "/mcp"
		started := time.Now()
		d, err := mcp.New(mcp.Options{
			Name: "molsmith-conformance", Title: "Conformance", Version: "1.0.0", Tools: fixtureTools(), Resources: fixtureResources{},
			Now: func() int64 { return int64(time.Since(started)) },
		})
		if err != nil {
			return err
		}
		server := httpd.New(httpd.Options{
			Dispatcher: d, Policy: &guard.Policy{Token: token, BindHost: "127.0.0.1", MaxBody: 1 << 20},
			Path: "/mcp", MaxPosts: 64, Sessions: httpd.OfferSessions, Log: log.Default(),
		})
		go func() { failed <- server.Serve(ctx, listener) }()
	}
	to, err := url.Parse(target)
	if err != nil {
		return err
	}
	front, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = to.Scheme, to.Host
			r.Out.Host = r.In.Host // the guard is to see what the suite sends
			r.Out.Header.Set("Authorization", "Bearer "+token)
		},
		FlushInterval: -1,
	}
	go func() { failed <- http.Serve(front, proxy) }()
	fmt.Printf("http://%s%s\n", front.Addr(), to.Path)
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return nil
	}
}
