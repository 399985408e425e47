package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/molsmith/molsmith/chem/tools"
)

// chemistryCalls is one call of every chemistry tool; some have several forms of answers.
var chemistryCalls = [][2]string{
	{"admet_profile", `{"smiles":"Cn1cnc2c1c(=O)n(c(=O)n2C)C"}`},
	{"boiled_egg", `{"smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
	{"brenk_check", `{"smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
	{"calc_properties", `{"smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
	{"canonical_smiles", `{"smiles":"OC(C)=O"}`},
	{"ecfp4", `{"smiles":"CCO"}`},
	{"find_mcs", `{"smiles_list":["CC(=O)Oc1ccccc1C(=O)O","CC(=O)Nc1ccc(O)cc1"]}`},
	{"find_mcs", `{"smiles_list":["[He]","CC"]}`},
	{"generate_3d", `{"smiles":"CCO"}`},
	{"lipinski_check", `{"smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
	{"molecule_context_pack", `{"smiles":"CC(=O)O"}`},
	{"molecule_context_pack", `{"smiles":"CC(=O)O","format":"markdown"}`},
	{"molecule_context_pack", `{"smiles":"CC(=O)O","format":"prompt"}`},
	{"moljson_to_smiles", `{"json":"{\"atoms\":[{\"id\":\"a\",\"element\":\"C\"}]}"}`},
	{"name_to_smiles", `{"name":"aspirin"}`},
	{"name_to_smiles", `{"name":"butanol"}`},
	{"pains_check", `{"smiles":"c1cc(O)c(O)cc1C"}`},
	{"parse_smiles", `{"smiles":"c1ccccc1"}`},
	{"representation_router", `{"smiles":"CO","task":"editing"}`},
	{"representation_router", `{"smiles":"CO","task":"identification"}`},
	{"retrosynthesis", `{"smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
	{"sa_score", `{"smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
	{"smarts_match", `{"smarts":"[CX3](=O)O","smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
	{"smiles_to_moljson", `{"smiles":"CCO"}`},
	{"tanimoto", `{"smiles1":"c1ccccc1","smiles2":"Oc1ccccc1"}`},
	{"conformers", `{"smiles":"CCO","n":2,"seed":1}`},
	{"molecule_report", `{"smiles":"C[C@H](N)C(=O)OC/C=C/c1ccccc1C(C)O","svg":true}`},
	{"molecule_library", `{"limit":2}`},
	{"optimize_3d", `{"molblock":"water\n         3D\n\n  3  2  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 O   0  0\n    0.9600    0.1000    0.0000 H   0  0\n   -0.2400    0.9300    0.0000 H   0  0\n  1  2  1  0\n  1  3  1  0\nM  END\n"}`},
}

// TestAnswersFitTheirSchemas: an independent validator takes each schema for one of JSON
// Schema 2020-12, accepts what the tool answers and refuses what it does not.
func TestAnswersFitTheirSchemas(t *testing.T) {
	called := map[string]bool{}
	for _, c := range chemistryCalls {
		tool := realProgram().lookup(newConfig(), c[0])
		for _, which := range []struct {
			name string
			text json.RawMessage
		}{{"inputSchema", tool.Input}, {"outputSchema", tool.Output}} {
			var schema jsonschema.Schema
			if err := json.Unmarshal(which.text, &schema); err != nil {
				t.Fatalf("%s: %s: %v", c[0], which.name, err)
			}
			resolved, err := schema.Resolve(nil)
			if err != nil {
				t.Fatalf("%s: %s: %v", c[0], which.name, err)
			}
			text := json.RawMessage(c[1])
			if which.name == "outputSchema" {
				outcome, err := tool.Run(t.Context(), text, nil)
				if err != nil {
					t.Fatalf("%s: %v", c[0], err)
				}
				text = outcome.Value
			}
			var value any
			if err := json.Unmarshal(text, &value); err != nil {
				t.Fatal(err)
			}
			if err := resolved.Validate(value); err != nil {
				t.Errorf("%s: %s refuses %.300s: %v", c[0], which.name, text, err)
			}
			for _, wrong := range []any{7.0, nil, []any{}} {
				if resolved.Validate(wrong) == nil {
					t.Errorf("%s: %s accepts %v", c[0], which.name, wrong)
				}
			}
			if _, ok := value.(map[string]any); ok && c[0] != "molecule_library" && resolved.Validate(map[string]any{}) == nil {
				t.Errorf("%s: %s accepts {}", c[0], which.name)
			}
		}
		called[c[0]] = true
	}
	for _, tool := range tools.Registry().Tools() {
		if !called[tool.Name] && tool.Marker == nil {
			t.Errorf("%s is not called here", tool.Name)
		}
	}
}

// TestChemistryIsTheSameEverywhere: `call`, `call --batch`, stdio and HTTP, the oldest
// revision and the newest, give the same payload.
func TestChemistryIsTheSameEverywhere(t *testing.T) {
	p := realProgram()
	s := start(t, p, "--transport", "http", "--port", "0")
	defer s.stop()
	for _, c := range chemistryCalls {
		code, want, stderr := run(t, p, "", "call", c[0], "--args", c[1])
		if code != exitOK {
			t.Fatalf("%s: got code %d: %s", c[0], code, stderr)
		}
		want = strings.TrimSpace(want)
		quoted, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		inText := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(quoted))
		check := func(where, got, part string) {
			t.Helper()
			if !strings.Contains(got, part) {
				t.Errorf("%s, %s: got %.300s…, want %.300s in it", c[0], where, got, part)
			}
		}
		_, batch, _ := run(t, p, c[1]+"\n", "call", c[0], "--batch")
		check("batch", batch, `{"ok":true,"result":`+want+`}`)

		call := fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":%s`, c[0], c[1])
		modern := call + `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
		oldest := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
		_, out, _ := run(t, p, oldest+"\n"+call+"}}\n")
		check("stdio, 2024-11-05", out, `{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":`+inText+`}]}}`)
		_, out, _ = run(t, p, modern+"\n")
		check("stdio, 2026-07-28", out, `"structuredContent":`+want)
		check("stdio, 2026-07-28", out, `"text":`+inText)

		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url, strings.NewReader(modern))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{
			"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": c[0],
			"Content-Type": "application/json", "Authorization": "Bearer " + s.token,
		} {
			r.Header.Set(name, value)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK {
			t.Errorf("%s: HTTP: got %d (%v)", c[0], response.StatusCode, err)
		}
		check("HTTP, 2026-07-28", string(text), `"structuredContent":`+want)
	}
}

// TestBatchOfMolecules: a line that fails says why, the others are answered, in order.
func TestBatchOfMolecules(t *testing.T) {
	in := strings.Join([]string{`{"smiles":"OCC"}`, `{"smiles":"C1CC"}`, `{}`, `{"smiles":"` + strings.Repeat("C", 10_001) + `"}`, `{"smiles":"C(C)O"}`}, "\n")
	code, stdout, stderr := run(t, realProgram(), in, "call", "canonical_smiles", "--batch")
	want := []string{
		`{"ok":true,"result":{"canonical":"CCO"}}`,
		`{"ok":false,"error":{"code":"INVALID_SMILES","message":"Invalid SMILES 'C1CC': character 2: `,
		`{"ok":false,"error":{"code":"INVALID_ARGUMENTS","message":"Missing required argument: smiles"`,
		`{"ok":false,"error":{"code":"MOLECULE_TOO_LARGE","message":"The molecule has 10001 atoms; at most 10000 are taken","details":{"limit":10000,"actual":10001}}}`,
		`{"ok":true,"result":{"canonical":"CCO"}}`,
	}
	got := strings.Split(strings.TrimSpace(stdout), "\n")
	if code != exitOK || stderr != "" || len(got) != len(want) {
		t.Fatalf("got code %d, %q, %d lines", code, stderr, len(got))
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("line %d: got %s, want %s", i+1, got[i], want[i])
		}
	}
}
