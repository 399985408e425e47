package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/molsmith/molsmith/chem/edit"
	"github.com/molsmith/molsmith/chem/formats"
)

func replayCommand() command {
	return command{
		name: "replay", usage: "replay DOC.molsmith.json [-o OUT] [--rerun] [--json]",
		summary: "does the steps of a saved document again",
		about: `
Reads a document that the page has saved, does its steps again and prints them with the SHA-256 of
the structure they lead to; the file says the one it had when it was saved. A step that cannot be
done is broken: it is left out, and the reason is given. With -o the structure is written in the
format that the name of OUT asks for.

With --rerun the tools are run again whose results the document holds: each with the arguments,
seed and document of its record, and what it returns is compared with what was saved. Tools of
other servers are named and not run. The exit code is 1 when a step is broken, when the structure
or a result is not the same, or when a tool was not run.`,
		prepare: func(p *Program, o *optionSet) func(context.Context, streams, []string) error {
			var out string
			var rerun, asJSON bool
			o.text(&out, "output", "OUT", "file to write the structure to; its name says the format, - is the contract's JSON on standard output").short = "o"
			o.toggle(&rerun, "rerun", "run the tools again and compare their results")
			o.toggle(&asJSON, "json", "one JSON object")
			for _, option := range o.options {
				option.envs = nil
			}
			return func(ctx context.Context, s streams, args []string) error {
				if len(args) != 1 {
					return usagef("replay takes the name of one saved document")
				}
				return p.replay(ctx, s, args[0], out, rerun, asJSON)
			}
		},
	}
}

// replayed is what a replay came to, as --json prints it.
type replayed struct {
	Name     string         `json:"name"`
	Hash     string         `json:"hash"`            // of the structure, contract.CanonicalHash
	Saved    string         `json:"saved,omitempty"` // the hash the file says
	Atoms    int            `json:"atoms"`
	Bonds    int            `json:"bonds"`
	Formula  string         `json:"formula"`
	Source   replayedStep   `json:"source"`
	Steps    []replayedStep `json:"steps"`
	Redo     int            `json:"redo"` // steps that were undone
	Warnings []string       `json:"warnings"`
}

// replayedStep is the source or one step.
type replayedStep struct {
	ID     string `json:"id"`
	Label  string `json:"label"`
	Detail string `json:"detail,omitempty"`
	Author string `json:"author"` // of the source, its kind
	Broken string `json:"broken,omitempty"`
	Tool   string `json:"tool,omitempty"`
	Server string `json:"server,omitempty"` // name and version
	Rerun  *rerun `json:"rerun,omitempty"`
}

func (p *Program) replay(ctx context.Context, s streams, path, out string, again, asJSON bool) error {
	var write func(d *edit.Document) ([]byte, []string, error)
	if out != "" {
		var err error
		if write, err = writerFor(out); err != nil {
			return err
		}
	}
	if asJSON && out == "-" {
		return usagef("--json writes to standard output, where the structure goes; name a file")
	}
	_, data, err := readFile(s, path)
	if err != nil {
		return err
	}
	d, warnings, err := edit.ReadProject(data)
	if err != nil {
		return fmt.Errorf("%s: %w", shown(path), err)
	}
	facts := p.replayedFrom(d, warnings)
	var says struct{ SHA256 string }
	if json.Unmarshal(data, &says) == nil { // it was read above
		facts.Saved = says.SHA256
	}
	if again {
		if err := p.rerunAll(ctx, d, facts); err != nil {
			return err
		}
	}
	if write != nil {
		text, losses, err := write(d)
		if err != nil {
			return fmt.Errorf("%s: %w", shown(out), err)
		}
		if err := writeFile(s, out, text, false); err != nil {
			return err
		}
		for _, loss := range losses {
			tell(s, "%s", loss)
		}
	}
	report := s.out
	if out == "-" {
		report = s.err
	}
	if asJSON {
		e := json.NewEncoder(report)
		e.SetEscapeHTML(false)
		err = e.Encode(facts)
	} else {
		err = facts.write(report, path)
	}
	if err == nil && !facts.asSaved() {
		err = errSilent
	}
	return err
}

// writerFor returns what makes the text of a file with this name, and what its format
// loses.
func writerFor(name string) (func(d *edit.Document) ([]byte, []string, error), error) {
	if strings.HasSuffix(strings.ToLower(name), ".molsmith.json") {
		return func(d *edit.Document) ([]byte, []string, error) {
			text, err := d.HashedProject()
			return text, nil, err
		}, nil
	}
	format := "json"
	if name != "-" {
		info, ok := formats.ForName(name)
		if !ok || !info.CanWrite {
			return nil, usagef("the name %s says no format that can be written; those are %s", shown(name), writable())
		}
		format = info.ID
	}
	return func(d *edit.Document) ([]byte, []string, error) {
		text, report, err := formats.Write(format, d.Structure(), formats.Options{Name: d.Name()})
		var said []string
		for _, loss := range report.Losses {
			said = append(said, "lost: "+loss)
		}
		for _, change := range report.Changes {
			said = append(said, "changed: "+change)
		}
		return text, said, err
	}, nil
}

func (p *Program) replayedFrom(d *edit.Document, warnings []string) *replayed {
	summary := d.Summary()
	about := d.About()
	facts := &replayed{
		Name: d.Name(), Hash: d.Hash(), Atoms: summary.Atoms, Bonds: summary.Bonds, Formula: summary.Formula,
		Source: replayedStep{ID: "source", Label: about.Label, Author: about.Kind, Detail: atomsText(d.Source().Len())},
		Steps:  []replayedStep{}, Redo: len(d.RedoSteps()), Warnings: listed(warnings),
	}
	facts.Source.madeBy(about.Provenance)
	for _, step := range d.Steps() {
		one := replayedStep{ID: step.ID, Label: step.Label, Detail: step.Detail, Author: string(step.Author), Broken: step.Broken}
		one.madeBy(step.Provenance)
		facts.Steps = append(facts.Steps, one)
	}
	return facts
}

func (r *replayedStep) madeBy(record *edit.Provenance) {
	if record != nil {
		r.Tool, r.Server = record.Tool, strings.TrimSpace(record.Server.Name+" "+record.Server.Version)
	}
}

// asSaved reports whether every step was done, the structure is the one that was saved,
// and so is every result that was asked for again.
func (r *replayed) asSaved() bool {
	if r.Saved != "" && r.Saved != r.Hash {
		return false
	}
	for _, step := range append([]replayedStep{r.Source}, r.Steps...) {
		if step.Broken != "" || step.Rerun != nil && step.Rerun.State != sameResult {
			return false
		}
	}
	return true
}

// write writes the facts for a person.
func (r *replayed) write(out io.Writer, path string) error {
	steps := append([]replayedStep{r.Source}, r.Steps...)
	width := [3]int{}
	for _, step := range steps {
		for i, cell := range step.cells() {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", shown(path), plain(r.Name))
	for _, step := range steps {
		var line strings.Builder
		for i, cell := range step.cells() {
			line.WriteString(cell + strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell)+2))
		}
		switch {
		case step.Broken != "":
			line.WriteString("broken: " + plain(step.Broken))
		case step.Rerun != nil:
			line.WriteString(plain(step.Rerun.text()))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	if r.Redo > 0 {
		fmt.Fprintf(&b, "and %d undone\n", r.Redo)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", plain(warning))
	}
	fmt.Fprintf(&b, "%s, %s\nsha256 %s", atomsText(r.Atoms), r.Formula, r.Hash)
	switch r.Saved {
	case "":
		b.WriteString("\n")
	case r.Hash:
		b.WriteString(", as saved\n")
	default:
		fmt.Fprintf(&b, ", saved %s\n", plain(r.Saved))
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// cells are the columns of a step.
func (r *replayedStep) cells() [3]string {
	return [3]string{r.ID, plain(r.Label), plain(r.Detail)}
}

func atomsText(n int) string {
	if n == 1 {
		return "1 atom"
	}
	return fmt.Sprintf("%d atoms", n)
}

// plain is text of a file as a terminal may show it.
func plain(text string) string {
	const most = 200
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return ' '
		}
		return c
	}, text)
}
