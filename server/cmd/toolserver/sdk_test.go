package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/molsmith/molsmith/contract"
)

// bearer adds the token to each request.
type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(r)
}

// TestOfficialClient talks to the server with the official Go client, over both
// transports and in both eras, and with each revision of the handshake.
func TestOfficialClient(t *testing.T) {
	program := testProgram()
	stopped := make(chan error, 1) // how calls of "wait" end
	wait := *program.lookup(newConfig(), "wait")
	program.Tools = append(program.Tools[:2:2], &wait, program.Tools[3])
	endless := wait.Run
	wait.Run = func(ctx context.Context, args json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
		outcome, err := endless(ctx, args, progress)
		stopped <- err
		return outcome, err
	}
	overHTTP := start(t, program, "--transport", "http", "--port", "0")
	stateful := start(t, program, "--transport", "http", "--port", "0", "--stateful", "--gzip")
	stateless := start(t, program, "--transport", "http", "--port", "0", "--stateless")
	overSSE := start(t, program, "--transport", "http", "--port", "0", "--legacy-sse")
	streamable := func(s *server) sdk.Transport {
		return &sdk.StreamableClientTransport{Endpoint: s.url, HTTPClient: &http.Client{Transport: bearer{s.token}}}
	}
	for _, revision := range []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"} {
		t.Run("http "+revision, func(t *testing.T) {
			converse(t, revision, stopped, streamable(overHTTP))
		})
		t.Run("http, sessions required "+revision, func(t *testing.T) {
			converse(t, revision, stopped, streamable(stateful))
		})
		t.Run("http, no sessions "+revision, func(t *testing.T) {
			// The earlier eras cancel by a notification, which means nothing without
			// a session.
			cancels := stopped
			if revision < "2026-07-28" {
				cancels = nil
			}
			converse(t, revision, cancels, streamable(stateless))
		})
		if revision < "2026-07-28" {
			t.Run("sse "+revision, func(t *testing.T) {
				converse(t, revision, stopped, &sdk.SSEClientTransport{
					Endpoint: strings.TrimSuffix(overSSE.url, "/mcp") + "/sse", HTTPClient: &http.Client{Transport: bearer{overSSE.token}},
				})
			})
		}
		t.Run("stdio "+revision, func(t *testing.T) {
			inRead, inWrite := io.Pipe()
			outRead, outWrite := io.Pipe()
			ended := make(chan int, 1)
			go func() {
				code := program.Run(context.Background(), nil, inRead, outWrite, io.Discard)
				outWrite.Close()
				ended <- code
			}()
			converse(t, revision, stopped, &sdk.IOTransport{Reader: outRead, Writer: inWrite})
			inWrite.Close()
			if code := <-ended; code != exitOK {
				t.Errorf("got code %d, want 0", code)
			}
		})
	}
	for _, s := range []*server{overHTTP, stateful, stateless, overSSE} {
		if code := s.stop(); code != exitOK {
			t.Errorf("got code %d, want 0", code)
		}
	}
	http.DefaultClient.CloseIdleConnections()
}

// converse lists and calls. stopped receives the end of a call that is given up;
// nil: such calls are not tried.
func converse(t *testing.T, revision string, stopped <-chan error, transport sdk.Transport) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	progress := make(chan *sdk.ProgressNotificationParams, 16)
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) { progress <- r.Params },
	})
	session, err := client.Connect(ctx, transport, &sdk.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	hello := session.InitializeResult()
	if hello.ProtocolVersion != revision || hello.ServerInfo == nil || hello.ServerInfo.Name != "molsmith" || hello.Capabilities.Tools == nil ||
		hello.Capabilities.Resources == nil || hello.Capabilities.Prompts != nil || hello.Instructions == "" {
		t.Errorf("got %+v, want molsmith with tools, resources and nothing else in %s", hello, revision)
	}
	list, err := session.ListTools(ctx, nil)
	if err != nil || len(list.Tools) != 4 || list.Tools[0].Name != "argon" || list.Tools[0].Meta["io.github.megane-labs/builder"] == nil {
		t.Fatalf("got %+v (%v), want the four tools in order", list, err)
	}

	params := &sdk.CallToolParams{Name: "argon", Arguments: map[string]any{"x": 2.5}}
	params.SetProgressToken("token")
	kept, err := session.CallTool(ctx, &sdk.CallToolParams{
		Name: "argon", Arguments: map[string]any{"x": 3}, Meta: sdk.Meta{"io.github.molsmith/result": "link"},
	})
	if err != nil || kept.IsError || len(kept.Content) != 2 {
		t.Fatalf("got %+v, %v, want a summary and a link", kept, err)
	}
	resources, err := session.ListResources(ctx, nil)
	if err != nil || len(resources.Resources) == 0 {
		t.Fatalf("got %+v, %v, want the result among the resources", resources, err)
	}
	uri := resources.Resources[len(resources.Resources)-1].URI
	if link, ok := kept.Content[1].(*sdk.ResourceLink); ok != (revision >= "2025-06-18") || ok && link.URI != uri {
		t.Errorf("got %+v, want a link to %s in %s", kept.Content[1], uri, revision)
	}
	read, err := session.ReadResource(ctx, &sdk.ReadResourceParams{URI: uri})
	if err != nil || len(read.Contents) != 1 || !strings.Contains(read.Contents[0].Text, `"positions":[3,0,0]`) {
		t.Errorf("got %+v, %v, want the atoms", read, err)
	}
	if _, err := session.ReadResource(ctx, &sdk.ReadResourceParams{URI: uri + "0"}); err == nil {
		t.Error("got the contents of nothing, want an error")
	}

	result, err := session.CallTool(ctx, params)
	if err != nil || result.IsError || len(result.Content) == 0 {
		t.Fatalf("got %+v (%v), want a result", result, err)
	}
	structured, err := json.Marshal(result.StructuredContent)
	if revision < "2025-06-18" {
		structured = []byte(result.Content[1].(*sdk.TextContent).Text)
	}
	var got struct {
		Contract  int
		Structure struct{ Positions []float64 }
	}
	if err != nil || json.Unmarshal(structured, &got) != nil || got.Contract != 1 || len(got.Structure.Positions) != 3 || got.Structure.Positions[0] != 2.5 {
		t.Errorf("got %s, want one atom at 2.5", structured)
	}
	select {
	case p := <-progress:
		if p.ProgressToken != "token" || p.Progress != 1 || p.Total != 1 {
			t.Errorf("got progress %+v, want 1 of 1", p)
		}
	case <-ctx.Done():
		t.Error("got no progress")
	}

	refused, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "argon", Arguments: map[string]any{"x": -1}})
	if err != nil || !refused.IsError || !strings.Contains(refused.Content[0].(*sdk.TextContent).Text, "x < 0 leaves no room") {
		t.Errorf("got %+v (%v), want a tool error", refused, err)
	}
	if _, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "gold"}); err == nil || !strings.Contains(err.Error(), "Unknown tool: gold") {
		t.Errorf("got %v, want an unknown tool", err)
	}

	if stopped == nil {
		return
	}
	// A call that is given up ends; the connection goes on.
	short, giveUp := context.WithTimeout(ctx, 50*time.Millisecond)
	defer giveUp()
	if _, err := session.CallTool(short, &sdk.CallToolParams{Name: "wait"}); err == nil {
		t.Error("got a result of a call that was given up")
	}
	select {
	case err := <-stopped:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want the call cancelled", err)
		}
	case <-ctx.Done():
		t.Error("got no end of the call that was given up")
	}
	if _, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "echo", Arguments: map[string]any{}}); err != nil {
		t.Errorf("got %v after a call was given up, want a result", err)
	}
}
