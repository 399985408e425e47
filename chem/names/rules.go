package names

import (
	"errors"
	"strings"
)

// Limits of reading one name by rules.
const (
	maxBuilds       = 800 // structures made
	maxBuildsOfOne  = 300 // of one reading
	maxIsomersAsked = 60
)

// sameSpelling are pieces of names and what is read for them: spellings of countries and
// typists, systematic names of ions that usually have another one.
var sameSpelling = [...]string{
	"sulph", "sulf", "caesium", "cesium", "ylalcohol", "yl alcohol", "(1+)", "(i)", "(2+)", "(ii)", "(3+)", "(iii)", ", ", ",", "- ", "-", " -", "-",
	"-1h-imidazol-3-ium", "imidazolium", "imidazol-3-ium", "imidazolium", "in-1-ium", "inium", "morpholin-4-ium", "morpholinium",
	"azanium", "ammonium", "phosphanium", "phosphonium", "sulfanium", "sulfonium",
}

// prepare makes spellings of one thing the same.
func prepare(n normalized) normalized {
	for _, g := range greek {
		n = n.replace(g.letter, g.word)
	}
	for _, s := range []string{"ortho", "meta", "para", "normal"} {
		if strings.HasPrefix(n.text, s+"-") {
			n = n.replace(s+"-", s[:1]+"-")
		}
	}
	for i := 0; i < len(sameSpelling); i += 2 {
		n = n.replace(sameSpelling[i], sameSpelling[i+1])
	}
	return n
}

// replace is strings.ReplaceAll for text that knows its origin.
func (n normalized) replace(old, to string) normalized {
	if !strings.Contains(n.text, old) {
		return n
	}
	var b strings.Builder
	at := make([]int32, 0, len(n.at))
	for i := 0; i < len(n.text); {
		if strings.HasPrefix(n.text[i:], old) {
			b.WriteString(to)
			for range len(to) {
				at = append(at, n.at[i])
			}
			i += len(old)
			continue
		}
		b.WriteByte(n.text[i])
		at = append(at, n.at[i])
		i++
	}
	return normalized{b.String(), append(at, n.at[len(n.text)]), n.raw}
}

// isomer is a structure that a reading allows.
type isomer struct {
	smiles  string
	inserts []insert
	instead string // what stands for cis or trans
	reading *reading
}

// readRules reads a name by rules. The error is an *Error or ErrNotLoaded.
func readRules(n normalized) (Result, error) {
	v, err := vocab()
	if err != nil {
		return Result{}, err
	}
	n = prepare(n)
	words := split(n.text)
	r := v.reader(&n)
	r.sentence(words)
	found, err := r.structures()
	chosen := chooses(err)
	joined := n
	if len(found) == 0 && len(words) > 1 && len(words) <= 4 {
		// "ethyl benzene", "2,4 lutidine": blanks that belong to no word.
		joined = n.join(words)
		again := r.v.reader(&joined)
		again.sentence(split(joined.text))
		if more, err2 := again.structures(); len(more) > 0 {
			found, r, err, chosen = more, again, nil, chooses(err2)
			if found[0].reading.note == "" {
				found[0].reading.note = "read as " + joined.text
			}
			n = joined
		}
	}
	if *r.steps > maxSteps {
		return Result{}, &Error{Msg: "the name can be taken apart in too many ways; write its groups in parentheses"}
	}
	if len(found) == 0 {
		return Result{}, r.refusal(n, err)
	}
	if len(found) == 1 && !chosen {
		result := Result{SMILES: found[0].smiles, Source: FromRules, Display: n.edit(nil)}
		if note := found[0].reading.note; note != "" {
			result.Notes = append(result.Notes, note)
		}
		if full := n.edit(parentheses(found[0].reading.nodes)); full != n.edit(nil) {
			result.Notes = append(result.Notes, "read as "+full)
		}
		return result, nil
	}
	e := &Error{Msg: quoted(n.text) + " is ambiguous, it fits several molecules; say which one", Ambiguous: true}
	if len(found) == 1 {
		e = &Error{Msg: "the name leaves open where its groups or bonds are; a descriptor does not say it"}
	}
	for _, f := range found {
		if len(e.Suggestions) == maxSuggestions {
			break
		}
		name := n.edit(append(parentheses(f.reading.nodes), f.inserts...))
		for _, word := range []string{"cis-", "trans-"} {
			if f.instead != "" {
				name = strings.Replace(name, word, f.instead, 1)
			}
		}
		e.Suggestions = append(e.Suggestions, Suggestion{name, f.smiles})
	}
	return Result{}, e
}

// chooses says that some readings were dropped for their descriptors of configuration.
func chooses(err error) bool {
	var f *fault
	return errors.As(err, &f) && f.mark
}

// join writes words as one: with a hyphen after a locant. Where a locant would lose what
// separates it from the word before, the words stay apart.
func (n normalized) join(words []span) normalized {
	out := normalized{raw: n.raw}
	for i, w := range words {
		if i > 0 {
			left, right := n.text[words[i-1].to-1], n.text[w.from]
			switch {
			case digit(left) && letter(right):
				out.text += "-"
				out.at = append(out.at, n.at[w.from-1])
			case !letter(right) && right != '(' && right != '[' || digit(left):
				return n
			}
		}
		out.text += n.text[w.from:w.to]
		out.at = append(out.at, n.at[w.from:w.to]...)
	}
	out.at = append(out.at, n.at[len(n.text)])
	return out
}

// structures builds the readings, best ones first, and returns the different molecules
// of the best rank that has any. The error may come with molecules: a descriptor has no
// place in others that the name allows.
func (r *reader) structures() ([]isomer, error) {
	s := search{seen: map[string]bool{}}
	for rank := range uint8(tooLoose) {
		if len(s.found) == 1 || s.hard && len(s.found) == 0 {
			break // "1-methylidenefluorene" is not saved by "(1-methylidene)fluorene"
		}
		for i := range r.out {
			if r.out[i].rank == rank && !s.try(&r.out[i]) {
				return nil, wrong(0, "the name leaves too many positions open; give the locants")
			}
		}
	}
	if s.misfit != nil {
		return s.found, s.misfit
	}
	return s.found, s.first
}

// search collects what the readings of a name stand for.
type search struct {
	found         []isomer
	seen          map[string]bool
	first, misfit error // misfit: a descriptor that would choose among readings
	hard          bool
	builds        int
}

// try builds a reading in all ways that it leaves open; false when there are too many.
func (s *search) try(x *reading) bool {
	c := &choices{}
	for k := 0; ; k++ {
		if s.builds++; k >= maxBuildsOfOne || s.builds > maxBuilds || len(s.found) >= maxIsomersAsked {
			return false
		}
		b := &builder{choices: c}
		err := x.build(b)
		var text string
		if err == nil {
			text, err = b.finish()
		}
		if e, ok := enantiomerChoice(err); ok {
			for i, text := range e.smiles {
				s.add(isomer{smiles: text, instead: e.names[i], reading: x})
			}
			err = nil
		} else if err == nil {
			if b.racemic && x.note == "" {
				x.note = "a racemate: no configuration is set"
			}
			s.add(isomer{smiles: text, inserts: b.inserts, reading: x})
		}
		if err != nil && s.first == nil {
			s.first = err
		}
		var f *fault
		if errors.As(err, &f) {
			s.hard = s.hard || f.hard
			if f.mark {
				s.misfit = err
			}
		}
		if !c.next() {
			return true
		}
	}
}

func (s *search) add(x isomer) {
	if !s.seen[x.smiles] {
		s.seen[x.smiles] = true
		s.found = append(s.found, x)
	}
}

// parentheses returns those that were left out around groups in a name.
func parentheses(nodes []*node) []insert {
	var out []insert
	var walk func(n *node, depth int)
	walk = func(n *node, depth int) {
		if depth > maxNested {
			return
		}
		linking := n.group && n.core.t != nil && n.core.t.most > 0
		for i := range n.items {
			it := &n.items[i]
			if it.kind != groupItem {
				continue
			}
			if !it.bracket && it.sub.composed() && !(linking && len(n.items) == 1) {
				out = append(out, insert{it.from, "("}, insert{it.to, ")"})
			}
			walk(it.sub, depth+1)
		}
	}
	for _, n := range nodes {
		walk(n, 0)
	}
	return out
}

// edit puts pieces into the original text. A piece that begins with "+" has a hyphen before it where
// a letter or parenthesis stands there.
func (n *normalized) edit(inserts []insert) string {
	text := n.raw
	sorted := make([]insert, len(inserts))
	for i, x := range inserts {
		x.at = n.origin(x.at)
		for i > 0 && sorted[i-1].at > x.at {
			sorted[i] = sorted[i-1]
			i--
		}
		sorted[i] = x
	}
	var b strings.Builder
	from := 0
	last := insert{at: -1}
	for _, x := range sorted {
		if x == last || x.at > len(text) {
			continue
		}
		last = x
		b.WriteString(text[from:x.at])
		from = x.at
		piece := x.text
		if strings.HasPrefix(piece, "+") {
			piece = piece[1:]
			if s := b.String(); s != "" && (letter(s[len(s)-1]) || s[len(s)-1] == ')' || s[len(s)-1] == ']') {
				b.WriteByte('-')
			}
		}
		if strings.HasPrefix(piece, "-") && (b.Len() == 0 || b.String()[b.Len()-1] == '-') {
			piece = piece[1:]
		}
		if strings.HasSuffix(piece, "-") && strings.HasPrefix(text[from:], "-") {
			piece = piece[:len(piece)-1]
		}
		b.WriteString(piece)
	}
	b.WriteString(text[from:])
	return strings.Join(strings.Fields(b.String()), " ")
}

// partial asks which ester of an acid with several acid groups is meant.
func (r *reader) partial(n normalized, f *fault) *Error {
	e := &Error{Offset: n.origin(f.at), Msg: f.msg}
	words := split(n.text)
	if len(words) != 2 {
		return e
	}
	end := words[0].to
	for _, x := range [][]insert{{{0, "di"}}, {{0, "tri"}}, {{0, "bis("}, {end, ")"}}, {{0, "tris("}, {end, ")"}}, {{words[1].from, "hydrogen "}}, {{words[1].from, "dihydrogen "}}} {
		text := n.edit(x)
		m := prepare(normalize(text))
		again := r.v.reader(&m)
		again.sentence(split(m.text))
		if found, _ := again.structures(); len(found) == 1 && !offered(e.Suggestions, found[0].smiles) {
			e.Suggestions = append(e.Suggestions, Suggestion{text, found[0].smiles})
		}
	}
	e.Ambiguous = len(e.Suggestions) > 1
	return e
}

func offered(list []Suggestion, text string) bool {
	for i := range list {
		if list[i].SMILES == text {
			return true
		}
	}
	return false
}

// refusal words why a name was not read.
func (r *reader) refusal(n normalized, err error) *Error {
	if err == nil {
		err = r.fail
	}
	var f *fault
	if errors.As(err, &f) {
		if f.partial {
			return r.partial(n, f)
		}
		return &Error{Offset: n.origin(f.at), Msg: f.msg}
	}
	at := min(r.far, len(n.text))
	if at == len(n.text) {
		return &Error{Offset: n.origin(at), Msg: quoted(n.text) + " is no complete name: a parent such as propane, benzene or an ending is expected at the end"}
	}
	return &Error{Offset: n.origin(at), Msg: "the name is not understood from " + quoted(n.text[at:]) + " on: a group, a parent structure, a locant or an ending is expected"}
}
