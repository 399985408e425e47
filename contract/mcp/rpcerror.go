package mcp

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// JSON-RPC error codes: those of JSON-RPC 2.0, the two of MCP 2026-07-28 that a
// server with tools needs, and the one the 2024-11-05 dialect uses for a tool
// that fails.
const (
	CodeParseError          = -32700
	CodeInvalidRequest      = -32600
	CodeMethodNotFound      = -32601
	CodeInvalidParams       = -32602
	CodeInternalError       = -32603
	CodeHeaderMismatch      = -32020
	CodeUnsupportedRevision = -32022
	CodeToolFailed          = -32000
)

// Error is a JSON-RPC error.
type Error struct {
	Code    int
	Message string          // one line
	Data    json.RawMessage // nil: left out
}

func (e *Error) Error() string { return e.Message }

// Errorf makes an Error without data.
func Errorf(code int, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// supportedList is the JSON array of the revisions d speaks.
func (d *Dispatcher) supportedList() []byte {
	list := []byte{'['}
	for i, r := range d.Supported() {
		list = jsontext.AppendString(appendComma(list, i), string(r))
	}
	return append(list, ']')
}

// UnsupportedRevision is the error for a client that asks for a revision d does
// not speak; its data lists the ones it does.
func (d *Dispatcher) UnsupportedRevision(asked string) *Error {
	data := append([]byte(`{"supported":`), d.supportedList()...)
	data = jsontext.AppendString(append(data, `,"requested":`...), asked)
	return &Error{CodeUnsupportedRevision, "protocol revision " + jsontext.Quote(asked) + " is not supported", append(data, '}')}
}

// Answer is what goes back for one message.
type Answer struct {
	Body []byte // one JSON-RPC response without line breaks; nil: nothing is sent
	Code int    // the JSON-RPC error code in Body; 0: a result
}

// Refuse makes the answer that carries an error. id is the JSON text of the
// request's id, nil when it is not known.
func Refuse(id []byte, e *Error) Answer {
	if id == nil {
		id = []byte("null")
	}
	body := appendID(nil, id)
	body = append(body, `,"error":{"code":`...)
	body = strconv.AppendInt(body, int64(e.Code), 10)
	body = jsontext.AppendString(append(body, `,"message":`...), oneLine(e.Message))
	if e.Data != nil {
		body = append(append(body, `,"data":`...), e.Data...)
	}
	return Answer{Body: append(body, "}}"...), Code: e.Code}
}

func appendID(dst, id []byte) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","id":`...)
	return append(dst, id...)
}

// result makes the answer to request id from the parts of its result object.
func result(id []byte, parts ...[]byte) Answer {
	body := append(appendID(nil, id), `,"result":`...)
	for _, part := range parts {
		body = append(body, part...)
	}
	return Answer{Body: append(body, '}')}
}

// invalidArguments is the JSON-RPC form of INVALID_ARGUMENTS: each problem with
// its JSON pointer in data.errors.
func invalidArguments(e *contract.Error) *Error {
	if e.Problems == nil {
		return &Error{Code: CodeInvalidParams, Message: e.Message}
	}
	data, err := json.Marshal(struct {
		Errors []contract.Problem `json:"errors"`
	}{e.Problems})
	if err != nil { // a limit that JSON cannot hold; the message still tells
		data = nil
	}
	return &Error{Code: CodeInvalidParams, Message: e.Message, Data: data}
}

// oneLine replaces line breaks and other control characters by spaces.
func oneLine(s string) string {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] == 0x7f {
			b := []byte(s)
			for j := range b {
				if b[j] < 0x20 || b[j] == 0x7f {
					b[j] = ' '
				}
			}
			return string(b)
		}
	}
	return s
}
