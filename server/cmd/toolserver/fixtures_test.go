package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
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

// server is a running `toolserver --transport http` or `serve`.
type server struct {
	url, token     string // of the MCP endpoint
	stdout, stderr []string
	stop           func() (code int)
}

// start starts a server and returns once it listens. Its lines are those up to
// then.
func start(t testing.TB, p *Program, args ...string) *server {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	outRead, outWrite := io.Pipe()
	errRead, errWrite := io.Pipe()
	ended := make(chan int, 1)
	var errText bytes.Buffer
	go func() {
		code := p.Run(ctx, args, strings.NewReader(""), outWrite, errWrite)
		outWrite.Close()
		errWrite.Close()
		ended <- code
	}()
	s := &server{}
	isServe := len(args) > 0 && args[0] == "serve"
	lines := bufio.NewScanner(io.TeeReader(errRead, &errText))
	for lines.Scan() {
		line := lines.Text()
		s.stderr = append(s.stderr, line)
		if url, ok := strings.CutPrefix(line, "toolserver: serving MCP at "); ok {
			s.url = url
		}
		if token, ok := strings.CutPrefix(line, "toolserver: bearer token "); ok {
			s.token = token
		}
		// The line about who may call comes after the address.
		if s.url != "" && len(s.stderr) >= 2 {
			break
		}
	}
	if s.url == "" {
		t.Fatalf("%v did not start: %d %s", args, <-ended, errText.String())
	}
	if isServe {
		out := bufio.NewScanner(outRead)
		out.Scan()
		s.stdout = append(s.stdout, out.Text())
	}
	rest := make(chan []string, 1)
	go func() {
		var more []string
		for lines.Scan() {
			more = append(more, lines.Text())
		}
		rest <- more
	}()
	go io.Copy(io.Discard, outRead)
	s.stop = func() int {
		cancel()
		code := <-ended
		s.stderr = append(s.stderr, <-rest...)
		return code
	}
	t.Cleanup(cancel)
	return s
}
