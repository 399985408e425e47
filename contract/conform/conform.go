// Package conform judges tools by the Builder Tool Contract version 1: what a
// server declares (§3, §4), what it answers (§5) and how it refuses (§6). It is
// pure: package server/conformance connects, calls and hands over what came back,
// unread.
//
// Every check has an identifier, a level and one sentence in Checks; a Finding
// names the check it comes from. What a form can show is decided by contract/form
// and what arguments are right by the same code that servers run, so that the
// checker, the page and the servers cannot disagree.
package conform

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/internal/jsontext"
	"github.com/molsmith/molsmith/contract/internal/schema"
)

// Level says how bad a finding is.
type Level string

// The levels. Only errors make a server fail.
const (
	Error   Level = "error"   // the contract or the protocol is broken
	Warning Level = "warning" // something a user or a client will miss
	Info    Level = "info"    // worth knowing, such as what could not be tried
)

// Finding is one thing found wrong, or worth knowing.
type Finding struct {
	Level   Level  `json:"level"`
	Tool    string `json:"tool"` // "" is the server itself
	Message string `json:"message"`
	Check   string `json:"check"` // of Checks
}

// Findings collects findings in their order. The zero value is ready for use.
type Findings struct{ List []Finding }

// Add notes a finding of a check, which must be one of Checks. A finding that is
// there already, word for word, is not repeated.
func (f *Findings) Add(check, tool, format string, args ...any) {
	found := Finding{levelOf(check), tool, jsontext.OneLine(fmt.Sprintf(format, args...)), check}
	for _, other := range f.List {
		if other == found {
			return
		}
	}
	f.List = append(f.List, found)
}

// Has reports whether a check has found something about a tool.
func (f *Findings) Has(check, tool string) bool {
	for _, found := range f.List {
		if found.Check == check && found.Tool == tool {
			return true
		}
	}
	return false
}

// Count returns the number of findings of a level.
func (f *Findings) Count(level Level) int {
	n := 0
	for _, found := range f.List {
		if found.Level == level {
			n++
		}
	}
	return n
}

// Tool is the declaration of one Builder tool as a server lists it.
type Tool struct {
	Name   string
	Marker contract.Marker // as far as it could be read

	members    []jsontext.Member
	stochastic bool // the marker says whether it is
	input      []byte
	schema     *schema.Schema // of the arguments, flat; nil when it cannot be read
	output     *schema.Schema // nil when there is none that can be read
	findings   *Findings
}

// ReadTool judges one item of tools/list. It returns nil for a tool without the
// contract's marker, and for one whose declaration is too broken to call.
func ReadTool(raw json.RawMessage, findings *Findings) *Tool {
	members, err := jsontext.Members(raw)
	if err != nil || jsontext.KindOf(raw) != jsontext.Object {
		return nil
	}
	t := &Tool{members: members, findings: findings}
	t.Name = t.text("name")
	meta := t.member("_meta")
	marker := schema.Child(meta, contract.MetaKey)
	if marker == nil {
		return nil
	}
	if !t.readMarker(marker) {
		return nil
	}
	t.checkWords()
	t.checkIcons()
	t.checkOutput()
	t.checkInput()
	if t.schema == nil {
		return nil
	}
	return t
}

func (t *Tool) add(check, format string, args ...any) {
	t.findings.Add(check, t.Name, format, args...)
}

// member is a member of the declaration, nil when there is none.
func (t *Tool) member(key string) []byte { return valueOf(t.members, key) }

// text is a member that is text, "" for anything else.
func (t *Tool) text(key string) string { return textOf(t.member(key)) }

func valueOf(members []jsontext.Member, key string) []byte {
	for _, m := range members {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

func textOf(raw []byte) string {
	if jsontext.KindOf(raw) != jsontext.String {
		return ""
	}
	return jsontext.Text(raw)
}

// objectOf lists the members of an object, none of anything else.
func objectOf(raw []byte) []jsontext.Member {
	if jsontext.KindOf(raw) != jsontext.Object {
		return nil
	}
	members, err := jsontext.Members(raw)
	if err != nil {
		return nil
	}
	return members
}

// shown is a JSON value for a message.
func shown(raw []byte) string {
	const most = 60
	switch {
	case len(raw) == 0:
		return "nothing"
	case len(raw) > most:
		return strings.ToValidUTF8(string(raw[:most]), "") + "…"
	}
	return string(raw)
}
