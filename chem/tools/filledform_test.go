package tools

import (
	"encoding/json"
	"maps"
	"testing"
)

// filledForm is what another Builder sends for a tool: a value for every field it
// shows. A number has its default, else its first example, else its least value; a
// choice its default or the first; text is empty; a table has one row; cell is what
// an open document without a cell gives. given are the values that a person types,
// over those of the form.
func filledForm(t testing.TB, tool string, given map[string]any) string {
	t.Helper()
	var schema map[string]any
	if err := json.Unmarshal(Registry().Lookup(tool).Input, &schema); err != nil {
		t.Fatal(err)
	}
	definitions, _ := schema["$defs"].(map[string]any)
	values := filledObject(schema, definitions)
	delete(values, "document")
	for key, value := range given {
		rows, isTable := value.([]map[string]any)
		if !isTable {
			values[key] = value
			continue
		}
		blank := values[key].([]any)[0].(map[string]any)
		filled := make([]any, len(rows))
		for i, row := range rows {
			one := maps.Clone(blank)
			maps.Copy(one, row)
			filled[i] = one
		}
		values[key] = filled
	}
	text, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func filledObject(schema, definitions map[string]any) map[string]any {
	values := map[string]any{}
	properties, _ := schema["properties"].(map[string]any)
	for key, p := range properties {
		if v := filledValue(p.(map[string]any), definitions); v != nil {
			values[key] = v
		}
	}
	return values
}

func filledValue(p, definitions map[string]any) any {
	switch p["x-megane-widget"] {
	case "molecule":
		return map[string]any{"name": "water", "smiles": "O"}
	case "cell":
		return []float64{20, 0, 0, 0, 20, 0, 0, 0, 20}
	case "selection":
		return []int{}
	case "seed":
		return 1
	case "document":
		return nil
	case "element", "atom":
		if v, ok := p["default"]; ok {
			return v
		}
		return p["minimum"]
	}
	if v, ok := p["default"]; ok && p["type"] != "array" {
		return v
	}
	first := func(key string) (any, bool) {
		list, _ := p[key].([]any)
		if len(list) == 0 {
			return nil, false
		}
		return list[0], true
	}
	switch p["type"] {
	case "number", "integer":
		if v, ok := first("examples"); ok {
			return v
		}
		if v, ok := p["minimum"]; ok {
			return v
		}
		if p["type"] == "integer" {
			return 1
		}
		return 0
	case "string":
		if v, ok := first("examples"); ok {
			return v
		}
		if v, ok := first("enum"); ok {
			return v
		}
		return ""
	case "boolean":
		return false
	case "object":
		return filledObject(p, definitions)
	case "array":
		items := p["items"].(map[string]any)
		if items["type"] == "object" {
			rows := []any{filledObject(items, definitions)}
			for n, _ := p["minItems"].(float64); len(rows) < int(n); {
				rows = append(rows, rows[0])
			}
			return rows
		}
		if v, ok := p["default"]; ok {
			return v
		}
		return make([]float64, int(p["minItems"].(float64)))
	}
	return nil
}
