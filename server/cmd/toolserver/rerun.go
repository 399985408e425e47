package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/molsmith/molsmith/chem/edit"
	contractjson "github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/mcp"
)

// ownName is what this program calls itself in the records of results.
const ownName = "molsmith"

// What became of a tool that was run again.
const (
	sameResult    = "same"
	otherResult   = "different"
	missingServer = "missing" // the tool is another server's, or of another version's
	otherDocument = "document"
	refusedAgain  = "refused"
)

// rerun is the result of running a tool again.
type rerun struct {
	State  string `json:"state"`
	Reason string `json:"reason,omitempty"`
	Saved  string `json:"saved,omitempty"` // SHA-256 of the structure in the document
	Got    string `json:"got,omitempty"`   // and of the one the tool returned now
}

func (r *rerun) text() string {
	switch r.State {
	case sameResult:
		return "same result"
	case otherResult:
		return fmt.Sprintf("different result: %.12s…, saved %.12s…%s", r.Got, r.Saved, r.Reason)
	}
	return "not run again: " + r.Reason
}

// rerunAll runs the tools of d again, each with the document as it was then, and notes
// in facts what came of it. d is as before.
func (p *Program) rerunAll(ctx context.Context, d *edit.Document, facts *replayed) error {
	steps := d.Steps()
	if about := d.About(); about.Provenance != nil {
		facts.Source.Rerun = p.rerun(ctx, about.Provenance, nil, d.Source(), true)
	}
	for i, step := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		if step.Provenance == nil || step.Broken != "" {
			continue
		}
		added := addedBy(step)
		if added == nil {
			facts.Steps[i].Rerun = &rerun{State: missingServer, Reason: "the step holds no result of a tool"}
			continue
		}
		if _, err := d.Jump(i); err != nil {
			return err
		}
		facts.Steps[i].Rerun = p.rerun(ctx, step.Provenance, d.Structure(), added, false)
	}
	_, err := d.Jump(len(steps))
	return err
}

// addedBy is the structure that a step put in, nil when it put in none.
func addedBy(step *edit.Step) *structure.Structure {
	for _, op := range step.Ops {
		if add, ok := op.(*edit.AddFragment); ok {
			return &add.Atoms
		}
	}
	return nil
}

// rerun runs the tool of one record. document is what it was called with, if anything;
// saved, what it returned; withCell says whether saved has the cell of the result.
func (p *Program) rerun(ctx context.Context, record *edit.Provenance, document, saved *structure.Structure, withCell bool) *rerun {
	tool := p.lookup(newConfig(), record.Tool)
	if record.Server.Name != ownName || tool == nil {
		return &rerun{State: missingServer, Reason: missing(record)}
	}
	args, reason := argumentsOf(record, document)
	if reason != "" {
		return &rerun{State: otherDocument, Reason: reason}
	}
	outcome, err := mcp.Run(ctx, tool, args, nil)
	if err != nil {
		if e := mcp.ToolError(err); e != nil {
			err = e
		}
		return &rerun{State: refusedAgain, Reason: fmt.Sprintf("the tool refuses: %v", err)}
	}
	if outcome.Result == nil {
		return &rerun{State: refusedAgain, Reason: "the tool makes no structure"}
	}
	then, now := *contractjson.ToContract(saved), outcome.Result.Structure
	if !withCell { // a step that adds atoms sets the cell by an op of its own
		then.Cell, now.Cell = nil, nil
	}
	then.Compact()
	now.Compact()
	r := &rerun{State: sameResult, Saved: contract.CanonicalHash(&then), Got: contract.CanonicalHash(&now)}
	if r.Saved != r.Got {
		r.State = otherResult
		if record.Server.Version != p.Version {
			r.Reason = fmt.Sprintf(" by version %s; this is %s", record.Server.Version, p.Version)
		}
	}
	return r
}

// missing says which server a record needs.
func missing(record *edit.Provenance) string {
	server := record.Server
	if server.Name == ownName {
		return fmt.Sprintf("version %s had a tool %s; this one has none", server.Version, record.Tool)
	}
	text := fmt.Sprintf("%s is a tool of the server %s %s", record.Tool, server.Name, server.Version)
	if server.URL != "" {
		text += " at " + server.URL
	}
	return text + ", which is not here"
}

// argumentsOf puts the document in the place that a record keeps its atom count and
// SHA-256 in. The reason is not empty when that is another document.
func argumentsOf(record *edit.Provenance, document *structure.Structure) (args json.RawMessage, reason string) {
	members := map[string]json.RawMessage{}
	if len(record.Arguments) > 0 {
		if err := json.Unmarshal(record.Arguments, &members); err != nil {
			return nil, "its arguments are no JSON object"
		}
	}
	for name, value := range members {
		var place struct {
			Atoms  *int
			SHA256 *string
		}
		var all map[string]json.RawMessage
		if json.Unmarshal(value, &all) != nil || len(all) != 2 || json.Unmarshal(value, &place) != nil || place.Atoms == nil || place.SHA256 == nil {
			continue
		}
		if document == nil {
			return nil, "it was called with a document that this one replaced"
		}
		payload := contract.RoundPayload(contractjson.ToContract(document))
		if hash := contract.CanonicalHash(&payload); *place.SHA256 != "" && *place.SHA256 != hash {
			return nil, fmt.Sprintf("it was called with another document (%d atoms, %.12s…) than the one before it here (%d atoms, %.12s…)",
				*place.Atoms, *place.SHA256, len(payload.Elements), hash)
		}
		members[name] = contract.AppendStructure(nil, &payload)
	}
	args, err := json.Marshal(members)
	if err != nil {
		return nil, "its arguments cannot be written again: " + err.Error()
	}
	return args, ""
}
