//go:build document || !part

package core

import (
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/edit"
	"github.com/molsmith/molsmith/chem/formats"
	"github.com/molsmith/molsmith/chem/formats/format"
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
