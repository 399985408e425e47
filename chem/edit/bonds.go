package edit

import (
	"slices"

	"github.com/molsmith/molsmith/chem/elem"
)

// AddBonds joins atoms that are not bonded to each other. Molecule numbers and
// residues stay what a file or a tool said they are.
type AddBonds struct {
	Bonds  [][2]Ref // at least one, each once
	Orders []uint8  // 1–4, one per bond; nil: all single

	ByDistance bool // nobody stated them: they were found by distance; see Inferred
}

// SetOrders gives bonds another order.
type SetOrders struct {
	Bonds  [][2]Ref // at least one, each once, its ends in either order
	Orders []uint8  // 1–4, one per bond
}

// DeleteBonds removes bonds and leaves their atoms.
type DeleteBonds struct {
	Bonds [][2]Ref // at least one, each once, its ends in either order
}

// dropBonds is the inverse of AddBonds.
type dropBonds struct {
	atoms  int
	bonds  int
	orders int // as extents has it
}

// restoreOrders is the inverse of SetOrders.
type restoreOrders struct {
	atoms  int
	rows   []int // ascending
	orders []uint8
	had    bool // there were orders before
}

// restoreBonds is the inverse of DeleteBonds.
type restoreBonds struct {
	atoms  int
	rows   []int // ascending
	pairs  [][2]uint32
	orders []uint8 // nil: the document has none
}

// wanted are the bonds an op names.
type wanted struct {
	ends [][2]uint32
	at   map[[2]uint32]int // index of a pair, the lower end first
	ofs  []bool            // the atoms that are an end
}

// ends looks up the atoms of bonds that an op names.
func (d *Document) ends(bonds [][2]Ref) (*wanted, error) {
	if len(bonds) == 0 {
		return nil, invalid("there is no bond in the change; name at least one")
	}
	w := &wanted{at: make(map[[2]uint32]int, len(bonds)), ofs: make([]bool, len(d.refs))}
	for i := range bonds {
		rows, err := d.rows(bonds[i][:])
		if err != nil {
			return nil, err
		}
		if rows[0] == rows[1] {
			return nil, invalid("%s would be bonded to itself; a bond joins two atoms", d.called(rows[0]))
		}
		pair := [2]uint32{uint32(rows[0]), uint32(rows[1])}
		if _, twice := w.at[ascending(pair)]; twice {
			return nil, invalid("the bond of %s and %s is named twice in one change; name it once", d.called(rows[0]), d.called(rows[1]))
		}
		w.at[ascending(pair)] = i
		w.ends = append(w.ends, pair)
		w.ofs[rows[0]], w.ofs[rows[1]] = true, true
	}
	return w, nil
}

// called names an atom in an error.
func (d *Document) called(row int) string {
	return elem.Symbol(d.current.Elements[row]) + " " + numbered(d.shown(row))
}

func ascending(pair [2]uint32) [2]uint32 {
	if pair[0] > pair[1] {
		return [2]uint32{pair[1], pair[0]}
	}
	return pair
}

// find returns the rows of the bonds that w names, ascending, and which of w each is.
// A bond that the document lists twice has two rows.
func (w *wanted) find(bonds [][2]uint32) (rows, which []int) {
	for k, b := range bonds {
		if !w.ofs[b[0]] || !w.ofs[b[1]] {
			continue
		}
		if i, ok := w.at[ascending(b)]; ok {
			rows = append(rows, k)
			which = append(which, i)
		}
	}
	return rows, which
}

// existing is find for bonds that must be there.
func (d *Document) existing(bonds [][2]Ref) (rows, which []int, err error) {
	w, err := d.ends(bonds)
	if err != nil {
		return nil, nil, err
	}
	rows, which = w.find(d.current.Bonds)
	found := make([]bool, len(bonds))
	for _, i := range which {
		found[i] = true
	}
	for i, ok := range found {
		if !ok {
			return nil, nil, invalid("%s and %s are not bonded", d.called(int(w.ends[i][0])), d.called(int(w.ends[i][1])))
		}
	}
	return rows, which, nil
}

func checkOrders(orders []uint8, bonds int) error {
	if len(orders) != bonds {
		return invalid("%d bond orders for %d bonds; there must be one per bond", len(orders), bonds)
	}
	for _, order := range orders {
		if err := checkOrder(order); err != nil {
			return err
		}
	}
	return nil
}

func (op *AddBonds) apply(d *Document) (inverse, error) {
	if op.Orders != nil {
		if err := checkOrders(op.Orders, len(op.Bonds)); err != nil {
			return nil, err
		}
	}
	w, err := d.ends(op.Bonds)
	if err != nil {
		return nil, err
	}
	if _, which := w.find(d.current.Bonds); which != nil {
		pair := w.ends[which[0]]
		return nil, invalid("%s and %s are bonded already; set the order of their bond instead", d.called(int(pair[0])), d.called(int(pair[1])))
	}
	s := d.own()
	undo := &dropBonds{atoms: s.Len(), bonds: len(s.Bonds), orders: extent(s.BondOrders)}
	s.BondOrders = join(s.BondOrders, op.Orders, len(s.Bonds), len(w.ends), fixed[uint8](1))
	s.Bonds = append(s.Bonds, w.ends...)
	return undo, nil
}

func (u *dropBonds) revert(d *Document) {
	shorten(&d.current.Bonds, u.bonds)
	shorten(&d.current.BondOrders, u.orders)
}

func (u *dropBonds) changed() (atoms, bonds int) { return u.atoms, u.bonds }

func (op *SetOrders) apply(d *Document) (inverse, error) {
	if err := checkOrders(op.Orders, len(op.Bonds)); err != nil {
		return nil, err
	}
	rows, which, err := d.existing(op.Bonds)
	if err != nil {
		return nil, err
	}
	s := d.own()
	undo := &restoreOrders{atoms: s.Len(), rows: rows, had: s.BondOrders != nil}
	if !undo.had {
		s.BondOrders = slices.Repeat([]uint8{1}, len(s.Bonds))
	}
	for k, row := range rows {
		undo.orders = append(undo.orders, s.BondOrders[row])
		s.BondOrders[row] = op.Orders[which[k]]
	}
	return undo, nil
}

func (u *restoreOrders) revert(d *Document) {
	if !u.had {
		d.current.BondOrders = nil
		return
	}
	for k, row := range u.rows {
		d.current.BondOrders[row] = u.orders[k]
	}
}

func (u *restoreOrders) changed() (atoms, bonds int) { return u.atoms, u.rows[0] }

func (op *DeleteBonds) apply(d *Document) (inverse, error) {
	rows, _, err := d.existing(op.Bonds)
	if err != nil {
		return nil, err
	}
	s := d.own()
	return &restoreBonds{
		atoms:  s.Len(),
		rows:   rows,
		pairs:  take(&s.Bonds, 1, rows),
		orders: take(&s.BondOrders, 1, rows),
	}, nil
}

func (u *restoreBonds) revert(d *Document) {
	put(&d.current.Bonds, 1, u.rows, u.pairs)
	put(&d.current.BondOrders, 1, u.rows, u.orders)
}

func (u *restoreBonds) changed() (atoms, bonds int) { return u.atoms, u.rows[0] }
