package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/limits"
)

func callCommand() command {
	return command{
		name: "call", usage: "call TOOL [--args JSON|@FILE|-] [--batch] [options]",
		summary: "run one tool and print its result as JSON",
		about: `
Runs a tool and prints its structured result as one line of JSON on standard output. Warnings go to
standard error. The exit code is 1 when the tool refuses, with the reason on standard error.

With --batch each line of standard input is one arguments object, and for each line there is one of
output, in the same order: {"ok":true,"result":…} or {"ok":false,"error":{"code":…,"message":…}}.
A line that fails does not stop the others.`,
		prepare: func(p *Program, o *optionSet) func(context.Context, streams, []string) error {
			c := newConfig()
			var args string
			var batch bool
			o.text(&args, "args", "JSON|@FILE|-", "arguments: a JSON object, a file that holds one, or - for standard input").envs = nil
			o.toggle(&batch, "batch", "one call for each line of standard input").envs = nil
			c.declareLookup(o)
			o.seconds(&c.callTimeout, "no limit", "call-timeout", "longest time of one call")
			o.integer(&c.concurrency, 1, 1024, "max-concurrency", "N", "calls of --batch computed at once").preset = "number of cores"
			o.bytes(&c.maxBody, "64MiB", "max-body", "longest arguments: a file, standard input, a line of --batch")
			return func(ctx context.Context, s streams, names []string) error {
				if len(names) != 1 {
					return usagef("call takes the name of one tool; toolserver tools lists them")
				}
				tool := p.lookup(c, names[0])
				if tool == nil {
					return usagef("there is no tool %s; toolserver tools lists them", quoted(names[0]))
				}
				if c.maxBody == 0 {
					c.maxBody = privateMaxBody
				}
				tool = limits.New(limits.Options{Concurrency: c.concurrency, Timeout: c.callTimeout}).Wrap(tool)
				if batch {
					if args != "" {
						return usagef("--batch reads the arguments from standard input; leave out --args")
					}
					return runBatch(ctx, s, tool, c.concurrency, c.maxBody)
				}
				text, err := readArguments(s, args, c.maxBody)
				if err != nil {
					return err
				}
				return callOnce(ctx, s, tool, text)
			}
		},
	}
}

func (p *Program) lookup(c *config, name string) *contract.Tool {
	for _, tool := range p.tools(c) {
		if tool.Name == name {
			return tool
		}
	}
	return nil
}

// readArguments returns the text --args stands for.
func readArguments(s streams, args string, limit int) ([]byte, error) {
	var in io.Reader
	switch {
	case args == "":
		return []byte("{}"), nil
	case args == "-":
		in = s.in
	case strings.HasPrefix(args, "@"):
		file, err := os.Open(args[1:])
		if err != nil {
			return nil, usagef("--args: %v", err)
		}
		defer file.Close()
		in = file
	default:
		return []byte(args), nil
	}
	text, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	if err != nil {
		return nil, fmt.Errorf("reading the arguments: %w", err)
	}
	if len(text) > limit {
		return nil, usagef("--args: more than %d bytes, the limit set by --max-body", limit)
	}
	return bytes.TrimSpace(text), nil
}

func callOnce(ctx context.Context, s streams, tool *contract.Tool, args []byte) error {
	var show contract.Progress
	if isTerminal(s.err) {
		bar := &progressLine{out: s.err}
		show = bar.show
		defer bar.clear()
	}
	outcome, err := mcp.Run(ctx, tool, args, show)
	if err != nil {
		if e := mcp.ToolError(err); e != nil {
			fmt.Fprintf(s.err, "toolserver: %s [%s]\n", e.Message, e.Code)
			if len(e.Problems) > 1 {
				for _, problem := range e.Problems {
					fmt.Fprintf(s.err, "  %s: %s\n", problem.Path, problem.Message)
				}
			}
			return errSilent
		}
		return fmt.Errorf("internal error in %s: %w", tool.Name, err)
	}
	if outcome.Result != nil {
		for _, warning := range outcome.Result.Warnings {
			tell(s, "warning: %s", warning)
		}
	}
	text := outcome.Structured()
	if text == nil {
		text = []byte(outcome.Text)
	}
	if _, err := s.out.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}

// progressLine shows the progress of a call on one line of a terminal.
type progressLine struct {
	out   io.Writer
	last  time.Time
	shown bool
}

func (l *progressLine) show(fraction float64, message string) {
	if now := time.Now(); now.Sub(l.last) >= 100*time.Millisecond {
		l.last, l.shown = now, true
		fmt.Fprintf(l.out, "\r\x1b[K%3.0f %% %.60s", 100*fraction, message)
	}
}

func (l *progressLine) clear() {
	if l.shown {
		fmt.Fprint(l.out, "\r\x1b[K")
	}
}
