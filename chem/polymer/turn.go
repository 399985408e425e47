package polymer

import "context"

// A turn is a bond of the backbone that turns. Its energy depends on its own angle and, as
// groups that meet over two such bonds are near each other at some pairs of angles (the pentane
// effect), on that of the turn before. A chain is a Markov chain of turns, as in the
// rotational isomeric state model (Flory 1969, ch. III; for vinyl chains with m and r dyads
// Suter and Flory, Macromolecules 1975, 8, 765), here with 24 angles in place of a few
// states and with the geometry of the units themselves in place of a table.
type turn struct {
	rotor int // of the piece; none: the junction before it
	first [bins]float64
	// second is by the angle of the turn before and then its own; nil: they do not meet.
	second *[bins][bins]float64
}

// turns are those of a piece behind another one: the junction, then its rotors that lie
// on the backbone.
type turns []turn

// last is the place of the last one's angle in those of a state, none without turns.
func (t turns) last() int {
	if len(t) == 0 {
		return none
	}
	return t[len(t)-1].rotor + 1 // the junction's comes first
}

// onBackbone says whether rotor r of a piece turns its tail.
func (c *piece) onBackbone(r *rotor) bool {
	if !c.head.open() || !c.tail.open() {
		return false
	}
	for _, i := range r.turns {
		if i == c.tail.leaves {
			return true
		}
	}
	return false
}

// turnsOf returns the turns of a kind behind another one, or at the start of a chain.
func (k *kit) turnsOf(before, kind int) turns {
	if kind == none {
		return nil
	}
	if before == none {
		return k.starts[kind]
	}
	return k.junction(before, kind).turns
}

// weighTurns measures the turns of all pairs of kinds that follow each other. Neighbors of
// a pair are those that the kinds have where they first occur, and methyl groups beyond.
func (k *kit) weighTurns(ctx context.Context, pairs, around [][2]int, seen []bool) error {
	k.starts = make([]turns, len(k.pieces))
	for kind, c := range k.pieces {
		if !seen[kind] || !c.head.open() {
			continue
		}
		t, err := k.measureTurns(ctx, nil, kind, around)
		if err != nil {
			return err
		}
		k.starts[kind] = t[1:]
	}
	for _, pair := range pairs {
		t, err := k.measureTurns(ctx, &pair[0], pair[1], around)
		if err != nil {
			return err
		}
		k.junction(pair[0], pair[1]).turns = t
	}
	return nil
}

// measureTurns returns the turns of a kind behind another one, or behind a methyl group.
func (k *kit) measureTurns(ctx context.Context, before *int, kind int, around [][2]int) (turns, error) {
	c := k.pieces[kind]
	row := []*piece{k.methyl}
	if before != nil {
		a := k.pieces[*before]
		if row = []*piece{a}; a.head.open() {
			row = []*piece{k.methyl, a}
			if first := around[*before][0]; first != none {
				if row = []*piece{k.pieces[first], a}; row[0].head.open() {
					row = append([]*piece{k.methyl}, row...)
				}
			}
		}
	}
	at := len(row)
	row = append(row, c)
	if c.tail.open() {
		if next := around[kind][1]; next != none {
			row = append(row, k.pieces[next])
		}
		if row[len(row)-1].tail.open() {
			row = append(row, k.methyl)
		}
	}
	atoms := 0
	for _, p := range row {
		atoms += len(p.x)
	}
	if atoms > maxRefined {
		return k.plainTurns(before, c, kind), nil
	}
	return k.newFragment(row, at).measure(ctx)
}

// plainTurns are those of pieces too large for more than the energies of single bonds.
func (k *kit) plainTurns(before *int, c *piece, kind int) turns {
	out := turns{{rotor: none}}
	if before != nil {
		out[0].first = k.junction(*before, kind).energy
	}
	for i := range c.rotors {
		if c.onBackbone(&c.rotors[i]) {
			out = append(out, turn{rotor: i, first: c.rotors[i].energy})
		}
	}
	return out
}
