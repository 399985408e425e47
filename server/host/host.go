// Package host serves the tools of a program of its own: over stdio for clients that
// start it, or over HTTP for pages. It is what a tool author needs beside package
// contract:
//
//	func main() { host.Main(host.Server{Name: "lab-tools", Version: "1.0", Tools: tools}) }
//
// The options of such a program are few and safe: it listens on loopback, wants a
// bearer token, and answers pages of loopback and of the origins it is given. The
// program toolserver has more of them (docs/toolserver.md).
package host

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/url"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/guard"
	"github.com/molsmith/molsmith/server/httpd"
	"github.com/molsmith/molsmith/server/limits"
	"github.com/molsmith/molsmith/server/stdio"
)

// Server describes a program that offers tools.
type Server struct {
	Name         string // serverInfo.name, as in lab-tools
	Title        string // for people; "": the name
	Version      string
	Instructions string // what the tools are for, for models; may be empty
	Tools        []*contract.Tool
}

// Limits of a server.
const (
	maxMessage = 64 << 20         // bytes: a document of 500,000 atoms fits
	maxPosts   = 256              // HTTP requests at once
	grace      = 30 * time.Second // for calls after the end of standard input
)

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// Main serves as the command line says, until the input or the process ends, and
// exits. Standard output carries messages only: what anything else prints there goes
// to standard error.
func Main(s Server) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	stdout := os.Stdout
	os.Stdout = os.Stderr
	os.Exit(s.Run(ctx, os.Args[1:], os.Stdin, stdout, os.Stderr))
}

// options are what the command line says.
type options struct {
	transport   string
	port        int
	token       string
	generated   bool
	origins     []string
	timeout     time.Duration
	concurrency int
}

// Run serves with the arguments after the program's name, until ctx ends, and returns
// the exit code.
func (s Server) Run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	o, err := s.read(args, errs)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		fmt.Fprintf(errs, "%s: %v\n", s.Name, err)
		return exitUsage
	}
	l := log.New(errs, s.Name+": ", 0)
	d, err := s.dispatcher(o, l)
	if err == nil {
		if o.transport == "http" {
			err = s.serveHTTP(ctx, o, d, l)
		} else {
			err = stdio.Serve(ctx, stdio.Options{Dispatcher: d, In: in, Out: out, MaxLine: maxMessage, Grace: grace})
		}
	}
	if err != nil {
		l.Print(err)
		return exitFailed
	}
	return exitOK
}

func (s Server) read(args []string, errs io.Writer) (*options, error) {
	o := &options{concurrency: runtime.GOMAXPROCS(0)}
	set := flag.NewFlagSet(s.Name, flag.ContinueOnError)
	set.SetOutput(errs)
	set.StringVar(&o.transport, "transport", "stdio", "`stdio|http`: how clients talk to the server")
	set.IntVar(&o.port, "port", 8765, "`port` of 127.0.0.1 to listen on; 0 takes a free one")
	set.StringVar(&o.token, "token", "", "bearer `token` that clients send; without one a random token is made and printed")
	set.Func("allow-origin", "`origin` of a page that may call, as in https://builder.example; may be repeated", func(text string) error {
		origin, err := guard.NormalizeOrigin(text)
		if err == nil {
			o.origins = append(o.origins, origin)
		}
		return err
	})
	set.DurationVar(&o.timeout, "call-timeout", 10*time.Minute, "longest `time` of one call, waiting for others included")
	set.IntVar(&o.concurrency, "max-concurrency", o.concurrency, "calls computed at once")
	if err := set.Parse(args); err != nil {
		return nil, err
	}
	switch {
	case set.NArg() > 0:
		return nil, fmt.Errorf("unexpected argument %q", set.Arg(0))
	case o.transport != "stdio" && o.transport != "http":
		return nil, fmt.Errorf("--transport is stdio or http, not %q", o.transport)
	case o.port < 0 || o.port > 65535:
		return nil, fmt.Errorf("--port is a number from 0 to 65535, not %d", o.port)
	case o.concurrency < 1:
		return nil, fmt.Errorf("--max-concurrency is at least 1, not %d", o.concurrency)
	case o.timeout <= 0:
		return nil, fmt.Errorf("--call-timeout is a time above 0, not %v", o.timeout)
	case strings.ContainsFunc(o.token, func(c rune) bool { return c <= ' ' || c > '~' }):
		return nil, errors.New("--token consists of visible ASCII characters without spaces")
	}
	if o.token == "" {
		random := make([]byte, 32)
		rand.Read(random) // never fails
		o.token, o.generated = base64.RawURLEncoding.EncodeToString(random), true
	}
	return o, nil
}

func (s Server) dispatcher(o *options, l *log.Logger) (*mcp.Dispatcher, error) {
	title := s.Title
	if title == "" {
		title = s.Name
	}
	slots := limits.New(limits.Options{Concurrency: o.concurrency, Waiting: maxPosts, Timeout: o.timeout})
	started := time.Now()
	return mcp.New(mcp.Options{
		Name: s.Name, Title: title, Version: s.Version, Instructions: s.Instructions, Tools: slots.WrapAll(s.Tools),
		Now:     func() int64 { return int64(time.Since(started)) },
		Failure: func(tool string, err error) { l.Printf("internal error in %s: %v", tool, err) },
	})
}

func (s Server) serveHTTP(ctx context.Context, o *options, d *mcp.Dispatcher, l *log.Logger) error {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(o.port)))
	if err != nil {
		return err
	}
	endpoint := "http://" + listener.Addr().String() + "/mcp"
	l.Printf("serving MCP at %s", endpoint)
	if o.generated {
		l.Printf("bearer token %s", o.token)
		for _, origin := range o.origins {
			l.Printf("open %s/#tools=%s&token=%s", origin, url.QueryEscape(endpoint), o.token)
		}
	}
	server := httpd.New(httpd.Options{
		Dispatcher: d, Path: "/mcp", MaxPosts: maxPosts, Log: l,
		Policy: &guard.Policy{
			Token: o.token, Origins: o.origins, BindHost: "127.0.0.1", MaxBody: maxMessage,
			Names: guard.Names{Program: s.Name, AllowOrigin: "--allow-origin"},
		},
	})
	return server.Serve(ctx, listener)
}
