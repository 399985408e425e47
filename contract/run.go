package contract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
	"github.com/molsmith/molsmith/contract/internal/schema"
)

// call checks and decodes the arguments, runs body and names why it ended early.
func (b *binding) call(ctx context.Context, raw json.RawMessage, document *Structure, progress Progress,
	body func(args any, c *Call, notes []string) (*Outcome, error)) (*Outcome, error) {
	if ctx.Err() != nil {
		return nil, endedEarly(ctx, b.title)
	}
	problems, found, notes := checkArguments(b.schema, raw, document)
	if len(problems) > 0 {
		return nil, b.refuse(problems, raw)
	}
	args := reflect.New(b.arguments)
	if jsontext.SkipSpace(raw, 0) == len(raw) {
		raw = json.RawMessage("{}")
	}
	value, err := jsontext.Value(raw)
	if err == nil {
		r := argumentReader{document: found}
		err = r.fill(b.args, args.Elem(), value, "")
	}
	if err != nil {
		p := Problem{Rule: "type", Message: err.Error()}
		return nil, argumentsError([]Problem{p}, p.Message)
	}
	outcome, err := body(args.Interface(), &Call{Progress: steady(progress)}, notes)
	if err != nil && ctx.Err() != nil {
		return nil, endedEarly(ctx, b.title)
	}
	return outcome, err
}

// refuse makes the error for arguments with problems.
func (b *binding) refuse(found []schema.Problem, raw []byte) *Error {
	problems := make([]Problem, len(found))
	lines := make([]string, len(found))
	for i, p := range found {
		explained := false
		problems[i] = Problem{Path: p.Path, Rule: p.Rule, Limit: p.Limit, Message: p.Message}
		if b.explain != nil {
			if better := b.explain(problems[i], at(raw, p.Path)); better != "" {
				problems[i].Message, explained = better, true
			}
		}
		lines[i] = problems[i].Message
		if p.Where != "" {
			lines[i] = p.Where + ": " + lines[i]
		}
		if !explained {
			lines[i] += argumentName(lines[i], p.Path)
		}
	}
	return argumentsError(problems, lines...)
}

// argumentName names the argument that a line is about for whoever sends JSON, where the
// words of the line, made of titles, do not: " (argument region)".
func argumentName(line, path string) string {
	tokens := strings.Split(path, "/")
	for i := len(tokens) - 1; i > 0; i-- {
		name := tokens[i]
		switch {
		case name == "" || name[0] >= '0' && name[0] <= '9': // a row
		case len(name) > 40 || strings.Contains(strings.ToLower(line), strings.ToLower(name)):
			return ""
		default:
			return oneLine(" (argument " + name + ")")
		}
	}
	return ""
}

// at returns the value a JSON pointer leads to, nil when there is none.
func at(raw []byte, path string) json.RawMessage {
	value, err := jsontext.Value(raw)
	if err != nil {
		return nil
	}
	for _, token := range strings.Split(path, "/")[1:] {
		value = schema.Child(value, strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~"))
	}
	return value
}

// steady makes progress that never falls, stays within 0 and 1 and may be nil.
func steady(progress Progress) Progress {
	last := 0.0
	return func(fraction float64, message string) {
		if fraction > last { // false for NaN
			last = min(fraction, 1)
		}
		if progress != nil {
			progress(last, oneLine(message))
		}
	}
}

// endedEarly names why ctx ended. A cause that is an *Error already says it:
// give one to context.WithTimeoutCause to name the limit.
func endedEarly(ctx context.Context, title string) *Error {
	var cause *Error
	if errors.As(context.Cause(ctx), &cause) {
		return cause
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &Error{Code: Timeout, Message: title + " did not finish within its time limit; try a smaller system"}
	}
	return &Error{Code: Cancelled, Message: "Cancelled."}
}

// TimeoutError is the error of a run that reached a limit of some seconds. As
// the cause of a context's deadline it becomes the error of the run.
func TimeoutError(title string, seconds float64) *Error {
	limit := string(jsontext.AppendFloat(nil, math.Round(seconds*1000)/1000))
	return &Error{Code: Timeout, Message: fmt.Sprintf("%s did not finish within %s s; try a smaller system", title, limit)}
}

// finish completes and checks the result of a Builder tool.
func (b *binding) finish(args any, r *BuilderResult, notes []string) (*Outcome, error) {
	if r == nil {
		return nil, fmt.Errorf("%s returned no result", b.name)
	}
	r.Contract = Version
	r.Structure.Compact()
	roundPositions(&r.Structure)
	all := make([]string, 0, len(notes)+len(r.Warnings))
	for _, w := range append(notes[:len(notes):len(notes)], r.Warnings...) {
		all = append(all, oneLine(w))
	}
	r.Warnings = all
	r.Provenance = b.allProvenance(args, r.Provenance)
	warnings, err := ValidateResult(r)
	if err != nil {
		return nil, fmt.Errorf("%s returned an invalid result: %w", b.name, err)
	}
	if len(warnings) > 0 {
		return nil, fmt.Errorf("%s returned an invalid result: %s", b.name, warnings[0])
	}
	text := summary(b.title, r)
	if b.summary != nil {
		text = oneLine(b.summary(args, r))
	}
	return &Outcome{Text: withWarnings(text, r.Warnings), Result: r}, nil
}

// maxSummary bounds the text of a Builder tool's answer in characters: a model reads
// it with every call. All warnings are in the result.
const maxSummary = 600

// withWarnings adds the warnings to a text as far as there is room.
func withWarnings(text string, warnings []string) string {
	room := maxSummary - utf8.RuneCountInString(text)
	before := " Warnings: "
	for i, w := range warnings {
		rest := ""
		if left := len(warnings) - i; left > 1 {
			rest = fmt.Sprintf("; and %d more in the result", left-1)
		}
		if utf8.RuneCountInString(before+w+rest) > room {
			if i == 0 {
				return cut(text, maxSummary-40) + fmt.Sprintf(" Warnings: %d in the result.", len(warnings))
			}
			return text + fmt.Sprintf("; and %d more in the result", len(warnings)-i)
		}
		text += before + w
		room -= utf8.RuneCountInString(before + w)
		before = "; "
	}
	return cut(text, maxSummary)
}

// cut shortens text to at most n characters.
func cut(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return text
}

// roundPositions rounds to 4 decimals. A tool rounds before it proves its
// distances, and then nothing changes here.
func roundPositions(s *Structure) {
	const decimals = 1e4
	for i, v := range s.Positions {
		if round(v, decimals) != v {
			rounded := make([]float64, len(s.Positions))
			copy(rounded, s.Positions[:i])
			for k := i; k < len(rounded); k++ {
				rounded[k] = round(s.Positions[k], decimals)
			}
			s.Positions = rounded
			return
		}
	}
}

// allProvenance puts the entries of the definition and the seed before those of the tool.
func (b *binding) allProvenance(args any, own Provenance) Provenance {
	var p Provenance
	for _, e := range b.provenance {
		p.Set(e.Key, e.Value)
	}
	if f := b.args.find(kindSeed); f != nil {
		p.Set(f.name, reflect.ValueOf(args).Elem().FieldByIndex(f.index).Int())
	}
	for _, e := range own {
		p.Set(e.Key, e.Value)
	}
	return p
}

// summary is the text of a result whose tool writes none itself.
func summary(title string, r *BuilderResult) string {
	s := &r.Structure
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s", title, jsontext.Quote(r.Name), counted(len(s.Elements), "atom"))
	if s.Molecules != nil {
		seen := make(map[int32]bool)
		for _, m := range s.Molecules {
			seen[m] = true
		}
		b.WriteString(", " + counted(len(seen), "molecule"))
	}
	if s.Cell == nil {
		b.WriteString(", no cell.")
		return b.String()
	}
	var edges [3]float64
	for i := range edges {
		v := s.Cell[3*i : 3*i+3]
		edges[i] = math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
	}
	fmt.Fprintf(&b, ", cell %.2f × %.2f × %.2f Å.", edges[0], edges[1], edges[2])
	return b.String()
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// oneLine replaces control characters, line breaks among them, by spaces.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}

func plainOutcome(answer any) (*Outcome, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(answer); err != nil {
		return nil, err
	}
	value := bytes.TrimSuffix(out.Bytes(), []byte("\n"))
	return &Outcome{Text: string(value), Value: value}, nil
}

// previewOf fills what can be filled of half-filled arguments and asks the tool.
func (b *binding) previewOf(raw json.RawMessage, document *Structure) Preview {
	if jsontext.SkipSpace(raw, 0) == len(raw) {
		raw = json.RawMessage("{}")
	}
	args := reflect.New(b.arguments)
	skip := make(map[string]bool)
	if value, err := jsontext.Value(raw); err == nil && jsontext.KindOf(value) == jsontext.Object {
		for _, p := range schema.Check(b.schema, value, schema.Context{Form: true, DocumentAtoms: -1}) {
			skip[p.Path] = true
		}
		r := argumentReader{skip: skip, half: true}
		if document != nil && ValidateStructure(document) == nil {
			r.document = document
		}
		if r.fill(b.args, args.Elem(), value, "") != nil {
			args.Elem().SetZero()
		}
	}
	p := b.preview(args.Interface())
	if len(skip) > 0 {
		// What is wrong with the whole is about zeros that nobody typed.
		p.Problems = slices.DeleteFunc(p.Problems, func(q Problem) bool { return q.Path == "" })
	}
	if p.Facts == nil {
		p.Facts = []Fact{}
	}
	return p
}
