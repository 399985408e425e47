package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// declare writes the array of tools/list for each revision.
func declare(tools []*contract.Tool, strict bool) (map[Revision][]byte, error) {
	if strict {
		tools = slices.Clone(tools)
		slices.SortFunc(tools, func(a, b *contract.Tool) int { return strings.Compare(a.Name, b.Name) })
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

// appendTool appends one Tool. Absent members are left out, never null: strict
// clients refuse the whole list for one null.
func appendTool(dst []byte, tool *contract.Tool, r Revision) ([]byte, error) {
	dst = jsontext.AppendString(append(dst, `{"name":`...), tool.Name)
	if tool.Title != "" {
		dst = jsontext.AppendString(append(dst, `,"title":`...), tool.Title)
	}
	if tool.Description != "" {
		dst = jsontext.AppendString(append(dst, `,"description":`...), tool.Description)
	}
	input, err := schemaLine(tool.Input)
	if err != nil {
		return nil, fmt.Errorf("inputSchema: %w", err)
	}
	dst = append(append(dst, `,"inputSchema":`...), input...)
	if tool.Output != nil && r.structuredContent() {
		output, err := schemaLine(tool.Output)
		if err != nil {
			return nil, fmt.Errorf("outputSchema: %w", err)
		}
		// Clients of the 2025 revisions refuse a whole list that holds an
		// outputSchema for anything but an object.
		if r.stateless() || rootIsObject(output) {
			dst = append(append(dst, `,"outputSchema":`...), output...)
		}
	}
	annotations, err := json.Marshal(tool.Annotations)
	if err != nil {
		return nil, err
	}
	dst = append(append(dst, `,"annotations":`...), annotations...)
	if tool.Marker != nil {
		marker, err := json.Marshal(tool.Marker)
		if err != nil {
			return nil, err
		}
		dst = fmt.Appendf(dst, `,"_meta":{%q:%s}`, contract.MetaKey, marker)
	}
	return append(dst, '}'), nil
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
