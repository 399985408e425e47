package core

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/molsmith/molsmith/contract"
)

// Failure is what a `fail` message carries: a code for the page, one line for
// the person, and for arguments every place that is wrong.
type Failure struct {
	Code     string
	Message  string
	Pointer  string // JSON pointer of the value at fault, when it is one value
	Problems []contract.Problem
}

func (f Failure) Error() string { return f.Message }

// ProblemsJSON returns the problems as a JSON array.
func (f Failure) ProblemsJSON() []byte {
	text, err := json.Marshal(f.Problems)
	if err != nil {
		return []byte("[]") // a limit that is no JSON value: the message says it too
	}
	return text
}

// BadRequest is the failure of a call that breaks the protocol itself.
func BadRequest(message string) Failure {
	return Failure{Code: "INVALID_REQUEST", Message: message}
}

// refused is the failure of a molecule that cannot be read.
func refused(err error) Failure {
	return Failure{Code: "INVALID_MOLECULE", Message: err.Error()}
}

// listed is names as JSON wants them: an empty list is no null.
func listed(names []string) []string {
	if names == nil {
		return []string{}
	}
	return names
}

// AsFailure turns any error of a call into a Failure. Errors that carry no code
// are internal ones.
func AsFailure(err error) Failure {
	var f Failure
	if errors.As(err, &f) {
		return f
	}
	var e *contract.Error
	if errors.As(err, &e) {
		f = Failure{Code: string(e.Code), Message: e.Message, Problems: e.Problems}
		if len(e.Problems) == 1 {
			f.Pointer = e.Problems[0].Path
		}
		return f
	}
	return Failure{Code: string(contract.Internal), Message: err.Error()}
}

func panicText(v any) string { return fmt.Sprint(v) }

// quote shows text from outside in a message, never more than a line of it.
func quote(s string) string {
	const shown = 60
	if r := []rune(s); len(r) > shown {
		s = string(r[:shown]) + "…"
	}
	return strconv.Quote(s)
}
