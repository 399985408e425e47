package main

import (
	"context"
	"encoding/json"

	"github.com/molsmith/molsmith/server/conformance"
)

func checkCommand() command {
	return command{
		name: "check", usage: "check (--url URL [--token TOKEN] [--origin ORIGIN] | -- COMMAND …) [options]",
		summary: "conformance of any server with the Builder Tool Contract",
		about: `
Connects to a server over HTTP, or starts one as a process, judges what it declares, calls its
Builder tools with sample arguments, cancels, and sends what a server must refuse or survive. One
finding a line; docs/toolserver.md lists the checks. The exit code is 1 when a finding is an error.`,
		prepare: func(_ *Program, o *optionSet) func(context.Context, streams, []string) error {
			var c conformance.Options
			var asJSON bool
			o.text(&c.URL, "url", "URL", "MCP endpoint of the server").envs = nil
			o.text(&c.Token, "token", "TOKEN", "bearer token of the server")
			o.text(&c.Origin, "origin", "ORIGIN", "origin of a page that may call: the requests of a browser are checked too").envs = nil
			o.toggle(&c.NoCall, "no-call", "judge declarations and connections only").envs = nil
			o.list(&c.Tools, "tool", "NAME", "check only this Builder tool").envs = nil
			o.toggle(&asJSON, "json", `the report as {"ok":…,"server":…,"builder_tools":[…],"findings":[…]}`).envs = nil
			return func(ctx context.Context, s streams, args []string) error {
				switch {
				case (c.URL == "") == (len(args) == 0):
					return usagef("check takes either --url URL or -- and the command that starts a server")
				case c.URL == "" && c.Origin != "":
					return usagef("--origin has a meaning with --url only")
				}
				c.Command, c.Stderr = args, s.err
				if c.URL == "" {
					c.Token = "" // of the environment
				}
				report, err := conformance.Run(ctx, c)
				if err != nil {
					return usagef("%v", err)
				}
				if asJSON {
					e := json.NewEncoder(s.out)
					e.SetEscapeHTML(false)
					err = e.Encode(report)
				} else {
					err = report.Write(s.out)
				}
				if err == nil && !report.OK {
					err = errSilent
				}
				return err
			}
		},
	}
}
