package mcp

import (
	"encoding/base64"
	"strconv"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// Resource is something a client may read by its URI.
type Resource struct {
	URI         string
	Name        string
	Title       string // "": left out
	Description string // "": left out
	MIMEType    string
	Size        int // bytes; 0: left out
}

// ResourceTemplate is a family of resources, with an RFC 6570 template.
type ResourceTemplate struct {
	URITemplate string
	Name        string
	Title       string
	Description string
	MIMEType    string
}

// Contents is what reading a resource gives: a text, or bytes when Text is nil.
// Whoever receives it does not change it.
type Contents struct {
	MIMEType string
	Text     []byte // UTF-8
	Blob     []byte
}

// Resources is what a server lets clients read. It is safe for use by many goroutines.
type Resources interface {
	// List returns the resources there are, in a stable order.
	List() []Resource
	// Templates returns the families there are, in a fixed order.
	Templates() []ResourceTemplate
	// Read returns the contents of a resource; ok is false when there is none.
	Read(uri string) (c Contents, ok bool)
}

// Keeper is Resources that keep results, for clients that ask for a summary only.
type Keeper interface {
	Resources
	// Keep stores a result, JSON text that the keeper may hold on to, under a URI
	// of its choice. ok is false when it has no room for it.
	Keep(name string, result []byte) (r Resource, ok bool)
}

// metaResult is the member of a call's _meta that asks for the result to be kept
// on the server, with the value "link": the answer then holds the summary and a
// link, and no atoms.
const metaResult = "io.github.molsmith/result"

// codeResourceNotFound is what revisions before 2026-07-28 answer for a URI that
// names nothing; since then it is a wrong parameter.
const codeResourceNotFound = -32002

// Cache hints of resources: what is kept comes and goes, and may be a caller's own.
const (
	resourceListHints = `,"ttlMs":0,"cacheScope":"private"`
	resourceReadHints = `,"ttlMs":60000,"cacheScope":"private"`
	strictListHints   = `,"ttlMs":300000,"cacheScope":"private"`
)

// answerResources answers the methods of resources. agree has let the method pass.
func (c *Conn) answerResources(m *Message, r Revision) Answer {
	d := c.dispatcher
	if m.Method != "resources/read" && m.params.cursor != nil {
		return Refuse(m.ID, Errorf(CodeInvalidParams, "cursor: everything is listed at once, no list was continued with a cursor"))
	}
	var body []byte
	hints := resourceListHints
	if d.options.Strict {
		hints = strictListHints
	}
	switch m.Method {
	case "resources/list":
		body = append(body, `"resources":[`...)
		for i, resource := range d.options.Resources.List() {
			body = appendComma(body, i)
			body = append(appendResource(append(body, '{'), resource, r), '}')
		}
	case "resources/templates/list":
		body = append(body, `"resourceTemplates":[`...)
		for i, t := range d.options.Resources.Templates() {
			body = jsontext.AppendString(append(appendComma(body, i), `{"uriTemplate":`...), t.URITemplate)
			body = jsontext.AppendString(append(body, `,"name":`...), t.Name)
			body = append(appendOptional(body, r, t.Title, t.Description, t.MIMEType), '}')
		}
	default: // resources/read
		uri, ok := m.ResourceURI()
		if !ok {
			return Refuse(m.ID, Errorf(CodeInvalidParams, "params.uri must be the URI of a resource"))
		}
		contents, ok := d.options.Resources.Read(uri)
		if !ok {
			return Refuse(m.ID, noResource(uri, r))
		}
		body = jsontext.AppendString(append(body, `"contents":[{"uri":`...), uri)
		body = appendText(body, "mimeType", contents.MIMEType)
		if contents.Text != nil {
			body = append(jsontext.AppendString(append(body, `,"text":`...), string(contents.Text)), '}')
		} else {
			body = append(body, `,"blob":"`...)
			body = append(base64.StdEncoding.AppendEncode(body, contents.Blob), `"}`...)
		}
		hints = resourceReadHints
	}
	body = append(body, ']')
	if !r.stateless() {
		return result(m.ID, []byte{'{'}, body, []byte{'}'})
	}
	return result(m.ID, []byte(`{"resultType":"complete",`), body, []byte(hints), d.resultMeta, []byte{'}'})
}

// noResource is the error for a URI that names nothing, or nothing any more.
func noResource(uri string, r Revision) *Error {
	code := codeResourceNotFound
	if r.stateless() {
		code = CodeInvalidParams
	}
	data := jsontext.AppendString([]byte(`{"uri":`), uri)
	return &Error{code, "there is no resource " + jsontext.Quote(uri[:min(len(uri), 200)]) + " (any more)", append(data, '}')}
}

// appendResource appends the members of a resource, without braces.
func appendResource(dst []byte, resource Resource, r Revision) []byte {
	dst = jsontext.AppendString(append(dst, `"uri":`...), resource.URI)
	dst = jsontext.AppendString(append(dst, `,"name":`...), resource.Name)
	dst = appendOptional(dst, r, resource.Title, resource.Description, resource.MIMEType)
	if resource.Size > 0 {
		dst = strconv.AppendInt(append(dst, `,"size":`...), int64(resource.Size), 10)
	}
	return dst
}

func appendOptional(dst []byte, r Revision, title, description, mimeType string) []byte {
	if r.titles() {
		dst = appendText(dst, "title", title)
	}
	return appendText(appendText(dst, "description", description), "mimeType", mimeType)
}

// appendText appends a member after others, nothing when the text is empty.
func appendText(dst []byte, name, text string) []byte {
	if text == "" {
		return dst
	}
	dst = append(append(append(dst, `,"`...), name...), `":`...)
	return jsontext.AppendString(dst, text)
}

func appendComma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}
