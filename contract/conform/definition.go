package conform

import (
	"math"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/internal/jsontext"
	"github.com/molsmith/molsmith/contract/internal/schema"
)

const (
	maxSentence = 200      // characters of a tooltip
	maxIcon     = 64 << 10 // bytes of an icon that a menu carries
)

// readMarker checks the marker (contract §3). It reports whether it is of the
// contract's version, so that the rest means something.
func (t *Tool) readMarker(raw []byte) bool {
	if jsontext.KindOf(raw) != jsontext.Object {
		t.add("marker", "the marker must be an object, not %s", shown(raw))
		return false
	}
	members := objectOf(raw)
	if v, whole := wholeNumber(valueOf(members, "contract")); !whole || v != contract.Version {
		t.add("marker", "contract must be %d, not %s", contract.Version, shown(valueOf(members, "contract")))
		return false
	}
	m := &t.Marker
	m.Contract = contract.Version
	m.Category = contract.Category(textOf(valueOf(members, "category")))
	switch m.Category {
	case contract.Bulk, contract.MoleculeTools, contract.Polymer, contract.Surface, contract.Solvation, contract.Other:
	default:
		t.add("marker.category", "category must be bulk, molecule, polymer, surface, solvation or other, not %s", shown(valueOf(members, "category")))
	}
	m.Apply = contract.Apply(textOf(valueOf(members, "apply")))
	if m.Apply != contract.NewDocument && m.Apply != contract.Insert {
		t.add("marker.apply", "apply must be new_document or insert, not %s", shown(valueOf(members, "apply")))
	}
	m.Document = contract.DocumentUse(textOf(valueOf(members, "document")))
	switch m.Document {
	case contract.DocumentNone, contract.DocumentOptional, contract.DocumentRequired:
	default:
		t.add("marker.document", "document must be none, optional or required, not %s", shown(valueOf(members, "document")))
		m.Document = ""
	}
	stochastic := valueOf(members, "stochastic")
	if jsontext.KindOf(stochastic) != jsontext.Bool {
		t.add("marker.stochastic", "stochastic must be true or false, not %s", shown(stochastic))
	} else {
		t.stochastic, m.Stochastic = true, stochastic[0] == 't'
	}
	if seconds := valueOf(members, "expectedSeconds"); seconds != nil {
		v, ok := number(seconds)
		if !ok || !(v > 0) {
			t.add("marker.seconds", "expectedSeconds must be a number above 0, not %s", shown(seconds))
		} else {
			m.ExpectedSeconds = v
		}
	}
	return true
}

// checkWords looks at what people read.
func (t *Tool) checkWords() {
	if strings.TrimSpace(t.text("title")) == "" {
		t.add("tool.title", "there is no title; the button shows the name")
	}
	description := strings.TrimSpace(t.text("description"))
	if description == "" {
		t.add("tool.description", "there is no description, which people and models choose the tool by")
		return
	}
	if n := utf8.RuneCountInString(firstSentence(description)); n > maxSentence {
		t.add("tool.sentence", "the first sentence of the description has %d characters; a tooltip has room for %d", n, maxSentence)
	}
}

// firstSentence ends at a full stop before white space, or at the first line.
func firstSentence(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	if sentence, _, cut := strings.Cut(text, ". "); cut {
		return sentence + "."
	}
	return text
}

var dataIcon = regexp.MustCompile(`(?i)^data:image/(?:svg\+xml|png|jpeg|gif|webp)[;,]`)

// checkIcons: an icon that is no data: URI is never fetched (contract §3, §9).
func (t *Tool) checkIcons() {
	icons := t.member("icons")
	if icons == nil {
		return
	}
	if jsontext.KindOf(icons) == jsontext.Array {
		any := false
		for it := jsontext.ItemsOf(icons); it.Next(); {
			any = true
			if src := textOf(schema.Child(it.Value(), "src")); len(src) <= maxIcon && dataIcon.MatchString(src) {
				return
			}
		}
		if !any {
			return
		}
	}
	t.add("tool.icon", "no icon is a data: URI of SVG, PNG, JPEG, GIF or WebP of at most %d KiB; Builder shows that of the category", maxIcon>>10)
}

// checkOutput: the outputSchema declares a BuilderResult (contract §5).
func (t *Tool) checkOutput() {
	raw := t.member("outputSchema")
	if raw == nil {
		t.add("tool.output", "there is no outputSchema; it declares contract, name and structure")
		return
	}
	parsed, err := schema.Parse(raw)
	if err != nil {
		t.add("tool.output", "the outputSchema cannot be read: %v", err)
		return
	}
	flat, err := parsed.Flat()
	if err != nil {
		t.add("tool.output", "the outputSchema %v", err)
		return
	}
	if flat.Types != schema.Object {
		t.add("tool.output", "the outputSchema is not of type object")
		return
	}
	var missing []string
	for _, name := range []string{"contract", "name", "structure"} {
		if propertyOf(flat, name) == nil {
			missing = append(missing, name)
		}
	}
	if missing != nil {
		t.add("tool.output", "the outputSchema does not declare %s", strings.Join(missing, ", "))
		return
	}
	t.output = parsed
}

func propertyOf(s *schema.Schema, name string) *schema.Schema {
	for _, p := range s.Properties {
		if p.Name == name {
			return p.Schema
		}
	}
	return nil
}

// number reads a JSON number that is finite.
func number(raw []byte) (float64, bool) {
	if jsontext.KindOf(raw) != jsontext.Number {
		return 0, false
	}
	v, _, err := jsontext.ReadFloat(raw, 0)
	return v, err == nil
}

// wholeNumber reads a JSON number without a fraction; 6.0 is one.
func wholeNumber(raw []byte) (float64, bool) {
	v, ok := number(raw)
	return v, ok && v == math.Trunc(v)
}
