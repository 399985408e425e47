package schema

import (
	"math"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// typed checks the type and reports whether it is right.
func (c *checker) typed(s *Schema, raw []byte, kind jsontext.Kind, p *place) bool {
	var have Types
	switch kind {
	case jsontext.Null:
		have = Null
	case jsontext.Bool:
		have = Boolean
	case jsontext.String:
		have = String
	case jsontext.Array:
		have = Array
	case jsontext.Object:
		have = Object
	case jsontext.Number:
		have = Number
		if s.Types&(Number|Integer) == Integer {
			v, _, err := jsontext.ReadFloat(raw, 0)
			if err == nil && v == math.Trunc(v) {
				if math.Abs(v) > 1<<53 {
					c.add(p, "type", "integer", "is too large")
					return false
				}
				have = Integer
			}
		}
	}
	if s.Types&have != 0 {
		return true
	}
	var names, words []string
	for _, t := range typeNames {
		if s.Types&t.t != 0 {
			names = append(names, t.name)
			words = append(words, t.words)
		}
	}
	message := "must be " + strings.Join(words, " or ")
	if kind == jsontext.Null {
		message += ", not null"
	} else if meant := c.meant(s.Types, raw, kind); meant != "" || c.ctx.Form {
		message += meant
	} else {
		message += ", not " + came(raw, kind)
	}
	c.add(p, "type", strings.Join(names, ","), message)
	return false
}

// came names a value that is not what it must be.
func came(raw []byte, kind jsontext.Kind) string {
	const most = 40 // bytes of it that are repeated
	switch kind {
	case jsontext.Array:
		return "a list"
	case jsontext.Object:
		return "an object"
	case jsontext.String:
		if text := strings.TrimSpace(jsontext.Text(raw)); strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{") {
			return "text: send the JSON itself, without quotation marks around it"
		}
	}
	if len(raw) > most {
		return "text"
	}
	return string(raw)
}

// meant says how to write a value that is right but for its quotation marks, as models
// and scripts send them: `: send 10, not "10"`. A form sends what a person typed, who
// has no use for it.
func (c *checker) meant(want Types, raw []byte, kind jsontext.Kind) string {
	if c.ctx.Form {
		return ""
	}
	text, as := string(raw), ""
	if kind == jsontext.String {
		text = strings.TrimSpace(jsontext.Text(raw))
	}
	switch {
	case len(text) > 40:
	case kind == jsontext.String && want&(Number|Integer) != 0:
		end, plain, err := jsontext.ScanNumber([]byte(text), 0)
		if err == nil && end == len(text) && (plain || want&Number != 0) {
			as = text
		}
	case kind == jsontext.String && want&Boolean != 0 && (text == "true" || text == "True"):
		as = "true"
	case kind == jsontext.String && want&Boolean != 0 && (text == "false" || text == "False"):
		as = "false"
	case kind == jsontext.Number && want&Boolean != 0 && (text == "0" || text == "1"):
		as = strconv.FormatBool(text == "1")
	case kind == jsontext.Number && want == String:
		as = strconv.Quote(text)
	}
	switch {
	case as == "":
		return ""
	case kind == jsontext.String:
		text = strconv.Quote(text)
	}
	return ": send " + as + ", not " + text
}
