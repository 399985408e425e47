package ring

import "math/bits"

// vector is a set of edges, one bit each, from the word first on.
type vector struct {
	first int
	words []uint64
}

// set is the vector of a ring in the making: all words, of which those from low to
// high may differ from 0.
type set struct {
	words     []uint64
	low, high int
}

func (s *set) clear() {
	clear(s.words[s.low:s.high])
	s.low, s.high = len(s.words), 0
}

func (s *set) flip(edge int32) {
	if edge < 0 {
		return
	}
	at := int(edge / 64)
	s.low, s.high = min(s.low, at), max(s.high, at+1)
	s.words[at] ^= 1 << (edge % 64)
}

func (s *set) empty() bool {
	for s.low < s.high && s.words[s.low] == 0 {
		s.low++
	}
	return s.low >= s.high
}

// echelon is a basis over GF(2) in the order its vectors came. Row r has a leading
// edge that no row before r has, so that a set is reduced by one pass over any
// number of first rows.
type echelon struct {
	rows  []vector
	byLed []int32  // 1 + row by leading edge
	room  []uint64 // for rows
	work  *int     // steps left, counted down
}

func newEchelon(rank int, work *int) *echelon {
	return &echelon{rows: make([]vector, 0, rank), byLed: make([]int32, rank), work: work}
}

func (e *echelon) rank() int { return len(e.rows) }

// reduce takes the first n rows out of s.
func (e *echelon) reduce(s *set, n int) {
	steps := 0
	for i := s.low; i < s.high; i++ {
		for rest := s.words[i]; rest != 0; {
			bit := bits.TrailingZeros64(rest)
			rest &^= 1 << bit
			r := int(e.byLed[64*i+bit]) - 1
			if r < 0 || r >= n {
				continue
			}
			// The row's lowest edge is this one: lower words and bits stay as they are.
			row := &e.rows[r]
			into := s.words[row.first : row.first+len(row.words)]
			for j, word := range row.words {
				into[j] ^= word
			}
			s.high = max(s.high, row.first+len(row.words))
			steps += len(row.words) + 4
			rest = s.words[i] &^ (1<<(bit+1) - 1)
		}
	}
	*e.work -= steps + 2*(s.high-s.low)
}

// add takes s, which is reduced by all rows, into the basis and says whether it was
// independent of them.
func (e *echelon) add(s *set) bool {
	if s.empty() {
		return false
	}
	for s.words[s.high-1] == 0 {
		s.high--
	}
	n := s.high - s.low
	if len(e.room) < n {
		e.room = make([]uint64, max(n, min(1<<16, 2*cap(e.room), n*(cap(e.rows)-len(e.rows)))))
	}
	words := e.room[:n:n]
	e.room = e.room[n:]
	copy(words, s.words[s.low:s.high])
	e.byLed[64*s.low+bits.TrailingZeros64(words[0])] = int32(len(e.rows) + 1)
	e.rows = append(e.rows, vector{s.low, words})
	return true
}

// mostMissing is up to how many rows that are missing the search is told of.
const mostMissing = 64

// missing returns, for each edge, one bit for each row that is missing, at most
// mostMissing. A set of edges is in the span of the rows when every bit is in an even
// number of its edges: the bits are a basis of the sets that meet all rows so.
func (e *echelon) missing() []uint64 {
	in := make([]uint64, len(e.byLed))
	next := uint64(1)
	for edge := len(in) - 1; edge >= 0; edge-- {
		if e.byLed[edge] == 0 { // leads no row: free to be in any set, alone of such
			in[edge] = next
			next <<= 1
			continue
		}
		// A lead is in where the later edges of its row leave it odd.
		row := &e.rows[e.byLed[edge]-1]
		for i, word := range row.words {
			for ; word != 0; word &= word - 1 {
				in[edge] ^= in[64*(row.first+i)+bits.TrailingZeros64(word)]
				*e.work--
			}
		}
		*e.work -= len(row.words)
	}
	return in
}
