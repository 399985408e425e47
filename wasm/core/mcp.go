//go:build !document

package core

import (
	"encoding/json"
	"slices"

	"github.com/molsmith/molsmith/chem/tools"
	"github.com/molsmith/molsmith/contract/mcp"
)

// foreign is the connection of a foreign host; nil until its first message.
type foreign struct{ conn *mcp.Conn }

// mcpMessage answers one message of a foreign host. The connection is remembered:
// what the host agreed on with initialize holds for its later messages.
func mcpMessage(c *Core, r *request, q struct {
	Message json.RawMessage `json:"message"`
}) (response, error) {
	if c.host.conn == nil {
		dispatcher, err := mcp.New(mcp.Options{
			Name: serverName, Title: "Molsmith", Version: Version, Instructions: tools.Instructions, Tools: tools.Registry().Tools(),
			Failure: func(tool string, err error) { c.log(tool + ": " + err.Error()) },
		})
		if err != nil {
			return response{}, err
		}
		c.host.conn = dispatcher.Connect(mcp.Revision20251125)
	}
	// Notifications (progress) have no way back through an answer; a host that wants
	// them reads the progress messages of the call.
	answer := c.host.conn.Handle(r.ctx, q.Message, func([]byte) {})
	text := answer.Body
	if text == nil {
		text = []byte("null")
	}
	return response{value: written(slices.Concat([]byte(`{"answer":`), text, []byte("}")))}, nil
}
