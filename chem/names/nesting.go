package names

// full says that groups stand before the core that are not bonded to the nitrogen of an
// amide.
func (n *node) full() bool {
	if len(n.lead) > 0 || len(n.ind) > 0 {
		return true
	}
	for i := range n.items {
		if n.core.form == noForm || n.core.form == asAcid || n.core.form == asIon || len(n.items[i].locs) == 0 || n.items[i].locs[0][0] != 'n' {
			return true
		}
	}
	return false
}

// composed says that a group is written with others before its last part. Methoxy and
// the like count as one word.
func (n *node) composed() bool {
	if n.core.t != nil && n.core.t.word == "oxy" && len(n.items) == 1 && n.items[0].bracket && n.items[0].sub.short {
		return len(n.items[0].sub.items) > 0
	}
	return len(n.items) > 0
}

// carbons says that a group is an open chain of carbon atoms, or benzyl.
func (n *node) carbons() bool {
	if n.core.t != nil {
		alkyl := n.core.t.whole
		for i := range n.core.t.mol.Atoms {
			alkyl = alkyl && n.core.t.mol.Atoms[i].Element == 6
		}
		return alkyl || n.core.t.word == "benzyl" || n.core.t.word == "allyl" || n.core.t.word == "isopropyl" || n.core.t.word == "isobutyl" || n.core.t.word == "vinyl"
	}
	return n.core.kind == chainCore && len(n.items) == 0 && (n.suffix == nil || n.suffix.s.attach == 1)
}

// links says whether the groups before a linking group t fit it: without locants, unless
// t has some.
func (n *node) links(t *template) bool {
	count := 0
	for i := range n.items {
		it := &n.items[i]
		if it.kind != groupItem {
			return false
		}
		if len(it.locs) > 0 {
			numbered := false
			for _, l := range t.locs {
				numbered = numbered || len(l) > 0
			}
			if !numbered {
				return false
			}
		}
		if inner := it.sub.core.t; inner != nil && inner.word == "thio" && !it.bracket && t.mol.Atoms[0].Element != 7 {
			return false // "methylthiocarbonyl": methylthio or thiocarbonyl
		}
		count += it.count
	}
	return t.need <= count && count <= t.most && len(n.lead) == 0 && len(n.ind) == 0
}

// carries says that a group before n could be meant to be bonded to it rather than to
// the parent: anything but alkyl before an alkyl group, anything before amino and thio.
func (n *node) carries(before *node) bool {
	if n.core.t == nil {
		return n.core.kind == chainCore && !before.carbons()
	}
	return n.core.t.most > 0
}

// leads says that a locant before the last part of a group belongs to its own bond
// ("2-butyl", "2-butylthio").
func (n *node) leads() bool {
	linking := n.group && n.core.t != nil && n.core.t.most > 0
	return len(n.lead) > 0 || linking && len(n.items) == 1 && len(n.items[0].sub.lead) > 0
}

// tooLoose is the rank of what nobody means.
const tooLoose = 9

// nesting is the rank of n: 1 when a group in it is composed of groups that stand there
// without parentheses, 2 when such a group has locants, 1 when locants are missing and 2
// when some are.
func (n *node) nesting() uint8 {
	var rank uint8
	located, open := 0, 0
	linking := n.group && n.core.t != nil && n.core.t.most > 0
	for i := range n.items {
		it := &n.items[i]
		if it.kind != groupItem {
			continue
		}
		rank = max(rank, it.sub.rank)
		if !it.bracket && i == len(n.items)-1 && n.core.t != nil && n.core.t.word == "urea" && it.sub.core.t != nil && it.sub.core.t.word == "thio" {
			rank = tooLoose // thiourea is a word
		}
		if len(it.locs) > 0 {
			located++
		} else {
			open++
		}
		if it.bracket || !it.sub.composed() && len(it.sub.lead) == 0 || linking && len(n.items) == 1 {
			continue
		}
		if len(it.locs) == 0 && it.sub.leads() && !linking && (len(it.sub.items) > 0 && len(it.sub.lead) > 0 || n.core.t == nil || len(n.core.t.mol.Atoms) > 1) {
			rank = tooLoose // "4-phenyl-2-butylbenzene"
		}
		if t := it.sub.core.t; t != nil && t.most > 0 && len(it.sub.items) == 1 && len(it.sub.items[0].locs) == 0 && (it.sub.items[0].kind != groupItem || !it.sub.items[0].sub.composed()) {
			continue // "methylthio" and "dimethylamino" are read as one
		}
		rank = max(rank, 1)
		if len(it.sub.items) == 1 && it.sub.items[0].kind == groupItem && len(it.sub.items[0].locs) == 0 && it.sub.items[0].sub.carbons() && it.sub.core.kind == chainCore && it.sub.core.t == nil {
			rank = 3 // "ethylmethyl" is no name of propyl
		}
		for j := range it.sub.items {
			if len(it.sub.items[j].locs) > 0 && !it.bracket {
				rank = max(rank, 2)
			}
		}
		if len(it.sub.lead) > 0 {
			rank = max(rank, 2)
		}
	}
	if open > 0 && !n.single() {
		rank = max(rank, 1)
	}
	if open > 0 && located > 0 {
		rank = max(rank, 2)
	}
	// "phenylmethylamine": two groups, or one of two parts.
	if k := len(n.items); k > 1 && n.items[k-1].kind == groupItem && n.items[k-2].kind == groupItem && n.single() && open == k && n.items[k-1].count == 1 && !n.items[k-1].bracket && !n.items[k-2].bracket &&
		n.items[k-1].sub.carries(n.items[k-2].sub) {
		rank = max(rank, 1)
	}
	return rank
}

// single says that there is one atom only that a group can be at.
func (n *node) single() bool {
	switch n.core.kind {
	case chainCore:
		return n.core.size == 1
	case templateCore:
		places := 0
		for i := range n.core.t.mol.Atoms {
			if !n.core.t.hidden[i] {
				places++
			}
		}
		return (places <= 1 || n.core.t.most > 0) && n.core.form != asAmide && n.core.form != asAmido
	}
	return false
}
