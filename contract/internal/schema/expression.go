//go:build !js

package schema

import "regexp"

// expression is nil for an expression that RE2 does not know.
func expression(s string) Expression {
	re, err := regexp.Compile(s)
	if err != nil {
		return nil
	}
	return re
}
