package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/molsmith/molsmith/server/conformance"
	"github.com/molsmith/molsmith/server/guard"
)

func doctorCommand() command {
	return command{
		name: "doctor", usage: "doctor [--origin ORIGIN] [options]",
		summary: "does a client, and a page, reach this server",
		about: `
Starts this server on a free port with the options given, makes the requests of a Builder page in
their order and one exchange over stdio, and prints one line a step. With --origin they come from
that page; without it, from the page that serve hosts. The exit code is 1 when a step fails.`,
		prepare: func(p *Program, o *optionSet) func(context.Context, streams, []string) error {
			c := newConfig()
			c.transport, c.port = "http", 0
			var origin string
			o.text(&origin, "origin", "ORIGIN", "origin of the page that will connect, as in https://builder.example").envs = nil
			c.declare(o)
			return func(ctx context.Context, s streams, args []string) error {
				if err := noArguments(args); err != nil {
					return err
				}
				if err := c.check(); err != nil {
					return err
				}
				if origin != "" {
					normal, err := guard.NormalizeOrigin(origin)
					if err != nil {
						return usagef("--origin: %v", err)
					}
					origin = normal
				}
				c.port = 0 // whatever the environment says for the server itself
				return p.examine(ctx, s, c, origin)
			}
		},
	}
}

// examine tries the server that c asks for.
func (p *Program) examine(ctx context.Context, s streams, c *config, origin string) error {
	print := func(ok bool, name, text string) {
		word := "ok  "
		if !ok {
			word = "FAIL"
		}
		fmt.Fprintf(s.out, "%s  %-10s %s\n", word, name, text)
	}
	silent := streams{in: s.in, out: io.Discard, err: io.Discard}
	text, err := p.tryStdio(ctx, silent, c)
	if err != nil {
		text = err.Error()
	}
	good := err == nil
	print(good, "stdio", text)

	opened, err := p.openHTTP(silent, c, nil)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	served := make(chan error, 1)
	go func() { served <- opened.server.Serve(ctx, opened.listener) }()
	endpoint := opened.base + c.mountPath
	who := "a bearer token is needed"
	if c.public {
		who = "public, pages of " + strings.Join(c.origins, ", ")
	}
	print(true, "listen", endpoint+", "+who)
	if origin == "" {
		origin = opened.base // the page beside the tools, as serve hosts it
		if c.public {
			origin = c.origins[0]
		}
	}
	o := conformance.Options{URL: endpoint, Token: c.token, Origin: origin}
	good = conformance.Browse(ctx, o, func(step conformance.Step) {
		print(step.OK, step.Name, fmt.Sprintf("%s (%.1f ms)", step.Text, float64(step.Took)/float64(time.Millisecond)))
		if !step.OK && step.Name == "preflight" && !c.policy().AllowsOrigin(origin) {
			print(false, "origin", "pages of "+origin+" may not call: start toolserver with --allow-origin "+origin)
		}
	}) && good
	stop()
	if err := <-served; err != nil {
		return err
	}
	if !good {
		return errSilent
	}
	return nil
}

// tryStdio has one conversation over a pair of pipes.
func (p *Program) tryStdio(ctx context.Context, s streams, c *config) (string, error) {
	var out bytes.Buffer
	s.in = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"doctor","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
`)
	if c.strict() {
		s.in = strings.NewReader(`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}` + "\n")
	}
	s.out = &out
	if err := p.serveStdio(ctx, s, c); err != nil {
		return "", err
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var answer struct {
		Result struct{ Tools []json.RawMessage }
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &answer); err != nil || len(answer.Result.Tools) == 0 {
		return "", fmt.Errorf("tools/list was answered with %.200s", lines[len(lines)-1])
	}
	return fmt.Sprintf("%d tools over standard input and output", len(answer.Result.Tools)), nil
}
