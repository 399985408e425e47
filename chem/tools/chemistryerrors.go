package tools

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/molsmith/molsmith/chem/canon"
	"github.com/molsmith/molsmith/chem/smarts"
	"github.com/molsmith/molsmith/contract"
)

// textFault is where a text is wrong.
type textFault struct {
	Argument string `json:"argument"`
	Position int    `json:"position"` // byte, from 0; the length of the text when something is missing at its end
	Token    string `json:"token"`    // what stands there
}

// limitFault is a limit that was exceeded.
type limitFault struct {
	Limit  int `json:"limit"`
	Actual int `json:"actual"`
}

func tooLarge(limit, actual int, format string, args ...any) *contract.Error {
	e := failure(contract.MoleculeTooLarge, format, args...)
	e.Details = limitFault{limit, actual}
	return e
}

// invalidText makes the error of a text that does not parse. what is SMILES or SMARTS.
func invalidText(code contract.Code, what, argument, text string, offset int, reason error) *contract.Error {
	e := failure(code, "Invalid %s '%s': %v", what, excerpt(text), reason)
	e.Details = textFault{argument, offset, tokenAt(text, offset)}
	return e
}

// invalidArgument is the error of a value that the inputSchema lets pass.
func invalidArgument(path, rule string, limit any, format string, args ...any) *contract.Error {
	e := failure(contract.InvalidArguments, format, args...)
	e.Problems = []contract.Problem{{Path: path, Rule: rule, Limit: limit, Message: e.Message}}
	return e
}

// excerpt shortens a text of the caller for a message.
func excerpt(text string) string {
	if len(text) <= maxQuotedText {
		return text
	}
	end := maxQuotedText
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

// tokenAt returns what stands in a SMILES or SMARTS at a byte: a bracket atom, a ring
// number of more digits, a symbol of two letters or one character; "" at the end.
func tokenAt(text string, at int) string {
	if at < 0 || at >= len(text) {
		return ""
	}
	rest := text[at:]
	_, n := utf8.DecodeRuneInString(rest)
	switch {
	case rest[0] == '[':
		if end := strings.IndexByte(rest, ']'); end > 0 {
			n = end + 1
		}
	case rest[0] == '%' && len(rest) >= 3 && rest[1] != '(':
		n = 3
	case strings.HasPrefix(rest, "Cl"), strings.HasPrefix(rest, "Br"), strings.HasPrefix(rest, "->"), strings.HasPrefix(rest, "<-"):
		n = 2
	}
	return excerpt(rest[:n])
}

// workFailure gives an error of a computation its code.
func workFailure(err error) error {
	switch {
	case errors.Is(err, smarts.ErrSteps), errors.Is(err, canon.ErrTooSymmetric):
		return failure(contract.MatchResourceLimit, "%s", upperFirst(err.Error()))
	}
	return err
}

// explainArguments words two problems as clients of these tools know them.
func explainArguments(p contract.Problem, _ json.RawMessage) string {
	switch {
	case p.Rule == "required":
		return "Missing required argument: " + strings.TrimPrefix(p.Path, "/")
	case p.Path == "/smiles_list" && p.Rule == "minItems":
		return "find_mcs requires at least 2 molecules"
	case p.Path == "/smiles_list" && p.Rule == "maxItems":
		return "find_mcs accepts at most 20 molecules"
	}
	return ""
}
