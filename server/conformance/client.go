package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os/exec"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// clientTime is how long the official client has for everything.
const clientTime = 60 * time.Second

// headers adds the token and the origin to each request.
type headers struct {
	options Options
	next    http.RoundTripper
}

func (h headers) RoundTrip(q *http.Request) (*http.Response, error) {
	q = q.Clone(q.Context())
	if h.options.Token != "" {
		q.Header.Set("Authorization", "Bearer "+h.options.Token)
	}
	if h.options.Origin != "" {
		q.Header.Set("Origin", h.options.Origin)
	}
	return h.next.RoundTrip(q)
}

// checkOfficialClient lets the official Go SDK do what was done by hand: what this
// checker understands, another client may not.
func (r *runner) checkOfficialClient(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, clientTime)
	defer cancel()
	var transport sdk.Transport
	switch {
	case r.options.URL != "":
		client := newClient()
		defer client.CloseIdleConnections()
		transport = &sdk.StreamableClientTransport{
			Endpoint: r.options.URL, MaxRetries: -1, MaxEventSize: maxMessage,
			HTTPClient: &http.Client{Transport: headers{r.options, client.Transport}},
		}
	case r.options.pipes != nil:
		in, out := r.options.pipes()
		transport = &sdk.IOTransport{Reader: out, Writer: in, MaxLineLength: maxMessage}
	default:
		transport = &sdk.CommandTransport{Command: exec.Command(r.options.Command[0], r.options.Command[1:]...), TerminateDuration: r.pace.end}
	}
	if err := r.useClient(ctx, transport); err != nil {
		r.add("client", "%v", err)
	}
}

func (r *runner) useClient(ctx context.Context, transport sdk.Transport) error {
	client := sdk.NewClient(&sdk.Implementation{Name: "molsmith-check", Version: "1"}, nil)
	session, err := client.Connect(ctx, transport, nil)
	if err != nil {
		return errors.Join(errors.New("the official Go client cannot connect"), err)
	}
	defer session.Close()
	seen := map[string]bool{}
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			return errors.Join(errors.New("the official Go client cannot list the tools"), err)
		}
		seen[tool.Name] = true
	}
	for _, tool := range r.tools {
		if !seen[tool.Name] {
			return errors.New("the official Go client does not see the tool " + quoted(tool.Name))
		}
	}
	if r.fastest == nil {
		return nil
	}
	result, err := session.CallTool(ctx, &sdk.CallToolParams{Name: r.fastest.tool.Name, Arguments: json.RawMessage(r.fastest.args)})
	switch {
	case err != nil:
		return errors.Join(errors.New("the official Go client cannot call "+quoted(r.fastest.tool.Name)), err)
	case result.IsError || result.StructuredContent == nil:
		return errors.New("the official Go client gets no result of " + quoted(r.fastest.tool.Name))
	}
	return nil
}
