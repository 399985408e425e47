package jsontext

import (
	"errors"
	"math"
	"strconv"
)

// ScanNumber checks the number that starts at b[i] and returns the index behind
// it and whether it is written as a plain integer.
func ScanNumber(b []byte, i int) (end int, plain bool, err error) {
	start := i
	if i < len(b) && b[i] == '-' {
		i++
	}
	digits := skipDigits(b, i)
	switch {
	case digits == i:
		return start, false, &SyntaxError{start, "a number has no digits"}
	case b[i] == '0' && digits > i+1:
		return start, false, &SyntaxError{start, "a number starts with a needless 0"}
	}
	i, plain = digits, true
	if i < len(b) && b[i] == '.' {
		plain = false
		if digits = skipDigits(b, i+1); digits == i+1 {
			return start, false, &SyntaxError{start, "a number has no digits after its point"}
		}
		i = digits
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		plain = false
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if digits = skipDigits(b, i); digits == i {
			return start, false, &SyntaxError{start, "a number has no digits in its exponent"}
		}
		i = digits
	}
	return i, plain, nil
}

func skipDigits(b []byte, i int) int {
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return i
}

// Powers of ten that a float64 holds exactly.
var pow10 = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// ErrRange says that a number is none that float64 holds.
var ErrRange = errors.New("the number is too large")

// ReadFloat reads the number that starts at b[i]. A number beyond the range of
// float64 is ErrRange, so the value is always finite.
func ReadFloat(b []byte, i int) (v float64, end int, err error) {
	// One pass for what coordinates look like: a sign, some digits, a point, some
	// digits. Up to 15 digits in all are an integer below 2^53 over an exact power
	// of ten, and one division rounds correctly (Clinger, PLDI 1990).
	j := i
	negative := j < len(b) && b[j] == '-'
	if negative {
		j++
	}
	first := j
	var mantissa uint64
	for j < len(b) && b[j]-'0' <= 9 {
		mantissa = mantissa*10 + uint64(b[j]-'0')
		j++
	}
	whole := j - first
	decimals := 0
	if whole > 0 && (whole == 1 || b[first] != '0') && j < len(b) && b[j] == '.' {
		j++
		for j < len(b) && b[j]-'0' <= 9 {
			mantissa = mantissa*10 + uint64(b[j]-'0')
			j++
			decimals++
		}
		if decimals == 0 {
			whole = 0 // not a number: let the slow path say why
		}
	}
	ended := j >= len(b) || (b[j] != 'e' && b[j] != 'E')
	if whole > 0 && (whole == 1 || b[first] != '0') && whole+decimals <= 15 && ended {
		v = float64(mantissa) / pow10[decimals]
		if negative {
			v = -v
		}
		return v, j, nil
	}
	end, _, err = ScanNumber(b, i)
	if err != nil {
		return 0, i, err
	}
	v, err = strconv.ParseFloat(string(b[i:end]), 64)
	if err != nil {
		return 0, i, ErrRange
	}
	return v, end, nil
}

// ReadInt reads the integer that starts at b[i]. A number written with a point
// or an exponent counts when its value is whole (6.0, 6e0). whole is false for a
// number that is none, or that does not fit in 53 bits.
func ReadInt(b []byte, i int) (v int64, end int, whole bool, err error) {
	j := i
	if j < len(b) && b[j] == '-' {
		j++
	}
	first := j
	for j < len(b) && b[j]-'0' <= 9 {
		v = v*10 + int64(b[j]-'0')
		j++
	}
	n := j - first
	if n > 0 && n <= 15 && (n == 1 || b[first] != '0') && (j >= len(b) || (b[j] != '.' && b[j] != 'e' && b[j] != 'E')) {
		if first > i {
			v = -v
		}
		return v, j, true, nil
	}
	f, end, err := ReadFloat(b, i)
	if err != nil {
		return 0, end, false, err
	}
	const limit = 1 << 53
	if f != math.Trunc(f) || math.Abs(f) > limit {
		return 0, end, false, nil
	}
	return int64(f), end, true, nil
}

// AppendFloat appends the shortest decimal text that reads back as v, spelled as
// JSON.stringify of ECMAScript spells it. A negative zero is written as 0, so
// that equal numbers have equal text; a number that is not finite, which JSON
// cannot hold, as null.
func AppendFloat(dst []byte, v float64) []byte {
	// A value with at most four decimals and 15 digits, as coordinates of results
	// are: its decimal text is the only one of that length that reads back as v.
	if abs := math.Abs(v); abs < 1e11 {
		scaled := math.Round(abs * 1e4)
		if scaled/1e4 == abs {
			return appendDecimal(dst, uint64(scaled), v < 0)
		}
	} else if math.IsNaN(v) || math.IsInf(v, 0) {
		return append(dst, "null"...)
	}
	if abs := math.Abs(v); abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(dst, v, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, v, 'e', -1, 64)
	// 1e-07 is spelled 1e-7.
	if n := len(dst); dst[n-2] == '0' && dst[n-3] == '-' {
		dst = append(dst[:n-2], dst[n-1])
	}
	return dst
}

// appendDecimal appends n/10000 without trailing zeros.
func appendDecimal(dst []byte, n uint64, negative bool) []byte {
	if negative {
		dst = append(dst, '-')
	}
	whole, part := n/10000, n%10000
	if whole < 1000 { // nearly every coordinate
		if whole >= 100 {
			dst = append(dst, byte('0'+whole/100))
		}
		if whole >= 10 {
			dst = append(dst, byte('0'+whole/10%10))
		}
		dst = append(dst, byte('0'+whole%10))
	} else {
		dst = strconv.AppendUint(dst, whole, 10)
	}
	if part == 0 {
		return dst
	}
	dst = append(dst, '.', byte('0'+part/1000), byte('0'+part/100%10), byte('0'+part/10%10), byte('0'+part%10))
	for dst[len(dst)-1] == '0' {
		dst = dst[:len(dst)-1]
	}
	return dst
}
