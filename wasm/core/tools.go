//go:build tools || crystals || !part

package core

import (
	"encoding/json"

	contractjson "github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/chem/tools"
	"github.com/molsmith/molsmith/contract"
)

// serverName is what this page's tools are called in records, as serverInfo says.
const serverName = "molsmith"

// The commands of both workers that have tools.
func init() {
	table["tools.list"] = on(toolsList)
	table["tool.preview"] = on(toolPreview)
	table["tool.run"] = on(toolRun)
}

func toolsList(*Core, *request, empty) (response, error) {
	list := []json.RawMessage{}
	for _, t := range tools.Registry().Tools() {
		list = append(list, contract.ToolDefinitionJSON(t, contract.Listing{}))
	}
	return response{value: map[string]any{
		"server": map[string]string{"name": serverName, "version": Version},
		"tools":  list,
	}}, nil
}

// named is a request about one tool.
type named struct {
	Name     string          `json:"name"`
	Args     json.RawMessage `json:"args"`
	Document *structureHead  `json:"document"`
}

func (q *named) tool() (*contract.Tool, error) {
	if t := tools.Registry().Lookup(q.Name); t != nil {
		return t, nil
	}
	return nil, Failure{Code: "UNKNOWN_TOOL", Message: "this page has no tool " + quote(q.Name)}
}

// document reads the document argument that came as arrays; nil for none.
func (q *named) document(r *request) (*contract.Structure, error) {
	if q.Document == nil {
		return nil, nil
	}
	s, err := takeStructure(*q.Document, r.bufs)
	if err != nil {
		return nil, err
	}
	return contractjson.ToContract(s), nil
}

func toolRun(c *Core, r *request, q named) (response, error) {
	t, err := q.tool()
	if err != nil {
		return response{}, err
	}
	document, err := q.document(r)
	if err != nil {
		return response{}, err
	}
	c.seen = seen{} // its memory is the run's
	outcome, err := t.RunOn(r.ctx, q.Args, document, r.progress)
	if err != nil {
		return response{}, err
	}
	if outcome.Result == nil {
		return response{value: map[string]any{"text": outcome.Text, "value": outcome.Value}}, nil
	}
	bufs := Bufs{}
	return response{value: map[string]any{"text": outcome.Text, "result": putResult(outcome.Result, bufs)}, bufs: bufs}, nil
}
