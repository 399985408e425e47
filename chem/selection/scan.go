package selection

import (
	"strconv"
	"strings"
)

// scanner walks through the text of an expression.
type scanner struct {
	text string
	pos  int
	err  *ParseError // the first one
}

func (s *scanner) fail(at, length int, msg, suggestion string) {
	if s.err == nil {
		s.err = &ParseError{Offset: at, Length: length, Msg: msg, Suggestion: suggestion}
	}
}

func (s *scanner) space() {
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// rest is what is left after spaces.
func (s *scanner) rest() string {
	s.space()
	return s.text[s.pos:]
}

// next is the byte after spaces, 0 at the end.
func (s *scanner) next() byte {
	if rest := s.rest(); rest != "" {
		return rest[0]
	}
	return 0
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// word is the word that follows, without taking it; "" when none does.
func (s *scanner) word() string {
	rest := s.rest()
	n := 0
	for n < len(rest) && (letter(rest[n]) || n > 0 && digit(rest[n])) {
		n++
	}
	if strings.EqualFold(rest[:n], "bonded") && len(rest) >= n+3 && strings.EqualFold(rest[n:n+3], "-to") {
		n += 3
	}
	return rest[:n]
}

// take moves over a word when it follows, in any case.
func (s *scanner) take(word string) bool {
	if found := s.word(); !strings.EqualFold(found, word) {
		return false
	}
	s.pos += len(word)
	return true
}

// op reads a comparison; "" when none follows.
func (s *scanner) op() string {
	rest := s.rest()
	for _, spelled := range [...]string{"<=", ">=", "==", "!=", "<", ">", "="} {
		if strings.HasPrefix(rest, spelled) {
			s.pos += len(spelled)
			if spelled == "==" {
				return "="
			}
			return spelled
		}
	}
	return ""
}

// comparing says whether a comparison follows.
func (s *scanner) comparing() bool {
	at := s.pos
	found := s.op() != ""
	s.pos = at
	return found
}

// number reads a decimal number with a sign; ok is false when none follows.
func (s *scanner) number() (value float64, ok bool) {
	rest := s.rest()
	n := 0
	if n < len(rest) && (rest[n] == '-' || rest[n] == '+') {
		n++
	}
	digits := n
	for n < len(rest) && (digit(rest[n]) || rest[n] == '.') {
		n++
	}
	if n == digits {
		return 0, false
	}
	if e := n; e < len(rest) && (rest[e] == 'e' || rest[e] == 'E') {
		e++
		if e < len(rest) && (rest[e] == '-' || rest[e] == '+') {
			e++
		}
		for exponent := e; e < len(rest) && digit(rest[e]); e++ {
			n = max(exponent, e) + 1
		}
	}
	value, err := strconv.ParseFloat(rest[:n], 64)
	if err != nil {
		s.fail(s.pos, n, "“"+clip(rest[:n])+"” is not a number", "")
		return 0, false
	}
	s.pos += n
	return value, true
}

// separator moves over what stands between two values: spaces, one comma, or a plus sign
// right between them. It says whether another value has to follow.
func (s *scanner) separator() (must bool) {
	if s.pos+1 < len(s.text) && s.text[s.pos] == '+' && !ends(s.text[s.pos+1]) {
		s.pos++
		return true
	}
	if s.next() != ',' {
		return false
	}
	s.pos++
	return true
}

// ends says whether a byte cannot be part of a value without quotes.
func ends(c byte) bool { return strings.IndexByte(" \t\r\n,()|&<>=!", c) >= 0 }

// value reads one text value; ok is false when none follows.
func (s *scanner) value() (value string, ok bool) {
	rest := s.rest()
	if rest == "" {
		return "", false
	}
	if quote := rest[0]; quote == '"' || quote == '\'' {
		end := strings.IndexByte(rest[1:], quote)
		if end < 0 {
			s.fail(s.pos, len(rest), "the quote is not closed", "")
			return "", false
		}
		s.pos += end + 2
		return rest[1 : end+1], true
	}
	n := 0
	for n < len(rest) && !ends(rest[n]) {
		// A plus sign between two values separates them; "NA+" is a name.
		if rest[n] == '+' && n+1 < len(rest) && !ends(rest[n+1]) {
			break
		}
		n++
	}
	if n == 0 || stopsValues(rest[:n]) {
		return "", false
	}
	s.pos += n
	return rest[:n], true
}

// clip makes text fit for a message: short and on one line.
func clip(text string) string {
	const shown = 40
	text = strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text)
	if r := []rune(text); len(r) > shown {
		return string(r[:shown]) + "…"
	}
	return text
}
