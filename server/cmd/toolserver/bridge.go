package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/bridge"
	"github.com/molsmith/molsmith/server/bridge/peer"
	"github.com/molsmith/molsmith/server/stdio"
)

// watchArgument makes this program the one that ends what a bridge leaves when it is
// killed; see peer.Watchman. It is no command for people.
const watchArgument = "--end-what-is-left"

// openBridge makes the bridge of --mcp-config; nil without it. d are the tools of an
// inmemory server.
func (p *Program) openBridge(c *config, d *mcp.Dispatcher, l *log.Logger) (*bridge.Bridge, error) {
	if c.mcpConfig == "" {
		return nil, nil
	}
	path, err := filepath.Abs(c.mcpConfig)
	if err != nil {
		return nil, usagef("--mcp-config: %v", err)
	}
	folder, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("finding the folder this program runs in: %w", err)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = folder // as for a service without one
	}
	b, faults := bridge.New(bridge.Options{
		Config: path, Places: bridge.Places{Workspace: folder, Home: home}, Version: p.Version,
		Own: func() (io.WriteCloser, io.ReadCloser) { return ownTools(d) }, Watchman: p.Watchman,
		MaxMessage: int64(c.maxBody), Log: l,
	})
	if len(faults) > 0 {
		lines := make([]string, len(faults))
		for i, fault := range faults {
			lines[i] = fmt.Sprintf("--mcp-config %s: %s", shown(c.mcpConfig), fault)
		}
		return nil, usagef("%s", strings.Join(lines, "\ntoolserver: "))
	}
	return b, nil
}

// ownTools serves d on a pair of pipes.
func ownTools(d *mcp.Dispatcher) (in io.WriteCloser, out io.ReadCloser) {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	go func() {
		// A pipe that was closed is its end.
		_ = stdio.Serve(context.Background(), stdio.Options{Dispatcher: d, In: inRead, Out: outWrite, MaxLine: peer.MaxMessage, Grace: time.Second})
		inRead.Close()
		outWrite.Close()
	}()
	return inWrite, outRead
}
