package molfile

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
)

// tableV3000 reads the connection table of a V3000 block and M  END.
func (r *reader) tableV3000() error {
	if err := r.expect("BEGIN", "CTAB"); err != nil {
		return err
	}
	if err := r.countsV3000(); err != nil {
		return err
	}
	index, err := r.atomsV3000()
	if err != nil {
		return err
	}
	if err := r.bondsV3000(index); err != nil {
		return err
	}
	if err := r.skipBlocks(); err != nil {
		return err
	}
	if line, ok := r.next(); ok && isEnd(line) {
		return nil
	}
	r.rec.Truncated = true
	r.warn("M  END is missing: the block may be cut")
	return nil
}

// words returns the words of the next V3000 line; its continuations are joined to it.
// Brackets and quotation marks hold blanks together. what says what should stand there.
func (r *reader) words(what string) ([]string, error) {
	var text []byte
	for {
		line, err := r.need("%s", what)
		if err != nil {
			return nil, err
		}
		rest, ok := bytes.CutPrefix(line, []byte("M  V30 "))
		if !ok && bytes.Equal(bytes.TrimRight(line, " \t"), []byte("M  V30")) {
			rest, ok = nil, true
		}
		if !ok {
			return nil, r.errorf(0, "expected %s in a line that starts with \"M  V30 \", found %s", what, excerpt(line))
		}
		rest = bytes.TrimRight(rest, " \t")
		part, more := bytes.CutSuffix(rest, []byte("-"))
		if len(text)+len(part) > maxJoined {
			return nil, r.errorf(0, "the joined lines are longer than %d characters", maxJoined)
		}
		text = append(text, part...)
		if !more {
			break
		}
	}
	words, ok := split(string(text))
	if !ok {
		return nil, r.errorf(0, "a quotation mark or bracket is not closed")
	}
	return words, nil
}

// split cuts a line at blanks outside of quotation marks, (…) and […]. A word in
// quotation marks loses them; a doubled one stands for itself.
func split(line string) (words []string, ok bool) {
	var word []byte
	inWord, quoted, depth := false, false, 0
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quoted && c == '"' && i+1 < len(line) && line[i+1] == '"':
			word = append(word, '"')
			i++
		case c == '"' && depth == 0:
			quoted, inWord = !quoted, true
		case quoted || c != ' ' && c != '\t' || depth > 0:
			switch {
			case quoted:
			case c == '(' || c == '[':
				depth++
			case c == ')' || c == ']':
				depth = max(depth-1, 0)
			}
			word, inWord = append(word, c), true
		case inWord:
			words = append(words, string(word))
			word, inWord = word[:0], false
		}
	}
	if inWord {
		words = append(words, string(word))
	}
	return words, !quoted && depth == 0
}

// is says whether the first words of a line are the given ones, in any letter case.
func is(words []string, want ...string) bool {
	if len(words) < len(want) {
		return false
	}
	for i, w := range want {
		if !strings.EqualFold(words[i], w) {
			return false
		}
	}
	return true
}

// expect reads a line that starts with the given words.
func (r *reader) expect(want ...string) error {
	text := strings.Join(want, " ")
	words, err := r.words(text)
	if err == nil && !is(words, want...) {
		err = r.errorf(0, "expected %s, found %s", text, excerpt([]byte(strings.Join(words, " "))))
	}
	return err
}

func (r *reader) countsV3000() error {
	words, err := r.words("COUNTS")
	if err != nil {
		return err
	}
	if !is(words, "COUNTS") || len(words) < 3 {
		return r.errorf(0, "expected COUNTS with the numbers of atoms and bonds, found %s", excerpt([]byte(strings.Join(words, " "))))
	}
	atoms, okA := integer([]byte(words[1]))
	bonds, okB := integer([]byte(words[2]))
	switch {
	case !okA || !okB || atoms < 0 || bonds < 0:
		return r.errorf(0, "expected COUNTS with the numbers of atoms and bonds, found %s", excerpt([]byte(strings.Join(words, " "))))
	case atoms > MaxAtoms:
		return r.errorf(0, "the block has %d atoms; the limit is %d", atoms, MaxAtoms)
	case bonds > MaxBonds:
		return r.errorf(0, "the block has %d bonds; the limit is %d", bonds, MaxBonds)
	}
	r.atoms, r.bonds = atoms, bonds
	r.rec.Chiral = len(words) > 5 && words[5] == "1"
	return nil
}

// indexes turns the index of an atom line into the place of the atom. Usually they
// count from 1 and the map stays empty.
type indexes struct {
	n     int
	other map[int]int
}

// add records the index of the next atom; ok is false when it was there before.
func (x *indexes) add(index int) (ok bool) {
	if x.other == nil && index == x.n+1 {
		x.n++
		return true
	}
	if x.other == nil {
		x.other = make(map[int]int, x.n+1)
		for i := range x.n {
			x.other[i+1] = i
		}
	}
	if _, twice := x.other[index]; twice {
		return false
	}
	x.other[index] = x.n
	x.n++
	return true
}

func (x *indexes) place(index int) (at int, ok bool) {
	if x.other != nil {
		at, ok = x.other[index]
		return at, ok
	}
	return index - 1, index >= 1 && index <= x.n
}

func (r *reader) atomsV3000() (*indexes, error) {
	index := &indexes{}
	r.chargeLines, r.isotopeLines = true, true // nothing to take from V2000 fields
	if r.atoms == 0 {
		return index, nil // a block without lines may follow, see skipBlock
	}
	if err := r.expect("BEGIN", "ATOM"); err != nil {
		return nil, err
	}
	var queries []string
	for i := range r.atoms {
		words, err := r.words("the atoms of the atom block")
		if err != nil {
			return nil, err
		}
		if is(words, "END", "ATOM") {
			return nil, r.errorf(0, "the atom block ends after %d of %d atoms", i, r.atoms)
		}
		if len(words) < 6 {
			return nil, r.errorf(0, "atom %d of %d: expected index, symbol, three coordinates and map number, found %s", i+1, r.atoms, excerpt([]byte(strings.Join(words, " "))))
		}
		n, ok := integer([]byte(words[0]))
		if !ok || n < 1 {
			return nil, r.errorf(0, "atom %d of %d: expected an index from 1, found %s", i+1, r.atoms, excerpt([]byte(words[0])))
		}
		if !index.add(n) {
			return nil, r.errorf(0, "atom %d of %d: the index %d was used before", i+1, r.atoms, n)
		}
		z, isotope, err := r.element([]byte(words[1]), i, 0)
		if err != nil {
			return nil, err
		}
		a := mol.Atom{Element: z, Isotope: isotope}
		var at [3]float64
		for k, axis := range [3]string{"x", "y", "z"} {
			if at[k], ok = coordinate([]byte(words[2+k])); !ok {
				return nil, r.errorf(0, "atom %d of %d: expected the %s coordinate, found %s", i+1, r.atoms, axis, excerpt([]byte(words[2+k])))
			}
		}
		a.Pos = geom.Vec3{X: at[0], Y: at[1], Z: at[2]}
		if a.Map, ok = integer([]byte(words[5])); !ok || a.Map < 0 {
			return nil, r.errorf(0, "atom %d of %d: expected the map number, found %s", i+1, r.atoms, excerpt([]byte(words[5])))
		}
		r.rec.Mol.Atoms = append(r.rec.Mol.Atoms, a)
		r.listed = append(r.listed, listed{})
		for _, word := range words[6:] {
			query, err := r.atomKey(word, i)
			if err != nil {
				return nil, err
			}
			if query != "" && !slices.Contains(queries, query) {
				queries = append(queries, query)
			}
		}
	}
	if err := r.expect("END", "ATOM"); err != nil {
		return nil, err
	}
	if len(queries) > 0 {
		r.warn("query features of atoms that are not kept: %s", strings.Join(queries, ", "))
	}
	return index, nil
}

// atomKey reads KEY=value of atom i. query is the key when it asks for something that
// a structure does not have.
func (r *reader) atomKey(word string, i int) (query string, err error) {
	key, value, ok := strings.Cut(word, "=")
	if !ok {
		return "", r.errorf(0, "atom %d: expected KEY=value, found %s", i+1, excerpt([]byte(word)))
	}
	a := &r.rec.Mol.Atoms[i]
	number := func(what string, least, most int) int {
		n, ok := integer([]byte(value))
		if err == nil && (!ok || n < least || n > most) {
			err = r.errorf(0, "the %s of atom %d is %s; it must be from %d to %d", what, i+1, excerpt([]byte(value)), least, most)
		}
		return n
	}
	switch key = strings.ToUpper(key); key {
	case "CHG":
		a.Charge = int8(number("charge", -15, 15))
	case "RAD":
		a.Radical = mol.Radical(number("radical", 0, 3))
	case "MASS":
		// The format says mass, programs write mass numbers, some with decimals.
		if x, ok := coordinate([]byte(value)); ok && x >= 0 && x < 1000 {
			a.Isotope = uint16(math.Floor(x))
			break
		}
		a.Isotope = uint16(number("mass", 0, 999))
	case "VAL":
		r.listed[i].valence = number("valence", noBonds, 9999)
	case "CFG":
		number("parity", 0, 3) // said by bonds and coordinates too
	case "HCOUNT", "SUBST", "UNSAT", "RBCNT", "ATTCHPT":
		if value != "0" {
			return key, err
		}
	case "RGROUPS":
		return "", r.queryf(0, "atom %d stands for R groups; a structure needs definite atoms", i+1)
	}
	return "", err
}

func (r *reader) bondsV3000(index *indexes) error {
	if r.bonds == 0 {
		return nil
	}
	if err := r.expect("BEGIN", "BOND"); err != nil {
		return err
	}
	m := r.rec.Mol
	seen := map[[2]int]int{}
	topology := false
	for k := range r.bonds {
		words, err := r.words("the bonds of the bond block")
		if err != nil {
			return err
		}
		if is(words, "END", "BOND") {
			return r.errorf(0, "the bond block ends after %d of %d bonds", k, r.bonds)
		}
		var numbers [4]int
		for f := range numbers {
			ok := false
			if f < len(words) {
				numbers[f], ok = integer([]byte(words[f]))
			}
			if !ok {
				return r.errorf(0, "bond %d of %d: expected index, type and two atom indices, found %s", k+1, r.bonds, excerpt([]byte(strings.Join(words, " "))))
			}
		}
		a, okA := index.place(numbers[2])
		b, okB := index.place(numbers[3])
		if !okA || !okB {
			return r.errorf(0, "bond %d joins atoms %d and %d; not both are in the atom block", k+1, numbers[2], numbers[3])
		}
		if err := r.checkEnds(a, b, k, seen); err != nil {
			return err
		}
		if err := r.bondType(numbers[1], k, 0); err != nil {
			return err
		}
		bond := mol.Bond{A: a, B: b, Order: mol.Order(numbers[1])}
		for _, word := range words[4:] {
			key, value, ok := strings.Cut(word, "=")
			switch {
			case !ok:
				return r.errorf(0, "bond %d: expected KEY=value, found %s", k+1, excerpt([]byte(word)))
			case strings.EqualFold(key, "CFG"):
				if err := r.bondMark(&bond, value, k); err != nil {
					return err
				}
			case strings.EqualFold(key, "TOPO") && value != "0":
				topology = true
			case strings.EqualFold(key, "ENDPTS"):
				return r.errorf(0, "bond %d has several end points; a bond of a structure joins two atoms", k+1)
			}
		}
		m.Bonds = append(m.Bonds, bond)
	}
	if topology {
		r.warn("ring and chain queries of bonds (TOPO) are not kept")
	}
	return r.expect("END", "BOND")
}

// bondMark reads the value of a bond's CFG.
func (r *reader) bondMark(b *mol.Bond, value string, k int) error {
	marks := [...]mol.BondStereo{mol.NoStereo, mol.WedgeUp, mol.WedgeEither, mol.WedgeDown}
	n, ok := integer([]byte(value))
	if !ok || n < 0 || n >= len(marks) {
		return r.errorf(0, "bond %d has CFG=%.24s; the values are 0, 1 (up), 2 (either) and 3 (down)", k+1, value)
	}
	switch mark := marks[n]; {
	case mark == mol.NoStereo || b.Order == mol.Single:
		b.Stereo = mark
	case b.Order == mol.Double && mark == mol.WedgeEither:
		b.Stereo = mol.CisTransEither
	default:
		r.warnAlike(oddMark, "line %d: CFG=%s of bond %d has no meaning for its type and is ignored", r.n, value, k+1)
	}
	return nil
}

// skipBlocks reads up to END CTAB and says what is left out.
func (r *reader) skipBlocks() error {
	var skipped []string
	for {
		words, err := r.words("END CTAB")
		switch {
		case err != nil:
			return err
		case is(words, "END", "CTAB"):
			if len(skipped) > 0 {
				r.warn("blocks that are not kept: %s", strings.Join(skipped, ", "))
			}
			return nil
		case is(words, "LINKNODE"):
			return r.queryf(0, "the block is generic (LINKNODE); a structure needs definite atoms")
		case !is(words, "BEGIN") || len(words) < 2:
			return r.errorf(0, "expected END CTAB, found %s", excerpt([]byte(strings.Join(words, " "))))
		}
		name := text([]byte(strings.ToUpper(words[1])))
		if name != "ATOM" && name != "BOND" && !slices.Contains(skipped, name) && len(skipped) < 8 {
			skipped = append(skipped, name)
		}
		if err := r.skipBlock(words[1]); err != nil {
			return err
		}
	}
}

// skipBlock reads up to END of the named block. Blocks of one name do not nest.
func (r *reader) skipBlock(name string) error {
	for n := 0; n < MaxBonds; n++ {
		words, err := r.words("END " + strings.ToUpper(name))
		if err != nil {
			return err
		}
		switch {
		case is(words, "END", name):
			return nil
		case strings.EqualFold(name, "ATOM"), strings.EqualFold(name, "BOND"):
			return r.errorf(0, "the %s block has lines beyond the number in COUNTS", strings.ToLower(name))
		}
		for _, word := range words {
			if key, value, ok := strings.Cut(word, "="); ok && strings.EqualFold(key, "FIELDNAME") && altersStructure([]byte(value)) {
				return r.errorf(0, "the data group %s changes the structure in a way that is not supported", excerpt([]byte(value)))
			}
		}
	}
	return r.errorf(0, "the block %.24s has more than %d lines", name, MaxBonds)
}
