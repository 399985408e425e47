package pdb

import (
	"slices"

	"github.com/molsmith/molsmith/chem/formats/format"
)

// connect reads a CONECT record: an atom and up to four partners in five columns each.
// The hydrogen bonds and salt bridges that old files list further right are left alone.
func (r *reader) connect(line []byte) {
	if r.file.Frames > r.wanted && r.inside {
		return
	}
	var serials [5]int32
	n := 0
	for from := 6; from < min(len(line), 31); from += 5 {
		text := trim(columns(line, from, from+5))
		if len(text) == 0 {
			continue
		}
		serial, ok := decode(text, 5)
		if !ok {
			r.unreadable++
			return
		}
		serials[n] = serial
		n++
	}
	if n < 2 {
		return
	}
	for _, partner := range serials[1:n] {
		l := link{serials[0], partner}
		if r.inside && r.file.Frames == r.wanted {
			r.links = append(r.links, l)
		} else {
			r.tails = append(r.tails, l)
		}
	}
}

// connections makes the bonds of the CONECT records.
func (r *reader) connections() {
	f, s := r.file, r.file.Structure
	links := append(r.links, r.tails...)
	s.Bonds = [][2]uint32{} // the format can hold bonds; this file may have none
	if r.unreadable > 0 {
		f.Warn("%s%snot readable and left out", format.Count(r.unreadable, "CONECT record"), format.Are(r.unreadable))
	}
	if len(links) == 0 {
		return
	}
	atoms := format.NewIDs(len(r.serials))
	repeated := false
	for i, serial := range r.serials {
		if serial >= 0 && !atoms.Add(int64(serial), i) {
			repeated = true
		}
	}
	if repeated {
		s.Bonds = nil
		f.Warn("%s%snot read, because atoms share serial numbers", format.Count(len(links), "CONECT partner"), format.Are(len(links)))
		return
	}
	// A bond is sorted by its atoms; the last bit is the direction it is named in.
	var named []uint64
	missing := 0
	for _, l := range links {
		a, found := atoms.Atom(int64(l.from))
		b, other := atoms.Atom(int64(l.to))
		switch {
		case !found || !other:
			missing++
		case a < b:
			named = append(named, uint64(a)<<32|uint64(b)<<1)
		case a > b:
			named = append(named, uint64(b)<<32|uint64(a)<<1|1)
		}
	}
	// With alternate locations left out their bonds are, too.
	if missing > 0 && r.altlocs.Skipped() == 0 {
		f.Warn("%s of CONECT records%sleft out: no atom has that serial number", format.Count(missing, "partner"), format.Are(missing))
	}
	slices.Sort(named)
	multiple := false
	var orders []uint8
	for i := 0; i < len(named); {
		var times [2]int
		j := i
		for ; j < len(named) && named[j]>>1 == named[i]>>1; j++ {
			times[named[j]&1]++
		}
		order := uint8(min(3, max(times[0], times[1])))
		multiple = multiple || order > 1
		orders = append(orders, order)
		s.Bonds = append(s.Bonds, [2]uint32{uint32(named[i] >> 32), uint32(named[i]) >> 1})
		i = j
	}
	if multiple {
		s.BondOrders = orders
	}
}
