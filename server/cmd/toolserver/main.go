// Command toolserver serves the tools of Molsmith over the Model Context
// Protocol, hosts the Builder page and runs single tools. `toolserver help` lists
// what it does; docs/toolserver.md describes the server's options.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/molsmith/molsmith"
	"github.com/molsmith/molsmith/chem/tools"
	"github.com/molsmith/molsmith/server/bridge/peer"
	"github.com/molsmith/molsmith/server/pubchem"
	"github.com/molsmith/molsmith/web"
)

var started = time.Now()

// monotonic is a clock in nanoseconds that never jumps.
func monotonic() int64 { return int64(time.Since(started)) }

func main() {
	if len(os.Args) == 2 && os.Args[1] == watchArgument {
		peer.Watch(os.Stdin)
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal ends things in order; a second one ends the process.
	context.AfterFunc(ctx, stop)

	// Standard output carries results and messages only: what anything else
	// prints goes to standard error.
	stdout := os.Stdout
	os.Stdout = os.Stderr

	var watchman []string
	if self, err := os.Executable(); err == nil {
		watchman = []string{self, watchArgument}
	}
	program := &Program{
		Watchman:  watchman,
		Tools:     tools.Registry().Tools(),
		Version:   tools.Version,
		Page:      web.Page(),
		Lookup:    pubchem.New(),
		License:   molsmith.License + "\n" + molsmith.ThirdPartyNotices,
		LookupEnv: os.LookupEnv,
	}
	os.Exit(program.Run(ctx, os.Args[1:], os.Stdin, stdout, os.Stderr))
}
