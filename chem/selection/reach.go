package selection

// bonded sets the atoms that have a bond to one of the atoms of the node's operand; of
// "neighbors" without the operand itself.
func (e *evaluator) bonded(n *node, set []bool) {
	from := e.eval(n.left)
	for _, bond := range e.s.Bonds {
		i, j := bond[0], bond[1]
		set[i] = set[i] || from[j]
		set[j] = set[j] || from[i]
	}
	if n.word == "neighbors" {
		for i, in := range from {
			set[i] = set[i] && !in
		}
	}
}

// extend sets the atoms that are up to so many bonds away.
func (e *evaluator) extend(n *node, set []bool) {
	copy(set, e.eval(n.left))
	var edge []int
	for i, in := range set {
		if in {
			edge = append(edge, i)
		}
	}
	b := e.bondTable()
	for step := 0.0; step < n.value && len(edge) > 0; step++ {
		var next []int
		for _, i := range edge {
			for _, j := range b.of(i) {
				if !set[j] {
					set[j] = true
					next = append(next, int(j))
				}
			}
		}
		edge = next
	}
}

// same sets the atoms that share a property with one of the atoms of the operand.
func (e *evaluator) same(n *node, set []bool) {
	from := e.eval(n.left)
	s := e.s
	switch n.word {
	case "element":
		var elements [256]bool
		for i, z := range s.Elements {
			elements[z] = elements[z] || from[i]
		}
		for i, z := range s.Elements {
			set[i] = elements[z]
		}
	case "name", "resname", "chain":
		list, what := e.texts(n.word)
		if list == nil {
			e.note("The structure has no " + what + "s.")
		}
		shared(list, from, set)
	case "resid":
		if s.ResidueIDs == nil {
			e.note("The structure has no residue numbers.")
		}
		shared(s.ResidueIDs, from, set)
	case "charge":
		if s.FormalCharges == nil {
			shared(make([]int32, s.Len()), from, set)
		} else {
			shared(s.FormalCharges, from, set)
		}
	case "molecule":
		shared(e.moleculeOf(), from, set)
	case "residue":
		shared(e.residueOf(), from, set)
	}
}

func shared[T comparable](list []T, from, set []bool) {
	meant := map[T]bool{}
	for i, v := range list {
		if from[i] {
			meant[v] = true
		}
	}
	for i, v := range list {
		set[i] = meant[v]
	}
}

// residueOf numbers the residues. Numbers of residues repeat in a large box, and atoms that
// were added later stand at the end: a residue is what has one chain, number and name, and
// hangs together by bonds or stands together in the order of the atoms. A structure
// without residues has its molecules instead.
func (e *evaluator) residueOf() []int32 {
	if e.residues != nil {
		return e.residues
	}
	s := e.s
	if s.ResidueIDs == nil && s.ResidueNames == nil {
		e.residues = e.moleculeOf()
		return e.residues
	}
	alike := func(i, j int) bool {
		return (s.ResidueIDs == nil || s.ResidueIDs[i] == s.ResidueIDs[j]) &&
			(s.ResidueNames == nil || s.ResidueNames[i] == s.ResidueNames[j]) &&
			(s.ChainIDs == nil || s.ChainIDs[i] == s.ChainIDs[j])
	}
	of := make([]int32, s.Len())
	for i := range of {
		of[i] = int32(i)
		if i > 0 && alike(i-1, i) {
			of[i] = of[i-1]
		}
	}
	root := func(i int32) int32 {
		for of[i] != i {
			of[i] = of[of[i]]
			i = of[i]
		}
		return i
	}
	for _, bond := range s.Bonds {
		if i, j := bond[0], bond[1]; alike(int(i), int(j)) {
			a, b := root(int32(i)), root(int32(j))
			of[max(a, b)] = min(a, b)
		}
	}
	for i := range of {
		of[i] = root(int32(i))
	}
	e.residues = of
	return of
}

// rings sets the atoms of rings: those with a bond that is no bridge (Tarjan, Inf. Process.
// Lett. 1974, 2, 160), by a search in depth that keeps its own stack.
func (e *evaluator) rings(set []bool) {
	b := e.bondTable()
	n := e.s.Len()
	order := make([]int32, n) // 1 for the first atom that was met
	low := make([]int32, n)
	parent := make([]int32, n)
	next := make([]int32, n) // neighbors that were looked at
	count := int32(0)
	var stack []int32
	for first := range n {
		if order[first] != 0 {
			continue
		}
		count++
		order[first], low[first], parent[first] = count, count, -1
		stack = append(stack[:0], int32(first))
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			if neighbors := b.of(int(i)); int(next[i]) < len(neighbors) {
				j := int32(neighbors[next[i]])
				next[i]++
				switch {
				case order[j] == 0:
					count++
					order[j], low[j], parent[j] = count, count, i
					stack = append(stack, j)
				case j != parent[i]:
					low[i] = min(low[i], order[j])
				}
				continue
			}
			stack = stack[:len(stack)-1]
			if p := parent[i]; p >= 0 {
				low[p] = min(low[p], low[i])
				if low[i] <= order[p] { // the bond between them is part of a ring
					set[i], set[p] = true, true
				}
			}
		}
	}
}
