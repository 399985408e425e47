package conform

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/internal/jsontext"
	"github.com/molsmith/molsmith/contract/internal/schema"
)

// Result judges the result of a tools/call, the object as it came, for arguments
// that should succeed. It returns the structure, nil when there is none to look at.
func (t *Tool) Result(args, result json.RawMessage) *contract.Structure {
	if refused, text := Refused(result); refused {
		t.add("call", "the call with sample arguments is refused: %s", text)
		t.Refusal(result)
		return nil
	}
	if textBlock(result) == "" {
		t.add("call.text", "the result has no text content; people and models see nothing of it")
	}
	raw := schema.Child(result, "structuredContent")
	if raw == nil {
		t.add("result", "the result has no structuredContent")
		return nil
	}
	if n := atomsOf(raw); n > contract.MaxAtoms {
		t.add("result.size", "the structure has %d atoms, more than the %d that Builder takes", n, contract.MaxAtoms)
		return nil
	}
	r, notes, err := contract.DecodeResult(raw)
	if err != nil {
		t.add("result", "structuredContent is no BuilderResult: %v", err)
		return nil
	}
	for _, note := range notes {
		if !strings.HasPrefix(note, "provenance ") {
			t.add("result.extra", "%s", note)
		}
	}
	t.checkMembers(raw, args)
	if t.output != nil {
		if problem := refuses(t.output, string(raw)); problem != "" && !t.findings.Has("result.warnings", t.Name) {
			t.add("result.schema", "structuredContent does not fit the tool's own outputSchema: %s", problem)
		}
	}
	t.checkStructure(&r.Structure)
	if t.Marker.Apply == contract.Insert {
		t.checkInserted(&r.Structure, t.documentOf(args))
	}
	return &r.Structure
}

// TooLarge notes a result.size error when the result of a call has more atoms than
// a structure may have, and reports it.
func (t *Tool) TooLarge(result json.RawMessage) bool {
	n := atomsOf(schema.Child(result, "structuredContent"))
	if n > contract.MaxAtoms {
		t.add("result.size", "the structure has %d atoms, more than the %d that Builder takes", n, contract.MaxAtoms)
	}
	return n > contract.MaxAtoms
}

// Refused reports whether a result says isError, and what its first text says.
func Refused(result json.RawMessage) (refused bool, text string) {
	return string(schema.Child(result, "isError")) == "true", textBlock(result)
}

// Refusal judges the words of a result that says isError.
func (t *Tool) Refusal(result json.RawMessage) {
	switch text := strings.TrimSpace(textBlock(result)); {
	case text == "":
		t.add("call.refusal", "a refusal has no text; Builder has nothing to show in the form")
	case strings.ContainsAny(text, "\r\n"):
		line, _, _ := strings.Cut(text, "\n")
		t.add("call.refusal", "a refusal has more than one line; Builder shows one: %s", strings.TrimSpace(line))
	}
}

// textBlock is the first text content of a result.
func textBlock(result []byte) string {
	content := schema.Child(result, "content")
	if jsontext.KindOf(content) != jsontext.Array {
		return ""
	}
	for it := jsontext.ItemsOf(content); it.Next(); {
		if textOf(schema.Child(it.Value(), "type")) == "text" {
			return textOf(schema.Child(it.Value(), "text"))
		}
	}
	return ""
}

// atomsOf counts the atoms of a structuredContent.
func atomsOf(raw []byte) int {
	elements := schema.Child(schema.Child(raw, "structure"), "elements")
	if jsontext.KindOf(elements) != jsontext.Array {
		return 0
	}
	n := 0
	for it := jsontext.ItemsOf(elements); it.Next(); {
		n++
	}
	return n
}

// checkMembers looks at what DecodeResult bears, as the contract asks of clients.
func (t *Tool) checkMembers(raw, args []byte) {
	members := objectOf(raw)
	if strings.TrimSpace(textOf(valueOf(members, "name"))) == "" {
		t.add("result.name", "the result has no name; Builder calls it \"result\"")
	}
	if warnings := valueOf(members, "warnings"); warnings != nil {
		bad := jsontext.KindOf(warnings) != jsontext.Array
		if !bad {
			for it := jsontext.ItemsOf(warnings); it.Next(); {
				bad = bad || jsontext.KindOf(it.Value()) != jsontext.String
			}
		}
		if bad {
			t.add("result.warnings", "warnings must be an array of text, not %s", shown(warnings))
		}
	}
	provenance := valueOf(members, "provenance")
	if jsontext.KindOf(provenance) != jsontext.Object {
		t.add("result.provenance", "provenance must be an object, not %s", shown(provenance))
		return
	}
	for _, m := range objectOf(provenance) {
		if k := jsontext.KindOf(m.Value); k != jsontext.String && k != jsontext.Number {
			t.add("result.provenance", "provenance: %s is neither text nor a number", jsontext.Quote(m.Key))
			return
		}
	}
	sent := schema.Child(args, "seed")
	if !t.Marker.Stochastic || sent == nil {
		return
	}
	want, _ := number(sent)
	if got, ok := number(schema.Child(provenance, "seed")); !ok || got != want {
		t.add("result.seed", "the provenance says seed %s; %s was sent", shown(schema.Child(provenance, "seed")), sent)
	}
}

// checkStructure looks at what is allowed and not good.
func (t *Tool) checkStructure(s *contract.Structure) {
	if len(s.Elements) == 0 {
		t.add("result.empty", "the structure has no atoms")
		return
	}
	for i, name := range s.ResidueNames {
		if utf8.RuneCountInString(name) > 4 {
			t.add("result.residue", "the residue name %s of atom %d has more than 4 characters, which PDB files cut", jsontext.Quote(name), i)
			break
		}
	}
	if i := cutBond(s); i >= 0 {
		t.add("result.whole", "the bond between atoms %d and %d runs through the cell: return molecules whole", s.Bonds[i][0], s.Bonds[i][1])
		return
	}
	if i, j, d := unbonded(s); d > 0 {
		t.add("result.bonds", "atoms %d and %d are %.2f Å apart and no bond is listed between them", i, j, d)
	}
}

func (t *Tool) checkInserted(s *contract.Structure, raw []byte) {
	document, _, err := contract.DecodeStructure(raw, true)
	if err != nil {
		return
	}
	const same = 0.1 // Å
	if i, j, d := closest(s.Positions, document.Positions, same); d >= 0 {
		t.add("insert.repeat", "atom %d is %.2f Å from atom %d of the document: return only the atoms that are added", i, d, j)
	}
	if s.Cell == nil {
		return
	}
	const noise = 1e-4 // Å; the page takes such a cell as the document's
	if document.Cell == nil || differ(s.Cell, document.Cell, noise) {
		t.add("insert.cell", "the result's cell is not the document's: Builder would set it in the same step")
	}
}

func differ(a, b *[9]float64, noise float64) bool {
	for i := range a {
		if math.Abs(a[i]-b[i]) > noise {
			return true
		}
	}
	return false
}

// Repeat notes a seed.repeat warning when two results of one call differ.
func (t *Tool) Repeat(first, second *contract.Structure) {
	switch {
	case first == nil || second == nil:
	case len(first.Elements) != len(second.Elements):
		t.add("seed.repeat", "the same seed gave %d atoms and then %d", len(first.Elements), len(second.Elements))
	case !slices.Equal(first.Positions, second.Positions):
		t.add("seed.repeat", "the same arguments and seed gave other positions")
	}
}

// Problem is the message of a JSON-RPC error object, with its code.
func Problem(rpcError json.RawMessage) string {
	code := schema.Child(rpcError, "code")
	message := textOf(schema.Child(rpcError, "message"))
	if message == "" {
		return fmt.Sprintf("an error without a message (%s)", shown(rpcError))
	}
	return fmt.Sprintf("%s (%s)", message, shown(code))
}

// Member returns a member of a JSON object, nil when there is none.
func Member(raw json.RawMessage, key string) json.RawMessage {
	if jsontext.KindOf(raw) != jsontext.Object {
		return nil
	}
	return schema.Child(raw, key)
}

// Valid checks that a message is one JSON value, by the strict reading this program
// and browsers share: NaN and repeated names are none.
func Valid(message []byte) error {
	if _, err := jsontext.Value(message); err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return nil
}
