package names

import (
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/stereo/cip"
)

// derived reads a name of the dictionary with one descriptor before it, a word for water
// or an acid behind it, or a cation before it: "(S)-ibuprofen", "glucose monohydrate",
// "choline acetate".
func (d *Dictionary) derived(name string) (text string, err error) {
	rest, label := descriptor(name)
	entry, ok := d.index(rest)
	if label != 0 {
		if !ok || d.Kind(entry) > Trade || strings.Contains(d.SMILES(entry), "*") {
			return "", nil
		}
		p, err := smiles.Perceive(d.SMILES(entry))
		if err != nil {
			return "", nil
		}
		return configured(p, label)
	}
	blank := strings.LastIndexByte(name, ' ')
	v, err := vocab()
	if blank < 0 || err != nil {
		return "", nil
	}
	for i := range name {
		if name[i] == ' ' && text == "" {
			text = d.pair(name[:i], name[i+1:])
		}
	}
	if entry, ok = d.index(name[:blank]); text != "" || !ok || strings.Contains(d.SMILES(entry), "*") {
		return text, nil
	}
	v.adductOf(name[blank+1:], func(more string, count int) {
		p, err := smiles.Perceive(d.SMILES(entry) + strings.Repeat("."+more, count))
		if err == nil {
			text, _ = smiles.CanonicalOf(p, stereo.Find(p))
		}
	})
	return text, nil
}

// pair puts an ion of one charge before one of the dictionary: "choline acetate",
// "1-hexyl-3-methylimidazolium ethyl sulfate".
func (d *Dictionary) pair(cation, anion string) string {
	a, ok := d.index(anion)
	if !ok || charge(d.SMILES(a)) != -1 {
		return ""
	}
	first := ""
	if c, ok := d.index(cation + " ion"); ok {
		first = d.SMILES(c) // sodium alone is the metal
	} else if c, ok := d.index(cation); ok {
		first = d.SMILES(c)
	} else if r, err := readRules(normalize(cation)); err == nil && len(r.Notes) == 0 {
		first = r.SMILES
	}
	if first == "" || charge(first) != 1 {
		return ""
	}
	p, err := smiles.Perceive(first + "." + d.SMILES(a))
	if err != nil {
		return ""
	}
	text, _ := smiles.CanonicalOf(p, stereo.Find(p))
	return text
}

// charge is that of a molecule in one piece, 0 of others.
func charge(text string) int {
	m, err := smiles.Parse(text)
	if err != nil || strings.ContainsAny(text, ".*") {
		return 0
	}
	return m.Charge()
}

// descriptor takes "(r)-", "(e)-(+)-", "rac-" and the like off a name. label is 'x' for a
// racemate, '+' when the sign of rotation is all there is, 0 when there is nothing.
func descriptor(name string) (rest string, label byte) {
	rest = name
	for range 2 {
		end := strings.IndexByte(rest, '-')
		if end == 1 && strings.HasPrefix(rest, "(-)-") {
			end = 3
		}
		if end < 0 {
			break
		}
		var l byte
		switch word := rest[:end]; word {
		case "(r)", "(s)", "(e)", "(z)":
			l = word[1]
		case "(rs)", "(±)", "(+/-)", "±", "rac", "dl":
			l = 'x'
		case "(+)", "(-)":
			l = '+'
		default:
			return rest, label
		}
		if label == 0 || label == '+' {
			label = l
		} else if l != '+' {
			return name, 0
		}
		rest = rest[end+1:]
	}
	return rest, label
}

// configured sets the one center or double bond of a molecule.
func configured(p *perceive.Molecule, label byte) (string, error) {
	m := p.Mol
	set := stereo.Find(p)
	centers, bonds := set.OpenCenters, set.OpenBonds
	for i := range set.Centers {
		centers = append(centers, set.Centers[i].Atom)
	}
	for i := range set.Bonds {
		bonds = append(bonds, set.Bonds[i].Bond)
	}
	t := target{atom: -1, bond: -1, label: label}
	switch {
	case label == '+':
		return "", wrong(0, "the sign of rotation does not tell a configuration; R or S does")
	case label == 'e' || label == 'z':
		if len(bonds) != 1 || len(centers) > 0 {
			return "", wrong(0, "this descriptor belongs to a molecule with one double bond of two forms and no center")
		}
		t.bond = bonds[0]
	case len(centers) != 1 || len(bonds) > 0:
		return "", wrong(0, "this descriptor belongs to a molecule with one center")
	default:
		t.atom = centers[0]
	}
	m.Centers, m.CisTrans = nil, nil
	for i := range m.Bonds {
		m.Bonds[i].Stereo = mol.NoStereo
	}
	if label != 'x' {
		adjacency := m.Neighbors()
		t.mark(m, &adjacency)
		labels, err := cip.Label(p, stereo.Find(p))
		if err != nil {
			return "", err
		}
		if !t.has(labels) {
			t.turn(m)
		}
	}
	return smiles.CanonicalOf(p, stereo.Find(p))
}

// capitals checks the upper and lower case of a formula or symbol, which the dictionary
// does not tell apart: COCl2 is not CoCl2, Co not CO, Po not PO. note says how it was
// read, "" when it is written as in the dictionary.
func (d *Dictionary) capitals(e int, text string) (note string, err error) {
	text = strings.TrimSpace(text)
	kind, display := d.Kind(e), d.Display(e)
	if kind != Formula && kind != Abbreviation || text == display {
		return "", nil
	}
	if kind == Abbreviation {
		if _, symbol := elem.Number(text); !symbol || len(text) < 2 {
			return "", nil
		}
	} else {
		counts, ok := counted(text)
		p, err := smiles.Perceive(d.SMILES(e))
		if !ok || err != nil {
			if strings.EqualFold(text, display) {
				note = "read as " + display
				if display == "CoCl2" {
					note += ", not COCl2, which is phosgene"
				}
			}
			return note, nil
		}
		if counts == p.Mol.Counts() {
			return "", nil
		}
	}
	fault := &Error{Msg: quoted(text) + " is not " + display + ": upper and lower case count in symbols of elements", Suggestions: []Suggestion{{display, d.SMILES(e)}}}
	if z, ok := elem.Number(text); ok {
		if i, ok := d.index(strings.ToLower(elem.Name(z))); ok {
			fault.Suggestions = append(fault.Suggestions, Suggestion{d.Display(i), d.SMILES(i)})
		}
	}
	return "", fault
}

// counted reads a formula in exact spelling without parentheses.
func counted(text string) (c elem.Counts, ok bool) {
	for i := 0; i < len(text); {
		z, size := uint8(0), 2
		if i+2 <= len(text) {
			z, _ = elem.Number(text[i : i+2])
		}
		if z == 0 {
			size = 1
			if z, _ = elem.Number(text[i : i+1]); z == 0 {
				return c, false
			}
		}
		i += size
		from := i
		for i < len(text) && digit(text[i]) {
			i++
		}
		n := number(text[from:i])
		if i == from {
			n = 1
		}
		c[z] += n
	}
	return c, len(text) > 0
}

// foreign says what a text is that is no name; "" when it may be one.
func foreign(text string) string {
	text = strings.TrimSpace(text)
	low := strings.ToLower(text)
	if strings.HasPrefix(low, "inchi=") {
		return "this is an InChI; names and SMILES are read"
	}
	if len(text) == 27 && text[14] == '-' && text[25] == '-' && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-") == "" {
		return "this is an InChIKey, from which no structure follows"
	}
	if registry(strings.TrimLeft(strings.TrimPrefix(low, "cas"), " :#rn")) {
		return "this is a CAS registry number, which are not known here; give a name"
	}
	if _, ok := counted(text); ok && strings.ContainsAny(text, "0123456789") {
		return "this is a molecular formula that is not in the dictionary, and many molecules may have it; give a name or a SMILES"
	}
	if strings.Contains(text, " ") || len(text) < 3 {
		return ""
	}
	if _, err := smiles.Parse(text); err == nil {
		return "this is no name that is known; it can be read as a SMILES"
	}
	return ""
}

// registry says whether a text has the form of a CAS registry number and its check digit.
func registry(s string) bool {
	n := len(s)
	if n < 7 || n > 12 || s[n-2] != '-' || s[n-5] != '-' {
		return false
	}
	sum, weight := 0, 1
	for i := n - 3; i >= 0; i-- {
		if i == n-5 {
			continue
		}
		if !digit(s[i]) {
			return false
		}
		sum += weight * int(s[i]-'0')
		weight++
	}
	return sum%10 == int(s[n-1]-'0')
}

// mark sets the place to one of its two arrangements.
func (t target) mark(m *mol.Mol, adjacency *mol.Adjacency) {
	if t.bond >= 0 {
		o := m.Bonds[t.bond]
		m.CisTrans = append(m.CisTrans, mol.CisTrans{Bond: t.bond, Ligands: [2]int{oneLigand(adjacency, o.A, o.B), oneLigand(adjacency, o.B, o.A)}})
		return
	}
	m.Centers = append(m.Centers, mol.Center{Atom: t.atom, Class: mol.Tetrahedral, Permutation: 1, Ligands: ligands(m, adjacency, t.atom)})
}
