package contract

import (
	"encoding/hex"
	"math"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// AppendStructure appends the canonical JSON of s and returns the longer slice.
//
// Members come in the order of the contract's table (§5.1), absent optional
// arrays are left out, numbers are the shortest decimal text that reads back as
// the same float64, and nothing is indented: equal structures have equal text.
// It writes what it is given: call Compact first to leave out orders that are
// all single and charges that are all zero. Elements, positions, cell and bonds
// are always written. A number that is not finite has no JSON; it comes out as
// null, which every reader refuses, so validate first.
func AppendStructure(dst []byte, s *Structure) []byte {
	dst = append(dst, `{"elements":`...)
	dst = appendInts(dst, s.Elements)
	dst = append(dst, `,"positions":`...)
	dst = appendFloats(dst, s.Positions)
	dst = append(dst, `,"cell":`...)
	if s.Cell == nil {
		dst = append(dst, "null"...)
	} else {
		dst = appendFloats(dst, s.Cell[:])
	}
	dst = append(dst, `,"bonds":`...)
	dst = appendBonds(dst, s.Bonds)
	if s.BondOrders != nil {
		dst = appendInts(append(dst, `,"bondOrders":`...), s.BondOrders)
	}
	if s.Molecules != nil {
		dst = appendInts(append(dst, `,"molecules":`...), s.Molecules)
	}
	if s.ResidueNames != nil {
		dst = appendStrings(append(dst, `,"residueNames":`...), s.ResidueNames)
	}
	if s.ResidueIDs != nil {
		dst = appendInts(append(dst, `,"residueIds":`...), s.ResidueIDs)
	}
	if s.AtomNames != nil {
		dst = appendStrings(append(dst, `,"atomNames":`...), s.AtomNames)
	}
	if s.ChainIDs != nil {
		dst = appendStrings(append(dst, `,"chainIds":`...), s.ChainIDs)
	}
	if s.FormalCharges != nil {
		dst = appendInts(append(dst, `,"formalCharges":`...), s.FormalCharges)
	}
	if s.Scalars != nil {
		dst = append(dst, `,"scalars":{`...)
		for i := range s.Scalars {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = jsontext.AppendString(dst, s.Scalars[i].Name)
			dst = appendFloats(append(dst, ':'), s.Scalars[i].Values)
		}
		dst = append(dst, '}')
	}
	return append(dst, '}')
}

// AppendResult appends the JSON of r (contract §5), written like
// AppendStructure. Warnings and provenance are written even when empty.
func AppendResult(dst []byte, r *BuilderResult) []byte {
	dst = append(dst, `{"contract":`...)
	dst = strconv.AppendInt(dst, int64(r.Contract), 10)
	dst = append(dst, `,"name":`...)
	dst = jsontext.AppendString(dst, r.Name)
	dst = append(dst, `,"structure":`...)
	dst = AppendStructure(dst, &r.Structure)
	dst = append(dst, `,"warnings":`...)
	dst = appendStrings(dst, r.Warnings)
	dst = append(dst, `,"provenance":`...)
	dst = AppendProvenance(dst, r.Provenance)
	return append(dst, '}')
}

// AppendProvenance appends p as a JSON object in its order.
func AppendProvenance(dst []byte, p Provenance) []byte {
	dst = append(dst, '{')
	for i, e := range p {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsontext.AppendString(dst, e.Key)
		dst = append(dst, ':')
		switch v := e.Value.(type) {
		case string:
			dst = jsontext.AppendString(dst, v)
		case int64:
			dst = strconv.AppendInt(dst, v, 10)
		case float64:
			dst = jsontext.AppendFloat(dst, v)
		default:
			dst = append(dst, "null"...) // ValidateResult refuses other types
		}
	}
	return append(dst, '}')
}

// CanonicalHash is the SHA-256 of AppendStructure's text in lower-case
// hexadecimal: two structures have the same hash when they are the same.
func CanonicalHash(s *Structure) string {
	sum := sha256Sum(AppendStructure(make([]byte, 0, 64+40*len(s.Elements)), s))
	return hex.EncodeToString(sum[:])
}

// RoundPayload returns s as a page sends it in a document argument: positions
// and cell rounded to 5 decimals. Those two are copies; the other arrays are
// shared with s.
func RoundPayload(s *Structure) Structure {
	out := *s
	out.Positions = make([]float64, len(s.Positions))
	for i, v := range s.Positions {
		out.Positions[i] = round(v, 1e5)
	}
	if s.Cell != nil {
		cell := *s.Cell
		for i, v := range cell {
			cell[i] = round(v, 1e5)
		}
		out.Cell = &cell
	}
	return out
}

// round rounds v to a multiple of 1/scale and never returns a negative zero.
func round(v, scale float64) float64 { return math.Round(v*scale)/scale + 0 }

// Compact leaves out what says nothing: bond orders when all are single and
// formal charges when all are zero. Tool.Run does it to every result.
func (s *Structure) Compact() {
	if allEqual(s.BondOrders, 1) {
		s.BondOrders = nil
	}
	if allEqual(s.FormalCharges, 0) {
		s.FormalCharges = nil
	}
}

func allEqual[T comparable](list []T, v T) bool {
	for _, x := range list {
		if x != v {
			return false
		}
	}
	return true
}

// Set replaces the entry of key, or appends it.
func (p *Provenance) Set(key string, value any) {
	for i := range *p {
		if (*p)[i].Key == key {
			(*p)[i].Value = value
			return
		}
	}
	*p = append(*p, ProvenanceEntry{key, value})
}

// Get returns the value of key; ok is false when there is none.
func (p Provenance) Get(key string) (value any, ok bool) {
	for _, e := range p {
		if e.Key == key {
			return e.Value, true
		}
	}
	return nil, false
}

const maxNameLength = 64

// SafeName turns the name of a result into one that is safe as a file name and
// as the stem of a fragment id: every run of characters outside A–Z a–z 0–9 . _ -
// becomes one hyphen, hyphens at the ends go, 64 characters stay. A name of
// which nothing is left is "result".
func SafeName(name string) string {
	var b strings.Builder
	hyphen := false
	for i := 0; i < len(name) && b.Len() < maxNameLength; i++ {
		switch c := name[i]; {
		case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '.', c == '_', c == '-':
			b.WriteByte(c)
			hyphen = false
		case !hyphen:
			b.WriteByte('-')
			hyphen = true
		}
	}
	s := strings.Trim(b.String(), "-")
	if strings.Trim(s, ".") == "" {
		return "result"
	}
	return s
}

func appendInts[T uint8 | int32](dst []byte, list []T) []byte {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		if v >= 0 && v < 10 {
			dst = append(dst, byte('0'+v))
		} else {
			dst = strconv.AppendInt(dst, int64(v), 10)
		}
	}
	return append(dst, ']')
}

func appendFloats(dst []byte, list []float64) []byte {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsontext.AppendFloat(dst, v)
	}
	return append(dst, ']')
}

func appendBonds(dst []byte, list [][2]uint32) []byte {
	dst = append(dst, '[')
	for i, b := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '[')
		dst = strconv.AppendUint(dst, uint64(b[0]), 10)
		dst = append(dst, ',')
		dst = strconv.AppendUint(dst, uint64(b[1]), 10)
		dst = append(dst, ']')
	}
	return append(dst, ']')
}

func appendStrings(dst []byte, list []string) []byte {
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsontext.AppendString(dst, s)
	}
	return append(dst, ']')
}
