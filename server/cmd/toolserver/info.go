package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/molsmith/molsmith/contract/mcp"
)

func toolsCommand() command {
	return command{
		name: "tools", usage: "tools [--json]",
		summary: "list the tools",
		about:   "Lists the tools with the first sentence of their description, or as tools/list gives them.",
		prepare: func(p *Program, o *optionSet) func(context.Context, streams, []string) error {
			var asJSON bool
			o.toggle(&asJSON, "json", `the whole declarations as {"tools":[…]}`).envs = nil
			return func(_ context.Context, s streams, args []string) error {
				if err := noArguments(args); err != nil {
					return err
				}
				if asJSON {
					d, err := p.dispatcher(newConfig(), p.Tools, logger(s), nil)
					if err != nil {
						return err
					}
					_, err = fmt.Fprintf(s.out, "{\"tools\":%s}\n", d.Tools(mcp.Revision20260728))
					return err
				}
				w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
				for _, tool := range p.Tools {
					fmt.Fprintf(w, "%s\t%s\n", tool.Name, firstSentence(tool.Description))
				}
				return w.Flush()
			}
		},
	}
}

func firstSentence(text string) string {
	if sentence, _, ok := strings.Cut(text, ". "); ok {
		return sentence + "."
	}
	return text
}

func versionCommand() command {
	return command{
		name: "version", usage: "version",
		summary: "print the version and how this binary computes",
		about: `
Prints the version, the Go release and platform, and whether products and sums are rounded one by
one, as results that are equal on every machine need.`,
		prepare: func(p *Program, _ *optionSet) func(context.Context, streams, []string) error {
			return func(_ context.Context, s streams, args []string) error {
				if err := noArguments(args); err != nil {
					return err
				}
				arithmetic := "products and sums are rounded one by one: results equal those of every other build"
				if fusesMultiplyAdd() {
					arithmetic = "products and sums are FUSED: results may differ in their last digit from other builds; " +
						"build with -gcflags=all=-d=fmahash=qn"
				}
				_, err := fmt.Fprintf(s.out, "molsmith %s\n%s %s/%s\n%s\n", p.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH, arithmetic)
				return err
			}
		},
	}
}

// Factors whose exact product is 1 - 2^-60, which rounds to 1. They are variables
// so that the compiler does not compute with them.
var fmaX, fmaY, fmaZ = 1 + 0x1p-30, 1 - 0x1p-30, -1.0

// fusesMultiplyAdd reports whether x*y + z was compiled to one operation that
// rounds once. Go allows it (The Go Programming Language Specification, Floating
// point operators), and some platforms do it.
//
//go:noinline
func fusesMultiplyAdd() bool { return fmaX*fmaY+fmaZ != 0 }

func licensesCommand() command {
	return command{
		name: "licenses", usage: "licenses",
		summary: "print the licences of Molsmith and of what it contains",
		about:   "Prints the licence of Molsmith and the notices of all code and data of others in this binary.",
		prepare: func(p *Program, _ *optionSet) func(context.Context, streams, []string) error {
			return func(_ context.Context, s streams, args []string) error {
				if err := noArguments(args); err != nil {
					return err
				}
				_, err := io.WriteString(s.out, p.License)
				return err
			}
		},
	}
}
