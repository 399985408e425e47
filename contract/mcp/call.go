package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// Call is a tool call that was received and has to be run.
type Call struct {
	conn      *Conn
	tool      *contract.Tool
	revision  Revision
	id        []byte
	token     []byte // progress token, JSON text; nil: the client wants no progress
	arguments json.RawMessage
	link      bool // keep the result and answer with a link to it

	ctx       context.Context
	stop      context.CancelFunc
	cancelled bool // by the client; guarded by conn.mu
}

// startCall checks what the protocol says about a tools/call and registers it.
func (c *Conn) startCall(ctx context.Context, m *Message, r Revision) (*Call, *Error) {
	p := &m.params
	name, ok := m.ToolName()
	if !ok {
		return nil, Errorf(CodeInvalidParams, "params.name must be the name of a tool")
	}
	tool := c.dispatcher.tools[name]
	if tool == nil {
		code := CodeInvalidParams
		if r == Revision20241105 {
			code = CodeToolFailed
		}
		text := "Unknown tool: " + name[:min(len(name), 100)]
		if meant := c.dispatcher.similar(name); meant != "" && r != Revision20241105 {
			text += "; did you mean " + meant + "?"
		}
		return nil, &Error{Code: code, Message: text}
	}
	if kind := jsontext.KindOf(p.arguments); kind != jsontext.Object && kind != jsontext.Invalid {
		return nil, Errorf(CodeInvalidParams, "params.arguments must be an object")
	}
	if token := p.meta.progressToken; token != nil && !validID(token) {
		return nil, Errorf(CodeInvalidParams, "params._meta.progressToken must be a string or an integer of at most %d bytes", maxID)
	}
	call := &Call{
		conn: c, tool: tool, revision: r, id: m.ID,
		token: p.meta.progressToken, arguments: p.arguments, link: textOf(p.meta.result) == "link",
	}
	key := idKey(m.ID)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.calls[key] != nil {
		return nil, Errorf(CodeInvalidRequest, "id %s belongs to a request that is still running", m.ID[:min(len(m.ID), 100)])
	}
	call.ctx, call.stop = context.WithCancel(ctx)
	c.calls[key] = call
	return call, nil
}

// similar returns the tool whose name has the same letters and digits as name, however
// they are written; "" when there is none.
func (d *Dispatcher) similar(name string) string {
	if len(name) > 100 {
		return ""
	}
	want := letters(name)
	for _, tool := range d.options.Tools {
		if letters(tool.Name) == want {
			return tool.Name
		}
	}
	return ""
}

// letters returns the ASCII letters, in lower case, and digits of a name.
func letters(name string) string {
	var out []byte
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'A' && c <= 'Z':
			out = append(out, c+'a'-'A')
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			out = append(out, c)
		}
	}
	return string(out)
}

// Tool returns the tool that is called.
func (c *Call) Tool() *contract.Tool { return c.tool }

// Revision returns the revision the answer is written in.
func (c *Call) Revision() Revision { return c.revision }

// Run runs the tool and returns the answer: an empty one when the client has
// cancelled the call, since it no longer expects any. notify receives progress
// notifications from the goroutine of Run, all before it returns; nil drops
// them. Run is called exactly once.
func (c *Call) Run(notify func(notification []byte)) Answer {
	progress := c.reporter(notify)
	outcome, err := Run(c.ctx, c.tool, c.arguments, progress.report)
	progress.flush()

	c.conn.mu.Lock()
	delete(c.conn.calls, idKey(c.id))
	cancelled := c.cancelled
	c.conn.mu.Unlock()
	c.stop()
	if cancelled {
		return Answer{}
	}
	if err == nil {
		var answer Answer
		if answer, err = c.success(outcome); err == nil {
			return answer
		}
	}
	return c.failure(err)
}

// PanicError is a panic of a tool, turned into an error.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

// Run runs a tool and returns a panic as *PanicError. progress may be nil.
func Run(ctx context.Context, tool *contract.Tool, args json.RawMessage, progress contract.Progress) (o *contract.Outcome, err error) {
	defer func() {
		if v := recover(); v != nil {
			o, err = nil, &PanicError{v, debug.Stack()}
		}
	}()
	if progress == nil {
		progress = func(float64, string) {}
	}
	o, err = tool.Run(ctx, args, progress)
	if err == nil && o == nil {
		err = errors.New("the tool returned neither an outcome nor an error")
	}
	return o, err
}

// ToolError returns the error of a run as what a caller may see: err itself when
// it is a *contract.Error, an ended context as CANCELLED or TIMEOUT, and nil for
// everything else, which is internal.
func ToolError(err error) *contract.Error {
	var e *contract.Error
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, context.DeadlineExceeded):
		return &contract.Error{Code: contract.Timeout, Message: "The call took too long and was stopped."}
	case errors.Is(err, context.Canceled):
		return &contract.Error{Code: contract.Cancelled, Message: "The call was cancelled."}
	}
	return nil
}

// success writes the result of a call in the words of its revision. The error
// is an internal one.
func (c *Call) success(o *contract.Outcome) (Answer, error) {
	var value []byte // of a plain tool
	if o.Result == nil && o.Value != nil {
		var err error
		if value, err = singleLine(o.Value); err != nil {
			return Answer{}, fmt.Errorf("the tool's value is not JSON: %w", err)
		}
	}
	text := o.Text
	if text == "" && value != nil {
		text = string(value)
	}

	body := c.open()
	if keeper, ok := c.conn.dispatcher.options.Resources.(Keeper); ok && c.link && o.Result != nil {
		return c.linked(keeper, o)
	}
	if r := o.Result; r != nil {
		// Room for what an atom usually takes, so that large results grow once.
		body = append(make([]byte, 0, len(body)+len(text)+1024+96*len(r.Structure.Elements)), body...)
	}
	body = jsontext.AppendString(append(body, `"content":[{"type":"text","text":`...), text)
	body = append(body, '}')
	for _, block := range o.Content {
		line, err := singleLine(block)
		if err != nil {
			return Answer{}, fmt.Errorf("a content block of the tool is not JSON: %w", err)
		}
		body = append(append(body, ','), line...)
	}
	if !c.revision.structuredContent() {
		// The structure as a second block for people's clients that read text only.
		switch {
		case o.Result != nil:
			body = append(body, `,{"type":"text","text":`...)
			body = append(jsontext.AppendString(body, string(contract.AppendResult(nil, o.Result))), '}')
		case value != nil && text != string(value):
			body = append(jsontext.AppendString(append(body, `,{"type":"text","text":`...), string(value)), '}')
		}
		return Answer{Body: append(body, "]}}"...)}, nil
	}
	body = append(body, ']')
	switch {
	case o.Result != nil:
		body = contract.AppendResult(append(body, `,"structuredContent":`...), o.Result)
	case value != nil && (c.revision.stateless() || jsontext.KindOf(value) == jsontext.Object):
		body = append(append(body, `,"structuredContent":`...), value...)
	}
	return c.close(body), nil
}

// linked keeps the result and answers with its summary and a link to it. The
// structured content has no atoms, and says so, since clients check that there is some.
func (c *Call) linked(keeper Keeper, o *contract.Outcome) (Answer, error) {
	r := *o.Result
	resource, ok := keeper.Keep(r.Name, contract.AppendResult(nil, &r))
	if !ok {
		return c.failure(&contract.Error{Code: contract.Busy,
			Message: "The server has no room to keep the result; ask for it without a link, or later."}), nil
	}
	atoms := len(r.Structure.Elements)
	r.Structure = contract.Structure{Cell: r.Structure.Cell}
	r.Warnings = append(r.Warnings[:len(r.Warnings):len(r.Warnings)],
		fmt.Sprintf("The %d atoms are not in this answer: read the resource %s.", atoms, resource.URI))
	r.Provenance = append(contract.Provenance{}, r.Provenance...)
	r.Provenance.Set("resource", resource.URI)
	r.Provenance.Set("atoms", int64(atoms))

	body := jsontext.AppendString(append(c.open(), `"content":[{"type":"text","text":`...), o.Text)
	if c.revision.resourceLinks() {
		body = append(appendResource(append(body, `},{"type":"resource_link",`...), resource, c.revision), '}')
	} else {
		body = jsontext.AppendString(append(body, `},{"type":"text","text":`...), "The result can be read as the resource "+resource.URI)
		body = append(body, '}')
	}
	body = append(body, ']')
	if c.revision.structuredContent() {
		body = contract.AppendResult(append(body, `,"structuredContent":`...), &r)
	}
	return c.close(body), nil
}

// failure writes what a failed run answers.
func (c *Call) failure(err error) Answer {
	e := ToolError(err)
	if e == nil {
		if report := c.conn.dispatcher.options.Failure; report != nil {
			report(c.tool.Name, err)
		}
		return Refuse(c.id, Errorf(CodeInternalError, "internal error"))
	}
	builder := c.tool.Marker != nil
	switch {
	case c.revision == Revision20241105 && !builder:
		return Refuse(c.id, &Error{Code: CodeToolFailed, Message: e.Message})
	case e.Code == contract.InvalidArguments && c.revision != Revision20241105 && !c.revision.argumentErrorsAreResults():
		return Refuse(c.id, invalidArguments(e))
	}

	message := oneLine(e.Message)
	text := message
	if c.revision >= Revision20250326 && !c.revision.stateless() {
		// structuredContent would have to match the tool's outputSchema.
		text += " [" + string(e.Code) + "]"
	}
	body := jsontext.AppendString(append(c.open(), `"content":[{"type":"text","text":`...), text)
	body = append(body, `}]`...)
	if c.revision.stateless() {
		body = jsontext.AppendString(append(body, `,"structuredContent":{"error":{"code":`...), string(e.Code))
		body = jsontext.AppendString(append(body, `,"message":`...), message)
		body = append(append(body, `,"details":`...), details(e)...)
		body = append(body, `}}`...)
	}
	return c.close(append(body, `,"isError":true`...))
}

func (c *Call) open() []byte {
	body := append(appendID(nil, c.id), `,"result":{`...)
	if c.revision.stateless() {
		body = append(body, `"resultType":"complete",`...)
	}
	return body
}

func (c *Call) close(body []byte) Answer {
	if c.revision.stateless() {
		body = append(body, c.conn.dispatcher.resultMeta...)
	}
	return Answer{Body: append(body, "}}"...)}
}

// details is the JSON of an error's details, an object even when there are none.
func details(e *contract.Error) []byte {
	if e.Details != nil {
		if text, err := json.Marshal(e.Details); err == nil {
			return text
		}
	}
	return []byte("{}")
}
