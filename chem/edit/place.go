package edit

import (
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
)

// Placed is an edit that follows valence, before it is applied: the ops of one step.
type Placed struct {
	Ops   []Op
	Label string // "" for what the ops say
	// Atom is the atom that was placed, once the step is applied.
	Atom Ref
}

// PlaceOn returns the step that puts an atom on another one, by row, with a bond of an
// order 1–4.
//
// Where hydrogens are atoms, the new atom takes the place of a hydrogen: the one that is
// named, or of a saturated atom the one with the most room. Both atoms then get the
// hydrogens that valence asks for and lose those that are too many. A molecule without
// hydrogens that lacks some, such as a bare skeleton, stays bare; so do metals. The bond
// is as long as the covalent radii say, in the direction that hydrogen.Place gives. A
// hydrogen is placed as it is. The error is an *contract.Error.
func (d *Document) PlaceOn(atom int, element, order uint8) (Placed, error) {
	if _, err := d.Refs([]int{atom}); err != nil {
		return Placed{}, err
	}
	if err := checkElement(0, element); err != nil {
		return Placed{}, err
	}
	if err := checkOrder(order); err != nil {
		return Placed{}, err
	}
	on := d.called(atom)
	label := "Add " + elem.Symbol(element) + " bonded to " + numbered(atom)
	l := d.local([]int{atom})
	row := int(l.Rows([]Ref{d.refs[atom]})[0])
	h := row
	if element != 1 && l.current.Elements[row] != 1 {
		h = l.replaceable(row, element, order)
	}
	var p Placed
	var err error
	parent := -1
	if h >= 0 && l.current.Elements[h] == 1 {
		parent = linksOf(&l.current).holder(h)
	}
	switch {
	case parent >= 0 && element == 1:
		return Placed{}, invalid("%s is a hydrogen already", on)
	case parent >= 0:
		label = "Add " + elem.Symbol(element) + " bonded to " + numbered(l.shown(parent))
		p, err = l.substitute(h, parent, element, order)
	default:
		p, err = l.attach(row, element, order)
	}
	p.Label = label
	return p, err
}

// bondLengthOf is how long a new bond between two elements is, Å.
func bondLengthOf(a, b uint8) float64 { return elem.CovalentRadius(a) + elem.CovalentRadius(b) }

// replaceable returns the hydrogen of a saturated atom that a new atom takes the place
// of, the one with the most room; −1 when it has none or room for a bond.
func (d *Document) replaceable(row int, element, order uint8) int {
	hydrogens := linksOf(&d.current).hydrogens(row)
	if len(hydrogens) == 0 || d.lacking(row) >= int(order) {
		return -1
	}
	s := &d.current
	image := minImage(s)
	best, most := -1, -1.0
	for _, h := range hydrogens {
		at := d.stretched(h, row, bondLengthOf(s.Elements[row], element))
		room := sight * sight * 1.0
		for i := range s.Len() {
			if i != h && i != row {
				room = min(room, image(geom.At(s.Positions, i).Sub(at)).Norm2())
			}
		}
		if room > most+1e-6 {
			best, most = h, room
		}
	}
	return best
}

// lacking returns how many hydrogens valence says an atom lacks.
func (d *Document) lacking(row int) int {
	s := &d.current
	c := counter{s: s, missing: make([]int, s.Len()), chosen: make([]bool, s.Len()), named: true, adjusts: true, shown: d.shown}
	c.chosen[row] = true
	c.count()
	return c.missing[row]
}

// stretched returns where an atom is once its bond with another one has a length, Å.
func (d *Document) stretched(atom, from int, length float64) geom.Vec3 {
	at := geom.At(d.current.Positions, atom)
	v := minImage(&d.current)(at.Sub(geom.At(d.current.Positions, from)))
	toward := v.Unit()
	if toward == (geom.Vec3{}) {
		toward = geom.Vec3{X: 1}
	}
	return at.Add(toward.Scale(length).Sub(v))
}

// explicit says whether the hydrogens of an atom's molecule are atoms: there are some,
// or the atom has bonds and lacks none.
func (d *Document) explicit(row int) bool {
	for i, in := range moleculesOf(&d.current, []int{row}) {
		if in && d.current.Elements[i] == 1 {
			return true
		}
	}
	return len(d.fitting([]int{row})) > 0
}

// substitute makes an atom of another element out of a hydrogen of parent.
func (d *Document) substitute(h, parent int, element, order uint8) (Placed, error) {
	s := &d.current
	ref := d.refs[h]
	to := d.stretched(h, parent, bondLengthOf(s.Elements[parent], element))
	ops := []Op{&SetElements{Atoms: []Ref{ref}, Elements: []uint8{element}}}
	if order != 1 {
		ops = append(ops, &SetOrders{Bonds: [][2]Ref{{d.refs[parent], ref}}, Orders: []uint8{order}})
	}
	ops = append(ops, &MoveAtoms{Atoms: []Ref{ref}, By: to.Sub(geom.At(s.Positions, h))})
	ops, err := d.filled(ops, parent, ref)
	return Placed{Ops: ops, Atom: ref}, err
}

// attach bonds a new atom to one that keeps its hydrogens or has none.
func (d *Document) attach(row int, element, order uint8) (Placed, error) {
	s := &d.current
	at := geom.At(s.Positions, row)
	missing := make([]int, s.Len())
	missing[row] = 1
	bonds := linksOf(s)
	toward := geom.At(hydrogenPositions(s, missing), 0).Sub(at).Unit()
	if beside := bonds.of(row); order == 3 && len(beside) == 1 { // in line with the other bond
		toward = at.Sub(d.stretched(bonds.across(beside[0], row), row, 1)).Unit()
	}
	to := at.AddScaled(bondLengthOf(s.Elements[row], element), toward)
	if element == 1 { // as long as the hydrogens that valence adds
		to = geom.At(hydrogenPositions(s, missing), 0)
	}
	add := &AddAtoms{
		Elements: []uint8{element}, Positions: []float64{to.X, to.Y, to.Z}, Parents: []Ref{d.refs[row]}, Orders: []uint8{order},
	}
	ref := Ref{Fragment: d.lastFrag + 1} // which the op gets as the first one of the step
	if element == 1 {
		return Placed{Ops: []Op{add}, Atom: ref}, nil
	}
	ops, err := d.filled([]Op{add}, row, ref)
	return Placed{Ops: ops, Atom: ref}, err
}

// filled returns ops with those behind them that give a new atom, and the atom that it
// is bonded to, the hydrogens they ask for.
func (d *Document) filled(ops []Op, on int, placed Ref) ([]Op, error) {
	if !d.explicit(on) {
		return ops, nil
	}
	adjust, trim := []Ref{placed}, d.fitting([]int{on})
	if len(trim) > 0 {
		adjust, trim = append(adjust, trim...), nil
	} else {
		trim = []Ref{d.refs[on]}
	}
	ops, _, err := d.balanced(ops, adjust, trim)
	return ops, err
}
