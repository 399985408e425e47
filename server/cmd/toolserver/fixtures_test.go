package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/molsmith/molsmith/contract"
)

// testTools: argon is a Builder tool, echo and wait are plain, crash panics.
func testTools() []*contract.Tool {
	object := json.RawMessage(`{"type":"object"}`)
	return []*contract.Tool{
		{
			Name: "argon", Title: "Argon", Description: "Place one atom. It is argon.",
			Marker: &contract.Marker{Contract: contract.Version, Category: contract.Bulk, Apply: contract.NewDocument, Document: contract.DocumentNone},
			Input:  json.RawMessage(`{"type":"object","properties":{"x":{"type":"number"}}}`), Output: object,
			Run: func(_ context.Context, args json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
				var a struct{ X float64 }
				if err := json.Unmarshal(args, &a); len(args) > 0 && err != nil {
					return nil, &contract.Error{Code: contract.InvalidArguments, Message: "the arguments are not right: " + err.Error()}
				}
				if a.X < 0 {
					return nil, &contract.Error{Code: contract.NoRoom, Message: "x < 0 leaves no room; use 0 or more", Details: map[string]float64{"least": 0}}
				}
				if progress != nil {
					progress(1, "placed")
				}
				return &contract.Outcome{Text: "One atom.", Result: &contract.BuilderResult{
					Contract: contract.Version, Name: "argon", Warnings: []string{"one atom is not much"},
					Structure: contract.Structure{Elements: []uint8{18}, Positions: []float64{a.X, 0, 0}},
				}}, nil
			},
		},
		{
			Name: "echo", Title: "Echo", Description: "Give the arguments back.", Input: object, Output: object,
			Run: func(_ context.Context, args json.RawMessage, _ contract.Progress) (*contract.Outcome, error) {
				if !json.Valid(args) {
					return nil, &contract.Error{Code: contract.InvalidArguments, Message: "not JSON"}
				}
				return &contract.Outcome{Value: args}, nil
			},
		},
		{
			Name: "wait", Title: "Wait", Description: "Wait for the end.", Input: object, Output: object,
			Run: func(ctx context.Context, _ json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
				if progress != nil {
					progress(0.1, "waiting")
				}
				<-ctx.Done()
				return nil, ctx.Err()
			},
		},
		{
			Name: "crash", Title: "Crash", Description: "Panic.", Input: object, Output: object,
			Run: func(context.Context, json.RawMessage, contract.Progress) (*contract.Outcome, error) {
				panic("a secret")
			},
		},
	}
}

func testProgram() *Program {
	return &Program{
		Tools: testTools(), Version: "0.1.0", License: "MIT License\nnotices\n",
		LookupEnv: func(string) (string, bool) { return "", false },
	}
}

func withPage(p *Program) *Program {
	p.Page = fstest.MapFS{"index.html": {Data: []byte(
		`<html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'"></head></html>`)}}
	return p
}

func withEnv(p *Program, pairs ...string) *Program {
	env := make(map[string]string)
	for _, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		env[name] = value
	}
	p.LookupEnv = func(name string) (string, bool) {
		value, ok := env[name]
		return value, ok
	}
	return p
}

// run runs the program to its end.
func run(t testing.TB, p *Program, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	code = p.Run(ctx, args, strings.NewReader(stdin), &out, &errs)
	if ctx.Err() != nil {
		t.Errorf("%v did not end", args)
	}
	return code, out.String(), errs.String()
}

// transcript collects what a program writes to one stream, so that it never waits for
// a reader.
type transcript struct {
	mu      sync.Mutex
	text    []byte
	written chan<- struct{} // told of each piece; has room for one
}

func (s *transcript) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = append(s.text, p...)
	select {
	case s.written <- struct{}{}:
	default:
	}
	return len(p), nil
}

// lines are the lines written so far.
func (s *transcript) lines() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := strings.TrimSuffix(string(s.text), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// server is a running `toolserver --transport http` or `serve`.
type server struct {
	url, token     string // of the MCP endpoint
	stdout, stderr []string
	stop           func() (code int)
}

// start starts a server and returns once it answers. Its lines are those up to then,
// and after stop, all.
func start(t testing.TB, p *Program, args ...string) *server {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	written := make(chan struct{}, 1)
	out, errs := &transcript{written: written}, &transcript{written: written}
	ended := make(chan int, 1)
	go func() { ended <- p.Run(ctx, args, strings.NewReader(""), out, errs) }()
	s := &server{}
	for s.url == "" {
		select {
		case <-written:
			s.url, s.token = addressIn(errs.lines())
		case code := <-ended:
			t.Fatalf("%v did not start: %d %q", args, code, errs.lines())
		}
	}
	// It answers once everything about its start is written.
	at, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	at.Path = "/health"
	client := http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true,
	}}
	response, err := client.Get(at.String())
	if err != nil {
		t.Fatalf("%v does not answer: %v, %q", args, err, errs.lines())
	}
	response.Body.Close()
	s.stdout, s.stderr = out.lines(), errs.lines()
	_, s.token = addressIn(s.stderr)
	s.stop = func() int {
		cancel()
		code := <-ended
		ended <- code // it may be stopped again
		s.stdout, s.stderr = out.lines(), errs.lines()
		return code
	}
	return s
}

// addressIn reads the address and the token of a server, "" where they are not printed.
func addressIn(lines []string) (address, token string) {
	for _, line := range lines {
		var object struct{ Msg string } // with --log-json
		if json.Unmarshal([]byte(line), &object) == nil {
			line = object.Msg
		}
		line = strings.TrimPrefix(line, "toolserver: ")
		if text, ok := strings.CutPrefix(line, "serving MCP at "); ok {
			address = text
		}
		if text, ok := strings.CutPrefix(line, "bearer token "); ok {
			token = text
		}
	}
	return address, token
}
