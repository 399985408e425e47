//go:build document || !part

package core

import (
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/edit"
	"github.com/molsmith/molsmith/chem/formats"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// editInferred answers with a byte for each bond, 1 where it was found by distance, and
// how many these are. Without any the bytes are left out.
func editInferred(c *Core, _ *request, _ empty) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	rows, n := inferredRows(d)
	bufs := Bufs{}
	if n > 0 {
		bufs["inferred"] = rows
	}
	return response{value: map[string]any{"bonds": n}, bufs: bufs}, nil
}

// guess takes the bonds out of a structure that bufs.inferred has a 1 for, and returns
// the op that makes them once its atoms are those of a fragment, as found by distance;
// nil without any.
func guess(bufs Bufs, s *structure.Structure, fragment edit.Ref) edit.Op {
	rows, _ := bufs["inferred"].([]uint8)
	if len(rows) != len(s.Bonds) || !slices.Contains(rows, 1) {
		return nil
	}
	end := func(atom uint32) edit.Ref { return edit.Ref{Fragment: fragment.Fragment, Atom: int32(atom)} }
	op := &edit.AddBonds{ByDistance: true}
	stated := s.Bonds[:0]
	orders := s.BondOrders
	s.BondOrders = orders[:0]
	for k, b := range s.Bonds {
		to := &op.Orders
		if rows[k] == 1 {
			op.Bonds = append(op.Bonds, [2]edit.Ref{end(b[0]), end(b[1])})
		} else {
			stated = append(stated, b)
			to = &s.BondOrders
		}
		if orders != nil {
			*to = append(*to, orders[k])
		}
	}
	s.Bonds = stated
	return op
}

func inferredRows(d *edit.Document) (rows []uint8, n int) {
	for k, inferred := range d.Inferred() {
		if rows == nil {
			rows = make([]uint8, len(d.Edited().Bonds))
		}
		if inferred {
			rows[k] = 1
			n++
		}
	}
	return rows, n
}

// tellInferred adds to a report that a file states bonds that nobody stated. A file
// without bonds says enough of them.
func tellInferred(d *edit.Document, r *formats.Report) {
	rows, n := inferredRows(d)
	lost := format.Count(len(rows), "bond")
	if n == 0 || slices.ContainsFunc(r.Losses, func(loss string) bool { return strings.HasPrefix(loss, lost) }) {
		return
	}
	r.Change(format.Grouped(n) + " of " + lost + " were found by distance, without orders; the file does not say so")
}
