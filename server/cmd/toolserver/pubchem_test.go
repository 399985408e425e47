package main

import (
	"context"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/tools"
)

// benzene is a Lookup that knows one name.
type benzene struct{}

func (benzene) Find(_ context.Context, name string) (string, error) {
	if name == "phene oil" {
		return "C1=CC=CC=C1", nil
	}
	return "", tools.ErrUnknownName
}

func TestPubChemOption(t *testing.T) {
	program := func(env ...string) *Program {
		p := withEnv(testProgram(), env...)
		p.Tools, p.Lookup = tools.Registry().Tools(), benzene{}
		return p
	}
	call := []string{"call", "name_to_smiles", "--args", `{"name":"phene oil"}`}
	code, stdout, stderr := run(t, program(), "", call...)
	if code != exitFailed || !strings.Contains(stderr, "not understood") {
		t.Errorf("without the option: got %d, %s%s", code, stdout, stderr)
	}
	code, stdout, stderr = run(t, program(), "", append(call, "--pubchem")...)
	if code != exitOK || !strings.Contains(stdout, `"smiles":"c1ccccc1","source":"PubChem"`) {
		t.Errorf("with it: got %d, %s%s", code, stdout, stderr)
	}
	code, stdout, stderr = run(t, program("MOLSMITH_PUBCHEM=1"), "", call...)
	if code != exitOK || !strings.Contains(stdout, `"PubChem"`) {
		t.Errorf("by the environment: got %d, %s%s", code, stdout, stderr)
	}
	c := newConfig()
	if got := program().tools(c); len(got) != len(tools.Registry().Tools()) || got[0] != tools.Registry().Tools()[0] {
		t.Error("the tools are not those of the registry")
	}
	c.pubchem = true
	for i, tool := range program().tools(c) {
		if original := tools.Registry().Tools()[i]; tool.Name != original.Name || (tool == original) != (tool.Name != "name_to_smiles") {
			t.Errorf("tool %d is %s", i, tool.Name)
		}
	}
}
