package contract

import (
	"encoding/json"
	"fmt"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// Registry is an ordered list of tools with different names. Whoever builds it
// decides the order of tools/list.
type Registry struct {
	tools  []*Tool
	byName map[string]*Tool
}

// NewRegistry makes a registry of tools in the given order. Two tools with one
// name are an error.
func NewRegistry(tools ...*Tool) (*Registry, error) {
	r := &Registry{byName: make(map[string]*Tool, len(tools))}
	for _, t := range tools {
		if r.byName[t.Name] != nil {
			return nil, fmt.Errorf("contract: two tools are named %q", t.Name)
		}
		r.byName[t.Name] = t
		r.tools = append(r.tools, t)
	}
	return r, nil
}

// Tools returns the tools in their order. The slice must not be changed.
func (r *Registry) Tools() []*Tool { return r.tools }

// Lookup returns the tool of a name, nil when there is none.
func (r *Registry) Lookup(name string) *Tool { return r.byName[name] }

// Listing says what of a tool a tools/list answer leaves out, because a protocol
// revision does not know it. The zero value leaves out nothing.
type Listing struct {
	NoTitle       bool
	NoAnnotations bool
	NoOutput      bool
}

// ToolDefinitionJSON writes t as tools/list gives it: name, title, description,
// inputSchema, outputSchema, annotations and _meta, in this order. The schemas
// come byte for byte, and a member without a value is left out.
func ToolDefinitionJSON(t *Tool, opt Listing) json.RawMessage {
	var m members
	m.str("name", t.Name)
	if !opt.NoTitle {
		m.optional("title", t.Title)
	}
	m.optional("description", t.Description)
	m.raw("inputSchema", t.Input)
	if t.Output != nil && !opt.NoOutput {
		m.raw("outputSchema", t.Output)
	}
	if !opt.NoAnnotations {
		m.raw("annotations", t.Annotations.object())
	}
	if t.Marker != nil {
		var meta members
		meta.raw(MetaKey, t.Marker.object())
		m.raw("_meta", meta.object())
	}
	return m.object()
}

func (a *Annotations) object() []byte {
	var m members
	m.optional("title", a.Title)
	m.raw("readOnlyHint", boolean(a.ReadOnlyHint))
	m.raw("destructiveHint", boolean(a.DestructiveHint))
	m.raw("idempotentHint", boolean(a.IdempotentHint))
	m.raw("openWorldHint", boolean(a.OpenWorldHint))
	return m.object()
}

func (k *Marker) object() []byte {
	var m members
	m.raw("contract", jsontext.AppendFloat(nil, float64(k.Contract)))
	m.str("category", string(k.Category))
	m.str("apply", string(k.Apply))
	m.str("document", string(k.Document))
	m.raw("stochastic", boolean(k.Stochastic))
	if k.ExpectedSeconds > 0 {
		m.raw("expectedSeconds", jsontext.AppendFloat(nil, k.ExpectedSeconds))
	}
	return m.object()
}

func boolean(v bool) []byte {
	if v {
		return []byte("true")
	}
	return []byte("false")
}
