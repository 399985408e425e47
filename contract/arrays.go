package contract

import (
	"fmt"
	"math"
	"strconv"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// maxBonds bounds the bonds of one structure: no element binds to 20 others.
const maxBonds = 10 * MaxAtoms

// maxChannels bounds the named channels of one structure.
const maxChannels = 1000

// intRule is what the integers of one array may be.
type intRule struct {
	min, max int64
	complain func(v int64) string
}

var (
	elementRule = intRule{1, 118, func(v int64) string { return fmt.Sprintf("atomic number %d is not allowed (1–118)", v) }}
	bondOrder   = intRule{1, 4, func(v int64) string {
		return fmt.Sprintf("bond order %d is not allowed (1, 2, 3, or 4 for aromatic)", v)
	}}
	moleculeIndex = intRule{0, math.MaxInt32, func(v int64) string {
		if v < 0 {
			return fmt.Sprintf("molecule index %d is negative", v)
		}
		return fmt.Sprintf("molecule index %d is too large", v)
	}}
	residueID    = intRule{math.MinInt32, math.MaxInt32, func(v int64) string { return fmt.Sprintf("residue number %d does not fit in 32 bits", v) }}
	formalCharge = intRule{math.MinInt32, math.MaxInt32, func(v int64) string { return fmt.Sprintf("formal charge %d does not fit in 32 bits", v) }}
)

// items walks the array at i and calls read with the index of each item's text
// and its number; read returns the index behind the item. More than limit items
// are refused with the message tooMany.
func (r *reader) items(i int, path, want, tooMany string, limit int, read func(i, n int) (int, error)) (int, error) {
	b := r.b
	if i >= len(b) || b[i] != '[' {
		return i, r.wrong(i, path, want)
	}
	i = jsontext.SkipSpace(b, i+1)
	if i < len(b) && b[i] == ']' {
		return i + 1, nil
	}
	for n := 0; ; n++ {
		if n == limit {
			return i, &DecodeError{path, tooMany}
		}
		end, err := read(i, n)
		if err != nil {
			return i, err
		}
		end = jsontext.SkipSpace(b, end)
		switch {
		case end < len(b) && b[end] == ',':
			i = jsontext.SkipSpace(b, end+1)
		case end < len(b) && b[end] == ']':
			return end + 1, nil
		default:
			return i, &DecodeError{path, fmt.Sprintf("not valid JSON: byte %d: expected , or ] in an array", end)}
		}
	}
}

// capacity bounds the guess for an array's length by the text that is left.
func (r *reader) capacity(i, guess int) int { return min(guess, (len(r.b)-i)/2+1) }

// integer reads one integer.
func (r *reader) integer(i int, path, want string) (int64, int, error) {
	if jsontext.KindOf(r.b[min(i, len(r.b)):]) != jsontext.Number {
		return 0, i, r.wrong(i, path, want)
	}
	v, end, whole, err := jsontext.ReadInt(r.b, i)
	if err != nil {
		return 0, i, r.syntax(path, err)
	}
	if !whole {
		return 0, i, &DecodeError{path, "got " + describe(r.b[i:]) + ", want a whole number"}
	}
	return v, end, nil
}

func item(path string, n int) string { return path + "/" + strconv.Itoa(n) }

func ints[T uint8 | int32](r *reader, i int, path string, rule intRule, guess, limit int) ([]T, int, error) {
	list := make([]T, 0, r.capacity(i, guess))
	end, err := r.items(i, path, "an array of integers", fmt.Sprintf("more than %d items", limit), limit, func(i, n int) (int, error) {
		v, end, whole, err := jsontext.ReadInt(r.b, i)
		if err != nil || !whole {
			_, _, err = r.integer(i, item(path, n), "an integer")
			return i, err
		}
		if v < rule.min || v > rule.max {
			return i, &DecodeError{item(path, n), rule.complain(v)}
		}
		list = append(list, T(v))
		return end, nil
	})
	return list, end, err
}

func (r *reader) elements(i int, path string) ([]uint8, int, error) {
	list, end, err := ints[uint8](r, i, path, elementRule, 1024, MaxAtoms)
	if d, ok := err.(*DecodeError); ok && d.Path == path && len(list) == MaxAtoms {
		d.Message = fmt.Sprintf("more than %d atoms, the most a structure may have", MaxAtoms)
	}
	return list, end, err
}

func (r *reader) floats(i int, path string, guess, limit int) ([]float64, int, error) {
	list := make([]float64, 0, r.capacity(i, guess))
	end, err := r.items(i, path, "an array of numbers", fmt.Sprintf("more than %d numbers", limit), limit, func(i, n int) (int, error) {
		v, end, err := jsontext.ReadFloat(r.b, i)
		if err != nil {
			if jsontext.KindOf(r.b[min(i, len(r.b)):]) != jsontext.Number {
				return i, r.wrong(i, item(path, n), "a number")
			}
			return i, r.syntax(item(path, n), err)
		}
		list = append(list, v)
		return end, nil
	})
	return list, end, err
}

func (r *reader) cell(i int, path string) (*[9]float64, int, error) {
	if i < len(r.b) && r.b[i] == 'n' {
		end, err := jsontext.Skip(r.b, i)
		if err != nil {
			return nil, i, r.syntax(path, err)
		}
		return nil, end, nil
	}
	if i < len(r.b) && r.b[i] != '[' {
		return nil, i, r.wrong(i, path, "9 numbers or null")
	}
	list, end, err := r.floats(i, path, 9, 9)
	switch {
	case err == nil && len(list) < 9:
		err = &DecodeError{path, fmt.Sprintf("%d numbers, want 9 (three vectors, row by row)", len(list))}
	case err != nil && len(list) == 9:
		err = &DecodeError{path, "more than 9 numbers (three vectors, row by row)"}
	}
	if err != nil {
		return nil, end, err
	}
	return (*[9]float64)(list), end, nil
}

func (r *reader) bonds(i int, path string, guess int) ([][2]uint32, int, error) {
	list := make([][2]uint32, 0, r.capacity(i, guess))
	end, err := r.items(i, path, "an array of pairs of atom numbers", fmt.Sprintf("more than %d bonds", maxBonds), maxBonds, func(i, n int) (int, error) {
		pair, end, ok := r.pair(i)
		if !ok {
			return i, r.wrongPair(i, item(path, n))
		}
		list = append(list, pair)
		return end, nil
	})
	return list, end, err
}

// pair reads [a,b]; ok is false for anything else.
func (r *reader) pair(i int) (pair [2]uint32, end int, ok bool) {
	b := r.b
	if i >= len(b) || b[i] != '[' {
		return pair, i, false
	}
	i = jsontext.SkipSpace(b, i+1)
	for k, mark := range [2]byte{',', ']'} {
		v, end, whole, err := jsontext.ReadInt(b, i)
		if err != nil || !whole || v < 0 || v > math.MaxUint32 {
			return pair, i, false
		}
		pair[k] = uint32(v)
		if i = jsontext.SkipSpace(b, end); i >= len(b) || b[i] != mark {
			return pair, i, false
		}
		if i++; mark == ',' {
			i = jsontext.SkipSpace(b, i)
		}
	}
	return pair, i, true
}

// wrongPair says why pair did not accept what stands at i.
func (r *reader) wrongPair(i int, path string) error {
	end, err := jsontext.Skip(r.b, i)
	if err != nil {
		return r.syntax(path, err)
	}
	if r.b[i] != '[' {
		return r.wrong(i, path, "a pair of atom numbers")
	}
	n := 0
	for it := jsontext.ItemsOf(r.b[i:end]); it.Next(); n++ {
		v, _, whole, err := jsontext.ReadInt(it.Value(), 0)
		if err != nil || !whole {
			return &DecodeError{item(path, n), "got " + describe(it.Value()) + ", want an atom number"}
		}
		if v < 0 || v > math.MaxUint32 {
			return &DecodeError{path, fmt.Sprintf("atom %d does not exist", v)}
		}
	}
	return &DecodeError{path, fmt.Sprintf("a bond joins 2 atoms, not %d", n)}
}

func (r *reader) strings(i int, path string, guess int) ([]string, int, error) {
	list := make([]string, 0, r.capacity(i, guess))
	end, err := r.items(i, path, "an array of strings", fmt.Sprintf("more than %d items", MaxAtoms), MaxAtoms, func(i, n int) (int, error) {
		if i >= len(r.b) || r.b[i] != '"' {
			return i, r.wrong(i, item(path, n), "a string")
		}
		end, err := jsontext.SkipString(r.b, i)
		if err != nil {
			return i, r.syntax(item(path, n), err)
		}
		raw := r.b[i:end]
		// Names repeat: most often the one before.
		if n > 0 && list[n-1] == string(raw[1:len(raw)-1]) && jsontext.Plain(raw) {
			list = append(list, list[n-1])
			return end, nil
		}
		list = append(list, r.intern(raw))
		return end, nil
	})
	return list, end, err
}

// intern returns the string of raw, the same memory for the same short text.
func (r *reader) intern(raw []byte) string {
	const longest, most = 16, 4096
	if len(raw) > longest {
		return jsontext.Text(raw)
	}
	if s, ok := r.names[string(raw)]; ok {
		return s
	}
	s := jsontext.Text(raw)
	if r.names == nil {
		r.names = make(map[string]string)
	}
	if len(r.names) < most {
		r.names[string(raw)] = s
	}
	return s
}

func (r *reader) scalars(i int, path string, guess int) ([]Channel, int, error) {
	if i >= len(r.b) || r.b[i] != '{' {
		return nil, i, r.wrong(i, path, "an object of number arrays")
	}
	list := []Channel{}
	seen := make(map[string]bool)
	it := jsontext.FieldsOf(r.b[i:])
	for it.NextKey() {
		name := it.Key()
		switch {
		case seen[name]:
			return nil, i, &DecodeError{pointer(path, name), "occurs twice"}
		case len(list) == maxChannels:
			return nil, i, &DecodeError{path, fmt.Sprintf("more than %d channels", maxChannels)}
		}
		seen[name] = true
		values, end, err := r.floats(i+it.Offset(), pointer(path, name), guess, MaxAtoms)
		if err != nil {
			return nil, i, err
		}
		list = append(list, Channel{name, values})
		it.Resume(end - i)
	}
	if err := it.Err(); err != nil {
		return nil, i, r.syntax(path, err)
	}
	return list, i + it.End(), nil
}
