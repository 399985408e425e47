package contract

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/molsmith/molsmith/contract/internal/schema"
)

// Definition describes a tool whose arguments are the struct A. Define and
// DefinePlain make the tool.
//
// Each exported field of A is one argument, in the order of the fields:
//
//	type Args struct {
//		Components []Component `json:"components" schema:"title=Components;minItems=1;maxItems=8"`
//		Density    float64     `json:"density" schema:"title=Density;exclusiveMinimum=0;maximum=5;default=1;unit=g/cm3" doc:"Mass per volume."`
//		Seed       Seed        `json:"seed" schema:"title=Seed"`
//	}
//
// The tag json gives the name, doc the description, and schema a list of
// key=value separated by semicolons. The keys are those of JSON Schema: title,
// default, examples, enum, minimum, maximum, exclusiveMinimum, exclusiveMaximum,
// multipleOf, minLength, maxLength, pattern, minItems, maxItems, uniqueItems;
// those of the contract: unit (x-megane-unit) and of (x-megane-of); when, for the
// form alone; and optional. Values are JSON, except that text of a string field is written
// bare; enum and the examples of a scalar are separated by |. Limits of numbers
// and text on an array field hold for its items.
//
// when=key:a|b shows the field only while the choice (enum) or switch of that key
// has one of these values, which names the fields that a choice uses. The key is
// one beside the field or, inside a table or group, one of the arguments. A form
// leaves out what it does not show, so such a field has a default or is optional.
// Other clients see the annotation x-molsmith-when and may ignore it.
//
// Field types: float64, int, int32, int64, string and bool; an array of 1 to 9
// numbers (a vector); a slice of structs (a table); a struct (a group); and for
// plain tools slices of numbers or strings. Molecule, *Structure (the open
// document), Seed, AtomIndex, Element, CellArg and Selection have a widget.
//
// An argument is required unless it has a default, is marked optional or is a
// pointer. A pointer is nil when the argument is absent, other optional
// arguments are zero.
type Definition[A any] struct {
	Name        string // snake_case
	Title       string // label of the button
	Description string // for people and models; the first sentence is the tooltip

	// Of Builder tools (Define) only.
	Category        Category
	Apply           Apply
	ExpectedSeconds float64 // typical time of a run, 0: not said

	// OpenWorld says that the tool asks other computers.
	OpenWorld bool

	// Provenance is what every result's provenance starts with, such as the
	// program and its version. Entries of the tool itself win.
	Provenance Provenance

	// Summary writes the one-line text of a Builder tool's answer; warnings are
	// added to it. Nil: title, name, counts and cell edges.
	Summary func(A, *BuilderResult) string

	// Preview computes what a form shows while it is filled. Absent arguments have
	// their defaults, those that are missing or wrong are zero. Nil: nothing.
	Preview func(A) Preview

	// Explain may improve the message of a problem with the arguments; value is
	// the JSON at the place, nil when nothing stands there. It returns "" to
	// keep the message.
	Explain func(p Problem, value json.RawMessage) string

	// Output is the outputSchema of a plain tool. Nil: made from the answer's type.
	Output json.RawMessage
}

// Call is what a run knows besides its arguments.
type Call struct {
	// Progress takes the state of the run. It is never nil; fractions are held
	// between 0 and 1 and never fall.
	Progress Progress
}

// isSnakeCase says whether a name has the form of a tool's: words of small letters and
// digits, the first one beginning with a letter, joined by single underscores.
func isSnakeCase(name string) bool {
	for _, word := range strings.Split(name, "_") {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return false
		}
	}
	return name[0] >= 'a'
}

// Define makes a Builder tool (contract §3): its schemas, marker and annotations
// come from d and A, and Run checks, decodes, runs, validates and completes the
// result. Mistakes in the definition are errors, so that a test of the registry
// finds them.
func Define[A any](d Definition[A], run func(ctx context.Context, args A, call *Call) (*BuilderResult, error)) (*Tool, error) {
	b := bind(d)
	b.output = d.Output
	if run == nil {
		return b.builderTool(nil)
	}
	return b.builderTool(func(ctx context.Context, args any, c *Call) (*BuilderResult, error) { return run(ctx, *args.(*A), c) })
}

// DefinePlain makes a tool that is no Builder button and answers a JSON value of
// type R through encoding/json. R is a struct whose tags are those of AnswerSchema,
// or any type together with d.Output.
func DefinePlain[A, R any](d Definition[A], run func(ctx context.Context, args A, call *Call) (R, error)) (*Tool, error) {
	b := bind(d)
	b.output = d.Output
	if run == nil {
		return b.plainTool(reflect.TypeFor[R](), nil)
	}
	return b.plainTool(reflect.TypeFor[R](), func(ctx context.Context, args any, c *Call) (any, error) { return run(ctx, *args.(*A), c) })
}

// binding ties the arguments of a tool to their struct. It knows the struct by
// reflection only, so that it is compiled once and not for each tool, which matters
// in a page. Arguments are pointers to the struct.
type binding struct {
	name, title, description string
	category                 Category
	apply                    Apply
	expectedSeconds          float64
	openWorld                bool
	provenance               Provenance
	output                   json.RawMessage

	summary func(args any, r *BuilderResult) string
	preview func(args any) Preview
	explain func(Problem, json.RawMessage) string

	arguments reflect.Type
	args      *object
	input     json.RawMessage
	schema    *schema.Schema
}

func bind[A any](d Definition[A]) *binding {
	b := &binding{
		name: d.Name, title: d.Title, description: d.Description,
		category: d.Category, apply: d.Apply, expectedSeconds: d.ExpectedSeconds, openWorld: d.OpenWorld,
		provenance: d.Provenance, explain: d.Explain, arguments: reflect.TypeFor[A](),
	}
	if d.Summary != nil {
		b.summary = func(args any, r *BuilderResult) string { return d.Summary(*args.(*A), r) }
	}
	if d.Preview != nil {
		b.preview = func(args any) Preview { return d.Preview(*args.(*A)) }
	}
	return b
}

// fail names the tool in an error.
func (b *binding) fail(err error) error { return fmt.Errorf("contract: tool %q: %w", b.name, err) }

func (b *binding) builderTool(run func(ctx context.Context, args any, call *Call) (*BuilderResult, error)) (*Tool, error) {
	if err := b.read(); err != nil {
		return nil, b.fail(err)
	}
	switch b.category {
	case Bulk, MoleculeTools, Polymer, Surface, Solvation, Other:
	default:
		return nil, b.fail(fmt.Errorf("unknown category %q", b.category))
	}
	marker := &Marker{Contract: Version, Category: b.category, Apply: b.apply, Document: DocumentNone, ExpectedSeconds: b.expectedSeconds}
	if document := b.args.find(kindDocument); document != nil {
		marker.Document = DocumentOptional
		if document.required {
			marker.Document = DocumentRequired
		}
	}
	marker.Stochastic = b.args.find(kindSeed) != nil
	var err error
	switch {
	case b.apply != NewDocument && b.apply != Insert:
		err = fmt.Errorf("unknown apply mode %q", b.apply)
	case b.apply == Insert && marker.Document == DocumentNone:
		err = fmt.Errorf("an insert tool needs the document argument")
	case !(b.expectedSeconds >= 0) || !finite(b.expectedSeconds):
		err = fmt.Errorf("expectedSeconds is %v", b.expectedSeconds)
	case b.output != nil:
		err = fmt.Errorf("the outputSchema of a Builder tool is the contract's")
	case run == nil:
		err = fmt.Errorf("there is no run function")
	default:
		err = b.args.checkForm()
	}
	if err != nil {
		return nil, b.fail(err)
	}
	t := b.tool(func(ctx context.Context, args any, c *Call, notes []string) (*Outcome, error) {
		r, err := run(ctx, args, c)
		if err != nil {
			return nil, err
		}
		return b.finish(args, r, notes)
	})
	t.Marker, t.Output = marker, ResultSchema()
	return t, nil
}

func (b *binding) plainTool(answer reflect.Type, run func(ctx context.Context, args any, call *Call) (any, error)) (*Tool, error) {
	err := b.read()
	switch {
	case err != nil:
	case b.category != "" || b.apply != "" || b.expectedSeconds != 0 || b.summary != nil || b.provenance != nil:
		err = fmt.Errorf("category, apply, expectedSeconds, summary and provenance belong to Builder tools")
	case run == nil:
		err = fmt.Errorf("there is no run function")
	case b.output == nil:
		b.output, err = answerSchema(answer)
	}
	if err != nil {
		return nil, b.fail(err)
	}
	if _, err := schema.Parse(b.output); err != nil {
		return nil, b.fail(fmt.Errorf("outputSchema: %w", err))
	}
	t := b.tool(func(ctx context.Context, args any, c *Call, _ []string) (*Outcome, error) {
		answer, err := run(ctx, args, c)
		if err != nil {
			return nil, err
		}
		return plainOutcome(answer)
	})
	t.Output = b.output
	return t, nil
}

// read checks the names and reads the struct of the arguments.
func (b *binding) read() (err error) {
	switch {
	case !isSnakeCase(b.name) || len(b.name) > 64:
		return fmt.Errorf("the name must be snake_case of at most 64 characters")
	case strings.TrimSpace(b.title) == "":
		return fmt.Errorf("there is no title")
	case strings.TrimSpace(b.description) == "":
		return fmt.Errorf("there is no description")
	}
	if b.args, err = readObject(b.arguments, "the arguments"); err != nil {
		return err
	}
	if err := b.args.checkArguments(); err != nil {
		return err
	}
	b.input = b.args.inputSchema()
	if b.schema, err = schema.Parse(b.input); err != nil {
		return fmt.Errorf("inputSchema: %w", err)
	}
	return b.args.checkValues(b.schema)
}

// tool makes the tool whose checked arguments go to body.
func (b *binding) tool(body func(ctx context.Context, args any, c *Call, notes []string) (*Outcome, error)) *Tool {
	t := &Tool{
		Name:        b.name,
		Title:       b.title,
		Description: b.description,
		Annotations: Annotations{Title: b.title, ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: b.openWorld},
		Input:       b.input,
	}
	t.RunOn = func(ctx context.Context, raw json.RawMessage, document *Structure, progress Progress) (*Outcome, error) {
		return b.call(ctx, raw, document, progress, func(args any, c *Call, notes []string) (*Outcome, error) {
			return body(ctx, args, c, notes)
		})
	}
	t.Run = func(ctx context.Context, raw json.RawMessage, progress Progress) (*Outcome, error) {
		return t.RunOn(ctx, raw, nil, progress)
	}
	if b.preview != nil {
		t.Preview = b.previewOf
	}
	return t
}
