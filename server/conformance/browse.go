package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/molsmith/molsmith/contract/conform"
)

// Step is one request of a page, or a few of a kind.
type Step struct {
	Name string // preflight, connect, list, call, refusal
	OK   bool
	Text string // what happened, or what is wrong: one line
	Took time.Duration
}

// Browse makes the requests a Builder page makes, in its order, and tells each step
// when it is done: the preflight, server/discover or initialize, the list, one call,
// and a refusal for a wrong token. It ends at the first step that fails, and reports
// whether none did. o.Origin is that of the page.
func Browse(ctx context.Context, o Options, tell func(Step)) (ok bool) {
	r := &runner{options: o, pace: o.pace}
	if r.pace == (pace{}) {
		r.pace = normalPace
	}
	b := browser{runner: r, client: newClient()}
	defer b.client.CloseIdleConnections()
	defer func() {
		if r.session != nil {
			r.session.conn.close(r.pace.end)
		}
	}()
	for _, step := range []struct {
		name string
		do   func(context.Context) (string, error)
	}{{"preflight", b.preflight}, {"connect", b.connect}, {"list", b.list}, {"call", b.call}, {"refusal", b.refusal}} {
		started := time.Now()
		text, err := step.do(ctx)
		if err != nil {
			text = err.Error()
		}
		if text != "" {
			tell(Step{Name: step.name, OK: err == nil, Text: plain(text), Took: time.Since(started)})
		}
		if err != nil {
			return false
		}
	}
	return true
}

// browser is the page. Its steps return what happened, "" when there was nothing to do.
type browser struct {
	*runner
	client *http.Client
	tools  []json.RawMessage
}

// everyHeader are the headers a page sends in either era.
var everyHeader = []string{"authorization", "content-type", "last-event-id", "mcp-method", "mcp-name", "mcp-protocol-version", "mcp-session-id"}

func (b *browser) preflight(ctx context.Context) (string, error) {
	if b.options.Origin == "" {
		return "", nil
	}
	b.session = &session{revision: modern, conn: b.dialHTTP()}
	defer func() { b.session = nil }()
	if problem := b.preflightProblem(ctx, b.client, everyHeader); problem != "" {
		return "", errors.New(problem)
	}
	return "pages of " + b.options.Origin + " may send every header of both eras", nil
}

func (b *browser) connect(ctx context.Context) (string, error) {
	s, err := b.runner.connect(ctx)
	if err != nil {
		return "", err
	}
	b.session = s
	return fmt.Sprintf("%s %s speaks %s", s.name, s.version, s.revision), nil
}

func (b *browser) list(ctx context.Context) (string, error) {
	answer, err := b.session.request(ctx, "tools/list", "", b.pace.call, nil)
	if err != nil {
		return "", err
	}
	var list struct{ Tools []json.RawMessage }
	if err := json.Unmarshal(answer, &list); err != nil || len(list.Tools) == 0 {
		return "", fmt.Errorf("the list has no tools: %s", cut(answer))
	}
	buttons := 0
	var findings conform.Findings
	for _, raw := range list.Tools {
		if conform.ReadTool(raw, &findings) != nil {
			buttons++
		}
	}
	b.tools = list.Tools
	return fmt.Sprintf("%s, %s of the Builder among them", counted(len(list.Tools), "tool"), counted(buttons, "button")), nil
}

// call calls the first tool that needs no arguments, or the first one of the Builder
// with sample arguments.
func (b *browser) call(ctx context.Context) (string, error) {
	name, args := "", json.RawMessage("{}")
	for _, raw := range b.tools {
		var declared struct {
			Name  string
			Input struct{ Required []string } `json:"inputSchema"`
		}
		if json.Unmarshal(raw, &declared) == nil && len(declared.Input.Required) == 0 {
			name = declared.Name
			break
		}
	}
	var findings conform.Findings
	for _, raw := range b.tools {
		if name != "" {
			break
		}
		if tool := conform.ReadTool(raw, &findings); tool != nil {
			if sample := tool.Sample(); sample != nil {
				name, args = tool.Name, sample
			}
		}
	}
	if name == "" {
		return "no tool can be called with arguments that are known", nil
	}
	answer, err := b.session.call(ctx, name, args, b.pace.call, nil)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	if refused, text := conform.Refused(answer); refused {
		return "", fmt.Errorf("%s was refused: %s", name, text)
	}
	return fmt.Sprintf("%s answered in %s", name, counted(len(answer), "byte")), nil
}

func (b *browser) refusal(ctx context.Context) (string, error) {
	if b.options.Token == "" {
		return "", nil
	}
	wrong := b.opening()
	wrong.token = "wrong-" + b.options.Token
	response, _, err := b.plain(ctx, b.client, wrong)
	switch {
	case err != nil:
		return "", err
	case response.StatusCode != http.StatusUnauthorized && response.StatusCode != http.StatusForbidden:
		return "", fmt.Errorf("a wrong token was answered with status %d", response.StatusCode)
	case b.options.Origin != "" && !b.sharesWith(response.Header):
		return "", errors.New("the refusal of a wrong token cannot be read by the page")
	}
	return fmt.Sprintf("a wrong token gets status %d", response.StatusCode), nil
}
