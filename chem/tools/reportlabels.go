//go:build !part

package tools

import (
	"encoding/json"
	"strconv"
)

// atomLabel is an atom with its descriptor, written as [atom, label].
type atomLabel struct {
	atom  int
	label string
}

func (l atomLabel) MarshalJSON() ([]byte, error) { return appendLabels([]int{l.atom}, l.label), nil }

func (atomLabel) AnswerSchema() json.RawMessage {
	return json.RawMessage(`{"type":"array","prefixItems":[{"type":"integer"},{"enum":["R","S","r","s"]}],"minItems":2,"maxItems":2}`)
}

// bondLabel is a double bond with its descriptor, written as [atom, atom, label].
type bondLabel struct {
	a, b  int
	label string
}

func (l bondLabel) MarshalJSON() ([]byte, error) { return appendLabels([]int{l.a, l.b}, l.label), nil }

func (bondLabel) AnswerSchema() json.RawMessage {
	return json.RawMessage(`{"type":"array","prefixItems":[{"type":"integer"},{"type":"integer"},{"enum":["E","Z","e","z"]}],"minItems":3,"maxItems":3}`)
}

// bricsBond is a bond with the environments of its ends, written as
// [atom, atom, label of the first, label of the second].
type bricsBond struct {
	a, b           int
	labelA, labelB string
}

func (l bricsBond) MarshalJSON() ([]byte, error) {
	return appendLabels([]int{l.a, l.b}, l.labelA, l.labelB), nil
}

func (bricsBond) AnswerSchema() json.RawMessage {
	return json.RawMessage(`{"type":"array","prefixItems":[{"type":"integer"},{"type":"integer"},{"type":"string"},{"type":"string"}],"minItems":4,"maxItems":4}`)
}

// appendLabels writes atoms and labels, which are letters and digits, as one array.
func appendLabels(atoms []int, labels ...string) []byte {
	text := []byte{'['}
	for _, i := range atoms {
		text = append(strconv.AppendInt(text, int64(i), 10), ',')
	}
	for _, l := range labels {
		text = append(append(append(text, '"'), l...), '"', ',')
	}
	text[len(text)-1] = ']'
	return text
}
