// Command server is what the official conformance suite of the protocol talks to: the
// dispatcher, the guard and the HTTP server of toolserver, with the tools and resources
// the suite asks for by name. It is for tests and is never shipped. It prints its address
// and wants the bearer token that TOKEN has.
package main

import (
	"context"
	"fmt"
	"log"
	"net"
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
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	started := time.Now()
	d, err := mcp.New(mcp.Options{
		Name: "molsmith-conformance", Title: "Conformance", Version: "1.0.0", Tools: fixtureTools(), Resources: fixtureResources{},
		Now: func() int64 { return int64(time.Since(started)) },
	})
	if err != nil {
		return err
	}
	server := httpd.New(httpd.Options{
		Dispatcher: d, Policy: &guard.Policy{Token: os.Getenv("TOKEN"), BindHost: "127.0.0.1", MaxBody: 1 << 20},
		Path: "/mcp", MaxPosts: 64, Sessions: httpd.OfferSessions, Log: log.Default(),
	})
	fmt.Printf("http://%s/mcp\n", listener.Addr())
	return server.Serve(ctx, listener)
}
