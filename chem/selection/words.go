package selection

import "strings"

// class says how a word is read.
type class uint8

const (
	groupWord   class = iota + 1
	textWord          // followed by texts
	wholeWord         // a whole number
	realWord          // any number
	nearWord          // followed by a distance
	reachWord         // followed by what it starts from
	logicalWord       // and, or, not …
	joiningWord       // of, to, as
)

type word struct {
	name  string // as String writes it
	class class
}

// words are all spellings that are known, in lower case.
var words = map[string]word{
	"and": {"and", logicalWord}, "or": {"or", logicalWord}, "not": {"not", logicalWord}, "xor": {"xor", logicalWord},
	"of": {"of", joiningWord}, "to": {"to", joiningWord}, "as": {"as", joiningWord},

	"all": {"all", groupWord}, "everything": {"all", groupWord},
	"none": {"none", groupWord}, "nothing": {"none", groupWord},
	"selected": {"selected", groupWord}, "selection": {"selected", groupWord}, "sele": {"selected", groupWord},
	"water": {"water", groupWord}, "waters": {"water", groupWord},
	"ion": {"ions", groupWord}, "ions": {"ions", groupWord},
	"hydrogen": {"hydrogen", groupWord}, "hydrogens": {"hydrogen", groupWord},
	"heavy": {"heavy", groupWord}, "noh": {"heavy", groupWord},
	"metal": {"metal", groupWord}, "metals": {"metal", groupWord},
	"halogen": {"halogen", groupWord}, "halogens": {"halogen", groupWord},
	"protein": {"protein", groupWord}, "nucleic": {"nucleic", groupWord}, "backbone": {"backbone", groupWord},
	"ring": {"ring", groupWord}, "rings": {"ring", groupWord}, "inring": {"ring", groupWord},

	"element": {"element", textWord}, "elem": {"element", textWord}, "symbol": {"element", textWord}, "elements": {"element", textWord},
	"name": {"name", textWord}, "names": {"name", textWord}, "atomname": {"name", textWord},
	"resname": {"resname", textWord}, "resn": {"resname", textWord}, "resnames": {"resname", textWord},
	"chain": {"chain", textWord}, "chains": {"chain", textWord}, "chainid": {"chain", textWord},

	"index": {"index", wholeWord}, "idx": {"index", wholeWord}, "atom": {"index", wholeWord}, "atoms": {"index", wholeWord},
	"serial": {"serial", wholeWord}, "bynum": {"serial", wholeWord}, "id": {"serial", wholeWord},
	"resid": {"resid", wholeWord}, "resi": {"resid", wholeWord}, "resnum": {"resid", wholeWord}, "residue": {"resid", wholeWord},
	"molecule": {"molecule", wholeWord}, "molecules": {"molecule", wholeWord}, "mol": {"molecule", wholeWord},
	"fragment": {"molecule", wholeWord}, "molnum": {"molecule", wholeWord},
	"charge": {"charge", wholeWord}, "formalcharge": {"charge", wholeWord},
	"degree": {"degree", wholeWord}, "numbonds": {"degree", wholeWord},
	"mass": {"mass", realWord},
	"x":    {"x", realWord}, "y": {"y", realWord}, "z": {"z", realWord},
	"fx": {"fx", realWord}, "fy": {"fy", realWord}, "fz": {"fz", realWord},

	"within": {"within", nearWord}, "exwithin": {"exwithin", nearWord}, "around": {"exwithin", nearWord},
	"beyond": {"beyond", nearWord},
	"bonded": {"bonded", reachWord}, "bonded-to": {"bonded", reachWord}, "bondedto": {"bonded", reachWord}, "bound_to": {"bonded", reachWord},
	"neighbor": {"neighbors", reachWord}, "neighbors": {"neighbors", reachWord},
	"extend": {"extend", reachWord}, "grow": {"extend", reachWord},
	"same":  {"same", reachWord},
	"byres": {"byres", reachWord}, "bymol": {"bymol", reachWord}, "bymolecule": {"bymol", reachWord}, "byfragment": {"bymol", reachWord},
}

// stopsValues says whether a word ends a list of values without quotes: one that joins
// expressions, or begins another when it is spelled in lower case. Groups and coordinates
// may be values: chains are called x, residues ION.
func stopsValues(spelled string) bool {
	w, known := words[strings.ToLower(spelled)]
	if !known {
		return false
	}
	switch w.class {
	case logicalWord:
		return true
	case textWord, wholeWord, nearWord, reachWord:
		return len(spelled) > 2 && spelled == strings.ToLower(spelled)
	}
	return false
}

// nearest returns the known word that is spelled almost like this one: at most one letter in
// four inserted, left out, replaced or swapped with the next; "" when there is none.
func nearest(spelled string) string {
	spelled = strings.ToLower(spelled)
	const longest = 20
	if len(spelled) < 3 || len(spelled) > longest {
		return ""
	}
	best, at := "", len(spelled)/4+2
	for candidate := range words {
		if len(candidate) < 3 {
			continue
		}
		// The map has no order: of equal distances the first of the alphabet is taken.
		if d := distance(spelled, candidate); d < at || d == at && candidate < best {
			best, at = candidate, d
		}
	}
	if at > max(1, len(spelled)/4) {
		return ""
	}
	return best
}

// distance is the number of letters inserted, left out, replaced or swapped with the next
// (optimal string alignment).
func distance(a, b string) int {
	before, last, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(last[j]+1, next[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, last, next = last, next, before
	}
	return last[len(b)]
}
