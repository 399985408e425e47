package guard

import (
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/molsmith/molsmith/contract/mcp"
)

// Header fields of the protocol over HTTP.
const (
	VersionHeader = "Mcp-Protocol-Version"
	MethodHeader  = "Mcp-Method"
	NameHeader    = "Mcp-Name"
)

// Headers checks the header fields that repeat the body, and returns the
// revision to assume for a request that names none: the one of the header, else
// 2025-03-26, as that revision says.
//
// From 2026-07-28 a request must repeat its revision, method and tool or resource in the
// header, so that a proxy can route it without reading the body; a difference is
// -32020. Notifications need not repeat anything.
func Headers(d *mcp.Dispatcher, h http.Header, m *mcp.Message) (mcp.Revision, *mcp.Error) {
	version := h.Get(VersionHeader)
	if version != "" && !d.Supports(version) {
		return "", d.UnsupportedRevision(version)
	}
	assumed := mcp.Revision(version)
	if version == "" {
		assumed = mcp.Revision20250326
	}
	if m.Kind != mcp.Request {
		return assumed, nil
	}
	named := m.Revision()
	switch {
	case named == "" || named == version:
	case version != "":
		return "", mcp.Errorf(mcp.CodeHeaderMismatch, "the header MCP-Protocol-Version says %s, the body %s", version, quote(named))
	case !d.Supports(named):
		return "", d.UnsupportedRevision(named)
	default:
		return "", mcp.Errorf(mcp.CodeHeaderMismatch, "the header MCP-Protocol-Version is missing; the body says %s", named)
	}
	if mcp.Revision(version) < mcp.Revision20260728 {
		return assumed, nil
	}
	if err := same("Mcp-Method", h.Get(MethodHeader), m.Method); err != nil {
		return "", err
	}
	name, ok := m.ToolName()
	if m.Method == "resources/read" {
		name, ok = m.ResourceURI()
	}
	if ok && (m.Method == "tools/call" || m.Method == "resources/read") {
		sent, err := decodeName(h.Get(NameHeader))
		if err != nil {
			return "", err
		}
		if err := same("Mcp-Name", sent, name); err != nil {
			return "", err
		}
	}
	return assumed, nil
}

func same(field, header, body string) *mcp.Error {
	switch header {
	case body:
		return nil
	case "":
		return mcp.Errorf(mcp.CodeHeaderMismatch, "the header %s is missing; the body says %s", field, quote(body))
	}
	return mcp.Errorf(mcp.CodeHeaderMismatch, "the header %s says %s, the body %s", field, quote(header), quote(body))
}

// decodeName reads an Mcp-Name: plain, or =?base64?TEXT?= where a header field
// could not hold the name.
func decodeName(value string) (string, *mcp.Error) {
	text, encoded := strings.CutPrefix(value, "=?base64?")
	if !encoded {
		return value, nil
	}
	text, closed := strings.CutSuffix(text, "?=")
	name, err := base64.StdEncoding.DecodeString(text)
	if !closed || err != nil {
		return "", mcp.Errorf(mcp.CodeHeaderMismatch, "the header Mcp-Name is not valid Base64")
	}
	return string(name), nil
}
