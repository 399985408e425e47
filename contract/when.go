package contract

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// condition says when a form shows a field: while the argument key has one of the
// values.
type condition struct {
	key    string
	values []string
}

// readCondition takes when=key:a|b out of the keywords of a tag; nil for none.
func readCondition(keywords map[string]string) (*condition, error) {
	text, ok := keywords["when"]
	if !ok {
		return nil, nil
	}
	delete(keywords, "when")
	key, values, _ := strings.Cut(text, ":")
	c := &condition{key, strings.Split(values, "|")}
	if key == "" || slices.Contains(c.values, "") {
		return nil, fmt.Errorf("when=%s is not key:value or key:value|value", text)
	}
	return c, nil
}

// object writes the annotation of the schema.
func (c *condition) object() json.RawMessage {
	var m members
	m.str("field", c.key)
	m.raw("in", texts(c.values))
	return m.object()
}

// checkCondition tests the condition of a field that stands in o. arguments are all
// arguments when o is a table or group of them, else nil.
func (f *field) checkCondition(o, arguments *object) error {
	if f.when == nil {
		return nil
	}
	on := o.byName(f.when.key)
	if on == nil && arguments != nil {
		on = arguments.byName(f.when.key)
	}
	switch {
	case on == nil:
		return fmt.Errorf("%q is shown by %q, which is no argument", f.name, f.when.key)
	case on == f:
		return fmt.Errorf("%q is shown by itself", f.name)
	case f.required && f.kind != kindGroup:
		return fmt.Errorf("%q is not always shown, so it needs a default or must be optional", f.name)
	}
	var known []string
	if on.kind == kindBool {
		known = []string{"true", "false"}
	} else if list := on.keywords["enum"]; list != "" {
		known = strings.Split(list, "|")
	}
	for _, v := range f.when.values {
		if !slices.Contains(known, v) {
			return fmt.Errorf("%q is shown by %s:%s, which %q cannot be", f.name, f.when.key, v, on.name)
		}
	}
	return nil
}
