//go:build document || !part

package core

import (
	"errors"
	"strings"

	"github.com/molsmith/molsmith/chem/names"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/contract"
)

// moleculeNames loads the dictionary of names.
func moleculeNames(_ *Core, r *request, _ empty) (response, error) {
	data, ok := r.bufs["data"].([]uint8)
	if !ok {
		return response{}, BadRequest("bufs.data is missing")
	}
	if err := names.Load(data); err != nil {
		return response{}, Failure{Code: "UNREADABLE", Message: err.Error()}
	}
	d, err := names.Current()
	if err != nil {
		return response{}, err
	}
	return response{value: map[string]int{"names": d.Len()}}, nil
}

// resolved is ResolvedMolecule of the protocol.
type resolved struct {
	SMILES     string             `json:"smiles"`
	Name       string             `json:"name"`
	Source     string             `json:"source"`
	Notes      []string           `json:"notes"`
	Others     []names.Suggestion `json:"others"`
	RepeatUnit bool               `json:"repeatUnit"`
}

// nameProblem is NameProblem of the protocol.
type nameProblem struct {
	textProblem
	Ambiguous   bool               `json:"ambiguous"`
	Suggestions []names.Suggestion `json:"suggestions"`
}

// moleculeResolve reads a text that is a SMILES or a name. A SMILES comes first, as it
// is the exact one; a name that is spelled the same ("CO") is mentioned.
func moleculeResolve(_ *Core, _ *request, q struct {
	Text string `json:"text"`
}) (response, error) {
	p, problem := smiles.Perceive(q.Text)
	if problem == nil {
		return asSMILES(q.Text, p)
	}
	named, err := names.Read(q.Text)
	switch {
	case err == nil:
		return response{value: map[string]any{"molecule": resolved{
			named.SMILES, named.Display, string(named.Source), listed(named.Notes), suggestions(named.Others), named.RepeatUnit,
		}}}, nil
	case errors.Is(err, names.ErrNotLoaded):
		return response{}, namesMissing()
	}
	var e *names.Error
	if !errors.As(err, &e) {
		return response{}, refused(err)
	}
	answer := nameProblem{textProblem{utf16Length(q.Text[:e.Offset]), 0, e.Msg}, e.Ambiguous, suggestions(e.Suggestions)}
	if at := min(e.Offset, len(q.Text)); !e.Ambiguous {
		answer.Length = utf16Length(q.Text[at:])
	}
	var wrong *smiles.ParseError
	if errors.As(problem, &wrong) && !e.Ambiguous && !wordy(q.Text) {
		at := min(max(wrong.Offset, 0), len(q.Text))
		answer.textProblem = textProblem{utf16Length(q.Text[:at]), utf16Length(q.Text[at : at+tokenLength(q.Text[at:])]), wrong.Msg}
	}
	return response{value: map[string]any{"problem": answer}}, nil
}

func asSMILES(text string, p *perceive.Molecule) (response, error) {
	if at, end, more := secondLine(text); more {
		return response{value: map[string]any{"problem": nameProblem{
			textProblem: textProblem{utf16Length(text[:at]), utf16Length(text[at:end]), "this is a second line; give one molecule"}, Suggestions: []names.Suggestion{},
		}}}, nil
	}
	canonical, err := smiles.CanonicalOf(p, stereo.Find(p))
	if err != nil {
		return response{}, refused(err)
	}
	answer := resolved{SMILES: canonical, Name: p.Mol.Name, Source: "smiles", Notes: []string{}, Others: []names.Suggestion{}}
	if alike(text) {
		named, err := names.Read(text)
		switch {
		case errors.Is(err, names.ErrNotLoaded):
			return response{}, namesMissing()
		case err == nil && named.SMILES != canonical:
			answer.Others = append(answer.Others, names.Suggestion{Name: named.Display, SMILES: named.SMILES})
			answer.Notes = append(answer.Notes, "read as SMILES; "+named.Display+" is a name as well")
		}
	}
	return response{value: map[string]any{"molecule": answer}}, nil
}

// longestFormula bounds texts that are SMILES and may be a formula or an abbreviation.
const longestFormula = 6

// alike says whether a SMILES is spelled as a formula or an abbreviation could be.
func alike(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) < 2 || len(text) > longestFormula {
		return false
	}
	for i := range len(text) {
		if c := text[i]; !digit(c) && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// wordy says whether a text is meant as a name: it has blanks or three small letters in
// a row that are not all aromatic atoms.
func wordy(text string) bool {
	run, other := 0, false
	for _, r := range text {
		switch {
		case r == ' ' || r > 0x7f:
			return true
		case 'a' <= r && r <= 'z':
			run++
			other = other || !strings.ContainsRune("bcnops", r)
		default:
			run, other = 0, false
		}
		if run >= 3 && other {
			return true
		}
	}
	return false
}

func suggestions(list []names.Suggestion) []names.Suggestion {
	if list == nil {
		return []names.Suggestion{}
	}
	return list
}

func namesMissing() Failure {
	return Failure{Code: string(contract.TableNotLoaded), Message: "the dictionary of names is not loaded"}
}
