// Package names reads the names of molecules: first in a dictionary of common and
// systematic names, then by rules for ordinary systematic names.
//
// The dictionary (data/README.md) is in the binary; a page fetches it and gives it to
// Load. The rules are those of substitutive and functional class nomenclature (IUPAC
// recommendations 2013, "Blue Book", chapters P-1 to P-6) with the spellings that
// catalogs and older texts use. A name that the rules do not cover is refused, and one
// that several molecules share is asked back with the choices: what is read is never a
// guess. The configuration that a name states is set by trying the two arrangements and
// comparing their descriptors (chem/stereo/cip).
//
// Upper and lower case mean the same, but in formulas and symbols that they tell apart
// (COCl2 is not CoCl2), and n-butyl is not N-butyl.
package names

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// Source says how a name was read.
type Source string

// The sources.
const (
	FromDictionary Source = "dictionary"
	FromRules      Source = "rules"
)

// Result is what a name stands for.
type Result struct {
	SMILES  string // canonical
	Source  Source
	Display string   // the name as it is usually spelled
	Notes   []string // what a reader should know: other meanings, what was assumed
	// Others are further molecules that the name is used for.
	Others []Suggestion
	// RepeatUnit says that the name is that of a polymer: SMILES is the repeat unit,
	// and its two * are where the next ones follow. It is no molecule.
	RepeatUnit bool
}

// Suggestion is a name with its molecule.
type Suggestion struct {
	Name   string `json:"name"`
	SMILES string `json:"smiles"`
}

// Error says why a text is not read as a name.
type Error struct {
	Offset int    // byte of the text where reading ended
	Msg    string // one line; says what was expected or what is missing
	// Suggestions are names that may be meant: the isomers that share an ambiguous
	// name, or known names that are spelled almost so.
	Suggestions []Suggestion
	Ambiguous   bool // the text is a name, of all of the Suggestions and maybe more
}

func (e *Error) Error() string { return e.Msg }

// MaxLength is how many characters the longest text has that is read as a name.
const MaxLength = 500

// maxSuggestions bounds what is proposed for one text.
const maxSuggestions = 12

// Read returns the molecule that a name stands for. The error is an *Error, or
// ErrNotLoaded when there is no dictionary yet, which also holds the words of the rules.
func Read(text string) (Result, error) {
	if err := checkText(text); err != nil {
		return Result{}, err
	}
	n := normalize(text)
	if n.text == "" {
		return Result{}, &Error{Msg: "a name is expected"}
	}
	d, err := dictionary()
	if err != nil {
		return Result{}, err
	}
	if e, how, ok := d.find(n.text); ok {
		note, err := d.capitals(e, text)
		if err != nil {
			return Result{}, err
		}
		r, err := d.answer(e, how, text)
		if err == nil && note != "" {
			r.Notes = append(r.Notes, note)
		}
		return r, err
	}
	r, err := readRules(n)
	var e *Error
	if !errors.As(err, &e) {
		return r, err
	}
	if what := foreign(text); what != "" {
		return Result{}, &Error{Msg: what}
	}
	if e.Ambiguous {
		return Result{}, d.advise(n, e)
	}
	derived, err := d.derived(n.text)
	if derived != "" {
		return Result{SMILES: derived, Source: FromDictionary, Display: n.edit(nil)}, nil
	}
	if err != nil && len(e.Suggestions) == 0 {
		e = &Error{Msg: err.Error(), Suggestions: d.without(n.text)}
	}
	return Result{}, d.advise(n, e)
}

// without returns the entry of a name without its descriptor.
func (d *Dictionary) without(name string) []Suggestion {
	rest, _ := descriptor(name)
	if i, ok := d.index(rest); ok {
		return []Suggestion{{d.Display(i), d.SMILES(i)}}
	}
	return nil
}

// ReadRules is Read without the dictionary.
func ReadRules(text string) (Result, error) {
	if err := checkText(text); err != nil {
		return Result{}, err
	}
	return readRules(normalize(text))
}

func checkText(text string) error {
	if utf8.RuneCountInString(text) > MaxLength {
		return &Error{Offset: len(text), Msg: "the name is too long; at most 500 characters are read"}
	}
	if strings.TrimSpace(text) == "" {
		return &Error{Msg: "a name is expected"}
	}
	return nil
}

// answer words what the dictionary says.
func (d *Dictionary) answer(e int, how match, text string) (Result, error) {
	r := Result{SMILES: d.SMILES(e), Source: FromDictionary, Display: d.Display(e)}
	if how == squeezed {
		r.Notes = append(r.Notes, "read as "+r.Display)
	}
	if strings.Count(r.SMILES, "*") == 2 {
		r.RepeatUnit = true
		r.Notes = append(r.Notes, "a polymer: the SMILES is its repeat unit, the two * are the link points")
	}
	if note := alsoUsed(d.Name(e)); note != "" {
		r.Notes = append(r.Notes, note)
	}
	if kind := d.Kind(e); kind != Systematic && kind != Common {
		return r, nil
	}
	// A name without the locants that it needs has a customary reading at best. Where
	// locants are there, something smaller is open, such as parentheses.
	var asked *Error
	if _, err := readRules(normalize(text)); !errors.As(err, &asked) || !asked.Ambiguous || len(asked.Suggestions) < 2 {
		return r, nil
	}
	for _, s := range asked.Suggestions {
		if s.SMILES != r.SMILES {
			r.Others = append(r.Others, s)
		}
	}
	if len(r.Others) == len(asked.Suggestions) {
		if strings.Contains(misread, "|"+d.Name(e)+"|") {
			return Result{}, asked
		}
		r.Others = nil
		return r, nil // the rules read something else altogether
	}
	if d.Kind(e) == Systematic && !strings.ContainsAny(d.Name(e), "0123456789") {
		return Result{}, asked
	}
	r.Notes = append(r.Notes, "the name leaves the isomer open; the usual one was taken")
	return r, nil
}

// advise adds to an error of the rules what the dictionary knows.
func (d *Dictionary) advise(n normalized, e *Error) *Error {
	if e.Ambiguous && len(e.Suggestions) > 1 {
		return e
	}
	if isomers := d.isomers(n.text); len(isomers) > 1 {
		return &Error{Msg: quoted(n.text) + " is ambiguous, the name of several isomers; say which one", Suggestions: isomers, Ambiguous: true}
	}
	if rest, ok := strings.CutSuffix(n.text, "s"); ok {
		if isomers := d.isomers(rest); len(isomers) > 1 { // xylenes
			e = &Error{Offset: e.Offset, Msg: e.Msg, Suggestions: isomers}
		}
	}
	if near := d.Suggest(n.text, 5); len(near) > 0 {
		e = &Error{Offset: e.Offset, Msg: e.Msg, Suggestions: append(e.Suggestions, near...)}
	}
	return e
}

func quoted(text string) string {
	const most = 60
	if len(text) <= most {
		return `"` + text + `"`
	}
	end := most
	for end > 0 && text[end]&0xc0 == 0x80 {
		end--
	}
	return `"` + text[:end] + `…"`
}
