package names

import "strings"

// locants reads "1,2-", "n,n'-", "4a-", "o-"; end is behind the hyphen, or pos.
func (p *parser) locants(pos int) (list []string, end int) {
	i := pos
	for {
		j := p.locant(i)
		if j == i {
			return nil, pos
		}
		list = append(list, p.text[i:j])
		if len(list) > maxChain || j >= len(p.text) {
			return nil, pos
		}
		if p.text[j] == ',' {
			i = j + 1
			continue
		}
		if p.text[j] == '(' || p.text[j] == '[' {
			return list, j // 2(2-ethoxyethoxy)ethanol
		}
		if p.text[j] != '-' {
			return nil, pos
		}
		return list, j + 1
	}
}

// locant returns the end of one locant at i.
func (p *parser) locant(i int) int {
	text := p.text
	for _, g := range greek {
		for _, w := range []string{g.word, g.letter} {
			if strings.HasPrefix(text[i:], w) {
				return p.primes(i + len(w))
			}
		}
	}
	for _, w := range []string{"ortho", "meta", "para"} {
		if strings.HasPrefix(text[i:], w+"-") {
			return i + len(w)
		}
	}
	j := i
	for j < len(text) && digit(text[j]) {
		j++
	}
	switch {
	case j-i > 3:
		return i
	case j > i:
		if j+1 < len(text) && 'a' <= text[j] && text[j] <= 'c' && (text[j+1] == ',' || text[j+1] == '-' || text[j+1] == '\'' || text[j+1] == '(' || text[j+1] == 'h') {
			j++
		}
	case j < len(text) && strings.IndexByte("nompsp", text[j]) >= 0:
		j++
	default:
		return i
	}
	return p.primes(j)
}

func (p *parser) primes(i int) int {
	for i < len(p.text) && p.text[i] == '\'' {
		i++
	}
	return i
}

// indicated reads "1h-" or "1h,3h-".
func (p *parser) indicated(pos int) (list []string, end int) {
	i := pos
	for {
		j := p.locant(i)
		if j == i || !digit(p.text[i]) || j >= len(p.text) || p.text[j] != 'h' {
			return nil, pos
		}
		list = append(list, p.text[i:j])
		if i = j + 1; i >= len(p.text) || p.text[i] != ',' {
			break
		}
		i++
	}
	if i < len(p.text) && p.text[i] == '-' {
		return list, i + 1
	}
	return nil, pos
}
