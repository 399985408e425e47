package selection

// kind is what a node does.
type kind uint8

const (
	group   kind = iota // word
	text                // word is one of patterns
	numeric             // word lies in one of ranges
	compare             // word op value
	not                 // left
	and                 // left, right
	or                  // left, right
	xor                 // left, right
	near                // within value Å of left; word says how
	bonded              // bonded to an atom of left; word "neighbors" without left itself
	extend              // left and what is up to value bonds away
	same                // atoms whose word is that of an atom of left
)

// node is a part of an expression. Which fields it uses depends on its kind.
type node struct {
	kind        kind
	at, length  int // in the text
	word        string
	patterns    []string
	elements    [119]bool // of text nodes whose word is element
	ranges      []span
	op          string
	value       float64
	left, right *node
}

// span is a range of numbers, both ends included.
type span struct{ from, to float64 }

func (r span) has(x float64) bool { return r.from <= x && x <= r.to }
