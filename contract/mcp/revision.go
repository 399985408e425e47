package mcp

import "slices"

// Revision is a revision of the protocol, by its date. Later ones compare greater.
type Revision string

// The revisions a Dispatcher speaks.
const (
	Revision20241105 Revision = "2024-11-05"
	Revision20250326 Revision = "2025-03-26"
	Revision20250618 Revision = "2025-06-18"
	Revision20251125 Revision = "2025-11-25"
	Revision20260728 Revision = "2026-07-28"
)

var revisions = []Revision{Revision20260728, Revision20251125, Revision20250618, Revision20250326, Revision20241105}

// supports reports whether d answers revision r.
func (d *Dispatcher) supports(r Revision) bool { return slices.Contains(d.Supported(), r) }

// Supports reports whether d answers the revision a client names.
func (d *Dispatcher) Supports(name string) bool { return d.supports(Revision(name)) }

// negotiate picks the revision initialize answers: the one the client asks for
// if it is spoken, else the newest with a handshake.
func negotiate(asked string) Revision {
	if r := Revision(asked); r < Revision20260728 && slices.Contains(revisions, r) {
		return r
	}
	return Revision20251125
}

// What a revision has.
func (r Revision) stateless() bool         { return r >= Revision20260728 } // no handshake, _meta on each request
func (r Revision) structuredContent() bool { return r >= Revision20250618 }
func (r Revision) progressMessage() bool   { return r >= Revision20250326 }
func (r Revision) titles() bool            { return r >= Revision20250618 } // of servers, resources
func (r Revision) resourceLinks() bool     { return r >= Revision20250618 } // as content

// argumentErrorsAreResults: 2025-11-25 asks servers to report arguments that
// break the schema as tool errors, so that a model can correct itself.
func (r Revision) argumentErrorsAreResults() bool { return r == Revision20251125 }

// Members of params._meta and result._meta.
const (
	metaProtocolVersion    = "io.modelcontextprotocol/protocolVersion"
	metaClientInfo         = "io.modelcontextprotocol/clientInfo"
	metaClientCapabilities = "io.modelcontextprotocol/clientCapabilities"
	metaServerInfo         = "io.modelcontextprotocol/serverInfo"
)
