package peer

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/contract/conform"
)

// ErrClosed is why a connection ended that Close has ended.
var ErrClosed = errors.New("the connection was closed")

// RPCError is a JSON-RPC error: the server said no in the protocol.
type RPCError struct{ Raw json.RawMessage }

func (e *RPCError) Error() string { return oneLine(conform.Problem(e.Raw), 500) }

// StatusError is an HTTP answer that is no message.
type StatusError struct {
	Status int
	Text   string // of the body, cut
}

func (e *StatusError) Error() string {
	if e.Text == "" {
		return fmt.Sprintf("status %d", e.Status)
	}
	return fmt.Sprintf("status %d: %s", e.Status, e.Text)
}

// MalformedError is an answer that breaks the protocol.
type MalformedError struct{ Text string }

func (e *MalformedError) Error() string { return e.Text }

func malformed(format string, args ...any) error {
	return &MalformedError{fmt.Sprintf(format, args...)}
}

// EndedError is why a server's connection ended by itself.
type EndedError struct{ Text string }

func (e *EndedError) Error() string { return e.Text }

// sessionGone says that the server knows the session no more.
type sessionGone struct{ session string }

func (*sessionGone) Error() string { return "the server has ended the session" }

// oneLine is a stranger's text for a message of ours.
func oneLine(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// Code is the code of the error, 0 when it has none.
func (e *RPCError) Code() int {
	code, _ := strconv.Atoi(string(conform.Member(e.Raw, "code")))
	return code
}
