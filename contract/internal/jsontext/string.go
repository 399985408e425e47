package jsontext

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// SkipString checks the string that starts at b[i] (its opening quote) and
// returns the index behind its closing quote.
func SkipString(b []byte, i int) (int, error) {
	start := i
	for i++; i < len(b); {
		switch c := b[i]; {
		case c == '"':
			return i + 1, nil
		case c == '\\':
			n, err := skipEscape(b, i)
			if err != nil {
				return i, err
			}
			i = n
		case c < 0x20:
			return i, &SyntaxError{i, "a control character stands bare in a string"}
		case c < utf8.RuneSelf:
			i++
		default:
			r, n := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && n <= 1 {
				return i, &SyntaxError{i, "a string is not UTF-8"}
			}
			i += n
		}
	}
	return i, &SyntaxError{start, "a string has no end"}
}

func skipEscape(b []byte, i int) (int, error) {
	if i+1 < len(b) {
		switch b[i+1] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			return i + 2, nil
		case 'u':
			if _, ok := hex4(b, i+2); ok {
				return i + 6, nil
			}
		}
	}
	return i, &SyntaxError{i, "a string holds an unknown escape"}
}

func hex4(b []byte, i int) (rune, bool) {
	if i+4 > len(b) {
		return 0, false
	}
	var r rune
	for _, c := range b[i : i+4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// Text returns the string whose JSON text, with its quotes, is raw. raw has
// been checked by Skip. Half a surrogate pair becomes U+FFFD.
func Text(raw []byte) string { return unquote(raw[1 : len(raw)-1]) }

// Plain reports whether the JSON string text raw, with its quotes, holds no
// escape, so that the bytes between the quotes are the string.
func Plain(raw []byte) bool {
	for _, c := range raw {
		if c == '\\' {
			return false
		}
	}
	return true
}

func unquote(s []byte) string {
	if Plain(s) {
		return string(s)
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			out = append(out, s[i])
			i++
			continue
		}
		c := s[i+1]
		i += 2
		switch c {
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'u':
			r, _ := hex4(s, i)
			i += 4
			if utf16.IsSurrogate(r) {
				low := rune(0)
				if i+1 < len(s) && s[i] == '\\' && s[i+1] == 'u' {
					low, _ = hex4(s, i+2)
				}
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					i += 6
				}
			}
			out = utf8.AppendRune(out, r)
			continue
		}
		out = append(out, c)
	}
	return string(out)
}

const hexDigits = "0123456789abcdef"

// AppendString appends s as JSON text, escaped as JSON.stringify of ECMAScript
// does. Bytes that are not UTF-8 become U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= 0x20 && c != '"' && c != '\\' {
				i++
				continue
			}
			dst = append(dst, s[from:i]...)
			switch c {
			case '"', '\\':
				dst = append(dst, '\\', c)
			case '\b':
				dst = append(dst, '\\', 'b')
			case '\f':
				dst = append(dst, '\\', 'f')
			case '\n':
				dst = append(dst, '\\', 'n')
			case '\r':
				dst = append(dst, '\\', 'r')
			case '\t':
				dst = append(dst, '\\', 't')
			default:
				dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
			}
			i++
			from = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			dst = append(dst, s[from:i]...)
			dst = append(dst, "\ufffd"...)
			i++
			from = i
			continue
		}
		i += n
	}
	dst = append(dst, s[from:]...)
	return append(dst, '"')
}

// OneLine makes a stranger's text fit for one line of a message: control
// characters become spaces and 500 characters stay.
func OneLine(s string) string {
	const limit = 500
	var out strings.Builder
	n := 0
	for _, r := range s {
		if n == limit {
			out.WriteRune('…')
			break
		}
		n++
		if unicode.IsControl(r) {
			r = ' '
		}
		out.WriteRune(r)
	}
	return out.String()
}

// Quote shows a stranger's text in a one-line message: in quotes, without
// control characters, cut to 60 characters.
func Quote(s string) string {
	const limit = 60
	n := 0
	for i := range s {
		if n == limit {
			return strconv.Quote(s[:i]) + "…"
		}
		n++
	}
	return strconv.Quote(s)
}
