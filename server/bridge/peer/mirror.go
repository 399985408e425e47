package peer

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/contract/conform"
)

// A server of 2026-07-28 may ask for arguments of a tool in the header of a call too, for
// whoever stands between to read (Streamable HTTP, "Custom Headers from Tool Parameters"):
// x-mcp-header in the schema of an argument is the rest of the name of a field.
const (
	mirrorKeyword = "x-mcp-header"
	mirrorPrefix  = "Mcp-Param-"
	maxSafe       = 1<<53 - 1

	codeHeaderMismatch = -32020
)

// mirror is an argument that is sent in the header too.
type mirror struct {
	path  []string // of names, from the arguments
	field string
}

func (m mirror) equal(other mirror) bool {
	return m.field == other.field && slices.Equal(m.path, other.path)
}

// mirrorsOf finds what a tool wants in the header. A tool with a keyword that breaks a rule
// is not to be offered; the error says why.
func mirrorsOf(tool json.RawMessage) ([]mirror, error) {
	input := conform.Member(tool, "inputSchema")
	if !bytes.Contains(input, []byte(mirrorKeyword)) && !bytes.Contains(input, []byte(`\u`)) {
		return nil, nil
	}
	r := &mirrorReader{decoder: json.NewDecoder(bytes.NewReader(input)), fields: make(map[string]bool)}
	err := r.schema(nil, true)
	return r.found, err
}

// mirrorReader reads a schema once, from its beginning to its end. Messages are valid JSON of
// bounded depth.
type mirrorReader struct {
	decoder *json.Decoder
	fields  map[string]bool // in small letters
	found   []mirror
}

// schema reads what stands where a schema may. open says that nothing but properties leads
// there.
func (r *mirrorReader) schema(path []string, open bool) error {
	var wanted, kind json.RawMessage
	err := r.members(func(key string) error {
		switch key {
		case mirrorKeyword:
			return r.decoder.Decode(&wanted)
		case "type":
			return r.decoder.Decode(&kind)
		case "default", "const", "enum", "examples":
			return r.decoder.Decode(new(json.RawMessage))
		case "properties":
			return r.members(func(name string) error { return r.schema(append(slices.Clip(path), name), open) })
		case "$defs", "definitions", "patternProperties", "dependentSchemas":
			return r.members(func(name string) error { return r.schema(append(slices.Clip(path), name), false) })
		}
		return r.schema(append(slices.Clip(path), key), false)
	})
	if err != nil || wanted == nil {
		return err
	}
	fault := func(why string) error {
		return fmt.Errorf("%s of %q %s", mirrorKeyword, oneLine(cmp.Or(strings.Join(path, "."), "the arguments"), 80), why)
	}
	var field string
	switch {
	case !open || len(path) == 0:
		return fault("is not that of a property, or of a property of one")
	case json.Unmarshal(wanted, &field) != nil || field == "":
		return fault("is no text")
	case !IsFieldName(field):
		return fault(fmt.Sprintf("is no name of a header field: %q", oneLine(field, 40)))
	case !isPlain(kind):
		return fault("is about no string, integer or boolean")
	case r.fields[strings.ToLower(field)]:
		return fault(fmt.Sprintf("is that of another argument too: %q", oneLine(field, 40)))
	}
	r.fields[strings.ToLower(field)] = true
	r.found = append(r.found, mirror{path, field})
	return nil
}

// members reads a value, and what read makes of each member when it is an object. Each
// element of an array is read as a schema that no property leads to.
func (r *mirrorReader) members(read func(key string) error) error {
	token, err := r.decoder.Token()
	if err != nil {
		return err
	}
	bracket, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	for r.decoder.More() {
		if bracket == '[' {
			err = r.schema([]string{"an array"}, false)
		} else if token, err = r.decoder.Token(); err == nil {
			key, _ := token.(string)
			err = read(key)
		}
		if err != nil {
			return err
		}
	}
	_, err = r.decoder.Token()
	return err
}

// isPlain reports whether a type is one whose values a header can hold.
func isPlain(kind json.RawMessage) bool {
	var one string
	if json.Unmarshal(kind, &one) != nil {
		var several []string
		if json.Unmarshal(kind, &several) != nil {
			return false
		}
		several = slices.DeleteFunc(several, func(name string) bool { return name == "null" })
		if len(several) != 1 {
			return false
		}
		one = several[0]
	}
	return one == "string" || one == "integer" || one == "boolean"
}

// IsFieldName reports whether text can be the name of a header field, or a part of it
// (RFC 9110, 5.6.2).
func IsFieldName(text string) bool {
	for _, c := range []byte(text) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)) {
			return false
		}
	}
	return text != ""
}

// fill puts arguments into a header. What is not there, or null, has no field.
func fill(header http.Header, mirrors []mirror, arguments json.RawMessage) {
	for _, m := range mirrors {
		value := arguments
		for _, name := range m.path {
			value = conform.Member(value, name)
		}
		if text, ok := plain(value); ok {
			header.Set(mirrorPrefix+m.field, headerValue(text))
		}
	}
}

// plain is a value as a header has it.
func plain(value json.RawMessage) (text string, ok bool) {
	var v any
	if value == nil || json.Unmarshal(value, &v) != nil {
		return "", false
	}
	switch v := v.(type) {
	case string:
		return v, true
	case bool:
		return strconv.FormatBool(v), true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), v == math.Trunc(v) && math.Abs(v) <= maxSafe
	}
	return "", false
}

// headerValue is text as the value of a field: as it is, or in Base64 where that would not
// arrive as it is, or could be taken for Base64.
func headerValue(text string) string {
	const begin, end = "=?base64?", "?="
	safe := text == strings.Trim(text, " ") && (!strings.HasPrefix(text, begin) || !strings.HasSuffix(text, end))
	for _, c := range []byte(text) {
		safe = safe && c >= ' ' && c <= '~'
	}
	if safe {
		return text
	}
	return begin + base64.StdEncoding.EncodeToString([]byte(text)) + end
}
