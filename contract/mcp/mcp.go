// Package mcp answers Model Context Protocol messages. A Dispatcher turns one
// JSON-RPC message into at most one answer, for every protocol revision from
// 2024-11-05 to 2026-07-28, and knows no transport: stdio, HTTP, a MessagePort
// of the page and an edge worker all feed it bytes and send what it returns.
//
// A transport makes a Conn for each connection (over HTTP: for each POST),
// parses each message with Parse and hands it to Conn.Receive. Whatever needs no
// work is answered there, in order; a tool call comes back as a Call, which the
// transport runs where it likes. Conn.Handle does all of it for a transport that
// takes one message at a time.
//
//	conn := dispatcher.Connect(mcp.Revision20251125)
//	answer := conn.Handle(ctx, line, send)
//
// The two eras differ in how a client introduces itself. Up to 2025-11-25 it
// sends initialize once and the revision holds for the connection. From
// 2026-07-28 each request names its revision in params._meta and nothing is
// remembered. One connection speaks one of them: its first request decides,
// except that server/discover alone does not.
//
// The server offers tools and, where it keeps any, resources; nothing else. Schemas are sent as the tool states
// them, byte for byte; results are appended to the answer and never pass through
// reflection.
//
// Specifications: JSON-RPC 2.0; Model Context Protocol 2024-11-05, 2025-03-26,
// 2025-06-18, 2025-11-25 and 2026-07-28; Builder Tool Contract version 1.
package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// Options describe the server a Dispatcher speaks for.
type Options struct {
	Name         string // serverInfo.name
	Title        string // serverInfo.title
	Version      string // serverInfo.version
	Instructions string // what the server is for, for models; empty: left out

	// Tools in the order of tools/list. The dispatcher keeps the pointers.
	Tools []*contract.Tool

	// Resources are what clients may read; nil: the server offers none. A Keeper
	// keeps results for calls that ask for a link; without one, that wish is ignored.
	Resources Resources

	// Strict serves revision 2026-07-28 only, with tools in alphabetical order
	// and short private cache hints.
	Strict bool

	// Now is a clock in nanoseconds with any start; it spaces progress
	// notifications. Nil: every progress report is sent.
	Now func() int64

	// Failure is told of what the client only sees as "internal error". Nil:
	// nobody is told. It is called from the goroutine of the call.
	Failure func(tool string, err error)
}

// Dispatcher answers the messages of one server. It is safe for use by many
// goroutines; it does not change after New.
type Dispatcher struct {
	options Options
	tools   map[string]*contract.Tool

	lists        map[Revision][]byte // the array of tools/list
	serverInfo   []byte              // Implementation of 2025-06-18 and later
	legacyInfo   []byte              // the same without a title
	instructions []byte              // "" or ,"instructions":"…"
	discovered   []byte              // result of server/discover
	resultMeta   []byte              // ,"_meta":{serverInfo}
	toolHints    []byte              // ,"ttlMs":…,"cacheScope":…
}

// Cache hints in milliseconds. The registry is the same for every caller and
// never changes while the process runs. The strict lane expects a server behind
// authentication that may restart with other tools.
const (
	cacheHints          = `,"ttlMs":86400000,"cacheScope":"public"`
	strictToolHints     = `,"ttlMs":300000,"cacheScope":"private"`
	strictDiscoverHints = `,"ttlMs":3600000,"cacheScope":"private"`
)

// capabilities are what the server declares.
func (d *Dispatcher) capabilities() string {
	if d.options.Resources == nil {
		return `{"tools":{}}`
	}
	return `{"resources":{},"tools":{}}`
}

// hasResources reports whether method is one of resources, and offered.
func (d *Dispatcher) hasResources(method string) bool {
	switch method {
	case "resources/list", "resources/read", "resources/templates/list":
		return d.options.Resources != nil
	}
	return false
}

// New makes a Dispatcher. It fails when two tools share a name, when a tool has
// no name or no run function, or when a schema is not a JSON object.
func New(o Options) (*Dispatcher, error) {
	d := &Dispatcher{options: o, tools: make(map[string]*contract.Tool, len(o.Tools))}
	for _, tool := range o.Tools {
		if tool.Name == "" || tool.Run == nil {
			return nil, fmt.Errorf("tool %q has no name or no run function", tool.Name)
		}
		if d.tools[tool.Name] != nil {
			return nil, fmt.Errorf("two tools are called %q", tool.Name)
		}
		d.tools[tool.Name] = tool
	}
	var err error
	if d.lists, err = declare(o.Tools, o.Strict); err != nil {
		return nil, err
	}

	info := jsontext.AppendString([]byte(`{"name":`), o.Name)
	d.legacyInfo = appendVersion(bytes.Clone(info), o.Version)
	if o.Title != "" {
		info = jsontext.AppendString(append(info, `,"title":`...), o.Title)
	}
	d.serverInfo = appendVersion(info, o.Version)
	d.resultMeta = fmt.Appendf(nil, `,"_meta":{%q:%s}`, metaServerInfo, d.serverInfo)
	if o.Instructions != "" {
		d.instructions = jsontext.AppendString([]byte(`,"instructions":`), o.Instructions)
	}
	discoverHints := cacheHints
	d.toolHints = []byte(cacheHints)
	if o.Strict {
		discoverHints, d.toolHints = strictDiscoverHints, []byte(strictToolHints)
	}
	d.discovered = fmt.Appendf(nil, `{"resultType":"complete","supportedVersions":%s,"capabilities":%s,"serverInfo":%s%s%s%s}`,
		d.supportedList(), d.capabilities(), d.serverInfo, d.instructions, discoverHints, d.resultMeta)
	return d, nil
}

func appendVersion(dst []byte, version string) []byte {
	return append(jsontext.AppendString(append(dst, `,"version":`...), version), '}')
}

// Tools returns the declarations of all tools as revision r lists them, one JSON
// array. The caller does not change it.
func (d *Dispatcher) Tools(r Revision) json.RawMessage { return d.lists[r] }

// Supported returns the revisions d answers, newest first.
func (d *Dispatcher) Supported() []Revision {
	if d.options.Strict {
		return revisions[:1]
	}
	return revisions
}

// Connect starts a connection. A request that states no revision, neither by
// initialize nor in its _meta, is answered as assumed says.
func (d *Dispatcher) Connect(assumed Revision) *Conn {
	c := &Conn{dispatcher: d, revision: assumed, calls: make(map[string]*Call)}
	if d.options.Strict || assumed == Revision20260728 {
		c.era, c.revision = modern, Revision20260728
	}
	return c
}
