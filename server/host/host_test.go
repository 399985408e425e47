package host_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/server/host"
)

type noArgs struct{}

// argon is a tool that places one atom.
func argon() *contract.Tool {
	tool, err := contract.Define(contract.Definition[noArgs]{
		Name: "argon", Title: "Argon", Description: "Place one atom of argon.", Category: contract.Other, Apply: contract.NewDocument,
	}, func(context.Context, noArgs, *contract.Call) (*contract.BuilderResult, error) {
		return &contract.BuilderResult{Name: "argon", Structure: contract.Structure{Elements: []uint8{18}, Positions: []float64{0, 0, 0}}}, nil
	})
	if err != nil {
		panic(err)
	}
	return tool
}

func server() host.Server {
	return host.Server{Name: "lab-tools", Version: "1.0", Tools: []*contract.Tool{argon()}}
}

// A program that serves a tool over standard input and output.
func ExampleServer_Run() {
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"argon"}}`)
	server().Run(context.Background(), nil, in, os.Stdout, os.Stderr)
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Argon: \"argon\", 1 atom, no cell."}],"structuredContent":{"contract":1,"name":"argon","structure":{"elements":[18],"positions":[0,0,0],"cell":null,"bonds":[]},"warnings":[],"provenance":{}}}}
}

func TestUsage(t *testing.T) {
	for _, test := range []struct {
		args string
		code int
		want string
	}{
		{"--help", 0, "-allow-origin"},
		{"--transport smoke", 2, "stdio or http"},
		{"--port 70000", 2, "0 to 65535"},
		{"--port many", 2, "invalid value"},
		{"--allow-origin *", 2, "allow-origin"},
		{"--max-concurrency 0", 2, "at least 1"},
		{"--call-timeout 0s", 2, "above 0"},
		{"--token a\tb", 2, "visible ASCII"},
		{"more", 2, "unexpected argument"},
	} {
		var errs bytes.Buffer
		code := server().Run(t.Context(), strings.Split(test.args, " "), strings.NewReader(""), io.Discard, &errs)
		if code != test.code || !strings.Contains(errs.String(), test.want) {
			t.Errorf("%s: got %d and %q, want %d and %q", test.args, code, errs.String(), test.code, test.want)
		}
	}
}

// TestLongLines: over standard input and output the limit is the same.
func TestLongLines(t *testing.T) {
	const limit = 64 << 20
	line := func(size int) io.Reader {
		const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
		return io.MultiReader(strings.NewReader(ping), bytes.NewReader(bytes.Repeat([]byte(" "), size-len(ping))), strings.NewReader("\n"))
	}
	var out bytes.Buffer
	if code := server().Run(t.Context(), nil, io.MultiReader(line(limit), line(limit+1)), &out, io.Discard); code != 0 {
		t.Errorf("got code %d, want 0", code)
	}
	const want = `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n" +
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is longer than 67108864 bytes"}}` + "\n"
	if out.String() != want {
		t.Errorf("got %s, want %s", &out, want)
	}
}

func TestHTTP(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	read, write := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- server().Run(ctx, []string{"--transport", "http", "--port", "0", "--allow-origin", "https://builder.example"}, nil, io.Discard, write)
		write.Close()
	}()
	var endpoint, token, link string
	lines := bufio.NewScanner(read)
	for link == "" && lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "lab-tools: serving MCP at "); ok {
			endpoint = rest
		}
		if rest, ok := strings.CutPrefix(lines.Text(), "lab-tools: bearer token "); ok {
			token = rest
		}
		if rest, ok := strings.CutPrefix(lines.Text(), "lab-tools: open "); ok {
			link = rest
		}
	}
	go io.Copy(io.Discard, read)
	if len(token) != 43 || !strings.HasPrefix(link, "https://builder.example/#tools=http%3A%2F%2F127.0.0.1") || !strings.HasSuffix(link, token) {
		t.Errorf("got token %q and link %q", token, link)
	}
	for authorization, want := range map[string]int{"Bearer " + token: 200, "Bearer x": 401, "": 401} {
		q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("Content-Type", "application/json")
		q.Header.Set("Authorization", authorization)
		response, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%q: got %d, want %d", authorization, response.StatusCode, want)
		}
	}
	// A body over the limit is refused before it is sent, and names no option: there is none.
	long, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint, iotest.ErrReader(io.ErrUnexpectedEOF))
	if err != nil {
		t.Fatal(err)
	}
	long.ContentLength = 64<<20 + 1
	long.Header = http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer " + token}, "Expect": {"100-continue"}}
	patient := http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Minute}}
	defer patient.CloseIdleConnections()
	if response, err := patient.Do(long); err != nil {
		t.Error(err)
	} else {
		text, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != http.StatusRequestEntityTooLarge || string(text) != "The body is larger than 67108864 bytes.\n" {
			t.Errorf("a long body: got %d %q", response.StatusCode, text)
		}
	}
	stop()
	select {
	case code := <-ended:
		if code != 0 {
			t.Errorf("got code %d, want 0", code)
		}
	case <-time.After(20 * time.Second):
		t.Error("the server did not end")
	}
}
