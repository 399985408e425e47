package tools

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract/mcp"
)

// dialectCalls are calls of every chemistry tool, and the ways they fail.
var dialectCalls = [][2]string{
	{"parse_smiles", `{"smiles":"c1ccccc1"}`},
	{"canonical_smiles", `{"smiles":"OC(C)=O"}`},
	{"calc_properties", `{"smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
	{"lipinski_check", `{"smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
	{"sa_score", `{"smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
	{"pains_check", `{"smiles":"c1cc(O)c(O)cc1C"}`},
	{"brenk_check", `{"smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
	{"ecfp4", `{"smiles":"CCO"}`},
	{"tanimoto", `{"smiles1":"c1ccccc1","smiles2":"Oc1ccccc1"}`},
	{"smarts_match", `{"smarts":"[CX3](=O)O","smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
	{"find_mcs", `{"smiles_list":["CC(=O)Oc1ccccc1C(=O)O","CC(=O)Nc1ccc(O)cc1"]}`},
	{"find_mcs", `{"smiles_list":["[He]","CC"]}`},
	{"boiled_egg", `{"smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
	{"admet_profile", `{"smiles":"Cn1cnc2c1c(=O)n(c(=O)n2C)C"}`},
	{"retrosynthesis", `{"smiles":"CC(=O)Nc1ccc(O)cc1"}`},
	{"smiles_to_moljson", `{"smiles":"CO"}`},
	{"moljson_to_smiles", `{"json":"{\"atoms\":[{\"id\":\"a1\",\"element\":\"C\"},{\"id\":\"a2\",\"element\":\"O\"}],\"bonds\":[{\"source_id\":\"a1\",\"target_id\":\"a2\"}]}"}`},
	{"representation_router", `{"smiles":"CO","task":"editing"}`},
	{"representation_router", `{"smiles":"CO","task":"identification"}`},
	{"molecule_context_pack", `{"smiles":"CO","format":"prompt"}`},
	{"molecule_context_pack", `{"smiles":"CO"}`},
	{"name_to_smiles", `{"name":"Aspirin"}`},
	{"name_to_smiles", `{"name":"2-chloro-N,N-dimethylbenzamide"}`},
	{"molecule_report", `{"smiles":"C[C@H](N)C(=O)OC/C=C/c1ccccc1"}`},

	{"parse_smiles", `{"smiles":"C1CC("}`},
	{"name_to_smiles", `{"name":"chlorobutane"}`},
	{"name_to_smiles", `{"name":"ibuprofin"}`},
	{"name_to_smiles", `{"name":""}`},
	{"smarts_match", `{"smarts":"[","smiles":"C"}`},
	{"moljson_to_smiles", `{"json":"{}"}`},
	{"retrosynthesis", `{"smiles":"CC.OO"}`},
	{"find_mcs", `{"smiles_list":["C"]}`},
	{"parse_smiles", `{}`},
	{"parse_smiles", `{"smiles":"C","more":1}`},
	{"representation_router", `{"smiles":"C","task":"graph_reasoning"}`},
	{"no_such_tool", `{}`},
}

// TestGoldenDialects holds the answers in three revisions: what is computed is the same,
// the oldest has text only and refuses by -32000, those of 2025 by isError with the code
// in brackets, that of 2026 with structuredContent. Native and js/wasm share the files.
func TestGoldenDialects(t *testing.T) {
	dispatcher, err := mcp.New(mcp.Options{Name: "molsmith", Version: "0.0.0", Tools: Registry().Tools()})
	if err != nil {
		t.Fatal(err)
	}
	for _, revision := range []mcp.Revision{mcp.Revision20241105, mcp.Revision20251125, mcp.Revision20260728} {
		t.Run(string(revision), func(t *testing.T) {
			conn := dispatcher.Connect(revision)
			meta := ""
			if revision == mcp.Revision20260728 {
				meta = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
			}
			var text strings.Builder
			for i, c := range dialectCalls {
				message := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s%s}}`, i+1, c[0], c[1], meta)
				answer := conn.Handle(t.Context(), []byte(message), nil)
				fmt.Fprintf(&text, "> %s %s\n< %s\n", c[0], c[1], answer.Body)
			}
			golden(t, "calls-"+string(revision)+".txt", []byte(text.String()))
		})
	}
}

// TestListedForClientsOf2025: their client libraries refuse a whole list for one
// outputSchema that is not of an object, and any null.
func TestListedForClientsOf2025(t *testing.T) {
	dispatcher, err := mcp.New(mcp.Options{Name: "molsmith", Version: "0.0.0", Tools: Registry().Tools()})
	if err != nil {
		t.Fatal(err)
	}
	list := string(dispatcher.Tools(mcp.Revision20251125))
	if got, want := strings.Count(list, `"outputSchema":{"type":"object"`), len(Registry().Tools())-1; got != want || strings.Count(list, `"outputSchema"`) != want {
		t.Errorf("got %d outputSchemas of an object of %d, want %d", got, strings.Count(list, `"outputSchema"`), want)
	}
	if list := string(dispatcher.Tools(mcp.Revision20260728)); !strings.Contains(list, `"outputSchema":{"type":"string"`) {
		t.Error("2026-07-28: the outputSchema of smiles_to_moljson is missing")
	}
	for _, tool := range Registry().Tools() {
		a := tool.Annotations
		if a.Title != tool.Title || !a.ReadOnlyHint || a.DestructiveHint || !a.IdempotentHint || a.OpenWorldHint != (tool.Name == "name_to_smiles") {
			t.Errorf("%s: got %+v", tool.Name, a)
		}
	}
}

// TestLimitsInSchemas: what the tags say is what the constants say.
func TestLimitsInSchemas(t *testing.T) {
	tag := func(args any, field, keyword string) string {
		f, ok := reflect.TypeOf(args).FieldByName(field)
		if !ok {
			t.Fatalf("%T has no %s", args, field)
		}
		_, rest, found := strings.Cut(";"+f.Tag.Get("schema"), ";"+keyword+"=")
		if !found {
			t.Fatalf("%T.%s has no %s", args, field, keyword)
		}
		value, _, _ := strings.Cut(rest, ";")
		return value
	}
	for _, c := range []struct {
		got  string
		want int
	}{
		{tag(smilesArguments{}, "SMILES", "maxLength"), maxTextBytes},
		{tag(matchArguments{}, "SMARTS", "maxLength"), maxTextBytes},
		{tag(matchArguments{}, "SMILES", "maxLength"), maxTextBytes},
		{tag(tanimotoArguments{}, "A", "maxLength"), maxTextBytes},
		{tag(tanimotoArguments{}, "B", "maxLength"), maxTextBytes},
		{tag(reportArguments{}, "SMILES", "maxLength"), maxTextBytes},
		{tag(packArguments{}, "SMILES", "maxLength"), maxTextBytes},
		{tag(routerArguments{}, "SMILES", "maxLength"), maxTextBytes},
		{tag(toMolJSONArguments{}, "SMILES", "maxLength"), maxTextBytes},
		{tag(commonArguments{}, "List", "maxLength"), maxTextBytes},
		{tag(commonArguments{}, "List", "maxItems"), maxCommonMembers},
		{tag(commonArguments{}, "Milliseconds", "maximum"), maxCommonMillis},
		{tag(commonArguments{}, "Milliseconds", "default"), maxCommonMillis},
	} {
		if c.got != fmt.Sprint(c.want) {
			t.Errorf("got %s, want %d", c.got, c.want)
		}
	}
}
