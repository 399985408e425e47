package symm

import "strings"

// Spaced returns the Hermann-Mauguin name with blanks between the directions, as files
// write it: "F m -3 m", "P 1 21/c 1", "P 32 2 1".
func (s *Setting) Spaced() string {
	if tokens, ok := s.directions(s.Name[1:], nil); ok {
		return s.Name[:1] + " " + strings.Join(tokens, " ")
	}
	return s.Name // not reached: a test asks for all names
}

// directions takes a name apart behind the tokens that it begins with. A digit behind a
// larger one is a screw ("32") where the number of directions that the system has allows it.
func (s *Setting) directions(rest string, tokens []string) ([]string, bool) {
	if rest == "" {
		return tokens, s.plausible(tokens)
	}
	end := 1
	if rest[0] == '-' {
		end = 2
	}
	ends := []int{end}
	if digit := rest[0]; digit > '1' && digit <= '6' && len(rest) > 1 && rest[1] > '0' && rest[1] < digit && s.Name[0] != 'R' {
		ends = []int{2, 1}
	}
	for _, end := range ends {
		if end+1 < len(rest) && rest[end] == '/' {
			end += 2
		}
		if got, ok := s.directions(rest[end:], append(tokens[:len(tokens):len(tokens)], rest[:end])); ok {
			return got, true
		}
	}
	return nil, false
}

func (s *Setting) plausible(tokens []string) bool {
	one := false
	for _, t := range tokens {
		one = one || t == "1"
	}
	trigonal := s.Number >= 143 && s.Number <= 167
	switch n := len(tokens); {
	case s.Number >= 195:
		return (n == 2 || n == 3) && strings.HasSuffix(tokens[1], "3")
	case one && s.Number > 15 && !trigonal:
		return false // "P 42 1 2" is P 4 21 2
	case trigonal && s.Name[0] == 'R':
		return n <= 2
	default:
		return n == 1 || n == 3
	}
}
