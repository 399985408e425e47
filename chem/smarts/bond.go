package smarts

// bondExpr reads a bond expression that starts at the scanner's position and returns
// the set of bonds it accepts and its direction.
func (s *scanner) bondExpr() (kinds, mark, error) {
	var low, or = anyBond, kinds(0)
	and := anyBond
	var direction mark
	not, first := false, true
	needs := "" // the connector that a primitive must follow
	for s.at < len(s.text) {
		var k kinds
		m := markMissing
		width := 1
		switch c := s.text[s.at]; c {
		case '!':
			not = !not
			first = false
			needs = "!"
			s.at++
			continue
		case '&', ',', ';':
			if first || needs != "" {
				return 0, 0, s.fault(s.at, "expected a bond symbol before %q", c)
			}
			if c != '&' {
				or |= and
				and = anyBond
			}
			if c == ';' {
				low &= or
				or = 0
			}
			needs = string(c)
			s.at++
			continue
		case '-':
			k = of(single)
			if s.peek(1) == '>' {
				k, width = of(toAcceptor), 2
			}
		case '<':
			if s.peek(1) != '-' {
				return 0, 0, s.fault(s.at, "expected <- for a dative bond")
			}
			k, width = of(toDonor), 2
		case '=':
			k = of(double)
		case '#':
			k = of(triple)
		case '$':
			k = of(quadruple)
		case ':':
			k = of(aromatic)
		case '~':
			k = anyBond
		case '@':
			k = ringBond
		case '/', '\\':
			k, m = singleOrAromatic, rising
			if c == '\\' {
				m = falling
				if s.peek(1) == '\\' { // as in texts that were quoted twice
					width++
				}
			}
			if s.peek(width) == '?' {
				m |= markOrOpen
				width++
			}
		default:
			width = 0
		}
		if width == 0 {
			break
		}
		if not {
			k = ^k
		} else if m != markMissing {
			direction = m
		}
		and &= k
		not, first, needs = false, false, ""
		s.at += width
	}
	if needs != "" {
		return 0, 0, s.fault(s.at, "expected a bond symbol after %q", needs)
	}
	return low & (or | and), direction, nil
}
