//go:build !part

package tools

import (
	"context"
	"errors"
	"strings"

	"github.com/molsmith/molsmith/chem/names"
	"github.com/molsmith/molsmith/contract"
)

// Lookup asks a service elsewhere for the molecule of a name. The server may supply one;
// a page never does.
type Lookup interface {
	// Find returns a SMILES. The error is one line for the person who asks, or ctx's;
	// it wraps ErrUnknownName when the service answered that it has no such name.
	Find(ctx context.Context, name string) (smiles string, err error)
}

// ErrUnknownName is an answer of a Lookup.
var ErrUnknownName = errors.New("PubChem knows no such name")

type nameArguments struct {
	Name string `json:"name" schema:"title=Name;minLength=1;maxLength=500;examples=caffeine|2-methylpropan-2-ol|LiPF6" doc:"A common or systematic name, an abbreviation or a formula, in English."`
}

type nameAnswer struct {
	Name    string `json:"name" doc:"As it was given."`
	SMILES  string `json:"smiles" doc:"Canonical; of a polymer the repeat unit, with * at its two link points."`
	Source  string `json:"source" schema:"enum=builtin|rules|PubChem" doc:"builtin: the dictionary; rules: read as a systematic name; PubChem: asked there."`
	Display string `json:"display,omitempty" schema:"optional" doc:"The name as it is usually spelled."`
	Note    string `json:"note,omitempty" schema:"optional" doc:"Other meanings of the name, what was assumed."`
}

// nameFault is the details of a name without an answer.
type nameFault struct {
	Position    int                `json:"position"` // byte of the name where reading ended
	Ambiguous   bool               `json:"ambiguous"`
	Suggestions []names.Suggestion `json:"suggestions"`
}

// NameToSMILES makes the tool name_to_smiles. lookup is asked last, about names that are
// neither in the dictionary nor readable by rules; nil: nobody is asked.
func NameToSMILES(lookup Lookup) *contract.Tool {
	return must(contract.DefinePlain(contract.Definition[nameArguments]{
		Name:  "name_to_smiles",
		Title: "Name to SMILES",
		Description: "Find the molecule of a name: in a built-in dictionary of 19,000 names, then by the rules of systematic nomenclature, then at PubChem if the server was told to ask there. " +
			"A name of several molecules is refused with the choices, an unknown one with names spelled almost so.",
		OpenWorld: true,
		Explain:   explainArguments,
	}, func(ctx context.Context, args nameArguments, _ *contract.Call) (*nameAnswer, error) {
		return runNameToSMILES(ctx, args, lookup)
	}))
}

func runNameToSMILES(ctx context.Context, args nameArguments, lookup Lookup) (*nameAnswer, error) {
	r, err := names.Read(args.Name)
	var unknown *names.Error
	switch {
	case err == nil:
		answer := &nameAnswer{Name: args.Name, SMILES: r.SMILES, Source: "builtin", Display: r.Display, Note: strings.Join(r.Notes, "; ")}
		if r.Source == names.FromRules {
			answer.Source = "rules"
		}
		if len(r.Others) > 0 {
			answer.Note += ": also " + listNames(r.Others)
		}
		return answer, nil
	case errors.Is(err, names.ErrNotLoaded):
		return nil, failure(contract.TableNotLoaded, "The dictionary of names is not loaded yet; try again in a moment")
	case !errors.As(err, &unknown):
		return nil, err
	}
	if unknown.Ambiguous || lookup == nil {
		return nil, unknownName(args.Name, unknown, upperFirst(unknown.Msg))
	}
	text, err := lookup.Find(ctx, args.Name)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err == nil {
		var s *subject
		if s, err = readSubject("smiles", text); err == nil {
			if text, err = s.canonical(); err == nil {
				return &nameAnswer{Name: args.Name, SMILES: text, Source: "PubChem"}, nil
			}
		}
		return nil, unknownName(args.Name, unknown, "PubChem answered "+quoted(excerpt(text))+", which is no molecule")
	}
	if errors.Is(err, ErrUnknownName) {
		return nil, unknownName(args.Name, unknown, upperFirst(unknown.Msg)+"; PubChem knows no such name either")
	}
	return nil, unknownName(args.Name, unknown, err.Error())
}

// unknownName refuses a name with what may be meant instead.
func unknownName(name string, e *names.Error, reason string) error {
	code := contract.PubChemLookupFailed
	if e.Ambiguous {
		code = contract.AmbiguousName
	}
	f := failure(code, "%s", reason)
	if len(e.Suggestions) > 0 {
		if e.Ambiguous {
			f.Message += ": " + listNames(e.Suggestions)
		} else {
			f.Message += "; did you mean " + listNames(e.Suggestions) + "?"
		}
	}
	suggestions := e.Suggestions
	if suggestions == nil {
		suggestions = []names.Suggestion{}
	}
	f.Details = nameFault{min(e.Offset, len(name)), e.Ambiguous, suggestions}
	return f
}

// maxListedNames bounds the choices that a message spells out; details have all.
const maxListedNames = 6

func listNames(list []names.Suggestion) string {
	var b strings.Builder
	for i, s := range list {
		if i == maxListedNames {
			b.WriteString(" …")
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(s.Name)
	}
	return b.String()
}
