package main

import (
	"context"
	"errors"
	"net/http"

	"github.com/molsmith/molsmith/server/httpd"
)

func serveCommand() command {
	return command{
		name: "serve", usage: "serve [options]",
		summary: "the Builder page and its tools on one loopback address",
		about: `
Serves the Builder page and, on the same origin, the tools. It prints the address to open on
standard output: a link that carries the token, so treat it like a password.`,
		prepare: func(p *Program, o *optionSet) func(context.Context, streams, []string) error {
			c := newConfig()
			c.transport = "http"
			c.declare(o)
			o.toggle(&c.nextPort, "next-port", "take the next free port when --port is in use")
			o.text(&c.mcpConfig, "mcp-config", "FILE", "MCP servers that the page may use through this program: entries as other MCP clients have them, under mcpServers")
			return func(ctx context.Context, s streams, args []string) error {
				if err := noArguments(args); err != nil {
					return err
				}
				if err := c.check(); err != nil {
					return err
				}
				if c.public {
					return usagef("serve hosts the page itself and has no --public; use --transport http --public for a page elsewhere")
				}
				if p.Page == nil {
					return errors.New("this binary was built without the Builder page; npm run build makes bin/toolserver with it " +
						"(go build -tags page ./server/cmd/toolserver once web/dist is there)")
				}
				page, err := httpd.NewPage(p.Page, c.mcpConfig != "")
				if err != nil {
					return err
				}
				return p.serveHTTP(ctx, s, c, http.Handler(page))
			}
		},
	}
}
