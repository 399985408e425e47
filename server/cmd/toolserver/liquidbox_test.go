package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/molsmith/molsmith/chem/tools"
)

// realProgram serves the tools of Molsmith.
func realProgram() *Program {
	p := testProgram()
	p.Tools, p.Version = tools.Registry().Tools(), tools.Version
	return p
}

const waterBox = `{"components":[{"molecule":{"name":"water","smiles":"O"},"count":100}],"seed":7}`

// TestLiquidBoxIsTheSameEverywhere: `call`, `call --batch`, stdio and HTTP in both
// eras give the same bytes.
func TestLiquidBoxIsTheSameEverywhere(t *testing.T) {
	p := realProgram()
	code, want, stderr := run(t, p, "", "call", "liquid_box", "--args", waterBox)
	if code != exitOK {
		t.Fatalf("got code %d: %s", code, stderr)
	}
	want = strings.TrimSpace(want)
	if !strings.HasPrefix(want, `{"contract":1,"name":"water","structure":{"elements":[8,1,1,`) {
		t.Fatalf("got %.200s, want a box of water", want)
	}
	check := func(where, got string) {
		t.Helper()
		if !strings.Contains(got, want) {
			t.Errorf("%s: got %.300s…, want the result of call in it", where, got)
		}
	}
	_, batch, _ := run(t, p, waterBox+"\n", "call", "liquid_box", "--batch")
	check("batch", batch)
	legacy := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"liquid_box","arguments":` + waterBox + `}}`
	modern := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"liquid_box","arguments":` + waterBox +
		`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	for name, message := range map[string]string{"legacy": legacy, "modern": modern} {
		_, out, _ := run(t, p, message+"\n")
		check("stdio, "+name, out)
	}
	s := start(t, p, "--transport", "http", "--port", "0")
	defer s.stop()
	for name, fields := range map[string][]string{
		"legacy": {"MCP-Protocol-Version", "2025-11-25"},
		"modern": {"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "liquid_box"},
	} {
		message := legacy
		if name == "modern" {
			message = modern
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url, strings.NewReader(message))
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(fields); i += 2 {
			r.Header.Set(fields[i], fields[i+1])
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+s.token)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK {
			t.Errorf("HTTP, %s: got %d (%v)", name, response.StatusCode, err)
		}
		check("HTTP, "+name, string(text))
	}
}

// TestOfficialClientBuildsABox: the official Go client lists and calls liquid_box
// over stdio and HTTP, in both eras.
func TestOfficialClientBuildsABox(t *testing.T) {
	p := realProgram()
	s := start(t, p, "--transport", "http", "--port", "0")
	defer s.stop()
	for _, revision := range []string{"2026-07-28", "2025-11-25"} {
		t.Run("http "+revision, func(t *testing.T) {
			buildBox(t, revision, &sdk.StreamableClientTransport{Endpoint: s.url, HTTPClient: &http.Client{Transport: bearer{s.token}}})
		})
		t.Run("stdio "+revision, func(t *testing.T) {
			inRead, inWrite := io.Pipe()
			outRead, outWrite := io.Pipe()
			go func() {
				p.Run(context.Background(), nil, inRead, outWrite, io.Discard)
				outWrite.Close()
			}()
			buildBox(t, revision, &sdk.IOTransport{Reader: outRead, Writer: inWrite})
		})
	}
}

func buildBox(t *testing.T, revision string, transport sdk.Transport) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).
		Connect(ctx, transport, &sdk.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	list, err := session.ListTools(ctx, nil)
	if err != nil || len(list.Tools) < 2 || list.Tools[0].Name != "molecule_library" || list.Tools[1].Name != "adsorb" {
		t.Fatalf("got %+v (%v), want molecule_library and the structure tools first", list, err)
	}
	result, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "liquid_box", Arguments: json.RawMessage(waterBox)})
	if err != nil || result.IsError {
		t.Fatalf("got %+v (%v), want a box", result, err)
	}
	text, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	var box struct {
		Structure struct {
			Elements []int
			Bonds    [][2]int
			Cell     []float64
		}
	}
	if err := json.Unmarshal(text, &box); err != nil || len(box.Structure.Elements) != 300 || len(box.Structure.Bonds) != 200 || len(box.Structure.Cell) != 9 {
		t.Errorf("got %.300s (%v), want 300 atoms, 200 bonds and a cell", text, err)
	}
	wrong, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "liquid_box", Arguments: map[string]any{"seed": 1}})
	switch {
	case revision == "2026-07-28" && (err == nil || !strings.Contains(err.Error(), "omponents")):
		t.Errorf("got %+v, %v; want -32602 that names components", wrong, err)
	case revision == "2025-11-25" && (err != nil || !wrong.IsError || !strings.Contains(wrong.Content[0].(*sdk.TextContent).Text, "[INVALID_ARGUMENTS]")):
		t.Errorf("got %+v, %v; want a tool error with its code", wrong, err)
	}
}

// TestCancelledPackingFreesItsSlot: with one slot, a call behind a cancelled one is
// answered. The time from cancellation to that answer is logged.
func TestCancelledPackingFreesItsSlot(t *testing.T) {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		code := realProgram().Run(t.Context(), []string{"--max-concurrency", "1"}, inRead, outWrite, io.Discard)
		outWrite.Close()
		ended <- code
	}()
	messages := json.NewDecoder(outRead)
	type message struct {
		ID     any
		Method string
		Result json.RawMessage
	}
	big := strings.Replace(waterBox, `"count":100`, `"count":150000`, 1)
	fmt.Fprintf(inWrite, `{"jsonrpc":"2.0","id":"big","method":"tools/call","params":{"name":"liquid_box","arguments":%s,"_meta":{"progressToken":1}}}`+"\n", big)
	var m message
	if err := messages.Decode(&m); err != nil || m.Method != "notifications/progress" {
		t.Fatalf("got %+v (%v), want progress of the packing", m, err)
	}
	fmt.Fprintf(inWrite, `{"jsonrpc":"2.0","id":"small","method":"tools/call","params":{"name":"molecule_library"}}`+"\n")
	before := time.Now()
	fmt.Fprintf(inWrite, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"big"}}`+"\n")
	for {
		var m message
		if err := messages.Decode(&m); err != nil {
			t.Fatal(err)
		}
		if m.Method == "notifications/progress" {
			continue // sent before the cancellation was read
		}
		if m.ID != "small" || m.Result == nil {
			t.Errorf("got an answer to %v, want one to the small call alone", m.ID)
		}
		break
	}
	t.Logf("answered %v after the cancellation", time.Since(before))
	go io.Copy(io.Discard, outRead)
	inWrite.Close()
	if code := <-ended; code != exitOK {
		t.Errorf("got code %d, want 0", code)
	}
}
