package edit

import "slices"

// HasInferred says whether a step that is done found bonds by distance. It costs a look
// at the steps, not at the bonds.
func (d *Document) HasInferred() bool {
	return slices.ContainsFunc(d.done, func(a applied) bool { return infers(a.step) })
}

func infers(s *Step) bool {
	return slices.ContainsFunc(s.Ops, func(op Op) bool {
		bonds, ok := op.(*AddBonds)
		return ok && bonds.ByDistance
	})
}

// Inferred says of each bond of Edited whether it was found by distance
// and nobody has set it since; nil when there is none. An op that makes new atoms of all,
// such as Supercell, keeps the bonds and not whose they were: after it all bonds count as
// inferred where some did before, until somebody sets them.
func (d *Document) Inferred() []bool {
	if !d.HasInferred() {
		return nil
	}
	marked := map[[2]Ref]bool{} // false: set by somebody since, or deleted
	whole := int32(-1)          // number of the fragment whose bonds all count as inferred
	var added []int32           // fragments of the step, which its ops name by their number in it
	set := func(bonds [][2]Ref, inferred bool) {
		for _, b := range bonds {
			for i := range b {
				if op := int(-1 - b[i].Fragment); op >= 0 && op < len(added) {
					b[i].Fragment = added[op]
				}
			}
			marked[ordered(b)] = inferred
		}
	}
	anew := func(number int32) {
		some := whole >= 0
		for _, inferred := range marked {
			some = some || inferred
		}
		clear(marked)
		if whole = -1; some {
			whole = number
		}
	}
	for _, a := range d.done {
		added = added[:0]
		for _, op := range a.step.Ops {
			switch op := op.(type) {
			case *AddFragment:
				added = append(added, op.number)
			case *AddAtoms:
				added = append(added, op.number)
			case *AddBonds:
				set(op.Bonds, op.ByDistance)
			case *SetOrders:
				set(op.Bonds, false)
			case *DeleteBonds:
				set(op.Bonds, false)
			case *ExpandSymmetry:
				anew(op.number)
			case *Supercell:
				anew(op.number)
			case *Slab:
				anew(op.number)
			case *Rebuild:
				anew(op.number)
			case *Clear:
				clear(marked)
				whole = -1
			}
		}
	}
	bonds, refs := d.Edited().Bonds, d.refs
	if d.parked != nil {
		refs = d.parked.refs
	}
	var rows []bool
	for k, b := range bonds {
		pair := ordered([2]Ref{refs[b[0]], refs[b[1]]})
		inferred, known := marked[pair]
		if !known {
			inferred = whole >= 0 && pair[0].Fragment == whole && pair[1].Fragment == whole
		}
		if inferred && rows == nil {
			rows = make([]bool, len(bonds))
		}
		if inferred {
			rows[k] = true
		}
	}
	return rows
}

func ordered(pair [2]Ref) [2]Ref {
	if compareRefs(pair[0], pair[1]) > 0 {
		return [2]Ref{pair[1], pair[0]}
	}
	return pair
}
