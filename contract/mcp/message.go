package mcp

import (
	"errors"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// Kind says what a message is.
type Kind uint8

// The kinds of JSON-RPC messages.
const (
	Request      Kind = iota // has a method and an id and wants an answer
	Notification             // has a method and no id
	Response                 // answers a request of ours; there are none
)

// MaxDepth is how deep arrays and objects of a message may nest.
const MaxDepth = jsontext.MaxDepth

// maxID bounds ids in bytes of JSON text: they are kept while a call runs, and echoed.
const maxID = 1024

// Message is one JSON-RPC message, taken apart as far as the protocol goes. It
// shares memory with the text it was parsed from.
type Message struct {
	Kind   Kind
	ID     []byte // JSON text of the id; nil when there is none, or none that is valid
	Method string

	params params
}

// params are the members of params that some method knows, as JSON text.
type params struct {
	name            []byte // tools/call
	arguments       []byte // tools/call
	cursor          []byte // tools/list
	protocolVersion []byte // initialize
	requestID       []byte // notifications/cancelled
	uri             []byte // resources/read
	meta            meta
}

// meta are the members of params._meta that are known.
type meta struct {
	progressToken      []byte
	protocolVersion    []byte
	clientInfo         []byte
	clientCapabilities []byte
	result             []byte // metaResult
}

// Parse takes one message apart and checks the envelope: one JSON object, no
// deeper than MaxDepth, "jsonrpc":"2.0", an id that is a string or an integer,
// no member twice. The Message is never nil; with an error it holds the id as
// far as that is known, for Refuse.
func Parse(text []byte) (*Message, *Error) {
	m := &Message{Kind: Notification}
	start := jsontext.SkipSpace(text, 0)
	if start == len(text) {
		return m, Errorf(CodeParseError, "parse error: the message is empty")
	}
	body, err := jsontext.Value(text)
	if err != nil {
		return m, syntaxError(text, err)
	}
	switch jsontext.KindOf(body) {
	case jsontext.Object:
	case jsontext.Array:
		return m, Errorf(CodeInvalidRequest, "batches are not supported: send one JSON-RPC object per message")
	default:
		return m, Errorf(CodeInvalidRequest, "a message must be a JSON-RPC object")
	}

	var version, id, method, params, result, failure []byte
	rpcErr := eachMember(body, map[string]*[]byte{
		"jsonrpc": &version, "id": &id, "method": &method, "params": &params, "result": &result, "error": &failure,
	})
	if id != nil && validID(id) {
		m.ID = id
	}
	switch {
	case rpcErr != nil:
		return m, rpcErr
	case version == nil || jsontext.KindOf(version) != jsontext.String || jsontext.Text(version) != "2.0":
		return m, Errorf(CodeInvalidRequest, `jsonrpc must be "2.0"`)
	case method == nil && (result != nil || failure != nil):
		m.Kind = Response
		return m, nil
	case method == nil || jsontext.KindOf(method) != jsontext.String:
		return m, Errorf(CodeInvalidRequest, "method must be a string")
	case id != nil && m.ID == nil:
		return m, Errorf(CodeInvalidRequest, "id must be a string or an integer of at most %d bytes", maxID)
	case id != nil:
		m.Kind = Request
	}
	m.Method = jsontext.Text(method)
	if rpcErr := m.params.parse(params); rpcErr != nil {
		return m, rpcErr
	}
	return m, nil
}

func (p *params) parse(text []byte) *Error {
	switch jsontext.KindOf(text) {
	case jsontext.Invalid, jsontext.Null: // absent, or as some clients write absent
		return nil
	case jsontext.Object:
	default:
		return Errorf(CodeInvalidParams, "params must be an object")
	}
	var meta []byte
	if err := eachMember(text, map[string]*[]byte{
		"name": &p.name, "arguments": &p.arguments, "cursor": &p.cursor,
		"protocolVersion": &p.protocolVersion, "requestId": &p.requestID, "uri": &p.uri, "_meta": &meta,
	}); err != nil {
		return err
	}
	switch jsontext.KindOf(meta) {
	case jsontext.Invalid:
		return nil
	case jsontext.Object:
	default:
		return Errorf(CodeInvalidParams, "params._meta must be an object")
	}
	return eachMember(meta, map[string]*[]byte{
		"progressToken": &p.meta.progressToken, metaProtocolVersion: &p.meta.protocolVersion,
		metaClientInfo: &p.meta.clientInfo, metaClientCapabilities: &p.meta.clientCapabilities, metaResult: &p.meta.result,
	})
}

// eachMember stores the values of the known members of an object. Two members of
// one name are an error: two readers could see two different messages.
func eachMember(object []byte, known map[string]*[]byte) *Error {
	it := jsontext.FieldsOf(object)
	for it.Next() {
		key := it.Key()
		value, ok := known[key]
		if !ok {
			continue
		}
		if *value != nil {
			return Errorf(CodeInvalidRequest, "%s occurs twice", jsontext.Quote(key))
		}
		*value = it.Value()
	}
	return nil
}

// validID: a string or an integer, never null (MCP, Messages), and short, since
// it is kept and echoed.
func validID(id []byte) bool {
	if len(id) > maxID {
		return false
	}
	switch jsontext.KindOf(id) {
	case jsontext.String:
		return true
	case jsontext.Number:
		_, plain, err := jsontext.ScanNumber(id, 0)
		return err == nil && plain
	}
	return false
}

// idKey makes ids comparable: a string is the same however it is escaped, and
// the string "1" is not the number 1.
func idKey(id []byte) string {
	if id[0] == '"' {
		return `"` + jsontext.Text(id)
	}
	return string(id)
}

// Revision returns the revision the message names in its _meta, "" for none.
func (m *Message) Revision() string { return textOf(m.params.meta.protocolVersion) }

// ToolName returns the tool a tools/call names. ok is false when it names none.
func (m *Message) ToolName() (name string, ok bool) {
	return textOf(m.params.name), jsontext.KindOf(m.params.name) == jsontext.String
}

// ResourceURI returns the resource a resources/read names. ok is false when it names none.
func (m *Message) ResourceURI() (uri string, ok bool) {
	return textOf(m.params.uri), jsontext.KindOf(m.params.uri) == jsontext.String
}

// textOf returns the string value is the JSON text of, "" for anything else.
func textOf(value []byte) string {
	if jsontext.KindOf(value) != jsontext.String {
		return ""
	}
	return jsontext.Text(value)
}

// syntaxError maps what is wrong with the text: too deep is an invalid request,
// everything else is not JSON.
func syntaxError(text []byte, err error) *Error {
	var syntax *jsontext.SyntaxError
	if errors.As(err, &syntax) && deeperThan(text[:min(syntax.Offset+1, len(text))], MaxDepth) {
		return Errorf(CodeInvalidRequest, "arrays and objects of the message nest deeper than %d", MaxDepth)
	}
	return Errorf(CodeParseError, "parse error: %v", err)
}

// deeperThan reports whether the JSON text, valid but for its end, is nested
// deeper than limit at any point.
func deeperThan(text []byte, limit int) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > limit {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}
