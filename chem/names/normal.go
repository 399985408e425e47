package names

import (
	"strings"
	"unicode/utf8"
)

// normalized is a text in the form that names are compared in: lower case, plain
// hyphens, primes and digits, single blanks. at maps its bytes to those of the text.
type normalized struct {
	text string
	at   []int32 // byte of the original text for each byte; one more for the end
	raw  string  // the original text
}

// origin returns the byte of the original text that byte i comes from.
func (n *normalized) origin(i int) int {
	if len(n.at) == 0 {
		return i
	}
	return int(n.at[min(max(i, 0), len(n.at)-1)])
}

// spellings are characters that are written otherwise in names: what NFKC makes of them,
// and typographic forms of hyphens and primes.
var spellings = map[rune]string{
	'′': "'", '‵': "'", '’': "'", '‘': "'", '´': "'", '`': "'", 'ʹ': "'", 'ˈ': "'", '"': "''", '″': "''", '”': "''", '“': "''", '‴': "'''",
	'‐': "-", '‑': "-", '‒': "-", '–': "-", '—': "-", '―': "-", '−': "-", '﹣': "-", '⁻': "-", '₋': "-", '⁺': "+", '₊': "+",
	'µ': "μ", 'ϐ': "β", 'ϕ': "φ", 'ς': "σ", 'ϑ': "θ", 'ϵ': "ε", 'Ω': "ω", 'K': "k", 'Å': "å",
	'ﬀ': "ff", 'ﬁ': "fi", 'ﬂ': "fl", 'ﬃ': "ffi", 'ﬄ': "ffl", '·': "•", '∙': "•", '⋅': "•", '±': "±",
	'¹': "1", '²': "2", '³': "3", 'ª': "a", 'º': "o", 'ⁿ': "n", '…': "...",
	'\u00ad': "", '\u200b': "", '\u200c': "", '\u200d': "", '\u2060': "", '\ufeff': "",
}

// blank says which characters separate words.
func blank(r rune) bool {
	return r <= ' ' || r == 0x85 || r == 0xa0 || r == 0x1680 || 0x2000 <= r && r <= 0x200a || r == 0x2028 || r == 0x2029 || r == 0x202f || r == 0x205f || r == 0x3000
}

// lower folds the letters that occur in names: Latin and Greek.
func lower(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z', 0xc0 <= r && r <= 0xde && r != 0xd7, 0x391 <= r && r <= 0x3a9:
		return r + 32
	}
	return r
}

// plain returns the spelling of one character in a name.
func plain(r rune, whole string) string {
	if s, ok := spellings[r]; ok {
		return s
	}
	switch {
	case 0xff01 <= r && r <= 0xff5e: // full-width forms
		r -= 0xff01 - '!'
	case 0x2080 <= r && r <= 0x2089: // subscript digits
		r -= 0x2080 - '0'
	case 0x2070 <= r && r <= 0x2079:
		r -= 0x2070 - '0'
	}
	if l := lower(r); l < utf8.RuneSelf {
		return asciiText[l : l+1]
	} else if l != r {
		return string(l)
	}
	return whole
}

// asciiText holds each of the first 128 characters at its own place.
var asciiText = func() string {
	b := make([]byte, utf8.RuneSelf)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}()

func normalize(text string) normalized {
	var b strings.Builder
	n := normalized{at: make([]int32, 0, len(text)+1), raw: text}
	gap := -1
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if blank(r) {
			if gap < 0 {
				gap = i
			}
			i += size
			continue
		}
		if s := plain(r, text[i:i+size]); s != "" {
			if gap >= 0 && b.Len() > 0 {
				b.WriteByte(' ')
				n.at = append(n.at, int32(gap))
			}
			gap = -1
			b.WriteString(s)
			for range len(s) {
				n.at = append(n.at, int32(i))
			}
		}
		i += size
	}
	n.text = b.String()
	n.at = append(n.at, int32(len(strings.TrimRight(text, " \t\r\n"))))
	return n
}

// greek are the letters that names use, as they are spelled.
var greek = []struct{ letter, word string }{
	{"α", "alpha"}, {"β", "beta"}, {"γ", "gamma"}, {"δ", "delta"}, {"ε", "epsilon"}, {"ζ", "zeta"}, {"κ", "kappa"}, {"λ", "lambda"}, {"μ", "mu"}, {"ω", "omega"},
}

// otherGreek returns a name with its Greek letters spelled, and one with spelled letters
// that stand alone as letters. Both are the name itself where nothing changes.
func otherGreek(name string) (spelled, lettered string) {
	spelled = name
	for _, g := range greek {
		spelled = strings.ReplaceAll(spelled, g.letter, g.word)
	}
	lettered = spelled
	for _, g := range greek {
		from := 0
		for {
			i := strings.Index(lettered[from:], g.word)
			if i < 0 {
				break
			}
			i += from
			end := i + len(g.word)
			if (i == 0 || !letter(lettered[i-1])) && (end == len(lettered) || !letter(lettered[end])) {
				lettered = lettered[:i] + g.letter + lettered[end:]
				end = i + len(g.letter)
			}
			from = end
		}
	}
	return spelled, lettered
}

func letter(b byte) bool { return 'a' <= b && b <= 'z' || b >= utf8.RuneSelf }
func digit(b byte) bool  { return '0' <= b && b <= '9' }
