// Package bridge lets a page use MCP servers it cannot reach itself: programs to start,
// and addresses that answer no page. It owns the connections; the page has a WebSocket
// with a handful of messages, which docs/bridge.md lists, and never a message of the
// protocol.
package bridge
