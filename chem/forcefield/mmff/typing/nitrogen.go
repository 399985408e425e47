package typing

import "github.com/molsmith/molsmith/chem/mol"

// nitrogen returns the type of a nitrogen that no aromatic ring types.
func (t *typer) nitrogen(i int) uint8 {
	a := &t.atoms[i]
	sulfonamide := false
	switch a.degree {
	case 4:
		if t.oxide(i) {
			return 68
		}
		return 34
	case 3:
		if a.valence >= 4 {
			switch oxygens := t.terminals(i, 8); {
			case oxygens == 1:
				return 67
			case oxygens >= 2:
				return 45 // nitro, nitrate
			case t.iminium(i):
				return 54
			}
		}
		sulfonamide = t.besideSulfonyl(i)
		if v := t.delocalized(i, sulfonamide); v != 0 {
			return v
		}
	case 2:
		return t.divalentNitrogen(i)
	}
	if sulfonamide || a.degree != 3 && t.besideSulfonyl(i) {
		return 43
	}
	if a.degree == 1 {
		b := t.adjacency.Of(i)[0]
		if t.orders[b.Bond] == mol.Triple {
			return 42
		}
		if n := &t.atoms[b.Atom]; n.element == 7 && n.degree == 2 && t.count(b.Atom, func(c *atom) bool {
			return c.element == 7 && c.degree == 2 || c.element == 6 && c.degree == 3
		}) > 0 {
			return 47 // end of an azide or diazo group
		}
	}
	return 8
}

// besideSulfonyl says whether nitrogen i, with three bonds or more, has a neighbor P or
// S with two terminal oxygens.
func (t *typer) besideSulfonyl(i int) bool {
	if t.atoms[i].valence < 3 {
		return false
	}
	for _, b := range t.adjacency.Of(i) {
		if e := t.atoms[b.Atom].element; (e == 15 || e == 16) && t.terminals(b.Atom, 8) >= 2 {
			return true
		}
	}
	return false
}

// iminium says whether a four-valent nitrogen has its double bond to nitrogen, or to
// carbon without another nitrogen to share the charge with.
func (t *typer) iminium(i int) bool {
	j := t.doublyBonded(i)
	if j < 0 {
		return false
	}
	switch t.atoms[j].element {
	case 7:
		return true
	case 6:
		for _, b := range t.adjacency.Of(j) {
			if n := &t.atoms[b.Atom]; b.Atom != i && n.element == 7 && n.degree == 3 {
				return false
			}
		}
		return true
	}
	return false
}

// divalentNitrogen returns the type of a nitrogen with two neighbors.
func (t *typer) divalentNitrogen(i int) uint8 {
	a := &t.atoms[i]
	if a.valence == 4 {
		for _, b := range t.adjacency.Of(i) {
			if t.orders[b.Bond] == mol.Triple {
				return 61
			}
		}
		return 53
	}
	if a.valence == 3 {
		if j := t.doublyBonded(i); j >= 0 {
			switch e := t.atoms[j].element; {
			case e == 6 || e == 7:
				return 9
			case e == 8 && t.terminals(i, 8) == 1:
				return 46 // nitroso
			}
		}
	}
	for _, b := range t.adjacency.Of(i) {
		if t.atoms[b.Atom].element == 16 && t.terminals(b.Atom, 8) == 1 {
			return 48 // in the place of an oxygen of a sulfone
		}
	}
	if t.besideSulfonyl(i) {
		return 43
	}
	return 62
}

// delocalized returns the type of a nitrogen with three neighbors whose lone pair is
// drawn into a neighboring pi system: 55 and 56 beside amidinium and guanidinium
// carbon, 43 beside a cyano group, 40 for enamines and anilines, 10 for amides. It is 0
// otherwise.
func (t *typer) delocalized(i int, sulfonamide bool) uint8 {
	var amide, azo, enamine, amidinium, guanidinium, cyanamide bool
	for _, b := range t.adjacency.Of(i) {
		switch t.atoms[b.Atom].element {
		case 6:
			c := t.carbonBeside(b.Atom)
			amide = amide || c.carbonyl
			enamine = enamine || c.unsaturated
			cyanamide = cyanamide || c.cyano
			amidinium = amidinium || c.amidinium
			guanidinium = guanidinium || c.guanidinium
		case 7:
			azo = azo || t.imineOrAzo(b.Atom)
		}
	}
	switch {
	case amidinium:
		return 55
	case guanidinium:
		return 56
	case sulfonamide || cyanamide:
		return 43
	case enamine && !amide:
		return 40
	case amide || azo:
		return 10
	}
	return 0
}

// neighborCarbon is what a nitrogen's type depends on in a carbon beside it.
type neighborCarbon struct {
	carbonyl               bool // double bond to O or S
	unsaturated            bool // double bond to C, N or P, or triple bond to C, or in benzene
	cyano                  bool
	amidinium, guanidinium bool
}

func (t *typer) carbonBeside(j int) (c neighborCarbon) {
	a := &t.atoms[j]
	amino, imino, charged := 0, 0, false
	toNitrogen, toCarbon, aromaticOS := false, false, false
	for _, b := range t.adjacency.Of(j) {
		n := &t.atoms[b.Atom]
		switch order := t.orders[b.Bond]; {
		case order == mol.Triple:
			c.cyano = c.cyano || n.element == 7
			c.unsaturated = c.unsaturated || n.element == 6
		case order == mol.Double:
			c.carbonyl = c.carbonyl || n.element == 8 || n.element == 16
			c.unsaturated = c.unsaturated || n.element == 6 || n.element == 7 || n.element == 15
			toNitrogen = toNitrogen || n.element == 7
		case order == mol.Aromatic && (n.element == 6 || n.element == 7 && n.rings == 1):
			c.unsaturated = true
			toNitrogen = toNitrogen || n.element == 7
			toCarbon = toCarbon || n.element == 6
		}
		if n.element == 7 && n.degree == 3 {
			charged = charged || n.charge == 1
			if t.count(b.Atom, func(o *atom) bool { return o.element == 8 }) < 2 { // not of nitro
				amino++
			}
		}
		if order := t.orders[b.Bond]; n.element == 7 && n.degree == 2 && (order == mol.Double || order == mol.Aromatic) {
			imino++
		}
		aromaticOS = aromaticOS || n.aromatic && (n.element == 8 || n.element == 16)
	}
	if a.aromatic && a.sizes>>6&1 != 0 && !aromaticOS {
		c.unsaturated = true
	}
	// In an aromatic ring the charge may be drawn elsewhere; the carbon is one of an
	// amidinium where it has no other double bond to share.
	if toNitrogen && !toCarbon {
		c.amidinium = amino == 2 && imino == 0 && charged && a.degree < 4 && a.aromaticSizes>>6&1 == 0
		c.guanidinium = amino == 3
	}
	return c
}

// imineOrAzo says whether nitrogen j has a double bond to nitrogen, or to carbon that
// has no further N, O or S.
func (t *typer) imineOrAzo(j int) bool {
	k := t.doublyBonded(j)
	if k < 0 {
		return false
	}
	switch t.atoms[k].element {
	case 7:
		return true
	case 6:
		for _, b := range t.adjacency.Of(k) {
			if e := t.atoms[b.Atom].element; b.Atom != j && (e == 7 || e == 8 || e == 16) {
				return false
			}
		}
		return true
	}
	return false
}
