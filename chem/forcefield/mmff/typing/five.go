package typing

// maxPlaces is the number of heteroatoms that are looked at around an atom of an
// aromatic ring of five. Chemistry has at most six.
const maxPlaces = 12

// places are the atoms that can bring the lone pair of an aromatic ring of five, by
// their distance in the ring from one of its atoms.
type places struct {
	alpha, beta         [maxPlaces]int
	nAlpha, nBeta       int
	chalcogenA, chalcoB bool // one of alpha, of beta, is O or S
	shared              bool // one of alpha and one of beta are in one ring
}

// lonePairsAround finds the places around atom i.
func (t *typer) lonePairsAround(i int) places {
	var p places
	for _, b := range t.adjacency.Of(i) {
		if t.atoms[b.Atom].aromaticSizes>>5&1 == 0 {
			continue
		}
		if p.nAlpha < maxPlaces && t.sameFive(i, b.Atom) && t.bringsPair(b.Atom) {
			p.alpha[p.nAlpha] = b.Atom
			p.nAlpha++
			p.chalcogenA = p.chalcogenA || t.atoms[b.Atom].element != 7
		}
		for _, c := range t.adjacency.Of(b.Atom) {
			if c.Atom != i && p.nBeta < maxPlaces && t.atoms[c.Atom].aromaticSizes>>5&1 != 0 &&
				t.sameFive(i, c.Atom) && t.bringsPair(c.Atom) {
				p.beta[p.nBeta] = c.Atom
				p.nBeta++
				p.chalcoB = p.chalcoB || t.atoms[c.Atom].element != 7
			}
		}
	}
	for _, a := range p.alpha[:p.nAlpha] {
		for _, b := range p.beta[:p.nBeta] {
			p.shared = p.shared || t.sameFive(a, b)
		}
	}
	return p
}

// bringsPair says whether an atom of an aromatic ring of five has its lone pair among
// the pi electrons: O, S, or N with three neighbors that is no N-oxide.
func (t *typer) bringsPair(i int) bool {
	a := &t.atoms[i]
	return a.element == 8 || a.element == 16 || a.element == 7 && a.degree == 3 && !t.oxide(i)
}

// inFive returns the type of an atom of an aromatic ring of five; 0 when its place
// there does not give it one.
func (t *typer) inFive(i int) uint8 {
	switch a := &t.atoms[i]; a.element {
	case 8:
		return 59 // furan
	case 16:
		return 44 // thiophene
	case 6:
		return t.carbonInFive(i)
	case 7:
		if t.oxide(i) {
			return 82
		}
		p := t.lonePairsAround(i)
		switch {
		case p.nAlpha+p.nBeta == 0 && a.degree == 3:
			return 39 // pyrrole
		case p.nAlpha+p.nBeta == 0:
			return 76 // anion
		case a.degree == 3 && p.nAlpha != p.nBeta:
			return 81 // cation
		case p.nAlpha > 0 && (p.nBeta == 0 || p.chalcogenA):
			return 65
		case p.nBeta > 0 && (p.nAlpha == 0 || p.chalcoB):
			return 66
		}
		return 79
	}
	return 0
}

func (t *typer) carbonInFive(i int) uint8 {
	p := t.lonePairsAround(i)
	if p.nBeta == 0 && t.betweenImidazoliumN(i) {
		return 80
	}
	none, both := p.nAlpha+p.nBeta == 0, p.nAlpha > 0 && p.nBeta > 0
	switch {
	case none && t.ringWithoutPlaces(i),
		both && p.nAlpha == p.nBeta && (!p.shared || !p.chalcogenA && !p.chalcoB):
		return 78
	case p.nAlpha > 0 && (p.nBeta == 0 || p.chalcogenA):
		return 63
	case p.nBeta > 0 && (p.nAlpha == 0 || p.chalcoB):
		return 64
	}
	return 0
}

// betweenImidazoliumN says whether an atom of an aromatic ring of five has two
// neighbors of the kind of imidazolium's nitrogen, at least one charged. A third may
// be outside the ring; rings of six are typed as pyridinium.
func (t *typer) betweenImidazoliumN(i int) bool {
	nitrogens, charged, inFive, inSix := 0, 0, 0, 0
	for _, b := range t.adjacency.Of(i) {
		n := &t.atoms[b.Atom]
		if n.element != 7 || n.degree != 3 {
			continue
		}
		nitrogens++
		if n.charge > 0 && !t.oxide(b.Atom) {
			charged++
		}
		inFive += int(n.aromaticSizes >> 5 & 1)
		inSix += int(n.aromaticSizes >> 6 & 1)
	}
	return (nitrogens == 2 && inFive > 0 || nitrogens == 3 && inFive == 2) && charged > 0 && inSix == 0
}

// ringWithoutPlaces says whether carbon i of a ring without a lone pair to count from
// has its type from that ring: all neighbors there are aromatic, and not all its
// neighbors are carbons of rings of six, as in corannulene.
func (t *typer) ringWithoutPlaces(i int) bool {
	benzenes := true
	for _, b := range t.adjacency.Of(i) {
		n := &t.atoms[b.Atom]
		if !n.aromatic && t.sameFive(i, b.Atom) {
			return false
		}
		benzenes = benzenes && n.element == 6 && n.sizes>>6&1 != 0
	}
	return !benzenes
}

// inSix returns the type of an atom of an aromatic ring of six, 0 for other elements
// than carbon and nitrogen.
func (t *typer) inSix(i int) uint8 {
	switch a := &t.atoms[i]; {
	case a.element == 6:
		return 37
	case a.element != 7:
		return 0
	case t.oxide(i):
		return 69
	case a.degree == 3:
		return 58
	}
	return 38
}
