package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/mcp"
)

// One tool, served to a client that sends two messages.
func Example() {
	greet := &contract.Tool{
		Name: "greet", Title: "Greet", Description: "Greet somebody.",
		Input: json.RawMessage(`{"type":"object"}`),
		Run: func(context.Context, json.RawMessage, contract.Progress) (*contract.Outcome, error) {
			return &contract.Outcome{Value: json.RawMessage(`{"greeting":"hello"}`)}, nil
		},
	}
	dispatcher, err := mcp.New(mcp.Options{Name: "example", Version: "1.0.0", Tools: []*contract.Tool{greet}})
	if err != nil {
		fmt.Println(err)
		return
	}
	conn := dispatcher.Connect(mcp.Revision20251125)
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"greet"}}`,
	} {
		if answer := conn.Handle(context.Background(), []byte(message), nil); answer.Body != nil {
			fmt.Println(string(answer.Body))
		}
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"example","version":"1.0.0"}}}
	// {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"greeting\":\"hello\"}"}],"structuredContent":{"greeting":"hello"}}}
}
