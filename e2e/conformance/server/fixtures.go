package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/mcp"
)

// pixel is a PNG image of one red pixel; silence is a WAV file of one sample.
var (
	pixel, _ = base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
	silence  = []byte("RIFF\x25\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x40\x1f\x00\x00\x01\x00\x08\x00data\x01\x00\x00\x00\x80")
)

// newSchema uses what JSON Schema 2020-12 has and older drafts have not, as the suite
// wants to see it arrive.
const newSchema = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",` +
	`"$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},` +
	`"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},` +
	`"contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},` +
	`"allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],` +
	`"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},` +
	`"then":{"required":["phone"]},"else":{"required":["email"]},"additionalProperties":false}`

// fixtureTools are the tools the suite asks for by name.
func fixtureTools() []*contract.Tool {
	image := block("image", pixel, "image/png")
	audio := block("audio", silence, "audio/wav")
	return []*contract.Tool{
		answering("test_simple_text", "This is a simple text response for testing."),
		answering("test_image_content", "An image:", image),
		answering("test_audio_content", "A sound:", audio),
		answering("test_embedded_resource", "A resource:",
			json.RawMessage(`{"type":"resource","resource":{"uri":"test://embedded-resource","mimeType":"text/plain","text":"This is an embedded resource content."}}`)),
		answering("test_multiple_content_types", "Multiple content types test:", image,
			json.RawMessage(`{"type":"resource","resource":{"uri":"test://mixed-content-resource","mimeType":"application/json","text":"{\"test\":\"data\",\"value\":123}"}}`)),
		fixture("test_error_handling", `{"type":"object"}`, func(context.Context, contract.Progress) (*contract.Outcome, error) {
			return nil, &contract.Error{Code: contract.Internal, Message: "This tool intentionally returns an error for testing"}
		}),
		fixture("test_tool_with_progress", `{"type":"object"}`, func(ctx context.Context, progress contract.Progress) (*contract.Outcome, error) {
			for _, fraction := range []float64{0, 0.5, 1} {
				progress(fraction, "working")
				select {
				case <-ctx.Done():
					return nil, ctx.Err()
				case <-time.After(150 * time.Millisecond): // reports are spaced
				}
			}
			return &contract.Outcome{Text: "done"}, nil
		}),
		fixture("json_schema_2020_12_tool", newSchema, func(context.Context, contract.Progress) (*contract.Outcome, error) {
			return &contract.Outcome{Text: "done"}, nil
		}),
	}
}

func answering(name, text string, content ...json.RawMessage) *contract.Tool {
	return fixture(name, `{"type":"object"}`, func(context.Context, contract.Progress) (*contract.Outcome, error) {
		return &contract.Outcome{Text: text, Content: content}, nil
	})
}

func fixture(name, input string, run func(context.Context, contract.Progress) (*contract.Outcome, error)) *contract.Tool {
	return &contract.Tool{
		Name: name, Title: name, Description: "A fixture of the conformance suite.", Input: json.RawMessage(input),
		Annotations: contract.Annotations{Title: name, ReadOnlyHint: true, IdempotentHint: true},
		Run: func(ctx context.Context, _ json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
			return run(ctx, progress)
		},
	}
}

// block is a content block of bytes.
func block(kind string, data []byte, mimeType string) json.RawMessage {
	text, err := json.Marshal(map[string]string{"type": kind, "data": base64.StdEncoding.EncodeToString(data), "mimeType": mimeType})
	if err != nil {
		panic(errors.Join(errors.New("strings are JSON"), err))
	}
	return text
}

// fixtureResources are the resources the suite asks for by URI.
type fixtureResources struct{}

func (fixtureResources) List() []mcp.Resource {
	return []mcp.Resource{
		{URI: "test://static-text", Name: "static-text", Title: "A text", MIMEType: "text/plain"},
		{URI: "test://static-binary", Name: "static-binary", Title: "An image", MIMEType: "image/png", Size: len(pixel)},
	}
}

func (fixtureResources) Templates() []mcp.ResourceTemplate {
	return []mcp.ResourceTemplate{{URITemplate: "test://template/{id}/data", Name: "template", Title: "Data of an id", MIMEType: "application/json"}}
}

func (fixtureResources) Read(uri string) (mcp.Contents, bool) {
	switch uri {
	case "test://static-text":
		return mcp.Contents{MIMEType: "text/plain", Text: []byte("This is the content of the static text resource.")}, true
	case "test://static-binary":
		return mcp.Contents{MIMEType: "image/png", Blob: pixel}, true
	}
	id, ok := strings.CutPrefix(uri, "test://template/")
	if id, ok2 := strings.CutSuffix(id, "/data"); ok && ok2 && id != "" && !strings.Contains(id, "/") {
		text, err := json.Marshal(map[string]any{"id": id, "templateTest": true, "data": "Data for ID: " + id})
		return mcp.Contents{MIMEType: "application/json", Text: text}, err == nil
	}
	return mcp.Contents{}, false
}
