package contract

import (
	"context"
	"encoding/json"
)

// Progress receives the state of a long run: a fraction from 0 to 1 that never
// decreases, and one line of text. It may be called from the goroutine of the
// run only, and returns at once. A nil Progress is allowed everywhere.
type Progress func(fraction float64, message string)

// Tool is one tool, described once. The schemas, the form, the argument check,
// the MCP answer of every protocol revision, the in-page call, `toolserver call`
// and the docs table all come from it. Make one with Define (Builder tools) or
// DefinePlain (tools that answer any JSON value).
type Tool struct {
	Name        string
	Title       string
	Description string // first sentence: the tooltip
	Annotations Annotations
	Marker      *Marker         // nil: not a Builder button
	Input       json.RawMessage // inputSchema, property order as declared
	Output      json.RawMessage // outputSchema, root type object

	// Run checks args against Input (the same code as form.Check), decodes and
	// executes. args is a JSON object or empty. The error is *Error for
	// everything a caller can act on (INVALID_ARGUMENTS carries Problems);
	// any other error is an internal one. ctx ends the run early with CANCELLED
	// or TIMEOUT.
	Run func(ctx context.Context, args json.RawMessage, progress Progress) (*Outcome, error)

	// RunOn is Run for a caller that holds the document argument as typed arrays:
	// document stands for the argument that args leave out, nil for none. The
	// arrays are shared with the tool, which does not change them.
	RunOn func(ctx context.Context, args json.RawMessage, document *Structure, progress Progress) (*Outcome, error)

	// Preview, when set, computes what the form shows while it is filled: the
	// derived values, proposals for untouched fields and early refusals. It is
	// fast (< 10 ms) and never fails on half-filled arguments: it says less.
	// document stands for the document argument that args leave out, nil for none;
	// it is shared with the tool, which does not change it.
	Preview func(args json.RawMessage, document *Structure) Preview
}

// Annotations are MCP's hints about a tool.
type Annotations struct {
	Title           string `json:"title"`
	ReadOnlyHint    bool   `json:"readOnlyHint"`
	DestructiveHint bool   `json:"destructiveHint"`
	IdempotentHint  bool   `json:"idempotentHint"`
	OpenWorldHint   bool   `json:"openWorldHint"`
}

// Outcome is the answer of a successful run.
type Outcome struct {
	Text   string          // one short summary for people and models
	Result *BuilderResult  // of a Builder tool; nil for a plain one
	Value  json.RawMessage // of a plain tool: the structured content; nil for a Builder tool

	// Content are further content blocks in the form of the protocol, such as
	// {"type":"image",…}: JSON objects that follow the text.
	Content []json.RawMessage
}

// Structured returns the structuredContent of o: Value, or Result through the
// appending encoder.
func (o *Outcome) Structured() json.RawMessage {
	if o.Result != nil {
		return AppendResult(nil, o.Result)
	}
	return o.Value
}

// Preview is what a half-filled form can already say.
type Preview struct {
	Facts     []Fact     `json:"facts"`
	Proposals []Proposal `json:"proposals,omitempty"`
	Problems  []Problem  `json:"problems,omitempty"` // refusals that a Run would end in
	Warnings  []string   `json:"warnings,omitempty"`
	// Cell is the box that a run would make, row-major in Å, for a picture.
	Cell *[9]float64 `json:"cell,omitempty"`
	// Structure is a small picture of what a run would make, such as the link of
	// two repeat units; nil for none.
	Structure *Structure `json:"-"`
}

// Fact is one derived value, ready to show ("Edge", "23.41 Å").
type Fact struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// Proposal is a value the page may fill into a field nobody has touched.
type Proposal struct {
	Path   string          `json:"path"` // JSON pointer of the field
	Value  json.RawMessage `json:"value"`
	Reason string          `json:"reason"` // "Proposed from the mixture"
}

// Problem is one thing wrong with arguments, at one place.
type Problem struct {
	Path    string `json:"path"` // JSON pointer into the arguments; "" is the whole
	Rule    string `json:"rule"` // required, type, minimum, maxItems, enum, …
	Limit   any    `json:"limit,omitempty"`
	Message string `json:"message"` // one line, for the person who fills the form
}
