package tools

import (
	"errors"
	"fmt"

	"github.com/molsmith/molsmith/chem/pack"
	"github.com/molsmith/molsmith/contract"
)

// failure makes the error of a tool that a user can act on.
func failure(code contract.Code, format string, args ...any) *contract.Error {
	return &contract.Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// packFailure gives a refusal of the packer its code. Other errors, those of a
// context among them, stay as they are.
func packFailure(err error) error {
	for _, refusal := range [...]struct {
		reason error
		code   contract.Code
	}{
		{pack.ErrRequest, contract.InvalidArguments},
		{pack.ErrTooManyAtoms, contract.TooManyAtoms},
		{pack.ErrTooThin, contract.BoxTooSmall},
		{pack.ErrTooDense, contract.ImpossibleDensity},
	} {
		if errors.Is(err, refusal.reason) {
			return failure(refusal.code, "%s.", upperFirst(err.Error()))
		}
	}
	return err
}

func upperFirst(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}
