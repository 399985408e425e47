package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"sort"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// byName sorts tools by their names. Package slices would compile the algorithm anew.
type byName []*contract.Tool

func (t byName) Len() int           { return len(t) }
func (t byName) Less(i, j int) bool { return t[i].Name < t[j].Name }
func (t byName) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }

// declare writes the array of tools/list for each revision.
func declare(tools []*contract.Tool, strict bool) (map[Revision][]byte, error) {
	if strict {
		tools = slices.Clone(tools)
		sort.Sort(byName(tools))
	}
	lists := make(map[Revision][]byte, len(revisions))
	for _, r := range revisions {
		list := []byte{'['}
		for i, tool := range tools {
			if i > 0 {
				list = append(list, ',')
			}
			var err error
			if list, err = appendTool(list, tool, r); err != nil {
				return nil, fmt.Errorf("tool %s: %w", tool.Name, err)
			}
		}
		lists[r] = append(list, ']')
	}
	return lists, nil
}

// appendTool appends the declaration of one tool as revision r lists it.
func appendTool(dst []byte, tool *contract.Tool, r Revision) ([]byte, error) {
	declared := *tool
	var err error
	if declared.Input, err = schemaLine(tool.Input); err != nil {
		return nil, fmt.Errorf("inputSchema: %w", err)
	}
	listing := contract.Listing{NoOutput: !r.structuredContent()}
	if tool.Output != nil && !listing.NoOutput {
		if declared.Output, err = schemaLine(tool.Output); err != nil {
			return nil, fmt.Errorf("outputSchema: %w", err)
		}
		// Clients of the 2025 revisions refuse a whole list that holds an
		// outputSchema for anything but an object.
		listing.NoOutput = !r.stateless() && !rootIsObject(declared.Output)
	}
	return append(dst, contract.ToolDefinitionJSON(&declared, listing)...), nil
}

// schemaLine returns the schema as it is sent: as the tool states it, without
// line breaks between tokens, which would end a message on stdio.
func schemaLine(schema json.RawMessage) ([]byte, error) {
	line, err := singleLine(schema)
	if err != nil {
		return nil, err
	}
	if jsontext.KindOf(line) != jsontext.Object {
		return nil, fmt.Errorf("the schema must be a JSON object")
	}
	return line, nil
}

// singleLine returns JSON text without line breaks: text itself when it has none.
func singleLine(text []byte) ([]byte, error) {
	if !bytes.ContainsAny(text, "\r\n") {
		return jsontext.Value(text)
	}
	var out bytes.Buffer
	if err := json.Compact(&out, text); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// rootIsObject reports whether a schema says "type":"object" at its root.
func rootIsObject(schema []byte) bool {
	it := jsontext.FieldsOf(schema)
	for it.Next() {
		if it.Key() == "type" {
			return textOf(it.Value()) == "object"
		}
	}
	return false
}
