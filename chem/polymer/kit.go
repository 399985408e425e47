package polymer

import (
	"context"
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/minimize"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/rng"
)

// kit is what chains are made of: prepared pieces and the junctions between them.
type kit struct {
	pieces    []*piece
	table     *contactTable
	junctions map[[2]int]*junction
	methyl    *piece                       // stands for what follows when only a part is looked at
	force     string                       // the weakest force field that was needed
	starts    []turns                      // of kinds that begin a chain
	known     map[aheadKey][][bins]float64 // see ahead
}

// junction is the bond between the tail of one kind and the head of another.
type junction struct {
	length float64 // Å
	turns  turns
	weights
}

func (k *kit) junction(a, b int) *junction { return k.junctions[[2]int{a, b}] }

// newKit checks the requests and prepares their pieces. The second result has the kinds
// of each chain's pieces, in order.
func newKit(ctx context.Context, requests []Request) (*kit, [][]int, error) {
	k := &kit{table: &contactTable{}, junctions: map[[2]int]*junction{}, force: nameMMFF}
	var orders [][]int
	units, atoms := 0, 0
	type source struct {
		molecule               *perceive.Molecule
		x                      *float64
		head, leaves, tail, to int
	}
	known := map[source]int{}
	add := func(what string, p *perceive.Molecule, x []float64, head, headLeaves, tail, tailLeaves int) (int, error) {
		key := source{p, nil, head, headLeaves, tail, tailLeaves}
		if len(x) > 0 {
			key.x = &x[0]
		}
		if i, ok := known[key]; ok {
			return i, nil
		}
		c, err := newPiece(what, p, x, head, headLeaves, tail, tailLeaves)
		if err != nil {
			return 0, err
		}
		known[key] = len(k.pieces)
		k.pieces = append(k.pieces, c)
		return known[key], nil
	}
	for i, r := range requests {
		name := ""
		if len(requests) > 1 {
			name = fmt.Sprintf("chain %d: ", i+1)
		}
		switch {
		case len(r.Kinds) == 0 || len(r.Kinds) > MaxKinds:
			return nil, nil, fmt.Errorf("%w: %s%d kinds of units: a chain has 1 to %d", ErrRequest, name, len(r.Kinds), MaxKinds)
		case len(r.Sequence) == 0:
			return nil, nil, fmt.Errorf("%w: %sthe sequence is empty: a chain has at least one unit", ErrRequest, name)
		}
		if units += len(r.Sequence); units > MaxUnits {
			return nil, nil, fmt.Errorf("%w: %d repeat units or more: the limit is %d", ErrTooManyAtoms, units, MaxUnits)
		}
		kinds := make([]int, len(r.Kinds))
		for j, u := range r.Kinds {
			var err error
			if kinds[j], err = add(fmt.Sprintf("%sunit kind %d", name, j), u.Molecule, u.Positions, u.Head, u.HeadLeaves, u.Tail, u.TailLeaves); err != nil {
				return nil, nil, err
			}
		}
		var order []int
		if c := r.Start; c != nil {
			j, err := add(name+"the start cap", c.Molecule, c.Positions, none, none, c.Atom, c.Leaves)
			if err != nil {
				return nil, nil, err
			}
			order = append(order, j)
		}
		for at, j := range r.Sequence {
			if j < 0 || j >= len(kinds) {
				return nil, nil, fmt.Errorf("%w: %sunit %d is of kind %d: there are %d, counted from 0", ErrRequest, name, at+1, j, len(kinds))
			}
			order = append(order, kinds[j])
		}
		if c := r.End; c != nil {
			j, err := add(name+"the end cap", c.Molecule, c.Positions, c.Atom, c.Leaves, none, none)
			if err != nil {
				return nil, nil, err
			}
			order = append(order, j)
		}
		for at, j := range order {
			atoms += k.pieces[j].places(at == 0, at == len(order)-1).n
		}
		if atoms > MaxAtoms {
			return nil, nil, fmt.Errorf("%w: %d atoms or more: the limit is %d", ErrTooManyAtoms, atoms, MaxAtoms)
		}
		orders = append(orders, order)
	}
	k.methyl = newMethyl()
	for _, c := range append(k.pieces, k.methyl) {
		c.classify(k.table)
	}
	return k, orders, k.prepare(ctx, orders)
}

// newMethyl is methane as an end group on either side.
func newMethyl() *piece {
	p, _ := hydrogen.Add(mustSanitize(&mol.Mol{Atoms: []mol.Atom{{Element: 6}}}), nil)
	const a = 1.09 * 0.5773502691896258
	x := []float64{0, 0, 0, a, a, a, a, -a, -a, -a, a, -a, -a, -a, a}
	c, _ := newPiece("", p, x, 0, 1, 0, 2)
	return c
}

// mustSanitize is for molecules that are known to be sound.
func mustSanitize(m *mol.Mol) *perceive.Molecule {
	p, err := perceive.Sanitize(m)
	if err != nil {
		panic("polymer: " + err.Error())
	}
	return p
}

// prepare finds rotors, junctions and torsion energies for all neighbors in the orders.
func (k *kit) prepare(ctx context.Context, orders [][]int) error {
	around := make([][2]int, len(k.pieces)) // the first neighbors of each piece
	seen := make([]bool, len(k.pieces))
	var pairs [][2]int
	for i := range around {
		around[i] = [2]int{none, none}
	}
	for _, order := range orders {
		for at, kind := range order {
			seen[kind] = true
			if at == 0 {
				continue
			}
			pair := [2]int{order[at-1], kind}
			if _, ok := k.junctions[pair]; !ok {
				k.junctions[pair] = &junction{}
				pairs = append(pairs, pair)
			}
			if around[pair[0]][1] == none {
				around[pair[0]][1] = kind
			}
			if around[kind][0] == none {
				around[kind][0] = pair[0]
			}
		}
	}
	for _, c := range k.pieces {
		c.findRotors()
		c.findInner()
	}
	weigh := func() error {
		for i, c := range k.pieces {
			if err := ctx.Err(); err != nil {
				return err
			}
			if seen[i] {
				k.weighRotors(c)
			}
		}
		for _, pair := range pairs {
			if err := k.weighJunction(ctx, pair); err != nil {
				return err
			}
		}
		return nil
	}
	if err := weigh(); err != nil {
		return err
	}
	for i := range k.pieces {
		if seen[i] {
			if err := k.refine(ctx, i, around[i]); err != nil {
				return err
			}
		}
	}
	if err := weigh(); err != nil {
		return err
	}
	return k.weighTurns(ctx, pairs, around, seen)
}

// capped returns the row of pieces with methyl groups at its open sides.
func (k *kit) capped(row ...*piece) []*piece {
	var out []*piece
	if row[0].head.open() {
		out = append(out, k.methyl)
	}
	out = append(out, row...)
	if row[len(row)-1].tail.open() {
		out = append(out, k.methyl)
	}
	return out
}

// lay puts pieces behind each other with the torsions of their junctions, and returns the
// atoms that stay, in the order of the layout.
func lay(l *layout, shapes [][]geom.Vec3, length, torsion []float64) []geom.Vec3 {
	var out []geom.Vec3
	var tail joint
	for k, c := range l.pieces {
		m := motion{rotation: geom.Identity()}
		if k > 0 {
			m = attach(tail, jointOf(shapes[k], c.head), length[k], torsion[k])
		}
		x := make([]geom.Vec3, len(shapes[k]))
		for i, v := range shapes[k] {
			x[i] = m.apply(v)
			if l.slots[k][i] != none {
				out = append(out, x[i])
			}
		}
		if c.tail.open() {
			tail = jointOf(x, c.tail)
		}
	}
	return out
}

// shapesOf are the geometries of pieces.
func shapesOf(row []*piece) [][]geom.Vec3 {
	var out [][]geom.Vec3
	for _, c := range row {
		out = append(out, c.x)
	}
	return out
}

// weighJunction finds the length and the torsion energies of the junction of two kinds,
// looked at as two units between methyl groups.
func (k *kit) weighJunction(ctx context.Context, pair [2]int) error {
	a, b := k.pieces[pair[0]], k.pieces[pair[1]]
	row := k.capped(a, b)
	l := newLayout(row, 0)
	g := l.graph(true)
	field, name := newModel(g.p, 0, nil)
	k.weaken(name)
	at := 1 // of b in the row
	if a.head.open() {
		at = 2
	}
	j := k.junctions[pair]
	bond := g.p.Mol.Bonds[g.junctions[at-1]]
	length, torsion := make([]float64, len(row)), make([]float64, len(row))
	for m := range length {
		length[m], torsion[m] = 1.5, math.Pi
	}
	if j.length == 0 {
		like := false
		if j.length, like = likeLength(g, bond, row, k.methyl); !like && field != nil {
			length[at] = j.length
			x := flat(make([]float64, 3*len(g.owner)), lay(l, shapesOf(row), length, torsion))
			if _, err := minimize.Run(ctx, field, x, minimize.Options{MaxIterations: refineIterations, Gradient: 0.1, MaxStep: 0.2}); err == nil {
				j.length = geom.At(x, bond.A).Sub(geom.At(x, bond.B)).Norm()
			} else if ctx.Err() != nil {
				return err
			}
		}
	}
	length[at] = j.length
	flatX := make([]float64, 3*len(g.owner))
	j.settle(turnEnergies(field, func(bin int) []float64 {
		torsion[at] = float64(bin) * (2 * math.Pi / bins)
		return flat(flatX, lay(l, shapesOf(row), length, torsion))
	}))
	return ctx.Err()
}

// weaken notes a force field that had to be used.
func (k *kit) weaken(name string) {
	if name == "" || name == nameUFF && k.force == nameMMFF {
		k.force = name
	}
}

// weighRotors finds the torsion energies of the rotatable bonds of a piece between methyl
// groups, each with the others as they are.
func (k *kit) weighRotors(c *piece) {
	if len(c.rotors) == 0 {
		return
	}
	row := k.capped(c)
	l := newLayout(row, 0)
	g := l.graph(true)
	field, name := newModel(g.p, 0, nil)
	k.weaken(name)
	at := 0
	if c.head.open() {
		at = 1
	}
	length, torsion := make([]float64, len(row)), make([]float64, len(row))
	for m := range length {
		length[m], torsion[m] = 1.5, math.Pi
	}
	flatX := make([]float64, 3*len(g.owner))
	shapes := shapesOf(row)
	for i := range c.rotors {
		r := &c.rotors[i]
		x := make([]geom.Vec3, len(c.x))
		shapes[at] = x
		r.settle(turnEnergies(field, func(bin int) []float64 {
			copy(x, c.x)
			r.turn(x, float64(bin)*(2*math.Pi/bins))
			return flat(flatX, lay(l, shapes, length, torsion))
		}))
	}
}

// newSeed makes the generator of a chain in an attempt.
func newSeed(seed uint64, attempt, chain int) rng.Rand {
	return rng.Stream(seed, uint64(attempt)<<32|uint64(chain))
}
