package contract

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// DecodeError is one violation of the contract's rules for a Structure or a
// BuilderResult (§5, §5.1), in JSON or in typed arrays.
type DecodeError struct {
	Path    string // JSON pointer of the place, "" for the whole value
	Message string // one line
}

func (e *DecodeError) Error() string {
	if e.Path == "" {
		return e.Message
	}
	return jsontext.OneLine(e.Path) + ": " + e.Message
}

// DecodeStructure reads the JSON of a Structure and checks every rule of
// contract §5.1. A number such as 6.0 or 6e0 counts as the integer 6. Unknown
// members are an error when strict (arguments), otherwise (results) they are
// ignored with one warning. A bond that is listed again is dropped with a
// warning. The error is a *DecodeError; nothing is allocated by a count that
// was not checked, and more than MaxAtoms atoms are refused before the rest is read.
func DecodeStructure(data []byte, strict bool) (*Structure, []string, error) {
	r := reader{b: data, strict: strict}
	s := new(Structure)
	end, err := r.structure(s, jsontext.SkipSpace(data, 0), "")
	if err == nil {
		err = r.end(end)
	}
	if err == nil {
		err = ValidateStructure(s)
	}
	if err != nil {
		return nil, nil, err
	}
	if note := dropRepeatedBonds(s); note != "" {
		r.warnings = append(r.warnings, note)
	}
	return s, r.warnings, nil
}

// DecodeResult reads the JSON of a BuilderResult, the structuredContent of a
// Builder tool's answer, and checks every rule of contract §5 and §5.1.
//
// The warnings are about the JSON itself and are separate from r.Warnings. What
// the contract tells a client to bear is borne: unknown members, warnings that
// are no strings and a provenance that is no object are left out, and a missing
// or blank name becomes "result". Everything else that is wrong refuses the
// whole result with a *DecodeError.
func DecodeResult(data []byte) (*BuilderResult, []string, error) {
	r := reader{b: data}
	result := new(BuilderResult)
	end, err := r.result(result, jsontext.SkipSpace(data, 0))
	if err == nil {
		err = r.end(end)
	}
	if err != nil {
		return nil, nil, err
	}
	notes, err := ValidateResult(result)
	if err != nil {
		return nil, nil, err
	}
	return result, append(r.warnings, notes...), nil
}

// reader reads wire values from b. Its methods take the index where a value
// starts and the JSON pointer of it, and return the index behind the value.
type reader struct {
	b        []byte
	strict   bool
	warnings []string
	names    map[string]string // short strings met before, so that equal ones share memory
}

func (r *reader) end(i int) error {
	if i = jsontext.SkipSpace(r.b, i); i != len(r.b) {
		return &DecodeError{"", fmt.Sprintf("not valid JSON: text after the end of the value at byte %d", i)}
	}
	return nil
}

// wrong makes the error for a value of the wrong type or a syntax error at i.
func (r *reader) wrong(i int, path, want string) error {
	if _, err := jsontext.Skip(r.b, i); err != nil {
		return r.syntax(path, err)
	}
	got := describe(r.b[i:])
	return &DecodeError{path, "got " + got + ", want " + want}
}

func (r *reader) syntax(path string, err error) error {
	var s *jsontext.SyntaxError
	if errors.As(err, &s) {
		return &DecodeError{path, "not valid JSON: " + s.Error()}
	}
	return &DecodeError{path, err.Error()}
}

// describe names the JSON value at the start of raw for a message.
func describe(raw []byte) string {
	switch jsontext.KindOf(raw) {
	case jsontext.Null:
		return "null"
	case jsontext.Bool:
		return "true or false"
	case jsontext.Number:
		end, _, _ := jsontext.ScanNumber(raw, 0)
		return string(raw[:min(end, 40)])
	case jsontext.String:
		return "text"
	case jsontext.Array:
		return "an array"
	case jsontext.Object:
		return "an object"
	}
	return "nothing"
}

func (r *reader) result(out *BuilderResult, i int) (int, error) {
	if i >= len(r.b) || jsontext.KindOf(r.b[i:]) != jsontext.Object {
		if i >= len(r.b) {
			return i, &DecodeError{"", "the result is missing"}
		}
		return i, r.wrong(i, "", "a result object")
	}
	seen := make(map[string]bool, 8)
	it := jsontext.FieldsOf(r.b[i:])
	for it.NextKey() {
		key, at := it.Key(), i+it.Offset()
		if seen[key] {
			return i, &DecodeError{pointer("", key), "occurs twice"}
		}
		seen[key] = true
		end, err := r.resultMember(out, key, at)
		if err != nil {
			return i, err
		}
		it.Resume(end - i)
	}
	if err := it.Err(); err != nil {
		return i, r.syntax("", err)
	}
	for _, key := range []string{"contract", "structure"} {
		if !seen[key] {
			return i, &DecodeError{"", key + " is missing"}
		}
	}
	return i + it.End(), nil
}

func (r *reader) resultMember(out *BuilderResult, key string, i int) (int, error) {
	switch key {
	case "contract":
		v, end, err := r.integer(i, "/contract", "the number of the contract")
		if err == nil && v != Version {
			err = &DecodeError{"/contract", fmt.Sprintf("contract %d is not supported, only %d is", v, Version)}
		}
		out.Contract = int(v)
		return end, err
	case "structure":
		return r.structure(&out.Structure, i, "/structure")
	}
	end, err := jsontext.Skip(r.b, i)
	if err != nil {
		return i, r.syntax(pointer("", key), err)
	}
	raw := r.b[i:end]
	switch kind := jsontext.KindOf(raw); {
	case key == "name" && kind == jsontext.String:
		out.Name = jsontext.Text(raw)
	case key == "warnings" && kind == jsontext.Array:
		for it := jsontext.ItemsOf(raw); it.Next(); {
			if v := it.Value(); jsontext.KindOf(v) == jsontext.String {
				out.Warnings = append(out.Warnings, jsontext.Text(v))
			}
		}
	case key == "provenance" && kind == jsontext.Object:
		return end, r.provenance(out, raw)
	}
	return end, nil
}

func (r *reader) provenance(out *BuilderResult, raw []byte) error {
	members, err := jsontext.Members(raw)
	if err != nil {
		return r.syntax("/provenance", err)
	}
	var dropped []string
	for _, m := range members {
		switch jsontext.KindOf(m.Value) {
		case jsontext.String:
			out.Provenance = append(out.Provenance, ProvenanceEntry{m.Key, jsontext.Text(m.Value)})
		case jsontext.Number:
			v, err := readNumber(m.Value)
			if err != nil {
				return r.syntax(pointer("/provenance", m.Key), err)
			}
			out.Provenance = append(out.Provenance, ProvenanceEntry{m.Key, v})
		default:
			dropped = append(dropped, m.Key)
		}
	}
	if dropped != nil {
		r.warnings = append(r.warnings, "provenance entries that are neither text nor numbers were ignored: "+listNames(dropped))
	}
	return nil
}

// readNumber returns an int64 for a number without point and exponent that
// fits, otherwise a float64.
func readNumber(raw []byte) (any, error) {
	if _, plain, _ := jsontext.ScanNumber(raw, 0); plain {
		if v, _, whole, err := jsontext.ReadInt(raw, 0); err == nil && whole {
			return v, nil
		}
	}
	v, _, err := jsontext.ReadFloat(raw, 0)
	return v, err
}

func (r *reader) structure(s *Structure, i int, path string) (int, error) {
	if i >= len(r.b) || jsontext.KindOf(r.b[i:]) != jsontext.Object {
		return i, r.wrong(i, path, "an object with elements, positions, cell and bonds")
	}
	seen := make(map[string]bool, 16)
	var unknown []string
	it := jsontext.FieldsOf(r.b[i:])
	for it.NextKey() {
		key, at := it.Key(), i+it.Offset()
		field := pointer(path, key)
		if seen[key] {
			return i, &DecodeError{field, "occurs twice"}
		}
		seen[key] = true
		end, known, err := r.structureMember(s, key, at, field)
		if err != nil {
			return i, err
		}
		if !known {
			if r.strict {
				return i, &DecodeError{path, jsontext.Quote(key) + " is not a field of a structure"}
			}
			unknown = append(unknown, key)
		}
		it.Resume(end - i)
	}
	if err := it.Err(); err != nil {
		return i, r.syntax(path, err)
	}
	for _, key := range []string{"elements", "positions", "cell", "bonds"} {
		if !seen[key] {
			missing := key + " is missing"
			if key == "cell" {
				missing += "; it is 9 numbers, or null for a structure that is not periodic"
			}
			return i, &DecodeError{path, missing}
		}
	}
	if unknown != nil {
		r.warnings = append(r.warnings, "structure fields that the contract does not know were ignored: "+listNames(unknown))
	}
	return i + it.End(), nil
}

func (r *reader) structureMember(s *Structure, key string, i int, path string) (end int, known bool, err error) {
	known = true
	// The number of atoms is a good guess for the arrays that follow; every array
	// is bounded by the text that is left, two bytes per item at least.
	atoms := len(s.Elements)
	switch key {
	case "elements":
		s.Elements, end, err = r.elements(i, path)
	case "positions":
		s.Positions, end, err = r.floats(i, path, 3*atoms, 3*MaxAtoms)
	case "cell":
		s.Cell, end, err = r.cell(i, path)
	case "bonds":
		s.Bonds, end, err = r.bonds(i, path, atoms)
	case "bondOrders":
		s.BondOrders, end, err = ints[uint8](r, i, path, bondOrder, len(s.Bonds), maxBonds)
	case "molecules":
		s.Molecules, end, err = ints[int32](r, i, path, moleculeIndex, atoms, MaxAtoms)
	case "residueNames":
		s.ResidueNames, end, err = r.strings(i, path, atoms)
	case "residueIds":
		s.ResidueIDs, end, err = ints[int32](r, i, path, residueID, atoms, MaxAtoms)
	case "atomNames":
		s.AtomNames, end, err = r.strings(i, path, atoms)
	case "chainIds":
		s.ChainIDs, end, err = r.strings(i, path, atoms)
	case "formalCharges":
		s.FormalCharges, end, err = ints[int32](r, i, path, formalCharge, atoms, MaxAtoms)
	case "scalars":
		s.Scalars, end, err = r.scalars(i, path, atoms)
	default:
		known = false
		if end, err = jsontext.Skip(r.b, i); err != nil {
			err = r.syntax(path, err)
		}
	}
	return end, known, err
}

func pointer(base, key string) string {
	if strings.ContainsAny(key, "~/") {
		key = strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
	}
	return base + "/" + key
}

// listNames shows a stranger's names in a message, a few of them.
func listNames(names []string) string {
	const shown = 5
	quoted := make([]string, 0, shown)
	for _, n := range names[:min(len(names), shown)] {
		quoted = append(quoted, jsontext.Quote(n))
	}
	list := strings.Join(quoted, ", ")
	if more := len(names) - shown; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

// finite reports whether v is neither infinite nor NaN.
func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }
