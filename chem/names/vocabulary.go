package names

import (
	"strings"
	"sync/atomic"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/smiles"
)

// template is a structure that a word stands for.
type template struct {
	word   string
	mol    *mol.Mol
	locs   [][]string // locants of each atom
	hidden []bool     // atoms at which a group without locant is not looked for
	ind    []string   // locants of the indicated hydrogens that go without saying
	ring   bool       // may have endings as "ol" and "yl"
	whole  bool       // nothing is bonded to it but what its ending says
	site   int        // linking groups: the atom that the group before is bonded to
	need   int        // linking groups: how many groups must stand before
	most   int        // linking groups: how many may; 0: not a linking group
	order  int        // prefixes: order of the bond to the parent
	bridge bool       // prefixes: bonded at the first and the last atom
	acyl   byte       // acid stems: 'y' acetyl, 'o' benzoyl
	oic    bool       // acid stems: benzoic, benzoate
}

// vocabulary is everything that data/vocabulary.txt says, by word.
type vocabulary struct {
	templates []template
	prefixes  words // groups, index into templates
	parents   words // parent structures
	acids     words // stems of acids
	oxo       words // anions with names of their own
	suffixes  words // index into suffixTable
	// lines of three fields and fewer, read where they are needed
	classes, ions, adducts [][]string

	source string // the text that all of it was read from
}

// vocabularies holds the last vocabulary that was read.
var vocabularies atomic.Pointer[vocabulary]

// vocab returns the vocabulary of the dictionary in use. The error is ErrNotLoaded where
// there is none.
func vocab() (*vocabulary, error) {
	d, err := dictionary()
	if err != nil {
		return nil, err
	}
	if v := vocabularies.Load(); v != nil && v.source == d.rules {
		return v, nil
	}
	v, err := readVocabulary(d.rules)
	if err == nil {
		vocabularies.Store(v)
	}
	return v, err
}

// readVocabulary reads data/vocabulary.txt: a line "# what" before each part, a line for
// each word.
func readVocabulary(text string) (*vocabulary, error) {
	v := &vocabulary{source: text}
	part := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "# ") {
			part = line[2:]
			continue
		}
		f := strings.Fields(line)
		var err error
		switch {
		case len(f) < 2:
			err = errDamaged
		case part == "groups":
			err = v.entry(&v.prefixes, f, false)
		case part == "parents":
			err = v.entry(&v.parents, f, false)
		case part == "rings":
			err = v.entry(&v.parents, f, true)
		case part == "acids":
			err = v.entry(&v.acids, f, false)
		case part == "anions":
			err = v.entry(&v.oxo, f, false)
		case part == "classes":
			v.classes = append(v.classes, f)
		case part == "ions":
			v.ions = append(v.ions, f)
		case part == "adducts":
			v.adducts = append(v.adducts, f)
		}
		if err != nil {
			return nil, err
		}
	}
	for i := range suffixTable {
		v.suffixes.add(suffixTable[i].word, i)
	}
	return v, nil
}

// entry reads one line: words separated by "|", a SMILES, and fields of the form
// locants (one for each atom, "1-6" for a run, "_" for none, a trailing "~" hides the
// atom), h=LOCANTS (indicated hydrogens), n=NEED,MOST,SITE (linking groups), y or o
// (how the acyl group is called), oic, x (takes no groups). A SMILES that begins with "=" is bonded by a
// double bond, one in braces is a bridge.
func (v *vocabulary) entry(to *words, f []string, ring bool) error {
	t := template{order: 1, ring: ring}
	text := f[1]
	for strings.HasPrefix(text, "=") {
		text, t.order = text[1:], t.order+1
	}
	if strings.HasPrefix(text, "{") {
		text, t.bridge = text[1:len(text)-1], true
	}
	m, err := smiles.Parse(text)
	if err != nil {
		return err
	}
	t.mol = m
	t.locs = make([][]string, len(m.Atoms))
	t.hidden = make([]bool, len(m.Atoms))
	at := 0
	give := func(s string) {
		if at == len(m.Atoms) {
			err = errDamaged
			return
		}
		if strings.HasSuffix(s, "~") {
			s, t.hidden[at] = s[:len(s)-1], true
		}
		if s != "_" {
			t.locs[at] = strings.Split(s, ",")
		} else {
			t.hidden[at] = true
		}
		at++
	}
	for _, s := range f[2:] {
		switch {
		case strings.HasPrefix(s, "h="):
			t.ind = strings.Split(s[2:], ",")
		case strings.HasPrefix(s, "n="):
			t.need, t.most, t.site = int(s[2]-'0'), int(s[4]-'0'), int(s[6]-'0')
		case s == "x":
			t.whole = true
		case s == "y", s == "o":
			t.acyl = s[0]
		case s == "oic":
			t.oic, t.acyl = true, 'o'
		case len(s) > 2 && strings.Contains(s, "-") && s[0] != '_':
			from, to, _ := strings.Cut(s, "-")
			prime := strings.TrimLeft(to, "0123456789")
			for i := number(strings.TrimSuffix(from, prime)); i <= number(strings.TrimSuffix(to, prime)); i++ {
				give(decimal(i) + prime)
			}
		default:
			give(s)
		}
	}
	for at < len(m.Atoms) && at > 0 {
		give("_")
	}
	if err != nil {
		return err
	}
	for _, w := range strings.Split(f[0], "|") {
		t.word = strings.ReplaceAll(w, "_", " ")
		v.templates = append(v.templates, t)
		to.add(t.word, len(v.templates)-1)
	}
	return nil
}

// number reads a small decimal number; 0 when it is none.
func number(s string) int {
	n := 0
	for i := 0; i < len(s) && i < 4; i++ {
		if !digit(s[i]) {
			return 0
		}
		n = n*10 + int(s[i]-'0')
	}
	return n
}

func decimal(n int) string {
	if n < 10 {
		return asciiText['0'+n : '0'+n+1]
	}
	return decimal(n/10) + decimal(n%10)
}
